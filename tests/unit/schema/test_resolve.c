/* Fields: labels, oneofs, maps, what proto2 and proto3 each forbid. */
#include "tests/unit/schema/set.h"

#define P2(field) "file{name:'a.proto' message_type{name:'M' field{name:'f' number:1 " field "}}}"
#define P3(field) "file{name:'a.proto' syntax:'proto3' message_type{name:'M' field{name:'f' number:1 " field "}}}"

static void labels(void **state) {
  (void)state;
  set_refused(P2("type:int32 label:4"), "a.proto: M.f", "no label 4");
  set_refused(P2("type:int32 label:0"), "a.proto: M.f", "no label 0");
  set_refused(P2("type:int32 label:-2147483648"), "a.proto: M.f", "no label -2147483648");
  set_refused(P2("type:0"), "a.proto: M.f", "no type 0");
  set_refused(P2("type:-1"), "a.proto: M.f", "no type -1");
  set_refused(P2("type:2147483647"), "a.proto: M.f", "no type 2147483647");
  set_refused(P3("type:int32 label:required"), "a.proto: M.f", "no required fields");
  set_refused(P3("type:group type_name:'M'"), "a.proto: M.f", "no groups");
  set_refused(P2("type:int32 extendee:'M'"), "a.proto: M.f", "says what it extends");
  pbw_schema *schema = set_must(P2("type:message type_name:'M' label:required"));
  assert_int_equal(field_of(schema, "M", "f")->slot->presence, PBW_PRESENCE_POINTER);
  assert_int_equal(field_of(schema, "M", "f")->slot->flags, PBWI_SLOT_REQUIRED);
  pbwi_schema_free(schema);
}

static void packed(void **state) {
  (void)state;
  set_refused(P2("type:int32 options{packed:true}"), "a.proto: M.f", "can be packed");
  set_refused(P2("type:string label:repeated options{packed:true}"), "a.proto: M.f", "can be packed");
  pbw_schema *schema = set_must(P2("type:sfixed64 label:repeated options{packed:true}"));
  assert_int_equal(field_of(schema, "M", "f")->slot->flags, PBWI_SLOT_PACKED);
  pbwi_schema_free(schema);
  schema = set_must(P3("type:bool label:repeated options{packed:false}"));
  assert_int_equal(field_of(schema, "M", "f")->slot->flags, 0);
  pbwi_schema_free(schema);
  schema = set_must(P3("type:string label:repeated"));
  assert_int_equal(field_of(schema, "M", "f")->slot->flags, PBWI_SLOT_UTF8);
  pbwi_schema_free(schema);
}

static void enums(void **state) {
  (void)state;
  set_refused("file{name:'e.proto' enum_type{name:'E' value{name:'Z'}}} file{name:'a.proto' syntax:'proto3' dependency:'e.proto'"
              " message_type{name:'M' field{name:'f' number:1 type:enum type_name:'.E'}}}",
              "a.proto: M.f", "closed enum \"E\"");
}

static void oneofs(void **state) {
  (void)state;
#define ONE(fields) "file{name:'a.proto' message_type{name:'M' oneof_decl{name:'o'} " fields "}}"
  set_refused(ONE(""), "a.proto: M.o", "no fields");
  set_refused(ONE("field{name:'f' number:1 type:int32 oneof_index:1}"), "a.proto: M.f", "no oneof 1");
  set_refused(ONE("field{name:'f' number:1 type:int32 oneof_index:-1}"), "a.proto: M.f", "no oneof -1");
  set_refused(ONE("field{name:'f' number:1 type:int32 oneof_index:0 label:repeated}"), "a.proto: M.f", "must be optional");
  set_refused(ONE("field{name:'f' number:1 type:int32 oneof_index:0} field{name:'g' number:2 type:int32}"
                  "field{name:'h' number:3 type:int32 oneof_index:0}"), "a.proto: M.h", "must stand together");
  set_refused(ONE("field{name:'f' number:1 type:int32 oneof_index:0 proto3_optional:true}"), "a.proto: M.f", "proto3_optional");
  pbw_schema *schema = set_must(ONE("field{name:'b' number:9 type:int32 oneof_index:0} field{name:'a' number:3 type:string oneof_index:0}"));
  const pbw_type *type = pbwi_schema_type(schema, "M");
  const pbw_oneof *oneof = pbwi_type_oneof(type, "o");
  assert_int_equal(oneof->field_count, 2);
  assert_string_equal(oneof->fields[0]->name, "b"); /* as declared */
  assert_string_equal(type->fields[0].name, "a");   /* by number */
  assert_ptr_equal(type->fields[0].oneof, oneof);
  assert_true(type->fields[0].has_presence);
  pbwi_schema_free(schema);
}

static void proto3_optional(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' syntax:'proto3' message_type{name:'M' oneof_decl{name:'real'} oneof_decl{name:'_f'}"
                                " field{name:'r' number:1 type:int32 oneof_index:0}"
                                " field{name:'f' number:2 type:int32 oneof_index:1 proto3_optional:true}}}");
  const pbw_type *type = pbwi_schema_type(schema, "M");
  assert_int_equal(type->oneof_count, 1);
  assert_null(pbwi_type_oneof(type, "_f"));
  assert_null(type->fields[1].oneof);
  assert_int_equal(type->fields[1].slot->presence, PBW_PRESENCE_BIT);
  assert_true(type->fields[1].has_presence);
  pbwi_schema_free(schema);
  set_refused("file{name:'a.proto' syntax:'proto3' message_type{name:'M' field{name:'f' number:1 type:int32 proto3_optional:true}}}",
              "a.proto: M.f", "proto3_optional");
  set_refused("file{name:'a.proto' syntax:'proto3' message_type{name:'M' oneof_decl{name:'o'}"
              " field{name:'f' number:1 type:int32 oneof_index:0 proto3_optional:true} field{name:'g' number:2 type:int32 oneof_index:0}}}",
              "a.proto: M.o", "has other fields");
}

#define MAP(field, entry) \
  "file{name:'a.proto' message_type{name:'M' " field " nested_type{name:'FieldNameEntry' options{map_entry:true} " entry "}}}"
#define MAP_FIELD "field{name:'field_name' number:1 type:message type_name:'FieldNameEntry' label:repeated}"
#define ENTRY(key, value) "field{name:'key' number:1 label:optional " key "} field{name:'value' number:2 label:optional " value "}"

static void maps(void **state) {
  (void)state;
  pbw_schema *schema = set_must(MAP(MAP_FIELD, ENTRY("type:string", "type:double")));
  const pbw_field *field = field_of(schema, "M", "fieldName");
  assert_int_equal(field->slot->cardinality, PBW_MAP);
  assert_int_equal(field->slot->type, PBW_TYPE_MESSAGE);
  assert_int_equal(field->slot->sub->flags, PBWI_PLAN_ENTRY);
  assert_int_equal(field->slot->sub->slots[0].presence, PBW_PRESENCE_IMPLICIT);
  assert_false(field->message_type->fields[0].has_presence);
  pbwi_schema_free(schema);

  const char *m = "a.proto: M.FieldNameEntry";
  set_refused(MAP("", ENTRY("type:int32", "type:int32") "oneof_decl{name:'o'} field{name:'x' number:3 type:int32 oneof_index:0}"), m, "and nothing else");
  set_refused(MAP("", ENTRY("type:int32", "type:int32") "enum_type{name:'E' value{name:'Z'}}"), m, "and nothing else");
  set_refused(MAP("", ENTRY("type:int32", "type:int32") "extension_range{start:5 end:6}"), m, "and nothing else");
  set_refused(MAP("", ENTRY("type:int32", "type:int32") "extension{name:'x' number:9 type:int32 extendee:'.X'}")
              " file{name:'x.proto' message_type{name:'X' extension_range{start:9 end:10}}}", "a.proto: M.FieldNameEntry.x", "not imported");
  set_refused("file{name:'a.proto' message_type{name:'X' extension_range{start:9 end:10}} message_type{name:'M' nested_type{name:'FieldNameEntry' options{map_entry:true}"
              ENTRY("type:int32", "type:int32") "extension{name:'x' number:9 type:int32 extendee:'.X'}}}}", m, "and nothing else");
  set_refused(MAP("", "field{name:'key' number:1 type:int32} field{name:'value' number:3 type:int32}"), m, "and nothing else");
  set_refused(MAP("", "field{name:'key' number:2 type:int32} field{name:'value' number:3 type:int32}"), m, "and nothing else");
  set_refused(MAP("", "field{name:'key' number:1 type:int32} field{name:'Value' number:2 type:int32}"), m, "and nothing else");
  set_refused(MAP("", "field{name:'key' number:1 type:int32} field{name:'value' number:2 type:int32 label:repeated}"), m, "must be optional");
  set_refused(MAP("", "field{name:'key' number:1 type:int32 label:required} field{name:'value' number:2 type:int32}"), m, "must be optional");
  set_refused("file{name:'a.proto' message_type{name:'M' " MAP_FIELD " nested_type{name:'FieldNameEntry' options{map_entry:true}" ENTRY("type:int32", "type:int32")
              "}} message_type{name:'N' field{name:'field_name' number:1 type:message type_name:'M.FieldNameEntry' label:repeated}}}",
              "a.proto: N.field_name", "another map");
  set_refused("file{name:'a.proto' message_type{name:'M' " MAP_FIELD " nested_type{name:'FieldNameEntry' options{map_entry:true}" ENTRY("type:int32", "type:int32")
              "} extension_range{start:9 end:10}} extension{name:'field_name' number:9 extendee:'M' type:message type_name:'M.FieldNameEntry' label:repeated}}",
              "a.proto: field_name", "another map");
  set_refused(MAP("", ENTRY("type:float", "type:int32")), m, "cannot be of type float");
  set_refused(MAP("", ENTRY("type:bytes", "type:int32")), m, "cannot be of type bytes");
  set_refused(MAP("", ENTRY("type:message type_name:'M'", "type:int32")), m, "cannot be of type message");
  set_refused(MAP("", ENTRY("type:int32", "type:group type_name:'M'")), m, "cannot be a group");
  set_refused(MAP("", ""), m, "and nothing else");
  set_refused(MAP("", "field{name:'value' number:1 type:int32} field{name:'key' number:2 type:int32}"), m, "and nothing else");
  set_refused(MAP("", ENTRY("type:int32", "type:int32") "field{name:'more' number:3 type:int32}"), m, "and nothing else");
  set_refused(MAP("", ENTRY("type:int32", "type:int32") "nested_type{name:'X'}"), m, "and nothing else");
  set_refused(MAP("", "field{name:'key' number:1 type:int32 label:repeated} field{name:'value' number:2 type:int32}"), m, "must be optional");
  set_refused(MAP("", "field{name:'key' number:1 type:int32} field{name:'value' number:2 type:int32 label:required}"), m, "must be optional");
  set_refused(MAP("", ENTRY("type:int32", "type:message type_name:'FieldNameEntry'")), "a.proto: M.FieldNameEntry.value", "another map");
  const char *f = "a.proto: M.field_name";
  set_refused(MAP("field{name:'field_name' number:1 type:message type_name:'FieldNameEntry'}", ENTRY("type:int32", "type:int32")), f, "another map");
  set_refused(MAP("field{name:'other' number:1 type:message type_name:'FieldNameEntry' label:repeated}", ENTRY("type:int32", "type:int32")),
              "a.proto: M.other", "another map");
  set_refused(MAP(MAP_FIELD "field{name:'fieldName' number:2 type:message type_name:'FieldNameEntry' label:repeated}",
                  ENTRY("type:int32", "type:int32")), "a.proto: M.fieldName", "another map");
  set_refused(MAP("field{name:'field_name' number:1 type:group type_name:'FieldNameEntry' label:repeated}", ENTRY("type:int32", "type:int32")), f, "another map");
  set_refused("file{name:'a.proto' enum_type{name:'E' value{name:'X' number:1}} message_type{name:'M' nested_type{name:'FieldNameEntry'"
              " options{map_entry:true}" ENTRY("type:int32", "type:enum type_name:'.E'") "}}}", m, "must begin with 0");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(labels), cmocka_unit_test(packed),          cmocka_unit_test(enums),
      cmocka_unit_test(oneofs), cmocka_unit_test(proto3_optional), cmocka_unit_test(maps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
