/* Printing JSON: layout, every flag, buffers of every capacity, strings of every length, the depth of the C stack. */
#include "tests/support/small_stack.h"
#include "tests/unit/format/world.h"

static void layouts(void **state) {
  (void)state;
  pbw_message *m = parsed("vectors.p3.Tree", "{\"id\":1,\"child\":{},\"children\":[{},{\"id\":2}],\"numbers\":[1,2],\"byName\":{\"k\":{}}}");
  assert_string_equal(printed(m, PBW_INDENT, 0),
                      "{\n  \"id\": 1,\n  \"child\": {},\n  \"children\": [\n    {},\n    {\n      \"id\": 2\n    }\n  ],\n"
                      "  \"numbers\": [\n    1,\n    2\n  ],\n  \"byName\": {\n    \"k\": {}\n  }\n}");
  assert_string_equal(printed(m, PBW_INDENT, 1),
                      "{\n \"id\": 1,\n \"child\": {},\n \"children\": [\n  {},\n  {\n   \"id\": 2\n  }\n ],\n"
                      " \"numbers\": [\n  1,\n  2\n ],\n \"byName\": {\n  \"k\": {}\n }\n}");
  assert_string_equal(printed(m, 0, 7), "{\"id\":1,\"child\":{},\"children\":[{},{\"id\":2}],\"numbers\":[1,2],\"byName\":{\"k\":{}}}");
  pbw_message_free(m);
  m = parsed("vectors.json.Known", "{\"struct\":{\"a\":[]},\"any\":{\"@type\":\"x/google.protobuf.Duration\",\"value\":\"1s\"},\"anys\":[{}],"
                                   "\"list\":[],\"value\":{}}");
  assert_string_equal(printed(m, PBW_INDENT, 0),
                      "{\n  \"struct\": {\n    \"a\": []\n  },\n  \"value\": {},\n  \"list\": [],\n  \"any\": {\n"
                      "    \"@type\": \"x/google.protobuf.Duration\",\n    \"value\": \"1s\"\n  },\n  \"anys\": [\n    {}\n  ]\n}");
  pbw_message_free(m);
  m = parsed("vectors.p3.Empty", "{}");
  assert_string_equal(printed(m, PBW_INDENT, 0), "{}");
  pbw_message_free(m);
}

static void flags(void **state) {
  (void)state;
  pbw_message *m = parsed("vectors.p3.Scalars", "{\"fInt64\":7,\"fEnum\":\"RED\"}");
  assert_string_equal(printed(m, 0, 0), "{\"fInt64\":\"7\",\"fEnum\":\"RED\"}");
  assert_string_equal(printed(m, PBW_PROTO_NAMES, 0), "{\"f_int64\":\"7\",\"f_enum\":\"RED\"}");
  assert_string_equal(printed(m, PBW_ENUM_NUMBERS, 0), "{\"fInt64\":\"7\",\"fEnum\":1}");
  assert_string_equal(printed(m, PBW_INT64_NUMBERS, 0), "{\"fInt64\":7,\"fEnum\":\"RED\"}");
  assert_string_equal(printed(m, PBW_PROTO_NAMES | PBW_ENUM_NUMBERS | PBW_INT64_NUMBERS, 0), "{\"f_int64\":7,\"f_enum\":1}");
  assert_non_null(strstr(printed(m, PBW_ALWAYS_PRINT, 0), "\"fString\":\"\",\"fBytes\":\"\",\"fEnum\":\"RED\"}"));
  pbw_message_free(m);
  m = parsed("vectors.p3.Maps", "{\"int64Int64\":{\"3\":1,\"-1\":2}}");
  assert_string_equal(printed(m, PBW_DETERMINISTIC | PBW_INT64_NUMBERS, 0), "{\"int64Int64\":{\"-1\":2,\"3\":1}}");
  pbw_message_free(m);
}

/* Whatever the capacity: nothing is written behind it, BUFFER tells the size, and the exact size is enough. */
static void capacities(void **state) {
  (void)state;
  pbw_message *m = parsed("vectors.json.Known", everything);
  for (int indent = 0; indent < 2; indent++) {
    pbw_options options = {.struct_size = sizeof options, .flags = indent ? PBW_INDENT : 0};
    size_t whole = strlen(printed(m, options.flags, 0)), size;
    char *want = copy_of(printed(m, options.flags, 0));
    for (size_t capacity = 0; capacity <= whole + 20; capacity++) {
      uint8_t *buffer = malloc(capacity ? capacity : 1); /* a sanitizer sees a write past the end */
      pbw_error error = {.struct_size = sizeof error};
      pbw_status status = pbw_json_print(m, buffer, capacity, &options, &size, &error);
      assert_int_equal(status, capacity < whole ? PBW_ERR_BUFFER : PBW_OK);
      assert_int_equal(size, whole);
      if (!status) assert_memory_equal(buffer, want, whole);
      else assert_int_equal(error.code, PBW_ERR_BUFFER);
      free(buffer);
    }
    free(want);
  }
  pbw_message_free(m);
}

/* Plain text, an escape and a character of two bytes at every distance from the ends of the vectors. */
static void strings(void **state) {
  (void)state;
  const pbw_type *type = type_of("vectors.p3.Scalars");
  const pbw_field *field = pbw_type_field(type, "f_string");
  static const struct {
    const char *raw, *text;
  } middles[] = {{"", ""}, {"\"", "\\\""}, {"\\", "\\\\"}, {"\n", "\\n"}, {"\x1f", "\\u001f"}, {"\x7f", "\x7f"}, {"/", "/"}, {"\xc3\xa9", "\xc3\xa9"},
                 {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"}, {"\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t", "\\t\\t\\t\\t\\t\\t\\t\\t\\t\\t\\t\\t\\t\\t\\t\\t\\t\\t"}};
  pbw_message *m;
  assert_int_equal(pbw_message_new(type, NULL, &m), PBW_OK);
  for (size_t before = 0; before < 40; before++) {
    for (size_t after = 0; after < 20; after++) {
      for (size_t i = 0; i < sizeof middles / sizeof *middles; i++) {
        char raw[200], want[300];
        int size = snprintf(raw, sizeof raw, "%.*s%s%.*s", (int)before, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", middles[i].raw, (int)after,
                            "bbbbbbbbbbbbbbbbbbbb");
        snprintf(want, sizeof want, "{\"fString\":\"%.*s%s%.*s\"}", (int)before, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", middles[i].text,
                 (int)after, "bbbbbbbbbbbbbbbbbbbb");
        pbw_bytes value = {(const uint8_t *)raw, (size_t)size};
        assert_int_equal(pbw_message_set(m, field, &value), PBW_OK);
        assert_string_equal(printed(m, 0, 0), size ? want : "{}");
      }
    }
  }
  pbw_message_free(m);
}

static void *deepest(void *argument) {
  pbw_message *root = argument, *at = root;
  const pbw_field *child = pbw_type_field(pbw_message_type(root), "child");
  pbw_options options = {.struct_size = sizeof options, .max_depth = 100000, .flags = PBW_INDENT};
  size_t size;
  for (int i = 0; i < PBWI_TEXT_DEPTH; i++)
    if (pbw_message_mutable(at, child, &at)) return root;
  if (pbw_json_print(root, NULL, 0, &options, &size, NULL) != PBW_ERR_BUFFER) return root;
  if (pbw_message_mutable(at, child, &at)) return root;
  return pbw_json_print(root, NULL, 0, &options, &size, NULL) == PBW_ERR_DEPTH ? NULL : root;
}

static void deep_messages(void **state) {
  (void)state;
  pbw_message *m;
  assert_int_equal(pbw_message_new(type_of("vectors.p3.Tree"), NULL, &m), PBW_OK);
  assert_null(on_stack(512, deepest, m));
  pbw_message_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(layouts), cmocka_unit_test(flags), cmocka_unit_test(capacities),
                                     cmocka_unit_test(strings), cmocka_unit_test(deep_messages)};
  return WORLD_TESTS(tests);
}
