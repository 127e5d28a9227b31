# pbw encode and convert: text and JSON, there and back. Part of run.sh.

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

# An output is touched only when there is something to write.
echo kept >"$dir/kept"
echo 'name: "x' | "$pbw" encode -s $vectors -t vectors.p3.Tree -o "$dir/kept" 2>"$dir/err"
code=$?
exits 1 "text that is wrong"
[ "$(cat "$dir/kept")" = kept ]
tap $? "leaves the --output as it was"
echo 'name: "x"' | "$pbw" encode -s $vectors -t vectors.p3.Tree -o "$dir/kept"
[ "$("$pbw" raw "$dir/kept")" = '       0  2: "x"' ]
tap $? "and text that is right replaces it"
echo '{"time": "2020-13-01T00:00:00Z"}' | "$pbw" convert --from json -s $vectors -t vectors.json.Known >"$dir/out" 2>"$dir/err"
code=$?
exits 1 "a value that is none"
speaks err "vectors.json.Known.time: " "is told with its field"
text json.Known 'time { seconds: 999999999999999 }' "$dir/in"
runs "$pbw" convert -s $vectors -t vectors.json.Known "$dir/in"
exits 1 "a message that JSON cannot express"
speaks err "$dir/in: vectors.json.Known.time: " "is told with its file and field"
silent out "and nothing is printed"
for message in 'f_double: nan f_float: -inf' 'f_double: -0 f_float: -0' 'f_bytes: "\000\377\n\"\\"' 'f_enum: 77' 'f_message { }' \
    'f_uint64: 18446744073709551615 f_int64: -9223372036854775808'; do
    text p3.Scalars "$message" "$dir/in"
    trips "$dir/in" vectors.p3.Scalars "there and back: $message"
done
