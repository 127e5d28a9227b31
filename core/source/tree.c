/* Descriptors as messages that are filled by field number. */
#include "core/source/tree.h"

#include "core/message/list.h"

static const pbwi_slot *slot_of(const pbw_message *message, uint32_t number) {
  return pbwi_plan_find(message->plan, number);
}

static void set(pbw_message *message, const pbwi_slot *slot, const void *cell) {
  pbwi_cell_copy(pbwi_slot_cell(message, slot), cell, pbwi_slot_format(slot));
  pbwi_cell_mark(message, slot);
}

void pbwi_tree_int(pbw_message *message, uint32_t number, int64_t value) {
  const pbwi_slot *slot = slot_of(message, number);
  pbwi_any_cell cell;
  if (pbwi_slot_format(slot) == PBW_CELL_BOOL) cell.b = value != 0;
  else if (pbwi_slot_format(slot) == PBW_CELL_32) cell.v32 = (uint32_t)value;
  else cell.v64 = (uint64_t)value;
  set(message, slot, &cell);
}

void pbwi_tree_bytes(pbw_message *message, uint32_t number, pbw_bytes value) {
  set(message, slot_of(message, number), &value);
}

static pbw_message *make(pbwi_tree *tree, const pbwi_slot *slot) {
  pbw_message *child = pbwi_message_make(tree->arena, slot->sub, tree->arena);
  if (!child) tree->failed = true;
  return child;
}

pbw_message *pbwi_tree_message(pbwi_tree *tree, pbw_message *message, uint32_t number) {
  const pbwi_slot *slot = slot_of(message, number);
  pbw_message *child = pbwi_cell_message(pbwi_slot_cell(message, slot));
  if (child) return child;
  if ((child = make(tree, slot))) set(message, slot, &child);
  return child;
}

static void *next(pbwi_tree *tree, pbw_message *message, const pbwi_slot *slot) {
  void *cell = pbwi_list_next(tree->arena, pbwi_slot_list(message, slot), pbwi_slot_size(slot));
  if (!cell) tree->failed = true;
  return cell;
}

pbw_message *pbwi_tree_add(pbwi_tree *tree, pbw_message *message, uint32_t number) {
  const pbwi_slot *slot = slot_of(message, number);
  pbw_message *child = make(tree, slot);
  void *cell = child ? next(tree, message, slot) : NULL;
  if (!cell) return NULL;
  memcpy(cell, &child, sizeof child);
  pbwi_slot_list(message, slot)->size++;
  return child;
}

void pbwi_tree_add_int(pbwi_tree *tree, pbw_message *message, uint32_t number, int32_t value) {
  const pbwi_slot *slot = slot_of(message, number);
  void *cell = next(tree, message, slot);
  if (!cell) return;
  memcpy(cell, &value, sizeof value);
  pbwi_slot_list(message, slot)->size++;
}

void pbwi_tree_add_bytes(pbwi_tree *tree, pbw_message *message, uint32_t number, pbw_bytes value) {
  const pbwi_slot *slot = slot_of(message, number);
  void *cell = next(tree, message, slot);
  if (!cell) return;
  memcpy(cell, &value, sizeof value);
  pbwi_slot_list(message, slot)->size++;
}

bool pbwi_tree_has(const pbw_message *message, uint32_t number) { return pbwi_has(message, slot_of(message, number)); }

int64_t pbwi_tree_get_int(const pbw_message *message, uint32_t number) {
  const pbwi_slot *slot = slot_of(message, number);
  const void *cell = pbwi_slot_cell(message, slot);
  if (pbwi_slot_format(slot) == PBW_CELL_BOOL) return *(const uint8_t *)cell;
  return pbwi_slot_format(slot) == PBW_CELL_32 ? (int32_t)pbwi_cell_u32(cell) : (int64_t)pbwi_cell_u64(cell);
}

pbw_bytes pbwi_tree_get_bytes(const pbw_message *message, uint32_t number) {
  return pbwi_cell_bytes(pbwi_slot_cell(message, slot_of(message, number)));
}

pbw_message *pbwi_tree_get(const pbw_message *message, uint32_t number) {
  return pbwi_cell_message(pbwi_slot_cell(message, slot_of(message, number)));
}

const pbw_list *pbwi_tree_list(const pbw_message *message, uint32_t number) {
  return pbwi_slot_list(message, slot_of(message, number));
}
