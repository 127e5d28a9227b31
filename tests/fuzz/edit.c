/* A program of accessor calls, read from bytes: good arguments and bad ones, on owned and on scratch messages, which
 * also borrow by their cells. Whatever was done, what stands can be read, encoded, decoded again and is equal.
 *
 *     type (2 bytes)  how (1)  calls: an operation, a message, a field, values */
#include "fuzz.h"

enum { LEVELS = 102, MESSAGES = 8, CALLS = 200, LINKS = 5, COPIES = 4 };

typedef struct state {
  const uint8_t *next, *end;      /* what is left to read                                             */
  pbw_arena *arena;               /* of owned messages; NULL when they are scratch                    */
  pbw_ctx *ctx;
  pbw_message *all[MESSAGES];     /* in one arena, any type; all[0] is the root                       */
  pbw_message *foreign;           /* of the root's type, elsewhere                                    */
  size_t count, links, copies;    /* links and copies are few: trees that share grow as powers of two */
  bool loose;                     /* unknown fields were added that are known, or no message's        */
} state;

static uint8_t byte(state *s) { return s->next < s->end ? *s->next++ : 0; }

static pbw_bytes bytes(state *s, size_t most) {
  size_t left = (size_t)(s->end - s->next), size = byte(s) % (most + 1);
  if (left == 0) return (pbw_bytes){NULL, 0};
  if (size > left - 1) size = left - 1;
  s->next += size;
  return (pbw_bytes){s->next - size, size};
}

static void keep(state *s, pbw_message *message) {
  s->all[s->count < MESSAGES ? s->count++ : 1 + (size_t)byte(s) % (MESSAGES - 1)] = message;
}

static pbw_message *message_of(state *s, const pbw_type *type) {
  size_t start = byte(s);
  if (start == 255) return s->foreign;
  if (start == 254) return s->all[0];
  for (size_t i = 0; i < s->count; i++)
    if (pbw_message_type(s->all[(start + i) % s->count]) == type) return s->all[(start + i) % s->count];
  return NULL;
}

/* A value for a field (of a list: for an element), which the wire format can tell. */
static fuzz_value value_for(state *s, const pbw_field *field, int32_t format) {
  fuzz_value value = {.raw = {0}};
  const pbw_enum *closed = pbw_field_enum_type(field);
  if (closed != NULL && pbw_enum_is_closed(closed)) {
    int32_t number = pbw_enum_value_number_at(closed, byte(s) % pbw_enum_value_count(closed));
    memcpy(&value, &number, sizeof number);
  } else if (format == PBW_CELL_BYTES) {
    value.bytes = bytes(s, 24);
  } else if (format == PBW_CELL_MESSAGE) {
    value.message = message_of(s, pbw_field_message_type(field));
  } else if (format != PBW_CELL_NONE) {
    pbw_bytes raw = bytes(s, 8);
    if (raw.size > 0) memcpy(&value, raw.data, raw.size);
    if (raw.size == 0) value.raw[0] = 1;
  }
  return value;
}

static void *lend(state *s, size_t size) {
  void *room = NULL;
  CHECK(pbw_ctx_alloc(s->ctx, size, &room) == PBW_OK);
  return room;
}

/* A scratch message's list or map over the host's memory. */
static pbw_list list_for(state *s, const pbw_field *field, const pbw_cell *cell) {
  bool map = pbw_field_cardinality(field) == PBW_MAP;
  const pbw_field *item = map ? pbw_field_map_value(field) : field;
  size_t count = byte(s) % 4, size = cell->entry_size, step = fuzz_size(cell->element_format);
  bool number = !map && cell->element_format <= PBW_CELL_64;
  uint8_t *room = (uint8_t *)lend(s, count * size + 1) + (number ? 1 : 0); /* numbers may stand anywhere */
  for (size_t i = 0; i < count; i++) {
    fuzz_value value = value_for(s, item, cell->element_format);
    if (cell->element_format == PBW_CELL_MESSAGE && value.message != NULL &&
        pbw_message_type(value.message) != pbw_field_message_type(item))
      value.message = NULL; /* stores are trusted: a message of another type would be the host's mistake */
    if (map) {
      fuzz_value key = {.word = i % (cell->key_format == PBW_CELL_BOOL ? 2 : 4)};
      static const uint8_t letters[] = "abcd";
      if (cell->key_format == PBW_CELL_BOOL && i > 1) return (pbw_list){room, i, 0};
      if (cell->key_format == PBW_CELL_BYTES) key.bytes = (pbw_bytes){letters + i, 1};
      memcpy(room + i * size, &key, fuzz_size(cell->key_format));
      memcpy(room + i * size + cell->value_offset, &value, step);
    } else {
      memcpy(room + i * size, &value, step);
    }
  }
  return (pbw_list){room, count, 0};
}

/* The plain store of a value, as section 4 of the header has it. */
static void store(state *s, pbw_message *message, const pbw_field *field) {
  pbw_cell cell = fuzz_cell(field);
  uint8_t *base = (uint8_t *)message;
  if (cell.format == PBW_CELL_NONE) return;
  if (cell.format >= PBW_CELL_BYTES && s->arena != NULL) return;
  if (cell.format == PBW_CELL_MESSAGE && s->links++ >= LINKS) return;
  if (cell.format >= PBW_CELL_LIST) {
    if (cell.element_format == PBW_CELL_MESSAGE && s->links++ >= LINKS) return;
    pbw_list list = list_for(s, field, &cell);
    memcpy(base + cell.offset, &list, sizeof list);
    return;
  }
  fuzz_value value = value_for(s, field, cell.format);
  if (cell.format == PBW_CELL_MESSAGE && value.message != NULL &&
      pbw_message_type(value.message) != pbw_field_message_type(field))
    return;
  memcpy(base + cell.offset, &value, cell.size);
  if (cell.presence == PBW_PRESENCE_BIT) base[cell.presence_offset] |= (uint8_t)cell.presence_mask;
  if (cell.presence == PBW_PRESENCE_ONEOF) memcpy(base + cell.presence_offset, &cell.presence_mask, 4);
}

/* Whether wire-format bytes stay unknown when they are decoded again. */
static bool stays_unknown(const pbw_type *type, pbw_bytes raw) {
  uint64_t tag = 0;
  for (unsigned i = 0; i < raw.size && i < 10; i++) {
    tag |= (uint64_t)(raw.data[i] & 127) << 7 * i;
    if (raw.data[i] < 128) break;
  }
  return tag >> 3 != 1 && pbw_type_field_by_number(type, (uint32_t)(tag >> 3)) == NULL && raw.size < 8;
}

static void call_list(state *s, pbw_message *message, const pbw_field *field, unsigned operation) {
  pbw_cell cell = {.struct_size = sizeof cell};
  fuzz_value values[2] = {{.raw = {0}}};
  uint8_t cells[sizeof values];
  size_t size = pbw_list_size(message, field), index = byte(s), count = byte(s);
  index = index < 250 && size > 0 ? index % size : index == 255 ? SIZE_MAX : index;
  count = count < 250 ? count % 3 : count == 255 ? SIZE_MAX : count;
  pbw_message *made = NULL;
  if (pbw_field_cell(field, &cell) || cell.format != PBW_CELL_LIST) cell.element_format = PBW_CELL_64;
  size_t step = fuzz_size(cell.element_format);
  bool links = cell.element_format == PBW_CELL_MESSAGE;
  switch (operation) {
    case 0:
    case 1:
      if (field == NULL || (links && s->links++ >= LINKS)) return;
      for (size_t i = 0; i < 2; i++) values[i] = value_for(s, field, cell.element_format);
      for (size_t i = 0; i < 2; i++) memcpy(cells + i * step, &values[i], step);
      if (operation == 0) pbw_list_append(message, field, count % 3, cells);
      else if (count < 3 || pbw_list_size(message, field) < 250) pbw_list_set(message, field, index, count, cells);
      break;
    case 2:
      if (pbw_list_add(message, field, &made) == PBW_OK) keep(s, made);
      else CHECK(made == NULL);
      break;
    case 3: pbw_list_reserve(message, field, count == SIZE_MAX ? SIZE_MAX >> (index & 7) : count); break;
    case 4: pbw_list_remove(message, field, index, count); break;
    default:
      if (count < 3) pbw_list_get(message, field, index, count, cells);
      break;
  }
}

static void call_map(state *s, pbw_message *message, const pbw_field *field, unsigned operation) {
  fuzz_value key = {.raw = {0}}, value = {.raw = {0}};
  pbw_message *made = NULL;
  if (field != NULL && pbw_field_cardinality(field) == PBW_MAP) {
    pbw_cell cell = fuzz_cell(field);
    key = value_for(s, pbw_field_map_key(field), cell.key_format);
    if (operation == 0) {
      if (cell.element_format == PBW_CELL_MESSAGE && s->links++ >= LINKS) return;
      value = value_for(s, pbw_field_map_value(field), cell.element_format);
    }
  }
  switch (operation) {
    case 0: pbw_map_set(message, field, &key, &value); break;
    case 1:
      if (pbw_map_mutable(message, field, &key, &made) == PBW_OK) keep(s, made);
      else CHECK(made == NULL);
      break;
    case 2: pbw_map_remove(message, field, &key); break;
    case 3: pbw_map_entry(message, field, byte(s), &key, &value); break;
    default: pbw_map_get(message, field, &key, &value); break;
  }
}

static void call_whole(state *s, pbw_message *message, unsigned operation) {
  pbw_message *made = NULL;
  const pbw_type *type = pbw_message_type(message);
  switch (operation) {
    case 0:
      if (s->copies++ < COPIES && s->arena != NULL && pbw_message_clone(message, s->arena, &made) == PBW_OK) keep(s, made);
      break;
    case 1:
      if (s->copies++ < COPIES) pbw_message_merge(message, message_of(s, type));
      break;
    case 2: pbw_message_merge(message, NULL); break;
    case 3:
      if (s->arena != NULL && pbw_message_new(type, s->arena, &made) == PBW_OK) keep(s, made);
      if (s->arena == NULL && pbw_ctx_messages(s->ctx, type, 1, 0, &made) == PBW_OK) keep(s, made);
      break;
    case 4: pbw_message_clear(message); break;
    case 5: {
      pbw_bytes raw = bytes(s, 12);
      if (pbw_unknown_add(message, raw.data, raw.size) == PBW_OK && raw.size > 0 && !stays_unknown(type, raw)) s->loose = true;
      break;
    }
    case 6: pbw_unknown_clear(message); break;
    case 7: {
      pbw_bytes raw = bytes(s, 64);
      pbw_options options = {.struct_size = sizeof options, .flags = PBW_PARTIAL | PBW_NO_UNKNOWN};
      if (s->copies++ < COPIES) pbw_decode_merge(message, raw.data, raw.size, &options, NULL);
      break;
    }
    case 8: /* a oneof's case that is no member's number, or a member whose message is NULL */
      for (size_t i = 0; i < pbw_type_oneof_count(type) && i < 1; i++) {
        const pbw_oneof *oneof = pbw_type_oneof_at(type, i);
        uint32_t number = 0x1fffffff;
        memcpy((uint8_t *)message + pbw_oneof_case_offset(oneof), &number, sizeof number);
        CHECK(pbw_message_oneof(message, oneof) == NULL);
      }
      break;
    case 9: /* borrowed unknown fields */
      if (s->arena == NULL && pbw_type_field_by_number(type, 0x1fffffff) == NULL) {
        static const uint8_t raw[] = {0xfa, 0xff, 0xff, 0xff, 0x0f, 1, 7};
        pbw_bytes *slice = lend(s, sizeof *slice);
        *slice = (pbw_bytes){raw, sizeof raw};
        pbw_list list = {slice, 1, 0};
        memcpy((uint8_t *)message + pbw_type_unknown_offset(type), &list, sizeof list);
      }
      break;
    default: pbw_message_check(message, NULL); break;
  }
}

static void call(state *s) {
  unsigned operation = byte(s) % 32, which = byte(s), number = byte(s);
  pbw_message *message = s->all[which % s->count], *made = NULL;
  const pbw_type *type = pbw_message_type(message);
  size_t fields = fuzz_field_count(type);
  const pbw_field *field = fields > 0 ? fuzz_field(type, number % fields) : NULL;
  if (which >= 248) field = which == 255 ? NULL : fuzz_field(fuzz_type(number << 8 | which), 0);
  bool own = field != NULL && pbw_field_containing_type(field) == type;
  fuzz_value value = {.raw = {0}};
  if (which == 254) message = NULL;
  if (operation < 6) {
    call_list(s, message, field, operation);
  } else if (operation < 11) {
    call_map(s, message, field, operation - 6);
  } else if (operation < 22) {
    if (message != NULL) call_whole(s, message, operation - 11);
  } else if (operation < 24) {
    if (own && message != NULL) store(s, message, field);
  } else if (operation < 25) {
    if (pbw_message_mutable(message, field, &made) == PBW_OK) keep(s, made);
    else CHECK(made == NULL);
  } else if (operation < 29) {
    pbw_cell cell = {.struct_size = sizeof cell};
    if (pbw_field_cell(field, &cell) == PBW_OK && cell.format == PBW_CELL_MESSAGE && s->links++ >= LINKS) return;
    if (cell.format > PBW_CELL_MESSAGE) cell.format = PBW_CELL_64;
    if (field != NULL) value = value_for(s, field, cell.format);
    pbw_status status = pbw_message_set(message, field, field == NULL ? NULL : &value);
    CHECK(status != PBW_OK || (own && message != NULL));
  } else if (operation < 30) {
    CHECK((pbw_message_clear_field(message, field) == PBW_OK) == (own && message != NULL));
    CHECK(message == NULL || !pbw_message_has(message, field));
  } else if (operation < 31) {
    pbw_message_get(message, field, &value);
  } else {
    CHECK(pbw_message_set(message, field, NULL) == PBW_ERR_ARGUMENT);
  }
}

/* What stands, by every way out. A circle of messages ends in DEPTH, bytes that are no text in UTF8. */
static void check_state(state *s) {
  const pbw_message *root = s->all[0];
  const pbw_type *type = pbw_message_type(root);
  pbw_options options = {.struct_size = sizeof options, .flags = PBW_PARTIAL | PBW_CHECK_UTF8 | PBW_DETERMINISTIC};
  size_t size, written;
  pbw_message *again, *copy;
  pbw_message_check(root, NULL);
  pbw_status status = pbw_encode(root, NULL, 0, &options, &size, NULL);
  if (status == PBW_ERR_DEPTH || status == PBW_ERR_UTF8) return; /* with UTF8 there may be a circle, too */
  fuzz_walk(root, LEVELS);
  CHECK(status == PBW_ERR_BUFFER || (status == PBW_OK && size == 0));
  CHECK(pbw_encoded_size(root, PBW_DETERMINISTIC, &written) == PBW_OK && written == size);
  block out = block_new(size);
  CHECK(pbw_encode(root, out.data, size, &options, &written, NULL) == PBW_OK && written == size);
  CHECK(pbw_message_clone(root, NULL, &copy) == PBW_OK && pbw_message_equal(root, copy));
  block same = block_new(size);
  CHECK(pbw_encode(copy, same.data, size, &options, &written, NULL) == PBW_OK && block_is(out, same.data, written));
  pbw_message_free(copy);
  status = pbw_decode(type, out.data, size, NULL, &options, &again, NULL);
  if (!s->loose) {
    CHECK(status == PBW_OK);
    CHECK(pbw_message_equal(root, again) && pbw_message_equal(again, root));
    CHECK(pbw_encode(again, same.data, size, &options, &written, NULL) == PBW_OK && block_is(out, same.data, written));
  }
  pbw_message_free(again);
  free(same.data);
  free(out.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_load();
  if (size < 4) return 0;
  const pbw_type *type = fuzz_type((uint32_t)data[0] << 8 | data[1]);
  state s = {.next = data + 3, .end = data + size, .count = 1};
  bool scratch = data[2] & 1;
  CHECK(pbw_ctx_new(NULL, NULL, &s.ctx) == PBW_OK);
  CHECK(pbw_message_new(type, NULL, &s.foreign) == PBW_OK);
  if (!scratch) CHECK(pbw_arena_new(NULL, data[2] & 2 ? 2048 : 0, &s.arena) == PBW_OK);
  pbw_status status = scratch ? pbw_ctx_messages(s.ctx, type, 1, 0, &s.all[0]) : pbw_message_new(type, s.arena, &s.all[0]);
  if (status == PBW_OK) {
    for (size_t i = 0; i < CALLS && s.next < s.end; i++) call(&s);
    check_state(&s);
  } else {
    CHECK(status == PBW_ERR_LIMIT);
  }
  pbw_message_free(s.foreign);
  pbw_arena_free(s.arena);
  pbw_ctx_free(s.ctx);
  return 0;
}
