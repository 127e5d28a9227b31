/* Equality: by presence and value, by bits only where bits are the value. */
#include "core/message/equal.h"

#include <math.h>

#include "core/message/merge.h"
#include "tests/unit/message/random_tree.h"

static pbw_arena *arena;
static node *a, *b;

static int setup(void **state) {
  (void)state;
  plans_init();
  arena = arena_of(NULL);
  a = (node *)message_of(arena, &node_plan);
  b = (node *)message_of(arena, &node_plan);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  pbwi_arena_free(arena);
  return 0;
}

/* Both ways, always the same answer. */
static bool equal(void) {
  bool there = pbwi_equal(&a->head, &b->head);
  assert_int_equal(there, pbwi_equal(&b->head, &a->head));
  return there;
}

#define SET(m, number, type, ...) \
  assert_int_equal(pbwi_message_set(&(m)->head, node_slot(number), &(type){__VA_ARGS__}), PBW_OK)

static void presence_counts(void **state) {
  (void)state;
  assert_true(equal());
  SET(a, 2, int32_t, 0);
  assert_false(equal());
  SET(b, 2, int32_t, 0);
  assert_true(equal());
  SET(a, 10, int32_t, 0);
  assert_false(equal());
  SET(b, 13, uint8_t, 0); /* another member with the same bits */
  assert_false(equal());
  SET(b, 10, int32_t, 0);
  assert_true(equal());
  pbw_message *made;
  pbwi_message_mutable(&a->head, node_slot(14), &made);
  assert_false(equal());
  pbwi_message_mutable(&b->head, node_slot(14), &made);
  assert_true(equal());
}

static void floats(void **state) {
  (void)state;
  SET(a, 4, double, 0.0), SET(b, 4, double, -0.0);
  assert_true(equal());
  uint64_t nan1 = UINT64_C(0x7ff8000000000001), nan2 = UINT64_C(0xfff8000000000002);
  pbwi_message_set(&a->head, node_slot(4), &nan1), pbwi_message_set(&b->head, node_slot(4), &nan2);
  assert_true(equal());
  SET(b, 4, double, 1.0);
  assert_false(equal());
  SET(b, 4, double, (double)NAN);
  float some[] = {1.0f, 0.0f, NAN}, others[] = {1.0f, -0.0f, -NAN};
  pbwi_lists_append(&a->head, node_slot(26), 3, some), pbwi_lists_append(&b->head, node_slot(26), 3, others);
  assert_true(equal());
  pbwi_maps_set(&a->head, node_slot(24), &(uint8_t){1}, &(double){0.0});
  pbwi_maps_set(&b->head, node_slot(24), &(uint8_t){1}, &(double){-0.0});
  assert_true(equal());
  SET(a, 3, float, -0.0f); /* implicit: present, while +0.0 is absent */
  SET(b, 3, float, 0.0f);
  assert_false(equal());
}

static void lists(void **state) {
  (void)state;
  pbw_bytes words[] = {text("one"), text("two")}, swapped[] = {text("two"), text("one")};
  pbwi_lists_append(&a->head, node_slot(17), 2, words), pbwi_lists_append(&b->head, node_slot(17), 2, words);
  assert_true(equal());
  pbwi_lists_set(&b->head, node_slot(17), 0, 2, swapped);
  assert_false(equal());
  pbwi_lists_set(&b->head, node_slot(17), 0, 2, words);
  pbwi_lists_append(&b->head, node_slot(17), 1, words);
  assert_false(equal());
}

static void maps_in_any_order(void **state) {
  (void)state;
  for (int32_t i = 0; i < 200; i++) {
    char room[16];
    pbw_message *made;
    sprintf(room, "%d", i);
    pbw_bytes key = text(room);
    pbwi_maps_set(&a->head, node_slot(21), &key, &i);
    pbwi_maps_mutable(&a->head, node_slot(23), &key, &made);
    SET((node *)made, 1, int32_t, i);
    int32_t j = 199 - i;
    sprintf(room, "%d", j);
    key = text(room);
    pbwi_maps_set(&b->head, node_slot(21), &key, &j);
    pbwi_maps_mutable(&b->head, node_slot(23), &key, &made);
    SET((node *)made, 1, int32_t, j);
  }
  assert_true(equal());
  pbw_message *made;
  pbw_bytes key = text("77");
  pbwi_maps_mutable(&b->head, node_slot(23), &key, &made);
  SET((node *)made, 1, int32_t, 0);
  assert_false(equal());
  SET((node *)made, 1, int32_t, 77);
  pbwi_maps_remove(&b->head, node_slot(23), &key);
  key = text("x");
  pbwi_maps_mutable(&b->head, node_slot(23), &key, &made);
  assert_false(equal()); /* as many entries, other keys */
}

static void types_and_null(void **state) {
  (void)state;
  assert_false(pbwi_equal(&a->head, message_of(arena, &need_plan)));
  assert_false(pbwi_equal(&a->head, NULL));
  assert_true(pbwi_equal(&a->head, &a->head));
  assert_true(pbwi_equal(NULL, NULL));
  assert_false(pbwi_equal(NULL, &a->head));
  static pbw_message *lists[2][2]; /* messages that a host left out, or put into both */
  node *one = (node *)message_of(arena, &node_plan);
  lists[0][0] = lists[1][0] = &one->head;
  a->nodes = (pbw_list){lists[0], 2, 0}, b->nodes = (pbw_list){lists[1], 2, 0};
  assert_true(equal());
  lists[0][0] = NULL;
  assert_true(equal());
  one->i32 = 1;
  assert_false(equal());
  a->nodes = b->nodes = (pbw_list){0};
  SET(a, 3, float, NAN), SET(b, 3, float, 1.0f);
  assert_false(equal());
  SET(a, 3, float, 1.0f), SET(b, 3, float, NAN);
  assert_false(equal());
  SET(a, 3, float, NAN);
  assert_true(equal());
  pbwi_unknown_add(&a->head, (const uint8_t *)"\x08\x01", 2);
  assert_false(equal());
}

/* One change anywhere in a tree is seen. */
static void one_change(void **state) {
  (void)state;
  plans_init();
  for (uint64_t seed = 0; seed < 200; seed++) {
    pbw_arena *own = arena_of(NULL);
    pbw_message *tree = random_tree(seed, own, &node_plan, 3), *copy;
    assert_int_equal(pbwi_clone(own, tree, &copy), PBW_OK);
    node *at = (node *)copy; /* down as far as it goes */
    for (node *next = at; next;) {
      at = next;
      next = (node *)(at->child ? at->child : at->group ? at->group
                      : at->nodes.size ? ((pbw_message **)at->nodes.data)[at->nodes.size - 1]
                      : at->tree.size ? ((tree_entry *)at->tree.data)[0].value
                                      : NULL);
    }
    at->opt ^= 1;
    at->has[0] |= 1;
    assert_false(pbwi_equal(tree, copy));
    pbwi_arena_free(own);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(presence_counts, setup, teardown),
      cmocka_unit_test_setup_teardown(floats, setup, teardown),
      cmocka_unit_test_setup_teardown(lists, setup, teardown),
      cmocka_unit_test_setup_teardown(maps_in_any_order, setup, teardown),
      cmocka_unit_test_setup_teardown(types_and_null, setup, teardown),
      cmocka_unit_test(one_change),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
