/* Sizes, by hand for every sort of field, and against the encoder for random trees. */
#include "core/codec/size.h"

#include <stdlib.h>

#include "core/codec/encode.h"
#include "core/schema/plan_build.h"
#include "tests/unit/message/random_tree.h"

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

static size_t size_of(pbw_message *message) {
  size_t size = 99;
  assert_int_equal(pbwi_encoded_size(message, 0, &size), PBW_OK);
  return size;
}

/* The size of a message in which one field has a value. */
static size_t size_with(uint32_t number, const void *cell) {
  const pbwi_slot *slot = node_slot(number);
  pbw_message *m = message_of(arena, &node_plan);
  assert_int_equal(slot->cardinality == PBW_REPEATED ? pbwi_lists_append(m, slot, 1, cell)
                                                     : pbwi_message_set(m, slot, cell), PBW_OK);
  return size_of(m);
}

#define WITH(number, type, ...) size_with(number, &(type){__VA_ARGS__})

static void one_value_of_each(void **state) {
  (void)state;
  assert_int_equal(size_of(&n->head), 0);
  assert_int_equal(WITH(1, int32_t, 1), 2);
  assert_int_equal(WITH(1, int32_t, 128), 3);
  assert_int_equal(WITH(1, int32_t, -1), 11); /* ten bytes */
  assert_int_equal(WITH(1, int32_t, 0), 0);
  assert_int_equal(WITH(2, int32_t, 0), 2);
  assert_int_equal(WITH(3, float, 1.0f), 5);
  assert_int_equal(WITH(4, double, 0), 9);
  assert_int_equal(WITH(5, uint8_t, 1), 2);
  assert_int_equal(WITH(6, pbw_bytes, (const uint8_t *)"text", 4), 6);
  assert_int_equal(WITH(7, pbw_bytes, NULL, 0), 2);
  assert_int_equal(WITH(8, int64_t, -64), 2); /* zigzag */
  assert_int_equal(WITH(8, int64_t, INT64_MIN), 11);
  assert_int_equal(WITH(9, int32_t, -1), 11);
  assert_int_equal(WITH(13, uint8_t, 0), 2);
  assert_int_equal(WITH(16, int32_t, -1), 2 + 1 + 10); /* packed; number 16 has a tag of two bytes */
  assert_int_equal(WITH(17, pbw_bytes, (const uint8_t *)"ab", 2), 2 + 1 + 2);
  assert_int_equal(WITH(19, double, 1), 2 + 1 + 8);
  assert_int_equal(WITH(20, uint8_t, 1), 3);
  assert_int_equal(WITH(26, float, 1), 2 + 4);
  assert_int_equal(WITH(300, int32_t, -1), 2 + 1 + 1);
}

static void messages_and_groups(void **state) {
  (void)state;
  pbw_message *made;
  pbwi_message_mutable(&n->head, node_slot(14), &made);
  assert_int_equal(size_of(&n->head), 2);
  pbw_bytes large = {calloc(1, 200), 200};
  pbwi_message_set(made, node_slot(7), &large);
  free(pbwi_at(large.data, 0));
  assert_int_equal(size_of(&n->head), 1 + 2 + 203);
  pbwi_message_set(&n->head, node_slot(15), &made);
  pbwi_message_clear_field(&n->head, node_slot(14));
  assert_int_equal(size_of(&n->head), 1 + 203 + 1);
  pbwi_message_clear(&n->head);
  pbwi_lists_add(&n->head, node_slot(18), &made);
  pbwi_lists_add(&n->head, node_slot(18), &made);
  assert_int_equal(size_of(&n->head), 2 * 3);
  static pbw_message *none[3];
  n->nodes = (pbw_list){none, 3, 0}; /* left out by a host: empty */
  assert_int_equal(size_of(&n->head), 3 * 3);
}

static void maps(void **state) {
  (void)state;
  pbw_message *made;
  pbw_bytes key = {0};
  int32_t zero = 0;
  pbwi_maps_set(&n->head, node_slot(21), &key, &zero); /* key and value are always there */
  assert_int_equal(size_of(&n->head), 2 + 1 + 2 + 2);
  pbwi_message_clear(&n->head);
  key = text("abc");
  pbwi_maps_mutable(&n->head, node_slot(23), &key, &made);
  assert_int_equal(size_of(&n->head), 2 + 1 + 5 + 2);
  pbwi_message_set(made, node_slot(1), &(int32_t){1});
  assert_int_equal(size_of(&n->head), 2 + 1 + 5 + 4);
  pbwi_message_clear(&n->head);
  pbwi_maps_set(&n->head, node_slot(24), &(uint8_t){1}, &(double){0});
  assert_int_equal(size_of(&n->head), 2 + 1 + 2 + 9);
}

static void message_sets(void **state) {
  (void)state;
  pbw_message *m = message_of(arena, &set_plan), *made;
  pbwi_message_mutable(m, &set_slots[0], &made);
  assert_int_equal(size_of(m), 1 + 1 + 2 + 1 + 1 + 1); /* 0b 10 e1 21 1a 00 0c */
  pbwi_message_set(made, node_slot(1), &(int32_t){1});
  assert_int_equal(size_of(m), 9);
}

static void unknown_fields(void **state) {
  (void)state;
  size_t size;
  pbwi_unknown_add(&n->head, (const uint8_t *)"\x08\x01", 2);
  pbwi_unknown_add(&n->head, (const uint8_t *)"\x0b\x0c", 2);
  assert_int_equal(size_of(&n->head), 4);
  assert_int_equal(pbwi_encoded_size(&n->head, PBW_NO_UNKNOWN, &size), PBW_OK);
  assert_int_equal(size, 0);
  assert_int_equal(pbwi_encoded_size(NULL, 0, &size), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_encoded_size(&n->head, 0, NULL), PBW_ERR_ARGUMENT);
}

/* 2 GiB, of one string in many places: no memory is needed to find that it is too much. */
static void too_large(void **state) {
  (void)state;
  static pbw_bytes same[4096];
  static uint8_t chunk[1 << 19];
  for (size_t i = 0; i < 4096; i++) same[i] = (pbw_bytes){chunk, sizeof chunk};
  n->names = (pbw_list){same, 4095, 0};
  assert_int_equal(size_of(&n->head), 4095ull * ((1 << 19) + 2 + 3));
  n->names.size = 4096;
  size_t size = 1;
  assert_int_equal(pbwi_encoded_size(&n->head, 0, &size), PBW_ERR_SIZE);
  assert_int_equal(size, 0);
  /* as a child, and in the last field of all */
  static pbw_message *children[3];
  node outer = {.head = n->head};
  children[0] = &n->head, children[1] = &n->head;
  outer.nodes = (pbw_list){children, 3, 0};
  assert_int_equal(pbwi_encoded_size(&outer.head, 0, &size), PBW_ERR_SIZE);
  n->names.size = 2100; /* one is not too large, two of them are */
  assert_int_equal(pbwi_encoded_size(&outer.head, 0, &size), PBW_ERR_SIZE);
  static int32_t most[1];
  n->names.size = 4095;
  n->sints = (pbw_list){most, 1, 0};
  assert_int_equal(pbwi_encoded_size(&n->head, 0, &size), PBW_OK);
}

static void as_the_encoder_writes(void **state) {
  (void)state;
  plans_init();
  pbw_arena *plans = arena_of(NULL);
  pbwi_plan *const all[] = {&node_plan, &need_plan, &set_plan, &counts_plan, &labels_plan, &tree_plan, &flags_plan,
                            &longs_plan, &need_name_plan, &need_number_plan};
  for (size_t i = 0; i < COUNT_OF(all); i++) assert_int_equal(pbwi_plan_build(all[i], plans), PBW_OK);
  for (uint64_t seed = 0; seed < 1000; seed++) {
    pbw_arena *own = arena_of(NULL);
    pbw_message *tree = random_tree(seed, own, seed % 10 ? &node_plan : &set_plan, 4);
    for (uint32_t flags = 0; flags <= PBW_NO_UNKNOWN; flags += PBW_NO_UNKNOWN) {
      static uint8_t buffer[1 << 20];
      size_t written, size;
      assert_int_equal(pbwi_encode(tree, buffer, sizeof buffer, flags, PBWI_DEFAULT_DEPTH, &written, NULL), PBW_OK);
      assert_int_equal(pbwi_encoded_size(tree, flags, &size), PBW_OK);
      assert_int_equal(size, written);
    }
    pbwi_arena_free(own);
  }
  pbwi_arena_free(plans);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(one_value_of_each, setup, teardown),
      cmocka_unit_test_setup_teardown(messages_and_groups, setup, teardown),
      cmocka_unit_test_setup_teardown(maps, setup, teardown),
      cmocka_unit_test_setup_teardown(message_sets, setup, teardown),
      cmocka_unit_test_setup_teardown(unknown_fields, setup, teardown),
      cmocka_unit_test_setup_teardown(too_large, setup, teardown),
      cmocka_unit_test(as_the_encoder_writes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
