#!/bin/sh
# Makes what is committed here: the descriptor set of the .proto files, and the trace.
set -eu
cd "$(dirname "$0")"
protoc --proto_path=. --include_imports --descriptor_set_out=otel.binpb \
    opentelemetry/proto/collector/trace/v1/trace_service.proto
python3 make_trace.py >checkout.trace.pb
