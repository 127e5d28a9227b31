# pbw: completion in bash, and the manual page. Part of run.sh.

if command -v bash >/dev/null; then
    # completes EXPECTED NAME WORD... : what the last word can become contains EXPECTED
    completes() {
        expected=$1 name=$2
        shift 2
        runs env PATH="${pbw%/*}:$PATH" bash -c '
            . bindings/cli/pbw.bash
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _pbw
            printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
        says out "$expected" "completion: $name"
    }
    completes decode "a command" pbw de
    completes convert "any command" pbw ''
    completes --help "options of pbw itself" pbw --h
    completes --delimited "an option of a command" pbw stat --d
    completes --ignore-unknown "of another" pbw encode --
    completes json "a format" pbw convert --from ''
    completes never "a colour" pbw decode --color = n
    completes vectors.p3.Maps "a type of a schema" pbw decode -s $vectors -t vectors.p3.M
    completes vectors.p3.Maps "of one named by --schema=" pbw decode --schema = $vectors --type = vectors.p3.M
    completes $request "of the second schema" pbw decode -s $vectors --schema $otel -t open
    completes vectors.p3.Maps "the name that show takes" pbw show -s $vectors vectors.p3.Ma
    completes tests/vectors/vectors.binpb "a file" pbw decode -s tests/vectors/vectors.b
    completes README.md "a file without an option" pbw raw READ
else
    skip "missing bash" "completion"
fi

runs scripts/man.sh "$pbw"
exits 0 "the manual page can be made"
cmp -s "$dir/out" docs/pbw.1
tap $? "and is the one in docs: make man"
for command in decode encode convert raw check stat diff types show; do
    grep -qx ".SS $command" "$dir/out"
    tap $? "it tells of $command"
done
