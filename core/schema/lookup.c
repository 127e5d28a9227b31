/* Look-ups in a schema that is built, and the tables for them. */
#include "core/schema/load.h"

static bool enter(pbw_schema *schema, pbwi_table *table, const char *name, const void *object) {
  pbwi_entry *entry = pbwi_table_put(table, schema->arena, name, strlen(name));
  if (entry) entry->value = object;
  return entry;
}

static bool make_tables(pbw_schema *schema) {
  pbw_arena *arena = schema->arena;
  bool ok = pbwi_table_reserve(&schema->type_names, arena, schema->type_count) &&
            pbwi_table_reserve(&schema->enum_names, arena, schema->enum_count) &&
            pbwi_table_reserve(&schema->extension_names, arena, schema->extension_count) &&
            pbwi_table_reserve(&schema->service_names, arena, schema->service_count);
  for (size_t i = 0; ok && i < schema->type_count; i++)
    ok = enter(schema, &schema->type_names, schema->types[i].full_name, &schema->types[i]);
  for (size_t i = 0; ok && i < schema->enum_count; i++)
    ok = enter(schema, &schema->enum_names, schema->enums[i].full_name, &schema->enums[i]);
  for (size_t i = 0; ok && i < schema->extension_count; i++)
    ok = enter(schema, &schema->extension_names, schema->extensions[i].full_name, &schema->extensions[i]);
  for (size_t i = 0; ok && i < schema->service_count; i++)
    ok = enter(schema, &schema->service_names, schema->services[i].full_name, &schema->services[i]);
  return ok;
}

pbw_status pbwi_pass_lookup_tables(pbwi_load *load) {
  static const char *const option_names[PBWI_OPTIONS_KINDS] = {
      [PBWI_OPTIONS_FILE] = "google.protobuf.FileOptions",
      [PBWI_OPTIONS_MESSAGE] = "google.protobuf.MessageOptions",
      [PBWI_OPTIONS_FIELD] = "google.protobuf.FieldOptions",
      [PBWI_OPTIONS_ONEOF] = "google.protobuf.OneofOptions",
      [PBWI_OPTIONS_ENUM] = "google.protobuf.EnumOptions",
      [PBWI_OPTIONS_ENUM_VALUE] = "google.protobuf.EnumValueOptions",
      [PBWI_OPTIONS_SERVICE] = "google.protobuf.ServiceOptions",
      [PBWI_OPTIONS_METHOD] = "google.protobuf.MethodOptions",
  };
  pbw_schema *schema = load->schema;
  if (!make_tables(schema)) return pbwi_fail_memory(load);
  for (int i = 0; i < PBWI_OPTIONS_KINDS; i++)
    schema->option_types[i] = pbwi_table_find(&schema->type_names, option_names[i], strlen(option_names[i]));
  return PBW_OK;
}

/* ---- schemas ---- */

static const void *find(const pbw_schema *schema, const pbwi_table *table, const char *name) {
  return schema->load || !name ? NULL : pbwi_table_find(table, name, strlen(name));
}

const pbw_file *pbwi_schema_file(const pbw_schema *schema, const char *name) {
  return find(schema, &schema->file_names, name);
}

const pbw_type *pbwi_schema_type(const pbw_schema *schema, const char *full_name) {
  return find(schema, &schema->type_names, full_name);
}

const pbw_enum *pbwi_schema_enum(const pbw_schema *schema, const char *full_name) {
  return find(schema, &schema->enum_names, full_name);
}

const pbw_field *pbwi_schema_extension(const pbw_schema *schema, const char *full_name) {
  return find(schema, &schema->extension_names, full_name);
}

const pbw_service *pbwi_schema_service(const pbw_schema *schema, const char *full_name) {
  return find(schema, &schema->service_names, full_name);
}

/* ---- types and fields ---- */

const pbw_field *pbwi_type_field(const pbw_type *type, const char *name, size_t size) {
  return pbwi_table_find(&type->by_name, name, size);
}

const pbw_field *pbwi_type_field_by_number(const pbw_type *type, uint32_t number) {
  const pbwi_slot *slot = pbwi_plan_find(&type->plan, number);
  return slot ? slot->field : NULL;
}

const pbw_oneof *pbwi_type_oneof(const pbw_type *type, const char *name) {
  for (uint32_t i = 0; i < type->oneof_count; i++)
    if (!strcmp(type->oneofs[i].name, name)) return &type->oneofs[i];
  return NULL;
}

pbw_status pbwi_field_default(const pbw_field *field, void *cell) {
  const pbwi_slot *slot = field->slot;
  const pbwi_kind *kind = &pbwi_kinds[slot->type];
  if (slot->cardinality != PBW_SINGULAR || kind->cell == PBW_CELL_MESSAGE) return PBW_ERR_ARGUMENT;
  if (slot->fallback)
    memcpy(cell, slot->fallback, kind->cell_size);
  else
    memset(cell, 0, kind->cell_size);
  return PBW_OK;
}

/* ---- enums ---- */

const pbwi_enum_value *pbwi_enum_by_number(const pbw_enum *enumeration, int32_t number) {
  const pbwi_numbers *numbers = &enumeration->numbers;
  size_t low = 0, high = numbers->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (numbers->sorted[middle] == number) return &enumeration->values[enumeration->first[middle]];
    if (numbers->sorted[middle] < number)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

const pbwi_enum_value *pbwi_enum_by_name(const pbw_enum *enumeration, const char *name, size_t size) {
  return pbwi_table_find(&enumeration->by_name, name, size);
}

/* ---- services ---- */

const pbw_method *pbwi_service_method(const pbw_service *service, const char *name) {
  for (uint32_t i = 0; i < service->method_count; i++)
    if (!strcmp(service->methods[i].name, name)) return &service->methods[i];
  return NULL;
}
