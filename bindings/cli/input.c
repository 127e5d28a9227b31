/* Files, schemas and types: everything that a command starts from. */
#include "bindings/cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *input_name(const char *path) { return strcmp(path, "-") == 0 ? "stdin" : path; }

static bool read_all(FILE *file, cli_buffer *out) {
  size_t capacity = 0, got = 0;
  do {
    out->size += got;
    if (out->size == capacity) {
      capacity = capacity * 2 + 65536;
      uint8_t *grown = realloc(out->data, capacity);
      if (grown == NULL) return false;
      out->data = grown;
    }
    got = fread(out->data + out->size, 1, capacity - out->size, file);
  } while (got > 0);
  return !ferror(file);
}

bool input_read(const char *path, cli_buffer *out) {
  *out = (cli_buffer){NULL, 0};
  errno = 0;
  bool standard = strcmp(path, "-") == 0;
  FILE *file = standard ? stdin : fopen(path, "rb");
  if (file == NULL || !read_all(file, out)) {
    complain("%s: cannot read: %s", input_name(path), strerror(errno ? errno : EIO));
    free(out->data);
    *out = (cli_buffer){NULL, 0};
  }
  if (file != NULL && !standard) fclose(file);
  return out->data != NULL;
}

static pbw_status add_file(pbw_schema *schema, const char *path) {
  cli_buffer set;
  pbw_error error = {.struct_size = sizeof error};
  if (!input_read(path, &set)) return PBW_ERR_ARGUMENT;
  pbw_status status = pbw_schema_add(schema, set.data, set.size, &error);
  if (status != PBW_OK) {
    complain_error(input_name(path), 0, &error, 0);
    if (status != PBW_ERR_MEMORY) complain("%s: not a descriptor set (protoc --descriptor_set_out)", input_name(path));
  }
  free(set.data);
  return status;
}

/* All of --proto: alone the schema itself, beside --schema one more set. */
static pbw_status add_protos(const cli_options *options, pbw_schema *schema, pbw_schema **compiled) {
  pbw_error error = {.struct_size = sizeof error};
  pbw_bytes set;
  pbw_source *source = source_open(options);
  pbw_status status = PBW_ERR_ARGUMENT;
  if (source != NULL && source_compile(source, compiled, schema != NULL ? &set : NULL)) status = PBW_OK;
  if (status == PBW_OK && schema != NULL) {
    status = pbw_schema_add(schema, set.data, set.size, &error);
    if (status != PBW_OK) complain_error("--proto", 0, &error, 0);
  }
  pbw_source_free(source);
  return status;
}

pbw_schema *input_schema(const cli_options *options) {
  pbw_schema *schema = NULL;
  if (options->schema_count == 0) return add_protos(options, NULL, &schema), schema;
  pbw_error error = {.struct_size = sizeof error};
  pbw_status status = pbw_schema_new(NULL, &schema);
  if (status != PBW_OK) {
    complain("%s", pbw_status_text(status));
    return NULL;
  }
  for (size_t i = 0; status == PBW_OK && i < options->schema_count; i++) status = add_file(schema, options->schemas[i]);
  if (status == PBW_OK && options->proto_count > 0) status = add_protos(options, schema, NULL);
  if (status == PBW_OK) {
    status = pbw_schema_build(schema, &error);
    if (status != PBW_OK) complain_error(options->schema_count == 1 ? input_name(options->schemas[0]) : "schemas", 0, &error, 0);
  }
  if (status == PBW_OK) return schema;
  pbw_schema_free(schema);
  return NULL;
}

/* "Span" or "v1.Span" for "opentelemetry.proto.trace.v1.Span". */
static bool ends_with_name(const char *full, const char *name) {
  size_t full_length = strlen(full), length = strlen(name);
  return full_length > length && full[full_length - length - 1] == '.' &&
         strcmp(full + full_length - length, name) == 0;
}

const pbw_type *input_type(const cli_options *options, const pbw_schema *schema) {
  const char *name = options->type[0] == '.' ? options->type + 1 : options->type;
  const pbw_type *type = pbw_schema_type(schema, name);
  if (type != NULL) return type;
  for (size_t i = 0; i < pbw_schema_type_count(schema); i++) {
    const char *full = pbw_type_full_name(pbw_schema_type_at(schema, i));
    if (!ends_with_name(full, name)) continue;
    complain("no such type: %s; did you mean %s?", name, full);
    return NULL;
  }
  bool set = options->schema_count > 0;
  complain("no such type: %s; pbw types %s %s lists them", name, set ? "--schema" : "--proto", set ? options->schemas[0] : options->protos[0]);
  return NULL;
}
