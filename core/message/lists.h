/* List fields by slot, in bulk, as section 5 of abi/pbwire.h promises. list.h has the unchecked growing. */
#ifndef PBWI_LISTS_H
#define PBWI_LISTS_H

#include "core/message/cell.h"

/* 0 too for what is not a list of this message. */
size_t pbwi_lists_size(const pbw_message *message, const pbwi_slot *slot);
/* NULL and 0 too for what is not a list of this message, or empty. */
const void *pbwi_lists_data(const pbw_message *message, const pbwi_slot *slot, size_t *size);
pbw_status pbwi_lists_get(const pbw_message *message, const pbwi_slot *slot, size_t index, size_t count,
                          void *cells);
/* A failed call changes nothing. `cells` may point into the list itself. */
pbw_status pbwi_lists_set(pbw_message *message, const pbwi_slot *slot, size_t index, size_t count,
                          const void *cells);
pbw_status pbwi_lists_append(pbw_message *message, const pbwi_slot *slot, size_t count, const void *cells);
/* Append an empty message. */
pbw_status pbwi_lists_add(pbw_message *message, const pbwi_slot *slot, pbw_message **out);
/* Room for `capacity` elements; those behind the last are zero. */
pbw_status pbwi_lists_reserve(pbw_message *message, const pbwi_slot *slot, size_t capacity);
pbw_status pbwi_lists_remove(pbw_message *message, const pbwi_slot *slot, size_t index, size_t count);

#endif
