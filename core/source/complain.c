/* Errors as people want them: the place, the line, a caret below it; as many as there are, up to a limit. */
#include "core/source/source.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/base/status.h"

enum { MOST_LINE = 160 };

static void append(pbw_source *source, const char *text, size_t size) {
  if (source->report_size + size + 1 > source->report_capacity) {
    size_t capacity = 2 * (source->report_size + size) + 512;
    char *fresh = pbwi_arena_alloc(source->arena, capacity);
    if (!fresh) return;
    if (source->report_size) memcpy(fresh, source->report, source->report_size);
    source->report = fresh;
    source->report_capacity = capacity;
  }
  memcpy(source->report + source->report_size, text, size);
  source->report_size += size;
  source->report[source->report_size] = 0;
}

/* The line that `at` stands in (a part, of a long one) and a caret below. */
static void append_line(pbw_source *source, const pbwi_source_file *file, const uint8_t *at) {
  char line[MOST_LINE + 8];
  const uint8_t *start = at, *end = at, *last = file->text + file->size;
  while (start > file->text && start[-1] != '\n' && at - start < MOST_LINE / 2) start--;
  while (end < last && *end != '\n' && *end != '\r' && end - start < MOST_LINE) end++;
  size_t size = 2;
  memset(line, ' ', 2);
  for (const uint8_t *p = start; p < end; p++) line[size++] = *p < 0x20 ? ' ' : (char)*p;
  line[size++] = '\n';
  append(source, line, size);
  size = 2;
  for (const uint8_t *p = start; p < at; p++)
    if ((*p & 0xc0) != 0x80) line[size++] = ' '; /* one column a character */
  memset(line, ' ', size);
  line[size++] = '^';
  line[size++] = '\n';
  append(source, line, size);
}

bool pbwi_complained_enough(const pbw_source *source) { return source->errors >= PBWI_MAX_ERRORS; }

bool pbwi_complain(pbw_source *source, pbw_status status, const pbwi_source_file *file, const uint8_t *at,
                   const char *format, ...) {
  char message[260], head[800];
  pbw_error place = {.struct_size = sizeof place};
  if (pbwi_complained_enough(source)) return false;
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  if (at) pbwi_error_place(&place, file->text, at);
  if (!source->errors++) {
    source->first.struct_size = sizeof source->first;
    pbwi_error_set(&source->first, status, at ? (uint64_t)(at - file->text) : PBW_NO_OFFSET, file->name, message);
    source->first.line = place.line;
    source->first.column = place.column;
  }
  int n = at ? snprintf(head, sizeof head, "%s:%u:%u: %s\n", file->name, (unsigned)place.line, (unsigned)place.column, message)
             : snprintf(head, sizeof head, "%s: %s\n", file->name, message);
  append(source, head, n < (int)sizeof head ? (size_t)n : sizeof head - 1);
  if (at) append_line(source, file, at);
  if (pbwi_complained_enough(source)) append(source, "more errors are not shown\n", 26);
  return false;
}
