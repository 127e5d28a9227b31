#!/bin/sh
# Many threads, one schema (worth most under the thread sanitizer); then many messages, one ctx: PBW_MESSAGES of them, some
# under a sanitizer, which takes fifty times as long.
"$PBW_BUILD/tests/stress/threads" bench/cases/cases.binpb
threads=$?
case $PBW_BUILD in
*san) PBW_MESSAGES=20000 ;;
esac
"$PBW_BUILD/tests/stress/flat" bench/cases/cases.binpb ${PBW_MESSAGES:+"$PBW_MESSAGES"}
exit $((threads + $?))
