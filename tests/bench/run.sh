#!/bin/sh
# The benchmark holds together: its payloads are the recorded ones, and the library gives each of them back, byte by
# byte, through every operation that is measured. No time is looked at. Prints TAP.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${PBW_BUILD:-build/release}
said=$(mktemp)
trap 'rm -f "$said"' EXIT
out=build/bench
n=0

tap() { # STATUS NAME
    n=$((n + 1))
    if [ "$1" = 0 ]; then
        echo "ok $n - $2"
    else
        sed 's/^/# /' "$said" | tail -n 30
        echo "not ok $n - $2"
    fi
}

make -s -f bench/bench.mk c-bench-check >"$said" 2>&1
tap $? "the payloads are the recorded ones"
make -s -f bench/bench.mk $out/c-bench $out/pbwire.so >"$said" 2>&1 &&
    PBW_LIB_CLANG=$build/libpbwire.so PBW_LIB_GCC='' PEERS=none PASSES=1 MS=1 OUT='' CASES='' OPS='' $out/c-bench >"$said" 2>&1
tap $? "the library gives every payload back"
cases=$(awk -F '\t' 'NR > 1 && $5 == "message"' bench/cases/payloads.tsv | wc -l)
others=$(awk '($2 == "stream" || $2 == "schema-load") && $3 > 0' "$said" | wc -l)
proved=$(awk '$2 == "encode" && $3 > 0' "$said" | wc -l)
[ "$proved $others" = "$cases 2" ]
tap $? "$proved of $cases cases were measured, and the stream and the schema"
make -s -f bench/bench.mk $out/json-pbwire.so >"$said" 2>&1 &&
    SUITE=json PBW_LIB_CLANG=$build/libpbwire.so PBW_LIB_GCC='' PEERS=none PASSES=1 MS=1 OUT='' CASES='' OPS='' $out/c-bench >"$said" 2>&1
tap $? "the library prints every payload as JSON and reads it back"
proved=$(awk '$2 ~ /^json-/ && $3 > 0' "$said" | wc -l)
[ "$proved" -ge 36 ]
tap $? "$proved operations of JSON were measured"
echo "1..$n"
