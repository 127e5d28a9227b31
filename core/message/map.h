/* Maps: a list of entries in the order of insertion, with a hash index behind it.
 *
 *   list.data                                     data + capacity * entry->size
 *   +---------+---------+-----+---------+---------+----------------------------+
 *   | entry 0 | entry 1 | ... | entry n-1 | free  | index: uint32 per bucket   |
 *   +---------+---------+-----+---------+---------+----------------------------+
 *   entry: key cell at 0, value cell at entry->slots[1].offset
 *
 * Maps with room for at most PBWI_MAP_SCAN entries have no index and are searched from the start. A larger capacity
 * is a power of two; its index has twice as many buckets, each an entry's number + 1 or 0, probed one
 * after the other. capacity 0 with a size is a host's array, searched from the start, as is one of any
 * other capacity; growing copies it.
 *
 * Hosts read entries as a list and never see the index. The hash is seeded with the address of the
 * entries, so that keys which collide in one map do not in the next. */
#ifndef PBWI_MAP_H
#define PBWI_MAP_H

#include "core/message/list.h"
#include "core/plan/plan.h"

#define PBWI_MAP_SCAN 8

/* The entry of a key (a key cell), or NULL. */
void *pbwi_map_find(const pbw_list *map, const pbwi_plan *entry, const void *key);

/* Room for `need` entries. false: no memory, the map is as it was. */
bool pbwi_map_reserve(pbw_arena *arena, pbw_list *map, const pbwi_plan *entry, size_t need);

/* A zeroed entry behind the last, not yet counted. NULL: no memory, the map is as it was. */
void *pbwi_map_next(pbw_arena *arena, pbw_list *map, const pbwi_plan *entry);

/* Count the entry that pbwi_map_next gave; when its key is there already, move its value into the older
 * entry instead. Returns the entry that now has the value. */
void *pbwi_map_commit(pbw_list *map, const pbwi_plan *entry);

/* Remove a key; the last entry takes its place. false: not found. The map must own its memory. */
bool pbwi_map_remove(pbw_list *map, const pbwi_plan *entry, const void *key);

#endif
