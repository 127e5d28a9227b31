/* Reading the types that JSON writes in a form of their own. Slot i is field i + 1, as core/schema/known.c has checked. */
#include "core/codec/encode.h"
#include "core/codec/size.h"
#include "core/format/any.h"
#include "core/format/json_parse.h"
#include "core/format/time.h"
#include "core/message/list.h"

static void *cell_of(const pbw_message *message, int slot) {
  return pbwi_slot_cell(message, &message->plan->slots[slot]);
}

/* Make a field present whose cell was written. */
static void mark(pbw_message *message, int slot) { pbwi_cell_mark(message, &message->plan->slots[slot]); }

/* ---- times ---- */

typedef bool read_time(const uint8_t *text, size_t size, int64_t *seconds, int32_t *nanos);

static const uint8_t *take_time(pbwi_parser *j, const uint8_t *p, pbw_message *m, const pbwi_trail *outer, read_time *read,
                                const char *wrong) {
  const uint8_t *at = p;
  pbw_bytes text;
  int64_t seconds;
  int32_t nanos;
  if (!(p = pbwi_json_peek_string(j, p, &text, outer))) return NULL;
  if (!read(text.data, text.size, &seconds, &nanos)) return pbwi_json_fail(j, at, outer, PBW_ERR_VALUE, wrong);
  memcpy(cell_of(m, 0), &seconds, sizeof seconds);
  memcpy(cell_of(m, 1), &nanos, sizeof nanos);
  mark(m, 0);
  mark(m, 1);
  return p;
}

/* ---- field masks ---- */

/* "fooBar.baz,q" as foo_bar.baz and q. A path grows by its capitals: at most twice its size. */
static const uint8_t *take_mask(pbwi_parser *j, const uint8_t *p, pbw_message *m, const pbwi_trail *outer) {
  const uint8_t *at = p;
  pbw_bytes text;
  pbw_list *paths = cell_of(m, 0);
  if (!(p = pbwi_json_peek_string(j, p, &text, outer))) return NULL;
  if (!text.size) return p;
  uint8_t *out = pbwi_arena_alloc(j->memory, 2 * text.size);
  if (!out) return pbwi_json_fail(j, at, outer, pbwi_arena_status(j->memory), NULL);
  uint8_t *start = out;
  for (size_t i = 0; i <= text.size; i++) {
    uint8_t c = i < text.size ? text.data[i] : ',';
    bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
    if (c == ',' && out != start) {
      pbw_bytes *cell = pbwi_list_next(j->memory, paths, sizeof *cell);
      if (!cell) return pbwi_json_fail(j, at, outer, pbwi_arena_status(j->memory), NULL);
      *cell = (pbw_bytes){start, (size_t)(out - start)};
      paths->size++;
      start = out;
    } else if (upper) {
      *out++ = '_';
      *out++ = (uint8_t)(c - 'A' + 'a');
    } else if (lower || digit || c == '.') {
      *out++ = c;
    } else {
      return pbwi_json_fail(j, at, outer, PBW_ERR_VALUE, "not a FieldMask: paths of lowerCamelCase names, with commas between");
    }
  }
  return p;
}

/* ---- Value ---- */

static const uint8_t *take_value(pbwi_parser *j, const uint8_t *p, pbw_message *m, const pbwi_trail *outer) {
  int kind;
  switch (p < j->end ? *p : 0) {
    case 'n': kind = 0; break;
    case '"': kind = 2; break;
    case 't':
    case 'f': kind = 3; break;
    case '{': kind = 4; break;
    case '[': kind = 5; break;
    default: kind = 1;
  }
  const pbwi_slot *slot = &m->plan->slots[kind];
  pbwi_trail trail = {outer, m->plan, slot, NULL, SIZE_MAX};
  if (kind == 0) {
    if (!pbwi_json_is_null(p, j->end)) return pbwi_json_fail(j, p, &trail, PBW_ERR_SYNTAX, "expected a value");
    p += 4; /* the number of NULL_VALUE is 0, and so is the cell */
  } else {
    p = pbwi_json_read_value(j, p, slot, pbwi_slot_cell(m, slot), &trail);
  }
  mark(m, kind);
  return p;
}

/* ---- Any ---- */

/* "@type" as the first member, as every writer puts it: *p is behind it. */
static bool type_first(pbwi_parser *j, const uint8_t **p, pbw_bytes *url, const pbwi_trail *trail) {
  static const char key[] = "\"@type\":";
  const uint8_t *q = *p;
  if (q == j->end || *q != '{') return false;
  q = pbwi_json_blank(q + 1, j->end);
  if ((size_t)(j->end - q) < sizeof key || memcmp(q, key, sizeof key - 1)) return false;
  q = pbwi_json_blank(q + sizeof key - 1, j->end);
  if (!(q = pbwi_json_take_string(j, q, url, trail))) return false;
  *p = pbwi_json_blank(q, j->end);
  return true;
}

/* The value of "@type" among the members of an object, wherever it stands. *url.data NULL: there is none; *empty: nor is
 * there anything else. */
static const uint8_t *find_type(pbwi_parser *j, const uint8_t *p, pbw_bytes *url, bool *empty, const pbwi_trail *trail) {
  pbw_bytes name;
  *url = (pbw_bytes){NULL, 0};
  *empty = true;
  if (!(p = pbwi_json_enter(j, p, '{', trail))) return NULL;
  for (; !(p < j->end && *p == '}'); *empty = false) {
    if (!*empty && !(p = pbwi_json_take(j, p, ',', trail))) return NULL;
    if (!(p = pbwi_json_peek_key(j, p, &name, trail))) return NULL;
    bool is_type = name.size == 5 && !memcmp(name.data, "@type", 5);
    if (!(p = pbwi_json_take(j, p, ':', trail))) return NULL;
    if (is_type && url->data) return pbwi_json_fail(j, p, trail, PBW_ERR_VALUE, "@type is there already");
    p = is_type ? pbwi_json_take_string(j, p, url, trail) : pbwi_json_skip(j, p, trail);
    if (!p) return NULL;
    p = pbwi_json_blank(p, j->end);
  }
  return p + 1;
}

/* {"@type": url, "value": the special form} */
static const uint8_t *take_boxed(pbwi_parser *j, const uint8_t *p, pbw_message *inner, pbwi_members from,
                                 const pbwi_trail *trail) {
  bool found = false, behind = from == PBWI_MEMBERS_BEHIND_TYPE;
  pbw_bytes name;
  if (!behind && !(p = pbwi_json_enter(j, p, '{', trail))) return NULL;
  for (bool first = !behind; !(p < j->end && *p == '}'); first = false) {
    if (!first && !(p = pbwi_json_take(j, p, ',', trail))) return NULL;
    const uint8_t *at = p;
    if (!(p = pbwi_json_peek_key(j, p, &name, trail))) return NULL;
    bool is_value = name.size == 5 && !memcmp(name.data, "value", 5);
    bool is_type = name.size == 5 && !memcmp(name.data, "@type", 5);
    if (is_type && behind) return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "@type is there already");
    if ((!is_value && !is_type && !(j->flags & PBW_IGNORE_UNKNOWN)) || (is_value && found))
      return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "beside @type there is exactly one \"value\" here");
    if (!(p = pbwi_json_take(j, p, ':', trail))) return NULL;
    p = is_value ? pbwi_json_read_message(j, p, inner, trail) : pbwi_json_skip(j, p, trail);
    if (!p) return NULL;
    found |= is_value;
    p = pbwi_json_blank(p, j->end);
  }
  return found ? p + 1 : pbwi_json_fail(j, p, trail, PBW_ERR_VALUE, "\"value\" is missing");
}

static const uint8_t *take_any(pbwi_parser *j, const uint8_t *p, pbw_message *m, const pbwi_trail *outer) {
  pbwi_trail trail = {outer, m->plan, m->plan->slots, NULL, SIZE_MAX};
  const uint8_t *object = p, *rest = p;
  pbwi_members from = PBWI_MEMBERS_BEHIND_TYPE;
  pbw_bytes url;
  if (!type_first(j, &rest, &url, &trail)) {
    bool empty;
    from = PBWI_MEMBERS_OF_ANY;
    if (!(p = find_type(j, p, &url, &empty, &trail))) return NULL;
    if (empty) return p;
  }
  if (!url.data) return pbwi_json_fail(j, object, &trail, PBW_ERR_VALUE, "@type is missing");
  const pbw_type *type = pbwi_any_type(((const pbw_type *)m->plan->type)->file->schema, url);
  if (!type) return pbwi_json_fail(j, object, &trail, PBW_ERR_NOT_FOUND, "the schema has no type of this URL");
  memcpy(cell_of(m, 0), &url, sizeof url);
  mark(m, 0);

  trail.slot = &m->plan->slots[1];
  pbw_arena *memory = j->memory, *owner = j->owner;
  pbw_message *inner = pbwi_message_make(j->scratch, &type->plan, NULL);
  if (!inner) return pbwi_json_fail(j, object, &trail, pbwi_arena_status(j->scratch), NULL);
  j->memory = j->scratch;
  j->owner = NULL;
  p = type->known ? take_boxed(j, rest, inner, from, &trail) : pbwi_json_read_members(j, rest, inner, from, &trail);
  j->memory = memory;
  j->owner = owner;
  if (!p) return NULL;

  pbw_bytes value;
  pbw_status status = pbwi_any_pack(inner, j->flags & PBW_PARTIAL, memory, &value);
  if (status) return pbwi_json_fail(j, object, &trail, status, NULL);
  memcpy(cell_of(m, 1), &value, sizeof value);
  mark(m, 1);
  return p;
}

/* ---- all of them ---- */

const uint8_t *pbwi_json_read_known(pbwi_parser *j, const uint8_t *p, pbw_message *m, const pbwi_trail *outer) {
  const pbwi_slot *slot = m->plan->slots;
  pbwi_trail trail = {outer, m->plan, slot, NULL, SIZE_MAX};
  switch (((const pbw_type *)m->plan->type)->known) {
    case PBWI_KNOWN_TIMESTAMP: return take_time(j, p, m, outer, pbwi_timestamp_parse, "not a timestamp of RFC 3339");
    case PBWI_KNOWN_DURATION: return take_time(j, p, m, outer, pbwi_duration_parse, "not a duration: seconds and an s");
    case PBWI_KNOWN_FIELD_MASK: return take_mask(j, p, m, outer);
    case PBWI_KNOWN_STRUCT: return pbwi_json_read_map(j, p, slot, cell_of(m, 0), &trail);
    case PBWI_KNOWN_LIST_VALUE: return pbwi_json_read_list(j, p, slot, cell_of(m, 0), &trail);
    case PBWI_KNOWN_VALUE: return take_value(j, p, m, outer);
    case PBWI_KNOWN_ANY: return take_any(j, p, m, outer);
    default: /* a wrapper */
      p = pbwi_json_read_value(j, p, slot, cell_of(m, 0), &trail);
      if (p) mark(m, 0);
      return p;
  }
}
