#!/usr/bin/env python3
"""Makes core/schema/wkt.c, the descriptors of the well-known types; --check compares instead."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import descriptors as d  # noqa: E402

NAMES = ["any", "source_context", "type", "api", "descriptor", "duration", "empty", "field_mask", "struct",
         "timestamp", "wrappers"]
COLUMNS = 118


def lines(data):
    line = " "
    for byte in data:
        item = f" {byte},"
        if len(line) + len(item) > COLUMNS:
            yield line
            line = " "
        line += item
    yield line


def main():
    data = d.descriptor_set(*(f"google/protobuf/{name}.proto" for name in NAMES))
    text = f"""/* Made by scripts/gen_wkt.py from the files of protoc {d.version()}. Do not edit.
 *
 * The FileDescriptorSet of the well-known types: google/protobuf/{{{",".join(sorted(NAMES))}}}.proto. */
#include "core/schema/wkt.h"

/* clang-format off */
static const uint8_t bytes[] = {{
"""
    text += "\n".join(lines(data))
    text += """
};

const pbw_bytes pbwi_wkt = {bytes, sizeof bytes};
"""
    sys.exit(d.finish({"core/schema/wkt.c": text}))


if __name__ == "__main__":
    main()
