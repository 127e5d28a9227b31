/* A table from strings to pointers: open addressing over entries of three words. It lives in an arena and is
 * never freed by itself; keys and values are borrowed.
 *
 * The hash (mix.h) is seeded with the address of the entries, so that keys which were chosen to collide in
 * one table do not in the next. */
#ifndef PBWI_HASH_H
#define PBWI_HASH_H

#include "core/base/arena.h"

typedef struct pbwi_entry {
  const char *key; /* NULL: free */
  uint32_t size;
  uint32_t hash;
  const void *value;
} pbwi_entry;

/* All zero is an empty table. */
typedef struct pbwi_table {
  pbwi_entry *entries;
  uint32_t capacity; /* a power of two, or 0 */
  uint32_t count;
} pbwi_table;

/* Room for `count` keys without growing. false: no memory. */
bool pbwi_table_reserve(pbwi_table *table, pbw_arena *arena, size_t count);

/* The value of a key, or NULL. */
const void *pbwi_table_find(const pbwi_table *table, const char *key, size_t size);

/* The entry of a key, a new one (value NULL) when there was none. NULL: no memory, which cannot be where room was reserved. */
pbwi_entry *pbwi_table_put(pbwi_table *table, pbw_arena *arena, const char *key, size_t size);

#endif
