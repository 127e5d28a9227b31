/* upb, as a fast user of it would call it: the schema from a descriptor set at run time, then nothing but
 * mini tables; no reflection in the measured path.
 *
 * Compiled twice, into two shared objects: with clang 19 and the fast table, and with gcc without. The pool
 * builds the fast tables together with the mini tables when upb is compiled for them. open() checks that
 * it did: without them this would silently be the slow decoder under the fast one's name. (A type whose
 * only fields are submessages or maps has none: the fast decoder leaves those to the other one.)
 *
 * "Reused arena" is upb's own way: an arena that starts in memory which the caller keeps. upb cannot empty an
 * arena, but beginning anew in the same block costs it a dozen stores. The block is large enough for every
 * case, so nothing is allocated. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "upb_fill.h"

#include "upb/mem/alloc.h"
#include "upb/mem/arena.h"
#include "upb/mini_table/message.h"
#include "upb/reflection/def.h"
#include "upb/wire/decode.h"
#include "upb/wire/encode.h"
#include "google/protobuf/descriptor.upb.h"

#include "upb/port/def.inc" /* last: the spelling of private members, for has_fast_table */

typedef struct instance {
  upb_DefPool *pool;
} instance;

typedef struct cell {
  bench_input input;
  const upb_MiniTable *table;
  const upb_ExtensionRegistry *extensions;
  char *block; /* what a reused arena starts in */
  size_t block_size;
  upb_Arena *kept; /* holds the message that encode is measured on */
  upb_Message *message;
  upb_fill *values; /* what create-encode is measured on: those of that message; NULL: it has unknown fields */
  upb_Arena *proof; /* holds the last rewrite's output */
} cell;

static int has_fast_table(const upb_FileDef *file) {
  for (int m = 0; m < upb_FileDef_TopLevelMessageCount(file); m++) {
    const upb_MiniTable *table = upb_MessageDef_MiniTable(upb_FileDef_TopLevelMessage(file, m));
    if (table->UPB_PRIVATE(table_mask) != (unsigned char)-1) return 1;
  }
  return 0;
}

#ifdef UPB_ENABLE_FASTTABLE
enum { WANTS_FAST_TABLE = 1 };
#else
enum { WANTS_FAST_TABLE = 0 };
#endif

/* A pool of every file of the set, or NULL. */
static upb_DefPool *load(const uint8_t *schema, size_t size, int *fast) {
  upb_Arena *arena = upb_Arena_New();
  upb_DefPool *pool = upb_DefPool_New();
  google_protobuf_FileDescriptorSet *set =
      google_protobuf_FileDescriptorSet_parse((const char *)schema, size, arena);
  size_t count = 0;
  const google_protobuf_FileDescriptorProto *const *files =
      set != NULL ? google_protobuf_FileDescriptorSet_file(set, &count) : NULL;
  int ok = count != 0;
  *fast = 0;
  for (size_t i = 0; i < count && ok; i++) {
    upb_Status status;
    upb_Status_Clear(&status);
    const upb_FileDef *file = upb_DefPool_AddFile(pool, files[i], &status);
    ok = file != NULL;
    if (ok) *fast |= has_fast_table(file);
  }
  upb_Arena_Free(arena);
  if (ok) return pool;
  upb_DefPool_Free(pool);
  return NULL;
}

static void *open_upb(const char *library, const uint8_t *schema, size_t size, const char **why) {
  (void)library;
  int fast;
  instance *self = calloc(1, sizeof *self);
  if (self == NULL || (self->pool = load(schema, size, &fast)) == NULL) {
    *why = "cannot build the schema";
    return NULL;
  }
  if (fast != WANTS_FAST_TABLE) {
    *why = WANTS_FAST_TABLE ? "built without the fast table" : "built with the fast table";
    return NULL;
  }
  return self;
}

/* ---- decode: 0, or -1 ---- */

static int decode_bytes(const cell *c, const void *data, size_t size, upb_Arena *arena, int options, upb_Message **out) {
  upb_Message *message = upb_Message_New(c->table, arena);
  *out = message;
  if (message == NULL) return -1;
  return upb_Decode(data, size, message, c->table, c->extensions, options, arena) == kUpb_DecodeStatus_Ok ? 0 : -1;
}

static int decode_into(cell *c, upb_Arena *arena, int options, upb_Message **out) {
  return decode_bytes(c, c->input.data, c->input.size, arena, options, out);
}

static upb_Arena *reused_arena(cell *c) { return upb_Arena_Init(c->block, c->block_size, &upb_alloc_global); }

static int decode_owned(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    upb_Message *message;
    upb_Arena *arena = upb_Arena_New();
    failed |= decode_into(c, arena, 0, &message);
    bench_keep(message);
    upb_Arena_Free(arena);
  }
  return failed;
}

static int decode_reused(cell *c, size_t rounds, int options) {
  int failed = 0;
  while (rounds-- > 0) {
    upb_Message *message;
    upb_Arena *arena = reused_arena(c);
    failed |= decode_into(c, arena, options, &message);
    bench_keep(message);
    upb_Arena_Free(arena);
  }
  return failed;
}

static int decode_pooled(void *self, size_t rounds) { return decode_reused(self, rounds, 0); }
static int decode_alias(void *self, size_t rounds) {
  return decode_reused(self, rounds, kUpb_DecodeOption_AliasString);
}

/* ---- encode ---- */

static int encode(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    char *out;
    size_t size;
    upb_Arena *arena = reused_arena(c);
    failed |= upb_Encode(c->message, c->table, 0, arena, &out, &size) != kUpb_EncodeStatus_Ok;
    bench_keep(out);
    upb_Arena_Free(arena);
  }
  return failed ? -1 : 0;
}

static int create(cell *c, int options, upb_Arena *arena, char **out, size_t *size) {
  upb_Message *message = upb_fill_message(c->values, arena);
  if (message == NULL) return -1;
  return upb_Encode(message, c->table, options, arena, out, size) == kUpb_EncodeStatus_Ok ? 0 : -1;
}

static int create_encode(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0;
  while (rounds-- > 0) {
    char *out;
    size_t size;
    upb_Arena *arena = reused_arena(c);
    failed |= create(c, 0, arena, &out, &size);
    bench_keep(out);
    upb_Arena_Free(arena);
  }
  return failed;
}

/* ---- streams. upb_util's reader wants a FILE or a copy; this is what its decoder of delimited messages does ---- */

static int read_stream(cell *c, char *out, size_t *written) {
  const uint8_t *p = c->input.data, *end = p + c->input.size;
  while (p < end) {
    size_t size = 0;
    unsigned shift = 0;
    do size |= (size_t)(*p & 0x7f) << shift, shift += 7;
    while (*p++ >= 0x80 && p < end && shift < 35);
    if (size > (size_t)(end - p)) return -1;
    upb_Arena *arena = reused_arena(c);
    upb_Message *message;
    int failed = decode_bytes(c, p, size, arena, 0, &message);
    bench_keep(message);
    if (out != NULL && !failed) {
      char *bytes;
      size_t length;
      failed = upb_EncodeLengthPrefixed(message, c->table, kUpb_EncodeOption_Deterministic, arena, &bytes, &length) !=
               kUpb_EncodeStatus_Ok;
      if (!failed && length <= c->input.size - *written) memcpy(out + *written, bytes, length);
      *written += length;
    }
    upb_Arena_Free(arena);
    if (failed) return -1;
    p += size;
  }
  return 0;
}

static int stream(void *self, size_t rounds) {
  int failed = 0;
  while (rounds-- > 0) failed |= read_stream(self, NULL, NULL);
  return failed;
}

static int schema_load(void *self, size_t rounds) {
  cell *c = self;
  int failed = 0, fast;
  while (rounds-- > 0) {
    upb_DefPool *pool = load(c->input.data, c->input.size, &fast);
    failed |= pool == NULL;
    bench_keep(pool);
    if (pool != NULL) upb_DefPool_Free(pool);
  }
  return failed ? -1 : 0;
}

static int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  cell *c = self;
  upb_Message *message = c->message;
  if (c->proof != NULL) upb_Arena_Free(c->proof);
  c->proof = upb_Arena_New();
  char *made = NULL;
  if (op == OP_STREAM) {
    made = upb_Arena_Malloc(c->proof, c->input.size);
    *size = 0;
    *out = (const uint8_t *)made;
    return made != NULL ? read_stream(c, made, size) : -1;
  }
  if (op == OP_CREATE_ENCODE) {
    if (c->values == NULL) return 1;
    int wrong = create(c, kUpb_EncodeOption_Deterministic, c->proof, &made, size);
    *out = (const uint8_t *)made;
    return wrong;
  }
  upb_Arena *decoded = op == OP_DECODE_OWNED ? upb_Arena_New() : reused_arena(c);
  int failed = 0;
  if (op != OP_ENCODE)
    failed = decode_into(c, decoded, op == OP_DECODE_ALIAS ? kUpb_DecodeOption_AliasString : 0, &message);
  char *bytes = NULL;
  if (!failed)
    failed = upb_Encode(message, c->table, kUpb_EncodeOption_Deterministic, c->proof, &bytes, size) !=
             kUpb_EncodeStatus_Ok;
  *out = (const uint8_t *)bytes;
  upb_Arena_Free(decoded);
  return failed ? -1 : 0;
}

/* ---- cells ---- */

static void release(void *self) {
  cell *c = self;
  if (c->kept != NULL) upb_Arena_Free(c->kept);
  if (c->proof != NULL) upb_Arena_Free(c->proof);
  free(c->block);
  free(c);
}

static void *prepare(void *self, const bench_input *input) {
  instance *upb = self;
  const upb_MessageDef *type = upb_DefPool_FindMessageByName(upb->pool, input->type);
  cell *c = calloc(1, sizeof *c);
  if (type == NULL || c == NULL) {
    free(c);
    return NULL;
  }
  c->input = *input;
  c->table = upb_MessageDef_MiniTable(type);
  c->extensions = upb_DefPool_ExtensionRegistry(upb->pool);
  c->block_size = 16 * input->size + 65536;
  c->block = malloc(c->block_size);
  c->kept = upb_Arena_New();
  if (c->block == NULL || c->kept == NULL ||
      (input->form == INPUT_MESSAGE && decode_into(c, c->kept, 0, &c->message) != 0)) {
    release(c);
    return NULL;
  }
  if (input->form == INPUT_MESSAGE) c->values = upb_fill_plan(c->message, type, upb->pool, c->kept);
  memset(c->block, 0, c->block_size); /* its pages are there before the clock runs */
  return c;
}

BENCH_EXPORT const bench_engine bench_codec = {
    open_upb, prepare, {decode_owned, decode_pooled, decode_alias, encode, create_encode, NULL, stream, schema_load},
    rewrite, release,
};
