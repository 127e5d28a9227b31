/* Everything that goes to stderr. */
#include "bindings/cli/cli.h"

#include <inttypes.h>
#include <stdarg.h>

void complain(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("pbw: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
}

void complain_error(const char *file, const pbw_error *error, uint64_t base) {
  fprintf(stderr, "pbw: %s: ", file);
  if (error->offset != PBW_NO_OFFSET) fprintf(stderr, "offset %" PRIu64 ": ", base + error->offset);
  if (error->line != 0) fprintf(stderr, "line %u, column %u: ", (unsigned)error->line, (unsigned)error->column);
  if (error->path[0] != 0) fprintf(stderr, "%s: ", error->path);
  fprintf(stderr, "%s (%s)\n", error->message, pbw_status_name(error->code));
}
