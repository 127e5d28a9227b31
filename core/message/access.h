/* Singular fields by slot: has, get, set, mutable, clear, as section 5 of abi/pbwire.h promises. These check
 * what a caller may get wrong (NULL, another type's field, a list where one value is meant: ARGUMENT; a pooled
 * message: READONLY); cell.h has the unchecked halves. */
#ifndef PBWI_ACCESS_H
#define PBWI_ACCESS_H

#include "core/message/cell.h"

/* Present; for lists and maps: not empty. false too for another type's field. */
bool pbwi_message_has(const pbw_message *message, const pbwi_slot *slot);

/* The value, or else the default, into `cell`. */
pbw_status pbwi_message_get(const pbw_message *message, const pbwi_slot *slot, void *cell);

/* The value from `cell`. A failed call changes nothing. */
pbw_status pbwi_message_set(pbw_message *message, const pbwi_slot *slot, const void *cell);

/* The message in a field, made when absent. */
pbw_status pbwi_message_mutable(pbw_message *message, const pbwi_slot *slot, pbw_message **out);

pbw_status pbwi_message_clear_field(pbw_message *message, const pbwi_slot *slot);
/* Everything, unknown fields too. What it pointed to stays in the arena. */
pbw_status pbwi_message_clear(pbw_message *message);

/* The member that is set of the oneof whose case stands at `case_offset`, or NULL. */
const pbwi_slot *pbwi_message_oneof(const pbw_message *message, uint32_t case_offset);

#endif
