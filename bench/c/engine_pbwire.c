/* pbwire, through nothing but its public header and its shared library.
 *
 * The library is opened by path, so that builds of two compilers run beside each other in one process:
 * everything is called through pointers, as a dynamic linker would do it.
 *
 * A ctx is told to keep as much as the payload needs, as upb and C++ are given a block that is large
 * enough. So pooled operations allocate nothing here, whatever the size. */
#include "engine.h"

#include "abi/pbwire.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct library {
  __typeof__(pbw_schema_load) *schema_load;
  __typeof__(pbw_schema_type) *schema_type;
  __typeof__(pbw_decode) *decode;
  __typeof__(pbw_encode_ctx) *encode_ctx;
  __typeof__(pbw_message_free) *message_free;
  __typeof__(pbw_ctx_new) *ctx_new;
  __typeof__(pbw_ctx_free) *ctx_free;
  __typeof__(pbw_ctx_reset) *ctx_reset;
  __typeof__(pbw_decode_ctx) *decode_ctx;
} library;

static const struct {
  const char *name;
  size_t offset;
} symbols[] = {
    {"pbw_schema_load", offsetof(library, schema_load)},
    {"pbw_schema_type", offsetof(library, schema_type)},
    {"pbw_decode", offsetof(library, decode)},
    {"pbw_encode_ctx", offsetof(library, encode_ctx)},
    {"pbw_message_free", offsetof(library, message_free)},
    {"pbw_ctx_new", offsetof(library, ctx_new)},
    {"pbw_ctx_free", offsetof(library, ctx_free)},
    {"pbw_ctx_reset", offsetof(library, ctx_reset)},
    {"pbw_decode_ctx", offsetof(library, decode_ctx)},
};

typedef struct instance {
  library lib;
  pbw_schema *schema;
} instance;

typedef struct cell {
  const library *lib;
  const pbw_type *type;
  bench_input input;
  pbw_ctx *ctx;
  pbw_message *message; /* what encode is measured on */
} cell;

static void *open_pbwire(const char *path, const uint8_t *schema, size_t size, const char **why) {
  static char reason[512];
  instance *self = calloc(1, sizeof *self);
  void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (self == NULL || object == NULL) {
    *why = object == NULL ? dlerror() : "out of memory";
    free(self);
    return NULL;
  }
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(object, symbols[i].name);
    if (symbol == NULL) {
      *why = symbols[i].name;
      return NULL;
    }
    memcpy((char *)&self->lib + symbols[i].offset, &symbol, sizeof symbol);
  }
  pbw_error error = {.struct_size = sizeof error};
  if (self->lib.schema_load(schema, size, &self->schema, &error) != PBW_OK) {
    strncpy(reason, error.message, sizeof reason - 1);
    *why = reason;
    return NULL;
  }
  return self;
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
  pbw_options options = {.struct_size = sizeof options, .retain = 16 * input->size + (1 << 20)};
  c->lib = lib;
  c->type = type;
  c->input = *input;
  if (lib->ctx_new(&options, NULL, &c->ctx) != PBW_OK ||
      lib->decode(type, input->data, input->size, NULL, NULL, &c->message, NULL) != PBW_OK) {
    release(c);
    return NULL;
  }
  return c;
}

static int decode_owned(void *self, size_t rounds) {
  const cell *c = self;
  pbw_status worst = PBW_OK;
  while (rounds-- > 0) {
    pbw_message *message;
    worst |= c->lib->decode(c->type, c->input.data, c->input.size, NULL, NULL, &message, NULL);
    bench_keep(message);
    c->lib->message_free(message);
  }
  return worst == PBW_OK ? 0 : -1;
}

static int decode_ctx(const cell *c, size_t rounds, uint32_t flags) {
  pbw_status worst = PBW_OK;
  while (rounds-- > 0) {
    const pbw_message *message;
    worst |= c->lib->decode_ctx(c->ctx, c->type, c->input.data, c->input.size, flags, &message);
    bench_keep(message);
  }
  return worst == PBW_OK ? 0 : -1;
}

static int decode_pooled(void *self, size_t rounds) { return decode_ctx(self, rounds, PBW_RESET); }
static int decode_alias(void *self, size_t rounds) { return decode_ctx(self, rounds, PBW_RESET | PBW_ALIAS); }

static int encode(void *self, size_t rounds) {
  const cell *c = self;
  pbw_status worst = PBW_OK;
  while (rounds-- > 0) {
    const uint8_t *data;
    size_t size;
    c->lib->ctx_reset(c->ctx);
    worst |= c->lib->encode_ctx(c->ctx, c->message, 0, &data, &size);
    bench_keep(data);
  }
  return worst == PBW_OK ? 0 : -1;
}

static int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  const cell *c = self;
  const pbw_message *message = c->message;
  pbw_message *owned = NULL;
  pbw_status status = PBW_OK;
  if (op == OP_DECODE_OWNED) {
    status = c->lib->decode(c->type, c->input.data, c->input.size, NULL, NULL, &owned, NULL);
    message = owned;
  } else if (op != OP_ENCODE) {
    uint32_t flags = op == OP_DECODE_ALIAS ? PBW_RESET | PBW_ALIAS : PBW_RESET;
    status = c->lib->decode_ctx(c->ctx, c->type, c->input.data, c->input.size, flags, &message);
  }
  if (status == PBW_OK) status = c->lib->encode_ctx(c->ctx, message, PBW_DETERMINISTIC, out, size);
  c->lib->message_free(owned);
  return status == PBW_OK ? 0 : -1;
}

BENCH_EXPORT const bench_engine bench_codec = {
    open_pbwire, prepare, {decode_owned, decode_pooled, decode_alias, encode}, rewrite, release,
};
