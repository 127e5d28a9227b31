/* The messages of a file: one, or a stream of them. A binary stream is read by the library's reader; lines of JSON and
 * documents of text are cut here. */
#define _POSIX_C_SOURCE 200809L
#include "bindings/cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct cli_messages {
  const cli_options *options;
  const char *name;
  cli_format format;
  const pbw_type *type;
  pbw_ctx *ctx;
  FILE *file;
  pbw_reader *reader; /* of a binary stream */
  cli_buffer whole;   /* of a single message, or the document at hand */
  size_t capacity;
  bool ended, quiet;
  size_t line;        /* of the document's first */
  size_t next_line;
  size_t count;
  uint64_t at;        /* where in the file the last message began */
  uint64_t total;
  uint64_t file_size; /* 0: not known */
};

/* What there is, not all that was asked for: messages are shown as they come. */
static int64_t read_file(void *user, uint8_t *buffer, size_t capacity) {
  FILE *file = user;
  ssize_t got;
  do got = read(fileno(file), buffer, capacity);
  while (got < 0 && errno == EINTR);
  return got;
}

static bool open_stream(cli_messages *m, const char *path) {
  errno = 0;
  m->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  if (m->file == NULL) {
    complain("%s: cannot read: %s", m->name, strerror(errno));
    return false;
  }
  struct stat about;
  if (fstat(fileno(m->file), &about) == 0 && S_ISREG(about.st_mode)) m->file_size = (uint64_t)about.st_size;
  if (m->format != FORMAT_BINARY) return true;
  const pbw_io io = {.struct_size = sizeof io, .user = m->file, .read = read_file};
  pbw_status status = pbw_reader_new(&io, NULL, NULL, &m->reader);
  if (status != PBW_OK) complain("%s", pbw_status_text(status));
  return status == PBW_OK;
}

cli_messages *messages_open(const cli_options *options, const char *path, cli_format format, const pbw_type *type) {
  cli_messages *m = calloc(1, sizeof *m);
  const pbw_options limits = {.struct_size = sizeof limits, .retain = 64u << 20};
  if (m == NULL || pbw_ctx_new(&limits, NULL, &m->ctx) != PBW_OK) {
    complain("out of memory");
    free(m);
    return NULL;
  }
  m->options = options;
  m->name = input_name(path);
  m->format = format;
  m->type = type;
  m->next_line = 1;
  if (options->delimited ? open_stream(m, path) : input_read(path, &m->whole)) return m;
  messages_close(m);
  return NULL;
}

void messages_close(cli_messages *m) {
  if (m == NULL) return;
  if (m->file != NULL && m->file != stdin) fclose(m->file);
  pbw_reader_free(m->reader);
  pbw_ctx_free(m->ctx);
  free(m->whole.data);
  free(m);
}

void messages_be_quiet(cli_messages *m) { m->quiet = true; }

/* One more line at the end of the document at hand. False: there is none, or no memory. */
static bool add_line(cli_messages *m, bool *failed) {
  int c = EOF;
  size_t start = m->whole.size;
  while ((c = getc(m->file)) != EOF) {
    if (m->whole.size + 1 >= m->capacity) {
      m->capacity = m->capacity * 2 + 4096;
      uint8_t *grown = realloc(m->whole.data, m->capacity);
      if (grown == NULL) {
        complain("out of memory");
        *failed = true;
        return false;
      }
      m->whole.data = grown;
    }
    m->whole.data[m->whole.size++] = (uint8_t)c;
    if (c == '\n') break;
  }
  if (ferror(m->file)) {
    complain("%s: cannot read: %s", m->name, strerror(errno));
    *failed = true;
  }
  m->next_line += m->whole.size > start;
  return m->whole.size > start && !*failed;
}

/* Nothing but blanks and, in text, comments. */
static bool is_blank(const cli_messages *m, size_t from) {
  bool comment = false;
  for (size_t i = from; i < m->whole.size; i++) {
    uint8_t c = m->whole.data[i];
    if (c == '\n') comment = false;
    else if (c == '#' && m->format == FORMAT_TEXT) comment = true;
    else if (!comment && c != ' ' && c != '\t' && c != '\r') return false;
  }
  return true;
}

/* A line of "---" and nothing else, which ends a document of text. */
static bool is_separator(const cli_messages *m, size_t line) {
  return m->whole.size - line >= 3 && memcmp(m->whole.data + line, "---", 3) == 0 && is_blank(m, line + 3);
}

/* The next line of JSON that is not blank, or document of text: up to a line of ---, or to the end if there is anything. */
static pbw_status next_document(cli_messages *m) {
  bool failed = false, text = m->format == FORMAT_TEXT;
  m->at += m->whole.size;
  m->whole.size = 0;
  m->line = m->next_line;
  for (size_t start = 0; add_line(m, &failed); start = m->whole.size) {
    if (text && is_separator(m, start)) {
      memset(m->whole.data + start, ' ', 3);
      return PBW_OK;
    }
    if (text) continue;
    if (!is_blank(m, 0)) return PBW_OK;
    m->at += m->whole.size;
    m->whole.size = 0;
    m->line = m->next_line;
  }
  if (failed) return PBW_ERR_IO;
  return is_blank(m, 0) ? PBW_END : PBW_OK;
}

static pbw_status next_in_stream(cli_messages *m, pbw_bytes *bytes) {
  pbw_status status;
  if (m->reader == NULL) {
    status = next_document(m);
    *bytes = (pbw_bytes){m->whole.data, m->whole.size};
    return status;
  }
  status = pbw_reader_next(m->reader, bytes);
  m->at = pbw_reader_offset(m->reader);
  if (status == PBW_ERR_IO) complain("%s: cannot read: %s", m->name, strerror(errno ? errno : EIO));
  else if (status < 0) complain_error(m->name, m->count + 1, pbw_reader_error(m->reader), 0);
  return status;
}

pbw_status messages_bytes(cli_messages *m, pbw_bytes *bytes) {
  pbw_status status = PBW_END;
  if (m->options->delimited) {
    status = next_in_stream(m, bytes);
  } else if (!m->ended) {
    *bytes = (pbw_bytes){m->whole.data, m->whole.size};
    m->ended = true;
    status = PBW_OK;
  }
  if (status != PBW_OK) {
    output_progress(0, 0, 0, true);
    return status;
  }
  m->count++;
  m->total += bytes->size;
  if (!m->quiet && m->count % 256 == 0) output_progress(m->count, m->total, m->file_size, false);
  return PBW_OK;
}

pbw_status messages_next(cli_messages *m, pbw_bytes *bytes, const pbw_message **out) {
  static const struct {
    __typeof__(pbw_decode_ctx) *parse;
    uint32_t flags;
  } parsers[FORMATS] = {
      [FORMAT_BINARY] = {pbw_decode_ctx, PBW_ALIAS},
      [FORMAT_JSON] = {pbw_json_parse_ctx, 0},
      [FORMAT_TEXT] = {pbw_text_parse_ctx, PBW_TEXT_UNKNOWN},
  };
  pbw_bytes own;
  if (bytes == NULL) bytes = &own;
  pbw_status status = messages_bytes(m, bytes);
  if (status != PBW_OK) return status;
  uint32_t flags = (m->options->flags & (PBW_PARTIAL | PBW_IGNORE_UNKNOWN)) | parsers[m->format].flags | PBW_RESET;
  status = parsers[m->format].parse(m->ctx, m->type, bytes->data, bytes->size, flags, out);
  if (status != PBW_OK) messages_complain(m, pbw_ctx_error(m->ctx));
  return status;
}

pbw_ctx *messages_ctx(const cli_messages *m) { return m->ctx; }
size_t messages_count(const cli_messages *m) { return m->count; }
uint64_t messages_total(const cli_messages *m) { return m->total; }
uint64_t messages_offset(const cli_messages *m) { return m->at; }

void messages_complain(const cli_messages *m, const pbw_error *error) {
  pbw_error moved = *error;
  output_progress(0, 0, 0, true);
  if (moved.line != 0 && m->line > 0) moved.line += (uint32_t)m->line - 1;
  complain_error(m->name, m->options->delimited ? m->count : 0, &moved, m->at);
}

int messages_code(pbw_status status) {
  switch (status) {
    case PBW_OK:
    case PBW_END: return EXIT_GOOD;
    case PBW_ERR_MEMORY:
    case PBW_ERR_IO: return EXIT_SYSTEM;
    default: return EXIT_BAD_INPUT;
  }
}
