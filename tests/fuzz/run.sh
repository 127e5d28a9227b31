#!/bin/sh
# The fuzz targets on their committed corpora, as an ordinary suite: every input once, each in a process of its own.
status=0
for target in cells codec decode edit json model schema source stream text; do
    ${PBW_RUN:-} "${PBW_BUILD:-build/release}/tests/fuzz/$target" "tests/fuzz/corpus/$target"/* >"${TMPDIR:-/tmp}/pbw-fuzz.$$" || status=1
    grep -v '^1\.\.' "${TMPDIR:-/tmp}/pbw-fuzz.$$"
done
rm -f "${TMPDIR:-/tmp}/pbw-fuzz.$$"
exit $status
