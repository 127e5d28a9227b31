/* Fields by name, and JSON names that collide.
 *
 * A type's table finds a field by its name, or else by its JSON name. Two fields may not have one JSON name,
 * nor may their names become one when they are turned into JSON names; where the JSON format is legacy
 * (proto2), that is an error only for names that were both given by hand. */
#include "core/schema/load.h"

static pbw_status collide(pbwi_load *load, pbw_type *type, const pbw_field *field, const pbw_field *other,
                          const char *name, bool error) {
  if (error)
    return pbwi_fail(load, field->file, field->full_name, "its JSON name \"%s\" is that of \"%s\" too", name,
                     other->name);
  type->json_conflicts = true;
  return PBW_OK;
}

/* The slow way, which tells what collides: for types of which make_table has said that something may. */
static pbw_status check_json(pbwi_load *load, pbw_type *type, bool strict) {
  pbwi_table made = {0}, used = {0};
  if (!pbwi_table_reserve(&made, load->work, type->field_count) ||
      !pbwi_table_reserve(&used, load->work, type->field_count))
    return pbwi_fail_memory(load);
  for (uint32_t i = 0; i < type->field_count; i++) {
    const pbw_field *field = &type->fields[i];
    size_t size = strlen(field->name), used_size = strlen(field->json_name);
    char *name = pbwi_arena_alloc(load->work, size + 1);
    if (!name) return pbwi_fail_memory(load);
    size = pbwi_camel_case(field->name, size, false, name);
    name[size] = 0;

    pbwi_entry *entry = pbwi_table_put(&made, load->work, name, size);
    const pbw_field *other = entry->value;
    if (other) PBWI_TRY(collide(load, type, field, other, name, strict));
    entry->value = field;

    entry = pbwi_table_put(&used, load->work, field->json_name, used_size);
    other = entry->value;
    if (other) {
      bool both_given = !field->usual_json && !other->usual_json;
      PBWI_TRY(collide(load, type, field, other, field->json_name, strict || both_given));
    }
    entry->value = field;
  }
  return PBW_OK;
}

/* Names come first, so that a JSON name never hides a name. *suspect: two fields may have one JSON name. Without, none
 * has: no JSON name was met twice, and what the names make are the JSON names. */
static pbw_status make_table(pbwi_load *load, pbw_type *type, bool *suspect) {
  pbw_arena *arena = load->schema->arena;
  size_t count = type->field_count;
  for (uint32_t i = 0; i < type->field_count; i++) count += !!strcmp(type->fields[i].name, type->fields[i].json_name);
  if (count && !pbwi_table_reserve(&type->by_name, arena, count)) return pbwi_fail_memory(load);
  for (uint32_t i = 0; i < type->field_count; i++) {
    pbw_field *field = &type->fields[i];
    field->usual_json = pbwi_is_camel_case(field->name, false, field->json_name, "");
    *suspect |= !field->usual_json;
  }
  for (int json = 0; json <= 1; json++) {
    for (uint32_t i = 0; i < type->field_count; i++) {
      const char *name = json ? type->fields[i].json_name : type->fields[i].name;
      pbwi_entry *entry = pbwi_table_put(&type->by_name, arena, name, strlen(name));
      if (!entry) return pbwi_fail_memory(load);
      if (!entry->value) entry->value = &type->fields[i];
      else if (json && entry->value != &type->fields[i]) type->hidden_json = *suspect = true;
    }
  }
  return PBW_OK;
}

pbw_status pbwi_pass_json_names(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  for (size_t i = 0; i < schema->type_count; i++) {
    pbw_type *type = &schema->types[i];
    bool strict = type->features.json_format == PBWI_ALLOW && !load->types[i].legacy_json;
    bool suspect = false;
    PBWI_TRY(make_table(load, type, &suspect));
    if (suspect) PBWI_TRY(check_json(load, type, strict));
  }
  return PBW_OK;
}
