# pbw stat: which fields the bytes go to. Part of run.sh.

runs "$pbw" stat -s $otel -t $request $trace
exits 0 "stat succeeds"
says out "        4533  100.0%          4  resource_spans" "and counts every byte"
says out "0 bytes (0.0%) in 0 unknown fields" "none of them unknown"
[ "$(awk 'NR > 4 && $4 ~ /^resource_spans\.[a-z_]*$/ { n += $1 } END { print n }' "$dir/out")" -lt 4533 ]
tap $? "and what is inside a field is less than it"

# counts TYPE TEXT LINE NAME : a line of its statistics
counts() {
    text "$1" "$2" "$dir/in"
    runs "$pbw" stat -s $vectors -t "vectors.$1" "$dir/in"
    says out "$3" "$4"
}
counts p3.Lists 'f_int32: [1, 300, 2]' '           6  100.0%          3  f_int32' "the values of a packed list are counted"
counts p3.Lists 'f_double: [1, 2]' '          18  100.0%          2  f_double' "those of fixed size too"
counts p3.Lists 'f_string: ["a", "b"]' '           6  100.0%          2  f_string' "and of lists that are not packed"
counts p3.Maps 'string_string { key: "k" value: "v" }' '           3   37.5%          1  string_string.key' "the keys of a map"
counts p2.Groups 'One { a: 5 }' '           2   50.0%          1  one.a' "what is in a group"
counts p2.Extendable '[vectors.p2.ext_int32]: 5' '           3  100.0%          1  [vectors.p2.ext_int32]' "extensions"
counts p3.Empty '1011: 5 1: "x" 1: "y" 3 { 1: 1 }' '           6   46.2%          2  ?1' "unknown fields by number"
says out '13 bytes (100.0%) in 4 unknown fields' "and in all"
says out '           2   15.4%          1  ?3.?1' "and what is inside an unknown group"
counts p3.Scalars '3: "x"' '           3  100.0%          1  ?3' "a field of another wire type is an unknown one"
counts p2.Set '[vectors.p2.SetItem.item] { a: 1 }' '           9  100.0%          1  [vectors.p2.SetItem.item]' "an item of a message set, as the extension that it is"
says out '           2   22.2%          1  [vectors.p2.SetItem.item].a' "with what is inside it"
counts p2.Set '1 { 2: 5 3: "x" }' '           7  100.0%          1  ?1' "an item that is no known extension"
counts p3.Tree 'child { child { name: "x" } }' '           3   42.9%          1  child.child.name' "each level of a type that contains itself"
counts p2.Required 'id: 1' '           2  100.0%          1  id' "a message without its required fields"

# More unknown fields than are told apart.
"${PYTHON:-python3}" -c '
import sys
for n in range(1, 1501): sys.stdout.write(f"{n}: 0\n")' | "$pbw" encode -s $vectors -t vectors.p3.Empty >"$dir/in"
runs "$pbw" stat -s $vectors -t vectors.p3.Empty "$dir/in"
exits 0 "1500 unknown fields"
[ "$(grep -c '?[0-9]' "$dir/out")" = 1000 ] && grep -q ' 500  ?\.\.\.$' "$dir/out"
tap $? "are told apart up to 1000; the others stand together"

# A stream: `name` is in half of the messages and grows, `child` shrinks.
for i in 1 2 3 4 5 6 7 8; do
    [ $((i % 2)) = 0 ] && awk -v n=$((i * 10)) 'BEGIN { printf "name: \""; while (n--) printf "x"; print "\"" }'
    echo "child { name: \"$(echo 87654321 | cut -c$i-)\" }"
    [ $i = 8 ] || echo ---
done | "$pbw" encode -d -s $vectors -t vectors.p3.Tree >"$dir/stream"
runs "$pbw" stat -d -s $vectors -t vectors.p3.Tree "$dir/stream"
exits 0 "stat of a stream"
speaks out "276 bytes in 8 messages" "counts its messages"
says out '         208   75.4%          4     50.0%           82        +51  name' "a field that grows: how many have it, the most in one, the growth"
says out '          68   24.6%          8    100.0%           12         -7  child' "a field that shrinks"
: | "$pbw" stat -d -s $vectors -t vectors.p3.Tree >"$dir/out" 2>"$dir/err"
code=$?
exits 0 "stat of an empty stream"
speaks out "0 bytes in 0 messages" "says so"
"$pbw" stat -s $vectors -t vectors.p3.Tree </dev/null >"$dir/out" 2>"$dir/err"
code=$?
exits 0 "stat of an empty message"
head -c 100 "$dir/stream" >"$dir/in"
runs "$pbw" stat -d -s $vectors -t vectors.p3.Tree "$dir/in"
exits 1 "stat of a stream that is cut"
silent out "prints nothing"
bytes '\002\022\000\003\022\001\377' >"$dir/in"
runs "$pbw" stat -d -s $vectors -t vectors.p3.Tree "$dir/in"
exits 1 "stat of a stream with a bad message"
speaks err "message 2: offset 6: vectors.p3.Tree.name: " "tells which, where in the file, and the field"
