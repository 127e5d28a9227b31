/* Which types have required fields below: through messages, lists, maps, extensions and circles. */
#include "tests/unit/schema/set.h"

#include "abi/pbwire.h"

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

/* More required fields than the one compare knows: the last one is missed too. */
static void many(void **state) {
  (void)state;
  enum { COUNT = 70 };
  static char text[8000];
  static uint8_t bytes[3 * COUNT];
  size_t size = 0, first = 0;
  char *p = text + sprintf(text, "file{name:'a.proto' message_type{name:'M'");
  for (int i = 1; i <= COUNT; i++) p += sprintf(p, " field{name:'f%d' number:%d type:int32 label:required}", i, i);
  sprintf(p, "}}");
  pbw_schema *schema = set_must(text);
  const pbw_type *type = pbw_schema_type(schema, "M");
  for (uint32_t i = 1; i <= COUNT; i++) {
    size = (size_t)(pbwi_varint_write(bytes + size, i << 3) - bytes);
    bytes[size++] = 1;
    if (i == 1) first = size;
  }
  pbw_message *m;
  pbw_error error = {.struct_size = sizeof error};
  assert_int_equal(pbw_decode(type, bytes, size, NULL, NULL, &m, &error), PBW_OK);
  pbw_message_free(m);
  pbw_arena *arena; /* a message of a shared arena is left alone */
  assert_int_equal(pbw_arena_new(NULL, 0, &arena), PBW_OK);
  assert_int_equal(pbw_decode(type, bytes, size, arena, NULL, &m, &error), PBW_OK);
  pbw_message_free(m);
  assert_true(pbw_message_has(m, pbw_type_field(type, "f70")));
  pbw_arena_free(arena);
  assert_int_equal(pbw_decode(type, bytes, size - 3, NULL, NULL, &m, &error), PBW_ERR_REQUIRED);
  assert_string_equal(error.path, "M.f70");
  assert_int_equal(pbw_decode(type, bytes + first, size - first, NULL, NULL, &m, &error), PBW_ERR_REQUIRED);
  assert_string_equal(error.path, "M.f1");
  pbw_schema_free(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(below), cmocka_unit_test(many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
