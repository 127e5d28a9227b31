/* A whole session through libffi: a stand-in for a host that knows nothing of pbwire but its description.
 *
 * pbwire.h is not included. Functions are found by dlsym and called through ffi_call with the machine types
 * of functions.h; records are bytes whose fields are found there too. Every function is called twice: with
 * nothing but NULL and 0, which must be refused and not crash, and in earnest.
 *
 *     session libpbwire.so cases.binpb        prints TAP
 */
#include <dlfcn.h>
#include <ffi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/abi/functions.h"

enum { FUNCTIONS = sizeof functions / sizeof *functions };

typedef union value {
  int32_t i;
  uint32_t u;
  int64_t l;
  uint64_t L;
  size_t z;
  float f;
  double d;
  void *p;
  ffi_arg word; /* what ffi_call returns small integers in */
} value;

static void *symbols[FUNCTIONS];
static int called[FUNCTIONS];
static int failures;

static void check(int holds, const char *format, ...) {
  va_list args;
  printf(holds ? "ok - " : "not ok - ");
  va_start(args, format);
  vprintf(format, args);
  va_end(args);
  putchar('\n');
  fflush(stdout);
  failures += !holds;
}

static void give_up(const char *what, const char *name) {
  printf("not ok - %s: %s\n", what, name);
  exit(1);
}

/* ---- the description ---- */

static int find(const char *name) {
  for (int i = 0; i < FUNCTIONS; i++)
    if (!strcmp(functions[i].name, name)) return i;
  give_up("no such function", name);
  return 0;
}

static int64_t constant(const char *name) {
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (!strcmp(constants[i].name, name)) return constants[i].value;
  give_up("no such constant", name);
  return 0;
}

static const struct place *place(const char *record, const char *field) {
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (!strcmp(places[i].record, record) &&
        (field ? places[i].field && !strcmp(places[i].field, field) : !places[i].field))
      return &places[i];
  give_up("no such field", field);
  return NULL;
}

/* A zeroed record that carries its size. */
static void *record(const char *name) {
  uint32_t size = (uint32_t)place(name, NULL)->size;
  void *bytes = calloc(1, size);
  memcpy((char *)bytes + place(name, "struct_size")->at, &size, sizeof size);
  return bytes;
}

static uint32_t field32(const void *bytes, const char *name, const char *field) {
  uint32_t v;
  memcpy(&v, (const char *)bytes + place(name, field)->at, sizeof v);
  return v;
}

/* ---- calls ---- */

static ffi_type *machine_type(char code) {
  switch (code) {
    case 'i': return &ffi_type_sint32;
    case 'u': return &ffi_type_uint32;
    case 'l': return &ffi_type_sint64;
    case 'L': return &ffi_type_uint64;
    case 'z': return sizeof(size_t) == 8 ? &ffi_type_uint64 : &ffi_type_uint32;
    case 'f': return &ffi_type_float;
    case 'd': return &ffi_type_double;
    case 'p': return &ffi_type_pointer;
    default: return &ffi_type_void;
  }
}

static value invoke(int index, value *arguments) {
  const char *code = functions[index].code;
  unsigned count = (unsigned)strlen(code) - 1;
  ffi_type *types[MOST_PARAMETERS];
  void *pointers[MOST_PARAMETERS];
  for (unsigned i = 0; i < count; i++) {
    types[i] = machine_type(code[i + 1]);
    pointers[i] = &arguments[i];
  }
  ffi_cif cif;
  if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, count, machine_type(code[0]), types) != FFI_OK)
    give_up("libffi refuses", functions[index].name);
  void (*function)(void);
  *(void **)&function = symbols[index];
  value result = {.L = 0};
  ffi_call(&cif, function, &result, pointers);
  if (code[0] == 'i') result.i = (int32_t)result.word;
  if (code[0] == 'u') result.u = (uint32_t)result.word;
  return result;
}

/* Call by name, arguments as the description has them. Sizes and counts are written (size_t)n. */
static value call(const char *name, ...) {
  int index = find(name);
  value arguments[MOST_PARAMETERS];
  va_list args;
  va_start(args, name);
  for (const char *code = functions[index].code + 1; *code; code++) {
    value *argument = &arguments[code - functions[index].code - 1];
    switch (*code) {
      case 'i': argument->i = va_arg(args, int32_t); break;
      case 'u': argument->u = va_arg(args, uint32_t); break;
      case 'l': argument->l = va_arg(args, int64_t); break;
      case 'L': argument->L = va_arg(args, uint64_t); break;
      case 'z': argument->z = va_arg(args, size_t); break;
      case 'd': argument->d = va_arg(args, double); break;
      case 'p': argument->p = va_arg(args, void *); break;
      default: give_up("a parameter that no function had yet", name);
    }
  }
  va_end(args);
  called[index] = 1;
  return invoke(index, arguments);
}

/* A call that must succeed, or must give the named status. */
#define OK(...) expect("PBW_OK", call(__VA_ARGS__).i, #__VA_ARGS__)
#define GIVES(status, ...) expect(status, call(__VA_ARGS__).i, #__VA_ARGS__)

static void expect(const char *status, int32_t got, const char *what) {
  check(got == constant(status), "%s gives %s (%s)", what, status, (char *)call("pbw_status_name", got).p);
}

static int text_is(value text, const char *want) { return text.p && !strcmp(text.p, want); }

/* ---- one: nothing but NULL ---- */

static void refuse_null(void) {
  for (int i = 0; i < FUNCTIONS; i++) {
    value zeros[MOST_PARAMETERS];
    memset(zeros, 0, sizeof zeros);
    if (!functions[i].code[1] || !strncmp(functions[i].name, "pbw_status_", 11)) continue;
    value result = invoke(i, zeros);
    if (!strcmp(functions[i].returns, "pbw_status"))
      check(result.i == constant("PBW_ERR_ARGUMENT"), "%s refuses NULL", functions[i].name);
    else
      check(result.L == 0, "%s of NULL is nothing", functions[i].name);
  }
}

/* ---- two: every getter of every kind of handle ---- */

static struct {
  const char *type;
  void *handle;
} handles[16];

static void know(const char *type, void *handle) {
  int i = 0;
  while (handles[i].type && strcmp(handles[i].type, type)) i++;
  handles[i].type = type;
  handles[i].handle = handle;
  check(handle != NULL, "there is a %s", type);
}

static void *known(const char *type) {
  for (int i = 0; handles[i].type; i++)
    if (!strcmp(handles[i].type, type)) return handles[i].handle;
  return NULL;
}

/* A getter takes a handle that we have and at most an index or a number; all of them are called. */
static void call_getters(void) {
  for (int i = 0; i < FUNCTIONS; i++) {
    const struct function *f = &functions[i];
    value arguments[MOST_PARAMETERS];
    memset(arguments, 0, sizeof arguments);
    if (!f->parameters[0] || strncmp(f->parameters[0], "const ", 6) != 0) continue;
    if (!(arguments[0].p = known(f->parameters[0]))) continue;
    if (f->code[2] && (!strchr("ziu", f->code[2]) || f->code[3])) continue;
    if (f->code[2] == 'u') arguments[1].u = 1; /* a field number */
    value result = invoke(i, arguments);
    called[i] = 1;
    if (!strcmp(f->returns, "const char *")) check(result.p != NULL, "%s is \"%s\"", f->name, (char *)result.p);
  }
}

/* ---- three: the session ---- */

static void *schema;

static void *field_of(const char *type, const char *name) {
  void *field = call("pbw_type_field", call("pbw_schema_type", schema, type).p, name).p;
  if (!field) give_up("no such field", name);
  return field;
}

/* syntax = "proto3"; package s; message M { oneof o { int32 a = 1; } } service S { rpc Do (M) returns (M); } */
static const char service_set[] =
    "\x0a\x42\x0a\x07s.proto\x12\x01s"
    "\x22\x15\x0a\x01M\x12\x0b\x0a\x01" "a\x18\x01\x20\x01\x28\x05\x48\x00\x42\x03\x0a\x01o"
    "\x32\x15\x0a\x01S\x12\x10\x0a\x02" "Do\x12\x04.s.M\x1a\x04.s.M"
    "\x62\x06proto3";

static void load(const uint8_t *set, size_t size, void *error) {
  OK("pbw_schema_load", set, size, &schema, error);
  call("pbw_schema_free", schema);
  OK("pbw_schema_new", NULL, &schema);
  OK("pbw_schema_add", schema, set, size, error);
  OK("pbw_schema_add", schema, service_set, sizeof service_set - 1, error);
  OK("pbw_schema_build", schema, error);
  check(call("pbw_schema_retain", schema).p == schema, "pbw_schema_retain returns its argument");
  call("pbw_schema_free", schema);
  void *broken = NULL;
  GIVES("PBW_ERR_TRUNCATED", "pbw_schema_load", set, size - 1, &broken, error);
  check(!broken && field32(error, "pbw_error", "code") == (uint32_t)constant("PBW_ERR_TRUNCATED"),
        "a failed load gives no schema and fills the record");
}

static void compile(void *error) {
  static const char text[] = "syntax = \"proto3\"; import \"other.proto\"; message A { B b = 1; }", other[] = "message B {}";
  void *source = NULL, *compiled = NULL, *set = NULL;
  size_t size = 0;
  OK("pbw_source_new", NULL, &source);
  OK("pbw_source_add", source, "a.proto", text, sizeof text - 1);
  const char *name = call("pbw_source_import", source, (size_t)0).p;
  check(name && !strcmp(name, "other.proto") && !call("pbw_source_import", source, (size_t)1).p, "what a file imports");
  OK("pbw_source_add", source, "other.proto", other, sizeof other - 1);
  OK("pbw_source_compile", source, &compiled, &set, &size, error);
  check(call("pbw_schema_type", compiled, "A").p && size > 20, "a schema and a set from text");
  call("pbw_source_free", source);
  call("pbw_schema_free", compiled);
  OK("pbw_source_new", NULL, &source);
  OK("pbw_source_add", source, "a.proto", text, sizeof text - 1);
  GIVES("PBW_ERR_NOT_FOUND", "pbw_source_compile", source, &compiled, NULL, NULL, error);
  check(!compiled && strstr(call("pbw_source_errors", source).p, "a.proto:1:27: "), "errors with their places");
  call("pbw_source_free", source);
}

static void describe(void) {
  void *type = call("pbw_schema_type", schema, "s.M").p;
  void *service = call("pbw_schema_service", schema, "s.S").p;
  void *oneof = call("pbw_type_oneof", type, "o").p;
  know("const pbw_schema *", schema);
  know("const pbw_file *", call("pbw_schema_file", schema, "s.proto").p);
  know("const pbw_type *", type);
  know("const pbw_oneof *", oneof);
  know("const pbw_field *", call("pbw_type_field", type, "a").p);
  know("const pbw_enum *", call("pbw_schema_enum", schema, "matrix3.Color").p);
  know("const pbw_service *", service);
  know("const pbw_method *", call("pbw_service_method", service, "Do").p);
  call_getters();

  check(text_is(call("pbw_type_full_name", type), "s.M"), "a type has its name");
  check(call("pbw_type_field_by_number", type, 1u).p == call("pbw_oneof_field_at", oneof, (size_t)0).p,
        "a field is the same by number and by oneof");
  check(call("pbw_method_input", known("const pbw_method *")).p == type, "a method has its input");
  void *extension = call("pbw_schema_extension", schema, "proto2_basic.ext_count").p;
  check(call("pbw_field_number", extension).u == 100, "an extension has its number");
  int32_t number = 0;
  OK("pbw_enum_value_number", known("const pbw_enum *"), "GREEN", &number);
  check(number == 2 && text_is(call("pbw_enum_value_name", known("const pbw_enum *"), 2), "GREEN"),
        "an enum knows GREEN both ways");
  char fallback[16] = {0};
  OK("pbw_field_default", field_of("proto2_basic.BenchPayload", "retries"), fallback);
  check(fallback[0] == 3, "a default is the declared one");
}

static void read_options(void *arena) {
  static const char *const getters[][2] = {
      {"pbw_file_options", "const pbw_file *"},       {"pbw_type_options", "const pbw_type *"},
      {"pbw_field_options", "const pbw_field *"},     {"pbw_oneof_options", "const pbw_oneof *"},
      {"pbw_enum_options", "const pbw_enum *"},       {"pbw_service_options", "const pbw_service *"},
      {"pbw_method_options", "const pbw_method *"},
  };
  void *options;
  for (size_t i = 0; i < sizeof getters / sizeof *getters; i++)
    OK(getters[i][0], known(getters[i][1]), arena, &options);
  OK("pbw_enum_value_options_at", known("const pbw_enum *"), (size_t)0, NULL, &options);
  call("pbw_message_free", options);
}

/* 150, "hi", {7}, [1, 2, 300], {"k": 5} and field 1000, which nobody knows. */
static const char matrix[] = "\x18\x96\x01\x72\x02hi\x8a\x01\x02\x08\x07\xba\x01\x04\x01\x02\xac\x02\xd2\x01\x05\x0a"
                             "\x01k\x10\x05\xc0\x3e\x2a";
enum { MATRIX = sizeof matrix - 1 };
static const char *const M = "matrix3.Matrix3";

/* Values without cells; the fields that are present. */
static void typed(void *message, void *f_int32, void *f_string, void *f_inner) {
  void *f_bool = field_of(M, "f_bool"), *f_uint64 = field_of(M, "f_uint64"), *f_double = field_of(M, "f_double");
  size_t size = 0, iterator = 0;
  const void *field;
  OK("pbw_message_set_int64", message, f_int32, (int64_t)-5);
  check(call("pbw_message_get_int64", message, f_int32).l == -5, "an int32 as an int64");
  GIVES("PBW_ERR_RANGE", "pbw_message_set_int64", message, f_int32, (int64_t)1 << 40);
  OK("pbw_message_set_uint64", message, f_uint64, UINT64_MAX);
  check(call("pbw_message_get_uint64", message, f_uint64).L == UINT64_MAX, "a uint64");
  OK("pbw_message_set_double", message, f_double, 0.5);
  check(call("pbw_message_get_double", message, f_double).d == 0.5, "a double");
  OK("pbw_message_set_bool", message, f_bool, 1);
  check(call("pbw_message_get_bool", message, f_bool).i == 1, "a bool");
  OK("pbw_message_set_bytes", message, f_string, "bytes", (size_t)5);
  OK("pbw_message_set_string", message, f_string, "text");
  const void *text = call("pbw_message_get_bytes", message, f_string, &size).p;
  check(size == 4 && !memcmp(text, "text", 4), "a string");
  check(call("pbw_message_get_message", message, f_inner).p != NULL, "a message");
  OK("pbw_message_next", message, &iterator, &field);
  check(field == f_double, "field 1 is the first that is present");
}

static void own(void *arena, void *error) {
  void *type = call("pbw_schema_type", schema, M).p, *message, *copy, *inner;
  void *options = record("pbw_options"), *cell = record("pbw_cell");
  uint8_t buffer[256];
  size_t size = 0;

  OK("pbw_decode", type, matrix, (size_t)MATRIX, NULL, options, &message, error);
  OK("pbw_encoded_size", message, (uint32_t)0, &size);
  check(size == MATRIX, "the encoded size is the input's");
  GIVES("PBW_ERR_BUFFER", "pbw_encode", message, buffer, (size_t)3, options, &size, error);
  check(size == MATRIX, "a small buffer is told the size");
  OK("pbw_encode", message, buffer, sizeof buffer, options, &size, error);
  check(size == MATRIX && !memcmp(buffer, matrix, size), "what was decoded encodes to the same bytes");

  void *f_int32 = field_of(M, "f_int32"), *f_string = field_of(M, "f_string"), *f_inner = field_of(M, "f_inner");
  OK("pbw_field_cell", f_int32, cell);
  check(field32(cell, "pbw_cell", "format") == (uint32_t)constant("PBW_CELL_32"), "an int32 is a cell of 32 bits");
  int32_t *number = (int32_t *)((char *)message + field32(cell, "pbw_cell", "offset"));
  check(*number == 150, "the cell holds what was decoded");
  *number = 151;
  OK("pbw_message_get", message, f_int32, buffer);
  check(buffer[0] == 151, "a store into the cell is what the accessor sees");

  const void *text[2] = {"world", (void *)(uintptr_t)5};
  OK("pbw_message_set", message, f_string, text);
  check(call("pbw_message_has", message, f_string).i == 1, "what was set is present");
  OK("pbw_message_clear_field", message, f_string);
  check(call("pbw_message_has", message, f_string).i == 0, "what was cleared is not");
  OK("pbw_message_mutable", message, f_inner, &inner);
  check(call("pbw_message_type", inner).p == call("pbw_field_message_type", f_inner).p, "a submessage has its type");

  typed(message, f_int32, f_string, f_inner);

  void *list = field_of(M, "r_int32"), *nested = field_of(M, "r_inner");
  int32_t numbers[3] = {0};
  check(call("pbw_list_size", message, list).z == 3, "the list has three elements");
  OK("pbw_list_get", message, list, (size_t)1, (size_t)2, numbers);
  check(numbers[0] == 2 && numbers[1] == 300, "and these are two of them");
  OK("pbw_list_set", message, list, (size_t)0, (size_t)1, &numbers[1]);
  OK("pbw_list_append", message, list, (size_t)3, numbers);
  OK("pbw_list_reserve", message, list, (size_t)100);
  OK("pbw_list_remove", message, list, (size_t)1, (size_t)4);
  check(call("pbw_list_size", message, list).z == 2, "3 + 3 - 4 = 2");
  GIVES("PBW_ERR_RANGE", "pbw_list_get", message, list, (size_t)2, (size_t)1, numbers);
  check(call("pbw_list_data", message, list, &size).p && size == 2, "and here they stand");
  OK("pbw_list_add", message, nested, &inner);

  void *map = field_of(M, "m"), *places_map = field_of("hello.Person", "places");
  const void *key[2] = {"k", (void *)(uintptr_t)1};
  check(call("pbw_map_size", message, map).z == 1, "the map has one entry");
  OK("pbw_map_get", message, map, key, numbers);
  check(numbers[0] == 5, "and this is its value");
  OK("pbw_map_set", message, map, key, numbers);
  OK("pbw_map_entry", message, map, (size_t)0, text, numbers);
  OK("pbw_map_remove", message, map, key);
  GIVES("PBW_ERR_NOT_FOUND", "pbw_map_get", message, map, key, numbers);
  void *person;
  OK("pbw_message_new", call("pbw_schema_type", schema, "hello.Person").p, arena, &person);
  check(call("pbw_message_arena", person).p == arena, "a message knows its arena");
  OK("pbw_map_mutable", person, places_map, key, &inner);

  const void *slice[2];
  check(call("pbw_unknown_count", message).z == 1, "one unknown field");
  OK("pbw_unknown_get", message, (size_t)0, slice);
  check((size_t)slice[1] == 3 && !memcmp(slice[0], "\xc0\x3e\x2a", 3), "with its bytes");
  OK("pbw_unknown_add", message, slice[0], (size_t)3);
  OK("pbw_unknown_clear", message);

  OK("pbw_message_clone", message, arena, &copy);
  check(call("pbw_message_equal", message, copy).i == 1, "a clone is equal");
  OK("pbw_message_merge", copy, message);
  check(call("pbw_message_equal", message, copy).i == 0, "and is not, once lists were merged");
  OK("pbw_message_check", copy, error);
  OK("pbw_message_clear", copy);
  OK("pbw_decode_merge", copy, matrix, (size_t)MATRIX, options, error);
  call("pbw_message_free", copy);
  call("pbw_message_free", message);

  OK("pbw_message_new", known("const pbw_type *"), NULL, &message);
  check(!call("pbw_message_oneof", message, known("const pbw_oneof *")).p, "no member of the oneof is set");
  OK("pbw_message_set", message, known("const pbw_field *"), numbers);
  check(call("pbw_message_oneof", message, known("const pbw_oneof *")).p == known("const pbw_field *"), "now one is");
  call("pbw_message_free", message);

  GIVES("PBW_ERR_REQUIRED", "pbw_decode", call("pbw_schema_type", schema, "proto2_basic.BenchPayload").p, NULL,
        (size_t)0, NULL, NULL, &message, error);
  free(cell);
  free(options);
}

static void pool(void) {
  void *type = call("pbw_schema_type", schema, M).p, *ctx, *memory;
  const void *message;
  const uint8_t *data;
  size_t size;
  uint32_t reset_alias = (uint32_t)(constant("PBW_RESET") | constant("PBW_ALIAS"));

  OK("pbw_ctx_new", NULL, NULL, &ctx);
  const uint64_t *generation = call("pbw_ctx_generation", ctx).p;
  uint64_t before = *generation;
  OK("pbw_decode_ctx", ctx, type, matrix, (size_t)MATRIX, reset_alias, &message);
  check(*generation == before + 1, "a reset is counted");
  OK("pbw_encode_ctx", ctx, message, 0u, &data, &size);
  check(size == MATRIX && !memcmp(data, matrix, size), "pooled: the same bytes come back");
  GIVES("PBW_ERR_READONLY", "pbw_message_clear", message);
  check(!call("pbw_message_arena", message).p, "a pooled message has no arena to show");

  OK("pbw_encode_delimited_ctx", ctx, message, 0u, &data, &size);
  const void *slice[2];
  size_t offset = 0;
  OK("pbw_delimited_next", data, size, &offset, slice);
  check((size_t)slice[1] == MATRIX && !memcmp(slice[0], matrix, MATRIX), "a stream of one message");
  GIVES("PBW_END", "pbw_delimited_next", data, size, &offset, slice);

  GIVES("PBW_ERR_TRUNCATED", "pbw_decode_ctx", ctx, type, matrix, (size_t)MATRIX - 1, 0u, &message);
  const void *error = call("pbw_ctx_error", ctx).p;
  check(field32(error, "pbw_error", "code") == (uint32_t)constant("PBW_ERR_TRUNCATED"), "the ctx tells the error");
  call("pbw_ctx_reset", ctx);
  check(field32(error, "pbw_error", "code") == 0, "until it is reset");

  void *scratch;
  size_t step = call("pbw_type_message_size", type).z;
  void *cell = record("pbw_cell");
  OK("pbw_field_cell", field_of(M, "f_int32"), cell);
  OK("pbw_ctx_messages", ctx, type, (size_t)2, (uint32_t)0, &scratch);
  scratch = (char *)scratch + step; /* the second one */
  *(int32_t *)((char *)scratch + field32(cell, "pbw_cell", "offset")) = 150;
  OK("pbw_ctx_alloc", ctx, (size_t)100, &memory);
  check((uintptr_t)memory % 16 == 0, "its memory is aligned");
  OK("pbw_encode_ctx", ctx, scratch, 0u, &data, &size);
  check(size == 3 && !memcmp(data, matrix, 3), "what a host stored in a scratch message is encoded");
  check(call("pbw_ctx_size", ctx).z > 0, "a ctx has a size");
  free(cell);
  call("pbw_ctx_free", ctx);
}

/* What a stream's functions are given: where to read, and a place for 100 bytes to write. */
typedef struct pipe {
  const uint8_t *from;
  size_t size;
  uint8_t to[100];
  size_t filled;
} pipe;

static int64_t read_pipe(void *user, uint8_t *buffer, size_t capacity) {
  pipe *p = user;
  size_t n = p->size < capacity ? p->size : capacity;
  memcpy(buffer, p->from, n);
  p->from += n;
  p->size -= n;
  return (int64_t)n;
}

static int64_t write_pipe(void *user, const uint8_t *data, size_t size) {
  pipe *p = user;
  memcpy(p->to + p->filled, data, size);
  p->filled += size;
  return (int64_t)size;
}

static void stream(void) {
  pipe p = {0};
  void *io = record("pbw_io"), *reader, *writer, *user = &p, *message;
  int64_t (*read)(void *, uint8_t *, size_t) = read_pipe;
  int64_t (*write)(void *, const uint8_t *, size_t) = write_pipe;
  memcpy((char *)io + place("pbw_io", "user")->at, &user, sizeof user);
  memcpy((char *)io + place("pbw_io", "read")->at, &read, sizeof read);
  memcpy((char *)io + place("pbw_io", "write")->at, &write, sizeof write);

  OK("pbw_writer_new", io, NULL, NULL, &writer);
  OK("pbw_message_new", call("pbw_schema_type", schema, M).p, NULL, &message);
  OK("pbw_writer_put", writer, message, 0u);
  OK("pbw_writer_put_bytes", writer, matrix, (size_t)MATRIX);
  OK("pbw_writer_flush", writer);
  check(p.filled == MATRIX + 2, "an empty message and 38 bytes went out");
  check(field32(call("pbw_writer_error", writer).p, "pbw_error", "code") == 0, "without an error");
  call("pbw_writer_free", writer);
  call("pbw_message_free", message);

  const void *slice[2];
  p.from = p.to;
  p.size = p.filled;
  OK("pbw_reader_new", io, NULL, NULL, &reader);
  OK("pbw_reader_next", reader, slice);
  OK("pbw_reader_next", reader, slice);
  check((size_t)slice[1] == MATRIX && !memcmp(slice[0], matrix, MATRIX), "and came back");
  check(call("pbw_reader_offset", reader).L == 2, "from where they stood");
  GIVES("PBW_END", "pbw_reader_next", reader, slice);
  check(field32(call("pbw_reader_error", reader).p, "pbw_error", "code") == 0, "without an error");
  call("pbw_reader_free", reader);
  free(io);
}

static void json(void) {
  static const char text[] = "{\"fInt32\":150,\"fString\":\"hi\"}";
  size_t text_size = sizeof text - 1, size = 0;
  void *type = call("pbw_schema_type", schema, M).p, *message, *ctx, *error = record("pbw_error");
  const void *pooled;
  const uint8_t *data;
  uint8_t buffer[100];
  OK("pbw_json_parse", type, text, text_size, NULL, NULL, &message, error);
  GIVES("PBW_ERR_BUFFER", "pbw_json_print", message, buffer, (size_t)3, NULL, &size, error);
  check(size == text_size, "a small buffer is told the size");
  OK("pbw_json_print", message, buffer, sizeof buffer, NULL, &size, error);
  check(size == text_size && !memcmp(buffer, text, size), "what was parsed prints as the same text");
  call("pbw_message_free", message);
  GIVES("PBW_ERR_SYNTAX", "pbw_json_parse", type, "{\n x", (size_t)4, NULL, NULL, &message, error);
  check(field32(error, "pbw_error", "line") == 2 && field32(error, "pbw_error", "column") == 2, "an error has line and column");

  OK("pbw_ctx_new", NULL, NULL, &ctx);
  OK("pbw_json_parse_ctx", ctx, type, text, text_size, (uint32_t)constant("PBW_ALIAS"), &pooled);
  OK("pbw_json_print_ctx", ctx, pooled, (uint32_t)0, &data, &size);
  check(size == text_size && !memcmp(data, text, size), "in a ctx too");

  static const char plain[] = "f_int32: 150 f_string: \"hi\"";
  size_t plain_size = sizeof plain - 1;
  OK("pbw_text_print_ctx", ctx, pooled, (uint32_t)0, &data, &size);
  check(size == plain_size && !memcmp(data, plain, size), "and as text");
  OK("pbw_text_parse_ctx", ctx, type, plain, plain_size, (uint32_t)0, &pooled);
  OK("pbw_text_parse", type, plain, plain_size, NULL, NULL, &message, error);
  check(call("pbw_message_equal", message, pooled).i == 1, "which reads back");
  OK("pbw_text_print", message, buffer, sizeof buffer, NULL, &size, error);
  check(size == plain_size && !memcmp(buffer, plain, size), "both ways");
  call("pbw_message_free", message);
  call("pbw_ctx_free", ctx);
  free(error);
}

static uint8_t *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = malloc(1 << 20);
  if (!file || !bytes) give_up("cannot read", path);
  *size = fread(bytes, 1, 1 << 20, file);
  fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  if (argc != 3) give_up("usage", "session libpbwire.so cases.binpb");
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) give_up("dlopen", dlerror());
  for (int i = 0; i < FUNCTIONS; i++)
    if (!(symbols[i] = dlsym(library, functions[i].name))) give_up("dlsym does not find", functions[i].name);
  check(1, "dlsym finds all %d functions", FUNCTIONS);

  refuse_null();
  check(call("pbw_abi_version").u == 1, "ABI 0.1");
  check(call("pbw_version").p != NULL, "version %s", (char *)call("pbw_version").p);
  check(call("pbw_has_feature", "binary").i == 1 && call("pbw_has_feature", "none").i == 0, "features");
  check(text_is(call("pbw_status_text", 0), "success"), "a status has a text");

  size_t size;
  uint8_t *set = read_file(argv[2], &size);
  void *error = record("pbw_error"), *arena;
  load(set, size, error);
  compile(error);
  free(set);
  describe();
  OK("pbw_arena_new", NULL, (size_t)0, &arena);
  read_options(arena);
  own(arena, error);
  check(call("pbw_arena_size", arena).z > 0, "an arena has a size");
  call("pbw_arena_free", arena);
  pool();
  stream();
  json();
  call("pbw_schema_free", schema);
  free(error);

  for (int i = 0; i < FUNCTIONS; i++)
    if (!called[i]) check(0, "%s was called", functions[i].name);
  return failures != 0;
}
