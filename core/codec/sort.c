/* Sorting of map entries: qsort over pointers, with a comparison per kind of key. */
#include "core/codec/sort.h"

#include <stdlib.h>

/* What qsort hands over are pointers to pointers to entries; the key stands at an entry's start. */
static const void *key_of(const void *element) { return *(const void *const *)element; }

#define COMPARE(name, type)                              \
  static int name(const void *a, const void *b) {        \
    type x, y;                                           \
    memcpy(&x, key_of(a), sizeof x);                     \
    memcpy(&y, key_of(b), sizeof y);                     \
    return (x > y) - (x < y);                            \
  }

COMPARE(by_bool, uint8_t)
COMPARE(by_int32, int32_t)
COMPARE(by_uint32, uint32_t)
COMPARE(by_int64, int64_t)
COMPARE(by_uint64, uint64_t)

static int by_string(const void *a, const void *b) {
  const pbw_bytes *x = key_of(a), *y = key_of(b);
  size_t shorter = x->size < y->size ? x->size : y->size;
  int order = shorter ? memcmp(x->data, y->data, shorter) : 0;
  return order ? order : (x->size > y->size) - (x->size < y->size);
}

static int (*comparison(uint8_t type))(const void *, const void *) {
  switch (type) {
    case PBW_TYPE_BOOL: return by_bool;
    case PBW_TYPE_STRING: return by_string;
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: return by_uint32;
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: return by_uint64;
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: return by_int64;
    default: return by_int32;
  }
}

const void **pbwi_map_sorted(const pbw_list *map, const pbwi_plan *entry, const pbw_allocator *allocator) {
  const void **sorted = allocator->alloc(allocator->user, map->size * sizeof *sorted);
  if (!sorted) return NULL;
  for (size_t i = 0; i < map->size; i++) sorted[i] = pbwi_at(map->data, i * entry->size);
  qsort(sorted, map->size, sizeof *sorted, comparison(entry->slots[0].type));
  return sorted;
}
