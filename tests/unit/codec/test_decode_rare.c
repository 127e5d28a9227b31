/* The decoder's rare paths: presence bits that stand far away, frames beyond the first ones, lists that go on, and the words of
 * errors. */
#include "tests/unit/schema/set.h"

#include "abi/pbwire.h"

static pbw_message *decoded(const pbw_type *type, const void *data, size_t size, uint32_t max_depth, pbw_error *error) {
  const pbw_options options = {.struct_size = sizeof options, .max_depth = max_depth};
  uint8_t *copy = malloc(size ? size : 1);
  pbw_message *message = NULL;
  memcpy(copy, data, size);
  *error = (pbw_error){.struct_size = sizeof *error};
  pbw_decode(type, copy, size, NULL, &options, &message, error);
  free(copy);
  assert_int_equal(message == NULL, error->code != 0);
  return message;
}

/* A type of so many optional fields that the bits of some stand beyond the decoder's register; closed enums among them. */
static void far_bits(void **state) {
  (void)state;
  enum { COUNT = 150 };
  static char text[20000];
  char *p = text + sprintf(text, "file{name:'a.proto' enum_type{name:'E' value{name:'A' number:1} value{name:'B' number:2}} message_type{name:'M'");
  for (int i = 1; i <= COUNT; i++)
    p += sprintf(p, i % 2 ? " field{name:'f%d' number:%d type:enum type_name:'E'}" : " field{name:'f%d' number:%d type:uint32}", i, i);
  sprintf(p, "}}");
  pbw_schema *schema = set_must(text);
  const pbw_type *type = pbw_schema_type(schema, "M");
  pbw_error error;
  for (uint32_t number = 1; number <= COUNT; number++) {
    const pbw_field *field = pbw_type_field_by_number(type, number);
    uint8_t input[16], output[16];
    size_t tag = (size_t)(pbwi_varint_write(input, number << 3) - input), size;
    for (uint8_t value = 2; value <= 3; value++) { /* a listed number, and one that an enum does not list */
      bool known = value == 2 || number % 2 == 0;
      input[tag] = value;
      pbw_message *m = decoded(type, input, tag + 1, 0, &error);
      assert_non_null(m);
      assert_int_equal(pbw_message_has(m, field), known);
      assert_int_equal(pbw_unknown_count(m), !known);
      assert_int_equal(pbw_encode(m, output, sizeof output, NULL, &size, NULL), PBW_OK);
      assert_int_equal(size, tag + 1);
      assert_memory_equal(output, input, size);
      pbw_message_free(m);
    }
    memset(input + tag, 0xff, 11); /* a varint of eleven bytes */
    assert_null(decoded(type, input, tag + 11, 0, &error));
    assert_int_equal(error.code, PBW_ERR_MALFORMED);
    assert_null(decoded(type, input, tag + 3, 0, &error));
    assert_int_equal(error.code, PBW_ERR_TRUNCATED);
  }
  pbw_schema_free(schema);
}

/* Levels of messages and of groups, one inside the other, up to the limit and one more; what is decoded is encoded again. */
static void deep(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' message_type{name:'M' field{name:'m' number:1 type:message type_name:'M'}"
                                " field{name:'l' number:3 type:message type_name:'M' label:repeated}"
                                " field{name:'g' number:2 type:group type_name:'G'} nested_type{name:'G' field{name:'m' number:1 type:message type_name:'.M'}}}}");
  const pbw_type *type = pbw_schema_type(schema, "M");
  static const uint32_t depths[] = {1, 99, 100, 101, 150, 200, 201, 399, 400, 401, 1000};
  enum { ROOM = 1 << 16 };
  uint8_t *input = malloc(ROOM), *output = malloc(ROOM);
  for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
    uint32_t depth = depths[i];
    size_t at = ROOM;
    for (uint32_t level = 0; level < depth; level++) { /* from the inside out: a group in every third */
      size_t size = ROOM - at;
      if (level % 3 == 1 && level + 1 < depth) {
        input[--at] = 0x13;
        memmove(input + at - 1, input + at, ROOM - at); /* its end tag stands behind */
        at--;
        input[ROOM - 1] = 0x14;
        continue;
      }
      uint8_t head[12];
      head[0] = level % 2 ? 0x1a : 0x0a;
      if (level % 3 == 0) head[0] = 0x0a; /* inside a group there is only m */
      size_t head_size = (size_t)(pbwi_varint_write(head + 1, size) - head);
      at -= head_size;
      memcpy(input + at, head, head_size);
    }
    pbw_error error;
    size_t size = 0;
    pbw_message *m = decoded(type, input + at, ROOM - at, depth, &error);
    if (!m) print_error("%u: %s at %lld\n", depth, error.message, (long long)error.offset);
    assert_non_null(m);
    const pbw_options enough = {.struct_size = sizeof enough, .max_depth = depth};
    const pbw_options few = {.struct_size = sizeof few, .max_depth = depth - 1};
    assert_int_equal(pbw_encode(m, output, ROOM, &enough, &size, NULL), PBW_OK);
    assert_int_equal(size, ROOM - at);
    assert_memory_equal(output, input + at, size);
    pbw_ctx *ctx;
    const uint8_t *data;
    const pbw_message *pooled;
    assert_int_equal(pbw_ctx_new(&enough, NULL, &ctx), PBW_OK);
    for (int round = 0; round < 2; round++) { /* the frames stay with the ctx */
      assert_int_equal(pbw_decode_ctx(ctx, type, input + at, ROOM - at, PBW_RESET, &pooled), PBW_OK);
      pbw_message_free((pbw_message *)(uintptr_t)pooled); /* a ctx's message is left alone */
      assert_int_equal(pbw_encode_ctx(ctx, pooled, 0, &data, &size), PBW_OK);
      assert_int_equal(size, ROOM - at);
      assert_memory_equal(data, input + at, size);
    }
    pbw_ctx_free(ctx);
    if (depth > 1) {
      pbw_message *too_deep = decoded(type, input + at, ROOM - at, depth - 1, &error);
      if (too_deep) print_error("%u levels with a limit of %u\n", depth, depth - 1);
      assert_null(too_deep);
      assert_int_equal(error.code, PBW_ERR_DEPTH);
      assert_int_equal(pbw_encode(m, output, ROOM, &few, &size, &error), PBW_ERR_DEPTH);
      assert_int_equal(error.code, PBW_ERR_DEPTH);
    }
    pbw_message_free(m);
  }
  free(input);
  free(output);
  pbw_schema_free(schema);
}

/* What is wrong with a field, in words. */
static void words(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' enum_type{name:'E' value{name:'A' number:1}} message_type{name:'M' field{name:'i' number:1 type:int64}"
                                " field{name:'s' number:2 type:bytes} field{name:'e' number:3 type:enum type_name:'E' label:repeated options{packed:true}}"
                                " field{name:'p' number:4 type:int32 label:repeated options{packed:true}}}"
                                " message_type{name:'S' options{message_set_wire_format:true} extension_range{start:4 end:9}}}");
  static const struct {
    const char *type, *bytes;
    size_t size;
    pbw_status status;
    const char *words;
  } rows[] = {
      {"M", "\x88\x80\x80\x80\x80\x00\x01", 7, PBW_ERR_MALFORMED, "a tag is longer than five bytes"},
      {"M", "\x00\x01", 2, PBW_ERR_MALFORMED, "a field has number 0"},
      {"M", "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12, PBW_ERR_MALFORMED, "a varint is longer than ten bytes"},
      {"M", "\x12\x80\x80\x80\x80\x08", 6, PBW_ERR_MALFORMED, "a field's length is 2 GiB or more"},
      {"M", "\x14", 1, PBW_ERR_MALFORMED, "a group ends that was not begun here"},
      {"M", "\x2b\x34", 2, PBW_ERR_MALFORMED, "a group holds what is no field, or ends as another one"},
      {"M", "\x0e", 1, PBW_ERR_MALFORMED, "a tag has wire type 6 or 7, which do not exist"},
      {"M", "\x1a\x0b\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 13, PBW_ERR_MALFORMED, ""},
      {"M", "\x1a\x02\x01\xff", 4, PBW_ERR_TRUNCATED, ""},
      {"M", "\x22\x0b\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 13, PBW_ERR_MALFORMED, ""},
      {"S", "\x0b\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12, PBW_ERR_MALFORMED, ""}, /* a tag inside an item */
      {"S", "\x0b\x10\xff", 3, PBW_ERR_TRUNCATED, ""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    pbw_error error;
    assert_null(decoded(pbw_schema_type(schema, rows[i].type), rows[i].bytes, rows[i].size, 0, &error));
    if (error.code != rows[i].status || !strstr(error.message, rows[i].words)) print_error("%zu: %d %s\n", i, error.code, error.message);
    assert_int_equal(error.code, rows[i].status);
    assert_true(error.message[0]);
    assert_non_null(strstr(error.message, rows[i].words));
  }
  pbw_schema_free(schema);
}

/* A list of a fixed width is the input itself where nothing is there yet; else the values go behind. */
static void fixed_lists_go_on(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' message_type{name:'M' field{name:'d' number:1 type:fixed64 label:repeated options{packed:true}}"
                                " field{name:'f' number:2 type:fixed32 label:repeated options{packed:true}}}}");
  const pbw_type *type = pbw_schema_type(schema, "M");
  const pbw_field *f = pbw_type_field(type, "f"), *d = pbw_type_field(type, "d");
  static const uint8_t four[] = {0x12, 8, 1, 0, 0, 0, 2, 0, 0, 0}, eight[] = {0x0a, 16, 3, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0};
  for (size_t reserved = 0; reserved < 3; reserved++) {
    pbw_message *m;
    uint32_t v32;
    uint64_t v64;
    assert_int_equal(pbw_message_new(type, NULL, &m), PBW_OK);
    if (reserved) assert_int_equal(pbw_list_reserve(m, f, reserved * 2 - 1), PBW_OK); /* room for fewer, and for more */
    for (size_t round = 1; round <= 3; round++) {
      assert_int_equal(pbw_decode_merge(m, four, sizeof four, NULL, NULL), PBW_OK);
      assert_int_equal(pbw_decode_merge(m, eight, sizeof eight, NULL, NULL), PBW_OK);
      assert_int_equal(pbw_list_size(m, f), 2 * round);
      for (size_t i = 0; i < 2 * round; i++) {
        assert_int_equal(pbw_list_get(m, f, i, 1, &v32), PBW_OK);
        assert_int_equal(v32, 1 + i % 2);
        assert_int_equal(pbw_list_get(m, d, i, 1, &v64), PBW_OK);
        assert_int_equal(v64, 3 + i % 2);
      }
    }
    assert_int_equal(pbw_decode_merge(m, (const uint8_t *)"\x12\x03" "abc", 5, NULL, NULL), PBW_ERR_TRUNCATED); /* no whole number of values */
    pbw_message_free(m);
  }
  pbw_schema_free(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(far_bits), cmocka_unit_test(deep), cmocka_unit_test(words), cmocka_unit_test(fixed_lists_go_on)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
