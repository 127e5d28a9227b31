#!/usr/bin/env bash
# .proto text to a descriptor set: pbwire beside libprotoc, both in one process each, files in memory. `make source-bench`.
#   ROUNDS=9 FILES=1200      best of so many rounds, over so many of Google's files (tests/source/corpus.sh fetches them)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
store=$(realpath -m "${PBW_DEPS_DIR:-build/deps}")/protos/google
[ -e "$store/.complete" ] || { echo "*** no corpus: run tests/source/corpus.sh first"; exit 1; }
compile=$PWD/build/gcc/tests/source/compile
importer=$PWD/build/bench/protoc-importer
mkdir -p build/bench
if [ ! -x "$importer" ] || [ bench/source/protoc.cc -nt "$importer" ]; then
    # shellcheck disable=SC2046
    g++ -O3 -std=c++17 -o "$importer" bench/source/protoc.cc $(pkg-config --cflags --libs protobuf) -lprotoc
fi
cd "$store"
mapfile -t files < <(find google/ads google/api google/cloud -name '*.proto' | sort | head -n "${FILES:-1200}")
for pass in 1 2 3; do
    echo "pbwire   $("$compile" -t "${ROUNDS:-9}" -I . -I /usr/include "${files[@]}")"
    echo "libprotoc $("$importer" "${ROUNDS:-9}" . "${files[@]}")"
done
