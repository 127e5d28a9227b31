/* From the text of a file to its descriptor: files, messages, enums and services; fields.c has what stands in messages.
 *
 * It reads like the grammar. After an error it goes on behind the statement that is wrong, so that several are told at
 * once. Names are not copied: they point into the text, which is kept. */
#include "core/source/parse.h"

#include <stdio.h>

/* ---- tokens ---- */

bool pbwi_expected(pbw_source *source, const pbwi_source_file *file, const pbwi_lex *lex, const char *what) {
  const pbwi_token *t = &lex->token;
  if (t->kind == PBWI_TOKEN_WRONG) return pbwi_complain(source, PBW_ERR_SYNTAX, file, t->text, "%s", lex->wrong);
  if (t->kind == PBWI_TOKEN_END)
    return pbwi_complain(source, PBW_ERR_SYNTAX, file, t->text, "expected %s, but the file ends", what);
  return pbwi_complain(source, PBW_ERR_SYNTAX, file, t->text, "expected %s", what);
}

bool pbwi_parse_fail(pbwi_source_parser *p, const char *expected) {
  return pbwi_expected(p->source, p->file, &p->lex, expected);
}

bool pbwi_accept_word(pbwi_source_parser *p, const char *word) {
  if (!pbwi_at_word(p, word, strlen(word))) return false;
  pbwi_lex_next(&p->lex);
  return true;
}

bool pbwi_expect(pbwi_source_parser *p, char c) {
  char what[] = "'?'";
  what[1] = c;
  return pbwi_accept(p, c) || pbwi_parse_fail(p, what);
}

bool pbwi_parse_semicolon(pbwi_source_parser *p) { return pbwi_expect(p, ';'); }

bool pbwi_parse_name(pbwi_source_parser *p, const char *what, pbw_bytes *name) {
  const pbwi_token *t = &p->lex.token;
  if (t->kind != PBWI_TOKEN_NAME) return pbwi_parse_fail(p, what);
  *name = (pbw_bytes){t->text, t->size};
  pbwi_lex_next(&p->lex);
  return true;
}

/* Mostly it stands in the text as it is; blanks between its parts are left out. */
bool pbwi_parse_path(pbwi_source_parser *p, const char *what, bool dot_allowed, pbw_bytes *path) {
  const uint8_t *start = p->lex.token.text, *end;
  pbwi_lex at = p->lex;
  size_t size = 0;
  bool first = !(dot_allowed && pbwi_at_symbol(p, '.'));
  do {
    if (!first) {
      size += p->lex.token.size;
      pbwi_lex_next(&p->lex);
    }
    first = false;
    if (p->lex.token.kind != PBWI_TOKEN_NAME) return pbwi_parse_fail(p, what);
    size += p->lex.token.size;
    end = p->lex.token.text + p->lex.token.size;
    pbwi_lex_next(&p->lex);
  } while (pbwi_at_symbol(p, '.'));
  *path = (pbw_bytes){start, size};
  if (size > PBWI_MAX_NAME)
    return pbwi_complain(p->source, PBW_ERR_SYNTAX, p->file, start, "a name of more than %d bytes", PBWI_MAX_NAME);
  if ((size_t)(end - start) == size) return true;
  uint8_t *copy = pbwi_arena_alloc(p->source->arena, size), *out = copy;
  if (!copy) return !(p->tree->failed = true);
  for (; at.token.text < end; pbwi_lex_next(&at)) {
    memcpy(out, at.token.text, at.token.size);
    out += at.token.size;
  }
  path->data = copy;
  return true;
}

bool pbwi_parse_int32(pbwi_source_parser *p, bool negative_allowed, const char *what, int32_t *value) {
  bool negative = negative_allowed && pbwi_accept(p, '-');
  const pbwi_token *t = &p->lex.token;
  if (t->kind != PBWI_TOKEN_INTEGER) return pbwi_parse_fail(p, what);
  if (t->overflow || t->integer > (uint64_t)INT32_MAX + negative)
    return pbwi_complain(p->source, PBW_ERR_SYNTAX, p->file, t->text, "a number that does not fit into 32 bits");
  *value = (int32_t)(negative ? -(int64_t)t->integer : (int64_t)t->integer);
  pbwi_lex_next(&p->lex);
  return true;
}

bool pbwi_source_string(pbw_source *source, const pbwi_source_file *file, pbwi_lex *lex, pbw_bytes *out) {
  if (lex->token.kind != PBWI_TOKEN_STRING) return pbwi_expected(source, file, lex, "a string");
  const pbwi_token *t = &lex->token;
  pbwi_lex ahead = *lex;
  pbwi_lex_next(&ahead);
  if (ahead.token.kind != PBWI_TOKEN_STRING && !memchr(t->text, '\\', t->size)) { /* as it stands in the text */
    *out = (pbw_bytes){t->text + 1, t->size - 2};
    *lex = ahead;
    return true;
  }
  size_t room = t->size + 1;
  for (; ahead.token.kind == PBWI_TOKEN_STRING; pbwi_lex_next(&ahead)) room += ahead.token.size;
  uint8_t *start = pbwi_arena_alloc(source->arena, room), *end = start;
  if (!start) return !(source->tree.failed = true);
  for (; lex->token.kind == PBWI_TOKEN_STRING; pbwi_lex_next(lex)) {
    const uint8_t *wrong;
    end = pbwi_token_string(&lex->token, true, end, &wrong);
    if (!end) return pbwi_complain(source, PBW_ERR_SYNTAX, file, wrong, "an escape that is not one");
  }
  *out = (pbw_bytes){start, (size_t)(end - start)};
  return true;
}

/* ---- names ---- */

void pbwi_declare(pbwi_source_parser *p, pbw_bytes name, const uint8_t *at, const uint8_t *extendee) {
  if (!p->sought || p->found) return;
  size_t scope = p->scope_size, before = scope ? scope + 1 : 0;
  if (strlen(p->sought) != before + name.size || memcmp(p->sought, p->scope, scope) || (scope && p->sought[scope] != '.') ||
      memcmp(p->sought + before, name.data, name.size))
    return;
  if (p->blame == PBWI_BLAME_ELEMENT) p->found = at;
  else if (p->blame == PBWI_BLAME_AGAIN) p->blame = PBWI_BLAME_ELEMENT;
  else if (p->blame == PBWI_BLAME_EXTENDEE) p->found = extendee ? extendee : at;
}

void pbwi_declare_range(pbwi_source_parser *p, int blame, int32_t start, const uint8_t *at) {
  if (p->sought && p->blame == blame && p->blamed == start && !strcmp(p->sought, p->scope)) p->found = at; /* the last one */
}

bool pbwi_scope_enter(pbwi_source_parser *p, pbw_bytes name, const uint8_t *at, size_t *before) {
  *before = p->scope_size;
  if (p->scope_size + 1 + name.size > PBWI_MAX_NAME)
    return pbwi_complain(p->source, PBW_ERR_SCHEMA, p->file, at, "a full name of more than %d bytes", PBWI_MAX_NAME);
  if (p->scope_size) p->scope[p->scope_size++] = '.';
  memcpy(p->scope + p->scope_size, name.data, name.size);
  p->scope_size += name.size;
  p->scope[p->scope_size] = 0;
  return true;
}

/* ---- statements ---- */

/* Behind the statement that is wrong: a ';', or a block as a whole. */
static void skip_statement(pbwi_source_parser *p) {
  int depth = 0;
  for (;; pbwi_lex_next(&p->lex)) {
    if (p->lex.token.kind == PBWI_TOKEN_END) return;
    if (p->lex.token.kind != PBWI_TOKEN_SYMBOL) continue;
    char c = (char)*p->lex.token.text;
    if (c == '}' && !depth) return;
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if ((c == ';' && !depth) || (c == '}' && !depth)) break;
  }
  pbwi_lex_next(&p->lex);
}

bool pbwi_parse_block(pbwi_source_parser *p, pbw_message *parent, pbwi_statement *statement) {
  bool ok = true;
  while (!pbwi_at_symbol(p, '}')) {
    if (p->lex.token.kind == PBWI_TOKEN_END) return pbwi_parse_fail(p, "'}'");
    if (pbwi_accept(p, ';')) continue;
    if (statement(p, parent)) continue;
    ok = false;
    if (p->tree->failed || p->found || pbwi_complained_enough(p->source)) return false;
    skip_statement(p);
  }
  pbwi_lex_next(&p->lex);
  return ok;
}

bool pbwi_parse_option(pbwi_source_parser *p, const pbwi_optioned *of) {
  pbwi_lex_next(&p->lex);
  return pbwi_option_read(p->source, p->file, &p->lex, of) && pbwi_parse_semicolon(p);
}

bool pbwi_parse_options(pbwi_source_parser *p, const pbwi_optioned *of) {
  if (!pbwi_accept(p, '[')) return true;
  do
    if (!pbwi_option_read(p->source, p->file, &p->lex, of)) return false;
  while (pbwi_accept(p, ','));
  return pbwi_accept(p, ']') || pbwi_parse_fail(p, "',' or ']'");
}

/* What is declared here counts as complete when there was memory for it. */
static bool made(pbwi_source_parser *p, const pbw_message *message) { return message && !p->tree->failed; }

/* ---- enums ---- */

static bool enum_value(pbwi_source_parser *p, pbw_message *enumeration) {
  pbw_bytes name;
  int32_t number = 0;
  const uint8_t *at = p->lex.token.text;
  if (!pbwi_parse_name(p, "the name of an enum value", &name)) return false;
  size_t before, outer = p->scope_size; /* a value is a sibling of its enum */
  while (outer && p->scope[outer - 1] != '.') outer--;
  pbw_message *value = pbwi_tree_add(p->tree, enumeration, ENUM_VALUE);
  if (!made(p, value)) return false;
  pbwi_tree_bytes(value, VALUE_NAME, name);
  if (!pbwi_expect(p, '=') || !pbwi_parse_int32(p, true, "an integer", &number)) return false;
  pbwi_tree_int(value, VALUE_NUMBER, number);
  char own[PBWI_MAX_NAME + 4];
  size_t size = p->scope_size;
  memcpy(own, p->scope, size + 1);
  p->scope_size = outer ? outer - 1 : 0;
  p->scope[p->scope_size] = 0;
  pbwi_declare(p, name, name.data, NULL);
  bool ok = true;
  if (pbwi_at_symbol(p, '[')) {
    ok = pbwi_scope_enter(p, name, at, &before);
    ok = ok && pbwi_parse_options(p, &(pbwi_optioned){value, VALUE_OPTIONS, PBWI_OPTIONS_ENUM_VALUE, p->scope});
  }
  memcpy(p->scope, own, size + 1);
  p->scope_size = size;
  return ok && pbwi_parse_semicolon(p);
}

static bool enum_statement(pbwi_source_parser *p, pbw_message *enumeration) {
  if (PBWI_AT(p, "option"))
    return pbwi_parse_option(p, &(pbwi_optioned){enumeration, ENUM_OPTIONS, PBWI_OPTIONS_ENUM, p->scope});
  if (PBWI_AT(p, "reserved")) return pbwi_parse_reserved(p, enumeration, true);
  return enum_value(p, enumeration);
}

bool pbwi_parse_enum(pbwi_source_parser *p, pbw_message *enumeration) {
  pbw_bytes name;
  size_t before;
  const uint8_t *at = p->lex.token.text;
  if (!made(p, enumeration) || !pbwi_parse_name(p, "the name of an enum", &name)) return false;
  pbwi_declare(p, name, name.data, NULL);
  pbwi_tree_bytes(enumeration, ENUM_NAME, name);
  if (!pbwi_expect(p, '{') || !pbwi_scope_enter(p, name, at, &before)) return false;
  bool ok = pbwi_parse_block(p, enumeration, enum_statement);
  pbwi_scope_leave(p, before);
  return ok;
}

/* ---- messages ---- */

static bool message_statement(pbwi_source_parser *p, pbw_message *message);

bool pbwi_parse_message_body(pbwi_source_parser *p, pbw_message *message) {
  if (p->depth == PBWI_MAX_TYPE_NESTING)
    return pbwi_complain(p->source, PBW_ERR_DEPTH, p->file, p->lex.token.text,
                         "messages are nested more than %d levels deep in each other", PBWI_MAX_TYPE_NESTING);
  p->depth++;
  bool ok = pbwi_expect(p, '{') && pbwi_parse_block(p, message, message_statement);
  p->depth--;
  return ok && pbwi_finish_message(p, message);
}

static bool message(pbwi_source_parser *p, pbw_message *message) {
  pbw_bytes name;
  size_t before;
  const uint8_t *at = p->lex.token.text;
  if (!made(p, message) || !pbwi_parse_name(p, "the name of a message", &name)) return false;
  pbwi_declare(p, name, name.data, NULL);
  pbwi_tree_bytes(message, TYPE_NAME, name);
  if (!pbwi_scope_enter(p, name, at, &before)) return false;
  bool ok = pbwi_parse_message_body(p, message);
  pbwi_scope_leave(p, before);
  return ok;
}

/* A message or an enum, perhaps with its visibility before it. */
static int type_begins(const pbwi_source_parser *p, int *visibility) {
  pbwi_lex ahead = p->lex;
  *visibility = 0;
  bool local = PBWI_AT(p, "local"), exported = PBWI_AT(p, "export");
  if (local || exported) {
    pbwi_lex_next(&ahead);
    *visibility = local ? 1 : 2;
  }
  return pbwi_token_is(&ahead.token, "message") ? 'm' : pbwi_token_is(&ahead.token, "enum") ? 'e' : 0;
}

static bool type(pbwi_source_parser *p, pbw_message *parent, int what, int visibility, uint32_t messages, uint32_t enums) {
  if (visibility) {
    if (p->file->edition < PBW_EDITION_2024)
      return pbwi_complain(p->source, PBW_ERR_SCHEMA, p->file, p->lex.token.text,
                           "\"export\" and \"local\" need edition 2024 or later");
    pbwi_lex_next(&p->lex);
  }
  pbwi_lex_next(&p->lex);
  pbw_message *made_type = pbwi_tree_add(p->tree, parent, what == 'm' ? messages : enums);
  if (!made_type) return false;
  if (visibility) pbwi_tree_int(made_type, what == 'm' ? TYPE_VISIBILITY : ENUM_VISIBILITY, visibility);
  return what == 'm' ? message(p, made_type) : pbwi_parse_enum(p, made_type);
}

static bool message_statement(pbwi_source_parser *p, pbw_message *message) {
  switch (p->lex.token.text[0]) {
    case 'm':
    case 'e':
    case 'l': {
      int visibility, what = type_begins(p, &visibility);
      if (what) return type(p, message, what, visibility, TYPE_NESTED, TYPE_ENUM);
      if (PBWI_AT(p, "extensions")) return pbwi_parse_ranges(p, message);
      if (PBWI_AT(p, "extend")) return pbwi_parse_extend(p, message, TYPE_EXTENSION, TYPE_NESTED);
      break;
    }
    case 'o':
      if (PBWI_AT(p, "option"))
        return pbwi_parse_option(p, &(pbwi_optioned){message, TYPE_OPTIONS, PBWI_OPTIONS_MESSAGE, p->scope});
      if (PBWI_AT(p, "oneof")) return pbwi_parse_oneof(p, message);
      break;
    case 'r':
      if (PBWI_AT(p, "reserved")) return pbwi_parse_reserved(p, message, false);
      break;
    default: break;
  }
  return pbwi_parse_field(p, &(pbwi_field_place){message, TYPE_FIELD, message, TYPE_NESTED, -1, {NULL, 0}});
}

/* ---- services ---- */

static bool method_statement(pbwi_source_parser *p, pbw_message *method) {
  if (!PBWI_AT(p, "option")) return pbwi_parse_fail(p, "\"option\"");
  return pbwi_parse_option(p, &(pbwi_optioned){method, METHOD_OPTIONS, PBWI_OPTIONS_METHOD, p->scope});
}

static bool method_type(pbwi_source_parser *p, pbw_message *method, uint32_t type, uint32_t stream) {
  pbw_bytes name;
  if (!pbwi_expect(p, '(')) return false;
  if (pbwi_accept_word(p, "stream")) pbwi_tree_int(method, stream, 1);
  if (!pbwi_parse_path(p, "a message type", true, &name)) return false;
  pbwi_tree_bytes(method, type, name);
  return pbwi_expect(p, ')');
}

static bool service_statement(pbwi_source_parser *p, pbw_message *service) {
  pbw_bytes name;
  size_t before;
  if (PBWI_AT(p, "option"))
    return pbwi_parse_option(p, &(pbwi_optioned){service, SERVICE_OPTIONS, PBWI_OPTIONS_SERVICE, p->scope});
  if (!pbwi_accept_word(p, "rpc")) return pbwi_parse_fail(p, "\"rpc\", \"option\" or '}'");
  const uint8_t *at = p->lex.token.text;
  pbw_message *method = pbwi_tree_add(p->tree, service, SERVICE_METHOD);
  if (!made(p, method) || !pbwi_parse_name(p, "the name of a method", &name)) return false;
  pbwi_declare(p, name, name.data, NULL);
  pbwi_tree_bytes(method, METHOD_NAME, name);
  if (!method_type(p, method, METHOD_INPUT, METHOD_CLIENT)) return false;
  if (!pbwi_accept_word(p, "returns")) return pbwi_parse_fail(p, "\"returns\"");
  if (!method_type(p, method, METHOD_OUTPUT, METHOD_SERVER)) return false;
  if (pbwi_accept(p, ';')) return true;
  if (!pbwi_accept(p, '{')) return pbwi_parse_fail(p, "';' or '{'");
  if (!pbwi_scope_enter(p, name, at, &before)) return false;
  pbwi_tree_message(p->tree, method, METHOD_OPTIONS); /* protoc writes empty ones for an empty block */
  bool ok = pbwi_parse_block(p, method, method_statement);
  pbwi_scope_leave(p, before);
  return ok;
}

static bool service(pbwi_source_parser *p, pbw_message *file) {
  pbw_bytes name;
  size_t before;
  const uint8_t *at = p->lex.token.text;
  pbw_message *service = pbwi_tree_add(p->tree, file, FILE_SERVICE);
  if (!made(p, service) || !pbwi_parse_name(p, "the name of a service", &name)) return false;
  pbwi_declare(p, name, name.data, NULL);
  pbwi_tree_bytes(service, SERVICE_NAME, name);
  if (!pbwi_expect(p, '{') || !pbwi_scope_enter(p, name, at, &before)) return false;
  bool ok = pbwi_parse_block(p, service, service_statement);
  pbwi_scope_leave(p, before);
  return ok;
}

/* ---- files ---- */

static pbwi_import *add_import(pbwi_source_parser *p) {
  pbwi_source_file *file = p->file;
  if (file->import_count == file->import_capacity) {
    size_t capacity = 2 * file->import_capacity + 8;
    pbwi_import *fresh = pbwi_arena_grow(p->source->arena, file->imports, file->import_capacity * sizeof *fresh,
                                         capacity * sizeof *fresh);
    if (!fresh) {
      p->tree->failed = true;
      return NULL;
    }
    file->imports = fresh;
    file->import_capacity = capacity;
  }
  return &file->imports[file->import_count];
}

static bool import(pbwi_source_parser *p, pbw_message *proto) {
  pbwi_import one = {0};
  pbw_bytes name;
  const uint8_t *word = p->lex.token.text;
  if (pbwi_accept_word(p, "public")) one.is_public = true;
  else if (pbwi_accept_word(p, "weak")) one.is_weak = true;
  else if (pbwi_accept_word(p, "option")) one.is_option = true;
  if (one.is_option && p->file->edition < PBW_EDITION_2024)
    return pbwi_complain(p->source, PBW_ERR_SCHEMA, p->file, word, "\"import option\" needs edition 2024 or later");
  if (one.is_weak && p->file->edition >= PBW_EDITION_2024)
    return pbwi_complain(p->source, PBW_ERR_SCHEMA, p->file, word, "edition 2024 has no weak imports");
  if (!one.is_option && pbwi_tree_list(proto, FILE_OPTION_DEPENDENCY)->size)
    return pbwi_complain(p->source, PBW_ERR_SCHEMA, p->file, word, "imports come before \"import option\"");
  one.at = p->lex.token.text;
  if (!pbwi_source_string(p->source, p->file, &p->lex, &name) || !pbwi_parse_semicolon(p)) return false;
  one.name = (const char *)name.data;
  one.size = name.size;
  pbwi_import *place = add_import(p);
  if (!place) return false;
  if (one.is_option) {
    pbwi_tree_add_bytes(p->tree, proto, FILE_OPTION_DEPENDENCY, name);
  } else {
    int32_t index = (int32_t)pbwi_tree_list(proto, FILE_DEPENDENCY)->size;
    pbwi_tree_add_bytes(p->tree, proto, FILE_DEPENDENCY, name);
    if (one.is_public) pbwi_tree_add_int(p->tree, proto, FILE_PUBLIC, index);
    if (one.is_weak) pbwi_tree_add_int(p->tree, proto, FILE_WEAK, index);
  }
  *place = one;
  p->file->import_count++;
  return !p->tree->failed;
}

static bool package(pbwi_source_parser *p, pbw_message *proto) {
  const uint8_t *at = p->lex.token.text;
  pbw_bytes name;
  if (pbwi_tree_has(proto, FILE_PACKAGE))
    return pbwi_complain(p->source, PBW_ERR_SYNTAX, p->file, at, "a file has one package");
  if (!pbwi_parse_path(p, "the name of a package", false, &name)) return false;
  pbwi_tree_bytes(proto, FILE_PACKAGE, name);
  for (size_t i = 1; p->sought && i <= name.size; i++)
    if (i == name.size || name.data[i] == '.') pbwi_declare(p, (pbw_bytes){name.data, i}, at, NULL);
  memcpy(p->scope, name.data, name.size);
  p->scope_size = name.size;
  p->scope[name.size] = 0;
  return pbwi_parse_semicolon(p);
}

static bool file_statement(pbwi_source_parser *p, pbw_message *proto) {
  int visibility, what = type_begins(p, &visibility);
  if (what) return type(p, proto, what, visibility, FILE_MESSAGE, FILE_ENUM);
  if (PBWI_AT(p, "extend")) return pbwi_parse_extend(p, proto, FILE_EXTENSION, FILE_MESSAGE);
  if (pbwi_accept_word(p, "service")) return service(p, proto);
  if (pbwi_accept_word(p, "import")) return import(p, proto);
  if (pbwi_accept_word(p, "package")) return package(p, proto);
  if (PBWI_AT(p, "option"))
    return pbwi_parse_option(p, &(pbwi_optioned){proto, FILE_OPTIONS, PBWI_OPTIONS_FILE, p->scope});
  return pbwi_parse_fail(p, "a statement (\"message\", \"enum\", \"service\", \"extend\", \"import\", \"package\" or \"option\")");
}

static void set_text(pbw_message *message, uint32_t number, const char *text) {
  pbwi_tree_bytes(message, number, (pbw_bytes){(const uint8_t *)text, strlen(text)});
}

/* syntax = "proto2"; or edition = "2023"; or nothing, which is proto2. */
static bool syntax(pbwi_source_parser *p) {
  p->file->edition = PBW_EDITION_PROTO2;
  bool edition = PBWI_AT(p, "edition");
  if (!edition && !PBWI_AT(p, "syntax")) return true;
  pbwi_lex_next(&p->lex);
  pbw_bytes value;
  if (!pbwi_expect(p, '=')) return false;
  const uint8_t *at = p->lex.token.text;
  if (!pbwi_source_string(p->source, p->file, &p->lex, &value) || !pbwi_parse_semicolon(p)) return false;
  static const struct {
    const char *text;
    bool edition;
    int32_t number;
  } known[] = {{"proto2", false, PBW_EDITION_PROTO2}, {"proto3", false, PBW_EDITION_PROTO3},
               {"2023", true, PBW_EDITION_2023},      {"2024", true, PBW_EDITION_2024}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (known[i].edition != edition || strlen(known[i].text) != value.size || memcmp(known[i].text, value.data, value.size))
      continue;
    p->file->edition = known[i].number;
    if (edition) {
      set_text(p->file->proto, FILE_SYNTAX, "editions");
      pbwi_tree_int(p->file->proto, FILE_EDITION, known[i].number);
    } else if (known[i].number == PBW_EDITION_PROTO3) {
      set_text(p->file->proto, FILE_SYNTAX, "proto3");
    }
    return true;
  }
  return pbwi_complain(p->source, PBW_ERR_SYNTAX, p->file, at,
                       edition ? "an edition that is not known: known are \"2023\" and \"2024\""
                               : "a syntax that is not known: known are \"proto2\" and \"proto3\"");
}

static bool parse(pbwi_source_parser *p) {
  pbwi_source_file *file = p->file;
  pbwi_lex_start(&p->lex, file->text, file->size, true);
  set_text(file->proto, FILE_NAME, file->name);
  if (!syntax(p)) return false;
  bool ok = true;
  while (p->lex.token.kind != PBWI_TOKEN_END) {
    if (pbwi_accept(p, ';')) continue;
    if (file_statement(p, file->proto)) continue;
    ok = false;
    if (p->tree->failed || p->found || pbwi_complained_enough(p->source)) return false;
    skip_statement(p);
    if (pbwi_accept(p, '}')) continue; /* one too many */
  }
  return ok && !p->tree->failed;
}

static void begin(pbwi_source_parser *p, pbw_source *source, pbwi_source_file *file) {
  p->source = source;
  p->file = file;
  p->tree = &source->tree;
  p->depth = 0;
  p->scope_size = 0;
  p->scope[0] = 0;
  p->sought = NULL;
  p->found = NULL;
  file->custom_end = &file->custom;
}

bool pbwi_source_parse(pbw_source *source, pbwi_source_file *file) {
  pbwi_source_parser p;
  begin(&p, source, file);
  file->proto = pbwi_message_make(source->arena, &source->file_type->plan, source->arena);
  if (!file->proto) return !(source->tree.failed = true);
  return parse(&p);
}

const uint8_t *pbwi_source_place(pbw_source *source, const pbwi_source_file *file, const char *full_name, int blame,
                                 int64_t number) {
  pbw_arena *scratch = pbwi_arena_new(&source->arena->allocator, 0, 4096);
  if (!scratch) return NULL;
  pbw_source quiet = *source;
  pbwi_source_file copy = {.name = file->name, .text = file->text, .size = file->size};
  quiet.arena = quiet.tree.arena = scratch;
  quiet.errors = UINT32_MAX / 2;
  pbwi_source_parser p;
  begin(&p, &quiet, &copy);
  p.sought = full_name;
  p.blame = blame;
  p.blamed = number;
  copy.proto = pbwi_message_make(scratch, &source->file_type->plan, scratch);
  if (copy.proto) parse(&p);
  pbwi_arena_free(scratch);
  return p.found;
}
