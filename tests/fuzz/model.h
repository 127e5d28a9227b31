/* A message as anyone would write it down first: fields in arrays, values in words, memory from malloc. It decodes, is
 * edited and encodes by the rules of the format and nothing else; slow, recursive and short, so that it can be read
 * against the rules. model.c compares the library with it. Bytes are not checked here: only what the library takes is
 * given to it. Message sets are not in it. */
#ifndef PBW_TESTS_FUZZ_MODEL_H
#define PBW_TESTS_FUZZ_MODEL_H

#include "fuzz.h"

typedef struct node node;

typedef struct value {
  uint64_t word; /* a number's bits in the field's width; a bool: 0 or 1 */
  pbw_bytes bytes;
  node *message;
} value;

typedef struct item {
  value key, value; /* key: of maps only */
} item;

typedef struct part { /* a field: of a singular one count is 0 or 1 */
  item *items;
  size_t count, capacity;
} part;

struct node {
  const pbw_type *type;
  part *parts; /* in the order of fuzz_field */
  pbw_bytes unknown;
};

/* ---- memory: all of it is freed at once -------------------------------------------------------------- */

enum { MODEL_ALIGN = 16 };

static struct model_block {
  struct model_block *next;
} *model_blocks;

static inline void *model_alloc(size_t size) {
  struct model_block *b = calloc(1, MODEL_ALIGN + size);
  CHECK(b != NULL);
  b->next = model_blocks;
  model_blocks = b;
  return (uint8_t *)b + MODEL_ALIGN;
}

static inline void model_free(void) {
  for (struct model_block *b = model_blocks, *next; b != NULL; b = next) {
    next = b->next;
    free(b);
  }
  model_blocks = NULL;
}

static inline pbw_bytes model_join(pbw_bytes a, const void *data, size_t size) {
  uint8_t *all = model_alloc(a.size + size);
  if (a.size > 0) memcpy(all, a.data, a.size);
  if (size > 0) memcpy(all + a.size, data, size);
  return (pbw_bytes){all, a.size + size};
}

/* ---- fields ------------------------------------------------------------------------------------------ */

static inline node *node_new(const pbw_type *type) {
  node *n = model_alloc(sizeof *n);
  n->type = type;
  n->parts = model_alloc(fuzz_field_count(type) * sizeof *n->parts);
  return n;
}

static inline size_t index_of(const pbw_type *type, const pbw_field *field) {
  size_t i = 0;
  while (fuzz_field(type, i) != field) i++;
  return i;
}

static inline part *part_of(node *n, const pbw_field *field) { return &n->parts[index_of(n->type, field)]; }

static inline item *part_add(part *p) {
  if (p->count == p->capacity) {
    item *items = model_alloc((p->capacity * 2 + 4) * sizeof *items);
    if (p->count > 0) memcpy(items, p->items, p->count * sizeof *items);
    p->items = items;
    p->capacity = p->capacity * 2 + 4;
  }
  p->items[p->count] = (item){.key = {.word = 0}};
  return &p->items[p->count++];
}

static inline void part_remove(part *p, size_t index) {
  memmove(p->items + index, p->items + index + 1, (--p->count - index) * sizeof *p->items);
}

static inline bool is_message(const pbw_field *field) {
  return pbw_field_type(field) == PBW_TYPE_MESSAGE || pbw_field_type(field) == PBW_TYPE_GROUP;
}

static inline bool is_bytes(const pbw_field *field) {
  return pbw_field_type(field) == PBW_TYPE_STRING || pbw_field_type(field) == PBW_TYPE_BYTES;
}

static inline unsigned wire_of(const pbw_field *field) {
  switch (pbw_field_type(field)) {
    case PBW_TYPE_DOUBLE:
    case PBW_TYPE_FIXED64:
    case PBW_TYPE_SFIXED64: return 1;
    case PBW_TYPE_FLOAT:
    case PBW_TYPE_FIXED32:
    case PBW_TYPE_SFIXED32: return 5;
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES:
    case PBW_TYPE_MESSAGE: return 2;
    case PBW_TYPE_GROUP: return 3;
    default: return 0;
  }
}

/* A member of a oneof clears the others. */
static inline void node_clear_others(node *n, const pbw_field *field) {
  const pbw_oneof *oneof = pbw_field_oneof(field);
  for (size_t i = 0; oneof != NULL && i < pbw_oneof_field_count(oneof); i++)
    if (pbw_oneof_field_at(oneof, i) != field) part_of(n, pbw_oneof_field_at(oneof, i))->count = 0;
}

/* A singular number or string; zero is absent where there is no presence. */
static inline void node_set(node *n, const pbw_field *field, value v) {
  part *p = part_of(n, field);
  bool zero = is_bytes(field) ? v.bytes.size == 0 : v.word == 0;
  p->count = 0;
  node_clear_others(n, field);
  if (pbw_field_has_presence(field) || !zero) part_add(p)->value = v;
}

static inline node *node_mutable(node *n, const pbw_field *field) {
  part *p = part_of(n, field);
  if (p->count == 0) {
    node_clear_others(n, field);
    part_add(p)->value.message = node_new(pbw_field_message_type(field));
  }
  return p->items[0].value.message;
}

static inline bool same_key(const value *a, const value *b, const pbw_field *key) {
  return !is_bytes(key) ? a->word == b->word : a->bytes.size == b->bytes.size && (a->bytes.size == 0 || memcmp(a->bytes.data, b->bytes.data, a->bytes.size) == 0);
}

/* The entry of a key, made when absent. */
static inline item *map_item(part *p, const pbw_field *field, const value *key) {
  for (size_t i = 0; i < p->count; i++)
    if (same_key(&p->items[i].key, key, pbw_field_map_key(field))) return &p->items[i];
  item *made = part_add(p);
  made->key = *key;
  return made;
}

/* ---- decoding ---------------------------------------------------------------------------------------- */

static inline uint64_t take_varint(pbw_bytes *in) {
  uint64_t v = 0;
  for (unsigned shift = 0;; shift += 7) {
    CHECK(in->size > 0 && shift < 70);
    uint8_t b = *in->data++;
    in->size--;
    if (shift < 64) v |= (uint64_t)(b & 127) << shift;
    if (b < 128) return v;
  }
}

static inline pbw_bytes take(pbw_bytes *in, uint64_t size) {
  CHECK(size <= in->size);
  pbw_bytes out = {in->data, (size_t)size};
  in->data += size;
  in->size -= (size_t)size;
  return out;
}

static inline uint64_t take_fixed(pbw_bytes *in, size_t size) {
  pbw_bytes raw = take(in, size);
  uint64_t v = 0;
  for (size_t i = 0; i < size; i++) v |= (uint64_t)raw.data[i] << 8 * i;
  return v;
}

/* The bytes of a group, after its first tag; `in` goes on behind its last. */
static inline pbw_bytes take_group(pbw_bytes *in, uint64_t number) {
  pbw_bytes group = {in->data, 0};
  for (;;) {
    const uint8_t *start = in->data;
    uint64_t tag = take_varint(in);
    switch (tag & 7) {
      case 0: take_varint(in); break;
      case 1: take(in, 8); break;
      case 2: take(in, take_varint(in)); break;
      case 3: take_group(in, tag >> 3); break;
      case 4:
        CHECK(tag >> 3 == number);
        group.size = (size_t)(start - group.data);
        return group;
      default: take(in, 4); break;
    }
  }
}

static inline uint64_t number_from(const pbw_field *field, uint64_t raw) {
  uint32_t low = (uint32_t)raw;
  switch (pbw_field_type(field)) {
    case PBW_TYPE_BOOL: return raw != 0;
    case PBW_TYPE_SINT32: return (low >> 1) ^ (uint32_t)-(int32_t)(low & 1);
    case PBW_TYPE_SINT64: return (raw >> 1) ^ (uint64_t)-(int64_t)(raw & 1);
    case PBW_TYPE_INT32:
    case PBW_TYPE_UINT32:
    case PBW_TYPE_ENUM: return low;
    default: return raw;
  }
}

static inline bool is_listed(const pbw_field *field, uint64_t word) {
  const pbw_enum *e = pbw_field_enum_type(field);
  return e == NULL || !pbw_enum_is_closed(e) || pbw_enum_value_name(e, (int32_t)(uint32_t)word) != NULL;
}

static inline pbw_bytes put_varint(pbw_bytes out, uint64_t v) {
  uint8_t raw[10];
  size_t size = 0;
  for (; v > 127; v >>= 7) raw[size++] = (uint8_t)(v | 128);
  raw[size++] = (uint8_t)v;
  return model_join(out, raw, size);
}

static inline void keep_varint(node *n, const pbw_field *field, uint64_t raw) {
  n->unknown = put_varint(put_varint(n->unknown, (uint64_t)pbw_field_number(field) << 3), raw);
}

static inline void node_decode(node *n, pbw_bytes in);

/* One value that the wire type fits. */
static inline value take_value(const pbw_field *field, pbw_bytes *in, uint64_t *raw) {
  value v = {.word = 0};
  switch (wire_of(field)) {
    case 0: v.word = number_from(field, *raw = take_varint(in)); break;
    case 1: v.word = take_fixed(in, 8); break;
    case 5: v.word = take_fixed(in, 4); break;
    case 2: v.bytes = take(in, take_varint(in)); break;
    default: v.bytes = take_group(in, pbw_field_number(field)); break;
  }
  return v;
}

static inline void decode_entry(node *n, const pbw_field *field, pbw_bytes entry) {
  const pbw_field *key = pbw_field_map_key(field), *val = pbw_field_map_value(field);
  item made = {.key = {.word = 0}};
  pbw_bytes in = entry;
  bool listed = true;
  uint64_t raw = 0;
  if (is_message(val)) made.value.message = node_new(pbw_field_message_type(val));
  else if (!is_listed(val, 0)) made.value.word = (uint32_t)pbw_enum_value_number_at(pbw_field_enum_type(val), 0);
  while (in.size > 0) {
    pbw_bytes whole = in;
    uint64_t tag = take_varint(&in);
    const pbw_field *which = tag >> 3 == 1 ? key : tag >> 3 == 2 ? val : NULL;
    if (which != NULL && (tag & 7) == wire_of(which)) {
      value v = take_value(which, &in, &raw);
      if (which == key) made.key = v;
      else if (is_message(val)) node_decode(made.value.message, v.bytes);
      else made.value = v, listed = is_listed(val, v.word);
    } else {
      in = whole;
      take_varint(&in);
      switch (tag & 7) {
        case 0: take_varint(&in); break;
        case 1: take(&in, 8); break;
        case 2: take(&in, take_varint(&in)); break;
        case 3: take_group(&in, tag >> 3); break;
        default: take(&in, 4); break;
      }
    }
  }
  if (listed) {
    map_item(part_of(n, field), field, &made.key)->value = made.value;
  } else {
    n->unknown = put_varint(put_varint(n->unknown, (uint64_t)pbw_field_number(field) << 3 | 2), entry.size);
    n->unknown = model_join(n->unknown, entry.data, entry.size);
  }
}

static inline void node_decode(node *n, pbw_bytes in) {
  while (in.size > 0) {
    const uint8_t *start = in.data;
    uint64_t tag = take_varint(&in), raw = 0;
    const pbw_field *field = pbw_type_field_by_number(n->type, (uint32_t)(tag >> 3));
    unsigned wire = tag & 7, own = field == NULL ? 7 : wire_of(field);
    bool packable = field != NULL && pbw_field_cardinality(field) == PBW_REPEATED && own != 2 && own != 3;
    if (packable && wire == 2) {
      pbw_bytes all = take(&in, take_varint(&in));
      while (all.size > 0) {
        value v = take_value(field, &all, &raw);
        if (is_listed(field, v.word)) part_add(part_of(n, field))->value = v;
        else keep_varint(n, field, raw);
      }
    } else if (field != NULL && wire == own) {
      value v = take_value(field, &in, &raw);
      if (pbw_field_cardinality(field) == PBW_MAP) {
        decode_entry(n, field, v.bytes);
      } else if (is_message(field)) {
        node *child = pbw_field_cardinality(field) == PBW_REPEATED ? node_new(pbw_field_message_type(field)) : node_mutable(n, field);
        if (pbw_field_cardinality(field) == PBW_REPEATED) part_add(part_of(n, field))->value.message = child;
        node_decode(child, v.bytes);
      } else if (!is_listed(field, v.word)) {
        keep_varint(n, field, raw);
      } else if (pbw_field_cardinality(field) == PBW_REPEATED) {
        part_add(part_of(n, field))->value = v;
      } else {
        node_set(n, field, v);
      }
    } else {
      switch (wire) {
        case 0: take_varint(&in); break;
        case 1: take(&in, 8); break;
        case 2: take(&in, take_varint(&in)); break;
        case 3: take_group(&in, tag >> 3); break;
        default: take(&in, 4); break;
      }
      n->unknown = model_join(n->unknown, start, (size_t)(in.data - start));
    }
  }
}

/* ---- encoding: deterministic ------------------------------------------------------------------------- */

static inline pbw_bytes node_encode(const node *n);

static inline pbw_bytes put_value(pbw_bytes out, const pbw_field *field, const value *v) {
  uint64_t word = v->word;
  uint8_t raw[8];
  switch (pbw_field_type(field)) {
    case PBW_TYPE_SINT32: word = (uint32_t)(word << 1) ^ (uint32_t)((int32_t)(uint32_t)word >> 31); break;
    case PBW_TYPE_SINT64: word = word << 1 ^ (uint64_t)((int64_t)word >> 63); break;
    case PBW_TYPE_INT32:
    case PBW_TYPE_ENUM: word = (uint64_t)(int64_t)(int32_t)(uint32_t)word; break;
    default: break;
  }
  for (size_t i = 0; i < 8; i++) raw[i] = (uint8_t)(word >> 8 * i);
  pbw_bytes inner = is_message(field) ? node_encode(v->message) : v->bytes;
  switch (wire_of(field)) {
    case 0: return put_varint(out, word);
    case 1: return model_join(out, raw, 8);
    case 5: return model_join(out, raw, 4);
    case 2: return model_join(put_varint(out, inner.size), inner.data, inner.size);
    default: return put_varint(model_join(out, inner.data, inner.size), (uint64_t)pbw_field_number(field) << 3 | 4);
  }
}

static inline pbw_bytes put_field(pbw_bytes out, const pbw_field *field, const value *v) {
  return put_value(put_varint(out, (uint64_t)pbw_field_number(field) << 3 | wire_of(field)), field, v);
}

static inline bool key_before(const value *a, const value *b, const pbw_field *key) {
  size_t least = a->bytes.size < b->bytes.size ? a->bytes.size : b->bytes.size;
  int order;
  switch (pbw_field_type(key)) {
    case PBW_TYPE_STRING:
      order = least == 0 ? 0 : memcmp(a->bytes.data, b->bytes.data, least);
      return order != 0 ? order < 0 : a->bytes.size < b->bytes.size;
    case PBW_TYPE_INT32:
    case PBW_TYPE_SINT32:
    case PBW_TYPE_SFIXED32: return (int32_t)(uint32_t)a->word < (int32_t)(uint32_t)b->word;
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: return (int64_t)a->word < (int64_t)b->word;
    default: return a->word < b->word;
  }
}

static inline pbw_bytes put_map(pbw_bytes out, const pbw_field *field, const part *p) {
  const pbw_field *key = pbw_field_map_key(field);
  bool *done = model_alloc(p->count);
  for (size_t n = 0; n < p->count; n++) {
    size_t first = p->count;
    for (size_t i = 0; i < p->count; i++)
      if (!done[i] && (first == p->count || key_before(&p->items[i].key, &p->items[first].key, key))) first = i;
    done[first] = true;
    pbw_bytes entry = put_field((pbw_bytes){NULL, 0}, key, &p->items[first].key);
    value whole = {.bytes = put_field(entry, pbw_field_map_value(field), &p->items[first].value)};
    out = put_varint(out, (uint64_t)pbw_field_number(field) << 3 | 2);
    out = model_join(put_varint(out, whole.bytes.size), whole.bytes.data, whole.bytes.size);
  }
  return out;
}

static inline pbw_bytes node_encode(const node *n) {
  pbw_bytes out = {NULL, 0};
  size_t plain = pbw_type_field_count(n->type), fields = fuzz_field_count(n->type);
  for (size_t f = 0, e = plain; f < plain || e < fields;) { /* fields and extensions, each in the order of their numbers */
    bool extension = f == plain || (e < fields && pbw_field_number(fuzz_field(n->type, e)) < pbw_field_number(fuzz_field(n->type, f)));
    size_t at = extension ? e++ : f++;
    const pbw_field *field = fuzz_field(n->type, at);
    const part *p = &n->parts[at];
    if (p->count == 0) continue;
    if (pbw_field_cardinality(field) == PBW_MAP) {
      out = put_map(out, field, p);
    } else if (pbw_field_is_packed(field)) {
      pbw_bytes all = {NULL, 0};
      for (size_t i = 0; i < p->count; i++) all = put_value(all, field, &p->items[i].value);
      out = put_varint(put_varint(out, (uint64_t)pbw_field_number(field) << 3 | 2), all.size);
      out = model_join(out, all.data, all.size);
    } else {
      for (size_t i = 0; i < p->count; i++) out = put_field(out, field, &p->items[i].value);
    }
  }
  return model_join(out, n->unknown.data, n->unknown.size);
}

#endif
