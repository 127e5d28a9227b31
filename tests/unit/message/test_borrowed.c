/* A scratch message may point to messages that are not its own. Calls read through them and refuse to change them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "abi/pbwire.h"

/* google.protobuf.Option { name = "n", value = Any { type_url = "t" } } and the Any alone */
static const uint8_t option[] = {0x0a, 1, 'n', 0x12, 3, 0x0a, 1, 't'};
static const uint8_t any[] = {0x0a, 1, 't'};

static void a_pooled_child_is_not_changed(void **state) {
  (void)state;
  pbw_schema *schema;
  pbw_ctx *ctx, *other;
  assert_int_equal(pbw_schema_new(NULL, &schema), PBW_OK);
  assert_int_equal(pbw_schema_build(schema, NULL), PBW_OK);
  assert_int_equal(pbw_ctx_new(NULL, NULL, &ctx), PBW_OK);
  assert_int_equal(pbw_ctx_new(NULL, NULL, &other), PBW_OK);
  const pbw_type *type = pbw_schema_type(schema, "google.protobuf.Option");
  const pbw_type *child_type = pbw_schema_type(schema, "google.protobuf.Any");
  const pbw_field *value = pbw_type_field(type, "value");
  pbw_cell at = {.struct_size = sizeof at};
  assert_int_equal(pbw_field_cell(value, &at), PBW_OK);

  const pbw_message *pooled;
  pbw_message *scratch, *owned, *child;
  assert_int_equal(pbw_decode_ctx(other, child_type, any, sizeof any, 0, &pooled), PBW_OK);
  assert_int_equal(pbw_decode(type, option, sizeof option, NULL, NULL, &owned, NULL), PBW_OK);
  assert_int_equal(pbw_ctx_messages(ctx, type, 1, 0, &scratch), PBW_OK);
  memcpy((char *)scratch + at.offset, &pooled, sizeof pooled);

  assert_int_equal(pbw_message_mutable(scratch, value, &child), PBW_ERR_READONLY);
  assert_null(child);
  assert_int_equal(pbw_message_merge(scratch, owned), PBW_ERR_READONLY);
  assert_int_equal(pbw_decode_merge(scratch, option, sizeof option, NULL, NULL), PBW_ERR_READONLY);

  const uint8_t *data;
  size_t size;
  assert_int_equal(pbw_encode_ctx(other, pooled, 0, &data, &size), PBW_OK);
  assert_int_equal(size, sizeof any);
  assert_memory_equal(data, any, size);
  assert_int_equal(pbw_message_clone(scratch, NULL, &child), PBW_OK); /* a copy has its own */
  assert_int_equal(pbw_message_merge(child, owned), PBW_OK);

  pbw_message_free(child);
  pbw_message_free(owned);
  pbw_ctx_free(other);
  pbw_ctx_free(ctx);
  pbw_schema_free(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_pooled_child_is_not_changed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
