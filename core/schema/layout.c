/* Layout: a place for every field.
 *
 *   header | presence words | cells of 8 | cells of 4, oneof cases | cells of 1 | padding to 16
 *
 * Cells stand in the order of their alignment, largest first, so that there is no hole between them; within
 * an alignment, in the order of the field numbers, so that decoding a message walks forward. The members
 * of a oneof share one place, which is as large as the largest of them. Presence bits of required fields
 * come first, so that checking all of them is one compare with the first word. */
#include "core/schema/layout.h"

#include "core/message/message.h"

void pbwi_layout_bit(pbwi_slot *slot, uint32_t has_offset, uint32_t bit) {
  uint32_t byte = bit % 64 / 8;
  if (PBWI_BIG_ENDIAN) byte = 7 - byte;
  slot->presence = PBW_PRESENCE_BIT;
  slot->bit = bit;
  slot->presence_offset = has_offset + bit / 64 * 8 + byte;
  slot->presence_mask = UINT32_C(1) << bit % 8;
}

static uint32_t cell_size(const pbwi_slot *slot) {
  return slot->cardinality == PBW_SINGULAR ? pbwi_kinds[slot->type].cell_size : (uint32_t)sizeof(pbw_list);
}

static uint32_t cell_align(const pbwi_slot *slot) {
  if (slot->cardinality != PBW_SINGULAR) return sizeof(void *);
  switch (pbwi_kinds[slot->type].cell) {
    case PBW_CELL_BOOL: return 1;
    case PBW_CELL_32: return 4;
    case PBW_CELL_64: return 8;
    default: return sizeof(void *);
  }
}

/* Entries are not messages: key at 0, then the value; no header. */
static void layout_entry(pbwi_plan *plan, pbwi_slot *slots) {
  pbwi_slot *key = &slots[0], *value = &slots[1];
  uint32_t align = cell_align(key) > cell_align(value) ? cell_align(key) : cell_align(value);
  key->offset = 0;
  value->offset = (uint32_t)pbwi_align(cell_size(key), cell_align(value));
  plan->size = (uint32_t)pbwi_align(value->offset + cell_size(value), align);
  plan->has_offset = 0;
  plan->has_words = 0;
}

static uint32_t give_bits(pbwi_plan *plan, pbwi_slot *slots) {
  uint32_t bit = 0, end = sizeof(pbw_message);
  for (int required = 1; required >= 0; required--)
    for (uint16_t i = 0; i < plan->slot_count; i++)
      if (slots[i].presence == PBW_PRESENCE_BIT && !(slots[i].flags & PBWI_SLOT_REQUIRED) == !required)
        pbwi_layout_bit(&slots[i], (uint32_t)PBWI_HAS_OFFSET, bit++);
  plan->has_offset = PBWI_HAS_OFFSET;
  plan->has_words = (bit + 63) / 64;
  return bit ? plan->has_offset + plan->has_words * 8 : end;
}

static uint32_t oneof_align(const pbw_oneof *oneof) {
  uint32_t align = 1;
  for (uint32_t i = 0; i < oneof->field_count; i++) {
    uint32_t own = cell_align(oneof->fields[i]->slot);
    if (own > align) align = own;
  }
  return align;
}

/* The slot of a field is const for everybody else. */
static pbwi_slot *slot_of(const pbw_type *type, pbwi_slot *slots, const pbw_field *field) {
  return &slots[field->slot - type->plan.slots];
}

/* The shared place of a oneof, from `offset` on; returns its end. */
static uint32_t give_oneof(pbw_type *type, pbwi_slot *slots, pbw_oneof *oneof, uint32_t offset) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < oneof->field_count; i++) {
    pbwi_slot *slot = slot_of(type, slots, oneof->fields[i]);
    slot->offset = offset;
    if (cell_size(slot) > size) size = cell_size(slot);
  }
  return offset + size;
}

static uint32_t give_case(pbw_type *type, pbwi_slot *slots, pbw_oneof *oneof, uint32_t offset) {
  oneof->case_offset = offset;
  for (uint32_t i = 0; i < oneof->field_count; i++) {
    pbwi_slot *slot = slot_of(type, slots, oneof->fields[i]);
    slot->presence_offset = offset;
    slot->presence_mask = slot->number;
  }
  return offset + 4;
}

void pbwi_layout_type(pbw_type *type, pbwi_slot *slots) {
  pbwi_plan *plan = &type->plan;
  if (plan->flags & PBWI_PLAN_ENTRY) {
    layout_entry(plan, slots);
    return;
  }
  uint32_t end = give_bits(plan, slots);
  for (uint32_t align = 8; align; align /= 2) {
    if (align == 2) continue;
    end = (uint32_t)pbwi_align(end, align);
    for (uint16_t i = 0; i < plan->slot_count; i++) {
      if (slots[i].presence == PBW_PRESENCE_ONEOF || cell_align(&slots[i]) != align) continue;
      slots[i].offset = end;
      end += cell_size(&slots[i]);
    }
    for (uint32_t i = 0; i < type->oneof_count; i++) {
      if (align == 4) end = give_case(type, slots, &type->oneofs[i], end);
      if (oneof_align(&type->oneofs[i]) == align)
        end = (uint32_t)pbwi_align(give_oneof(type, slots, &type->oneofs[i], end), align);
    }
  }
  plan->size = (uint32_t)pbwi_align(end, PBWI_ARENA_ALIGN);
}
