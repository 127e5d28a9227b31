# pbw: help, version and wrong usage. Part of run.sh.

runs "$pbw" --help
exits 0 "--help succeeds"
speaks out "exit codes: 0 success" "--help tells the exit codes"
silent err "--help says nothing on stderr"
speaks out "3 a file cannot be read" "all of them"
for command in decode encode convert raw check stat diff types show; do
    speaks out "  $command " "--help tells of $command"
done
for command in decode encode convert raw check stat diff types show; do
    runs "$pbw" $command --help
    exits 0 "$command --help succeeds"
    speaks out "usage: pbw $command " "$command --help shows the usage"
    grep -q "^  .*pbw $command -\|^  pbw raw" "$dir/out"
    tap $? "$command --help has an example"
    [ $command = raw ] && continue
    speaks out "descriptor set" "$command --help explains the schema"
done
runs "$pbw" decode --schema nowhere --help
exits 0 "--help counts more than what is missing or wrong besides"
"$pbw" --help >"$dir/out" 2>"$dir/err"
awk 'length > 104' "$dir/out" >"$dir/want"
for command in decode encode convert raw check stat diff types show; do "$pbw" $command --help; done | awk 'length > 110' >>"$dir/want"
[ ! -s "$dir/want" ]
tap $? "no line of help is too long"
runs "$pbw" --version
exits 0 "--version succeeds"
speaks out "pbw 0." "--version tells the version"
speaks out "ABI 0." "--version tells the ABI"

runs "$pbw"
exits 2 "no command is a usage error"
speaks err "a command is missing" "and says so"
silent out "and prints nothing on stdout"
runs "$pbw" frobnicate
exits 2 "an unknown command is a usage error"
speaks err "no such command: frobnicate" "and is named"
runs "$pbw" types
exits 2 "a missing --schema is a usage error"
speaks err "--schema FILE or --proto FILE is missing" "and is named"
runs "$pbw" decode --schema $otel $trace
exits 2 "a missing --type is a usage error"
speaks err "--type NAME is missing" "and is named"
runs "$pbw" decode --schema $otel --wrong
exits 2 "an unknown option is a usage error"
speaks err "no such option: --wrong" "and is named"
runs "$pbw" types --schema
exits 2 "an option without its value is a usage error"
speaks err "--schema needs a value" "and is named"
runs "$pbw" decode --schema $otel --type $request $trace again
exits 2 "a second file is a usage error"
speaks err "one word too many: again" "and is named"
runs "$pbw" types --schema $otel stray
exits 2 "types takes no file"
runs "$pbw" types --type X --schema $otel
exits 2 "types takes no --type"
runs "$pbw" decode --schema - --type X -
exits 2 "stdin cannot be both schema and input"
runs "$pbw" show --schema $otel
exits 2 "show needs a name"
speaks err "a name is missing" "and says so"
runs "$pbw" decode --schema $otel --type $request --color=purple $trace
exits 2 "a colour that there is not"
runs "$pbw" decode --delimited=yes --schema $otel --type $request $trace
exits 2 "a value for an option that takes none"
runs "$pbw" diff -s $otel -t $request - -
exits 2 "stdin cannot be both files of a diff"
