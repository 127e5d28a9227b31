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

typedef struct vector {
  const char *file, *name, *type, *input, *output, *error, *offset, *path, *flags; /* NULL: no such key */
} vector;

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
      } keys[] = {{"name", &v.name},   {"type", &v.type},     {"input", &v.input}, {"output", &v.output},
                  {"error", &v.error}, {"offset", &v.offset}, {"path", &v.path},   {"flags", &v.flags}};
      *colon = 0;
      for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(line, keys[i].key) == 0) *keys[i].value = colon + 1 + (colon[1] == ' ');
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
  guarded output;
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
  static guarded input, output;
  if (input.base == NULL) input = guarded_new(1 << 20), output = guarded_new(1 << 20);
  run r = {.v = v, .type = pbw_schema_type(schema, v->type ? v->type : ""), .ctx = ctx, .output = output};
  r.options = (pbw_options){.struct_size = sizeof r.options, .flags = flags_of(v)};
  if (r.type == NULL || v->input == NULL || (v->output == NULL) == (v->error == NULL))
    expect(&r, false, "vector", "needs a known type, an input, and an output or an error");
  else
    check(&r, &input);
  output = r.output;
  bool good = r.why[0] == 0;
  printf("%sok %zu - %.*s: %s\n", good ? "" : "not ", number, (int)strlen(v->file) - 4, v->file, v->name);
  if (!good) printf("# %s\n# input %.400s\n# want  %.400s\n", r.why, v->input, v->error ? v->error : v->output);
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
