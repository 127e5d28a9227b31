/* Random trees of test.Node, for properties that must hold for all of them. */
#ifndef TEST_RANDOM_TREE_H
#define TEST_RANDOM_TREE_H

#include <stdio.h>

#include "core/message/access.h"
#include "core/message/lists.h"
#include "core/message/maps.h"
#include "core/message/unknown.h"
#include "tests/unit/message/plans.h"

static inline uint32_t roll(uint64_t *seed, uint32_t sides) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*seed >> 33) % sides;
}

/* A value of any format: of numbers small, large, zero and negative ones. */
static inline void random_value(uint64_t *seed, const pbwi_slot *slot, char *room, pbwi_any_cell *cell) {
  static const int64_t numbers[] = {0, 1, -1, 127, 128, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
  memset(cell, 0, sizeof *cell);
  int64_t v = numbers[roll(seed, COUNT_OF(numbers))];
  switch (pbwi_slot_format(slot)) {
    case PBW_CELL_BOOL: cell->b = (uint8_t)roll(seed, 2); break;
    case PBW_CELL_32: cell->v32 = (uint32_t)v; break;
    case PBW_CELL_64: cell->v64 = (uint64_t)v; break;
    default: {
      int size = sprintf(room, "%.*s", (int)roll(seed, 150),
                         "gr\xc3\xbc\xc3\x9f dich, this is text of up to a hundred and fifty bytes, so that lengths of "
                         "two bytes are seen, and short ones, which must not end inside a character, too......");
      while (size && (room[size] & 0xc0) == 0x80) size--;
      if (size == 3 || size == 5) size = 0;
      cell->bytes = (pbw_bytes){(uint8_t *)room, (size_t)size};
    }
  }
}

static inline void random_fill(uint64_t *seed, pbw_message *message, int depth) {
  for (const pbwi_slot *slot = message->plan->slots, *end = slot + message->plan->slot_count; slot != end; slot++) {
    if (roll(seed, 3) == 0) continue;
    const pbwi_slot *value = pbwi_slot_value(slot);
    bool below = pbwi_slot_below(slot) != NULL;
    if (below && (depth == 0 || roll(seed, 2))) continue;
    uint32_t count = slot->cardinality == PBW_SINGULAR ? 1 : roll(seed, roll(seed, 8) ? 4 : below ? 6 : 40);
    for (uint32_t i = 0; i < count; i++) {
      pbwi_any_cell cell, key;
      char room[200], key_room[200];
      pbw_message *made = NULL;
      pbw_status status;
      if (!below) random_value(seed, value, room, &cell);
      if (slot->cardinality == PBW_MAP) {
        random_value(seed, &slot->sub->slots[0], key_room, &key);
        if (pbwi_slot_format(&slot->sub->slots[0]) == PBW_CELL_32) key.v32 = roll(seed, 1000);
        status = below ? pbwi_maps_mutable(message, slot, &key, &made) : pbwi_maps_set(message, slot, &key, &cell);
      } else if (slot->cardinality == PBW_REPEATED) {
        status = below ? pbwi_lists_add(message, slot, &made) : pbwi_lists_append(message, slot, 1, &cell);
      } else {
        status = below ? pbwi_message_mutable(message, slot, &made) : pbwi_message_set(message, slot, &cell);
      }
      assert_int_equal(status, PBW_OK);
      if (made) random_fill(seed, made, depth - 1);
    }
  }
  for (uint32_t i = roll(seed, 8); i > 5; i--) {
    uint8_t field[] = {0xa0, 0x3f, (uint8_t)roll(seed, 128)}; /* number 1012 */
    assert_int_equal(pbwi_unknown_add(message, field, sizeof field), PBW_OK);
  }
}

static inline pbw_message *random_tree(uint64_t seed, pbw_arena *arena, const pbwi_plan *plan, int depth) {
  pbw_message *message = message_of(arena, plan);
  random_fill(&seed, message, depth);
  return message;
}

/* A chain of `levels` messages below a root, by field 14, 15, 12, a list and a map in turn. */
static inline pbw_message *deep_tree(pbw_arena *arena, size_t levels) {
  pbw_message *root = message_of(arena, &node_plan), *at = root;
  pbw_bytes key = text("k");
  for (size_t i = 0; i < levels; i++) {
    switch (i % 5) {
      case 0: assert_int_equal(pbwi_message_mutable(at, node_slot(14), &at), PBW_OK); break;
      case 1: assert_int_equal(pbwi_message_mutable(at, node_slot(15), &at), PBW_OK); break;
      case 2: assert_int_equal(pbwi_message_mutable(at, node_slot(12), &at), PBW_OK); break;
      case 3: assert_int_equal(pbwi_lists_add(at, node_slot(18), &at), PBW_OK); break;
      default: assert_int_equal(pbwi_maps_mutable(at, node_slot(23), &key, &at), PBW_OK);
    }
  }
  return root;
}

#endif
