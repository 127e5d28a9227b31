/* How a schema that cannot be loaded is told: "file.proto: pkg.Type.field" is the path. */
#include "core/schema/load.h"

#include <stdarg.h>
#include <stdio.h>

pbw_status pbwi_fail(pbwi_load *load, const pbw_file *file, const char *element, const char *format, ...) {
  if (!load->error) return PBW_ERR_SCHEMA;
  char message[sizeof load->error->message + 8]; /* longer than it can stand: so that it is cut with "..." */
  char path[sizeof load->error->path + 8];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  snprintf(path, sizeof path, "%s%s%s", file ? file->name : "", file && element && *element ? ": " : "",
           element ? element : "");
  return pbwi_error_set(load->error, PBW_ERR_SCHEMA, PBW_NO_OFFSET, path, message);
}

pbw_status pbwi_fail_memory(pbwi_load *load) {
  return pbwi_error_set(load->error, PBW_ERR_MEMORY, PBW_NO_OFFSET, NULL, NULL);
}

const char *pbwi_value_name(pbwi_load *load, const pbw_enum *enumeration, const pbwi_enum_value *value) {
  size_t scope = (size_t)(enumeration->name - enumeration->full_name), size = strlen(value->name);
  char *name = pbwi_arena_alloc(load->work, scope + size + 1); /* a value is a sibling of its enum */
  if (!name) return enumeration->full_name;
  memcpy(name, enumeration->full_name, scope);
  memcpy(name + scope, value->name, size + 1);
  return name;
}

const char *pbwi_show(pbwi_load *load, pbw_bytes text) {
  enum { MOST = 100 };
  size_t size = text.size > MOST ? MOST : text.size;
  char *shown = pbwi_arena_alloc(load->work, size + 4);
  if (!shown) return "?";
  for (size_t i = 0; i < size; i++) shown[i] = text.data[i] >= ' ' && text.data[i] < 127 ? (char)text.data[i] : '?';
  strcpy(shown + size, text.size > MOST ? "..." : "");
  return shown;
}
