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
 *   - Two spaces. p runs over memory that has PBWI_SLOP readable bytes behind `safe`: the padded copy of
 *     the input, or, when aliasing, the input itself up to its last PBWI_SLOP bytes, and then a patch, a
 *     zero-padded copy of those. Pointers in frames are in the first space; `shift` leads to the second.
 *
 *       input (aliased)                                        patch
 *       +-----------------------------------+---------+        +---------+---------+
 *       |  p runs here                      |  last   |  --->  |  last   | zeroes  |
 *       +-----------------------------------+---------+        +---------+---------+
 *       ^input                              ^safe     ^input_end         ^safe = end
 *
 *   - A field may run over the end of its message, never over readable memory; then p > end and the check
 *     before the next field finds it.
 *   - Depth is the size of the stack of frames, not of the C stack.
 */
#include "core/codec/decode.h"

#include <stdlib.h>

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/base/utf8.h"
#include "core/codec/varint.h"
#include "core/message/check.h"
#include "core/message/list.h"
#include "core/message/map.h"
#include "core/message/path.h"
#include "core/plan/ops.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { /* what a frame's child is: how it ends and what is done then */
  CHILD_MESSAGE,
  CHILD_GROUP,
  CHILD_ENTRY,
  CHILD_ITEM /* of a message set */
};

/* The parent, while its child is decoded. */
typedef struct frame {
  const pbwi_dec *rec;   /* of the field that the child is the value of                            */
  char *base;            /* the parent's block                                                     */
  const uint8_t *end;    /* of the parent, in the first space                                      */
  const pbwi_plan *plan; /* of the parent                                                          */
  const uint8_t *mark;   /* ENTRY: start of its bytes; ITEM: where to go on; in the first space    */
  uint8_t child;
  bool reject;           /* ENTRY: its value is an unlisted number of a closed enum                */
} frame;

typedef struct decoder {
  const uint8_t *end;    /* of the current message, in p's space                                   */
  const uint8_t *safe;   /* operations may start below it                                          */
  ptrdiff_t shift;       /* from the first space to p's                                            */
  ptrdiff_t alias;       /* from p's space to the bytes that values may point to                   */
  frame *top;            /* the frame to push next                                                 */
  frame *limit;          /* no frame beyond                                                        */
  pbw_arena *memory;
  pbw_arena *owner;
  const pbwi_decode_job *job;
  const uint8_t *start;  /* of the input in the first space                                        */
  frame *frames;
  uint32_t depth_left;   /* frames that may be added beyond `limit`                                */
  bool grown;            /* frames were allocated                                                  */
  bool incomplete;       /* a required field was missing when its message ended                    */
} decoder;

/* ---- small pieces ---- */

/* Whether a string is ASCII or other valid UTF-8. Reads up to 16 bytes at p, whatever its size. */
PBWI_INLINE bool utf8_ok(const uint8_t *p, size_t size) {
#if defined(__SSE2__)
  if (PBWI_LIKELY(size <= 16)) {
    unsigned high = (unsigned)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(const void *)p));
    if (PBWI_LIKELY((high & ((1u << size) - 1)) == 0)) return true;
  } else if (size <= 64) {
    const uint8_t *last = p + size - 16;
    __m128i all = _mm_loadu_si128((const __m128i *)(const void *)last);
    for (const uint8_t *q = p; q < last; q += 16)
      all = _mm_or_si128(all, _mm_loadu_si128((const __m128i *)(const void *)q));
    if (PBWI_LIKELY(_mm_movemask_epi8(all) == 0)) return true;
  }
#else
  if (PBWI_LIKELY(size <= 8)) {
    uint64_t keep = size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;
    if (PBWI_LIKELY((pbwi_load64le(p) & keep & UINT64_C(0x8080808080808080)) == 0)) return true;
  }
#endif
  return pbwi_utf8_valid(p, size);
}

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

/* Room for more frames, up to the limit of depth. The first ones stand on the C stack. */
static PBWI_COLD pbw_status deepen(decoder *d) {
  size_t have = (size_t)(d->limit - d->frames);
  size_t more = have < d->depth_left ? have : d->depth_left;
  const pbw_allocator *a = &d->memory->allocator;
  if (!more) return PBW_ERR_DEPTH;
  frame *frames = a->alloc(a->user, (have + more) * sizeof *frames);
  if (!frames) return PBW_ERR_MEMORY;
  memcpy(frames, d->frames, have * sizeof *frames);
  if (d->grown) a->free(a->user, d->frames, have * sizeof *frames);
  d->grown = true;
  d->frames = frames;
  d->top = frames + have;
  d->limit = d->top + more;
  d->depth_left -= (uint32_t)more;
  return PBW_OK;
}

/* Store a varint's value in a cell of the form. */
PBWI_INLINE void store(void *cell, unsigned form, uint64_t value) {
  uint32_t word = (uint32_t)value;
  uint8_t flag = value != 0;
  switch (form) {
    case PBWI_FORM_BOOL: memcpy(cell, &flag, 1); break;
    case PBWI_FORM_ZIG32: word = pbwi_unzigzag32(word); memcpy(cell, &word, 4); break;
    case PBWI_FORM_ZIG64: value = pbwi_unzigzag64(value); memcpy(cell, &value, 8); break;
    case PBWI_FORM_VAR64: memcpy(cell, &value, 8); break;
    default: memcpy(cell, &word, 4); break;
  }
}

/* Bytes of a cell of the form. */
PBWI_INLINE size_t form_size(unsigned form) {
  switch (form) {
    case PBWI_FORM_BOOL: return 1;
    case PBWI_FORM_VAR64:
    case PBWI_FORM_ZIG64:
    case PBWI_FORM_FIX64: return 8;
    case PBWI_FORM_BYTES: return sizeof(pbw_bytes);
    default: return 4;
  }
}

/* ---- unknown fields ---- */

/* Keep bytes that live as long as the message. Touching slices become one. */
static bool unknown_keep(decoder *d, void *base, const uint8_t *data, size_t size) {
  pbw_message *message = base;
  pbw_bytes *last = message->unknown.data;
  if (d->job->flags & PBW_NO_UNKNOWN) return true;
  if (message->unknown.size) {
    last += message->unknown.size - 1;
    if (last->data + last->size == data && message->unknown.capacity) {
      last->size += size;
      return true;
    }
  }
  last = pbwi_list_next(d->memory, &message->unknown, sizeof *last);
  if (!last) return false;
  *last = (pbw_bytes){data, size};
  message->unknown.size++;
  return true;
}

/* Keep a field whose tag and value are made anew. */
static bool unknown_make(decoder *d, void *base, uint64_t tag, const uint8_t *data, size_t size, uint64_t value) {
  uint8_t head[20], *p = pbwi_varint_write(head, tag);
  p = pbwi_varint_write(p, data ? size : value);
  if (d->job->flags & PBW_NO_UNKNOWN) return true;
  uint8_t *copy = pbwi_arena_alloc(d->memory, (size_t)(p - head) + size);
  if (!copy) return false;
  memcpy(copy, head, (size_t)(p - head));
  if (size) memcpy(copy + (p - head), data, size);
  return unknown_keep(d, base, copy, (size_t)(p - head) + size);
}

/* ---- packed lists ---- */

/* Values in [p, end) when every varint takes at least one byte: the bytes without a continuation bit. */
static size_t count_varints(const uint8_t *p, const uint8_t *end) {
  size_t count = 0;
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128();
  __m128i sums = zero;
  for (; end - p >= 16; p += 16) {
    __m128i last = _mm_cmpgt_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), _mm_set1_epi8(-1));
    sums = _mm_add_epi64(sums, _mm_sad_epu8(_mm_sub_epi8(zero, last), zero));
  }
  count = (size_t)_mm_cvtsi128_si32(sums) + (size_t)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
#else
  for (; end - p >= 8; p += 8)
    count += (~pbwi_load64le(p) >> 7 & UINT64_C(0x0101010101010101)) * UINT64_C(0x0101010101010101) >> 56;
#endif
  for (; p < end; p++) count += *p < 0x80;
  return count;
}

/* Append the varints of [p, end) to a list. false: malformed, truncated or no memory, told in *status. Near
 * the end of what is readable the last few are read with bounds. */
PBWI_INLINE bool packed_varints(decoder *d, const pbwi_dec *rec, char *base, unsigned form, const uint8_t *p,
                                const uint8_t *end, pbw_status *status) {
  pbw_list *list = pbwi_at(base, rec->offset);
  size_t width = form_size(form);
  size_t count = count_varints(p, end);
  *status = PBW_ERR_MEMORY;
  if (list->size + count > list->capacity && !pbwi_list_grow(d->memory, list, width, list->size + count))
    return false;
  *status = PBW_ERR_MALFORMED;
  char *cell = pbwi_at(list->data, list->size * width);
  const uint8_t *readable = d->safe + PBWI_SLOP - 10;
  for (size_t i = 0; i < count; i++, cell += width) {
    uint64_t value;
    p = PBWI_LIKELY(p <= readable) ? pbwi_varint_fast(p, &value) : pbwi_varint_read(p, end, &value);
    if (PBWI_UNLIKELY(!p)) return false;
    store(cell, form, value);
  }
  list->size += count;
  *status = PBW_ERR_TRUNCATED;
  return p == end;
}

static PBWI_NOINLINE bool packed_list(decoder *d, const pbwi_dec *rec, char *base, unsigned form, const uint8_t *p,
                                      const uint8_t *end, pbw_status *status) {
  switch (form) {
    case PBWI_FORM_BOOL: return packed_varints(d, rec, base, PBWI_FORM_BOOL, p, end, status);
    case PBWI_FORM_VAR64: return packed_varints(d, rec, base, PBWI_FORM_VAR64, p, end, status);
    case PBWI_FORM_ZIG32: return packed_varints(d, rec, base, PBWI_FORM_ZIG32, p, end, status);
    case PBWI_FORM_ZIG64: return packed_varints(d, rec, base, PBWI_FORM_ZIG64, p, end, status);
    default: return packed_varints(d, rec, base, PBWI_FORM_INT32, p, end, status);
  }
}

/* A closed enum's: unlisted numbers go to the unknown fields, one by one. */
static PBWI_NOINLINE bool packed_enums(decoder *d, const pbwi_dec *rec, char *base, const uint8_t *p,
                                       const uint8_t *end, pbw_status *status) {
  pbw_list *list = pbwi_at(base, rec->offset);
  while (p < end) {
    uint64_t value;
    *status = end - p < 10 ? PBW_ERR_TRUNCATED : PBW_ERR_MALFORMED;
    if (!(p = pbwi_varint_read(p, end, &value))) return false;
    *status = PBW_ERR_MEMORY;
    if (pbwi_numbers_has(rec->u.closed, (int32_t)value)) {
      int32_t *cell = pbwi_list_next(d->memory, list, 4);
      if (!cell) return false;
      *cell = (int32_t)value;
      list->size++;
    } else {
      const pbw_message *message = (const void *)base;
      uint64_t tag = (uint64_t)message->plan->slots[rec->slot].number << 3 | PBWI_WIRE_VARINT;
      if (!unknown_make(d, base, tag, NULL, 0, value)) return false;
    }
  }
  return true;
}

/* Fixed-width values are wire-ordered: on little-endian machines an array is already a list. */
static PBWI_NOINLINE bool packed_fixed(decoder *d, const pbwi_dec *rec, char *base, size_t width, const uint8_t *p,
                                       size_t size, pbw_status *status) {
  pbw_list *list = pbwi_at(base, rec->offset);
  size_t count = size / width;
  const uint8_t *source = p + d->alias;
  *status = PBW_ERR_TRUNCATED;
  if (size % width) return false;
  if (!count) return true;
  if (!PBWI_BIG_ENDIAN && !list->size && (uintptr_t)source % width == 0) {
    *list = (pbw_list){(void *)(uintptr_t)source, count, 0};
    return true;
  }
  *status = PBW_ERR_MEMORY;
  if (list->size + count > list->capacity && !pbwi_list_grow(d->memory, list, width, list->size + count))
    return false;
  uint8_t *cells = pbwi_at(list->data, list->size * width);
  memcpy(cells, p, size);
  for (size_t i = 0; PBWI_BIG_ENDIAN && i < count; i++) {
    uint32_t four = width == 4 ? pbwi_load32le(cells + i * 4) : 0;
    uint64_t eight = width == 8 ? pbwi_load64le(cells + i * 8) : 0;
    if (width == 4)
      memcpy(cells + i * 4, &four, 4);
    else
      memcpy(cells + i * 8, &eight, 8);
  }
  list->size += count;
  return true;
}

/* ---- message sets ---- */

/* Find the type and the message of an item that starts at p, and its end. false: malformed, in *status. An
 * item without one of the two has a type of 0. */
static bool set_item(const uint8_t *p, const uint8_t *end, uint32_t depth, uint32_t *type, const uint8_t **data,
                     size_t *size, const uint8_t **item_end, pbw_status *status) {
  *type = 0;
  *data = NULL;
  *size = 0;
  for (p++;;) {
    uint64_t value;
    const uint8_t *q = pbwi_varint_read(p, end, &value);
    *status = end - p < 10 ? PBW_ERR_TRUNCATED : PBW_ERR_MALFORMED;
    if (!q) return false;
    if (value == 0x0c) {
      *item_end = q;
      if (!*data) *type = 0;
      return true;
    }
    *status = PBW_ERR_MALFORMED;
    if ((value & 7) == PBWI_WIRE_END) return false;
    const uint8_t *next = pbwi_field_skip(p, end, depth, status);
    if (!next) return false;
    if (value == 0x10 && !*type) {
      pbwi_varint_read(q, end, &value);
      *type = (uint32_t)value;
    } else if (value == 0x1a && !*data) {
      *data = pbwi_varint_read(q, end, &value);
      *size = (size_t)value;
    }
    p = next;
  }
}

/* ---- errors ---- */

/* Name the place: frames lead from the root to the message, rec (may be NULL) is the field in it; p is
 * NULL when there is no place in the input. */
static PBWI_COLD pbw_status fail(decoder *d, pbw_status status, const uint8_t *p, const pbwi_plan *plan,
                                 const pbwi_dec *rec, pbw_error *error) {
  if (status == PBW_ERR_MEMORY) status = pbwi_arena_status(d->memory);
  if (!error) return status;
  pbwi_path path;
  pbwi_path_start(&path, d->job->plan->name);
  for (const frame *f = d->frames; f < d->top; f++) {
    const pbwi_slot *slot = &f->plan->slots[f->rec->slot];
    const pbw_list *list = pbwi_at(f->base, slot->offset);
    if (f->plan->flags & PBWI_PLAN_ENTRY) continue; /* a map's key names its value */
    pbwi_path_field(&path, slot);
    if (slot->cardinality == PBW_REPEATED && list->size) pbwi_path_index(&path, list->size - 1);
    if (f->child == CHILD_ENTRY) pbwi_path_index(&path, list->size);
  }
  if (rec && rec->slot < plan->slot_count) pbwi_path_field(&path, &plan->slots[rec->slot]);
  uint64_t offset = p ? (uint64_t)((uintptr_t)p - (uintptr_t)d->shift - (uintptr_t)d->start) : PBW_NO_OFFSET;
  return pbwi_error_set(error, status, offset, path.text, NULL);
}

/* ---- the loop ---- */

/* Where labels are values, an operation is a jump; elsewhere, a switch. */
#if defined(__GNUC__)
#define COMPUTED_GOTO 1
#else
#define COMPUTED_GOTO 0
#endif

/* The code at the start and end of every operation. They are macros because they jump; each is the only
 * one of its kind. */
#if COMPUTED_GOTO
#define JUMP(number) goto *labels[number]
#define OP(name, number) name
#else
#define JUMP(number) do { op = (number); goto jump; } while (0)
#define OP(name, number) case number: name
#endif

#define MATCHES(r) ((pbwi_load16le(p) & (r)->mask) == (r)->tag)

/* Go on behind a singular field: its successor is expected. */
#define NEXT()                                  \
  do {                                          \
    rec++;                                      \
    if (PBWI_UNLIKELY(p >= lim)) goto boundary; \
    if (PBWI_LIKELY(MATCHES(rec))) JUMP(rec->op); \
    goto dispatch;                              \
  } while (0)

/* Go on behind an element of a list: another one is expected, then the successor. */
#define AGAIN(label)                            \
  do {                                          \
    if (PBWI_UNLIKELY(p >= lim)) goto boundary; \
    if (PBWI_LIKELY(MATCHES(rec))) goto label;  \
    rec++;                                      \
    if (PBWI_LIKELY(MATCHES(rec))) JUMP(rec->op); \
    goto dispatch;                              \
  } while (0)

#define FAIL(code) do { status = (code); goto failed; } while (0)

/* One value of a varint form into a cell. */
#define READ_VARINT(value)                          \
  uint64_t value;                                                             \
  const uint8_t *after = pbwi_varint_fast(p + rec->tag_size, &value);         \
  if (PBWI_UNLIKELY(!after)) FAIL(PBW_ERR_MALFORMED);                         \
  p = after

#define READ_LENGTH(size)                                                  \
  ptrdiff_t size;                                                             \
  const uint8_t *after = length_read(p + rec->tag_size, &size);               \
  if (PBWI_UNLIKELY(!after)) FAIL(PBW_ERR_MALFORMED);                         \
  if (PBWI_UNLIKELY(size > d.end - after)) FAIL(PBW_ERR_TRUNCATED);           \
  p = after

#define ONE_VARINT(label, form)                   \
  OP(label, PBWI_DEC_ONE + form) : {              \
    READ_VARINT(value);                           \
    has |= rec->has;                              \
    store(base + rec->offset, form, value);       \
    NEXT();                                       \
  }

#define LIST_VARINT(label, form)                                                           \
  OP(label, PBWI_DEC_LIST + form) : {                                                      \
    READ_VARINT(value);                                                                    \
    pbw_list *list = (pbw_list *)(void *)(base + rec->offset);                             \
    void *cell = pbwi_list_next(d.memory, list, form_size(form));                          \
    if (PBWI_UNLIKELY(!cell)) FAIL(PBW_ERR_MEMORY);                                        \
    store(cell, form, value);                                                              \
    list->size++;                                                                          \
    AGAIN(label);                                                                          \
  }

/* Run the plan of d->job from p on, into the message at base. */
static pbw_status run(decoder *given, const uint8_t *p, char *base, pbw_error *error) {
#if COMPUTED_GOTO
  static const void *const labels[PBWI_DEC_COUNT] = {
      [PBWI_DEC_NONE] = &&dispatch,
      [PBWI_DEC_ONE + PBWI_FORM_BOOL] = &&one_bool,
      [PBWI_DEC_ONE + PBWI_FORM_INT32] = &&one_int32,
      [PBWI_DEC_ONE + PBWI_FORM_UINT32] = &&one_int32,
      [PBWI_DEC_ONE + PBWI_FORM_VAR64] = &&one_var64,
      [PBWI_DEC_ONE + PBWI_FORM_ZIG32] = &&one_zig32,
      [PBWI_DEC_ONE + PBWI_FORM_ZIG64] = &&one_zig64,
      [PBWI_DEC_ONE + PBWI_FORM_FIX32] = &&one_fix32,
      [PBWI_DEC_ONE + PBWI_FORM_FIX64] = &&one_fix64,
      [PBWI_DEC_ONE + PBWI_FORM_BYTES] = &&one_bytes,
      [PBWI_DEC_LIST + PBWI_FORM_BOOL] = &&list_bool,
      [PBWI_DEC_LIST + PBWI_FORM_INT32] = &&list_int32,
      [PBWI_DEC_LIST + PBWI_FORM_UINT32] = &&list_int32,
      [PBWI_DEC_LIST + PBWI_FORM_VAR64] = &&list_var64,
      [PBWI_DEC_LIST + PBWI_FORM_ZIG32] = &&list_zig32,
      [PBWI_DEC_LIST + PBWI_FORM_ZIG64] = &&list_zig64,
      [PBWI_DEC_LIST + PBWI_FORM_FIX32] = &&list_fix32,
      [PBWI_DEC_LIST + PBWI_FORM_FIX64] = &&list_fix64,
      [PBWI_DEC_LIST + PBWI_FORM_BYTES] = &&list_bytes,
      [PBWI_DEC_PACKED + PBWI_FORM_BOOL] = &&packed,
      [PBWI_DEC_PACKED + PBWI_FORM_INT32] = &&packed,
      [PBWI_DEC_PACKED + PBWI_FORM_UINT32] = &&packed,
      [PBWI_DEC_PACKED + PBWI_FORM_VAR64] = &&packed,
      [PBWI_DEC_PACKED + PBWI_FORM_ZIG32] = &&packed,
      [PBWI_DEC_PACKED + PBWI_FORM_ZIG64] = &&packed,
      [PBWI_DEC_PACKED + PBWI_FORM_FIX32] = &&packed,
      [PBWI_DEC_PACKED + PBWI_FORM_FIX64] = &&packed,
      [PBWI_DEC_PACKED + PBWI_FORM_BYTES] = &&dispatch,
      [PBWI_DEC_ONE_UTF8] = &&one_utf8,
      [PBWI_DEC_LIST_UTF8] = &&list_utf8,
      [PBWI_DEC_ONE_ENUM] = &&one_enum,
      [PBWI_DEC_LIST_ENUM] = &&list_enum,
      [PBWI_DEC_PACKED_ENUM] = &&packed,
      [PBWI_DEC_ONE_MESSAGE] = &&one_message,
      [PBWI_DEC_LIST_MESSAGE] = &&list_message,
      [PBWI_DEC_ONE_GROUP] = &&one_group,
      [PBWI_DEC_LIST_GROUP] = &&list_group,
      [PBWI_DEC_MAP] = &&map,
      [PBWI_DEC_ONEOF] = &&oneof,
      [PBWI_DEC_FAR] = &&far_bit,
  };
#else
  unsigned op;
#endif
  uint8_t patch[2 * PBWI_SLOP];
  decoder d = *given;
  pbw_status status = PBW_OK;
  const pbwi_plan *plan = d.job->plan;
  const pbwi_dec *rec = plan->dec;
  uint64_t has = 0;
  const uint8_t *lim = d.end < d.safe ? d.end : d.safe;

  if (p >= lim) goto boundary;
  if (MATCHES(rec)) JUMP(rec->op);
  goto dispatch;

#if !COMPUTED_GOTO
jump:
  switch (op) {
    default: goto dispatch;
    case PBWI_DEC_ONE + PBWI_FORM_UINT32: goto one_int32;
    case PBWI_DEC_LIST + PBWI_FORM_UINT32: goto list_int32;
#endif

  /* -- one value -- */

  ONE_VARINT(one_bool, PBWI_FORM_BOOL)
  ONE_VARINT(one_int32, PBWI_FORM_INT32)
  ONE_VARINT(one_var64, PBWI_FORM_VAR64)
  ONE_VARINT(one_zig32, PBWI_FORM_ZIG32)
  ONE_VARINT(one_zig64, PBWI_FORM_ZIG64)

  OP(one_fix32, PBWI_DEC_ONE + PBWI_FORM_FIX32) : {
    uint32_t value = pbwi_load32le(p + rec->tag_size);
    p += rec->tag_size + 4;
    has |= rec->has;
    memcpy(base + rec->offset, &value, 4);
    NEXT();
  }

  OP(one_fix64, PBWI_DEC_ONE + PBWI_FORM_FIX64) : {
    uint64_t value = pbwi_load64le(p + rec->tag_size);
    p += rec->tag_size + 8;
    has |= rec->has;
    memcpy(base + rec->offset, &value, 8);
    NEXT();
  }

  OP(one_utf8, PBWI_DEC_ONE_UTF8) : {
    READ_LENGTH(size);
    if (PBWI_UNLIKELY(!utf8_ok(p, (size_t)size))) goto bad_utf8;
    pbw_bytes *cell = (pbw_bytes *)(void *)(base + rec->offset);
    cell->data = p + d.alias;
    cell->size = (size_t)size;
    p += size;
    has |= rec->has;
    NEXT();
  }

  OP(one_bytes, PBWI_DEC_ONE + PBWI_FORM_BYTES) : {
    READ_LENGTH(size);
    pbw_bytes *cell = (pbw_bytes *)(void *)(base + rec->offset);
    cell->data = p + d.alias;
    cell->size = (size_t)size;
    p += size;
    has |= rec->has;
    NEXT();
  }

  OP(one_enum, PBWI_DEC_ONE_ENUM) : {
    READ_VARINT(value);
    bool known = pbwi_numbers_has(rec->u.closed, (int32_t)value);
    if (plan->flags & PBWI_PLAN_ENTRY) {
      d.top[-1].reject = !known;
    } else if (!known) {
      uint64_t tag = (uint64_t)plan->slots[rec->slot].number << 3;
      if (!unknown_make(&d, base, tag, NULL, 0, value)) FAIL(PBW_ERR_MEMORY);
      NEXT();
    }
    has |= rec->has;
    store(base + rec->offset, PBWI_FORM_INT32, value);
    NEXT();
  }

  /* -- lists -- */

  LIST_VARINT(list_bool, PBWI_FORM_BOOL)
  LIST_VARINT(list_int32, PBWI_FORM_INT32)
  LIST_VARINT(list_var64, PBWI_FORM_VAR64)
  LIST_VARINT(list_zig32, PBWI_FORM_ZIG32)
  LIST_VARINT(list_zig64, PBWI_FORM_ZIG64)

  OP(list_fix32, PBWI_DEC_LIST + PBWI_FORM_FIX32) : {
    pbw_list *list = (pbw_list *)(void *)(base + rec->offset);
    uint32_t *cell = pbwi_list_next(d.memory, list, 4);
    if (PBWI_UNLIKELY(!cell)) FAIL(PBW_ERR_MEMORY);
    *cell = pbwi_load32le(p + rec->tag_size);
    p += rec->tag_size + 4;
    list->size++;
    AGAIN(list_fix32);
  }

  OP(list_fix64, PBWI_DEC_LIST + PBWI_FORM_FIX64) : {
    pbw_list *list = (pbw_list *)(void *)(base + rec->offset);
    uint64_t *cell = pbwi_list_next(d.memory, list, 8);
    if (PBWI_UNLIKELY(!cell)) FAIL(PBW_ERR_MEMORY);
    *cell = pbwi_load64le(p + rec->tag_size);
    p += rec->tag_size + 8;
    list->size++;
    AGAIN(list_fix64);
  }

  OP(list_utf8, PBWI_DEC_LIST_UTF8) : {
    READ_LENGTH(size);
    if (PBWI_UNLIKELY(!utf8_ok(p, (size_t)size))) goto bad_utf8;
    pbw_list *list = (pbw_list *)(void *)(base + rec->offset);
    pbw_bytes *cell = pbwi_list_next(d.memory, list, sizeof *cell);
    if (PBWI_UNLIKELY(!cell)) FAIL(PBW_ERR_MEMORY);
    cell->data = p + d.alias;
    cell->size = (size_t)size;
    p += size;
    list->size++;
    AGAIN(list_utf8);
  }

  OP(list_bytes, PBWI_DEC_LIST + PBWI_FORM_BYTES) : {
    READ_LENGTH(size);
    pbw_list *list = (pbw_list *)(void *)(base + rec->offset);
    pbw_bytes *cell = pbwi_list_next(d.memory, list, sizeof *cell);
    if (PBWI_UNLIKELY(!cell)) FAIL(PBW_ERR_MEMORY);
    cell->data = p + d.alias;
    cell->size = (size_t)size;
    p += size;
    list->size++;
    AGAIN(list_bytes);
  }

  OP(list_enum, PBWI_DEC_LIST_ENUM) : {
    READ_VARINT(value);
    if (pbwi_numbers_has(rec->u.closed, (int32_t)value)) {
      pbw_list *list = (pbw_list *)(void *)(base + rec->offset);
      int32_t *cell = pbwi_list_next(d.memory, list, 4);
      if (PBWI_UNLIKELY(!cell)) FAIL(PBW_ERR_MEMORY);
      *cell = (int32_t)value;
      list->size++;
    } else {
      uint64_t tag = (uint64_t)plan->slots[rec->slot].number << 3;
      if (!unknown_make(&d, base, tag, NULL, 0, value)) FAIL(PBW_ERR_MEMORY);
    }
    AGAIN(list_enum);
  }

#if !COMPUTED_GOTO
    case PBWI_DEC_PACKED + PBWI_FORM_BOOL:
    case PBWI_DEC_PACKED + PBWI_FORM_INT32:
    case PBWI_DEC_PACKED + PBWI_FORM_UINT32:
    case PBWI_DEC_PACKED + PBWI_FORM_VAR64:
    case PBWI_DEC_PACKED + PBWI_FORM_ZIG32:
    case PBWI_DEC_PACKED + PBWI_FORM_ZIG64:
    case PBWI_DEC_PACKED + PBWI_FORM_FIX32:
    case PBWI_DEC_PACKED + PBWI_FORM_FIX64:
#endif
  OP(packed, PBWI_DEC_PACKED_ENUM) : {
    READ_LENGTH(size);
    bool done;
    if (rec->inner == PBWI_DEC_PACKED_ENUM)
      done = packed_enums(&d, rec, base, p, p + size, &status);
    else if (rec->inner == PBWI_DEC_PACKED + PBWI_FORM_FIX32 || rec->inner == PBWI_DEC_PACKED + PBWI_FORM_FIX64)
      done = packed_fixed(&d, rec, base, rec->inner == PBWI_DEC_PACKED + PBWI_FORM_FIX32 ? 4 : 8, p, (size_t)size,
                          &status);
    else
      done = packed_list(&d, rec, base, rec->inner - PBWI_DEC_PACKED, p, p + size, &status);
    if (PBWI_UNLIKELY(!done)) goto failed;
    p += size;
    NEXT();
  }

  /* -- messages -- */

  OP(one_message, PBWI_DEC_ONE_MESSAGE) : {
    READ_LENGTH(size);
    pbw_message **cell = (pbw_message **)(void *)(base + rec->offset);
    pbw_message *child = *cell;
    if (PBWI_LIKELY(!child)) {
      child = pbwi_message_make(d.memory, rec->u.sub, d.owner);
      if (PBWI_UNLIKELY(!child)) FAIL(PBW_ERR_MEMORY);
      *cell = child;
    }
    if (PBWI_UNLIKELY(d.top == d.limit) && (status = deepen(&d))) goto failed;
    if (has) *(uint64_t *)(void *)(base + plan->has_offset) |= has;
    *d.top++ = (frame){rec, base, d.end - d.shift, plan, NULL, CHILD_MESSAGE, false};
    base = (char *)child;
    d.end = p + size;
    goto enter;
  }

  OP(list_message, PBWI_DEC_LIST_MESSAGE) : {
    READ_LENGTH(size);
    pbw_list *list = (pbw_list *)(void *)(base + rec->offset);
    pbw_message **cell = pbwi_list_next(d.memory, list, sizeof *cell);
    pbw_message *child = cell ? pbwi_message_make(d.memory, rec->u.sub, d.owner) : NULL;
    if (PBWI_UNLIKELY(!child)) FAIL(PBW_ERR_MEMORY);
    *cell = child;
    list->size++;
    if (PBWI_UNLIKELY(d.top == d.limit) && (status = deepen(&d))) goto failed;
    if (has) *(uint64_t *)(void *)(base + plan->has_offset) |= has;
    *d.top++ = (frame){rec, base, d.end - d.shift, plan, NULL, CHILD_MESSAGE, false};
    base = (char *)child;
    d.end = p + size;
    goto enter;
  }

  OP(map, PBWI_DEC_MAP) : {
    READ_LENGTH(size);
    void *entry = pbwi_map_next(d.memory, (pbw_list *)(void *)(base + rec->offset), rec->u.sub);
    if (PBWI_UNLIKELY(!entry)) FAIL(PBW_ERR_MEMORY);
    const pbwi_slot *value = &rec->u.sub->slots[1];
    if (PBWI_UNLIKELY(value->fallback != NULL)) memcpy((char *)entry + value->offset, value->fallback, 4);
    if (PBWI_UNLIKELY(d.top == d.limit) && (status = deepen(&d))) goto failed;
    if (has) *(uint64_t *)(void *)(base + plan->has_offset) |= has;
    *d.top++ = (frame){rec, base, d.end - d.shift, plan, p - d.shift, CHILD_ENTRY, false};
    base = entry;
    d.end = p + size;
    goto enter;
  }

  /* Behind a push: into the child of `rec`, whose end is d.end. */
enter:
  plan = rec->u.sub;
  rec = plan->dec;
  has = 0;
  lim = d.end < d.safe ? d.end : d.safe;
  if (PBWI_UNLIKELY(p >= lim)) goto boundary;
  if (PBWI_LIKELY(MATCHES(rec))) JUMP(rec->op);
  goto dispatch;

  OP(one_group, PBWI_DEC_ONE_GROUP) : {
    pbw_message **cell = (pbw_message **)(void *)(base + rec->offset);
    pbw_message *child = *cell ? *cell : pbwi_message_make(d.memory, rec->u.sub, d.owner);
    if (PBWI_UNLIKELY(!child)) FAIL(PBW_ERR_MEMORY);
    *cell = child;
    if (PBWI_UNLIKELY(d.top == d.limit) && (status = deepen(&d))) goto failed;
    if (has) *(uint64_t *)(void *)(base + plan->has_offset) |= has;
    *d.top++ = (frame){rec, base, d.end - d.shift, plan, NULL, CHILD_GROUP, false};
    base = (char *)child;
    p += rec->tag_size;
    goto enter;
  }

  OP(list_group, PBWI_DEC_LIST_GROUP) : {
    pbw_list *list = (pbw_list *)(void *)(base + rec->offset);
    pbw_message **cell = pbwi_list_next(d.memory, list, sizeof *cell);
    pbw_message *child = cell ? pbwi_message_make(d.memory, rec->u.sub, d.owner) : NULL;
    if (PBWI_UNLIKELY(!child)) FAIL(PBW_ERR_MEMORY);
    *cell = child;
    list->size++;
    if (PBWI_UNLIKELY(d.top == d.limit) && (status = deepen(&d))) goto failed;
    if (has) *(uint64_t *)(void *)(base + plan->has_offset) |= has;
    *d.top++ = (frame){rec, base, d.end - d.shift, plan, NULL, CHILD_GROUP, false};
    base = (char *)child;
    p += rec->tag_size;
    goto enter;
  }

  /* -- what goes before a value -- */

  OP(oneof, PBWI_DEC_ONEOF) : {
    const pbwi_slot *slot = &plan->slots[rec->slot];
    uint32_t *which = (uint32_t *)(void *)(base + slot->presence_offset);
    if (rec->inner == PBWI_DEC_ONE_ENUM) { /* an unlisted number does not switch */
      uint64_t value;
      if (!pbwi_varint_fast(p + rec->tag_size, &value)) FAIL(PBW_ERR_MALFORMED);
      if (!pbwi_numbers_has(rec->u.closed, (int32_t)value)) JUMP(rec->inner);
    }
    if (*which != slot->number) {
      *which = slot->number;
      if (rec->inner >= PBWI_DEC_ONE_MESSAGE) *(pbw_message **)(void *)(base + rec->offset) = NULL;
    }
    JUMP(rec->inner);
  }

  OP(far_bit, PBWI_DEC_FAR) : {
    const pbwi_slot *slot = &plan->slots[rec->slot];
    if (rec->inner == PBWI_DEC_ONE_ENUM) {
      uint64_t value;
      if (!pbwi_varint_fast(p + rec->tag_size, &value)) FAIL(PBW_ERR_MALFORMED);
      if (!pbwi_numbers_has(rec->u.closed, (int32_t)value)) JUMP(rec->inner);
    }
    base[slot->presence_offset] = (char)(base[slot->presence_offset] | (char)slot->presence_mask);
    JUMP(rec->inner);
  }

#if !COMPUTED_GOTO
  }
#endif

  /* -- not the expected tag -- */

dispatch: {
  uint8_t first = *p;
  if (PBWI_LIKELY(first < 0x80)) {
    unsigned index = plan->by_tag[first];
    if (PBWI_LIKELY(index)) {
      rec = plan->dec + index - 1;
      JUMP(rec->op);
    }
  }
  uint64_t tag;
  const uint8_t *q = pbwi_varint_fast(p, &tag);
  if (!q || tag > UINT32_MAX || tag < 8 || q - p > 5) {
    if (q && q > d.end) FAIL(PBW_ERR_TRUNCATED);
    FAIL(PBW_ERR_MALFORMED);
  }
  if (q > d.end) FAIL(PBW_ERR_TRUNCATED);
  uint32_t wire = (uint32_t)tag & 7, number = (uint32_t)(tag >> 3);
  if (wire == PBWI_WIRE_END) {
    if (d.top == d.frames || d.top[-1].child != CHILD_GROUP) FAIL(PBW_ERR_MALFORMED);
    const frame *f = d.top - 1;
    if (f->plan->slots[f->rec->slot].number != number) FAIL(PBW_ERR_MALFORMED);
    p = q;
    goto pop;
  }
  if (wire > PBWI_WIRE_32) FAIL(PBW_ERR_MALFORMED);
  if (tag == 0x0b && plan->flags & PBWI_PLAN_MESSAGE_SET) goto item;
  const pbwi_slot *slot = pbwi_plan_find(plan, number);
  if (PBWI_LIKELY(slot && !(slot->flags & PBWI_SLOT_MESSAGE_SET))) {
    rec = plan->dec + (slot - plan->slots);
    if (rec->wire != wire && rec->alternate) rec = plan->dec + rec->alternate;
    if (PBWI_LIKELY(rec->wire == wire)) {
      p = q - rec->tag_size; /* the tag may have been longer than it needs to be */
      JUMP(rec->op);
    }
  }
  goto unknown;
}

unknown: {
  uint32_t depth = (uint32_t)(d.limit - d.top) + d.depth_left;
  const uint8_t *q = pbwi_field_skip(p, d.end, depth, &status);
  if (!q) goto failed_nowhere;
  if (!(plan->flags & PBWI_PLAN_ENTRY) && !unknown_keep(&d, base, p + d.alias, (size_t)(q - p)))
    FAIL(PBW_ERR_MEMORY);
  p = q;
  if (p >= lim) goto boundary;
  if (MATCHES(rec)) JUMP(rec->op);
  goto dispatch;
}

item: {
  uint32_t type;
  const uint8_t *data, *after;
  size_t size;
  if (!set_item(p, d.end, (uint32_t)(d.limit - d.top) + d.depth_left, &type, &data, &size, &after, &status)) goto failed_nowhere;
  const pbwi_slot *slot = type ? pbwi_plan_find(plan, type) : NULL;
  if (!slot || slot->type != PBW_TYPE_MESSAGE || slot->cardinality != PBW_SINGULAR) goto unknown;
  rec = plan->dec + (slot - plan->slots);
  pbw_message **cell = (pbw_message **)(void *)(base + rec->offset);
  pbw_message *child = *cell ? *cell : pbwi_message_make(d.memory, rec->u.sub, d.owner);
  if (!child) FAIL(PBW_ERR_MEMORY);
  *cell = child;
  if (d.top == d.limit && (status = deepen(&d))) goto failed;
  if (has) *(uint64_t *)(void *)(base + plan->has_offset) |= has;
  *d.top++ = (frame){rec, base, d.end - d.shift, plan, after - d.shift, CHILD_ITEM, false};
  base = (char *)child;
  p = data;
  d.end = p + size;
  goto enter;
}

  /* -- the end of a message, or of what can be read without looking -- */

boundary:
  if (PBWI_LIKELY(p == d.end)) {
    if (d.top == d.frames) goto done;
    if (PBWI_UNLIKELY(d.top[-1].child == CHILD_GROUP)) FAIL(PBW_ERR_TRUNCATED);
    goto pop;
  }
  if (p > d.end) {
    p = d.end;
    FAIL(PBW_ERR_TRUNCATED);
  }
  { /* p stands in the last bytes of an aliased input: go on in a padded copy of them */
    size_t left = (size_t)(d.safe + PBWI_SLOP - p);
    memset(patch, 0, sizeof patch);
    memcpy(patch, p, left);
    d.shift = (ptrdiff_t)((uintptr_t)patch - (uintptr_t)p);
    d.alias = -d.shift;
    d.end = patch + (d.end - p);
    d.safe = patch + left;
    p = patch;
    lim = d.end;
    if (MATCHES(rec)) JUMP(rec->op);
    goto dispatch;
  }

pop: {
  const frame *f = --d.top;
  if (has) *(uint64_t *)(void *)(base + plan->has_offset) |= has;
  if (PBWI_UNLIKELY(plan->required || plan->flags & PBWI_PLAN_REQUIRED)) {
    const uint64_t *word = (const uint64_t *)(const void *)(base + plan->has_offset);
    if (plan->flags & PBWI_PLAN_REQUIRED || (*word & plan->required) != plan->required) d.incomplete = true;
  }
  const pbwi_plan *child_plan = plan;
  char *child = base;
  rec = f->rec;
  base = f->base;
  plan = f->plan;
  d.end = f->end + d.shift;
  lim = d.end < d.safe ? d.end : d.safe;
  has = 0;
  if (PBWI_LIKELY(f->child == CHILD_MESSAGE)) goto popped;
  if (f->child == CHILD_ITEM) p = f->mark + d.shift;
  if (f->child == CHILD_ENTRY) {
    const pbwi_slot *value = &child_plan->slots[1];
    pbw_list *list = (pbw_list *)(void *)(base + rec->offset);
    if (pbwi_kinds[value->type].cell == PBW_CELL_MESSAGE) {
      pbw_message **cell = (pbw_message **)(void *)(child + value->offset);
      if (!*cell && !(*cell = pbwi_message_make(d.memory, value->sub, d.owner))) FAIL(PBW_ERR_MEMORY);
    }
    if (PBWI_UNLIKELY(f->reject)) {
      const uint8_t *start = f->mark + d.shift;
      uint64_t tag = (uint64_t)plan->slots[rec->slot].number << 3 | PBWI_WIRE_BYTES;
      if (!unknown_make(&d, base, tag, start, (size_t)(p - start), 0)) FAIL(PBW_ERR_MEMORY);
    } else {
      pbwi_map_commit(list, child_plan);
    }
  }
}

popped:
  if (PBWI_UNLIKELY(p >= lim)) goto boundary;
  if (PBWI_LIKELY(MATCHES(rec))) JUMP(rec->op);
  rec++;
  if (PBWI_LIKELY(MATCHES(rec))) JUMP(rec->op);
  goto dispatch;

done:
  if (has) *(uint64_t *)(void *)(base + plan->has_offset) |= has;
  if (plan->required) {
    const uint64_t *word = (const uint64_t *)(const void *)(base + plan->has_offset);
    if ((*word & plan->required) != plan->required) d.incomplete = true;
  }
  d.incomplete |= (plan->flags & PBWI_PLAN_REQUIRED) != 0;
  *given = d;
  return PBW_OK;

bad_utf8:
  p += pbwi_utf8_prefix(p, (size_t)(d.end - p));
  FAIL(PBW_ERR_UTF8);

failed_nowhere:
  rec = NULL;
failed:
  *given = d;
  return fail(&d, status, p, plan, rec, error);
}

/* Levels that need no allocation: all of the default limit. */
enum { STACK_FRAMES = PBWI_DEFAULT_DEPTH };

/* Put p where the decoder can run: see the drawing at the top. `small` has room for 2 * PBWI_SLOP bytes. */
static bool open_input(decoder *d, uint8_t *small) {
  const pbwi_decode_job *job = d->job;
  bool alias = job->flags & PBW_ALIAS;
  if (alias && job->size >= PBWI_SLOP) {
    d->start = job->data;
    d->safe = d->start + job->size - PBWI_SLOP;
  } else {
    uint8_t *copy = alias ? small : pbwi_arena_alloc(d->memory, job->size + PBWI_SLOP);
    if (!copy) return false;
    if (job->size) memcpy(copy, job->data, job->size);
    memset(copy + job->size, 0, PBWI_SLOP);
    if (alias) d->alias = (ptrdiff_t)((uintptr_t)job->data - (uintptr_t)small);
    d->start = copy;
    d->safe = d->start + job->size;
  }
  d->end = d->start + job->size;
  return true;
}

pbw_status pbwi_decode(const pbwi_decode_job *job, pbw_message **out, pbw_error *error) {
  frame frames[STACK_FRAMES];
  uint8_t small[2 * PBWI_SLOP];
  uint32_t max_depth = job->max_depth ? job->max_depth : PBWI_DEFAULT_DEPTH;
  uint64_t max_size = job->max_size && job->max_size < PBWI_MAX_SIZE ? job->max_size : PBWI_MAX_SIZE;
  if (max_depth > PBWI_MAX_DEPTH) max_depth = PBWI_MAX_DEPTH;
  uint32_t first = max_depth < STACK_FRAMES ? max_depth : STACK_FRAMES;
  decoder d = {
      .top = frames, .limit = frames + first, .frames = frames, .depth_left = max_depth - first,
      .memory = job->memory, .owner = job->owner, .job = job,
  };
  *out = NULL;
  if (PBWI_UNLIKELY(job->size > max_size)) return fail(&d, PBW_ERR_SIZE, NULL, job->plan, NULL, error);
  if (PBWI_UNLIKELY(!open_input(&d, small))) return fail(&d, PBW_ERR_MEMORY, NULL, job->plan, NULL, error);
  pbw_message *message = job->into ? job->into : pbwi_message_make(job->memory, job->plan, job->owner);
  if (PBWI_UNLIKELY(!message)) return fail(&d, PBW_ERR_MEMORY, d.start, job->plan, NULL, error);

  pbw_status status = run(&d, d.start, (char *)message, error);
  if (PBWI_UNLIKELY(d.grown)) {
    const pbw_allocator *a = &job->memory->allocator;
    a->free(a->user, d.frames, (size_t)(d.limit - d.frames) * sizeof *d.frames);
  }
  if (PBWI_UNLIKELY(status)) return status;
  if (PBWI_UNLIKELY(d.incomplete) && !(job->flags & PBW_PARTIAL) && (status = pbwi_check(message, error)))
    return status;
  *out = message;
  return PBW_OK;
}
