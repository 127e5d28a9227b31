/* Parsing JSON: what aliases and what is copied, places of errors, merging blanks, memory that fails, the C stack. */
#include "tests/support/small_stack.h"
#include "tests/unit/format/world.h"

static bool inside(const char *text, const uint8_t *p) {
  return (uintptr_t)p >= (uintptr_t)text && (uintptr_t)p < (uintptr_t)text + strlen(text);
}

static pbw_bytes string_of(const pbw_message *m, const char *field) {
  pbw_bytes value;
  assert_int_equal(pbw_message_get(m, pbw_type_field(pbw_message_type(m), field), &value), PBW_OK);
  return value;
}

static void aliasing(void **state) {
  (void)state;
  static const char plain[] = "{\"fString\":\"plain text of some length\",\"fBytes\":\"AQID\"}";
  static const char escaped[] = "{\"fString\":\"with an escape\\n\"}";
  pbw_ctx *ctx;
  const pbw_message *m;
  const pbw_type *type = type_of("vectors.p3.Scalars");
  assert_int_equal(pbw_ctx_new(NULL, NULL, &ctx), PBW_OK);
  assert_int_equal(pbw_json_parse_ctx(ctx, type, (const uint8_t *)plain, sizeof plain - 1, PBW_ALIAS, &m), PBW_OK);
  assert_true(inside(plain, string_of(m, "f_string").data));
  assert_false(inside(plain, string_of(m, "f_bytes").data));
  assert_int_equal(pbw_json_parse_ctx(ctx, type, (const uint8_t *)plain, sizeof plain - 1, 0, &m), PBW_OK);
  assert_false(inside(plain, string_of(m, "f_string").data));
  assert_int_equal(pbw_json_parse_ctx(ctx, type, (const uint8_t *)escaped, sizeof escaped - 1, PBW_ALIAS, &m), PBW_OK);
  assert_false(inside(escaped, string_of(m, "f_string").data));
  assert_memory_equal(string_of(m, "f_string").data, "with an escape\n", 15);
  pbw_ctx_free(ctx);
}

/* Owned messages outlive their text. */
static void owned_is_a_copy(void **state) {
  (void)state;
  char *text = copy_of("{\"fString\":\"abc\"}");
  pbw_message *m = parsed("vectors.p3.Scalars", text);
  memset(text, '?', strlen(text));
  free(text);
  assert_string_equal(printed(m, 0, 0), "{\"fString\":\"abc\"}");
  pbw_message_free(m);
}

static void places(void **state) {
  (void)state;
  static const struct {
    const char *type, *text;
    pbw_status status;
    uint32_t line, column;
    const char *path;
  } rows[] = {
      {"vectors.p3.Tree", "{\n\"children\":[{},\n {\"id\":x}]}", PBW_ERR_SYNTAX, 3, 8, "vectors.p3.Tree.children[1].id"},
      {"vectors.p3.Tree", "{\"byName\":{\"a\":{\"numbers\":[1,\n2.5]}}}", PBW_ERR_VALUE, 2, 1, "vectors.p3.Tree.by_name[\"a\"].numbers[1]"},
      {"vectors.p3.Tree", "{\"pairs\":{\"7\":\"x\"}}", PBW_ERR_VALUE, 1, 15, "vectors.p3.Tree.pairs[7]"},
      {"vectors.p3.Tree", "{\"child\":{\"nope\":1}}", PBW_ERR_NOT_FOUND, 1, 11, "vectors.p3.Tree.child"},
      {"vectors.p3.Tree", "", PBW_ERR_SYNTAX, 1, 1, "vectors.p3.Tree"},
      {"vectors.p3.Tree", "\n\n\n", PBW_ERR_SYNTAX, 4, 1, "vectors.p3.Tree"},
      {"vectors.p2.Required", "{\"id\":1}", PBW_ERR_REQUIRED, 0, 0, "vectors.p2.Required.label"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    pbw_error error = {.struct_size = sizeof error};
    pbw_message *m;
    assert_int_equal(pbw_json_parse(type_of(rows[i].type), (const uint8_t *)rows[i].text, strlen(rows[i].text), NULL, NULL, &m, &error),
                     rows[i].status);
    assert_null(m);
    assert_int_equal(error.line, rows[i].line);
    assert_int_equal(error.column, rows[i].column);
    assert_string_equal(error.path, rows[i].path);
  }
}

static void limits(void **state) {
  (void)state;
  pbw_message *m;
  pbw_options options = {.struct_size = sizeof options, .max_size = 10};
  const pbw_type *type = type_of("vectors.p3.Tree");
  assert_int_equal(pbw_json_parse(type, (const uint8_t *)"{\"id\":123}", 10, NULL, &options, &m, NULL), PBW_OK);
  pbw_message_free(m);
  assert_int_equal(pbw_json_parse(type, (const uint8_t *)"{\"id\":1234}", 11, NULL, &options, &m, NULL), PBW_ERR_SIZE);
  options = (pbw_options){.struct_size = sizeof options, .max_depth = 2};
  static const char two[] = "{\"child\":{\"child\":{}}}", three[] = "{\"child\":{\"child\":{\"child\":{}}}}";
  assert_int_equal(pbw_json_parse(type, (const uint8_t *)two, sizeof two - 1, NULL, &options, &m, NULL), PBW_OK);
  pbw_message_free(m);
  assert_int_equal(pbw_json_parse(type, (const uint8_t *)three, sizeof three - 1, NULL, &options, &m, NULL), PBW_ERR_DEPTH);
  options = (pbw_options){.struct_size = sizeof options, .max_memory = 2000};
  char big[4000];
  snprintf(big, sizeof big, "{\"name\":\"%03500d\"}", 7);
  assert_int_equal(pbw_json_parse(type, (const uint8_t *)big, strlen(big), NULL, &options, &m, NULL), PBW_ERR_LIMIT);
}

/* Whichever request for memory fails, the answer is MEMORY and nothing is left. */
static void failing_memory(void **state) {
  (void)state;
  size_t n = 1;
  for (;; n++) {
    failing_alloc memory = {.fail_at = n};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_ctx *ctx = NULL;
    const pbw_message *m;
    const uint8_t *text;
    size_t size;
    pbw_status status = pbw_ctx_new(NULL, &allocator, &ctx);
    if (!status) status = pbw_json_parse_ctx(ctx, type_of("vectors.json.Known"), (const uint8_t *)everything, sizeof everything - 1, 0, &m);
    if (!status) status = pbw_json_print_ctx(ctx, m, PBW_DETERMINISTIC, &text, &size);
    if (!status) assert_int_equal(size, sizeof everything - 1);
    else assert_int_equal(status, PBW_ERR_MEMORY);
    pbw_ctx_free(ctx);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
  assert_true(n > 3);
}

/* More elements than any first guess: lists, maps and messages of more than 64 fields. */
static void growth(void **state) {
  (void)state;
  char *text = malloc(1 << 20), *p = text;
  p += sprintf(p, "{\"int32Maps\":{");
  for (int i = 0; i < 3000; i++) p += sprintf(p, "%s\"%d\":{\"stringString\":{\"k%d\":\"v\\n%d\"}}", i ? "," : "", i, i, i);
  sprintf(p, "}}");
  pbw_message *m = parsed("vectors.p3.Maps", text);
  assert_int_equal(pbw_map_size(m, pbw_type_field(pbw_message_type(m), "int32_maps")), 3000);
  char *back = malloc(1 << 20);
  size_t size;
  assert_int_equal(pbw_json_print(m, (uint8_t *)back, 1 << 20, NULL, &size, NULL), PBW_OK);
  assert_int_equal(size, strlen(text));
  assert_memory_equal(back, text, size);
  free(back);
  free(text);
  pbw_message_free(m);
}

typedef struct deep {
  const char *type, *open, *middle, *close;
  pbw_status over;
} deep;

static void *deepest(void *argument) {
  const deep *d = argument;
  const pbw_type *type = pbw_schema_type(world, d->type);
  pbw_options options = {.struct_size = sizeof options, .max_depth = 100000, .flags = PBW_IGNORE_UNKNOWN};
  size_t open = strlen(d->open), close = strlen(d->close), room = (open + close) * 2100 + 100;
  char *text = malloc(room);
  for (int over = 0; over < 2; over++) {
    int levels = over ? 2000 : 480; /* Struct and ListValue have two levels each */
    char *p = text;
    for (int i = 0; i < levels; i++) p = (char *)memcpy(p, d->open, open) + open;
    p += sprintf(p, "%s", d->middle);
    for (int i = 0; i < levels; i++) p = (char *)memcpy(p, d->close, close) + close;
    pbw_message *m;
    pbw_status status = pbw_json_parse(type, (uint8_t *)text, (size_t)(p - text), NULL, &options, &m, NULL);
    pbw_message_free(m);
    if (status != (over ? PBW_ERR_DEPTH : PBW_OK)) return argument;
  }
  free(text);
  return NULL;
}

static void deep_texts(void **state) {
  (void)state;
  static deep rows[] = {{"vectors.p3.Tree", "{\"child\":", "{}", "}", 0},
                        {"vectors.p3.Tree", "{\"children\":[", "{}", "]}", 0},
                        {"vectors.p3.Tree", "{\"byName\":{\"\":", "{}", "}}", 0},
                        {"vectors.p3.Empty", "{\"x\":", "{}", "}", 0},
                        {"google.protobuf.Value", "[", "1", "]", 0},
                        {"google.protobuf.Value", "{\"\":", "1", "}", 0},
                        {"google.protobuf.Struct", "{\"\":", "{}", "}", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) assert_null(on_stack(512, deepest, &rows[i]));
}

/* An Any is the deepest frame of the parser, and reads its text twice a level. */
static void *deep_any(void *argument) {
  static char text[100000];
  char *p = text;
  pbw_options options = {.struct_size = sizeof options, .max_depth = 100000};
  for (int i = 0; i < 900; i++) p += sprintf(p, "{\"@type\":\"/google.protobuf.Any\",\"value\":");
  p += sprintf(p, "{}");
  for (int i = 0; i < 900; i++) *p++ = '}';
  pbw_message *m;
  size_t size;
  if (pbw_json_parse(pbw_schema_type(world, "google.protobuf.Any"), (uint8_t *)text, (size_t)(p - text), NULL, &options, &m, NULL)) return argument;
  pbw_status status = pbw_json_print(m, NULL, 0, &options, &size, NULL);
  pbw_message_free(m);
  return status == PBW_ERR_BUFFER && size == (size_t)(p - text) ? NULL : argument;
}

static void deep_anys(void **state) {
  (void)state;
  assert_null(on_stack(512, deep_any, &world));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(aliasing),       cmocka_unit_test(owned_is_a_copy), cmocka_unit_test(places),     cmocka_unit_test(limits),
      cmocka_unit_test(failing_memory), cmocka_unit_test(growth),          cmocka_unit_test(deep_texts), cmocka_unit_test(deep_anys),
  };
  return WORLD_TESTS(tests);
}
