/* Where each field of a type stands. */
#ifndef PBWI_LAYOUT_H
#define PBWI_LAYOUT_H

#include "core/schema/schema.h"

/* Give a slot the presence bit `bit` of the words at `has_offset`. */
void pbwi_layout_bit(pbwi_slot *slot, uint32_t has_offset, uint32_t bit);

/* Lay out a type whose slots tell number, type, cardinality, presence and flags, and whose oneofs list
 * their fields: fills the slots' places, the oneofs' case offsets, and size, has_offset and has_words of
 * the plan. */
void pbwi_layout_type(pbw_type *type, pbwi_slot *slots);

#endif
