/* Numbers and names that a message or enum sets aside: reserved ones must not be used, extension ranges
 * must not hold fields, and none of them may overlap. Ranges are sorted, so that each check is a search. */
#include "core/base/limits.h"
#include "core/schema/load.h"

enum { FIRST_IMPLEMENTATION_NUMBER = 19000, LAST_IMPLEMENTATION_NUMBER = 19999 };

/* What a list of ranges is made of: the three kinds have the same members at different places. */
typedef struct range_kind {
  const char *what;
  int blame;
  size_t start; /* offset of the member */
  size_t end;
  bool inclusive;
  int64_t least;
  int64_t most;
} range_kind;

static const range_kind extension_kind = {"extension", PBWI_BLAME_EXTENSIONS, offsetof(pbwi_DescriptorProto_ExtensionRange, start),
                                          offsetof(pbwi_DescriptorProto_ExtensionRange, end), false, 1,
                                          PBWI_MAX_FIELD_NUMBER};
/* Message sets encode numbers as values, not in tags, and may use more of them. */
static const range_kind set_extension_kind = {"extension", PBWI_BLAME_EXTENSIONS, offsetof(pbwi_DescriptorProto_ExtensionRange, start),
                                              offsetof(pbwi_DescriptorProto_ExtensionRange, end), false, 1, INT32_MAX};
static const range_kind reserved_kind = {"reserved", PBWI_BLAME_RESERVED, offsetof(pbwi_DescriptorProto_ReservedRange, start),
                                         offsetof(pbwi_DescriptorProto_ReservedRange, end), false, 1,
                                         INT32_MAX};
static const range_kind enum_kind = {"reserved", PBWI_BLAME_RESERVED, offsetof(pbwi_EnumDescriptorProto_EnumReservedRange, start),
                                     offsetof(pbwi_EnumDescriptorProto_EnumReservedRange, end), true, INT32_MIN,
                                     INT32_MAX};

static pbwi_range read_range(const pbw_list *list, size_t index, const range_kind *kind) {
  const void *proto = pbwi_item(list, index);
  int64_t start = *(const int32_t *)pbwi_at(proto, kind->start), end = *(const int32_t *)pbwi_at(proto, kind->end);
  return (pbwi_range){start, end + kind->inclusive};
}

static void blame(pbwi_load *load, int what, int64_t number) {
  load->blame = what;
  load->blamed = number;
}

static pbw_status make_ranges(pbwi_load *load, const pbw_file *file, const char *element, const pbw_list *list,
                              const range_kind *kind, pbwi_ranges *out) {
  size_t count = list->size;
  uint64_t *order = pbwi_arena_alloc(load->work, count * sizeof *order);
  pbwi_range *sorted = pbwi_arena_alloc(load->work, count * sizeof *sorted);
  if (!order || !sorted) return pbwi_fail_memory(load);
  for (size_t i = 0; i < count; i++) {
    pbwi_range range = read_range(list, i, kind);
    blame(load, kind->blame, range.start);
    if (range.start >= range.end || range.start < kind->least || range.end > kind->most + 1)
      return pbwi_fail(load, file, element, "the %s range %d to %d is not one", kind->what, (int)range.start,
                       (int)(range.end - 1));
    order[i] = (uint64_t)(range.start - INT32_MIN) << 32 | i;
  }
  pbwi_sort(order, count);
  for (size_t i = 0; i < count; i++) {
    sorted[i] = read_range(list, (uint32_t)order[i], kind);
    if (i) blame(load, kind->blame, (uint32_t)order[i] > (uint32_t)order[i - 1] ? sorted[i].start : sorted[i - 1].start);
    if (i && sorted[i].start < sorted[i - 1].end)
      return pbwi_fail(load, file, element, "the %s ranges %d to %d and %d to %d overlap", kind->what,
                       (int)sorted[i - 1].start, (int)(sorted[i - 1].end - 1), (int)sorted[i].start,
                       (int)(sorted[i].end - 1));
  }
  load->blame = PBWI_BLAME_ELEMENT;
  *out = (pbwi_ranges){sorted, count};
  return PBW_OK;
}

/* Two sorted lists, walked side by side. */
static pbw_status check_apart(pbwi_load *load, const pbw_type *type, const pbwi_ranges *a, const pbwi_ranges *b) {
  for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
    pbwi_range x = a->sorted[i], y = b->sorted[j];
    if (x.start < y.end && y.start < x.end) {
      blame(load, PBWI_BLAME_EXTENSIONS, x.start);
      return pbwi_fail(load, type->file, type->full_name, "the extension range %d to %d has reserved numbers",
                       (int)x.start, (int)(x.end - 1));
    }
    if (x.end <= y.end)
      i++;
    else
      j++;
  }
  return PBW_OK;
}

static pbw_status make_names(pbwi_load *load, const pbw_file *file, const char *element, const pbw_list *list,
                             pbwi_table *names) {
  *names = (pbwi_table){0};
  for (size_t i = 0; i < list->size; i++) {
    pbw_bytes name = pbwi_bytes_item(list, i);
    if (!name.size) return pbwi_fail(load, file, element, "a reserved name is empty");
    pbwi_entry *entry = pbwi_table_put(names, load->work, (const char *)name.data, name.size);
    if (!entry) return pbwi_fail_memory(load);
    if (entry->value) return pbwi_fail(load, file, element, "the name \"%s\" is reserved twice", pbwi_show(load, name));
    entry->value = entry->key;
  }
  return PBW_OK;
}

static bool has_name(const pbwi_table *names, const char *name) { return pbwi_table_find(names, name, strlen(name)); }

static pbw_status check_number(pbwi_load *load, const pbw_field *field, int32_t number) {
  if (number < 1 || (uint32_t)number > PBWI_MAX_FIELD_NUMBER)
    return pbwi_fail(load, field->file, field->full_name, "number %d is not between 1 and %d", (int)number,
                     PBWI_MAX_FIELD_NUMBER);
  if (number >= FIRST_IMPLEMENTATION_NUMBER && number <= LAST_IMPLEMENTATION_NUMBER)
    return pbwi_fail(load, field->file, field->full_name, "numbers %d to %d belong to implementations",
                     FIRST_IMPLEMENTATION_NUMBER, LAST_IMPLEMENTATION_NUMBER);
  return PBW_OK;
}

/* Text format asks for them later. */
static pbw_status keep_names(pbwi_load *load, pbw_type *type, const pbw_list *names) {
  pbw_arena *arena = load->schema->arena;
  for (size_t i = 0; i < names->size; i++) {
    pbw_bytes name = pbwi_bytes_item(names, i);
    const char *copy = pbwi_arena_string(arena, name.data, name.size);
    pbwi_entry *entry = copy ? pbwi_table_put(&type->reserved_names, arena, copy, name.size) : NULL;
    if (!entry) return pbwi_fail_memory(load);
    entry->value = copy;
  }
  return PBW_OK;
}

static pbw_status check_type(pbwi_load *load, pbw_type *type, pbwi_type_work *work) {
  const pbwi_DescriptorProto *proto = work->proto;
  const range_kind *extensions = type->plan.flags & PBWI_PLAN_MESSAGE_SET ? &set_extension_kind : &extension_kind;
  PBWI_TRY(make_ranges(load, type->file, type->full_name, &proto->extension_range, extensions, &work->extensions));
  PBWI_TRY(make_ranges(load, type->file, type->full_name, &proto->reserved_range, &reserved_kind, &work->reserved));
  PBWI_TRY(check_apart(load, type, &work->extensions, &work->reserved));
  pbwi_table names;
  PBWI_TRY(make_names(load, type->file, type->full_name, &proto->reserved_name, &names));
  PBWI_TRY(keep_names(load, type, &proto->reserved_name));
  for (uint32_t i = 0; i < type->field_count; i++) {
    const pbw_field *field = &type->fields[i];
    int32_t number = work->protos[i]->number;
    PBWI_TRY(check_number(load, field, number));
    if (pbwi_ranges_have(&work->extensions, number))
      return pbwi_fail(load, field->file, field->full_name, "number %d is in an extension range", (int)number);
    if (pbwi_ranges_have(&work->reserved, number))
      return pbwi_fail(load, field->file, field->full_name, "number %d is reserved", (int)number);
    if (has_name(&names, field->name)) return pbwi_fail(load, field->file, field->full_name, "the name is reserved");
  }
  return PBW_OK;
}

static pbw_status check_enum(pbwi_load *load, const pbw_enum *enumeration, const pbwi_EnumDescriptorProto *proto) {
  pbwi_ranges reserved;
  pbwi_table names;
  PBWI_TRY(make_ranges(load, enumeration->file, enumeration->full_name, &proto->reserved_range, &enum_kind,
                       &reserved));
  PBWI_TRY(make_names(load, enumeration->file, enumeration->full_name, &proto->reserved_name, &names));
  if (!reserved.count && !names.count) return PBW_OK;
  for (uint32_t i = 0; i < enumeration->value_count; i++) {
    const pbwi_enum_value *value = &enumeration->values[i];
    if (pbwi_ranges_have(&reserved, value->number))
      return pbwi_fail(load, enumeration->file, pbwi_value_name(load, enumeration, value), "number %d is reserved",
                       (int)value->number);
    if (has_name(&names, value->name))
      return pbwi_fail(load, enumeration->file, pbwi_value_name(load, enumeration, value), "the name is reserved");
  }
  return PBW_OK;
}

pbw_status pbwi_pass_ranges(pbwi_load *load) {
  const pbw_schema *schema = load->schema;
  for (size_t i = 0; i < schema->type_count; i++) PBWI_TRY(check_type(load, &schema->types[i], &load->types[i]));
  for (size_t i = 0; i < schema->enum_count; i++) PBWI_TRY(check_enum(load, &schema->enums[i], load->enums[i].proto));
  /* The limits of an extension's number are its range's; only the implementations' own are left. */
  for (size_t i = 0; i < schema->extension_count; i++) {
    int32_t number = load->extensions[i].proto->number;
    if (number >= 1 && (uint32_t)number > PBWI_MAX_FIELD_NUMBER) continue;
    PBWI_TRY(check_number(load, &schema->extensions[i], number));
  }
  return PBW_OK;
}
