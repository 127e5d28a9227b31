#!/usr/bin/env python3
"""Makes core/schema/boot.h and boot.c from google/protobuf/descriptor.proto; --check compares instead.

The schema loader decodes descriptors with the library's own decoder. What the decoder needs for that, the
layout of descriptor messages, stands in these files: a C struct per message, and a table of its fields with
offsetof. Two kinds of fields are not decoded further: files and options are kept as bytes, so that equal
files are found by comparing them and custom options survive. What the loader never reads is left out.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import descriptors as d  # noqa: E402

AS_BYTES = {"FileDescriptorSet.file"}  # and everything named "options"
LEFT_OUT = {"FileDescriptorProto.source_code_info"}
# Of these messages only some fields are read.
ONLY = {
    "FileOptions": ["features"],
    "MessageOptions": ["message_set_wire_format", "map_entry", "deprecated_legacy_json_field_conflicts", "features"],
    "FieldOptions": ["packed", "features"],
    "OneofOptions": ["features"],
    "EnumOptions": ["allow_alias", "deprecated_legacy_json_field_conflicts", "features"],
    "EnumValueOptions": ["features"],
    "ServiceOptions": ["features"],
    "MethodOptions": ["features"],
    "FeatureSet": ["field_presence", "enum_type", "repeated_field_encoding", "utf8_validation", "message_encoding",
                   "json_format"],
}
ROOTS = ["FileDescriptorSet", "FileDescriptorProto"] + list(ONLY)

BOOL, STRING, MESSAGE, BYTES, ENUM, INT32 = 8, 9, 11, 12, 14, 5
TYPE_NAMES = {BOOL: "BOOL", STRING: "STRING", MESSAGE: "MESSAGE", BYTES: "BYTES", ENUM: "ENUM", INT32: "INT32"}
C_TYPES = {BOOL: "uint8_t", STRING: "pbw_bytes", BYTES: "pbw_bytes", ENUM: "int32_t", INT32: "int32_t"}


class Field:
    def __init__(self, owner, data):
        self.name = d.text_of(data, 1)
        self.number = d.int_of(data, 3)
        self.repeated = d.int_of(data, 4) == 3
        self.type = d.int_of(data, 5)
        self.sub = d.text_of(data, 6).removeprefix(".google.protobuf.").replace(".", "_")
        if f"{owner}.{self.name}" in AS_BYTES or self.name == "options":
            self.type, self.repeated = BYTES, True

    def c_type(self):
        if self.repeated:
            return "pbw_list"
        return f"pbwi_{self.sub} *" if self.type == MESSAGE else C_TYPES[self.type]


def messages(data, prefix=""):
    """{name: fields}, nested messages as Outer_Inner."""
    name = prefix + d.text_of(data, 1)
    found = {name: [f for f in (Field(name, m) for m in d.all_of(data, 2))
                    if f"{name}.{f.name}" not in LEFT_OUT and f.name in ONLY.get(name, [f.name])]}
    for nested in d.all_of(data, 3):
        found.update(messages(nested, name + "_"))
    return found


def reached(all_messages):
    names, todo = [], list(ROOTS)
    while todo:
        name = todo.pop(0)
        if name in names:
            continue
        names.append(name)
        todo += [f.sub for f in all_messages[name] if f.type == MESSAGE]
    return {name: sorted(all_messages[name], key=lambda f: f.number) for name in names}


def index(name):
    return "PBWI_BOOT_" + "".join("_" + c if c.isupper() else c for c in name).lstrip("_").replace("__", "_").upper()


def bit_name(name, field):
    return f"PBWI_HAS_{index(name)[10:]}_{field.name.upper()}"


def make_header(types, note):
    out = [f"""/* {note}
 *
 * Descriptor messages as C structs: what decoding with a boot plan (boot_plan.h) makes. Strings and bytes
 * point into the input. Files and options are lists of bytes, to be joined and decoded later. */
#ifndef PBWI_BOOT_H
#define PBWI_BOOT_H

#include "core/message/message.h"

enum {{"""]
    out += [f"  {index(name)}," for name in types]
    out += ["  PBWI_BOOT_TYPES", "};", "", "enum { /* bits of head.has[0] */"]
    for name, fields in types.items():
        bits = [f for f in fields if not f.repeated and f.type != MESSAGE]
        out += [f"  {bit_name(name, f)} = 1 << {i}," for i, f in enumerate(bits)]
    out += ["};", ""]
    out += [f"typedef struct pbwi_{name} pbwi_{name};" for name in types]
    for name, fields in types.items():
        out += ["", f"struct pbwi_{name} {{", "  pbwi_message_head head;"]
        for f in fields:
            what = {"pbw_list": f" /* of {'pbwi_' + f.sub + ' *' if f.type == MESSAGE else C_TYPES[f.type]} */"}
            c_type = f.c_type()
            out.append(f"  {c_type}{'' if c_type.endswith('*') else ' '}{f.name};{what.get(c_type, '')}")
        out.append("};")
    out.append("""
typedef struct pbwi_boot_field {
  const char *name;
  uint16_t number;
  uint16_t offset;
  uint8_t type;     /* PBW_TYPE_... */
  uint8_t repeated;
  uint8_t sub;      /* PBWI_BOOT_... of a message */
} pbwi_boot_field;

typedef struct pbwi_boot_type {
  const char *name;
  const pbwi_boot_field *fields; /* in the order of their numbers; bits are given in this order too */
  uint16_t field_count;
  uint16_t size;
} pbwi_boot_type;

extern const pbwi_boot_type pbwi_boot_types[PBWI_BOOT_TYPES];

#endif
""")
    return "\n".join(out)


def make_source(types, note):
    out = [f"""/* {note}
 *
 * Where the fields of descriptor messages stand, by offsetof: it holds on every machine. */
#include "core/schema/boot.h"
"""]
    for name, fields in types.items():
        out.append(f"static const pbwi_boot_field fields_{name}[] = {{")
        for f in fields:
            sub = index(f.sub) if f.type == MESSAGE else 0
            out.append(f'    {{"{f.name}", {f.number}, offsetof(pbwi_{name}, {f.name}), PBW_TYPE_{TYPE_NAMES[f.type]}, '
                       f"{int(f.repeated)}, {sub}}},")
        out += ["};", ""]
    out.append("const pbwi_boot_type pbwi_boot_types[PBWI_BOOT_TYPES] = {")
    for name, fields in types.items():
        full = "google.protobuf." + name.replace("_", ".")
        out.append(f'    {{"{full}", fields_{name}, {len(fields)}, sizeof(pbwi_{name})}},')
    out += ["};", ""]
    return "\n".join(out)


def main():
    file = d.all_of(d.descriptor_set("google/protobuf/descriptor.proto"), 1)[0]
    found = {}
    for message in d.all_of(file, 4):
        found.update(messages(message))
    types = reached(found)
    note = f"Made by scripts/gen_boot.py from descriptor.proto of protoc {d.version()}. Do not edit."
    sys.exit(d.finish({"core/schema/boot.h": make_header(types, note), "core/schema/boot.c": make_source(types, note)}))


if __name__ == "__main__":
    main()
