/* One value as text. The library prints messages, not values: so a message is made that has nothing else, printed, and
 * what stands before and behind the value is left out. */
#include "bindings/cli/cli.h"

#include <string.h>

bool value_same(const pbw_field *field, const cli_value *a, const cli_value *b) {
  switch (pbw_field_type(field)) {
    case PBW_TYPE_MESSAGE:
    case PBW_TYPE_GROUP: return pbw_message_equal(a->message, b->message);
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES:
      return a->bytes.size == b->bytes.size && (a->bytes.size == 0 || memcmp(a->bytes.data, b->bytes.data, a->bytes.size) == 0);
    case PBW_TYPE_BOOL: return a->boolean == b->boolean;
    case PBW_TYPE_FLOAT: return a->u32 == b->u32 || (a->f32 != a->f32 && b->f32 != b->f32);
    case PBW_TYPE_DOUBLE: return a->u64 == b->u64 || (a->f64 != a->f64 && b->f64 != b->f64);
    case PBW_TYPE_INT64:
    case PBW_TYPE_UINT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_FIXED64:
    case PBW_TYPE_SFIXED64: return a->u64 == b->u64;
    default: return a->u32 == b->u32;
  }
}

static pbw_status print(pbw_ctx *ctx, const pbw_message *message, pbw_bytes *out) {
  return pbw_text_print_ctx(ctx, message, PBW_PARTIAL | PBW_DETERMINISTIC | PBW_TEXT_UNKNOWN, &out->data, &out->size);
}

void value_add_message(cli_text *out, pbw_ctx *ctx, const pbw_message *message) {
  pbw_bytes text = {NULL, 0};
  bool printed = message == NULL || print(ctx, message, &text) == PBW_OK;
  text_add(out, printed ? "{ " : "{ ..."); /* an Any in an Any, and so on, deeper than the limit */
  text_put(out, text.data, printed ? text.size : 0);
  text_add(out, text.size > 0 || !printed ? " }" : "}");
}

/* Where `mark` ends in text for the first time, or begins for the last; its end or start when it does not stand there. */
static size_t behind_first(pbw_bytes text, const char *mark) {
  size_t length = strlen(mark);
  for (size_t i = 0; i + length <= text.size; i++)
    if (memcmp(text.data + i, mark, length) == 0) return i + length;
  return text.size;
}

static size_t before_last(pbw_bytes text, const char *mark) {
  size_t length = strlen(mark);
  for (size_t i = text.size + 1; i-- > length;)
    if (memcmp(text.data + i - length, mark, length) == 0) return i - length;
  return 0;
}

/* A singular field, or an element of a list. */
void value_add(cli_text *out, pbw_ctx *ctx, const pbw_field *field, const cli_value *value) {
  pbw_message *alone;
  pbw_bytes text;
  if (pbw_field_message_type(field) != NULL) {
    value_add_message(out, ctx, value->message);
    return;
  }
  if (pbw_message_new(pbw_field_containing_type(field), NULL, &alone) != PBW_OK) return;
  pbw_status status = pbw_field_cardinality(field) == PBW_REPEATED ? pbw_list_append(alone, field, 1, value)
                                                                   : pbw_message_set(alone, field, value);
  if (status == PBW_OK && print(ctx, alone, &text) == PBW_OK) {
    size_t start = behind_first(text, ": ");
    text_put(out, text.data + start, text.size - start);
  }
  pbw_message_free(alone);
}

/* m { key: K value: V }, where the other of K and V is zero: so the first or the last mark is the right one. */
static void add_of_entry(cli_text *out, pbw_ctx *ctx, const pbw_field *map, const cli_value *key, const cli_value *value) {
  static const cli_value zero;
  pbw_message *alone, *inner;
  pbw_bytes text;
  const pbw_field *element = pbw_field_map_value(map);
  if (pbw_message_new(pbw_field_containing_type(map), NULL, &alone) != PBW_OK) return;
  pbw_status status = pbw_field_message_type(element) != NULL ? pbw_map_mutable(alone, map, key, &inner)
                                                              : pbw_map_set(alone, map, key, value != NULL ? value : &zero);
  if (status == PBW_OK && print(ctx, alone, &text) == PBW_OK) {
    size_t start = behind_first(text, value != NULL ? " value: " : " { key: ");
    size_t end = value != NULL ? text.size - 2 : before_last(text, " value");
    if (start < end) text_put(out, text.data + start, end - start);
  }
  pbw_message_free(alone);
}

void value_add_key(cli_text *out, pbw_ctx *ctx, const pbw_field *map, const cli_value *key) {
  add_of_entry(out, ctx, map, key, NULL);
}

void value_add_of_map(cli_text *out, pbw_ctx *ctx, const pbw_field *map, const cli_value *value) {
  static const cli_value zero;
  if (pbw_field_message_type(pbw_field_map_value(map)) != NULL) value_add_message(out, ctx, value->message);
  else add_of_entry(out, ctx, map, &zero, value);
}
