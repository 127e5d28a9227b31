/* Runs the shared vectors (README.md) through every way that C has: decode owned, pooled, aliased and merged;
 * encode into a buffer and into a ctx. Input and output stand directly before an unreadable page, so that a
 * step beyond either end crashes; a crash is told, and the next vector goes on. Prints TAP.
 *
 *     run [FOLDER]      the folder with vectors.binpb and *.vec; tests/vectors
 */
#define _DEFAULT_SOURCE
#include "abi/pbwire.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_FILES = 64, MAX_VECTORS = 8192, MAX_WHY = 600 };

typedef struct slice {
  uint8_t *data;
  size_t size;
} slice;

/* What a vector says of one of the texts of its message; NULL: no such key. */
typedef struct columns {
  const char *out, *out_hex, *in, *in_hex, *flags, *error, *offset, *line, *column, *path;
} columns;

enum { JSON, TEXT, NUMBERED, FORMS }; /* NUMBERED: text with unknown fields, which loses nothing */

typedef struct vector { /* NULL: no such key */
  const char *file, *name, *type, *input, *output, *error, *offset, *path, *flags;
  columns of[FORMS];
} vector;

/* The calls of a form, which are alike but for their names. */
static const struct {
  const char *name;
  pbw_status (*parse)(const pbw_type *, const uint8_t *, size_t, pbw_arena *, const pbw_options *, pbw_message **, pbw_error *);
  pbw_status (*parse_ctx)(pbw_ctx *, const pbw_type *, const uint8_t *, size_t, uint32_t, const pbw_message **);
  pbw_status (*print)(const pbw_message *, uint8_t *, size_t, const pbw_options *, size_t *, pbw_error *);
  pbw_status (*print_ctx)(pbw_ctx *, const pbw_message *, uint32_t, const uint8_t **, size_t *);
} forms[FORMS] = {
    {"json", pbw_json_parse, pbw_json_parse_ctx, pbw_json_print, pbw_json_print_ctx},
    {"text", pbw_text_parse, pbw_text_parse_ctx, pbw_text_print, pbw_text_print_ctx},
    {"text_by_number", pbw_text_parse, pbw_text_parse_ctx, pbw_text_print, pbw_text_print_ctx},
};

static void die(const char *what, const char *which) {
  printf("Bail out! %s: %s\n", what, which);
  exit(1);
}

/* ---- guarded memory ------------------------------------------------------------------------------- */

/* Room whose end is the end of readable memory. Only the last `size` bytes are handed out. */
typedef struct guarded {
  uint8_t *base;
  size_t usable; /* a multiple of the page size; the page behind it is PROT_NONE */
} guarded;

static guarded guarded_new(size_t usable) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  usable = (usable + page - 1) / page * page;
  uint8_t *base = mmap(NULL, usable + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED || mprotect(base + usable, page, PROT_NONE) != 0) die("mmap", "guarded memory");
  return (guarded){base, usable};
}

static uint8_t *guarded_end(guarded *g, size_t size) {
  if (size > g->usable) {
    munmap(g->base, g->usable + (size_t)sysconf(_SC_PAGESIZE));
    *g = guarded_new(size * 2);
  }
  return g->base + g->usable - size;
}

/* ---- reading vectors ------------------------------------------------------------------------------ */

static slice read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) die("cannot open", path);
  slice content = {NULL, 0};
  size_t capacity = 0, got;
  do {
    if (content.size + 2 > capacity) content.data = realloc(content.data, capacity = capacity * 2 + 65536);
    if (content.data == NULL) die("memory", path);
    got = fread(content.data + content.size, 1, capacity - content.size - 1, file);
    content.size += got;
  } while (got > 0);
  content.data[content.size] = 0;
  fclose(file);
  return content;
}

/* "json" and "json_in", "json_error" and so on. */
static void read_column(columns *c, const char *form, const char *key, const char *value) {
  size_t size = strlen(form);
  const struct {
    const char *key, **value;
  } keys[] = {{"", &c->out}, {"_hex", &c->out_hex}, {"_in", &c->in}, {"_in_hex", &c->in_hex}, {"_flags", &c->flags},
              {"_error", &c->error}, {"_offset", &c->offset}, {"_line", &c->line}, {"_column", &c->column}, {"_path", &c->path}};
  if (strncmp(key, form, size) != 0) return;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (strcmp(key + size, keys[i].key) == 0) *keys[i].value = value;
}

/* Splits a file in place into vectors; returns how many there are now. */
static size_t read_vectors(const char *folder, const char *file, vector *vectors, size_t count) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  vector v = {0};
  char *line = (char *)read_file(path).data;
  for (bool last = false; !last;) {
    char *end = strchr(line, '\n');
    last = end == NULL;
    if (!last) *end = 0;
    char *colon = strchr(line, ':');
    if (*line == 0 || last) {
      if (v.name != NULL) {
        if (count == MAX_VECTORS) die("too many vectors", path);
        v.file = file;
        vectors[count++] = v;
      }
      memset(&v, 0, sizeof v);
    } else if (*line != '#' && colon != NULL) {
      const struct {
        const char *key, **value;
      } keys[] = {{"name", &v.name}, {"type", &v.type}, {"input", &v.input}, {"output", &v.output}, {"error", &v.error},
                  {"offset", &v.offset}, {"path", &v.path}, {"flags", &v.flags}};
      *colon = 0;
      const char *value = colon + 1 + (colon[1] == ' ');
      for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(line, keys[i].key) == 0) *keys[i].value = value;
      for (int form = 0; form < FORMS; form++) read_column(&v.of[form], forms[form].name, line, value);
    }
    if (!last) line = end + 1;
  }
  return count;
}

static unsigned nibble(char c, const char *hex) {
  const char *digits = "0123456789abcdef", *at = c != 0 ? strchr(digits, c) : NULL;
  if (at == NULL) die("not hex", hex);
  return (unsigned)(at - digits);
}

/* "0b*3 0801" is 0b0b0b0801. The caller frees. */
static slice unhex(const char *hex) {
  slice out = {malloc(1), 0};
  const char *p = hex;
  for (;;) {
    while (*p == ' ') p++;
    if (*p == 0) return out;
    const char *token = p;
    while (*p != 0 && *p != ' ' && *p != '*') p++;
    size_t size = (size_t)(p - token) / 2, times = 1;
    if ((p - token) % 2 != 0) die("half a byte", hex);
    if (*p == '*') {
      char *end;
      times = strtoul(p + 1, &end, 10);
      p = end;
    }
    out.data = realloc(out.data, out.size + size * times + 1);
    if (out.data == NULL) die("memory", hex);
    for (size_t n = 0; n < times; n++)
      for (size_t i = 0; i < size; i++)
        out.data[out.size++] = (uint8_t)(nibble(token[2 * i], hex) << 4 | nibble(token[2 * i + 1], hex));
  }
}

/* ---- checking one vector -------------------------------------------------------------------------- */

typedef struct run {
  const vector *v;
  const pbw_type *type;
  pbw_ctx *ctx;
  pbw_options options;
  slice input, want;
  pbw_error first; /* the error of the first way, which the others repeat */
  guarded output, text;
  int form;              /* JSON or TEXT, while that is checked */
  const columns *c;      /* of the vector, for the form */
  pbw_options form_options;
  bool exact; /* reading a text must give the bytes of `want`, not only an equal message */
  char why[MAX_WHY]; /* the first thing that was wrong, or "" */
} run;

static bool expect(run *r, bool holds, const char *way, const char *format, ...) {
  if (holds || r->why[0] != 0) return holds;
  int n = snprintf(r->why, sizeof r->why, "%s: ", way);
  va_list args;
  va_start(args, format);
  vsnprintf(r->why + n, sizeof r->why - (size_t)n, format, args);
  va_end(args);
  return false;
}

static void expect_bytes(run *r, const char *way, const uint8_t *data, size_t size) {
  if (size == r->want.size && (size == 0 || memcmp(data, r->want.data, size) == 0)) return;
  char hex[2 * 100 + 1] = "";
  for (size_t i = 0; i < size && i < 100; i++) snprintf(hex + 2 * i, 3, "%02x", data[i]);
  expect(r, false, way, "encodes to %zu bytes (want %zu): %s%s", size, r->want.size, hex, size > 100 ? "..." : "");
}

/* Every way to encode a message that was decoded from the input. */
static void check_encode(run *r, const char *way, const pbw_message *message) {
  pbw_options options = r->options;
  options.flags |= PBW_DETERMINISTIC;
  size_t size = 0, needed = 0;
  pbw_status status = pbw_encoded_size(message, 0, &size);
  expect(r, status == PBW_OK && size == r->want.size, way, "encoded_size says %s, %zu (want %zu)",
         pbw_status_name(status), size, r->want.size);

  uint8_t *buffer = guarded_end(&r->output, r->want.size);
  pbw_error error = {.struct_size = sizeof error};
  status = pbw_encode(message, buffer, r->want.size, &options, &size, &error);
  if (expect(r, status == PBW_OK, way, "encode: %s, %s, size %zu", pbw_status_name(status), error.message, size))
    expect_bytes(r, way, buffer, size);

  if (r->want.size > 0) {
    buffer = guarded_end(&r->output, r->want.size - 1);
    status = pbw_encode(message, buffer, r->want.size - 1, &options, &needed, NULL);
    expect(r, status == PBW_ERR_BUFFER && needed == r->want.size, way,
           "encode into too small a buffer: %s, needed %zu (want %zu)", pbw_status_name(status), needed, r->want.size);
  }

  const uint8_t *data = NULL;
  status = pbw_encode_ctx(r->ctx, message, options.flags, &data, &size);
  if (expect(r, status == PBW_OK, way, "encode_ctx: %s", pbw_status_name(status))) expect_bytes(r, way, data, size);
}

/* What every way to decode must tell: the error, or the message. */
static bool check_status(run *r, const char *way, pbw_status status, const pbw_error *error) {
  if (r->v->error == NULL)
    return expect(r, status == PBW_OK, way, "%s at %lld, %s (%s)", pbw_status_name(status), (long long)error->offset,
                  error->message, error->path);

  char want[64];
  snprintf(want, sizeof want, "PBW_ERR_%s", r->v->error);
  if (!expect(r, strcmp(pbw_status_name(status), want) == 0, way, "%s (want %s)", pbw_status_name(status), want))
    return false;
  expect(r, error->code == status, way, "the error record has code %d", (int)error->code);
  expect(r, error->message[0] != 0, way, "the error record has no message");
  expect(r, error->offset <= r->input.size || error->offset == PBW_NO_OFFSET, way, "offset %llu lies outside",
         (unsigned long long)error->offset);
  if (r->v->offset != NULL)
    expect(r, error->offset == strtoull(r->v->offset, NULL, 10), way, "offset %lld (want %s)", (long long)error->offset,
           r->v->offset);
  if (r->v->path != NULL)
    expect(r, strcmp(error->path, r->v->path) == 0, way, "path \"%s\" (want \"%s\")", error->path, r->v->path);
  if (r->first.code == 0) r->first = *error;
  expect(r, error->offset == r->first.offset && strcmp(error->path, r->first.path) == 0, way,
         "place %lld %s, but another way says %lld %s", (long long)error->offset, error->path,
         (long long)r->first.offset, r->first.path);
  return false;
}

static void check_owned(run *r, pbw_arena *arena, const char *way) {
  pbw_error error = {.struct_size = sizeof error};
  pbw_message *message = NULL, *clone = NULL;
  pbw_status status = pbw_decode(r->type, r->input.data, r->input.size, arena, &r->options, &message, &error);
  if (check_status(r, way, status, &error)) {
    check_encode(r, way, message);
    status = pbw_message_clone(message, arena, &clone);
    if (expect(r, status == PBW_OK, way, "clone: %s", pbw_status_name(status))) {
      expect(r, pbw_message_equal(message, clone) == 1, way, "the clone is not equal");
      check_encode(r, "clone", clone);
    }
  } else {
    expect(r, message == NULL, way, "*out is not NULL after an error");
  }
  if (arena == NULL) {
    pbw_message_free(message);
    pbw_message_free(clone);
  }
}

static void check_pooled(run *r, uint32_t flags, const char *way) {
  const pbw_message *message = NULL;
  pbw_message *owned = NULL;
  pbw_status status =
      pbw_decode_ctx(r->ctx, r->type, r->input.data, r->input.size, flags | r->options.flags, &message);
  if (check_status(r, way, status, pbw_ctx_error(r->ctx))) {
    check_encode(r, way, message);
    status = pbw_message_clone(message, NULL, &owned);
    if (expect(r, status == PBW_OK, way, "clone: %s", pbw_status_name(status))) {
      expect(r, pbw_message_equal(message, owned) == 1, way, "the owned clone is not equal");
      check_encode(r, "owned clone", owned);
    }
    pbw_message_free(owned);
  } else {
    expect(r, message == NULL, way, "*out is not NULL after an error");
  }
}

static void check_merge(run *r) {
  pbw_error error = {.struct_size = sizeof error};
  pbw_message *message = NULL, *merged = NULL;
  if (pbw_message_new(r->type, NULL, &message) != PBW_OK || pbw_message_new(r->type, NULL, &merged) != PBW_OK)
    die("no memory for", r->v->type);
  pbw_status status = pbw_decode_merge(message, r->input.data, r->input.size, &r->options, &error);
  if (check_status(r, "decode_merge", status, &error)) {
    check_encode(r, "decode_merge", message);
    status = pbw_message_merge(merged, message);
    if (expect(r, status == PBW_OK, "message_merge", "%s", pbw_status_name(status)))
      check_encode(r, "message_merge", merged);
  }
  pbw_message_free(message);
  pbw_message_free(merged);
}

/* The canonical encoding is a fixed point, wherever its bytes lie. */
static void check_again(run *r) {
  const pbw_message *message = NULL;
  pbw_status status = pbw_decode_ctx(r->ctx, r->type, r->want.data, r->want.size,
                                     r->options.flags | PBW_ALIAS | PBW_RESET, &message);
  if (expect(r, status == PBW_OK, "again", "%s", pbw_status_name(status))) check_encode(r, "again", message);
}

/* ---- JSON and text -------------------------------------------------------------------------------- */

static uint32_t form_flags_of(const columns *c, int form) {
  static const struct {
    const char *name;
    uint32_t flag;
  } names[] = {{"proto_names", PBW_PROTO_NAMES}, {"enum_numbers", PBW_ENUM_NUMBERS}, {"int64_numbers", PBW_INT64_NUMBERS},
               {"always_print", PBW_ALWAYS_PRINT}, {"ignore_unknown", PBW_IGNORE_UNKNOWN}};
  uint32_t flags = PBW_DETERMINISTIC | (form == NUMBERED ? PBW_TEXT_UNKNOWN : 0);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (c->flags != NULL && strstr(c->flags, names[i].name) != NULL) flags |= names[i].flag;
  return flags;
}

/* A column that holds a text as it is, or in hex; data NULL: neither is there. */
static slice text_of(const char *plain, const char *hex) {
  if (hex != NULL) return unhex(hex);
  slice text = {NULL, 0};
  if (plain == NULL) return text;
  text.size = strlen(plain);
  if ((text.data = malloc(text.size + 1)) == NULL) die("memory", plain);
  memcpy(text.data, plain, text.size);
  return text;
}

static bool same_text(slice text, const uint8_t *data, size_t size) {
  return text.size == size && (size == 0 || memcmp(text.data, data, size) == 0);
}

/* What reading or printing told, against the column `error` and the place that goes with it. false: it is an error. */
static bool check_form_status(run *r, const char *way, pbw_status status, const pbw_error *error, const char *wanted) {
  const struct {
    const char *want;
    uint64_t got;
  } numbers[] = {{r->c->offset, error->offset}, {r->c->line, error->line}, {r->c->column, error->column}};
  char want[64];
  if (wanted == NULL)
    return expect(r, status == PBW_OK, way, "%s at %u:%u, %s (%s)", pbw_status_name(status), error->line, error->column,
                  error->message, error->path);
  snprintf(want, sizeof want, "PBW_ERR_%s", wanted);
  if (!expect(r, strcmp(pbw_status_name(status), want) == 0, way, "%s (want %s)", pbw_status_name(status), want)) return false;
  expect(r, error->code == status && error->message[0] != 0, way, "the error record has code %d, \"%s\"", (int)error->code,
         error->message);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i].want != NULL)
      expect(r, numbers[i].got == strtoull(numbers[i].want, NULL, 10), way, "offset, line, column %lld:%u:%u (%s, want %s)",
             (long long)error->offset, error->line, error->column, error->message, numbers[i].want);
  if (r->c->path != NULL)
    expect(r, strcmp(error->path, r->c->path) == 0, way, "path \"%s\" (want \"%s\")", error->path, r->c->path);
  return false;
}

/* Read a text in every way; each gives the message whose encoding is wanted, or the error. */
static void check_form_read(run *r, slice text, const pbw_message *want, const char *error_wanted, const char *what) {
  static const uint32_t pooled[] = {PBW_RESET, PBW_RESET | PBW_ALIAS};
  for (int way = 0; way < 3; way++) {
    char name[64];
    snprintf(name, sizeof name, "%s, %s, %s", forms[r->form].name, what, way == 0 ? "owned" : way == 1 ? "pooled" : "aliased");
    pbw_error error = {.struct_size = sizeof error};
    pbw_message *owned = NULL;
    const pbw_message *message = NULL;
    pbw_status status;
    if (way == 0) {
      status = forms[r->form].parse(r->type, text.data, text.size, NULL, &r->form_options, &owned, &error);
      message = owned;
    } else {
      status = forms[r->form].parse_ctx(r->ctx, r->type, text.data, text.size, pooled[way - 1] | r->form_options.flags, &message);
      error = *pbw_ctx_error(r->ctx);
    }
    if (check_form_status(r, name, status, &error, error_wanted)) {
      expect(r, pbw_message_equal(message, want) == 1, name, "the message is another one");
      pbw_options options = r->options;
      const uint8_t *data = NULL;
      size_t size = 0;
      options.flags |= PBW_DETERMINISTIC | PBW_PARTIAL;
      status = pbw_encode_ctx(r->ctx, message, options.flags, &data, &size);
      expect(r, status == PBW_OK, name, "encode: %s", pbw_status_name(status));
      if (r->exact) expect_bytes(r, name, data, size);
    } else if (error_wanted != NULL) {
      expect(r, message == NULL, name, "*out is not NULL after an error");
      expect(r, error.offset <= text.size || status == PBW_ERR_REQUIRED, name, "offset %lld lies outside", (long long)error.offset);
    }
    pbw_message_free(owned);
  }
}

/* JSON that is cut anywhere is refused (or means less: a number), text may mean less; nothing behind it is read. */
static void check_form_cut(run *r, slice text) {
  enum { LONGEST = 600 };
  bool closes = r->form == JSON && text.size > 0 && strchr("}]\"", text.data[text.size - 1]) != NULL;
  for (size_t size = 0; size < text.size && text.size <= LONGEST; size++) {
    pbw_error error = {.struct_size = sizeof error};
    const pbw_message *message;
    memcpy(guarded_end(&r->text, size), text.data, size);
    pbw_status status = forms[r->form].parse_ctx(r->ctx, r->type, guarded_end(&r->text, size), size,
                                           PBW_RESET | PBW_ALIAS | r->form_options.flags, &message);
    error = *pbw_ctx_error(r->ctx);
    expect(r, !closes || (status != PBW_OK && error.offset <= size), "cut", "after %zu bytes: %s at %lld", size,
           pbw_status_name(status), (long long)error.offset);
  }
}

/* Print in every way; the text, in memory of r->output's end, or NULL. */
static slice check_form_print(run *r, const pbw_message *message, const char *error_wanted) {
  static const slice none = {NULL, 0};
  const uint8_t *data;
  size_t size = 0, needed = 0, ctx_size;
  pbw_error error = {.struct_size = sizeof error};
  pbw_status status = forms[r->form].print_ctx(r->ctx, message, r->form_options.flags, &data, &ctx_size);
  if (status != PBW_OK && status == PBW_ERR_UTF8 && r->form == JSON && r->c->out == NULL && error_wanted == NULL) return none; /* proto2 */
  if (!check_form_status(r, "print_ctx", status, pbw_ctx_error(r->ctx), error_wanted)) {
    status = forms[r->form].print(message, NULL, 0, &r->form_options, &size, &error);
    check_form_status(r, "print", status, &error, error_wanted);
    expect(r, size == 0, "print", "a size of %zu after an error", size);
    return none;
  }
  slice text = {guarded_end(&r->output, ctx_size), ctx_size};
  status = forms[r->form].print(message, text.data, ctx_size, &r->form_options, &size, &error);
  if (!expect(r, status == PBW_OK && size == ctx_size, "print", "%s, %s, size %zu (ctx says %zu)", pbw_status_name(status),
              error.message, size, ctx_size))
    return none;
  expect(r, same_text(text, data, ctx_size), "print", "not what print_ctx gives");
  if (size == 0) return text;
  uint8_t *small = guarded_end(&r->text, size - 1);
  status = forms[r->form].print(message, small, size - 1, &r->form_options, &needed, NULL);
  expect(r, status == PBW_ERR_BUFFER && needed == size, "print", "into too small a buffer: %s, needed %zu (want %zu)",
         pbw_status_name(status), needed, size);
  return text;
}

static bool has_nan(slice text) {
  for (size_t i = 0; i + 3 <= text.size; i++)
    if (memcmp(text.data + i, "nan", 3) == 0) return true;
  return false;
}

static void check_form(run *r, int form) {
  const vector *v = r->v;
  const columns *c = &v->of[form];
  bool same = c->out != NULL && strcmp(c->out, "same") == 0;
  slice in = text_of(c->in, c->in_hex), canonical = same ? in : text_of(c->out, c->out_hex);
  const char *read_error = in.data != NULL ? c->error : NULL, *print_error = in.data != NULL ? NULL : c->error;
  r->form = form;
  r->c = c;
  r->form_options = (pbw_options){.struct_size = sizeof r->options, .flags = r->options.flags | form_flags_of(c, form)};

  /* The message as bytes tell it, without what the text has no place for. */
  pbw_message *message = NULL, *whole = NULL;
  pbw_options options = r->options;
  if (v->error == NULL && pbw_decode(r->type, r->want.data, r->want.size, NULL, &options, &whole, NULL) != PBW_OK)
    die("cannot decode", v->name);
  if (!(r->form_options.flags & PBW_TEXT_UNKNOWN)) options.flags |= PBW_NO_UNKNOWN;
  if (v->error == NULL && pbw_decode(r->type, r->want.data, r->want.size, NULL, &options, &message, NULL) != PBW_OK)
    die("cannot decode", v->name);

  if (in.data != NULL) {
    slice text = {guarded_end(&r->text, in.size), in.size};
    memcpy(text.data, in.data, in.size);
    r->exact = true;
    check_form_read(r, text, whole, read_error, "in");
    if (read_error == NULL) check_form_cut(r, in);
  }
  if (v->error == NULL && read_error == NULL) {
    slice text = check_form_print(r, whole, print_error);
    if (canonical.data != NULL)
      expect(r, text.data != NULL && same_text(canonical, text.data, text.size), "print", "gives %.*s", (int)text.size, (const char *)text.data);
    r->exact = form == NUMBERED && text.data != NULL && !has_nan(text); /* which NaN it is has no text */
    bool back = c->flags == NULL || strstr(c->flags, "one_way") == NULL;
    if (text.data != NULL && back) check_form_read(r, text, message, NULL, "printed");

    pbw_options indented = r->form_options;
    indented.flags |= PBW_INDENT;
    const uint8_t *lines;
    size_t size = 0;
    if (text.data != NULL && back &&
        expect(r, forms[r->form].print_ctx(r->ctx, whole, indented.flags, &lines, &size) == PBW_OK, "indented", "not printed")) {
      text = (slice){guarded_end(&r->text, size), size};
      memcpy(text.data, lines, size);
      check_form_read(r, text, message, NULL, "indented");
    }
  }
  pbw_message_free(message);
  pbw_message_free(whole);
  if (canonical.data != in.data) free(canonical.data);
  free(in.data);
}

static void check(run *r, guarded *memory) {
  slice input = unhex(r->v->input);
  r->input = (slice){guarded_end(memory, input.size), input.size};
  if (input.size > 0) memcpy(r->input.data, input.data, input.size);
  if (r->v->error == NULL) r->want = strcmp(r->v->output, "same") == 0 ? input : unhex(r->v->output);

  pbw_arena *arena = NULL;
  if (pbw_arena_new(NULL, 0, &arena) != PBW_OK) die("no memory for", "an arena");
  check_owned(r, NULL, "decode");
  check_owned(r, arena, "decode into an arena");
  pbw_arena_free(arena);
  check_pooled(r, PBW_RESET, "decode_ctx");
  check_pooled(r, PBW_RESET | PBW_ALIAS, "decode_ctx aliased");
  check_pooled(r, 0, "decode_ctx without reset");
  check_merge(r);
  if (r->v->error == NULL) check_again(r);
  for (int form = 0; form < FORMS; form++)
    if (r->v->error == NULL || r->v->of[form].error != NULL) check_form(r, form);

  if (r->want.data != input.data) free(r->want.data);
  free(input.data);
}

/* ---- all of them ---------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static size_t read_folder(const char *folder, vector *vectors) {
  char *names[MAX_FILES];
  size_t files = 0, count = 0;
  DIR *dir = opendir(folder);
  if (dir == NULL) die("cannot open", folder);
  for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
    size_t length = strlen(entry->d_name);
    if (length < 5 || strcmp(entry->d_name + length - 4, ".vec") != 0) continue;
    if (files == MAX_FILES || (names[files++] = strdup(entry->d_name)) == NULL) die("too many files in", folder);
  }
  closedir(dir);
  qsort(names, files, sizeof *names, by_name);
  for (size_t i = 0; i < files; i++) count = read_vectors(folder, names[i], vectors, count);
  return count;
}

static uint32_t flags_of(const vector *v) {
  uint32_t flags = 0;
  if (v->flags != NULL && strstr(v->flags, "partial") != NULL) flags |= PBW_PARTIAL;
  if (v->flags != NULL && strstr(v->flags, "no_unknown") != NULL) flags |= PBW_NO_UNKNOWN;
  return flags;
}

/* One vector's TAP lines; 1 when it failed. */
static int run_vector(const vector *v, size_t number, const pbw_schema *schema, pbw_ctx *ctx) {
  static guarded input, output, text;
  if (input.base == NULL) input = guarded_new(1 << 20), output = guarded_new(1 << 20), text = guarded_new(1 << 20);
  run r = {.v = v, .type = pbw_schema_type(schema, v->type ? v->type : ""), .ctx = ctx, .output = output, .text = text};
  r.options = (pbw_options){.struct_size = sizeof r.options, .flags = flags_of(v)};
  if (r.type == NULL || v->input == NULL || (v->output == NULL) == (v->error == NULL))
    expect(&r, false, "vector", "needs a known type, an input, and an output or an error");
  else
    check(&r, &input);
  output = r.output;
  text = r.text;
  bool good = r.why[0] == 0;
  printf("%sok %zu - %.*s: %s\n", good ? "" : "not ", number, (int)strlen(v->file) - 4, v->file, v->name);
  const char *in = v->of[JSON].in ? v->of[JSON].in : v->of[TEXT].in;
  if (!good) printf("# %s\n# input %.400s\n# want  %.400s\n%s%.400s%s", r.why, v->input, v->error ? v->error : v->output,
                    in ? "# text  " : "", in ? in : "", in ? "\n" : "");
  fflush(stdout);
  return !good;
}

/* Run the vectors from *at on in a process of its own; *at, in shared memory, tells how far it came. Returns
 * its wait status; exit code 1: something failed. */
static int run_from(size_t volatile *at, const vector *vectors, size_t count, const pbw_schema *schema) {
  fflush(stdout);
  pid_t child = fork();
  if (child < 0) die("fork", "failed");
  if (child == 0) {
    int failed = 0;
    pbw_ctx *ctx = NULL;
    if (pbw_ctx_new(NULL, NULL, &ctx) != PBW_OK) die("no memory for", "a ctx");
    for (; *at < count; ++*at) failed |= run_vector(&vectors[*at], *at + 1, schema, ctx);
    pbw_ctx_free(ctx);
    exit(failed);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

int main(int argc, char **argv) {
  static vector vectors[MAX_VECTORS];
  const char *folder = argc > 1 ? argv[1] : "tests/vectors";
  char path[1024];
  snprintf(path, sizeof path, "%s/vectors.binpb", folder);
  slice set = read_file(path);
  pbw_schema *schema = NULL;
  pbw_error error = {.struct_size = sizeof error};
  if (pbw_schema_load(set.data, set.size, &schema, &error) != PBW_OK) {
    printf("Bail out! %s: %s (%s)\n", path, error.message, error.path);
    return 1;
  }
  free(set.data);

  size_t count = read_folder(folder, vectors);
  printf("1..%zu\n", count);
  size_t volatile *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) die("mmap", "shared memory");
  int failed = 0;
  while (*at < count) {
    int status = run_from(at, vectors, count, schema);
    failed |= status != 0;
    if (*at == count) break; /* all of them; a leak checker may still have complained */
    const vector *v = &vectors[*at];
    bool killed = WIFSIGNALED(status);
    printf("not ok %zu - %.*s: %s\n# the process ended, with %s %d\n", *at + 1, (int)strlen(v->file) - 4, v->file, v->name,
           killed ? "signal" : "code", killed ? WTERMSIG(status) : WEXITSTATUS(status));
    ++*at;
  }
  pbw_schema_free(schema);
  return failed;
}
