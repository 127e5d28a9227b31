/* Sizes that no message may have: what a host stores into cells is looked at before it is copied. */
#include "tests/unit/schema/set.h"

#include "abi/pbwire.h"

static pbw_schema *schema;
static pbw_ctx *ctx;

static int setup(void **state) {
  (void)state;
  schema = set_must("file{name:'a.proto' syntax:'proto3' message_type{name:'M' field{name:'b' number:1 type:bytes} field{name:'l' number:2 type:bytes label:repeated}"
                    " field{name:'d' number:3 type:fixed64 label:repeated} field{name:'f' number:4 type:fixed32 label:repeated}"
                    " field{name:'m' number:6 type:message type_name:'M'} field{name:'o' number:5 type:bytes oneof_index:0} oneof_decl{name:'c'}}}");
  return pbw_ctx_new(NULL, NULL, &ctx);
}

static int teardown(void **state) {
  (void)state;
  pbw_ctx_free(ctx);
  pbw_schema_free(schema);
  return 0;
}

static void *cell_of(pbw_message *message, const char *name) {
  pbw_cell at = {.struct_size = sizeof at};
  assert_int_equal(pbw_field_cell(pbw_type_field(pbw_schema_type(schema, "M"), name), &at), PBW_OK);
  if (at.presence == PBW_PRESENCE_ONEOF) memcpy((char *)message + at.presence_offset, &(uint32_t){5}, 4);
  return (char *)message + at.offset;
}

/* In the message and in a child of it, into a buffer and in a ctx. */
static void refused(pbw_message *message) {
  pbw_message *outer;
  const uint8_t *data = (const uint8_t *)"";
  uint8_t buffer[64];
  size_t size = 7;
  assert_int_equal(pbw_ctx_messages(ctx, pbw_schema_type(schema, "M"), 1, 0, &outer), PBW_OK);
  memcpy(cell_of(outer, "m"), &message, sizeof message);
  pbw_message *both[] = {message, outer};
  for (int i = 0; i < 2; i++) {
    pbw_error error = {.struct_size = sizeof error};
    assert_int_equal(pbw_encode(both[i], buffer, sizeof buffer, NULL, &size, &error), PBW_ERR_SIZE);
    assert_int_equal(error.code, PBW_ERR_SIZE);
    assert_int_equal(pbw_encode_ctx(ctx, both[i], 0, &data, &size), PBW_ERR_SIZE);
    assert_int_equal(pbw_encode_delimited_ctx(ctx, both[i], 0, &data, &size), PBW_ERR_SIZE);
    assert_int_equal(pbw_encoded_size(both[i], 0, &size), PBW_ERR_SIZE);
  }
}

static void too_large(void **state) {
  (void)state;
  static const char *const fields[] = {"b", "l", "d", "f", "o"};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    pbw_message *message;
    pbw_bytes huge = {(const uint8_t *)"", (size_t)0x80000000u};
    assert_int_equal(pbw_ctx_messages(ctx, pbw_schema_type(schema, "M"), 1, PBW_RESET, &message), PBW_OK);
    void *cell = cell_of(message, fields[i]);
    if (i == 0 || i == 4) memcpy(cell, &huge, sizeof huge);
    if (i == 1) *(pbw_list *)cell = (pbw_list){&huge, 1, 0};
    if (i == 2 || i == 3) *(pbw_list *)cell = (pbw_list){&huge, 0x20000000u << (i == 3), 0}; /* nothing of it is read */
    refused(message);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(too_large)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
