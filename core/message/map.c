/* The hash index of maps. map.h draws it.
 *
 * Fast because a look-up costs one hash (core/base/mix.h), one load from a table that is at most half full,
 * and one compare; the key's kind is settled once per call, outside the probing loop. The table is made again
 * when it grows, since positions depend on the address.
 *
 * Safe because the index is only believed where this file made it: capacity is a power of two above
 * PBWI_MAP_SCAN. Any other map, a host's array among them, is searched from the start. */
#include "core/message/map.h"

#include "core/base/mix.h"

enum { FIRST_ENTRIES = 4 };
#define MOST_ENTRIES ((size_t)1 << 30) /* two buckets each, numbered by a uint32 */

static inline bool indexed(const pbw_list *map) {
  return map->capacity > PBWI_MAP_SCAN && !(map->capacity & (map->capacity - 1));
}

static inline uint32_t *buckets(const pbw_list *map, const pbwi_plan *entry) {
  return pbwi_at(map->data, map->capacity * entry->size);
}

static inline size_t bucket_mask(const pbw_list *map) { return map->capacity * 2 - 1; }

/* Bytes of a block with `capacity` entries. */
static size_t block_size(size_t capacity, const pbwi_plan *entry) {
  return capacity * entry->size + (capacity > PBWI_MAP_SCAN ? capacity * 2 * sizeof(uint32_t) : 0);
}

static inline int key_kind(const pbwi_plan *entry) { return pbwi_kinds[entry->slots[0].type].cell; }

/* ---- keys: `kind` is a constant wherever it matters ---- */

static inline uint64_t load_number(const void *key, int kind) {
  if (kind == PBW_CELL_BOOL) return *(const uint8_t *)key != 0;
  if (kind == PBW_CELL_32) {
    uint32_t v;
    memcpy(&v, key, 4);
    return v;
  }
  uint64_t v;
  memcpy(&v, key, 8);
  return v;
}

static inline size_t key_hash(const pbw_list *map, const void *key, int kind) {
  uint64_t seed = (uintptr_t)map->data;
  if (kind != PBW_CELL_BYTES) return (size_t)pbwi_mix_number(load_number(key, kind), seed);
  pbw_bytes bytes;
  memcpy(&bytes, key, sizeof bytes);
  return (size_t)pbwi_mix_bytes(bytes.data, bytes.size, seed);
}

/* Strings of one size: keys are short, so a call to memcmp would cost more than the compare. */
static inline bool same_bytes(const uint8_t *a, const uint8_t *b, size_t size) {
  if (size > 16) return memcmp(a, b, size) == 0;
  if (size >= 8)
    return !((pbwi_load64le(a) ^ pbwi_load64le(b)) | (pbwi_load64le(a + size - 8) ^ pbwi_load64le(b + size - 8)));
  if (size >= 4)
    return !((pbwi_load32le(a) ^ pbwi_load32le(b)) | (pbwi_load32le(a + size - 4) ^ pbwi_load32le(b + size - 4)));
  for (size_t i = 0; i < size; i++)
    if (a[i] != b[i]) return false;
  return true;
}

static inline bool same_key(const void *a, const void *b, int kind) {
  if (kind != PBW_CELL_BYTES) return load_number(a, kind) == load_number(b, kind);
  pbw_bytes x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return x.size == y.size && same_bytes(x.data, y.data, x.size);
}

/* ---- searching ---- */

/* The first of `count` entries with the key, from the start; `count` when there is none. */
static inline size_t scan(const pbw_list *map, const pbwi_plan *entry, const void *key, size_t count, int kind) {
  const char *at = map->data;
  for (size_t i = 0; i < count; i++, at += entry->size)
    if (same_key(at, key, kind)) return i;
  return count;
}

/* The bucket where the key's entry is told, or the empty one where it would be. The table is never full. */
static inline size_t probe(const pbw_list *map, const pbwi_plan *entry, const void *key, int kind) {
  const uint32_t *table = buckets(map, entry);
  size_t mask = bucket_mask(map), i = key_hash(map, key, kind) & mask;
  for (uint32_t number; (number = table[i]) != 0; i = (i + 1) & mask)
    if (same_key(pbwi_at(map->data, (size_t)(number - 1) * entry->size), key, kind)) break;
  return i;
}

static inline void *find(const pbw_list *map, const pbwi_plan *entry, const void *key, int kind) {
  size_t at;
  if (indexed(map)) {
    uint32_t number = buckets(map, entry)[probe(map, entry, key, kind)];
    if (!number) return NULL;
    at = number - 1;
  } else if ((at = scan(map, entry, key, map->size, kind)) == map->size) {
    return NULL;
  }
  return pbwi_at(map->data, at * entry->size);
}

void *pbwi_map_find(const pbw_list *map, const pbwi_plan *entry, const void *key) {
  if (!map->size) return NULL;
  switch (key_kind(entry)) {
    case PBW_CELL_BYTES: return find(map, entry, key, PBW_CELL_BYTES);
    case PBW_CELL_32: return find(map, entry, key, PBW_CELL_32);
    case PBW_CELL_64: return find(map, entry, key, PBW_CELL_64);
    default: return find(map, entry, key, PBW_CELL_BOOL);
  }
}

/* ---- adding ---- */

/* Tell all entries to an empty table. Keys in a map of ours are unique, so no key is looked at but the entry's own;
 * in a host's array the first of equal ones stays found. */
static inline void index_all(const pbw_list *map, const pbwi_plan *entry, int kind) {
  uint32_t *table = buckets(map, entry);
  size_t mask = bucket_mask(map);
  const char *at = map->data;
  for (uint32_t n = 1; n <= map->size; n++, at += entry->size) {
    size_t i = key_hash(map, at, kind) & mask;
    while (table[i]) i = (i + 1) & mask;
    table[i] = n;
  }
}

static void reindex(const pbw_list *map, const pbwi_plan *entry) {
  if (!indexed(map)) return;
  memset(buckets(map, entry), 0, (bucket_mask(map) + 1) * sizeof(uint32_t));
  switch (key_kind(entry)) {
    case PBW_CELL_BYTES: index_all(map, entry, PBW_CELL_BYTES); break;
    case PBW_CELL_32: index_all(map, entry, PBW_CELL_32); break;
    case PBW_CELL_64: index_all(map, entry, PBW_CELL_64); break;
    default: index_all(map, entry, PBW_CELL_BOOL);
  }
}

bool pbwi_map_reserve(pbw_arena *arena, pbw_list *map, const pbwi_plan *entry, size_t need) {
  if (need <= map->capacity) return true;
  if (need > MOST_ENTRIES || need > SIZE_MAX / 4 / (entry->size + 2 * sizeof(uint32_t))) return false;
  size_t capacity = FIRST_ENTRIES;
  while (capacity < need) capacity *= 2;
  size_t size = block_size(capacity, entry);
  bool ours = map->capacity && (map->capacity <= PBWI_MAP_SCAN || indexed(map));
  void *data;
  if (ours) {
    data = pbwi_arena_grow(arena, map->data, block_size(map->capacity, entry), size);
    if (!data) return false;
  } else {
    data = pbwi_arena_alloc(arena, size);
    if (!data) return false;
    if (map->size) memcpy(data, map->data, map->size * entry->size);
  }
  map->data = data;
  map->capacity = capacity;
  reindex(map, entry);
  return true;
}

/* While the index is small it grows fourfold: telling the entries again costs more than its room, and a table
 * that is emptier has fewer collisions, whose branches nobody can predict. (map<string,int32> with 256 entries:
 * 26 ns an entry instead of 38.) */
static bool grow(pbw_arena *arena, pbw_list *map, const pbwi_plan *entry) {
  bool fourfold = map->capacity >= PBWI_MAP_SCAN && map->capacity < 4096;
  return pbwi_map_reserve(arena, map, entry, fourfold ? map->capacity * 4 : map->size + 1);
}

void *pbwi_map_next(pbw_arena *arena, pbw_list *map, const pbwi_plan *entry) {
  if (PBWI_UNLIKELY(map->size >= map->capacity) && !grow(arena, map, entry)) return NULL;
  void *fresh = pbwi_at(map->data, map->size * entry->size);
  switch (entry->size) { /* the usual sizes without a call */
    case 8: return memset(fresh, 0, 8);
    case 16: return memset(fresh, 0, 16);
    case 24: return memset(fresh, 0, 24);
    case 32: return memset(fresh, 0, 32);
    default: return memset(fresh, 0, entry->size);
  }
}

static inline void *commit(pbw_list *map, const pbwi_plan *entry, int kind) {
  void *fresh = pbwi_at(map->data, map->size * entry->size), *old;
  if (indexed(map)) {
    uint32_t *bucket = &buckets(map, entry)[probe(map, entry, fresh, kind)];
    if (!*bucket) {
      *bucket = (uint32_t)++map->size;
      return fresh;
    }
    old = pbwi_at(map->data, (size_t)(*bucket - 1) * entry->size);
  } else {
    size_t at = scan(map, entry, fresh, map->size, kind);
    if (at == map->size) {
      map->size++;
      return fresh;
    }
    old = pbwi_at(map->data, at * entry->size);
  }
  uint32_t value = entry->slots[1].offset;
  memcpy(pbwi_at(old, value), pbwi_at(fresh, value), entry->size - value);
  return old;
}

void *pbwi_map_commit(pbw_list *map, const pbwi_plan *entry) {
  switch (key_kind(entry)) {
    case PBW_CELL_BYTES: return commit(map, entry, PBW_CELL_BYTES);
    case PBW_CELL_32: return commit(map, entry, PBW_CELL_32);
    case PBW_CELL_64: return commit(map, entry, PBW_CELL_64);
    default: return commit(map, entry, PBW_CELL_BOOL);
  }
}

/* ---- removing ---- */

/* Empty a bucket and move up those behind it whose search would now stop there. */
static void bucket_remove(const pbw_list *map, const pbwi_plan *entry, size_t hole) {
  uint32_t *table = buckets(map, entry);
  size_t mask = bucket_mask(map);
  int kind = key_kind(entry);
  for (size_t i = (hole + 1) & mask; table[i]; i = (i + 1) & mask) {
    size_t home = key_hash(map, pbwi_at(map->data, (size_t)(table[i] - 1) * entry->size), kind) & mask;
    if (((i - home) & mask) >= ((i - hole) & mask)) {
      table[hole] = table[i];
      hole = i;
    }
  }
  table[hole] = 0;
}

bool pbwi_map_remove(pbw_list *map, const pbwi_plan *entry, const void *key) {
  void *victim = pbwi_map_find(map, entry, key);
  if (!victim) return false;
  void *last = pbwi_at(map->data, (map->size - 1) * entry->size);
  if (!indexed(map)) {
    memmove(victim, last, entry->size);
    map->size--;
    return true;
  }
  uint32_t *table = buckets(map, entry);
  int kind = key_kind(entry);
  size_t hole = probe(map, entry, victim, kind);
  if (last != victim) table[probe(map, entry, last, kind)] = table[hole];
  memmove(victim, last, entry->size);
  map->size--;
  bucket_remove(map, entry, hole);
  return true;
}
