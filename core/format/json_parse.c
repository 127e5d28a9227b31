/* JSON to messages, straight into their cells.
 *
 * Fast because the next key is expected before it is looked up: a writer puts fields in order, so that a key is mostly one
 * comparison with a text made when the schema was loaded. Strings are looked at, copied and freed of escapes in one pass,
 * into one piece of memory for all of them. The types with a form of their own are in json_parse_known.c. */
#include "core/format/json_parse.h"

#include "core/base/status.h"
#include "core/base/base64.h"
#include "core/message/check.h"
#include "core/message/list.h"
#include "core/message/map.h"

static const uint8_t *no_memory(pbwi_parser *j, const uint8_t *p, const pbw_arena *arena, const pbwi_trail *trail) {
  return pbwi_json_fail(j, p, trail, pbwi_arena_status(arena), NULL);
}

/* ---- scalars ---- */

/* A number, bare or in quotes. *word: the string, where it is one of the words that floats have instead. */
static const uint8_t *read_number(pbwi_parser *j, const uint8_t *p, pbwi_json_number *n, pbw_bytes *word,
                                  const pbwi_trail *trail) {
  *word = (pbw_bytes){NULL, 0};
  if (p == j->end || *p != '"') return pbwi_json_take_number(j, p, n, trail);
  const uint8_t *after = pbwi_json_number_read(p + 1, j->end, n);
  if (PBWI_LIKELY(after && after < j->end && *after == '"')) return after + 1; /* as it is written */
  if (!(p = pbwi_json_peek_string(j, p, word, trail))) return NULL;
  const uint8_t *end = word->data + word->size;
  if (word->size && pbwi_json_number_read(word->data, end, n) == end) {
    word->data = NULL;
    return p;
  }
  return p;
}

static bool is_word(pbw_bytes text, const char *word) {
  return text.data && text.size == strlen(word) && !memcmp(text.data, word, text.size);
}

static const uint8_t *read_integer(pbwi_parser *j, const uint8_t *p, const pbwi_slot *slot, void *cell,
                                   const pbwi_trail *trail) {
  pbwi_json_number n;
  pbw_bytes word;
  const uint8_t *at = p;
  int64_t value = 0;
  uint64_t bits = 0;
  bool ok = false;
  if (!(p = read_number(j, p, &n, &word, trail))) return NULL;
  if (word.data) return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "expected a number");
  switch (slot->type) {
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: ok = pbwi_json_number_uint64(&n, UINT32_MAX, &bits); break;
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: ok = pbwi_json_number_uint64(&n, UINT64_MAX, &bits); break;
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64:
      ok = pbwi_json_number_int64(&n, INT64_MIN, INT64_MAX, &value);
      bits = (uint64_t)value;
      break;
    default:
      ok = pbwi_json_number_int64(&n, INT32_MIN, INT32_MAX, &value);
      bits = (uint64_t)value;
  }
  if (!ok) return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "a number that is not whole, or does not fit the field");
  uint32_t narrow = (uint32_t)bits;
  if (pbwi_slot_size(slot) == 4) memcpy(cell, &narrow, 4);
  else memcpy(cell, &bits, 8);
  return p;
}

static const uint8_t *read_float(pbwi_parser *j, const uint8_t *p, const pbwi_slot *slot, void *cell,
                                 const pbwi_trail *trail) {
  static const struct {
    const char *word;
    uint64_t bits;
    uint32_t narrow;
  } words[] = {
      {"NaN", UINT64_C(0x7ff8000000000000), 0x7fc00000},
      {"Infinity", UINT64_C(0x7ff0000000000000), 0x7f800000},
      {"-Infinity", UINT64_C(0xfff0000000000000), 0xff800000},
  };
  pbwi_json_number n;
  pbw_bytes word;
  const uint8_t *at = p;
  bool narrow = slot->type == PBW_TYPE_FLOAT;
  if (!(p = read_number(j, p, &n, &word, trail))) return NULL;
  if (!word.data) {
    bool ok = narrow ? pbwi_json_number_float(&n, cell) : pbwi_json_number_double(&n, cell);
    return ok ? p : pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "a number too large for the field");
  }
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!is_word(word, words[i].word)) continue;
    if (narrow) memcpy(cell, &words[i].narrow, 4);
    else memcpy(cell, &words[i].bits, 8);
    return p;
  }
  return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "expected a number");
}

static const uint8_t *read_bool(pbwi_parser *j, const uint8_t *p, void *cell, const pbwi_trail *trail) {
  bool yes = j->end - p >= 4 && !memcmp(p, "true", 4);
  if (!yes && !(j->end - p >= 5 && !memcmp(p, "false", 5)))
    return pbwi_json_unexpected(j, p, trail, "expected true or false");
  *(uint8_t *)cell = yes;
  return p + (yes ? 4 : 5);
}

static const uint8_t *read_bytes(pbwi_parser *j, const uint8_t *p, void *cell, const pbwi_trail *trail) {
  pbw_bytes text;
  size_t wrong;
  const uint8_t *at = p;
  if (!(p = pbwi_json_peek_string(j, p, &text, trail))) return NULL;
  uint8_t *end = pbwi_base64_parse(j->room, text.data, text.size, &wrong);
  if (!end) return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "not base64");
  pbw_bytes bytes = {j->room, (size_t)(end - j->room)};
  memcpy(cell, &bytes, sizeof bytes);
  j->room = end;
  return p;
}

static const uint8_t *read_enum(pbwi_parser *j, const uint8_t *p, const pbw_enum *enumeration, void *cell,
                                const pbwi_trail *trail) {
  const uint8_t *at = p;
  pbw_bytes name;
  int64_t number = 0;
  if (pbwi_json_is_null(p, j->end) && enumeration->is_null) {
    p += 4;
  } else if (p < j->end && *p == '"') {
    if (!(p = pbwi_json_peek_string(j, p, &name, trail))) return NULL;
    const pbwi_enum_value *value = pbwi_enum_by_name(enumeration, (const char *)name.data, name.size);
    if (!value && !(j->ignored = j->flags & PBW_IGNORE_UNKNOWN))
      return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "the enum has no value of this name");
    if (value) number = value->number;
  } else {
    pbwi_json_number n;
    if (!(p = pbwi_json_take_number(j, p, &n, trail))) return NULL;
    if (!pbwi_json_number_int64(&n, INT32_MIN, INT32_MAX, &number))
      return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "a number that is not whole, or does not fit the field");
    if (enumeration->closed && !pbwi_numbers_has(&enumeration->numbers, (int32_t)number) &&
        !(j->ignored = j->flags & PBW_IGNORE_UNKNOWN))
      return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "the enum has no value of this number");
  }
  int32_t value = (int32_t)number;
  memcpy(cell, &value, sizeof value);
  return p;
}

/* ---- values ---- */

static bool takes_null(const pbwi_slot *slot) {
  if (slot->type == PBW_TYPE_ENUM) return ((const pbw_field *)slot->field)->enum_type->is_null;
  return slot->sub && ((const pbw_type *)slot->sub->type)->known == PBWI_KNOWN_VALUE;
}

const uint8_t *pbwi_json_read_value(pbwi_parser *j, const uint8_t *p, const pbwi_slot *slot, void *cell,
                                    const pbwi_trail *trail) {
  switch (slot->type) {
    case PBW_TYPE_STRING: return pbwi_json_take_string(j, p, cell, trail);
    case PBW_TYPE_BYTES: return read_bytes(j, p, cell, trail);
    case PBW_TYPE_BOOL: return read_bool(j, p, cell, trail);
    case PBW_TYPE_ENUM: return read_enum(j, p, ((const pbw_field *)slot->field)->enum_type, cell, trail);
    case PBW_TYPE_FLOAT:
    case PBW_TYPE_DOUBLE: return read_float(j, p, slot, cell, trail);
    case PBW_TYPE_MESSAGE:
    case PBW_TYPE_GROUP: {
      pbw_message *message = pbwi_message_make(j->memory, slot->sub, j->owner);
      if (!message) return no_memory(j, p, j->memory, trail);
      memcpy(cell, &message, sizeof message);
      return pbwi_json_read_message(j, p, message, trail);
    }
    default: return read_integer(j, p, slot, cell, trail);
  }
}

const uint8_t *pbwi_json_read_list(pbwi_parser *j, const uint8_t *p, const pbwi_slot *slot, pbw_list *list,
                                   pbwi_trail *trail) {
  size_t size = pbwi_slot_size(slot);
  if (!(p = pbwi_json_enter(j, p, '[', trail))) return NULL;
  for (trail->index = 0; !(p < j->end && *p == ']'); trail->index++) {
    if (trail->index && !(p = pbwi_json_take(j, p, ',', trail))) return NULL;
    if (pbwi_json_is_null(p, j->end) && !takes_null(slot))
      return pbwi_json_fail(j, p, trail, PBW_ERR_VALUE, "null cannot be an element of a list");
    void *cell = pbwi_list_next(j->memory, list, size);
    if (!cell) return no_memory(j, p, j->memory, trail);
    if (!(p = pbwi_json_read_value(j, p, slot, cell, trail))) return NULL;
    list->size += !j->ignored;
    j->ignored = false;
    p = pbwi_json_blank(p, j->end);
  }
  trail->index = SIZE_MAX;
  return p + 1;
}

/* A map's key: always a string. */
static const uint8_t *read_key(pbwi_parser *j, const uint8_t *p, const pbwi_slot *slot, void *cell, const pbwi_trail *trail) {
  const uint8_t *at = p;
  pbw_bytes text;
  if (p == j->end || *p != '"') return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "expected a key in quotes");
  if (slot->type == PBW_TYPE_STRING) return pbwi_json_take_string(j, p, cell, trail);
  if (slot->type != PBW_TYPE_BOOL) return read_integer(j, p, slot, cell, trail);
  if (!(p = pbwi_json_peek_string(j, p, &text, trail))) return NULL;
  *(uint8_t *)cell = is_word(text, "true");
  if (!*(uint8_t *)cell && !is_word(text, "false"))
    return pbwi_json_fail(j, at, trail, PBW_ERR_VALUE, "expected \"true\" or \"false\"");
  return p;
}

const uint8_t *pbwi_json_read_map(pbwi_parser *j, const uint8_t *p, const pbwi_slot *slot, pbw_list *map,
                                  pbwi_trail *trail) {
  const pbwi_plan *entry = slot->sub;
  const pbwi_slot *value = &entry->slots[1];
  if (!(p = pbwi_json_enter(j, p, '{', trail))) return NULL;
  for (bool first = true; !(p < j->end && *p == '}'); first = false) {
    if (!first && !(p = pbwi_json_take(j, p, ',', trail))) return NULL;
    char *item = pbwi_map_next(j->memory, map, entry);
    if (!item) return no_memory(j, p, j->memory, trail);
    trail->key = NULL;
    if (!(p = read_key(j, p, &entry->slots[0], item, trail)) || !(p = pbwi_json_take(j, p, ':', trail))) return NULL;
    trail->key = item;
    if (pbwi_json_is_null(p, j->end) && !takes_null(value))
      return pbwi_json_fail(j, p, trail, PBW_ERR_VALUE, "null cannot be the value of a map");
    if (!(p = pbwi_json_read_value(j, p, value, item + value->offset, trail))) return NULL;
    if (!j->ignored) pbwi_map_commit(map, entry);
    j->ignored = false;
    p = pbwi_json_blank(p, j->end);
  }
  trail->key = NULL;
  return p + 1;
}

/* ---- messages ---- */

/* Equal bytes; n is at least 3. */
PBWI_INLINE bool same(const uint8_t *a, const char *b, size_t n) {
  if (n >= 8) {
    for (size_t i = 0; i + 8 < n; i += 8)
      if (pbwi_load64le(a + i) != pbwi_load64le(b + i)) return false;
    return pbwi_load64le(a + n - 8) == pbwi_load64le(b + n - 8);
  }
  if (n >= 4) return pbwi_load32le(a) == pbwi_load32le(b) && pbwi_load32le(a + n - 4) == pbwi_load32le(b + n - 4);
  return a[0] == (uint8_t)b[0] && a[1] == (uint8_t)b[1] && a[n - 1] == (uint8_t)b[n - 1];
}

/* For the rare type where a field's name is another's JSON name, which counts more here. */
static const pbw_field *field_by_json(const pbw_type *type, pbw_bytes name) {
  for (uint32_t i = 0; i < type->field_count; i++)
    if (is_word(name, type->fields[i].json_name)) return &type->fields[i];
  return NULL;
}

static const pbwi_slot *find_slot(const pbw_type *type, pbw_bytes name) {
  const char *text = (const char *)name.data;
  const pbw_field *field;
  if (name.size > 2 && text[0] == '[' && text[name.size - 1] == ']') {
    field = pbwi_table_find(&type->file->schema->extension_names, text + 1, name.size - 2);
    if (field && field->type != type) field = NULL;
  } else {
    field = type->hidden_json ? field_by_json(type, name) : NULL;
    if (!field) field = pbwi_type_field(type, text, name.size);
  }
  return field ? field->slot : NULL;
}

/* One bit per slot, of the keys that were there: in the caller's word where that is enough. NULL: no memory. */
static uint64_t *seen_bits(pbwi_parser *j, const pbwi_plan *plan, uint64_t *word) {
  *word = 0;
  return plan->slot_count <= 64 ? word : pbwi_arena_zalloc(j->scratch, ((size_t)plan->slot_count + 63) / 64 * 8);
}

/* The size of the key at p, with its quotes and colon, when it is that of the slot that is expected or one of a few behind
 * it, as absent fields are left out; *expected becomes its slot. 0: it must be looked up. */
PBWI_INLINE size_t expect_key(const pbw_type *type, size_t *expected, const uint8_t *p, const uint8_t *end) {
  enum { AHEAD = 4 };
  size_t last = *expected + AHEAD < type->plan.slot_count ? *expected + AHEAD : type->plan.slot_count;
  for (size_t i = *expected; i < last; i++) {
    const pbwi_key *key = &type->keys[i];
    if ((size_t)(end - p) <= key->json_size || !same(p, key->json, key->json_size)) continue;
    *expected = i;
    return key->json_size;
  }
  return 0;
}

static const uint8_t *read_field(pbwi_parser *j, const uint8_t *p, pbw_message *message, const pbwi_slot *slot,
                                 pbwi_trail *trail) {
  if (pbwi_json_is_null(p, j->end) && (slot->cardinality != PBW_SINGULAR || !takes_null(slot))) return p + 4;
  if (slot->cardinality == PBW_REPEATED) return pbwi_json_read_list(j, p, slot, pbwi_slot_cell(message, slot), trail);
  if (slot->cardinality == PBW_MAP) return pbwi_json_read_map(j, p, slot, pbwi_slot_cell(message, slot), trail);
  if (slot->presence == PBW_PRESENCE_ONEOF && pbwi_cell_u32(pbwi_at(message, slot->presence_offset)))
    return pbwi_json_fail(j, p, trail, PBW_ERR_VALUE, "another field of the oneof is set already");
  if (!(p = pbwi_json_read_value(j, p, slot, pbwi_slot_cell(message, slot), trail))) return NULL;
  if (PBWI_LIKELY(!j->ignored)) pbwi_cell_mark(message, slot); /* else the cell is zero, as it was */
  j->ignored = false;
  return p;
}

const uint8_t *pbwi_json_read_members(pbwi_parser *j, const uint8_t *p, pbw_message *message,
                                      pbwi_members from, const pbwi_trail *outer) {
  const pbwi_plan *plan = message->plan;
  const pbw_type *type = plan->type;
  size_t expected = 0; /* the slot whose key is likely to come next */
  pbwi_trail trail = {outer, plan, NULL, NULL, SIZE_MAX};
  uint64_t word, *seen = seen_bits(j, plan, &word);
  if (!seen) return no_memory(j, p, j->scratch, outer);
  if (from != PBWI_MEMBERS_BEHIND_TYPE && !(p = pbwi_json_enter(j, p, '{', outer))) return NULL;
  for (bool first = from != PBWI_MEMBERS_BEHIND_TYPE; !(p < j->end && *p == '}'); first = false) {
    trail.slot = NULL;
    if (!first && !(p = pbwi_json_take(j, p, ',', &trail))) return NULL;
    const uint8_t *at = p;
    size_t size = expect_key(type, &expected, p, j->end);
    if (PBWI_LIKELY(size)) {
      trail.slot = &plan->slots[expected];
      p = pbwi_json_blank(p + size, j->end);
    } else {
      pbw_bytes name;
      if (!(p = pbwi_json_peek_key(j, p, &name, &trail))) return NULL;
      trail.slot = find_slot(type, name);
      if (!trail.slot) {
        bool is_type = from != PBWI_MEMBERS && is_word(name, "@type");
        if (is_type && from == PBWI_MEMBERS_BEHIND_TYPE)
          return pbwi_json_fail(j, at, &trail, PBW_ERR_VALUE, "@type is there already");
        if (!is_type && !(j->flags & PBW_IGNORE_UNKNOWN))
          return pbwi_json_fail(j, at, &trail, PBW_ERR_NOT_FOUND, "the message has no field of this name");
        if (!(p = pbwi_json_take(j, p, ':', &trail)) || !(p = pbwi_json_skip(j, p, &trail))) return NULL;
        p = pbwi_json_blank(p, j->end);
        continue;
      }
    }
    size_t index = (size_t)(trail.slot - plan->slots);
    if (seen[index / 64] >> index % 64 & 1)
      return pbwi_json_fail(j, at, &trail, PBW_ERR_VALUE, "the field is there already");
    seen[index / 64] |= UINT64_C(1) << index % 64;
    expected = index + 1;
    if (!size && !(p = pbwi_json_take(j, p, ':', &trail))) return NULL;
    if (!(p = read_field(j, p, message, trail.slot, &trail))) return NULL;
    p = pbwi_json_blank(p, j->end);
  }
  return p + 1;
}

const uint8_t *pbwi_json_read_message(pbwi_parser *j, const uint8_t *p, pbw_message *message, const pbwi_trail *outer) {
  if (!j->depth) return pbwi_json_fail(j, p, outer, PBW_ERR_DEPTH, NULL);
  j->depth--;
  p = ((const pbw_type *)message->plan->type)->known ? pbwi_json_read_known(j, p, message, outer)
                                                     : pbwi_json_read_members(j, p, message, PBWI_MEMBERS, outer);
  j->depth++;
  return p;
}

pbw_status pbwi_json_parse(const pbwi_parse_job *job, pbw_message **out) {
  pbwi_parser j = {
      .start = job->data,
      .end = job->data + job->size,
      .memory = job->memory,
      .owner = job->owner,
      .scratch = job->scratch,
      .flags = job->flags,
      .depth = pbwi_text_depth(job->max_depth),
      .error = job->error,
  };
  const pbwi_plan *plan = &job->type->plan;
  pbwi_trail trail = {NULL, plan, NULL, NULL, SIZE_MAX};
  if (job->size > job->max_size) return pbwi_json_fail(&j, j.start, &trail, PBW_ERR_SIZE, NULL), j.status;
  pbw_message *message = pbwi_message_make(j.memory, plan, j.owner);
  if (!message) return no_memory(&j, j.start, j.memory, &trail), j.status;
  const uint8_t *p = pbwi_json_blank(j.start, j.end);
  if (!(p = pbwi_json_read_message(&j, p, message, &trail))) return j.status;
  p = pbwi_json_blank(p, j.end);
  if (p != j.end) return pbwi_json_fail(&j, p, &trail, PBW_ERR_SYNTAX, "something follows the message"), j.status;
  if (!(job->flags & PBW_PARTIAL) && plan->flags & PBWI_PLAN_REQUIRED_BELOW) {
    pbw_status status = pbwi_check(message, job->error);
    if (status) return status;
  }
  *out = message;
  return PBW_OK;
}
