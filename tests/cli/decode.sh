# pbw decode and check: what is printed, and what is refused. Part of run.sh.

# ---- decode

runs "$pbw" decode --schema $otel --type $request $trace
exits 0 "decode succeeds"
silent err "decode says nothing on stderr"
[ "$(head -n 5 "$dir/out")" = 'resource_spans {
  resource {
    attributes {
      key: "service.name"
      value {' ]
tap $? "decode indents nested messages"
says out '      kind: SPAN_KIND_SERVER' "enums by name"
says out '          double_value: 118.97' "doubles by their shortest digits"
says out '          int_value: 9007199254740993' "64-bit integers exactly"
speaks out '✓"' "UTF-8 as it is"
cp "$dir/out" "$dir/file"
"$pbw" decode --schema $otel --type $request <$trace >"$dir/out" 2>"$dir/err"
code=$?
cmp -s "$dir/out" "$dir/file"
tap $? "the same from stdin"
"$pbw" decode --schema $otel --type $request - <$trace >"$dir/out"
cmp -s "$dir/out" "$dir/file"
tap $? "the same from -"
cat $trace | "$pbw" decode --schema $otel --type $request 2>"$dir/err" | cat >"$dir/out"
cmp -s "$dir/out" "$dir/file"
tap $? "the same through pipes"
"$pbw" decode $trace --type=.$request -s $otel >"$dir/out"
cmp -s "$dir/out" "$dir/file"
tap $? "options in any order, a type with a leading dot"
cp $trace "$dir/-odd"
(cd "$dir" && "$pbw" decode -s "$OLDPWD/$otel" -t $request -- -odd >out)
cmp -s "$dir/out" "$dir/file"
tap $? "a file whose name starts with a dash, behind --"

decodes p3.Scalars '\030\226\001' 'f_int32: 150' "an integer"
decodes p3.Scalars '\030\377\377\377\377\377\377\377\377\377\001' 'f_int32: -1' "a negative integer"
decodes p3.Scalars '\060\377\377\377\377\377\377\377\377\377\001' 'f_uint64: 18446744073709551615' "the largest integer"
decodes p3.Scalars '\025\315\314\314\075' 'f_float: 0.1' "a float by its shortest digits"
decodes p3.Scalars '\025\000\000\200\177' 'f_float: inf' "infinity"
decodes p3.Scalars '\025\000\000\000\200' 'f_float: -0' "minus zero"
decodes p3.Scalars '\011\001\000\000\000\000\000\370\177' 'f_double: nan' "not a number"
decodes p3.Scalars '\150\001' 'f_bool: true' "a boolean"
decodes p3.Scalars '\200\001\002' 'f_enum: GREEN' "an enum by name"
decodes p3.Scalars '\200\001\115' 'f_enum: 77' "an enum without a name"
decodes p3.Scalars '\162\012a"\\\n\t\303\251\001\177x' 'f_string: "a\"\\\n\té\001\177x"' "a string is escaped"
decodes p3.Scalars '\162\004\302\233\061m' 'f_string: "\302\2331m"' "a terminal's control character too"
decodes p3.Scalars '\172\003\303\251\377' 'f_bytes: "\303\251\377"' "bytes are escaped"
decodes p2.Scalars '\162\003\377\303\251' 'f_string: "\377é"' "a string that is not UTF-8"
decodes p3.Scalars '\212\001\000' 'f_message {
}' "an empty message"
decodes p3.Lists '\032\002\001\002\162\001a' 'f_int32: 1
f_int32: 2
f_string: "a"' "lists"
decodes p3.Maps '\142\006\012\001k\022\001v' 'string_string {
  key: "k"
  value: "v"
}' "a map"
decodes p2.Groups '\013\010\005\014' 'One {
  a: 5
}' "a group, by the name of its type"
decodes e23.Delimited '\033\010\005\034' 'delimited {
  id: 5
}' "a delimited field, by its own name"
decodes p2.Extendable '\010\001\240\006\005' 'id: 1
[vectors.p2.ext_int32]: 5' "an extension in brackets"
decodes p3.Empty '\010\226\001\025\001\000\000\000\031\002\000\000\000\000\000\000\000' '1: 150
2: 0x00000001
3: 0x0000000000000002' "unknown numbers"
decodes p3.Empty '\012\003ab!\022\002\010\005\033\010\001\034' '1: "ab!"
2: {
  1: 5
}
3 {
  1: 1
}' "unknown strings, messages and groups"
decodes p2.Enums '\010\007' '1: 7' "an unknown value of a closed enum"
: >"$dir/in"
runs "$pbw" decode --schema $vectors --type vectors.p3.Empty "$dir/in"
exits 0 "an empty message of no bytes"
silent out "prints nothing"

# ---- bad input

refuses p3.Scalars '\030' 'PBW_ERR_TRUNCATED' "cut input"
refuses p3.Scalars '\030' "$dir/in: offset " "is told with file and offset"
refuses p3.Scalars '\000\001' 'PBW_ERR_MALFORMED' "field number 0"
refuses p3.Scalars '\162\001\377' 'PBW_ERR_UTF8' "a string that is not UTF-8 where it has to be"
refuses p3.Tree '\032\003\022\001\377' 'vectors.p3.Tree.child.name' "the path of the field"
refuses p3.Tree '\042\000\042\003\022\001\377' 'vectors.p3.Tree.children[1].name' "with the index in a list"
refuses p2.Required '\010\001' 'PBW_ERR_REQUIRED' "a missing required field"
refuses p2.Required '\010\001' 'label' "is named"
runs "$pbw" decode --partial --schema $vectors --type vectors.p2.Required "$dir/in"
exits 0 "and may be missing with --partial"
says out 'id: 1' "what is there is shown"
runs "$pbw" decode --schema $otel --type $request tests/vectors/vectors.binpb
exits 1 "a file of another type"
runs "$pbw" decode --schema $otel --type $request "$dir/none"
exits 3 "input that is not there"
speaks err "$dir/none: cannot read: No such file" "is named, with the reason"
runs "$pbw" decode --schema $otel --type $request "$dir"
exits 3 "input that is a folder"
runs "$pbw" decode --schema $otel --type no.such.Type $trace
exits 3 "a type that is not there"
speaks err "no such type: no.such.Type" "is named"
runs "$pbw" decode --schema $otel --type ExportTraceServiceRequest $trace
exits 3 "half a type's name"
speaks err "did you mean $request?" "gives a hint"

bytes '\032\003\022\001\377' >"$dir/$(printf 'odd\033[31m')"
runs "$pbw" decode --schema $vectors --type vectors.p3.Tree "$dir/$(printf 'odd\033[31m')"
exits 1 "a file whose name has control characters"
speaks err "odd?[31m: offset" "is told without them"

# ---- check

runs "$pbw" check --schema $otel --type $request $trace
exits 0 "check succeeds"
says out "$trace: ok, 4533 bytes, $request" "and says what it saw"
"$pbw" check --schema $otel --type $request <$trace >"$dir/out"
speaks out "stdin: ok" "check from stdin"
head -c 4000 $trace >"$dir/in"
runs "$pbw" check --schema $otel --type $request "$dir/in"
exits 1 "check of cut input fails"
silent out "and prints nothing on stdout"
speaks err "$dir/in: offset " "the offset is on stderr"
speaks err "$request.resource_spans" "and the path"
runs "$pbw" check --schema $vectors --type vectors.p2.Required --partial /dev/null
exits 0 "check --partial"
echo '{"name": 1}' | "$pbw" check --from json --schema $vectors --type vectors.p3.Tree >"$dir/out" 2>"$dir/err"
code=$?
exits 1 "check of JSON"
speaks err "stdin: offset 9: line 1, column 10: vectors.p3.Tree.name: " "tells offset, line, column and field"
echo 'name: "x"' | "$pbw" check --from text --schema $vectors --type vectors.p3.Tree >"$dir/out" 2>"$dir/err"
code=$?
exits 0 "check of text"
"$pbw" check --schema $vectors --type vectors.p3.Tree <&- >"$dir/out" 2>"$dir/err"
code=$?
exits 3 "stdin that is closed"
speaks err "stdin: cannot read" "is told"
