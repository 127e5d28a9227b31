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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(built_in), cmocka_unit_test(copies), cmocka_unit_test(together)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
