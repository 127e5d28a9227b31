/* Map fields by key. */
#include "tests/unit/message/plans.h"

#include <stdio.h>

#include "core/message/maps.h"
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

static void there_and_back(void **state) {
  (void)state;
  pbw_message *m = &n->head;
  const pbwi_slot *counts = node_slot(21);
  for (int32_t i = 0; i < 500; i++) {
    char room[16];
    sprintf(room, "key %d", i);
    pbw_bytes key = text(room);
    assert_int_equal(pbwi_maps_set(m, counts, &key, &i), PBW_OK);
  }
  assert_int_equal(pbwi_maps_size(m, counts), 500);
  pbw_bytes key = text("key 77");
  int32_t v = 0;
  assert_int_equal(pbwi_maps_get(m, counts, &key, &v), PBW_OK);
  assert_int_equal(v, 77);
  assert_int_equal(pbwi_maps_set(m, counts, &key, &(int32_t){-1}), PBW_OK);
  pbw_bytes at;
  assert_int_equal(pbwi_maps_entry(m, counts, 77, &at, &v), PBW_OK);
  assert_bytes(at, "key 77");
  assert_int_equal(v, -1);
  assert_int_equal(pbwi_maps_remove(m, counts, &key), PBW_OK);
  assert_int_equal(pbwi_maps_remove(m, counts, &key), PBW_ERR_NOT_FOUND);
  assert_int_equal(pbwi_maps_get(m, counts, &key, &v), PBW_ERR_NOT_FOUND);
  assert_int_equal(pbwi_maps_entry(m, counts, 77, &at, NULL), PBW_OK);
  assert_bytes(at, "key 499"); /* the last one took its place */
  assert_int_equal(pbwi_maps_entry(m, counts, 499, &at, NULL), PBW_ERR_RANGE);
}

static void keys_and_values_are_copied_and_checked(void **state) {
  (void)state;
  pbw_message *m = &n->head;
  char mine[] = "mine";
  pbw_bytes value = text(mine), got, bad = text("\xff");
  assert_int_equal(pbwi_maps_set(m, node_slot(22), &(int32_t){3}, &value), PBW_OK);
  mine[0] = '?';
  assert_int_equal(pbwi_maps_get(m, node_slot(22), &(int32_t){3}, &got), PBW_OK);
  assert_bytes(got, "mine");
  assert_int_equal(pbwi_maps_set(m, node_slot(22), &(int32_t){4}, &bad), PBW_ERR_UTF8);
  assert_int_equal(pbwi_maps_set(m, node_slot(21), &bad, &(int32_t){4}), PBW_ERR_UTF8);
  assert_int_equal(pbwi_maps_size(m, node_slot(21)) + pbwi_maps_size(m, node_slot(22)), 1);
  double d = 0;
  assert_int_equal(pbwi_maps_set(m, node_slot(24), &(uint8_t){2}, &(double){1.5}), PBW_OK);
  assert_int_equal(pbwi_maps_get(m, node_slot(24), &(uint8_t){1}, &d), PBW_OK);
  assert_true(d == 1.5);
}

static void messages(void **state) {
  (void)state;
  pbw_message *m = &n->head, *a, *b;
  pbw_bytes key = text("k"), other = text("other");
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &key, &a), PBW_OK);
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &key, &b), PBW_OK);
  assert_ptr_equal(a, b);
  assert_int_equal(pbwi_maps_set(m, node_slot(23), &other, &a), PBW_OK);
  assert_int_equal(pbwi_maps_get(m, node_slot(23), &other, &b), PBW_OK);
  assert_ptr_equal(a, b);
  b = NULL;
  assert_int_equal(pbwi_maps_set(m, node_slot(23), &other, &b), PBW_ERR_ARGUMENT);
  b = message_of(arena, &need_plan);
  assert_int_equal(pbwi_maps_set(m, node_slot(23), &other, &b), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_maps_mutable(m, node_slot(21), &other, &b), PBW_ERR_ARGUMENT);
  assert_null(b);
  assert_int_equal(pbwi_maps_size(m, node_slot(23)), 2);
}

static void borrowed(void **state) {
  (void)state;
  static counts_entry theirs[2];
  theirs[0] = (counts_entry){text("a"), 1};
  theirs[1] = (counts_entry){text("b"), 2};
  pbw_bytes a = text("a"), c = text("c");
  int32_t v = 9;
  pbw_list map = {theirs, 2, 0};
  n->counts = map;
  assert_int_equal(pbwi_maps_get(&n->head, node_slot(21), &a, &v), PBW_OK);
  assert_int_equal(v, 1);
  assert_int_equal(pbwi_maps_set(&n->head, node_slot(21), &a, &(int32_t){5}), PBW_OK);
  assert_int_equal(pbwi_maps_set(&n->head, node_slot(21), &c, &(int32_t){6}), PBW_OK);
  n->counts = map;
  assert_int_equal(pbwi_maps_remove(&n->head, node_slot(21), &a), PBW_OK);
  assert_int_equal(n->counts.size, 1);
  assert_bytes(theirs[0].key, "a");
  assert_int_equal(theirs[0].value, 1);
}

/* As many entries as make the index grow in both of its ways. */
static void thousands(void **state) {
  (void)state;
  enum { COUNT = 20000 };
  for (int32_t i = 0; i < COUNT; i++) {
    pbw_bytes value = {(const uint8_t *)"v", (size_t)i % 2};
    assert_int_equal(pbwi_maps_set(&n->head, node_slot(22), &i, &value), PBW_OK);
  }
  assert_int_equal(pbwi_maps_size(&n->head, node_slot(22)), COUNT);
  for (int32_t i = -5; i < COUNT + 5; i++) {
    pbw_bytes value;
    bool there = i >= 0 && i < COUNT;
    assert_int_equal(pbwi_maps_get(&n->head, node_slot(22), &i, &value), there ? PBW_OK : PBW_ERR_NOT_FOUND);
    if (there) assert_int_equal(value.size, i % 2);
  }
}

/* A host's map is left as it is where there is no room for a copy; messages that a host lent are not changed. */
static void borrowed_without_room(void **state) {
  (void)state;
  static counts_entry theirs[1];
  static tree_entry trees[2];
  pbw_message *m = &n->head, *out, *lent = message_of(arena, &node_plan);
  pbw_bytes a = text("a"), b = text("b"), c = text("c");
  theirs[0] = (counts_entry){a, 1};
  trees[0] = (tree_entry){a, lent};
  trees[1] = (tree_entry){b, NULL};
  n->tree = (pbw_list){trees, 2, 0};
  n->counts = (pbw_list){theirs, 1, 0};
  arena->end = arena->ptr;
  arena->max = 1;
  assert_int_equal(pbwi_maps_set(m, node_slot(21), &a, &(int32_t){5}), PBW_ERR_LIMIT);
  assert_int_equal(pbwi_maps_remove(m, node_slot(21), &a), PBW_ERR_LIMIT);
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &a, &out), PBW_ERR_LIMIT);
  assert_null(out);
  assert_ptr_equal(n->counts.data, theirs);
  assert_int_equal(theirs[0].value, 1);
  arena->max = SIZE_MAX;
  lent->arena = NULL;
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &a, &out), PBW_ERR_READONLY);
  lent->arena = arena;
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &a, &out), PBW_OK);
  assert_ptr_equal(out, lent);
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &b, &out), PBW_OK); /* a value that the host left out is made */
  assert_non_null(out);
  assert_int_equal(pbwi_maps_size(m, node_slot(23)), 2);
  pbw_message *again;
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &b, &again), PBW_OK);
  assert_ptr_equal(again, out);
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &c, &again), PBW_OK);
  assert_int_equal(pbwi_maps_size(m, node_slot(23)), 3);
  assert_int_equal(pbwi_maps_entry(m, node_slot(23), 1, NULL, &again), PBW_OK);
  assert_ptr_equal(again, out);
}

static void wrong_arguments(void **state) {
  (void)state;
  pbw_message *m = &n->head, *out;
  pbw_bytes key = text("k"), bad = text("\xff");
  int32_t v = 1;
  assert_int_equal(pbwi_maps_set(m, node_slot(21), NULL, &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_maps_get(m, node_slot(21), &key, NULL), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &bad, &out), PBW_ERR_UTF8);
  assert_null(out);
  assert_int_equal(pbwi_maps_size(m, node_slot(16)), 0);
  assert_int_equal(pbwi_maps_get(m, node_slot(16), &key, &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_maps_get(m, node_slot(21), NULL, &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_maps_get(m, node_slot(21), &key, &v), PBW_ERR_NOT_FOUND);
  assert_int_equal(pbwi_maps_set(m, need_slot(5), &key, &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_maps_set(m, node_slot(21), &key, NULL), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_maps_remove(m, node_slot(21), &key), PBW_ERR_NOT_FOUND);
  n->head.arena = NULL;
  assert_int_equal(pbwi_maps_set(m, node_slot(21), &key, &v), PBW_ERR_READONLY);
  assert_int_equal(pbwi_maps_mutable(m, node_slot(23), &key, &out), PBW_ERR_READONLY);
  assert_int_equal(pbwi_maps_remove(m, node_slot(21), &key), PBW_ERR_READONLY);
}

static void without_memory(void **state) {
  (void)state;
  plans_init();
  for (size_t fail_at = 2;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_arena *tight = arena_of(&allocator);
    n = (node *)message_of(tight, &node_plan);
    size_t labels = 0, trees = 0;
    for (int32_t i = 0; i < 60; i++) {
      static uint8_t large[500];
      pbw_bytes value = {large, sizeof large}, key = {large, (size_t)i};
      pbw_message *made;
      labels += !pbwi_maps_set(&n->head, node_slot(22), &i, &value);
      assert_int_equal(n->labels.size, labels);
      trees += !pbwi_maps_mutable(&n->head, node_slot(23), &key, &made);
      assert_int_equal(n->tree.size, trees);
    }
    pbwi_arena_free(tight);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(there_and_back, setup, teardown),
      cmocka_unit_test_setup_teardown(keys_and_values_are_copied_and_checked, setup, teardown),
      cmocka_unit_test_setup_teardown(messages, setup, teardown),
      cmocka_unit_test_setup_teardown(borrowed, setup, teardown),
      cmocka_unit_test_setup_teardown(thousands, setup, teardown),
      cmocka_unit_test_setup_teardown(borrowed_without_room, setup, teardown),
      cmocka_unit_test_setup_teardown(wrong_arguments, setup, teardown),
      cmocka_unit_test(without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
