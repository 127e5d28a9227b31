/* Merging: a visitor that writes into each message's partner. A deep copy is a merge into an empty message, so
 * that there is one place that knows what a field's copy is.
 *
 * Safe when `from` shares messages with `to` (the same message, one inside the other, or a message set in both):
 * only messages of one arena can, and from one arena everything is copied aside first. */
#include "core/message/merge.h"

#include "core/message/list.h"
#include "core/message/map.h"
#include "core/message/unknown.h"
#include "core/message/value.h"
#include "core/message/walk.h"

static pbw_status enter(pbwi_walk *walk, pbwi_frame *frame) {
  (void)walk;
  return pbwi_unknown_merge(frame->to, frame->from);
}

static pbw_status merge_scalar(pbw_message *to, const pbw_message *from, const pbwi_slot *slot) {
  pbwi_any_cell value;
  pbw_status status = pbwi_values_copy(to->arena, slot, 1, pbwi_slot_cell(from, slot), &value);
  if (status) return status;
  pbwi_cell_copy(pbwi_cell_open(to, slot), &value, pbwi_slot_format(slot));
  pbwi_cell_mark(to, slot);
  return PBW_OK;
}

/* Append the values of a list; of a list of messages only make room, children follow. */
static pbw_status merge_list(pbw_message *to, const pbw_message *from, const pbwi_slot *slot) {
  pbw_list *into = pbwi_slot_list(to, slot);
  const pbw_list list = *pbwi_slot_list(from, slot); /* as it is now: the two may be one */
  size_t size = pbwi_slot_size(slot), need = into->size + list.size;
  to->arena->hit_max = false;
  if (need > into->capacity && !pbwi_list_grow(to->arena, into, size, need)) return pbwi_arena_status(to->arena);
  if (pbwi_slot_below(slot)) return PBWI_WALK_BELOW;
  void *end = pbwi_at(into->data, into->size * size);
  pbw_status status = pbwi_values_copy(to->arena, slot, list.size, list.data, end);
  if (!status) into->size = need;
  return status;
}

/* Put a key and a value, which is copied (a message: already a copy), into a map. */
static pbw_status put(pbw_message *to, const pbwi_slot *slot, const void *key, const void *value) {
  const pbwi_plan *entry = slot->sub;
  pbw_list *into = pbwi_slot_list(to, slot);
  pbw_arena *arena = to->arena;
  void *at = pbwi_map_find(into, entry, key);
  if (at) return pbwi_values_copy(arena, &entry->slots[1], 1, value, pbwi_at(at, entry->slots[1].offset));
  if (!(at = pbwi_map_next(arena, into, entry))) return pbwi_arena_status(arena);
  pbw_status status = pbwi_values_copy(arena, &entry->slots[0], 1, key, at);
  if (!status) status = pbwi_values_copy(arena, &entry->slots[1], 1, value, pbwi_at(at, entry->slots[1].offset));
  if (!status) pbwi_map_commit(into, entry);
  return status;
}

static pbw_status merge_map(pbw_message *to, const pbw_message *from, const pbwi_slot *slot) {
  const pbw_list map = *pbwi_slot_list(from, slot);
  const pbwi_plan *entry = slot->sub;
  pbw_list *into = pbwi_slot_list(to, slot);
  to->arena->hit_max = false;
  size_t need = into->size > map.size ? into->size : map.size;
  if (!pbwi_map_reserve(to->arena, into, entry, need)) return pbwi_arena_status(to->arena);
  if (pbwi_slot_below(slot)) return PBWI_WALK_BELOW;
  for (size_t i = 0; i < map.size; i++) {
    const void *key = pbwi_at(map.data, i * entry->size);
    pbw_status status = put(to, slot, key, pbwi_at(key, entry->slots[1].offset));
    if (status) return status;
  }
  return PBW_OK;
}

static pbw_status field(pbwi_walk *walk, pbwi_frame *frame) {
  (void)walk;
  const pbwi_slot *slot = frame->slot;
  if (!pbwi_has(frame->from, slot)) return PBWI_WALK_ON;
  if (slot->cardinality == PBW_REPEATED) return merge_list(frame->to, frame->from, slot);
  if (slot->cardinality == PBW_MAP) return merge_map(frame->to, frame->from, slot);
  if (pbwi_slot_below(slot)) return PBWI_WALK_BELOW;
  return merge_scalar(frame->to, frame->from, slot);
}

/* The partner of a child: the message that stands there already, or a new one put in its place. */
static pbw_status child(pbwi_walk *walk, pbwi_frame *frame, const pbw_message *from, pbw_message **partner) {
  (void)walk;
  const pbwi_slot *slot = frame->slot;
  pbw_message *to = frame->to, *fresh;
  if (slot->cardinality == PBW_SINGULAR && pbwi_has(to, slot)) {
    *partner = pbwi_cell_message(pbwi_slot_cell(to, slot));
    if ((*partner)->arena != to->arena) return PBW_ERR_READONLY; /* borrowed by a host */
    return from ? PBWI_WALK_BELOW : PBWI_WALK_ON;
  }
  to->arena->hit_max = false;
  if (!(fresh = pbwi_message_make(to->arena, pbwi_slot_below(slot), to->arena))) return pbwi_arena_status(to->arena);
  if (slot->cardinality == PBW_REPEATED) {
    pbw_list *into = pbwi_slot_list(to, slot); /* field() made room */
    memcpy(pbwi_at(into->data, into->size++ * sizeof fresh), &fresh, sizeof fresh);
  } else if (slot->cardinality == PBW_MAP) {
    pbw_status status = put(to, slot, pbwi_walk_item(frame), &fresh);
    if (status) return status;
  } else {
    memcpy(pbwi_cell_open(to, slot), &fresh, sizeof fresh);
    pbwi_cell_mark(to, slot);
  }
  *partner = fresh;
  return from ? PBWI_WALK_BELOW : PBWI_WALK_ON; /* what a host left out counts as empty */
}

static void leave(pbwi_walk *walk, pbwi_frame *frame, pbwi_frame *outer) { (void)walk, (void)frame, (void)outer; }

static const pbwi_visitor visitor = {enter, field, child, leave};

static pbw_status copy_tree(pbw_message *to, const pbw_message *from) {
  pbwi_walk walk;
  pbwi_walk_init(&walk, &to->arena->allocator);
  pbw_status status = pbwi_walk_run(&walk, visitor, from, to);
  pbwi_walk_done(&walk);
  return status;
}

pbw_status pbwi_merge(pbw_message *to, const pbw_message *from) {
  if (!to || !from || to->plan != from->plan) return PBW_ERR_ARGUMENT;
  if (!to->arena) return PBW_ERR_READONLY;
  if (to->arena != from->arena) return copy_tree(to, from);
  pbw_arena aside;
  pbw_message *copy;
  pbwi_arena_init(&aside, &to->arena->allocator, to->arena->max);
  pbw_status status = pbwi_clone(&aside, from, &copy);
  if (!status) status = copy_tree(to, copy);
  pbwi_arena_clear(&aside);
  return status;
}

pbw_status pbwi_clone(pbw_arena *arena, const pbw_message *from, pbw_message **out) {
  *out = NULL;
  if (!arena || !from) return PBW_ERR_ARGUMENT;
  pbw_message *copy = pbwi_message_make(arena, from->plan, arena);
  if (!copy) return pbwi_arena_status(arena);
  pbw_status status = copy_tree(copy, from);
  if (!status) *out = copy;
  return status;
}
