/* The index of maps, against a plain array: every kind of key, growth, removal, borrowed arrays, no memory. */
#include "tests/unit/message/plans.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/message/map.h"
#include "tests/support/failing_alloc.h"

enum { KEYS = 3000 };

/* Key number i of a map, as a cell. Strings of 0 to 40 bytes. */
static void key_of(const pbwi_plan *plan, unsigned i, char *room, void *cell) {
  uint64_t wide = (uint64_t)i << 40 | i;
  uint32_t narrow = i * 65536u;
  uint8_t flag = i & 1;
  switch (pbwi_kinds[plan->slots[0].type].cell) {
    case PBW_CELL_BYTES: {
      int size = i ? sprintf(room, "%.*s%u", (int)(i % 37), "a common beginning of all of these keys", i) : 0;
      memcpy(cell, &(pbw_bytes){(const uint8_t *)room, (size_t)size}, sizeof(pbw_bytes));
      break;
    }
    case PBW_CELL_32: memcpy(cell, &narrow, 4); break;
    case PBW_CELL_64: memcpy(cell, &wide, 8); break;
    default: memcpy(cell, &flag, 1);
  }
}

static char rooms[KEYS][64];

/* Put key i with a value that tells `v`; the value cells of all test maps hold at least four bytes. */
static void put(pbw_arena *arena, pbw_list *map, const pbwi_plan *plan, unsigned i, uint32_t v) {
  void *entry = pbwi_map_next(arena, map, plan);
  assert_non_null(entry);
  key_of(plan, i, rooms[i], entry);
  memcpy(pbwi_at(entry, plan->slots[1].offset), &v, 4);
  assert_non_null(pbwi_map_commit(map, plan));
}

static bool get(const pbw_list *map, const pbwi_plan *plan, unsigned i, uint32_t *v) {
  char room[64];
  pbw_bytes cell[1];
  key_of(plan, i, room, cell);
  void *entry = pbwi_map_find(map, plan, cell);
  if (entry) memcpy(v, pbwi_at(entry, plan->slots[1].offset), 4);
  return entry != NULL;
}

static void random_against_an_array(void **state) {
  (void)state;
  plans_init();
  static const pbwi_plan *const kinds[] = {&counts_plan, &labels_plan, &longs_plan, &flags_plan};
  for (size_t k = 0; k < COUNT_OF(kinds); k++) {
    const pbwi_plan *plan = kinds[k];
    unsigned keys = plan == &flags_plan ? 2 : KEYS;
    static uint32_t expected[KEYS]; /* 0: absent */
    size_t size = 0;
    memset(expected, 0, sizeof expected);
    pbw_arena *arena = arena_of(NULL);
    pbw_list map = {0};
    uint64_t seed = k + 1;
    for (uint32_t step = 1; step < 60000; step++) {
      seed = seed * UINT64_C(6364136223846793005) + 1;
      unsigned i = (unsigned)(seed >> 33) % keys, room = step < 30000 ? 4 : 2;
      if (seed >> 60 < 16 / room) {
        char text_room[64];
        pbw_bytes cell[1];
        key_of(plan, i, text_room, cell);
        assert_int_equal(pbwi_map_remove(&map, plan, cell), expected[i] != 0);
        size -= expected[i] != 0;
        expected[i] = 0;
      } else {
        size += !expected[i];
        put(arena, &map, plan, i, step);
        expected[i] = step;
      }
      assert_int_equal(map.size, size);
      if (step % 5000 && step > 100) continue;
      for (unsigned j = 0; j < keys; j++) {
        uint32_t v = 0;
        assert_int_equal(get(&map, plan, j, &v), expected[j] != 0);
        assert_int_equal(v, expected[j]);
      }
    }
    pbwi_arena_free(arena);
  }
}

static void order_of_insertion(void **state) {
  (void)state;
  plans_init();
  pbw_arena *arena = arena_of(NULL);
  pbw_list map = {0};
  for (unsigned i = 0; i < KEYS; i++) put(arena, &map, &labels_plan, i, i);
  for (unsigned i = 0; i < KEYS; i += 7) put(arena, &map, &labels_plan, i, i + 1); /* keeps its place */
  assert_int_equal(map.size, KEYS);
  for (unsigned i = 0; i < KEYS; i++) {
    const labels_entry *entry = &((labels_entry *)map.data)[i];
    uint32_t v;
    memcpy(&v, &entry->value, sizeof v);
    assert_int_equal((uint32_t)entry->key, i * 65536u);
    assert_int_equal(v, i % 7 ? i : i + 1);
  }
  pbwi_arena_free(arena);
}

/* A host's array has no index, whatever its capacity says. */
static void arrays_of_a_host(void **state) {
  (void)state;
  plans_init();
  for (size_t capacity = 0; capacity < 40; capacity++) {
    if (capacity > PBWI_MAP_SCAN && !(capacity & (capacity - 1))) continue;
    size_t size = capacity ? capacity : 20;
    counts_entry *entries = calloc(size, sizeof *entries);
    assert_non_null(entries);
    for (unsigned i = 0; i < size; i++) {
      key_of(&counts_plan, i, rooms[i], &entries[i].key);
      entries[i].value = (int32_t)i + 100;
    }
    pbw_list map = {entries, size, capacity};
    uint32_t v = 0;
    for (unsigned i = 0; i < size + 5; i++) assert_int_equal(get(&map, &counts_plan, i, &v), i < size);
    if (capacity == 0 || capacity > PBWI_MAP_SCAN) { /* (what fits in eight would be taken for an arena's) */
      pbw_arena *arena = arena_of(NULL);
      put(arena, &map, &counts_plan, 999, 1);
      assert_ptr_not_equal(map.data, entries);
      assert_int_equal(map.size, size + 1);
      assert_true(get(&map, &counts_plan, 999, &v));
      for (unsigned i = 0; i < size; i++) assert_true(get(&map, &counts_plan, i, &v) && v == i + 100);
      pbwi_arena_free(arena);
    }
    free(entries);
  }
}

static void without_memory(void **state) {
  (void)state;
  plans_init();
  for (size_t n = 1;; n++) {
    failing_alloc memory = {.fail_at = n};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_arena *arena = arena_of(&allocator);
    if (arena) {
      pbw_list map = {0};
      unsigned i = 0;
      for (; i < KEYS; i++) {
        void *entry = pbwi_map_next(arena, &map, &counts_plan);
        if (!entry) break;
        key_of(&counts_plan, i, rooms[i], entry);
        pbwi_map_commit(&map, &counts_plan);
      }
      assert_int_equal(map.size, i);
      uint32_t v;
      for (unsigned j = 0; j < KEYS; j++) assert_int_equal(get(&map, &counts_plan, j, &v), j < i);
      pbwi_arena_free(arena);
    }
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_against_an_array),
      cmocka_unit_test(order_of_insertion),
      cmocka_unit_test(arrays_of_a_host),
      cmocka_unit_test(without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
