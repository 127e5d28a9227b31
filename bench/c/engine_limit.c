/* The limit codec as an engine. It knows one message type, so it has only the cell matrix3-x0. */
#include "engine.h"
#include "limit.h"

#include <stdlib.h>
#include <string.h>

enum { SLACK = 512 }; /* limit_encode wants room for its widest fixed part */

typedef struct cell {
  bench_input input;
  limit_matrix3 message;
  limit_matrix3 scratch;
  size_t capacity;
  uint8_t buffer[];
} cell;

static void *open_limit(const char *library, const uint8_t *schema, size_t size, const char **why) {
  static char instance;
  (void)library, (void)schema, (void)size, (void)why;
  return &instance;
}

/* The codec drops the repeated fields, so a payload that has them is not its case. */
static int is_whole(const cell *c, size_t size) {
  return size == c->input.size && memcmp(c->buffer, c->input.data, size) == 0;
}

static void *prepare(void *instance, const bench_input *input) {
  (void)instance;
  if (input->form != INPUT_MESSAGE || strcmp(input->type, "matrix3.Matrix3") != 0) return NULL;
  cell *c = calloc(1, sizeof *c + input->size + SLACK);
  if (c == NULL) return NULL;
  c->input = *input;
  c->capacity = input->size + SLACK;
  if (limit_decode(&c->message, input->data, input->size) != 0 ||
      !is_whole(c, limit_encode(&c->message, c->buffer, c->capacity))) {
    free(c);
    return NULL;
  }
  return c;
}

static int decode(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    failed |= limit_decode(&c->scratch, c->input.data, c->input.size);
    bench_keep(&c->scratch);
  }
  return failed;
}

static int encode(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    failed |= limit_encode(&c->message, c->buffer, c->capacity) == 0;
    bench_keep(c->buffer);
  }
  return failed ? -1 : 0;
}

static int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  cell *c = self;
  const limit_matrix3 *m = &c->message;
  memset(c->buffer, 0, c->capacity);
  if (op != OP_ENCODE) {
    if (limit_decode(&c->scratch, c->input.data, c->input.size) != 0) return -1;
    m = &c->scratch;
  }
  *size = limit_encode(m, c->buffer, c->capacity);
  *out = c->buffer;
  return *size != 0 ? 0 : -1;
}

BENCH_EXPORT const bench_engine bench_codec = {
    open_limit, prepare, {[OP_DECODE_ALIAS] = decode, [OP_ENCODE] = encode}, rewrite, free,
};
