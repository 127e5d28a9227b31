/* Bytes against a type, and all that the cells of the message say: of an owned, a pooled and an aliased message, every
 * field read by plain loads, as section 4 of the header tells hosts to, is what the accessors give.
 *
 *     type (2 bytes)  how (1)  the bytes to decode */
#include "fuzz.h"

enum { LEVELS = 102 };

static void check_message(const pbw_message *message, unsigned levels);

static bool is_zero(const uint8_t *at, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (at[i] != 0) return false;
  return true;
}

/* One value that stands at `at`, and the one that an accessor gave. */
static void check_value(int32_t format, const void *at, const fuzz_value *given, unsigned levels) {
  fuzz_value value;
  size_t size = fuzz_size(format);
  memcpy(&value, at, size);
  if (format == PBW_CELL_BOOL) CHECK(value.raw[0] <= 1);
  CHECK(memcmp(&value, given, size) == 0);
  if (format == PBW_CELL_BYTES) fuzz_touch(value.bytes);
  if (format == PBW_CELL_MESSAGE && value.message != NULL) check_message(value.message, levels);
}

/* The getters by C type. */
static void check_typed(const pbw_message *message, const pbw_field *field, const fuzz_value *value) {
  size_t size = 1;
  int32_t word;
  float half;
  double real;
  memcpy(&word, value, sizeof word);
  memcpy(&half, value, sizeof half);
  memcpy(&real, value, sizeof real);
  switch (pbw_field_type(field)) {
    case PBW_TYPE_BOOL: CHECK(pbw_message_get_bool(message, field) == value->raw[0]); break;
    case PBW_TYPE_INT32:
    case PBW_TYPE_SINT32:
    case PBW_TYPE_SFIXED32:
    case PBW_TYPE_ENUM: CHECK(pbw_message_get_int64(message, field) == word); break;
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: CHECK(pbw_message_get_uint64(message, field) == (uint32_t)word); break;
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: CHECK(pbw_message_get_int64(message, field) == (int64_t)value->word); break;
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: CHECK(pbw_message_get_uint64(message, field) == value->word); break;
    case PBW_TYPE_FLOAT: real = (double)half; /* fall through */
    case PBW_TYPE_DOUBLE: {
      double got = pbw_message_get_double(message, field);
      CHECK(memcmp(&got, &real, sizeof got) == 0 || (got != got && real != real));
      break;
    }
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES:
      CHECK(pbw_message_get_bytes(message, field, &size) == value->bytes.data && size == value->bytes.size);
      break;
    default: CHECK(pbw_message_get_message(message, field) == value->message); break;
  }
}

static bool check_singular(const pbw_message *message, const pbw_field *field, const pbw_cell *cell, unsigned levels) {
  const uint8_t *base = (const uint8_t *)message, *at = base + cell->offset;
  fuzz_value value = {.raw = {0}}, given;
  uint32_t member = 0;
  bool present = false;
  CHECK(pbw_message_get(message, field, &given) == PBW_OK);
  memcpy(&value, at, cell->size);
  switch (cell->presence) {
    case PBW_PRESENCE_IMPLICIT:
      present = cell->format == PBW_CELL_BYTES ? value.bytes.size > 0 : !is_zero(at, cell->size);
      break;
    case PBW_PRESENCE_POINTER: present = value.message != NULL; break;
    case PBW_PRESENCE_ONEOF:
      memcpy(&member, base + cell->presence_offset, sizeof member);
      present = member == cell->presence_mask;
      break;
    default:
      CHECK(cell->presence == PBW_PRESENCE_BIT); /* no other is of singular fields */
      present = base[cell->presence_offset] & cell->presence_mask;
      break;
  }
  CHECK(present == (pbw_message_has(message, field) != 0));
  if (present) {
    check_value(cell->format, at, &given, levels);
  } else if (cell->format == PBW_CELL_MESSAGE) {
    CHECK(given.message == NULL);
  } else {
    CHECK(cell->presence == PBW_PRESENCE_ONEOF || cell->format == PBW_CELL_BYTES || is_zero(at, cell->size));
    CHECK(pbw_field_default(field, &value) == PBW_OK);
    CHECK(memcmp(&value, &given, cell->size) == 0);
  }
  check_typed(message, field, &given);
  return present;
}

static bool check_list(const pbw_message *message, const pbw_field *field, const pbw_cell *cell, unsigned levels) {
  pbw_list list;
  fuzz_value given;
  size_t count, size = cell->entry_size;
  memcpy(&list, (const uint8_t *)message + cell->offset, sizeof list);
  CHECK(size == fuzz_size(cell->element_format) && list.size == pbw_list_size(message, field));
  CHECK(list.size == 0 || (uintptr_t)list.data % (size > 8 ? 8 : size) == 0);
  CHECK(list.size == 0 || (pbw_list_data(message, field, &count) == list.data && count == list.size));
  for (size_t i = 0; i < list.size; i++) {
    CHECK(pbw_list_get(message, field, i, 1, &given) == PBW_OK);
    check_value(cell->element_format, (const uint8_t *)list.data + i * size, &given, levels);
  }
  return list.size > 0;
}

static bool check_map(const pbw_message *message, const pbw_field *field, const pbw_cell *cell, unsigned levels) {
  pbw_list map;
  fuzz_value key, value, found;
  memcpy(&map, (const uint8_t *)message + cell->offset, sizeof map);
  CHECK(map.size == pbw_map_size(message, field));
  for (size_t i = 0; i < map.size; i++) {
    const uint8_t *entry = (const uint8_t *)map.data + i * cell->entry_size;
    CHECK(pbw_map_entry(message, field, i, &key, &value) == PBW_OK);
    check_value(cell->key_format, entry, &key, 0);
    check_value(cell->element_format, entry + cell->value_offset, &value, levels);
    CHECK(pbw_map_get(message, field, entry, &found) == PBW_OK);
    CHECK(memcmp(&found, &value, fuzz_size(cell->element_format)) == 0); /* keys are unique */
  }
  return map.size > 0;
}

static void check_unknown(const pbw_message *message, const pbw_type *type) {
  pbw_list list = {NULL, 0, 0};
  pbw_bytes slice, given;
  if (pbw_type_unknown_offset(type) > 0)
    memcpy(&list, (const uint8_t *)message + pbw_type_unknown_offset(type), sizeof list);
  CHECK(list.size == pbw_unknown_count(message));
  for (size_t i = 0; i < list.size; i++) {
    memcpy(&slice, (const uint8_t *)list.data + i * sizeof slice, sizeof slice);
    CHECK(pbw_unknown_get(message, i, &given) == PBW_OK && given.data == slice.data && given.size == slice.size);
    fuzz_touch(slice);
  }
}

static void check_message(const pbw_message *message, unsigned levels) {
  const pbw_type *type = pbw_message_type(message);
  size_t present = 0, iterated = 0, iterator = 0;
  uint32_t last = 0, number;
  const pbw_field *next;
  if (levels-- == 0) return;
  for (size_t i = 0; i < fuzz_field_count(type); i++) {
    const pbw_field *field = fuzz_field(type, i);
    pbw_cell cell = fuzz_cell(field);
    CHECK(cell.offset + cell.size <= pbw_type_message_size(type));
    if (cell.format == PBW_CELL_LIST) present += check_list(message, field, &cell, levels);
    else if (cell.format == PBW_CELL_MAP) present += check_map(message, field, &cell, levels);
    else present += check_singular(message, field, &cell, levels);
  }
  for (; pbw_message_next(message, &iterator, &next) == PBW_OK; iterated++) {
    CHECK(pbw_message_has(message, next) && pbw_field_number(next) > last);
    last = pbw_field_number(next);
  }
  CHECK(iterated == present);
  for (size_t i = 0; i < pbw_type_oneof_count(type); i++) {
    const pbw_oneof *oneof = pbw_type_oneof_at(type, i);
    const pbw_field *member = pbw_message_oneof(message, oneof);
    memcpy(&number, (const uint8_t *)message + pbw_oneof_case_offset(oneof), sizeof number);
    CHECK(number == (member != NULL ? pbw_field_number(member) : 0));
  }
  check_unknown(message, type);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static pbw_ctx *ctx;
  const pbw_message *pooled, *aliased;
  pbw_message *owned;
  fuzz_load();
  if (ctx == NULL) CHECK(pbw_ctx_new(NULL, NULL, &ctx) == PBW_OK);
  if (size < 3) return 0;
  const pbw_type *type = fuzz_type((uint32_t)data[0] << 8 | data[1]);
  uint32_t flags = PBW_PARTIAL | (data[2] & 1 ? PBW_NO_UNKNOWN : 0);
  size_t shift = data[2] >> 1 & 7; /* an aliased input may stand anywhere; lists are aligned all the same */
  pbw_options options = {.struct_size = sizeof options, .flags = flags};
  block room = block_new(size - 3 + shift);
  uint8_t *input = room.data + shift;
  if (size > 3) memcpy(input, data + 3, size - 3);

  pbw_status status = pbw_decode(type, input, size - 3, NULL, &options, &owned, NULL);
  CHECK(pbw_decode_ctx(ctx, type, input, size - 3, flags | PBW_RESET, &pooled) == status);
  CHECK(pbw_decode_ctx(ctx, type, input, size - 3, flags | PBW_ALIAS, &aliased) == status);
  if (status == PBW_OK) {
    check_message(owned, LEVELS);
    check_message(pooled, LEVELS);
    check_message(aliased, LEVELS);
  }
  pbw_message_free(owned);
  free(room.data);
  return 0;
}
