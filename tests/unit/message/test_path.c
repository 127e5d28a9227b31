/* Texts of paths, short ones exactly, long ones cut. */
#include "tests/unit/message/plans.h"

#include <stdio.h>

#include "core/base/utf8.h"
#include "core/message/path.h"

static pbwi_path path;

static void check(const char *expected) {
  assert_string_equal(path.text, expected);
  assert_int_equal(path.size, strlen(expected));
}

static void pieces(void **state) {
  (void)state;
  plans_init();
  pbwi_path_start(&path, "pkg.Type");
  check("pkg.Type");
  pbwi_path_field(&path, node_slot(18));
  pbwi_path_index(&path, 3);
  pbwi_path_field(&path, node_slot(14));
  check("pkg.Type.nodes[3].child");
  pbwi_path_start(&path, "T");
  pbwi_path_field(&path, &set_slots[0]);
  check("T.[test.item]");
}

static void keys(void **state) {
  (void)state;
  plans_init();
  static const struct {
    const char *key, *expected;
  } strings[] = {{"key", "T[\"key\"]"},
                 {"", "T[\"\"]"},
                 {"a\"b\\c", "T[\"a\\\"b\\\\c\"]"},
                 {"tab\tdel\x7f", "T[\"tab\\x09del\\x7f\"]"},
                 {"gr\xc3\xbc\xc3\x9f\xe2\x82\xac\xf0\x9f\x98\x80",
                  "T[\"gr\xc3\xbc\xc3\x9f\xe2\x82\xac\xf0\x9f\x98\x80\"]"},
                 {"bad\xff\xc3(\xe2\x82", "T[\"bad\\xff\\xc3(\\xe2\\x82\"]"}};
  for (size_t i = 0; i < COUNT_OF(strings); i++) {
    pbw_bytes key = text(strings[i].key);
    pbwi_path_start(&path, "T");
    pbwi_path_key(&path, node_slot(21), &key);
    check(strings[i].expected);
  }
  int32_t narrow = -5;
  pbwi_path_start(&path, "T");
  pbwi_path_key(&path, node_slot(22), &narrow);
  uint64_t wide = UINT64_MAX;
  pbwi_path_key(&path, node_slot(25), &wide);
  uint8_t flag = 1;
  pbwi_path_key(&path, node_slot(24), &flag);
  check("T[-5][18446744073709551615][true]");
}

static void long_ones_keep_both_ends(void **state) {
  (void)state;
  plans_init();
  pbwi_path_start(&path, "pkg.Type");
  for (size_t i = 0; i < 100000; i++) {
    pbwi_path_field(&path, node_slot(18));
    pbwi_path_index(&path, i);
    assert_true(path.size < sizeof path.text && path.text[path.size] == 0);
  }
  pbwi_path_field(&path, node_slot(1));
  assert_memory_equal(path.text, "pkg.Type...nodes[", 17);
  const char *end = ".nodes[99998].nodes[99999].i32";
  assert_string_equal(path.text + path.size - strlen(end), end);
}

/* Names and keys that are longer than a piece, of characters of every width: always UTF-8. */
static void long_pieces(void **state) {
  (void)state;
  plans_init();
  static const char *const characters[] = {"x", "\xc3\xbc", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xff", "\n"};
  for (size_t c = 0; c < COUNT_OF(characters); c++)
    for (size_t shift = 0; shift < 5; shift++) {
      char name[400] = "abcdefgh";
      name[shift] = 0;
      while (strlen(name) < 300) strcat(name, characters[c]);
      pbw_bytes key = text(name);
      pbwi_slot slot = *node_slot(14);
      slot.name = name;
      pbwi_path_start(&path, c < 4 ? name : "T");
      for (int i = 0; i < 5; i++) {
        if (c < 4) pbwi_path_field(&path, &slot);
        pbwi_path_key(&path, node_slot(21), &key);
        assert_int_equal(path.size, strlen(path.text));
        assert_true(path.size < sizeof path.text);
        assert_true(pbwi_utf8_valid((const uint8_t *)path.text, path.size));
        assert_non_null(strstr(path.text, "..."));
      }
    }
}

/* Names and keys of the largest size drop all that stands between, indexes just what is needed. */
static void all_between_is_dropped(void **state) {
  (void)state;
  plans_init();
  char name[300], want[700];
  memset(name, 'n', sizeof name);
  name[sizeof name - 1] = 0;
  pbwi_slot slot = *node_slot(14);
  pbwi_path_start(&path, name);
  name[95] = 0;
  slot.name = name;
  for (int i = 0; i < 3; i++) pbwi_path_field(&path, &slot);
  snprintf(want, sizeof want, "%sn......%s", name, name);
  check(want);
  pbwi_path_start(&path, "T");
  for (size_t i = 0; i < 200; i++) pbwi_path_index(&path, i % 10);
  assert_memory_equal(path.text, "T...[", 5);
  assert_string_equal(path.text + path.size - 9, "[7][8][9]");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces),
      cmocka_unit_test(keys),
      cmocka_unit_test(long_ones_keep_both_ends),
      cmocka_unit_test(long_pieces),
      cmocka_unit_test(all_between_is_dropped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
