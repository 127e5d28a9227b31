/* An engine that copies its input and has no encode, for tests of the harness. */
#include "bench/c/engine.h"

static void *open_copy(const char *library, const uint8_t *schema, size_t size, const char **why) {
  static char instance;
  (void)library, (void)schema, (void)size, (void)why;
  return &instance;
}

static void *prepare(void *self, const bench_input *input) {
  static bench_input cell;
  (void)self;
  cell = *input;
  return &cell;
}

static int run(void *self, size_t rounds) {
  const bench_input *input = self;
  unsigned sum = 0;
  for (size_t i = 0; i < rounds * input->size; i++) sum += input->data[i % input->size];
  bench_keep(&sum);
  return 0;
}

static int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  const bench_input *input = self;
  (void)op;
  *out = input->data;
  *size = input->size;
  return 0;
}

static void release(void *self) { (void)self; }

BENCH_EXPORT const char *bench_lacks(const char *test, const char *type, int op) {
  (void)test, (void)type;
  return op == OP_ENCODE || op == OP_CREATE_ENCODE ? "it has no pen" : NULL;
}

BENCH_EXPORT const bench_engine bench_codec = {
    .open = open_copy,
    .prepare = prepare,
    .run = {[OP_DECODE_OWNED] = run, [OP_DECODE_POOLED] = run, [OP_ENCODE] = run, [OP_CREATE_ENCODE] = run},
    .rewrite = rewrite,
    .release = release,
};
