/* Editions: defaults, inheritance, where a feature may be set, and what it does to fields. */
#include "tests/unit/schema/set.h"

#define MESSAGE                                                                                                       \
  "message_type{name:'M' field{name:'i' number:1 type:int32} field{name:'s' number:2 type:string}"                    \
  " field{name:'m' number:3 type:message type_name:'M'} field{name:'l' number:4 type:int32 label:repeated}"           \
  " field{name:'e' number:5 type:enum type_name:'E'} field{name:'x' number:6 type:int32 oneof_index:0} oneof_decl{name:'o'}}" \
  "enum_type{name:'E' value{name:'Z'}}"

static void defaults(void **state) {
  (void)state;
  static const struct {
    const char *head;
    uint8_t presence, list, utf8, closed;
  } cases[] = {
      {"syntax:'proto2'", PBW_PRESENCE_BIT, 0, 0, 1},
      {"syntax:'proto3'", PBW_PRESENCE_IMPLICIT, PBWI_SLOT_PACKED, PBWI_SLOT_UTF8, 0},
      {"syntax:'editions' edition:1000", PBW_PRESENCE_BIT, PBWI_SLOT_PACKED, PBWI_SLOT_UTF8, 0},
      {"syntax:'editions' edition:1001", PBW_PRESENCE_BIT, PBWI_SLOT_PACKED, PBWI_SLOT_UTF8, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1000];
    snprintf(text, sizeof text, "file{name:'a.proto' %s " MESSAGE "}", cases[i].head);
    pbw_schema *schema = set_must(text);
    assert_int_equal(field_of(schema, "M", "i")->slot->presence, cases[i].presence);
    assert_int_equal(field_of(schema, "M", "s")->slot->flags, cases[i].utf8);
    assert_int_equal(field_of(schema, "M", "m")->slot->presence, PBW_PRESENCE_POINTER);
    assert_int_equal(field_of(schema, "M", "m")->slot->type, PBW_TYPE_MESSAGE);
    assert_int_equal(field_of(schema, "M", "l")->slot->flags, cases[i].list);
    assert_int_equal(field_of(schema, "M", "x")->slot->presence, PBW_PRESENCE_ONEOF);
    const pbw_enum *e = pbwi_schema_enum(schema, "E");
    assert_int_equal(e->closed, cases[i].closed);
    assert_ptr_equal(field_of(schema, "M", "e")->slot->closed, cases[i].closed ? &e->numbers : NULL);
    pbwi_schema_free(schema);
  }
}

#define ED(inside) "file{name:'a.proto' syntax:'editions' edition:1000 " inside "}"
#define FILE_FEATURES "options{features{field_presence:2 enum_type:2 repeated_field_encoding:2 utf8_validation:3 message_encoding:2}}"

static void inheritance(void **state) {
  (void)state;
  pbw_schema *schema = set_must(ED(FILE_FEATURES
      "message_type{name:'M' field{name:'i' number:1 type:int32}"
      " field{name:'j' number:2 type:int32 options{features{field_presence:1}}}"
      " field{name:'s' number:3 type:string} field{name:'t' number:4 type:string options{features{utf8_validation:2}}}"
      " field{name:'g' number:5 type:message type_name:'M'}"
      " field{name:'m' number:6 type:message type_name:'M' options{features{message_encoding:1}}}"
      " field{name:'l' number:7 type:int32 label:repeated}"
      " field{name:'p' number:8 type:int32 label:repeated options{features{repeated_field_encoding:1}}}"
      " field{name:'map' number:9 type:message type_name:'MapEntry' label:repeated}"
      " field{name:'o' number:10 type:message type_name:'M' oneof_index:0} oneof_decl{name:'one'}"
      " nested_type{name:'MapEntry' options{map_entry:true} field{name:'key' number:1 type:string}"
      "   field{name:'value' number:2 type:message type_name:'M'}} extension_range{start:100 end:200}}"
      "enum_type{name:'C' value{name:'A' number:3}} enum_type{name:'O' value{name:'B'} options{features{enum_type:1}}}"
      "extension{name:'x' number:100 extendee:'M' type:message type_name:'M' label:repeated}"
      "extension{name:'y' number:101 extendee:'M' type:int32}"));
#define SLOT(name) field_of(schema, "M", name)->slot
  assert_int_equal(SLOT("i")->presence, PBW_PRESENCE_IMPLICIT);
  assert_int_equal(SLOT("j")->presence, PBW_PRESENCE_BIT);
  assert_int_equal(SLOT("s")->flags & PBWI_SLOT_UTF8, 0);
  assert_int_equal(SLOT("t")->flags & PBWI_SLOT_UTF8, PBWI_SLOT_UTF8);
  assert_int_equal(SLOT("g")->type, PBW_TYPE_GROUP);
  assert_int_equal(SLOT("m")->type, PBW_TYPE_MESSAGE);
  assert_int_equal(SLOT("o")->type, PBW_TYPE_GROUP);
  assert_int_equal(SLOT("l")->flags & PBWI_SLOT_PACKED, 0);
  assert_int_equal(SLOT("p")->flags & PBWI_SLOT_PACKED, PBWI_SLOT_PACKED);
  assert_int_equal(SLOT("map")->type, PBW_TYPE_MESSAGE); /* maps and their values are never delimited */
  assert_int_equal(SLOT("map")->cardinality, PBW_MAP);
  assert_int_equal(SLOT("map")->sub->slots[1].type, PBW_TYPE_MESSAGE);
  assert_int_equal(pbwi_schema_extension(schema, "x")->slot->type, PBW_TYPE_GROUP);
  assert_int_equal(pbwi_schema_extension(schema, "y")->slot->presence, PBW_PRESENCE_BIT); /* always has presence */
  assert_true(pbwi_schema_enum(schema, "C")->closed);
  assert_false(pbwi_schema_enum(schema, "O")->closed);
  pbwi_schema_free(schema);
}

static void required(void **state) {
  (void)state;
  pbw_schema *schema = set_must(ED("message_type{name:'M' field{name:'r' number:1 type:int32 options{features{field_presence:3}}}}"));
  assert_int_equal(field_of(schema, "M", "r")->slot->flags, PBWI_SLOT_REQUIRED);
  assert_int_equal(field_of(schema, "M", "r")->slot->presence, PBW_PRESENCE_BIT);
  pbwi_schema_free(schema);
}

#define FIELD(inside) ED("message_type{name:'M' field{name:'f' number:1 " inside "} oneof_decl{name:'o'}" \
                         " field{name:'z' number:9 type:int32 oneof_index:0}}")

static void misplaced(void **state) {
  (void)state;
  set_refused("file{name:'a.proto' options{features{field_presence:1}}}", "a.proto", "needs edition 2023");
  set_refused("file{name:'a.proto' syntax:'proto3' message_type{name:'M' options{features{json_format:1}}}}", "a.proto: M", "needs edition 2023");
  set_refused(ED("options{features{field_presence:3}}"), "a.proto", "LEGACY_REQUIRED");
  set_refused(ED("options{features{field_presence:0}}"), "a.proto", "field_presence has no value 0");
  set_refused(ED("options{features{utf8_validation:1}}"), "a.proto", "utf8_validation has no value 1");
  set_refused(ED("options{features{field_presence:4}}"), "a.proto", "field_presence has no value 4");
  set_refused(ED("options{features{enum_type:-1}}"), "a.proto", "enum_type has no value -1");
  set_refused(FIELD("type:int32 options{features{message_encoding:99}}"), "a.proto: M.f", "message_encoding has no value 99");
  set_refused(ED("enum_type{name:'E' value{name:'Z' options{features{enum_type:1}}}}"), "a.proto: Z", "enum_type cannot be set here");
  set_refused(ED("message_type{name:'M' field{name:'f' number:1 type:int32 oneof_index:0} oneof_decl{name:'o' options{features{field_presence:1}}}}"),
              "a.proto: M.o", "field_presence cannot be set here");
  set_refused(ED("service{name:'S' options{features{json_format:1}}}"), "a.proto: S", "json_format cannot be set here");
  set_refused(ED("message_type{name:'M'} service{name:'S' method{name:'m' input_type:'M' output_type:'M' options{features{utf8_validation:2}}}}"),
              "a.proto: S.m", "utf8_validation cannot be set here");
  set_refused(ED("message_type{name:'M' extension_range{start:5 end:6}} extension{name:'x' number:5 type:int32 extendee:'M' options{features{field_presence:3}}}"),
              "a.proto: x", "an extension cannot be required");
  set_refused(ED("message_type{name:'M' field{name:'f' number:1 type:message type_name:'FEntry' label:repeated options{features{message_encoding:2}}}"
                 " nested_type{name:'FEntry' options{map_entry:true} field{name:'key' number:1 type:int32} field{name:'value' number:2 type:int32}}}"),
              "a.proto: M.f", "only message fields");
  pbwi_schema_free(set_must(ED("message_type{name:'M' extension_range{start:5 end:6} field{name:'m' number:1 type:message type_name:'M' options{features{field_presence:1}}}"
                               " field{name:'f' number:2 type:message type_name:'FEntry' label:repeated options{features{utf8_validation:3}}}"
                               " nested_type{name:'FEntry' options{map_entry:true} field{name:'key' number:1 type:string} field{name:'value' number:2 type:int32}}}"
                               " extension{name:'x' number:5 type:int32 extendee:'M' options{features{field_presence:1}}}")));
  set_refused(ED("message_type{name:'M' options{features{field_presence:1}}}"), "a.proto: M", "field_presence cannot be set here");
  set_refused(ED("enum_type{name:'E' value{name:'Z'} options{features{utf8_validation:2}}}"), "a.proto: E", "cannot be set here");
  set_refused(FIELD("type:int32 options{features{enum_type:1}}"), "a.proto: M.f", "cannot be set here");
  set_refused(FIELD("type:int32 label:required"), "a.proto: M.f", "no required label");
  set_refused(FIELD("type:group type_name:'M'"), "a.proto: M.f", "no groups");
  set_refused(FIELD("type:int32 label:repeated options{packed:true}"), "a.proto: M.f", "no packed option");
  set_refused(FIELD("type:int32 label:repeated options{features{field_presence:1}}"), "a.proto: M.f", "repeated fields have no presence");
  set_refused(FIELD("type:message type_name:'M' options{features{field_presence:2}}"), "a.proto: M.f", "implicit presence");
  set_refused(FIELD("type:int32 options{features{repeated_field_encoding:1}}"), "a.proto: M.f", "only repeated fields");
  set_refused(FIELD("type:string label:repeated options{features{repeated_field_encoding:1}}"), "a.proto: M.f", "can be packed");
  set_refused(FIELD("type:bytes options{features{utf8_validation:2}}"), "a.proto: M.f", "only strings");
  set_refused(FIELD("type:bytes options{features{message_encoding:2}}"), "a.proto: M.f", "only message fields");
  set_refused(FIELD("type:int32 default_value:'1' options{features{field_presence:2}}"), "a.proto: M.f", "without presence cannot have a default");
  set_refused(ED("message_type{name:'M' oneof_decl{name:'o'} field{name:'f' number:1 type:int32 oneof_index:0 options{features{field_presence:1}}}}"),
              "a.proto: M.f", "members of a oneof");
  set_refused(ED("enum_type{name:'E' value{name:'Z'} options{features{enum_type:2}}}"
                 "message_type{name:'M' field{name:'f' number:1 type:enum type_name:'E' options{features{field_presence:2}}}}"),
              "a.proto: M.f", "cannot have the closed enum \"E\"");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults),
      cmocka_unit_test(inheritance),
      cmocka_unit_test(required),
      cmocka_unit_test(misplaced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
