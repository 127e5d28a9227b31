/* List fields: bulk calls, ranges, borrowed memory, elements of every kind. */
#include "tests/unit/message/plans.h"

#include "core/message/lists.h"
#include "core/message/value.h"
#include "tests/support/failing_alloc.h"

static pbw_arena *arena;
static node *n;

static int setup(void **state) {
  (void)state;
  plans_init();
  arena = arena_of(NULL);
  n = (node *)message_of(arena, &node_plan);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  pbwi_arena_free(arena);
  return 0;
}

static void numbers(void **state) {
  (void)state;
  pbw_message *m = &n->head;
  const pbwi_slot *ints = node_slot(16);
  int32_t values[1000], got[1000];
  for (int i = 0; i < 1000; i++) values[i] = i * i;
  assert_int_equal(pbwi_lists_append(m, ints, 0, NULL), PBW_OK);
  for (size_t i = 0; i < 10; i++) assert_int_equal(pbwi_lists_append(m, ints, 100, values + i * 100), PBW_OK);
  assert_int_equal(pbwi_lists_size(m, ints), 1000);
  assert_int_equal(pbwi_lists_get(m, ints, 0, 1000, got), PBW_OK);
  assert_memory_equal(got, values, sizeof got);
  assert_int_equal(pbwi_lists_get(m, ints, 999, 2, got), PBW_ERR_RANGE);
  assert_int_equal(pbwi_lists_get(m, ints, 1001, 0, got), PBW_ERR_RANGE);
  assert_int_equal(pbwi_lists_get(m, ints, 1, SIZE_MAX, got), PBW_ERR_RANGE);
  assert_int_equal(pbwi_lists_get(m, ints, 1000, 0, NULL), PBW_OK);
  assert_int_equal(pbwi_lists_set(m, ints, 998, 2, values), PBW_OK);
  assert_int_equal(pbwi_lists_get(m, ints, 998, 2, got), PBW_OK);
  assert_int_equal(got[1], 1);
  assert_int_equal(pbwi_lists_remove(m, ints, 1, 990), PBW_OK);
  assert_int_equal(pbwi_lists_size(m, ints), 10);
  pbwi_lists_get(m, ints, 0, 10, got);
  assert_int_equal(got[0], 0);
  assert_int_equal(got[1], 991 * 991);
  assert_int_equal(pbwi_lists_remove(m, ints, 10, 1), PBW_ERR_RANGE);
  assert_int_equal(pbwi_lists_append(m, ints, 10, n->ints.data), PBW_OK); /* itself */
  pbwi_lists_get(m, ints, 11, 1, got);
  assert_int_equal(got[0], 991 * 991);
}

static void reserve(void **state) {
  (void)state;
  pbw_message *m = &n->head;
  assert_int_equal(pbwi_lists_reserve(m, node_slot(19), 77), PBW_OK);
  assert_true(n->doubles.capacity >= 77 && n->doubles.size == 0);
  for (size_t i = 0; i < n->doubles.capacity; i++) {
    assert_true(((double *)n->doubles.data)[i] == 0);
    ((double *)n->doubles.data)[i] = 1;
  }
  n->doubles.size = 77; /* as a host does */
  void *data = n->doubles.data;
  assert_int_equal(pbwi_lists_reserve(m, node_slot(19), 5), PBW_OK);
  assert_ptr_equal(n->doubles.data, data);
  assert_int_equal(pbwi_lists_size(m, node_slot(19)), 77);
  assert_int_equal(pbwi_lists_reserve(m, node_slot(19), SIZE_MAX / 2), PBW_ERR_MEMORY);
}

static void strings(void **state) {
  (void)state;
  pbw_message *m = &n->head;
  char room[] = "one two";
  pbw_bytes both[2] = {{(uint8_t *)room, 3}, {(uint8_t *)room + 4, 3}}, got[4];
  assert_int_equal(pbwi_lists_append(m, node_slot(17), 2, both), PBW_OK);
  memset(room, '?', 3);
  pbw_bytes bad[2] = {text("fine"), text("\xc3")};
  assert_int_equal(pbwi_lists_append(m, node_slot(17), 2, bad), PBW_ERR_UTF8);
  assert_int_equal(pbwi_lists_set(m, node_slot(17), 0, 2, bad), PBW_ERR_UTF8);
  assert_int_equal(pbwi_lists_get(m, node_slot(17), 0, 2, got), PBW_OK);
  assert_bytes(got[0], "one");
  assert_bytes(got[1], "two");
  pbw_bytes empty = {0};
  assert_int_equal(pbwi_lists_append(m, node_slot(17), 1, &empty), PBW_OK);
  pbw_bytes *data = n->names.data;
  assert_int_equal(pbwi_lists_set(m, node_slot(17), 1, 2, data), PBW_OK); /* overlapping: shifted by one */
  assert_bytes(data[0], "one");
  assert_bytes(data[1], "one");
  assert_bytes(data[2], "two");
}

static void messages(void **state) {
  (void)state;
  pbw_message *m = &n->head, *made[3], *got[4];
  for (int i = 0; i < 3; i++) assert_int_equal(pbwi_lists_add(m, node_slot(18), &made[i]), PBW_OK);
  assert_int_equal(pbwi_lists_append(m, node_slot(18), 1, made), PBW_OK);
  assert_int_equal(pbwi_lists_get(m, node_slot(18), 0, 4, got), PBW_OK);
  assert_ptr_equal(got[2], made[2]);
  assert_ptr_equal(got[3], made[0]);
  pbw_message *bad[2] = {made[0], NULL};
  assert_int_equal(pbwi_lists_append(m, node_slot(18), 2, bad), PBW_ERR_ARGUMENT);
  bad[1] = message_of(arena, &need_plan);
  assert_int_equal(pbwi_lists_append(m, node_slot(18), 2, bad), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_lists_size(m, node_slot(18)), 4);
  assert_int_equal(pbwi_lists_add(m, node_slot(16), &made[0]), PBW_ERR_ARGUMENT);
  assert_null(made[0]);
}

static void bools_are_0_or_1(void **state) {
  (void)state;
  uint8_t some[] = {0, 1, 2, 255};
  assert_int_equal(pbwi_lists_append(&n->head, node_slot(20), 4, some), PBW_OK);
  assert_memory_equal(n->bools.data, "\0\1\1\1", 4);
}

/* Memory that the list does not own is copied before it changes. */
static void borrowed(void **state) {
  (void)state;
  pbw_message *m = &n->head;
  static const int32_t theirs[3] = {1, 2, 3};
  int32_t four = 4, got[4];
  pbw_list borrowed_list = {pbwi_at(theirs, 0), 3, 0};
  n->ints = borrowed_list;
  assert_int_equal(pbwi_lists_set(m, node_slot(16), 1, 1, &four), PBW_OK);
  n->ints = borrowed_list;
  assert_int_equal(pbwi_lists_remove(m, node_slot(16), 0, 1), PBW_OK);
  n->ints = borrowed_list;
  assert_int_equal(pbwi_lists_append(m, node_slot(16), 1, &four), PBW_OK);
  assert_int_equal(pbwi_lists_get(m, node_slot(16), 0, 4, got), PBW_OK);
  for (int i = 0; i < 4; i++) assert_int_equal(got[i], i + 1);
  assert_int_equal(theirs[1], 2);
}

/* A borrowed list is left as it is where there is no room for a copy. */
static void borrowed_without_room(void **state) {
  (void)state;
  pbw_message *m = &n->head;
  static const int32_t theirs[3] = {1, 2, 3};
  int32_t four = 4;
  n->ints = (pbw_list){pbwi_at(theirs, 0), 3, 0};
  arena->end = arena->ptr;
  arena->max = 1;
  assert_int_equal(pbwi_lists_set(m, node_slot(16), 0, 1, &four), PBW_ERR_LIMIT);
  assert_int_equal(pbwi_lists_remove(m, node_slot(16), 0, 1), PBW_ERR_LIMIT);
  assert_int_equal(pbwi_lists_append(m, node_slot(16), 1, &four), PBW_ERR_LIMIT);
  assert_int_equal(pbwi_lists_reserve(m, node_slot(16), 1), PBW_ERR_LIMIT); /* what is there has to fit too */
  assert_ptr_equal(n->ints.data, theirs);
  assert_int_equal(n->ints.size, 3);
  arena->max = SIZE_MAX;
  assert_int_equal(pbwi_lists_reserve(m, node_slot(16), 1), PBW_OK);
  assert_true(n->ints.capacity >= 3);
  assert_memory_equal(n->ints.data, theirs, sizeof theirs);
}

static void wrong_arguments(void **state) {
  (void)state;
  pbw_message *m = &n->head, *out;
  int32_t v = 0;
  size_t size = 9;
  assert_null(pbwi_lists_data(NULL, node_slot(16), &size));
  assert_int_equal(size, 0);
  assert_null(pbwi_lists_data(m, node_slot(16), &size));
  assert_int_equal(pbwi_lists_append(m, node_slot(16), 1, &v), PBW_OK);
  assert_int_equal(pbwi_lists_get(m, node_slot(16), 0, 1, NULL), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_lists_get(m, node_slot(16), 0, 0, NULL), PBW_OK);
  assert_int_equal(pbwi_lists_set(m, node_slot(16), 1, 0, NULL), PBW_OK);
  assert_int_equal(pbwi_lists_append(m, node_slot(16), SIZE_MAX, &v), PBW_ERR_MEMORY);
  pbw_bytes huge[2] = {{(const uint8_t *)"", SIZE_MAX / 2}, {(const uint8_t *)"", SIZE_MAX / 2}};
  pbwi_slot any = *node_slot(17);
  any.flags = 0; /* bytes: nothing looks at them */
  assert_int_equal(pbwi_values_copy(arena, &any, 2, huge, huge), PBW_ERR_MEMORY);
  assert_int_equal(pbwi_values_copy(arena, &any, 0, NULL, NULL), PBW_OK);
  assert_int_equal(pbwi_lists_size(NULL, node_slot(16)), 0);
  assert_int_equal(pbwi_lists_size(m, node_slot(1)), 0);
  assert_int_equal(pbwi_lists_size(m, node_slot(21)), 0);
  assert_int_equal(pbwi_lists_append(m, node_slot(1), 1, &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_lists_append(m, need_slot(4), 1, &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_lists_append(m, node_slot(16), 1, NULL), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_lists_set(m, node_slot(16), 0, 1, NULL), PBW_ERR_ARGUMENT);
  n->head.arena = NULL;
  assert_int_equal(pbwi_lists_append(m, node_slot(16), 1, &v), PBW_ERR_READONLY);
  assert_int_equal(pbwi_lists_set(m, node_slot(16), 0, 1, &v), PBW_ERR_READONLY);
  assert_int_equal(pbwi_lists_add(m, node_slot(18), &out), PBW_ERR_READONLY);
  assert_int_equal(pbwi_lists_reserve(m, node_slot(18), 1), PBW_ERR_READONLY);
  assert_int_equal(pbwi_lists_remove(m, node_slot(18), 0, 0), PBW_ERR_READONLY);
}

static void without_memory(void **state) {
  (void)state;
  plans_init();
  static uint8_t large[700];
  for (size_t fail_at = 2;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_arena *tight = arena_of(&allocator);
    n = (node *)message_of(tight, &node_plan);
    size_t strings_there = 0, messages_there = 0;
    for (int i = 0; i < 50; i++) {
      pbw_bytes some[2] = {{large, sizeof large}, text("x")};
      pbw_message *made;
      pbw_status status = pbwi_lists_append(&n->head, node_slot(17), 2, some);
      assert_true(status == PBW_OK || status == PBW_ERR_MEMORY);
      strings_there += status ? 0 : 2;
      assert_int_equal(n->names.size, strings_there);
      messages_there += !pbwi_lists_add(&n->head, node_slot(18), &made);
      assert_int_equal(n->nodes.size, messages_there);
    }
    pbwi_arena_free(tight);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(numbers, setup, teardown),
      cmocka_unit_test_setup_teardown(reserve, setup, teardown),
      cmocka_unit_test_setup_teardown(strings, setup, teardown),
      cmocka_unit_test_setup_teardown(messages, setup, teardown),
      cmocka_unit_test_setup_teardown(bools_are_0_or_1, setup, teardown),
      cmocka_unit_test_setup_teardown(borrowed, setup, teardown),
      cmocka_unit_test_setup_teardown(borrowed_without_room, setup, teardown),
      cmocka_unit_test_setup_teardown(wrong_arguments, setup, teardown),
      cmocka_unit_test(without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
