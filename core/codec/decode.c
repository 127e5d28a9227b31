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

/* Which code runs which operation: V has variants for tags of one and of two bytes, X has none. */
#define CODE(X, V)                            \
  X(PBWI_DEC_NONE, dispatch)                  \
  V(PBWI_DEC_ONE + PBWI_FORM_BOOL, one_flag)  \
  V(PBWI_DEC_ONE + PBWI_FORM_INT32, one_int32) \
  V(PBWI_DEC_ONE + PBWI_FORM_UINT32, one_int32) \
  V(PBWI_DEC_ONE + PBWI_FORM_VAR64, one_var64) \
  V(PBWI_DEC_ONE + PBWI_FORM_ZIG32, one_zig32) \
  V(PBWI_DEC_ONE + PBWI_FORM_ZIG64, one_zig64) \
  V(PBWI_DEC_ONE + PBWI_FORM_FIX32, one_fix32) \
  V(PBWI_DEC_ONE + PBWI_FORM_FIX64, one_fix64) \
  V(PBWI_DEC_ONE + PBWI_FORM_BYTES, one_bytes) \
  V(PBWI_DEC_ONE_UTF8, one_utf8)              \
  X(PBWI_DEC_ONE_ENUM, one_enum)              \
  V(PBWI_DEC_BIT + PBWI_FORM_BOOL, bit_flag)  \
  V(PBWI_DEC_BIT + PBWI_FORM_INT32, bit_int32) \
  V(PBWI_DEC_BIT + PBWI_FORM_UINT32, bit_int32) \
  V(PBWI_DEC_BIT + PBWI_FORM_VAR64, bit_var64) \
  V(PBWI_DEC_BIT + PBWI_FORM_ZIG32, bit_zig32) \
  V(PBWI_DEC_BIT + PBWI_FORM_ZIG64, bit_zig64) \
  V(PBWI_DEC_BIT + PBWI_FORM_FIX32, bit_fix32) \
  V(PBWI_DEC_BIT + PBWI_FORM_FIX64, bit_fix64) \
  V(PBWI_DEC_BIT + PBWI_FORM_BYTES, bit_bytes) \
  V(PBWI_DEC_BIT_UTF8, bit_utf8)              \
  X(PBWI_DEC_BIT_ENUM, one_enum)              \
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

/* Code that no record holds. */
#define MORE_CODE(X) \
  X(start) X(enter) X(lookup) X(unknown) X(item) X(boundary) X(not_the_end) X(one_message_long) X(leave) X(leave_other) X(resume_parent) X(resume) \
  X(bad_utf8) X(bad_tag) X(failed_nowhere) X(failed) X(done)

#if PBWI_TAIL_CALLS

#define STATE                                                                                      \
  const uint8_t *p, const uint8_t *lim, const pbwi_dec *rec, char *base, pbwi_decoder *d, uint64_t has
#define OP(name) static PBWI_OPERATION void name(STATE)
#define JUMP(name) PBWI_MUSTTAIL return name(p, lim, rec, base, d, has)
#define GO(r) PBWI_MUSTTAIL return ((operation *)(uintptr_t)(r)->go)(p, lim, rec, base, d, has)
#define GO_INNER(r) \
  PBWI_MUSTTAIL return ((operation *)(uintptr_t)operations[(r)->inner][0])(p, lim, rec, base, d, has)
/* Without this the compiler goes on with a copy of rec, and moves it back before the jump. */
#define SETTLE(v) PBWI_IN_REGISTER(v)
#define FINISH() (void)d, (void)p, (void)lim, (void)rec, (void)base, (void)has

typedef PBWI_OPERATION void operation(STATE);
#define DECLARE(number, name) OP(name);
#define DECLARE_THREE(number, name) OP(name); OP(name##_1); OP(name##_2);
#define DECLARE_MORE(name) OP(name);
CODE(DECLARE, DECLARE_THREE) MORE_CODE(DECLARE_MORE)
#define ADDRESS(number, name) [number] = {(const void *)name, (const void *)name, (const void *)name},
#define ADDRESSES(number, name) [number] = {(const void *)name, (const void *)name##_1, (const void *)name##_2},
static const void *const operations[PBWI_DEC_COUNT][3] = {CODE(ADDRESS, ADDRESSES)};

#include "core/codec/decode_ops.h"

PBWI_INLINE void run(pbwi_decoder *d, const uint8_t *p, char *base) { start(p, NULL, NULL, base, d, 0); }

const void *pbwi_decode_code(unsigned op, unsigned tag_size) { return operations[op][tag_size <= 2 ? tag_size : 0]; }

#else

#define OP(name) name:
#define JUMP(name) goto name
#define SETTLE(v) (void)0
#define FINISH() return NULL
#if defined(__GNUC__)
#define GO(r) goto *(r)->go
#define GO_INNER(r) goto *operations[(r)->inner][0]
#define ADDRESS(number, name) [number] = {&&name, &&name, &&name},
#define ADDRESSES(number, name) [number] = {&&name, &&name##_1, &&name##_2},
typedef const void *const code_table[3];
#else
#define GO(r) do { op = (r)->op; goto jump; } while (0)
#define GO_INNER(r) do { op = (r)->inner; goto jump; } while (0)
#define CASE(number, name) case number: goto name;
typedef const void *const code_table[3];
#endif

/* With d NULL it only tells where the operations are. */
static code_table *loop(pbwi_decoder *d, const uint8_t *p, char *base) {
#if defined(__GNUC__)
  static code_table operations[PBWI_DEC_COUNT] = {CODE(ADDRESS, ADDRESSES)};
  if (PBWI_UNLIKELY(!d)) return operations;
#else
  unsigned op;
  if (!d) return NULL;
#endif
  const uint8_t *lim;
  const pbwi_dec *rec;
  uint64_t has;
  JUMP(start);
#if !defined(__GNUC__)
jump:
  switch (op) { CODE(CASE, CASE) }
#endif
#include "core/codec/decode_ops.h"
}

PBWI_INLINE void run(pbwi_decoder *d, const uint8_t *p, char *base) { loop(d, p, base); }

const void *pbwi_decode_code(unsigned op, unsigned tag_size) {
  code_table *operations = loop(NULL, NULL, NULL);
  return operations ? operations[op][tag_size <= 2 ? tag_size : 0] : NULL;
}

#endif

/* ---- around the loop ---- */

/* Small inputs are copied even when they could be aliased: that costs less than the patch for their end. */
enum { ALIAS_LEAST = 512 };

pbw_status pbwi_decoder_run(pbwi_decoder *d, const pbwi_plan *plan, const uint8_t *data, size_t size,
                            uint32_t flags, pbw_message **out) {
  pbw_message *root = d->into;
  size_t head = root ? 0 : plan->size;
  bool alias = flags & PBW_ALIAS && size >= ALIAS_LEAST;
  *out = NULL;
  d->plan = plan;
  d->flags = flags;
  d->top = d->frames + 1;
  d->shift = d->alias = 0;
  d->status = PBW_OK;
  d->incomplete = false;
  if (PBWI_UNLIKELY(size > d->max_size)) return pbwi_decoder_fail(d, PBW_ERR_SIZE, NULL, NULL, NULL);

  /* The root, unless there is one to merge into, and behind it the input, where the decoder can run. */
  size_t padded = head + ((size + PBWI_SLOP + PBWI_ARENA_ALIGN - 1) & ~(size_t)(PBWI_ARENA_ALIGN - 1));
  uint8_t *block = pbwi_arena_take(d->memory, alias ? head : padded);
  if (PBWI_UNLIKELY(!block)) return pbwi_decoder_fail(d, PBW_ERR_MEMORY, NULL, NULL, NULL);
  if (PBWI_LIKELY(!root)) root = pbwi_message_init(block, plan, d->owner);
  if (alias) {
    d->start = data;
    d->end = data + size;
    d->safe = d->end - PBWI_SLOP;
  } else {
    d->start = block + head;
    if (PBWI_LIKELY(size)) memcpy(block + head, data, size);
    memset(block + head + size, 0, PBWI_SLOP);
    d->end = d->safe = d->start + size;
  }
  run(d, d->start, (char *)root);
  if (PBWI_UNLIKELY(d->incomplete) && !d->status && !(flags & PBW_PARTIAL)) d->status = pbwi_check(root, d->error);
  if (PBWI_UNLIKELY(d->status)) return d->status;
  *out = root;
  return PBW_OK;
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
  d->frames[0].child = CHILD_ROOT;
}

pbw_status pbwi_decode(const pbwi_decode_job *job, pbw_message **out, pbw_error *error) {
  pbwi_decoder d;
  pbwi_decoder_init(&d, job->memory, job->owner, job->max_depth, job->max_size, error);
  d.into = job->into;
  pbw_status status = pbwi_decoder_run(&d, job->plan, job->data, job->size, job->flags, out);
  pbwi_decoder_release(&d);
  return status;
}
