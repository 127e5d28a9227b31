/* The exported functions: every one of them, and nothing else. Each checks its handles for NULL and calls the
 * floor below; what it means stands in pbwire.h, how it works in core/. */
#include "abi/pbwire.h"

#include "core/base/status.h"
#include "core/codec/ctx.h"
#include "core/codec/decode.h"
#include "core/codec/delimited.h"
#include "core/codec/encode.h"
#include "core/codec/reader.h"
#include "core/codec/size.h"
#include "core/codec/writer.h"
#include "core/format/run.h"
#include "core/message/access.h"
#include "core/message/check.h"
#include "core/message/equal.h"
#include "core/message/lists.h"
#include "core/message/maps.h"
#include "core/message/merge.h"
#include "core/message/owned.h"
#include "core/message/typed.h"
#include "core/message/unknown.h"
#include "core/plan/describe.h"
#include "core/schema/schema.h"
#include "core/source/source.h"

#define VERSION "0.1.0" /* scripts and pbwire.pc read it here */
#define ABI_MAJOR 0u
#define ABI_MINOR 1u

/* What NULL or a wrong handle gives, told to the caller's record too. */
static pbw_status refuse(pbw_error *error) {
  return pbwi_error_set(error, PBW_ERR_ARGUMENT, PBW_NO_OFFSET, NULL, NULL);
}

/* The plan of a type that has messages: a map entry is laid out otherwise. */
static const pbwi_plan *plan_of(const pbw_type *type) {
  return type && !(type->plan.flags & PBWI_PLAN_ENTRY) ? &type->plan : NULL;
}

/* ==== 2. Library, status ========================================================================= */

uint32_t pbw_abi_version(void) { return ABI_MAJOR << 16 | ABI_MINOR; }

const char *pbw_version(void) { return VERSION; }

int32_t pbw_has_feature(const char *name) {
  static const char *const features[] = {"binary", "pooled", "alias", "editions-2024", "json", "text", "source"};
  for (size_t i = 0; name && i < sizeof features / sizeof *features; i++)
    if (!strcmp(features[i], name)) return 1;
  return 0;
}

const char *pbw_status_name(pbw_status status) { return pbwi_status_name(status); }
const char *pbw_status_text(pbw_status status) { return pbwi_status_text(status); }

/* ==== 3. Schemas ================================================================================= */

pbw_status pbw_schema_load(const uint8_t *set, size_t set_size, pbw_schema **out, pbw_error *error) {
  if (!out) return refuse(error);
  *out = NULL;
  if (!set && set_size) return refuse(error);
  pbw_schema *schema = NULL;
  pbw_status status = pbwi_schema_new(NULL, &schema);
  if (status) return pbwi_error_set(error, status, PBW_NO_OFFSET, NULL, NULL);
  status = pbwi_schema_add(schema, set, set_size, error);
  if (!status) status = pbwi_schema_build(schema, error);
  if (status) {
    pbwi_schema_free(schema);
    return status;
  }
  *out = schema;
  return PBW_OK;
}

pbw_status pbw_schema_new(const pbw_allocator *allocator, pbw_schema **out) {
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  return pbwi_schema_new(allocator, out);
}

pbw_status pbw_schema_add(pbw_schema *schema, const uint8_t *set, size_t set_size, pbw_error *error) {
  if (!schema || (!set && set_size)) return refuse(error);
  return pbwi_schema_add(schema, set, set_size, error);
}

pbw_status pbw_schema_build(pbw_schema *schema, pbw_error *error) {
  return schema ? pbwi_schema_build(schema, error) : refuse(error);
}

pbw_status pbw_source_new(const pbw_allocator *allocator, pbw_source **out) {
  return out ? pbwi_source_new(allocator, out) : PBW_ERR_ARGUMENT;
}

void pbw_source_free(pbw_source *source) { pbwi_source_free(source); }

pbw_status pbw_source_add(pbw_source *source, const char *name, const uint8_t *text, size_t size) {
  return source && name && (text || !size) ? pbwi_source_add(source, name, text, size) : PBW_ERR_ARGUMENT;
}

const char *pbw_source_import(const pbw_source *source, size_t index) {
  return source && index < source->asked_count ? source->asked[index] : NULL;
}

pbw_status pbw_source_compile(pbw_source *source, pbw_schema **schema, const uint8_t **set, size_t *set_size, pbw_error *error) {
  if (schema) *schema = NULL;
  if (set) *set = NULL;
  if (set_size) *set_size = 0;
  if (!source || !set != !set_size) return refuse(error);
  pbw_bytes bytes = {NULL, 0};
  pbw_status status = pbwi_source_compile(source, schema, set ? &bytes : NULL, error);
  if (!status && set) {
    *set = bytes.data;
    *set_size = bytes.size;
  }
  return status;
}

const char *pbw_source_errors(const pbw_source *source) {
  return !source ? NULL : source->report ? source->report : "";
}

pbw_schema *pbw_schema_retain(const pbw_schema *schema) {
  return schema ? pbwi_schema_retain((pbw_schema *)(uintptr_t)schema) : NULL;
}
void pbw_schema_free(pbw_schema *schema) { pbwi_schema_free(schema); }

const pbw_file *pbw_schema_file(const pbw_schema *schema, const char *name) {
  return schema && name ? pbwi_schema_file(schema, name) : NULL;
}
const pbw_type *pbw_schema_type(const pbw_schema *schema, const char *full_name) {
  return schema && full_name ? pbwi_schema_type(schema, full_name) : NULL;
}
const pbw_enum *pbw_schema_enum(const pbw_schema *schema, const char *full_name) {
  return schema && full_name ? pbwi_schema_enum(schema, full_name) : NULL;
}
const pbw_field *pbw_schema_extension(const pbw_schema *schema, const char *full_name) {
  return schema && full_name ? pbwi_schema_extension(schema, full_name) : NULL;
}
const pbw_service *pbw_schema_service(const pbw_schema *schema, const char *full_name) {
  return schema && full_name ? pbwi_schema_service(schema, full_name) : NULL;
}

size_t pbw_schema_file_count(const pbw_schema *schema) { return schema ? schema->file_count : 0; }
const pbw_file *pbw_schema_file_at(const pbw_schema *schema, size_t index) {
  return schema && index < schema->file_count ? &schema->files[index] : NULL;
}
size_t pbw_schema_type_count(const pbw_schema *schema) { return schema ? schema->type_count : 0; }
const pbw_type *pbw_schema_type_at(const pbw_schema *schema, size_t index) {
  return schema && index < schema->type_count ? &schema->types[index] : NULL;
}
size_t pbw_schema_enum_count(const pbw_schema *schema) { return schema ? schema->enum_count : 0; }
const pbw_enum *pbw_schema_enum_at(const pbw_schema *schema, size_t index) {
  return schema && index < schema->enum_count ? &schema->enums[index] : NULL;
}
size_t pbw_schema_extension_count(const pbw_schema *schema) { return schema ? schema->extension_count : 0; }
const pbw_field *pbw_schema_extension_at(const pbw_schema *schema, size_t index) {
  return schema && index < schema->extension_count ? &schema->extensions[index] : NULL;
}
size_t pbw_schema_service_count(const pbw_schema *schema) { return schema ? schema->service_count : 0; }
const pbw_service *pbw_schema_service_at(const pbw_schema *schema, size_t index) {
  return schema && index < schema->service_count ? &schema->services[index] : NULL;
}

/* ---- files ---- */

const char *pbw_file_name(const pbw_file *file) { return file ? file->name : NULL; }
const char *pbw_file_package(const pbw_file *file) { return file ? file->package : NULL; }
int32_t pbw_file_edition(const pbw_file *file) { return file ? file->edition : 0; }
int32_t pbw_file_is_builtin(const pbw_file *file) { return file && file->builtin; }
size_t pbw_file_import_count(const pbw_file *file) { return file ? file->import_count : 0; }
const pbw_file *pbw_file_import_at(const pbw_file *file, size_t index) {
  return file && index < file->import_count ? file->imports[index] : NULL;
}

/* ---- types ---- */

const char *pbw_type_full_name(const pbw_type *type) { return type ? type->full_name : NULL; }
const char *pbw_type_name(const pbw_type *type) { return type ? type->name : NULL; }
const pbw_file *pbw_type_file(const pbw_type *type) { return type ? type->file : NULL; }
const pbw_type *pbw_type_parent(const pbw_type *type) { return type ? type->parent : NULL; }
int32_t pbw_type_is_map_entry(const pbw_type *type) { return type && type->plan.flags & PBWI_PLAN_ENTRY; }
const pbw_schema *pbw_type_schema(const pbw_type *type) { return type ? type->file->schema : NULL; }

size_t pbw_type_field_count(const pbw_type *type) { return type ? type->field_count : 0; }
const pbw_field *pbw_type_field_at(const pbw_type *type, size_t index) {
  return type && index < type->field_count ? &type->fields[index] : NULL;
}
const pbw_field *pbw_type_field(const pbw_type *type, const char *name) {
  return type && name ? pbwi_type_field(type, name, strlen(name)) : NULL;
}
const pbw_field *pbw_type_field_by_number(const pbw_type *type, uint32_t number) {
  return type ? pbwi_type_field_by_number(type, number) : NULL;
}

size_t pbw_type_extension_count(const pbw_type *type) { return type ? type->extension_count : 0; }
const pbw_field *pbw_type_extension_at(const pbw_type *type, size_t index) {
  return type && index < type->extension_count ? type->extensions[index] : NULL;
}

size_t pbw_type_oneof_count(const pbw_type *type) { return type ? type->oneof_count : 0; }
const pbw_oneof *pbw_type_oneof_at(const pbw_type *type, size_t index) {
  return type && index < type->oneof_count ? &type->oneofs[index] : NULL;
}
const pbw_oneof *pbw_type_oneof(const pbw_type *type, const char *name) {
  return type && name ? pbwi_type_oneof(type, name) : NULL;
}

const char *pbw_oneof_name(const pbw_oneof *oneof) { return oneof ? oneof->name : NULL; }
const pbw_type *pbw_oneof_type(const pbw_oneof *oneof) { return oneof ? oneof->type : NULL; }
size_t pbw_oneof_field_count(const pbw_oneof *oneof) { return oneof ? oneof->field_count : 0; }
const pbw_field *pbw_oneof_field_at(const pbw_oneof *oneof, size_t index) {
  return oneof && index < oneof->field_count ? oneof->fields[index] : NULL;
}

/* ---- fields ---- */

static int32_t field_flag(const pbw_field *field, uint8_t flag) { return field && field->slot->flags & flag; }

const char *pbw_field_name(const pbw_field *field) { return field ? field->name : NULL; }
const char *pbw_field_full_name(const pbw_field *field) { return field ? field->full_name : NULL; }
const char *pbw_field_json_name(const pbw_field *field) { return field ? field->json_name : NULL; }
uint32_t pbw_field_number(const pbw_field *field) { return field ? field->slot->number : 0; }
int32_t pbw_field_type(const pbw_field *field) { return field ? field->slot->type : 0; }
int32_t pbw_field_cardinality(const pbw_field *field) { return field ? field->slot->cardinality : 0; }
int32_t pbw_field_has_presence(const pbw_field *field) { return field && field->has_presence; }
int32_t pbw_field_is_required(const pbw_field *field) { return field_flag(field, PBWI_SLOT_REQUIRED); }
int32_t pbw_field_is_packed(const pbw_field *field) { return field_flag(field, PBWI_SLOT_PACKED); }
int32_t pbw_field_is_extension(const pbw_field *field) { return field_flag(field, PBWI_SLOT_EXTENSION); }
int32_t pbw_field_is_utf8(const pbw_field *field) { return field_flag(field, PBWI_SLOT_UTF8); }
const pbw_type *pbw_field_containing_type(const pbw_field *field) { return field ? field->type : NULL; }
const pbw_file *pbw_field_file(const pbw_field *field) { return field ? field->file : NULL; }
const pbw_oneof *pbw_field_oneof(const pbw_field *field) { return field ? field->oneof : NULL; }

const pbw_type *pbw_field_message_type(const pbw_field *field) { return field ? field->message_type : NULL; }
const pbw_enum *pbw_field_enum_type(const pbw_field *field) { return field ? field->enum_type : NULL; }
const pbw_field *pbw_field_map_key(const pbw_field *field) {
  return field && field->slot->cardinality == PBW_MAP ? &field->message_type->fields[0] : NULL;
}
const pbw_field *pbw_field_map_value(const pbw_field *field) {
  return field && field->slot->cardinality == PBW_MAP ? &field->message_type->fields[1] : NULL;
}

pbw_status pbw_field_default(const pbw_field *field, void *cell) {
  return field && cell ? pbwi_field_default(field, cell) : PBW_ERR_ARGUMENT;
}
int32_t pbw_field_has_default(const pbw_field *field) { return field && field->has_default; }

/* ---- enums ---- */

const char *pbw_enum_full_name(const pbw_enum *enumeration) { return enumeration ? enumeration->full_name : NULL; }
const char *pbw_enum_name(const pbw_enum *enumeration) { return enumeration ? enumeration->name : NULL; }
const pbw_file *pbw_enum_file(const pbw_enum *enumeration) { return enumeration ? enumeration->file : NULL; }
const pbw_type *pbw_enum_parent(const pbw_enum *enumeration) { return enumeration ? enumeration->parent : NULL; }
int32_t pbw_enum_is_closed(const pbw_enum *enumeration) { return enumeration && enumeration->closed; }

size_t pbw_enum_value_count(const pbw_enum *enumeration) { return enumeration ? enumeration->value_count : 0; }
const char *pbw_enum_value_name_at(const pbw_enum *enumeration, size_t index) {
  return enumeration && index < enumeration->value_count ? enumeration->values[index].name : NULL;
}
int32_t pbw_enum_value_number_at(const pbw_enum *enumeration, size_t index) {
  return enumeration && index < enumeration->value_count ? enumeration->values[index].number : 0;
}
const char *pbw_enum_value_name(const pbw_enum *enumeration, int32_t number) {
  const pbwi_enum_value *value = enumeration ? pbwi_enum_by_number(enumeration, number) : NULL;
  return value ? value->name : NULL;
}
pbw_status pbw_enum_value_number(const pbw_enum *enumeration, const char *name, int32_t *number) {
  if (!enumeration || !name || !number) return PBW_ERR_ARGUMENT;
  const pbwi_enum_value *value = pbwi_enum_by_name(enumeration, name, strlen(name));
  *number = value ? value->number : 0;
  return value ? PBW_OK : PBW_ERR_NOT_FOUND;
}

/* ---- services ---- */

const char *pbw_service_full_name(const pbw_service *service) { return service ? service->full_name : NULL; }
const char *pbw_service_name(const pbw_service *service) { return service ? service->name : NULL; }
const pbw_file *pbw_service_file(const pbw_service *service) { return service ? service->file : NULL; }
size_t pbw_service_method_count(const pbw_service *service) { return service ? service->method_count : 0; }
const pbw_method *pbw_service_method_at(const pbw_service *service, size_t index) {
  return service && index < service->method_count ? &service->methods[index] : NULL;
}
const pbw_method *pbw_service_method(const pbw_service *service, const char *name) {
  return service && name ? pbwi_service_method(service, name) : NULL;
}

const char *pbw_method_name(const pbw_method *method) { return method ? method->name : NULL; }
const pbw_type *pbw_method_input(const pbw_method *method) { return method ? method->input : NULL; }
const pbw_type *pbw_method_output(const pbw_method *method) { return method ? method->output : NULL; }
int32_t pbw_method_client_streaming(const pbw_method *method) { return method && method->client_streaming; }
int32_t pbw_method_server_streaming(const pbw_method *method) { return method && method->server_streaming; }

/* ---- options ---- */

static pbw_status read_options(const pbw_file *file, int kind, pbw_bytes options, pbw_arena *arena,
                               pbw_message **out) {
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  return pbwi_options_read(file->schema, kind, options, arena, out);
}

pbw_status pbw_file_options(const pbw_file *file, pbw_arena *arena, pbw_message **out) {
  if (!file) return PBW_ERR_ARGUMENT;
  return read_options(file, PBWI_OPTIONS_FILE, file->options, arena, out);
}
pbw_status pbw_type_options(const pbw_type *type, pbw_arena *arena, pbw_message **out) {
  if (!type) return PBW_ERR_ARGUMENT;
  return read_options(type->file, PBWI_OPTIONS_MESSAGE, type->options, arena, out);
}
pbw_status pbw_field_options(const pbw_field *field, pbw_arena *arena, pbw_message **out) {
  if (!field) return PBW_ERR_ARGUMENT;
  return read_options(field->file, PBWI_OPTIONS_FIELD, field->options, arena, out);
}
pbw_status pbw_oneof_options(const pbw_oneof *oneof, pbw_arena *arena, pbw_message **out) {
  if (!oneof) return PBW_ERR_ARGUMENT;
  return read_options(oneof->type->file, PBWI_OPTIONS_ONEOF, oneof->options, arena, out);
}
pbw_status pbw_enum_options(const pbw_enum *enumeration, pbw_arena *arena, pbw_message **out) {
  if (!enumeration) return PBW_ERR_ARGUMENT;
  return read_options(enumeration->file, PBWI_OPTIONS_ENUM, enumeration->options, arena, out);
}
pbw_status pbw_enum_value_options_at(const pbw_enum *enumeration, size_t index, pbw_arena *arena,
                                     pbw_message **out) {
  if (!enumeration) return PBW_ERR_ARGUMENT;
  if (index >= enumeration->value_count) return PBW_ERR_RANGE;
  return read_options(enumeration->file, PBWI_OPTIONS_ENUM_VALUE, enumeration->values[index].options, arena, out);
}
pbw_status pbw_service_options(const pbw_service *service, pbw_arena *arena, pbw_message **out) {
  if (!service) return PBW_ERR_ARGUMENT;
  return read_options(service->file, PBWI_OPTIONS_SERVICE, service->options, arena, out);
}
pbw_status pbw_method_options(const pbw_method *method, pbw_arena *arena, pbw_message **out) {
  if (!method) return PBW_ERR_ARGUMENT;
  return read_options(method->service->file, PBWI_OPTIONS_METHOD, method->options, arena, out);
}

/* ==== 4. Cells =================================================================================== */

pbw_status pbw_field_cell(const pbw_field *field, pbw_cell *cell) {
  return field && cell ? pbwi_slot_describe(field->slot, cell) : PBW_ERR_ARGUMENT;
}

uint32_t pbw_oneof_case_offset(const pbw_oneof *oneof) { return oneof ? oneof->case_offset : 0; }
uint32_t pbw_type_unknown_offset(const pbw_type *type) { return plan_of(type) ? offsetof(pbw_message, unknown) : 0; }
size_t pbw_type_message_size(const pbw_type *type) { return type ? type->plan.size : 0; }

/* ==== 5. Messages ================================================================================ */

pbw_status pbw_arena_new(const pbw_allocator *allocator, size_t max_bytes, pbw_arena **out) {
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  pbw_allocator memory;
  pbw_status status = pbwi_allocator_init(&memory, allocator);
  if (!status && !(*out = pbwi_arena_new(&memory, max_bytes, 0))) status = PBW_ERR_MEMORY;
  return status;
}

void pbw_arena_free(pbw_arena *arena) { pbwi_arena_free(arena); }
size_t pbw_arena_size(const pbw_arena *arena) { return arena ? arena->held : 0; }

pbw_status pbw_message_new(const pbw_type *type, pbw_arena *arena, pbw_message **out) {
  const pbwi_plan *plan = plan_of(type);
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  return plan ? pbwi_owned_new(plan, arena, out) : PBW_ERR_ARGUMENT;
}

void pbw_message_free(pbw_message *message) { pbwi_owned_free(message); }

const pbw_type *pbw_message_type(const pbw_message *message) { return message ? message->plan->type : NULL; }
pbw_arena *pbw_message_arena(pbw_message *message) {
  return message && message->arena && !message->arena->in_ctx ? message->arena : NULL;
}

/* A field's slot; the functions below refuse NULL. */
static const pbwi_slot *slot_of(const pbw_field *field) { return field ? field->slot : NULL; }

/* ---- singular fields ---- */

int32_t pbw_message_has(const pbw_message *message, const pbw_field *field) {
  return pbwi_message_has(message, slot_of(field));
}
pbw_status pbw_message_get(const pbw_message *message, const pbw_field *field, void *cell) {
  return pbwi_message_get(message, slot_of(field), cell);
}
pbw_status pbw_message_set(pbw_message *message, const pbw_field *field, const void *cell) {
  return pbwi_message_set(message, slot_of(field), cell);
}
pbw_status pbw_message_mutable(pbw_message *message, const pbw_field *field, pbw_message **out) {
  return pbwi_message_mutable(message, slot_of(field), out);
}
pbw_status pbw_message_clear_field(pbw_message *message, const pbw_field *field) {
  return pbwi_message_clear_field(message, slot_of(field));
}
pbw_status pbw_message_clear(pbw_message *message) { return pbwi_message_clear(message); }

const pbw_field *pbw_message_oneof(const pbw_message *message, const pbw_oneof *oneof) {
  if (!message || !oneof || &oneof->type->plan != message->plan) return NULL;
  const pbwi_slot *slot = pbwi_message_oneof(message, oneof->case_offset);
  return slot ? slot->field : NULL;
}

pbw_status pbw_message_next(const pbw_message *message, size_t *iterator, const pbw_field **field) {
  if (field) *field = NULL;
  if (!message || !iterator || !field) return PBW_ERR_ARGUMENT;
  const pbwi_slot *slot = pbwi_next_field(message, iterator);
  if (slot) *field = slot->field;
  return slot ? PBW_OK : PBW_END;
}

/* ---- singular fields, as C values ---- */

int32_t pbw_message_get_bool(const pbw_message *message, const pbw_field *field) {
  return pbwi_get_bool(message, slot_of(field));
}
int64_t pbw_message_get_int64(const pbw_message *message, const pbw_field *field) {
  return pbwi_get_int64(message, slot_of(field));
}
uint64_t pbw_message_get_uint64(const pbw_message *message, const pbw_field *field) {
  return pbwi_get_uint64(message, slot_of(field));
}
double pbw_message_get_double(const pbw_message *message, const pbw_field *field) {
  return pbwi_get_double(message, slot_of(field));
}
const uint8_t *pbw_message_get_bytes(const pbw_message *message, const pbw_field *field, size_t *size) {
  pbw_bytes bytes = pbwi_get_bytes(message, slot_of(field));
  if (size) *size = bytes.size;
  return size ? bytes.data : NULL;
}
const pbw_message *pbw_message_get_message(const pbw_message *message, const pbw_field *field) {
  return pbwi_get_message(message, slot_of(field));
}
pbw_status pbw_message_set_bool(pbw_message *message, const pbw_field *field, int32_t value) {
  return pbwi_set_bool(message, slot_of(field), value != 0);
}
pbw_status pbw_message_set_int64(pbw_message *message, const pbw_field *field, int64_t value) {
  return pbwi_set_int64(message, slot_of(field), value);
}
pbw_status pbw_message_set_uint64(pbw_message *message, const pbw_field *field, uint64_t value) {
  return pbwi_set_uint64(message, slot_of(field), value);
}
pbw_status pbw_message_set_double(pbw_message *message, const pbw_field *field, double value) {
  return pbwi_set_double(message, slot_of(field), value);
}
pbw_status pbw_message_set_bytes(pbw_message *message, const pbw_field *field, const uint8_t *data, size_t size) {
  return data || !size ? pbwi_set_bytes(message, slot_of(field), (pbw_bytes){data, size}) : PBW_ERR_ARGUMENT;
}
pbw_status pbw_message_set_string(pbw_message *message, const pbw_field *field, const char *text) {
  return text ? pbw_message_set_bytes(message, field, (const uint8_t *)text, strlen(text)) : PBW_ERR_ARGUMENT;
}

/* ---- lists ---- */

size_t pbw_list_size(const pbw_message *message, const pbw_field *field) {
  return pbwi_lists_size(message, slot_of(field));
}
const void *pbw_list_data(const pbw_message *message, const pbw_field *field, size_t *size) {
  return size ? pbwi_lists_data(message, slot_of(field), size) : NULL;
}
pbw_status pbw_list_get(const pbw_message *message, const pbw_field *field, size_t index, size_t count,
                        void *cells) {
  return pbwi_lists_get(message, slot_of(field), index, count, cells);
}
pbw_status pbw_list_set(pbw_message *message, const pbw_field *field, size_t index, size_t count,
                        const void *cells) {
  return pbwi_lists_set(message, slot_of(field), index, count, cells);
}
pbw_status pbw_list_append(pbw_message *message, const pbw_field *field, size_t count, const void *cells) {
  return pbwi_lists_append(message, slot_of(field), count, cells);
}
pbw_status pbw_list_add(pbw_message *message, const pbw_field *field, pbw_message **out) {
  return pbwi_lists_add(message, slot_of(field), out);
}
pbw_status pbw_list_reserve(pbw_message *message, const pbw_field *field, size_t capacity) {
  return pbwi_lists_reserve(message, slot_of(field), capacity);
}
pbw_status pbw_list_remove(pbw_message *message, const pbw_field *field, size_t index, size_t count) {
  return pbwi_lists_remove(message, slot_of(field), index, count);
}

/* ---- maps ---- */

size_t pbw_map_size(const pbw_message *message, const pbw_field *field) {
  return pbwi_maps_size(message, slot_of(field));
}
pbw_status pbw_map_get(const pbw_message *message, const pbw_field *field, const void *key, void *value) {
  return pbwi_maps_get(message, slot_of(field), key, value);
}
pbw_status pbw_map_set(pbw_message *message, const pbw_field *field, const void *key, const void *value) {
  return pbwi_maps_set(message, slot_of(field), key, value);
}
pbw_status pbw_map_mutable(pbw_message *message, const pbw_field *field, const void *key, pbw_message **out) {
  return pbwi_maps_mutable(message, slot_of(field), key, out);
}
pbw_status pbw_map_remove(pbw_message *message, const pbw_field *field, const void *key) {
  return pbwi_maps_remove(message, slot_of(field), key);
}
pbw_status pbw_map_entry(const pbw_message *message, const pbw_field *field, size_t index, void *key,
                         void *value) {
  return pbwi_maps_entry(message, slot_of(field), index, key, value);
}

/* ---- unknown fields ---- */

size_t pbw_unknown_count(const pbw_message *message) { return message ? pbwi_unknown_count(message) : 0; }
pbw_status pbw_unknown_get(const pbw_message *message, size_t index, pbw_bytes *out) {
  return pbwi_unknown_get(message, index, out);
}
pbw_status pbw_unknown_add(pbw_message *message, const uint8_t *data, size_t size) {
  return pbwi_unknown_add(message, data, size);
}
pbw_status pbw_unknown_clear(pbw_message *message) { return pbwi_unknown_clear(message); }

/* ---- whole messages ---- */

pbw_status pbw_message_clone(const pbw_message *message, pbw_arena *arena, pbw_message **out) {
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  return message ? pbwi_owned_clone(message, arena, out) : PBW_ERR_ARGUMENT;
}
pbw_status pbw_message_merge(pbw_message *to, const pbw_message *from) {
  return to && from ? pbwi_merge(to, from) : PBW_ERR_ARGUMENT;
}
int32_t pbw_message_equal(const pbw_message *a, const pbw_message *b) {
  return a && b && pbwi_equal(a, b);
}
pbw_status pbw_message_check(const pbw_message *message, pbw_error *error) {
  return message ? pbwi_check(message, error) : refuse(error);
}

/* ==== 6. Decode and encode ======================================================================= */

/* How large an owned message's first block is made: the copy of its input, and as much again for cells. */
static size_t first_block(const pbwi_plan *plan, size_t size) { return 2 * size + plan->size + 64; }

pbw_status pbw_decode(const pbw_type *type, const uint8_t *data, size_t size, pbw_arena *arena,
                      const pbw_options *options, pbw_message **out, pbw_error *error) {
  const pbwi_plan *plan = plan_of(type);
  pbw_options room;
  const pbw_options *full;
  if (out) *out = NULL;
  if (!plan || (!data && size) || !out || !(full = pbwi_options(options, &room))) return refuse(error);
  if (size > full->max_size) return pbwi_error_set(error, PBW_ERR_SIZE, PBW_NO_OFFSET, plan->name, NULL);
  pbw_arena *owner = pbwi_owned_open(&pbwi_libc, arena, (size_t)full->max_memory, first_block(plan, size));
  if (!owner) return pbwi_error_set(error, PBW_ERR_MEMORY, PBW_NO_OFFSET, NULL, NULL);
  pbw_status status = pbwi_decode(&(pbwi_decode_job){.plan = plan,
                                                     .data = data,
                                                     .size = size,
                                                     .memory = owner,
                                                     .owner = owner,
                                                     .flags = full->flags & ~(uint32_t)PBW_ALIAS,
                                                     .max_depth = full->max_depth,
                                                     .max_size = full->max_size},
                                  out, error);
  return pbwi_owned_close(owner, arena, status, out);
}

pbw_status pbw_decode_merge(pbw_message *message, const uint8_t *data, size_t size, const pbw_options *options,
                            pbw_error *error) {
  pbw_options room;
  const pbw_options *full;
  if (!message || (!data && size) || !(full = pbwi_options(options, &room))) return refuse(error);
  if (!message->arena) return pbwi_error_set(error, PBW_ERR_READONLY, PBW_NO_OFFSET, NULL, NULL);
  pbw_message *merged;
  return pbwi_decode(&(pbwi_decode_job){.plan = message->plan,
                                        .data = data,
                                        .size = size,
                                        .memory = message->arena,
                                        .owner = message->arena,
                                        .into = message,
                                        .flags = full->flags & ~(uint32_t)PBW_ALIAS,
                                        .max_depth = full->max_depth,
                                        .max_size = full->max_size},
                     &merged, error);
}

pbw_status pbw_encode(const pbw_message *message, uint8_t *buffer, size_t capacity, const pbw_options *options,
                      size_t *size, pbw_error *error) {
  static uint8_t nowhere[1]; /* a buffer of no bytes is a buffer */
  pbw_options room;
  const pbw_options *full;
  if (size) *size = 0;
  if (!message || (!buffer && capacity) || !size || !(full = pbwi_options(options, &room))) return refuse(error);
  return pbwi_encode(message, buffer ? buffer : nowhere, capacity, full->flags, full->max_depth, size, error);
}

pbw_status pbw_encoded_size(const pbw_message *message, uint32_t flags, size_t *size) {
  if (size) *size = 0;
  if (!message || !size || flags & ~(uint32_t)(PBWI_FLAGS & ~PBW_RESET)) return PBW_ERR_ARGUMENT;
  return pbwi_encoded_size(message, flags, size);
}

/* ==== 7. Contexts ================================================================================ */

pbw_status pbw_ctx_new(const pbw_options *options, const pbw_allocator *allocator, pbw_ctx **out) {
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  return pbwi_ctx_new(options, allocator, out);
}

void pbw_ctx_free(pbw_ctx *ctx) { pbwi_ctx_free(ctx); }

void pbw_ctx_reset(pbw_ctx *ctx) {
  if (ctx) pbwi_ctx_reset(ctx);
}

const uint64_t *pbw_ctx_generation(const pbw_ctx *ctx) { return ctx ? &ctx->generation : NULL; }
const pbw_error *pbw_ctx_error(const pbw_ctx *ctx) { return ctx ? &ctx->error : NULL; }
size_t pbw_ctx_size(const pbw_ctx *ctx) { return ctx ? sizeof *ctx + ctx->arena.held + ctx->scratch.held : 0; }

/* What NULL, a wrong handle or an unknown flag gives, told by the ctx where there is one. */
static pbw_status refuse_ctx(pbw_ctx *ctx) { return ctx ? pbwi_ctx_fail(ctx, PBW_ERR_ARGUMENT) : PBW_ERR_ARGUMENT; }

static PBWI_COLD pbw_status refuse_decode(pbw_ctx *ctx, const pbw_message **out) {
  if (out) *out = NULL;
  return refuse_ctx(ctx);
}

pbw_status pbw_decode_ctx(pbw_ctx *ctx, const pbw_type *type, const uint8_t *data, size_t size, uint32_t flags,
                          const pbw_message **out) {
  if (!ctx || !type || !out || (!data && size)) return refuse_decode(ctx, out);
  if (flags & ~(uint32_t)PBWI_FLAGS || type->plan.flags & PBWI_PLAN_ENTRY) return refuse_decode(ctx, out);
  *out = NULL;
  return pbwi_ctx_decode(ctx, &type->plan, data, size, flags, out);
}

static pbw_status encode_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, bool delimited,
                             const uint8_t **data, size_t *size) {
  if (data) *data = NULL;
  if (size) *size = 0;
  if (!ctx || !message || !data || !size || flags & ~(uint32_t)(PBWI_FLAGS & ~PBW_RESET)) return refuse_ctx(ctx);
  return pbwi_ctx_encode(ctx, message, flags, delimited, data, size);
}

pbw_status pbw_encode_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, const uint8_t **data,
                          size_t *size) {
  return encode_ctx(ctx, message, flags, false, data, size);
}

pbw_status pbw_ctx_messages(pbw_ctx *ctx, const pbw_type *type, size_t count, uint32_t flags, pbw_message **out) {
  const pbwi_plan *plan = plan_of(type);
  if (out) *out = NULL;
  if (!ctx || !plan || !out || flags & ~(uint32_t)PBW_RESET) return refuse_ctx(ctx);
  if (flags & PBW_RESET) pbwi_ctx_reset(ctx);
  return pbwi_ctx_messages(ctx, plan, count, out);
}

pbw_status pbw_ctx_alloc(pbw_ctx *ctx, size_t size, void **out) {
  if (out) *out = NULL;
  return ctx && out ? pbwi_ctx_alloc(ctx, size, out) : refuse_ctx(ctx);
}

/* ==== 8. Delimited streams ======================================================================= */

pbw_status pbw_delimited_next(const uint8_t *data, size_t size, size_t *offset, pbw_bytes *message) {
  if (message) *message = (pbw_bytes){NULL, 0};
  if ((!data && size) || !offset || !message || *offset > size) return PBW_ERR_ARGUMENT;
  return pbwi_delimited_next(data, size, offset, message);
}

pbw_status pbw_encode_delimited_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags,
                                    const uint8_t **data, size_t *size) {
  return encode_ctx(ctx, message, flags, true, data, size);
}

pbw_status pbw_reader_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
                          pbw_reader **out) {
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  return io ? pbwi_reader_new(io, options, allocator, out) : PBW_ERR_ARGUMENT;
}

void pbw_reader_free(pbw_reader *reader) { pbwi_reader_free(reader); }

pbw_status pbw_reader_next(pbw_reader *reader, pbw_bytes *message) {
  if (message) *message = (pbw_bytes){NULL, 0};
  return reader && message ? pbwi_reader_next(reader, message) : PBW_ERR_ARGUMENT;
}

uint64_t pbw_reader_offset(const pbw_reader *reader) { return reader ? reader->offset : 0; }
const pbw_error *pbw_reader_error(const pbw_reader *reader) { return reader ? &reader->error : NULL; }

pbw_status pbw_writer_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
                          pbw_writer **out) {
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  return io ? pbwi_writer_new(io, options, allocator, out) : PBW_ERR_ARGUMENT;
}

void pbw_writer_free(pbw_writer *writer) { pbwi_writer_free(writer); }

pbw_status pbw_writer_put(pbw_writer *writer, const pbw_message *message, uint32_t flags) {
  if (!writer) return PBW_ERR_ARGUMENT;
  if (!message || flags & ~(uint32_t)(PBWI_FLAGS & ~PBW_RESET)) return refuse_ctx(writer->ctx);
  return pbwi_writer_put(writer, message, flags);
}

pbw_status pbw_writer_put_bytes(pbw_writer *writer, const uint8_t *data, size_t size) {
  if (!writer) return PBW_ERR_ARGUMENT;
  return data || !size ? pbwi_writer_put_bytes(writer, (pbw_bytes){data, size}) : refuse_ctx(writer->ctx);
}

pbw_status pbw_writer_flush(pbw_writer *writer) { return writer ? pbwi_writer_flush(writer) : PBW_ERR_ARGUMENT; }
const pbw_error *pbw_writer_error(const pbw_writer *writer) { return writer ? &writer->ctx->error : NULL; }

/* ==== 9. JSON and text ============================================================================ */

static pbw_status print(const pbwi_format *format, const pbw_message *message, uint8_t *buffer, size_t capacity,
                        const pbw_options *options, size_t *size, pbw_error *error) {
  static uint8_t nowhere[1];
  pbw_options room;
  const pbw_options *full;
  if (size) *size = 0;
  if (!message || (!buffer && capacity) || !size || !(full = pbwi_options(options, &room))) return refuse(error);
  return pbwi_format_print(format, message, buffer ? buffer : nowhere, capacity, full, size, error);
}

static pbw_status print_ctx(const pbwi_format *format, pbw_ctx *ctx, const pbw_message *message, uint32_t flags,
                            const uint8_t **data, size_t *size) {
  if (data) *data = NULL;
  if (size) *size = 0;
  if (!ctx || !message || !data || !size || flags & ~(uint32_t)(PBWI_FLAGS & ~PBW_RESET)) return refuse_ctx(ctx);
  return pbwi_format_print_ctx(format, ctx, message, flags, data, size);
}

static pbw_status parse(const pbwi_format *format, const pbw_type *type, const uint8_t *data, size_t size,
                        pbw_arena *arena, const pbw_options *options, pbw_message **out, pbw_error *error) {
  pbw_options room;
  const pbw_options *full;
  if (out) *out = NULL;
  if (!plan_of(type) || (!data && size) || !out || !(full = pbwi_options(options, &room))) return refuse(error);
  return pbwi_format_parse(format, type, (pbw_bytes){data, size}, arena, full, out, error);
}

static pbw_status parse_ctx(const pbwi_format *format, pbw_ctx *ctx, const pbw_type *type, const uint8_t *data,
                            size_t size, uint32_t flags, const pbw_message **out) {
  if (out) *out = NULL;
  if (!ctx || !plan_of(type) || !out || (!data && size) || flags & ~(uint32_t)PBWI_FLAGS) return refuse_ctx(ctx);
  return pbwi_format_parse_ctx(format, ctx, type, (pbw_bytes){data, size}, flags, out);
}

pbw_status pbw_json_print(const pbw_message *message, uint8_t *buffer, size_t capacity, const pbw_options *options,
                          size_t *size, pbw_error *error) {
  return print(&pbwi_json, message, buffer, capacity, options, size, error);
}
pbw_status pbw_json_print_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, const uint8_t **data,
                              size_t *size) {
  return print_ctx(&pbwi_json, ctx, message, flags, data, size);
}
pbw_status pbw_json_parse(const pbw_type *type, const uint8_t *data, size_t size, pbw_arena *arena,
                          const pbw_options *options, pbw_message **out, pbw_error *error) {
  return parse(&pbwi_json, type, data, size, arena, options, out, error);
}
pbw_status pbw_json_parse_ctx(pbw_ctx *ctx, const pbw_type *type, const uint8_t *data, size_t size, uint32_t flags,
                              const pbw_message **out) {
  return parse_ctx(&pbwi_json, ctx, type, data, size, flags, out);
}

pbw_status pbw_text_print(const pbw_message *message, uint8_t *buffer, size_t capacity, const pbw_options *options,
                          size_t *size, pbw_error *error) {
  return print(&pbwi_text, message, buffer, capacity, options, size, error);
}
pbw_status pbw_text_print_ctx(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, const uint8_t **data,
                              size_t *size) {
  return print_ctx(&pbwi_text, ctx, message, flags, data, size);
}
pbw_status pbw_text_parse(const pbw_type *type, const uint8_t *data, size_t size, pbw_arena *arena,
                          const pbw_options *options, pbw_message **out, pbw_error *error) {
  return parse(&pbwi_text, type, data, size, arena, options, out, error);
}
pbw_status pbw_text_parse_ctx(pbw_ctx *ctx, const pbw_type *type, const uint8_t *data, size_t size, uint32_t flags,
                              const pbw_message **out) {
  return parse_ctx(&pbwi_text, ctx, type, data, size, flags, out);
}
