/* Rules that need a whole message or enum: map entries, message sets, what proto3 leaves out, enums. */
#include "core/schema/load.h"

/* ---- messages ---- */

/* What protoc makes for map<K, V>, and nothing else: the layout and the codecs rely on it. */
static pbw_status check_entry(pbwi_load *load, const pbw_type *type, const pbwi_type_work *work) {
  const pbwi_DescriptorProto *proto = work->proto;
  bool bare = !proto->extension.size && !proto->extension_range.size && !proto->nested_type.size &&
              !proto->enum_type.size && !proto->oneof_decl.size;
  if (!bare || type->field_count != 2 || work->protos[0]->number != 1 || work->protos[1]->number != 2 ||
      strcmp(type->fields[0].name, "key") || strcmp(type->fields[1].name, "value"))
    return pbwi_fail(load, type->file, type->full_name,
                     "a map entry must have the fields \"key\" = 1 and \"value\" = 2 and nothing else");
  const pbwi_slot *key = type->fields[0].slot, *value = type->fields[1].slot;
  if (key->cardinality != PBW_SINGULAR || value->cardinality != PBW_SINGULAR ||
      work->protos[0]->label == 2 || work->protos[1]->label == 2)
    return pbwi_fail(load, type->file, type->full_name, "key and value of a map entry must be optional");
  if (!pbwi_kinds[key->type].map_key)
    return pbwi_fail(load, type->file, type->full_name, "the key of a map cannot be of type %s",
                     pbwi_kinds[key->type].name);
  if (value->type == PBW_TYPE_GROUP)
    return pbwi_fail(load, type->file, type->full_name, "the value of a map cannot be a group");
  const pbw_enum *of = type->fields[1].enum_type;
  if (of && of->values[0].number)
    return pbwi_fail(load, type->file, type->full_name, "the enum \"%s\" of a map's values must begin with 0",
                     of->full_name);
  return PBW_OK;
}

static pbw_status check_type(pbwi_load *load, const pbw_type *type, const pbwi_type_work *work) {
  bool proto3 = type->file->edition == PBW_EDITION_PROTO3;
  if (type->plan.flags & PBWI_PLAN_MESSAGE_SET) {
    if (proto3) return pbwi_fail(load, type->file, type->full_name, "proto3 has no message sets");
    if (type->field_count)
      return pbwi_fail(load, type->file, type->fields[0].full_name, "a message set cannot have fields");
  }
  if (proto3 && work->extensions.count) {
    load->blame = PBWI_BLAME_EXTENSIONS;
    load->blamed = work->extensions.sorted[0].start;
    return pbwi_fail(load, type->file, type->full_name, "proto3 has no extension ranges");
  }
  return type->plan.flags & PBWI_PLAN_ENTRY ? check_entry(load, type, work) : PBW_OK;
}

/* In proto3 only options can be extended. */
static pbw_status check_extension(pbwi_load *load, const pbw_field *field) {
  if (field->file->edition != PBW_EDITION_PROTO3) return PBW_OK;
  if (!strcmp(field->type->file->name, "google/protobuf/descriptor.proto")) return PBW_OK;
  load->blame = PBWI_BLAME_EXTENDEE;
  return pbwi_fail(load, field->file, field->full_name, "in proto3 only options can be extended");
}

/* ---- enums ---- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* The name of a value without the enum's name before it, if that leaves something: "COLOR_RED" of Color gives
 * "RED". Case and underscores of the prefix do not count. */
static const char *without_prefix(const char *name, const char *prefix) {
  const char *p = name;
  for (; *prefix; p++) {
    while (*prefix == '_') prefix++;
    if (!*prefix) break;
    if (!*p) return name;
    if (*p == '_') continue;
    if (lower(*p) != lower(*prefix++)) return name;
  }
  while (*p == '_') p++;
  return *p ? p : name;
}

/* A name in PascalCase, an identifier's, as a key under which names that differ in case and underscores alone meet. */
static size_t pascal_case(const char *name, char *out) {
  size_t size = 0;
  bool next_upper = true;
  for (; *name; name++) {
    if (*name == '_') {
      next_upper = true;
      continue;
    }
    char c = lower(*name);
    out[size++] = next_upper && c >= 'a' ? (char)(c - 'a' + 'A') : c;
    next_upper = false;
  }
  return size;
}

/* Some languages drop the enum's name from its values' names: these must stay different. */
static pbw_status check_value_names(pbwi_load *load, const pbw_enum *enumeration) {
  pbwi_table table = {0};
  if (!pbwi_table_reserve(&table, load->work, enumeration->value_count)) return pbwi_fail_memory(load);
  for (uint32_t i = 0; i < enumeration->value_count; i++) {
    const pbwi_enum_value *value = &enumeration->values[i];
    const char *name = without_prefix(value->name, enumeration->name);
    char *key = pbwi_arena_alloc(load->work, strlen(name) + 1);
    if (!key) return pbwi_fail_memory(load);
    pbwi_entry *entry = pbwi_table_put(&table, load->work, key, pascal_case(name, key));
    const pbwi_enum_value *other = entry->value;
    if (other && other->number != value->number)
      return pbwi_fail(load, enumeration->file, pbwi_value_name(load, enumeration, value),
                       "the values \"%s\" and \"%s\" are the same but for case, underscores and the enum's name",
                       other->name, value->name);
    if (!other) entry->value = value;
  }
  return PBW_OK;
}

static pbw_status check_enum(pbwi_load *load, const pbw_enum *enumeration, const pbwi_enum_work *work) {
  if (!enumeration->closed && enumeration->values[0].number)
    return pbwi_fail(load, enumeration->file, pbwi_value_name(load, enumeration, enumeration->values),
                     "an open enum must begin with 0");
  bool strict = enumeration->features.json_format == PBWI_ALLOW && !work->legacy_json;
  return strict ? check_value_names(load, enumeration) : PBW_OK;
}

pbw_status pbwi_pass_check(pbwi_load *load) {
  const pbw_schema *schema = load->schema;
  for (size_t i = 0; i < schema->type_count; i++) PBWI_TRY(check_type(load, &schema->types[i], &load->types[i]));
  for (size_t i = 0; i < schema->enum_count; i++) PBWI_TRY(check_enum(load, &schema->enums[i], &load->enums[i]));
  for (size_t i = 0; i < schema->extension_count; i++) PBWI_TRY(check_extension(load, &schema->extensions[i]));
  return PBW_OK;
}
