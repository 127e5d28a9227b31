/* Singular fields by slot. Setting goes: check, make what can fail, then change the message. */
#include "core/message/access.h"

#include "core/message/value.h"

static bool singular(const pbw_message *message, const pbwi_slot *slot) {
  return message && slot && pbwi_slot_is_of(slot, message) && slot->cardinality == PBW_SINGULAR;
}

bool pbwi_message_has(const pbw_message *message, const pbwi_slot *slot) {
  return message && slot && pbwi_slot_is_of(slot, message) && pbwi_has(message, slot);
}

pbw_status pbwi_message_get(const pbw_message *message, const pbwi_slot *slot, void *cell) {
  if (!singular(message, slot) || !cell) return PBW_ERR_ARGUMENT;
  if (pbwi_has(message, slot))
    pbwi_cell_copy(cell, pbwi_slot_cell(message, slot), pbwi_slot_format(slot));
  else if (slot->fallback)
    pbwi_cell_copy(cell, slot->fallback, pbwi_slot_format(slot));
  else
    memset(cell, 0, pbwi_slot_size(slot));
  return PBW_OK;
}

pbw_status pbwi_message_set(pbw_message *message, const pbwi_slot *slot, const void *cell) {
  if (!singular(message, slot) || !cell) return PBW_ERR_ARGUMENT;
  if (!message->arena) return PBW_ERR_READONLY;
  if (pbwi_slot_format(slot) == PBW_CELL_MESSAGE && !pbwi_cell_message(cell)) {
    pbwi_cell_clear(message, slot);
    return PBW_OK;
  }
  pbwi_any_cell value;
  pbw_status status = pbwi_values_check(message, slot, 1, cell);
  if (!status) status = pbwi_values_copy(message->arena, slot, 1, cell, &value);
  if (status) return status;
  pbwi_cell_copy(pbwi_cell_open(message, slot), &value, pbwi_slot_format(slot));
  pbwi_cell_mark(message, slot);
  return PBW_OK;
}

pbw_status pbwi_message_mutable(pbw_message *message, const pbwi_slot *slot, pbw_message **out) {
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  if (!singular(message, slot) || pbwi_slot_format(slot) != PBW_CELL_MESSAGE) return PBW_ERR_ARGUMENT;
  if (!message->arena) return PBW_ERR_READONLY;
  if (!pbwi_has(message, slot)) {
    pbw_message *fresh = pbwi_message_make(message->arena, slot->sub, message->arena);
    if (!fresh) return pbwi_arena_status(message->arena);
    memcpy(pbwi_cell_open(message, slot), &fresh, sizeof fresh);
    pbwi_cell_mark(message, slot);
  }
  pbw_message *child = pbwi_cell_message(pbwi_slot_cell(message, slot));
  if (child->arena != message->arena) return PBW_ERR_READONLY; /* borrowed by a host */
  *out = child;
  return PBW_OK;
}

pbw_status pbwi_message_clear_field(pbw_message *message, const pbwi_slot *slot) {
  if (!message || !slot || !pbwi_slot_is_of(slot, message)) return PBW_ERR_ARGUMENT;
  if (!message->arena) return PBW_ERR_READONLY;
  pbwi_cell_clear(message, slot);
  return PBW_OK;
}

pbw_status pbwi_message_clear(pbw_message *message) {
  if (!message) return PBW_ERR_ARGUMENT;
  if (!message->arena) return PBW_ERR_READONLY;
  const pbwi_plan *plan = message->plan;
  pbw_arena *arena = message->arena;
  pbwi_zero(message, plan->size);
  message->plan = plan;
  message->arena = arena;
  return PBW_OK;
}

const pbwi_slot *pbwi_message_oneof(const pbw_message *message, uint32_t case_offset) {
  uint32_t member = pbwi_cell_u32(pbwi_at(message, case_offset));
  const pbwi_slot *slot = member ? pbwi_plan_find(message->plan, member) : NULL;
  if (!slot || slot->presence != PBW_PRESENCE_ONEOF || slot->presence_offset != case_offset) return NULL;
  return pbwi_has(message, slot) ? slot : NULL;
}
