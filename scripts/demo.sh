#!/bin/sh
# make demo: shows pbw and the library on a trace that the repository carries. Needs a C compiler only.
# The Makefile sets BUILD, where pbw and libpbwire.a are, and CC.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build/release}
data=tests/data/otel
type=opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest

say() {
    printf '\n$ %s\n' "$*"
}

mkdir -p "$build/demo"
${CC:-cc} -std=c11 -O2 -I. -o "$build/demo/edit_trace" docs/examples/edit_trace.c "$build/libpbwire.a"

decode() {
    "$build/pbw" decode --schema $data/otel.binpb --type $type "$1"
}

# excerpt NAME LINES: a span of that name, from the text on stdin
excerpt() {
    sed -n "/ name: \"$1\"/,\$p" | head -n "$2" | sed 's/^    //'
    echo "    ..."
}

say "pbw decode --schema otel.binpb --type ...ExportTraceServiceRequest checkout.trace.pb    (a few lines of it)"
decode $data/checkout.trace.pb >"$build/demo/before.txt"
excerpt "POST \/reserve" 10 <"$build/demo/before.txt"

say "edit_trace otel.binpb checkout.trace.pb edited.pb    (docs/examples/edit_trace.c)"
"$build/demo/edit_trace" $data/otel.binpb $data/checkout.trace.pb "$build/demo/edited.pb" >"$build/demo/verdict.txt" ||
    { cat "$build/demo/verdict.txt"; exit 1; }
sed '$d' "$build/demo/verdict.txt"

say "pbw decode ... edited.pb    (what is new in it)"
decode "$build/demo/edited.pb" >"$build/demo/after.txt"
excerpt "POST \/v2\/reserve" 1 <"$build/demo/after.txt"
grep -B 1 -A 4 'key: "edited.by"' "$build/demo/after.txt" | sed 's/^    //'

say "pbw convert ... edited.pb    (the same as JSON)"
convert() { "$build/pbw" convert --schema $data/otel.binpb --type $type "$@"; }
convert "$build/demo/edited.pb" >"$build/demo/edited.json"
grep -A 5 '"name": "POST /v2/reserve"' "$build/demo/edited.json" | sed 's/^            //'
convert --from json --to binary "$build/demo/edited.json" | cmp - "$build/demo/edited.pb"
echo "    ... and from JSON back to the same bytes"

printf '\n'
tail -n 1 "$build/demo/verdict.txt"
