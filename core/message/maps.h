/* Map fields by slot, as section 5 of abi/pbwire.h promises. map.h has the index behind them. */
#ifndef PBWI_MAPS_H
#define PBWI_MAPS_H

#include "core/message/cell.h"

/* 0 too for what is not a map of this message. */
size_t pbwi_maps_size(const pbw_message *message, const pbwi_slot *slot);
pbw_status pbwi_maps_get(const pbw_message *message, const pbwi_slot *slot, const void *key, void *value);
/* A failed call changes nothing. */
pbw_status pbwi_maps_set(pbw_message *message, const pbwi_slot *slot, const void *key, const void *value);
pbw_status pbwi_maps_mutable(pbw_message *message, const pbwi_slot *slot, const void *key, pbw_message **out);
pbw_status pbwi_maps_remove(pbw_message *message, const pbwi_slot *slot, const void *key);
/* key or value may be NULL: not wanted. */
pbw_status pbwi_maps_entry(const pbw_message *message, const pbwi_slot *slot, size_t index, void *key,
                           void *value);

#endif
