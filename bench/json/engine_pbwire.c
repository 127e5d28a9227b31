/* pbwire's JSON, through its shared library, as bench/c/engine_pbwire.c has its binary codec.
 *
 *   json-print   into the memory of a ctx
 *   json-parse   into a pooled message that owns its strings (no PBW_ALIAS, as no peer and no bound has it)
 *   json-scan    into an empty type with PBW_IGNORE_UNKNOWN: every token is looked at, nothing is built */
#include "bench/c/engine.h"

#include "abi/pbwire.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(F)                                                                                                     \
  F(schema_load) F(schema_type) F(decode) F(encode_ctx) F(message_free) F(ctx_new) F(ctx_free) F(ctx_reset)             \
  F(json_print_ctx) F(json_parse_ctx)

typedef struct library {
#define F(name) __typeof__(pbw_##name) *name;
  FUNCTIONS(F)
#undef F
} library;

typedef struct instance {
  library lib;
  pbw_schema *schema;
} instance;

typedef struct cell {
  const library *lib;
  const pbw_type *type, *empty;
  bench_input input;
  pbw_ctx *ctx;
  pbw_message *message; /* what is printed */
} cell;

static void *open_pbwire(const char *path, const uint8_t *schema, size_t size, const char **why) {
  static const struct {
    const char *name;
    size_t offset;
  } symbols[] = {
#define F(name) {"pbw_" #name, offsetof(library, name)},
      FUNCTIONS(F)
#undef F
  };
  instance *self = calloc(1, sizeof *self);
  void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (self == NULL || object == NULL) {
    *why = object == NULL ? dlerror() : "out of memory";
    free(self);
    return NULL;
  }
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(object, symbols[i].name);
    *why = symbols[i].name;
    if (symbol == NULL) return NULL;
    memcpy((char *)&self->lib + symbols[i].offset, &symbol, sizeof symbol);
  }
  *why = "its schema is refused";
  return self->lib.schema_load(schema, size, &self->schema, NULL) == PBW_OK ? self : NULL;
}

static void release(void *self) {
  cell *c = self;
  c->lib->message_free(c->message);
  c->lib->ctx_free(c->ctx);
  free(c);
}

static void *prepare(void *self, const bench_input *input) {
  instance *pbwire = self;
  const library *lib = &pbwire->lib;
  const pbw_type *type = lib->schema_type(pbwire->schema, input->type);
  cell *c = calloc(1, sizeof *c);
  if (type == NULL || c == NULL) {
    free(c);
    return NULL;
  }
  *c = (cell){.lib = lib, .type = type, .empty = lib->schema_type(pbwire->schema, "google.protobuf.Empty"), .input = *input};
  pbw_options options = {.struct_size = sizeof options, .retain = 16 * input->size + 4 * input->text_size + (1 << 20)};
  if (lib->ctx_new(&options, NULL, &c->ctx) != PBW_OK ||
      lib->decode(type, input->data, input->size, NULL, NULL, &c->message, NULL) != PBW_OK) {
    release(c);
    return NULL;
  }
  return c;
}

static pbw_status print_once(const cell *c, const uint8_t **text, size_t *size) {
  c->lib->ctx_reset(c->ctx);
  return c->lib->json_print_ctx(c->ctx, c->message, 0, text, size);
}

static int print(void *self, size_t rounds) {
  pbw_status worst = PBW_OK;
  while (rounds-- > 0) {
    const uint8_t *text;
    size_t size;
    worst |= print_once(self, &text, &size);
    bench_keep(text);
  }
  return worst == PBW_OK ? 0 : -1;
}

static pbw_status parse_once(const cell *c, const pbw_type *type, const pbw_message **message) {
  return c->lib->json_parse_ctx(c->ctx, type, c->input.text, c->input.text_size, PBW_RESET | PBW_IGNORE_UNKNOWN, message);
}

static int parse(void *self, size_t rounds) {
  const cell *c = self;
  pbw_status worst = PBW_OK;
  while (rounds-- > 0) {
    const pbw_message *message;
    worst |= parse_once(c, c->type, &message);
    bench_keep(message);
  }
  return worst == PBW_OK ? 0 : -1;
}

static int scan(void *self, size_t rounds) {
  const cell *c = self;
  pbw_status worst = PBW_OK;
  while (rounds-- > 0) {
    const pbw_message *message;
    worst |= parse_once(c, c->empty, &message);
    bench_keep(message);
  }
  return worst == PBW_OK ? 0 : -1;
}

static int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  const cell *c = self;
  const pbw_message *message;
  if (op == OP_JSON_PRINT) return print_once(c, out, size) == PBW_OK ? 0 : -1;
  if (parse_once(c, c->type, &message) != PBW_OK) return -1;
  return c->lib->encode_ctx(c->ctx, message, PBW_DETERMINISTIC, out, size) == PBW_OK ? 0 : -1;
}

BENCH_EXPORT const bench_engine bench_codec = {
    open_pbwire, prepare, {[OP_JSON_PRINT] = print, [OP_JSON_PARSE] = parse, [OP_JSON_SCAN] = scan}, rewrite, release,
};
