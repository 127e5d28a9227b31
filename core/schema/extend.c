/* Extensions meet the types that they extend, in whatever file; then each type has a slot for every field
 * and extension, in the order of their numbers. */
#include "core/base/limits.h"
#include "core/schema/load.h"

static const char *scope_of(const pbw_field *extension) {
  return extension->scope ? extension->scope->full_name : extension->file->package;
}

static pbwi_type_work *work_of(pbwi_load *load, const pbw_type *type) {
  return &load->types[type - load->schema->types];
}

static pbw_status find_extendee(pbwi_load *load, pbw_field *extension, pbwi_extension_work *work) {
  const pbwi_symbol *symbol;
  load->blame = PBWI_BLAME_EXTENDEE;
  PBWI_TRY(pbwi_symbol_resolve(load, extension->file, extension->full_name, scope_of(extension),
                               work->proto->extendee, PBWI_SYMBOL_FIRST | 1 << PBWI_SYMBOL_TYPE, &symbol));
  load->blame = PBWI_BLAME_ELEMENT;
  work->extendee = (pbw_type *)(uintptr_t)symbol->object;
  extension->type = work->extendee;
  if (!pbwi_ranges_have(&work_of(load, work->extendee)->extensions, work->proto->number))
    return pbwi_fail(load, extension->file, extension->full_name, "\"%s\" has no extension range with number %d",
                     work->extendee->full_name, (int)work->proto->number);
  if (++work->extendee->extension_count > PBWI_MAX_FIELDS - work->extendee->field_count)
    return pbwi_fail(load, extension->file, extension->full_name, "\"%s\" gets more than %d fields and extensions",
                     work->extendee->full_name, PBWI_MAX_FIELDS);
  return PBW_OK;
}

/* Fill each type's list of extensions, in the order of their numbers. */
static pbw_status gather(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  for (size_t i = 0; i < schema->type_count; i++) {
    pbw_type *type = &schema->types[i];
    type->extensions = pbwi_arena_alloc(schema->arena, type->extension_count * sizeof *type->extensions);
    if (!type->extensions) return pbwi_fail_memory(load);
    type->extension_count = 0;
  }
  size_t count = schema->extension_count;
  uint64_t *order = pbwi_arena_alloc(load->work, count * sizeof *order);
  if (!order) return pbwi_fail_memory(load);
  for (size_t i = 0; i < count; i++) order[i] = (uint64_t)(uint32_t)load->extensions[i].proto->number << 32 | i;
  pbwi_sort(order, count);
  for (size_t i = 0; i < count; i++) {
    uint32_t index = (uint32_t)order[i];
    pbw_type *type = load->extensions[index].extendee;
    type->extensions[type->extension_count++] = &schema->extensions[index];
  }
  return PBW_OK;
}

static int32_t number_of(const pbwi_load *load, const pbw_field *extension) {
  return load->extensions[extension - load->schema->extensions].proto->number;
}

static pbw_status check_numbers(pbwi_load *load, const pbw_type *type) {
  for (uint32_t i = 1; i < type->extension_count; i++) {
    const pbw_field *extension = type->extensions[i], *other = type->extensions[i - 1];
    if (number_of(load, extension) == number_of(load, other))
      return pbwi_fail(load, extension->file, extension->full_name,
                       "number %d of \"%s\" is already taken by \"%s\" in %s", (int)number_of(load, extension), type->full_name, other->full_name, other->file->name);
  }
  return PBW_OK;
}

static const char *bracketed(pbw_arena *arena, const char *name) {
  size_t size = strlen(name);
  char *text = pbwi_arena_alloc(arena, size + 3);
  if (!text) return NULL;
  text[0] = '[';
  memcpy(text + 1, name, size);
  strcpy(text + 1 + size, "]");
  return text;
}

static pbw_status make_slots(pbwi_load *load, pbw_type *type) {
  pbwi_type_work *work = work_of(load, type);
  uint32_t count = type->field_count + type->extension_count;
  pbwi_slot *slots = pbwi_arena_zalloc(load->schema->arena, count * sizeof *slots);
  if (!slots) return pbwi_fail_memory(load);
  type->plan.slots = slots;
  type->plan.slot_count = (uint16_t)count;
  work->slots = slots;
  for (uint32_t i = 0, f = 0, e = 0; i < count; i++) {
    bool is_field = e == type->extension_count ||
                    (f < type->field_count && work->protos[f]->number < number_of(load, type->extensions[e]));
    pbw_field *field = is_field ? &type->fields[f] : (pbw_field *)(uintptr_t)type->extensions[e];
    slots[i].number = (uint32_t)(is_field ? work->protos[f++]->number : number_of(load, type->extensions[e++]));
    slots[i].field = field;
    slots[i].name = is_field ? field->name : bracketed(load->schema->arena, field->full_name);
    if (!slots[i].name) return pbwi_fail_memory(load);
    if (!is_field) slots[i].flags = PBWI_SLOT_EXTENSION;
    if (!is_field && type->plan.flags & PBWI_PLAN_MESSAGE_SET) slots[i].flags |= PBWI_SLOT_MESSAGE_SET;
    field->slot = &slots[i];
  }
  return PBW_OK;
}

pbw_status pbwi_pass_extend(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  for (size_t i = 0; i < schema->extension_count; i++)
    PBWI_TRY(find_extendee(load, &schema->extensions[i], &load->extensions[i]));
  PBWI_TRY(gather(load));
  for (size_t i = 0; i < schema->type_count; i++) {
    PBWI_TRY(check_numbers(load, &schema->types[i]));
    PBWI_TRY(make_slots(load, &schema->types[i]));
  }
  return PBW_OK;
}
