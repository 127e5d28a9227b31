/* Printing text format: lines and blanks, strings, numbers, Anys whose URL or bytes cannot be shown, buffers. */
#include "tests/unit/format/texts.h"

static pbw_message *message_of(const char *type, const char *text) {
  pbw_error error;
  pbw_message *message = text_parsed(type, text, PBW_TEXT_UNKNOWN, &error);
  if (!message) print_error("%s: %s\n", text, error.message);
  assert_non_null(message);
  return message;
}

static void lines(void **state) {
  (void)state;
  pbw_message *m = message_of("vectors.p3.Tree", "id: 1 children { id: 2 } children { } pairs { key: 1 value: 2 }");
  assert_string_equal(text_printed(m, 0, 0), "id: 1 children { id: 2 } children { } pairs { key: 1 value: 2 }");
  assert_string_equal(text_printed(m, PBW_INDENT, 0),
                      "id: 1\nchildren {\n  id: 2\n}\nchildren {\n}\npairs {\n  key: 1\n  value: 2\n}\n");
  assert_string_equal(text_printed(m, PBW_INDENT, 4),
                      "id: 1\nchildren {\n    id: 2\n}\nchildren {\n}\npairs {\n    key: 1\n    value: 2\n}\n");
  pbw_message_free(m);
  m = message_of("vectors.p3.Tree", "");
  assert_string_equal(text_printed(m, 0, 0), "");
  assert_string_equal(text_printed(m, PBW_INDENT, 0), "");
  pbw_message_free(m);
}

static void strings(void **state) {
  (void)state;
  static const struct { const char *text, *want; } cases[] = {
      {"f_string: '\\n\\r\\t\"\\'\\\\'", "f_string: \"\\n\\r\\t\\\"\\'\\\\\""},
      {"f_string: '\\000\\001\\177'", "f_string: \"\\000\\001\\177\""},
      {"f_string: '\\0001'", "f_string: \"\\0001\""}, /* three digits always: a digit behind it is its own */
      {"f_string: 'é€😀'", "f_string: \"é€😀\""},
      {"f_bytes: 'é'", "f_bytes: \"\\303\\251\""},
      {"f_string: '\\u0085'", "f_string: \"\\302\\205\""},
      {"f_string: '\\377a\\303'", "f_string: \"\\377a\\303\""}, /* not UTF-8, which proto2 lets be */
      {"f_string: '\\355\\240\\200'", "f_string: \"\\355\\240\\200\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_string_equal(text_again("vectors.p2.Scalars", cases[i].text, 0), cases[i].want);
    assert_string_equal(text_again("vectors.p2.Scalars", cases[i].want, 0), cases[i].want);
  }
}

static void enums(void **state) {
  (void)state;
  assert_string_equal(text_again("vectors.p2.Scalars", "f_enum: TWO", PBW_ENUM_NUMBERS), "f_enum: 2");
  assert_string_equal(text_again("vectors.p3.Scalars", "f_enum: 77", 0), "f_enum: 77");
}

/* What brackets cannot hold is shown as fields, and parses back. */
static void anys(void **state) {
  (void)state;
  static const char *const texts[] = {
      "[a/vectors.p2.Scalars] { f_int32: 1 }",
      "type_url: \"a b/vectors.p2.Scalars\" value: \"\\030\\001\"",
      "type_url: \"] { } f_bool: 1 [x/vectors.p2.Scalars\" value: \"\\030\\001\"",
      "type_url: \"a%2/vectors.p2.Scalars\" value: \"\\030\\001\"",
      "type_url: \"é/vectors.p2.Scalars\" value: \"\\030\\001\"",
      "type_url: \"vectors.p2.Scalars\" value: \"\\030\\001\"", /* no slash */
      "type_url: \"a/no.Type\" value: \"\\030\\001\"",
      "type_url: \"a/vectors.p2.Scalars\" value: \"\\030\"", /* no message */
      "value: \"\\030\\001\"",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    assert_string_equal(text_again("google.protobuf.Any", texts[i], 0), texts[i]);
    assert_string_equal(text_again("google.protobuf.Any", texts[i], PBW_TEXT_UNKNOWN), texts[i]);
  }
}

/* Every size of buffer: what fits is all of it, and what does not says how much there is. */
static void buffers(void **state) {
  (void)state;
  pbw_message *m = message_of("vectors.p3.Tree", "id: -1 name: 'a\\nb\\'' children { id: 2 } words: ['x', 'y'] 1999 { 1: 'é' }");
  pbw_options options = {.struct_size = sizeof options, .flags = PBW_TEXT_UNKNOWN};
  char *want = copy_of(text_printed(m, PBW_TEXT_UNKNOWN, 0));
  size_t all = strlen(want), size;
  for (size_t capacity = 0; capacity <= all; capacity++) {
    uint8_t *buffer = malloc(capacity + !capacity);
    assert_non_null(buffer);
    pbw_status status = pbw_text_print(m, buffer, capacity, &options, &size, NULL);
    assert_int_equal(status, capacity < all ? PBW_ERR_BUFFER : PBW_OK);
    assert_int_equal(size, all);
    if (!status) assert_memory_equal(buffer, want, all);
    free(buffer);
  }
  free(want);
  pbw_message_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines), cmocka_unit_test(strings), cmocka_unit_test(enums),
                                     cmocka_unit_test(anys), cmocka_unit_test(buffers)};
  return WORLD_TESTS(tests);
}
