/* Bytes as .proto files: refused with places, the same ones each time, or a schema and a set that say the same.
 *
 *     the text of a.proto  (\0 and the text of b.proto, which it may import)  (\0 c.proto) */
#include "fuzz.h"

typedef struct result {
  pbw_source *source;
  pbw_schema *schema;
  pbw_error error;
  const uint8_t *set;
  size_t size;
  pbw_status status;
} result;

static result compile(block text) {
  static const char *const names[] = {"a.proto", "b.proto", "c.proto"};
  result r = {.error.struct_size = sizeof r.error};
  CHECK(pbw_source_new(NULL, &r.source) == PBW_OK);
  size_t at = 0;
  for (int i = 0; i < 3 && at <= text.size; i++) {
    const uint8_t *end = i < 2 && at < text.size ? memchr(text.data + at, 0, text.size - at) : NULL;
    size_t size = end != NULL ? (size_t)(end - (text.data + at)) : text.size - at;
    block one = block_of(size > 0 ? text.data + at : NULL, size);
    CHECK(pbw_source_add(r.source, names[i], one.data, one.size) == PBW_OK);
    free(one.data);
    at += size + 1;
  }
  for (size_t i = 0; pbw_source_import(r.source, i) != NULL; i++) CHECK(*pbw_source_import(r.source, i) != 0 && i < text.size + 8);
  r.status = pbw_source_compile(r.source, &r.schema, &r.set, &r.size, &r.error);
  CHECK((r.status == PBW_OK) == (r.schema != NULL) && (r.status == PBW_OK) == (*pbw_source_errors(r.source) == 0));
  return r;
}

/* The set is one, and loads to as much as the schema has; its options are those of the schema. */
static void check_set(const result *r) {
  pbw_schema *loaded;
  pbw_error error = {.struct_size = sizeof error};
  if (pbw_schema_load(r->set, r->size, &loaded, &error) != PBW_OK) fprintf(stderr, "%s: %s\n", error.path, error.message);
  CHECK(loaded != NULL && pbw_schema_type_count(loaded) == pbw_schema_type_count(r->schema));
  CHECK(pbw_schema_enum_count(loaded) == pbw_schema_enum_count(r->schema));
  for (size_t i = 0; i < pbw_schema_type_count(r->schema) && i < 300; i++) {
    const pbw_type *type = pbw_schema_type_at(r->schema, i), *other = pbw_schema_type(loaded, pbw_type_full_name(type));
    CHECK(other != NULL && pbw_type_field_count(type) == pbw_type_field_count(other));
    pbw_message *options;
    if (!pbw_file_is_builtin(pbw_type_file(type)) && pbw_type_options(type, NULL, &options) == PBW_OK) pbw_message_free(options);
    for (size_t k = 0; k < pbw_type_field_count(type); k++) {
      const pbw_field *field = pbw_type_field_at(type, k), *same = pbw_type_field_by_number(other, pbw_field_number(field));
      CHECK(same != NULL && pbw_field_type(same) == pbw_field_type(field) && pbw_field_cardinality(same) == pbw_field_cardinality(field));
      CHECK(!strcmp(pbw_field_json_name(same), pbw_field_json_name(field)) && pbw_field_has_default(same) == pbw_field_has_default(field));
      if (pbw_field_options(field, NULL, &options) == PBW_OK) pbw_message_free(options);
    }
  }
  pbw_schema_free(loaded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  block text = block_of(data, size);
  result a = compile(text), b = compile(text);
  CHECK(a.status == b.status && a.size == b.size && (a.size == 0 || !memcmp(a.set, b.set, a.size)));
  CHECK(!strcmp(pbw_source_errors(a.source), pbw_source_errors(b.source)));
  if (a.status == PBW_OK) check_set(&a);
  else CHECK(a.error.code == a.status && *a.error.message && a.error.line == b.error.line && a.error.column == b.error.column);
  pbw_schema_free(a.schema);
  pbw_schema_free(b.schema);
  pbw_source_free(a.source);
  pbw_source_free(b.source);
  free(text.data);
  return 0;
}
