/* Unknown fields: whole fields only, compared as bytes however they are cut. */
#include "tests/unit/message/plans.h"

#include "core/message/unknown.h"
#include "tests/support/failing_alloc.h"

static pbw_status add(pbw_message *m, const char *bytes, size_t size) {
  return pbwi_unknown_add(m, (const uint8_t *)bytes, size);
}

static void add_get_clear(void **state) {
  (void)state;
  plans_init();
  pbw_arena *arena = arena_of(NULL);
  pbw_message *m = message_of(arena, &node_plan);
  pbw_bytes got;
  assert_int_equal(add(m, "\x08\x01\x12\x01x", 5), PBW_OK);
  assert_int_equal(add(m, "", 0), PBW_OK);
  assert_int_equal(add(m, "\x0b\x0c", 2), PBW_OK);
  assert_int_equal(pbwi_unknown_count(m), 2);
  assert_int_equal(pbwi_unknown_get(m, 1, &got), PBW_OK);
  assert_bytes(got, "\x0b\x0c");
  assert_int_equal(pbwi_unknown_get(m, 2, &got), PBW_ERR_RANGE);
  assert_int_equal(pbwi_unknown_get(NULL, 0, &got), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_unknown_count(NULL), 0);
  assert_int_equal(add(m, "\x08\x01\x12\x02x", 5), PBW_ERR_TRUNCATED);
  assert_int_equal(add(m, "\x08\x01\x0c", 3), PBW_ERR_MALFORMED);
  char deep[202];
  memset(deep, 0x0b, 101), memset(deep + 101, 0x0c, 101);
  assert_int_equal(add(m, deep, 202), PBW_ERR_DEPTH);
  assert_int_equal(add(m, deep + 1, 200), PBW_OK);
  assert_int_equal(add(NULL, "\x08\x01", 2), PBW_ERR_ARGUMENT);
  assert_int_equal(add(m, NULL, 2), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_unknown_count(m), 3);
  assert_int_equal(pbwi_unknown_clear(m), PBW_OK);
  assert_int_equal(pbwi_unknown_count(m), 0);
  m->arena = NULL;
  assert_int_equal(add(m, "\x08\x01", 2), PBW_ERR_READONLY);
  assert_int_equal(pbwi_unknown_clear(m), PBW_ERR_READONLY);
  pbwi_arena_free(arena);
}

static void equal_as_bytes(void **state) {
  (void)state;
  plans_init();
  pbw_arena *arena = arena_of(NULL);
  pbw_message *a = message_of(arena, &node_plan), *b = message_of(arena, &node_plan);
  assert_true(pbwi_unknown_equal(a, b));
  add(a, "\x08\x01", 2), add(a, "\x10\x02\x18\x03", 4);
  assert_false(pbwi_unknown_equal(a, b));
  add(b, "\x08\x01\x10\x02", 4);
  assert_false(pbwi_unknown_equal(a, b));
  assert_false(pbwi_unknown_equal(b, a));
  add(b, "\x18\x03", 2);
  assert_true(pbwi_unknown_equal(a, b));
  add(a, "\x08\x01", 2), add(b, "\x08\x02", 2);
  assert_false(pbwi_unknown_equal(a, b));
  pbwi_arena_free(arena);
}

static void without_memory(void **state) {
  (void)state;
  plans_init();
  for (size_t fail_at = 2;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_arena *tight = arena_of(&allocator);
    pbw_message *m = message_of(tight, &node_plan);
    uint8_t field[300] = {0x0a, 0xa9, 0x02}; /* 297 bytes */
    size_t there = 0;
    for (int i = 0; i < 50; i++) {
      there += !pbwi_unknown_add(m, field, sizeof field);
      assert_int_equal(pbwi_unknown_count(m), there);
    }
    pbwi_arena_free(tight);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(add_get_clear),
      cmocka_unit_test(equal_as_bytes),
      cmocka_unit_test(without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
