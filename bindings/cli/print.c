/* A message as text, in the manner of protobuf's text format: one field a line, messages in braces. */
#include "bindings/cli/cli.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* Room for a value of any cell format. */
typedef union value {
  uint8_t boolean;
  int32_t i32;
  uint32_t u32;
  int64_t i64;
  uint64_t u64;
  float f32;
  double f64;
  pbw_bytes bytes;
  const pbw_message *message;
} value;

static void print_enum(FILE *out, const pbw_enum *type, int32_t number) {
  const char *name = pbw_enum_value_name(type, number);
  if (name != NULL)
    fputs(name, out);
  else
    fprintf(out, "%" PRId32, number);
}

static void print_scalar(FILE *out, const pbw_field *field, const value *v) {
  switch (pbw_field_type(field)) {
    case PBW_TYPE_DOUBLE: print_double(out, v->f64); break;
    case PBW_TYPE_FLOAT: print_float(out, v->f32); break;
    case PBW_TYPE_BOOL: fputs(v->boolean ? "true" : "false", out); break;
    case PBW_TYPE_STRING: print_string(out, v->bytes, true); break;
    case PBW_TYPE_BYTES: print_string(out, v->bytes, false); break;
    case PBW_TYPE_ENUM: print_enum(out, pbw_field_enum_type(field), v->i32); break;
    case PBW_TYPE_INT32:
    case PBW_TYPE_SINT32:
    case PBW_TYPE_SFIXED32: fprintf(out, "%" PRId32, v->i32); break;
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: fprintf(out, "%" PRIu32, v->u32); break;
    case PBW_TYPE_INT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_SFIXED64: fprintf(out, "%" PRId64, v->i64); break;
    default: fprintf(out, "%" PRIu64, v->u64); break;
  }
}

/* A proto2 group is called by its type's name: the type stands beside the field, whose name is the same in
 * lower case. */
static bool is_named_by_type(const pbw_field *field) {
  const pbw_type *type = pbw_field_message_type(field);
  if (pbw_field_type(field) != PBW_TYPE_GROUP || pbw_type_parent(type) != pbw_field_containing_type(field)) return false;
  const char *name = pbw_field_name(field), *other = pbw_type_name(type);
  while (*name != 0 && tolower((unsigned char)*other) == *name) name++, other++;
  return *name == 0 && *other == 0;
}

static void print_name(FILE *out, const pbw_field *field) {
  if (pbw_field_is_extension(field))
    fprintf(out, "[%s]", pbw_field_full_name(field));
  else if (is_named_by_type(field))
    fputs(pbw_type_name(pbw_field_message_type(field)), out);
  else
    fputs(pbw_field_name(field), out);
}

static bool is_message(const pbw_field *field) {
  return pbw_field_type(field) == PBW_TYPE_MESSAGE || pbw_field_type(field) == PBW_TYPE_GROUP;
}

static void print_value(FILE *out, const pbw_field *field, const value *v, int indent) {
  print_indent(out, indent);
  print_name(out, field);
  if (is_message(field)) {
    fputs(" {\n", out);
    print_message(out, v->message, indent + 1);
    print_indent(out, indent);
    fputs("}\n", out);
  } else {
    fputs(": ", out);
    print_scalar(out, field, v);
    fputc('\n', out);
  }
}

static void print_map(FILE *out, const pbw_message *message, const pbw_field *field, int indent) {
  value key, v;
  for (size_t i = 0; i < pbw_map_size(message, field); i++) {
    if (pbw_map_entry(message, field, i, &key, &v) != PBW_OK) continue;
    print_indent(out, indent);
    fprintf(out, "%s {\n", pbw_field_name(field));
    print_value(out, pbw_field_map_key(field), &key, indent + 1);
    print_value(out, pbw_field_map_value(field), &v, indent + 1);
    print_indent(out, indent);
    fputs("}\n", out);
  }
}

static void print_field(FILE *out, const pbw_message *message, const pbw_field *field, int indent) {
  value v;
  if (!pbw_message_has(message, field)) return;
  switch (pbw_field_cardinality(field)) {
    case PBW_MAP: print_map(out, message, field, indent); break;
    case PBW_REPEATED:
      for (size_t i = 0; i < pbw_list_size(message, field); i++)
        if (pbw_list_get(message, field, i, 1, &v) == PBW_OK) print_value(out, field, &v, indent);
      break;
    default:
      if (pbw_message_get(message, field, &v) == PBW_OK) print_value(out, field, &v, indent);
  }
}

void print_message(FILE *out, const pbw_message *message, int indent) {
  const pbw_type *type = pbw_message_type(message);
  for (size_t i = 0; i < pbw_type_field_count(type); i++)
    print_field(out, message, pbw_type_field_at(type, i), indent);
  for (size_t i = 0; i < pbw_type_extension_count(type); i++)
    print_field(out, message, pbw_type_extension_at(type, i), indent);
  for (size_t i = 0; i < pbw_unknown_count(message); i++) {
    pbw_bytes fields;
    if (pbw_unknown_get(message, i, &fields) == PBW_OK) print_unknown(out, fields, indent);
  }
}
