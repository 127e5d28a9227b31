#!/bin/sh
# Makes every generated file again and compares it with the one in the repository. Prints TAP.
set -u
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
failed=0

# From abi/pbwire.h: in a copy of the folders.
from_header='
abi/pbwire.abi.json
abi/pbwire.map
bindings/lua/pbwire/cdef.lua
bindings/julia/src/capi.jl
tests/abi/functions.h
tests/abi/layout.c'

if "$python" -c 'import pycparser' 2>/dev/null; then
    mkdir -p "$copy/abi"
    "$python" scripts/abi_describe.py abi/pbwire.h >"$copy/abi/pbwire.abi.json" &&
        "$python" scripts/abi_emit.py "$copy" || exit 1
    for file in $from_header; do
        if diff -u "$file" "$copy/$file" >"$copy/diff" 2>&1; then
            echo "ok - $file is fresh"
        else
            head -40 "$copy/diff"
            echo "not ok - $file is stale: make generate"
            failed=1
        fi
    done
else
    echo "ok - declarations are fresh # SKIP missing pycparser"
fi

# The other scripts compare by themselves. All but one take the descriptors that a new protoc brings along.
for script in scripts/gen_*.py; do
    if [ "$script" != scripts/gen_powers.py ] &&
        ! "$python" -c 'import sys; sys.path.insert(0, "scripts"); import descriptors; descriptors.version()' 2>/dev/null; then
        echo "ok - what $script makes is fresh # SKIP missing protoc-new (scripts/deps.sh conformance)"
    elif "$python" "$script" --check; then
        echo "ok - what $script makes is fresh"
    else
        echo "not ok - what $script makes is stale"
        failed=1
    fi
done
exit $failed
