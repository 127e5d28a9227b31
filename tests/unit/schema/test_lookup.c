/* Look-ups by name and number; enums. */
#include "tests/unit/schema/set.h"

static void by_name(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'dir/a.proto' package:'p.q' message_type{name:'M' nested_type{name:'N'} enum_type{name:'E' value{name:'A'}}}}");
  assert_string_equal(pbwi_schema_file(schema, "dir/a.proto")->package, "p.q");
  const pbw_type *n = pbwi_schema_type(schema, "p.q.M.N");
  assert_string_equal(n->name, "N");
  assert_ptr_equal(n->parent, pbwi_schema_type(schema, "p.q.M"));
  assert_true(n->parent < n); /* a type before those inside it */
  assert_ptr_equal(pbwi_schema_enum(schema, "p.q.M.E")->parent, n->parent);
  assert_null(pbwi_schema_type(schema, ".p.q.M"));
  assert_null(pbwi_schema_type(schema, "p.q"));
  assert_null(pbwi_schema_type(schema, "p.q.M.E"));
  assert_null(pbwi_schema_type(schema, ""));
  assert_null(pbwi_schema_type(schema, NULL));
  assert_null(pbwi_schema_enum(schema, "p.q.M"));
  assert_null(pbwi_schema_extension(schema, "p.q.M"));
  assert_null(pbwi_schema_service(schema, "p.q.M"));
  assert_null(pbwi_schema_file(schema, "a.proto"));
  pbwi_schema_free(schema);
}

static void by_number(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' message_type{name:'M' field{name:'z' number:536870911 type:int32}"
                                " field{name:'b' number:70 type:int32} field{name:'a' number:1 type:int32}}}");
  const pbw_type *type = pbwi_schema_type(schema, "M");
  assert_string_equal(type->fields[0].name, "a");
  assert_string_equal(type->fields[2].name, "z");
  static const uint32_t numbers[] = {1, 70, 536870911};
  for (int i = 0; i < 3; i++) assert_ptr_equal(pbwi_type_field_by_number(type, numbers[i]), &type->fields[i]);
  assert_null(pbwi_type_field_by_number(type, 0));
  assert_null(pbwi_type_field_by_number(type, 2));
  assert_null(pbwi_type_field_by_number(type, UINT32_MAX));
  pbwi_schema_free(schema);
}

static void enums(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' enum_type{name:'E' value{name:'FIVE' number:5} value{name:'MINUS' number:-1}"
                                " value{name:'ZERO'} value{name:'ONE' number:1} value{name:'UNO' number:1} value{name:'MAX' number:2147483647}"
                                " value{name:'MIN' number:-2147483648} options{allow_alias:true}}}");
  const pbw_enum *e = pbwi_schema_enum(schema, "E");
  assert_int_equal(e->value_count, 7);
  assert_string_equal(e->values[0].name, "FIVE");
  assert_string_equal(pbwi_enum_by_number(e, 1)->name, "ONE"); /* the first declared */
  assert_string_equal(pbwi_enum_by_number(e, INT32_MIN)->name, "MIN");
  assert_null(pbwi_enum_by_number(e, 2));
  assert_int_equal(pbwi_enum_by_name(e, "UNO", 3)->number, 1);
  assert_null(pbwi_enum_by_name(e, "UN", 2));
  assert_int_equal(e->numbers.count, 6);
  assert_int_equal(e->numbers.low, -1); /* the longest run: -1, 0, 1 */
  assert_int_equal(e->numbers.dense, 3);
  static const int32_t in[] = {INT32_MIN, -1, 0, 1, 5, INT32_MAX}, out[] = {-2, 2, 4, 6, INT32_MAX - 1, INT32_MIN + 1};
  for (int i = 0; i < 6; i++) {
    assert_true(pbwi_numbers_has(&e->numbers, in[i]));
    assert_false(pbwi_numbers_has(&e->numbers, out[i]));
  }
  pbwi_schema_free(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_name), cmocka_unit_test(by_number), cmocka_unit_test(enums)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
