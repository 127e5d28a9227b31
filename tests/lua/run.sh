#!/usr/bin/env bash
# The Lua binding under both hosts: its own tests, the shared vectors, a Tarantool instance, the conformance suite.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
here=tests/lua
PBWIRE_LIBRARY=$(realpath "${PBW_BUILD:-build/release}")/libpbwire.so
export PBWIRE_LIBRARY
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failed=0
make -s build/bench/lua/cases/cases.tsv >"$out/make" 2>&1 || { cat "$out/make"; echo "not ok - the cases were not made"; exit 1; }

# A test file plans its own lines; here they are added up, so the plans are left out.
run() { # HOST FILE [ARGUMENT]
    "$@" >"$out/log" 2>&1 || { failed=1; grep -aq '^not ok' "$out/log" || echo "not ok - $1: $2 ended with an error"; }
    grep -aq '^1\.\.' "$out/log" || { failed=1; echo "not ok - $1: $2 did not come to its end"; }
    grep -av '^1\.\.' "$out/log"
}

for host in luajit tarantool; do
    if ! command -v "$host" >/dev/null; then
        echo "ok - the Lua binding under $host # SKIP missing $host (scripts/deps.sh lua)"
        continue
    fi
    for file in "$here"/test_*.lua "$here"/vectors.lua "$here"/gates.lua; do
        run "$host" "$file"
    done
done

for host in luajit tarantool; do
    command -v "$host" >/dev/null || continue
    mkdir "$out/docs-$host"
    run "$host" "$here/docs.lua" "$out/docs-$host"
done

# The rock, as users install it. Tarantool brings LuaRocks along.
if command -v tarantoolctl >/dev/null; then
    tarantoolctl rocks make pbwire-scm-1.rockspec --tree "$out/rock" >"$out/log" 2>&1
    version=$(cd "$out" && env -u PBWIRE_LIBRARY LUA_PATH="$out/rock/share/tarantool/?.lua;$out/rock/share/tarantool/?/init.lua" LUA_CPATH="$out/rock/lib/tarantool/?.so" \
        luajit -e 'print(require("pbwire").VERSION, require("pbwire.codec.set") and "whole")' 2>&1)
    if [[ $version == *whole ]]; then
        echo "ok - the rock builds the library, and works where it was installed"
    else
        tail -n 5 "$out/log" | sed 's/^/# /'
        echo "not ok - the rock: $version"
        failed=1
    fi
else
    echo "ok - the rock # SKIP missing tarantoolctl (scripts/deps.sh lua)"
fi

# A Tarantool instance, and the same again after a restart.
if command -v tarantool >/dev/null; then
    for file in first second; do run tarantool "$here/tarantool/$file.lua" "$out"; done
fi

if command -v luajit >/dev/null; then "$here/conformance.sh" luajit table loop view || failed=1; fi
if command -v tarantool >/dev/null; then "$here/conformance.sh" tarantool table || failed=1; fi
exit $failed
