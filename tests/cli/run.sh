#!/bin/sh
# pbw from outside: what it prints, where, and its exit codes. Prints TAP.
set -u
cd "$(dirname "$0")/../.." || exit 1
pbw=$(cd "${PBW_BUILD:-build/release}" && pwd)/pbw
vectors=tests/vectors/vectors.binpb
otel=tests/data/otel/otel.binpb
trace=tests/data/otel/checkout.trace.pb
request=opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
n=0
failed=0

# bytes OCTAL... : those bytes on stdout, e.g. bytes '\010\001'
bytes() { printf "$1"; } # shellcheck disable=SC2059

# runs COMMAND... : its exit code in $code, its words in $dir/out and $dir/err
runs() {
    "$@" >"$dir/out" 2>"$dir/err"
    code=$?
}

tap() {
    n=$((n + 1))
    if [ "$1" = 0 ]; then
        echo "ok $n - $2"
    else
        failed=1
        echo "not ok $n - $2"
        echo "# exit code $code"
        sed 's/^/# stdout: /' "$dir/out" | head -n 20
        sed 's/^/# stderr: /' "$dir/err" | head -n 20
    fi
}

# exits CODE NAME : the last run did that
exits() {
    [ "$code" = "$1" ]
    tap $? "$2"
}

# says OUT|ERR TEXT NAME : a line of it is TEXT
says() {
    grep -qxF -e "$2" "$dir/$1"
    tap $? "$3"
}

# speaks OUT|ERR TEXT NAME : TEXT stands in it
speaks() {
    grep -qF -e "$2" "$dir/$1"
    tap $? "$3"
}

silent() {
    [ ! -s "$dir/$1" ]
    tap $? "$2"
}

# decodes TYPE BYTES EXPECTED NAME : the text is exactly that
decodes() {
    bytes "$2" >"$dir/in"
    runs "$pbw" decode --schema $vectors --type "vectors.$1" "$dir/in"
    printf '%s\n' "$3" >"$dir/want"
    [ "$code" = 0 ] && cmp -s "$dir/out" "$dir/want" && [ ! -s "$dir/err" ]
    tap $? "$4"
}

# refuses TYPE BYTES TEXT NAME : exit code 1, nothing on stdout, TEXT on stderr
refuses() {
    bytes "$2" >"$dir/in"
    runs "$pbw" decode --schema $vectors --type "vectors.$1" "$dir/in"
    [ "$code" = 1 ] && [ ! -s "$dir/out" ] && grep -qF -e "$3" "$dir/err"
    tap $? "$4"
}

# ---- help, version, usage

runs "$pbw" --help
exits 0 "--help succeeds"
speaks out "exit codes: 0 success" "--help tells the exit codes"
silent err "--help says nothing on stderr"
for command in decode encode convert check stat diff types show; do
    runs "$pbw" $command --help
    exits 0 "$command --help succeeds"
    speaks out "usage: pbw $command --schema FILE" "$command --help shows the usage"
    speaks out "descriptor set" "$command --help explains the schema"
done
runs "$pbw" raw --help
exits 0 "raw --help succeeds"
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
speaks err "--schema FILE is missing" "and is named"
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

# ---- types

runs "$pbw" types --schema $otel
exits 0 "types succeeds"
says out "$request" "types lists a message"
says out "opentelemetry.proto.trace.v1.Span.Event" "types lists a nested message"
grep -q '^google' "$dir/out"
[ $? = 1 ]
tap $? "types leaves out what is built in"
[ "$(wc -l <"$dir/out")" = 16 ]
tap $? "types lists each message once"
runs "$pbw" types --schema $vectors
grep -q 'Entry$' "$dir/out"
[ $? = 1 ]
tap $? "types leaves out map entries"
runs "$pbw" types --all --schema $vectors
exits 0 "types --all succeeds"
says out "google.protobuf.Timestamp" "types --all lists what is built in"
says out "vectors.p3.Maps.Int32Int32Entry" "types --all lists map entries"
runs "$pbw" types --schema $otel --schema $vectors
says out "$request" "several schemas: the first"
says out "vectors.p3.Maps" "several schemas: the second"
runs "$pbw" types -s $otel
exits 0 "-s is --schema"
runs "$pbw" types --schema=$otel
exits 0 "--schema=FILE"
"$pbw" types --schema - <$otel >"$dir/out" 2>"$dir/err"
code=$?
exits 0 "the schema from stdin"

# ---- schemas that cannot be loaded

runs "$pbw" types --schema "$dir/none"
exits 3 "a schema that is not there"
speaks err "$dir/none: cannot read: No such file" "is named, with the reason"
runs "$pbw" types --schema "$dir"
exits 3 "a schema that is a folder"
printf 'not a descriptor set' >"$dir/text"
runs "$pbw" types --schema "$dir/text"
exits 3 "a schema that is no descriptor set"
speaks err "$dir/text: " "is named"
speaks err "not a descriptor set" "with what it should be"
head -c 500 $otel >"$dir/cut"
runs "$pbw" types --schema "$dir/cut"
exits 3 "a schema that is cut"
speaks err "offset " "is told with the offset"

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

# ---- encode, and back again

trips() { # FILE TYPE NAME : decode and encode give the same bytes, and so do JSON and back where it is asked for
    "$pbw" decode --partial -s "$schema" -t "$2" "$1" 2>"$dir/err" | "$pbw" encode --partial -s "$schema" -t "$2" >"$dir/out" 2>>"$dir/err"
    code=$?
    cmp -s "$1" "$dir/out"
    tap $? "$3"
}
schema=$otel
trips $trace $request "decode and encode give the same bytes"
schema=$vectors
bytes '\010\226\001\025\001\000\000\000\031\002\000\000\000\000\000\000\000\012\003ab!\022\002\010\005\033\010\001\034\052\000' >"$dir/in"
trips "$dir/in" vectors.p3.Empty "unknown fields of every wire type too"
bytes '\010\001\240\006\005' >"$dir/in"
trips "$dir/in" vectors.p2.Extendable "and extensions"
# Text has one NaN only. Every fifth other input of the shared vectors that is canonical, has a plain type and stands on one line of plain hex.
awk -F': ' 'function octal(hex,   i, n, text) {
        for (i = 1; i < length(hex); i += 2) {
            n = 16 * (index("0123456789abcdef", substr(hex, i, 1)) - 1) + index("0123456789abcdef", substr(hex, i + 1, 1)) - 1
            text = text sprintf("\\%03o", n)
        }
        return text
    }
    /^name:/ {type = input = ""; same = 0; nan = $2 ~ /nan/}
    /^type:/ {type = $2}
    /^input:/ {input = $2; nan = nan || $2 ~ /ffffffff/} /^output: same/ {same = 1} /^flags:/ {same = 0}
    /^$/ {if (same && !nan && input ~ /^[0-9a-f]+$/ && n++ % 5 == 0) print type, octal(input); same = 0}' tests/vectors/*.vec >"$dir/list"
count=0 wrong=0
while read -r type octal; do
    bytes "$octal" >"$dir/in"
    count=$((count + 1))
    "$pbw" decode --partial -s $vectors -t "$type" "$dir/in" 2>"$dir/err" |
        "$pbw" encode --partial -s $vectors -t "$type" 2>>"$dir/err" | cmp -s - "$dir/in" ||
        { wrong=$((wrong + 1)); printf '# %s %s\n' "$type" "$octal"; }
done <"$dir/list"
code=0
[ $wrong = 0 ] && [ $count -gt 50 ]
tap $? "$count inputs of the shared vectors go through text and back"
echo 'name: "x" nme: 1' | "$pbw" encode -s $vectors -t vectors.p3.Tree >"$dir/out" 2>"$dir/err"
code=$?
exits 1 "text with an unknown name"
speaks err "line 1, column 11" "is told with line and column"
echo 'name: "x" nme: 1' | "$pbw" encode --ignore-unknown -s $vectors -t vectors.p3.Tree >"$dir/out" 2>"$dir/err"
code=$?
exits 0 "and skipped with --ignore-unknown"

# ---- convert

"$pbw" convert -s $otel -t $request $trace >"$dir/json" 2>"$dir/err"
code=$?
exits 0 "convert to JSON"
grep -q '"serviceName\|"stringValue": "frontend"' "$dir/json"
tap $? "with the names of JSON"
"$pbw" convert -s $otel -t $request --from json --to binary "$dir/json" >"$dir/out"
cmp -s "$dir/out" $trace
tap $? "and back gives the same bytes"
"$pbw" convert -s $otel -t $request --from json --to text "$dir/json" | "$pbw" convert -s $otel -t $request --from text --to binary -o "$dir/out"
cmp -s "$dir/out" $trace
tap $? "through text too, into --output"
[ "$("$pbw" convert -s $otel -t $request --compact $trace | wc -l)" = 1 ]
tap $? "--compact is one line"
"$pbw" convert -s $otel -t $request --proto-names $trace | grep -q '"resource_spans"'
tap $? "--proto-names"
printf '{"name": "x",\n "nme": 1}' | "$pbw" convert -s $vectors -t vectors.p3.Tree --from json >"$dir/out" 2>"$dir/err"
code=$?
exits 1 "JSON with an unknown name"
speaks err "line 2, column 2" "is told with line and column"
runs "$pbw" convert -s $otel -t $request --to yaml $trace
exits 2 "a format that there is not"

# ---- streams

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

# ---- raw, stat, diff, show

runs "$pbw" raw $trace
exits 0 "raw needs no schema"
speaks out '"service.name"' "and shows strings"
runs "$pbw" stat -s $otel -t $request $trace
exits 0 "stat succeeds"
says out "        4533  100.0%          4  resource_spans" "and counts every byte"
bytes '\010\001\230\077\005' >"$dir/in"
runs "$pbw" stat -s $vectors -t vectors.p3.Empty "$dir/in"
speaks out "?1011" "unknown fields by number"
"$pbw" decode -s $otel -t $request $trace | sed 's/"POST"/"PUT"/' | "$pbw" encode -s $otel -t $request >"$dir/edited"
runs "$pbw" diff -s $otel -t $request $trace "$dir/edited"
exits 1 "diff of messages that differ"
says out '- resource_spans[0].scope_spans[0].spans[0].attributes[0].value.string_value: "POST"' "tells the path, the old value"
says out '+ resource_spans[0].scope_spans[0].spans[0].attributes[0].value.string_value: "PUT"' "and the new one"
runs "$pbw" diff -s $otel -t $request $trace $trace
exits 0 "diff of equal messages"
silent out "prints nothing"
runs "$pbw" diff -s $otel -t $request $trace "$dir/none"
exits 3 "diff with a file that is not there"
runs "$pbw" diff -s $otel -t $request $trace
exits 2 "diff needs two files"
bytes '\142\006\012\001k\022\001v\142\006\012\001l\022\001w' >"$dir/in"
bytes '\142\006\012\001l\022\001w\142\006\012\001k\022\001x' >"$dir/in2"
runs "$pbw" diff -s $vectors -t vectors.p3.Maps "$dir/in" "$dir/in2"
[ "$(cat "$dir/out")" = '- string_string["k"]: "v"
+ string_string["k"]: "x"' ]
tap $? "maps are compared by key"
runs "$pbw" show -s $vectors vectors.p3.Maps
exits 0 "show a type"
says out '  map<int32, int32> int32_int32 = 1;' "with its maps"
runs "$pbw" show -s $vectors no.such.Type
exits 3 "show a type that is not there"

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
    "$pbw" decode --schema $otel --type $request $trace >/dev/full 2>"$dir/err"
    code=$?
    exits 3 "a full disk"
    speaks err "cannot write" "is told"
else
    n=$((n + 1))
    echo "ok $n - a full disk # SKIP no /dev/full"
fi
"$pbw" decode --schema $otel --type $request $trace 2>"$dir/err" | head -n 1 >"$dir/out"
silent err "a reader that leaves early is no error"

echo "1..$n"
exit $failed
