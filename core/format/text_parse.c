/* Text format to messages, straight into their cells: everything that the official parsers read. It recurses, so what has a
 * large frame and does not recurse is kept out of line: limits.h says how much of the C stack a level may take. */
#include <math.h>

#include "core/base/number.h"
#include "core/base/status.h"
#include "core/base/utf8.h"
#include "core/format/any.h"
#include "core/format/lex.h"
#include "core/format/text.h"
#include "core/message/check.h"
#include "core/message/list.h"
#include "core/message/map.h"

typedef struct parser {
  pbwi_lex lex;
  pbw_arena *memory, *owner, *scratch;
  uint32_t flags, depth;
  bool ignored; /* the value just read was an unknown enum name, to be left out */
  pbw_error *error;
  pbw_status status;
} parser;

/* ---- failing; tokens ---- */

static bool fail_at(parser *j, const uint8_t *at, const pbwi_trail *trail, pbw_status status, const char *message) {
  pbwi_trail_fail(trail, j->error, status, (uint64_t)(at - j->lex.start), message);
  pbwi_error_place(j->error, j->lex.start, at);
  j->status = status;
  return false;
}

static bool fail(parser *j, const pbwi_trail *trail, pbw_status status, const char *message) {
  if (j->lex.token.kind == PBWI_TOKEN_WRONG) return fail_at(j, j->lex.token.text, trail, PBW_ERR_SYNTAX, j->lex.wrong);
  return fail_at(j, j->lex.token.text, trail, status, message);
}

static bool no_memory(parser *j, const pbw_arena *arena, const pbwi_trail *trail) {
  return fail_at(j, j->lex.token.text, trail, pbwi_arena_status(arena), NULL);
}

static bool at(const parser *j, char c) { return pbwi_lex_at(&j->lex, c); }
static bool accept(parser *j, char c) { return pbwi_lex_accept(&j->lex, c); }

static bool expect(parser *j, char c, const pbwi_trail *trail) {
  char message[] = "expected '?'";
  message[10] = c;
  return accept(j, c) || fail(j, trail, PBW_ERR_SYNTAX, message);
}

/* ---- scalars ---- */

static bool word_is(const pbwi_token *t, const char *word) {
  size_t size = strlen(word);
  if (t->kind != PBWI_TOKEN_NAME || t->size != size) return false;
  for (size_t i = 0; i < size; i++)
    if ((t->text[i] | 0x20) != (uint8_t)word[i]) return false;
  return true;
}

static PBWI_NOINLINE bool read_integer(parser *j, const pbwi_slot *slot, void *cell, const pbwi_trail *trail) {
  static const char range[] = "a number that does not fit the field";
  const uint8_t *start = j->lex.token.text;
  bool negative = accept(j, '-');
  const pbwi_token *t = &j->lex.token;
  if (t->kind != PBWI_TOKEN_INTEGER) return fail(j, trail, PBW_ERR_SYNTAX, "expected an integer");
  uint64_t value = t->integer, most;
  bool is_signed = true;
  switch (slot->type) {
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: most = UINT32_MAX, is_signed = false; break;
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: most = UINT64_MAX, is_signed = false; break;
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: most = INT64_MAX; break;
    default: most = INT32_MAX;
  }
  if (t->overflow || (negative && !is_signed) || value > most + (negative ? 1 : 0))
    return fail_at(j, start, trail, PBW_ERR_VALUE, range);
  if (negative) value = 0 - value;
  uint32_t narrow = (uint32_t)value;
  if (pbwi_slot_size(slot) == 4) memcpy(cell, &narrow, 4);
  else memcpy(cell, &value, 8);
  pbwi_lex_next(&j->lex);
  return true;
}

static PBWI_NOINLINE bool read_float(parser *j, const pbwi_slot *slot, void *cell, const pbwi_trail *trail) {
  bool negative = accept(j, '-');
  const pbwi_token *t = &j->lex.token;
  double wide = 0;
  float narrow = 0;
  if (word_is(t, "inf") || word_is(t, "infinity")) {
    wide = (double)INFINITY;
    narrow = INFINITY;
  } else if (word_is(t, "nan")) {
    wide = (double)NAN;
    narrow = NAN;
  } else if (t->kind == PBWI_TOKEN_INTEGER || t->kind == PBWI_TOKEN_FLOAT) {
    size_t size = t->size - ((t->text[t->size - 1] | 0x20) == 'f');
    bool octal = t->kind == PBWI_TOKEN_INTEGER && t->size > 1 && t->text[0] == '0';
    if (octal) return fail(j, trail, PBW_ERR_SYNTAX, "a float is written in decimal");
    pbwi_decimal number;
    const uint8_t *end = t->text + size;
    if (!pbwi_decimal_scan(t->text, end, PBWI_NUMBER_ZEROS | PBWI_NUMBER_POINT, &number) || number.end != end)
      return fail(j, trail, PBW_ERR_SYNTAX, "expected a number");
    pbwi_decimal_to_double(&number, &wide); /* too large a number is an infinity */
    pbwi_decimal_to_float(&number, &narrow);
  } else {
    return fail(j, trail, PBW_ERR_SYNTAX, "expected a number");
  }
  if (negative) wide = -wide, narrow = -narrow;
  if (slot->type == PBW_TYPE_DOUBLE) memcpy(cell, &wide, 8);
  else memcpy(cell, &narrow, 4);
  pbwi_lex_next(&j->lex);
  return true;
}

static bool read_bool(parser *j, void *cell, const pbwi_trail *trail) {
  const pbwi_token *t = &j->lex.token;
  bool yes = pbwi_token_is(t, "true") || pbwi_token_is(t, "True") || pbwi_token_is(t, "t");
  bool no = pbwi_token_is(t, "false") || pbwi_token_is(t, "False") || pbwi_token_is(t, "f");
  if (t->kind == PBWI_TOKEN_INTEGER && !t->overflow) {
    yes = t->integer == 1;
    no = t->integer == 0;
  }
  if (!yes && !no) return fail(j, trail, PBW_ERR_VALUE, "expected true or false");
  *(uint8_t *)cell = yes;
  pbwi_lex_next(&j->lex);
  return true;
}

static PBWI_NOINLINE bool read_enum(parser *j, const pbwi_slot *slot, void *cell, const pbwi_trail *trail) {
  const pbw_enum *enumeration = ((const pbw_field *)slot->field)->enum_type;
  const pbwi_token *t = &j->lex.token;
  int32_t number = 0;
  if (t->kind == PBWI_TOKEN_NAME) {
    const pbwi_enum_value *value = pbwi_enum_by_name(enumeration, (const char *)t->text, t->size);
    if (!value && !(j->ignored = j->flags & PBW_IGNORE_UNKNOWN))
      return fail(j, trail, PBW_ERR_VALUE, "the enum has no value of this name");
    if (value) number = value->number;
    pbwi_lex_next(&j->lex);
  } else {
    const uint8_t *start = t->text;
    if (!read_integer(j, slot, &number, trail)) return false;
    if (enumeration->closed && !pbwi_numbers_has(&enumeration->numbers, number) &&
        !(j->ignored = j->flags & PBW_IGNORE_UNKNOWN))
      return fail_at(j, start, trail, PBW_ERR_VALUE, "the enum has no value of this number");
  }
  memcpy(cell, &number, sizeof number);
  return true;
}

/* Literals side by side are one string. */
static PBWI_NOINLINE bool read_string(parser *j, const pbwi_slot *slot, void *cell, const pbwi_trail *trail) {
  if (j->lex.token.kind != PBWI_TOKEN_STRING) return fail(j, trail, PBW_ERR_SYNTAX, "expected a string");
  const uint8_t *first = j->lex.token.text;
  pbwi_lex ahead = j->lex;
  size_t room = 0;
  for (; ahead.token.kind == PBWI_TOKEN_STRING; pbwi_lex_next(&ahead)) room += ahead.token.size;
  uint8_t *start = pbwi_arena_alloc(j->memory, room), *out = start;
  if (!start) return no_memory(j, j->memory, trail);
  for (; j->lex.token.kind == PBWI_TOKEN_STRING; pbwi_lex_next(&j->lex)) {
    const uint8_t *wrong;
    out = pbwi_token_string(&j->lex.token, false, out, &wrong);
    if (!out) return fail_at(j, wrong, trail, PBW_ERR_SYNTAX, "an escape that is not one");
  }
  pbw_bytes bytes = {start, (size_t)(out - start)};
  if (slot->flags & PBWI_SLOT_UTF8 && !pbwi_utf8_valid(bytes.data, bytes.size))
    return fail_at(j, first, trail, PBW_ERR_UTF8, NULL);
  memcpy(cell, &bytes, sizeof bytes);
  return true;
}

/* ---- what nobody asked for ---- */

static bool skip_message(parser *j, const pbwi_trail *trail);

static bool skip_value(parser *j, const pbwi_trail *trail) {
  if (at(j, '{') || at(j, '<')) return skip_message(j, trail);
  if (accept(j, '[')) {
    for (bool first = true; !at(j, ']'); first = false) {
      if (!first && !expect(j, ',', trail)) return false;
      if (at(j, '[')) return fail(j, trail, PBW_ERR_SYNTAX, "a list cannot hold lists");
      if (!skip_value(j, trail)) return false;
    }
    return expect(j, ']', trail);
  }
  if (j->lex.token.kind == PBWI_TOKEN_STRING) {
    while (j->lex.token.kind == PBWI_TOKEN_STRING) pbwi_lex_next(&j->lex);
    return true;
  }
  accept(j, '-');
  int kind = j->lex.token.kind;
  if (kind != PBWI_TOKEN_INTEGER && kind != PBWI_TOKEN_FLOAT && kind != PBWI_TOKEN_NAME)
    return fail(j, trail, PBW_ERR_SYNTAX, "expected a value");
  pbwi_lex_next(&j->lex);
  return true;
}

/* What stands in brackets as a field's name, without blanks. */
static bool bracket(parser *j, pbw_bytes *name, const pbwi_trail *trail) {
  pbwi_lex ahead = j->lex;
  size_t size;
  bool ok = pbwi_lex_bracket(&ahead, NULL, &size);
  uint8_t *copy = ok ? pbwi_arena_alloc(j->scratch, size) : NULL;
  if (ok && !copy) return no_memory(j, j->scratch, trail);
  if (!pbwi_lex_bracket(&j->lex, copy, &size)) return fail(j, trail, PBW_ERR_SYNTAX, NULL);
  *name = (pbw_bytes){copy, size};
  return true;
}

static bool skip_field_value(parser *j, const pbwi_trail *trail) {
  bool colon = accept(j, ':');
  if (!colon && !at(j, '{') && !at(j, '<') && !at(j, '[')) return fail(j, trail, PBW_ERR_SYNTAX, "expected ':'");
  return skip_value(j, trail);
}

static bool skip_message(parser *j, const pbwi_trail *trail) {
  pbw_bytes name;
  char close = at(j, '<') ? '>' : '}';
  if (!j->depth) return fail(j, trail, PBW_ERR_DEPTH, NULL);
  j->depth--;
  pbwi_lex_next(&j->lex);
  while (!at(j, close)) {
    if (at(j, '[')) {
      if (!bracket(j, &name, trail)) return false;
    } else if (j->lex.token.kind == PBWI_TOKEN_NAME || j->lex.token.kind == PBWI_TOKEN_INTEGER) {
      pbwi_lex_next(&j->lex);
    } else {
      return fail(j, trail, PBW_ERR_SYNTAX, "expected the name of a field");
    }
    if (!skip_field_value(j, trail)) return false;
    if (!accept(j, ',')) accept(j, ';');
  }
  j->depth++;
  return expect(j, close, trail);
}

/* ---- messages ---- */

/* Where fields go: a message, or a map's entry, which has no header. */
typedef struct target {
  void *base;
  const pbwi_plan *plan;
  pbw_message *message; /* NULL: an entry */
} target;

static bool read_fields(parser *j, const target *to, char close, const pbwi_trail *outer);

/* { fields } or < fields > */
static bool read_block(parser *j, const target *to, const pbwi_trail *trail) {
  char close = at(j, '<') ? '>' : '}';
  if (!at(j, '<') && !at(j, '{')) return fail(j, trail, PBW_ERR_SYNTAX, "expected '{'");
  if (!j->depth) return fail(j, trail, PBW_ERR_DEPTH, NULL);
  j->depth--;
  pbwi_lex_next(&j->lex);
  bool ok = read_fields(j, to, close, trail) && expect(j, close, trail);
  j->depth++;
  return ok;
}

static bool read_value(parser *j, const pbwi_slot *slot, void *cell, const pbwi_trail *trail) {
  switch (slot->type) {
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES: return read_string(j, slot, cell, trail);
    case PBW_TYPE_BOOL: return read_bool(j, cell, trail);
    case PBW_TYPE_ENUM: return read_enum(j, slot, cell, trail);
    case PBW_TYPE_FLOAT:
    case PBW_TYPE_DOUBLE: return read_float(j, slot, cell, trail);
    case PBW_TYPE_MESSAGE:
    case PBW_TYPE_GROUP: {
      pbw_message *message = pbwi_message_make(j->memory, slot->sub, j->owner);
      if (!message) return no_memory(j, j->memory, trail);
      memcpy(cell, &message, sizeof message);
      return read_block(j, &(target){message, slot->sub, message}, trail);
    }
    default: return read_integer(j, slot, cell, trail);
  }
}

/* One more entry of a map: a message of two fields, either of which may be left out. */
static PBWI_NOINLINE bool read_entry(parser *j, const pbwi_slot *slot, pbw_list *map, pbwi_trail *trail) {
  const pbwi_slot *value = &slot->sub->slots[1];
  char *entry = pbwi_map_next(j->memory, map, slot->sub);
  if (!entry) return no_memory(j, j->memory, trail);
  if (!read_block(j, &(target){entry, slot->sub, NULL}, trail)) return false;
  pbw_message *message;
  if (pbwi_slot_format(value) == PBW_CELL_MESSAGE && !pbwi_cell_message(entry + value->offset)) {
    if (!(message = pbwi_message_make(j->memory, value->sub, j->owner))) return no_memory(j, j->memory, trail);
    memcpy(entry + value->offset, &message, sizeof message);
  }
  pbwi_map_commit(map, slot->sub);
  return true;
}

/* One more element of a list, or entry of a map. */
static bool read_element(parser *j, const pbwi_slot *slot, pbw_list *list, pbwi_trail *trail) {
  if (slot->cardinality == PBW_MAP) return read_entry(j, slot, list, trail);
  void *cell = pbwi_list_next(j->memory, list, pbwi_slot_size(slot));
  trail->index = list->size;
  if (!cell) return no_memory(j, j->memory, trail);
  if (!read_value(j, slot, cell, trail)) return false;
  list->size += !j->ignored;
  j->ignored = false;
  trail->index = SIZE_MAX;
  return true;
}

static bool read_list(parser *j, const pbwi_slot *slot, pbw_list *list, pbwi_trail *trail) {
  if (!accept(j, '[')) return read_element(j, slot, list, trail);
  for (bool first = true; !at(j, ']'); first = false)
    if ((!first && !expect(j, ',', trail)) || !read_element(j, slot, list, trail)) return false;
  return expect(j, ']', trail);
}

static bool read_field(parser *j, const target *to, const pbwi_slot *slot, uint64_t *seen, pbwi_trail *trail) {
  const uint8_t *start = j->lex.token.text;
  bool message = pbwi_slot_format(slot) == PBW_CELL_MESSAGE, colon = accept(j, ':');
  if (!message && !colon) return fail(j, trail, PBW_ERR_SYNTAX, "expected ':'");
  void *cell = pbwi_at(to->base, slot->offset);
  if (slot->cardinality != PBW_SINGULAR) return read_list(j, slot, cell, trail);

  size_t index = (size_t)(slot - to->plan->slots);
  if (seen[index / 64] >> index % 64 & 1) return fail_at(j, start, trail, PBW_ERR_VALUE, "the field is there already");
  seen[index / 64] |= UINT64_C(1) << index % 64;
  if (to->message && slot->presence == PBW_PRESENCE_ONEOF && pbwi_cell_u32(pbwi_at(to->base, slot->presence_offset)))
    return fail_at(j, start, trail, PBW_ERR_VALUE, "another field of the oneof is set already");
  pbwi_any_cell value;
  if (!read_value(j, slot, &value, trail)) return false;
  if (!j->ignored) {
    pbwi_cell_copy(cell, &value, pbwi_slot_format(slot));
    if (to->message) pbwi_cell_mark(to->message, slot);
  }
  j->ignored = false;
  return true;
}

/* What was read becomes the Any's two fields. */
static PBWI_NOINLINE bool fill_any(parser *j, pbw_message *any, pbw_bytes url, const pbw_message *inner, const uint8_t *start,
                                   const pbwi_trail *trail) {
  const pbwi_slot *slots = any->plan->slots;
  pbw_bytes value;
  url.data = pbwi_arena_copy(j->memory, url.data, url.size);
  if (!url.data) return no_memory(j, j->memory, trail);
  pbw_status status = pbwi_any_pack(inner, j->flags & PBW_PARTIAL, j->memory, &value);
  if (status) return fail_at(j, start, trail, status, NULL);
  memcpy(pbwi_slot_cell(any, &slots[0]), &url, sizeof url);
  memcpy(pbwi_slot_cell(any, &slots[1]), &value, sizeof value);
  pbwi_cell_mark(any, &slots[0]);
  pbwi_cell_mark(any, &slots[1]);
  return true;
}

/* [url] { fields }, in an Any. */
static PBWI_NOINLINE bool read_any(parser *j, pbw_message *any, pbw_bytes url, const uint8_t *start, const pbwi_trail *outer) {
  const pbwi_slot *slots = any->plan->slots;
  pbwi_trail trail = {outer, any->plan, slots, NULL, SIZE_MAX};
  const pbw_type *type = pbwi_any_type(((const pbw_type *)any->plan->type)->file->schema, url);
  if (!type) return fail_at(j, start, &trail, PBW_ERR_NOT_FOUND, "the schema has no type of this URL");
  if (pbwi_has(any, &slots[0]) || pbwi_has(any, &slots[1]))
    return fail_at(j, start, &trail, PBW_ERR_VALUE, "the Any has a value already");
  trail.slot = &slots[1];
  accept(j, ':');
  pbw_message *inner = pbwi_message_make(j->scratch, &type->plan, NULL);
  if (!inner) return no_memory(j, j->scratch, &trail);
  pbw_arena *memory = j->memory, *owner = j->owner;
  j->memory = j->scratch;
  j->owner = NULL;
  bool ok = read_block(j, &(target){inner, inner->plan, inner}, &trail);
  j->memory = memory;
  j->owner = owner;
  return ok && fill_any(j, any, url, inner, start, &trail);
}

/* ---- unknown fields, by number ---- */

static uint8_t *put_tag(pbwi_out *out, uint8_t *p, uint64_t number, unsigned wire) {
  return (p = pbwi_out_room(out, p, 20)) ? pbwi_varint_write(p, number << 3 | wire) : NULL;
}

static uint8_t *no_room(parser *j, const pbwi_out *out, const pbwi_trail *trail) {
  fail_at(j, j->lex.token.text, trail, out->status, NULL);
  return NULL;
}

static uint8_t *read_unknown(parser *j, pbwi_out *out, uint8_t *p, const pbwi_trail *trail);

/* { fields }, of a group or (with the size before them) of bytes. */
static uint8_t *read_unknown_block(parser *j, pbwi_out *out, uint8_t *p, uint64_t number, bool group, const pbwi_trail *trail) {
  if (!j->depth) return fail(j, trail, PBW_ERR_DEPTH, NULL), NULL;
  j->depth--;
  pbwi_lex_next(&j->lex);
  if (!(p = put_tag(out, p, number, group ? PBWI_WIRE_START : PBWI_WIRE_BYTES))) return no_room(j, out, trail);
  size_t start = (size_t)(p - out->start);
  while (!at(j, '}'))
    if (!(p = read_unknown(j, out, p, trail))) return NULL;
  pbwi_lex_next(&j->lex);
  j->depth++;
  if (group) return (p = put_tag(out, p, number, PBWI_WIRE_END)) ? p : no_room(j, out, trail);
  size_t size = (size_t)(p - out->start) - start, head = pbwi_varint_size(size);
  if (!(p = pbwi_out_room(out, p, head))) return no_room(j, out, trail);
  memmove(out->start + start + head, out->start + start, size);
  pbwi_varint_write(out->start + start, size);
  return p + head;
}

/* One field from its number on, in wire format. */
static uint8_t *read_unknown(parser *j, pbwi_out *out, uint8_t *p, const pbwi_trail *trail) {
  static const pbwi_slot bytes_slot = {.type = PBW_TYPE_BYTES};
  const pbwi_token *t = &j->lex.token;
  uint64_t number = t->integer;
  if (t->kind != PBWI_TOKEN_INTEGER || t->overflow || !number || number > PBWI_MAX_FIELD_NUMBER)
    return fail(j, trail, PBW_ERR_SYNTAX, "expected the number of a field"), NULL;
  pbwi_lex_next(&j->lex);
  bool colon = accept(j, ':');
  if (at(j, '{')) return read_unknown_block(j, out, p, number, !colon, trail);
  if (!colon) return fail(j, trail, PBW_ERR_SYNTAX, "expected ':'"), NULL;
  if (t->kind == PBWI_TOKEN_STRING) {
    pbw_bytes bytes;
    pbw_arena *memory = j->memory;
    j->memory = j->scratch;
    bool ok = read_string(j, &bytes_slot, &bytes, trail);
    j->memory = memory;
    if (!ok) return NULL;
    if (!(p = put_tag(out, p, number, PBWI_WIRE_BYTES)) || !(p = pbwi_out_room(out, p, bytes.size + 10)))
      return no_room(j, out, trail);
    p = pbwi_varint_write(p, bytes.size);
    if (bytes.size) memcpy(p, bytes.data, bytes.size);
    p += bytes.size;
  } else if (t->kind == PBWI_TOKEN_INTEGER && !t->overflow) {
    bool hex = t->size > 2 && (t->text[1] | 0x20) == 'x';
    unsigned wire = hex && t->size == 10 ? PBWI_WIRE_32 : hex && t->size == 18 ? PBWI_WIRE_64 : PBWI_WIRE_VARINT;
    if (!(p = put_tag(out, p, number, wire))) return no_room(j, out, trail);
    if (wire == PBWI_WIRE_32) pbwi_store32le(p, (uint32_t)t->integer), p += 4;
    else if (wire == PBWI_WIRE_64) pbwi_store64le(p, t->integer), p += 8;
    else p = pbwi_varint_write(p, t->integer);
    pbwi_lex_next(&j->lex);
  } else {
    return fail(j, trail, PBW_ERR_SYNTAX, "expected a number, a string or '{'"), NULL;
  }
  if (!accept(j, ',')) accept(j, ';');
  return p;
}

/* Fields by number as long as there are some, as one slice of the message's unknown fields. */
static PBWI_NOINLINE bool read_unknowns(parser *j, pbw_message *message, const pbwi_trail *trail) {
  pbwi_out out;
  const uint8_t *data;
  size_t size;
  uint8_t first[64], *p = pbwi_out_buffer(&out, first, sizeof first);
  do p = read_unknown(j, &out, p, trail);
  while (p && j->lex.token.kind == PBWI_TOKEN_INTEGER);
  size_t used = p ? (size_t)(p - out.start) : 0;
  uint8_t *copy = p ? pbwi_arena_copy(j->memory, out.start, used) : NULL;
  pbw_bytes *cell = copy ? pbwi_list_next(j->memory, &message->unknown, sizeof *cell) : NULL;
  pbwi_out_close(&out, p, PBW_OK, &data, &size);
  if (!p) return false;
  if (!cell) return no_memory(j, j->memory, trail);
  *cell = (pbw_bytes){copy, used};
  message->unknown.size++;
  return true;
}

/* ---- names ---- */

/* A field by its name; a group also by its type's. */
static const pbwi_slot *find_name(const target *to, const pbwi_token *t) {
  if (!to->message) {
    bool value = pbwi_token_is(t, "value");
    return value || pbwi_token_is(t, "key") ? &to->plan->slots[value] : NULL;
  }
  const pbw_type *type = to->plan->type;
  const pbw_field *field = pbwi_type_field(type, (const char *)t->text, t->size);
  if (field && pbwi_token_is(t, field->name)) return field->slot;
  for (uint32_t i = 0; i < type->field_count; i++)
    if (type->fields[i].slot->type == PBW_TYPE_GROUP && pbwi_token_is(t, pbwi_text_name(&type->fields[i])))
      return type->fields[i].slot;
  return NULL;
}

/* In a .proto file an extension's name is looked up from inside the type that it extends. */
static PBWI_NOINLINE const pbw_field *find_relative(const pbw_type *type, pbw_bytes name) {
  char full[2 * PBWI_MAX_NAME + 2];
  size_t outer = strlen(type->full_name);
  if (name.size > PBWI_MAX_NAME) return NULL;
  for (;;) {
    while (outer && type->full_name[outer - 1] != '.') outer--;
    memcpy(full, type->full_name, outer);
    memcpy(full + outer, name.data, name.size);
    const pbw_field *field = pbwi_table_find(&type->file->schema->extension_names, full, outer + name.size);
    if (field || !outer) return field;
    outer--;
  }
}

/* An extension of `type`, by its own name or, as the official printers write those of message sets, by that of its type when
 * it is declared inside. We print the first, since two may have the second. */
static PBWI_NOINLINE const pbw_field *find_extension(const parser *j, const pbw_type *type, pbw_bytes name) {
  const pbw_schema *schema = type->file->schema;
  const pbw_field *field = j->lex.proto ? find_relative(type, name)
                                        : pbwi_table_find(&schema->extension_names, (const char *)name.data, name.size);
  if (field) return field->type == type ? field : NULL;
  const pbw_type *item = pbwi_table_find(&schema->type_names, (const char *)name.data, name.size);
  for (size_t i = 0; item && i < type->plan.slot_count; i++) {
    const pbwi_slot *slot = &type->plan.slots[i];
    field = slot->field;
    if (slot->flags & PBWI_SLOT_MESSAGE_SET && field->message_type == item && field->scope == item) return field;
  }
  return NULL;
}

/* A name, [extension] or [url]. *slot NULL: the field was skipped, or *url is that of the value in an Any, which comes next. */
static PBWI_NOINLINE bool read_name(parser *j, const target *to, const pbwi_slot **slot, pbw_bytes *url, pbwi_trail *trail) {
  const uint8_t *start = j->lex.token.text;
  bool reserved = false; /* a name that a field may have had: its value is skipped */
  *slot = NULL;
  *url = (pbw_bytes){NULL, 0};
  if (at(j, '[')) {
    pbw_bytes name;
    const pbw_type *type = to->message ? to->plan->type : NULL;
    if (!bracket(j, &name, trail)) return false;
    if (memchr(name.data, '/', name.size)) {
      if (type && type->known == PBWI_KNOWN_ANY) {
        *url = name;
        return true;
      }
    } else if (type) {
      const pbw_field *field = find_extension(j, type, name);
      if (field) *slot = field->slot;
    }
  } else if (j->lex.token.kind == PBWI_TOKEN_NAME) {
    const pbw_type *type = to->message ? to->plan->type : NULL;
    *slot = find_name(to, &j->lex.token);
    reserved = !*slot && type && pbwi_table_find(&type->reserved_names, (const char *)start, j->lex.token.size);
    pbwi_lex_next(&j->lex);
  } else {
    return fail(j, trail, PBW_ERR_SYNTAX, "expected the name of a field");
  }
  if (*slot) return true;
  if (!reserved && !(j->flags & PBW_IGNORE_UNKNOWN))
    return fail_at(j, start, trail, PBW_ERR_NOT_FOUND, "the message has no field of this name");
  return skip_field_value(j, trail);
}

/* Fields up to `close`, or (0) to the end. */
static bool read_fields(parser *j, const target *to, char close, const pbwi_trail *outer) {
  pbwi_trail trail = {outer, to->plan, NULL, NULL, SIZE_MAX};
  uint64_t word = 0, *seen = &word;
  if (to->plan->slot_count > 64) {
    seen = pbwi_arena_zalloc(j->scratch, ((size_t)to->plan->slot_count + 63) / 64 * 8);
    if (!seen) return no_memory(j, j->scratch, outer);
  }
  while (close ? !at(j, close) : j->lex.token.kind != PBWI_TOKEN_END) {
    const pbwi_slot *slot;
    const uint8_t *start = j->lex.token.text;
    pbw_bytes url;
    trail.slot = NULL;
    if (to->message && j->flags & PBW_TEXT_UNKNOWN && j->lex.token.kind == PBWI_TOKEN_INTEGER) {
      if (!read_unknowns(j, to->message, &trail)) return false;
      continue;
    }
    if (!read_name(j, to, &slot, &url, &trail)) return false;
    if (url.size) {
      *seen |= 3; /* both fields of the Any */
      if (!read_any(j, to->message, url, start, outer)) return false;
    }
    trail.slot = slot;
    if (slot && !read_field(j, to, slot, seen, &trail)) return false;
    if (!accept(j, ',')) accept(j, ';');
  }
  return true;
}

pbw_status pbwi_text_parse(const pbwi_parse_job *job, pbw_message **out) {
  parser j = {
      .memory = job->memory,
      .owner = job->owner,
      .scratch = job->scratch,
      .flags = job->flags,
      .depth = pbwi_text_depth(job->max_depth),
      .error = job->error,
  };
  static const uint8_t nothing[1];
  const pbwi_plan *plan = &job->type->plan;
  pbwi_lex_start(&j.lex, job->data ? job->data : nothing, job->size, job->proto);
  if (job->size > job->max_size) return fail_at(&j, j.lex.start, NULL, PBW_ERR_SIZE, NULL), j.status;
  pbw_message *message = pbwi_message_make(j.memory, plan, j.owner);
  if (!message) return no_memory(&j, j.memory, NULL), j.status;
  j.depth--;
  if (!read_fields(&j, &(target){message, plan, message}, 0, NULL)) return j.status;
  if (!(job->flags & PBW_PARTIAL) && plan->flags & PBWI_PLAN_REQUIRED_BELOW) {
    pbw_status status = pbwi_check(message, job->error);
    if (status) return status;
  }
  *out = message;
  return PBW_OK;
}
