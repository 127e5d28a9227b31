/* The entries of a map in the order of their keys, for deterministic output. */
#ifndef PBWI_SORT_H
#define PBWI_SORT_H

#include "core/message/message.h"

/* Pointers to the entries, sorted: numbers by value (signed ones as signed), false before true, strings
 * by bytes. An array of map->size pointers, to be freed with the allocator; NULL: no memory. The map is
 * not empty. */
const void **pbwi_map_sorted(const pbw_list *map, const pbwi_plan *entry, const pbw_allocator *allocator);

#endif
