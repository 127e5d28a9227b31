#!/bin/sh
# make demo's script, as a test: it succeeds, and its last line says so.
cd "$(dirname "$0")/../.." || exit 1
out=$(BUILD=${PBW_BUILD:-build/release} sh scripts/demo.sh 2>&1)
code=$?
verdict=$(printf '%s\n' "$out" | tail -n 1)
if [ $code = 0 ] && [ "$verdict" = "OK: only what was edited has changed" ]; then
    echo "ok 1 - the demo ends with: $verdict"
else
    printf '%s\n' "$out" | sed 's/^/# /'
    echo "not ok 1 - the demo"
fi
echo "1..1"
