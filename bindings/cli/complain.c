/* Everything that goes to stderr, and the end of what goes to stdout. */
#include "bindings/cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

void complain(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("pbw: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
}

void complain_error(const char *file, const pbw_error *error) {
  fprintf(stderr, "pbw: %s: ", file);
  if (error->offset != PBW_NO_OFFSET) fprintf(stderr, "offset %" PRIu64 ": ", error->offset);
  if (error->path[0] != 0) fprintf(stderr, "%s: ", error->path);
  fprintf(stderr, "%s (%s)\n", error->message, pbw_status_name(error->code));
}

int finish_output(void) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return EXIT_GOOD;
  complain("cannot write: %s", strerror(errno));
  return EXIT_SYSTEM;
}
