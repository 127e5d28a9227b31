/* pbw show: a type, an enum or a service as a .proto file would declare it. */
#include "bindings/cli/cli.h"

#include <inttypes.h>
#include <string.h>

static const char *const kinds[] = {
    NULL,    "double", "float",   "int64", "uint64", "int32",    "fixed64",  "fixed32", "bool",   "string",
    "group", NULL,     "bytes",   "uint32", NULL,    "sfixed32", "sfixed64", "sint32",  "sint64",
};

static const char *kind_of(const pbw_field *field) {
  if (pbw_field_message_type(field) != NULL) return pbw_type_full_name(pbw_field_message_type(field));
  if (pbw_field_enum_type(field) != NULL) return pbw_enum_full_name(pbw_field_enum_type(field));
  return kinds[pbw_field_type(field)];
}

static void show_default(const pbw_field *field) {
  union {
    uint8_t b;
    int32_t i;
    uint32_t u;
    int64_t l;
    uint64_t ul;
    float f;
    double d;
    pbw_bytes s;
  } v;
  if (!pbw_field_has_default(field) || pbw_field_default(field, &v) != PBW_OK) return;
  fputs(" [default = ", stdout);
  switch (pbw_field_type(field)) {
    case PBW_TYPE_BOOL: fputs(v.b ? "true" : "false", stdout); break;
    case PBW_TYPE_FLOAT: printf("%.9g", (double)v.f); break;
    case PBW_TYPE_DOUBLE: printf("%.17g", v.d); break;
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES:
      putchar('"');
      for (size_t i = 0; i < v.s.size; i++) {
        uint8_t c = v.s.data[i];
        if (c == '"' || c == '\\') printf("\\%c", c);
        else if (c < 0x20 || c == 0x7f) printf("\\%03o", c);
        else putchar(c);
      }
      putchar('"');
      break;
    case PBW_TYPE_ENUM: {
      const char *name = pbw_enum_value_name(pbw_field_enum_type(field), v.i);
      if (name != NULL) fputs(name, stdout);
      else printf("%" PRId32, v.i);
      break;
    }
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: printf("%" PRIu64, v.ul); break;
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: printf("%" PRIu32, v.u); break;
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: printf("%" PRId64, v.l); break;
    default: printf("%" PRId32, v.i);
  }
  putchar(']');
}

static void show_field(const pbw_field *field, int indent) {
  const pbw_file *file = pbw_field_file(field);
  bool proto3 = pbw_file_edition(file) == PBW_EDITION_PROTO3, in_oneof = pbw_field_oneof(field) != NULL;
  bool message = pbw_field_message_type(field) != NULL;
  printf("%*s", indent, "");
  if (pbw_field_cardinality(field) == PBW_MAP) {
    printf("map<%s, %s>", kind_of(pbw_field_map_key(field)), kind_of(pbw_field_map_value(field)));
  } else {
    if (pbw_field_cardinality(field) == PBW_REPEATED) fputs("repeated ", stdout);
    else if (pbw_field_is_required(field)) fputs("required ", stdout);
    else if (!in_oneof && pbw_field_has_presence(field) && !(proto3 && message)) fputs("optional ", stdout);
    if (pbw_field_type(field) == PBW_TYPE_GROUP) fputs("group ", stdout);
    fputs(kind_of(field), stdout);
  }
  const char *name = pbw_field_is_extension(field) ? pbw_field_full_name(field) : pbw_field_name(field);
  printf(" %s = %" PRIu32, name, pbw_field_number(field));
  show_default(field);
  puts(";");
}

static void show_enum(const pbw_enum *e, int indent) {
  printf("%*senum %s {\n", indent, "", indent > 0 ? pbw_enum_name(e) : pbw_enum_full_name(e));
  for (size_t i = 0; i < pbw_enum_value_count(e); i++)
    printf("%*s%s = %" PRId32 ";\n", indent + 2, "", pbw_enum_value_name_at(e, i), pbw_enum_value_number_at(e, i));
  printf("%*s}\n", indent, "");
}

static void show_fields(const pbw_type *type, int indent) {
  for (size_t i = 0; i < pbw_type_field_count(type); i++) {
    const pbw_field *field = pbw_type_field_at(type, i);
    const pbw_oneof *oneof = pbw_field_oneof(field);
    if (oneof != NULL && pbw_oneof_field_at(oneof, 0) != field) continue; /* shown with the first of it */
    if (oneof == NULL) {
      show_field(field, indent);
      continue;
    }
    printf("%*soneof %s {\n", indent, "", pbw_oneof_name(oneof));
    for (size_t k = 0; k < pbw_oneof_field_count(oneof); k++) show_field(pbw_oneof_field_at(oneof, k), indent + 2);
    printf("%*s}\n", indent, "");
  }
}

static void show_type(const pbw_schema *schema, const pbw_type *type) {
  printf("message %s {\n", pbw_type_full_name(type));
  show_fields(type, 2);
  for (size_t i = 0; i < pbw_schema_enum_count(schema); i++)
    if (pbw_enum_parent(pbw_schema_enum_at(schema, i)) == type) show_enum(pbw_schema_enum_at(schema, i), 2);
  for (size_t i = 0; i < pbw_schema_type_count(schema); i++) {
    const pbw_type *inner = pbw_schema_type_at(schema, i);
    if (pbw_type_parent(inner) == type && !pbw_type_is_map_entry(inner)) printf("  // message %s\n", pbw_type_full_name(inner));
  }
  puts("}");
  if (pbw_type_extension_count(type) == 0) return;
  printf("extend %s {\n", pbw_type_full_name(type));
  for (size_t i = 0; i < pbw_type_extension_count(type); i++) show_field(pbw_type_extension_at(type, i), 2);
  puts("}");
}

static void show_service(const pbw_service *service) {
  printf("service %s {\n", pbw_service_full_name(service));
  for (size_t i = 0; i < pbw_service_method_count(service); i++) {
    const pbw_method *m = pbw_service_method_at(service, i);
    printf("  rpc %s(%s%s) returns (%s%s);\n", pbw_method_name(m), pbw_method_client_streaming(m) ? "stream " : "",
           pbw_type_full_name(pbw_method_input(m)), pbw_method_server_streaming(m) ? "stream " : "",
           pbw_type_full_name(pbw_method_output(m)));
  }
  puts("}");
}

static int run(const cli_options *options) {
  int code = EXIT_SYSTEM;
  cli_options named = *options;
  named.type = options->files[0];
  pbw_schema *schema = input_schema(options);
  if (schema == NULL) return code;
  const char *name = named.type[0] == '.' ? named.type + 1 : named.type;
  const pbw_enum *e = pbw_schema_enum(schema, name);
  const pbw_service *service = pbw_schema_service(schema, name);
  const pbw_type *type = e == NULL && service == NULL ? input_type(&named, schema) : NULL;
  if (e != NULL) show_enum(e, 0);
  if (service != NULL) show_service(service);
  if (type != NULL) show_type(schema, type);
  if (e != NULL || service != NULL || type != NULL) code = finish_output();
  pbw_schema_free(schema);
  return code;
}

const cli_command command_show = {
    .name = "show",
    .brief = "a type, an enum or a service as a .proto file declares it",
    .run = run,
    .takes = TAKES_SCHEMA,
    .files = 1,
    .words = "--schema FILE [OPTION...] NAME",
    .more = "NAME is a full name; pbw types lists those of messages.\n",
};
