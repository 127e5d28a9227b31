/* protobuf-c with its generated structs. The generated functions only hand their descriptor to those of the library, so
 * these are called with the descriptor itself.
 *
 *   decode-owned    unpack with malloc, and free_unpacked
 *   decode-pooled   unpack with the library's allocator argument: a bump allocator over one block, begun anew for each
 *                   message. Nothing is freed one by one, which is the most that the argument can give
 *   encode          get_packed_size and pack, as its manual has it: pack knows no limit, so the size is always asked first
 *   create-encode   the structs filled field by field in memory of such an allocator, strings borrowed; then the same
 *
 * It never looks whether a string is UTF-8, and it cannot alias its input. A map is a list of entries. Types with groups
 * are not there (see bench_lacks); presence of hello.Address.apartment, which no case sets, is left out of its schema,
 * because protoc-c knows no `optional` in proto3. */
#include "bench/c/engine.h"

#include <protobuf-c/protobuf-c.h>
#include <stdlib.h>
#include <string.h>

#include "fill.h"

#include "google/protobuf/descriptor.pb-c.h"
#include "k8s.pb-c.h"
#include "matrix3.pb-c.h"
#include "otel.pb-c.h"
#include "person.pb-c.h"
#include "rpc.pb-c.h"
#include "text.pb-c.h"

static const ProtobufCMessageDescriptor *const types[] = {
    &matrix3__matrix3__descriptor,
    &hello__person__descriptor,
    &otel__export_trace_service_request__descriptor,
    &k8s__pod_list__descriptor,
    &rpc__response__descriptor,
    &text__small_message__descriptor,
    &text__person_batch__descriptor,
    &text__article_batch__descriptor,
    &text__telemetry_batch__descriptor,
    &text__times__descriptor,
    &text__structs__descriptor,
    &text__wrappers__descriptor,
    &text__complex__descriptor,
    &text__repeated_and_map__descriptor,
    &google__protobuf__file_descriptor_proto__descriptor,
};

/* ---- the allocator of pooled messages ---- */

typedef struct pool {
  ProtobufCAllocator allocator; /* its data is the pool */
  char *block, *next, *end;
} pool;

static void *pool_alloc(void *data, size_t size) {
  pool *p = data;
  size = (size + 15) & ~(size_t)15;
  if (size > (size_t)(p->end - p->next)) return NULL;
  void *made = p->next;
  p->next += size;
  return made;
}

static void pool_free(void *data, void *pointer) { (void)data, (void)pointer; }

static ProtobufCAllocator *pool_reset(pool *p) {
  p->next = p->block;
  return &p->allocator;
}

static int pool_open(pool *p, size_t size) {
  *p = (pool){.allocator = {pool_alloc, pool_free, p}, .block = malloc(size)};
  if (p->block == NULL) return -1;
  memset(p->block, 0, size); /* its pages are there before the clock runs */
  p->next = p->block;
  p->end = p->block + size;
  return 0;
}

/* ---- cells ---- */

typedef struct cell {
  bench_input input;
  const ProtobufCMessageDescriptor *type;
  ProtobufCMessage *message; /* what encode is measured on */
  fill *values;              /* what create-encode is measured on: those of that message */
  pool pool;
  uint8_t *output; /* as large as the input, which is what comes out */
} cell;

static ProtobufCMessage *unpack(const cell *c, ProtobufCAllocator *allocator) {
  return protobuf_c_message_unpack(c->type, allocator, c->input.size, c->input.data);
}

static int decode_owned(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    ProtobufCMessage *message = unpack(c, NULL);
    failed |= message == NULL;
    bench_keep(message);
    protobuf_c_message_free_unpacked(message, NULL);
  }
  return failed ? -1 : 0;
}

static int decode_pooled(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    ProtobufCMessage *message = unpack(c, pool_reset(&c->pool));
    failed |= message == NULL;
    bench_keep(message);
  }
  return failed ? -1 : 0;
}

/* Its size, or 0 when it does not fit. */
static size_t pack(const cell *c, const ProtobufCMessage *message) {
  size_t size = protobuf_c_message_get_packed_size(message);
  return size <= c->input.size ? protobuf_c_message_pack(message, c->output) : 0;
}

static int encode(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    failed |= pack(c, c->message) == 0;
    bench_keep(c->output);
  }
  return failed ? -1 : 0;
}

static size_t create(cell *c) {
  ProtobufCMessage *message = fill_message(c->values, pool_reset(&c->pool));
  return message != NULL ? pack(c, message) : 0;
}

static int create_encode(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    failed |= create(c) == 0;
    bench_keep(c->output);
  }
  return failed ? -1 : 0;
}

/* ---- streams: the library leaves delimiting to its user ---- */

static uint8_t *put_size(uint8_t *out, size_t size) {
  for (; size >= 0x80; size >>= 7) *out++ = (uint8_t)(size | 0x80);
  *out++ = (uint8_t)size;
  return out;
}

/* `out`, when not NULL, takes the messages up again. */
static int read_stream(cell *c, uint8_t *out, size_t *written) {
  const uint8_t *p = c->input.data, *end = p + c->input.size;
  while (p < end) {
    size_t size = 0;
    unsigned shift = 0;
    do size |= (size_t)(*p & 0x7f) << shift, shift += 7;
    while (*p++ >= 0x80 && p < end && shift < 35);
    if (size > (size_t)(end - p)) return -1;
    ProtobufCMessage *message = protobuf_c_message_unpack(c->type, pool_reset(&c->pool), size, p);
    if (message == NULL) return -1;
    bench_keep(message);
    p += size;
    if (out == NULL) continue;
    size_t length = protobuf_c_message_get_packed_size(message);
    if (length + 5 > c->input.size - *written && length != size) return -1;
    uint8_t *at = put_size(out + *written, length);
    *written = (size_t)(at - out) + protobuf_c_message_pack(message, at);
  }
  return 0;
}

static int stream(void *self, size_t rounds) {
  int failed = 0;
  while (rounds-- > 0) failed |= read_stream(self, NULL, NULL);
  return failed;
}

/* ---- the proof, and the engine ---- */

static int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  cell *c = self;
  *out = c->output;
  *size = 0;
  if (op == OP_STREAM) return read_stream(c, c->output, size);
  if (op == OP_CREATE_ENCODE) {
    *size = create(c);
  } else if (op == OP_DECODE_OWNED) {
    ProtobufCMessage *message = unpack(c, NULL);
    if (message != NULL) *size = pack(c, message);
    protobuf_c_message_free_unpacked(message, NULL);
  } else {
    const ProtobufCMessage *message = op == OP_ENCODE ? c->message : unpack(c, pool_reset(&c->pool));
    if (message != NULL) *size = pack(c, message);
  }
  return *size != 0 ? 0 : -1;
}

static void release(void *self) {
  cell *c = self;
  fill_free(c->values);
  protobuf_c_message_free_unpacked(c->message, NULL);
  free(c->pool.block);
  free(c->output);
  free(c);
}

/* A pool in which the input fits. */
static int find_pool(cell *c) {
  for (size_t size = 16 * c->input.size + 65536; size != 0 && size < (size_t)1 << 32; size *= 2) {
    free(c->pool.block);
    if (pool_open(&c->pool, size) != 0) return -1;
    if (c->input.form == INPUT_STREAM || unpack(c, &c->pool.allocator) != NULL) return 0;
  }
  return -1;
}

static int make_message(cell *c) {
  c->message = unpack(c, NULL);
  if (c->message == NULL) return -1;
  c->values = fill_plan(c->message);
  return c->values != NULL ? 0 : -1;
}

static void *prepare(void *self, const bench_input *input) {
  (void)self;
  const ProtobufCMessageDescriptor *type = NULL;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(types[i]->name, input->type) == 0) type = types[i];
  cell *c = type != NULL ? calloc(1, sizeof *c) : NULL;
  if (c == NULL) return NULL;
  c->input = *input;
  c->type = type;
  c->output = malloc(input->size);
  if (c->output == NULL || (input->form == INPUT_MESSAGE && make_message(c) != 0) || find_pool(c) != 0) {
    release(c);
    return NULL;
  }
  return c;
}

static void *open_protobuf_c(const char *library, const uint8_t *schema, size_t size, const char **why) {
  static char instance;
  (void)library, (void)schema, (void)size, (void)why;
  return &instance;
}

BENCH_EXPORT const char *bench_lacks(const char *test, const char *type, int op) {
  (void)test, (void)op;
  if (strcmp(type, "proto2_basic.BenchPayload") == 0 || strcmp(type, "stress.Stress") == 0)
    return "protobuf-c has no groups: protoc-c crashes on the schema, and the library refuses the bytes";
  return NULL;
}

BENCH_EXPORT const bench_engine bench_codec = {
    .open = open_protobuf_c,
    .prepare = prepare,
    .run = {[OP_DECODE_OWNED] = decode_owned,
            [OP_DECODE_POOLED] = decode_pooled,
            [OP_ENCODE] = encode,
            [OP_CREATE_ENCODE] = create_encode,
            [OP_STREAM] = stream},
    .rewrite = rewrite,
    .release = release,
};
