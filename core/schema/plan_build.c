/* Making the two programs of a plan from its slots. Runs once per type when a schema is built; everything
 * that the codecs would have to decide per field and message is decided here. */
#include "core/schema/plan_build.h"

#include "core/base/limits.h"
#include "core/base/wire.h"
#include "core/codec/decode.h"
#include "core/codec/encode.h"
#include "core/plan/ops.h"

/* Numbers up to here get a direct table; above, only when at least a quarter of it is used. */
enum { ALWAYS_DENSE = 64 };

/* What stores or appends the field's values, without what goes before. */
static uint8_t dec_op(const pbwi_slot *slot, bool packed) {
  bool list = slot->cardinality == PBW_REPEATED;
  if (slot->cardinality == PBW_MAP) return PBWI_DEC_MAP;
  if (slot->type == PBW_TYPE_MESSAGE) return list ? PBWI_DEC_LIST_MESSAGE : PBWI_DEC_ONE_MESSAGE;
  if (slot->type == PBW_TYPE_GROUP) return list ? PBWI_DEC_LIST_GROUP : PBWI_DEC_ONE_GROUP;
  if (slot->closed && list) return packed ? PBWI_DEC_PACKED_ENUM : PBWI_DEC_LIST_ENUM;
  if (slot->closed) return PBWI_DEC_ONE_ENUM;
  if (slot->flags & PBWI_SLOT_UTF8) return list ? PBWI_DEC_LIST_UTF8 : PBWI_DEC_ONE_UTF8;
  if (packed) return (uint8_t)(PBWI_DEC_PACKED + pbwi_kinds[slot->type].form);
  return (uint8_t)((list ? PBWI_DEC_LIST : PBWI_DEC_ONE) + pbwi_kinds[slot->type].form);
}

static void build_dec(const pbwi_slot *slot, uint16_t index, unsigned wire, uint16_t alternate, pbwi_dec *dec) {
  uint64_t tag = (uint64_t)slot->number << 3 | wire;
  uint8_t bytes[8] = {0};
  unsigned size = (unsigned)(pbwi_varint_write(bytes, tag) - bytes);
  bool packed = slot->cardinality == PBW_REPEATED && pbwi_kinds[slot->type].packable && wire == PBWI_WIRE_BYTES;
  *dec = (pbwi_dec){
      .tag = 1, .mask = 0, .op = dec_op(slot, packed), .tag_size = (uint8_t)size,
      .offset = slot->offset, .slot = index, .alternate = alternate,
  };
  if (slot->sub)
    dec->u.sub = slot->sub;
  else
    dec->u.closed = slot->closed;
  if (size <= 2) {
    dec->mask = size == 1 ? 0x00ff : 0xffff;
    dec->tag = pbwi_load16le(bytes) & dec->mask;
  }
  dec->inner = dec->op;
  if (slot->presence == PBW_PRESENCE_ONEOF) dec->op = PBWI_DEC_ONEOF;
  if (slot->presence == PBW_PRESENCE_BIT && slot->bit >= 64) dec->op = PBWI_DEC_FAR;
  if (slot->presence == PBW_PRESENCE_BIT && slot->bit < 64) dec->has = UINT64_C(1) << slot->bit;
}

static bool has_alternate(const pbwi_slot *slot) {
  return slot->cardinality == PBW_REPEATED && pbwi_kinds[slot->type].packable;
}

static void build_enc(const pbwi_slot *slot, bool in_entry, pbwi_enc *enc) {
  const pbwi_kind *kind = &pbwi_kinds[slot->type];
  uint8_t bytes[8] = {0};
  uint64_t tag = (uint64_t)slot->number << 3 | pbwi_slot_wire(slot);
  unsigned size = (unsigned)(pbwi_varint_write(bytes, tag) - bytes);
  *enc = (pbwi_enc){
      .tag = pbwi_load64le(bytes), .tag_size = (uint8_t)size, .offset = slot->offset,
      .presence_offset = slot->presence_offset, .presence_mask = slot->presence_mask, .sub = slot->sub,
      .flags = (uint8_t)((in_entry ? PBWI_ENC_IN_ENTRY : 0) |
                         (slot->cardinality != PBW_SINGULAR ? PBWI_ENC_COUNTED : 0) |
                         (slot->flags & PBWI_SLOT_UTF8 ? PBWI_ENC_UTF8 : 0)),
  };
  bool list = slot->cardinality == PBW_REPEATED;
  if (slot->cardinality == PBW_MAP)
    enc->op = PBWI_ENC_MAP;
  else if (slot->flags & PBWI_SLOT_MESSAGE_SET)
    enc->op = PBWI_ENC_SET_ITEM, enc->presence_mask = slot->number;
  else if (kind->cell == PBW_CELL_MESSAGE && kind->wire == PBWI_WIRE_BYTES)
    enc->op = list ? PBWI_ENC_LIST_MESSAGE : PBWI_ENC_ONE_MESSAGE;
  else if (kind->cell == PBW_CELL_MESSAGE)
    enc->op = list ? PBWI_ENC_LIST_GROUP : PBWI_ENC_ONE_GROUP;
  else if (list)
    enc->op = (uint8_t)((slot->flags & PBWI_SLOT_PACKED ? PBWI_ENC_PACKED : PBWI_ENC_LIST) + pbwi_kinds[slot->type].form);
  else if (slot->presence == PBW_PRESENCE_IMPLICIT && !in_entry)
    enc->op = (uint8_t)(PBWI_ENC_NONZERO + pbwi_kinds[slot->type].form);
  else
    enc->op = (uint8_t)((slot->presence == PBW_PRESENCE_BIT ? PBWI_ENC_BIT : PBWI_ENC_ONE) + pbwi_kinds[slot->type].form);
  enc->inner = enc->op;
  if (slot->presence == PBW_PRESENCE_ONEOF) enc->op = PBWI_ENC_CASE;
  if (slot->cardinality != PBW_SINGULAR) enc->op = PBWI_ENC_MANY;
}

static pbw_status build_by_number(pbwi_plan *plan, pbw_arena *arena) {
  uint32_t dense = 0;
  for (uint16_t i = 0; i < plan->slot_count; i++) {
    uint32_t number = plan->slots[i].number;
    if (number < ALWAYS_DENSE || number / 4 <= i) dense = number + 1;
  }
  uint16_t *table = pbwi_arena_zalloc(arena, (dense + 1) * sizeof *table);
  if (!table) return pbwi_arena_status(arena);
  for (uint16_t i = 0; i < plan->slot_count; i++)
    if (plan->slots[i].number < dense) table[plan->slots[i].number] = (uint16_t)(i + 1);
  plan->by_number = table;
  plan->dense = dense;
  return PBW_OK;
}

static void build_required(pbwi_plan *plan) {
  plan->required = 0;
  for (uint16_t i = 0; i < plan->slot_count; i++) {
    const pbwi_slot *slot = &plan->slots[i];
    if (!(slot->flags & PBWI_SLOT_REQUIRED)) continue;
    plan->flags |= PBWI_PLAN_REQUIRED;
    if (slot->presence == PBW_PRESENCE_BIT && slot->bit < 64)
      plan->required |= UINT64_C(1) << slot->bit;
    else
      plan->flags |= PBWI_PLAN_REQUIRED_MORE;
  }
}

pbw_status pbwi_plan_build(pbwi_plan *plan, pbw_arena *arena) {
  uint16_t count = plan->slot_count;
  size_t alternates = 0;
  for (uint16_t i = 0; i < count; i++) alternates += has_alternate(&plan->slots[i]);

  pbwi_dec *dec = pbwi_arena_alloc(arena, (count + 3 + alternates) * sizeof *dec);
  pbwi_enc *enc = pbwi_arena_alloc(arena, ((size_t)count + 1) * sizeof *enc);
  if (!dec || !enc) return pbwi_arena_status(arena);

  memset(plan->by_tag, 0, sizeof plan->by_tag);
  uint16_t next = (uint16_t)(count + 1);
  for (uint16_t i = 0; i < count; i++) {
    const pbwi_slot *slot = &plan->slots[i];
    unsigned wire = pbwi_slot_wire(slot);
    build_dec(slot, i, wire, has_alternate(slot) ? next : 0, &dec[i]);
    if (has_alternate(slot))
      build_dec(slot, i, wire == PBWI_WIRE_BYTES ? pbwi_kinds[slot->type].wire : PBWI_WIRE_BYTES, i, &dec[next++]);
    build_enc(slot, plan->flags & PBWI_PLAN_ENTRY, &enc[i]);
  }
  dec[count] = (pbwi_dec){.tag = 1, .mask = 0, .op = PBWI_DEC_NONE, .slot = count};
  dec[next] = dec[next + 1] = dec[count]; /* two: the decoder looks at a record and the one behind it */
  for (uint16_t i = 0; i <= next + 1; i++)
    dec[i].go = pbwi_decode_code(dec[i].op, i <= next ? dec[i + 1].op : PBWI_DEC_NONE);
  enc[count] = (pbwi_enc){.op = plan->flags & PBWI_PLAN_ENTRY ? PBWI_ENC_ENTRY_END : PBWI_ENC_END};
  for (uint16_t i = 0; i <= count; i++) enc[i].go = pbwi_encode_code(enc[i].op, i < count ? enc[i + 1].op : PBWI_ENC_END);
  for (uint16_t i = 0; i < next; i++)
    if (dec[i].mask == 0x00ff) plan->by_tag[dec[i].tag] = (uint16_t)(i + 1);

  plan->dec = dec;
  plan->enc = enc;
  build_required(plan);
  return build_by_number(plan, arena);
}
