#!/bin/sh
# Compares the ABI of a built library with the recorded dump, abi/pbwire.abi.xml, or records it.
#
#   scripts/abi-check.sh check|record LIBRARY
#
# While the version is 0.x the record is PROVISIONAL: a change is allowed, but never by accident. Removing or
# changing something fails until the new ABI is recorded (make abi-record) and the difference is reviewed with
# the commit. Additions are shown and pass. From 1.0 on only additions are allowed.
set -eu
cd "$(dirname "$0")/.."
record=abi/pbwire.abi.xml

if ! command -v abidw >/dev/null || ! command -v abidiff >/dev/null; then
    echo "SKIP: missing abidw and abidiff (abigail-tools)"
    [ "${CI:-}" != true ]
    exit
fi

# Types that the header does not define are opaque; the dump names no place on the machine that made it.
dump() {
    abidw --header-file abi/pbwire.h --drop-private-types --drop-undefined-syms \
        --exported-interfaces-only --no-comp-dir-path --no-corpus-path --no-show-locs --no-architecture --type-id-style hash --out-file "$2" "$1"
}

case $1 in
record)
    dump "$2" "$record"
    echo "recorded $record (provisional)"
    ;;
check)
    now=$(dirname "$2")/pbwire.abi.xml
    dump "$2" "$now"
    abidiff "$record" "$now" || true
    if abidiff --no-added-syms "$record" "$now" >/dev/null; then
        echo "ABI: as recorded (provisional), additions aside"
    else
        echo "ABI: changed. It is provisional (0.x): if this is meant, run 'make abi-record' and commit $record"
        exit 1
    fi
    ;;
esac
