/* Checking strings: a visitor that goes everywhere, since a string may stand anywhere. */
#include "core/message/strings.h"

#include "core/base/status.h"
#include "core/base/utf8.h"
#include "core/message/walk.h"

static bool valid(const void *cell) {
  const pbw_bytes *bytes = cell;
  return pbwi_utf8_valid(bytes->data, bytes->size);
}

/* Whether every string of a map's key or value slot is valid. */
static bool column_valid(const pbw_list *map, const pbwi_plan *entry, const pbwi_slot *slot) {
  if (!(slot->flags & PBWI_SLOT_UTF8)) return true;
  for (size_t i = 0; i < map->size; i++)
    if (!valid(pbwi_at(map->data, i * entry->size + slot->offset))) return false;
  return true;
}

static bool field_valid(const pbw_message *message, const pbwi_slot *slot) {
  const pbw_list *list = pbwi_at(message, slot->offset);
  if (slot->cardinality == PBW_MAP)
    return column_valid(list, slot->sub, &slot->sub->slots[0]) && column_valid(list, slot->sub, &slot->sub->slots[1]);
  if (!(slot->flags & PBWI_SLOT_UTF8)) return true;
  if (slot->cardinality == PBW_SINGULAR) return valid(list);
  for (size_t i = 0; i < list->size; i++)
    if (!valid(pbwi_at(list->data, i * sizeof(pbw_bytes)))) return false;
  return true;
}

static pbw_status enter(pbwi_walk *walk, pbwi_frame *frame) {
  (void)walk, (void)frame;
  return PBW_OK;
}

static pbw_status field(pbwi_walk *walk, pbwi_frame *frame) {
  (void)walk;
  if (!pbwi_has(frame->from, frame->slot)) return PBWI_WALK_ON;
  if (!field_valid(frame->from, frame->slot)) return PBW_ERR_UTF8;
  return pbwi_slot_below(frame->slot) ? PBWI_WALK_BELOW : PBWI_WALK_ON;
}

static pbw_status child(pbwi_walk *walk, pbwi_frame *frame, const pbw_message *from, pbw_message **partner) {
  (void)walk, (void)frame, (void)partner;
  return from ? PBWI_WALK_BELOW : PBWI_WALK_ON;
}

static void leave(pbwi_walk *walk, pbwi_frame *frame, pbwi_frame *outer) { (void)walk, (void)frame, (void)outer; }

static const pbwi_visitor visitor = {enter, field, child, leave};

pbw_status pbwi_check_strings(const pbw_message *message, pbw_error *error) {
  pbwi_walk walk;
  pbwi_walk_init(&walk, NULL);
  pbw_status status = pbwi_walk_run(&walk, visitor, message, NULL);
  if (status == PBW_ERR_UTF8)
    pbwi_walk_fail(&walk, status, walk.frames[walk.depth - 1].slot, false, error);
  else if (status)
    pbwi_error_set(error, status, PBW_NO_OFFSET, NULL, NULL);
  pbwi_walk_done(&walk);
  return status;
}
