/* JSON names: made, given, colliding; look-up by either name. */
#include "tests/unit/schema/set.h"

#define M(syntax, fields) "file{name:'a.proto' syntax:'" syntax "' message_type{name:'M' " fields "}}"
#define F(name, number, more) "field{name:'" name "' number:" number " type:int32 " more "}"

static void made(void **state) {
  (void)state;
  static const char *const names[][2] = {{"foo_bar", "fooBar"}, {"foo", "foo"},   {"_foo", "Foo"}, {"foo__bar_", "fooBar"},
                                         {"FOO", "FOO"},        {"a1_2b", "a12b"}, {"fooBar_Baz", "fooBarBaz"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char text[200];
    snprintf(text, sizeof text, "file{name:'a.proto' message_type{name:'M' field{name:'%s' number:1 type:int32}}}", names[i][0]);
    pbw_schema *schema = set_must(text);
    assert_string_equal(field_of(schema, "M", names[i][0])->json_name, names[i][1]);
    assert_ptr_equal(field_of(schema, "M", names[i][0]), field_of(schema, "M", names[i][1]));
    pbwi_schema_free(schema);
  }
}

static void given(void **state) {
  (void)state;
  pbw_schema *schema = set_must(M("proto3", F("a", "1", "json_name:'b'") F("b", "2", "json_name:'c d \303\244'")));
  assert_string_equal(field_of(schema, "M", "a")->json_name, "b");
  assert_string_equal(field_of(schema, "M", "b")->name, "b"); /* names come before JSON names */
  assert_string_equal(field_of(schema, "M", "c d \303\244")->name, "b");
  pbwi_schema_free(schema);
  set_refused(M("proto3", F("a", "1", "json_name:'\377'")), "a.proto: M.a", "cannot be its JSON name");
  static char text[2000];
  for (int size = 1024; size <= 1025; size++) { /* as long as a name may be, and longer */
    char name[1026] = "";
    memset(name, 'n', (size_t)size);
    snprintf(text, sizeof text, M("proto3", F("a", "1", "json_name:'%s'")), name);
    if (size == 1024) pbwi_schema_free(set_must(text));
    else set_refused(text, "a.proto: M.a", "cannot be its JSON name");
  }
}

static void collisions(void **state) {
  (void)state;
  set_refused(M("proto3", F("foo_bar", "1", "") F("fooBar", "2", "")), "a.proto: M.fooBar", "\"fooBar\" is that of \"foo_bar\" too");
  set_refused(M("proto3", F("foo_bar", "1", "json_name:'x'") F("fooBar", "2", "json_name:'y'")), "a.proto: M.fooBar", "fooBar");
  set_refused(M("proto3", F("a", "1", "json_name:'b'") F("b", "2", "")), "a.proto: M.b", "\"b\"");
  set_refused(M("proto2", F("a", "1", "json_name:'x'") F("b", "2", "json_name:'x'")), "a.proto: M.b", "\"x\"");
  pbwi_schema_free(set_must(M("proto2", F("a", "1", "json_name:'b'") F("b", "2", "")))); /* one made, one given: */
  pbwi_schema_free(set_must(M("proto2", F("b", "1", "") F("a", "2", "json_name:'b'")))); /* proto2 lets them be */
  pbw_schema *schema = set_must(M("proto2", F("foo_bar", "1", "") F("fooBar", "2", "")));
  assert_true(pbwi_schema_type(schema, "M")->json_conflicts);
  assert_int_equal(field_of(schema, "M", "fooBar")->slot->number, 2);
  pbwi_schema_free(schema);
  pbwi_schema_free(set_must(M("proto3", F("foo_bar", "1", "") F("fooBar", "2", "") "options{11:1}")));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(made), cmocka_unit_test(given), cmocka_unit_test(collisions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
