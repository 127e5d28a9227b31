/* nanopb with static structs: limits.options says how large each part may be, and a message is one struct with no pointer
 * in it.
 *
 *   decode-owned    the struct from malloc, pb_decode, and freed. There is nothing else to free
 *   decode-pooled   pb_decode into one struct again and again, which is how it is meant to be used
 *   encode          pb_encode into a buffer stream
 *   create-encode   the struct filled field by field (strings are copied: they are inside it), and pb_encode
 *
 * As it comes: no PB_BUFFER_ONLY, no PB_VALIDATE_UTF8. It drops unknown fields. What has no static struct would be callbacks
 * of the program's own, and then it is the program that is measured: such cases are left out, see bench_lacks. */
#include "bench/c/engine.h"

#include <pb_decode.h>
#include <pb_encode.h>
#include <stdlib.h>
#include <string.h>

#include "fill.h"

#include "matrix3.pb.h"
#include "person.pb.h"
#include "rpc.pb.h"
#include "text.pb.h"

typedef struct type {
  const char *name;
  const pb_msgdesc_t *fields;
  size_t size;
} type;

static const type types[] = {
    {"matrix3.Matrix3", matrix3_Matrix3_fields, sizeof(matrix3_Matrix3)},
    {"hello.Person", hello_Person_fields, sizeof(hello_Person)},
    {"rpc.Response", rpc_Response_fields, sizeof(rpc_Response)},
    {"text.SmallMessage", text_SmallMessage_fields, sizeof(text_SmallMessage)},
    {"text.PersonBatch", text_PersonBatch_fields, sizeof(text_PersonBatch)},
    {"text.ArticleBatch", text_ArticleBatch_fields, sizeof(text_ArticleBatch)},
    {"text.TelemetryBatch", text_TelemetryBatch_fields, sizeof(text_TelemetryBatch)},
    {"text.Times", text_Times_fields, sizeof(text_Times)},
    {"text.Wrappers", text_Wrappers_fields, sizeof(text_Wrappers)},
    {"text.Complex", text_Complex_fields, sizeof(text_Complex)},
    {"text.RepeatedAndMap", text_RepeatedAndMap_fields, sizeof(text_RepeatedAndMap)},
};

/* Cases that are not there. "*" at the end of a name stands for the rest. */
#define TOO_LARGE "its struct would pass 64 KB, the most that nanopb as Debian builds it can describe"
static const struct {
  const char *name, *why;
} missing[] = {
    {"matrix3-x4096", TOO_LARGE},
    {"person-100kb", TOO_LARGE},
    {"person-1mb", TOO_LARGE},
    {"person-10mb", TOO_LARGE},
    {"k8s-pods-100", TOO_LARGE},
    {"otel-100", TOO_LARGE "; and a value may hold values"},
    {"person-nested-*", "persons inside persons have no static struct"},
    {"wkt-struct", "a Value inside a Value has no static struct"},
    {"descriptor", "a DescriptorProto inside a DescriptorProto has no static struct"},
    {"payload-*", "nanopb knows no groups, and drops what it does not know"},
    {"stress", "nanopb knows no groups, and drops what it does not know"},
    {"person-batch-25-unknown", "nanopb drops unknown fields"},
};

BENCH_EXPORT const char *bench_lacks(const char *test, const char *name, int op) {
  (void)name, (void)op;
  for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
    size_t size = strcspn(missing[i].name, "*");
    if (strncmp(test, missing[i].name, size) == 0 && (missing[i].name[size] == '*' || test[size] == '\0'))
      return missing[i].why;
  }
  return NULL;
}

/* ---- cells ---- */

typedef struct cell {
  bench_input input;
  const type *type;
  void *message; /* what encode is measured on */
  void *kept;    /* what decode-pooled and create-encode write */
  fill *values;  /* what create-encode is measured on: those of that message */
  uint8_t *output;
} cell;

static bool decode_bytes(const cell *c, const uint8_t *data, size_t size, void *message) {
  pb_istream_t stream = pb_istream_from_buffer(data, size);
  return pb_decode(&stream, c->type->fields, message);
}

static bool decode_into(const cell *c, void *message) { return decode_bytes(c, c->input.data, c->input.size, message); }

/* Its size, or 0. */
static size_t encode_bytes(const cell *c, const void *message) {
  pb_ostream_t stream = pb_ostream_from_buffer(c->output, c->input.size);
  return pb_encode(&stream, c->type->fields, message) ? stream.bytes_written : 0;
}

static int decode_owned(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    void *message = malloc(c->type->size);
    failed |= message == NULL || !decode_into(c, message);
    bench_keep(message);
    free(message);
  }
  return failed ? -1 : 0;
}

static int decode_pooled(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    failed |= !decode_into(c, c->kept);
    bench_keep(c->kept);
  }
  return failed ? -1 : 0;
}

static int encode(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    failed |= encode_bytes(c, c->message) == 0;
    bench_keep(c->output);
  }
  return failed ? -1 : 0;
}

static size_t create(cell *c) {
  fill_message(c->values, c->kept);
  return encode_bytes(c, c->kept);
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

/* `out`, when not NULL, takes the messages up again. */
static int read_stream(cell *c, pb_ostream_t *out) {
  pb_istream_t in = pb_istream_from_buffer(c->input.data, c->input.size);
  while (in.bytes_left > 0) {
    if (!pb_decode_ex(&in, c->type->fields, c->kept, PB_DECODE_DELIMITED)) return -1;
    bench_keep(c->kept);
    if (out != NULL && !pb_encode_ex(out, c->type->fields, c->kept, PB_ENCODE_DELIMITED)) return -1;
  }
  return 0;
}

static int stream(void *self, size_t rounds) {
  int failed = 0;
  while (rounds-- > 0) failed |= read_stream(self, NULL);
  return failed;
}

/* ---- the proof, and the engine ---- */

static int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  cell *c = self;
  *out = c->output;
  memset(c->kept, 0xa5, c->type->size); /* nothing of an earlier message helps */
  if (op == OP_STREAM) {
    pb_ostream_t again = pb_ostream_from_buffer(c->output, c->input.size);
    int failed = read_stream(c, &again);
    *size = again.bytes_written;
    return failed;
  }
  if (op == OP_CREATE_ENCODE) *size = create(c);
  else if (op == OP_ENCODE) *size = encode_bytes(c, c->message);
  else *size = decode_into(c, c->kept) ? encode_bytes(c, c->kept) : 0; /* owned: only the memory is another's */
  return *size != 0 ? 0 : -1;
}

static void release(void *self) {
  cell *c = self;
  fill_free(c->values);
  free(c->message);
  free(c->kept);
  free(c->output);
  free(c);
}

static int make_message(cell *c) {
  if (!decode_into(c, c->message)) return -1;
  c->values = fill_plan(c->type->fields, c->message);
  return c->values != NULL ? 0 : -1;
}

static void *prepare(void *self, const bench_input *input) {
  (void)self;
  const type *found = NULL;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(types[i].name, input->type) == 0) found = &types[i];
  cell *c = found != NULL ? calloc(1, sizeof *c) : NULL;
  if (c == NULL) return NULL;
  c->input = *input;
  c->type = found;
  c->message = malloc(found->size);
  c->kept = malloc(found->size);
  c->output = malloc(input->size);
  if (c->message == NULL || c->kept == NULL || c->output == NULL || (input->form == INPUT_MESSAGE && make_message(c) != 0)) {
    release(c);
    return NULL;
  }
  memset(c->kept, 0, found->size);
  return c;
}

static void *open_nanopb(const char *library, const uint8_t *schema, size_t size, const char **why) {
  static char instance;
  (void)library, (void)schema, (void)size, (void)why;
  return &instance;
}

BENCH_EXPORT const bench_engine bench_codec = {
    .open = open_nanopb,
    .prepare = prepare,
    .run = {[OP_DECODE_OWNED] = decode_owned,
            [OP_DECODE_POOLED] = decode_pooled,
            [OP_ENCODE] = encode,
            [OP_CREATE_ENCODE] = create_encode,
            [OP_STREAM] = stream},
    .rewrite = rewrite,
    .release = release,
};
