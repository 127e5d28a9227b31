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

static void growth_that_has_no_room(void **state) {
  (void)state;
  pbw_arena arena;
  pbwi_arena_init(&arena, &pbwi_libc, 2048);
  char *block = pbwi_arena_alloc(&arena, 100);
  memcpy(block, "0123456789", 10);
  assert_null(pbwi_arena_grow(&arena, block, 100, 4000));
  assert_memory_equal(block, "0123456789", 10); /* it is as it was */
  assert_non_null(pbwi_arena_grow(&arena, NULL, 0, 7)); /* nothing grows into something */
  pbwi_arena_clear(&arena);

  /* A block that a host's odd number of bytes keeps: nothing goes beyond its end. */
  pbwi_arena_init(&arena, &pbwi_libc, 0);
  for (int i = 0; i < 100; i++) assert_non_null(pbwi_arena_alloc(&arena, 100));
  pbwi_arena_reset(&arena, 1001);
  assert_int_equal(arena.held, 1001);
  size_t room = (size_t)(arena.end - arena.ptr), odd = room % PBWI_ARENA_ALIGN;
  assert_true(odd != 0);
  char *last = pbwi_arena_alloc(&arena, PBWI_ARENA_ALIGN);
  assert_ptr_not_equal(pbwi_arena_grow(&arena, last, PBWI_ARENA_ALIGN, room - odd + 1), last);
  assert_true(arena.ptr <= arena.end);
  pbwi_arena_clear(&arena);

  pbwi_arena_init(&arena, &pbwi_libc, 0);
  assert_non_null(pbwi_arena_alloc(&arena, 5000));
  assert_non_null(pbwi_arena_alloc(&arena, 5000));
  pbwi_arena_reset(&arena, 3); /* less than a block's header: nothing is kept */
  assert_int_equal(arena.held, 0);
  assert_non_null(pbwi_arena_alloc(&arena, 10));
  pbwi_arena_clear(&arena);
}

static void sizes_that_no_machine_has(void **state) {
  (void)state;
  assert_null(pbwi_arena_new(&pbwi_libc, 0, SIZE_MAX - 8));
  assert_null(pbwi_arena_new(&pbwi_libc, 0, SIZE_MAX / 2 + 1));
  pbw_arena arena;
  pbwi_arena_init(&arena, &pbwi_libc, 0);
  assert_null(pbwi_arena_alloc(&arena, SIZE_MAX));
  assert_null(pbwi_arena_alloc(&arena, SIZE_MAX - 8)); /* rounding it up would give 0 */
  assert_null(pbwi_arena_alloc(&arena, SIZE_MAX / 2 + 1));
  assert_int_equal(pbwi_arena_status(&arena), PBW_ERR_MEMORY);
  assert_int_equal(arena.held, 0);
  pbwi_arena_clear(&arena);
}

static void copies(void **state) {
  (void)state;
  pbw_arena arena;
  pbwi_arena_init(&arena, &pbwi_libc, 2048);
  assert_non_null(pbwi_arena_copy(&arena, NULL, 0));
  assert_memory_equal(pbwi_arena_copy(&arena, "abc", 3), "abc", 3);
  assert_string_equal(pbwi_arena_string(&arena, "abc", 2), "ab");
  assert_string_equal(pbwi_arena_string(&arena, NULL, 0), "");
  static const char large[4000];
  assert_null(pbwi_arena_copy(&arena, large, sizeof large));
  assert_null(pbwi_arena_string(&arena, large, sizeof large));
  pbwi_arena_clear(&arena);
}

/* A table of functions must be whole, and as large as it is now. */
static void allocators(void **state) {
  (void)state;
  pbw_allocator out;
  assert_int_equal(pbwi_allocator_init(&out, NULL), PBW_OK);
  assert_ptr_equal(out.alloc, pbwi_libc.alloc);
  for (int missing = 0; missing < 5; missing++) {
    pbw_allocator given = pbwi_libc;
    given.struct_size += 8; /* a later one may be larger */
    if (missing == 1) given.alloc = NULL;
    if (missing == 2) given.resize = NULL;
    if (missing == 3) given.free = NULL;
    if (missing == 4) given.struct_size = sizeof given - 1;
    assert_int_equal(pbwi_allocator_init(&out, &given), missing ? PBW_ERR_ARGUMENT : PBW_OK);
  }
  assert_int_equal(out.struct_size, sizeof out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_limit_holds),
      cmocka_unit_test(nothing_has_a_place),
      cmocka_unit_test(blocks_become_one),
      cmocka_unit_test(growth_is_in_place_at_the_end),
      cmocka_unit_test(growth_that_has_no_room),
      cmocka_unit_test(sizes_that_no_machine_has),
      cmocka_unit_test(copies),
      cmocka_unit_test(allocators),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
