#!/bin/sh
# Compiles schema/*.proto into vectors.binpb, the descriptor set that every runner loads, and writes the
# generated vectors again. Both are committed, so only a change of a schema or of make.py needs this.
# PROTOC must know edition 2024 (protoc 32 or newer).
set -eu
cd "$(dirname "$0")"
protoc=${PROTOC:-../../build/deps/bin/protoc-new}
command -v "$protoc" >/dev/null || protoc=protoc
"$protoc" --proto_path=schema --include_imports --descriptor_set_out=vectors.binpb schema/*.proto
python3 make.py
python3 make_json.py
python3 make_text.py
