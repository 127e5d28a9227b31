/* The table probes one entry after the other and is at most three quarters full, so that a look-up costs one
 * or two cache lines. */
#include "core/base/hash.h"

#include "core/base/mix.h"

#define LEAST_CAPACITY 4

static uint32_t table_hash(const pbwi_entry *entries, const char *key, size_t size) {
  return (uint32_t)pbwi_mix_bytes((const uint8_t *)key, size, (uint64_t)(uintptr_t)entries);
}

/* The entry of the key, or the free one where it belongs. */
static pbwi_entry *probe(pbwi_entry *entries, uint32_t capacity, const char *key, size_t size, uint32_t hash) {
  for (uint32_t i = hash;; i++) {
    pbwi_entry *entry = &entries[i & (capacity - 1)];
    if (!entry->key) return entry;
    if (entry->hash == hash && entry->size == size && !memcmp(entry->key, key, size)) return entry;
  }
}

bool pbwi_table_reserve(pbwi_table *table, pbw_arena *arena, size_t count) {
  if (count > UINT32_MAX / 4) return false;
  uint32_t capacity = LEAST_CAPACITY;
  while (capacity < count + count / 3 + 1) capacity *= 2; /* one is always free: probing ends there */
  if (capacity <= table->capacity) return true;
  pbwi_entry *entries = pbwi_arena_zalloc(arena, capacity * sizeof *entries);
  if (!entries) return false;
  for (uint32_t i = 0; i < table->capacity; i++) {
    pbwi_entry old = table->entries[i];
    if (!old.key) continue;
    old.hash = table_hash(entries, old.key, old.size);
    *probe(entries, capacity, old.key, old.size, old.hash) = old;
  }
  table->entries = entries;
  table->capacity = capacity;
  return true;
}

const void *pbwi_table_find(const pbwi_table *table, const char *key, size_t size) {
  if (!table->count) return NULL;
  uint32_t hash = table_hash(table->entries, key, size);
  return probe(table->entries, table->capacity, key, size, hash)->value;
}

pbwi_entry *pbwi_table_put(pbwi_table *table, pbw_arena *arena, const char *key, size_t size) {
  if (size > UINT32_MAX) return NULL;
  if (!pbwi_table_reserve(table, arena, (size_t)table->count + 1)) return NULL;
  uint32_t hash = table_hash(table->entries, key, size);
  pbwi_entry *entry = probe(table->entries, table->capacity, key, size, hash);
  if (!entry->key) {
    *entry = (pbwi_entry){key, (uint32_t)size, hash, NULL};
    table->count++;
  }
  return entry;
}
