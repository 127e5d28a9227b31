#!/usr/bin/env bash
# Runs bench.lua under each host, with and without the compiler, and puts the tables together. See lua.mk.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
export ROWS=$rows

for host in ${HOSTS:-luajit tarantool}; do
    if ! command -v "$host" >/dev/null; then
        echo "*** host absent: $host"
        continue
    fi
    "$host" bench/lua/bench.lua
    # What is left without the compiler, where a program cannot have it.
    [ "$host" = luajit ] && luajit -joff bench/lua/bench.lua
done
if [ -n "${OUT:-}" ]; then
    { printf 'case\top\tpbwire_ns\tpeer\tpeer_ns\tratio\tbuild\tpolicy\tbytes\tpeer_bytes\n'; cat "$rows"; } >"$OUT"
    echo "written: $OUT"
fi
