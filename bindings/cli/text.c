/* Text that grows: the path of a field, a line that is not complete yet. When there is no memory it stays as it is and
 * remembers that; whoever prints it asks once. */
#include "bindings/cli/cli.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Room for `size` more bytes and a NUL. */
static bool grow(cli_text *text, size_t size) {
  if (text->capacity - text->size > size) return true;
  size_t capacity = (text->size + size) * 2 + 64;
  char *grown = realloc(text->data, capacity);
  if (grown == NULL) {
    text->failed = true;
    return false;
  }
  text->data = grown;
  text->capacity = capacity;
  return true;
}

void text_put(cli_text *text, const void *data, size_t size) {
  if (size == 0 || !grow(text, size)) return;
  memcpy(text->data + text->size, data, size);
  text->size += size;
  text->data[text->size] = 0;
}

void text_add(cli_text *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int size = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (size <= 0 || !grow(text, (size_t)size)) return;
  va_start(args, format);
  vsnprintf(text->data + text->size, (size_t)size + 1, format, args);
  va_end(args);
  text->size += (size_t)size;
}

void text_cut(cli_text *text, size_t size) {
  if (size >= text->size) return;
  text->size = size;
  text->data[size] = 0;
}

const char *text_of(const cli_text *text) { return text->size > 0 ? text->data : ""; }

void text_free(cli_text *text) {
  free(text->data);
  *text = (cli_text){0};
}

void text_add_field(cli_text *path, const pbw_field *field) {
  bool extension = pbw_field_is_extension(field);
  text_add(path, extension ? "%s[%s]" : "%s%s", path->size > 0 ? "." : "",
           extension ? pbw_field_full_name(field) : pbw_field_name(field));
}
