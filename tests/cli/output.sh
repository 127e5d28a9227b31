# pbw: where output goes: colours, a terminal, a full disk, a reader that leaves. Part of run.sh.

# ---- colour

"$pbw" decode --color=always -s $otel -t $request $trace >"$dir/out"
grep -q "$(printf '\033')" "$dir/out"
tap $? "--color=always"
"$pbw" decode -s $otel -t $request $trace >"$dir/out"
grep -q "$(printf '\033')" "$dir/out"
[ $? = 1 ]
tap $? "no colour in a pipe"

# ---- output that cannot be written

if [ -w /dev/full ]; then
    printf '\001\000' >"$dir/in"
    for command in "decode -s $otel -t $request $trace" "convert -s $otel -t $request $trace" "raw $trace" \
        "check -s $otel -t $request $trace" "stat -s $otel -t $request $trace" "types -s $otel" "show -s $otel $request" \
        "diff -s $otel -t $request $trace $dir/edited" "--help" "stat --help" "--version"; do
        "$pbw" $command >/dev/full 2>"$dir/err"
        code=$?
        [ $code = 3 ] && grep -q 'cannot write: No space left' "$dir/err"
        tap $? "a full disk: $command"
    done
    runs "$pbw" convert -s $otel -t $request -o /dev/full $trace
    exits 3 "a full disk under --output"
    speaks err "/dev/full: cannot write: No space left" "is told with its name"
else
    skip "no /dev/full" "a full disk"
fi
for command in "decode -s $otel -t $request $trace" "raw $trace" "show -s $otel $request"; do
    "$pbw" $command 2>"$dir/err" | head -n 1 >"$dir/out"
    silent err "a reader that leaves early is no error: $command"
done
("$pbw" stat -s $otel -t $request $trace 2>"$dir/err"; echo $? >"$dir/code") | :
silent err "nor one that never came"
(trap '' PIPE; "$pbw" decode -s $otel -t $request $trace 2>"$dir/err"; echo $? >"$dir/code") | :
silent err "nor where the shell ignores its signal"
"$pbw" decode -s $otel -t $request $trace >&- 2>"$dir/err"
code=$?
exits 3 "stdout that is closed"
speaks err "cannot write" "is told"

# ---- a terminal

# on_terminal COMMAND... : with stdout and stderr on a terminal; what it shows is in $dir/out
on_terminal() {
    "${PYTHON:-python3}" -c '
import os, pty, sys
def read(fd):
    try: return os.read(fd, 65536)
    except OSError: return b""
pid, fd = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
while True:
    data = read(fd)
    if not data: break
    sys.stdout.buffer.write(data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))' "$@" >"$dir/out" 2>"$dir/err"
    code=$?
}
escape=$(printf '\033')
on_terminal env -u NO_COLOR TERM=xterm "$pbw" decode -s $otel -t $request $trace
exits 0 "decode on a terminal"
speaks out "$escape[34m" "is in colours"
on_terminal env NO_COLOR=1 TERM=xterm "$pbw" decode -s $otel -t $request $trace
! grep -q "$escape" "$dir/out"
tap $? "but not with NO_COLOR"
on_terminal env -u NO_COLOR TERM=dumb "$pbw" decode -s $otel -t $request $trace
! grep -q "$escape" "$dir/out"
tap $? "nor on a dumb terminal"
on_terminal env -u NO_COLOR TERM=xterm "$pbw" decode --color=never -s $otel -t $request $trace
! grep -q "$escape" "$dir/out"
tap $? "nor with --color=never"
on_terminal env NO_COLOR=1 TERM=xterm "$pbw" raw --color=always $trace
speaks out "$escape[" "--color=always counts more than NO_COLOR"
# A stream that takes more than a second.
awk 'BEGIN { for (i = 0; i < 1800; i++) printf "\003\022\001x" }' >"$dir/stream"
on_terminal sh -c "$(cat <<END
{ cat $dir/stream; sleep 1.2; cat $dir/stream $dir/stream; } | $pbw check -d -s $vectors -t vectors.p3.Tree
END
)"
speaks out " messages, 0.0 MB" "progress on a terminal"
speaks out "$escape[K" "which is gone at the end"
speaks out "stdin: ok, 5400 messages" "before the result"
{ cat "$dir/stream"; sleep 1.2; cat "$dir/stream"; } | "$pbw" check -d -s $vectors -t vectors.p3.Tree >"$dir/out" 2>"$dir/err"
silent err "no progress elsewhere"
