/* The messages of a file: one, or a stream of them. A binary stream is read by the library's reader; lines of JSON and
 * documents of text are cut here. */
#include "bindings/cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
  bool ended;
  size_t line;        /* of the document's first */
  size_t next_line;
  size_t count;
  uint64_t at;        /* where in the file the last message began */
  uint64_t total;
};

static int64_t read_file(void *user, uint8_t *buffer, size_t capacity) {
  FILE *file = user;
  size_t got = fread(buffer, 1, capacity, file);
  return got == 0 && ferror(file) ? -1 : (int64_t)got;
}

static bool open_stream(cli_messages *m, const char *path) {
  errno = 0;
  m->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  if (m->file == NULL) {
    complain("%s: cannot read: %s", m->name, strerror(errno));
    return false;
  }
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
  if (m->count > 0) output_progress(m->count, m->total, true);
  if (m->file != NULL && m->file != stdin) fclose(m->file);
  pbw_reader_free(m->reader);
  pbw_ctx_free(m->ctx);
  free(m->whole.data);
  free(m);
}

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

static bool is_blank(const cli_buffer *b, size_t from) {
  for (size_t i = from; i < b->size; i++)
    if (!strchr(" \t\r\n", b->data[i])) return false;
  return true;
}

/* The next line of JSON that is not blank; the next document of text. */
static pbw_status next_document(cli_messages *m) {
  bool failed = false, any = false;
  m->at += m->whole.size;
  m->whole.size = 0;
  m->line = m->next_line;
  while (add_line(m, &failed)) {
    size_t start = m->whole.size;
    any = true;
    if (m->format == FORMAT_JSON) {
      if (!is_blank(&m->whole, 0)) break;
      m->at += m->whole.size;
      m->whole.size = 0;
      m->line = m->next_line;
      any = false;
      continue;
    }
    while (start > 0 && m->whole.data[start - 1] == '\n') start--;
    while (start > 0 && m->whole.data[start - 1] != '\n') start--;
    if (m->whole.size - start >= 3 && memcmp(m->whole.data + start, "---", 3) == 0 && is_blank(&m->whole, start + 3)) {
      memset(m->whole.data + start, ' ', 3);
      break;
    }
  }
  if (failed) return PBW_ERR_IO;
  return any ? PBW_OK : PBW_END;
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
  else if (status < 0) complain_error(m->name, pbw_reader_error(m->reader), 0);
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
  if (status != PBW_OK) return status;
  m->count++;
  m->total += bytes->size;
  if (m->count % 1024 == 0) output_progress(m->count, m->total, false);
  return PBW_OK;
}

pbw_status messages_next(cli_messages *m, const pbw_message **out) {
  static const struct {
    __typeof__(pbw_decode_ctx) *parse;
    uint32_t flags;
  } parsers[FORMATS] = {
      [FORMAT_BINARY] = {pbw_decode_ctx, PBW_ALIAS},
      [FORMAT_JSON] = {pbw_json_parse_ctx, 0},
      [FORMAT_TEXT] = {pbw_text_parse_ctx, PBW_TEXT_UNKNOWN},
  };
  pbw_bytes bytes;
  pbw_status status = messages_bytes(m, &bytes);
  if (status != PBW_OK) return status;
  uint32_t flags = (m->options->flags & (PBW_PARTIAL | PBW_IGNORE_UNKNOWN)) | parsers[m->format].flags | PBW_RESET;
  status = parsers[m->format].parse(m->ctx, m->type, bytes.data, bytes.size, flags, out);
  if (status != PBW_OK) {
    pbw_error error = *pbw_ctx_error(m->ctx);
    if (error.line != 0 && m->line > 0) error.line += (uint32_t)m->line - 1;
    complain_error(m->name, &error, m->at);
  }
  return status;
}

pbw_ctx *messages_ctx(const cli_messages *m) { return m->ctx; }
size_t messages_count(const cli_messages *m) { return m->count; }
uint64_t messages_total(const cli_messages *m) { return m->total; }

int messages_code(pbw_status status) {
  switch (status) {
    case PBW_OK:
    case PBW_END: return EXIT_GOOD;
    case PBW_ERR_MEMORY:
    case PBW_ERR_IO: return EXIT_SYSTEM;
    default: return EXIT_BAD_INPUT;
  }
}
