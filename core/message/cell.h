/* Single cells: is a field present, mark it present, copy or clear its cell. The rules are those of section 4
 * of abi/pbwire.h, in code; everything that touches fields by slot goes through here. */
#ifndef PBWI_CELL_H
#define PBWI_CELL_H

#include "core/message/message.h"

/* Bytes of the largest cell of one value. */
typedef union pbwi_any_cell {
  uint8_t b;
  uint32_t v32;
  uint64_t v64;
  pbw_bytes bytes;
  pbw_message *message;
} pbwi_any_cell;

PBWI_INLINE uint32_t pbwi_cell_u32(const void *cell) {
  uint32_t v;
  memcpy(&v, cell, 4);
  return v;
}

PBWI_INLINE uint64_t pbwi_cell_u64(const void *cell) {
  uint64_t v;
  memcpy(&v, cell, 8);
  return v;
}

PBWI_INLINE pbw_bytes pbwi_cell_bytes(const void *cell) {
  pbw_bytes v;
  memcpy(&v, cell, sizeof v);
  return v;
}

PBWI_INLINE pbw_message *pbwi_cell_message(const void *cell) {
  pbw_message *v;
  memcpy(&v, cell, sizeof v);
  return v;
}

/* The format and size of one value: of a list an element's. */
PBWI_INLINE int pbwi_slot_format(const pbwi_slot *slot) { return pbwi_kinds[slot->type].cell; }
PBWI_INLINE size_t pbwi_slot_size(const pbwi_slot *slot) { return pbwi_kinds[slot->type].cell_size; }

PBWI_INLINE void *pbwi_slot_cell(const pbw_message *message, const pbwi_slot *slot) {
  return pbwi_at(message, slot->offset);
}

/* The list or map of a field that is one. */
PBWI_INLINE pbw_list *pbwi_slot_list(const pbw_message *message, const pbwi_slot *slot) {
  return pbwi_at(message, slot->offset);
}

/* What the values of a field are like: of a map, the slot of its entries' values. */
PBWI_INLINE const pbwi_slot *pbwi_slot_value(const pbwi_slot *slot) {
  return slot->cardinality == PBW_MAP ? &slot->sub->slots[1] : slot;
}

/* The plan of the messages in a field; NULL when there are none. */
PBWI_INLINE const pbwi_plan *pbwi_slot_below(const pbwi_slot *slot) {
  const pbwi_slot *value = pbwi_slot_value(slot);
  return pbwi_slot_format(value) == PBW_CELL_MESSAGE ? value->sub : NULL;
}

/* Whether the slot is one of this message's. */
PBWI_INLINE bool pbwi_slot_is_of(const pbwi_slot *slot, const pbw_message *message) {
  const pbwi_plan *plan = message->plan;
  uintptr_t from_first = (uintptr_t)slot - (uintptr_t)plan->slots;
  return from_first < plan->slot_count * sizeof *slot;
}

/* Constant sizes, so that each copy is a load and a store. */
PBWI_INLINE void pbwi_cell_copy(void *to, const void *from, int format) {
  switch (format) {
    case PBW_CELL_BOOL: *(uint8_t *)to = *(const uint8_t *)from != 0; break; /* a host may have stored any byte */
    case PBW_CELL_32: memcpy(to, from, 4); break;
    case PBW_CELL_64: memcpy(to, from, 8); break;
    case PBW_CELL_BYTES: memcpy(to, from, sizeof(pbw_bytes)); break;
    default: memcpy(to, from, sizeof(pbw_message *));
  }
}

/* Zero in the sense of implicit presence: -0.0 is not. */
PBWI_INLINE bool pbwi_cell_is_zero(const void *cell, int format) {
  switch (format) {
    case PBW_CELL_BOOL: return *(const uint8_t *)cell == 0;
    case PBW_CELL_32: return pbwi_cell_u32(cell) == 0;
    case PBW_CELL_64: return pbwi_cell_u64(cell) == 0;
    case PBW_CELL_BYTES: return pbwi_cell_bytes(cell).size == 0;
    default: return pbwi_cell_message(cell) == NULL;
  }
}

PBWI_INLINE bool pbwi_has(const pbw_message *message, const pbwi_slot *slot) {
  const char *cell = pbwi_slot_cell(message, slot);
  const uint8_t *presence = pbwi_at(message, slot->presence_offset);
  switch (slot->presence) {
    case PBW_PRESENCE_BIT: return (*presence & slot->presence_mask) != 0;
    case PBW_PRESENCE_ONEOF: /* a host may have written the case of a message and not the message */
      return pbwi_cell_u32(presence) == slot->presence_mask &&
             (pbwi_slot_format(slot) != PBW_CELL_MESSAGE || pbwi_cell_message(cell));
    case PBW_PRESENCE_SIZE: return ((const pbw_list *)(const void *)cell)->size != 0;
    case PBW_PRESENCE_POINTER: return pbwi_cell_message(cell) != NULL;
    default: return !pbwi_cell_is_zero(cell, pbwi_slot_format(slot));
  }
}

/* The cell of a singular field, about to be written whole. Another member of its oneof is cleared first, so
 * that no part of its value stays in the shared storage. */
void *pbwi_cell_open(pbw_message *message, const pbwi_slot *slot);

/* Make a field present after its cell was written. Implicit fields, messages, lists: nothing to do. */
PBWI_INLINE void pbwi_cell_mark(pbw_message *message, const pbwi_slot *slot) {
  uint8_t *presence = pbwi_at(message, slot->presence_offset);
  if (slot->presence == PBW_PRESENCE_BIT)
    *presence = (uint8_t)(*presence | slot->presence_mask);
  else if (slot->presence == PBW_PRESENCE_ONEOF)
    memcpy(presence, &slot->presence_mask, 4);
}

/* Make a field absent: its cell zero, its presence too. A list that owns its memory keeps it. */
void pbwi_cell_clear(pbw_message *message, const pbwi_slot *slot);

#endif
