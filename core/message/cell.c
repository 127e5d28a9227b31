/* Clearing of cells, of oneofs among them. */
#include "core/message/cell.h"

void *pbwi_cell_open(pbw_message *message, const pbwi_slot *slot) {
  if (slot->presence == PBW_PRESENCE_ONEOF) {
    uint32_t member = pbwi_cell_u32(pbwi_at(message, slot->presence_offset));
    if (member && member != slot->presence_mask) {
      const pbwi_slot *old = pbwi_plan_find(message->plan, member);
      if (old) pbwi_cell_clear(message, old);
    }
  }
  return pbwi_slot_cell(message, slot);
}

void pbwi_cell_clear(pbw_message *message, const pbwi_slot *slot) {
  void *cell = pbwi_slot_cell(message, slot);
  uint8_t *presence = pbwi_at(message, slot->presence_offset);
  if (slot->cardinality != PBW_SINGULAR) {
    pbw_list *list = cell;
    if (slot->cardinality == PBW_REPEATED && list->capacity)
      list->size = 0;
    else
      *list = (pbw_list){0};
    return;
  }
  if (slot->presence == PBW_PRESENCE_ONEOF) {
    uint32_t none = 0;
    if (pbwi_cell_u32(presence) != slot->presence_mask) return; /* another member's storage */
    memcpy(presence, &none, 4);
  } else if (slot->presence == PBW_PRESENCE_BIT) {
    *presence = (uint8_t)(*presence & ~slot->presence_mask);
  }
  memset(cell, 0, pbwi_slot_size(slot));
}
