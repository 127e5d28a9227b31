# pbw with --delimited. Part of run.sh.

for i in 1 2 3; do printf 'name: "n%s"\n' $i; [ $i = 3 ] || echo ---; done >"$dir/stream.txt"
"$pbw" encode -d -s $vectors -t vectors.p3.Tree "$dir/stream.txt" >"$dir/stream" 2>"$dir/err"
code=$?
exits 0 "encode --delimited"
runs "$pbw" decode -d -s $vectors -t vectors.p3.Tree "$dir/stream"
cmp -s "$dir/out" "$dir/stream.txt"
tap $? "decode --delimited gives the documents back"
runs "$pbw" convert -d -s $vectors -t vectors.p3.Tree "$dir/stream"
[ "$(cat "$dir/out")" = '{"name":"n1"}
{"name":"n2"}
{"name":"n3"}' ]
tap $? "a stream as lines of JSON"
"$pbw" convert -d -s $vectors -t vectors.p3.Tree --from json --to binary <"$dir/out" | cmp -s - "$dir/stream"
tap $? "and back"
runs "$pbw" check -d -s $vectors -t vectors.p3.Tree "$dir/stream"
speaks out "ok, 3 messages, 12 bytes" "check counts them"
head -c 12 "$dir/stream" >"$dir/in"
runs "$pbw" check -d -s $vectors -t vectors.p3.Tree "$dir/in"
exits 1 "a stream that is cut"
speaks err "offset 10: " "is told with its offset"
runs "$pbw" stat -d -s $vectors -t vectors.p3.Tree "$dir/stream"
speaks out "12 bytes in 3 messages" "stat of a stream"
printf '{"name":"a"}\n\n{"name":}\n' | "$pbw" convert -d -s $vectors -t vectors.p3.Tree --from json >"$dir/out" 2>"$dir/err"
code=$?
exits 1 "a bad line of JSON"
speaks err "line 3, column 9" "is told with its line in the file"
: | "$pbw" check -d -s $vectors -t vectors.p3.Tree >"$dir/out" 2>"$dir/err"
code=$?
exits 0 "an empty stream has no messages"

# Text: a line of --- ends a message; the last one may go without unless it is empty.
streams() { # TEXT COUNT NAME
    printf "$1" | "$pbw" encode -d -s $vectors -t vectors.p3.Tree >"$dir/stream" 2>"$dir/err"
    silent err "text of a stream: $3"
    runs "$pbw" check -d -s $vectors -t vectors.p3.Tree "$dir/stream"
    speaks out "ok, $2 messages" "$3"
    "$pbw" decode -d -s $vectors -t vectors.p3.Tree "$dir/stream" | "$pbw" encode -d -s $vectors -t vectors.p3.Tree | cmp -s - "$dir/stream"
    tap $? "and there and back"
}
streams '' 0 "no text: no message"
streams '\n# nothing\n' 0 "blanks and comments: no message"
streams '\055--\n' 1 "a line of ---: an empty message"
streams '\055--\n---\n' 2 "two of them"
streams 'name: "a"\n---\n' 1 "one behind the last message"
streams 'name: "a"\n---\n---\n' 2 "an empty last message"
streams 'name: "a"\n---  \n\n# comment\nname: "b"' 2 "blanks behind, comments, no newline at the end"
streams 'name: "a---"\n---\nname: "\\n---\\n"\n' 2 "--- in a string"
streams '# ---\nname: "a" # ---\n' 1 "--- in a comment"

printf '{}\n\n  \n{"name":"a"}' | "$pbw" convert -d --from json --to binary -s $vectors -t vectors.p3.Tree >"$dir/stream"
[ "$("$pbw" raw -d "$dir/stream")" = '# message 1: 0 bytes at 1
# message 2: 3 bytes at 2
       2  2: "a"' ]
tap $? "lines of JSON: blank ones are none, {} is a message"
printf 'name: "a"\n---\nname: "b"\nnme: 1\n---\n' | "$pbw" encode -d -s $vectors -t vectors.p3.Tree >"$dir/out" 2>"$dir/err"
code=$?
exits 1 "an error in the second text of a stream"
speaks err "stdin: message 2: offset 24: line 4, column 1: " "is told with message, offset and line in the file"
bytes '\002\022\000\003\022\001\377' >"$dir/in"
runs "$pbw" decode -d -s $vectors -t vectors.p3.Tree "$dir/in"
exits 1 "an error in the second message of a stream"
speaks err "$dir/in: message 2: offset 6: vectors.p3.Tree.name: " "is told with message, offset and field"
bytes '\002\022\000\200\200\200\200\200\200\200\200\200\200\001' >"$dir/in"
runs "$pbw" check -d -s $vectors -t vectors.p3.Tree "$dir/in"
exits 1 "a size that is none"
speaks err "message 2: offset 3: " "is told with its offset"
bytes '\377\377\377\377\007\022' >"$dir/in"
runs "$pbw" check -d -s $vectors -t vectors.p3.Tree "$dir/in"
exits 1 "a size of 2 GiB that is only claimed"
speaks err "PBW_ERR_TRUNCATED" "takes no memory"

# Messages are shown as they come, not when the stream ends or some buffer is full.
mkfifo "$dir/fifo"
"$pbw" check -d -s $vectors -t vectors.p3.Tree "$dir/fifo" >"$dir/out" 2>"$dir/err" &
checker=$!
{
    bytes '\002\022\000\003\022\001\377'
    for i in 1 2 3 4 5 6 7 8 9 10; do
        kill -0 $checker 2>/dev/null || break
        sleep 1
    done
    kill -0 $checker 2>/dev/null && echo waited >"$dir/waited"
} 1<>"$dir/fifo"
wait $checker
code=$?
[ $code = 1 ] && [ ! -e "$dir/waited" ]
tap $? "a bad message is told while the stream is still open"

# A stream may be longer than memory.
if (ulimit -v 32000 && "$pbw" --version || exit 1) >/dev/null 2>&1; then
    long() { "${PYTHON:-python3}" -c '
import sys
m = b"\xd0\x0f\x12\xcd\x0f" + b"x" * 1997
for _ in range(200): sys.stdout.buffer.write(m * 100)'; }
    for command in check stat decode; do
        long | (ulimit -v 32000 && "$pbw" $command -d -s $vectors -t vectors.p3.Tree) 2>"$dir/err" | cksum >"$dir/out"
        silent err "$command of a stream of 40 MB within 32 MB"
    done
    long | (ulimit -v 32000 && "$pbw" raw -d) 2>"$dir/err" | tail -n 1 | cut -c 1-30 >"$dir/out"
    says out '40038000  2: "xxxxxxxxxxxxxxxx' "raw too"
else
    skip "not even pbw --version runs in so little address space (a sanitizer, an emulator)" "a stream of 40 MB within 32 MB"
fi
