/* Parsing text format: every form of a value, what is skipped and refused, places of errors, memory that fails, the C stack. */
#include "tests/support/small_stack.h"
#include "tests/unit/format/texts.h"

static const char scalars[] = "vectors.p2.Scalars";

static void forms(void **state) {
  (void)state;
  static const struct { const char *type, *text, *want; } cases[] = {
      {scalars, "", ""},
      {scalars, " # nothing\n", ""},
      {scalars, "f_int32: 0x7f, f_int64: - # a comment\n 017; f_uint32: 4294967295", "f_int32: 127 f_int64: -15 f_uint32: 4294967295"},
      {scalars, "f_int32:-2147483648 f_int64:-9223372036854775808", "f_int32: -2147483648 f_int64: -9223372036854775808"},
      {scalars, "f_uint64: 18446744073709551615 f_fixed64: 0xFFFFFFFFFFFFFFFF", "f_uint64: 18446744073709551615 f_fixed64: 18446744073709551615"},
      {scalars, "f_sint32: 1 f_sint64: -1 f_fixed32: 2 f_sfixed32: -2 f_sfixed64: 3", "f_sint32: 1 f_sint64: -1 f_fixed32: 2 f_sfixed32: -2 f_sfixed64: 3"},
      {scalars, "f_double: 1.5e3F f_float: .5", "f_double: 1500 f_float: 0.5"},
      {scalars, "f_double: 1f f_float: -0", "f_double: 1 f_float: -0"},
      {scalars, "f_double: - inf f_float: INFINITY", "f_double: -inf f_float: inf"},
      {scalars, "f_double: nan f_float: NaN", "f_double: nan f_float: nan"},
      {scalars, "f_double: 1e999 f_float: -1e39", "f_double: inf f_float: -inf"},
      {scalars, "f_double: 12345678901234567890 f_float: 16777217", "f_double: 12345678901234567000 f_float: 16777216"},
      {scalars, "f_bool: true", "f_bool: true"},
      {scalars, "f_bool: True", "f_bool: true"},
      {scalars, "f_bool: t", "f_bool: true"},
      {scalars, "f_bool: 01", "f_bool: true"},
      {scalars, "f_bool: False", "f_bool: false"},
      {scalars, "f_bool: f", "f_bool: false"},
      {scalars, "f_bool: 0x0", "f_bool: false"},
      {scalars, "f_enum: MINUS", "f_enum: MINUS"},
      {scalars, "f_enum: -1", "f_enum: MINUS"},
      {scalars, "f_string: 'a' \"b\" # c\n '\\u00e9' f_bytes: '\\377' ''", "f_string: \"ab\xc3\xa9\" f_bytes: \"\\377\""},
      {scalars, "f_message < f_message: { } >", "f_message { f_message { } }"},
      {"vectors.p2.Lists", "expanded: [1, 2] expanded: 3 expanded: [] strings: ['a' 'b', 'c']", "expanded: 1 expanded: 2 expanded: 3 strings: \"ab\" strings: \"c\""},
      {"vectors.p2.Lists", "packed_enum: [ONE, 2]", "packed_enum: ONE packed_enum: TWO"},
      {"vectors.p2.HasRequired", "many [<id: 1 label: 'a'>, {id: 2 label: 'b'}] many: []", "many { id: 1 label: \"a\" } many { id: 2 label: \"b\" }"},
      {"vectors.p2.Groups", "One { inner { many { a: 1 } Many { a: 2 } } } member { b: 1 }", "One { inner { Many { a: 1 } Many { a: 2 } } } Member { b: 1 }"},
      {"vectors.p2.Extendable", "[vectors.p2.ext_int32]: 1 [ vectors . p2.Payload # ]\n.nested ] { a: 1 }", "[vectors.p2.ext_int32]: 1 [vectors.p2.Payload.nested] { a: 1 }"},
      {"vectors.p3.Maps", "int32_int32 { value: 2 key: 1 } int32_int32: [{key: 1 value: 3}, <>]", "int32_int32 { key: 0 value: 0 } int32_int32 { key: 1 value: 3 }"},
      {"vectors.p3.Scalars", "f_int32: 0", ""},
      {"google.protobuf.Any", "[a.b/vectors.p2.Scalars]: < f_int32: 1 >", "[a.b/vectors.p2.Scalars] { f_int32: 1 }"},
      {"google.protobuf.Any", "type_url: 'x/vectors.p2.Scalars' value: '\\030\\001'", "[x/vectors.p2.Scalars] { f_int32: 1 }"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_string_equal(text_again(cases[i].type, cases[i].text, PBW_DETERMINISTIC), cases[i].want);
}

static void unknown(void **state) {
  (void)state;
  static const struct { const char *type, *text, *want; } cases[] = {
      {scalars, "nope: 1 nope { a: [1, {b: 2}, <c: 1 [d.e]: - inf>] } nope: [] f_bool: 1", "f_bool: true"},
      {scalars, "[no.ext]: 'a' 'b' [no.ext] { } f_bool: 1", "f_bool: true"},
      {scalars, "f_enum: NOPE f_bool: 1", "f_bool: true"},
      {scalars, "f_enum: 99 f_bool: 1", "f_bool: true"},
      {"vectors.p2.Enums", "many: [ONE, NOPE, TWO, 99]", "many: ONE many: TWO"},
      {"vectors.p3.Maps", "int32_int32 { key: 1 nope: 2 value: 3 }", "int32_int32 { key: 1 value: 3 }"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_string_equal(text_again(cases[i].type, cases[i].text, PBW_IGNORE_UNKNOWN), cases[i].want);
}

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *type, *text;
    pbw_status status;
    uint32_t line, column;
  } cases[] = {
      {scalars, "f_bool: 1 nope: 1", PBW_ERR_NOT_FOUND, 1, 11},
      {scalars, "fInt32: 1", PBW_ERR_NOT_FOUND, 1, 1}, /* JSON's names are no names here */
      {scalars, "[no.ext]: 1", PBW_ERR_NOT_FOUND, 1, 1},
      {scalars, "[vectors.p2.ext_int32]: 1", PBW_ERR_NOT_FOUND, 1, 1}, /* of another message */
      {scalars, "f_int32 1", PBW_ERR_SYNTAX, 1, 9},
      {scalars, "f_int32:\n", PBW_ERR_SYNTAX, 2, 1},
      {scalars, "f_int32: 1.0", PBW_ERR_SYNTAX, 1, 10},
      {scalars, "f_int32: 'a'", PBW_ERR_SYNTAX, 1, 10},
      {scalars, "f_int32: 2147483648", PBW_ERR_VALUE, 1, 10},
      {scalars, "f_int32: -2147483649", PBW_ERR_VALUE, 1, 10},
      {scalars, "f_uint32: 4294967296", PBW_ERR_VALUE, 1, 11},
      {scalars, "f_uint32: -1", PBW_ERR_VALUE, 1, 11},
      {scalars, "f_int64: 9223372036854775808", PBW_ERR_VALUE, 1, 10},
      {scalars, "f_uint64: 18446744073709551616", PBW_ERR_VALUE, 1, 11},
      {scalars, "f_double: 010", PBW_ERR_SYNTAX, 1, 11},
      {scalars, "f_double: 0x1", PBW_ERR_SYNTAX, 1, 11},
      {scalars, "f_double: infinit", PBW_ERR_SYNTAX, 1, 11},
      {scalars, "f_bool: 2", PBW_ERR_VALUE, 1, 9},
      {scalars, "f_bool: TRUE", PBW_ERR_VALUE, 1, 9},
      {scalars, "f_enum: NOPE", PBW_ERR_VALUE, 1, 9},
      {scalars, "f_enum: 99", PBW_ERR_VALUE, 1, 9},
      {scalars, "f_string: a", PBW_ERR_SYNTAX, 1, 11},
      {scalars, "f_string: 'ab\\q'", PBW_ERR_SYNTAX, 1, 14},
      {scalars, "f_string: 'a", PBW_ERR_SYNTAX, 1, 11},
      {scalars, "f_bool: 1\n\n  f_bool: 1", PBW_ERR_VALUE, 3, 9},
      {scalars, "f_bool: [1]", PBW_ERR_VALUE, 1, 9},
      {scalars, "f_message {", PBW_ERR_SYNTAX, 1, 12},
      {scalars, "f_message { >", PBW_ERR_SYNTAX, 1, 13},
      {scalars, "f_message < }", PBW_ERR_SYNTAX, 1, 13},
      {scalars, "f_message: 1", PBW_ERR_SYNTAX, 1, 12},
      {scalars, "}", PBW_ERR_SYNTAX, 1, 1},
      {scalars, "f_bool: 1,,", PBW_ERR_SYNTAX, 1, 11},
      {scalars, "1: 2", PBW_ERR_SYNTAX, 1, 1},
      {"vectors.p2.Lists", "expanded: [1,]", PBW_ERR_SYNTAX, 1, 14},
      {"vectors.p2.Lists", "expanded: [1 2]", PBW_ERR_SYNTAX, 1, 14},
      {"vectors.p2.Lists", "expanded: [1", PBW_ERR_SYNTAX, 1, 13},
      {"vectors.p2.Groups", "Member { } other: 4", PBW_ERR_VALUE, 1, 17},
      {"vectors.p3.Scalars", "f_string: '\\377'", PBW_ERR_UTF8, 1, 11},
      {"vectors.p3.Maps", "int32_int32 { key: 1 key: 2 }", PBW_ERR_VALUE, 1, 25},
      {"vectors.p3.Maps", "int32_int32 { nope: 1 }", PBW_ERR_NOT_FOUND, 1, 15},
      {"google.protobuf.Any", "[a/no.Type] { }", PBW_ERR_NOT_FOUND, 1, 1},
      {"google.protobuf.Any", "[a/vectors.p2.Scalars] { } value: ''", PBW_ERR_VALUE, 1, 33},
      {"google.protobuf.Any", "[a/vectors.p2.Scalars] { } [a/vectors.p2.Scalars] { }", PBW_ERR_VALUE, 1, 28},
      {"google.protobuf.Any", "[a/vectors.p2.Required] { id: 1 }", PBW_ERR_REQUIRED, 0, 0},
      {"vectors.p2.Required", "id: 1", PBW_ERR_REQUIRED, 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pbw_error error;
    pbw_message *m = text_parsed(cases[i].type, cases[i].text, 0, &error);
    if (error.code != cases[i].status || (cases[i].line && (error.line != cases[i].line || error.column != cases[i].column)))
      print_error("%s: %d at %u:%u: %s (%s)\n", cases[i].text, error.code, error.line, error.column, error.message, error.path);
    assert_null(m);
    assert_int_equal(error.code, cases[i].status);
    assert_true(error.message[0]);
    if (!cases[i].line) continue;
    assert_int_equal(error.line, cases[i].line);
    assert_int_equal(error.column, cases[i].column);
  }
}

static void paths(void **state) {
  (void)state;
  pbw_error error;
  assert_null(text_parsed("vectors.p3.Tree", "children { } children { child { id: x } }", 0, &error));
  assert_string_equal(error.path, "vectors.p3.Tree.children[1].child.id");
  assert_int_equal(error.offset, 36);
  assert_null(text_parsed("vectors.p2.Lists", "expanded: [1, 2, x]", 0, &error));
  assert_string_equal(error.path, "vectors.p2.Lists.expanded[2]");
}

/* Cut anywhere, a text is an answer: never a read behind its end (each is in memory of just its size). */
static void cut_anywhere(void **state) {
  (void)state;
  static const char text[] = "[a # ]\n/vectors.json.Known] { w_string: 'a\\u00e9' \"\\377\" anys [<>, { [b/vectors.p2.Groups]: "
                             "{ One { c: [0x1, 017, -2] } } }] value_of { key: 'k' value { number_value: - 1.5e3f } } }";
  char cut[sizeof text];
  for (size_t n = 0; n < sizeof text; n++) {
    memcpy(cut, text, n);
    cut[n] = 0;
    pbw_error error;
    for (uint32_t flags = 0; flags <= PBW_IGNORE_UNKNOWN; flags += PBW_IGNORE_UNKNOWN)
      pbw_message_free(text_parsed("google.protobuf.Any", cut, flags, &error));
  }
}

static void failing_memory(void **state) {
  (void)state;
  static const char text[] = "id: 1 name: \"a name that is not short\\n\" children { id: 2 } by_name { key: \"k\" value { leaf: \"l\" } } "
                             "pairs { key: 1 value: 2 } pairs { key: 2 value: 3 }";
  static const char any[] = "[a/vectors.p2.Scalars] { f_string: \"inside\" }";
  size_t n = 1;
  for (;; n++) {
    failing_alloc memory = {.fail_at = n};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_ctx *ctx = NULL;
    const pbw_message *m;
    const uint8_t *out;
    size_t size;
    pbw_status status = pbw_ctx_new(NULL, &allocator, &ctx);
    if (!status) status = pbw_text_parse_ctx(ctx, type_of("vectors.p3.Tree"), (const uint8_t *)text, sizeof text - 1, 0, &m);
    if (!status) status = pbw_text_print_ctx(ctx, m, PBW_DETERMINISTIC, &out, &size);
    if (!status) assert_int_equal(size, sizeof text - 1);
    if (!status) status = pbw_text_parse_ctx(ctx, type_of("google.protobuf.Any"), (const uint8_t *)any, sizeof any - 1, 0, &m);
    if (!status) status = pbw_text_print_ctx(ctx, m, 0, &out, &size);
    if (!status) assert_int_equal(size, sizeof any - 1);
    else assert_int_equal(status, PBW_ERR_MEMORY);
    pbw_ctx_free(ctx);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
  assert_true(n > 3);
}

typedef struct deep {
  const char *type, *open;
  size_t each; /* levels that `open` opens */
  uint32_t flags;
} deep;

/* NULL, or the row where a limit is not one: 100 levels below the root, or, when 100000 are asked for, 1000. */
static void *deepest(void *argument) {
  const deep *row = argument;
  static const struct { size_t levels; uint32_t limit; pbw_status want; } cases[] = {
      {100, 0, PBW_OK},          {102, 0, PBW_ERR_DEPTH},          {100000, 0, PBW_ERR_DEPTH},
      {1000, 100000, PBW_OK},    {1002, 100000, PBW_ERR_DEPTH},    {100000, 100000, PBW_ERR_DEPTH},
  };
  size_t size = strlen(row->open), room = (size + row->each) * 100000;
  char *text = malloc(room);
  if (!text) return argument;
  bool right = true;
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    size_t count = cases[n].levels / row->each;
    for (size_t i = 0; i < count; i++) memcpy(text + i * size, row->open, size);
    memset(text + count * size, '}', count * row->each);
    pbw_options options = {.struct_size = sizeof options, .flags = row->flags, .max_depth = cases[n].limit};
    pbw_message *m;
    right &= pbw_text_parse(pbw_schema_type(world, row->type), (uint8_t *)text, count * (size + row->each), NULL, &options, &m,
                            NULL) == cases[n].want;
    if (m && !(row->flags & PBW_IGNORE_UNKNOWN)) { /* what is parsed can be printed */
      right &= pbw_text_print(m, NULL, 0, &options, &room, NULL) == PBW_ERR_BUFFER && room > cases[n].levels;
    }
    pbw_message_free(m);
  }
  free(text);
  return right ? NULL : argument;
}

/* Of known and of skipped fields, of Anys and of unknown numbers. */
static void deep_texts(void **state) {
  (void)state;
  static deep rows[] = {{"vectors.p3.Tree", "child {", 1, 0},
                        {"vectors.p3.Tree", "children {", 1, 0},
                        {"vectors.p3.Tree", "by_name { value {", 2, 0},
                        {"vectors.p3.Tree", "nope {", 1, PBW_IGNORE_UNKNOWN},
                        {"vectors.p3.Tree", "1999 {", 1, PBW_TEXT_UNKNOWN},
                        {"vectors.p3.Tree", "1999: {", 1, PBW_TEXT_UNKNOWN},
                        {"google.protobuf.Any", "[a/google.protobuf.Any] {", 1, 0},
                        {"vectors.p2.Groups", "One { inner {", 2, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) assert_null(on_stack(512, deepest, &rows[i]));
}

/* More elements than any first guess, and brackets without end: time and memory grow with the text, not with its square. */
static void growth(void **state) {
  (void)state;
  char *text = malloc(1 << 22), *p = text;
  assert_non_null(text);
  for (int i = 0; i < 3000; i++) p += sprintf(p, "by_name { key: 'k%d' value { numbers: [%d, 2] words: 'w' } } ", i, i);
  pbw_error error;
  pbw_message *m = text_parsed("vectors.p3.Tree", text, 0, &error);
  assert_non_null(m);
  assert_int_equal(pbw_map_size(m, pbw_type_field(pbw_message_type(m), "by_name")), 3000);
  pbw_message_free(m);

  p = text;
  for (int i = 0; i < 100000; i++) p += sprintf(p, "[no.ext]: 1 ");
  pbw_options options = {.struct_size = sizeof options, .flags = PBW_IGNORE_UNKNOWN, .max_memory = 16 << 20};
  assert_int_equal(pbw_text_parse(type_of("vectors.p3.Tree"), (const uint8_t *)text, (size_t)(p - text), NULL, &options, &m, NULL), PBW_OK);
  pbw_message_free(m);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms),          cmocka_unit_test(unknown),          cmocka_unit_test(refused), cmocka_unit_test(paths),
      cmocka_unit_test(cut_anywhere),   cmocka_unit_test(failing_memory),   cmocka_unit_test(deep_texts),
      cmocka_unit_test(growth),
  };
  return WORLD_TESTS(tests);
}
