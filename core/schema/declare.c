/* Declaring: an object and a full name for every element of every file, before any of them is looked up.
 *
 * One walk counts, so that all types stand in one array; a second one fills. Fields are put in the order of
 * their numbers here. */
#include "core/base/limits.h"
#include "core/base/utf8.h"
#include "core/schema/load.h"

/* Where an element stands. */
typedef struct place {
  pbw_file *file;
  pbw_type *parent;              /* NULL: in the file itself */
  const char *scope;             /* full name of the parent or the package */
  const pbwi_features *features; /* to inherit */
} place;

/* ---- counting ---- */

static pbw_status count_message(pbwi_load *load, const pbw_file *file, const pbwi_DescriptorProto *proto, int depth) {
  pbw_schema *schema = load->schema;
  if (depth > PBWI_MAX_TYPE_NESTING)
    return pbwi_fail(load, file, NULL, "messages are nested more than %d levels deep in each other",
                     PBWI_MAX_TYPE_NESTING);
  if (!proto->name.size) return pbwi_fail(load, file, NULL, "a message has no name");
  schema->type_count++;
  schema->enum_count += proto->enum_type.size;
  schema->extension_count += proto->extension.size;
  for (size_t i = 0; i < proto->nested_type.size; i++)
    PBWI_TRY(count_message(load, file, pbwi_item(&proto->nested_type, i), depth + 1));
  return PBW_OK;
}

static pbw_status count(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  for (size_t f = 0; f < load->count; f++) {
    const pbwi_FileDescriptorProto *proto = load->sources[f]->proto;
    schema->enum_count += proto->enum_type.size;
    schema->extension_count += proto->extension.size;
    schema->service_count += proto->service.size;
    for (size_t i = 0; i < proto->message_type.size; i++)
      PBWI_TRY(count_message(load, &schema->files[f], pbwi_item(&proto->message_type, i), 1));
  }
  return PBW_OK;
}

static pbw_status allot(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  pbw_arena *arena = schema->arena, *work = load->work;
  schema->types = pbwi_arena_zalloc(arena, schema->type_count * sizeof *schema->types);
  schema->enums = pbwi_arena_zalloc(arena, schema->enum_count * sizeof *schema->enums);
  schema->extensions = pbwi_arena_zalloc(arena, schema->extension_count * sizeof *schema->extensions);
  schema->services = pbwi_arena_zalloc(arena, schema->service_count * sizeof *schema->services);
  load->types = pbwi_arena_zalloc(work, schema->type_count * sizeof *load->types);
  load->enums = pbwi_arena_zalloc(work, schema->enum_count * sizeof *load->enums);
  load->extensions = pbwi_arena_zalloc(work, schema->extension_count * sizeof *load->extensions);
  load->services = pbwi_arena_zalloc(work, schema->service_count * sizeof *load->services);
  if (!schema->types || !schema->enums || !schema->extensions || !schema->services || !load->types ||
      !load->enums || !load->extensions || !load->services)
    return pbwi_fail_memory(load);
  schema->type_count = schema->enum_count = schema->extension_count = schema->service_count = 0;
  return PBW_OK;
}

/* ---- names ---- */

static pbw_status make_name(pbwi_load *load, const place *at, pbw_arena *arena, pbw_bytes name, const char *what,
                            int kind, const void *object, const char **full_name, const char **last) {
  if (!name.size) return pbwi_fail(load, at->file, at->scope, "its %s has no name", what);
  if (!pbwi_is_identifier(name))
    return pbwi_fail(load, at->file, at->scope, "\"%s\" cannot be the name of its %s", pbwi_show(load, name), what);
  char *full = pbwi_full_name(arena, at->scope, name);
  if (!full) return pbwi_fail_memory(load);
  *full_name = full;
  size_t size = strlen(full);
  *last = full + size - name.size;
  return pbwi_symbol_add(load, at->file, full, size, kind, object);
}

static pbw_status make_json_name(pbwi_load *load, pbw_field *field, const pbwi_FieldDescriptorProto *proto) {
  size_t size = strlen(field->name);
  pbw_bytes given = proto->json_name;
  if (!(proto->head.has[0] & PBWI_HAS_FIELD_DESCRIPTOR_PROTO_JSON_NAME)) {
    char *made = pbwi_arena_alloc(load->schema->arena, size + 1);
    if (!made) return pbwi_fail_memory(load);
    made[pbwi_camel_case(field->name, size, false, made)] = 0;
    field->json_name = made;
    return PBW_OK;
  }
  if ((given.size && memchr(given.data, 0, given.size)) || given.size > PBWI_MAX_NAME ||
      !pbwi_utf8_valid(given.data, given.size))
    return pbwi_fail(load, field->file, field->full_name, "\"%s\" cannot be its JSON name", pbwi_show(load, given));
  field->json_name = pbwi_bytes_are(given, field->name)
                         ? field->name
                         : pbwi_arena_string(load->schema->arena, given.data, given.size);
  return field->json_name ? PBW_OK : pbwi_fail_memory(load);
}

/* ---- fields and oneofs ---- */

static pbw_status declare_field(pbwi_load *load, const place *at, const pbwi_FieldDescriptorProto *proto, int kind,
                                pbw_field *field) {
  field->file = at->file;
  PBWI_TRY(make_name(load, at, load->schema->arena, proto->name, "field", kind, field, &field->full_name,
                     &field->name));
  return make_json_name(load, field, proto);
}

/* The fields in the order of their numbers. */
static pbw_status declare_fields(pbwi_load *load, const place *in, pbw_type *type, pbwi_type_work *work) {
  const pbw_list *list = &work->proto->field;
  size_t count = list->size;
  if (count > PBWI_MAX_FIELDS)
    return pbwi_fail(load, in->file, type->full_name, "it has more than %d fields", PBWI_MAX_FIELDS);
  uint64_t *order = pbwi_arena_alloc(load->work, count * sizeof *order);
  type->fields = pbwi_arena_zalloc(load->schema->arena, count * sizeof *type->fields);
  work->protos = pbwi_arena_alloc(load->work, count * sizeof *work->protos);
  work->position = pbwi_arena_alloc(load->work, count * sizeof *work->position);
  if (!order || !type->fields || !work->protos || !work->position) return pbwi_fail_memory(load);
  for (size_t i = 0; i < count; i++) {
    const pbwi_FieldDescriptorProto *proto = pbwi_item(list, i);
    order[i] = (uint64_t)(uint32_t)proto->number << 32 | i;
  }
  pbwi_sort(order, count);
  for (size_t i = 0; i < count; i++) {
    size_t declared = (uint32_t)order[i];
    work->protos[i] = pbwi_item(list, declared);
    work->position[declared] = (uint32_t)i;
    type->fields[i].type = type;
  }
  type->field_count = (uint32_t)count;
  for (size_t i = 0; i < count; i++) /* as declared, so that the first of two equal names counts as such */
    PBWI_TRY(declare_field(load, in, pbwi_item(list, i), PBWI_SYMBOL_OTHER, &type->fields[work->position[i]]));
  for (size_t i = 1; i < count; i++)
    if (work->protos[i]->number == work->protos[i - 1]->number)
      return pbwi_fail(load, in->file, type->fields[i].full_name, "number %d is already taken by \"%s\"",
                       (int)work->protos[i]->number, type->fields[i - 1].name);
  return PBW_OK;
}

/* Members per oneof; whether the first of them is proto3's `optional`. */
typedef struct members {
  uint32_t count;
  bool optional;
} members;

static pbw_status count_members(pbwi_load *load, const pbw_type *type, const pbwi_type_work *work, members *of) {
  const pbwi_DescriptorProto *proto = work->proto;
  int64_t before = -1;
  for (size_t i = 0; i < proto->field.size; i++) {
    const pbwi_FieldDescriptorProto *field = pbwi_item(&proto->field, i);
    const char *name = type->fields[work->position[i]].full_name;
    bool inside = field->head.has[0] & PBWI_HAS_FIELD_DESCRIPTOR_PROTO_ONEOF_INDEX;
    if (field->proto3_optional && (!inside || type->file->edition != PBW_EDITION_PROTO3))
      return pbwi_fail(load, type->file, name, "proto3_optional is for members of a oneof of their own in proto3");
    int64_t index = inside ? field->oneof_index : -1;
    if (inside && (index < 0 || (size_t)index >= proto->oneof_decl.size))
      return pbwi_fail(load, type->file, name, "its type has no oneof %d", (int)index);
    if (inside && of[index].count && before != index)
      return pbwi_fail(load, type->file, name, "the members of a oneof must stand together");
    if (inside) {
      of[index].count++;
      of[index].optional |= field->proto3_optional;
    }
    before = index;
  }
  return PBW_OK;
}

static pbw_status declare_oneof(pbwi_load *load, const place *in, pbw_type *type, pbwi_type_work *work, size_t index,
                                const members *of, pbw_oneof *spare) {
  const pbwi_OneofDescriptorProto *proto = pbwi_item(&work->proto->oneof_decl, index);
  pbw_oneof *oneof = of->optional ? spare : &type->oneofs[type->oneof_count];
  *oneof = (pbw_oneof){.type = type};
  PBWI_TRY(make_name(load, in, load->schema->arena, proto->name, "oneof", PBWI_SYMBOL_OTHER, oneof,
                     &oneof->full_name, &oneof->name));
  if (!of->count) return pbwi_fail(load, in->file, oneof->full_name, "the oneof has no fields");
  if (of->optional && of->count > 1)
    return pbwi_fail(load, in->file, oneof->full_name, "the oneof of a proto3_optional field has other fields");
  work->oneof_features[index] = type->features;
  pbwi_element_options options;
  PBWI_TRY(pbwi_element_options_read(load, in->file, oneof->full_name, PBWI_BOOT_ONEOF_OPTIONS, &proto->options,
                                     &oneof->options, &options));
  PBWI_TRY(pbwi_features_apply(load, in->file, oneof->full_name, PBWI_TARGET_ONEOF, options.features,
                               &work->oneof_features[index]));
  if (of->optional) return PBW_OK;
  oneof->fields = pbwi_arena_alloc(load->schema->arena, of->count * sizeof *oneof->fields);
  if (!oneof->fields) return pbwi_fail_memory(load);
  work->oneofs[index] = oneof;
  type->oneof_count++;
  return PBW_OK;
}

static pbw_status declare_oneofs(pbwi_load *load, const place *in, pbw_type *type, pbwi_type_work *work) {
  const pbwi_DescriptorProto *proto = work->proto;
  size_t count = proto->oneof_decl.size, real = 0;
  members *of = pbwi_arena_zalloc(load->work, count * sizeof *of);
  pbw_oneof *spare = pbwi_arena_alloc(load->work, sizeof *spare);
  work->oneofs = pbwi_arena_zalloc(load->work, count * sizeof *work->oneofs);
  work->oneof_features = pbwi_arena_alloc(load->work, count * sizeof *work->oneof_features);
  if (!of || !spare || !work->oneofs || !work->oneof_features) return pbwi_fail_memory(load);
  PBWI_TRY(count_members(load, type, work, of));
  for (size_t i = 0; i < count; i++) real += !of[i].optional;
  type->oneofs = pbwi_arena_alloc(load->schema->arena, real * sizeof *type->oneofs);
  if (!type->oneofs) return pbwi_fail_memory(load);
  for (size_t i = 0; i < count; i++) PBWI_TRY(declare_oneof(load, in, type, work, i, &of[i], spare));
  for (size_t i = 0; i < proto->field.size; i++) {
    const pbwi_FieldDescriptorProto *member = pbwi_item(&proto->field, i);
    if (!(member->head.has[0] & PBWI_HAS_FIELD_DESCRIPTOR_PROTO_ONEOF_INDEX)) continue;
    pbw_oneof *oneof = work->oneofs[member->oneof_index];
    pbw_field *field = &type->fields[work->position[i]];
    field->oneof = oneof;
    if (oneof) oneof->fields[oneof->field_count++] = field;
  }
  return PBW_OK;
}

static pbw_status declare_extensions(pbwi_load *load, const place *in, const pbw_list *list) {
  for (size_t i = 0; i < list->size; i++) {
    size_t index = load->schema->extension_count++;
    pbw_field *field = &load->schema->extensions[index];
    load->extensions[index].proto = pbwi_item(list, i);
    field->scope = in->parent;
    PBWI_TRY(declare_field(load, in, pbwi_item(list, i), PBWI_SYMBOL_EXTENSION, field));
  }
  return PBW_OK;
}

/* ---- enums ---- */

/* An element that no feature is for: none may be set there. */
static pbw_status check_features(pbwi_load *load, const pbw_file *file, const char *element, const pbwi_element_options *options) {
  pbwi_features none = {0};
  return pbwi_features_apply(load, file, element, 0, options->features, &none);
}

static pbw_status declare_values(pbwi_load *load, const place *at, const pbw_list *list, pbw_enum *enumeration) {
  if (!list->size)
    return pbwi_fail(load, at->file, enumeration->full_name, "the enum has no values");
  pbw_arena *arena = load->schema->arena;
  enumeration->values = pbwi_arena_alloc(arena, list->size * sizeof *enumeration->values);
  if (!enumeration->values || !pbwi_table_reserve(&enumeration->by_name, arena, list->size))
    return pbwi_fail_memory(load);
  enumeration->value_count = (uint32_t)list->size;
  for (size_t i = 0; i < list->size; i++) {
    const pbwi_EnumValueDescriptorProto *proto = pbwi_item(list, i);
    pbwi_enum_value *value = &enumeration->values[i];
    *value = (pbwi_enum_value){.number = proto->number};
    const char *full_name, *name; /* a value is a sibling of its enum */
    PBWI_TRY(make_name(load, at, load->work, proto->name, "enum value", PBWI_SYMBOL_OTHER, value, &full_name, &name));
    value->name = pbwi_arena_string(arena, name, proto->name.size);
    if (!value->name) return pbwi_fail_memory(load);
    pbwi_table_put(&enumeration->by_name, arena, value->name, proto->name.size)->value = value;
    pbwi_element_options options;
    PBWI_TRY(pbwi_element_options_read(load, at->file, full_name, PBWI_BOOT_ENUM_VALUE_OPTIONS, &proto->options,
                                       &value->options, &options));
    PBWI_TRY(check_features(load, at->file, full_name, &options));
  }
  return PBW_OK;
}

/* The distinct numbers in order, with the first value of each; the longest run without a gap is `dense`. */
static pbw_status order_values(pbwi_load *load, pbw_enum *enumeration, bool allow_alias) {
  uint32_t count = enumeration->value_count, distinct = 0;
  uint64_t *order = pbwi_arena_alloc(load->work, count * sizeof *order);
  int32_t *sorted = pbwi_arena_alloc(load->schema->arena, count * sizeof *sorted);
  uint32_t *first = pbwi_arena_alloc(load->schema->arena, count * sizeof *first);
  if (!order || !sorted || !first) return pbwi_fail_memory(load);
  for (uint32_t i = 0; i < count; i++)
    order[i] = (uint64_t)((uint32_t)enumeration->values[i].number ^ UINT32_C(0x80000000)) << 32 | i;
  pbwi_sort(order, count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t index = (uint32_t)order[i];
    int32_t number = enumeration->values[index].number;
    if (distinct && sorted[distinct - 1] == number) {
      if (!allow_alias)
        return pbwi_fail(load, enumeration->file, pbwi_value_name(load, enumeration, &enumeration->values[index]),
                         "\"%s\" and \"%s\" have the same number %d, which needs allow_alias",
                         enumeration->values[first[distinct - 1]].name, enumeration->values[index].name, (int)number);
      continue;
    }
    sorted[distinct] = number;
    first[distinct++] = index;
  }
  pbwi_numbers *numbers = &enumeration->numbers;
  *numbers = (pbwi_numbers){.count = distinct, .sorted = sorted};
  for (uint32_t start = 0, end; start < distinct; start = end) {
    for (end = start + 1; end < distinct && (int64_t)sorted[end] == (int64_t)sorted[end - 1] + 1; end++) {}
    if (end - start > numbers->dense) {
      numbers->low = sorted[start];
      numbers->dense = end - start;
    }
  }
  enumeration->first = first;
  return PBW_OK;
}

static pbw_status declare_enum(pbwi_load *load, const place *at, const pbwi_EnumDescriptorProto *proto) {
  size_t index = load->schema->enum_count++;
  pbw_enum *enumeration = &load->schema->enums[index];
  load->enums[index].proto = proto;
  *enumeration = (pbw_enum){.file = at->file, .parent = at->parent, .features = *at->features};
  PBWI_TRY(make_name(load, at, load->schema->arena, proto->name, "enum", PBWI_SYMBOL_ENUM, enumeration,
                     &enumeration->full_name, &enumeration->name));
  pbwi_element_options options;
  PBWI_TRY(pbwi_element_options_read(load, at->file, enumeration->full_name, PBWI_BOOT_ENUM_OPTIONS, &proto->options,
                                     &enumeration->options, &options));
  PBWI_TRY(pbwi_features_apply(load, at->file, enumeration->full_name, PBWI_TARGET_ENUM, options.features,
                               &enumeration->features));
  load->enums[index].legacy_json = options.legacy_json;
  enumeration->closed = enumeration->features.enum_type == PBWI_CLOSED;
  PBWI_TRY(declare_values(load, at, &proto->value, enumeration));
  return order_values(load, enumeration, options.allow_alias);
}

/* ---- messages ---- */

/* Recurses at most PBWI_MAX_TYPE_NESTING deep: count_message has seen to it. */
static pbw_status declare_message(pbwi_load *load, const place *at, const pbwi_DescriptorProto *proto) {
  size_t index = load->schema->type_count++;
  pbw_type *type = &load->schema->types[index];
  pbwi_type_work *work = &load->types[index];
  *work = (pbwi_type_work){.proto = proto};
  type->file = at->file;
  type->parent = at->parent;
  type->features = *at->features;
  PBWI_TRY(make_name(load, at, load->schema->arena, proto->name, "message", PBWI_SYMBOL_TYPE, type, &type->full_name,
                     &type->name));
  type->plan.name = type->full_name;
  type->plan.type = type;

  pbwi_element_options options;
  PBWI_TRY(pbwi_element_options_read(load, at->file, type->full_name, PBWI_BOOT_MESSAGE_OPTIONS, &proto->options,
                                     &type->options, &options));
  PBWI_TRY(pbwi_features_apply(load, at->file, type->full_name, PBWI_TARGET_MESSAGE, options.features,
                               &type->features));
  work->legacy_json = options.legacy_json;
  if (options.map_entry) type->plan.flags |= PBWI_PLAN_ENTRY;
  if (options.message_set) type->plan.flags |= PBWI_PLAN_MESSAGE_SET;

  place inside = {at->file, type, type->full_name, &type->features};
  PBWI_TRY(declare_fields(load, &inside, type, work));
  PBWI_TRY(declare_oneofs(load, &inside, type, work));
  for (size_t i = 0; i < proto->enum_type.size; i++)
    PBWI_TRY(declare_enum(load, &inside, pbwi_item(&proto->enum_type, i)));
  PBWI_TRY(declare_extensions(load, &inside, &proto->extension));
  for (size_t i = 0; i < proto->nested_type.size; i++)
    PBWI_TRY(declare_message(load, &inside, pbwi_item(&proto->nested_type, i)));
  return PBW_OK;
}

/* ---- services ---- */

static pbw_status declare_service(pbwi_load *load, const place *at, const pbwi_ServiceDescriptorProto *proto) {
  size_t index = load->schema->service_count++;
  pbw_service *service = &load->schema->services[index];
  load->services[index] = proto;
  *service = (pbw_service){.file = at->file};
  pbw_arena *arena = load->schema->arena;
  PBWI_TRY(make_name(load, at, arena, proto->name, "service", PBWI_SYMBOL_SERVICE, service, &service->full_name,
                     &service->name));
  pbwi_element_options options;
  PBWI_TRY(pbwi_element_options_read(load, at->file, service->full_name, PBWI_BOOT_SERVICE_OPTIONS, &proto->options,
                                     &service->options, &options));
  PBWI_TRY(check_features(load, at->file, service->full_name, &options));
  size_t count = proto->method.size;
  service->methods = pbwi_arena_zalloc(arena, count * sizeof *service->methods);
  if (!service->methods) return pbwi_fail_memory(load);
  place inside = {at->file, NULL, service->full_name, at->features};
  for (size_t i = 0; i < count; i++) {
    const pbwi_MethodDescriptorProto *from = pbwi_item(&proto->method, i);
    pbw_method *method = &service->methods[i];
    *method = (pbw_method){.service = service, .client_streaming = from->client_streaming,
                           .server_streaming = from->server_streaming};
    PBWI_TRY(make_name(load, &inside, arena, from->name, "method", PBWI_SYMBOL_OTHER, method, &method->full_name,
                       &method->name));
    PBWI_TRY(pbwi_element_options_read(load, at->file, method->full_name, PBWI_BOOT_METHOD_OPTIONS, &from->options,
                                       &method->options, &options));
    PBWI_TRY(check_features(load, at->file, method->full_name, &options));
  }
  service->method_count = (uint32_t)count;
  return PBW_OK;
}

/* ---- files ---- */

/* "a", "a.b", "a.b.c" */
static pbw_status declare_package(pbwi_load *load, const pbw_file *file) {
  size_t size = strlen(file->package);
  for (size_t i = 1; i <= size; i++) {
    if (i < size && file->package[i] != '.') continue;
    PBWI_TRY(pbwi_symbol_add(load, file, file->package, i, PBWI_SYMBOL_PACKAGE, file));
  }
  return PBW_OK;
}

static pbw_status declare_file(pbwi_load *load, pbw_file *file, const pbwi_FileDescriptorProto *proto) {
  PBWI_TRY(declare_package(load, file));
  place at = {file, NULL, file->package, &file->features};
  for (size_t i = 0; i < proto->message_type.size; i++)
    PBWI_TRY(declare_message(load, &at, pbwi_item(&proto->message_type, i)));
  for (size_t i = 0; i < proto->enum_type.size; i++)
    PBWI_TRY(declare_enum(load, &at, pbwi_item(&proto->enum_type, i)));
  PBWI_TRY(declare_extensions(load, &at, &proto->extension));
  for (size_t i = 0; i < proto->service.size; i++)
    PBWI_TRY(declare_service(load, &at, pbwi_item(&proto->service, i)));
  return PBW_OK;
}

/* A name takes some 24 bytes of a descriptor, with what describes it. */
static size_t symbols_expected(const pbwi_load *load) {
  size_t bytes = 0;
  for (size_t i = 0; i < load->count; i++) bytes += load->sources[i]->bytes.size;
  return bytes / 24;
}

pbw_status pbwi_pass_declare(pbwi_load *load) {
  PBWI_TRY(count(load));
  PBWI_TRY(allot(load));
  if (!pbwi_table_reserve(&load->symbols, load->work, symbols_expected(load))) return pbwi_fail_memory(load);
  for (size_t i = 0; i < load->count; i++)
    PBWI_TRY(declare_file(load, &load->schema->files[i], load->sources[i]->proto));
  return PBW_OK;
}
