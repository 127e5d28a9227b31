#!/bin/sh
# The shared vectors, through the C library.
exec "${PBW_BUILD:-build/release}/tests/vectors/run" tests/vectors
