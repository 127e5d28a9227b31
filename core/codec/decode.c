/* The decoder: one loop that runs a plan's records over the input.
 *
 * Why it is fast
 *   - Fields mostly come in the order of their numbers. After each field the next record's tag bytes are
 *     compared, masked, with the next two bytes of input: the common case is one compare and one indirect
 *     jump, repeated behind every operation so that each has its own branch history.
 *   - The position, the message, the record, the limit and the presence bits stay in registers, through
 *     nested messages too: those push a frame on a stack of our own, and call nothing.
 *   - Any operation may read PBWI_SLOP bytes without asking, so that a field needs one bounds check.
 *   - Strings and packed fixed-width arrays are not copied one by one: the input is copied once (or, with
 *     PBW_ALIAS, not at all) and they point into it.
 *
 * Why it is safe
 *   - p only runs where PBWI_SLOP bytes behind it can be read (decoder.h draws it). A field may run over
 *     the end of its message, never over readable memory; then p > end and the check before the next
 *     field finds it.
 *   - Depth is the size of the stack of frames, not of the C stack.
 */
#include "core/base/status.h"
#include "core/base/utf8.h"
#include "core/codec/decoder.h"
#include "core/codec/form.h"
#include "core/codec/tail.h"
#include "core/codec/varint.h"
#include "core/message/check.h"
#include "core/message/list.h"
#include "core/message/map.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* ---- small pieces ---- */

/* Whether the first `size` of the 16 bytes at p, which can be read, are ASCII. */
PBWI_INLINE bool ascii16(const uint8_t *p, ptrdiff_t size) {
#if defined(__SSE2__)
  unsigned high = (unsigned)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(const void *)p));
  return !(high & ((1u << size) - 1));
#else
  uint64_t first = pbwi_load64le(p), last = pbwi_load64le(p + 8), high = UINT64_C(0x8080808080808080);
  if (size <= 8) return !(first & high & (size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1));
  return !(first & high) && !(last & high & (size == 16 ? UINT64_MAX : (UINT64_C(1) << 8 * (size - 8)) - 1));
#endif
}

/* Whether a string is ASCII or other valid UTF-8. Reads up to 16 bytes at p, whatever its size. */
PBWI_INLINE bool utf8_ok(const uint8_t *p, size_t size) {
  if (PBWI_LIKELY(size <= 16)) {
    if (PBWI_LIKELY(ascii16(p, (ptrdiff_t)size))) return true;
#if defined(__SSE2__)
  } else if (size <= 64) {
    const uint8_t *last = p + size - 16;
    __m128i all = _mm_loadu_si128((const __m128i *)(const void *)last);
    for (const uint8_t *q = p; q < last; q += 16)
      all = _mm_or_si128(all, _mm_loadu_si128((const __m128i *)(const void *)q));
    if (PBWI_LIKELY(_mm_movemask_epi8(all) == 0)) return true;
#endif
  }
  return pbwi_utf8_valid(p, size);
}

PBWI_INLINE void store32(void *cell, uint32_t value) { memcpy(cell, &value, 4); }
PBWI_INLINE void store64(void *cell, uint64_t value) { memcpy(cell, &value, 8); }

/* A length of two bytes and more; at most 2 GiB - 1. NULL: malformed. */
static PBWI_NOINLINE const uint8_t *length_long(const uint8_t *p, ptrdiff_t *size) {
  uint64_t value;
  p = pbwi_varint_fast(p, &value);
  if (!p || value > PBWI_MAX_SIZE) return NULL;
  *size = (ptrdiff_t)value;
  return p;
}

PBWI_INLINE const uint8_t *length_read(const uint8_t *p, ptrdiff_t *size) {
  *size = *p;
  if (PBWI_LIKELY(*p < 0x80)) return p + 1;
  return length_long(p, size);
}

/* ---- the two ways of compiling the operations ---- */

/* Which code runs which operation. */
#define CODE(X)                               \
  X(PBWI_DEC_NONE, dispatch)                  \
  X(PBWI_DEC_ONE + PBWI_FORM_BOOL, one_flag)  \
  X(PBWI_DEC_ONE + PBWI_FORM_INT32, one_int32) \
  X(PBWI_DEC_ONE + PBWI_FORM_UINT32, one_int32) \
  X(PBWI_DEC_ONE + PBWI_FORM_VAR64, one_var64) \
  X(PBWI_DEC_ONE + PBWI_FORM_ZIG32, one_zig32) \
  X(PBWI_DEC_ONE + PBWI_FORM_ZIG64, one_zig64) \
  X(PBWI_DEC_ONE + PBWI_FORM_FIX32, one_fix32) \
  X(PBWI_DEC_ONE + PBWI_FORM_FIX64, one_fix64) \
  X(PBWI_DEC_ONE + PBWI_FORM_BYTES, one_bytes) \
  X(PBWI_DEC_ONE_UTF8, one_utf8)              \
  X(PBWI_DEC_ONE_ENUM, one_enum)              \
  X(PBWI_DEC_LIST + PBWI_FORM_BOOL, list_flag) \
  X(PBWI_DEC_LIST + PBWI_FORM_INT32, list_int32) \
  X(PBWI_DEC_LIST + PBWI_FORM_UINT32, list_int32) \
  X(PBWI_DEC_LIST + PBWI_FORM_VAR64, list_var64) \
  X(PBWI_DEC_LIST + PBWI_FORM_ZIG32, list_zig32) \
  X(PBWI_DEC_LIST + PBWI_FORM_ZIG64, list_zig64) \
  X(PBWI_DEC_LIST + PBWI_FORM_FIX32, list_fix32) \
  X(PBWI_DEC_LIST + PBWI_FORM_FIX64, list_fix64) \
  X(PBWI_DEC_LIST + PBWI_FORM_BYTES, list_bytes) \
  X(PBWI_DEC_LIST_UTF8, list_utf8)            \
  X(PBWI_DEC_LIST_ENUM, list_enum)            \
  X(PBWI_DEC_PACKED + PBWI_FORM_BOOL, packed) \
  X(PBWI_DEC_PACKED + PBWI_FORM_INT32, packed) \
  X(PBWI_DEC_PACKED + PBWI_FORM_UINT32, packed) \
  X(PBWI_DEC_PACKED + PBWI_FORM_VAR64, packed) \
  X(PBWI_DEC_PACKED + PBWI_FORM_ZIG32, packed) \
  X(PBWI_DEC_PACKED + PBWI_FORM_ZIG64, packed) \
  X(PBWI_DEC_PACKED + PBWI_FORM_FIX32, packed) \
  X(PBWI_DEC_PACKED + PBWI_FORM_FIX64, packed) \
  X(PBWI_DEC_PACKED_ENUM, packed)             \
  X(PBWI_DEC_ONE_MESSAGE, one_message)        \
  X(PBWI_DEC_LIST_MESSAGE, list_message)      \
  X(PBWI_DEC_ONE_GROUP, one_group)            \
  X(PBWI_DEC_LIST_GROUP, list_group)          \
  X(PBWI_DEC_MAP, map)                        \
  X(PBWI_DEC_ONEOF, oneof)                    \
  X(PBWI_DEC_FAR, far_bit)

/* Single values come in pairs: a record's code also decodes the next field, when its tag is there, without
 * another jump. Twice the same list, since a macro does not expand inside itself. */
#define SINGLES(X, ...)                                                                            \
  X(flag, __VA_ARGS__) X(int32, __VA_ARGS__) X(var64, __VA_ARGS__) X(zig32, __VA_ARGS__) X(zig64, __VA_ARGS__) \
  X(fix32, __VA_ARGS__) X(fix64, __VA_ARGS__) X(bytes, __VA_ARGS__) X(utf8, __VA_ARGS__)
#define PAIRS_OF(a, X)                                                                             \
  X(a, flag) X(a, int32) X(a, var64) X(a, zig32) X(a, zig64) X(a, fix32) X(a, fix64) X(a, bytes) X(a, utf8)
#define PAIRS(X) SINGLES(PAIRS_OF, X)

/* Where a single value stands in those lists. */
enum { FLAG, INT32, VAR64, ZIG32, ZIG64, FIX32, FIX64, BYTES, UTF8, SINGLE_COUNT, NO_SINGLE = SINGLE_COUNT };

static unsigned single_of(unsigned op) {
  static const uint8_t singles[PBWI_FORM_COUNT + 1] = {
      [PBWI_FORM_BOOL] = FLAG,   [PBWI_FORM_INT32] = INT32, [PBWI_FORM_UINT32] = INT32, [PBWI_FORM_VAR64] = VAR64,
      [PBWI_FORM_ZIG32] = ZIG32, [PBWI_FORM_ZIG64] = ZIG64, [PBWI_FORM_FIX32] = FIX32,  [PBWI_FORM_FIX64] = FIX64,
      [PBWI_FORM_BYTES] = BYTES, [PBWI_FORM_COUNT] = UTF8,
  };
  return op >= PBWI_DEC_ONE && op <= PBWI_DEC_ONE_UTF8 ? singles[op - PBWI_DEC_ONE] : NO_SINGLE;
}

/* Code that no record holds. */
#define LONG_CODE(X) \
  X(long_flag) X(long_int32) X(long_var64) X(long_zig32) X(long_zig64) X(long_bytes) X(long_utf8)
#define MORE_CODE(X) \
  X(start) X(enter) X(lookup) X(unknown) X(item) X(boundary) X(not_the_end) X(one_message_long) X(leave) X(leave_other) X(resume_parent) X(resume) \
  X(bad_utf8) X(bad_tag) X(failed_nowhere) X(failed) X(done)

#define TABLE {CODE(ADDRESS)[PBWI_DEC_COUNT] = PAIRS(PAIR_ADDRESS)}
enum { TABLE_SIZE = PBWI_DEC_COUNT + SINGLE_COUNT * SINGLE_COUNT };

#if PBWI_TAIL_CALLS

#define STATE                                                                                      \
  const uint8_t *p, const uint8_t *lim, const pbwi_dec *rec, char *base, pbwi_decoder *d, uint64_t has
#define ARGS p, lim, rec, base, d, has
#define FINISH() (void)d, (void)p, (void)lim, (void)rec, (void)base, (void)has

typedef OPERATION void operation(STATE);
CODE(DECLARE) MORE_CODE(DECLARE_MORE) LONG_CODE(DECLARE_MORE) PAIRS(DECLARE_PAIR)
static const void *const operations[TABLE_SIZE] = TABLE;

#include "core/codec/decode_ops.h"

PBWI_INLINE void run(pbwi_decoder *d, const uint8_t *p, char *base) { start(p, NULL, NULL, base, d, 0); }

static const void *const *code_table(void) { return operations; }

#else

#define FINISH() return NULL

/* With d NULL it only tells where the operations are: in this copy of the function, so there must be one. */
static PBWI_ONE_COPY const void *const *loop(pbwi_decoder *d, const uint8_t *p, char *base) {
#if PBWI_LABELS
  static const void *const operations[TABLE_SIZE] = TABLE;
  if (PBWI_UNLIKELY(!d)) return operations;
#else
  unsigned op;
  if (!d) return NULL;
#endif
  const uint8_t *lim;
  const pbwi_dec *rec;
  uint64_t has;
  JUMP(start);
#if !PBWI_LABELS
jump:
  switch (op) { CODE(CASE) }
#endif
#include "core/codec/decode_ops.h"
}

PBWI_INLINE void run(pbwi_decoder *d, const uint8_t *p, char *base) { loop(d, p, base); }

static const void *const *code_table(void) { return loop(NULL, NULL, NULL); }

#endif

const void *pbwi_decode_code(unsigned op, unsigned next) {
  const void *const *table = code_table();
  unsigned a = single_of(op), b = single_of(next);
  if (!table) return NULL;
  return table[a != NO_SINGLE && b != NO_SINGLE ? PBWI_DEC_COUNT + a * SINGLE_COUNT + b : op];
}

/* ---- around the loop ---- */

/* The end of a run that did not go well; out of line, so that the usual way saves fewer registers. */
static PBWI_COLD pbw_status finish(pbwi_decoder *d, pbw_message *root, pbw_message **out) {
  if (d->incomplete && !d->status && !(d->flags & PBW_PARTIAL)) d->status = pbwi_check(root, d->error);
  if (!d->status) *out = root;
  return d->status;
}

pbw_status pbwi_decoder_run(pbwi_decoder *d, const pbwi_plan *plan, const uint8_t *data, size_t size,
                            uint32_t flags, pbw_message **out) {
  pbw_message *root = d->into;
  size_t head = root ? 0 : plan->size;
  uint8_t *block;
  d->plan = plan;
  d->flags = flags;
  d->top = d->frames + 1;
  d->shift = d->alias = 0;
  d->status = PBW_OK;
  d->incomplete = false;
  if (PBWI_UNLIKELY(size > d->max_size)) return pbwi_decoder_fail(d, PBW_ERR_SIZE, NULL, NULL, NULL);

  /* The root, unless there is one to merge into, and behind it the input, where the decoder can run. */
  if (flags & PBW_ALIAS && size >= PBWI_SLOP) {
    if (PBWI_UNLIKELY(!(block = pbwi_arena_take(d->memory, head)))) goto no_memory;
    d->start = data;
    d->end = data + size;
    d->safe = d->end - PBWI_SLOP;
    memcpy(d->patch, d->safe, PBWI_SLOP); /* now, so that it has long been stored when it is read */
    memset(d->patch + PBWI_SLOP, 0, PBWI_SLOP);
  } else {
    size_t padded = (size + PBWI_SLOP + PBWI_ARENA_ALIGN - 1) & ~(size_t)(PBWI_ARENA_ALIGN - 1);
    if (PBWI_UNLIKELY(!(block = pbwi_arena_take(d->memory, head + padded)))) goto no_memory;
    d->start = block + head;
    if (PBWI_LIKELY(size)) memcpy(block + head, data, size);
    memset(block + head + size, 0, PBWI_SLOP);
    d->end = d->safe = d->start + size;
  }
  if (PBWI_LIKELY(!root)) root = pbwi_message_init(block, plan, d->owner);
  run(d, d->start, (char *)root);
  if (PBWI_UNLIKELY(d->status || d->incomplete)) return finish(d, root, out);
  *out = root;
  return PBW_OK;

no_memory:
  return pbwi_decoder_fail(d, PBW_ERR_MEMORY, NULL, NULL, NULL);
}

void pbwi_decoder_init(pbwi_decoder *d, pbw_arena *memory, pbw_arena *owner, uint32_t max_depth, uint64_t max_size,
                       pbw_error *error) {
  uint32_t levels = max_depth < PBWI_DEFAULT_DEPTH ? max_depth : PBWI_DEFAULT_DEPTH;
  d->memory = memory;
  d->owner = owner;
  d->into = NULL;
  d->max_depth = max_depth;
  d->max_size = max_size;
  d->error = error;
  d->grown = false;
  d->frames = d->first_frames;
  d->limit = d->frames + 1 + levels;
  d->frames[0].child = PBWI_CHILD_ROOT;
}

pbw_status pbwi_decode(const pbwi_decode_job *job, pbw_message **out, pbw_error *error) {
  pbwi_decoder d;
  *out = NULL;
  pbwi_decoder_init(&d, job->memory, job->owner, job->max_depth, job->max_size, error);
  d.into = job->into;
  pbw_status status = pbwi_decoder_run(&d, job->plan, job->data, job->size, job->flags, out);
  pbwi_decoder_release(&d);
  return status;
}
