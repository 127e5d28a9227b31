#!/bin/sh
# Random schemas and messages, pbwire beside libprotobuf. SEED and MESSAGES as main.cc has them; with PBW_FULL=1 (make
# full) 100,000 messages with the gcc build, and a sample with the others.
program=${PBW_BUILD:-build/release}/tests/differential/main
if [ ! -x "$program" ]; then
    echo "ok 1 - differential tests # SKIP missing libprotobuf (scripts/deps.sh core)"
    exit 0
fi
case ${PBW_FULL:-}${PBW_BUILD##*/} in
    1gcc) messages=100000 ;;
    1*) messages=4000 ;;
    *) messages=2000 ;;
esac
MESSAGES=${MESSAGES:-$messages} "$program"
