/* Sizes: a visitor that adds up, each message's sum going into its parent's when it is left, so that no
 * message is looked at twice. */
#include "core/codec/size.h"

#include "core/base/wire.h"
#include "core/message/walk.h"

static uint64_t tag_size(uint32_t number) { return pbwi_varint_size((uint64_t)number << 3); }

/* A length and as many bytes. */
static uint64_t framed(uint64_t size) { return pbwi_varint_size(size) + size; }

/* One value that is no message, without its tag. */
static inline uint64_t value_size(int type, const void *cell) {
  switch (type) {
    case PBW_TYPE_INT64:
    case PBW_TYPE_UINT64: return pbwi_varint_size(pbwi_cell_u64(cell));
    case PBW_TYPE_SINT64: return pbwi_varint_size(pbwi_zigzag64((int64_t)pbwi_cell_u64(cell)));
    case PBW_TYPE_INT32: /* negative ones are sent as 64 bits */
    case PBW_TYPE_ENUM: return pbwi_varint_size((uint64_t)(int64_t)(int32_t)pbwi_cell_u32(cell));
    case PBW_TYPE_UINT32: return pbwi_varint_size(pbwi_cell_u32(cell));
    case PBW_TYPE_SINT32: return pbwi_varint_size(pbwi_zigzag32((int32_t)pbwi_cell_u32(cell)));
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES: return framed(pbwi_cell_bytes(cell).size);
    default: return pbwi_kinds[type].cell_size; /* fixed width, bool: as in the cell */
  }
}

static bool is_fixed(int type) { return type == PBW_TYPE_BOOL || pbwi_kinds[type].wire != PBWI_WIRE_VARINT; }

/* The values of a list that are no messages, without tags. */
static uint64_t values_size(const pbwi_slot *slot, const pbw_list *list) {
  int type = slot->type;
  size_t stride = pbwi_slot_size(slot);
  if (pbwi_slot_format(slot) != PBW_CELL_BYTES && is_fixed(type)) return (uint64_t)list->size * stride;
  uint64_t sum = 0;
  const char *at = list->data;
  for (size_t i = 0; i < list->size; i++, at += stride) sum += value_size(type, at);
  return sum;
}

static uint64_t list_size(const pbwi_slot *slot, const pbw_list *list) {
  uint64_t values = values_size(slot, list);
  if (slot->flags & PBWI_SLOT_PACKED) return tag_size(slot->number) + framed(values);
  return list->size * tag_size(slot->number) + values;
}

/* The key of an entry with its tag; keys and values have one-byte tags. */
static uint64_t key_size(const pbwi_slot *map, const void *entry) {
  return 1 + value_size(map->sub->slots[0].type, entry);
}

static uint64_t map_size(const pbwi_slot *slot, const pbw_list *map) {
  const pbwi_plan *entry = slot->sub;
  const pbwi_slot *value = &entry->slots[1];
  uint64_t sum = map->size * tag_size(slot->number);
  for (size_t i = 0; i < map->size; i++) {
    const char *at = pbwi_at(map->data, i * entry->size);
    sum += framed(key_size(slot, at) + 1 + value_size(value->type, at + value->offset));
  }
  return sum;
}

/* A message of `size` bytes with all that stands around it in the field where the walk is. */
static uint64_t message_size(const pbwi_frame *frame, uint64_t size) {
  const pbwi_slot *slot = frame->slot;
  uint64_t tag = tag_size(slot->number);
  if (slot->flags & PBWI_SLOT_MESSAGE_SET) /* start, type_id and its tag, message and its tag, end */
    return 1 + 1 + pbwi_varint_size(slot->number) + 1 + framed(size) + 1;
  if (slot->cardinality != PBW_MAP) return slot->type == PBW_TYPE_GROUP ? 2 * tag + size : tag + framed(size);
  return tag + framed(key_size(slot, pbwi_walk_item(frame)) + 1 + framed(size));
}

static inline pbw_status enter(pbwi_walk *walk, pbwi_frame *frame, bool with_unknown) {
  (void)walk;
  const pbw_list *unknown = &frame->from->unknown;
  if (with_unknown)
    for (size_t i = 0; i < unknown->size; i++) frame->sum += ((const pbw_bytes *)unknown->data)[i].size;
  return PBW_OK;
}

static pbw_status enter_all(pbwi_walk *walk, pbwi_frame *frame) { return enter(walk, frame, true); }
static pbw_status enter_known(pbwi_walk *walk, pbwi_frame *frame) { return enter(walk, frame, false); }

static pbw_status field(pbwi_walk *walk, pbwi_frame *frame) {
  (void)walk;
  const pbwi_slot *slot = frame->slot;
  if (frame->sum > PBWI_MAX_SIZE) return PBW_ERR_SIZE; /* early, so that no sum runs over */
  if (!pbwi_has(frame->from, slot)) return PBWI_WALK_ON;
  if (pbwi_slot_below(slot)) return PBWI_WALK_BELOW;
  void *cell = pbwi_slot_cell(frame->from, slot);
  switch (slot->cardinality) {
    case PBW_REPEATED: frame->sum += list_size(slot, cell); break;
    case PBW_MAP: frame->sum += map_size(slot, cell); break;
    default: frame->sum += tag_size(slot->number) + value_size(slot->type, cell);
  }
  return PBWI_WALK_ON;
}

static pbw_status child(pbwi_walk *walk, pbwi_frame *frame, const pbw_message *from, pbw_message **partner) {
  (void)walk, (void)partner;
  if (frame->sum > PBWI_MAX_SIZE) return PBW_ERR_SIZE;
  if (from) return PBWI_WALK_BELOW;
  frame->sum += message_size(frame, 0);
  return PBWI_WALK_ON;
}

/* The root's frame stays in its place when it is left: its sum is the result. */
static void leave(pbwi_walk *walk, pbwi_frame *frame, pbwi_frame *outer) {
  (void)walk;
  if (outer) outer->sum += message_size(outer, frame->sum);
}

static const pbwi_visitor all = {enter_all, field, child, leave};
static const pbwi_visitor known = {enter_known, field, child, leave};

pbw_status pbwi_encoded_size(const pbw_message *message, uint32_t flags, size_t *size) {
  if (!size) return PBW_ERR_ARGUMENT;
  *size = 0;
  if (!message) return PBW_ERR_ARGUMENT;
  pbwi_walk walk;
  pbwi_walk_init(&walk, NULL);
  pbw_status status = flags & PBW_NO_UNKNOWN ? pbwi_walk_run(&walk, known, message, NULL)
                                             : pbwi_walk_run(&walk, all, message, NULL);
  uint64_t sum = walk.frames[0].sum;
  pbwi_walk_done(&walk);
  if (status) return status;
  if (sum > PBWI_MAX_SIZE) return PBW_ERR_SIZE;
  *size = (size_t)sum;
  return PBW_OK;
}
