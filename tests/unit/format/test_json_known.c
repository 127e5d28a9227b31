/* The types with a form of their own: what a host leaves out of a scratch message prints as an empty one. What each form
 * is, is in tests/vectors/json.vec. */
#include "tests/unit/format/world.h"

static void everything_comes_back(void **state) {
  (void)state;
  pbw_message *m = parsed("vectors.json.Known", everything);
  assert_string_equal(printed(m, 0, 0), everything);
  pbw_message_free(m);
}

/* A list of messages that holds NULL, as a host may leave it in scratch: an element all the same. */
static void left_out(void **state) {
  (void)state;
  static const struct {
    const char *field, *text;
    pbw_status status;
  } rows[] = {{"times", "{\"times\":[\"1970-01-01T00:00:00Z\"]}", PBW_OK}, {"w_int32s", "{\"wInt32s\":[0]}", PBW_OK},
              {"anys", "{\"anys\":[{}]}", PBW_OK},                        {"lists", "{\"lists\":[[]]}", PBW_OK},
              {"values", NULL, PBW_ERR_VALUE}};
  const pbw_type *type = type_of("vectors.json.Known");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    pbw_ctx *ctx;
    pbw_message *m;
    const uint8_t *text;
    size_t size;
    void *nothing;
    pbw_cell cell = {.struct_size = sizeof cell};
    assert_int_equal(pbw_field_cell(pbw_type_field(type, rows[i].field), &cell), PBW_OK);
    assert_int_equal(pbw_ctx_new(NULL, NULL, &ctx), PBW_OK);
    assert_int_equal(pbw_ctx_messages(ctx, type, 1, 0, &m), PBW_OK);
    assert_int_equal(pbw_ctx_alloc(ctx, sizeof(pbw_message *), &nothing), PBW_OK);
    pbw_list list = {.data = nothing, .size = 1};
    memcpy((char *)m + cell.offset, &list, sizeof list);
    assert_int_equal(pbw_json_print_ctx(ctx, m, 0, &text, &size), rows[i].status);
    if (rows[i].text) {
      assert_int_equal(size, strlen(rows[i].text));
      assert_memory_equal(text, rows[i].text, size);
    }
    pbw_ctx_free(ctx);
  }
}

/* An Any that holds an Any that holds ... is opened as far as the depth lets it. */
static void any_depth(void **state) {
  (void)state;
  static const char text[] = "{\"@type\":\"/google.protobuf.Any\",\"value\":{\"@type\":\"/google.protobuf.Any\",\"value\":{}}}";
  for (uint32_t depth = 1; depth < 4; depth++) {
    pbw_options options = {.struct_size = sizeof options, .max_depth = depth};
    pbw_message *m;
    pbw_status status = pbw_json_parse(type_of("google.protobuf.Any"), (const uint8_t *)text, sizeof text - 1, NULL, &options, &m, NULL);
    assert_int_equal(status, depth < 2 ? PBW_ERR_DEPTH : PBW_OK);
    size_t size;
    if (!status) assert_int_equal(pbw_json_print(m, NULL, 0, &options, &size, NULL), PBW_ERR_BUFFER);
    pbw_message_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(everything_comes_back), cmocka_unit_test(left_out), cmocka_unit_test(any_depth)};
  return WORLD_TESTS(tests);
}
