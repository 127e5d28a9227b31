#!/usr/bin/env bash
# Runs suites of tests, one after the other, and adds up what they say.
#
#   scripts/run-tests.sh SUITE[@BUILD]...    e.g. build/gcc/tests/unit/base/test_arena tests/cli/run.sh@build/gcc
#
# A suite is an executable that prints TAP on stdout and is run in the root of the checkout:
#
#   ok 1 - what holds               (also without the number, or indented)
#   not ok 2 - what does not
#   ok 3 - name # SKIP reason       "# SKIP missing ..." names a tool that is not there: under CI=true, where
#                                   every tool has to be, that is a failure
#   1..3                            the plan is optional; with one, a count that differs is a failure
#   anything else                   is shown when the suite fails
#
# It finds what was built for it in $PBW_BUILD, the BUILD of its argument: libpbwire.so, libpbwire.a, pbw and
# tests/. Where that build is for a machine of another kind (build/s390x), $PBW_RUN holds the words of the command that
# runs its programs here, qemu; else it is empty. A suite that ends with an error without having said "not ok", or says nothing, counts as one failure.
#
# All that a failing suite says, but for its "ok", is shown; the last line is "N passed, N failed, N skipped".
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

export CMOCKA_MESSAGE_OUTPUT=TAP # cmocka's programs are suites as they are
passed=0 failed=0 skipped=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Counts one suite's results: "passed failed skipped planned missing".
count() {
    awk -v strict="$([ "${CI:-}" = true ] && echo 1)" '
        /^[ \t]*1\.\.[0-9]+/ { sub(/^[ \t]*1\.\./, ""); plan += $0 }
        /^[ \t]*(not )?ok( |$)/ {
            if ($0 ~ /# *SKIP missing/ && strict) bad++
            else if ($0 ~ /# *SKIP/) skip++
            else if ($0 ~ /^[ \t]*not/) bad++
            else good++
        }
        END { print good + 0, bad + 0, skip + 0, plan + 0 }' "$1"
}

# emulator BUILD: the command that runs the programs of a build for another machine. They are started by that
# machine's own loader: qemu-i386 7.2 -L hangs where a thread begins.
emulator() {
    local port=${1#build/} qemu loader
    case $port in
    i686) qemu=qemu-i386 loader=ld-linux.so.2 ;;
    aarch64) qemu=qemu-aarch64 loader=ld-linux-aarch64.so.1 ;;
    s390x) qemu=qemu-s390x loader=ld64.so.1 ;;
    *) return ;;
    esac
    echo "$(command -v $qemu || echo $qemu) /usr/$port-linux-gnu/lib/$loader --library-path /usr/$port-linux-gnu/lib"
}

run() {
    local suite=${1%@*} build=build/release label=$1 start=$SECONDS command=() runner code good bad skip plan
    case $1 in
    *@*) build=${1#*@} label="$suite ($(basename "$build"))" ;;
    build/*) build=$(cut -d / -f 1,2 <<<"$1") ;;
    esac
    runner=$(emulator "$build")
    [[ $suite != build/* ]] || read -ra command <<<"$runner"
    PBW_BUILD=$build PBW_RUN=$runner "${command[@]}" "$suite" >"$log" 2>&1 </dev/null
    code=$?
    read -r good bad skip plan < <(count "$log")
    if ((bad == 0)); then
        if ((code != 0)); then
            echo "not ok - $suite ended with status $code" >>"$log"
            bad=1
        elif ((good + skip == 0 || (plan > 0 && good + skip != plan))); then
            echo "not ok - $suite told $((good + skip)) results, planned were $plan" >>"$log"
            bad=1
        fi
    fi
    if ((bad > 0)); then grep -vE '^[ \t]*ok( |$)' "$log" | sed 's/^/    /'; fi
    printf '%-56s %5d ok' "$label" "$good"
    ((bad > 0)) && printf ', %d FAILED' "$bad"
    ((skip > 0)) && printf ', %d skipped' "$skip"
    ((SECONDS - start > 4)) && printf ' in %d s' $((SECONDS - start))
    echo
    sed -nE 's/^[ \t]*(not )?ok.*# *SKIP *(.*)/SKIP: \2/p' "$log" | sort | uniq -c | sed -E 's/^ *1 //; s/^ *([0-9]+) (.*)/\2 (\1 times)/'
    ((passed += good, failed += bad, skipped += skip))
}

for suite in "$@"; do
    run "$suite"
done
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0))
