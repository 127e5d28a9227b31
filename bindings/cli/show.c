/* pbw show: a type, an enum, a service or an extension as a .proto file would declare it. */
#include "bindings/cli/cli.h"

#include <inttypes.h>
#include <string.h>

typedef struct show {
  const pbw_schema *schema;
  pbw_ctx *ctx;       /* for values */
  pbw_arena *arena;   /* for options */
  cli_text text;      /* of a value or a list of options */
} show;

/* ---- options ---- */

/* Between brackets behind a field or an enum's value, or an `option` line each. */
typedef struct option_list {
  show *s;
  int indent; /* of lines; -1: brackets */
} option_list;

static void begin_option(const option_list *list) {
  if (list->indent < 0) text_add(&list->s->text, list->s->text.size > 0 ? ", " : " [");
  else text_add(&list->s->text, "%*soption ", list->indent, "");
}

static void end_option(const option_list *list) {
  if (list->indent >= 0) text_add(&list->s->text, ";\n");
}

static void end_options(const option_list *list) {
  cli_text *text = &list->s->text;
  if (list->indent < 0 && text->size > 0) text_add(text, "]");
  fputs(text_of(text), stdout);
  text_cut(text, 0);
}

static void add_word(const option_list *list, const char *name, const char *value) {
  begin_option(list);
  text_add(&list->s->text, "%s = %s", name, value);
  end_option(list);
}

static void add_value(const option_list *list, const pbw_field *field, const cli_value *value) {
  show *s = list->s;
  begin_option(list);
  text_add(&s->text, pbw_field_is_extension(field) ? "(%s) = " : "%s = ",
           pbw_field_is_extension(field) ? pbw_field_full_name(field) : pbw_field_name(field));
  pbw_ctx_reset(s->ctx);
  value_add(&s->text, s->ctx, field, value);
  end_option(list);
}

/* What stands in an options message. Features are left out where they were told already, as what they come to. */
static void add_options(const option_list *list, pbw_status status, const pbw_message *options, bool features) {
  const pbw_field *field;
  for (size_t i = 0; status == PBW_OK && pbw_message_next(options, &i, &field) == PBW_OK;) {
    cli_value value;
    size_t size = 0;
    if (!features && strcmp(pbw_field_name(field), "features") == 0 && !pbw_field_is_extension(field)) continue;
    switch (pbw_field_cardinality(field)) {
      case PBW_SINGULAR:
        if (pbw_message_get(options, field, &value) == PBW_OK) add_value(list, field, &value);
        break;
      case PBW_REPEATED:
        for (size = pbw_list_size(options, field); size > 0; size--)
          if (pbw_list_get(options, field, pbw_list_size(options, field) - size, 1, &value) == PBW_OK)
            add_value(list, field, &value);
        break;
      default: break; /* no option has a map */
    }
  }
}

/* ---- fields ---- */

static const char *const kinds[] = {
    NULL,    "double", "float",   "int64", "uint64", "int32",    "fixed64",  "fixed32", "bool",   "string",
    "group", NULL,     "bytes",   "uint32", NULL,    "sfixed32", "sfixed64", "sint32",  "sint64",
};

static const char *kind_of(const pbw_field *field) {
  if (pbw_field_message_type(field) != NULL) return pbw_type_full_name(pbw_field_message_type(field));
  if (pbw_field_enum_type(field) != NULL) return pbw_enum_full_name(pbw_field_enum_type(field));
  return kinds[pbw_field_type(field)];
}

static bool has_edition(const pbw_file *file) { return pbw_file_edition(file) >= PBW_EDITION_2023; }

/* "lower_camel" is lowerCamel: whether the JSON name is another. */
static bool has_own_json_name(const pbw_field *field) {
  const char *json = pbw_field_json_name(field);
  bool up = false;
  for (const char *p = pbw_field_name(field); *p != 0; p++) {
    if (*p == '_') {
      up = true;
      continue;
    }
    char c = up && *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p;
    up = false;
    if (*json++ != c) return true;
  }
  return *json != 0;
}

/* A group is declared where it is used: its type stands beside the field, whose name is the same in lower case. */
static bool is_group(const pbw_field *field) {
  const pbw_type *type = pbw_field_message_type(field);
  if (pbw_field_type(field) != PBW_TYPE_GROUP || has_edition(pbw_field_file(field))) return false;
  if (pbw_field_is_extension(field) || pbw_type_parent(type) != pbw_field_containing_type(field)) return false;
  const char *name = pbw_field_name(field), *other = pbw_type_name(type);
  for (; *name != 0; name++, other++)
    if ((*other >= 'A' && *other <= 'Z' ? *other - 'A' + 'a' : *other) != *name) return false;
  return *other == 0;
}

static const char *label_of(const pbw_field *field) {
  if (pbw_field_cardinality(field) == PBW_MAP || pbw_field_oneof(field) != NULL) return "";
  if (pbw_field_cardinality(field) == PBW_REPEATED) return "repeated ";
  if (has_edition(pbw_field_file(field))) return "";
  if (pbw_field_is_required(field)) return "required ";
  bool proto3 = pbw_file_edition(pbw_field_file(field)) == PBW_EDITION_PROTO3;
  return pbw_field_has_presence(field) && !(proto3 && pbw_field_message_type(field) != NULL) ? "optional " : "";
}

/* What the features of a file with an edition come to, where it is not what most have. */
static void add_features(const option_list *list, const pbw_field *field) {
  bool singular = pbw_field_cardinality(field) == PBW_SINGULAR, message = pbw_field_message_type(field) != NULL;
  int32_t type = pbw_field_type(field);
  bool numbers = !message && type != PBW_TYPE_STRING && type != PBW_TYPE_BYTES;
  if (pbw_field_is_required(field)) add_word(list, "features.field_presence", "LEGACY_REQUIRED");
  else if (singular && !pbw_field_has_presence(field)) add_word(list, "features.field_presence", "IMPLICIT");
  if (pbw_field_cardinality(field) == PBW_REPEATED && numbers && !pbw_field_is_packed(field))
    add_word(list, "features.repeated_field_encoding", "EXPANDED");
  if (type == PBW_TYPE_GROUP) add_word(list, "features.message_encoding", "DELIMITED");
  if (type == PBW_TYPE_STRING && !pbw_field_is_utf8(field)) add_word(list, "features.utf8_validation", "NONE");
}

static void show_field_options(show *s, const pbw_field *field) {
  option_list list = {s, -1};
  cli_value value;
  pbw_message *options;
  if (pbw_field_has_default(field) && pbw_field_default(field, &value) == PBW_OK) {
    begin_option(&list);
    text_add(&s->text, "default = ");
    pbw_ctx_reset(s->ctx);
    value_add(&s->text, s->ctx, field, &value);
  }
  if (!pbw_field_is_extension(field) && has_own_json_name(field)) {
    begin_option(&list);
    text_add(&s->text, "json_name = ");
    quote_add(&s->text, (pbw_bytes){(const uint8_t *)pbw_field_json_name(field), strlen(pbw_field_json_name(field))}, true);
  }
  if (has_edition(pbw_field_file(field))) add_features(&list, field);
  pbw_status status = pbw_field_options(field, s->arena, &options);
  add_options(&list, status, options, false);
  end_options(&list);
}

static void show_body(show *s, const pbw_type *type, int indent);

static void show_field(show *s, const pbw_field *field, int indent) {
  printf("%*s%s", indent, "", label_of(field));
  if (pbw_field_cardinality(field) == PBW_MAP)
    printf("map<%s, %s> %s", kind_of(pbw_field_map_key(field)), kind_of(pbw_field_map_value(field)), pbw_field_name(field));
  else if (is_group(field))
    printf("group %s", pbw_type_name(pbw_field_message_type(field)));
  else
    printf("%s %s", kind_of(field), pbw_field_name(field));
  printf(" = %" PRIu32, pbw_field_number(field));
  show_field_options(s, field);
  if (is_group(field)) {
    puts(" {");
    show_body(s, pbw_field_message_type(field), indent + 2);
    printf("%*s}\n", indent, "");
  } else if (pbw_field_is_extension(field)) {
    printf(";  // [%s]\n", pbw_field_full_name(field));
  } else {
    puts(";");
  }
}

/* ---- enums ---- */

static void show_enum(show *s, const pbw_enum *e, int indent) {
  option_list lines = {s, indent + 2}, brackets = {s, -1};
  pbw_message *options;
  printf("%*senum %s {\n", indent, "", indent > 0 ? pbw_enum_name(e) : pbw_enum_full_name(e));
  bool closed = has_edition(pbw_enum_file(e)) && pbw_enum_is_closed(e);
  if (closed) add_word(&lines, "features.enum_type", "CLOSED");
  pbw_status status = pbw_enum_options(e, s->arena, &options);
  add_options(&lines, status, options, false);
  end_options(&lines);
  for (size_t i = 0; i < pbw_enum_value_count(e); i++) {
    printf("%*s%s = %" PRId32, indent + 2, "", pbw_enum_value_name_at(e, i), pbw_enum_value_number_at(e, i));
    status = pbw_enum_value_options_at(e, i, s->arena, &options);
    add_options(&brackets, status, options, true);
    end_options(&brackets);
    puts(";");
  }
  printf("%*s}\n", indent, "");
}

/* ---- types ---- */

static void show_oneof(show *s, const pbw_oneof *oneof, int indent) {
  option_list lines = {s, indent + 2};
  pbw_message *options;
  printf("%*soneof %s {\n", indent, "", pbw_oneof_name(oneof));
  pbw_status status = pbw_oneof_options(oneof, s->arena, &options);
  add_options(&lines, status, options, true);
  end_options(&lines);
  for (size_t i = 0; i < pbw_oneof_field_count(oneof); i++) show_field(s, pbw_oneof_field_at(oneof, i), indent + 2);
  printf("%*s}\n", indent, "");
}

static bool is_declared_by_field(const pbw_type *type) {
  const pbw_type *parent = pbw_type_parent(type);
  for (size_t i = 0; i < pbw_type_field_count(parent); i++) {
    const pbw_field *field = pbw_type_field_at(parent, i);
    if (pbw_field_message_type(field) == type && is_group(field)) return true;
  }
  return pbw_type_is_map_entry(type) != 0;
}

static void show_body(show *s, const pbw_type *type, int indent) {
  option_list lines = {s, indent};
  pbw_message *options;
  pbw_status status = pbw_type_options(type, s->arena, &options);
  add_options(&lines, status, options, true);
  end_options(&lines);
  for (size_t i = 0; i < pbw_schema_enum_count(s->schema); i++)
    if (pbw_enum_parent(pbw_schema_enum_at(s->schema, i)) == type) show_enum(s, pbw_schema_enum_at(s->schema, i), indent);
  for (size_t i = 0; i < pbw_schema_type_count(s->schema); i++) {
    const pbw_type *inner = pbw_schema_type_at(s->schema, i);
    if (pbw_type_parent(inner) != type || is_declared_by_field(inner)) continue;
    printf("%*smessage %s {\n", indent, "", pbw_type_name(inner));
    show_body(s, inner, indent + 2);
    printf("%*s}\n", indent, "");
  }
  for (size_t i = 0; i < pbw_type_field_count(type); i++) {
    const pbw_field *field = pbw_type_field_at(type, i);
    const pbw_oneof *oneof = pbw_field_oneof(field);
    if (oneof == NULL) show_field(s, field, indent);
    else if (pbw_oneof_field_at(oneof, 0) == field) show_oneof(s, oneof, indent);
  }
}

static void show_type(show *s, const pbw_type *type) {
  printf("message %s {\n", pbw_type_full_name(type));
  show_body(s, type, 2);
  puts("}");
  if (pbw_type_extension_count(type) == 0) return;
  printf("\nextend %s {\n", pbw_type_full_name(type));
  for (size_t i = 0; i < pbw_type_extension_count(type); i++) show_field(s, pbw_type_extension_at(type, i), 2);
  puts("}");
}

static void show_extension(show *s, const pbw_field *field) {
  printf("extend %s {\n", pbw_type_full_name(pbw_field_containing_type(field)));
  show_field(s, field, 2);
  puts("}");
}

static void show_service(show *s, const pbw_service *service) {
  option_list lines = {s, 2}, inner = {s, 4};
  pbw_message *options;
  printf("service %s {\n", pbw_service_full_name(service));
  pbw_status status = pbw_service_options(service, s->arena, &options);
  add_options(&lines, status, options, true);
  end_options(&lines);
  for (size_t i = 0; i < pbw_service_method_count(service); i++) {
    const pbw_method *m = pbw_service_method_at(service, i);
    printf("  rpc %s(%s%s) returns (%s%s)", pbw_method_name(m), pbw_method_client_streaming(m) ? "stream " : "",
           pbw_type_full_name(pbw_method_input(m)), pbw_method_server_streaming(m) ? "stream " : "",
           pbw_type_full_name(pbw_method_output(m)));
    status = pbw_method_options(m, s->arena, &options);
    add_options(&inner, status, options, true);
    if (s->text.size > 0) puts(" {");
    bool block = s->text.size > 0;
    end_options(&inner);
    puts(block ? "  }" : ";");
  }
  puts("}");
}

/* ---- the command ---- */

/* Where it is declared, which tells what is not written out. */
static void show_file(const pbw_file *file) {
  int32_t edition = pbw_file_edition(file);
  printf("// %s, ", pbw_file_name(file));
  if (edition == PBW_EDITION_PROTO2) puts("proto2");
  else if (edition == PBW_EDITION_PROTO3) puts("proto3");
  else printf("edition %d\n", (int)(edition - PBW_EDITION_2023 + 2023));
}

static bool show_name(show *s, const cli_options *options, const char *name) {
  const pbw_enum *e = pbw_schema_enum(s->schema, name);
  const pbw_service *service = pbw_schema_service(s->schema, name);
  const pbw_field *extension = pbw_schema_extension(s->schema, name);
  if (e != NULL) {
    show_file(pbw_enum_file(e));
    show_enum(s, e, 0);
  } else if (service != NULL) {
    show_file(pbw_service_file(service));
    show_service(s, service);
  } else if (extension != NULL) {
    show_file(pbw_field_file(extension));
    show_extension(s, extension);
  } else {
    cli_options named = *options;
    named.type = name;
    const pbw_type *type = input_type(&named, s->schema);
    if (type == NULL) return false;
    show_file(pbw_type_file(type));
    show_type(s, type);
  }
  return true;
}

static int run(const cli_options *options) {
  int code = EXIT_SYSTEM;
  const char *name = options->files[0];
  pbw_schema *schema = input_schema(options);
  show s = {.schema = schema};
  if (schema != NULL && (pbw_ctx_new(NULL, NULL, &s.ctx) != PBW_OK || pbw_arena_new(NULL, 0, &s.arena) != PBW_OK))
    complain("out of memory");
  else if (schema != NULL && show_name(&s, options, *name == '.' ? name + 1 : name))
    code = finish_output();
  text_free(&s.text);
  pbw_ctx_free(s.ctx);
  pbw_arena_free(s.arena);
  pbw_schema_free(schema);
  return code;
}

const cli_command command_show = {
    .name = "show",
    .brief = "a type, an enum, a service or an extension as a .proto file declares it",
    .run = run,
    .takes = TAKES_SCHEMA | TAKES_NAME,
    .files = 1,
    .words = "--schema FILE [OPTION...] NAME",
    .more = "NAME is a full name; pbw types lists those of messages. Behind a message stand the extensions of\n"
            "it that the schema has.\n"
            "\n"
            "  pbw show -s person.binpb hello.Person\n"
            "  pbw show -s otel.binpb opentelemetry.proto.trace.v1.Span.SpanKind\n",
};
