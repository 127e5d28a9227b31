/* The encoder: one loop that runs a plan's records over a message, writing forward.
 *
 * Why it is fast
 *   - A record holds the ready tag bytes; they go out with one 8-byte store, whatever their number.
 *   - The length of a submessage is not known before it is written. Its place is kept free at the size
 *     that the last one at that depth needed, mostly one byte, and the message is moved up when that was
 *     wrong; no pass for sizes, no writing from the end.
 *
 *         ... | tag | len? | submessage bytes ...... |
 *                   ^ slot ^start                    ^out
 *
 *   - Nesting pushes a frame on a stack of our own; a list of messages stays in one frame.
 *
 * Why it is safe
 *   - Every operation first makes sure that PBWI_SLOP bytes (and, for strings, their size) are free. When
 *     they are not, the output moves: out of the caller's buffer or the arena's block into a larger one.
 *     In the end it is copied back to the caller's buffer if it fits there. Frames hold offsets.
 *   - Depth is the size of the stack of frames; a message that contains itself ends at its limit.
 */
#include "core/base/status.h"
#include "core/base/utf8.h"
#include "core/codec/encoder.h"
#include "core/codec/form.h"
#include "core/codec/tail.h"
#include "core/codec/varint.h"
#include "core/message/check.h"
#include "core/message/strings.h"

/* ---- small pieces ---- */

/* Strings up to here are copied by overlapping words, which beats a call. */
enum { SHORT = 32 };

PBWI_INLINE uint8_t *copy_short(uint8_t *out, const uint8_t *data, size_t n) {
  if (n >= 16) {
    memcpy(out, data, 16);
    memcpy(out + n - 16, data + n - 16, 16);
  } else if (n >= 8) {
    memcpy(out, data, 8);
    memcpy(out + n - 8, data + n - 8, 8);
  } else if (n >= 4) {
    memcpy(out, data, 4);
    memcpy(out + n - 4, data + n - 4, 4);
  } else if (n) {
    out[0] = data[0];
    out[n / 2] = data[n / 2];
    out[n - 1] = data[n - 1];
  }
  return out + n;
}

PBWI_INLINE uint8_t *copy_long(uint8_t *out, const uint8_t *data, size_t n) {
  memcpy(out, data, n);
  return out + n;
}

/* With CHECK_UTF8 strings are looked at where they were copied to. When one that had to be UTF-8 is none, the message is
 * walked afterwards to find it again, with its path. */
static PBWI_ONE_COPY void look_closer(pbwi_encoder *e, const uint8_t *data, size_t size) {
  if (!pbwi_utf8_valid(data, size)) e->suspect = true;
}

PBWI_INLINE void look_at(pbwi_encoder *e, const pbwi_enc *rec, const uint8_t *data, size_t size) {
  if ((rec->flags & PBWI_ENC_UTF8) && !pbwi_short_ascii(data, size)) look_closer(e, data, size);
}

PBWI_INLINE uint8_t *put_number(uint8_t *out, unsigned form, uint64_t value) {
  if (form == PBWI_FORM_FIX32) {
    pbwi_store32le(out, (uint32_t)value);
    return out + 4;
  }
  if (form == PBWI_FORM_FIX64) {
    pbwi_store64le(out, value);
    return out + 8;
  }
  return pbwi_varint_put(out, value);
}

/* ---- the two ways of compiling the operations ---- */

/* Which code runs which operation. */
#define FIVE(X, name, form)                  \
  X(PBWI_ENC_NONZERO + form, nonzero_##name) \
  X(PBWI_ENC_BIT + form, bit_##name)         \
  X(PBWI_ENC_ONE + form, one_##name)         \
  X(PBWI_ENC_LIST + form, list_##name)       \
  X(PBWI_ENC_PACKED + form, packed_##name)
#define CODE(X)                                  \
  X(PBWI_ENC_END, end_message)                   \
  X(PBWI_ENC_ENTRY_END, end_entry)               \
  FIVE(X, flag, PBWI_FORM_BOOL)                  \
  FIVE(X, int32, PBWI_FORM_INT32)                \
  FIVE(X, uint32, PBWI_FORM_UINT32)              \
  FIVE(X, var64, PBWI_FORM_VAR64)                \
  FIVE(X, zig32, PBWI_FORM_ZIG32)                \
  FIVE(X, zig64, PBWI_FORM_ZIG64)                \
  FIVE(X, fix32, PBWI_FORM_FIX32)                \
  FIVE(X, fix64, PBWI_FORM_FIX64)                \
  X(PBWI_ENC_NONZERO + PBWI_FORM_BYTES, nonzero_bytes) \
  X(PBWI_ENC_BIT + PBWI_FORM_BYTES, bit_bytes)   \
  X(PBWI_ENC_ONE + PBWI_FORM_BYTES, one_bytes)   \
  X(PBWI_ENC_LIST + PBWI_FORM_BYTES, list_bytes) \
  X(PBWI_ENC_ONE_MESSAGE, one_message)           \
  X(PBWI_ENC_LIST_MESSAGE, list_message)         \
  X(PBWI_ENC_ONE_GROUP, one_group)               \
  X(PBWI_ENC_LIST_GROUP, list_group)             \
  X(PBWI_ENC_MAP, map)                           \
  X(PBWI_ENC_SET_ITEM, set_item)                 \
  X(PBWI_ENC_MANY, many)                         \
  X(PBWI_ENC_CASE, which)

/* Values without presence come in pairs. Twice the same list, since a macro does not expand inside itself. */
#define SINGLES(X, ...)                                                                               \
  X(flag, __VA_ARGS__) X(int32, __VA_ARGS__) X(uint32, __VA_ARGS__) X(var64, __VA_ARGS__) X(zig32, __VA_ARGS__) \
  X(zig64, __VA_ARGS__) X(fix32, __VA_ARGS__) X(fix64, __VA_ARGS__) X(bytes, __VA_ARGS__)
#define PAIRS_OF(a, X)                                                                                \
  X(a, flag) X(a, int32) X(a, uint32) X(a, var64) X(a, zig32) X(a, zig64) X(a, fix32) X(a, fix64) X(a, bytes)
#define PAIRS(X) SINGLES(PAIRS_OF, X)

/* The order of the forms is that of the lists. */
enum { SINGLE_COUNT = PBWI_FORM_COUNT, NO_SINGLE = SINGLE_COUNT };

static unsigned single_of(unsigned op) {
  return op >= PBWI_ENC_NONZERO && op < PBWI_ENC_NONZERO + PBWI_FORM_COUNT ? op - PBWI_ENC_NONZERO : (unsigned)NO_SINGLE;
}

/* Code that no record holds. */
#define MORE_CODE(X) \
  X(long_flag) X(long_int32) X(long_uint32) X(long_var64) X(long_zig32) X(long_zig64) \
  X(make_room) X(one_bytes_long) X(next_child) X(enter) X(unknown) X(close) X(close_other) X(finish) X(finish_delimited) X(failed)

#define TABLE {CODE(ADDRESS)[PBWI_ENC_COUNT] = PAIRS(PAIR_ADDRESS)}
enum { TABLE_SIZE = PBWI_ENC_COUNT + SINGLE_COUNT * SINGLE_COUNT };

#if PBWI_TAIL_CALLS

#define STATE uint8_t *out, uint8_t *lim, const pbwi_enc *rec, const char *base, pbwi_encoder *e
#define ARGS out, lim, rec, base, e
#define FINISH() (void)out, (void)lim, (void)rec, (void)base

typedef OPERATION void operation(STATE);
CODE(DECLARE) MORE_CODE(DECLARE_MORE) PAIRS(DECLARE_PAIR)
static const void *const operations[TABLE_SIZE] = TABLE;

#include "core/codec/encode_ops.h"

PBWI_INLINE void run(pbwi_encoder *e, uint8_t *out, const pbwi_plan *plan) {
  ((operation *)(uintptr_t)plan->enc->go)(out, e->lim, plan->enc, (const char *)e->message, e);
}

static const void *const *code_table(void) { return operations; }

#else

#define FINISH() return NULL

/* With e NULL it only tells where the operations are: in this copy of the function, so there must be one. */
static PBWI_ONE_COPY const void *const *loop(pbwi_encoder *e, uint8_t *out, const pbwi_enc *rec) {
#if PBWI_LABELS
  static const void *const operations[TABLE_SIZE] = TABLE;
  if (PBWI_UNLIKELY(!e)) return operations;
#else
  unsigned op;
  if (!e) return NULL;
#endif
  uint8_t *lim = e->lim;
  const char *base = (const char *)e->message;
  GO(rec);
#if !PBWI_LABELS
jump:
  switch (op) { CODE(CASE) }
#endif
#include "core/codec/encode_ops.h"
}

PBWI_INLINE void run(pbwi_encoder *e, uint8_t *out, const pbwi_plan *plan) { loop(e, out, plan->enc); }

static const void *const *code_table(void) { return loop(NULL, NULL, NULL); }

#endif

const void *pbwi_encode_code(unsigned op, unsigned next) {
  const void *const *table = code_table();
  unsigned a = single_of(op), b = single_of(next);
  if (!table) return NULL;
  return table[a != NO_SINGLE && b != NO_SINGLE ? PBWI_ENC_COUNT + a * SINGLE_COUNT + b : op];
}

/* ---- around the loop ---- */

/* Begin in the caller's buffer or the arena's block, where they are large enough to begin in. */
PBWI_INLINE bool open_output(pbwi_encoder *e) {
  if (e->buffer) {
    e->start = e->buffer;
    e->lim = e->buffer + e->capacity - PBWI_SLOP;
    if (PBWI_LIKELY(e->capacity >= PBWI_SLOP)) return true;
  } else if (PBWI_LIKELY(e->memory->end - e->memory->ptr >= 2 * PBWI_SLOP)) {
    pbwi_encoder_take_block(e);
    return true;
  }
  e->start = e->small; /* nothing is there yet */
  return pbwi_encoder_grow(e, e->start, 0) != NULL;
}

/* Bring the output home: to the caller's buffer, or into the arena. */
PBWI_INLINE pbw_status deliver(pbwi_encoder *e, const uint8_t **data, size_t *size) {
  size_t used = (size_t)(e->out - e->start);
  e->status = PBW_ERR_SIZE;
  if (PBWI_UNLIKELY(used > PBWI_MAX_SIZE)) return pbwi_encoder_fail(e);
  *size = used;
  if (!e->buffer) {
    *data = e->start;
    pbwi_encoder_leave_block(e, used);
    return PBW_OK;
  }
  *data = e->buffer;
  if (PBWI_UNLIKELY(used > e->capacity))
    return pbwi_error_format(e->error, PBW_ERR_BUFFER, PBW_NO_OFFSET, NULL,
                             "the buffer has %zu bytes, %zu are needed", e->capacity, used);
  if (e->start != e->buffer && used) memcpy(e->buffer, e->start, used);
  return PBW_OK;
}

pbw_status pbwi_encoder_run(pbwi_encoder *e, const uint8_t **data, size_t *size) {
  const pbwi_plan *plan = e->message->plan;
  e->quick = e->flags & PBW_CHECK_UTF8 ? 0 : SHORT;
  e->suspect = false;
  e->top = e->frames;
  e->incomplete = plan->flags & PBWI_PLAN_REQUIRED && pbwi_plan_incomplete(plan, e->message);
  if (PBWI_UNLIKELY(!open_output(e))) return pbwi_encoder_fail(e);
  run(e, e->start + e->delimited, plan);
  if (PBWI_UNLIKELY(!e->out)) return pbwi_encoder_fail(e);
  if (PBWI_UNLIKELY(e->suspect)) {
    pbw_status status = pbwi_check_strings(e->message, e->error);
    if (status) pbwi_encoder_leave_block(e, 0);
    if (status) return status;
  }
  if (PBWI_UNLIKELY(e->incomplete) && !(e->flags & PBW_PARTIAL)) {
    pbw_status status = pbwi_check(e->message, e->error);
    if (status) pbwi_encoder_leave_block(e, 0);
    if (status) return status;
  }
  return deliver(e, data, size);
}

void pbwi_encoder_init(pbwi_encoder *e, pbw_arena *memory, uint32_t max_depth, pbw_error *error) {
  e->memory = memory;
  e->max_depth = max_depth;
  e->error = error;
  e->buffer = e->spill = NULL;
  e->capacity = e->spill_size = 0;
  e->delimited = e->grown = e->in_arena = false;
  e->frames = e->deepest = e->first_frames;
  e->limit = e->frames + (max_depth < PBWI_DEFAULT_DEPTH ? max_depth : PBWI_DEFAULT_DEPTH);
}

pbw_status pbwi_encode(const pbw_message *message, uint8_t *buffer, size_t capacity, uint32_t flags,
                       uint32_t max_depth, size_t *size, pbw_error *error) {
  pbwi_encoder e;
  const uint8_t *data;
  *size = 0;
  pbwi_encoder_init(&e, NULL, max_depth, error);
  e.message = message;
  e.buffer = buffer;
  e.capacity = capacity;
  e.flags = flags;
  pbw_status status = pbwi_encoder_run(&e, &data, size);
  if (PBWI_UNLIKELY(e.grown || e.spill)) pbwi_encoder_release(&e);
  return status;
}
