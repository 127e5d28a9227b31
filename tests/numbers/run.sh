#!/usr/bin/env bash
# Numbers to text and back, by the hundred thousand. With PBW_FULL=1 (make full) it is by the ten million, and, with
# gcc's build, all 2^32 floats.
set -u
step=20011 count=100000
if [ "${PBW_FULL:-}" = 1 ]; then
    count=10000000 step=2003
    [ "$(basename "$PBW_BUILD")" = gcc ] && step=1
fi
"$PBW_BUILD/tests/numbers/trips" $count || exit 1

cxx=${CXX:-c++}
if ! command -v "$cxx" >/dev/null; then
    echo "ok - floats as std::to_chars has them # SKIP missing $cxx (scripts/deps.sh core)"
    exit 0
fi
floats=$PBW_BUILD/tests/numbers/floats
"$cxx" -std=c++17 -O2 -I. -o "$floats" tests/numbers/floats.cc "$PBW_BUILD/libpbwire.a" || exit 1
"$floats" $step 0 2 &
"$floats" $step 1 2
status=$?
wait $! && exit $status
