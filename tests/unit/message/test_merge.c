/* Merging and deep copies. */
#include "core/message/merge.h"

#include "core/message/equal.h"
#include "tests/support/failing_alloc.h"
#include "tests/unit/message/random_tree.h"

static pbw_arena *arena, *other;
static node *to, *from;

static int setup(void **state) {
  (void)state;
  plans_init();
  arena = arena_of(NULL);
  other = arena_of(NULL);
  to = (node *)message_of(arena, &node_plan);
  from = (node *)message_of(other, &node_plan);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  pbwi_arena_free(arena);
  pbwi_arena_free(other);
  return 0;
}

#define SET(m, number, type, ...) \
  assert_int_equal(pbwi_message_set(&(m)->head, node_slot(number), &(type){__VA_ARGS__}), PBW_OK)
#define STRING(s) (const uint8_t *)(s), sizeof(s) - 1

static node *child_of(node *m, uint32_t number) {
  pbw_message *made;
  assert_int_equal(pbwi_message_mutable(&m->head, node_slot(number), &made), PBW_OK);
  return (node *)made;
}

static void merge(void) { assert_int_equal(pbwi_merge(&to->head, &from->head), PBW_OK); }

static void scalars_overwrite_when_present(void **state) {
  (void)state;
  SET(to, 1, int32_t, 5), SET(to, 2, int32_t, 6), SET(to, 6, pbw_bytes, STRING("old")), SET(to, 5, uint8_t, 1);
  SET(from, 2, int32_t, 0), SET(from, 3, float, -0.0f), SET(from, 6, pbw_bytes, STRING("new"));
  merge();
  assert_int_equal(to->i32, 5);
  assert_int_equal(to->opt, 0);
  assert_true(pbwi_has(&to->head, node_slot(2)));
  assert_true(pbwi_has(&to->head, node_slot(3)));
  assert_bytes(to->name, "new");
  assert_ptr_not_equal(to->name.data, from->name.data);
  assert_int_equal(to->flag, 1);
}

static void lists_and_unknown_append(void **state) {
  (void)state;
  int32_t some[] = {1, 2, 3};
  pbw_bytes words[] = {text("a"), text("b")};
  pbwi_lists_append(&to->head, node_slot(16), 2, some);
  pbwi_lists_append(&from->head, node_slot(16), 3, some);
  pbwi_lists_append(&from->head, node_slot(17), 2, words);
  pbwi_unknown_add(&to->head, STRING("\x08\x01"));
  pbwi_unknown_add(&from->head, STRING("\x08\x02"));
  pbw_message *made;
  pbwi_lists_add(&from->head, node_slot(18), &made);
  merge(), merge();
  assert_int_equal(to->ints.size, 8);
  assert_memory_equal(to->ints.data, ((int32_t[]){1, 2, 1, 2, 3, 1, 2, 3}), 32);
  assert_int_equal(to->names.size, 4);
  assert_bytes(((pbw_bytes *)to->names.data)[3], "b");
  assert_int_equal(to->nodes.size, 2);
  assert_int_equal(to->head.unknown.size, 3);
}

static void messages_merge(void **state) {
  (void)state;
  node *mine = child_of(to, 14);
  SET(mine, 1, int32_t, 1);
  node *theirs = child_of(from, 14);
  SET(theirs, 2, int32_t, 2);
  child_of(from, 15);
  merge();
  assert_ptr_equal(to->child, mine);
  assert_int_equal(mine->i32, 1);
  assert_int_equal(mine->opt, 2);
  assert_non_null(to->group); /* present, though empty */
  assert_ptr_not_equal(to->group, from->group);
}

static void oneofs(void **state) {
  (void)state;
  SET(to, 11, pbw_bytes, STRING("stays when from has none"));
  merge();
  assert_int_equal(to->choice_case, 11);
  SET(from, 10, int32_t, 0); /* another case replaces, zero too */
  merge();
  assert_int_equal(to->choice_case, 10);
  assert_int_equal(to->choice.s.size, 0);
  SET(child_of(from, 12), 1, int32_t, 1);
  merge();
  assert_int_equal(to->choice_case, 12);
  SET((node *)to->choice.m, 2, int32_t, 2);
  merge(); /* the same case merges */
  assert_int_equal(((node *)to->choice.m)->i32, 1);
  assert_int_equal(((node *)to->choice.m)->opt, 2);
}

static void maps_by_key(void **state) {
  (void)state;
  pbw_bytes a = text("a"), b = text("b");
  pbw_message *old, *made;
  pbwi_maps_set(&to->head, node_slot(21), &a, &(int32_t){1});
  pbwi_maps_set(&from->head, node_slot(21), &a, &(int32_t){2});
  pbwi_maps_set(&from->head, node_slot(21), &b, &(int32_t){3});
  pbwi_maps_mutable(&to->head, node_slot(23), &a, &old);
  pbwi_maps_mutable(&from->head, node_slot(23), &a, &made);
  SET((node *)old, 1, int32_t, 1);
  SET((node *)made, 2, int32_t, 2);
  merge();
  assert_int_equal(to->counts.size, 2);
  assert_int_equal(((counts_entry *)to->counts.data)[0].value, 2);
  assert_int_equal(((counts_entry *)to->counts.data)[1].value, 3);
  assert_int_equal(to->tree.size, 1);
  node *value = (node *)((tree_entry *)to->tree.data)[0].value;
  assert_int_equal(value->i32, 0); /* replaced, as on the wire */
  assert_int_equal(value->opt, 2);
}

/* from is to, is inside it, or has it inside; or both share a message. */
static void overlapping(void **state) {
  (void)state;
  pbw_message *made;
  int32_t one = 1;
  pbwi_lists_append(&to->head, node_slot(16), 1, &one);
  pbwi_lists_append(&child_of(to, 14)->head, node_slot(16), 1, &one);
  pbwi_lists_add(&to->head, node_slot(18), &made);
  pbwi_unknown_add(&to->head, STRING("\x08\x01"));
  assert_int_equal(pbwi_merge(&to->head, &to->head), PBW_OK);
  assert_int_equal(to->ints.size, 2);
  assert_int_equal(((node *)to->child)->ints.size, 2);
  assert_int_equal(to->nodes.size, 2);
  assert_int_equal(to->head.unknown.size, 2);
  assert_int_equal(pbwi_merge(to->child, &to->head), PBW_OK);
  assert_int_equal(((node *)to->child)->ints.size, 4);
  node *inner = (node *)((node *)to->child)->child;
  assert_int_equal(inner->ints.size, 2);
  assert_null(inner->child);
  assert_int_equal(pbwi_merge(&to->head, to->child), PBW_OK);
  assert_int_equal(to->ints.size, 6);
  node *twin = (node *)message_of(arena, &node_plan);
  SET(twin, 14, pbw_message *, to->child);
  size_t before = ((node *)to->child)->ints.size;
  assert_int_equal(pbwi_merge(&to->head, &twin->head), PBW_OK);
  assert_int_equal(((node *)to->child)->ints.size, 2 * before);
}

static void a_message_that_contains_itself(void **state) {
  (void)state;
  from->child = &child_of(from, 15)->head;
  ((node *)from->child)->child = &from->head;
  assert_int_equal(pbwi_merge(&to->head, &from->head), PBW_ERR_DEPTH);
}

static void wrong_arguments(void **state) {
  (void)state;
  assert_int_equal(pbwi_merge(NULL, &from->head), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_merge(&to->head, NULL), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_merge(&to->head, message_of(arena, &need_plan)), PBW_ERR_ARGUMENT);
  pbw_message *copy = &to->head;
  assert_int_equal(pbwi_clone(NULL, &from->head, &copy), PBW_ERR_ARGUMENT);
  assert_null(copy);
  copy = &to->head;
  assert_int_equal(pbwi_clone(arena, NULL, &copy), PBW_ERR_ARGUMENT);
  assert_null(copy);
  to->head.arena = NULL;
  assert_int_equal(pbwi_merge(&to->head, &from->head), PBW_ERR_READONLY);
}

/* What a host left out of a scratch message counts as empty. */
static void missing_messages(void **state) {
  (void)state;
  static pbw_message *none[2];
  from->nodes = (pbw_list){none, 2, 0};
  from->choice_case = 12;
  merge();
  assert_int_equal(to->nodes.size, 2);
  assert_non_null(((pbw_message **)to->nodes.data)[1]);
  assert_int_equal(to->choice_case, 0);
}

static void clones_are_equal_and_apart(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 300; seed++) {
    pbw_arena *first = arena_of(NULL), *second = arena_of(NULL);
    pbw_message *tree = random_tree(seed, first, &node_plan, 4), *copy, *copy2;
    assert_int_equal(pbwi_clone(second, tree, &copy), PBW_OK);
    assert_true(pbwi_equal(tree, copy));
    assert_int_equal(pbwi_clone(second, copy, &copy2), PBW_OK);
    pbwi_arena_free(first);
    assert_true(pbwi_equal(copy, copy2));
    assert_int_equal(pbwi_merge(copy2, copy), PBW_OK); /* aside, as they share an arena */
    pbw_message *grown;
    pbw_arena *third = arena_of(NULL);
    assert_int_equal(pbwi_clone(third, copy, &grown), PBW_OK);
    assert_int_equal(pbwi_merge(grown, copy), PBW_OK);
    assert_true(pbwi_equal(grown, copy2));
    pbwi_arena_free(second);
    pbwi_arena_free(third);
  }
}

static void without_memory(void **state) {
  (void)state;
  plans_init();
  pbw_arena *plenty = arena_of(NULL);
  pbw_message *tree = random_tree(5, plenty, &node_plan, 4), *deep = deep_tree(plenty, 100);
  for (size_t fail_at = 2;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_arena *tight = arena_of(&allocator);
    pbw_message *copy, *deep_copy;
    pbw_status status = pbwi_clone(tight, tree, &copy), deep_status = pbwi_clone(tight, deep, &deep_copy);
    assert_true(status ? status == PBW_ERR_MEMORY && !copy : pbwi_equal(tree, copy));
    assert_true(deep_status ? deep_status == PBW_ERR_MEMORY && !deep_copy : pbwi_equal(deep, deep_copy));
    if (copy) {
      status = pbwi_merge(copy, copy);
      assert_true(status == PBW_OK || status == PBW_ERR_MEMORY);
    }
    pbwi_arena_free(tight);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
  pbwi_arena_free(plenty);
}

static void at_the_limit_of_an_arena(void **state) {
  (void)state;
  plans_init();
  pbw_arena *plenty = arena_of(NULL);
  pbw_message *deep = deep_tree(plenty, 1000), *copy;
  pbw_allocator allocator;
  pbwi_allocator_init(&allocator, NULL);
  pbw_arena *small = pbwi_arena_new(&allocator, 100000, 0);
  assert_int_equal(pbwi_clone(small, deep, &copy), PBW_ERR_LIMIT);
  pbwi_arena_free(small);
  pbwi_arena_free(plenty);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(scalars_overwrite_when_present, setup, teardown),
      cmocka_unit_test_setup_teardown(lists_and_unknown_append, setup, teardown),
      cmocka_unit_test_setup_teardown(messages_merge, setup, teardown),
      cmocka_unit_test_setup_teardown(oneofs, setup, teardown),
      cmocka_unit_test_setup_teardown(maps_by_key, setup, teardown),
      cmocka_unit_test_setup_teardown(overlapping, setup, teardown),
      cmocka_unit_test_setup_teardown(a_message_that_contains_itself, setup, teardown),
      cmocka_unit_test_setup_teardown(wrong_arguments, setup, teardown),
      cmocka_unit_test_setup_teardown(missing_messages, setup, teardown),
      cmocka_unit_test(clones_are_equal_and_apart),
      cmocka_unit_test(without_memory),
      cmocka_unit_test(at_the_limit_of_an_arena),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
