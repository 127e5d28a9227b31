/* The table from strings to pointers: growth, keys that are prefixes of each other, bytes that are not text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "core/base/hash.h"

static void many(void **state) {
  (void)state;
  pbw_allocator allocator;
  pbwi_allocator_init(&allocator, NULL);
  pbw_arena *arena = pbwi_arena_new(&allocator, 0, 1000);
  pbwi_table table = {0};
  enum { COUNT = 5000 };
  static char keys[COUNT][8];
  assert_null(pbwi_table_find(&table, "x", 1));
  for (int i = 0; i < COUNT; i++) {
    size_t size = (size_t)sprintf(keys[i], "%d", i);
    pbwi_entry *entry = pbwi_table_put(&table, arena, keys[i], size);
    assert_non_null(entry);
    assert_null(entry->value);
    entry->value = keys[i];
  }
  assert_int_equal(table.count, COUNT);
  for (int i = 0; i < COUNT; i++) {
    char key[16];
    size_t size = (size_t)sprintf(key, "%d", i);
    assert_ptr_equal(pbwi_table_find(&table, key, size), keys[i]);
    assert_ptr_equal(pbwi_table_put(&table, arena, key, size)->value, keys[i]);
  }
  assert_int_equal(table.count, COUNT);
  assert_null(pbwi_table_find(&table, "5000", 4));
  assert_null(pbwi_table_find(&table, "", 0));
  pbwi_table_put(&table, arena, "a\0b", 3)->value = "nul";
  assert_string_equal(pbwi_table_find(&table, "a\0b", 3), "nul");
  assert_null(pbwi_table_find(&table, "a\0c", 3));
  pbwi_arena_free(arena);
}

/* A table with exactly the room that was asked for ends every search. */
static void reserved(void **state) {
  (void)state;
  pbw_allocator allocator;
  pbwi_allocator_init(&allocator, NULL);
  for (size_t count = 0; count < 100; count++) {
    pbw_arena *arena = pbwi_arena_new(&allocator, 0, 1000);
    pbwi_table table = {0};
    assert_true(pbwi_table_reserve(&table, arena, count));
    uint32_t capacity = table.capacity;
    static uint8_t keys[100];
    for (size_t i = 0; i < count; i++) {
      keys[i] = (uint8_t)i;
      pbwi_table_put(&table, arena, (char *)&keys[i], 1)->value = &keys[i];
    }
    assert_int_equal(table.capacity, capacity);
    assert_null(pbwi_table_find(&table, "\377", 1));
    pbwi_arena_free(arena);
  }
}

/* So many keys that some have one hash (of 2^32), of one size and of different ones. */
static void equal_hashes(void **state) {
  (void)state;
  enum { COUNT = 400000, WIDTH = 8 };
  pbw_arena *arena = pbwi_arena_new(&pbwi_libc, 0, 1000);
  pbwi_table table = {0};
  char *keys = pbwi_arena_zalloc(arena, COUNT * WIDTH);
  assert_true(pbwi_table_reserve(&table, arena, COUNT));
  for (int i = 0; i < COUNT; i++) {
    char *key = keys + i * WIDTH;
    pbwi_entry *entry = pbwi_table_put(&table, arena, key, (size_t)sprintf(key, "%x", i));
    assert_null(entry->value);
    entry->value = key;
  }
  for (int i = 0; i < COUNT; i++) {
    const char *key = keys + i * WIDTH;
    assert_ptr_equal(pbwi_table_find(&table, key, strlen(key)), key);
  }
  assert_int_equal(table.count, COUNT);
  pbwi_arena_free(arena);
}

/* What no table can hold is refused, and changes nothing. */
static void too_much(void **state) {
  (void)state;
  pbw_arena *arena = pbwi_arena_new(&pbwi_libc, 4096, 100);
  pbwi_table table = {0};
  assert_false(pbwi_table_reserve(&table, arena, UINT32_MAX / 4 + 1));
  assert_false(pbwi_table_reserve(&table, arena, 100000)); /* beyond the arena's limit */
#if SIZE_MAX > UINT32_MAX
  assert_null(pbwi_table_put(&table, arena, "key", (size_t)UINT32_MAX + 1));
#endif
  assert_int_equal(table.capacity, 0);
  assert_non_null(pbwi_table_put(&table, arena, "key", 3));
  pbwi_arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(many), cmocka_unit_test(reserved), cmocka_unit_test(equal_hashes),
                                     cmocka_unit_test(too_much)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
