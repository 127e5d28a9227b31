#!/usr/bin/env bash
# The official conformance suite against the testee, in each of its ways: owned, pooled and aliased messages.
# One TAP line a run and suite; the suites' own counts stand in it. What is expected to fail is in failures.txt
# (binary and JSON suite) and failures_text.txt: empty files.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
testee=${PBW_BUILD:-build/release}/tests/conformance/testee
read -ra runner <<<"${PBW_RUN:-}"
deps=${PBW_DEPS_DIR:-build/deps}
here=tests/conformance
edition=2023 # the newest that the runners test: later ones add nothing to their counts
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# A testee that answers "skipped" to everything would pass: this many tests must succeed, of binary and JSON and of text. The
# second runner has four more, of messages in an edition under development, which the testee may skip.
declare -A at_least=([conformance]="5567 883" [conformance-next]="5645 909")
n=0

tap() { echo "$1 $((++n)) - $2"; }

# run_suites FOLDER WAY
run_suites() {
    local folder=$1 way=$2 log=$out/log code lines name successes what
    local least
    read -ra least <<<"${at_least[$(basename "$folder")]}"
    "$folder/run" --enforce_recommended --maximum_edition "$edition" --output_dir "$out" \
        --failure_list "$here/failures.txt" --text_format_failure_list "$here/failures_text.txt" \
        "${runner[@]}" "$testee" "$way" "$folder/conformance.binpb" "$folder/test_messages.binpb" >"$log" 2>&1
    code=$?
    name="$(basename "$folder"), $way"
    mapfile -t lines < <(grep -oE 'CONFORMANCE SUITE (PASSED|FAILED): .*' "$log")
    for what in 0 1; do
        successes=$(sed -nE 's/.*: ([0-9]+) successes.*/\1/p' <<<"${lines[what]:-}")
        if [[ ${lines[what]:-} == *PASSED*" 0 expected failures, 0 unexpected failures"* ]] &&
            [ "${successes:-0}" -ge "${least[what]}" ]; then
            tap ok "$name: ${lines[what]#*: }"
        else
            tap "not ok" "$name: ${lines[what]:-no result}"
        fi
    done
    if [ "$code" != 0 ]; then
        tap "not ok" "$name: the runner ended with status $code"
        grep -E '^(ERROR|E0000|testee)' "$log" | cut -c 1-600 | head -n 60 | sed 's/^/# /'
    fi
}

if [ ! -x "$deps/conformance/run" ]; then
    echo "ok 1 - conformance # SKIP missing the conformance runner (scripts/deps.sh conformance)"
    exit 0
fi
for folder in "$deps/conformance" "$deps/conformance-next"; do
    [ -x "$folder/run" ] || continue
    for way in owned pooled aliased; do
        run_suites "$folder" "$way"
    done
done
echo "1..$n"
