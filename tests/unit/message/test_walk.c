/* Every visitor on a tree as deep as the limit, on a small stack; and one level deeper. */
#include "core/message/walk.h"

#include "core/codec/size.h"
#include "core/message/check.h"
#include "core/message/equal.h"
#include "core/message/merge.h"
#include "tests/support/failing_alloc.h"
#include "tests/support/small_stack.h"
#include "tests/unit/message/random_tree.h"

typedef struct job {
  pbw_arena *arena;
  const pbw_message *tree;
  pbw_message *copy;
  pbw_status clone, size, check;
  size_t bytes;
  bool equal;
} job;

static void *visit(void *argument) {
  job *j = argument;
  j->clone = pbwi_clone(j->arena, j->tree, &j->copy);
  if (j->copy) j->equal = pbwi_equal(j->tree, j->copy);
  j->size = pbwi_encoded_size(j->tree, 0, &j->bytes);
  j->check = pbwi_check(j->tree, NULL);
  return NULL;
}

static void as_deep_as_the_limit(void **state) {
  (void)state;
  plans_init();
  node_plan.flags = PBWI_PLAN_REQUIRED_BELOW; /* so that check goes down too */
  for (int over = 0; over <= 1; over++) {
    pbw_arena *arena = arena_of(NULL), *other = arena_of(NULL);
    job j = {.arena = other, .tree = deep_tree(arena, PBWI_MAX_DEPTH - 1 + over)};
    assert_int_equal(on_small_stack(visit, &j), 0);
    pbw_status expected = over ? PBW_ERR_DEPTH : PBW_OK;
    assert_int_equal(j.clone, expected);
    assert_int_equal(j.size, expected);
    assert_int_equal(j.check, expected);
    assert_int_equal(j.equal, !over);
    if (!over) assert_true(j.bytes > 2 * PBWI_MAX_DEPTH);
    pbwi_arena_free(arena);
    pbwi_arena_free(other);
  }
}

static void frames_without_memory(void **state) {
  (void)state;
  plans_init();
  for (size_t fail_at = 1;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    pbw_allocator allocator = failing_allocator(&memory);
    pbwi_walk walk;
    pbwi_walk_init(&walk, &allocator);
    const pbw_message *message = &(const pbw_message){.plan = &node_plan};
    size_t level = 0;
    pbw_status status = PBW_OK;
    while (level < 500 && !(status = pbwi_walk_push(&walk, message, NULL))) level++;
    assert_int_equal(status, memory.failed ? PBW_ERR_MEMORY : PBW_OK);
    assert_int_equal(walk.depth, level);
    for (size_t i = 0; i < level; i++) assert_ptr_equal(walk.frames[i].from, message);
    pbwi_walk_done(&walk);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_deep_as_the_limit),
      cmocka_unit_test(frames_without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
