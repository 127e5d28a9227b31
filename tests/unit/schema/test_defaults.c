/* Declared defaults of every type. */
#include "tests/unit/schema/set.h"

#include <math.h>

#define ONE(type, text) "file{name:'a.proto' enum_type{name:'E' value{name:'ONE' number:1} value{name:'ZERO'}}" \
                        " message_type{name:'M' field{name:'f' number:1 type:" type " default_value:'" text "'}}}"

static void check(const char *text, const void *cell, size_t size, bool has_fallback) {
  pbw_schema *schema = set_must(text);
  const pbw_field *field = field_of(schema, "M", "f");
  uint8_t found[16];
  assert_true(field->has_default);
  assert_int_equal(field->slot->fallback != NULL, has_fallback);
  assert_int_equal(pbwi_field_default(field, found), PBW_OK);
  assert_memory_equal(found, cell, size);
  pbwi_schema_free(schema);
}

#define CHECK(text, type, value) check(text, &(type){value}, sizeof(type), true)

static void numbers(void **state) {
  (void)state;
  CHECK(ONE("int32", "-2147483648"), int32_t, INT32_MIN);
  CHECK(ONE("sint64", "-9223372036854775808"), int64_t, INT64_MIN);
  CHECK(ONE("fixed64", "18446744073709551615"), uint64_t, UINT64_MAX);
  CHECK(ONE("uint32", "4294967295"), uint32_t, UINT32_MAX);
  CHECK(ONE("fixed32", "4294967295"), uint32_t, UINT32_MAX);
  CHECK(ONE("sint32", "-2147483648"), int32_t, INT32_MIN);
  CHECK(ONE("sfixed32", "2147483647"), int32_t, INT32_MAX);
  CHECK(ONE("sfixed64", "9223372036854775807"), int64_t, INT64_MAX);
  CHECK(ONE("bool", "true"), uint8_t, 1);
  CHECK(ONE("enum type_name:'E'", "ONE"), int32_t, 1);
  CHECK(ONE("double", "1e-320"), double, 1e-320);
  CHECK(ONE("double", "-inf"), double, -(double)INFINITY);
  CHECK(ONE("float", "16777217"), float, 16777216.0f);
  CHECK(ONE("float", "-0"), float, -0.0f);
  check(ONE("int32", "0"), &(int32_t){0}, 4, false);
  check(ONE("bool", "false"), &(uint8_t){0}, 1, false);
  check(ONE("enum type_name:'E'", "ZERO"), &(int32_t){0}, 4, false);
}

static void not_a_number(void **state) {
  (void)state;
  pbw_schema *schema = set_must(ONE("float", "nan"));
  float value = 0;
  pbwi_field_default(field_of(schema, "M", "f"), &value);
  assert_true(isnan(value));
  pbwi_schema_free(schema);
}

static void strings(void **state) {
  (void)state;
  static const struct {
    const char *text, *bytes;
    size_t size;
  } cases[] = {
      {ONE("string", "a\\n"), "a\\n", 3},
      {ONE("bytes", "a\\n\\001\\377\\x41\\\"\\\\"), "a\n\001\377A\"\\", 7},
      {ONE("bytes", "\\0001"), "\0001", 2},
      {ONE("bytes", ""), "", 0},
      {ONE("string", ""), "", 0},
      {ONE("bytes", "\\xaf\\XA\\xFg"), "\xaf\x0a\x0fg", 4},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pbw_schema *schema = set_must(cases[i].text);
    pbw_bytes value;
    assert_int_equal(pbwi_field_default(field_of(schema, "M", "f"), &value), PBW_OK);
    assert_int_equal(value.size, cases[i].size);
    if (value.size) assert_memory_equal(value.data, cases[i].bytes, value.size);
    pbwi_schema_free(schema);
  }
}

/* Lists and messages have none. */
static void no_default(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' message_type{name:'M' field{name:'m' number:1 type:message type_name:'M'}"
                                " field{name:'l' number:2 type:int32 label:repeated} field{name:'i' number:3 type:int32}}}");
  int32_t value = 7;
  assert_int_equal(pbwi_field_default(field_of(schema, "M", "m"), &value), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_field_default(field_of(schema, "M", "l"), &value), PBW_ERR_ARGUMENT);
  assert_int_equal(value, 7);
  assert_int_equal(pbwi_field_default(field_of(schema, "M", "i"), &value), PBW_OK);
  assert_int_equal(value, 0);
  pbwi_schema_free(schema);
}

static void first_value(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' enum_type{name:'E' value{name:'SEVEN' number:7}}"
                                " message_type{name:'M' field{name:'f' number:1 type:enum type_name:'E'}}}");
  const pbw_field *field = field_of(schema, "M", "f");
  int32_t value;
  assert_false(field->has_default);
  assert_int_equal(pbwi_field_default(field, &value), PBW_OK);
  assert_int_equal(value, 7);
  pbwi_schema_free(schema);
}

static void refused(void **state) {
  (void)state;
  static const char *const bad[] = {
      ONE("int32", "2147483648"), ONE("int32", ""),          ONE("int32", "1.0"),  ONE("uint32", "-1"),
      ONE("uint64", "18446744073709551616"),                 ONE("bool", "1"),     ONE("double", "1,5"),
      ONE("float", "one"),        ONE("enum type_name:'E'", "TWO"),                ONE("enum type_name:'E'", "0"),
      ONE("int64", "0x10"),
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) set_refused(bad[i], "a.proto: M.f", "is not a value of");
  set_refused(ONE("bytes", "\\400"), "a.proto: M.f", "bad escape");
  set_refused(ONE("bytes", "\\"), "a.proto: M.f", "bad escape");
  static const uint8_t nul_escape[] = "\x0a\x1f\x0a\x07" "a.proto\x22\x14\x0a\x01M\x12\x0f\x0a\x01" "f\x18\x01\x20\x01\x28\x0c\x3a\x04" "a\\\0b";
  pbw_schema *schema;
  pbw_error error = {.struct_size = sizeof error};
  assert_int_equal(pbwi_schema_new(NULL, &schema), PBW_OK);
  assert_int_equal(pbwi_schema_add(schema, nul_escape, sizeof nul_escape - 1, &error), PBW_OK);
  assert_int_equal(pbwi_schema_build(schema, &error), PBW_ERR_SCHEMA); /* a backslash before a NUL */
  assert_non_null(strstr(error.message, "bad escape"));
  pbwi_schema_free(schema);
  set_refused(ONE("bytes", "\\x"), "a.proto: M.f", "bad escape");
  set_refused(ONE("bytes", "\\xg"), "a.proto: M.f", "bad escape");
  set_refused(ONE("bytes", "\\q"), "a.proto: M.f", "bad escape");
  set_refused(ONE("bytes", "\\9"), "a.proto: M.f", "bad escape");
  set_refused(ONE("bool", "TRUE"), "a.proto: M.f", "is not a value of");
  set_refused(ONE("bool", ""), "a.proto: M.f", "is not a value of");
  set_refused(ONE("double", ""), "a.proto: M.f", "is not a value of");
  set_refused(ONE("double", "-"), "a.proto: M.f", "is not a value of");
  set_refused(ONE("enum type_name:'E'", ""), "a.proto: M.f", "is not a value of");
  set_refused(ONE("int32", "1 "), "a.proto: M.f", "is not a value of");
  set_refused(ONE("message type_name:'M'", "x"), "a.proto: M.f", "message field");
  set_refused(ONE("int32 label:repeated", "1"), "a.proto: M.f", "repeated field");
  set_refused("file{name:'a.proto' syntax:'proto3' message_type{name:'M' field{name:'f' number:1 type:int32 default_value:'1'}}}",
              "a.proto: M.f", "no defaults");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),     cmocka_unit_test(not_a_number), cmocka_unit_test(strings),
      cmocka_unit_test(first_value), cmocka_unit_test(refused),
      cmocka_unit_test(no_default),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
