#!/bin/sh
# The benchmark holds together: its payloads are the recorded ones, and the library gives each of them back, byte by
# byte, through every operation that is measured; a peer in a process of its own is proved and told like any other. No time
# of the library is looked at. Prints TAP.
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

# ---- memory and threads ----

make -s -f bench/bench.mk $out/alloc_count.so >"$said" 2>&1 &&
    LD_PRELOAD=$out/alloc_count.so SUITE=memory PBW_LIB_CLANG=$build/libpbwire.so PBW_LIB_GCC='' PEERS=none OUT='' CASES='' OPS='' \
        $out/c-bench >"$said" 2>&1
tap $? "what every operation takes from malloc is counted"
owned=$(awk '$2 == "decode-owned" && $3 > 0 && $4 ~ "^/[1-9]"' "$said" | wc -l)
kept=$(awk '($2 == "decode-pooled" || $2 == "encode") && $3 == "0" && $4 == "/0"' "$said" | wc -l)
[ "$owned $kept" = "$cases $((2 * cases))" ]
tap $? "an owned message takes memory, an operation on kept memory none, in $owned and $kept of $cases cases"
SUITE=threads PBW_LIB_CLANG=$build/libpbwire.so PBW_LIB_GCC='' PEERS=none PASSES=1 MS=1 OUT='' CASES='' OPS='' $out/c-bench >"$said" 2>&1
tap $? "every operation runs in several threads"
cores=$(nproc)
[ "$(grep -c '^[a-z0-9-]* *[a-z-]* x1 ' "$said") $(grep -c "^[a-z0-9-]* *[a-z-]* x$cores " "$said")" = "4 4" ]
tap $? "two cases and two operations were measured, with one thread and with $cores"
"${PYTHON:-python3}" tests/bench/report.py >"$said" 2>&1
tap $? "the report says what the results say"

# ---- a peer in a process of its own: the harness beside one shared object, whose program is peer.py ----

dir=$(mktemp -d)
trap 'rm -rf "$said" "$dir"' EXIT
cp $out/c-bench $out/pbwire.so "$dir"

# peer COMMAND: runs the harness with it under the name of a peer; $? is its status, $dir/tsv what it wrote
peer() {
    rm -f "$dir/tsv"
    make -s -f bench/bench.mk bench_out="$dir" PROCESS="$1" "$dir/process.so" >"$said" 2>&1 &&
        mv "$dir/process.so" "$dir/hyperpb-go.so" &&
        PBW_LIB_CLANG=$build/libpbwire.so PBW_LIB_GCC='' PEERS=hyperpb-go PASSES=1 MS=1 OUT="$dir/tsv" CASES=matrix3-x0 OPS='' \
            "$dir/c-bench" >"$said" 2>&1
}
here=$PWD/tests/bench

peer "python3 $here/peer.py honest" && awk -F '\t' '$4 == "hyperpb-go" { print $2, $5 }' "$dir/tsv" >>"$said" &&
    [ "$(grep -c '^[a-z0-9-]* 1000.0$' "$said")" = 6 ]
tap $? "a peer in a process of its own is proved, timed by its own clock and in the results"
peer "python3 $here/peer.py unable" && grep -q 'left out.*it has no hands' "$said" &&
    ! cut -f 2 "$dir/tsv" | grep -qx encode && cut -f 2 "$dir/tsv" | grep -qx decode-pooled
tap $? "what it cannot do is told and left out"
! peer "python3 $here/peer.py wrong" && grep -q 'FAILED: matrix3-x0, encode, hyperpb-go' "$said" && [ ! -e "$dir/tsv" ]
tap $? "other bytes are a failure, and there are no results"
! peer "python3 $here/peer.py dying" && grep -q 'FAILED: matrix3-x0, .*error' "$said" && [ ! -e "$dir/tsv" ]
tap $? "so is a peer that dies"
peer "no-such-program" && grep -q 'peer absent: hyperpb-go' "$said" && [ -e "$dir/tsv" ]
tap $? "one that cannot be started is absent, and the rest goes on"

# ---- an engine that says what it lacks ----

${CC:-cc} -O1 -std=c11 -fPIC -shared -I. -o "$dir/nanopb.so" tests/bench/engine/lacking.c >"$said" 2>&1 &&
    PBW_LIB_CLANG=$build/libpbwire.so PBW_LIB_GCC='' PEERS=nanopb PASSES=1 MS=1 OUT="$dir/tsv" CASES=matrix3-x0 OPS='' \
        "$dir/c-bench" >"$said" 2>&1 &&
    [ "$(grep -c 'left out: matrix3-x0, nanopb: it has no pen' "$said")" = 1 ] &&
    [ "$(awk -F '\t' '$4 == "nanopb" { print $2 }' "$dir/tsv" | xargs)" = 'decode-owned decode-pooled' ]
tap $? "an operation that an engine lacks is told once and left out, the others are measured"

echo "1..$n"
