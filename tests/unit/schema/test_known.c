/* Types with a JSON form of their own: the built-in ones are known, a set's own copy only when it has their fields. */
#include "tests/unit/schema/set.h"

static int known_of(const pbw_schema *schema, const char *name) {
  const pbw_type *type = pbwi_schema_type(schema, name);
  assert_non_null(type);
  return type->known;
}

static void built_in(void **state) {
  (void)state;
  pbw_schema *schema = set_must("");
  static const struct {
    const char *name;
    int known;
  } rows[] = {{"Any", PBWI_KNOWN_ANY},          {"Timestamp", PBWI_KNOWN_TIMESTAMP}, {"Duration", PBWI_KNOWN_DURATION},
              {"FieldMask", PBWI_KNOWN_FIELD_MASK}, {"Struct", PBWI_KNOWN_STRUCT},   {"Value", PBWI_KNOWN_VALUE},
              {"ListValue", PBWI_KNOWN_LIST_VALUE}, {"Int64Value", PBWI_KNOWN_WRAPPER}, {"BytesValue", PBWI_KNOWN_WRAPPER},
              {"Empty", PBWI_KNOWN_NONE},       {"DescriptorProto", PBWI_KNOWN_NONE}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char name[60];
    snprintf(name, sizeof name, "google.protobuf.%s", rows[i].name);
    assert_int_equal(known_of(schema, name), rows[i].known);
  }
  assert_true(pbwi_schema_enum(schema, "google.protobuf.NullValue")->is_null);
  pbwi_schema_free(schema);
}

#define FILE_OF(path, types) "file{name:'google/protobuf/" path "' package:'google.protobuf' syntax:'proto3' " types "}"

/* The name alone is not believed. */
static void copies(void **state) {
  (void)state;
  static const struct {
    const char *fields;
    int known;
  } rows[] = {
      {"field{name:'a' number:1 type:int64} field{name:'b' number:2 type:int32}", PBWI_KNOWN_TIMESTAMP}, /* names do not count */
      {"field{name:'seconds' number:1 type:int64}", PBWI_KNOWN_NONE},
      {"", PBWI_KNOWN_NONE},
      {"field{name:'seconds' number:1 type:int64} field{name:'nanos' number:3 type:int32}", PBWI_KNOWN_NONE},
      {"field{name:'seconds' number:1 type:int32} field{name:'nanos' number:2 type:int32}", PBWI_KNOWN_NONE},
      {"field{name:'seconds' number:1 type:int64} field{name:'nanos' number:2 type:int32 label:repeated}", PBWI_KNOWN_NONE},
      {"field{name:'seconds' number:1 type:int64} field{name:'nanos' number:2 type:int32} field{name:'more' number:3 type:int32}", PBWI_KNOWN_NONE},
      {"field{name:'seconds' number:1 type:string} field{name:'nanos' number:2 type:bytes}", PBWI_KNOWN_NONE},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[600];
    snprintf(text, sizeof text, FILE_OF("timestamp.proto", "message_type{name:'Timestamp' %s}"), rows[i].fields);
    pbw_schema *schema = set_must(text);
    assert_int_equal(known_of(schema, "google.protobuf.Timestamp"), rows[i].known);
    pbwi_schema_free(schema);
  }
}

/* Struct, Value and ListValue are known together, or not at all. */
static void together(void **state) {
  (void)state;
  pbw_schema *schema = set_must(FILE_OF(
      "struct.proto",
      "message_type{name:'ListValue' field{name:'values' number:1 type:message label:repeated type_name:'.google.protobuf.Value'}}"
      " message_type{name:'Struct' field{name:'fields' number:1 type:message label:repeated type_name:'.google.protobuf.Value'}}"
      " message_type{name:'Value' field{name:'x' number:1 type:int32}} enum_type{name:'NullValue' value{name:'NULL_VALUE' number:0}}"));
  assert_int_equal(known_of(schema, "google.protobuf.Value"), PBWI_KNOWN_NONE);
  assert_int_equal(known_of(schema, "google.protobuf.ListValue"), PBWI_KNOWN_NONE);
  assert_int_equal(known_of(schema, "google.protobuf.Struct"), PBWI_KNOWN_NONE);
  pbwi_schema_free(schema);
}

/* Each of the three in a shape that the others would misread. */
static void apart(void **state) {
  (void)state;
#define LIST(of) "message_type{name:'ListValue' field{name:'values' number:1 type:message label:repeated type_name:'.google.protobuf." of "'}} "
#define STRUCT(key, of) "message_type{name:'Struct' field{name:'fields' number:1 type:message label:repeated type_name:'FieldsEntry'} nested_type{name:'FieldsEntry' options{map_entry:true}" \
                        " field{name:'key' number:1 type:" key "} field{name:'value' number:2 type:message type_name:'.google.protobuf." of "'}}} "
#define VALUE(more, last, four, five) "message_type{name:'Value' oneof_decl{name:'kind'} " more "field{name:'n' number:1 type:enum type_name:'NullValue' oneof_index:0}" \
    " field{name:'d' number:2 type:double oneof_index:0} field{name:'s' number:3 type:string oneof_index:0} field{name:'b' number:4 type:bool oneof_index:0}" \
    " field{name:'t' number:5 type:message oneof_index:0 type_name:'.google.protobuf." four "'} field{name:'l' number:6 type:message type_name:'.google.protobuf." five "'" last "}}"
#define NULL_VALUE "enum_type{name:'NullValue' value{name:'NULL_VALUE' number:0}} message_type{name:'Other'} "
#define MEMBER " oneof_index:0"
  static const struct {
    const char *types;
    bool known;
  } rows[] = {
      {NULL_VALUE LIST("Value") STRUCT("string", "Value") VALUE("", MEMBER, "Struct", "ListValue"), true},
      {NULL_VALUE LIST("Value") STRUCT("int32", "Value") VALUE("", MEMBER, "Struct", "ListValue"), false},
      {NULL_VALUE LIST("Value") STRUCT("string", "Other") VALUE("", MEMBER, "Struct", "ListValue"), false},
      {NULL_VALUE LIST("Other") STRUCT("string", "Value") VALUE("", MEMBER, "Struct", "ListValue"), false},
      {NULL_VALUE LIST("Value") STRUCT("string", "Value") VALUE("", MEMBER, "ListValue", "ListValue"), false},
      {NULL_VALUE LIST("Value") STRUCT("string", "Value") VALUE("", MEMBER, "Struct", "Struct"), false},
      {NULL_VALUE LIST("Value") STRUCT("string", "Value") VALUE("", "", "Struct", "ListValue"), false}, /* one is no member */
      {NULL_VALUE LIST("Value") STRUCT("string", "Value") VALUE("oneof_decl{name:'more'} ", " oneof_index:1", "Struct", "ListValue"), false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[2000];
    snprintf(text, sizeof text, FILE_OF("struct.proto", "%s"), rows[i].types);
    pbw_schema *schema = set_must(text);
    assert_int_equal(known_of(schema, "google.protobuf.Value"), rows[i].known ? PBWI_KNOWN_VALUE : PBWI_KNOWN_NONE);
    assert_int_equal(known_of(schema, "google.protobuf.ListValue"), rows[i].known ? PBWI_KNOWN_LIST_VALUE : PBWI_KNOWN_NONE);
    assert_int_equal(known_of(schema, "google.protobuf.Struct"), rows[i].known ? PBWI_KNOWN_STRUCT : PBWI_KNOWN_NONE);
    assert_true(pbwi_schema_enum(schema, "google.protobuf.NullValue")->is_null);
    pbwi_schema_free(schema);
  }
  pbw_schema *schema = set_must(FILE_OF("struct.proto", "")); /* none of them at all */
  assert_null(pbwi_schema_type(schema, "google.protobuf.Value"));
  assert_null(pbwi_schema_enum(schema, "google.protobuf.NullValue"));
  assert_int_equal(known_of(schema, "google.protobuf.Any"), PBWI_KNOWN_ANY);
  pbwi_schema_free(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(built_in), cmocka_unit_test(copies), cmocka_unit_test(together),
                                     cmocka_unit_test(apart)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
