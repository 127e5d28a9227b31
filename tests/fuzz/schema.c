/* Bytes as a descriptor set: refused with a place, or a schema whose every getter answers and whose types decode. */
#include "fuzz.h"

/* Everything that can be asked of a field. */
static void ask_field(const pbw_field *field) {
  union { uint64_t word; pbw_bytes bytes; } value;
  pbw_cell cell = {.struct_size = sizeof cell};
  pbw_message *options;
  CHECK(*pbw_field_name(field) && *pbw_field_full_name(field) && pbw_field_json_name(field) != NULL);
  CHECK(pbw_field_number(field) >= 1 && pbw_field_type(field) >= PBW_TYPE_DOUBLE);
  CHECK(pbw_field_containing_type(field) != NULL && pbw_field_file(field) != NULL);
  CHECK(pbw_field_cell(field, &cell) == PBW_OK);
  if (pbw_field_cardinality(field) == PBW_SINGULAR && pbw_field_message_type(field) == NULL)
    CHECK(pbw_field_default(field, &value) == PBW_OK);
  if (pbw_field_options(field, NULL, &options) == PBW_OK) pbw_message_free(options);
}

static void ask_type(const pbw_type *type, block bytes) {
  pbw_message *options, *message;
  CHECK(pbw_schema_type(pbw_type_schema(type), pbw_type_full_name(type)) == type);
  for (size_t i = 0; i < pbw_type_field_count(type); i++) {
    const pbw_field *field = pbw_type_field_at(type, i);
    ask_field(field);
    CHECK(pbw_type_field_by_number(type, pbw_field_number(field)) == field);
    CHECK(pbw_type_field(type, pbw_field_name(field)) == field);
  }
  for (size_t i = 0; i < pbw_type_extension_count(type); i++) ask_field(pbw_type_extension_at(type, i));
  for (size_t i = 0; i < pbw_type_oneof_count(type); i++) CHECK(pbw_oneof_field_count(pbw_type_oneof_at(type, i)) > 0);
  if (pbw_type_options(type, NULL, &options) == PBW_OK) pbw_message_free(options);
  if (pbw_decode(type, bytes.data, bytes.size, NULL, NULL, &message, NULL) == PBW_OK) fuzz_walk(message, 20);
  pbw_message_free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pbw_schema *schema;
  pbw_error error = {.struct_size = sizeof error};
  block set = block_of(data, size);
  pbw_status status = pbw_schema_load(set.data, set.size, &schema, &error);
  CHECK((status == PBW_OK) == (schema != NULL));
  if (status != PBW_OK) {
    CHECK(error.code == status && *error.message);
  } else {
    for (size_t i = 0; i < pbw_schema_type_count(schema) && i < 200; i++) {
      const pbw_type *type = pbw_schema_type_at(schema, i);
      if (!pbw_type_is_map_entry(type) && !pbw_file_is_builtin(pbw_type_file(type))) ask_type(type, set);
    }
    for (size_t i = 0; i < pbw_schema_extension_count(schema); i++) ask_field(pbw_schema_extension_at(schema, i));
    for (size_t i = 0; i < pbw_schema_enum_count(schema); i++)
      CHECK(pbw_enum_value_name(pbw_schema_enum_at(schema, i), pbw_enum_value_number_at(pbw_schema_enum_at(schema, i), 0)));
  }
  pbw_schema_free(schema);
  free(set.data);
  return 0;
}
