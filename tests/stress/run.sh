#!/bin/sh
# Many threads, one schema. Worth most under the thread sanitizer.
exec "$PBW_BUILD/tests/stress/threads" bench/cases/cases.binpb
