/* The ways into a format: lifetimes, errors told where they belong, and nothing allocated in the steady state. */
#include "tests/unit/format/world.h"

/* With a ctx that has seen a message, parsing and printing it takes no memory: an Any, long strings, many levels. */
static void steady_state(void **state) {
  (void)state;
  char text[20000], *p = text;
  p += sprintf(p, "{\"anys\":[");
  for (int i = 0; i < 20; i++)
    p += sprintf(p, "%s{\"@type\":\"a/vectors.json.Known\",\"wString\":\"%0200d\\n\",\"anys\":[{\"@type\":\"a/google.protobuf.Value\",\"value\":[1,2]}]}",
                 i ? "," : "", i);
  p += sprintf(p, "],\"valueOf\":{\"b\":1,\"a\":[{\"x\":null}]}}");
  static const uint32_t flags[] = {0, PBW_ALIAS};
  for (size_t i = 0; i < 2; i++) {
    failing_alloc memory = {0};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_ctx *ctx;
    const pbw_message *m;
    const uint8_t *out;
    size_t size, warm = 0;
    assert_int_equal(pbw_ctx_new(NULL, &allocator, &ctx), PBW_OK);
    for (int round = 0; round < 20; round++) {
      assert_int_equal(pbw_json_parse_ctx(ctx, type_of("vectors.json.Known"), (uint8_t *)text, (size_t)(p - text), PBW_RESET | flags[i], &m), PBW_OK);
      assert_int_equal(pbw_json_print_ctx(ctx, m, 0, &out, &size), PBW_OK);
      if (round == 5) warm = memory.requests;
    }
    assert_true(warm > 0);
    assert_int_equal(memory.requests, warm);
    pbw_ctx_free(ctx);
    assert_int_equal(memory.blocks, 0);
  }
}

/* What a ctx made stands until its reset, whatever is printed and parsed in between. */
static void side_by_side(void **state) {
  (void)state;
  pbw_ctx *ctx;
  const pbw_message *m[50];
  const uint8_t *text[50];
  size_t size[50];
  char want[50];
  assert_int_equal(pbw_ctx_new(NULL, NULL, &ctx), PBW_OK);
  for (int i = 0; i < 50; i++) {
    int length = snprintf(want, sizeof want, "{\"id\":%d,\"name\":\"n\\n%d\"}", i + 1, i);
    assert_int_equal(pbw_json_parse_ctx(ctx, type_of("vectors.p3.Tree"), (uint8_t *)want, (size_t)length, 0, &m[i]), PBW_OK);
    assert_int_equal(pbw_json_print_ctx(ctx, m[i], 0, &text[i], &size[i]), PBW_OK);
  }
  for (int i = 0; i < 50; i++) {
    snprintf(want, sizeof want, "{\"id\":%d,\"name\":\"n\\n%d\"}", i + 1, i);
    assert_int_equal(size[i], strlen(want));
    assert_memory_equal(text[i], want, size[i]);
    assert_string_equal(printed(m[i], 0, 0), want);
  }
  pbw_ctx_free(ctx);
}

/* A failed call leaves what the ctx made before, and an arena that was passed is still good. */
static void after_errors(void **state) {
  (void)state;
  pbw_ctx *ctx;
  pbw_arena *arena;
  const pbw_message *good, *bad;
  pbw_message *owned;
  const pbw_type *type = type_of("vectors.p3.Tree");
  assert_int_equal(pbw_ctx_new(NULL, NULL, &ctx), PBW_OK);
  assert_int_equal(pbw_arena_new(NULL, 0, &arena), PBW_OK);
  assert_int_equal(pbw_json_parse_ctx(ctx, type, (const uint8_t *)"{\"id\":7}", 8, 0, &good), PBW_OK);
  for (int i = 0; i < 100; i++) {
    assert_int_equal(pbw_json_parse_ctx(ctx, type, (const uint8_t *)"{\"name\":\"x\",\"id\":}", 17, 0, &bad), PBW_ERR_SYNTAX);
    assert_null(bad);
    assert_int_equal(pbw_ctx_error(ctx)->code, PBW_ERR_SYNTAX);
    assert_int_equal(pbw_json_parse(type, (const uint8_t *)"{\"name\":\"x\",\"id\":}", 17, arena, NULL, &owned, NULL), PBW_ERR_SYNTAX);
    assert_null(owned);
  }
  assert_string_equal(printed(good, 0, 0), "{\"id\":7}");
  assert_int_equal(pbw_json_parse(type, (const uint8_t *)"{\"id\":8}", 8, arena, NULL, &owned, NULL), PBW_OK);
  assert_string_equal(printed(owned, 0, 0), "{\"id\":8}");
  pbw_arena_free(arena);
  pbw_ctx_free(ctx);
}

/* Flags of the ctx are added to those of the call. */
static void flags_of_the_ctx(void **state) {
  (void)state;
  pbw_options options = {.struct_size = sizeof options, .flags = PBW_IGNORE_UNKNOWN | PBW_INDENT | PBW_PARTIAL, .indent = 4};
  pbw_ctx *ctx;
  const pbw_message *m;
  const uint8_t *text;
  size_t size;
  assert_int_equal(pbw_ctx_new(&options, NULL, &ctx), PBW_OK);
  assert_int_equal(pbw_json_parse_ctx(ctx, type_of("vectors.p2.Required"), (const uint8_t *)"{\"x\":1,\"id\":7}", 14, 0, &m), PBW_OK);
  assert_int_equal(pbw_json_print_ctx(ctx, m, 0, &text, &size), PBW_OK);
  assert_int_equal(size, 15);
  assert_memory_equal(text, "{\n    \"id\": 7\n}", 15);
  pbw_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steady_state), cmocka_unit_test(side_by_side), cmocka_unit_test(after_errors),
                                     cmocka_unit_test(flags_of_the_ctx)};
  return WORLD_TESTS(tests);
}
