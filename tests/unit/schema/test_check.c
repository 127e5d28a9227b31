/* Whole messages and enums: message sets, proto3's limits, enum rules. */
#include "tests/unit/schema/set.h"

static void message_sets(void **state) {
  (void)state;
#define SET_FILE(inside, more) "file{name:'a.proto' message_type{name:'S' options{message_set_wire_format:true} " inside "} " more "}"
  pbw_schema *schema = set_must(SET_FILE("extension_range{start:4 end:2147483647}",
                                         "message_type{name:'Item' extension{name:'it' number:2147483646 extendee:'S' type:message type_name:'Item'}}"));
  const pbw_type *s = pbwi_schema_type(schema, "S");
  assert_int_equal(s->plan.flags, PBWI_PLAN_MESSAGE_SET);
  assert_int_equal(s->plan.slots[0].flags, PBWI_SLOT_EXTENSION | PBWI_SLOT_MESSAGE_SET);
  assert_int_equal(s->plan.slots[0].number, 2147483646);
  assert_string_equal(s->plan.slots[0].name, "[Item.it]");
  pbwi_schema_free(schema);
  set_refused(SET_FILE("field{name:'f' number:1 type:int32}", ""), "a.proto: S.f", "cannot have fields");
  set_refused(SET_FILE("extension_range{start:4 end:9}", "extension{name:'x' number:4 extendee:'S' type:int32}"), "a.proto: x", "optional message");
  set_refused(SET_FILE("extension_range{start:4 end:9}", "extension{name:'x' number:4 extendee:'S' type:message type_name:'S' label:repeated}"),
              "a.proto: x", "optional message");
  set_refused("file{name:'a.proto' syntax:'proto3' message_type{name:'S' options{message_set_wire_format:true}}}", "a.proto: S", "no message sets");
}

static void proto3(void **state) {
  (void)state;
  set_refused("file{name:'a.proto' syntax:'proto3' message_type{name:'M' extension_range{start:4 end:9}}}", "a.proto: M", "no extension ranges");
  set_refused("file{name:'a.proto' message_type{name:'M' extension_range{start:4 end:9}}} file{name:'b.proto' syntax:'proto3' dependency:'a.proto'"
              " extension{name:'x' number:4 extendee:'M' type:int32}}", "b.proto: x", "only options can be extended");
  pbwi_schema_free(set_must("file{name:'b.proto' syntax:'proto3' dependency:'google/protobuf/descriptor.proto'"
                            " extension{name:'x' number:5000 extendee:'.google.protobuf.FieldOptions' type:int32}}"));
}

/* What marks the names of an enum's values as its own is dropped by some languages: underscores and case do not count. */
static void value_names(void **state) {
  (void)state;
#define NAMED(name, inside) "file{name:'a.proto' syntax:'proto3' enum_type{name:'" name "' " inside "}}"
  set_refused(NAMED("My_Enum", "value{name:'MYENUM_A'} value{name:'A' number:1}"), "a.proto: A", "\"MYENUM_A\" and \"A\" are the same");
  set_refused(NAMED("E_", "value{name:'E_A'} value{name:'A' number:1}"), "a.proto: A", "are the same");
  set_refused(NAMED("E", "value{name:'E__1A'} value{name:'_1a' number:1}"), "a.proto: _1a", "are the same");
  pbwi_schema_free(set_must(NAMED("Colour", "value{name:'COL'} value{name:'COLOUR_' number:1} value{name:'COLOUR_A' number:2}")));
  pbwi_schema_free(set_must(NAMED("E", "value{name:'E_A'} value{name:'E_AB' number:1} value{name:'B' number:2}")));
}

static void enums(void **state) {
  (void)state;
#define P2(inside) "file{name:'a.proto' enum_type{name:'E' " inside "}}"
#define P3(inside) "file{name:'a.proto' syntax:'proto3' enum_type{name:'MyEnum' " inside "}}"
  set_refused(P2(""), "a.proto: E", "no values");
  set_refused(P3("value{name:'A' number:1}"), "a.proto: A", "must begin with 0");
  set_refused(P2("value{name:'A' number:1} value{name:'B' number:1}"), "a.proto: B", "needs allow_alias");
  set_refused(P3("value{name:'MY_ENUM_A'} value{name:'A' number:1}"), "a.proto: A", "\"MY_ENUM_A\" and \"A\" are the same");
  set_refused(P3("value{name:'FOO_BAR'} value{name:'foo_bar' number:1}"), "a.proto: foo_bar", "are the same");
  pbwi_schema_free(set_must(P2("value{name:'E_A'} value{name:'A' number:1}"))); /* proto2 lets them be */
  pbwi_schema_free(set_must(P3("value{name:'MY_ENUM_A'} value{name:'A' number:1} options{6:1}")));
  pbwi_schema_free(set_must(P3("value{name:'MY_ENUM_A'} value{name:'A'} options{allow_alias:true}")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(message_sets),
      cmocka_unit_test(proto3),
      cmocka_unit_test(value_names),
      cmocka_unit_test(enums),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
