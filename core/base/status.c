/* The table of status codes, and filling of error records. */
#include "core/base/status.h"

#include <stdarg.h>
#include <stdio.h>

static const struct {
  pbw_status code;
  const char *name, *text;
} statuses[] = {
    {PBW_OK, "PBW_OK", "success"},
    {PBW_END, "PBW_END", "the stream has no further message"},
    {PBW_ERR_ARGUMENT, "PBW_ERR_ARGUMENT", "an argument is outside its contract"},
    {PBW_ERR_MEMORY, "PBW_ERR_MEMORY", "out of memory"},
    {PBW_ERR_TRUNCATED, "PBW_ERR_TRUNCATED", "the input ends inside a field"},
    {PBW_ERR_MALFORMED, "PBW_ERR_MALFORMED", "the input is not in the wire format"},
    {PBW_ERR_UTF8, "PBW_ERR_UTF8", "a string is not valid UTF-8"},
    {PBW_ERR_DEPTH, "PBW_ERR_DEPTH", "messages are nested deeper than the limit"},
    {PBW_ERR_SIZE, "PBW_ERR_SIZE", "a message is larger than the limit"},
    {PBW_ERR_LIMIT, "PBW_ERR_LIMIT", "the memory limit is reached"},
    {PBW_ERR_REQUIRED, "PBW_ERR_REQUIRED", "a required field is missing"},
    {PBW_ERR_BUFFER, "PBW_ERR_BUFFER", "the buffer is too small"},
    {PBW_ERR_READONLY, "PBW_ERR_READONLY", "the message is read-only"},
    {PBW_ERR_NOT_FOUND, "PBW_ERR_NOT_FOUND", "no such name, number or key"},
    {PBW_ERR_RANGE, "PBW_ERR_RANGE", "an index is beyond the end, or a value does not fit its field"},
    {PBW_ERR_SCHEMA, "PBW_ERR_SCHEMA", "the descriptor set is not valid"},
    {PBW_ERR_IO, "PBW_ERR_IO", "a read or write function failed"},
    {PBW_ERR_SYNTAX, "PBW_ERR_SYNTAX", "the text is not in its grammar"},
    {PBW_ERR_VALUE, "PBW_ERR_VALUE", "a value that the field or the text cannot express"},
};

enum { COUNT = sizeof statuses / sizeof *statuses };

const char *pbwi_status_name(pbw_status status) {
  for (int i = 0; i < COUNT; i++)
    if (statuses[i].code == status) return statuses[i].name;
  return "unknown status";
}

const char *pbwi_status_text(pbw_status status) {
  for (int i = 0; i < COUNT; i++)
    if (statuses[i].code == status) return statuses[i].text;
  return "unknown status";
}

/* Copy with "..." where it does not fit, never in the middle of a UTF-8 character. */
static void copy_text(char *to, size_t room, const char *from) {
  size_t size = strlen(from);
  if (size < room) {
    memcpy(to, from, size + 1);
    return;
  }
  size = room - 4;
  while (size && ((unsigned char)from[size] & 0xc0) == 0x80) size--;
  memcpy(to, from, size);
  memcpy(to + size, "...", 4);
}

pbw_status pbwi_error_set(pbw_error *error, pbw_status code, uint64_t offset, const char *path,
                          const char *message) {
  if (!error || error->struct_size < sizeof *error) return code; /* none, or one whose size was never set */
  pbw_error full = {.struct_size = error->struct_size, .code = code, .offset = offset};
  copy_text(full.message, sizeof full.message, message ? message : pbwi_status_text(code));
  copy_text(full.path, sizeof full.path, path ? path : "");
  *error = full;
  return code;
}

void pbwi_error_place(pbw_error *error, const uint8_t *start, const uint8_t *at) {
  if (!error || error->struct_size < sizeof *error) return;
  error->line = error->column = 1;
  for (const uint8_t *p = start; p < at; p++) {
    error->column++;
    if (*p != '\n') continue;
    error->line++;
    error->column = 1;
  }
}

pbw_status pbwi_error_format(pbw_error *error, pbw_status code, uint64_t offset, const char *path,
                             const char *format, ...) {
  char text[sizeof error->message + 8]; /* longer than the record, so that a cut shows */
  if (!error) return code;
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return pbwi_error_set(error, code, offset, path, text);
}
