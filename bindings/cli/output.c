/* Where results go: stdout or a file; in colours on a terminal. */
#define _POSIX_C_SOURCE 200809L
#include "bindings/cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

FILE *output_open(const cli_options *options) {
  if (options->output == NULL || strcmp(options->output, "-") == 0) return stdout;
  FILE *file = fopen(options->output, "wb");
  if (file == NULL) complain("%s: cannot write: %s", options->output, strerror(errno));
  return file;
}

int output_close(const cli_options *options, FILE *file) {
  if (file == stdout) return finish_output();
  bool failed = ferror(file) != 0;
  errno = 0;
  if (fclose(file) == 0 && !failed) return EXIT_GOOD;
  complain("%s: cannot write: %s", options->output, strerror(errno ? errno : EIO));
  return EXIT_SYSTEM;
}

int finish_output(void) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return EXIT_GOOD;
  if (errno != EPIPE) complain("cannot write: %s", strerror(errno)); /* a reader that leaves is no news */
  return EXIT_SYSTEM;
}

/* ---- colour ---- */

bool output_is_terminal(FILE *file) { return isatty(fileno(file)) != 0; }

bool output_wants_color(const cli_options *options, FILE *file) {
  if (options->color != COLOR_AUTO) return options->color == COLOR_ALWAYS;
  const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
  return (none == NULL || *none == 0) && term != NULL && strcmp(term, "dumb") != 0 && output_is_terminal(file);
}

/* Names blue, strings green, numbers and words yellow: both JSON and text are names, values and brackets. */
void output_text(FILE *file, const void *data, size_t size, bool color) {
  const uint8_t *text = data;
  if (!color) {
    if (size > 0) fwrite(text, 1, size, file);
    return;
  }
  for (size_t i = 0, end; i < size; i = end) {
    end = i + 1;
    bool string = text[i] == '"', word = isalnum(text[i]) || text[i] == '-' || text[i] == '_' || text[i] == '[';
    if (string) {
      while (end < size && text[end] != '"') end += text[end] == '\\' && end + 1 < size ? 2 : 1;
      if (end < size) end++;
    } else if (word && text[i] != '[') {
      while (end < size && (isalnum(text[end]) || strchr("-+._", text[end]))) end++;
    }
    size_t after = end;
    while (after < size && text[after] == ' ') after++;
    bool name = (string || word) && after < size && (text[after] == ':' || (text[after] == '{' && !string));
    const char *start = name ? "\033[34m" : string ? "\033[32m" : word && text[i] != '[' ? "\033[33m" : NULL;
    if (start != NULL) fputs(start, file);
    fwrite(text + i, 1, end - i, file);
    if (start != NULL) fputs("\033[0m", file);
  }
}

/* ---- progress ---- */

void output_progress(size_t messages, uint64_t bytes, uint64_t size, bool done) {
  static time_t last;
  static bool shown;
  if (done) {
    if (shown) fputs("\r\033[K", stderr);
    shown = false;
    return;
  }
  time_t now = time(NULL);
  if (last == 0) last = now;
  if (now == last || !output_is_terminal(stderr)) return;
  last = now;
  shown = true;
  fprintf(stderr, "\r%zu messages, %.1f MB", messages, (double)bytes / 1e6);
  if (size > 0) fprintf(stderr, " of %.1f", (double)size / 1e6);
}
