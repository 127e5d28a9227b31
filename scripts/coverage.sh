#!/usr/bin/env bash
# Branch coverage of core/ by the tests (make coverage): what build/coverage counts, clang's own way.
#
#   scripts/coverage.sh run SUITE...              runs the suites, as scripts/run-tests.sh does; forgets earlier runs
#   scripts/coverage.sh table [--update] UNIT...  what they covered: scripts/coverage.py; UNIT: the unit tests' programs
#
# LLVM is what follows "clang" in the compiler's name (-19): llvm-profdata and llvm-cov must be of the same release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
raw=build/coverage/raw

case $1 in
run)
    rm -rf "$raw"
    mkdir -p "$raw"
    # One file for each program and library, to which each of its processes adds when it ends.
    LLVM_PROFILE_FILE=$PWD/$raw/%m.profraw MESSAGES=1000 PBW_MESSAGES=20000 scripts/run-tests.sh "${@:2}"
    ;;
table)
    update=()
    [ "${2:-}" != --update ] || { update=(--update) && shift; }
    "llvm-profdata${LLVM:-}" merge -sparse -o build/coverage/all.profdata "$raw"/*.profraw
    # The library has every function of the core. Programs add their own copies of inline ones.
    objects=()
    for program in "${@:2}"; do objects+=(-object "$program"); done
    "llvm-cov${LLVM:-}" export build/coverage/libpbwire.so "${objects[@]}" \
        -instr-profile=build/coverage/all.profdata >build/coverage/all.json
    "${PYTHON:-python3}" scripts/coverage.py build/coverage/all.json --reasons docs/coverage.md "${update[@]}"
    ;;
*)
    echo "usage: scripts/coverage.sh run SUITE... | table [--update] UNIT..." >&2
    exit 2
    ;;
esac
