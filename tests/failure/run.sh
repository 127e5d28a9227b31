#!/bin/sh
# Every allocation fails once.
exec ${PBW_RUN:-} "$PBW_BUILD/tests/failure/failure" tests/vectors/vectors.binpb
