/* Unknown fields as text: every wire type by number and back to the same bytes, and guesses that stay within the limits. */
#include "tests/unit/format/texts.h"

static pbw_message *decoded(const void *data, size_t size, uint32_t depth) {
  pbw_options options = {.struct_size = sizeof options, .max_depth = depth};
  pbw_message *message;
  assert_int_equal(pbw_decode(type_of("vectors.p3.Empty"), data, size, NULL, &options, &message, NULL), PBW_OK);
  return message;
}

static void forms(void **state) {
  (void)state;
  static const struct { const char *bytes; size_t size; const char *want; } cases[] = {
      {"\x40\x96\x01", 3, "8: 150"},
      {"\x40\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11, "8: 18446744073709551615"},
      {"\x45\x01\x00\x00\xff", 5, "8: 0xff000001"},
      {"\x41\x01\x00\x00\x00\x00\x00\x00\x00", 9, "8: 0x0000000000000001"},
      {"\x42\x00", 2, "8: \"\""},
      {"\x42\x03" "a\"\xff", 5, "8: \"a\\042\\377\""},
      {"\x42\x02\x08\x01", 4, "8: { 1: 1 }"},
      {"\x42\x03\x08\x81\x00", 5, "8: \"\\010\\201\\000\""}, /* not the shortest form: bytes, lest one be lost */
      {"\x43\x44", 2, "8 { }"},
      {"\x43\x08\x01\x43\x44\x44", 6, "8 { 1: 1 8 { } }"},
      {"\x42\x02\x0b\x0c", 4, "8: { 1 { } }"},
      {"\x42\x01\x0b", 3, "8: \"\\013\""}, /* a group that is not closed */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pbw_message *m = decoded(cases[i].bytes, cases[i].size, 0);
    assert_string_equal(text_printed(m, 0, 0), "");
    assert_string_equal(text_printed(m, PBW_TEXT_UNKNOWN, 0), cases[i].want);
    pbw_error error;
    pbw_message *again = text_parsed("vectors.p3.Empty", cases[i].want, PBW_TEXT_UNKNOWN, &error);
    assert_non_null(again);
    assert_true(pbw_message_equal(m, again));
    pbw_message_free(again);
    assert_null(text_parsed("vectors.p3.Empty", cases[i].want, 0, &error));
    assert_int_equal(error.code, PBW_ERR_SYNTAX);
    pbw_message_free(m);
  }
}

/* Bytes that could be messages within messages are shown as such only as deep as printing and parsing allow. */
static void guesses_within_limits(void **state) {
  (void)state;
  uint8_t bytes[64];
  size_t size = 0;
  for (size_t level = 0; level < 24; level++) { /* 8: { 8: { ... } } */
    memmove(bytes + 2, bytes, size);
    bytes[0] = 0x42;
    bytes[1] = (uint8_t)size;
    size += 2;
  }
  for (uint32_t depth = 1; depth < 30; depth++) {
    pbw_options options = {.struct_size = sizeof options, .flags = PBW_TEXT_UNKNOWN, .max_depth = depth};
    pbw_message *m = decoded(bytes, size, depth), *again;
    uint8_t text[512];
    size_t written;
    assert_int_equal(pbw_text_print(m, text, sizeof text, &options, &written, NULL), PBW_OK);
    assert_int_equal(pbw_text_parse(type_of("vectors.p3.Empty"), text, written, NULL, &options, &again, NULL), PBW_OK);
    assert_true(pbw_message_equal(m, again));
    pbw_message_free(again);
    pbw_message_free(m);
  }
}

/* The same for groups within what looks like a message. */
static void groups_within_limits(void **state) {
  (void)state;
  uint8_t bytes[32] = {0x42, 16};
  memset(bytes + 2, 0x43, 8);
  memset(bytes + 10, 0x44, 8);
  for (uint32_t depth = 1; depth < 15; depth++) {
    pbw_options options = {.struct_size = sizeof options, .flags = PBW_TEXT_UNKNOWN, .max_depth = depth};
    pbw_message *m = decoded(bytes, 18, depth), *again;
    uint8_t text[512];
    size_t written;
    assert_int_equal(pbw_text_print(m, text, sizeof text, &options, &written, NULL), PBW_OK);
    assert_int_equal(pbw_text_parse(type_of("vectors.p3.Empty"), text, written, NULL, &options, &again, NULL), PBW_OK);
    assert_true(pbw_message_equal(m, again));
    pbw_message_free(again);
    pbw_message_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forms), cmocka_unit_test(guesses_within_limits),
                                     cmocka_unit_test(groups_within_limits)};
  return WORLD_TESTS(tests);
}
