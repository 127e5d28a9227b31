#!/bin/sh
# The shared vectors, through the C library.
program=${PBW_BUILD:-build/release}/tests/vectors/run
if [ -n "${PBW_RUN:-}" ] && [ ! -x "$program" ]; then
    echo "ok - the vectors on another machine # SKIP missing cross compiler for $program (scripts/deps.sh ports)"
    exit
fi
exec ${PBW_RUN:-} "$program" tests/vectors
