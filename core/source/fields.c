/* What stands in messages: fields, groups, maps, oneofs, extensions, and the numbers and names that are set aside. */
#include "core/source/parse.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "core/base/number.h"

static bool complain_at(pbwi_source_parser *p, const uint8_t *at, const char *message) {
  return pbwi_complain(p->source, PBW_ERR_SCHEMA, p->file, at, "%s", message);
}

/* A copy of a name, changed. */
static uint8_t *copy_name(pbwi_source_parser *p, pbw_bytes name, size_t more) {
  uint8_t *copy = pbwi_arena_alloc(p->source->arena, name.size + more + 1);
  if (!copy) p->tree->failed = true;
  else memcpy(copy, name.data, name.size);
  return copy;
}

static bool is_upper(uint8_t c) { return c >= 'A' && c <= 'Z'; }

/* ---- types ---- */

/* PBW_TYPE_..., or 0 for a name that is none of the language's own. */
static int scalar_type(const pbwi_token *t) {
  static const struct {
    const char name[9];
    uint8_t size, type;
  } types[] = {
      {"string", 6, PBW_TYPE_STRING},     {"int32", 5, PBW_TYPE_INT32},       {"int64", 5, PBW_TYPE_INT64},
      {"bool", 4, PBW_TYPE_BOOL},         {"double", 6, PBW_TYPE_DOUBLE},     {"uint32", 6, PBW_TYPE_UINT32},
      {"uint64", 6, PBW_TYPE_UINT64},     {"float", 5, PBW_TYPE_FLOAT},       {"bytes", 5, PBW_TYPE_BYTES},
      {"group", 5, PBW_TYPE_GROUP},       {"fixed32", 7, PBW_TYPE_FIXED32},   {"fixed64", 7, PBW_TYPE_FIXED64},
      {"sint32", 6, PBW_TYPE_SINT32},     {"sint64", 6, PBW_TYPE_SINT64},     {"sfixed32", 8, PBW_TYPE_SFIXED32},
      {"sfixed64", 8, PBW_TYPE_SFIXED64},
  };
  if (t->size < 4 || t->size > 8 || t->kind != PBWI_TOKEN_NAME) return 0;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].size == t->size && !memcmp(types[i].name, t->text, t->size)) return types[i].type;
  return 0;
}

/* A type's own number, or its name. */
static bool read_type(pbwi_source_parser *p, pbw_message *field, int *type) {
  pbw_bytes name;
  *type = scalar_type(&p->lex.token);
  if (*type) {
    pbwi_tree_int(field, FIELD_TYPE, *type);
    pbwi_lex_next(&p->lex);
    return true;
  }
  if (!pbwi_parse_path(p, "a type", true, &name)) return false;
  pbwi_tree_bytes(field, FIELD_TYPE_NAME, name);
  return true;
}

/* ---- defaults ---- */

/* The shortest of two precisions that reads as the same number, as C++ prints it in protoc. */
static size_t print_number(char *out, size_t room, double value, bool is_float) {
  for (int precise = 0; precise <= 1; precise++) {
    int digits = is_float ? (precise ? FLT_DIG + 3 : FLT_DIG) : (precise ? DBL_DIG + 2 : DBL_DIG);
    int size = snprintf(out, room, "%.*g", digits, value);
    for (int i = 0; i < size; i++) /* whatever the locale has as its point */
      if (!strchr("0123456789+-e", out[i])) out[i] = '.';
    pbwi_decimal number;
    double wide = 0;
    float narrow = 0;
    if (!pbwi_decimal_scan((const uint8_t *)out, (const uint8_t *)out + size, PBWI_NUMBER_ZEROS | PBWI_NUMBER_PLUS, &number)) break;
    pbwi_decimal_to_double(&number, &wide);
    pbwi_decimal_to_float(&number, &narrow);
    bool same = is_float ? narrow == (float)value && (narrow == 0 || fabsf(narrow) >= FLT_MIN) : wide == value; /* protoc's strtof refuses less */
    if (precise || same) return (size_t)size;
  }
  return 0;
}

static bool set_default(pbwi_source_parser *p, pbw_message *field, const char *text, size_t size) {
  uint8_t *copy = pbwi_arena_copy(p->source->arena, text, size);
  if (!copy) return !(p->tree->failed = true);
  pbwi_tree_bytes(field, FIELD_DEFAULT, (pbw_bytes){copy, size});
  return true;
}

static bool integer_default(pbwi_source_parser *p, pbw_message *field, int type) {
  uint64_t most = UINT64_MAX;
  bool is_signed = false;
  switch (type) {
    case PBW_TYPE_INT32:
    case PBW_TYPE_SINT32:
    case PBW_TYPE_SFIXED32: most = INT32_MAX, is_signed = true; break;
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: most = INT64_MAX, is_signed = true; break;
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: most = UINT32_MAX; break;
    default: break;
  }
  bool negative = pbwi_at_symbol(p, '-');
  if (negative && !is_signed) return complain_at(p, p->lex.token.text, "an unsigned field cannot have a negative default");
  if (negative) pbwi_lex_next(&p->lex);
  const pbwi_token *t = &p->lex.token;
  if (t->kind != PBWI_TOKEN_INTEGER) return pbwi_parse_fail(p, "an integer");
  if (t->overflow || t->integer > most + negative)
    return complain_at(p, t->text, "the default does not fit the field's type");
  char text[PBWI_NUMBER_ROOM + 1] = "-";
  uint8_t *end = pbwi_print_uint64((uint8_t *)text + 1, t->integer);
  negative &= t->integer != 0;
  bool ok = set_default(p, field, text + !negative, (size_t)(end - (uint8_t *)text) - !negative);
  pbwi_lex_next(&p->lex);
  return ok;
}

/* inf and nan in any case; anything written as a number. */
static bool float_default(pbwi_source_parser *p, pbw_message *field, int type) {
  char text[64] = "-";
  bool negative = pbwi_accept(p, '-');
  const pbwi_token *t = &p->lex.token;
  size_t size = 0;
  if (PBWI_AT(p, "inf") || PBWI_AT(p, "nan")) {
    bool nan = PBWI_AT(p, "nan");
    memcpy(text + 1, t->text, size = 3);
    if (nan) negative = false; /* a nan has no sign in text */
  } else if (t->kind == PBWI_TOKEN_INTEGER || t->kind == PBWI_TOKEN_FLOAT) {
    double value = (double)t->integer;
    float narrow;
    pbwi_decimal number;
    if (t->kind == PBWI_TOKEN_FLOAT || t->overflow) {
      if (t->kind == PBWI_TOKEN_INTEGER && t->text[0] == '0') return complain_at(p, t->text, "a number that is too large");
      if (!pbwi_decimal_scan(t->text, t->text + t->size, PBWI_NUMBER_ZEROS | PBWI_NUMBER_POINT, &number))
        return pbwi_parse_fail(p, "a number");
      pbwi_decimal_to_double(&number, &value); /* too large a number is an infinity */
    }
    if (type == PBW_TYPE_FLOAT) {
      narrow = (float)value;
      value = (double)narrow;
    }
    if (value > DBL_MAX) memcpy(text + 1, "inf", size = 3);
    else size = print_number(text + 1, sizeof text - 1, value, type == PBW_TYPE_FLOAT);
  } else {
    return pbwi_parse_fail(p, "a number");
  }
  pbwi_lex_next(&p->lex);
  return set_default(p, field, text + !negative, size + negative);
}

/* Bytes with C escapes. */
static bool escape(pbwi_source_parser *p, pbw_bytes *text) {
  uint8_t *start = pbwi_arena_alloc(p->source->arena, 4 * text->size), *out = start;
  if (!start) return !(p->tree->failed = true);
  for (size_t i = 0; i < text->size; i++) {
    static const char from[] = "\n\r\t\"'\\", to[] = "nrt\"'\\";
    uint8_t c = text->data[i];
    const char *known = c ? strchr(from, c) : NULL;
    if (known) {
      *out++ = '\\';
      *out++ = (uint8_t)to[known - from];
    } else if (c < 0x20 || c >= 0x7f) {
      *out++ = '\\';
      *out++ = (uint8_t)('0' + (c >> 6));
      *out++ = (uint8_t)('0' + (c >> 3 & 7));
      *out++ = (uint8_t)('0' + (c & 7));
    } else {
      *out++ = c;
    }
  }
  *text = (pbw_bytes){start, (size_t)(out - start)};
  return true;
}

static bool read_default(pbwi_source_parser *p, pbw_message *field, int type) {
  pbw_bytes text;
  const uint8_t *at = p->lex.token.text;
  pbwi_lex_next(&p->lex);
  if (pbwi_tree_has(field, FIELD_DEFAULT)) return complain_at(p, at, "the field has a default already");
  if (!pbwi_expect(p, '=')) return false;
  switch (type) {
    case PBW_TYPE_BOOL:
      if (!PBWI_AT(p, "true") && !PBWI_AT(p, "false")) return pbwi_parse_fail(p, "\"true\" or \"false\"");
      return pbwi_parse_name(p, "", &text) && (pbwi_tree_bytes(field, FIELD_DEFAULT, text), true);
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES:
      if (!pbwi_source_string(p->source, p->file, &p->lex, &text)) return false;
      if (type == PBW_TYPE_BYTES && !escape(p, &text)) return false;
      pbwi_tree_bytes(field, FIELD_DEFAULT, text);
      return true;
    case PBW_TYPE_FLOAT:
    case PBW_TYPE_DOUBLE: return float_default(p, field, type);
    case PBW_TYPE_GROUP: return complain_at(p, at, "a message cannot have a default");
    case 0:
      if (!pbwi_parse_name(p, "the name of an enum value", &text)) return false;
      pbwi_tree_bytes(field, FIELD_DEFAULT, text);
      return true;
    default: return integer_default(p, field, type);
  }
}

/* ---- fields ---- */

static bool read_json_name(pbwi_source_parser *p, pbw_message *field, bool extension) {
  pbw_bytes name;
  const uint8_t *at = p->lex.token.text;
  pbwi_lex_next(&p->lex);
  if (extension) return complain_at(p, at, "an extension cannot have a json_name");
  if (pbwi_tree_has(field, FIELD_JSON_NAME)) return complain_at(p, at, "the field has a json_name already");
  if (!pbwi_expect(p, '=')) return false;
  at = p->lex.token.text;
  if (!pbwi_source_string(p->source, p->file, &p->lex, &name)) return false;
  if (name.size && name.data[0] == '[' && name.data[name.size - 1] == ']')
    return complain_at(p, at, "a json_name in brackets would be that of an extension");
  pbwi_tree_bytes(field, FIELD_JSON_NAME, name);
  return true;
}

/* [default = 1, json_name = "x", other = 2] */
static bool field_options(pbwi_source_parser *p, pbw_message *field, pbw_bytes name, int type, bool extension) {
  size_t before;
  if (!pbwi_at_symbol(p, '[')) return true;
  if (!pbwi_scope_enter(p, name, p->lex.token.text, &before)) return false;
  pbwi_lex_next(&p->lex);
  pbwi_optioned of = {field, FIELD_OPTIONS, PBWI_OPTIONS_FIELD, p->scope};
  bool ok;
  do
    ok = PBWI_AT(p, "default")     ? read_default(p, field, type)
         : PBWI_AT(p, "json_name") ? read_json_name(p, field, extension)
                                   : pbwi_option_read(p->source, p->file, &p->lex, &of);
  while (ok && pbwi_accept(p, ','));
  pbwi_scope_leave(p, before);
  return ok && (pbwi_accept(p, ']') || pbwi_parse_fail(p, "',' or ']'"));
}

/* The type that a group is: it is declared beside the field, whose name is its own in small letters. */
static bool group(pbwi_source_parser *p, const pbwi_field_place *place, pbw_message *field, pbw_bytes name, const uint8_t *at) {
  size_t before;
  uint8_t *lower = copy_name(p, name, 0);
  pbw_message *type = lower ? pbwi_tree_add(p->tree, place->types, place->type_list) : NULL;
  if (!type) return false;
  if (!is_upper(name.data[0])) return complain_at(p, at, "the name of a group begins with a capital letter");
  for (size_t i = 0; i < name.size; i++)
    if (is_upper(lower[i])) lower[i] |= 0x20;
  pbwi_declare(p, name, at, NULL);
  pbwi_declare(p, (pbw_bytes){lower, name.size}, at, place->extendee.data);
  pbwi_tree_bytes(type, TYPE_NAME, name);
  pbwi_tree_bytes(field, FIELD_NAME, (pbw_bytes){lower, name.size});
  pbwi_tree_bytes(field, FIELD_TYPE_NAME, name);
  if (!pbwi_at_symbol(p, '{')) return pbwi_parse_fail(p, "'{' and the fields of the group");
  if (!pbwi_scope_enter(p, name, at, &before)) return false;
  bool ok = pbwi_parse_message_body(p, type);
  pbwi_scope_leave(p, before);
  return ok;
}

/* In map<K, V> the type that stands for an entry: a message MapFieldEntry { K key = 1; V value = 2; }. */
static pbw_message *entry_field(pbwi_source_parser *p, pbw_message *entry, const char *name, int32_t number) {
  pbw_message *field = pbwi_tree_add(p->tree, entry, TYPE_FIELD);
  if (!field) return NULL;
  pbwi_tree_bytes(field, FIELD_NAME, (pbw_bytes){(const uint8_t *)name, strlen(name)});
  pbwi_tree_int(field, FIELD_NUMBER, number);
  pbwi_tree_int(field, FIELD_LABEL, LABEL_OPTIONAL);
  return field;
}

static bool name_entry(pbwi_source_parser *p, pbw_message *field, pbw_message *entry, pbw_bytes name) {
  char *full = pbwi_arena_alloc(p->source->arena, name.size + 5);
  if (!full) return !(p->tree->failed = true);
  size_t size = pbwi_camel_case((const char *)name.data, name.size, true, full);
  memcpy(full + size, "Entry", 5);
  pbw_bytes type = {(const uint8_t *)full, size + 5};
  pbwi_declare(p, type, name.data, NULL);
  pbwi_tree_bytes(entry, TYPE_NAME, type);
  pbwi_tree_bytes(field, FIELD_TYPE_NAME, type);
  return true;
}

/* Features of a map are those of its keys and values too, where they mean something there. */
static bool share_features(pbwi_source_parser *p, const pbw_message *field, pbw_message *part) {
  const pbw_message *options = pbwi_tree_get(field, FIELD_OPTIONS);
  const pbwi_slot *features = options ? pbwi_plan_find(options->plan, 21) : NULL;
  pbw_message *own = features ? pbwi_cell_message(pbwi_slot_cell(options, features)) : NULL;
  if (!own) return true;
  pbw_message *to = pbwi_tree_message(p->tree, part, FIELD_OPTIONS);
  if (!to) return false;
  memcpy(pbwi_slot_cell(to, features), &own, sizeof own); /* one message in two places: nobody changes it */
  return true;
}

/* From behind `map`. */
static bool map_types(pbwi_source_parser *p, pbw_message *entry, const uint8_t **at, pbw_message *part[2]) {
  static const char *const names[] = {"key", "value"};
  for (int i = 0; i < 2; i++) {
    int type;
    if (!pbwi_expect(p, i ? ',' : '<')) return false;
    if (!(part[i] = entry_field(p, entry, names[i], i + 1))) return false;
    *at = p->lex.token.text;
    if (!read_type(p, part[i], &type)) return false;
    if (!i && (!type || type == PBW_TYPE_DOUBLE || type == PBW_TYPE_FLOAT || type == PBW_TYPE_BYTES || type == PBW_TYPE_GROUP))
      return complain_at(p, *at, "a map's key is an integer, a bool or a string");
    if (type == PBW_TYPE_GROUP) return complain_at(p, *at, "a map's value cannot be a group");
  }
  pbw_message *options = pbwi_tree_message(p->tree, entry, TYPE_OPTIONS);
  if (!options) return false;
  pbwi_tree_int(options, 7, 1); /* map_entry */
  return pbwi_expect(p, '>');
}

static int read_label(pbwi_source_parser *p) {
  int label = PBWI_AT(p, "optional")   ? LABEL_OPTIONAL
              : PBWI_AT(p, "repeated") ? LABEL_REPEATED
              : PBWI_AT(p, "required") ? LABEL_REQUIRED
                                       : 0;
  if (label) pbwi_lex_next(&p->lex);
  return label;
}

/* What each edition says of labels. */
static bool check_label(pbwi_source_parser *p, const pbwi_field_place *place, int label, const uint8_t *at, bool map) {
  int32_t edition = p->file->edition;
  if (map && place->oneof >= 0) return complain_at(p, at, "a oneof cannot hold maps");
  if (map && place->extendee.data) return complain_at(p, at, "an extension cannot be a map");
  if (map && label) return complain_at(p, at, "a map has no label");
  if (place->oneof >= 0 && label) return complain_at(p, at, "the members of a oneof have no labels");
  if (place->oneof >= 0 || map) return true;
  if (!label && edition == PBW_EDITION_PROTO2)
    return pbwi_complain(p->source, PBW_ERR_SYNTAX, p->file, at, "expected \"optional\", \"repeated\" or \"required\", or a statement of a message");
  if (label == LABEL_OPTIONAL && edition >= PBW_EDITION_2023)
    return complain_at(p, at, "editions have no label \"optional\": fields have presence unless features.field_presence says otherwise");
  if (label == LABEL_REQUIRED && edition >= PBW_EDITION_2023)
    return complain_at(p, at, "editions have no label \"required\": features.field_presence = LEGACY_REQUIRED stands for it");
  if (label == LABEL_REQUIRED && edition == PBW_EDITION_PROTO3) return complain_at(p, at, "proto3 has no required fields");
  return true;
}

static bool at_map(const pbwi_source_parser *p) {
  if (!PBWI_AT(p, "map")) return false;
  pbwi_lex ahead = p->lex;
  pbwi_lex_next(&ahead);
  return pbwi_token_is(&ahead.token, "<");
}

bool pbwi_parse_field(pbwi_source_parser *p, const pbwi_field_place *place) {
  const uint8_t *at = p->lex.token.text;
  int type = 0, label = read_label(p);
  bool is_map = at_map(p), extension = place->extendee.data;
  pbw_message *entry = NULL, *part[2];
  pbw_bytes name;
  int32_t number;
  if (!label && p->lex.token.kind != PBWI_TOKEN_NAME && !pbwi_at_symbol(p, '.'))
    return pbwi_parse_fail(p, "a field or another statement");
  if (!check_label(p, place, label, at, is_map)) return false;
  pbw_message *field = pbwi_tree_add(p->tree, place->parent, place->list);
  if (!field) return false;
  if (is_map) {
    pbwi_lex_next(&p->lex);
    const uint8_t *key_at;
    entry = pbwi_tree_add(p->tree, place->types, place->type_list);
    if (!entry || !map_types(p, entry, &key_at, part)) return false;
  } else {
    const uint8_t *type_at = p->lex.token.text;
    if (!read_type(p, field, &type)) return false;
    if (type == PBW_TYPE_GROUP && p->file->edition >= PBW_EDITION_2023)
      return complain_at(p, type_at, "editions have no groups: features.message_encoding = DELIMITED stands for them");
    if (type == PBW_TYPE_GROUP && p->file->edition == PBW_EDITION_PROTO3) return complain_at(p, type_at, "proto3 has no groups");
  }
  const uint8_t *name_at = p->lex.token.text;
  if (!pbwi_parse_name(p, "the name of a field", &name)) return false;
  if (type != PBW_TYPE_GROUP) pbwi_declare(p, name, name.data, place->extendee.data);
  pbwi_tree_bytes(field, FIELD_NAME, name);
  pbwi_tree_int(field, FIELD_LABEL, is_map ? LABEL_REPEATED : label ? label : LABEL_OPTIONAL);
  if (label == LABEL_OPTIONAL && p->file->edition == PBW_EDITION_PROTO3) pbwi_tree_int(field, FIELD_PROTO3_OPTIONAL, 1);
  if (extension) pbwi_tree_bytes(field, FIELD_EXTENDEE, place->extendee);
  if (place->oneof >= 0) pbwi_tree_int(field, FIELD_ONEOF, place->oneof);
  if (is_map && !name_entry(p, field, entry, name)) return false;
  if (!pbwi_expect(p, '=')) return false;
  if (!pbwi_parse_int32(p, false, "the number of the field", &number)) return false;
  pbwi_tree_int(field, FIELD_NUMBER, number);
  if (!field_options(p, field, name, type, extension)) return false;
  if (entry && (!share_features(p, field, part[0]) || !share_features(p, field, part[1]))) return false;
  return type == PBW_TYPE_GROUP ? group(p, place, field, name, name_at) : pbwi_parse_semicolon(p);
}

/* ---- oneofs ---- */

bool pbwi_parse_oneof(pbwi_source_parser *p, pbw_message *message) {
  pbw_bytes name;
  size_t before;
  pbwi_lex_next(&p->lex);
  const uint8_t *at = p->lex.token.text;
  int32_t index = (int32_t)pbwi_tree_list(message, TYPE_ONEOF)->size;
  pbw_message *oneof = pbwi_tree_add(p->tree, message, TYPE_ONEOF);
  if (!oneof || !pbwi_parse_name(p, "the name of a oneof", &name)) return false;
  pbwi_declare(p, name, name.data, NULL);
  pbwi_tree_bytes(oneof, ONEOF_NAME, name);
  if (!pbwi_expect(p, '{')) return false;
  pbwi_field_place place = {message, TYPE_FIELD, message, TYPE_NESTED, index, {NULL, 0}};
  while (!pbwi_at_symbol(p, '}')) {
    if (p->lex.token.kind == PBWI_TOKEN_END) return pbwi_parse_fail(p, "'}'");
    if (PBWI_AT(p, "option")) {
      if (!pbwi_scope_enter(p, name, at, &before)) return false;
      bool ok = pbwi_parse_option(p, &(pbwi_optioned){oneof, ONEOF_OPTIONS, PBWI_OPTIONS_ONEOF, p->scope});
      pbwi_scope_leave(p, before);
      if (!ok) return false;
    } else if (!pbwi_parse_field(p, &place)) {
      return false;
    }
  }
  pbwi_lex_next(&p->lex);
  return true;
}

/* The names of a list of fields or oneofs, both of which have theirs as field 1. */
static bool add_names(pbwi_source_parser *p, pbwi_table *names, const pbw_list *list) {
  for (size_t i = 0; i < list->size; i++) {
    pbw_bytes name = pbwi_tree_get_bytes(pbwi_tree_item(list, i), FIELD_NAME);
    pbwi_entry *entry = name.size ? pbwi_table_put(names, p->source->arena, (const char *)name.data, name.size) : NULL;
    if (name.size && !entry) return !(p->tree->failed = true);
    if (entry) entry->value = list;
  }
  return true;
}

/* The oneof of one such field. */
static bool add_synthetic(pbwi_source_parser *p, pbw_message *message, pbw_message *field, pbwi_table *names) {
  enum { MOST = 64 };
  pbw_bytes name = pbwi_tree_get_bytes(field, FIELD_NAME);
  uint8_t *room = pbwi_arena_alloc(p->source->arena, name.size + MOST);
  if (!room) return !(p->tree->failed = true);
  uint8_t *start = room + MOST, *end = start + name.size;
  memcpy(start, name.data, name.size);
  if (*name.data != '_') *--start = '_';
  while (start > room && pbwi_table_find(names, (const char *)start, (size_t)(end - start))) *--start = 'X';
  pbwi_tree_int(field, FIELD_ONEOF, (int64_t)pbwi_tree_list(message, TYPE_ONEOF)->size);
  pbw_message *oneof = pbwi_tree_add(p->tree, message, TYPE_ONEOF);
  pbwi_entry *entry = oneof ? pbwi_table_put(names, p->source->arena, (const char *)start, (size_t)(end - start)) : NULL;
  if (!entry) return !(p->tree->failed = true);
  entry->value = oneof;
  pbwi_tree_bytes(oneof, ONEOF_NAME, (pbw_bytes){start, (size_t)(end - start)});
  return true;
}

/* A oneof of its own for each field that is optional in proto3: "_name", with an X before it while that is taken. */
static bool make_synthetic(pbwi_source_parser *p, pbw_message *message) {
  pbwi_table names = {0}; /* of fields and oneofs, once there is an optional field */
  if (p->file->edition != PBW_EDITION_PROTO3) return true;
  const pbw_list *fields = pbwi_tree_list(message, TYPE_FIELD);
  for (size_t i = 0; i < fields->size; i++) {
    pbw_message *field = pbwi_tree_item(fields, i);
    if (!pbwi_tree_has(field, FIELD_PROTO3_OPTIONAL)) continue;
    if (!names.count && (!add_names(p, &names, fields) || !add_names(p, &names, pbwi_tree_list(message, TYPE_ONEOF)))) return false;
    if (!add_synthetic(p, message, field, &names)) return false;
  }
  return true;
}

/* ---- extensions ---- */

bool pbwi_parse_extend(pbwi_source_parser *p, pbw_message *parent, uint32_t list, uint32_t type_list) {
  pbwi_field_place place = {parent, list, parent, type_list, -1, {NULL, 0}};
  pbwi_lex_next(&p->lex);
  if (scalar_type(&p->lex.token)) return pbwi_parse_fail(p, "a message type");
  if (!pbwi_parse_path(p, "a message type", true, &place.extendee) || !pbwi_expect(p, '{')) return false;
  if (pbwi_at_symbol(p, '}')) return pbwi_parse_fail(p, "a field");
  while (!pbwi_at_symbol(p, '}')) {
    if (p->lex.token.kind == PBWI_TOKEN_END) return pbwi_parse_fail(p, "'}'");
    if (!pbwi_parse_field(p, &place)) return false;
  }
  pbwi_lex_next(&p->lex);
  return true;
}

/* ---- numbers and names set aside ---- */

/* first [to last|max]: *end is the last one, `max` where that stands. */
static bool read_range(pbwi_source_parser *p, bool negative, int32_t max, int32_t *start, int32_t *end) {
  if (!pbwi_parse_int32(p, negative, "a number", start)) return false;
  *end = *start;
  if (!pbwi_accept_word(p, "to")) return true;
  if (pbwi_accept_word(p, "max")) {
    *end = max;
    return true;
  }
  return pbwi_parse_int32(p, negative, "a number or \"max\"", end);
}

/* Behind a range: of fields it is told with the number that follows. */
static int32_t behind(int32_t last) { return last == INT32_MAX ? last : last + 1; }

/* "max" of an extension range, until the message is complete: a message set has larger numbers. */
enum { TO_MAX = -1 };

static void end_ranges(pbw_message *message) {
  const pbw_list *ranges = pbwi_tree_list(message, TYPE_RANGE);
  if (!ranges->size) return;
  const pbw_message *options = pbwi_tree_get(message, TYPE_OPTIONS);
  int64_t max = options && pbwi_tree_get_int(options, 1) ? INT32_MAX : (int64_t)PBWI_MAX_FIELD_NUMBER + 1;
  for (size_t i = 0; i < ranges->size; i++) {
    pbw_message *range = pbwi_tree_item(ranges, i);
    if (pbwi_tree_get_int(range, RANGE_END) == TO_MAX) pbwi_tree_int(range, RANGE_END, max);
  }
}

bool pbwi_finish_message(pbwi_source_parser *p, pbw_message *message) {
  end_ranges(message);
  return make_synthetic(p, message);
}

bool pbwi_parse_ranges(pbwi_source_parser *p, pbw_message *message) {
  size_t first = pbwi_tree_list(message, TYPE_RANGE)->size;
  pbwi_lex_next(&p->lex);
  do {
    int32_t start, end;
    const uint8_t *at = p->lex.token.text;
    if (!read_range(p, false, TO_MAX, &start, &end)) return false;
    pbwi_declare_range(p, PBWI_BLAME_EXTENSIONS, start, at);
    pbw_message *range = pbwi_tree_add(p->tree, message, TYPE_RANGE);
    if (!range) return false;
    pbwi_tree_int(range, RANGE_START, start);
    pbwi_tree_int(range, RANGE_END, end == TO_MAX ? end : behind(end));
  } while (pbwi_accept(p, ','));
  if (pbwi_at_symbol(p, '[')) { /* the options of all ranges of the statement */
    const pbw_list *ranges = pbwi_tree_list(message, TYPE_RANGE);
    pbwi_lex start = p->lex;
    for (size_t i = first; i < ranges->size; i++) {
      p->lex = start;
      pbwi_optioned of = {pbwi_tree_item(ranges, i), RANGE_OPTIONS, PBWI_OPTIONS_RANGE, p->scope};
      if (!pbwi_parse_options(p, &of)) return false;
    }
  }
  return pbwi_parse_semicolon(p);
}

static bool reserved_name(pbwi_source_parser *p, pbw_message *parent, uint32_t list) {
  pbw_bytes name;
  bool names = p->file->edition >= PBW_EDITION_2023;
  const uint8_t *at = p->lex.token.text;
  if (names) {
    if (p->lex.token.kind == PBWI_TOKEN_STRING) return complain_at(p, at, "in editions reserved names stand without quotes");
    if (!pbwi_parse_name(p, "a name", &name)) return false;
  } else {
    if (p->lex.token.kind == PBWI_TOKEN_NAME) return complain_at(p, at, "reserved names stand in quotes before editions");
    if (!pbwi_source_string(p->source, p->file, &p->lex, &name)) return false;
  }
  pbwi_tree_add_bytes(p->tree, parent, list, name);
  return true;
}

bool pbwi_parse_reserved(pbwi_source_parser *p, pbw_message *parent, bool is_enum) {
  pbwi_lex_next(&p->lex);
  bool names = p->lex.token.kind == PBWI_TOKEN_STRING || p->lex.token.kind == PBWI_TOKEN_NAME;
  do {
    int32_t start, end;
    if (names) {
      if (!reserved_name(p, parent, is_enum ? ENUM_RESERVED_NAME : TYPE_RESERVED_NAME)) return false;
      continue;
    }
    const uint8_t *at = p->lex.token.text;
    if (!read_range(p, is_enum, is_enum ? INT32_MAX : (int32_t)PBWI_MAX_FIELD_NUMBER, &start, &end)) return false;
    pbwi_declare_range(p, PBWI_BLAME_RESERVED, start, at);
    pbw_message *range = pbwi_tree_add(p->tree, parent, is_enum ? ENUM_RESERVED : TYPE_RESERVED);
    if (!range) return false;
    pbwi_tree_int(range, RANGE_START, start);
    pbwi_tree_int(range, RANGE_END, is_enum ? end : behind(end));
  } while (pbwi_accept(p, ','));
  return pbwi_parse_semicolon(p);
}
