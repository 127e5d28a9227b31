/* Lists: a pbw_list whose elements are cells side by side, grown in an arena. The same three words hold
 * the entries of a map and the slices of unknown fields.
 *
 * capacity 0 with a size above 0 is borrowed memory (packed numbers aliased from the input, or a host's
 * array): growing copies it first, so that it is never written. */
#ifndef PBWI_LIST_H
#define PBWI_LIST_H

#include "core/base/arena.h"

/* Make `capacity` at least `need`, doubling. false: no memory, the list is as it was. */
bool pbwi_list_grow(pbw_arena *arena, pbw_list *list, size_t element_size, size_t need);

/* Room for one more element behind the last; the caller writes it and adds 1 to size. NULL: no memory. */
PBWI_INLINE void *pbwi_list_next(pbw_arena *arena, pbw_list *list, size_t element_size) {
  if (PBWI_UNLIKELY(list->size >= list->capacity) &&
      PBWI_UNLIKELY(!pbwi_list_grow(arena, list, element_size, list->size + 1)))
    return NULL;
  return pbwi_at(list->data, list->size * element_size);
}

#endif
