/* PBW_CHECK_UTF8: what plain stores put into cells is checked when it is encoded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "abi/pbwire.h"

static pbw_schema *schema;
static pbw_ctx *ctx;

static int setup(void **state) {
  (void)state;
  return pbw_schema_new(NULL, &schema) || pbw_schema_build(schema, NULL) || pbw_ctx_new(NULL, NULL, &ctx);
}

static int teardown(void **state) {
  (void)state;
  pbw_ctx_free(ctx);
  pbw_schema_free(schema);
  return 0;
}

static const pbw_bytes good = {(const uint8_t *)"gr\xc3\xbc\xc3\x9f", 6}, bad = {(const uint8_t *)"a\xff", 2};

/* An empty scratch message, and where one of its fields stands. */
static pbw_message *scratch(const char *type_name, const char *field_name, void **cell) {
  const pbw_type *type = pbw_schema_type(schema, type_name);
  pbw_cell at = {.struct_size = sizeof at};
  pbw_message *message;
  assert_int_equal(pbw_ctx_messages(ctx, type, 1, PBW_RESET, &message), PBW_OK);
  assert_int_equal(pbw_field_cell(pbw_type_field(type, field_name), &at), PBW_OK);
  *cell = (char *)message + at.offset;
  return message;
}

static void expect(const pbw_message *message, pbw_status status, const char *path) {
  const uint8_t *data;
  size_t size;
  assert_int_equal(pbw_encode_ctx(ctx, message, 0, &data, &size), PBW_OK);
  assert_int_equal(pbw_encode_ctx(ctx, message, PBW_CHECK_UTF8, &data, &size), status);
  if (status) assert_string_equal(pbw_ctx_error(ctx)->path, path);
}

static void a_field(void **state) {
  (void)state;
  void *cell;
  pbw_message *message = scratch("google.protobuf.StringValue", "value", &cell);
  *(pbw_bytes *)cell = good;
  expect(message, PBW_OK, NULL);
  *(pbw_bytes *)cell = bad;
  expect(message, PBW_ERR_UTF8, "google.protobuf.StringValue.value");
}

static void a_list(void **state) {
  (void)state;
  void *cell;
  pbw_bytes paths[2] = {good, good};
  pbw_message *message = scratch("google.protobuf.FieldMask", "paths", &cell);
  *(pbw_list *)cell = (pbw_list){paths, 2, 0};
  expect(message, PBW_OK, NULL);
  paths[1] = bad;
  expect(message, PBW_ERR_UTF8, "google.protobuf.FieldMask.paths");
}

/* All of a message is looked at when one string is suspect: what is well in it does not stop the walk. */
static void well_around_a_bad_one(void **state) {
  (void)state;
  void *cell, *name;
  pbw_bytes names[2] = {good, good};
  pbw_cell at = {.struct_size = sizeof at};
  pbw_message *field, *message = scratch("google.protobuf.FileDescriptorProto", "dependency", &cell);
  *(pbw_list *)cell = (pbw_list){names, 2, 0};
  const pbw_type *type = pbw_schema_type(schema, "google.protobuf.FileDescriptorProto"), *inner = pbw_schema_type(schema, "google.protobuf.DescriptorProto");
  assert_int_equal(pbw_ctx_messages(ctx, inner, 1, 0, &field), PBW_OK);
  assert_int_equal(pbw_field_cell(pbw_type_field(inner, "name"), &at), PBW_OK);
  name = (char *)field + at.offset;
  assert_int_equal(pbw_message_set(field, pbw_type_field(inner, "name"), &good), PBW_OK);
  pbw_message *messages[2] = {NULL, field}; /* the first one left out */
  assert_int_equal(pbw_field_cell(pbw_type_field(type, "message_type"), &at), PBW_OK);
  *(pbw_list *)((char *)message + at.offset) = (pbw_list){messages, 2, 0};
  expect(message, PBW_OK, NULL); /* proto2: any bytes may stand there */
  *(pbw_bytes *)name = bad;
  expect(message, PBW_OK, NULL);
  void *values, *value, *fields;
  message = scratch("google.protobuf.Struct", "fields", &fields); /* proto3, with a good key and a list below */
  const pbw_type *value_type = pbw_schema_type(schema, "google.protobuf.Value"), *list_type = pbw_schema_type(schema, "google.protobuf.ListValue");
  pbw_message *list, *items[3] = {NULL, NULL, NULL};
  assert_int_equal(pbw_map_mutable(message, pbw_type_field(pbw_schema_type(schema, "google.protobuf.Struct"), "fields"), &good, &list), PBW_OK);
  assert_int_equal(pbw_message_mutable(list, pbw_type_field(value_type, "list_value"), &list), PBW_OK);
  assert_int_equal(pbw_ctx_messages(ctx, value_type, 2, 0, &items[1]), PBW_OK);
  assert_int_equal(pbw_field_cell(pbw_type_field(list_type, "values"), &at), PBW_OK);
  values = (char *)list + at.offset;
  *(pbw_list *)values = (pbw_list){items, 2, 0};
  assert_int_equal(pbw_message_set(items[1], pbw_type_field(value_type, "string_value"), &good), PBW_OK);
  expect(message, PBW_OK, NULL);
  assert_int_equal(pbw_field_cell(pbw_type_field(value_type, "string_value"), &at), PBW_OK);
  value = (char *)items[1] + at.offset;
  *(pbw_bytes *)value = bad;
  expect(message, PBW_ERR_UTF8, "google.protobuf.Struct.fields[\"gr\xc3\xbc\xc3\x9f\"].list_value.values[1].string_value");
}

static void bytes_are_any_bytes(void **state) {
  (void)state;
  void *cell;
  pbw_message *message = scratch("google.protobuf.BytesValue", "value", &cell);
  *(pbw_bytes *)cell = bad;
  expect(message, PBW_OK, NULL);
}

static void in_a_child_of_a_map(void **state) {
  (void)state;
  void *fields, *text;
  pbw_message *message = scratch("google.protobuf.Struct", "fields", &fields), *value;
  const pbw_type *value_type = pbw_schema_type(schema, "google.protobuf.Value");
  const pbw_field *string_value = pbw_type_field(value_type, "string_value");
  pbw_cell at = {.struct_size = sizeof at};
  assert_int_equal(pbw_map_mutable(message, pbw_type_field(pbw_message_type(message), "fields"), &good, &value), PBW_OK);
  assert_int_equal(pbw_message_set(value, string_value, &good), PBW_OK);
  expect(message, PBW_OK, NULL);
  assert_int_equal(pbw_field_cell(string_value, &at), PBW_OK);
  text = (char *)value + at.offset;
  *(pbw_bytes *)text = bad;
  expect(message, PBW_ERR_UTF8, "google.protobuf.Struct.fields[\"gr\xc3\xbc\xc3\x9f\"].string_value");
  assert_int_equal(pbw_message_set(value, string_value, &good), PBW_OK);
  *(pbw_bytes *)((pbw_list *)fields)->data = bad;
  expect(message, PBW_ERR_UTF8, "google.protobuf.Struct.fields");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_field),
      cmocka_unit_test(a_list),
      cmocka_unit_test(well_around_a_bad_one),
      cmocka_unit_test(bytes_are_any_bytes),
      cmocka_unit_test(in_a_child_of_a_map),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
