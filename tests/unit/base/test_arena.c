/* Arenas: limits hold, nothing has a place too, blocks become one at a reset, growth is in place where it can be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/arena.h"

static void the_limit_holds(void **state) {
  (void)state;
  for (size_t max = 1; max < 5000; max += 499) {
    pbw_arena *arena = pbwi_arena_new(&pbwi_libc, max, 0);
    size_t first = arena->held;
    for (int i = 0; i < 1000; i++)
      if (!pbwi_arena_alloc(arena, 64)) break;
    assert_null(pbwi_arena_alloc(arena, 64));
    assert_true(arena->hit_max);
    assert_int_equal(pbwi_arena_status(arena), PBW_ERR_LIMIT);
    assert_true(arena->held <= (max > first ? max : first));
    pbwi_arena_free(arena);
  }
}

static void nothing_has_a_place(void **state) {
  (void)state;
  pbw_arena arena;
  pbwi_arena_init(&arena, &pbwi_libc, 0);
  void *a = pbwi_arena_alloc(&arena, 0), *b = pbwi_arena_alloc(&arena, 0);
  assert_non_null(a);
  assert_ptr_not_equal(a, b);
  assert_int_equal((uintptr_t)a % PBWI_ARENA_ALIGN, 0);
  pbwi_arena_clear(&arena);
}

static void blocks_become_one(void **state) {
  (void)state;
  pbw_arena arena;
  pbwi_arena_init(&arena, &pbwi_libc, 0);
  for (int i = 0; i < 100; i++) assert_non_null(pbwi_arena_alloc(&arena, 100));
  size_t used = arena.held;
  pbwi_arena_reset(&arena, 1 << 20);
  assert_int_equal(arena.held, used);
  void *only = arena.only;
  assert_non_null(only);
  for (int i = 0; i < 100; i++) assert_non_null(pbwi_arena_alloc(&arena, 100));
  assert_int_equal(arena.held, used); /* no block was added */
  pbwi_arena_reset(&arena, 1 << 20);
  assert_ptr_equal(arena.only, only);
  pbwi_arena_reset(&arena, 64); /* more than may be kept */
  assert_int_equal(arena.held, 64);
  pbwi_arena_clear(&arena);
}

static void growth_is_in_place_at_the_end(void **state) {
  (void)state;
  pbw_arena arena;
  pbwi_arena_init(&arena, &pbwi_libc, 0);
  char *block = pbwi_arena_alloc(&arena, 10);
  memcpy(block, "0123456789", 10);
  assert_ptr_equal(pbwi_arena_grow(&arena, block, 10, 200), block);
  void *behind = pbwi_arena_alloc(&arena, 1);
  char *moved = pbwi_arena_grow(&arena, block, 200, 400);
  assert_ptr_not_equal(moved, block);
  assert_memory_equal(moved, "0123456789", 10);
  assert_non_null(behind);
  pbwi_arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_limit_holds),
      cmocka_unit_test(nothing_has_a_place),
      cmocka_unit_test(blocks_become_one),
      cmocka_unit_test(growth_is_in_place_at_the_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
