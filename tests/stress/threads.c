/* Many threads share one schema and one message that nobody writes; each has its own ctx, arena and messages.
 * What the header promises about threads is all that they rely on. Prints TAP. */
#include "abi/pbwire.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 500 };

/* matrix3.Matrix3: 150, "hi", {7}, [1, 2, 300], {"k": 5} and an unknown field. */
static const uint8_t input[] = "\x18\x96\x01\x72\x02hi\x8a\x01\x02\x08\x07\xba\x01\x04\x01\x02\xac\x02\xd2\x01\x05"
                               "\x0a\x01k\x10\x05\xc0\x3e\x2a";
enum { SIZE = sizeof input - 1 };

struct job {
  pbw_schema *schema;        /* shared; the thread holds a reference of its own */
  const pbw_message *common; /* shared, only read                               */
  int number;
  bool good;
};

static bool same(const uint8_t *data, size_t size) { return size == SIZE && !memcmp(data, input, SIZE); }

/* Look up, decode both ways, edit, compare, encode: one round. */
static bool round_of(const struct job *job, pbw_ctx *ctx, int round) {
  const pbw_type *type = pbw_schema_type(job->schema, "matrix3.Matrix3");
  const pbw_field *field = pbw_type_field(type, "f_int32"), *map = pbw_type_field(type, "m");
  const pbw_message *pooled;
  pbw_message *owned, *copy;
  const uint8_t *data;
  size_t size;
  if (pbw_decode_ctx(ctx, type, input, SIZE, PBW_RESET | PBW_ALIAS, &pooled)) return false;
  if (pbw_encode_ctx(ctx, pooled, 0, &data, &size) || !same(data, size)) return false;
  if (pbw_encode_ctx(ctx, job->common, PBW_DETERMINISTIC, &data, &size) || !same(data, size)) return false;
  if (pbw_decode(type, input, SIZE, NULL, NULL, &owned, NULL)) return false;
  bool good = pbw_message_equal(owned, job->common) && pbw_message_equal(pooled, job->common);
  int32_t mine = job->number * ROUNDS + round, value = 0;
  pbw_bytes key = {(const uint8_t *)&mine, 0};
  good = good && !pbw_message_set(owned, field, &mine) && !pbw_map_set(owned, map, &key, &mine);
  good = good && !pbw_message_clone(owned, NULL, &copy);
  if (good) {
    good = !pbw_map_get(copy, map, &key, &value) && value == mine && !pbw_message_equal(copy, job->common);
    pbw_message_free(copy);
  }
  pbw_message_free(owned);
  return good;
}

static void *work(void *argument) {
  struct job *job = argument;
  pbw_ctx *ctx;
  job->good = !pbw_ctx_new(NULL, NULL, &ctx);
  for (int i = 0; i < ROUNDS && job->good; i++) {
    pbw_schema_retain(job->schema);
    job->good = round_of(job, ctx, i);
    pbw_schema_free(job->schema);
  }
  pbw_ctx_free(ctx);
  pbw_schema_free(job->schema);
  return NULL;
}

static pbw_schema *load(const char *path) {
  static uint8_t set[1 << 20];
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  size_t size = fread(set, 1, sizeof set, file);
  fclose(file);
  pbw_schema *schema;
  pbw_error error = {.struct_size = sizeof error};
  if (pbw_schema_load(set, size, &schema, &error)) printf("# %s: %s\n", error.path, error.message);
  return schema;
}

int main(int argc, char **argv) {
  pbw_schema *schema = argc == 2 ? load(argv[1]) : NULL;
  pbw_message *common = NULL;
  if (!schema || pbw_decode(pbw_schema_type(schema, "matrix3.Matrix3"), input, SIZE, NULL, NULL, &common, NULL)) {
    puts("not ok - the schema is loaded");
    return 1;
  }
  pthread_t threads[THREADS];
  struct job jobs[THREADS];
  int bad = 0;
  for (int i = 0; i < THREADS; i++) {
    jobs[i] = (struct job){pbw_schema_retain(schema), common, i, false};
    if (pthread_create(&threads[i], NULL, work, &jobs[i])) abort();
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    printf("%s - thread %d: %d rounds on a shared schema\n", jobs[i].good ? "ok" : "not ok", i, ROUNDS);
    bad += !jobs[i].good;
  }
  pbw_message_free(common);
  pbw_schema_free(schema);
  return bad != 0;
}
