/* Fields and methods: from what a descriptor says to what a slot says.
 *
 * proto2 and proto3 are read as editions with other defaults: their labels, groups and packed options become
 * features, and from there on one set of rules holds for all. */
#include "core/schema/load.h"

enum { OPTIONAL = 1, REQUIRED = 2, REPEATED = 3 };

/* A field on its way. */
typedef struct pending {
  pbwi_load *load;
  pbw_field *field;
  pbwi_slot *slot;
  const pbwi_FieldDescriptorProto *proto;
  const char *scope;            /* where its references are looked up     */
  pbwi_element_options options;
  uint64_t own_features;        /* PBWI_HAS_FEATURE_SET_... that it sets  */
  uint8_t type;                 /* PBW_TYPE_... as declared               */
  bool extension;
  bool repeated;
  bool in_entry;                /* a map entry's key or value             */
} pending;

#define FAIL(p, ...) pbwi_fail((p)->load, (p)->field->file, (p)->field->full_name, __VA_ARGS__)

static bool has(const pending *p, uint64_t bit) { return p->proto->head.has[0] & bit; }
static bool sets(const pending *p, uint64_t bit) { return p->own_features & bit; }
static bool is_message(const pending *p) { return p->type == PBW_TYPE_MESSAGE || p->type == PBW_TYPE_GROUP; }
static bool is_map(const pending *p) { return p->slot->cardinality == PBW_MAP; }

/* ---- type ---- */

static pbw_status find_type(pending *p) {
  const pbwi_FieldDescriptorProto *proto = p->proto;
  bool given = has(p, PBWI_HAS_FIELD_DESCRIPTOR_PROTO_TYPE);
  if (given && (proto->type < PBW_TYPE_DOUBLE || proto->type > PBW_TYPE_SINT64))
    return FAIL(p, "there is no type %d", (int)proto->type);
  p->type = (uint8_t)proto->type;
  bool named = !given || is_message(p) || p->type == PBW_TYPE_ENUM;
  if (named && !proto->type_name.size) return FAIL(p, "it does not say what its type is");
  if (!named && proto->type_name.size)
    return FAIL(p, "its type is %s, but it names another one", pbwi_kinds[p->type].name);
  if (!named) return PBW_OK;
  unsigned kinds = !given                       ? 1 << PBWI_SYMBOL_TYPE | 1 << PBWI_SYMBOL_ENUM
                   : p->type == PBW_TYPE_ENUM ? 1 << PBWI_SYMBOL_ENUM
                                                : 1 << PBWI_SYMBOL_TYPE;
  const pbwi_symbol *symbol;
  PBWI_TRY(pbwi_symbol_resolve(p->load, p->field->file, p->field->full_name, p->scope, proto->type_name, kinds,
                               &symbol));
  if (symbol->kind == PBWI_SYMBOL_ENUM) {
    p->type = PBW_TYPE_ENUM;
    p->field->enum_type = symbol->object;
  } else {
    if (!given) p->type = PBW_TYPE_MESSAGE;
    p->field->message_type = symbol->object;
  }
  return PBW_OK;
}

static pbw_status find_label(pending *p) {
  int32_t label = has(p, PBWI_HAS_FIELD_DESCRIPTOR_PROTO_LABEL) ? p->proto->label : OPTIONAL;
  if (label < OPTIONAL || label > REPEATED) return FAIL(p, "there is no label %d", (int)label);
  bool in_oneof = has(p, PBWI_HAS_FIELD_DESCRIPTOR_PROTO_ONEOF_INDEX);
  if (p->extension && p->proto->proto3_optional && p->field->file->edition != PBW_EDITION_PROTO3)
    return FAIL(p, "proto3_optional is for proto3");
  if (in_oneof && p->extension) return FAIL(p, "an extension cannot be in a oneof");
  if (in_oneof && label != OPTIONAL) return FAIL(p, "a member of a oneof must be optional");
  if (label == REQUIRED) {
    if (p->extension) return FAIL(p, "an extension cannot be required");
    if (p->field->file->edition == PBW_EDITION_PROTO3) return FAIL(p, "proto3 has no required fields");
    if (p->field->file->edition >= PBW_EDITION_2023)
      return FAIL(p, "editions have no required label: features.field_presence = LEGACY_REQUIRED stands for it");
    p->field->features.field_presence = PBWI_LEGACY_REQUIRED;
  }
  p->repeated = label == REPEATED;
  return PBW_OK;
}

/* A field whose type is a map entry is a map: it must be the one field that the entry was made for. */
static pbw_status find_map(pending *p) {
  const pbw_type *entry = p->field->message_type;
  p->slot->cardinality = p->repeated ? PBW_REPEATED : PBW_SINGULAR;
  if (!entry || !(entry->plan.flags & PBWI_PLAN_ENTRY)) return PBW_OK;
  pbwi_type_work *work = &p->load->types[entry - p->load->schema->types];
  if (p->extension || !p->repeated || p->type != PBW_TYPE_MESSAGE || entry->parent != p->field->type ||
      work->map_field || !pbwi_is_camel_case(p->field->name, true, entry->name, "Entry"))
    return FAIL(p, "\"%s\" is the entry type of another map", entry->full_name);
  work->map_field = p->field;
  p->slot->cardinality = PBW_MAP;
  return PBW_OK;
}

/* ---- features ---- */

static pbw_status apply_options(pending *p) {
  pbw_field *field = p->field;
  PBWI_TRY(pbwi_element_options_read(p->load, field->file, field->full_name, PBWI_BOOT_FIELD_OPTIONS,
                                     &p->proto->options, &field->options, &p->options));
  p->own_features = p->options.features ? p->options.features->head.has[0] : 0;
  return pbwi_features_apply(p->load, field->file, field->full_name, PBWI_TARGET_FIELD, p->options.features,
                             &field->features);
}

/* What proto2 and proto3 say in other ways. */
static pbw_status apply_legacy(pending *p) {
  pbwi_features *features = &p->field->features;
  int32_t edition = p->field->file->edition;
  if (p->type == PBW_TYPE_GROUP) {
    if (edition == PBW_EDITION_PROTO3) return FAIL(p, "proto3 has no groups");
    if (edition >= PBW_EDITION_2023)
      return FAIL(p, "editions have no groups: features.message_encoding = DELIMITED stands for them");
    features->message_encoding = PBWI_DELIMITED;
  }
  if (p->options.has_packed) {
    if (edition >= PBW_EDITION_2023)
      return FAIL(p, "editions have no packed option: features.repeated_field_encoding stands for it");
    if (p->options.packed && (!p->repeated || !pbwi_kinds[p->type].packable))
      return FAIL(p, "only lists of numbers, bools and enums can be packed");
    features->repeated_field_encoding = p->options.packed ? PBWI_PACKED : PBWI_EXPANDED;
  }
  if (p->proto->proto3_optional) features->field_presence = PBWI_EXPLICIT;
  return PBW_OK;
}

/* Where a feature that a field itself sets has no meaning. */
static pbw_status check_own_features(pending *p) {
  const pbwi_features *features = &p->field->features;
  bool presence = sets(p, PBWI_HAS_FEATURE_SET_FIELD_PRESENCE);
  if (presence && p->repeated) return FAIL(p, "repeated fields have no presence to set");
  if (presence && has(p, PBWI_HAS_FIELD_DESCRIPTOR_PROTO_ONEOF_INDEX))
    return FAIL(p, "members of a oneof have no presence to set");
  if (presence && p->extension && features->field_presence == PBWI_LEGACY_REQUIRED)
    return FAIL(p, "an extension cannot be required");
  if (presence && is_message(p) && features->field_presence == PBWI_IMPLICIT)
    return FAIL(p, "message fields cannot have implicit presence");
  if (sets(p, PBWI_HAS_FEATURE_SET_REPEATED_FIELD_ENCODING)) {
    if (!p->repeated) return FAIL(p, "only repeated fields have a repeated encoding");
    if (features->repeated_field_encoding == PBWI_PACKED && !pbwi_kinds[p->type].packable)
      return FAIL(p, "only lists of numbers, bools and enums can be packed");
  }
  if (sets(p, PBWI_HAS_FEATURE_SET_UTF8_VALIDATION) && p->type != PBW_TYPE_STRING && !is_map(p))
    return FAIL(p, "only strings have UTF-8 validation");
  if (sets(p, PBWI_HAS_FEATURE_SET_MESSAGE_ENCODING) && (!is_message(p) || is_map(p)))
    return FAIL(p, "only message fields have a message encoding");
  return PBW_OK;
}

/* ---- the slot ---- */

static uint8_t presence_of(const pending *p) {
  if (p->repeated) return PBW_PRESENCE_SIZE;
  if (p->field->oneof) return PBW_PRESENCE_ONEOF;
  if (is_message(p)) return PBW_PRESENCE_POINTER;
  if (p->in_entry) return PBW_PRESENCE_IMPLICIT;
  if (p->extension || p->field->features.field_presence != PBWI_IMPLICIT) return PBW_PRESENCE_BIT;
  return PBW_PRESENCE_IMPLICIT;
}

static void fill_slot(pending *p) {
  pbw_field *field = p->field;
  pbwi_slot *slot = p->slot;
  const pbwi_features *features = &field->features;
  slot->type = p->type;
  if (p->type == PBW_TYPE_MESSAGE && features->message_encoding == PBWI_DELIMITED && !is_map(p) && !p->in_entry)
    slot->type = PBW_TYPE_GROUP;
  slot->presence = presence_of(p);
  field->has_presence = !p->repeated && slot->presence != PBW_PRESENCE_IMPLICIT;
  if (p->repeated && pbwi_kinds[slot->type].packable && features->repeated_field_encoding == PBWI_PACKED)
    slot->flags |= PBWI_SLOT_PACKED;
  if (p->type == PBW_TYPE_STRING && features->utf8_validation == PBWI_VERIFY) slot->flags |= PBWI_SLOT_UTF8;
  bool can_be_required = !p->repeated && !field->oneof && !p->extension && !p->in_entry;
  if (features->field_presence == PBWI_LEGACY_REQUIRED && can_be_required) slot->flags |= PBWI_SLOT_REQUIRED;
  if (field->message_type) slot->sub = &field->message_type->plan;
  if (field->enum_type && field->enum_type->closed) slot->closed = &field->enum_type->numbers;
}

static pbw_status check_slot(pending *p) {
  const pbw_field *field = p->field;
  const pbwi_slot *slot = p->slot;
  if (slot->closed && field->file->edition == PBW_EDITION_PROTO3)
    return FAIL(p, "proto3 cannot use the closed enum \"%s\"", field->enum_type->full_name);
  if (slot->closed && slot->presence == PBW_PRESENCE_IMPLICIT && !p->in_entry)
    return FAIL(p, "a field without presence cannot have the closed enum \"%s\"", field->enum_type->full_name);
  if (slot->flags & PBWI_SLOT_MESSAGE_SET && (slot->type != PBW_TYPE_MESSAGE || p->repeated))
    return FAIL(p, "an extension of a message set must be an optional message");
  return PBW_OK;
}

static pbw_status set_default(pending *p) {
  pbw_field *field = p->field;
  pbw_bytes text = p->proto->default_value;
  if (has(p, PBWI_HAS_FIELD_DESCRIPTOR_PROTO_DEFAULT_VALUE)) {
    if (p->repeated) return FAIL(p, "a repeated field cannot have a default");
    if (is_message(p)) return FAIL(p, "a message field cannot have a default");
    if (field->file->edition == PBW_EDITION_PROTO3) return FAIL(p, "proto3 has no defaults");
    if (!field->has_presence) return FAIL(p, "a field without presence cannot have a default");
    field->has_default = true;
    return pbwi_default_parse(p->load, field, text, &p->slot->fallback);
  }
  /* An enum without zero begins with its first value. */
  if (field->enum_type && !p->repeated && field->enum_type->values[0].number)
    p->slot->fallback = &field->enum_type->values[0].number;
  return PBW_OK;
}

static pbw_status resolve_field(pending *p) {
  PBWI_TRY(find_type(p));
  PBWI_TRY(apply_options(p));
  PBWI_TRY(find_label(p));
  PBWI_TRY(find_map(p));
  PBWI_TRY(apply_legacy(p));
  PBWI_TRY(check_own_features(p));
  fill_slot(p);
  PBWI_TRY(check_slot(p));
  return set_default(p);
}

/* ---- all of them ---- */

static pbw_status resolve_type(pbwi_load *load, pbw_type *type, const pbwi_type_work *work) {
  for (uint32_t i = 0; i < type->field_count; i++) {
    const pbwi_FieldDescriptorProto *proto = work->protos[i];
    pbw_field *field = &type->fields[i];
    if (proto->head.has[0] & PBWI_HAS_FIELD_DESCRIPTOR_PROTO_EXTENDEE)
      return pbwi_fail(load, field->file, field->full_name, "it is a field, but says what it extends");
    bool in_oneof = proto->head.has[0] & PBWI_HAS_FIELD_DESCRIPTOR_PROTO_ONEOF_INDEX;
    field->features = in_oneof ? work->oneof_features[proto->oneof_index] : type->features;
    pending p = {
        .load = load,
        .field = field,
        .slot = &work->slots[field->slot - type->plan.slots],
        .proto = proto,
        .scope = type->full_name,
        .in_entry = type->plan.flags & PBWI_PLAN_ENTRY,
    };
    PBWI_TRY(resolve_field(&p));
  }
  return PBW_OK;
}

static pbw_status resolve_extension(pbwi_load *load, size_t index) {
  pbw_field *field = &load->schema->extensions[index];
  field->features = field->scope ? field->scope->features : field->file->features;
  const pbw_type *extendee = load->extensions[index].extendee;
  pending p = {
      .load = load,
      .field = field,
      .slot = &load->types[extendee - load->schema->types].slots[field->slot - extendee->plan.slots],
      .proto = load->extensions[index].proto,
      .scope = field->scope ? field->scope->full_name : field->file->package,
      .extension = true,
  };
  return resolve_field(&p);
}

static pbw_status resolve_method(pbwi_load *load, pbw_method *method, const pbwi_MethodDescriptorProto *proto) {
  const pbw_file *file = method->service->file;
  const pbwi_symbol *input, *output;
  PBWI_TRY(pbwi_symbol_resolve(load, file, method->full_name, method->service->full_name, proto->input_type,
                               PBWI_SYMBOL_FIRST | 1 << PBWI_SYMBOL_TYPE, &input));
  PBWI_TRY(pbwi_symbol_resolve(load, file, method->full_name, method->service->full_name, proto->output_type,
                               PBWI_SYMBOL_FIRST | 1 << PBWI_SYMBOL_TYPE, &output));
  method->input = input->object;
  method->output = output->object;
  return PBW_OK;
}

pbw_status pbwi_pass_resolve(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  for (size_t i = 0; i < schema->type_count; i++) PBWI_TRY(resolve_type(load, &schema->types[i], &load->types[i]));
  for (size_t i = 0; i < schema->extension_count; i++) PBWI_TRY(resolve_extension(load, i));
  for (size_t i = 0; i < schema->service_count; i++) {
    pbw_service *service = &schema->services[i];
    for (uint32_t m = 0; m < service->method_count; m++)
      PBWI_TRY(resolve_method(load, &service->methods[m], pbwi_item(&load->services[i]->method, m)));
  }
  return PBW_OK;
}
