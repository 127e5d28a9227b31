/* pbwire - Protocol Buffers at the speed of generated code, with no generated code.
 *
 * This header is the contract. Load a descriptor set at run time, then decode, read, edit and encode any
 * of its messages. It can be called from any language that knows symbol names and machine types: only
 * fixed-width integers, float, double, size_t and pointers cross it.
 *
 *     pbw_schema *schema;  pbw_message *trace;  pbw_error error = { .struct_size = sizeof error };
 *     if (pbw_schema_load(set, set_size, &schema, &error)) return complain(&error);
 *     const pbw_type *type = pbw_schema_type(schema, "opentelemetry.proto.trace.v1.TracesData");
 *     if (pbw_decode(type, bytes, size, NULL, NULL, &trace, &error)) return complain(&error);
 *     ...
 *     pbw_message_free(trace);
 *     pbw_schema_free(schema);
 *
 * CONTENTS
 *     1  Words, ownership, threads, errors        5  Messages, fields, lists, maps, unknown fields
 *     2  Library, status, errors, allocators      6  Decode and encode (simple)
 *     3  Schemas: what a descriptor set says      7  Contexts: pooled decode and encode (fast)
 *     4  Cells: reading fields without a call     8  Delimited streams
 *                                                 9  JSON and text
 *
 * 1. WORDS
 *
 *   type      a message type (a "message descriptor" elsewhere); fields, enums and oneofs belong to types.
 *   message   one value of a type: a block of memory with a cell for every field.
 *   cell      the place inside a message where a field's value stands, in one of seven fixed formats.
 *   arena     memory that many messages share and that is freed at once.
 *   ctx       a context: memory, limits and last error, kept from call to call so that the steady state
 *             allocates nothing.
 *   scratch   a writable message in a ctx, whose strings may be borrowed from the host.
 *   plan      internal: what the codecs execute for a type. Nothing of it is visible here.
 *
 * OWNERSHIP
 *   - What comes back through a `T **out` is the caller's to free, with the free function of its noun.
 *   - What a getter returns (`const char *`, a handle) lives as long as the object it was asked of. For
 *     anything asked of a schema, type, field or enum that is: as long as the schema.
 *   - What a ctx made (messages, bytes, arrays) lives until that ctx is next reset or freed.
 *   - A message lives as long as its arena. A schema must outlive every use of a message of its types;
 *     freeing (arenas, messages, contexts) and resetting never look at a schema, so that the finalizers of
 *     a host may run in any order.
 *   - Every free function accepts NULL.
 *
 * THREADS
 *   - A schema, once built, is immutable: share it freely. Its reference count is atomic.
 *   - A ctx and an arena belong to one thread at a time.
 *   - A message is synchronised by its owner; any number of threads may read one that nobody writes.
 *   - The library has no global mutable state and no thread-local state, and starts no thread.
 *
 * ERRORS
 *   - Every call that can fail returns a pbw_status: 0 is success, negative is an error, and the one
 *     positive value is PBW_END. After an error, `*out` is NULL (or 0) and no argument has changed,
 *     unless the call's own words say otherwise.
 *   - The offset of a decoding error is that of the field (its tag) which is wrong; of the first wrong byte
 *     for UTF8; and where a message ended inside a number, of that end. The path is the type and the fields
 *     down to the wrong one: "pkg.Order.items[2].sku", stock["k"] or stock[7] for the value of a map's key,
 *     [pkg.extension] for an extension, the message alone where no known field is concerned.
 *   - Details (message, byte offset, field path) go into the caller's pbw_error record, which may be NULL,
 *     or into the ctx, where pbw_ctx_error reads them.
 *   - A handle argument that is NULL or of the wrong kind for a field gives PBW_ERR_ARGUMENT. Handles are
 *     otherwise trusted: a freed one is undefined behaviour. Input bytes and descriptor sets are never
 *     trusted.
 *
 * STABILITY
 *   Version 0.x: provisional. From 1.0 on this header only grows: a changed meaning is a new name, records
 *   grow at their end and carry their own size, constants keep their values.
 */
#ifndef PBWIRE_H
#define PBWIRE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PBW_API __attribute__((visibility("default")))
#else
#define PBW_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pbw_schema pbw_schema;   /* every type of one or more descriptor sets               */
typedef struct pbw_file pbw_file;       /* one .proto file                                         */
typedef struct pbw_type pbw_type;       /* a message type                                          */
typedef struct pbw_field pbw_field;     /* a field of a type, or an extension                      */
typedef struct pbw_oneof pbw_oneof;     /* a oneof of a type                                       */
typedef struct pbw_enum pbw_enum;       /* an enum type                                            */
typedef struct pbw_service pbw_service; /* a service                                               */
typedef struct pbw_method pbw_method;   /* a method of a service                                   */
typedef struct pbw_message pbw_message; /* a message                                               */
typedef struct pbw_arena pbw_arena;     /* memory shared by messages                               */
typedef struct pbw_ctx pbw_ctx;         /* reusable memory, limits and last error                  */
typedef struct pbw_reader pbw_reader;   /* reads the messages of a stream                          */
typedef struct pbw_writer pbw_writer;   /* writes messages to a stream                             */
typedef struct pbw_source pbw_source;   /* .proto files on their way to a schema                   */

/* ==== 2. Library, status, errors, allocators ==================================================== */

/* What a call says: PBW_OK, PBW_END or PBW_ERR_... */
typedef int32_t pbw_status;

/* The statuses. */
enum {
  PBW_OK = 0,
  PBW_END = 1,               /* a stream has no further message                                      */
  PBW_ERR_ARGUMENT = -1,     /* a NULL or mismatched handle, or a value outside its contract          */
  PBW_ERR_MEMORY = -2,       /* the allocator returned NULL                                          */
  PBW_ERR_TRUNCATED = -3,    /* the input ends inside a field                                        */
  PBW_ERR_MALFORMED = -4,    /* not the wire format: bad tag, varint, wire type or group end          */
  PBW_ERR_UTF8 = -5,         /* a string that must be UTF-8 is not                                   */
  PBW_ERR_DEPTH = -6,        /* nesting deeper than the limit                                        */
  PBW_ERR_SIZE = -7,         /* a message larger than the limit, or than the format's 2 GiB          */
  PBW_ERR_LIMIT = -8,        /* the ctx or arena reached its memory limit                            */
  PBW_ERR_REQUIRED = -9,     /* a required field is missing                                          */
  PBW_ERR_BUFFER = -10,      /* the caller's buffer is too small; the size needed was reported        */
  PBW_ERR_READONLY = -11,    /* a pooled message, or memory borrowed from the input, was to change    */
  PBW_ERR_NOT_FOUND = -12,   /* no such name, number or key                                          */
  PBW_ERR_RANGE = -13,       /* an index beyond the end, or a value that does not fit its field       */
  PBW_ERR_SCHEMA = -14,      /* a descriptor set that contradicts itself or the language's rules      */
  PBW_ERR_IO = -15,          /* a read or write function failed                                      */
  PBW_ERR_SYNTAX = -16,      /* JSON or text that is not in its grammar                              */
  PBW_ERR_VALUE = -17        /* text whose value the field cannot hold, or a value that has no text  */
};

/* The offset of an error that has no place in the input. */
#define PBW_NO_OFFSET UINT64_MAX

/* What went wrong, filled by a failing call. The caller sets struct_size to sizeof(pbw_error) first; a smaller one
 * leaves the record alone, and later versions write no more than it says. message and path are always
 * NUL-terminated UTF-8, cut with "..." when too long. */
typedef struct pbw_error {
  uint32_t struct_size;
  int32_t code;       /* the status that the call returned                                           */
  uint64_t offset;    /* byte offset in the input where it was noticed, or PBW_NO_OFFSET             */
  char message[240];  /* a sentence without a full stop: what is wrong                               */
  char path[240];     /* where in the message: "pkg.Type.field[3].inner"; in a schema: file and element */
  uint32_t line;      /* of JSON or text: from 1, of the byte at offset; 0: there is none            */
  uint32_t column;    /* from 1, in bytes                                                            */
} pbw_error;

/* Where memory comes from. Sizes are told on resize and free so that a host can account for them.
 *   alloc(user, size)                         a block aligned for any type, or NULL
 *   resize(user, block, old_size, new_size)   the block moved or grown, or NULL with the old one intact
 *   free(user, block, size)                   block is never NULL
 * The table is copied; `user` must outlive what was made with it. The functions may be called from any
 * thread that uses the object, and must not call back into it. */
typedef struct pbw_allocator {
  uint32_t struct_size;
  uint32_t reserved;
  void *user;
  void *(*alloc)(void *user, size_t size);
  void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
  void (*free)(void *user, void *block, size_t size);
} pbw_allocator;

/* The version of this ABI: major << 16 | minor. A program made for major.minor works with any library of
 * the same major and at least that minor. */
PBW_API uint32_t pbw_abi_version(void);

/* The version of the library, as "major.minor.patch". */
PBW_API const char *pbw_version(void);

/* 1 when this build has the named feature, else 0. Names: "binary", "pooled", "alias", "editions-2024", "json", "text", "source". */
PBW_API int32_t pbw_has_feature(const char *name);

/* The constant's name ("PBW_ERR_UTF8") and a short sentence for a status; for an unknown one, "unknown
 * status". Static text. */
PBW_API const char *pbw_status_name(pbw_status status);
PBW_API const char *pbw_status_text(pbw_status status);

/* ==== 3. Schemas ================================================================================= */
/*
 * A schema is made from serialized FileDescriptorSets, as `protoc --include_imports
 * --descriptor_set_out=F`, `buf build -o F` and most build tools write them. proto2, proto3, editions 2023
 * and 2024. Files may come in any order and in several sets; an identical file may come twice. The
 * well-known types (those of google/protobuf, descriptor.proto among them) are built in, and are always
 * part of a schema; a set may bring its own copy, which then counts.
 *
 * Names are full names without a leading dot: "google.protobuf.Timestamp". Loading copies what it needs;
 * the bytes can be freed afterwards.
 */

/* Load one set: pbw_schema_new, pbw_schema_add and pbw_schema_build in one.
 * Errors: MALFORMED, TRUNCATED, UTF8 (not a descriptor set), SCHEMA (contradictory; error->path names file
 * and element), MEMORY. */
PBW_API pbw_status pbw_schema_load(const uint8_t *set, size_t set_size, pbw_schema **out, pbw_error *error);

/* An empty schema to add sets to. allocator NULL: malloc. Only add, build and free may be called on it
 * until it is built. */
PBW_API pbw_status pbw_schema_new(const pbw_allocator *allocator, pbw_schema **out);

/* Add the files of one FileDescriptorSet. Nothing is resolved yet, so imports may come later. After an
 * error the schema can only be freed. */
PBW_API pbw_status pbw_schema_add(pbw_schema *schema, const uint8_t *set, size_t set_size, pbw_error *error);

/* Resolve and check all that was added. Afterwards the schema is immutable and can be shared. After an
 * error it can only be freed. */
PBW_API pbw_status pbw_schema_build(pbw_schema *schema, pbw_error *error);

/* One more owner; returns its argument. Each owner calls pbw_schema_free once. */
PBW_API pbw_schema *pbw_schema_retain(const pbw_schema *schema);
PBW_API void pbw_schema_free(pbw_schema *schema);

/* Look-up by full name; NULL when there is none. */
PBW_API const pbw_file *pbw_schema_file(const pbw_schema *schema, const char *name);
PBW_API const pbw_type *pbw_schema_type(const pbw_schema *schema, const char *full_name);
PBW_API const pbw_enum *pbw_schema_enum(const pbw_schema *schema, const char *full_name);
PBW_API const pbw_field *pbw_schema_extension(const pbw_schema *schema, const char *full_name);
PBW_API const pbw_service *pbw_schema_service(const pbw_schema *schema, const char *full_name);

/* Iteration, in the order of the sets: files, then the built-in files. Types include nested ones (a type
 * before those inside it) and map entries. An index beyond the end gives NULL. */
PBW_API size_t pbw_schema_file_count(const pbw_schema *schema);
PBW_API const pbw_file *pbw_schema_file_at(const pbw_schema *schema, size_t index);
PBW_API size_t pbw_schema_type_count(const pbw_schema *schema);
PBW_API const pbw_type *pbw_schema_type_at(const pbw_schema *schema, size_t index);
PBW_API size_t pbw_schema_enum_count(const pbw_schema *schema);
PBW_API const pbw_enum *pbw_schema_enum_at(const pbw_schema *schema, size_t index);
PBW_API size_t pbw_schema_extension_count(const pbw_schema *schema);
PBW_API const pbw_field *pbw_schema_extension_at(const pbw_schema *schema, size_t index);
PBW_API size_t pbw_schema_service_count(const pbw_schema *schema);
PBW_API const pbw_service *pbw_schema_service_at(const pbw_schema *schema, size_t index);

/* ---- from .proto text ---- */

/* An empty source, to add .proto files to. allocator NULL: malloc; the schema has it too. The language is that of protoc:
 * proto2, proto3, editions 2023 and 2024. A source belongs to one thread at a time; the schema does not need it any more.
 *
 *     pbw_source *source;
 *     pbw_source_new(NULL, &source);
 *     pbw_source_add(source, "my.proto", text, size);
 *     for (size_t i = 0; (name = pbw_source_import(source, i)); i++)
 *       if (read_file(name, &text, &size)) pbw_source_add(source, name, text, size);
 *     if (pbw_source_compile(source, &schema, NULL, NULL, &error)) puts(pbw_source_errors(source));
 *     pbw_source_free(source);
 */
PBW_API pbw_status pbw_source_new(const pbw_allocator *allocator, pbw_source **out);
PBW_API void pbw_source_free(pbw_source *source);

/* Add a file: the name by which others import it, and its text, which is copied. What is wrong in it is told by
 * pbw_source_compile. The same file may come twice; one of a built-in file's name takes its place. Errors: ARGUMENT (no name,
 * another text before, or the source was compiled), SIZE, MEMORY. */
PBW_API pbw_status pbw_source_add(pbw_source *source, const char *name, const uint8_t *text, size_t size);

/* The names that files import, each once, those of files that are added meanwhile behind the others; NULL beyond the end. A
 * host adds what it finds: of what is neither added nor built in, compiling tells where it is imported. */
PBW_API const char *pbw_source_import(const pbw_source *source, size_t index);

/* Compile all that was added, once. *schema: all files as one schema. *set: their FileDescriptorSet as protoc writes it with
 * --include_imports, imports first and built-in files among them; it lives as long as the source. Either may be NULL.
 * Errors: SYNTAX, SCHEMA and others for a file that is wrong: the first of them, with the file as error->path, offset, line
 * and column; pbw_source_errors has all. ARGUMENT, MEMORY. */
PBW_API pbw_status pbw_source_compile(pbw_source *source, pbw_schema **schema, const uint8_t **set,
                                      size_t *set_size, pbw_error *error);

/* What was wrong, as text for people: "file:3:14: message", the line and a caret below it, for up to 50 errors; "" when
 * nothing was. It lives as long as the source. */
PBW_API const char *pbw_source_errors(const pbw_source *source);

/* ---- files ---- */

/* Editions, by the numbers of descriptor.proto. */
enum {
  PBW_EDITION_PROTO2 = 998,
  PBW_EDITION_PROTO3 = 999,
  PBW_EDITION_2023 = 1000,
  PBW_EDITION_2024 = 1001
};

/* What descriptor.proto says of a file. Imports are in the file's order. */
PBW_API const char *pbw_file_name(const pbw_file *file);
PBW_API const char *pbw_file_package(const pbw_file *file); /* "" when it has none */
PBW_API int32_t pbw_file_edition(const pbw_file *file);     /* PBW_EDITION_... */
PBW_API int32_t pbw_file_is_builtin(const pbw_file *file);  /* 1: came with the library, not with a set */
PBW_API size_t pbw_file_import_count(const pbw_file *file);
PBW_API const pbw_file *pbw_file_import_at(const pbw_file *file, size_t index);

/* ---- types ---- */

/* What a type is, and where it is declared. */
PBW_API const char *pbw_type_full_name(const pbw_type *type);
PBW_API const char *pbw_type_name(const pbw_type *type); /* the last part of the full name */
PBW_API const pbw_file *pbw_type_file(const pbw_type *type);
PBW_API const pbw_type *pbw_type_parent(const pbw_type *type); /* the type that it is nested in, or NULL */
PBW_API int32_t pbw_type_is_map_entry(const pbw_type *type);
PBW_API const pbw_schema *pbw_type_schema(const pbw_type *type);

/* Fields in the order of their numbers; extensions are not among them. By name: the name in the .proto
 * file, or else the JSON name. By number: fields and extensions. */
PBW_API size_t pbw_type_field_count(const pbw_type *type);
PBW_API const pbw_field *pbw_type_field_at(const pbw_type *type, size_t index);
PBW_API const pbw_field *pbw_type_field(const pbw_type *type, const char *name);
PBW_API const pbw_field *pbw_type_field_by_number(const pbw_type *type, uint32_t number);

/* The extensions of this type that the schema has, in the order of their numbers. */
PBW_API size_t pbw_type_extension_count(const pbw_type *type);
PBW_API const pbw_field *pbw_type_extension_at(const pbw_type *type, size_t index);

/* Oneofs in the order of the .proto file; those that proto3 `optional` makes are not among them. */
PBW_API size_t pbw_type_oneof_count(const pbw_type *type);
PBW_API const pbw_oneof *pbw_type_oneof_at(const pbw_type *type, size_t index);
PBW_API const pbw_oneof *pbw_type_oneof(const pbw_type *type, const char *name);

/* The name, the type that it belongs to, and its members in the order of the .proto file. */
PBW_API const char *pbw_oneof_name(const pbw_oneof *oneof);
PBW_API const pbw_type *pbw_oneof_type(const pbw_oneof *oneof);
PBW_API size_t pbw_oneof_field_count(const pbw_oneof *oneof);
PBW_API const pbw_field *pbw_oneof_field_at(const pbw_oneof *oneof, size_t index);

/* ---- fields ---- */

/* A field's type: the numbers of descriptor.proto. A field with delimited encoding is a GROUP. */
enum {
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
  PBW_TYPE_SINT64 = 18
};

/* How many values a field has. */
enum {
  PBW_SINGULAR = 0,
  PBW_REPEATED = 1, /* a list */
  PBW_MAP = 2
};

/* What a field is, after edition features and defaults were resolved. */
PBW_API const char *pbw_field_name(const pbw_field *field);
PBW_API const char *pbw_field_full_name(const pbw_field *field);
PBW_API const char *pbw_field_json_name(const pbw_field *field);
PBW_API uint32_t pbw_field_number(const pbw_field *field);
PBW_API int32_t pbw_field_type(const pbw_field *field);        /* PBW_TYPE_... */
PBW_API int32_t pbw_field_cardinality(const pbw_field *field); /* PBW_SINGULAR, PBW_REPEATED, PBW_MAP */
PBW_API int32_t pbw_field_has_presence(const pbw_field *field); /* 1: "set to zero" and "absent" differ */
PBW_API int32_t pbw_field_is_required(const pbw_field *field);
PBW_API int32_t pbw_field_is_packed(const pbw_field *field);
PBW_API int32_t pbw_field_is_extension(const pbw_field *field);
PBW_API int32_t pbw_field_is_utf8(const pbw_field *field); /* 1: a string that is checked to be UTF-8 */
PBW_API const pbw_type *pbw_field_containing_type(const pbw_field *field); /* for an extension: the extended */
PBW_API const pbw_file *pbw_field_file(const pbw_field *field);
PBW_API const pbw_oneof *pbw_field_oneof(const pbw_field *field); /* NULL outside a oneof */

/* The type of a message or group field (of a map field: its entry type, whose fields 1 and 2 are key and
 * value); the enum of an enum field. Else NULL. */
PBW_API const pbw_type *pbw_field_message_type(const pbw_field *field);
PBW_API const pbw_enum *pbw_field_enum_type(const pbw_field *field);
PBW_API const pbw_field *pbw_field_map_key(const pbw_field *field);   /* NULL unless a map */
PBW_API const pbw_field *pbw_field_map_value(const pbw_field *field); /* NULL unless a map */

/* Copy a singular scalar field's default (the declared one, or zero) into `cell`, in the field's cell
 * format; a string borrows the schema's memory. ARGUMENT for lists, maps and messages. */
PBW_API pbw_status pbw_field_default(const pbw_field *field, void *cell);
PBW_API int32_t pbw_field_has_default(const pbw_field *field); /* 1: declared in the .proto file */

/* ---- enums ---- */

/* What an enum is, and where it is declared. */
PBW_API const char *pbw_enum_full_name(const pbw_enum *enumeration);
PBW_API const char *pbw_enum_name(const pbw_enum *enumeration);
PBW_API const pbw_file *pbw_enum_file(const pbw_enum *enumeration);
PBW_API const pbw_type *pbw_enum_parent(const pbw_enum *enumeration);
PBW_API int32_t pbw_enum_is_closed(const pbw_enum *enumeration);

/* Values in the order of the .proto file, aliases too. value_name: the first declared name of a number,
 * or NULL. value_number: into *number, or NOT_FOUND. */
PBW_API size_t pbw_enum_value_count(const pbw_enum *enumeration);
PBW_API const char *pbw_enum_value_name_at(const pbw_enum *enumeration, size_t index);
PBW_API int32_t pbw_enum_value_number_at(const pbw_enum *enumeration, size_t index);
PBW_API const char *pbw_enum_value_name(const pbw_enum *enumeration, int32_t number);
PBW_API pbw_status pbw_enum_value_number(const pbw_enum *enumeration, const char *name, int32_t *number);

/* ---- services ---- */

/* What a service is; its methods in the order of the .proto file. */
PBW_API const char *pbw_service_full_name(const pbw_service *service);
PBW_API const char *pbw_service_name(const pbw_service *service);
PBW_API const pbw_file *pbw_service_file(const pbw_service *service);
PBW_API size_t pbw_service_method_count(const pbw_service *service);
PBW_API const pbw_method *pbw_service_method_at(const pbw_service *service, size_t index);
PBW_API const pbw_method *pbw_service_method(const pbw_service *service, const char *name);

/* What a method is: its name, the types of its input and output, and whether each is a stream. */
PBW_API const char *pbw_method_name(const pbw_method *method);
PBW_API const pbw_type *pbw_method_input(const pbw_method *method);
PBW_API const pbw_type *pbw_method_output(const pbw_method *method);
PBW_API int32_t pbw_method_client_streaming(const pbw_method *method);
PBW_API int32_t pbw_method_server_streaming(const pbw_method *method);

/* ---- options ---- */

/* The options of an element, as a message of this schema's google.protobuf.FileOptions, MessageOptions,
 * ...: custom options are its extension fields. An element without options gives an empty message. The
 * message is made in `arena`, or, when that is NULL, is the caller's to free. */
PBW_API pbw_status pbw_file_options(const pbw_file *file, pbw_arena *arena, pbw_message **out);
PBW_API pbw_status pbw_type_options(const pbw_type *type, pbw_arena *arena, pbw_message **out);
PBW_API pbw_status pbw_field_options(const pbw_field *field, pbw_arena *arena, pbw_message **out);
PBW_API pbw_status pbw_oneof_options(const pbw_oneof *oneof, pbw_arena *arena, pbw_message **out);
PBW_API pbw_status pbw_enum_options(const pbw_enum *enumeration, pbw_arena *arena, pbw_message **out);
PBW_API pbw_status pbw_enum_value_options_at(const pbw_enum *enumeration, size_t index, pbw_arena *arena,
                                             pbw_message **out);
PBW_API pbw_status pbw_service_options(const pbw_service *service, pbw_arena *arena, pbw_message **out);
PBW_API pbw_status pbw_method_options(const pbw_method *method, pbw_arena *arena, pbw_message **out);

/* ==== 4. Cells =================================================================================== */
/*
 * A message is opaque, its cells are not. pbw_field_cell tells, once per schema, where a field's value
 * stands inside any message of its type; after that a host reads it with a plain load:
 *
 *     pbw_cell cell = { .struct_size = sizeof cell };
 *     pbw_field_cell(field, &cell);
 *     if (cell.format == PBW_CELL_32)
 *       value = *(const int32_t *)((const char *)message + cell.offset);
 *
 * The formats are part of this ABI. The offsets are not: ask again after loading a schema again. Any field
 * may answer PBW_CELL_NONE; use the accessors of section 5 for it.
 *
 *   format          bytes  what stands there
 *   PBW_CELL_BOOL     1    uint8_t, 0 or 1
 *   PBW_CELL_32       4    int32, uint32, sint32, fixed32, sfixed32, enum, float; native byte order
 *   PBW_CELL_64       8    int64, uint64, sint64, fixed64, sfixed64, double; native byte order
 *   PBW_CELL_BYTES    2w   pbw_bytes: string or bytes
 *   PBW_CELL_MESSAGE  w    pbw_message *, NULL when absent
 *   PBW_CELL_LIST     3w   pbw_list over elements that are cells side by side
 *   PBW_CELL_MAP      3w   pbw_list over entries: key at 0, value at value_offset, entry_size apart
 *   (w: the size of a pointer)
 *
 * The cell of an absent field is zero, but for members of a oneof, which may overlap; the declared default
 * is the host's to put in its place (pbw_field_default). Whether a field is present:
 *
 *   presence               present when
 *   PBW_PRESENCE_IMPLICIT  the value is not zero (a float: its bits are not those of +0.0)
 *   PBW_PRESENCE_BIT       byte at presence_offset & presence_mask is not zero
 *   PBW_PRESENCE_POINTER   the message cell is not NULL
 *   PBW_PRESENCE_ONEOF     uint32 at presence_offset == presence_mask (the field's number). Members may
 *                          overlap: look at the case before the cell, write the cell before the case
 *   PBW_PRESENCE_SIZE     a list or map: size is not zero
 *
 * IMPLICIT for a string: size is not 0. A list or cell that was decoded may have data NULL when its size is
 * 0. Every cell is aligned to its element's size, and so is the data of every list; only lists of numbers,
 * enums and bools may be lent by a host at any address.
 *
 * HOW LONG. What a string's data points to stays as it is until the arena is freed or the ctx is reset, even
 * when the field is set again. A list's or map's data moves when a call changes that list or map. A
 * submessage stays where it is for its arena's life, even when the field is cleared.
 *
 * WRITING. A scratch message (section 7) and an owned message take plain stores into their BOOL, 32, 64
 * and presence cells, oneof cases among them, and into list elements below `capacity`, then `size`. In an
 * owned message strings, messages, list growth and maps go through calls. A pooled message is never written.
 *
 * A scratch message is an owned message whose cells may also borrow: strings, lists, maps, messages (scratch,
 * owned or pooled) and the list of unknown fields may be stored, pointing to memory that the host keeps alive
 * until the message was encoded. A borrowed list or map has capacity 0; calls copy it before they change it, and
 * refuse to change a borrowed message: READONLY.
 * A host that stores strings by cells checks them itself or encodes with PBW_CHECK_UTF8. A NULL in a list
 * of messages or as a map's value is an empty message; a oneof case whose message is NULL, or that is no
 * member's number, is absent; a bool other than 0 is 1; a map's keys must be unique.
 */

/* Formats of cells. */
enum {
  PBW_CELL_NONE = 0,
  PBW_CELL_BOOL = 1,
  PBW_CELL_32 = 2,
  PBW_CELL_64 = 3,
  PBW_CELL_BYTES = 4,
  PBW_CELL_MESSAGE = 5,
  PBW_CELL_LIST = 6,
  PBW_CELL_MAP = 7
};

/* How a field tells that it is present. */
enum {
  PBW_PRESENCE_IMPLICIT = 0,
  PBW_PRESENCE_BIT = 1,
  PBW_PRESENCE_POINTER = 2,
  PBW_PRESENCE_ONEOF = 3,
  PBW_PRESENCE_SIZE = 4
};

/* A string or bytes value: not NUL-terminated; data may be NULL when size is 0. */
typedef struct pbw_bytes {
  const uint8_t *data;
  size_t size;
} pbw_bytes;

/* A list or map. capacity 0 with a size above 0: borrowed memory, read-only. */
typedef struct pbw_list {
  void *data;
  size_t size;
  size_t capacity;
} pbw_list;

/* Where a field lives. The caller sets struct_size. */
typedef struct pbw_cell {
  uint32_t struct_size;
  int32_t format;           /* PBW_CELL_...                                                          */
  uint32_t offset;          /* bytes from the start of the message                                   */
  uint32_t size;            /* bytes of the cell                                                     */
  int32_t presence;         /* PBW_PRESENCE_...                                                      */
  uint32_t presence_offset; /* BIT: of the byte; ONEOF: of the uint32 case                           */
  uint32_t presence_mask;   /* BIT: mask in that byte; ONEOF: the field's number, not a mask         */
  int32_t element_format;   /* LIST: of an element; MAP: of the value                                */
  uint32_t entry_size;      /* LIST: bytes of an element; MAP: bytes from one entry to the next      */
  int32_t key_format;       /* MAP: of the key, which stands at the entry's start                    */
  uint32_t value_offset;    /* MAP: bytes from the entry's start to the value                        */
  uint32_t reserved;
} pbw_cell;

/* Where a field's value stands in the messages of its type. ARGUMENT when cell->struct_size was not set. */
PBW_API pbw_status pbw_field_cell(const pbw_field *field, pbw_cell *cell);

/* The offset of the uint32 that holds a oneof's case: the number of the member that is set, or 0. */
PBW_API uint32_t pbw_oneof_case_offset(const pbw_oneof *oneof);

/* The offset, in messages of this type, of the unknown fields: a pbw_list of pbw_bytes, each one or more
 * whole fields in wire format, tag first, in the order in which they came. 0 for a map entry, which has none. */
PBW_API uint32_t pbw_type_unknown_offset(const pbw_type *type);

/* Bytes of a message of this type, without what its cells point to: the distance between two scratch
 * messages that pbw_ctx_messages made together. Of a map entry: from one entry to the next. */
PBW_API size_t pbw_type_message_size(const pbw_type *type);

/* ==== 5. Messages ================================================================================ */
/*
 * Accessors read and write any field of a message, in terms of cells: `cell` points to a value in the
 * field's format (of a list: the element's; see the table above), so a bool takes one byte, an int32 four,
 * a string a pbw_bytes. Setters copy strings. A field that does not belong to the message's type gives
 * ARGUMENT; a pooled message, READONLY.
 */

/* Memory for many messages. allocator NULL: malloc. max_bytes 0: no limit. Freeing an arena frees all its
 * messages at once; their pbw_message_free is then neither needed nor allowed. */
PBW_API pbw_status pbw_arena_new(const pbw_allocator *allocator, size_t max_bytes, pbw_arena **out);
PBW_API void pbw_arena_free(pbw_arena *arena);
PBW_API size_t pbw_arena_size(const pbw_arena *arena); /* bytes taken from the allocator */

/* An empty message, in `arena` or, when that is NULL, in an arena of its own. */
PBW_API pbw_status pbw_message_new(const pbw_type *type, pbw_arena *arena, pbw_message **out);

/* Free a message that was made with an arena of its own, and everything in it. A message in a shared
 * arena or a ctx, and a submessage, is left alone. */
PBW_API void pbw_message_free(pbw_message *message);

/* The type of a message. */
PBW_API const pbw_type *pbw_message_type(const pbw_message *message);
PBW_API pbw_arena *pbw_message_arena(pbw_message *message); /* the arena that it lives in; NULL for a ctx's */

/* ---- singular fields ---- */

/* 1 when present (for lists and maps: not empty), else 0; 0 too for a field of another type. */
PBW_API int32_t pbw_message_has(const pbw_message *message, const pbw_field *field);

/* Copy the value, or the default when absent, into `cell`. An absent message gives NULL. */
PBW_API pbw_status pbw_message_get(const pbw_message *message, const pbw_field *field, void *cell);

/* Set from `cell`. A string is copied, and checked where the field demands UTF-8 (UTF8). A message cell
 * must be NULL (clears the field) or a message of the field's type in the same arena, which then belongs
 * to this one too. Setting a oneof member clears the others. */
PBW_API pbw_status pbw_message_set(pbw_message *message, const pbw_field *field, const void *cell);

/* The submessage of a message field, made when absent. */
PBW_API pbw_status pbw_message_mutable(pbw_message *message, const pbw_field *field, pbw_message **out);

/* Make a field, or all of a message, absent again. */
PBW_API pbw_status pbw_message_clear_field(pbw_message *message, const pbw_field *field);
PBW_API pbw_status pbw_message_clear(pbw_message *message); /* every field, unknown ones too */

/* The member of a oneof that is set, or NULL. */
PBW_API const pbw_field *pbw_message_oneof(const pbw_message *message, const pbw_oneof *oneof);

/* The fields that are present, extensions among them, in the order of their numbers. *iterator is 0 at first and
 * moves on; *field is the next one, or NULL with PBW_END. Setting fields meanwhile is allowed. */
PBW_API pbw_status pbw_message_next(const pbw_message *message, size_t *iterator, const pbw_field **field);

/* ---- singular fields, as C values ---- */

/* The value, or the default when absent. int64 reads every integer field but uint64 and fixed64, and enums; uint64
 * the unsigned ones; double both floats; bytes strings too. A field that is not of these kinds (or a list, or another
 * type's) gives 0, NULL and size 0: nothing is ever cut to fit. An absent message gives NULL. */
PBW_API int32_t pbw_message_get_bool(const pbw_message *message, const pbw_field *field);
PBW_API int64_t pbw_message_get_int64(const pbw_message *message, const pbw_field *field);
PBW_API uint64_t pbw_message_get_uint64(const pbw_message *message, const pbw_field *field);
PBW_API double pbw_message_get_double(const pbw_message *message, const pbw_field *field);
PBW_API const uint8_t *pbw_message_get_bytes(const pbw_message *message, const pbw_field *field, size_t *size);
PBW_API const pbw_message *pbw_message_get_message(const pbw_message *message, const pbw_field *field);

/* Set any integer or enum field (int64, uint64), a float or double (double), a string or bytes (bytes, copied; string:
 * the text before a NUL). RANGE when the field cannot hold the value, ARGUMENT when it is of another kind; else as
 * pbw_message_set. */
PBW_API pbw_status pbw_message_set_bool(pbw_message *message, const pbw_field *field, int32_t value);
PBW_API pbw_status pbw_message_set_int64(pbw_message *message, const pbw_field *field, int64_t value);
PBW_API pbw_status pbw_message_set_uint64(pbw_message *message, const pbw_field *field, uint64_t value);
PBW_API pbw_status pbw_message_set_double(pbw_message *message, const pbw_field *field, double value);
PBW_API pbw_status pbw_message_set_bytes(pbw_message *message, const pbw_field *field, const uint8_t *data,
                                         size_t size);
PBW_API pbw_status pbw_message_set_string(pbw_message *message, const pbw_field *field, const char *text);

/* ---- lists ---- */

/* The number of elements; 0 too for what is no list of this message. */
PBW_API size_t pbw_list_size(const pbw_message *message, const pbw_field *field);

/* The elements themselves, cells side by side, and their number; NULL when there are none. Valid until a call changes
 * the list. */
PBW_API const void *pbw_list_data(const pbw_message *message, const pbw_field *field, size_t *size);

/* Copy `count` elements from `index` on, side by side, into `cells`. RANGE beyond the end. */
PBW_API pbw_status pbw_list_get(const pbw_message *message, const pbw_field *field, size_t index, size_t count,
                                void *cells);
/* Overwrite `count` existing elements from `index` on. RANGE beyond the end. */
PBW_API pbw_status pbw_list_set(pbw_message *message, const pbw_field *field, size_t index, size_t count,
                                const void *cells);
/* Append `count` elements. */
PBW_API pbw_status pbw_list_append(pbw_message *message, const pbw_field *field, size_t count,
                                   const void *cells);
/* Append an empty message. */
PBW_API pbw_status pbw_list_add(pbw_message *message, const pbw_field *field, pbw_message **out);
/* Make room, so that elements below `capacity` can be written by cells. */
PBW_API pbw_status pbw_list_reserve(pbw_message *message, const pbw_field *field, size_t capacity);
/* Remove `count` elements from `index` on; the later ones move up. */
PBW_API pbw_status pbw_list_remove(pbw_message *message, const pbw_field *field, size_t index, size_t count);

/* ---- maps ---- */

/* The number of entries; 0 too for what is no map of this message. */
PBW_API size_t pbw_map_size(const pbw_message *message, const pbw_field *field);
/* Copy the value of a key into `value`. NOT_FOUND when there is none. */
PBW_API pbw_status pbw_map_get(const pbw_message *message, const pbw_field *field, const void *key, void *value);
/* Set the value of a key. Strings are copied; a message value must be in the same arena. */
PBW_API pbw_status pbw_map_set(pbw_message *message, const pbw_field *field, const void *key, const void *value);
/* The message value of a key, made when absent. */
PBW_API pbw_status pbw_map_mutable(pbw_message *message, const pbw_field *field, const void *key,
                                   pbw_message **out);
/* Remove a key. NOT_FOUND when there is none. The last entry may take its place in the order. */
PBW_API pbw_status pbw_map_remove(pbw_message *message, const pbw_field *field, const void *key);
/* Copy the entry at `index`, in map order (the order of insertion until something is removed). */
PBW_API pbw_status pbw_map_entry(const pbw_message *message, const pbw_field *field, size_t index, void *key,
                                 void *value);

/* ---- unknown fields ---- */

/* Slices of whole fields in wire format, in the order in which they came. */
PBW_API size_t pbw_unknown_count(const pbw_message *message);
PBW_API pbw_status pbw_unknown_get(const pbw_message *message, size_t index, pbw_bytes *out);
/* Add fields in wire format, which are checked and copied. */
PBW_API pbw_status pbw_unknown_add(pbw_message *message, const uint8_t *data, size_t size);
PBW_API pbw_status pbw_unknown_clear(pbw_message *message);

/* ---- whole messages ---- */

/* A deep copy, in `arena` or an arena of its own. */
PBW_API pbw_status pbw_message_clone(const pbw_message *message, pbw_arena *arena, pbw_message **out);
/* Merge as if `from`'s bytes followed `to`'s: scalars overwrite, lists append, submessages merge. Both of
 * one type. On MEMORY, LIMIT, DEPTH and READONLY `to` may hold a part of `from`. */
PBW_API pbw_status pbw_message_merge(pbw_message *to, const pbw_message *from);
/* 1 when both have the same type, fields and values. Map order does not count; NaN equals NaN; +0.0 and -0.0
 * are equal where both are present, which an implicit +0.0 is not; unknown fields compare as bytes. 0 also
 * when trees of more than 16 levels cannot be compared for lack of memory. */
PBW_API int32_t pbw_message_equal(const pbw_message *a, const pbw_message *b);
/* OK, or REQUIRED with the path of the first required field that is missing, here or further down. */
PBW_API pbw_status pbw_message_check(const pbw_message *message, pbw_error *error);

/* ==== 6. Decode and encode ======================================================================= */

/* Flags of the calls below. */
enum {
  PBW_PARTIAL = 1,       /* decode, encode: required fields may be missing                           */
  PBW_ALIAS = 2,         /* decode_ctx: strings and packed arrays may point into the input           */
  PBW_RESET = 4,         /* decode_ctx, ctx_messages: reset the ctx first, in the same call          */
  PBW_DETERMINISTIC = 8, /* encode: map entries in the order of their keys                           */
  PBW_NO_UNKNOWN = 16,   /* decode: drop unknown fields; encode: leave them out                      */
  PBW_CHECK_UTF8 = 32,   /* encode: check strings that must be UTF-8, which plain stores did not     */
  /* 256 and above: JSON and text (section 9) */
  PBW_INDENT = 256,           /* print: a line for each field, options.indent blanks a level         */
  PBW_PROTO_NAMES = 512,      /* JSON print: names as in the .proto file, not lowerCamelCase         */
  PBW_ENUM_NUMBERS = 1024,    /* print: enums by number                                              */
  PBW_INT64_NUMBERS = 2048,   /* JSON print: 64-bit integers as numbers, which many readers round    */
  PBW_ALWAYS_PRINT = 4096,    /* JSON print: fields without presence also when zero or empty         */
  PBW_IGNORE_UNKNOWN = 8192,  /* parse: skip unknown fields, leave out unknown enum values           */
  PBW_TEXT_UNKNOWN = 16384    /* text: unknown fields too, by number; print shows them, parse reads them */
};

/* Flags and limits of a call without a ctx; of a ctx, at its making. Zero everywhere but in struct_size is the
 * default; an unknown flag or a struct_size that was not set is ARGUMENT, and larger limits than the library's own
 * (100,000 levels, 2 GiB - 1) count as those. */
typedef struct pbw_options {
  uint32_t struct_size;
  uint32_t flags;      /* PBW_PARTIAL | ...; of a ctx they are added to those of each call. ALIAS and RESET
                          are ignored by calls without a ctx                                         */
  uint32_t max_depth;  /* levels of nested messages and groups; 0: 100                               */
  uint32_t indent;     /* blanks a level, with PBW_INDENT; 0: 2                                      */
  uint64_t max_size;   /* bytes of one message's input; 0: 2 GiB - 1, the format's own limit         */
  uint64_t max_memory; /* bytes that a ctx, or an owned message with an arena of its own, takes; 0: no limit */
  uint64_t retain;     /* ctx: bytes kept from call to call; 0: 1 MiB. What is above is freed at reset */
} pbw_options;

/* Decode into an owned, mutable message: in `arena`, or in an arena of its own. The input can be freed
 * afterwards. options and error may be NULL.
 * Errors: TRUNCATED, MALFORMED, UTF8, DEPTH, SIZE, REQUIRED, LIMIT, MEMORY. */
PBW_API pbw_status pbw_decode(const pbw_type *type, const uint8_t *data, size_t size, pbw_arena *arena,
                              const pbw_options *options, pbw_message **out, pbw_error *error);

/* Decode into an existing message, merging: scalars overwrite, lists append, submessages merge. After an
 * error the message holds what came before it; the field that is wrong, or its oneof, may be changed or empty.
 * Errors: as pbw_decode, and READONLY. */
PBW_API pbw_status pbw_decode_merge(pbw_message *message, const uint8_t *data, size_t size,
                                    const pbw_options *options, pbw_error *error);

/* Encode into the caller's buffer. *size is set to the number of bytes, also with BUFFER, where it is the
 * number needed and the buffer's contents are undefined. Fields go out in the order of their numbers,
 * then unknown fields. Errors: BUFFER, REQUIRED, UTF8 (with PBW_CHECK_UTF8), DEPTH, SIZE, MEMORY; with any but
 * BUFFER, *size is 0. */
PBW_API pbw_status pbw_encode(const pbw_message *message, uint8_t *buffer, size_t capacity,
                              const pbw_options *options, size_t *size, pbw_error *error);

/* The number of bytes that pbw_encode with these flags writes. Required fields are not looked at.
 * Errors: SIZE, DEPTH, MEMORY. */
PBW_API pbw_status pbw_encoded_size(const pbw_message *message, uint32_t flags, size_t *size);

/* ==== 7. Contexts ================================================================================ */
/*
 * A ctx keeps memory from call to call. In the steady state, below its `retain` mark, nothing is
 * allocated and nothing freed:
 *
 *     for (;;) {
 *       pbw_decode_ctx(ctx, type, bytes, size, PBW_RESET | PBW_ALIAS, &message);
 *       ... read message by cells ...
 *     }
 *
 * Everything that the ctx made lives until it is reset: several messages and outputs may stand in it
 * together.
 */

/* options and allocator may be NULL. */
PBW_API pbw_status pbw_ctx_new(const pbw_options *options, const pbw_allocator *allocator, pbw_ctx **out);
PBW_API void pbw_ctx_free(pbw_ctx *ctx);

/* Forget everything that the ctx made. Its cost does not depend on how much that was. */
PBW_API void pbw_ctx_reset(pbw_ctx *ctx);

/* A counter that grows with every reset. A host that keeps a pointer into a ctx keeps this number too,
 * and compares before it follows the pointer. The address lives as long as the ctx, which a view must keep. */
PBW_API const uint64_t *pbw_ctx_generation(const pbw_ctx *ctx);

/* The last error of a call with this ctx; code is 0 when there was none since the last reset. */
PBW_API const pbw_error *pbw_ctx_error(const pbw_ctx *ctx);

/* Decode into a pooled, read-only message in the ctx. With PBW_ALIAS the input must stay as it is until
 * the reset. flags are added to those of the ctx's options. Errors as pbw_decode, told by pbw_ctx_error. */
PBW_API pbw_status pbw_decode_ctx(pbw_ctx *ctx, const pbw_type *type, const uint8_t *data, size_t size,
                                  uint32_t flags, const pbw_message **out);

/* Encode any message (owned, pooled or scratch) into the ctx's memory. PBW_RESET is not for this call. Errors: as
 * pbw_encode without BUFFER, and LIMIT. */
PBW_API pbw_status pbw_encode_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags,
                                  const uint8_t **data, size_t *size);

/* `count` empty scratch messages side by side, pbw_type_message_size(type) apart; *out is the first. Hosts
 * fill their cells by plain stores. While it is empty such a message may be copied, byte by byte, to memory aligned to
 * 16: until the ctx is reset the copy is an empty scratch message too, for encoding. flags: 0 or PBW_RESET. */
PBW_API pbw_status pbw_ctx_messages(pbw_ctx *ctx, const pbw_type *type, size_t count, uint32_t flags,
                                    pbw_message **out);

/* Zeroed memory in the ctx, aligned to 16 bytes: for lists, map entries and strings of scratch messages. */
PBW_API pbw_status pbw_ctx_alloc(pbw_ctx *ctx, size_t size, void **out);

/* Bytes that the ctx holds now, used or retained. */
PBW_API size_t pbw_ctx_size(const pbw_ctx *ctx);

/* ==== 8. Delimited streams ======================================================================= */
/*
 * A stream of messages, each behind its size as a varint, as protobuf's parseDelimitedFrom and
 * writeDelimitedTo have it.
 */

/* Find the next message of a stream held in memory. *offset is where to look, and becomes where to look
 * next; *message points into data. PBW_END at the end of the data; TRUNCATED when the last message is not
 * all there (*offset stays, so that more data can be put behind it); MALFORMED, SIZE when it is no size. */
PBW_API pbw_status pbw_delimited_next(const uint8_t *data, size_t size, size_t *offset, pbw_bytes *message);

/* Encode a message behind its size, into the ctx's memory. */
PBW_API pbw_status pbw_encode_delimited_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags,
                                            const uint8_t **data, size_t *size);

/* Where a stream's bytes come from or go to. The caller sets struct_size; the table is copied, `user` must outlive
 * what was made with it. This is for C and languages whose functions are C functions: a host to which a callback is dear
 * reads by itself and uses pbw_delimited_next.
 *   read(user, buffer, capacity)   bytes read, at most capacity; 0: the stream has ended; negative: it failed
 *   write(user, data, size)        bytes written, at least 1 and at most size; else it failed */
typedef struct pbw_io {
  uint32_t struct_size;
  uint32_t reserved;
  void *user;
  int64_t (*read)(void *user, uint8_t *buffer, size_t capacity);
  int64_t (*write)(void *user, const uint8_t *data, size_t size);
} pbw_io;

/* A reader over io->read. It holds at most the largest message of the stream and 64 KiB; a size that is only claimed
 * takes no memory. options: max_size and retain count. options and allocator may be NULL. */
PBW_API pbw_status pbw_reader_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
                                  pbw_reader **out);
PBW_API void pbw_reader_free(pbw_reader *reader);

/* The next message's bytes, valid until the next call: decode them with PBW_ALIAS, and nothing is copied. PBW_END
 * at the end of the stream. After TRUNCATED (it ended inside a message), IO and MEMORY nothing is lost, and the call
 * may be made again; after MALFORMED and SIZE the stream can only be given up. */
PBW_API pbw_status pbw_reader_next(pbw_reader *reader, pbw_bytes *message);

/* Where in the stream the last message began (its first byte, not its size). */
PBW_API uint64_t pbw_reader_offset(const pbw_reader *reader);

/* The last error; its offset is where in the stream the message (its size) begins that could not be read. */
PBW_API const pbw_error *pbw_reader_error(const pbw_reader *reader);

/* A writer over io->write, which gathers up to 64 KiB. options and allocator, which may be NULL: of the ctx in which it
 * encodes. Freeing it writes nothing: flush first. */
PBW_API pbw_status pbw_writer_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
                                  pbw_writer **out);
PBW_API void pbw_writer_free(pbw_writer *writer);

/* Put a message behind its size; flags as pbw_encode_ctx. After an error it was not taken, and what was taken before is
 * still there: after IO the same call may be made again. Errors: as pbw_encode_ctx, and IO. */
PBW_API pbw_status pbw_writer_put(pbw_writer *writer, const pbw_message *message, uint32_t flags);
/* The same for a message that is encoded already. */
PBW_API pbw_status pbw_writer_put_bytes(pbw_writer *writer, const uint8_t *data, size_t size);

/* Write everything that was put. IO: what was not written is still there. */
PBW_API pbw_status pbw_writer_flush(pbw_writer *writer);

/* The last error of a call with this writer. */
PBW_API const pbw_error *pbw_writer_error(const pbw_writer *writer);

/* ==== 9. JSON and text ============================================================================ */
/*
 * JSON: the canonical mapping of protobuf to JSON, with the well-known types in their own forms, extensions as "[pkg.name]",
 * and an Any opened over the schema that its message's type belongs to. The calls are those of binary: the same options
 * (of which a ctx has its own), the same lifetimes, the same errors, with line and column besides. Messages may be nested
 * 1,000 levels deep at most, whatever max_depth says: a Value in a Struct counts as two.
 *
 * Printing: unknown fields are left out, as JSON has no place for them. Maps are in their own order (PBW_DETERMINISTIC: by
 * key). Numbers are the shortest that read as the same value. VALUE: what JSON cannot express (a time or FieldMask out
 * of its form, a Value without a kind or not finite); NOT_FOUND: an Any of a type that the schema lacks; UTF8.
 *
 * Parsing: names may be lowerCamelCase or those of the .proto file. A field that comes twice, and a second member of a
 * oneof, are VALUE; an unknown field is NOT_FOUND unless PBW_IGNORE_UNKNOWN; null leaves a field absent.
 * Errors: SYNTAX, VALUE, UTF8, NOT_FOUND, DEPTH, SIZE, REQUIRED, LIMIT, MEMORY.
 */

/* Print into the caller's buffer; without a NUL. The words of pbw_encode hold. */
PBW_API pbw_status pbw_json_print(const pbw_message *message, uint8_t *buffer, size_t capacity,
                                  const pbw_options *options, size_t *size, pbw_error *error);

/* Print into the ctx's memory. The words of pbw_encode_ctx hold. */
PBW_API pbw_status pbw_json_print_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, const uint8_t **data,
                                      size_t *size);

/* Parse into an owned, mutable message. The words of pbw_decode hold. */
PBW_API pbw_status pbw_json_parse(const pbw_type *type, const uint8_t *data, size_t size, pbw_arena *arena,
                                  const pbw_options *options, pbw_message **out, pbw_error *error);

/* Parse into a pooled, read-only message. The words of pbw_decode_ctx hold; with PBW_ALIAS, strings without an escape
 * point into the input. */
PBW_API pbw_status pbw_json_parse_ctx(pbw_ctx *ctx, const pbw_type *type, const uint8_t *data, size_t size, uint32_t flags,
                                      const pbw_message **out);

/* Text format, the language of .textproto files: the same four calls. Printing puts all on one line without PBW_INDENT;
 * PBW_TEXT_UNKNOWN shows unknown fields by number: 8: 150, 8: 0x00000001 (32 bits), 8: 0x0000000000000001 (64 bits), 8: "ab", 8
 * { } for a group, and 8: { } for bytes that may be a message; with the same flag they are read back as they were. Parsing takes everything that the official parsers take; a singular field that comes twice is VALUE. */
PBW_API pbw_status pbw_text_print(const pbw_message *message, uint8_t *buffer, size_t capacity,
                                  const pbw_options *options, size_t *size, pbw_error *error);
PBW_API pbw_status pbw_text_print_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, const uint8_t **data,
                                      size_t *size);
PBW_API pbw_status pbw_text_parse(const pbw_type *type, const uint8_t *data, size_t size, pbw_arena *arena,
                                  const pbw_options *options, pbw_message **out, pbw_error *error);
PBW_API pbw_status pbw_text_parse_ctx(pbw_ctx *ctx, const pbw_type *type, const uint8_t *data, size_t size, uint32_t flags,
                                      const pbw_message **out);

#ifdef __cplusplus
}
#endif

#endif
