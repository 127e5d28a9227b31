/* Messages to JSON, straight from their cells.
 *
 * Fast because a key is one copy of a text made when the schema was loaded, numbers come two digits at a time, and
 * strings are looked at and copied a vector at a time. Safe because every piece first asks for room for all of it. The
 * types with a form of their own (Timestamp, Any, ...) are in json_print_known.c. */
#include "core/format/json_print.h"

#include "core/base/utf8.h"
#include "core/codec/sort.h"
#include "core/base/base64.h"
#include "core/format/json_text.h"
#include "core/format/number_text.h"

/* ---- strings ---- */

/* What is left of a string from its first escape on. Room for 6 bytes a byte would always do, but most strings need none
 * of it: room is asked for as if nothing more were to be escaped, with the closing quote and a vector, and again. */
static uint8_t *escape(pbwi_printer *j, uint8_t *p, const uint8_t *s, const uint8_t *end, uint64_t *wide) {
  while (s != end) {
    if (!(p = pbwi_out_room(j->out, p, (size_t)(end - s) + 6 + 17))) return NULL;
    p = pbwi_json_escape(p, *s++);
    s = pbwi_json_copy_plain(&p, s, end, wide);
  }
  return p;
}

uint8_t *pbwi_json_string(pbwi_printer *j, uint8_t *p, pbw_bytes text, const pbwi_trail *trail) {
  uint64_t wide = 0;
  if (text.size > PBWI_MAX_SIZE || !(p = pbwi_out_room(j->out, p, text.size + 18))) return NULL; /* 2 quotes, 16 of a vector */
  *p++ = '"';
  if (text.size) {
    const uint8_t *end = text.data + text.size, *s = pbwi_json_copy_plain(&p, text.data, end, &wide);
    if (PBWI_UNLIKELY(s != end) && !(p = escape(j, p, s, end, &wide))) return NULL;
    if (PBWI_UNLIKELY(wide) && !pbwi_utf8_valid(text.data, text.size)) return pbwi_print_refuse(j, trail, PBW_ERR_UTF8, NULL);
  }
  *p++ = '"';
  return p;
}

static uint8_t *print_bytes(pbwi_printer *j, uint8_t *p, pbw_bytes bytes) {
  if (bytes.size > PBWI_MAX_SIZE || !(p = pbwi_out_room(j->out, p, pbwi_base64_size(bytes.size) + 2))) return NULL;
  *p++ = '"';
  p = pbwi_base64_print(p, bytes.data, bytes.size);
  *p++ = '"';
  return p;
}

/* ---- numbers ---- */

uint8_t *pbwi_json_double(pbwi_printer *j, uint8_t *p, double value) {
  return (p = pbwi_out_room(j->out, p, PBWI_NUMBER_TEXT)) ? pbwi_json_put_double(p, value) : NULL;
}

/* In quotes, or bare with PBW_INT64_NUMBERS. */
static uint8_t *put_wide(const pbwi_printer *j, uint8_t *p, uint64_t bits, bool is_signed) {
  bool quoted = !(j->flags & PBW_INT64_NUMBERS);
  if (quoted) *p++ = '"';
  p = is_signed ? pbwi_put_int64(p, (int64_t)bits) : pbwi_put_uint64(p, bits);
  if (quoted) *p++ = '"';
  return p;
}

static uint8_t *print_enum(pbwi_printer *j, uint8_t *p, const pbw_enum *enumeration, int32_t number) {
  if (enumeration->is_null && !number && !(j->flags & PBW_ENUM_NUMBERS)) return pbwi_print_literal(j, p, "null", 4);
  const pbwi_enum_value *value = j->flags & PBW_ENUM_NUMBERS ? NULL : pbwi_enum_by_number(enumeration, number);
  if (!value) return (p = pbwi_out_room(j->out, p, PBWI_NUMBER_TEXT)) ? pbwi_put_int64(p, number) : NULL;
  size_t size = strlen(value->name);
  if (!(p = pbwi_out_room(j->out, p, size + 2))) return NULL;
  *p++ = '"';
  memcpy(p, value->name, size);
  p[size] = '"';
  return p + size + 1;
}

/* ---- values ---- */

/* A value that is not a list or map; its slot tells the type. */
uint8_t *pbwi_json_value(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const void *cell, const pbwi_trail *trail) {
  double wide;
  float narrow;
  switch (slot->type) {
    case PBW_TYPE_STRING: return pbwi_json_string(j, p, pbwi_cell_bytes(cell), trail);
    case PBW_TYPE_BYTES: return print_bytes(j, p, pbwi_cell_bytes(cell));
    case PBW_TYPE_MESSAGE:
    case PBW_TYPE_GROUP: return pbwi_json_message(j, p, pbwi_cell_message(cell), slot->sub, trail);
    case PBW_TYPE_ENUM:
      return print_enum(j, p, ((const pbw_field *)slot->field)->enum_type, (int32_t)pbwi_cell_u32(cell));
    default: break;
  }
  if (!(p = pbwi_out_room(j->out, p, PBWI_NUMBER_TEXT + 2))) return NULL;
  switch (slot->type) {
    case PBW_TYPE_BOOL:
      if (*(const uint8_t *)cell) {
        memcpy(p, "true", 4);
        return p + 4;
      }
      memcpy(p, "false", 5);
      return p + 5;
    case PBW_TYPE_INT32:
    case PBW_TYPE_SINT32:
    case PBW_TYPE_SFIXED32: return pbwi_put_int64(p, (int32_t)pbwi_cell_u32(cell));
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: return pbwi_put_uint64(p, pbwi_cell_u32(cell));
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: return put_wide(j, p, pbwi_cell_u64(cell), true);
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: return put_wide(j, p, pbwi_cell_u64(cell), false);
    case PBW_TYPE_FLOAT: memcpy(&narrow, cell, sizeof narrow); return pbwi_json_put_float(p, narrow);
    default: memcpy(&wide, cell, sizeof wide); return pbwi_json_put_double(p, wide);
  }
}

/* ---- lists and maps ---- */

/* Before the item at `index` of an object or list: a comma, and a line of its own. */
uint8_t *pbwi_json_next(pbwi_printer *j, uint8_t *p, bool first) {
  if (!(p = pbwi_out_room(j->out, p, 1))) return NULL;
  if (!first) *p++ = ',';
  return j->indent ? pbwi_print_line(j, p) : p;
}

uint8_t *pbwi_json_open(pbwi_printer *j, uint8_t *p, char bracket) {
  if (!(p = pbwi_out_room(j->out, p, 1))) return NULL;
  *p++ = (uint8_t)bracket;
  j->level++;
  return p;
}

uint8_t *pbwi_json_close(pbwi_printer *j, uint8_t *p, char bracket, bool empty) {
  j->level--;
  if (j->indent && !empty && !(p = pbwi_print_line(j, p))) return NULL;
  if (!(p = pbwi_out_room(j->out, p, 1))) return NULL;
  *p++ = (uint8_t)bracket;
  return p;
}

uint8_t *pbwi_json_list(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const pbw_list *list, pbwi_trail *trail) {
  size_t size = pbwi_slot_size(slot);
  const char *cell = list->data;
  p = pbwi_json_open(j, p, '[');
  for (size_t i = 0; p && i < list->size; i++, cell += size) {
    trail->index = i;
    if ((p = pbwi_json_next(j, p, !i))) p = pbwi_json_value(j, p, slot, cell, trail);
  }
  trail->index = SIZE_MAX;
  return p ? pbwi_json_close(j, p, ']', !list->size) : NULL;
}

/* A key is always a string. */
static uint8_t *print_key(pbwi_printer *j, uint8_t *p, const pbwi_slot *key, const void *cell, const pbwi_trail *trail) {
  if (key->type == PBW_TYPE_STRING) {
    p = pbwi_json_string(j, p, pbwi_cell_bytes(cell), trail);
  } else if ((p = pbwi_out_room(j->out, p, 1))) {
    uint32_t flags = j->flags;
    *p++ = '"';
    j->flags |= PBW_INT64_NUMBERS; /* the quotes are there */
    p = pbwi_json_value(j, p, key, cell, trail);
    j->flags = flags;
    if (p && (p = pbwi_out_room(j->out, p, 1))) *p++ = '"';
  }
  return p ? pbwi_print_literal(j, p, ": ", j->indent ? 2 : 1) : NULL;
}

uint8_t *pbwi_json_map(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const pbw_list *map, pbwi_trail *trail) {
  const pbwi_plan *entry = slot->sub;
  const pbwi_slot *value = &entry->slots[1];
  const void **sorted = NULL;
  if (j->flags & PBW_DETERMINISTIC && map->size > 1 && !(sorted = pbwi_map_sorted(map, entry, j->allocator)))
    return pbwi_print_refuse(j, trail, PBW_ERR_MEMORY, NULL);
  p = pbwi_json_open(j, p, '{');
  for (size_t i = 0; p && i < map->size; i++) {
    const char *item = sorted ? sorted[i] : (const char *)pbwi_at(map->data, i * entry->size);
    trail->key = item;
    if (!(p = pbwi_json_next(j, p, !i)) || !(p = print_key(j, p, &entry->slots[0], item, trail))) break;
    p = pbwi_json_value(j, p, value, item + value->offset, trail);
  }
  trail->key = NULL;
  if (sorted) j->allocator->free(j->allocator->user, (void *)sorted, map->size * sizeof *sorted);
  return p ? pbwi_json_close(j, p, '}', !map->size) : NULL;
}

/* ---- messages ---- */

/* Fields without presence are printed with PBW_ALWAYS_PRINT even when they are zero or empty. */
static bool shown(const pbwi_printer *j, const pbw_message *message, const pbwi_slot *slot) {
  if (pbwi_has(message, slot)) return true;
  if (!(j->flags & PBW_ALWAYS_PRINT) || slot->flags & PBWI_SLOT_EXTENSION) return false;
  return slot->presence == PBW_PRESENCE_IMPLICIT || slot->presence == PBW_PRESENCE_SIZE;
}

uint8_t *pbwi_json_fields(pbwi_printer *j, uint8_t *p, const pbw_message *message, const pbwi_trail *outer, bool *first) {
  const pbwi_plan *plan = message->plan;
  const pbwi_key *key = ((const pbw_type *)plan->type)->keys;
  pbwi_trail trail = {outer, plan, NULL, NULL, SIZE_MAX};
  for (const pbwi_slot *slot = plan->slots, *end = slot + plan->slot_count; slot != end; slot++, key++) {
    if (!shown(j, message, slot)) continue;
    const void *cell = pbwi_slot_cell(message, slot);
    bool proto = j->flags & PBW_PROTO_NAMES;
    const char *name = proto ? key->proto : key->json;
    size_t size = proto ? key->proto_size : key->json_size;
    trail.slot = slot;
    if (!(p = pbwi_out_room(j->out, p, size + 2))) return NULL;
    if (!*first) *p++ = ',';
    *first = false;
    if (j->indent && (!(p = pbwi_print_line(j, p)) || !(p = pbwi_out_room(j->out, p, size + 1)))) return NULL;
    memcpy(p, name, size);
    p += size;
    if (j->indent) *p++ = ' ';
    if (slot->cardinality == PBW_SINGULAR) p = pbwi_json_value(j, p, slot, cell, &trail);
    else if (slot->cardinality == PBW_REPEATED) p = pbwi_json_list(j, p, slot, cell, &trail);
    else p = pbwi_json_map(j, p, slot, cell, &trail);
    if (!p) return NULL;
  }
  return p;
}

uint8_t *pbwi_json_message(pbwi_printer *j, uint8_t *p, const pbw_message *message, const pbwi_plan *plan,
                           const pbwi_trail *outer) {
  bool first = true;
  if (!j->depth) return pbwi_print_refuse(j, outer, PBW_ERR_DEPTH, NULL);
  j->depth--;
  int known = ((const pbw_type *)plan->type)->known;
  if (known == PBWI_KNOWN_VALUE && message) { /* there are many of them */
    p = pbwi_json_dynamic(j, p, message, outer);
  } else if (known) {
    p = message ? pbwi_json_known(j, p, message, outer) : pbwi_json_known_empty(j, p, plan, outer);
  } else if ((p = pbwi_json_open(j, p, '{'))) {
    if (message) p = pbwi_json_fields(j, p, message, outer, &first); /* a host left it out: empty */
    if (p) p = pbwi_json_close(j, p, '}', first);
  }
  j->depth++;
  return p;
}

uint8_t *pbwi_json_print(const pbwi_print_job *job, pbwi_out *out, uint8_t *p, pbw_status *status) {
  pbwi_printer j = pbwi_printer_of(job, out);
  p = pbwi_json_message(&j, p, job->message, job->message->plan, NULL);
  *status = j.status;
  return p;
}
