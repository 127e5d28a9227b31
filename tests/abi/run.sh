#!/bin/sh
# The ABI's promises: what is generated is fresh, what is exported is what the header declares, records are
# laid out as described, and a host that knows only the description can hold a whole session.
set -u
library=$PBW_BUILD/libpbwire.so

session() {
    "$PBW_BUILD/tests/abi/layout"
    "$PBW_BUILD/tests/abi/session" "$library" bench/cases/cases.binpb
}

case $PBW_BUILD in
*san) # a sanitizer's own symbols and needs are not the library's
    session
    exit
    ;;
esac

scripts/check-generated.sh

names=$(mktemp)
trap 'rm -f "$names"' EXIT
sed -n 's/^  {* *\(pbw_[a-z0-9_]*\);$/\1/p' abi/pbwire.map | sort >"$names"
if nm -D --defined-only "$library" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort | diff "$names" -; then
    echo "ok - exactly the $(wc -l <"$names") functions of the header are exported"
else
    echo "not ok - exported symbols (>) differ from the header's (<)"
fi

if nm -D --undefined-only "$library" | grep -vE '@GLIBC|__cxa_finalize|__gmon_start__|_ITM_|@LIBC|^ *w '; then
    echo "not ok - the library needs more than libc"
else
    echo "ok - the library needs libc only"
fi

case $PBW_BUILD in
*gcc*) # the recorded dump is gcc's
    if ! command -v abidiff >/dev/null; then
        echo "ok - the ABI is as recorded # SKIP missing abidiff"
    elif scripts/abi-check.sh check "$library"; then
        echo "ok - the ABI is as recorded"
    else
        echo "not ok - the ABI is as recorded"
    fi
    ;;
esac

session
