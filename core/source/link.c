/* From references to full names: what the schema found out is put into the descriptors, as protoc writes it; and what the
 * descriptors learned since the schema was built, their custom options, is put into the schema.
 *
 * The loader has every element in the order of the files, so that a walk in the same order meets each without looking it
 * up. */
#include "core/source/source.h"

typedef struct linker {
  pbw_source *source;
  pbwi_source_file *file;
  const pbw_schema *schema;
  pbwi_linked *at;
  bool custom; /* the file has custom options */
} linker;

/* ".full.name" */
static bool set_name(linker *l, pbw_message *message, uint32_t number, const char *full_name) {
  size_t size = strlen(full_name);
  uint8_t *name = pbwi_arena_alloc(l->source->arena, size + 1);
  if (!name) return !(l->source->tree.failed = true);
  name[0] = '.';
  memcpy(name + 1, full_name, size);
  pbwi_tree_bytes(message, number, (pbw_bytes){name, size + 1});
  return true;
}

static void set_text(pbw_message *message, uint32_t number, const char *text) {
  pbwi_tree_bytes(message, number, (pbw_bytes){(const uint8_t *)text, strlen(text)});
}

static bool patch(linker *l, pbw_message *element, uint32_t options, const pbw_bytes *kept) {
  return !l->custom || pbwi_options_patch(l->source, l->schema, element, options, (pbw_bytes *)(uintptr_t)kept);
}

static bool link_field(linker *l, pbw_message *message, const pbw_field *field) {
  if (field->message_type || field->enum_type) {
    bool group = pbwi_tree_get_int(message, FIELD_TYPE) == PBW_TYPE_GROUP;
    pbwi_tree_int(message, FIELD_TYPE, field->enum_type ? PBW_TYPE_ENUM : group ? PBW_TYPE_GROUP : PBW_TYPE_MESSAGE);
    if (!set_name(l, message, FIELD_TYPE_NAME, field->enum_type ? field->enum_type->full_name : field->message_type->full_name))
      return false;
  }
  if (field->slot->flags & PBWI_SLOT_EXTENSION && !set_name(l, message, FIELD_EXTENDEE, field->type->full_name)) return false;
  set_text(message, FIELD_JSON_NAME, field->json_name);
  return patch(l, message, FIELD_OPTIONS, &field->options);
}

static bool link_extensions(linker *l, const pbw_list *list) {
  for (size_t i = 0; i < list->size; i++)
    if (!link_field(l, pbwi_tree_item(list, i), &l->schema->extensions[l->at->extensions++])) return false;
  return true;
}

static bool link_enum(linker *l, pbw_message *message) {
  const pbw_enum *enumeration = &l->schema->enums[l->at->enums++];
  const pbw_list *values = pbwi_tree_list(message, ENUM_VALUE);
  for (size_t i = 0; l->custom && i < values->size; i++)
    if (!patch(l, pbwi_tree_item(values, i), VALUE_OPTIONS, &enumeration->values[i].options)) return false;
  return patch(l, message, ENUM_OPTIONS, &enumeration->options);
}

static bool link_oneofs(linker *l, pbw_message *message, const pbw_type *type) {
  const pbw_list *list = pbwi_tree_list(message, TYPE_ONEOF);
  for (size_t i = 0; l->custom && i < list->size && i < type->oneof_count; i++) /* synthetic ones are the last */
    if (!patch(l, pbwi_tree_item(list, i), ONEOF_OPTIONS, &type->oneofs[i].options)) return false;
  return true;
}

/* Recurses as deep as messages are nested. */
static bool link_message(linker *l, pbw_message *message) {
  const pbw_type *type = &l->schema->types[l->at->types++];
  const pbw_list *fields = pbwi_tree_list(message, TYPE_FIELD), *enums = pbwi_tree_list(message, TYPE_ENUM),
                 *nested = pbwi_tree_list(message, TYPE_NESTED);
  for (size_t i = 0; i < fields->size; i++) {
    const pbwi_slot *slot = pbwi_plan_find(&type->plan, (uint32_t)pbwi_tree_get_int(pbwi_tree_item(fields, i), FIELD_NUMBER));
    if (!link_field(l, pbwi_tree_item(fields, i), slot->field)) return false;
  }
  if (!link_oneofs(l, message, type)) return false;
  for (size_t i = 0; i < enums->size; i++)
    if (!link_enum(l, pbwi_tree_item(enums, i))) return false;
  if (!link_extensions(l, pbwi_tree_list(message, TYPE_EXTENSION))) return false;
  for (size_t i = 0; i < nested->size; i++)
    if (!link_message(l, pbwi_tree_item(nested, i))) return false;
  return patch(l, message, TYPE_OPTIONS, &type->options);
}

static bool link_service(linker *l, pbw_message *message) {
  const pbw_service *service = &l->schema->services[l->at->services++];
  const pbw_list *methods = pbwi_tree_list(message, SERVICE_METHOD);
  for (size_t i = 0; i < methods->size; i++) {
    const pbw_method *method = &service->methods[i];
    pbw_message *one = pbwi_tree_item(methods, i);
    if (!set_name(l, one, METHOD_INPUT, method->input->full_name) || !set_name(l, one, METHOD_OUTPUT, method->output->full_name) ||
        !patch(l, one, METHOD_OPTIONS, &method->options))
      return false;
  }
  return patch(l, message, SERVICE_OPTIONS, &service->options);
}

bool pbwi_source_link(pbw_source *source, pbwi_source_file *file, const pbw_schema *schema, pbwi_linked *at) {
  linker l = {source, file, schema, at, file->custom != NULL};
  const pbw_list *messages = pbwi_tree_list(file->proto, FILE_MESSAGE), *enums = pbwi_tree_list(file->proto, FILE_ENUM),
                 *services = pbwi_tree_list(file->proto, FILE_SERVICE);
  for (size_t i = 0; i < messages->size; i++)
    if (!link_message(&l, pbwi_tree_item(messages, i))) return false;
  for (size_t i = 0; i < enums->size; i++)
    if (!link_enum(&l, pbwi_tree_item(enums, i))) return false;
  if (!link_extensions(&l, pbwi_tree_list(file->proto, FILE_EXTENSION))) return false;
  for (size_t i = 0; i < services->size; i++)
    if (!link_service(&l, pbwi_tree_item(services, i))) return false;
  const pbw_file *own = pbwi_schema_file(schema, file->name);
  return !own || patch(&l, file->proto, FILE_OPTIONS, &own->options);
}
