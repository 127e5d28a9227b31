#!/bin/sh
# Many threads, one schema (worth most under the thread sanitizer); then many messages, one ctx: PBW_MESSAGES of them, some
# under a sanitizer, which takes fifty times as long.
${PBW_RUN:-} "$PBW_BUILD/tests/stress/threads" bench/cases/cases.binpb
threads=$?
[ -z "${PBW_RUN:-}" ] || exit $threads # the memory that the second one measures would be the emulator's
case $PBW_BUILD in
*san) PBW_MESSAGES=20000 ;;
esac
"$PBW_BUILD/tests/stress/flat" bench/cases/cases.binpb ${PBW_MESSAGES:+"$PBW_MESSAGES"}
exit $((threads + $?))
