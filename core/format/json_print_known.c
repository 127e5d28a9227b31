/* The types that JSON writes in a form of their own. Their fields are as core/schema/known.c has checked, so that slot i
 * is field i + 1. */
#include "core/codec/decode.h"
#include "core/format/any.h"
#include "core/format/json_print.h"
#include "core/format/time.h"

static const void *cell_of(const pbw_message *message, int slot) {
  return pbwi_slot_cell(message, &message->plan->slots[slot]);
}

/* ---- times ---- */

typedef uint8_t *time_text(uint8_t *out, int64_t seconds, int32_t nanos);

static uint8_t *print_time(pbwi_printer *j, uint8_t *p, const pbw_message *m, const pbwi_trail *outer, time_text *text) {
  if (!(p = pbwi_out_room(j->out, p, PBWI_TIME_TEXT + 2))) return NULL;
  *p = '"';
  uint8_t *end = text(p + 1, (int64_t)pbwi_cell_u64(cell_of(m, 0)), (int32_t)pbwi_cell_u32(cell_of(m, 1)));
  if (!end) return pbwi_print_refuse(j, outer, PBW_ERR_VALUE, "a time outside the range that JSON can express");
  *end = '"';
  return end + 1;
}

/* ---- field masks ---- */

/* "foo_bar.baz" as fooBar.baz; refused where reading that would not give it back. */
static uint8_t *print_path(pbwi_printer *j, uint8_t *p, pbw_bytes path, const pbwi_trail *trail) {
  if (!path.size) return pbwi_print_refuse(j, trail, PBW_ERR_VALUE, "an empty path of a FieldMask");
  if (path.size > PBWI_MAX_SIZE || !(p = pbwi_out_room(j->out, p, path.size))) return NULL;
  for (size_t i = 0; i < path.size; i++) {
    uint8_t c = path.data[i];
    bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
    if (c == '_') {
      if (++i == path.size || path.data[i] < 'a' || path.data[i] > 'z')
        return pbwi_print_refuse(j, trail, PBW_ERR_VALUE, "a path of a FieldMask that JSON cannot express");
      c = (uint8_t)(path.data[i] - 'a' + 'A');
    } else if (upper || !(lower || digit || c == '.')) {
      return pbwi_print_refuse(j, trail, PBW_ERR_VALUE, "a path of a FieldMask that JSON cannot express");
    }
    *p++ = c;
  }
  return p;
}

static uint8_t *print_mask(pbwi_printer *j, uint8_t *p, const pbw_message *m, const pbwi_trail *outer) {
  const pbw_list *paths = cell_of(m, 0);
  const pbw_bytes *path = paths->data;
  pbwi_trail trail = {outer, m->plan, m->plan->slots, NULL, 0};
  if (!(p = pbwi_print_literal(j, p, "\"", 1))) return NULL;
  for (; trail.index < paths->size; trail.index++) {
    if (trail.index && !(p = pbwi_print_literal(j, p, ",", 1))) return NULL;
    if (!(p = print_path(j, p, path[trail.index], &trail))) return NULL;
  }
  return pbwi_print_literal(j, p, "\"", 1);
}

/* ---- Struct, Value, ListValue ---- */

/* Its six members are one oneof, as core/schema/known.c has checked, so that the case tells the slot. */
uint8_t *pbwi_json_dynamic(pbwi_printer *j, uint8_t *p, const pbw_message *m, const pbwi_trail *outer) {
  const pbwi_slot *slots = m->plan->slots;
  uint32_t number = pbwi_cell_u32(pbwi_at(m, slots[0].presence_offset));
  if (number - 1 > 5 || !pbwi_has(m, &slots[number - 1]))
    return pbwi_print_refuse(j, outer, PBW_ERR_VALUE, "a Value must have a kind");
  const pbwi_slot *slot = &slots[number - 1];
  const void *cell = pbwi_slot_cell(m, slot);
  pbwi_trail trail = {outer, m->plan, slot, NULL, SIZE_MAX};
  double value;
  switch (number) {
    case 1: return pbwi_print_literal(j, p, "null", 4);
    case 2:
      memcpy(&value, cell, sizeof value);
      if (value - value == 0) return pbwi_json_double(j, p, value);
      return pbwi_print_refuse(j, &trail, PBW_ERR_VALUE, "a Value cannot be infinite or not a number");
    case 3: return pbwi_json_string(j, p, pbwi_cell_bytes(cell), &trail);
    case 4: return *(const uint8_t *)cell ? pbwi_print_literal(j, p, "true", 4) : pbwi_print_literal(j, p, "false", 5);
    default: return pbwi_json_message(j, p, pbwi_cell_message(cell), slot->sub, &trail);
  }
}

/* ---- Any ---- */

static uint8_t *print_any(pbwi_printer *j, uint8_t *p, const pbw_message *m, const pbwi_trail *outer) {
  pbw_bytes url = pbwi_cell_bytes(cell_of(m, 0)), bytes = pbwi_cell_bytes(cell_of(m, 1));
  pbwi_trail trail = {outer, m->plan, m->plan->slots, NULL, SIZE_MAX};
  if (!url.size && !bytes.size) return pbwi_print_literal(j, p, "{}", 2);
  const pbw_type *type = pbwi_any_type(((const pbw_type *)m->plan->type)->file->schema, url);
  if (!type) return pbwi_print_refuse(j, &trail, PBW_ERR_NOT_FOUND, "the schema has no type of this URL");

  pbw_message *inner;
  trail.slot = &m->plan->slots[1];
  pbw_status status = pbwi_decode(&(pbwi_decode_job){.plan = &type->plan, .data = bytes.data, .size = bytes.size,
                                                     .memory = j->scratch, .flags = PBW_ALIAS | PBW_PARTIAL,
                                                     .max_depth = PBWI_MAX_DEPTH, /* printing has its own */
                                                     .max_size = PBWI_MAX_SIZE},
                                  &inner, NULL);
  if (status) return pbwi_print_refuse(j, &trail, status, NULL);
  bool first = false;
  if (!(p = pbwi_json_open(j, p, '{')) || !(p = pbwi_json_next(j, p, true))) return NULL;
  if (!(p = pbwi_print_literal(j, p, "\"@type\": ", j->indent ? 9 : 8))) return NULL;
  if (!(p = pbwi_json_string(j, p, url, &trail))) return NULL;
  if (type->known) {
    if (!(p = pbwi_json_next(j, p, false)) || !(p = pbwi_print_literal(j, p, "\"value\": ", j->indent ? 9 : 8))) return NULL;
    p = pbwi_json_message(j, p, inner, &type->plan, &trail);
  } else {
    p = pbwi_json_fields(j, p, inner, &trail, &first);
  }
  return p ? pbwi_json_close(j, p, '}', false) : NULL;
}

/* ---- all of them ---- */

uint8_t *pbwi_json_known(pbwi_printer *j, uint8_t *p, const pbw_message *m, const pbwi_trail *outer) {
  const pbwi_slot *slot = m->plan->slots;
  pbwi_trail trail = {outer, m->plan, slot, NULL, SIZE_MAX};
  switch (((const pbw_type *)m->plan->type)->known) {
    case PBWI_KNOWN_VALUE: return pbwi_json_dynamic(j, p, m, outer);
    case PBWI_KNOWN_TIMESTAMP: return print_time(j, p, m, outer, pbwi_timestamp_print);
    case PBWI_KNOWN_DURATION: return print_time(j, p, m, outer, pbwi_duration_print);
    case PBWI_KNOWN_FIELD_MASK: return print_mask(j, p, m, outer);
    case PBWI_KNOWN_STRUCT: return pbwi_json_map(j, p, slot, cell_of(m, 0), &trail);
    case PBWI_KNOWN_LIST_VALUE: return pbwi_json_list(j, p, slot, cell_of(m, 0), &trail);
    case PBWI_KNOWN_ANY: return print_any(j, p, m, outer);
    default: return pbwi_json_value(j, p, slot, cell_of(m, 0), &trail); /* a wrapper */
  }
}

uint8_t *pbwi_json_known_empty(pbwi_printer *j, uint8_t *p, const pbwi_plan *plan, const pbwi_trail *outer) {
  pbw_message *empty = pbwi_message_make(j->scratch, plan, NULL);
  return empty ? pbwi_json_known(j, p, empty, outer) : pbwi_print_refuse(j, outer, pbwi_arena_status(j->scratch), NULL);
}
