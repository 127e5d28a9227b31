/* Decode, edit, encode, beside a reference model (model.h): bytes are decoded by both, the same edits are made to both,
 * and what the library encodes is what the model does, byte for byte.
 *
 *     type (2 bytes)  how (1)  size (2): of the bytes to decode, then those  the edits
 *     an edit: an operation, how deep to go, a field, values */
#include "model.h"

enum { EDITS = 40, DEPTH = 3 };

typedef struct state {
  pbw_bytes in; /* what is left of the edits */
  pbw_ctx *ctx;
  pbw_arena *arena;
  pbw_message *message;
  node *model;
} state;

static uint8_t byte(state *s) {
  if (s->in.size == 0) return 0;
  s->in.size--;
  return *s->in.data++;
}

static pbw_bytes bytes(state *s, size_t most) {
  size_t size = byte(s) % (most + 1);
  return take(&s->in, size < s->in.size ? size : s->in.size);
}

/* ---- message sets are not in the model ----------------------------------------------------------------- */

static bool is_set(const pbw_type *type) {
  pbw_message *options;
  CHECK(pbw_type_options(type, NULL, &options) == PBW_OK);
  const pbw_field *flag = pbw_type_field(pbw_message_type(options), "message_set_wire_format");
  bool set = pbw_message_get_bool(options, flag) != 0;
  pbw_message_free(options);
  return set;
}

/* Types that can reach a message set; found once. */
static bool reaches_set(const pbw_type *type) {
  enum { MOST = 4096 };
  static struct {
    const pbw_type *type;
    bool reaches;
  } known[MOST];
  static size_t count;
  if (count == 0) {
    for (size_t i = 0; i < fuzz_types.count; i++, count++) {
      known[count].type = fuzz_types.types[i];
      known[count].reaches = is_set(fuzz_types.types[i]);
    }
    for (bool again = true; again;) {
      again = false;
      for (size_t i = 0; i < count; i++)
        for (size_t f = 0; !known[i].reaches && f < fuzz_field_count(known[i].type); f++) {
          const pbw_field *field = fuzz_field(known[i].type, f);
          const pbw_field *single = pbw_field_cardinality(field) == PBW_MAP ? pbw_field_map_value(field) : field;
          const pbw_type *child = pbw_field_message_type(single);
          for (size_t c = 0; child != NULL && c < count; c++)
            if (known[c].type == child && known[c].reaches) known[i].reaches = again = true;
        }
    }
  }
  for (size_t i = 0; i < count; i++)
    if (known[i].type == type) return known[i].reaches;
  return true; /* a type that another schema has as well */
}

/* ---- values --------------------------------------------------------------------------------------------- */

/* In the model, and as a cell for the library. */
static value make_value(state *s, const pbw_field *field, fuzz_value *cell) {
  value v = {.word = 0};
  *cell = (fuzz_value){.raw = {0}};
  const pbw_enum *e = pbw_field_enum_type(field);
  if (is_bytes(field)) {
    v.bytes = bytes(s, 20);
    v.bytes = model_join((pbw_bytes){NULL, 0}, v.bytes.data, v.bytes.size);
    for (size_t i = 0; pbw_field_is_utf8(field) && i < v.bytes.size; i++) ((uint8_t *)(uintptr_t)v.bytes.data)[i] &= 127;
    cell->bytes = v.bytes;
    return v;
  }
  pbw_bytes raw = bytes(s, 8);
  for (size_t i = 0; i < raw.size; i++) v.word |= (uint64_t)raw.data[i] << 8 * i;
  if (e != NULL && pbw_enum_is_closed(e)) v.word = (uint32_t)pbw_enum_value_number_at(e, v.word % pbw_enum_value_count(e));
  uint32_t word = (uint32_t)v.word;
  switch (pbw_field_type(field)) {
    case PBW_TYPE_BOOL: cell->raw[0] = (uint8_t)(v.word = v.word != 0); break;
    case PBW_TYPE_DOUBLE:
    case PBW_TYPE_INT64:
    case PBW_TYPE_UINT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_FIXED64:
    case PBW_TYPE_SFIXED64: cell->word = v.word; break;
    default: v.word = word, memcpy(cell, &word, sizeof word); break;
  }
  return v;
}

/* By the call that fits the C type, or by the one for all. */
static void set_scalar(state *s, pbw_message *message, node *model, const pbw_field *field) {
  fuzz_value cell;
  bool typed = byte(s) & 1;
  value v = make_value(s, field, &cell);
  pbw_status status;
  switch (typed ? pbw_field_type(field) : 0) {
    case PBW_TYPE_BOOL: status = pbw_message_set_bool(message, field, (int32_t)v.word); break;
    case PBW_TYPE_INT32:
    case PBW_TYPE_SINT32:
    case PBW_TYPE_SFIXED32:
    case PBW_TYPE_ENUM: status = pbw_message_set_int64(message, field, (int32_t)(uint32_t)v.word); break;
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: status = pbw_message_set_int64(message, field, (int64_t)v.word); break;
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32:
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: status = pbw_message_set_uint64(message, field, v.word); break;
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES: status = pbw_message_set_bytes(message, field, v.bytes.data, v.bytes.size); break;
    default: status = pbw_message_set(message, field, &cell); break;
  }
  CHECK(status == PBW_OK);
  node_set(model, field, v);
}

/* ---- edits: of a message and its model ------------------------------------------------------------------- */

static void edit_list(state *s, pbw_message *message, node *model, const pbw_field *field, unsigned operation) {
  part *p = part_of(model, field);
  pbw_message *made;
  fuzz_value cell;
  size_t index = p->count > 0 ? byte(s) % p->count : 0;
  if (operation == 0 && p->count > 0) {
    size_t count = 1 + byte(s) % 3;
    if (count > p->count - index) count = p->count - index;
    CHECK(pbw_list_remove(message, field, index, count) == PBW_OK);
    for (size_t i = 0; i < count; i++) part_remove(p, index);
  } else if (is_message(field)) {
    CHECK(pbw_list_add(message, field, &made) == PBW_OK);
    part_add(p)->value.message = node_new(pbw_field_message_type(field));
  } else if (operation == 1 && p->count > 0) {
    value v = make_value(s, field, &cell);
    CHECK(pbw_list_set(message, field, index, 1, &cell) == PBW_OK);
    p->items[index].value = v;
  } else {
    for (size_t count = 1 + byte(s) % 12; count > 0; count--) {
      value v = make_value(s, field, &cell);
      CHECK(pbw_list_append(message, field, 1, &cell) == PBW_OK);
      part_add(p)->value = v;
    }
  }
}

static void edit_map(state *s, pbw_message *message, node *model, const pbw_field *field, unsigned operation) {
  const pbw_field *item_field = pbw_field_map_value(field);
  part *p = part_of(model, field);
  pbw_message *made;
  fuzz_value key_cell, cell;
  for (size_t count = 1 + byte(s) % 12; count > 0; count--) {
    value key = make_value(s, pbw_field_map_key(field), &key_cell);
    size_t before = p->count;
    if (operation == 0) {
      pbw_status status = pbw_map_remove(message, field, &key_cell);
      item *found = map_item(p, field, &key);
      CHECK((status == PBW_OK) == (p->count == before) && (status == PBW_OK || status == PBW_ERR_NOT_FOUND));
      part_remove(p, (size_t)(found - p->items));
    } else if (is_message(item_field)) {
      CHECK(pbw_map_mutable(message, field, &key_cell, &made) == PBW_OK);
      item *entry = map_item(p, field, &key);
      if (p->count > before) entry->value.message = node_new(pbw_field_message_type(item_field));
    } else {
      value v = make_value(s, item_field, &cell);
      CHECK(pbw_map_set(message, field, &key_cell, &cell) == PBW_OK);
      map_item(p, field, &key)->value = v;
    }
  }
}

/* Bytes that the library takes are merged: as bytes, or as a message. */
static void edit_merge(state *s, pbw_message *message, node *model, bool as_message) {
  pbw_options options = {.struct_size = sizeof options, .flags = PBW_PARTIAL, .max_depth = 50};
  pbw_bytes raw = bytes(s, 100);
  pbw_message *from;
  if (pbw_decode(model->type, raw.data, raw.size, NULL, &options, &from, NULL) != PBW_OK) return;
  if (as_message) CHECK(pbw_message_merge(message, from) == PBW_OK);
  else CHECK(pbw_decode_merge(message, raw.data, raw.size, &options, NULL) == PBW_OK);
  pbw_message_free(from);
  node_decode(model, raw);
}

static void edit_unknown(pbw_message *message, node *model, bool clear) {
  static const uint8_t field[] = {0xf8, 0xff, 0xff, 0xff, 0x0f, 7}; /* the largest number, which is no field's */
  if (clear) {
    CHECK(pbw_unknown_clear(message) == PBW_OK);
    model->unknown = (pbw_bytes){NULL, 0};
  } else if (pbw_type_field_by_number(model->type, 0x1fffffff) == NULL) {
    CHECK(pbw_unknown_add(message, field, sizeof field) == PBW_OK);
    model->unknown = model_join(model->unknown, field, sizeof field);
  }
}

/* A message below, that is there or is made. */
static bool descend(state *s, pbw_message **message, node **model) {
  size_t count = fuzz_field_count((*model)->type), start = byte(s);
  for (size_t i = 0; i < count; i++) {
    const pbw_field *field = fuzz_field((*model)->type, (start + i) % count);
    int32_t cardinality = pbw_field_cardinality(field);
    part *p = part_of(*model, field);
    fuzz_value cell, key;
    if (!is_message(cardinality == PBW_MAP ? pbw_field_map_value(field) : field)) continue;
    if (cardinality == PBW_SINGULAR) {
      CHECK(pbw_message_mutable(*message, field, message) == PBW_OK);
      *model = node_mutable(*model, field);
    } else if (p->count == 0) {
      continue;
    } else if (cardinality == PBW_REPEATED) {
      size_t index = byte(s) % p->count;
      CHECK(pbw_list_get(*message, field, index, 1, &cell) == PBW_OK);
      *message = cell.message;
      *model = p->items[index].value.message;
    } else { /* an entry of the library's order, and the model's of that key */
      value v = {.word = 0};
      CHECK(pbw_map_entry(*message, field, byte(s) % p->count, &key, &cell) == PBW_OK);
      switch (fuzz_cell(field).key_format) {
        case PBW_CELL_BOOL: v.word = key.raw[0]; break;
        case PBW_CELL_32: v.word = key.half; break;
        case PBW_CELL_64: v.word = key.word; break;
        default: v.bytes = key.bytes; break;
      }
      *message = cell.message;
      *model = map_item(p, field, &v)->value.message;
      CHECK(*model != NULL);
    }
    return true;
  }
  return false;
}

static void edit_field(state *s, pbw_message *message, node *model, unsigned operation) {
  size_t count = fuzz_field_count(model->type);
  if (count == 0) return;
  const pbw_field *field = fuzz_field(model->type, byte(s) % count);
  pbw_message *made;
  if (operation == 3) {
    CHECK(pbw_message_clear_field(message, field) == PBW_OK);
    part_of(model, field)->count = 0;
  } else if (pbw_field_cardinality(field) == PBW_MAP) {
    edit_map(s, message, model, field, operation);
  } else if (pbw_field_cardinality(field) == PBW_REPEATED) {
    edit_list(s, message, model, field, operation);
  } else if (is_message(field)) {
    CHECK(pbw_message_mutable(message, field, &made) == PBW_OK);
    node_mutable(model, field);
  } else {
    set_scalar(s, message, model, field);
  }
}

/* The whole goes on as something else that says the same. */
static void replace(state *s, unsigned operation) {
  pbw_options options = {.struct_size = sizeof options, .flags = PBW_PARTIAL};
  pbw_message *other;
  const uint8_t *data;
  size_t size;
  if (operation == 0) {
    CHECK(pbw_message_clone(s->message, s->arena, &other) == PBW_OK && pbw_message_equal(other, s->message));
  } else {
    CHECK(pbw_encode_ctx(s->ctx, s->message, PBW_PARTIAL, &data, &size) == PBW_OK);
    CHECK(pbw_decode(s->model->type, data, size, s->arena, &options, &other, NULL) == PBW_OK);
    CHECK(pbw_message_equal(other, s->message));
  }
  s->message = other;
}

static void edit(state *s) {
  pbw_message *message = s->message;
  node *model = s->model;
  unsigned operation = byte(s) % 16;
  for (unsigned depth = byte(s) % (DEPTH + 1); depth > 0 && descend(s, &message, &model);) depth--;
  switch (operation) {
    case 8:
    case 9: edit_merge(s, message, model, operation == 8); break;
    case 10:
    case 11: edit_unknown(message, model, operation == 10); break;
    case 12:
      CHECK(pbw_message_clear(message) == PBW_OK);
      memset(model->parts, 0, fuzz_field_count(model->type) * sizeof *model->parts);
      model->unknown = (pbw_bytes){NULL, 0};
      break;
    case 13:
    case 14: replace(s, operation - 13); break;
    default: edit_field(s, message, model, operation % 4); break;
  }
}

static void compare(state *s) {
  const uint8_t *data;
  size_t size, told;
  pbw_bytes want = node_encode(s->model);
  CHECK(pbw_encode_ctx(s->ctx, s->message, PBW_PARTIAL | PBW_DETERMINISTIC, &data, &size) == PBW_OK);
  CHECK(size == want.size && (size == 0 || memcmp(data, want.data, size) == 0));
  CHECK(pbw_encoded_size(s->message, 0, &told) == PBW_OK && told == size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static pbw_ctx *ctx;
  fuzz_load();
  if (ctx == NULL) CHECK(pbw_ctx_new(NULL, NULL, &ctx) == PBW_OK);
  if (size < 5) return 0;
  const pbw_type *type = fuzz_type((uint32_t)data[0] << 8 | data[1]);
  if (reaches_set(type)) return 0;
  size_t first = ((size_t)data[3] << 8 | data[4]) % (size - 4);
  state s = {.in = {data + 5 + first, size - 5 - first}, .ctx = ctx, .model = node_new(type)};
  pbw_options options = {.struct_size = sizeof options, .flags = PBW_PARTIAL, .max_depth = 50};
  pbw_ctx_reset(ctx);
  CHECK(pbw_arena_new(NULL, 0, &s.arena) == PBW_OK);
  if (pbw_decode(type, data + 5, first, s.arena, &options, &s.message, NULL) == PBW_OK) {
    node_decode(s.model, (pbw_bytes){data + 5, first});
    compare(&s);
    for (size_t i = 0; i < EDITS && s.in.size > 0; i++) {
      edit(&s);
      if (data[2] & 1) compare(&s);
    }
    compare(&s);
  }
  pbw_arena_free(s.arena);
  model_free();
  return 0;
}
