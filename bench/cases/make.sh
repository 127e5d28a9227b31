#!/bin/sh
# Compiles every .proto of this folder, and descriptor.proto, into cases.binpb: the FileDescriptorSet
# that each benchmark loads at run time. The result is committed, so only a change of a schema needs
# protoc. The case "descriptor" is a slice of it, so its bytes are the same on every machine.
set -eu
cd "$(dirname "$0")"
protoc --proto_path=. --include_imports --descriptor_set_out=cases.binpb \
    google/protobuf/descriptor.proto *.proto
