-- Generated from abi/pbwire.h by scripts/abi_emit.py.
-- Declares the C library to LuaJIT, once even when modules are loaded again; returns the constants by name.
local ffi = require "ffi"

if not pcall(ffi.typeof, "pbw_ctx *") then ffi.cdef[[
typedef int32_t pbw_status;
typedef struct pbw_schema pbw_schema;
typedef struct pbw_file pbw_file;
typedef struct pbw_type pbw_type;
typedef struct pbw_field pbw_field;
typedef struct pbw_oneof pbw_oneof;
typedef struct pbw_enum pbw_enum;
typedef struct pbw_service pbw_service;
typedef struct pbw_method pbw_method;
typedef struct pbw_message pbw_message;
typedef struct pbw_arena pbw_arena;
typedef struct pbw_ctx pbw_ctx;
typedef struct pbw_reader pbw_reader;
typedef struct pbw_writer pbw_writer;
typedef struct pbw_source pbw_source;
typedef struct pbw_error {
  uint32_t struct_size;
  int32_t code;
  uint64_t offset;
  char message[240];
  char path[240];
  uint32_t line;
  uint32_t column;
} pbw_error;
typedef struct pbw_allocator {
  uint32_t struct_size;
  uint32_t reserved;
  void *user;
  void *(*alloc)(void *user, size_t size);
  void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
  void (*free)(void *user, void *block, size_t size);
} pbw_allocator;
typedef struct pbw_bytes {
  const uint8_t *data;
  size_t size;
} pbw_bytes;
typedef struct pbw_list {
  void *data;
  size_t size;
  size_t capacity;
} pbw_list;
typedef struct pbw_cell {
  uint32_t struct_size;
  int32_t format;
  uint32_t offset;
  uint32_t size;
  int32_t presence;
  uint32_t presence_offset;
  uint32_t presence_mask;
  int32_t element_format;
  uint32_t entry_size;
  int32_t key_format;
  uint32_t value_offset;
  uint32_t reserved;
} pbw_cell;
typedef struct pbw_options {
  uint32_t struct_size;
  uint32_t flags;
  uint32_t max_depth;
  uint32_t indent;
  uint64_t max_size;
  uint64_t max_memory;
  uint64_t retain;
} pbw_options;
typedef struct pbw_io {
  uint32_t struct_size;
  uint32_t reserved;
  void *user;
  int64_t (*read)(void *user, uint8_t *buffer, size_t capacity);
  int64_t (*write)(void *user, const uint8_t *data, size_t size);
} pbw_io;
uint32_t pbw_abi_version(void);
const char *pbw_version(void);
int32_t pbw_has_feature(const char *name);
const char *pbw_status_name(pbw_status status);
const char *pbw_status_text(pbw_status status);
pbw_status pbw_schema_load(const uint8_t *set, size_t set_size, pbw_schema **out, pbw_error *error);
pbw_status pbw_schema_new(const pbw_allocator *allocator, pbw_schema **out);
pbw_status pbw_schema_add(pbw_schema *schema, const uint8_t *set, size_t set_size, pbw_error *error);
pbw_status pbw_schema_build(pbw_schema *schema, pbw_error *error);
pbw_schema *pbw_schema_retain(const pbw_schema *schema);
void pbw_schema_free(pbw_schema *schema);
const pbw_file *pbw_schema_file(const pbw_schema *schema, const char *name);
const pbw_type *pbw_schema_type(const pbw_schema *schema, const char *full_name);
const pbw_enum *pbw_schema_enum(const pbw_schema *schema, const char *full_name);
const pbw_field *pbw_schema_extension(const pbw_schema *schema, const char *full_name);
const pbw_service *pbw_schema_service(const pbw_schema *schema, const char *full_name);
size_t pbw_schema_file_count(const pbw_schema *schema);
const pbw_file *pbw_schema_file_at(const pbw_schema *schema, size_t index);
size_t pbw_schema_type_count(const pbw_schema *schema);
const pbw_type *pbw_schema_type_at(const pbw_schema *schema, size_t index);
size_t pbw_schema_enum_count(const pbw_schema *schema);
const pbw_enum *pbw_schema_enum_at(const pbw_schema *schema, size_t index);
size_t pbw_schema_extension_count(const pbw_schema *schema);
const pbw_field *pbw_schema_extension_at(const pbw_schema *schema, size_t index);
size_t pbw_schema_service_count(const pbw_schema *schema);
const pbw_service *pbw_schema_service_at(const pbw_schema *schema, size_t index);
pbw_status pbw_source_new(const pbw_allocator *allocator, pbw_source **out);
void pbw_source_free(pbw_source *source);
pbw_status pbw_source_add(pbw_source *source, const char *name, const uint8_t *text, size_t size);
const char *pbw_source_import(const pbw_source *source, size_t index);
pbw_status pbw_source_compile(pbw_source *source, pbw_schema **schema, const uint8_t **set,
  size_t *set_size, pbw_error *error);
const char *pbw_source_errors(const pbw_source *source);
const char *pbw_file_name(const pbw_file *file);
const char *pbw_file_package(const pbw_file *file);
int32_t pbw_file_edition(const pbw_file *file);
int32_t pbw_file_is_builtin(const pbw_file *file);
size_t pbw_file_import_count(const pbw_file *file);
const pbw_file *pbw_file_import_at(const pbw_file *file, size_t index);
const char *pbw_type_full_name(const pbw_type *type);
const char *pbw_type_name(const pbw_type *type);
const pbw_file *pbw_type_file(const pbw_type *type);
const pbw_type *pbw_type_parent(const pbw_type *type);
int32_t pbw_type_is_map_entry(const pbw_type *type);
const pbw_schema *pbw_type_schema(const pbw_type *type);
size_t pbw_type_field_count(const pbw_type *type);
const pbw_field *pbw_type_field_at(const pbw_type *type, size_t index);
const pbw_field *pbw_type_field(const pbw_type *type, const char *name);
const pbw_field *pbw_type_field_by_number(const pbw_type *type, uint32_t number);
size_t pbw_type_extension_count(const pbw_type *type);
const pbw_field *pbw_type_extension_at(const pbw_type *type, size_t index);
size_t pbw_type_oneof_count(const pbw_type *type);
const pbw_oneof *pbw_type_oneof_at(const pbw_type *type, size_t index);
const pbw_oneof *pbw_type_oneof(const pbw_type *type, const char *name);
const char *pbw_oneof_name(const pbw_oneof *oneof);
const pbw_type *pbw_oneof_type(const pbw_oneof *oneof);
size_t pbw_oneof_field_count(const pbw_oneof *oneof);
const pbw_field *pbw_oneof_field_at(const pbw_oneof *oneof, size_t index);
const char *pbw_field_name(const pbw_field *field);
const char *pbw_field_full_name(const pbw_field *field);
const char *pbw_field_json_name(const pbw_field *field);
uint32_t pbw_field_number(const pbw_field *field);
int32_t pbw_field_type(const pbw_field *field);
int32_t pbw_field_cardinality(const pbw_field *field);
int32_t pbw_field_has_presence(const pbw_field *field);
int32_t pbw_field_is_required(const pbw_field *field);
int32_t pbw_field_is_packed(const pbw_field *field);
int32_t pbw_field_is_extension(const pbw_field *field);
int32_t pbw_field_is_utf8(const pbw_field *field);
const pbw_type *pbw_field_containing_type(const pbw_field *field);
const pbw_file *pbw_field_file(const pbw_field *field);
const pbw_oneof *pbw_field_oneof(const pbw_field *field);
const pbw_type *pbw_field_message_type(const pbw_field *field);
const pbw_enum *pbw_field_enum_type(const pbw_field *field);
const pbw_field *pbw_field_map_key(const pbw_field *field);
const pbw_field *pbw_field_map_value(const pbw_field *field);
pbw_status pbw_field_default(const pbw_field *field, void *cell);
int32_t pbw_field_has_default(const pbw_field *field);
const char *pbw_enum_full_name(const pbw_enum *enumeration);
const char *pbw_enum_name(const pbw_enum *enumeration);
const pbw_file *pbw_enum_file(const pbw_enum *enumeration);
const pbw_type *pbw_enum_parent(const pbw_enum *enumeration);
int32_t pbw_enum_is_closed(const pbw_enum *enumeration);
size_t pbw_enum_value_count(const pbw_enum *enumeration);
const char *pbw_enum_value_name_at(const pbw_enum *enumeration, size_t index);
int32_t pbw_enum_value_number_at(const pbw_enum *enumeration, size_t index);
const char *pbw_enum_value_name(const pbw_enum *enumeration, int32_t number);
pbw_status pbw_enum_value_number(const pbw_enum *enumeration, const char *name, int32_t *number);
const char *pbw_service_full_name(const pbw_service *service);
const char *pbw_service_name(const pbw_service *service);
const pbw_file *pbw_service_file(const pbw_service *service);
size_t pbw_service_method_count(const pbw_service *service);
const pbw_method *pbw_service_method_at(const pbw_service *service, size_t index);
const pbw_method *pbw_service_method(const pbw_service *service, const char *name);
const char *pbw_method_name(const pbw_method *method);
const pbw_type *pbw_method_input(const pbw_method *method);
const pbw_type *pbw_method_output(const pbw_method *method);
int32_t pbw_method_client_streaming(const pbw_method *method);
int32_t pbw_method_server_streaming(const pbw_method *method);
pbw_status pbw_file_options(const pbw_file *file, pbw_arena *arena, pbw_message **out);
pbw_status pbw_type_options(const pbw_type *type, pbw_arena *arena, pbw_message **out);
pbw_status pbw_field_options(const pbw_field *field, pbw_arena *arena, pbw_message **out);
pbw_status pbw_oneof_options(const pbw_oneof *oneof, pbw_arena *arena, pbw_message **out);
pbw_status pbw_enum_options(const pbw_enum *enumeration, pbw_arena *arena, pbw_message **out);
pbw_status pbw_enum_value_options_at(const pbw_enum *enumeration, size_t index, pbw_arena *arena,
  pbw_message **out);
pbw_status pbw_service_options(const pbw_service *service, pbw_arena *arena, pbw_message **out);
pbw_status pbw_method_options(const pbw_method *method, pbw_arena *arena, pbw_message **out);
pbw_status pbw_field_cell(const pbw_field *field, pbw_cell *cell);
uint32_t pbw_oneof_case_offset(const pbw_oneof *oneof);
uint32_t pbw_type_unknown_offset(const pbw_type *type);
size_t pbw_type_message_size(const pbw_type *type);
pbw_status pbw_arena_new(const pbw_allocator *allocator, size_t max_bytes, pbw_arena **out);
void pbw_arena_free(pbw_arena *arena);
size_t pbw_arena_size(const pbw_arena *arena);
pbw_status pbw_message_new(const pbw_type *type, pbw_arena *arena, pbw_message **out);
void pbw_message_free(pbw_message *message);
const pbw_type *pbw_message_type(const pbw_message *message);
pbw_arena *pbw_message_arena(pbw_message *message);
int32_t pbw_message_has(const pbw_message *message, const pbw_field *field);
pbw_status pbw_message_get(const pbw_message *message, const pbw_field *field, void *cell);
pbw_status pbw_message_set(pbw_message *message, const pbw_field *field, const void *cell);
pbw_status pbw_message_mutable(pbw_message *message, const pbw_field *field, pbw_message **out);
pbw_status pbw_message_clear_field(pbw_message *message, const pbw_field *field);
pbw_status pbw_message_clear(pbw_message *message);
const pbw_field *pbw_message_oneof(const pbw_message *message, const pbw_oneof *oneof);
pbw_status pbw_message_next(const pbw_message *message, size_t *iterator, const pbw_field **field);
int32_t pbw_message_get_bool(const pbw_message *message, const pbw_field *field);
int64_t pbw_message_get_int64(const pbw_message *message, const pbw_field *field);
uint64_t pbw_message_get_uint64(const pbw_message *message, const pbw_field *field);
double pbw_message_get_double(const pbw_message *message, const pbw_field *field);
const uint8_t *pbw_message_get_bytes(const pbw_message *message, const pbw_field *field, size_t *size);
const pbw_message *pbw_message_get_message(const pbw_message *message, const pbw_field *field);
pbw_status pbw_message_set_bool(pbw_message *message, const pbw_field *field, int32_t value);
pbw_status pbw_message_set_int64(pbw_message *message, const pbw_field *field, int64_t value);
pbw_status pbw_message_set_uint64(pbw_message *message, const pbw_field *field, uint64_t value);
pbw_status pbw_message_set_double(pbw_message *message, const pbw_field *field, double value);
pbw_status pbw_message_set_bytes(pbw_message *message, const pbw_field *field, const uint8_t *data,
  size_t size);
pbw_status pbw_message_set_string(pbw_message *message, const pbw_field *field, const char *text);
size_t pbw_list_size(const pbw_message *message, const pbw_field *field);
const void *pbw_list_data(const pbw_message *message, const pbw_field *field, size_t *size);
pbw_status pbw_list_get(const pbw_message *message, const pbw_field *field, size_t index, size_t count,
  void *cells);
pbw_status pbw_list_set(pbw_message *message, const pbw_field *field, size_t index, size_t count,
  const void *cells);
pbw_status pbw_list_append(pbw_message *message, const pbw_field *field, size_t count, const void *cells);
pbw_status pbw_list_add(pbw_message *message, const pbw_field *field, pbw_message **out);
pbw_status pbw_list_reserve(pbw_message *message, const pbw_field *field, size_t capacity);
pbw_status pbw_list_remove(pbw_message *message, const pbw_field *field, size_t index, size_t count);
size_t pbw_map_size(const pbw_message *message, const pbw_field *field);
pbw_status pbw_map_get(const pbw_message *message, const pbw_field *field, const void *key, void *value);
pbw_status pbw_map_set(pbw_message *message, const pbw_field *field, const void *key, const void *value);
pbw_status pbw_map_mutable(pbw_message *message, const pbw_field *field, const void *key,
  pbw_message **out);
pbw_status pbw_map_remove(pbw_message *message, const pbw_field *field, const void *key);
pbw_status pbw_map_entry(const pbw_message *message, const pbw_field *field, size_t index, void *key,
  void *value);
size_t pbw_unknown_count(const pbw_message *message);
pbw_status pbw_unknown_get(const pbw_message *message, size_t index, pbw_bytes *out);
pbw_status pbw_unknown_add(pbw_message *message, const uint8_t *data, size_t size);
pbw_status pbw_unknown_clear(pbw_message *message);
pbw_status pbw_message_clone(const pbw_message *message, pbw_arena *arena, pbw_message **out);
pbw_status pbw_message_merge(pbw_message *to, const pbw_message *from);
int32_t pbw_message_equal(const pbw_message *a, const pbw_message *b);
pbw_status pbw_message_check(const pbw_message *message, pbw_error *error);
pbw_status pbw_decode(const pbw_type *type, const uint8_t *data, size_t size, pbw_arena *arena,
  const pbw_options *options, pbw_message **out, pbw_error *error);
pbw_status pbw_decode_merge(pbw_message *message, const uint8_t *data, size_t size,
  const pbw_options *options, pbw_error *error);
pbw_status pbw_encode(const pbw_message *message, uint8_t *buffer, size_t capacity,
  const pbw_options *options, size_t *size, pbw_error *error);
pbw_status pbw_encoded_size(const pbw_message *message, uint32_t flags, size_t *size);
pbw_status pbw_ctx_new(const pbw_options *options, const pbw_allocator *allocator, pbw_ctx **out);
void pbw_ctx_free(pbw_ctx *ctx);
void pbw_ctx_reset(pbw_ctx *ctx);
const uint64_t *pbw_ctx_generation(const pbw_ctx *ctx);
const pbw_error *pbw_ctx_error(const pbw_ctx *ctx);
pbw_status pbw_decode_ctx(pbw_ctx *ctx, const pbw_type *type, const uint8_t *data, size_t size,
  uint32_t flags, const pbw_message **out);
pbw_status pbw_encode_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, const uint8_t **data,
  size_t *size);
pbw_status pbw_ctx_messages(pbw_ctx *ctx, const pbw_type *type, size_t count, uint32_t flags,
  pbw_message **out);
pbw_status pbw_ctx_alloc(pbw_ctx *ctx, size_t size, void **out);
size_t pbw_ctx_size(const pbw_ctx *ctx);
pbw_status pbw_delimited_next(const uint8_t *data, size_t size, size_t *offset, pbw_bytes *message);
pbw_status pbw_encode_delimited_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags,
  const uint8_t **data, size_t *size);
pbw_status pbw_reader_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
  pbw_reader **out);
void pbw_reader_free(pbw_reader *reader);
pbw_status pbw_reader_next(pbw_reader *reader, pbw_bytes *message);
uint64_t pbw_reader_offset(const pbw_reader *reader);
const pbw_error *pbw_reader_error(const pbw_reader *reader);
pbw_status pbw_writer_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
  pbw_writer **out);
void pbw_writer_free(pbw_writer *writer);
pbw_status pbw_writer_put(pbw_writer *writer, const pbw_message *message, uint32_t flags);
pbw_status pbw_writer_put_bytes(pbw_writer *writer, const uint8_t *data, size_t size);
pbw_status pbw_writer_flush(pbw_writer *writer);
const pbw_error *pbw_writer_error(const pbw_writer *writer);
pbw_status pbw_json_print(const pbw_message *message, uint8_t *buffer, size_t capacity,
  const pbw_options *options, size_t *size, pbw_error *error);
pbw_status pbw_json_print_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags,
  const uint8_t **data, size_t *size);
pbw_status pbw_json_parse(const pbw_type *type, const uint8_t *data, size_t size, pbw_arena *arena,
  const pbw_options *options, pbw_message **out, pbw_error *error);
pbw_status pbw_json_parse_ctx(pbw_ctx *ctx, const pbw_type *type, const uint8_t *data, size_t size,
  uint32_t flags, const pbw_message **out);
pbw_status pbw_text_print(const pbw_message *message, uint8_t *buffer, size_t capacity,
  const pbw_options *options, size_t *size, pbw_error *error);
pbw_status pbw_text_print_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags,
  const uint8_t **data, size_t *size);
pbw_status pbw_text_parse(const pbw_type *type, const uint8_t *data, size_t size, pbw_arena *arena,
  const pbw_options *options, pbw_message **out, pbw_error *error);
pbw_status pbw_text_parse_ctx(pbw_ctx *ctx, const pbw_type *type, const uint8_t *data, size_t size,
  uint32_t flags, const pbw_message **out);
]] end

return {
  PBW_OK = 0,
  PBW_END = 1,
  PBW_ERR_ARGUMENT = -1,
  PBW_ERR_MEMORY = -2,
  PBW_ERR_TRUNCATED = -3,
  PBW_ERR_MALFORMED = -4,
  PBW_ERR_UTF8 = -5,
  PBW_ERR_DEPTH = -6,
  PBW_ERR_SIZE = -7,
  PBW_ERR_LIMIT = -8,
  PBW_ERR_REQUIRED = -9,
  PBW_ERR_BUFFER = -10,
  PBW_ERR_READONLY = -11,
  PBW_ERR_NOT_FOUND = -12,
  PBW_ERR_RANGE = -13,
  PBW_ERR_SCHEMA = -14,
  PBW_ERR_IO = -15,
  PBW_ERR_SYNTAX = -16,
  PBW_ERR_VALUE = -17,
  PBW_EDITION_PROTO2 = 998,
  PBW_EDITION_PROTO3 = 999,
  PBW_EDITION_2023 = 1000,
  PBW_EDITION_2024 = 1001,
  PBW_TYPE_DOUBLE = 1,
  PBW_TYPE_FLOAT = 2,
  PBW_TYPE_INT64 = 3,
  PBW_TYPE_UINT64 = 4,
  PBW_TYPE_INT32 = 5,
  PBW_TYPE_FIXED64 = 6,
  PBW_TYPE_FIXED32 = 7,
  PBW_TYPE_BOOL = 8,
  PBW_TYPE_STRING = 9,
  PBW_TYPE_GROUP = 10,
  PBW_TYPE_MESSAGE = 11,
  PBW_TYPE_BYTES = 12,
  PBW_TYPE_UINT32 = 13,
  PBW_TYPE_ENUM = 14,
  PBW_TYPE_SFIXED32 = 15,
  PBW_TYPE_SFIXED64 = 16,
  PBW_TYPE_SINT32 = 17,
  PBW_TYPE_SINT64 = 18,
  PBW_SINGULAR = 0,
  PBW_REPEATED = 1,
  PBW_MAP = 2,
  PBW_CELL_NONE = 0,
  PBW_CELL_BOOL = 1,
  PBW_CELL_32 = 2,
  PBW_CELL_64 = 3,
  PBW_CELL_BYTES = 4,
  PBW_CELL_MESSAGE = 5,
  PBW_CELL_LIST = 6,
  PBW_CELL_MAP = 7,
  PBW_PRESENCE_IMPLICIT = 0,
  PBW_PRESENCE_BIT = 1,
  PBW_PRESENCE_POINTER = 2,
  PBW_PRESENCE_ONEOF = 3,
  PBW_PRESENCE_SIZE = 4,
  PBW_PARTIAL = 1,
  PBW_ALIAS = 2,
  PBW_RESET = 4,
  PBW_DETERMINISTIC = 8,
  PBW_NO_UNKNOWN = 16,
  PBW_CHECK_UTF8 = 32,
  PBW_INDENT = 256,
  PBW_PROTO_NAMES = 512,
  PBW_ENUM_NUMBERS = 1024,
  PBW_INT64_NUMBERS = 2048,
  PBW_ALWAYS_PRINT = 4096,
  PBW_IGNORE_UNKNOWN = 8192,
  PBW_TEXT_UNKNOWN = 16384,
  PBW_NO_OFFSET = 18446744073709551615ULL,
}
