/* What is left of a message when a merge into it fails: what came before, and nothing that the input made up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "abi/pbwire.h"

/* google.protobuf.Value: null_value 1, number_value 2, string_value 3, bool_value 4, struct_value 5. */
typedef struct attempt {
  uint8_t before[16];
  size_t before_size;
  uint8_t merged[16];
  size_t merged_size;
} attempt;

static const attempt attempts[] = {
    /* number, then a string cut short */
    {{0x11, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41}, 9, {0x1a, 9, 'x'}, 3},
    /* number, then a string that is not UTF-8 */
    {{0x11, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41}, 9, {0x1a, 1, 0xff}, 3},
    /* string, then a number cut short */
    {{0x1a, 3, 'a', 'b', 'c'}, 5, {0x11, 1, 2, 3}, 4},
    /* string, then a bool cut short */
    {{0x1a, 3, 'a', 'b', 'c'}, 5, {0x20, 0x80}, 2},
    /* string, then a message cut short */
    {{0x1a, 3, 'a', 'b', 'c'}, 5, {0x2a, 5, 0x0a}, 3},
};

static void a_failed_oneof_holds_no_other_bits(void **state) {
  (void)state;
  pbw_schema *schema;
  assert_int_equal(pbw_schema_new(NULL, &schema), PBW_OK);
  assert_int_equal(pbw_schema_build(schema, NULL), PBW_OK);
  const pbw_type *type = pbw_schema_type(schema, "google.protobuf.Value");
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
    const attempt *a = &attempts[i];
    pbw_message *message;
    uint8_t buffer[64];
    size_t size;
    assert_int_equal(pbw_decode(type, a->before, a->before_size, NULL, NULL, &message, NULL), PBW_OK);
    assert_true(pbw_decode_merge(message, a->merged, a->merged_size, NULL, NULL) < 0);
    const pbw_field *set = pbw_message_oneof(message, pbw_type_oneof_at(type, 0));
    union { pbw_bytes bytes; uint8_t flag; const pbw_message *message; } cell;
    if (set) { /* a message that was not made leaves none */
      assert_int_equal(pbw_message_get(message, set, &cell), PBW_OK);
      if (pbw_field_type(set) == PBW_TYPE_STRING) assert_int_equal(cell.bytes.size, 0);
      if (pbw_field_type(set) == PBW_TYPE_BOOL) assert_true(cell.flag <= 1);
    }
    assert_int_equal(pbw_encode(message, buffer, sizeof buffer, NULL, &size, NULL), PBW_OK);
    pbw_message_free(message);
  }
  pbw_schema_free(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_failed_oneof_holds_no_other_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
