/* Messages to text format: one field after the other, lists as repeated fields, as every official printer writes them. */
#include <math.h>

#include "core/base/utf8.h"
#include "core/codec/decode.h"
#include "core/codec/sort.h"
#include "core/format/any.h"
#include "core/format/lex.h"
#include "core/format/number_text.h"
#include "core/format/printer.h"
#include "core/format/text.h"

/* ---- names ---- */

static bool same_ignoring_case(const char *lower, const char *name) {
  for (; *lower && *name; lower++, name++) {
    char c = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
    if (c != *lower) return false;
  }
  return *lower == *name;
}

const char *pbwi_text_name(const pbw_field *field) {
  const pbw_type *type = field->message_type;
  if (field->slot->type != PBW_TYPE_GROUP || type->parent != field->type || type->file != field->file) return field->name;
  return same_ignoring_case(field->name, type->name) ? type->name : field->name;
}

/* ---- values ---- */

/* Bytes of the character at s that can be shown as it is: 0 for what is malformed, and for controls above 7f. */
static size_t showable(const uint8_t *s, size_t left) {
  size_t n = *s >= 0xf0 ? 4 : *s >= 0xe0 ? 3 : 2;
  if (n > left || (s[0] == 0xc2 && s[1] < 0xa0)) return 0;
  return pbwi_utf8_valid(s, n) ? n : 0;
}

/* A quoted string. Characters beyond ASCII stay as they are in a string; every other byte that is not printable is \ooo. */
static uint8_t *print_string(pbwi_printer *j, uint8_t *p, pbw_bytes s, bool text) {
  static const char from[] = "\n\r\t\"'\\", to[] = "nrt\"'\\";
  if (!(p = pbwi_out_room(j->out, p, s.size + 2))) return NULL;
  *p++ = '"';
  for (size_t i = 0; i < s.size; i++) {
    uint8_t c = s.data[i];
    if (!(p = pbwi_out_room(j->out, p, s.size - i + 5))) return NULL;
    const char *known = c && c < 0x80 ? strchr(from, c) : NULL;
    size_t wide = text && c >= 0xc2 ? showable(s.data + i, s.size - i) : 0;
    if (wide) {
      memcpy(p, s.data + i, wide);
      p += wide;
      i += wide - 1;
    } else if (known) {
      *p++ = '\\';
      *p++ = (uint8_t)to[known - from];
    } else if (c >= 0x20 && c < 0x7f) {
      *p++ = c;
    } else {
      p[0] = '\\';
      p[1] = (uint8_t)('0' + (c >> 6));
      p[2] = (uint8_t)('0' + (c >> 3 & 7));
      p[3] = (uint8_t)('0' + (c & 7));
      p += 4;
    }
  }
  *p++ = '"';
  return p;
}

static uint8_t *print_name(pbwi_printer *j, uint8_t *p, const char *name) {
  return pbwi_print_literal(j, p, name, strlen(name));
}

static uint8_t *print_scalar(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const void *cell) {
  double wide;
  float narrow;
  if (slot->type == PBW_TYPE_STRING || slot->type == PBW_TYPE_BYTES)
    return print_string(j, p, pbwi_cell_bytes(cell), slot->type == PBW_TYPE_STRING);
  if (!(p = pbwi_out_room(j->out, p, PBWI_NUMBER_TEXT))) return NULL;
  switch (slot->type) {
    case PBW_TYPE_BOOL: return print_name(j, p, *(const uint8_t *)cell ? "true" : "false");
    case PBW_TYPE_ENUM: {
      int32_t number = (int32_t)pbwi_cell_u32(cell);
      const pbw_enum *enumeration = ((const pbw_field *)slot->field)->enum_type;
      const pbwi_enum_value *value = j->flags & PBW_ENUM_NUMBERS ? NULL : pbwi_enum_by_number(enumeration, number);
      return value ? print_name(j, p, value->name) : pbwi_put_int64(p, number);
    }
    case PBW_TYPE_INT32:
    case PBW_TYPE_SINT32:
    case PBW_TYPE_SFIXED32: return pbwi_put_int64(p, (int32_t)pbwi_cell_u32(cell));
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: return pbwi_put_uint64(p, pbwi_cell_u32(cell));
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: return pbwi_put_int64(p, (int64_t)pbwi_cell_u64(cell));
    case PBW_TYPE_FLOAT:
      memcpy(&narrow, cell, sizeof narrow);
      if (isfinite(narrow)) return pbwi_json_put_float(p, narrow);
      wide = (double)narrow;
      break;
    case PBW_TYPE_DOUBLE:
      memcpy(&wide, cell, sizeof wide);
      if (isfinite(wide)) return pbwi_json_put_double(p, wide);
      break;
    default: return pbwi_put_uint64(p, pbwi_cell_u64(cell));
  }
  return print_name(j, p, isnan(wide) ? "nan" : wide < 0 ? "-inf" : "inf");
}

/* ---- fields ---- */

/* Before a field: a line of its own, or a blank behind the one before. */
static uint8_t *begin(pbwi_printer *j, uint8_t *p, bool *first) {
  bool was_first = *first;
  *first = false;
  if (j->indent) return was_first && !j->level ? p : pbwi_print_line(j, p);
  return was_first && !j->level ? p : pbwi_print_literal(j, p, " ", 1);
}

static uint8_t *open(pbwi_printer *j, uint8_t *p, const pbwi_trail *trail) {
  if (!j->depth) return pbwi_print_refuse(j, trail, PBW_ERR_DEPTH, NULL);
  j->depth--;
  j->level++;
  return pbwi_print_literal(j, p, " {", 2);
}

static uint8_t *shut(pbwi_printer *j, uint8_t *p) {
  j->depth++;
  j->level--;
  p = j->indent ? pbwi_print_line(j, p) : pbwi_print_literal(j, p, " ", 1);
  return p ? pbwi_print_literal(j, p, "}", 1) : NULL;
}

static uint8_t *print_field_name(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot) {
  const pbw_field *field = slot->field;
  if (!(slot->flags & PBWI_SLOT_EXTENSION)) return print_name(j, p, pbwi_text_name(field));
  if (!(p = pbwi_print_literal(j, p, "[", 1)) || !(p = print_name(j, p, field->full_name))) return NULL;
  return pbwi_print_literal(j, p, "]", 1);
}

static uint8_t *print_message(pbwi_printer *j, uint8_t *p, const pbw_message *message, const pbwi_trail *outer, bool *first);

/* A field with one value of it. */
static uint8_t *print_value(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const void *cell, const pbwi_trail *trail) {
  bool first = true;
  if (!(p = print_field_name(j, p, slot))) return NULL;
  if (pbwi_slot_format(slot) != PBW_CELL_MESSAGE)
    return (p = pbwi_print_literal(j, p, ": ", 2)) ? print_scalar(j, p, slot, cell) : NULL;
  const pbw_message *message = pbwi_cell_message(cell);
  if (!(p = open(j, p, trail))) return NULL;
  if (message && !(p = print_message(j, p, message, trail, &first))) return NULL; /* a host left it out: empty */
  return shut(j, p);
}

static uint8_t *print_list(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const pbw_list *list, pbwi_trail *trail,
                           bool *first) {
  size_t size = pbwi_slot_size(slot);
  const char *cell = list->data;
  for (size_t i = 0; p && i < list->size; i++, cell += size) {
    trail->index = i;
    if ((p = begin(j, p, first))) p = print_value(j, p, slot, cell, trail);
  }
  trail->index = SIZE_MAX;
  return p;
}

static uint8_t *print_map(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const pbw_list *map, pbwi_trail *trail,
                          bool *first) {
  const pbwi_plan *entry = slot->sub;
  const void **sorted = NULL;
  if (j->flags & PBW_DETERMINISTIC && map->size > 1 && !(sorted = pbwi_map_sorted(map, entry, j->allocator)))
    return pbwi_print_refuse(j, trail, PBW_ERR_MEMORY, NULL);
  for (size_t i = 0; p && i < map->size; i++) {
    const char *item = sorted ? sorted[i] : (const char *)pbwi_at(map->data, i * entry->size);
    bool inner = true;
    trail->key = item;
    if (!(p = begin(j, p, first)) || !(p = print_field_name(j, p, slot)) || !(p = open(j, p, trail))) break;
    for (int part = 0; p && part < 2; part++)
      if ((p = begin(j, p, &inner)))
        p = print_value(j, p, &entry->slots[part], item + entry->slots[part].offset, trail);
    if (p) p = shut(j, p);
  }
  trail->key = NULL;
  if (sorted) j->allocator->free(j->allocator->user, (void *)sorted, map->size * sizeof *sorted);
  return p;
}

/* ---- Any ---- */

/* Whether a message encodes to these bytes, so that nothing is lost when they are shown as it. */
static bool gives(pbwi_printer *j, const pbw_message *message, pbw_bytes bytes) {
  pbw_bytes again;
  return !pbwi_any_pack(message, PBW_PARTIAL, j->scratch, &again) && again.size == bytes.size &&
         (!bytes.size || !memcmp(again.data, bytes.data, bytes.size));
}

/* [url] { fields }, where the schema has the type, brackets can hold the URL and the bytes are a message (with
 * PBW_TEXT_UNKNOWN, which is to lose nothing: in the form that the encoder writes). Else *opened is false. */
static uint8_t *print_any(pbwi_printer *j, uint8_t *p, const pbw_message *m, const pbwi_trail *outer, bool *first,
                          bool *opened) {
  pbw_bytes url = pbwi_cell_bytes(pbwi_slot_cell(m, &m->plan->slots[0]));
  pbw_bytes bytes = pbwi_cell_bytes(pbwi_slot_cell(m, &m->plan->slots[1]));
  const pbw_type *type = pbwi_any_type(((const pbw_type *)m->plan->type)->file->schema, url);
  pbwi_trail trail = {outer, m->plan, &m->plan->slots[1], NULL, SIZE_MAX};
  pbw_message *inner;
  bool none = true;
  *opened = type && pbwi_lex_is_url(url.data, url.size) &&
            !pbwi_decode(&(pbwi_decode_job){.plan = &type->plan, .data = bytes.data, .size = bytes.size,
                                            .memory = j->scratch, .flags = PBW_ALIAS | PBW_PARTIAL,
                                            .max_depth = PBWI_MAX_DEPTH, /* printing has its own */
                                            .max_size = PBWI_MAX_SIZE},
                         &inner, NULL);
  if (*opened && j->flags & PBW_TEXT_UNKNOWN) *opened = gives(j, inner, bytes);
  if (!*opened) return p;
  if (!(p = begin(j, p, first)) || !(p = pbwi_print_literal(j, p, "[", 1))) return NULL;
  if (!(p = pbwi_print_literal(j, p, (const char *)url.data, url.size)) || !(p = pbwi_print_literal(j, p, "]", 1))) return NULL;
  if (!(p = open(j, p, &trail)) || !(p = print_message(j, p, inner, &trail, &none))) return NULL;
  return shut(j, p);
}

/* ---- messages ---- */

static uint8_t *print_message(pbwi_printer *j, uint8_t *p, const pbw_message *message, const pbwi_trail *outer, bool *first) {
  const pbwi_plan *plan = message->plan;
  pbwi_trail trail = {outer, plan, NULL, NULL, SIZE_MAX};
  bool opened = false;
  if (((const pbw_type *)plan->type)->known == PBWI_KNOWN_ANY && !(p = print_any(j, p, message, outer, first, &opened)))
    return NULL;
  for (size_t i = 0; p && !opened && i < plan->slot_count; i++) {
    const pbwi_slot *slot = &plan->slots[i];
    if (!pbwi_has(message, slot)) continue;
    void *cell = pbwi_slot_cell(message, slot);
    trail.slot = slot;
    if (slot->cardinality == PBW_REPEATED) p = print_list(j, p, slot, cell, &trail, first);
    else if (slot->cardinality == PBW_MAP) p = print_map(j, p, slot, cell, &trail, first);
    else if ((p = begin(j, p, first))) p = print_value(j, p, slot, cell, &trail);
  }
  if (!p || !(j->flags & PBW_TEXT_UNKNOWN)) return p;
  const pbw_bytes *slices = message->unknown.data;
  for (size_t i = 0; p && i < message->unknown.size; i++) p = pbwi_text_unknown(j, p, slices[i], begin, first);
  return p;
}

uint8_t *pbwi_text_print(const pbwi_print_job *job, pbwi_out *out, uint8_t *p, pbw_status *status) {
  pbwi_printer j = pbwi_printer_of(job, out);
  bool first = true;
  j.depth--;
  p = print_message(&j, p, job->message, NULL, &first);
  if (p && j.indent && !first) p = pbwi_print_literal(&j, p, "\n", 1);
  *status = j.status;
  return p;
}
