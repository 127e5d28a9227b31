/* pbwire, through nothing but its public header and its shared library.
 *
 * The library is opened by path, so that builds of two compilers run beside each other in one process:
 * everything is called through pointers, as a dynamic linker would do it.
 *
 * A ctx is told to keep as much as the payload needs, as upb and C++ are given a block that is large
 * enough. So pooled operations allocate nothing here, whatever the size. */
#include "engine.h"

#include "pbwire_fill.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  size_t offset;
} symbols[] = {
#define F(name) {"pbw_" #name, offsetof(library, name)},
    PBWIRE_FUNCTIONS(F)
#undef F
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
  fill *values;         /* what create-encode is measured on: those of that message */
  uint8_t *proof;       /* a stream, rewritten */
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
  free(c->proof);
  fill_free(c->values);
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
  int ready = lib->ctx_new(&options, NULL, &c->ctx) == PBW_OK;
  if (input->form == INPUT_MESSAGE && ready) {
    ready = lib->decode(type, input->data, input->size, NULL, NULL, &c->message, NULL) == PBW_OK;
    if (ready) c->values = fill_plan(lib, c->message);
    ready = c->values != NULL;
  } else if (input->form == INPUT_STREAM) {
    c->proof = malloc(input->size);
    ready &= c->proof != NULL;
  }
  if (!ready) {
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

static pbw_status create(const cell *c, uint32_t flags, const uint8_t **data, size_t *size) {
  pbw_message *message;
  pbw_status status = fill_message(c->lib, c->values, c->ctx, &message);
  return status == PBW_OK ? c->lib->encode_ctx(c->ctx, message, flags, data, size) : status;
}

static int create_rounds(const cell *c, size_t rounds, uint32_t flags) {
  pbw_status worst = PBW_OK;
  while (rounds-- > 0) {
    const uint8_t *data;
    size_t size;
    worst |= create(c, flags, &data, &size);
    bench_keep(data);
  }
  return worst == PBW_OK ? 0 : -1;
}

static int create_encode(void *self, size_t rounds) { return create_rounds(self, rounds, 0); }
static int create_checked(void *self, size_t rounds) { return create_rounds(self, rounds, PBW_CHECK_UTF8); }

/* Each message of the stream into the same ctx; `out`, when not NULL, takes them up again. */
static pbw_status read_stream(const cell *c, uint8_t *out, size_t *written) {
  size_t offset = 0;
  pbw_bytes slice;
  pbw_status status;
  while ((status = c->lib->delimited_next(c->input.data, c->input.size, &offset, &slice)) == PBW_OK) {
    const pbw_message *message;
    status = c->lib->decode_ctx(c->ctx, c->type, slice.data, slice.size, PBW_RESET, &message);
    if (status != PBW_OK) return status;
    bench_keep(message);
    if (out == NULL) continue;
    const uint8_t *data;
    size_t size;
    status = c->lib->encode_delimited_ctx(c->ctx, message, PBW_DETERMINISTIC, &data, &size);
    if (status != PBW_OK || size > c->input.size - *written) return PBW_ERR_SIZE;
    memcpy(out + *written, data, size);
    *written += size;
  }
  return status == PBW_END ? PBW_OK : status;
}

static int stream(void *self, size_t rounds) {
  pbw_status worst = PBW_OK;
  while (rounds-- > 0) worst |= read_stream(self, NULL, NULL);
  return worst == PBW_OK ? 0 : -1;
}

static int schema_load(void *self, size_t rounds) {
  const cell *c = self;
  pbw_status worst = PBW_OK;
  while (rounds-- > 0) {
    pbw_schema *schema;
    worst |= c->lib->schema_load(c->input.data, c->input.size, &schema, NULL);
    bench_keep(schema);
    c->lib->schema_free(schema);
  }
  return worst == PBW_OK ? 0 : -1;
}

static int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  const cell *c = self;
  const pbw_message *message = c->message;
  pbw_message *owned = NULL;
  pbw_status status = PBW_OK;
  if (op == OP_STREAM) {
    *out = c->proof;
    *size = 0;
    return read_stream(c, c->proof, size) == PBW_OK ? 0 : -1;
  }
  if (op == OP_CREATE_ENCODE || op == OP_CREATE_CHECKED) {
    uint32_t flags = op == OP_CREATE_CHECKED ? PBW_DETERMINISTIC | PBW_CHECK_UTF8 : PBW_DETERMINISTIC;
    return create(c, flags, out, size) == PBW_OK ? 0 : -1;
  }
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
    open_pbwire, prepare, {decode_owned, decode_pooled, decode_alias, encode, create_encode, create_checked, stream, schema_load},
    rewrite, release,
};
