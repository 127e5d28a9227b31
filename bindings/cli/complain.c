/* Everything that goes to stderr. Names and paths may come from hostile input: a terminal gets no control character. */
#include "bindings/cli/cli.h"

#include <inttypes.h>
#include <stdarg.h>

static void say(char *line) {
  for (char *p = line; *p != 0; p++)
    if ((unsigned char)*p < 0x20 || *p == 0x7f) *p = '?';
  fprintf(stderr, "pbw: %s\n", line);
}

void complain(const char *format, ...) {
  char line[2048];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  say(line);
}

void complain_error(const char *file, size_t message, const pbw_error *error, uint64_t base) {
  cli_text text = {0};
  text_add(&text, "%s: ", file);
  if (message > 0) text_add(&text, "message %zu: ", message);
  if (error->offset != PBW_NO_OFFSET) text_add(&text, "offset %" PRIu64 ": ", base + error->offset);
  if (error->line != 0) text_add(&text, "line %u, column %u: ", (unsigned)error->line, (unsigned)error->column);
  if (error->path[0] != 0) text_add(&text, "%s: ", error->path);
  text_add(&text, "%s (%s)", error->message, pbw_status_name(error->code));
  if (text.data != NULL) say(text.data);
  text_free(&text);
}
