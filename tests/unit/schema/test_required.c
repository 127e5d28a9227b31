/* Which types have required fields below: through messages, lists, maps, extensions and circles. */
#include "tests/unit/schema/set.h"

static void below(void **state) {
  (void)state;
  pbw_schema *schema = set_must(
      "file{name:'a.proto' message_type{name:'Leaf' field{name:'r' number:1 type:int32 label:required}}"
      " message_type{name:'One' field{name:'f' number:1 type:message type_name:'Leaf'}}"
      " message_type{name:'List' field{name:'f' number:1 type:message type_name:'One' label:repeated}}"
      " message_type{name:'Map' field{name:'f' number:1 type:message type_name:'FEntry' label:repeated}"
      "   nested_type{name:'FEntry' options{map_entry:true} field{name:'key' number:1 type:int32}"
      "     field{name:'value' number:2 type:message type_name:'.List'}}}"
      " message_type{name:'Extended' extension_range{start:1 end:9}}"
      " extension{name:'x' number:5 extendee:'Extended' type:message type_name:'Leaf'}"
      " message_type{name:'Circle' field{name:'a' number:1 type:message type_name:'Circle'} field{name:'b' number:2 type:message type_name:'Back'}}"
      " message_type{name:'Back' field{name:'a' number:1 type:message type_name:'Circle'} field{name:'l' number:2 type:message type_name:'Leaf'}}"
      " message_type{name:'Free' field{name:'a' number:1 type:message type_name:'Free'}}"
      " message_type{name:'Need' field{name:'m' number:1 type:message type_name:'Free' label:required}}}");
  static const char *const yes[] = {"Leaf", "One", "List", "Map", "Map.FEntry", "Extended", "Circle", "Back", "Need"};
  for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
    assert_true(pbwi_schema_type(schema, yes[i])->plan.flags & PBWI_PLAN_REQUIRED_BELOW);
  assert_false(pbwi_schema_type(schema, "Free")->plan.flags & PBWI_PLAN_REQUIRED_BELOW);
  pbwi_schema_free(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(below)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
