#!/usr/bin/env bash
# The official conformance suite through the Lua binding. One TAP line a run and suite, as tests/conformance/run.sh has
# them; the same empty files say what is expected to fail.
#
#   conformance.sh HOST WAY...       e.g. luajit table loop view
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
lists=tests/conformance
folder=${PBW_DEPS_DIR:-build/deps}/conformance
least=(5567 883) # tests of binary and JSON, and of text, that must succeed, or a testee that skips all would pass
host=$1
shift
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

if [ ! -x "$folder/run" ]; then
    echo "ok - conformance of the Lua binding # SKIP missing the conformance runner (scripts/deps.sh conformance)"
    exit 0
fi

failed=0
for way in "$@"; do
    "$folder/run" --enforce_recommended --maximum_edition 2023 --output_dir "$out" \
        --failure_list "$lists/failures.txt" --text_format_failure_list "$lists/failures_text.txt" \
        "$(command -v "$host")" tests/lua/testee.lua "$way" "$folder/conformance.binpb" "$folder/test_messages.binpb" \
        >"$out/log" 2>&1
    code=$?
    mapfile -t lines < <(grep -oE 'CONFORMANCE SUITE (PASSED|FAILED): .*' "$out/log")
    for what in 0 1; do
        successes=$(sed -nE 's/.*: ([0-9]+) successes.*/\1/p' <<<"${lines[what]:-}")
        if [[ $code = 0 && ${lines[what]:-} = *PASSED* && ${successes:-0} -ge ${least[what]} ]]; then
            echo "ok - $host: conformance, $way: ${lines[what]#*: }"
        else
            echo "not ok - $host: conformance, $way: status $code, ${lines[what]:-no result}"
            failed=1
        fi
    done
    [ "$code" = 0 ] || grep -E '^(ERROR|E0000|testee|luajit|tarantool)' "$out/log" | cut -c 1-600 | head -n 10 | sed 's/^/# /'
done
exit $failed
