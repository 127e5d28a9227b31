# Generated from abi/pbwire.h by scripts/abi_emit.py.
# The C library, function by function: names, types and meanings are those of pbwire.h. Whoever includes
# this file has defined `const libpbwire` before, the path of the shared library.

const pbw_status = Int32

mutable struct pbw_schema end
mutable struct pbw_file end
mutable struct pbw_type end
mutable struct pbw_field end
mutable struct pbw_oneof end
mutable struct pbw_enum end
mutable struct pbw_service end
mutable struct pbw_method end
mutable struct pbw_message end
mutable struct pbw_arena end
mutable struct pbw_ctx end
mutable struct pbw_reader end
mutable struct pbw_writer end
mutable struct pbw_source end

struct pbw_error
    struct_size::UInt32
    code::Int32
    offset::UInt64
    message::NTuple{240, UInt8}
    path::NTuple{240, UInt8}
    line::UInt32
    column::UInt32
end

struct pbw_allocator
    struct_size::UInt32
    reserved::UInt32
    user::Ptr{Cvoid}
    alloc::Ptr{Cvoid}
    resize::Ptr{Cvoid}
    free::Ptr{Cvoid}
end

struct pbw_bytes
    data::Ptr{UInt8}
    size::Csize_t
end

struct pbw_list
    data::Ptr{Cvoid}
    size::Csize_t
    capacity::Csize_t
end

struct pbw_cell
    struct_size::UInt32
    format::Int32
    offset::UInt32
    size::UInt32
    presence::Int32
    presence_offset::UInt32
    presence_mask::UInt32
    element_format::Int32
    entry_size::UInt32
    key_format::Int32
    value_offset::UInt32
    reserved::UInt32
end

struct pbw_options
    struct_size::UInt32
    flags::UInt32
    max_depth::UInt32
    indent::UInt32
    max_size::UInt64
    max_memory::UInt64
    retain::UInt64
end

struct pbw_io
    struct_size::UInt32
    reserved::UInt32
    user::Ptr{Cvoid}
    read::Ptr{Cvoid}
    write::Ptr{Cvoid}
end

const PBW_OK = Int32(0)
const PBW_END = Int32(1)
const PBW_ERR_ARGUMENT = Int32(-1)
const PBW_ERR_MEMORY = Int32(-2)
const PBW_ERR_TRUNCATED = Int32(-3)
const PBW_ERR_MALFORMED = Int32(-4)
const PBW_ERR_UTF8 = Int32(-5)
const PBW_ERR_DEPTH = Int32(-6)
const PBW_ERR_SIZE = Int32(-7)
const PBW_ERR_LIMIT = Int32(-8)
const PBW_ERR_REQUIRED = Int32(-9)
const PBW_ERR_BUFFER = Int32(-10)
const PBW_ERR_READONLY = Int32(-11)
const PBW_ERR_NOT_FOUND = Int32(-12)
const PBW_ERR_RANGE = Int32(-13)
const PBW_ERR_SCHEMA = Int32(-14)
const PBW_ERR_IO = Int32(-15)
const PBW_ERR_SYNTAX = Int32(-16)
const PBW_ERR_VALUE = Int32(-17)
const PBW_EDITION_PROTO2 = Int32(998)
const PBW_EDITION_PROTO3 = Int32(999)
const PBW_EDITION_2023 = Int32(1000)
const PBW_EDITION_2024 = Int32(1001)
const PBW_TYPE_DOUBLE = Int32(1)
const PBW_TYPE_FLOAT = Int32(2)
const PBW_TYPE_INT64 = Int32(3)
const PBW_TYPE_UINT64 = Int32(4)
const PBW_TYPE_INT32 = Int32(5)
const PBW_TYPE_FIXED64 = Int32(6)
const PBW_TYPE_FIXED32 = Int32(7)
const PBW_TYPE_BOOL = Int32(8)
const PBW_TYPE_STRING = Int32(9)
const PBW_TYPE_GROUP = Int32(10)
const PBW_TYPE_MESSAGE = Int32(11)
const PBW_TYPE_BYTES = Int32(12)
const PBW_TYPE_UINT32 = Int32(13)
const PBW_TYPE_ENUM = Int32(14)
const PBW_TYPE_SFIXED32 = Int32(15)
const PBW_TYPE_SFIXED64 = Int32(16)
const PBW_TYPE_SINT32 = Int32(17)
const PBW_TYPE_SINT64 = Int32(18)
const PBW_SINGULAR = Int32(0)
const PBW_REPEATED = Int32(1)
const PBW_MAP = Int32(2)
const PBW_CELL_NONE = Int32(0)
const PBW_CELL_BOOL = Int32(1)
const PBW_CELL_32 = Int32(2)
const PBW_CELL_64 = Int32(3)
const PBW_CELL_BYTES = Int32(4)
const PBW_CELL_MESSAGE = Int32(5)
const PBW_CELL_LIST = Int32(6)
const PBW_CELL_MAP = Int32(7)
const PBW_PRESENCE_IMPLICIT = Int32(0)
const PBW_PRESENCE_BIT = Int32(1)
const PBW_PRESENCE_POINTER = Int32(2)
const PBW_PRESENCE_ONEOF = Int32(3)
const PBW_PRESENCE_SIZE = Int32(4)
const PBW_PARTIAL = Int32(1)
const PBW_ALIAS = Int32(2)
const PBW_RESET = Int32(4)
const PBW_DETERMINISTIC = Int32(8)
const PBW_NO_UNKNOWN = Int32(16)
const PBW_CHECK_UTF8 = Int32(32)
const PBW_INDENT = Int32(256)
const PBW_PROTO_NAMES = Int32(512)
const PBW_ENUM_NUMBERS = Int32(1024)
const PBW_INT64_NUMBERS = Int32(2048)
const PBW_ALWAYS_PRINT = Int32(4096)
const PBW_IGNORE_UNKNOWN = Int32(8192)
const PBW_TEXT_UNKNOWN = Int32(16384)
const PBW_NO_OFFSET = UInt64(0xffffffffffffffff)

pbw_abi_version() =
    ccall((:pbw_abi_version, libpbwire), UInt32,
          ())

pbw_version() =
    ccall((:pbw_version, libpbwire), Cstring,
          ())

pbw_has_feature(name) =
    ccall((:pbw_has_feature, libpbwire), Int32,
          (Cstring,),
          name)

pbw_status_name(status) =
    ccall((:pbw_status_name, libpbwire), Cstring,
          (pbw_status,),
          status)

pbw_status_text(status) =
    ccall((:pbw_status_text, libpbwire), Cstring,
          (pbw_status,),
          status)

pbw_schema_load(set, set_size, out, error) =
    ccall((:pbw_schema_load, libpbwire), pbw_status,
          (Ptr{UInt8}, Csize_t, Ptr{Ptr{pbw_schema}}, Ptr{pbw_error}),
          set, set_size, out, error)

pbw_schema_new(allocator, out) =
    ccall((:pbw_schema_new, libpbwire), pbw_status,
          (Ptr{pbw_allocator}, Ptr{Ptr{pbw_schema}}),
          allocator, out)

pbw_schema_add(schema, set, set_size, error) =
    ccall((:pbw_schema_add, libpbwire), pbw_status,
          (Ptr{pbw_schema}, Ptr{UInt8}, Csize_t, Ptr{pbw_error}),
          schema, set, set_size, error)

pbw_schema_build(schema, error) =
    ccall((:pbw_schema_build, libpbwire), pbw_status,
          (Ptr{pbw_schema}, Ptr{pbw_error}),
          schema, error)

pbw_schema_retain(schema) =
    ccall((:pbw_schema_retain, libpbwire), Ptr{pbw_schema},
          (Ptr{pbw_schema},),
          schema)

pbw_schema_free(schema) =
    ccall((:pbw_schema_free, libpbwire), Cvoid,
          (Ptr{pbw_schema},),
          schema)

pbw_schema_file(schema, name) =
    ccall((:pbw_schema_file, libpbwire), Ptr{pbw_file},
          (Ptr{pbw_schema}, Cstring),
          schema, name)

pbw_schema_type(schema, full_name) =
    ccall((:pbw_schema_type, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_schema}, Cstring),
          schema, full_name)

pbw_schema_enum(schema, full_name) =
    ccall((:pbw_schema_enum, libpbwire), Ptr{pbw_enum},
          (Ptr{pbw_schema}, Cstring),
          schema, full_name)

pbw_schema_extension(schema, full_name) =
    ccall((:pbw_schema_extension, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_schema}, Cstring),
          schema, full_name)

pbw_schema_service(schema, full_name) =
    ccall((:pbw_schema_service, libpbwire), Ptr{pbw_service},
          (Ptr{pbw_schema}, Cstring),
          schema, full_name)

pbw_schema_file_count(schema) =
    ccall((:pbw_schema_file_count, libpbwire), Csize_t,
          (Ptr{pbw_schema},),
          schema)

pbw_schema_file_at(schema, index) =
    ccall((:pbw_schema_file_at, libpbwire), Ptr{pbw_file},
          (Ptr{pbw_schema}, Csize_t),
          schema, index)

pbw_schema_type_count(schema) =
    ccall((:pbw_schema_type_count, libpbwire), Csize_t,
          (Ptr{pbw_schema},),
          schema)

pbw_schema_type_at(schema, index) =
    ccall((:pbw_schema_type_at, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_schema}, Csize_t),
          schema, index)

pbw_schema_enum_count(schema) =
    ccall((:pbw_schema_enum_count, libpbwire), Csize_t,
          (Ptr{pbw_schema},),
          schema)

pbw_schema_enum_at(schema, index) =
    ccall((:pbw_schema_enum_at, libpbwire), Ptr{pbw_enum},
          (Ptr{pbw_schema}, Csize_t),
          schema, index)

pbw_schema_extension_count(schema) =
    ccall((:pbw_schema_extension_count, libpbwire), Csize_t,
          (Ptr{pbw_schema},),
          schema)

pbw_schema_extension_at(schema, index) =
    ccall((:pbw_schema_extension_at, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_schema}, Csize_t),
          schema, index)

pbw_schema_service_count(schema) =
    ccall((:pbw_schema_service_count, libpbwire), Csize_t,
          (Ptr{pbw_schema},),
          schema)

pbw_schema_service_at(schema, index) =
    ccall((:pbw_schema_service_at, libpbwire), Ptr{pbw_service},
          (Ptr{pbw_schema}, Csize_t),
          schema, index)

pbw_source_new(allocator, out) =
    ccall((:pbw_source_new, libpbwire), pbw_status,
          (Ptr{pbw_allocator}, Ptr{Ptr{pbw_source}}),
          allocator, out)

pbw_source_free(source) =
    ccall((:pbw_source_free, libpbwire), Cvoid,
          (Ptr{pbw_source},),
          source)

pbw_source_add(source, name, text, size) =
    ccall((:pbw_source_add, libpbwire), pbw_status,
          (Ptr{pbw_source}, Cstring, Ptr{UInt8}, Csize_t),
          source, name, text, size)

pbw_source_import(source, index) =
    ccall((:pbw_source_import, libpbwire), Cstring,
          (Ptr{pbw_source}, Csize_t),
          source, index)

pbw_source_compile(source, schema, set, set_size, error) =
    ccall((:pbw_source_compile, libpbwire), pbw_status,
          (Ptr{pbw_source}, Ptr{Ptr{pbw_schema}}, Ptr{Ptr{UInt8}}, Ptr{Csize_t}, Ptr{pbw_error}),
          source, schema, set, set_size, error)

pbw_source_errors(source) =
    ccall((:pbw_source_errors, libpbwire), Cstring,
          (Ptr{pbw_source},),
          source)

pbw_file_name(file) =
    ccall((:pbw_file_name, libpbwire), Cstring,
          (Ptr{pbw_file},),
          file)

pbw_file_package(file) =
    ccall((:pbw_file_package, libpbwire), Cstring,
          (Ptr{pbw_file},),
          file)

pbw_file_edition(file) =
    ccall((:pbw_file_edition, libpbwire), Int32,
          (Ptr{pbw_file},),
          file)

pbw_file_is_builtin(file) =
    ccall((:pbw_file_is_builtin, libpbwire), Int32,
          (Ptr{pbw_file},),
          file)

pbw_file_import_count(file) =
    ccall((:pbw_file_import_count, libpbwire), Csize_t,
          (Ptr{pbw_file},),
          file)

pbw_file_import_at(file, index) =
    ccall((:pbw_file_import_at, libpbwire), Ptr{pbw_file},
          (Ptr{pbw_file}, Csize_t),
          file, index)

pbw_type_full_name(type) =
    ccall((:pbw_type_full_name, libpbwire), Cstring,
          (Ptr{pbw_type},),
          type)

pbw_type_name(type) =
    ccall((:pbw_type_name, libpbwire), Cstring,
          (Ptr{pbw_type},),
          type)

pbw_type_file(type) =
    ccall((:pbw_type_file, libpbwire), Ptr{pbw_file},
          (Ptr{pbw_type},),
          type)

pbw_type_parent(type) =
    ccall((:pbw_type_parent, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_type},),
          type)

pbw_type_is_map_entry(type) =
    ccall((:pbw_type_is_map_entry, libpbwire), Int32,
          (Ptr{pbw_type},),
          type)

pbw_type_schema(type) =
    ccall((:pbw_type_schema, libpbwire), Ptr{pbw_schema},
          (Ptr{pbw_type},),
          type)

pbw_type_field_count(type) =
    ccall((:pbw_type_field_count, libpbwire), Csize_t,
          (Ptr{pbw_type},),
          type)

pbw_type_field_at(type, index) =
    ccall((:pbw_type_field_at, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_type}, Csize_t),
          type, index)

pbw_type_field(type, name) =
    ccall((:pbw_type_field, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_type}, Cstring),
          type, name)

pbw_type_field_by_number(type, number) =
    ccall((:pbw_type_field_by_number, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_type}, UInt32),
          type, number)

pbw_type_extension_count(type) =
    ccall((:pbw_type_extension_count, libpbwire), Csize_t,
          (Ptr{pbw_type},),
          type)

pbw_type_extension_at(type, index) =
    ccall((:pbw_type_extension_at, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_type}, Csize_t),
          type, index)

pbw_type_oneof_count(type) =
    ccall((:pbw_type_oneof_count, libpbwire), Csize_t,
          (Ptr{pbw_type},),
          type)

pbw_type_oneof_at(type, index) =
    ccall((:pbw_type_oneof_at, libpbwire), Ptr{pbw_oneof},
          (Ptr{pbw_type}, Csize_t),
          type, index)

pbw_type_oneof(type, name) =
    ccall((:pbw_type_oneof, libpbwire), Ptr{pbw_oneof},
          (Ptr{pbw_type}, Cstring),
          type, name)

pbw_oneof_name(oneof) =
    ccall((:pbw_oneof_name, libpbwire), Cstring,
          (Ptr{pbw_oneof},),
          oneof)

pbw_oneof_type(oneof) =
    ccall((:pbw_oneof_type, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_oneof},),
          oneof)

pbw_oneof_field_count(oneof) =
    ccall((:pbw_oneof_field_count, libpbwire), Csize_t,
          (Ptr{pbw_oneof},),
          oneof)

pbw_oneof_field_at(oneof, index) =
    ccall((:pbw_oneof_field_at, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_oneof}, Csize_t),
          oneof, index)

pbw_field_name(field) =
    ccall((:pbw_field_name, libpbwire), Cstring,
          (Ptr{pbw_field},),
          field)

pbw_field_full_name(field) =
    ccall((:pbw_field_full_name, libpbwire), Cstring,
          (Ptr{pbw_field},),
          field)

pbw_field_json_name(field) =
    ccall((:pbw_field_json_name, libpbwire), Cstring,
          (Ptr{pbw_field},),
          field)

pbw_field_number(field) =
    ccall((:pbw_field_number, libpbwire), UInt32,
          (Ptr{pbw_field},),
          field)

pbw_field_type(field) =
    ccall((:pbw_field_type, libpbwire), Int32,
          (Ptr{pbw_field},),
          field)

pbw_field_cardinality(field) =
    ccall((:pbw_field_cardinality, libpbwire), Int32,
          (Ptr{pbw_field},),
          field)

pbw_field_has_presence(field) =
    ccall((:pbw_field_has_presence, libpbwire), Int32,
          (Ptr{pbw_field},),
          field)

pbw_field_is_required(field) =
    ccall((:pbw_field_is_required, libpbwire), Int32,
          (Ptr{pbw_field},),
          field)

pbw_field_is_packed(field) =
    ccall((:pbw_field_is_packed, libpbwire), Int32,
          (Ptr{pbw_field},),
          field)

pbw_field_is_extension(field) =
    ccall((:pbw_field_is_extension, libpbwire), Int32,
          (Ptr{pbw_field},),
          field)

pbw_field_is_utf8(field) =
    ccall((:pbw_field_is_utf8, libpbwire), Int32,
          (Ptr{pbw_field},),
          field)

pbw_field_containing_type(field) =
    ccall((:pbw_field_containing_type, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_field},),
          field)

pbw_field_file(field) =
    ccall((:pbw_field_file, libpbwire), Ptr{pbw_file},
          (Ptr{pbw_field},),
          field)

pbw_field_oneof(field) =
    ccall((:pbw_field_oneof, libpbwire), Ptr{pbw_oneof},
          (Ptr{pbw_field},),
          field)

pbw_field_message_type(field) =
    ccall((:pbw_field_message_type, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_field},),
          field)

pbw_field_enum_type(field) =
    ccall((:pbw_field_enum_type, libpbwire), Ptr{pbw_enum},
          (Ptr{pbw_field},),
          field)

pbw_field_map_key(field) =
    ccall((:pbw_field_map_key, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_field},),
          field)

pbw_field_map_value(field) =
    ccall((:pbw_field_map_value, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_field},),
          field)

pbw_field_default(field, cell) =
    ccall((:pbw_field_default, libpbwire), pbw_status,
          (Ptr{pbw_field}, Ptr{Cvoid}),
          field, cell)

pbw_field_has_default(field) =
    ccall((:pbw_field_has_default, libpbwire), Int32,
          (Ptr{pbw_field},),
          field)

pbw_enum_full_name(enumeration) =
    ccall((:pbw_enum_full_name, libpbwire), Cstring,
          (Ptr{pbw_enum},),
          enumeration)

pbw_enum_name(enumeration) =
    ccall((:pbw_enum_name, libpbwire), Cstring,
          (Ptr{pbw_enum},),
          enumeration)

pbw_enum_file(enumeration) =
    ccall((:pbw_enum_file, libpbwire), Ptr{pbw_file},
          (Ptr{pbw_enum},),
          enumeration)

pbw_enum_parent(enumeration) =
    ccall((:pbw_enum_parent, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_enum},),
          enumeration)

pbw_enum_is_closed(enumeration) =
    ccall((:pbw_enum_is_closed, libpbwire), Int32,
          (Ptr{pbw_enum},),
          enumeration)

pbw_enum_value_count(enumeration) =
    ccall((:pbw_enum_value_count, libpbwire), Csize_t,
          (Ptr{pbw_enum},),
          enumeration)

pbw_enum_value_name_at(enumeration, index) =
    ccall((:pbw_enum_value_name_at, libpbwire), Cstring,
          (Ptr{pbw_enum}, Csize_t),
          enumeration, index)

pbw_enum_value_number_at(enumeration, index) =
    ccall((:pbw_enum_value_number_at, libpbwire), Int32,
          (Ptr{pbw_enum}, Csize_t),
          enumeration, index)

pbw_enum_value_name(enumeration, number) =
    ccall((:pbw_enum_value_name, libpbwire), Cstring,
          (Ptr{pbw_enum}, Int32),
          enumeration, number)

pbw_enum_value_number(enumeration, name, number) =
    ccall((:pbw_enum_value_number, libpbwire), pbw_status,
          (Ptr{pbw_enum}, Cstring, Ptr{Int32}),
          enumeration, name, number)

pbw_service_full_name(service) =
    ccall((:pbw_service_full_name, libpbwire), Cstring,
          (Ptr{pbw_service},),
          service)

pbw_service_name(service) =
    ccall((:pbw_service_name, libpbwire), Cstring,
          (Ptr{pbw_service},),
          service)

pbw_service_file(service) =
    ccall((:pbw_service_file, libpbwire), Ptr{pbw_file},
          (Ptr{pbw_service},),
          service)

pbw_service_method_count(service) =
    ccall((:pbw_service_method_count, libpbwire), Csize_t,
          (Ptr{pbw_service},),
          service)

pbw_service_method_at(service, index) =
    ccall((:pbw_service_method_at, libpbwire), Ptr{pbw_method},
          (Ptr{pbw_service}, Csize_t),
          service, index)

pbw_service_method(service, name) =
    ccall((:pbw_service_method, libpbwire), Ptr{pbw_method},
          (Ptr{pbw_service}, Cstring),
          service, name)

pbw_method_name(method) =
    ccall((:pbw_method_name, libpbwire), Cstring,
          (Ptr{pbw_method},),
          method)

pbw_method_input(method) =
    ccall((:pbw_method_input, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_method},),
          method)

pbw_method_output(method) =
    ccall((:pbw_method_output, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_method},),
          method)

pbw_method_client_streaming(method) =
    ccall((:pbw_method_client_streaming, libpbwire), Int32,
          (Ptr{pbw_method},),
          method)

pbw_method_server_streaming(method) =
    ccall((:pbw_method_server_streaming, libpbwire), Int32,
          (Ptr{pbw_method},),
          method)

pbw_file_options(file, arena, out) =
    ccall((:pbw_file_options, libpbwire), pbw_status,
          (Ptr{pbw_file}, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          file, arena, out)

pbw_type_options(type, arena, out) =
    ccall((:pbw_type_options, libpbwire), pbw_status,
          (Ptr{pbw_type}, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          type, arena, out)

pbw_field_options(field, arena, out) =
    ccall((:pbw_field_options, libpbwire), pbw_status,
          (Ptr{pbw_field}, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          field, arena, out)

pbw_oneof_options(oneof, arena, out) =
    ccall((:pbw_oneof_options, libpbwire), pbw_status,
          (Ptr{pbw_oneof}, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          oneof, arena, out)

pbw_enum_options(enumeration, arena, out) =
    ccall((:pbw_enum_options, libpbwire), pbw_status,
          (Ptr{pbw_enum}, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          enumeration, arena, out)

pbw_enum_value_options_at(enumeration, index, arena, out) =
    ccall((:pbw_enum_value_options_at, libpbwire), pbw_status,
          (Ptr{pbw_enum}, Csize_t, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          enumeration, index, arena, out)

pbw_service_options(service, arena, out) =
    ccall((:pbw_service_options, libpbwire), pbw_status,
          (Ptr{pbw_service}, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          service, arena, out)

pbw_method_options(method, arena, out) =
    ccall((:pbw_method_options, libpbwire), pbw_status,
          (Ptr{pbw_method}, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          method, arena, out)

pbw_field_cell(field, cell) =
    ccall((:pbw_field_cell, libpbwire), pbw_status,
          (Ptr{pbw_field}, Ptr{pbw_cell}),
          field, cell)

pbw_oneof_case_offset(oneof) =
    ccall((:pbw_oneof_case_offset, libpbwire), UInt32,
          (Ptr{pbw_oneof},),
          oneof)

pbw_type_unknown_offset(type) =
    ccall((:pbw_type_unknown_offset, libpbwire), UInt32,
          (Ptr{pbw_type},),
          type)

pbw_type_message_size(type) =
    ccall((:pbw_type_message_size, libpbwire), Csize_t,
          (Ptr{pbw_type},),
          type)

pbw_arena_new(allocator, max_bytes, out) =
    ccall((:pbw_arena_new, libpbwire), pbw_status,
          (Ptr{pbw_allocator}, Csize_t, Ptr{Ptr{pbw_arena}}),
          allocator, max_bytes, out)

pbw_arena_free(arena) =
    ccall((:pbw_arena_free, libpbwire), Cvoid,
          (Ptr{pbw_arena},),
          arena)

pbw_arena_size(arena) =
    ccall((:pbw_arena_size, libpbwire), Csize_t,
          (Ptr{pbw_arena},),
          arena)

pbw_message_new(type, arena, out) =
    ccall((:pbw_message_new, libpbwire), pbw_status,
          (Ptr{pbw_type}, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          type, arena, out)

pbw_message_free(message) =
    ccall((:pbw_message_free, libpbwire), Cvoid,
          (Ptr{pbw_message},),
          message)

pbw_message_type(message) =
    ccall((:pbw_message_type, libpbwire), Ptr{pbw_type},
          (Ptr{pbw_message},),
          message)

pbw_message_arena(message) =
    ccall((:pbw_message_arena, libpbwire), Ptr{pbw_arena},
          (Ptr{pbw_message},),
          message)

pbw_message_has(message, field) =
    ccall((:pbw_message_has, libpbwire), Int32,
          (Ptr{pbw_message}, Ptr{pbw_field}),
          message, field)

pbw_message_get(message, field, cell) =
    ccall((:pbw_message_get, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Cvoid}),
          message, field, cell)

pbw_message_set(message, field, cell) =
    ccall((:pbw_message_set, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Cvoid}),
          message, field, cell)

pbw_message_mutable(message, field, out) =
    ccall((:pbw_message_mutable, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Ptr{pbw_message}}),
          message, field, out)

pbw_message_clear_field(message, field) =
    ccall((:pbw_message_clear_field, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}),
          message, field)

pbw_message_clear(message) =
    ccall((:pbw_message_clear, libpbwire), pbw_status,
          (Ptr{pbw_message},),
          message)

pbw_message_oneof(message, oneof) =
    ccall((:pbw_message_oneof, libpbwire), Ptr{pbw_field},
          (Ptr{pbw_message}, Ptr{pbw_oneof}),
          message, oneof)

pbw_message_next(message, iterator, field) =
    ccall((:pbw_message_next, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{Csize_t}, Ptr{Ptr{pbw_field}}),
          message, iterator, field)

pbw_message_get_bool(message, field) =
    ccall((:pbw_message_get_bool, libpbwire), Int32,
          (Ptr{pbw_message}, Ptr{pbw_field}),
          message, field)

pbw_message_get_int64(message, field) =
    ccall((:pbw_message_get_int64, libpbwire), Int64,
          (Ptr{pbw_message}, Ptr{pbw_field}),
          message, field)

pbw_message_get_uint64(message, field) =
    ccall((:pbw_message_get_uint64, libpbwire), UInt64,
          (Ptr{pbw_message}, Ptr{pbw_field}),
          message, field)

pbw_message_get_double(message, field) =
    ccall((:pbw_message_get_double, libpbwire), Float64,
          (Ptr{pbw_message}, Ptr{pbw_field}),
          message, field)

pbw_message_get_bytes(message, field, size) =
    ccall((:pbw_message_get_bytes, libpbwire), Ptr{UInt8},
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Csize_t}),
          message, field, size)

pbw_message_get_message(message, field) =
    ccall((:pbw_message_get_message, libpbwire), Ptr{pbw_message},
          (Ptr{pbw_message}, Ptr{pbw_field}),
          message, field)

pbw_message_set_bool(message, field, value) =
    ccall((:pbw_message_set_bool, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Int32),
          message, field, value)

pbw_message_set_int64(message, field, value) =
    ccall((:pbw_message_set_int64, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Int64),
          message, field, value)

pbw_message_set_uint64(message, field, value) =
    ccall((:pbw_message_set_uint64, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, UInt64),
          message, field, value)

pbw_message_set_double(message, field, value) =
    ccall((:pbw_message_set_double, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Float64),
          message, field, value)

pbw_message_set_bytes(message, field, data, size) =
    ccall((:pbw_message_set_bytes, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{UInt8}, Csize_t),
          message, field, data, size)

pbw_message_set_string(message, field, text) =
    ccall((:pbw_message_set_string, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Cstring),
          message, field, text)

pbw_list_size(message, field) =
    ccall((:pbw_list_size, libpbwire), Csize_t,
          (Ptr{pbw_message}, Ptr{pbw_field}),
          message, field)

pbw_list_data(message, field, size) =
    ccall((:pbw_list_data, libpbwire), Ptr{Cvoid},
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Csize_t}),
          message, field, size)

pbw_list_get(message, field, index, count, cells) =
    ccall((:pbw_list_get, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Csize_t, Csize_t, Ptr{Cvoid}),
          message, field, index, count, cells)

pbw_list_set(message, field, index, count, cells) =
    ccall((:pbw_list_set, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Csize_t, Csize_t, Ptr{Cvoid}),
          message, field, index, count, cells)

pbw_list_append(message, field, count, cells) =
    ccall((:pbw_list_append, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Csize_t, Ptr{Cvoid}),
          message, field, count, cells)

pbw_list_add(message, field, out) =
    ccall((:pbw_list_add, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Ptr{pbw_message}}),
          message, field, out)

pbw_list_reserve(message, field, capacity) =
    ccall((:pbw_list_reserve, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Csize_t),
          message, field, capacity)

pbw_list_remove(message, field, index, count) =
    ccall((:pbw_list_remove, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Csize_t, Csize_t),
          message, field, index, count)

pbw_map_size(message, field) =
    ccall((:pbw_map_size, libpbwire), Csize_t,
          (Ptr{pbw_message}, Ptr{pbw_field}),
          message, field)

pbw_map_get(message, field, key, value) =
    ccall((:pbw_map_get, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Cvoid}, Ptr{Cvoid}),
          message, field, key, value)

pbw_map_set(message, field, key, value) =
    ccall((:pbw_map_set, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Cvoid}, Ptr{Cvoid}),
          message, field, key, value)

pbw_map_mutable(message, field, key, out) =
    ccall((:pbw_map_mutable, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Cvoid}, Ptr{Ptr{pbw_message}}),
          message, field, key, out)

pbw_map_remove(message, field, key) =
    ccall((:pbw_map_remove, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Ptr{Cvoid}),
          message, field, key)

pbw_map_entry(message, field, index, key, value) =
    ccall((:pbw_map_entry, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_field}, Csize_t, Ptr{Cvoid}, Ptr{Cvoid}),
          message, field, index, key, value)

pbw_unknown_count(message) =
    ccall((:pbw_unknown_count, libpbwire), Csize_t,
          (Ptr{pbw_message},),
          message)

pbw_unknown_get(message, index, out) =
    ccall((:pbw_unknown_get, libpbwire), pbw_status,
          (Ptr{pbw_message}, Csize_t, Ptr{pbw_bytes}),
          message, index, out)

pbw_unknown_add(message, data, size) =
    ccall((:pbw_unknown_add, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{UInt8}, Csize_t),
          message, data, size)

pbw_unknown_clear(message) =
    ccall((:pbw_unknown_clear, libpbwire), pbw_status,
          (Ptr{pbw_message},),
          message)

pbw_message_clone(message, arena, out) =
    ccall((:pbw_message_clone, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_arena}, Ptr{Ptr{pbw_message}}),
          message, arena, out)

pbw_message_merge(to, from) =
    ccall((:pbw_message_merge, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_message}),
          to, from)

pbw_message_equal(a, b) =
    ccall((:pbw_message_equal, libpbwire), Int32,
          (Ptr{pbw_message}, Ptr{pbw_message}),
          a, b)

pbw_message_check(message, error) =
    ccall((:pbw_message_check, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{pbw_error}),
          message, error)

pbw_decode(type, data, size, arena, options, out, error) =
    ccall((:pbw_decode, libpbwire), pbw_status,
          (Ptr{pbw_type}, Ptr{UInt8}, Csize_t, Ptr{pbw_arena}, Ptr{pbw_options}, Ptr{Ptr{pbw_message}},
           Ptr{pbw_error}),
          type, data, size, arena, options, out, error)

pbw_decode_merge(message, data, size, options, error) =
    ccall((:pbw_decode_merge, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{UInt8}, Csize_t, Ptr{pbw_options}, Ptr{pbw_error}),
          message, data, size, options, error)

pbw_encode(message, buffer, capacity, options, size, error) =
    ccall((:pbw_encode, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{UInt8}, Csize_t, Ptr{pbw_options}, Ptr{Csize_t}, Ptr{pbw_error}),
          message, buffer, capacity, options, size, error)

pbw_encoded_size(message, flags, size) =
    ccall((:pbw_encoded_size, libpbwire), pbw_status,
          (Ptr{pbw_message}, UInt32, Ptr{Csize_t}),
          message, flags, size)

pbw_ctx_new(options, allocator, out) =
    ccall((:pbw_ctx_new, libpbwire), pbw_status,
          (Ptr{pbw_options}, Ptr{pbw_allocator}, Ptr{Ptr{pbw_ctx}}),
          options, allocator, out)

pbw_ctx_free(ctx) =
    ccall((:pbw_ctx_free, libpbwire), Cvoid,
          (Ptr{pbw_ctx},),
          ctx)

pbw_ctx_reset(ctx) =
    ccall((:pbw_ctx_reset, libpbwire), Cvoid,
          (Ptr{pbw_ctx},),
          ctx)

pbw_ctx_generation(ctx) =
    ccall((:pbw_ctx_generation, libpbwire), Ptr{UInt64},
          (Ptr{pbw_ctx},),
          ctx)

pbw_ctx_error(ctx) =
    ccall((:pbw_ctx_error, libpbwire), Ptr{pbw_error},
          (Ptr{pbw_ctx},),
          ctx)

pbw_decode_ctx(ctx, type, data, size, flags, out) =
    ccall((:pbw_decode_ctx, libpbwire), pbw_status,
          (Ptr{pbw_ctx}, Ptr{pbw_type}, Ptr{UInt8}, Csize_t, UInt32, Ptr{Ptr{pbw_message}}),
          ctx, type, data, size, flags, out)

pbw_encode_ctx(ctx, message, flags, data, size) =
    ccall((:pbw_encode_ctx, libpbwire), pbw_status,
          (Ptr{pbw_ctx}, Ptr{pbw_message}, UInt32, Ptr{Ptr{UInt8}}, Ptr{Csize_t}),
          ctx, message, flags, data, size)

pbw_ctx_messages(ctx, type, count, flags, out) =
    ccall((:pbw_ctx_messages, libpbwire), pbw_status,
          (Ptr{pbw_ctx}, Ptr{pbw_type}, Csize_t, UInt32, Ptr{Ptr{pbw_message}}),
          ctx, type, count, flags, out)

pbw_ctx_alloc(ctx, size, out) =
    ccall((:pbw_ctx_alloc, libpbwire), pbw_status,
          (Ptr{pbw_ctx}, Csize_t, Ptr{Ptr{Cvoid}}),
          ctx, size, out)

pbw_ctx_size(ctx) =
    ccall((:pbw_ctx_size, libpbwire), Csize_t,
          (Ptr{pbw_ctx},),
          ctx)

pbw_delimited_next(data, size, offset, message) =
    ccall((:pbw_delimited_next, libpbwire), pbw_status,
          (Ptr{UInt8}, Csize_t, Ptr{Csize_t}, Ptr{pbw_bytes}),
          data, size, offset, message)

pbw_encode_delimited_ctx(ctx, message, flags, data, size) =
    ccall((:pbw_encode_delimited_ctx, libpbwire), pbw_status,
          (Ptr{pbw_ctx}, Ptr{pbw_message}, UInt32, Ptr{Ptr{UInt8}}, Ptr{Csize_t}),
          ctx, message, flags, data, size)

pbw_reader_new(io, options, allocator, out) =
    ccall((:pbw_reader_new, libpbwire), pbw_status,
          (Ptr{pbw_io}, Ptr{pbw_options}, Ptr{pbw_allocator}, Ptr{Ptr{pbw_reader}}),
          io, options, allocator, out)

pbw_reader_free(reader) =
    ccall((:pbw_reader_free, libpbwire), Cvoid,
          (Ptr{pbw_reader},),
          reader)

pbw_reader_next(reader, message) =
    ccall((:pbw_reader_next, libpbwire), pbw_status,
          (Ptr{pbw_reader}, Ptr{pbw_bytes}),
          reader, message)

pbw_reader_offset(reader) =
    ccall((:pbw_reader_offset, libpbwire), UInt64,
          (Ptr{pbw_reader},),
          reader)

pbw_reader_error(reader) =
    ccall((:pbw_reader_error, libpbwire), Ptr{pbw_error},
          (Ptr{pbw_reader},),
          reader)

pbw_writer_new(io, options, allocator, out) =
    ccall((:pbw_writer_new, libpbwire), pbw_status,
          (Ptr{pbw_io}, Ptr{pbw_options}, Ptr{pbw_allocator}, Ptr{Ptr{pbw_writer}}),
          io, options, allocator, out)

pbw_writer_free(writer) =
    ccall((:pbw_writer_free, libpbwire), Cvoid,
          (Ptr{pbw_writer},),
          writer)

pbw_writer_put(writer, message, flags) =
    ccall((:pbw_writer_put, libpbwire), pbw_status,
          (Ptr{pbw_writer}, Ptr{pbw_message}, UInt32),
          writer, message, flags)

pbw_writer_put_bytes(writer, data, size) =
    ccall((:pbw_writer_put_bytes, libpbwire), pbw_status,
          (Ptr{pbw_writer}, Ptr{UInt8}, Csize_t),
          writer, data, size)

pbw_writer_flush(writer) =
    ccall((:pbw_writer_flush, libpbwire), pbw_status,
          (Ptr{pbw_writer},),
          writer)

pbw_writer_error(writer) =
    ccall((:pbw_writer_error, libpbwire), Ptr{pbw_error},
          (Ptr{pbw_writer},),
          writer)

pbw_json_print(message, buffer, capacity, options, size, error) =
    ccall((:pbw_json_print, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{UInt8}, Csize_t, Ptr{pbw_options}, Ptr{Csize_t}, Ptr{pbw_error}),
          message, buffer, capacity, options, size, error)

pbw_json_print_ctx(ctx, message, flags, data, size) =
    ccall((:pbw_json_print_ctx, libpbwire), pbw_status,
          (Ptr{pbw_ctx}, Ptr{pbw_message}, UInt32, Ptr{Ptr{UInt8}}, Ptr{Csize_t}),
          ctx, message, flags, data, size)

pbw_json_parse(type, data, size, arena, options, out, error) =
    ccall((:pbw_json_parse, libpbwire), pbw_status,
          (Ptr{pbw_type}, Ptr{UInt8}, Csize_t, Ptr{pbw_arena}, Ptr{pbw_options}, Ptr{Ptr{pbw_message}},
           Ptr{pbw_error}),
          type, data, size, arena, options, out, error)

pbw_json_parse_ctx(ctx, type, data, size, flags, out) =
    ccall((:pbw_json_parse_ctx, libpbwire), pbw_status,
          (Ptr{pbw_ctx}, Ptr{pbw_type}, Ptr{UInt8}, Csize_t, UInt32, Ptr{Ptr{pbw_message}}),
          ctx, type, data, size, flags, out)

pbw_text_print(message, buffer, capacity, options, size, error) =
    ccall((:pbw_text_print, libpbwire), pbw_status,
          (Ptr{pbw_message}, Ptr{UInt8}, Csize_t, Ptr{pbw_options}, Ptr{Csize_t}, Ptr{pbw_error}),
          message, buffer, capacity, options, size, error)

pbw_text_print_ctx(ctx, message, flags, data, size) =
    ccall((:pbw_text_print_ctx, libpbwire), pbw_status,
          (Ptr{pbw_ctx}, Ptr{pbw_message}, UInt32, Ptr{Ptr{UInt8}}, Ptr{Csize_t}),
          ctx, message, flags, data, size)

pbw_text_parse(type, data, size, arena, options, out, error) =
    ccall((:pbw_text_parse, libpbwire), pbw_status,
          (Ptr{pbw_type}, Ptr{UInt8}, Csize_t, Ptr{pbw_arena}, Ptr{pbw_options}, Ptr{Ptr{pbw_message}},
           Ptr{pbw_error}),
          type, data, size, arena, options, out, error)

pbw_text_parse_ctx(ctx, type, data, size, flags, out) =
    ccall((:pbw_text_parse_ctx, libpbwire), pbw_status,
          (Ptr{pbw_ctx}, Ptr{pbw_type}, Ptr{UInt8}, Csize_t, UInt32, Ptr{Ptr{pbw_message}}),
          ctx, type, data, size, flags, out)
