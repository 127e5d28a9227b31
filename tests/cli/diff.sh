# pbw diff: where two messages differ. Part of run.sh.

"$pbw" decode -s $otel -t $request $trace | sed 's/"POST"/"PUT"/' | "$pbw" encode -s $otel -t $request >"$dir/edited"
runs "$pbw" diff -s $otel -t $request $trace "$dir/edited"
exits 1 "diff of messages that differ"
says out '- resource_spans[0].scope_spans[0].spans[0].attributes[0].value.string_value: "POST"' "tells the path, the old value"
says out '+ resource_spans[0].scope_spans[0].spans[0].attributes[0].value.string_value: "PUT"' "and the new one"
silent err "and nothing on stderr"
runs "$pbw" diff -s $otel -t $request $trace $trace
exits 0 "diff of equal messages"
silent out "prints nothing"
"$pbw" diff -s $otel -t $request - $trace <$trace >"$dir/out" 2>"$dir/err"
code=$?
exits 0 "one of them from stdin"
runs "$pbw" diff -s $otel -t $request $trace "$dir/none"
exits 3 "diff with a file that is not there"
head -c 4000 $trace >"$dir/in"
runs "$pbw" diff -s $otel -t $request $trace "$dir/in"
exits 3 "diff with a file that is no message: not 1, which says that they differ"
speaks err "$dir/in: offset " "is told with its offset"
runs "$pbw" diff -s $otel -t $request $trace
exits 2 "diff needs two files"

# differs TYPE TEXT TEXT EXPECTED NAME : exit code 1 and these lines; none: exit code 0
differs() {
    text "$1" "$2" "$dir/a"
    text "$1" "$3" "$dir/b"
    runs "$pbw" diff --partial -s $vectors -t "vectors.$1" "$dir/a" "$dir/b"
    printf '%s' "${4:+$4
}" >"$dir/want"
    [ "$code" = "$([ -n "$4" ] && echo 1 || echo 0)" ] && cmp -s "$dir/out" "$dir/want" && [ ! -s "$dir/err" ]
    tap $? "$5"
}
differs p3.Scalars 'f_int32: 1 f_bool: true' 'f_string: "\n\033" f_bool: true' '- f_int32: 1
+ f_string: "\n\033"' "a field that only one has"
differs p3.Scalars 'f_double: -0 f_float: inf' 'f_double: nan f_float: 1e-3' '- f_double: -0
+ f_double: nan
- f_float: inf
+ f_float: 0.001' "numbers as text has them"
differs p3.Scalars 'f_double: nan' 'f_double: nan' '' "a NaN is like the other"
differs p3.Lists 'f_double: [0, 1]' 'f_double: [-0, 1]' '- f_double[0]: 0
+ f_double[0]: -0' "but 0 is not -0"
differs p3.Scalars 'f_message {}' '' '- f_message: { }' "an empty message is not an absent one"
differs p3.Scalars 'f_enum: GREEN' 'f_enum: 77' '- f_enum: GREEN
+ f_enum: 77' "enums by name"
differs p2.Groups 'One { a: 5 }' 'One { a: 6 }' '- one.a: 5
+ one.a: 6' "in a group"
differs p2.Extendable '[vectors.p2.ext_int32]: 5' '' '- [vectors.p2.ext_int32]: 5' "an extension"
differs p3.Lists 'f_int32: [1, 2, 3, 4, 5]' 'f_int32: [1, 3, 4, 9, 5, 6]' '- f_int32[1]: 2
+ f_int32[3]: 9
+ f_int32[5]: 6' "lists: what was removed and added, each at its own place"
differs p3.Lists 'f_string: ["a", "b", "c"]' 'f_string: ["a", "x", "c"]' '- f_string[1]: "b"
+ f_string[1]: "x"' "lists: what was changed"
differs p3.Lists 'f_string: ["a", "b"]' '' '- f_string[0]: "a"
- f_string[1]: "b"' "lists: one of them empty"
differs p3.Lists 'f_int32: [1, 1, 1]' 'f_int32: [1, 1]' '- f_int32[2]: 1' "lists: one of many that are the same"
differs p3.Tree 'children { name: "a" } children { name: "b" child { name: "x" } } children { name: "c" }' \
    'children { name: "b" child { name: "y" } } children { name: "c" } children { name: "d" }' '- children[0]: { name: "a" }
- children[1].child.name: "x"
+ children[0].child.name: "y"
+ children[2]: { name: "d" }' "lists of messages: those that are alike are compared"
differs p3.Tree 'children { name: "a" }' 'children { name: "b" }' '- children[0].name: "a"
+ children[0].name: "b"' "lists of messages: those at the same place too"
differs p3.Maps 'string_string { key: "k" value: "v" } string_string { key: "l" value: "w" }' \
    'string_string { key: "l" value: "w" } string_string { key: "k" value: "x" }' '- string_string["k"]: "v"
+ string_string["k"]: "x"' "maps are compared by key"
differs p3.Maps 'string_string { key: "a: { value: b" value: " value: \"} " } int32_int32 { key: -1 value: 0 }' '' \
    '- int32_int32[-1]: 0
- string_string["a: { value: b"]: " value: \"} "' "with keys and values of any characters"
differs p3.Empty '1: 5 2: "x" 1: 6 3: { 1: 1 }' '2: "x" 1: 5 1: 7 3 { 1: 1 }' '- ?1: 6
+ ?1: 7
- ?3: { 1: 1 }
+ ?3 { 1: 1 }' "unknown fields by number, in any order"
differs p3.Tree 'child { 99: 1 }' 'child { }' '- child.?99: 1' "and inside a message"
any() { echo "any { [type.googleapis.com/vectors.json.Known] { any { [type.googleapis.com/google.protobuf.Timestamp] { seconds: $1 } } } }"; }
inside='any.[type.googleapis.com/vectors.json.Known].any.[type.googleapis.com/google.protobuf.Timestamp]'
differs json.Known "$(any 5)" "$(any 6)" "- $inside.seconds: 5
+ $inside.seconds: 6" "an Any is opened"
differs json.Known "$(any 5)" "$(any 5)" '' "and equal ones are equal"
differs json.Known 'any { [type.googleapis.com/google.protobuf.Timestamp] { seconds: 5 } }' 'any { type_url: "x/no.Type" value: "a" }' \
    '- any: { [type.googleapis.com/google.protobuf.Timestamp] { seconds: 5 } }
+ any: { type_url: "x/no.Type" value: "a" }' "Anys of two types"
differs json.Known 'any { type_url: "x/no.Type" value: "a" }' 'any { type_url: "x/no.Type" value: "b" }' '- any.value: "a"
+ any.value: "b"' "Anys of a type that is not known"

# 5000 Anys in one another: not opened that often.
"${PYTHON:-python3}" -c '
import sys
def varint(n): return bytes([n & 127 | 128]) + varint(n >> 7) if n > 127 else bytes([n])
for letter in b"ab":
    m = bytes([8, letter])
    for _ in range(5000): m = b"\n\x15x/google.protobuf.Any\x12" + varint(len(m)) + m
    open(f"{sys.argv[1]}/{chr(letter)}", "wb").write(m)' "$dir"
runs "$pbw" diff -s $vectors -t google.protobuf.Any "$dir/a" "$dir/b"
exits 1 "5000 Anys in one another"
grep -q '^- \(\[x/google.protobuf.Any\]\.\)*value: "' "$dir/out"
tap $? "are opened up to a limit"

# Lists that have little in common, and that are long: the numbers of lines tell that nothing is lost.
"${PYTHON:-python3}" -c '
import sys
with open(sys.argv[1] + "/a.txt", "w") as a, open(sys.argv[1] + "/b.txt", "w") as b:
    a.write("f_int32: [%s]" % ",".join(str(i) for i in range(0, 4000, 2)))
    b.write("f_int32: [%s]" % ",".join(str(i) for i in range(1, 4001, 2)))' "$dir"
runs "$pbw" diff --from text -s $vectors -t vectors.p3.Lists "$dir/a.txt" "$dir/b.txt"
exits 1 "long lists of which nothing is the same, as text"
[ "$(grep -c '^-' "$dir/out")" = 2000 ] && [ "$(grep -c '^+' "$dir/out")" = 2000 ]
tap $? "every element is told once"
# Against a reference: what diff prints is no more than what the shortest edit needs, and turns the one into the other.
runs "${PYTHON:-python3}" tests/cli/lists.py "$pbw" $vectors
exits 0 "random lists: the fewest lines, and they turn the one into the other"

printf 'name: "a"\n---\nname: "b"\n' | "$pbw" encode -d -s $vectors -t vectors.p3.Tree >"$dir/a"
printf 'name: "a"\n---\nname: "c"\n---\nname: "d"\n' | "$pbw" encode -d -s $vectors -t vectors.p3.Tree >"$dir/b"
runs "$pbw" diff -d -s $vectors -t vectors.p3.Tree "$dir/a" "$dir/b"
exits 1 "streams that differ"
[ "$(cat "$dir/out")" = '- [1].name: "b"
+ [1].name: "c"
+ [2]: { name: "d" }' ]
tap $? "message by message"
runs "$pbw" diff -d -s $vectors -t vectors.p3.Tree "$dir/a" "$dir/a"
exits 0 "streams that are equal"
runs "$pbw" diff --color=always -d -s $vectors -t vectors.p3.Tree "$dir/a" "$dir/b"
speaks out "$(printf '\033[31m- [1].name: "b"\033[0m')" "in colours"
