/* Equality: a visitor whose partner is the other message. It stops at the first difference. */
#include "core/message/equal.h"

#include "core/message/map.h"
#include "core/message/unknown.h"
#include "core/message/walk.h"

enum { DIFFERENT = PBW_ERR_NOT_FOUND }; /* how the walk is stopped */

/* A host may have stored any byte for true. */
static bool same_bool(const void *a, const void *b) { return !*(const uint8_t *)a == !*(const uint8_t *)b; }

static bool same_float(const void *a, const void *b) {
  float x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return x == y || (x != x && y != y);
}

static bool same_double(const void *a, const void *b) {
  double x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return x == y || (x != x && y != y);
}

static bool same_bytes(const void *a, const void *b) {
  pbw_bytes x = pbwi_cell_bytes(a), y = pbwi_cell_bytes(b);
  return x.size == y.size && (!x.size || !memcmp(x.data, y.data, x.size));
}

/* Values side by side that are no messages: as bits first, then by what bits do not tell. */
static bool same_values(const pbwi_slot *value, size_t count, const void *a, const void *b) {
  size_t size = pbwi_slot_size(value);
  if (!count || !memcmp(a, b, count * size)) return true;
  bool (*same)(const void *, const void *);
  switch (value->type) {
    case PBW_TYPE_BOOL: same = same_bool; break;
    case PBW_TYPE_FLOAT: same = same_float; break;
    case PBW_TYPE_DOUBLE: same = same_double; break;
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES: same = same_bytes; break;
    default: return false;
  }
  for (size_t i = 0; i < count; i++)
    if (!same(pbwi_at(a, i * size), pbwi_at(b, i * size))) return false;
  return true;
}

static bool same_map(const pbwi_slot *slot, const pbw_list *a, const pbw_list *b) {
  const pbwi_plan *entry = slot->sub;
  const pbwi_slot *value = &entry->slots[1];
  for (size_t i = 0; i < a->size; i++) {
    const char *x = pbwi_at(a->data, i * entry->size);
    const char *y = pbwi_map_find(b, entry, x);
    if (!y || !same_values(value, 1, x + value->offset, y + value->offset)) return false;
  }
  return true;
}

static pbw_status enter(pbwi_walk *walk, pbwi_frame *frame) {
  (void)walk;
  return pbwi_unknown_equal(frame->from, frame->to) ? PBW_OK : DIFFERENT;
}

static pbw_status field(pbwi_walk *walk, pbwi_frame *frame) {
  (void)walk;
  const pbwi_slot *slot = frame->slot;
  bool has = pbwi_has(frame->from, slot), same;
  if (has != pbwi_has(frame->to, slot)) return DIFFERENT;
  if (!has) return PBWI_WALK_ON;
  void *a = pbwi_slot_cell(frame->from, slot), *b = pbwi_slot_cell(frame->to, slot);
  bool below = pbwi_slot_below(slot) != NULL;
  if (slot->cardinality == PBW_SINGULAR) {
    if (below) return PBWI_WALK_BELOW;
    same = same_values(slot, 1, a, b);
  } else {
    const pbw_list *x = a, *y = b;
    if (x->size != y->size) return DIFFERENT;
    if (below) return PBWI_WALK_BELOW;
    same = slot->cardinality == PBW_MAP ? same_map(slot, x, y) : same_values(slot, x->size, x->data, y->data);
  }
  return same ? PBWI_WALK_ON : DIFFERENT;
}

/* What a host left out of a list or map counts as an empty message. */
static bool is_empty(const pbw_message *message) {
  for (const pbwi_slot *slot = message->plan->slots, *end = slot + message->plan->slot_count; slot != end; slot++)
    if (pbwi_has(message, slot)) return false;
  return message->unknown.size == 0;
}

static pbw_status child(pbwi_walk *walk, pbwi_frame *frame, const pbw_message *from, pbw_message **partner) {
  (void)walk;
  const pbwi_slot *slot = frame->slot;
  void *other = pbwi_slot_cell(frame->to, slot);
  if (slot->cardinality == PBW_REPEATED) {
    other = pbwi_at(((pbw_list *)other)->data, frame->child * sizeof(pbw_message *));
  } else if (slot->cardinality == PBW_MAP) {
    if (!(other = pbwi_map_find(other, slot->sub, pbwi_walk_item(frame)))) return DIFFERENT;
    other = pbwi_at(other, slot->sub->slots[1].offset);
  }
  *partner = pbwi_cell_message(other);
  if (from == *partner) return PBWI_WALK_ON;
  if (from && *partner) return PBWI_WALK_BELOW;
  return is_empty(from ? from : *partner) ? PBWI_WALK_ON : DIFFERENT;
}

static void leave(pbwi_walk *walk, pbwi_frame *frame, pbwi_frame *outer) { (void)walk, (void)frame, (void)outer; }

static const pbwi_visitor visitor = {enter, field, child, leave};

bool pbwi_equal(const pbw_message *a, const pbw_message *b) {
  if (!a || !b || a->plan != b->plan) return a == b;
  if (a == b) return true;
  pbwi_walk walk;
  pbwi_walk_init(&walk, NULL);
  pbw_status status = pbwi_walk_run(&walk, visitor, a, pbwi_at(b, 0)); /* a visitor's partner; not written */
  pbwi_walk_done(&walk);
  return status == PBW_OK;
}
