/* Every allocation fails once, in every call of the ABI that can fail.
 *
 * malloc, realloc and free are wrapped by the linker. A scenario is run once to count its allocations, then once for each
 * of them, in which that one fails, and once more for each, in which that one and all later ones fail. Every time: the
 * call that runs out of memory says MEMORY (or goes on where it promises to), gives nothing out, nothing leaks, and what
 * was there before can still be used and freed. In the end every function that returns a status was called.
 *
 * Most allocations are not malloc's but an arena's, which has room and never fails. So all that is done again with arenas
 * whose blocks are full after one allocation: then every place that allocates, first, second, third, sixth time
 * and so on, fails alone and with all later ones.
 *
 *     failure vectors.binpb        prints TAP */
#include "abi/pbwire.h"
#include "core/codec/encoder.h"
#include "core/format/out.h"
#include "tests/abi/functions.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- malloc, counted ---- */

enum { MOST_PLACES = 2048, MOST_REQUESTS = 1 << 16 };

static struct {
  bool on;
  size_t requests, fail_at;
  bool all_later;
  bool failed;
  long blocks; /* alive, of those that were asked for while it was on */
  bool fine;   /* one allocation a block */
  bool narrow; /* and no more room for output than was asked for */
  uintptr_t place; /* where the arena was asked, when it was one */
  size_t place_count;
  struct {
    uintptr_t place;
    size_t times;
  } places[MOST_PLACES];
  size_t chosen[MOST_REQUESTS]; /* the requests to fail in turn */
  size_t chosen_count;
} memory;

void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

/* A place that allocates: the address behind the call, and how deep the stack is, since callers may share one. */
#define PLACE ((uintptr_t)__builtin_return_address(0) + 64 * (uintptr_t)__builtin_frame_address(0))

/* Choose the request for a failure: each, or for a place each power of four plus two. */
static void choose(uintptr_t place) {
  size_t i = 0;
  while (i < memory.place_count && memory.places[i].place != place) i++;
  if (i == MOST_PLACES || memory.chosen_count == MOST_REQUESTS) return;
  if (i == memory.place_count) memory.place_count++, memory.places[i].place = place, memory.places[i].times = 0;
  size_t before = memory.places[i].times++;
  if (!memory.fine || before < 2 || (((before - 1) & (before - 2)) == 0 && (before - 1) % 3 == 1)) memory.chosen[memory.chosen_count++] = memory.requests;
}

static bool refuse(uintptr_t place) {
  if (!memory.on) return false;
  memory.requests++;
  if (memory.fail_at == 0) choose(memory.place != 0 ? memory.place : place);
  bool no = memory.fail_at && (memory.all_later ? memory.requests >= memory.fail_at : memory.requests == memory.fail_at);
  memory.failed |= no;
  return no;
}

void *__wrap_malloc(size_t size) {
  if (refuse(PLACE)) return NULL;
  void *block = __real_malloc(size);
  memory.blocks += memory.on && block != NULL;
  return block;
}

void *__wrap_realloc(void *block, size_t size) {
  if (refuse(PLACE)) return NULL;
  void *moved = __real_realloc(block, size);
  memory.blocks += memory.on && block == NULL && moved != NULL;
  return moved;
}

void __wrap_free(void *block) {
  memory.blocks -= memory.on && block != NULL;
  __real_free(block);
}

/* ---- arenas, full after each allocation ---- */

/* What an arena gave is the last of its block. It forgets what it holds, so that the next block is not larger. */
static void *fill(pbw_arena *arena, void *given) {
  if (memory.fine && given != NULL) arena->end = arena->ptr, arena->held = 0;
  memory.place = 0;
  return given;
}

/* The functions of core/base/arena.c that take memory. */
#define ARENA(result, name, parameters, ...)                                   \
  result __real_##name parameters;                                             \
  result __wrap_##name parameters;                                             \
  result __wrap_##name parameters {                                            \
    memory.place = PLACE;                                \
    return fill(arena, __real_##name(arena, __VA_ARGS__));                     \
  }
ARENA(void *, pbwi_arena_refill, (pbw_arena *arena, size_t size), size)
ARENA(void *, pbwi_arena_grow, (pbw_arena *arena, void *old, size_t old_size, size_t new_size), old, old_size, new_size)
ARENA(void *, pbwi_arena_copy, (pbw_arena *arena, const void *data, size_t size), data, size)
ARENA(char *, pbwi_arena_string, (pbw_arena *arena, const void *data, size_t size), data, size)

pbw_arena *__real_pbwi_arena_new(const pbw_allocator *allocator, size_t max, size_t first);
pbw_arena *__wrap_pbwi_arena_new(const pbw_allocator *allocator, size_t max, size_t first);
pbw_arena *__wrap_pbwi_arena_new(const pbw_allocator *allocator, size_t max, size_t first) {
  memory.place = PLACE;
  pbw_arena *arena = __real_pbwi_arena_new(allocator, max, memory.fine ? 0 : first);
  return fill(arena, arena) != NULL ? arena : NULL;
}

/* Likewise what is printed and encoded: each step that needs room asks for it. */
uint8_t *__real_pbwi_out_grow(pbwi_out *out, uint8_t *p, size_t need);
uint8_t *__wrap_pbwi_out_grow(pbwi_out *out, uint8_t *p, size_t need);
uint8_t *__wrap_pbwi_out_grow(pbwi_out *out, uint8_t *p, size_t need) {
  memory.place = PLACE;
  p = __real_pbwi_out_grow(out, p, need);
  if (memory.narrow && p != NULL) out->end = p + need;
  memory.place = 0;
  return p;
}

uint8_t *__real_pbwi_encoder_grow(pbwi_encoder *e, uint8_t *p, size_t need);
uint8_t *__wrap_pbwi_encoder_grow(pbwi_encoder *e, uint8_t *p, size_t need);
uint8_t *__wrap_pbwi_encoder_grow(pbwi_encoder *e, uint8_t *p, size_t need) {
  memory.place = PLACE;
  p = __real_pbwi_encoder_grow(e, p, need);
  if (memory.narrow && p != NULL) e->lim = p + need;
  memory.place = 0;
  return p;
}

/* ---- calls ---- */

static const pbw_schema *schema; /* loaded once, outside of all that is counted */
static uint8_t *set;
static size_t set_size;
static bool called[sizeof functions / sizeof *functions];
static const char *wrong; /* what a scenario saw that must not be */

static void mark(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp(functions[i].name, name)) called[i] = true;
}

/* out: where a pointer was given out, or NULL; looked at after the call, in whatever order arguments are evaluated. */
static pbw_status look(const char *name, pbw_status status, const void *out) {
  void *given = NULL;
  if (out != NULL) memcpy(&given, out, sizeof given);
  mark(name);
  if (status == PBW_ERR_MEMORY && !memory.failed) wrong = name;       /* no allocation failed */
  if (status < 0 && status != PBW_ERR_MEMORY) wrong = name;           /* nothing else is wrong here */
  if (status < 0 && given != NULL) wrong = name;
  return status;
}

/* Too small a buffer is what was meant. */
static pbw_status tight(pbw_status status) { return status == PBW_ERR_BUFFER ? PBW_OK : status; }

/* Call a function; the second form looks at what it gives out too. */
#define DO(function, ...) look(#function, function(__VA_ARGS__), NULL)
#define MAKE(out, function, ...) look(#function, function(__VA_ARGS__), &(out))

static const pbw_type *type_of(const char *name) { return pbw_schema_type(schema, name); }
static const pbw_field *field_of(const char *type, const char *name) { return pbw_type_field(type_of(type), name); }

/* ---- inputs ---- */

/* A tree with every sort of field, 96 levels deep with its entries, so that walks need frames of their own; a bush of 12
 * levels as JSON and text; a twig to be printed piece by piece; and known types. */
static uint8_t tree[16384], known[16384], twig[1024], tree_json[1 << 16], tree_text[1 << 16], known_json[1 << 16], known_text[1 << 16];
static size_t tree_size, known_size, twig_size, tree_json_size, tree_text_size, known_json_size, known_text_size;

static void must(pbw_status status, const char *what) {
  if (status == PBW_OK) return;
  printf("Bail out! %s: %s\n", what, pbw_status_name(status));
  exit(1);
}

static size_t print_all(const pbw_type *type, const char *json, uint8_t *binary, size_t capacity, uint8_t *json_out, size_t *json_size,
                        uint8_t *text_out, size_t *text_size) {
  pbw_message *message;
  pbw_error error = {.struct_size = sizeof error};
  size_t size;
  if (pbw_json_parse(type, (const uint8_t *)json, strlen(json), NULL, NULL, &message, &error)) {
    printf("Bail out! %s: %s\n", error.path, error.message);
    exit(1);
  }
  must(pbw_encode(message, binary, capacity, NULL, &size, NULL), "encode");
  must(pbw_json_print(message, json_out, 1 << 16, NULL, json_size, NULL), "json");
  must(pbw_text_print(message, text_out, 1 << 16, NULL, text_size, NULL), "text");
  pbw_message_free(message);
  return size;
}

static void make_inputs(void) {
  static uint8_t twig_json[1 << 16], twig_text[1 << 16];
  size_t twig_json_size, twig_text_size;
  static uint8_t bush[16384];
  for (int levels = 72; levels >= 12; levels -= 60) {
    static char json[16384];
    char *p = json;
    for (int i = 0; i < levels; i++)
      p += sprintf(p, "{\"id\":%d,\"name\":\"n\\n%d\",\"numbers\":[1,2,3],\"words\":[\"a\",\"b\"],\"pairs\":{\"1\":2,\"3\":4},%s", i, i,
                   i % 3 == 0 ? "\"child\":" : i % 3 == 1 ? "\"children\":[" : "\"byName\":{\"k\":");
    p += sprintf(p, "{\"seed\":7}");
    for (int i = levels - 1; i >= 0; i--) p += sprintf(p, "%s}", i % 3 == 0 ? "" : i % 3 == 1 ? "]" : "}");
    size_t size = print_all(type_of("vectors.p3.Tree"), json, levels == 72 ? tree : bush, sizeof tree, tree_json, &tree_json_size,
                            tree_text, &tree_text_size);
    if (levels == 72) tree_size = size;
  }
  twig_size = print_all(type_of("vectors.p3.Tree"),
                        "{\"id\":1,\"name\":\"a\\n\\\"\\u0001\\u20ac\",\"child\":{\"children\":[{},{\"words\":[\"\",\"x\"]}],\"numbers\":[1,-2]},\"byName\":"
                        "{\"k\\n\":{},\"l\":{\"pairs\":{\"1\":2,\"-3\":4}}},\"leaf\":\"\"}",
                        twig, sizeof twig, twig_json, &twig_json_size, twig_text, &twig_text_size);
  known_size = print_all(type_of("vectors.json.Known"),
                         "{\"time\":\"2020-01-02T03:04:05Z\",\"duration\":\"1.5s\",\"mask\":\"aB,c.d\",\"struct\":{\"a\":[1,\"x\",null,"
                         "{\"b\":true}]},\"any\":{\"@type\":\"type.googleapis.com/vectors.p3.Tree\",\"id\":5,\"words\":[\"q\"]},\"anys\":"
                         "[{\"@type\":\"t/google.protobuf.Timestamp\",\"value\":\"1970-01-01T00:00:00Z\"}],\"wBytes\":\"AAEC\"}",
                         known, sizeof known, known_json, &known_json_size, known_text, &known_text_size);
}

/* ---- scenarios: each frees what it made ---- */

static void schema_load(void) {
  pbw_schema *s;
  pbw_error error = {.struct_size = sizeof error};
  MAKE(s, pbw_schema_load, set, set_size, &s, &error);
  pbw_schema_free(s);
}

static void schema_steps(void) {
  pbw_schema *s;
  if (memory.fine) return; /* the same places */
  if (MAKE(s, pbw_schema_new, NULL, &s) == PBW_OK && DO(pbw_schema_add, s, set, set_size, NULL) == PBW_OK)
    DO(pbw_schema_build, s, NULL);
  pbw_schema_free(s);
}

static void source(void) {
  static const char text[] =
      "syntax = \"proto2\"; package a.b; import \"google/protobuf/descriptor.proto\"; import public \"c.proto\";\n"
      "option java_package = \"x\" \"y\";\n"
      "extend google.protobuf.FieldOptions { optional M opt = 50000; repeated string names = 50001;\n"
      "  optional string gone = 50002 [retention = RETENTION_SOURCE]; }\n"
      "message M { optional int32 a = 1 [default = 7, (opt) = { m { a: 3 } [a.b.ext]: \"\\n\" }, (opt).r = 1, (names) = 'q'];\n"
      "  optional M m = 2; repeated int32 r = 3; map<string, c.N> many = 4 [deprecated = true]; extensions 10 to max [verification = UNVERIFIED];\n"
      "  oneof o { bytes by = 5 [(gone) = 'x']; double d = 6 [default = 1.5]; group G = 7 { optional E e = 1 [default = ONE]; } }\n"
      "  enum E { ZERO = 0; ONE = 1; reserved 5 to 9; reserved 'X'; } reserved 8 to 9; reserved 'foo'; }\n"
      "extend M { optional string ext = 10 [default = 'e\\x41']; }\n"
      "service S { rpc A (M) returns (stream c . N) { option deprecated = true; } }\n",
      other[] = "syntax = \"proto3\"; package c; message N { optional int32 o = 1; }",
      bad[] = "syntax = \"proto3\"; package c; message N { optional int32 o = 1; Missing m = 2; }";
  for (int broken = 0; broken < 2; broken++) {
    pbw_source *s;
    pbw_schema *made = NULL;
    const uint8_t *bytes;
    size_t size;
    if (MAKE(s, pbw_source_new, NULL, &s)) return;
    pbw_status status = DO(pbw_source_add, s, "a.proto", (const uint8_t *)text, sizeof text - 1);
    if (!status) status = DO(pbw_source_add, s, "c.proto", (const uint8_t *)(broken ? bad : other), broken ? sizeof bad - 1 : sizeof other - 1);
    pbw_source_import(s, 0);
    if (broken && !status) {
      status = pbw_source_compile(s, &made, &bytes, &size, NULL);
      if (made || !status || (status != PBW_ERR_MEMORY && status != PBW_ERR_SCHEMA && status != PBW_ERR_SYNTAX)) wrong = "a wrong file";
    } else if (!status) {
      MAKE(made, pbw_source_compile, s, &made, &bytes, &size, NULL);
    }
    pbw_source_free(s);
    pbw_schema_free(made);
  }
}

static void options(void) {
  const pbw_type *type = type_of("vectors.p3.Tree");
  const pbw_enum *e = pbw_schema_enum(schema, "vectors.p3.Color");
  const pbw_service *service = pbw_schema_service_at(schema, 0);
  pbw_message *m;
  MAKE(m, pbw_file_options, pbw_type_file(type), NULL, &m);
  pbw_message_free(m);
  MAKE(m, pbw_type_options, type, NULL, &m);
  pbw_message_free(m);
  MAKE(m, pbw_field_options, pbw_type_field_at(type, 0), NULL, &m);
  pbw_message_free(m);
  MAKE(m, pbw_oneof_options, pbw_type_oneof_at(type, 0), NULL, &m);
  pbw_message_free(m);
  MAKE(m, pbw_enum_options, e, NULL, &m);
  pbw_message_free(m);
  MAKE(m, pbw_enum_value_options_at, e, 0, NULL, &m);
  pbw_message_free(m);
  MAKE(m, pbw_service_options, service, NULL, &m);
  pbw_message_free(m);
  MAKE(m, pbw_method_options, pbw_service_method_at(service, 0), NULL, &m);
  pbw_message_free(m);
}

static void describe(void) {
  pbw_cell cell = {.struct_size = sizeof cell};
  int32_t number;
  pbw_bytes value;
  DO(pbw_field_cell, field_of("vectors.p3.Tree", "id"), &cell);
  DO(pbw_field_default, field_of("vectors.p3.Tree", "name"), &value);
  DO(pbw_enum_value_number, pbw_schema_enum(schema, "vectors.p3.Color"), "RED", &number);
}

/* Setters of all sorts; a failed one leaves the message as it was, so that it still encodes. */
static void edit(void) {
  const char *T = "vectors.p3.Tree";
  pbw_message *m, *child = NULL;
  const pbw_message *pooled;
  static const int32_t many[300];
  static uint8_t long_text[3000];
  const pbw_field *field;
  size_t size = 0, iterator = 0;
  uint8_t buffer[64];
  pbw_bytes bytes = {(const uint8_t *)"text", 4};
  memset(long_text, 'x', sizeof long_text);
  if (MAKE(m, pbw_message_new, type_of(T), NULL, &m) != PBW_OK) return;
  DO(pbw_message_set, m, field_of(T, "name"), &bytes);
  DO(pbw_message_get, m, field_of(T, "name"), buffer);
  DO(pbw_message_set_int64, m, field_of(T, "id"), 5);
  DO(pbw_message_set_uint64, m, field_of(T, "id"), 6);
  DO(pbw_message_set_bytes, m, field_of(T, "name"), long_text, sizeof long_text);
  DO(pbw_message_set_string, m, field_of(T, "leaf"), "leaf");
  MAKE(child, pbw_message_mutable, m, field_of(T, "child"), &child);
  for (int i = 0; i < 20; i++) MAKE(child, pbw_list_add, m, field_of(T, "children"), &child);
  DO(pbw_list_append, m, field_of(T, "numbers"), 300, many);
  DO(pbw_list_reserve, m, field_of(T, "words"), 500);
  if (DO(pbw_list_append, m, field_of(T, "words"), 1, &bytes) == PBW_OK) {
    DO(pbw_list_set, m, field_of(T, "words"), 0, 1, &bytes);
    DO(pbw_list_get, m, field_of(T, "words"), 0, 1, &bytes);
    DO(pbw_list_remove, m, field_of(T, "words"), 0, 1);
  }
  for (int32_t i = 0; i < 40; i++) {
    if (DO(pbw_map_set, m, field_of(T, "pairs"), &i, &i) != PBW_OK) continue;
    int32_t value;
    DO(pbw_map_get, m, field_of(T, "pairs"), &i, &value);
  }
  if (pbw_map_size(m, field_of(T, "pairs")) > 1) {
    int32_t key, value;
    DO(pbw_map_entry, m, field_of(T, "pairs"), 0, &key, &value);
    DO(pbw_map_remove, m, field_of(T, "pairs"), &key);
  }
  MAKE(child, pbw_map_mutable, m, field_of(T, "by_name"), &bytes, &child);
  if (DO(pbw_unknown_add, m, (const uint8_t *)"\xc0\x3e\x2a", 3) == PBW_OK) DO(pbw_unknown_get, m, 0, &bytes);
  DO(pbw_unknown_clear, m);
  DO(pbw_message_next, m, &iterator, &field);
  DO(pbw_encoded_size, m, 0, &size);
  DO(pbw_message_clear_field, m, field_of(T, "id"));
  DO(pbw_message_check, m, NULL);
  DO(pbw_message_clear, m);
  pbw_message_free(m);
  if (MAKE(m, pbw_message_new, type_of("vectors.p3.Scalars"), NULL, &m) != PBW_OK) return;
  DO(pbw_message_set_bool, m, field_of("vectors.p3.Scalars", "f_bool"), 1);
  DO(pbw_message_set_double, m, field_of("vectors.p3.Scalars", "f_double"), 1.5);
  pbw_message_free(m);
  (void)pooled;
}

/* One format: parse and print, owned and in a ctx. */
static void format(const char *type, const uint8_t *data, size_t size, __typeof__(pbw_decode) *parse, const char *parse_name,
                   __typeof__(pbw_decode_ctx) *parse_ctx, const char *parse_ctx_name, __typeof__(pbw_encode) *print,
                   const char *print_name, __typeof__(pbw_encode_ctx) *print_ctx, const char *print_ctx_name) {
  static uint8_t buffer[1 << 16];
  pbw_message *owned, *copy;
  const pbw_message *pooled;
  const uint8_t *out;
  size_t out_size;
  pbw_ctx *ctx;
  pbw_error error = {.struct_size = sizeof error};
  if (look(parse_name, parse(type_of(type), data, size, NULL, NULL, &owned, &error), &owned) == PBW_OK) {
    const pbw_options flags = {.struct_size = sizeof flags, .flags = PBW_DETERMINISTIC | PBW_CHECK_UTF8};
    look(print_name, print(owned, buffer, sizeof buffer, &flags, &out_size, NULL), NULL);
    if (MAKE(copy, pbw_message_clone, owned, NULL, &copy) == PBW_OK) {
      bool equal = pbw_message_equal(owned, copy);
      if (!equal && !memory.failed) wrong = "pbw_message_equal";
      DO(pbw_message_merge, copy, owned);
    }
    pbw_message_free(copy);
    pbw_message_free(owned);
  }
  if (MAKE(ctx, pbw_ctx_new, NULL, NULL, &ctx) != PBW_OK) return;
  for (int round = 0; round < 3; round++) {
    if (look(parse_ctx_name, parse_ctx(ctx, type_of(type), data, size, PBW_RESET | PBW_ALIAS, &pooled), &pooled)) continue;
    look(print_ctx_name, print_ctx(ctx, pooled, PBW_DETERMINISTIC, &out, &out_size), &out);
  }
  pbw_ctx_free(ctx);
}

#define FORMAT(type, data, size, parse, print) \
  format(type, data, size, parse, #parse, parse##_ctx, #parse "_ctx", print, #print, print##_ctx, #print "_ctx")

static void binary(void) { FORMAT("vectors.p3.Tree", tree, tree_size, pbw_decode, pbw_encode); }
static void json(void) { FORMAT("vectors.p3.Tree", tree_json, tree_json_size, pbw_json_parse, pbw_json_print); }
static void text(void) { FORMAT("vectors.p3.Tree", tree_text, tree_text_size, pbw_text_parse, pbw_text_print); }
static void known_types(void) { FORMAT("vectors.json.Known", known_json, known_json_size, pbw_json_parse, pbw_json_print); }
static void known_as_text(void) { FORMAT("vectors.json.Known", known_text, known_text_size, pbw_text_parse, pbw_text_print); }
static void known_binary(void) { FORMAT("vectors.json.Known", known, known_size, pbw_decode, pbw_encode); }

/* What has a way of its own through the decoder and the encoder: values of closed enums that are unknown, groups,
 * extensions, items of message sets in both orders, lists in the other form, entries without a value, and no fields at all. */
static void binary_rare(void) {
#define INPUT(type, bytes) FORMAT("vectors." type, (const uint8_t *)bytes, sizeof bytes - 1, pbw_decode, pbw_encode)
  INPUT("p2.Enums", "\x08\x07\x10\x01\x10\x07\x12\x02\x07\x01\x1a\x04\x01\x07\x02\x08\x22\x04\x08\x01\x10\x07\x22\x02\x08\x02"
                    "\x28\x07\x3a\x05\x0a\x01k\x10\x07\x3a\x02\x10\x01");
  INPUT("p2.HasRequired", "\x0a\x05\x08\x01\x1a\x01x\x12\x05\x08\x01\x1a\x01x\x1a\x09\x08\x01\x12\x05\x08\x01\x1a\x01x\x33\x08\x01\x34"
                          "\xa2\x06\x05\x08\x01\x1a\x01x");
  INPUT("p2.Groups", "\x0b\x08\x01\x12\x01x\x18\x01\x22\x02\x20\x05\x0c\x13\x08\x01\x14\x13\x14\x1b\x08\x01\x1c");
  INPUT("p2.Extendable", "\xf2\x06\x02\x08\x01\xfa\x06\x02\x08\x02\xb2\x06\x02\x08\x01\xba\x06\x03\x01\x02\x03\xc0\x06\x07\xca\x06\x01x\xd3\x06"
                         "\x08\x01\xd4\x06");
  INPUT("p2.Set", "\x0b\x10\xe8\x07\x1a\x02\x08\x01\x0c\x0b\x1a\x03\x12\x01x\x10\xe8\x07\x0c\x0b\x10\xd0\x0f\x1a\x00\x0c");
  INPUT("p2.Lists", "\x0a\x03\x01\x02\x03\x10\x01\x10\x02\x1a\x02\x01\x02\x20\x01\x2a\x01x\x32\x10" "12345678" "12345678");
  INPUT("p3.Tree", "\x3a\x03\x0a\x01k");
  INPUT("p3.Tree", "\x8a\x7d\x02" "ab" "\x8b\x7d\x08\x01\x8c\x7d\x0d" "abcd");
#undef INPUT
}

/* Levels beyond those that need no memory: of messages, and of groups that nobody knows. And an output that spills far. */
static void deep(void) {
  enum { MESSAGES = 250, GROUPS = 300, SIZE = MESSAGES * 3 + GROUPS * 2 };
  static uint8_t bytes[SIZE], out[SIZE];
  static size_t begin;
  const pbw_options options = {.struct_size = sizeof options, .max_depth = 1000};
  const uint8_t *data;
  const pbw_message *pooled;
  size_t size;
  pbw_message *m;
  pbw_ctx *ctx;
  if (begin == 0) { /* from the inside out */
    begin = SIZE - 2 * GROUPS;
    memset(bytes + begin, 0x7b, GROUPS);
    memset(bytes + begin + GROUPS, 0x7c, GROUPS);
    for (int i = 0; i < MESSAGES; i++) {
      size_t inside = SIZE - begin;
      bytes[--begin] = (uint8_t)(inside >> 7);
      bytes[--begin] = (uint8_t)(inside | 0x80);
      bytes[--begin] = 0x1a;
    }
  }
  if (MAKE(m, pbw_decode, type_of("vectors.p3.Tree"), bytes + begin, SIZE - begin, NULL, &options, &m, NULL) == PBW_OK) {
    DO(pbw_encode, m, out, sizeof out, &options, &size, NULL);
    look("pbw_encode", tight(pbw_encode(m, out, 10, &options, &size, NULL)), NULL);
    DO(pbw_encoded_size, m, 0, &size);
  }
  if (MAKE(ctx, pbw_ctx_new, &options, NULL, &ctx) == PBW_OK) {
    if (MAKE(pooled, pbw_decode_ctx, ctx, type_of("vectors.p3.Tree"), bytes + begin, SIZE - begin, 0, &pooled) == PBW_OK)
      MAKE(data, pbw_encode_ctx, ctx, pooled, 0, &data, &size);
    pbw_ctx_free(ctx);
  }
  pbw_message_free(m);
}

/* Text with fields of unknown number. */
static void text_unknown(void) {
  static const char text[] = "id: 5 1000: 7 1001: 0x00000001 1002: 0x0000000000000001 1003: \"bytes\" 1004 { 1: 2 2: \"x\" } 1005 {}";
  const pbw_options options = {.struct_size = sizeof options, .flags = PBW_TEXT_UNKNOWN};
  uint8_t buffer[512];
  const uint8_t *data;
  const pbw_message *pooled;
  size_t size;
  pbw_message *m;
  pbw_ctx *ctx;
  memory.narrow = memory.fine;
  if (MAKE(m, pbw_text_parse, type_of("vectors.p3.Tree"), (const uint8_t *)text, sizeof text - 1, NULL, &options, &m, NULL) == PBW_OK)
    look("pbw_text_print", tight(pbw_text_print(m, buffer, 10, &options, &size, NULL)), NULL);
  if (m != NULL && MAKE(ctx, pbw_ctx_new, NULL, NULL, &ctx) == PBW_OK) {
    MAKE(data, pbw_text_print_ctx, ctx, m, PBW_TEXT_UNKNOWN | PBW_INDENT, &data, &size);
    MAKE(pooled, pbw_text_parse_ctx, ctx, type_of("vectors.p3.Tree"), (const uint8_t *)text, sizeof text - 1, PBW_TEXT_UNKNOWN, &pooled);
    pbw_ctx_free(ctx);
  }
  pbw_message_free(m);
  memory.narrow = false;
}

/* Printing and encoding where each piece needs new room, into too small a buffer and in a ctx, with and without lines. */
static void print_pieces(const char *type, const uint8_t *data, size_t size) {
  static const uint32_t flags[] = {0, PBW_INDENT | PBW_DETERMINISTIC | PBW_ALWAYS_PRINT | PBW_CHECK_UTF8};
  uint8_t buffer[8];
  const uint8_t *out;
  size_t out_size;
  pbw_message *m;
  if (MAKE(m, pbw_decode, type_of(type), data, size, NULL, NULL, &m, NULL) != PBW_OK) return;
  memory.narrow = memory.fine;
  for (int i = 0; i < 2; i++) {
    const pbw_options options = {.struct_size = sizeof options, .flags = flags[i]};
    pbw_ctx *ctx;
    look("pbw_json_print", tight(pbw_json_print(m, buffer, sizeof buffer, &options, &out_size, NULL)), NULL);
    look("pbw_text_print", tight(pbw_text_print(m, buffer, sizeof buffer, &options, &out_size, NULL)), NULL);
    look("pbw_encode", tight(pbw_encode(m, buffer, sizeof buffer, &options, &out_size, NULL)), NULL);
    for (int form = 0; form < 3; form++) { /* each with a ctx of its own, in which nothing is free */
      if (MAKE(ctx, pbw_ctx_new, NULL, NULL, &ctx) != PBW_OK) continue;
      if (form == 0) MAKE(out, pbw_json_print_ctx, ctx, m, flags[i], &out, &out_size);
      if (form == 1) MAKE(out, pbw_text_print_ctx, ctx, m, flags[i], &out, &out_size);
      if (form == 2) MAKE(out, pbw_encode_ctx, ctx, m, flags[i], &out, &out_size);
      pbw_ctx_free(ctx);
    }
  }
  memory.narrow = false;
  pbw_message_free(m);
}

static void print_known(void) { print_pieces("vectors.json.Known", known, known_size); }
static void print_tree(void) { print_pieces("vectors.p3.Tree", twig, twig_size); }
static void print_extensions(void) {
  static const uint8_t bytes[] = "\xa2\x06\x05\x08\x01\x1a\x01x\x33\x08\x01\x34";
  print_pieces("vectors.p2.HasRequired", bytes, sizeof bytes - 1);
}

static void merge(void) {
  pbw_message *m;
  if (MAKE(m, pbw_message_new, type_of("vectors.p3.Tree"), NULL, &m) != PBW_OK) return;
  DO(pbw_decode_merge, m, tree, tree_size, NULL, NULL);
  DO(pbw_decode_merge, m, tree, tree_size, NULL, NULL);
  pbw_message_free(m);
}

static void shared_arena(void) {
  pbw_arena *arena;
  pbw_message *m;
  if (MAKE(arena, pbw_arena_new, NULL, 0, &arena) != PBW_OK) return;
  for (int i = 0; i < 4; i++) MAKE(m, pbw_decode, type_of("vectors.p3.Tree"), tree, tree_size, arena, NULL, &m, NULL);
  pbw_arena_free(arena);
}

static void scratch(void) {
  pbw_ctx *ctx;
  pbw_message *m;
  void *block;
  const uint8_t *data;
  size_t size;
  if (MAKE(ctx, pbw_ctx_new, NULL, NULL, &ctx) != PBW_OK) return;
  MAKE(m, pbw_ctx_messages, ctx, type_of("vectors.p3.Tree"), 3, PBW_RESET, &m);
  MAKE(block, pbw_ctx_alloc, ctx, 100000, &block);
  if (m != NULL) MAKE(data, pbw_encode_delimited_ctx, ctx, m, 0, &data, &size);
  pbw_ctx_reset(ctx);
  MAKE(block, pbw_ctx_alloc, ctx, 10, &block);
  pbw_ctx_free(ctx);
}

static int64_t read_tree(void *user, uint8_t *buffer, size_t capacity) {
  size_t *at = user, left = 1000000 - *at, n = capacity < left ? capacity : left;
  for (size_t i = 0; i < n; i++) buffer[i] = *at + i < 3 ? (uint8_t)"\xbd\x84\x3d"[*at + i] : 0; /* 999,997 bytes */
  *at += n;
  return (int64_t)n;
}

static int64_t write_nowhere(void *user, const uint8_t *data, size_t size) {
  (void)user, (void)data;
  return (int64_t)size;
}

static void streams(void) {
  size_t at = 0, offset = 0;
  pbw_reader *reader;
  pbw_writer *writer;
  pbw_message *m;
  pbw_bytes bytes;
  const pbw_io io = {.struct_size = sizeof io, .user = &at, .read = read_tree, .write = write_nowhere};
  if (MAKE(reader, pbw_reader_new, &io, NULL, NULL, &reader) == PBW_OK)
    while (DO(pbw_reader_next, reader, &bytes) == PBW_ERR_MEMORY && !memory.all_later) continue; /* nothing is lost */
  pbw_reader_free(reader);
  DO(pbw_delimited_next, (const uint8_t *)"\1a", 2, &offset, &bytes);
  if (MAKE(m, pbw_decode, type_of("vectors.p3.Tree"), tree, tree_size, NULL, NULL, &m, NULL) != PBW_OK) return;
  if (MAKE(writer, pbw_writer_new, &io, NULL, NULL, &writer) == PBW_OK) {
    DO(pbw_writer_put, writer, m, 0);
    DO(pbw_writer_put_bytes, writer, tree, tree_size);
    DO(pbw_writer_flush, writer);
  }
  pbw_writer_free(writer);
  pbw_message_free(m);
}

static const struct {
  const char *name;
  void (*run)(void);
} scenarios[] = {
    {"schema load", schema_load}, {"schema new, add, build", schema_steps},
    {"source", source},
    {"options", options},         {"describe", describe},
    {"edit", edit},               {"binary", binary},
    {"JSON", json},               {"text", text},
    {"known types", known_types}, {"known types as text", known_as_text},
    {"known types, binary", known_binary}, {"binary of all sorts", binary_rare}, {"deep", deep},
    {"unknown fields as text", text_unknown}, {"printing, known types", print_known},
    {"printing, a tree", print_tree}, {"printing, extensions", print_extensions},
    {"decode into a message", merge},
    {"shared arena", shared_arena}, {"scratch", scratch},
    {"streams", streams},
};

/* One run; false: something is wrong. */
static bool once(size_t scenario, size_t fail_at, bool all_later) {
  memory.on = true;
  memory.requests = 0;
  memory.blocks = 0;
  memory.failed = false;
  memory.fail_at = fail_at;
  memory.all_later = all_later;
  wrong = NULL;
  scenarios[scenario].run();
  memory.on = false;
  if (wrong == NULL && memory.blocks == 0) return true;
  printf("# %s, %s %zu%s: %s; %ld blocks leak\n", scenarios[scenario].name, memory.fine ? "part" : "allocation", fail_at,
         all_later ? " and later ones" : "", wrong != NULL ? wrong : "ok", memory.blocks);
  return false;
}

/* A scenario, whole, then with each chosen request failing. */
static bool all(size_t scenario, size_t number, bool fine) {
  memory.fine = fine;
  memory.place_count = memory.chosen_count = 0;
  bool good = once(scenario, 0, false);
  size_t count = memory.requests;
  for (size_t i = 0; i < memory.chosen_count; i++)
    for (int later = 0; later < 2; later++) good &= once(scenario, memory.chosen[i], later);
  if (memory.place_count == MOST_PLACES || memory.chosen_count == MOST_REQUESTS) good = false, puts("# too many to choose from");
  printf("%s %zu - %s: ", good ? "ok" : "not ok", number, scenarios[scenario].name);
  if (fine) printf("%zu of %zu allocations, from %zu places, full blocks\n", memory.chosen_count, count, memory.place_count);
  else printf("%zu allocations\n", count);
  return good;
}

int main(int argc, char **argv) {
  bool all_good = true;
  setvbuf(stdout, NULL, _IOLBF, 4096);
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) return puts("Bail out! usage: failure vectors.binpb"), 1;
  set = __real_malloc(1 << 20);
  set_size = fread(set, 1, (1 << 20) - 100, file);
  fclose(file);
  /* What the vectors' schema lacks, as another file of the set: a service, a reserved name, a field without a JSON name. */
  static const char more[] = "\x0a\x2e\x0a\x07x.proto\x22\x11\x0a\x01M\x12\x09\x0a\x03" "f_g\x18\x01\x28\x05\x52\x01r\x32\x10\x0a\x01S\x12\x0b\x0a\x01m\x12\x02.M\x1a\x02.M";
  memcpy(set + set_size, more, sizeof more - 1);
  set_size += sizeof more - 1;
  pbw_schema *loaded;
  must(pbw_schema_load(set, set_size, &loaded, NULL), "schema");
  schema = loaded;
  make_inputs();
  size_t number = 0;
  for (size_t s = 0; s < sizeof scenarios / sizeof *scenarios; s++)
    for (int fine = 0; fine < 2; fine++) all_good &= all(s, ++number, fine);
  size_t missing = 0;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!called[i] && !strcmp(functions[i].returns, "pbw_status")) printf("# not called: %s\n", functions[i].name), missing++;
  printf("%s %zu - every function that returns a status was called\n1..%zu\n", missing ? "not ok" : "ok", number + 1, number + 1);
  pbw_schema_free(loaded);
  __real_free(set);
  return !all_good || missing;
}
