/* Rules that protoc has for text and that a descriptor set may break, since protoc has seen to them: options that mean
 * nothing where they stand, extensions that a range does not declare, and edition 2024's styles of names and visibility of
 * types. The walk is that of link.c. */
#include "core/schema/load.h"
#include "core/source/source.h"

#include <stdarg.h>
#include <stdio.h>

enum {
  OPTIONS_CTYPE = 1, OPTIONS_LAZY = 5, OPTIONS_JSTYPE = 6, OPTIONS_UNVERIFIED_LAZY = 15, OPTIONS_ALLOW_ALIAS = 2,
  RANGE_DECLARATION = 2, RANGE_VERIFICATION = 3, UNVERIFIED = 1,
  DECLARATION_NUMBER = 1, DECLARATION_NAME = 2, DECLARATION_TYPE = 3, DECLARATION_RESERVED = 5, DECLARATION_REPEATED = 6,
  FEATURE_STYLE = 7, FEATURE_VISIBILITY = 8, STYLE_2024 = 1, STYLE_LEGACY = 2,
  EXPORT_ALL = 1, EXPORT_TOP_LEVEL = 2, LOCAL = 1, EXPORT = 2
};

typedef struct checker {
  pbw_source *source;
  pbwi_source_file *file;
  const pbw_schema *schema;
  pbwi_linked *at;
  pbw_message **types;  /* the descriptor of schema->types[i]; NULL: built in   */
  bool *hidden_types;   /* whether other files may not name it                  */
  bool *hidden_enums;
  pbwi_table declared;  /* declared_key -> a declaration of an extension        */
  int64_t visibility;   /* of the file's types, by default                      */
} checker;

PBWI_PRINTF(4, 5)
static bool complain(checker *c, const char *element, int blame, const char *format, ...);

static bool complain(checker *c, const char *element, int blame, const char *format, ...) {
  char message[300];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  const uint8_t *at = element ? pbwi_source_place(c->source, c->file, element, blame, 0) : c->file->text;
  return pbwi_complain(c->source, PBW_ERR_SCHEMA, c->file, at, "%s", message);
}

/* ---- features ---- */

/* A feature of an element's options, or what is inherited. */
static int64_t feature(const pbw_message *element, uint32_t options_number, uint32_t number, int64_t inherited) {
  const pbw_message *options = pbwi_tree_get(element, options_number), *features = NULL;
  const pbw_type *type = options ? options->plan->type : NULL;
  const pbw_field *field = type ? pbwi_type_field(type, "features", 8) : NULL;
  if (field) features = pbwi_cell_message(pbwi_slot_cell(options, field->slot));
  return features && pbwi_tree_has(features, number) ? pbwi_tree_get_int(features, number) : inherited;
}

/* ---- names ---- */

enum { TITLE, LOWER, UPPER, PACKAGE };

static bool is_lower(char ch) { return ch >= 'a' && ch <= 'z'; }
static bool is_upper(char ch) { return ch >= 'A' && ch <= 'Z'; }
static bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }

/* TitleCase, lower_snake_case, UPPER_SNAKE_CASE; every part of a name in snake case begins with a letter. */
static bool has_style(const char *name, int style) {
  if (style == TITLE) {
    if (!is_upper(*name)) return false;
    for (; *name; name++)
      if (!is_lower(*name) && !is_upper(*name) && !is_digit(*name)) return false;
    return true;
  }
  bool first = true;
  for (; *name; name++) {
    bool letter = style == UPPER ? is_upper(*name) : is_lower(*name);
    bool between = *name == '_' || (style == PACKAGE && *name == '.');
    if (first ? !letter : !letter && !between && !is_digit(*name)) return false;
    first = between;
  }
  return !first;
}

static bool check_name(checker *c, int64_t rule, const char *name, const char *element, int style) {
  static const char *const styles[] = {"TitleCase", "lower_snake_case", "UPPER_SNAKE_CASE", "lower_snake_case"};
  if (rule == STYLE_LEGACY || has_style(name, style)) return true;
  return complain(c, element, PBWI_BLAME_ELEMENT,
                  "\"%.100s\" is not in %s, which features.enforce_naming_style demands (STYLE_LEGACY does not)", name, styles[style]);
}

/* ---- fields ---- */

static bool check_visible(checker *c, const pbw_field *field) {
  const pbw_file *file = field->message_type ? field->message_type->file : field->enum_type ? field->enum_type->file : NULL;
  if (!file || file == field->file) return true;
  bool hidden = field->message_type ? c->hidden_types[field->message_type - c->schema->types]
                                    : c->hidden_enums[field->enum_type - c->schema->enums];
  if (!hidden) return true;
  return complain(c, field->full_name, PBWI_BLAME_ELEMENT, "\"%.150s\" is local to %.100s",
                  field->message_type ? field->message_type->full_name : field->enum_type->full_name, file->name);
}

static bool check_options(checker *c, const pbw_message *options, const pbw_field *field) {
  int type = field->slot->type;
  bool wide = type == PBW_TYPE_INT64 || type == PBW_TYPE_UINT64 || type == PBW_TYPE_SINT64 || type == PBW_TYPE_FIXED64 || type == PBW_TYPE_SFIXED64;
  bool lazy = pbwi_tree_get_int(options, OPTIONS_LAZY) || pbwi_tree_get_int(options, OPTIONS_UNVERIFIED_LAZY);
  if (c->file->edition >= PBW_EDITION_2024 && pbwi_tree_has(options, OPTIONS_CTYPE))
    return complain(c, field->full_name, PBWI_BLAME_ELEMENT, "edition 2024 has no ctype: features.(pb.cpp).string_type stands for it");
  if (lazy && type != PBW_TYPE_MESSAGE && type != PBW_TYPE_GROUP)
    return complain(c, field->full_name, PBWI_BLAME_ELEMENT, "only message fields can be lazy");
  if (pbwi_tree_get_int(options, OPTIONS_JSTYPE) && !wide)
    return complain(c, field->full_name, PBWI_BLAME_ELEMENT, "only 64-bit integers have a jstype");
  return true;
}

static bool check_field(checker *c, const pbw_message *message, const pbw_field *field, int64_t style) {
  const pbw_message *options = pbwi_tree_get(message, FIELD_OPTIONS);
  if (options && !check_options(c, options, field)) return false;
  if (c->file->edition < PBW_EDITION_2024) return check_visible(c, field);
  bool group_like = field->message_type && field->slot->type == PBW_TYPE_GROUP;
  if (!group_like && !check_name(c, feature(message, FIELD_OPTIONS, FEATURE_STYLE, style), field->name, field->full_name, LOWER)) return false;
  return check_visible(c, field);
}

/* ---- extension ranges ---- */

/* A declaration of the table: of the extension with this number in the ranges that have these options. */
typedef struct declared_key {
  uint64_t options; /* their address: no padding, since all bytes of a key are compared */
  int64_t number;
} declared_key;

static const pbw_message *find_declared(const checker *c, const pbw_message *options, int64_t number) {
  declared_key key = {(uintptr_t)options, number};
  return pbwi_table_find(&c->declared, (const char *)&key, sizeof key);
}

/* false: it is there already, or there is no memory. */
static bool add_declared(checker *c, declared_key *key, const pbw_message *declaration) {
  pbwi_entry *entry = pbwi_table_put(&c->declared, c->source->arena, (const char *)key, sizeof *key);
  if (!entry) return !(c->source->tree.failed = true);
  if (entry->value) return false;
  entry->value = declaration;
  return true;
}

static bool check_range(checker *c, const pbw_message *range, const pbw_type *type) {
  const pbw_message *options = pbwi_tree_get(range, RANGE_OPTIONS);
  if (!options) return true;
  const pbw_list *declarations = pbwi_tree_list(options, RANGE_DECLARATION);
  int64_t start = pbwi_tree_get_int(range, RANGE_START), end = pbwi_tree_get_int(range, RANGE_END);
  const char *why = NULL;
  declared_key *keys = pbwi_arena_zalloc(c->source->arena, declarations->size * sizeof *keys);
  if (!keys) return !(c->source->tree.failed = true);
  if (declarations->size && pbwi_tree_has(options, RANGE_VERIFICATION) && pbwi_tree_get_int(options, RANGE_VERIFICATION) == UNVERIFIED)
    why = "a range that is UNVERIFIED declares extensions";
  for (size_t i = 0; i < declarations->size && !why; i++) {
    const pbw_message *one = pbwi_tree_item(declarations, i);
    int64_t number = pbwi_tree_get_int(one, DECLARATION_NUMBER);
    bool reserved = pbwi_tree_get_int(one, DECLARATION_RESERVED), name = pbwi_tree_has(one, DECLARATION_NAME), of = pbwi_tree_has(one, DECLARATION_TYPE);
    if (!pbwi_tree_has(one, DECLARATION_NUMBER) || number < start || number >= end) why = "the number of a declaration is not in the range";
    else if (name != of || (!name && !reserved)) why = "a declaration has both full_name and type, or is reserved";
    else if (name && (!pbwi_tree_get_bytes(one, DECLARATION_NAME).size || *pbwi_tree_get_bytes(one, DECLARATION_NAME).data != '.'))
      why = "the full_name of a declaration begins with '.'";
    keys[i] = (declared_key){(uintptr_t)options, number};
    if (!why && !add_declared(c, &keys[i], one)) why = "a number is declared twice";
  }
  if (c->source->tree.failed) return false;
  if (!why) return true;
  const uint8_t *at = pbwi_source_place(c->source, c->file, type->full_name, PBWI_BLAME_EXTENSIONS, start);
  return pbwi_complain(c->source, PBW_ERR_SCHEMA, c->file, at, "%s", why);
}

/* An extension against what is declared of its number. */
static bool check_declaration(checker *c, const pbw_field *field, const pbw_message *declaration) {
  pbw_bytes name = pbwi_tree_get_bytes(declaration, DECLARATION_NAME), of = pbwi_tree_get_bytes(declaration, DECLARATION_TYPE);
  const char *named = field->message_type ? field->message_type->full_name : field->enum_type ? field->enum_type->full_name : NULL;
  bool repeated = field->slot->cardinality != PBW_SINGULAR;
  int number = (int)field->slot->number;
  if (named && of.size && *of.data == '.') of = (pbw_bytes){of.data + 1, of.size - 1};
  if (pbwi_tree_get_int(declaration, DECLARATION_RESERVED))
    return complain(c, field->full_name, PBWI_BLAME_EXTENDEE, "number %d is declared as reserved", number);
  if (name.size < 1 || !pbwi_bytes_are((pbw_bytes){name.data + 1, name.size - 1}, field->full_name))
    return complain(c, field->full_name, PBWI_BLAME_EXTENDEE, "number %d is declared for \"%.*s\"", number, (int)name.size,
                    (const char *)name.data);
  if (!pbwi_bytes_are(of, named ? named : pbwi_kinds[field->slot->type].name))
    return complain(c, field->full_name, PBWI_BLAME_EXTENDEE, "number %d is declared to be of type \"%.*s\"", number,
                    (int)of.size, (const char *)of.data);
  if (repeated != (pbwi_tree_get_int(declaration, DECLARATION_REPEATED) != 0))
    return complain(c, field->full_name, PBWI_BLAME_EXTENDEE, "number %d is declared to be %s", number,
                    repeated ? "optional" : "repeated");
  return true;
}

/* An extension against its range. */
static bool check_declared(checker *c, const pbw_field *field) {
  const pbw_message *type = c->types[field->type - c->schema->types];
  bool option = !strcmp(field->type->file->name, "google/protobuf/descriptor.proto"); /* there protoc does not look */
  const pbw_list *ranges = type && !option ? pbwi_tree_list(type, TYPE_RANGE) : NULL;
  int64_t number = field->slot->number;
  for (size_t i = 0; ranges && i < ranges->size; i++) {
    const pbw_message *range = pbwi_tree_item(ranges, i), *options = pbwi_tree_get(range, RANGE_OPTIONS);
    if (!options || number < pbwi_tree_get_int(range, RANGE_START) || number >= pbwi_tree_get_int(range, RANGE_END)) continue;
    const pbw_message *declaration = find_declared(c, options, number);
    if (declaration) return check_declaration(c, field, declaration);
    if (pbwi_tree_list(options, RANGE_DECLARATION)->size ||
        (pbwi_tree_has(options, RANGE_VERIFICATION) && pbwi_tree_get_int(options, RANGE_VERIFICATION) != UNVERIFIED))
      return complain(c, field->full_name, PBWI_BLAME_EXTENDEE, "number %d is not declared in its range", (int)number);
  }
  return true;
}

static bool check_extensions(checker *c, const pbw_list *list, int64_t style) {
  bool ok = true;
  for (size_t i = 0; i < list->size; i++) {
    const pbw_field *field = &c->schema->extensions[c->at->extensions++];
    ok = check_field(c, pbwi_tree_item(list, i), field, style) && ok;
  }
  return ok;
}

/* ---- enums and messages ---- */

static bool is_hidden(const checker *c, const pbw_message *element, uint32_t number, bool nested) {
  if (c->file->edition < PBW_EDITION_2024) return false;
  int64_t own = pbwi_tree_get_int(element, number);
  if (own) return own == LOCAL;
  return c->visibility != EXPORT_ALL && (c->visibility != EXPORT_TOP_LEVEL || nested);
}

static bool check_enum(checker *c, const pbw_message *message, int64_t style) {
  size_t index = c->at->enums++;
  const pbw_enum *enumeration = &c->schema->enums[index];
  const pbw_message *options = pbwi_tree_get(message, ENUM_OPTIONS);
  c->hidden_enums[index] = is_hidden(c, message, ENUM_VISIBILITY, enumeration->parent != NULL);
  if (options && pbwi_tree_has(options, OPTIONS_ALLOW_ALIAS)) {
    if (!pbwi_tree_get_int(options, OPTIONS_ALLOW_ALIAS))
      return complain(c, enumeration->full_name, PBWI_BLAME_ELEMENT, "allow_alias = false has no effect");
    if (enumeration->numbers.count == enumeration->value_count)
      return complain(c, enumeration->full_name, PBWI_BLAME_ELEMENT, "allow_alias is set, but no two values have the same number");
  }
  if (c->file->edition < PBW_EDITION_2024) return true;
  style = feature(message, ENUM_OPTIONS, FEATURE_STYLE, style);
  bool ok = check_name(c, style, enumeration->name, enumeration->full_name, TITLE);
  const pbw_list *values = pbwi_tree_list(message, ENUM_VALUE);
  for (size_t i = 0; i < values->size; i++) {
    char full[2 * PBWI_MAX_NAME];
    snprintf(full, sizeof full, "%.*s%s", (int)(enumeration->name - enumeration->full_name), enumeration->full_name, enumeration->values[i].name);
    ok = check_name(c, feature(pbwi_tree_item(values, i), VALUE_OPTIONS, FEATURE_STYLE, style), enumeration->values[i].name, full, UPPER) && ok;
  }
  return ok;
}

static bool check_message(checker *c, pbw_message *message, int64_t style) {
  size_t index = c->at->types++;
  const pbw_type *type = &c->schema->types[index];
  bool ok = true, is_2024 = c->file->edition >= PBW_EDITION_2024, entry = type->plan.flags & PBWI_PLAN_ENTRY;
  const pbw_list *fields = pbwi_tree_list(message, TYPE_FIELD), *enums = pbwi_tree_list(message, TYPE_ENUM),
                 *nested = pbwi_tree_list(message, TYPE_NESTED), *ranges = pbwi_tree_list(message, TYPE_RANGE);
  c->types[index] = message;
  c->hidden_types[index] = is_hidden(c, message, TYPE_VISIBILITY, type->parent != NULL);
  if (is_2024) {
    style = feature(message, TYPE_OPTIONS, FEATURE_STYLE, style);
    if (!entry) ok = check_name(c, style, type->name, type->full_name, TITLE);
    for (uint32_t i = 0; i < type->oneof_count; i++) ok = check_name(c, style, type->oneofs[i].name, type->oneofs[i].full_name, LOWER) && ok;
  }
  for (size_t i = 0; i < fields->size; i++) {
    const pbwi_slot *slot = pbwi_plan_find(&type->plan, (uint32_t)pbwi_tree_get_int(pbwi_tree_item(fields, i), FIELD_NUMBER));
    ok = check_field(c, pbwi_tree_item(fields, i), slot->field, entry ? STYLE_LEGACY : style) && ok;
  }
  for (size_t i = 0; i < enums->size; i++) ok = check_enum(c, pbwi_tree_item(enums, i), style) && ok;
  ok = check_extensions(c, pbwi_tree_list(message, TYPE_EXTENSION), style) && ok;
  for (size_t i = 0; i < ranges->size; i++) ok = check_range(c, pbwi_tree_item(ranges, i), type) && ok;
  for (size_t i = 0; i < nested->size; i++) ok = check_message(c, pbwi_tree_item(nested, i), style) && ok;
  return ok;
}

static bool check_service(checker *c, const pbw_message *message, int64_t style) {
  const pbw_service *service = &c->schema->services[c->at->services++];
  if (c->file->edition < PBW_EDITION_2024) return true;
  style = feature(message, SERVICE_OPTIONS, FEATURE_STYLE, style);
  bool ok = check_name(c, style, service->name, service->full_name, TITLE);
  const pbw_list *methods = pbwi_tree_list(message, SERVICE_METHOD);
  for (uint32_t i = 0; i < service->method_count; i++)
    ok = check_name(c, feature(pbwi_tree_item(methods, i), METHOD_OPTIONS, FEATURE_STYLE, style), service->methods[i].name, service->methods[i].full_name, TITLE) && ok;
  return ok;
}

static bool check_file(checker *c) {
  const pbw_message *proto = c->file->proto;
  const pbw_list *messages = pbwi_tree_list(proto, FILE_MESSAGE), *enums = pbwi_tree_list(proto, FILE_ENUM),
                 *services = pbwi_tree_list(proto, FILE_SERVICE);
  int64_t style = feature(proto, FILE_OPTIONS, FEATURE_STYLE, c->file->edition >= PBW_EDITION_2024 ? STYLE_2024 : STYLE_LEGACY);
  const pbw_file *file = pbwi_schema_file(c->schema, c->file->name);
  bool ok = true;
  c->visibility = feature(proto, FILE_OPTIONS, FEATURE_VISIBILITY, c->file->edition >= PBW_EDITION_2024 ? EXPORT_TOP_LEVEL : EXPORT_ALL);
  if (c->file->edition >= PBW_EDITION_2024 && file && *file->package) ok = check_name(c, style, file->package, file->package, PACKAGE);
  for (size_t i = 0; i < messages->size; i++) ok = check_message(c, pbwi_tree_item(messages, i), style) && ok;
  for (size_t i = 0; i < enums->size; i++) ok = check_enum(c, pbwi_tree_item(enums, i), style) && ok;
  ok = check_extensions(c, pbwi_tree_list(proto, FILE_EXTENSION), style) && ok;
  for (size_t i = 0; i < services->size; i++) ok = check_service(c, pbwi_tree_item(services, i), style) && ok;
  return ok;
}

bool pbwi_source_check(pbw_source *source, pbwi_source_file *const *files, size_t count, const pbw_schema *schema) {
  pbwi_linked at = {0};
  checker c = {.source = source, .schema = schema, .at = &at};
  bool ok = true;
  c.types = pbwi_arena_zalloc(source->arena, schema->type_count * sizeof *c.types);
  c.hidden_types = pbwi_arena_zalloc(source->arena, schema->type_count * sizeof *c.hidden_types);
  c.hidden_enums = pbwi_arena_zalloc(source->arena, schema->enum_count * sizeof *c.hidden_enums);
  if (!c.types || !c.hidden_types || !c.hidden_enums) return !(source->tree.failed = true);
  for (size_t i = 0; i < count; i++) {
    c.file = files[i];
    if (!c.file->builtin) ok = check_file(&c) && ok;
  }
  size_t first = 0;
  for (size_t i = 0; i < count && ok; i++) { /* extensions may stand before what they extend */
    c.file = files[i];
    for (; !c.file->builtin && first < at.extensions && !strcmp(schema->extensions[first].file->name, c.file->name); first++)
      ok = check_declared(&c, &schema->extensions[first]) && ok;
  }
  return ok;
}
