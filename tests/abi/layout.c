/* Generated from abi/pbwire.h by scripts/abi_emit.py. */
#include "abi/pbwire.h"

#include <stdio.h>

#define RECORD(type, bytes, alignment)                                \
  _Static_assert(sizeof(type) == bytes, #type " has another size");    \
  _Static_assert(_Alignof(type) == alignment, #type " is aligned otherwise")
#define FIELD(type, name, at, bytes)                                                \
  _Static_assert(offsetof(type, name) == at, #type "." #name " stands elsewhere"); \
  _Static_assert(sizeof(((type *)0)->name) == bytes, #type "." #name " has another size")
#define CONSTANT(name, number) _Static_assert(name == number, #name " is another number")

RECORD(pbw_error, 504, 8);
FIELD(pbw_error, struct_size, 0, 4);
FIELD(pbw_error, code, 4, 4);
FIELD(pbw_error, offset, 8, 8);
FIELD(pbw_error, message, 16, 240);
FIELD(pbw_error, path, 256, 240);
FIELD(pbw_error, line, 496, 4);
FIELD(pbw_error, column, 500, 4);

RECORD(pbw_allocator, 40, 8);
FIELD(pbw_allocator, struct_size, 0, 4);
FIELD(pbw_allocator, reserved, 4, 4);
FIELD(pbw_allocator, user, 8, 8);
FIELD(pbw_allocator, alloc, 16, 8);
FIELD(pbw_allocator, resize, 24, 8);
FIELD(pbw_allocator, free, 32, 8);

RECORD(pbw_bytes, 16, 8);
FIELD(pbw_bytes, data, 0, 8);
FIELD(pbw_bytes, size, 8, 8);

RECORD(pbw_list, 24, 8);
FIELD(pbw_list, data, 0, 8);
FIELD(pbw_list, size, 8, 8);
FIELD(pbw_list, capacity, 16, 8);

RECORD(pbw_cell, 48, 4);
FIELD(pbw_cell, struct_size, 0, 4);
FIELD(pbw_cell, format, 4, 4);
FIELD(pbw_cell, offset, 8, 4);
FIELD(pbw_cell, size, 12, 4);
FIELD(pbw_cell, presence, 16, 4);
FIELD(pbw_cell, presence_offset, 20, 4);
FIELD(pbw_cell, presence_mask, 24, 4);
FIELD(pbw_cell, element_format, 28, 4);
FIELD(pbw_cell, entry_size, 32, 4);
FIELD(pbw_cell, key_format, 36, 4);
FIELD(pbw_cell, value_offset, 40, 4);
FIELD(pbw_cell, reserved, 44, 4);

RECORD(pbw_options, 40, 8);
FIELD(pbw_options, struct_size, 0, 4);
FIELD(pbw_options, flags, 4, 4);
FIELD(pbw_options, max_depth, 8, 4);
FIELD(pbw_options, indent, 12, 4);
FIELD(pbw_options, max_size, 16, 8);
FIELD(pbw_options, max_memory, 24, 8);
FIELD(pbw_options, retain, 32, 8);

RECORD(pbw_io, 32, 8);
FIELD(pbw_io, struct_size, 0, 4);
FIELD(pbw_io, reserved, 4, 4);
FIELD(pbw_io, user, 8, 8);
FIELD(pbw_io, read, 16, 8);
FIELD(pbw_io, write, 24, 8);

CONSTANT(PBW_OK, 0);
CONSTANT(PBW_END, 1);
CONSTANT(PBW_ERR_ARGUMENT, -1);
CONSTANT(PBW_ERR_MEMORY, -2);
CONSTANT(PBW_ERR_TRUNCATED, -3);
CONSTANT(PBW_ERR_MALFORMED, -4);
CONSTANT(PBW_ERR_UTF8, -5);
CONSTANT(PBW_ERR_DEPTH, -6);
CONSTANT(PBW_ERR_SIZE, -7);
CONSTANT(PBW_ERR_LIMIT, -8);
CONSTANT(PBW_ERR_REQUIRED, -9);
CONSTANT(PBW_ERR_BUFFER, -10);
CONSTANT(PBW_ERR_READONLY, -11);
CONSTANT(PBW_ERR_NOT_FOUND, -12);
CONSTANT(PBW_ERR_RANGE, -13);
CONSTANT(PBW_ERR_SCHEMA, -14);
CONSTANT(PBW_ERR_IO, -15);
CONSTANT(PBW_ERR_SYNTAX, -16);
CONSTANT(PBW_ERR_VALUE, -17);
CONSTANT(PBW_EDITION_PROTO2, 998);
CONSTANT(PBW_EDITION_PROTO3, 999);
CONSTANT(PBW_EDITION_2023, 1000);
CONSTANT(PBW_EDITION_2024, 1001);
CONSTANT(PBW_TYPE_DOUBLE, 1);
CONSTANT(PBW_TYPE_FLOAT, 2);
CONSTANT(PBW_TYPE_INT64, 3);
CONSTANT(PBW_TYPE_UINT64, 4);
CONSTANT(PBW_TYPE_INT32, 5);
CONSTANT(PBW_TYPE_FIXED64, 6);
CONSTANT(PBW_TYPE_FIXED32, 7);
CONSTANT(PBW_TYPE_BOOL, 8);
CONSTANT(PBW_TYPE_STRING, 9);
CONSTANT(PBW_TYPE_GROUP, 10);
CONSTANT(PBW_TYPE_MESSAGE, 11);
CONSTANT(PBW_TYPE_BYTES, 12);
CONSTANT(PBW_TYPE_UINT32, 13);
CONSTANT(PBW_TYPE_ENUM, 14);
CONSTANT(PBW_TYPE_SFIXED32, 15);
CONSTANT(PBW_TYPE_SFIXED64, 16);
CONSTANT(PBW_TYPE_SINT32, 17);
CONSTANT(PBW_TYPE_SINT64, 18);
CONSTANT(PBW_SINGULAR, 0);
CONSTANT(PBW_REPEATED, 1);
CONSTANT(PBW_MAP, 2);
CONSTANT(PBW_CELL_NONE, 0);
CONSTANT(PBW_CELL_BOOL, 1);
CONSTANT(PBW_CELL_32, 2);
CONSTANT(PBW_CELL_64, 3);
CONSTANT(PBW_CELL_BYTES, 4);
CONSTANT(PBW_CELL_MESSAGE, 5);
CONSTANT(PBW_CELL_LIST, 6);
CONSTANT(PBW_CELL_MAP, 7);
CONSTANT(PBW_PRESENCE_IMPLICIT, 0);
CONSTANT(PBW_PRESENCE_BIT, 1);
CONSTANT(PBW_PRESENCE_POINTER, 2);
CONSTANT(PBW_PRESENCE_ONEOF, 3);
CONSTANT(PBW_PRESENCE_SIZE, 4);
CONSTANT(PBW_PARTIAL, 1);
CONSTANT(PBW_ALIAS, 2);
CONSTANT(PBW_RESET, 4);
CONSTANT(PBW_DETERMINISTIC, 8);
CONSTANT(PBW_NO_UNKNOWN, 16);
CONSTANT(PBW_CHECK_UTF8, 32);
CONSTANT(PBW_INDENT, 256);
CONSTANT(PBW_PROTO_NAMES, 512);
CONSTANT(PBW_ENUM_NUMBERS, 1024);
CONSTANT(PBW_INT64_NUMBERS, 2048);
CONSTANT(PBW_ALWAYS_PRINT, 4096);
CONSTANT(PBW_IGNORE_UNKNOWN, 8192);
CONSTANT(PBW_TEXT_UNKNOWN, 16384);
CONSTANT(PBW_NO_OFFSET, 18446744073709551615u);

int main(void) { return puts("ok - the compiler lays records out as described") < 0; }
