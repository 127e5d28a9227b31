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
#include "core/codec/encode.h"

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/codec/sort.h"
#include "core/codec/varint.h"
#include "core/message/check.h"
#include "core/message/path.h"
#include "core/plan/ops.h"

enum { /* what follows a child's bytes */
  CLOSE_LENGTH,
  CLOSE_GROUP,
  CLOSE_ITEM /* of a message set */
};

/* The parent, while its child or children are written. */
typedef struct frame {
  const pbwi_enc *rec;
  const char *base;
  size_t start;        /* offset of the child's first byte                                     */
  const char *next;    /* of the children that follow: an entry, or a pointer to a message     */
  const char *end;     /* behind the last one                                                  */
  size_t stride;       /* from one entry to the next; 0: next points at pointers               */
  const void **sorted; /* the entries of a map in the order of their keys, or NULL             */
  uint8_t slot;        /* bytes kept free for the length                                       */
  uint8_t close;       /* what follows the child                                               */
} frame;

typedef struct encoder {
  uint8_t *start;      /* of the output                                                        */
  uint8_t *lim;        /* the last place where an operation may start                          */
  uint8_t *stack;      /* STACK_SPILL bytes: the first place to move to without an arena       */
  uint8_t *spill;      /* allocated output, or NULL                                            */
  size_t spill_size;
  const pbwi_encode_job *job;
  pbw_allocator allocator;
  frame *frames;
  frame *top;
  frame *limit;
  frame *deepest;      /* frames below it have been used: their slot is a prediction           */
  uint32_t depth_left; /* frames that may be added beyond `limit`                              */
  bool frames_grown;
  bool in_arena;       /* start stands at the arena's ptr, all of its block is taken           */
  bool incomplete;     /* a required field is missing                                          */
  pbw_status status;   /* of what failed                                                       */
} encoder;

enum { STACK_FRAMES = PBWI_DEFAULT_DEPTH, STACK_SPILL = 512 };

/* ---- room ---- */

/* Take all of the arena's newest block for the output. */
static void take_block(encoder *e) {
  pbw_arena *arena = e->job->memory;
  size_t size = (size_t)(arena->end - arena->ptr);
  PBWI_UNPOISON(arena->ptr, size);
  e->in_arena = true;
  e->start = arena->ptr;
  e->lim = arena->end - PBWI_SLOP;
}

/* Give back what the output does not use. */
static void leave_block(encoder *e, size_t used) {
  pbw_arena *arena = e->job->memory;
  if (!e->in_arena) return;
  arena->ptr = e->start + pbwi_align(used, PBWI_ARENA_ALIGN);
  PBWI_POISON(arena->ptr, (size_t)(arena->end - arena->ptr));
}

/* Move the output to where `need` more bytes and slop are free. NULL: see e->status. */
static PBWI_COLD uint8_t *grow(encoder *e, uint8_t *out, size_t need) {
  pbw_arena *arena = e->job->memory;
  const pbw_allocator *a = &e->allocator;
  size_t used = (size_t)(out - e->start), size = used + need + 2 * PBWI_SLOP;
  const uint8_t *old = e->start;
  e->status = PBW_ERR_SIZE;
  if (used > PBWI_MAX_SIZE || need > PBWI_MAX_SIZE) return NULL;
  if (arena) {
    uint8_t *fresh = pbwi_arena_refill(arena, 2 * used + need + 1024);
    e->status = pbwi_arena_status(arena);
    if (!fresh) return NULL;
    arena->ptr = fresh;
    take_block(e);
  } else if (!e->spill && size <= STACK_SPILL) {
    e->start = e->stack;
    e->lim = e->stack + STACK_SPILL - PBWI_SLOP;
  } else {
    size += used;
    e->status = PBW_ERR_MEMORY;
    uint8_t *fresh = e->spill ? a->resize(a->user, e->spill, e->spill_size, size) : a->alloc(a->user, size);
    if (!fresh) return NULL;
    if (e->spill) old = fresh;
    e->start = e->spill = fresh;
    e->spill_size = size;
    e->lim = fresh + size - PBWI_SLOP;
  }
  if (old != e->start && used) memcpy(e->start, old, used);
  return e->start + used;
}

/* Room for more frames, up to the limit of depth. The first ones stand on the C stack. */
static PBWI_COLD bool deepen(encoder *e) {
  const pbw_allocator *a = &e->allocator;
  size_t have = (size_t)(e->limit - e->frames);
  size_t more = have < e->depth_left ? have : e->depth_left;
  e->status = PBW_ERR_DEPTH;
  if (!more) return false;
  e->status = PBW_ERR_MEMORY;
  frame *frames = a->alloc(a->user, (have + more) * sizeof *frames);
  if (!frames) return false;
  memcpy(frames, e->frames, have * sizeof *frames);
  if (e->frames_grown) a->free(a->user, e->frames, have * sizeof *frames);
  e->frames_grown = true;
  e->frames = frames;
  e->top = e->deepest = frames + have;
  e->limit = e->top + more;
  e->depth_left -= (uint32_t)more;
  return true;
}

/* ---- small pieces ---- */

/* Copy n bytes, reading nothing outside; most are short, so overlapping words beat a call. */
PBWI_INLINE uint8_t *copy(uint8_t *out, const uint8_t *data, size_t n) {
  if (PBWI_LIKELY(n >= 8)) {
    if (n <= 16) {
      memcpy(out, data, 8);
      memcpy(out + n - 8, data + n - 8, 8);
    } else if (n <= 32) {
      memcpy(out, data, 16);
      memcpy(out + n - 16, data + n - 16, 16);
    } else {
      memcpy(out, data, n);
    }
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

/* Put the length of what was written from offset `start` on into the slot before it, moving it when the
 * slot has another size. Returns the new end. One byte more than slop covers is never moved: a slot is at
 * most five bytes. */
static PBWI_NOINLINE uint8_t *close_length(encoder *e, uint8_t *out, size_t start, uint8_t *slot) {
  uint8_t *first = e->start + start;
  size_t size = (size_t)(out - first);
  uint8_t need = (uint8_t)pbwi_varint_size(size);
  if (need != *slot) memmove(first - *slot + need, first, size);
  pbwi_varint_write(first - *slot, size);
  out += need - *slot;
  *slot = need;
  return out;
}

PBWI_INLINE uint64_t load(const void *cell, unsigned form) {
  uint32_t word = 0;
  uint64_t value = 0;
  uint8_t flag = 0;
  switch (form) {
    case PBWI_FORM_BOOL: memcpy(&flag, cell, 1); return flag != 0;
    case PBWI_FORM_INT32: memcpy(&word, cell, 4); return (uint64_t)(int64_t)(int32_t)word;
    case PBWI_FORM_ZIG32: memcpy(&word, cell, 4); return pbwi_zigzag32((int32_t)word);
    case PBWI_FORM_ZIG64: memcpy(&value, cell, 8); return pbwi_zigzag64((int64_t)value);
    case PBWI_FORM_VAR64:
    case PBWI_FORM_FIX64: memcpy(&value, cell, 8); return value;
    default: memcpy(&word, cell, 4); return word;
  }
}

PBWI_INLINE size_t form_size(unsigned form) {
  switch (form) {
    case PBWI_FORM_BOOL: return 1;
    case PBWI_FORM_VAR64:
    case PBWI_FORM_ZIG64:
    case PBWI_FORM_FIX64: return 8;
    default: return 4;
  }
}

PBWI_INLINE uint8_t *put(uint8_t *out, unsigned form, uint64_t value) {
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

static PBWI_COLD void drop_sorted(const encoder *e, const frame *f) {
  const pbw_list *map = pbwi_at(f->base, f->rec->offset);
  e->allocator.free(e->allocator.user, f->sorted, map->size * sizeof *f->sorted);
}

static bool missing_required(const pbwi_plan *plan, const char *base) {
  if (plan->flags & PBWI_PLAN_REQUIRED) return true; /* pbwi_check looks closer */
  uint64_t word;
  memcpy(&word, base + plan->has_offset, 8);
  return (word & plan->required) != plan->required;
}

/* ---- the loop ---- */

#if defined(__GNUC__)
#define COMPUTED_GOTO 1
#define JUMP(number) goto *labels[number]
#define OP(name, number) name
#else
#define COMPUTED_GOTO 0
#define JUMP(number) do { op = (number); goto jump; } while (0)
#define OP(name, number) case number: name
#endif

#define NEXT()     \
  do {             \
    rec++;         \
    JUMP(rec->op); \
  } while (0)

/* Make sure of slop and `need` more bytes. */
#define ROOM(need)                                         \
  do {                                                     \
    if (PBWI_UNLIKELY((ptrdiff_t)(need) > lim - out)) {    \
      if (!(out = grow(&e, out, need))) goto failed;       \
      lim = e.lim;                                         \
    }                                                      \
  } while (0)

#define TAG()                        \
  do {                               \
    pbwi_store64le(out, rec->tag);   \
    out += rec->tag_size;            \
  } while (0)

#define NUMBER(name, form)                                       \
  OP(nonzero_##name, PBWI_ENC_NONZERO + form) : {                \
    uint64_t value = load(base + rec->offset, form);             \
    if (value) {                                                 \
      ROOM(0);                                                   \
      TAG();                                                     \
      out = put(out, form, value);                               \
    }                                                            \
    NEXT();                                                      \
  }                                                              \
  OP(one_##name, PBWI_ENC_ONE + form) : {                        \
    uint64_t value = load(base + rec->offset, form);             \
    ROOM(0);                                                     \
    TAG();                                                       \
    out = put(out, form, value);                                 \
    NEXT();                                                      \
  }                                                              \
  OP(list_##name, PBWI_ENC_LIST + form) : {                      \
    const pbw_list *list = pbwi_at(base, rec->offset);           \
    const char *cell = list->data;                               \
    for (size_t i = list->size; i; i--, cell += form_size(form)) { \
      ROOM(0);                                                   \
      TAG();                                                     \
      out = put(out, form, load(cell, form));                    \
    }                                                            \
    NEXT();                                                      \
  }

/* The length of packed varints is at least their number: keep as many bytes free as that takes. */
#define PACKED_VARINTS(name, form)                               \
  OP(packed_##name, PBWI_ENC_PACKED + form) : {                  \
    const pbw_list *list = pbwi_at(base, rec->offset);           \
    const char *cell = list->data;                               \
    if (!list->size) NEXT();                                     \
    ROOM(0);                                                     \
    TAG();                                                       \
    uint8_t slot = (uint8_t)pbwi_varint_size(list->size);        \
    out += slot;                                                 \
    size_t start = (size_t)(out - e.start);                      \
    for (size_t i = list->size; i; i--, cell += form_size(form)) { \
      ROOM(0);                                                   \
      out = put(out, form, load(cell, form));                    \
    }                                                            \
    out = close_length(&e, out, start, &slot);                   \
    NEXT();                                                      \
  }

/* Lists of fixed-width values are copied whole where the byte order is the wire's. */
#define PACKED_FIXED(name, form, width)                          \
  OP(packed_##name, PBWI_ENC_PACKED + form) : {                  \
    const pbw_list *list = pbwi_at(base, rec->offset);           \
    size_t size = list->size * width;                            \
    if (!size) NEXT();                                           \
    if (list->size > PBWI_MAX_SIZE / width) goto too_large;      \
    ROOM(size);                                                  \
    TAG();                                                       \
    out = pbwi_varint_put(out, size);                            \
    memcpy(out, list->data, size);                               \
    for (size_t i = 0; PBWI_BIG_ENDIAN && i < size; i += width)  \
      put(out + i, form, load(pbwi_at(list->data, i), form));    \
    out += size;                                                 \
    NEXT();                                                      \
  }

#define BYTES(cell)                                              \
  do {                                                           \
    size_t size = (cell)->size;                                  \
    if (PBWI_UNLIKELY(size > PBWI_MAX_SIZE)) goto too_large;     \
    ROOM(size);                                                  \
    TAG();                                                       \
    out = pbwi_varint_put(out, size);                            \
    out = copy(out, (cell)->data, size);                         \
  } while (0)

#define PUSH()                                                   \
  do {                                                           \
    if (PBWI_UNLIKELY(e.top == e.limit) && !deepen(&e)) goto failed; \
    if (e.top == e.deepest) {                                    \
      e.top->slot = 1;                                           \
      e.deepest++;                                               \
    }                                                            \
    e.top->rec = rec;                                            \
    e.top->base = base;                                          \
    e.top->sorted = NULL;                                        \
    e.top++;                                                     \
  } while (0)

static pbw_status run(encoder *given, uint8_t **end) {
#if COMPUTED_GOTO
#define FOUR(name, form)                              \
  [PBWI_ENC_NONZERO + form] = &&nonzero_##name,       \
  [PBWI_ENC_ONE + form] = &&one_##name,               \
  [PBWI_ENC_LIST + form] = &&list_##name,             \
  [PBWI_ENC_PACKED + form] = &&packed_##name
  static const void *const labels[PBWI_ENC_COUNT] = {
      [PBWI_ENC_END] = &&end_message,
      [PBWI_ENC_ENTRY_END] = &&end_entry,
      FOUR(bool, PBWI_FORM_BOOL),
      FOUR(int32, PBWI_FORM_INT32),
      FOUR(uint32, PBWI_FORM_UINT32),
      FOUR(var64, PBWI_FORM_VAR64),
      FOUR(zig32, PBWI_FORM_ZIG32),
      FOUR(zig64, PBWI_FORM_ZIG64),
      FOUR(fix32, PBWI_FORM_FIX32),
      FOUR(fix64, PBWI_FORM_FIX64),
      [PBWI_ENC_NONZERO + PBWI_FORM_BYTES] = &&nonzero_bytes,
      [PBWI_ENC_ONE + PBWI_FORM_BYTES] = &&one_bytes,
      [PBWI_ENC_LIST + PBWI_FORM_BYTES] = &&list_bytes,
      [PBWI_ENC_PACKED + PBWI_FORM_BYTES] = &&list_bytes,
      [PBWI_ENC_ONE_MESSAGE] = &&one_message,
      [PBWI_ENC_LIST_MESSAGE] = &&list_message,
      [PBWI_ENC_ONE_GROUP] = &&one_group,
      [PBWI_ENC_LIST_GROUP] = &&list_group,
      [PBWI_ENC_MAP] = &&map,
      [PBWI_ENC_SET_ITEM] = &&set_item,
      [PBWI_ENC_BIT] = &&bit,
      [PBWI_ENC_CASE] = &&which,
  };
#undef FOUR
#else
  unsigned op;
#endif
  encoder e = *given;
  const char *base = (const char *)e.job->message;
  const pbwi_plan *plan = e.job->message->plan;
  const pbwi_enc *rec;
  uint8_t *out = e.start + e.job->delimited, *lim = e.lim;

  /* Into the message at base, of `plan`. */
enter:
  if (PBWI_UNLIKELY(plan->required || plan->flags & PBWI_PLAN_REQUIRED) && missing_required(plan, base))
    e.incomplete = true;
  rec = plan->enc;
  JUMP(rec->op);

#if !COMPUTED_GOTO
jump:
  switch (op) {
    default:
#endif

  /* -- scalars -- */

  NUMBER(bool, PBWI_FORM_BOOL)
  NUMBER(int32, PBWI_FORM_INT32)
  NUMBER(uint32, PBWI_FORM_UINT32)
  NUMBER(var64, PBWI_FORM_VAR64)
  NUMBER(zig32, PBWI_FORM_ZIG32)
  NUMBER(zig64, PBWI_FORM_ZIG64)
  NUMBER(fix32, PBWI_FORM_FIX32)
  NUMBER(fix64, PBWI_FORM_FIX64)
  PACKED_VARINTS(bool, PBWI_FORM_BOOL)
  PACKED_VARINTS(int32, PBWI_FORM_INT32)
  PACKED_VARINTS(uint32, PBWI_FORM_UINT32)
  PACKED_VARINTS(var64, PBWI_FORM_VAR64)
  PACKED_VARINTS(zig32, PBWI_FORM_ZIG32)
  PACKED_VARINTS(zig64, PBWI_FORM_ZIG64)
  PACKED_FIXED(fix32, PBWI_FORM_FIX32, 4)
  PACKED_FIXED(fix64, PBWI_FORM_FIX64, 8)

  OP(nonzero_bytes, PBWI_ENC_NONZERO + PBWI_FORM_BYTES) : {
    const pbw_bytes *cell = pbwi_at(base, rec->offset);
    if (cell->size) BYTES(cell);
    NEXT();
  }

  OP(one_bytes, PBWI_ENC_ONE + PBWI_FORM_BYTES) : {
    const pbw_bytes *cell = pbwi_at(base, rec->offset);
    BYTES(cell);
    NEXT();
  }

  OP(list_bytes, PBWI_ENC_LIST + PBWI_FORM_BYTES) : {
    const pbw_list *list = pbwi_at(base, rec->offset);
    const pbw_bytes *cell = list->data;
    for (const pbw_bytes *last = cell + list->size; cell != last; cell++) BYTES(cell);
    NEXT();
  }

  /* -- what goes before a value -- */

  OP(bit, PBWI_ENC_BIT) : {
    if ((uint8_t)base[rec->presence_offset] & rec->presence_mask) JUMP(rec->inner);
    NEXT();
  }

  OP(which, PBWI_ENC_CASE) : {
    uint32_t number;
    memcpy(&number, base + rec->presence_offset, 4);
    if (number == rec->presence_mask) JUMP(rec->inner);
    NEXT();
  }

  /* -- messages -- */

  OP(one_message, PBWI_ENC_ONE_MESSAGE) : {
    const char *child = *(char *const *)(const void *)(base + rec->offset);
    if (!child) {
      if (rec->in_entry) { /* an entry always has its value */
        ROOM(0);
        TAG();
        *out++ = 0;
      }
      NEXT();
    }
    ROOM(0);
    TAG();
    PUSH();
    frame *f = e.top - 1;
    f->next = f->end = NULL;
    f->close = CLOSE_LENGTH;
    out += f->slot;
    f->start = (size_t)(out - e.start);
    base = child;
    plan = rec->sub;
    goto enter;
  }

  OP(list_message, PBWI_ENC_LIST_MESSAGE) : {
    const pbw_list *list = pbwi_at(base, rec->offset);
    if (!list->size) NEXT();
    PUSH();
    frame *f = e.top - 1;
    f->next = list->data;
    f->end = f->next + list->size * sizeof(void *);
    f->stride = 0;
    f->close = CLOSE_LENGTH;
    goto child;
  }

  OP(map, PBWI_ENC_MAP) : {
    const pbw_list *list = pbwi_at(base, rec->offset);
    if (!list->size) NEXT();
    PUSH();
    frame *f = e.top - 1;
    f->next = list->data;
    f->end = f->next + list->size * rec->sub->size;
    f->stride = rec->sub->size;
    f->close = CLOSE_LENGTH;
    if (e.job->flags & PBW_DETERMINISTIC && list->size > 1) {
      e.status = PBW_ERR_MEMORY;
      f->sorted = pbwi_map_sorted(list, rec->sub, &e.allocator);
      if (!f->sorted) goto failed;
      f->next = (const char *)f->sorted;
      f->end = f->next + list->size * sizeof(void *);
      f->stride = 0;
    }
    goto child;
  }

  OP(one_group, PBWI_ENC_ONE_GROUP) : {
    const char *child = *(char *const *)(const void *)(base + rec->offset);
    if (!child) NEXT();
    ROOM(0);
    TAG();
    PUSH();
    frame *f = e.top - 1;
    f->next = f->end = NULL;
    f->close = CLOSE_GROUP;
    base = child;
    plan = rec->sub;
    goto enter;
  }

  OP(list_group, PBWI_ENC_LIST_GROUP) : {
    const pbw_list *list = pbwi_at(base, rec->offset);
    if (!list->size) NEXT();
    PUSH();
    frame *f = e.top - 1;
    f->next = list->data;
    f->end = f->next + list->size * sizeof(void *);
    f->stride = 0;
    f->close = CLOSE_GROUP;
    goto child;
  }

  /* An item of a message set: a group 1 of type_id 2 and message 3. */
  OP(set_item, PBWI_ENC_SET_ITEM) : {
    const char *child = *(char *const *)(const void *)(base + rec->offset);
    if (!child) NEXT();
    ROOM(0);
    *out++ = 0x0b;
    *out++ = 0x10;
    out = pbwi_varint_put(out, rec->presence_mask);
    *out++ = 0x1a;
    PUSH();
    frame *f = e.top - 1;
    f->next = f->end = NULL;
    f->close = CLOSE_ITEM;
    out += f->slot;
    f->start = (size_t)(out - e.start);
    base = child;
    plan = rec->sub;
    goto enter;
  }

  /* The next child of the frame on top; there is one. A NULL in a host's list is an empty message. */
child: {
  frame *f = e.top - 1;
  const char *at = f->next;
  rec = f->rec;
  ROOM(0);
  TAG();
  f->next += f->stride ? f->stride : sizeof(void *);
  base = f->stride ? at : *(char *const *)(const void *)at;
  plan = rec->sub;
  if (f->close == CLOSE_LENGTH) out += f->slot;
  f->start = (size_t)(out - e.start);
  if (PBWI_LIKELY(base)) goto enter;
  goto close;
}

  /* -- the end of a message -- */

  OP(end_message, PBWI_ENC_END) : {
    const pbw_message *message = (const void *)base;
    const pbw_bytes *slice = message->unknown.data;
    if (PBWI_LIKELY(!message->unknown.size) || e.job->flags & PBW_NO_UNKNOWN) goto close;
    for (const pbw_bytes *last = slice + message->unknown.size; slice != last; slice++) {
      if (slice->size > PBWI_MAX_SIZE) goto too_large;
      ROOM(slice->size);
      out = copy(out, slice->data, slice->size);
    }
    goto close;
  }

  OP(end_entry, PBWI_ENC_ENTRY_END) : goto close;

#if !COMPUTED_GOTO
  }
#endif

close: {
  if (e.top == e.frames) {
    uint8_t slot = 1;
    ROOM(0);
    if (e.job->delimited) out = close_length(&e, out, 1, &slot);
    *given = e;
    *end = out;
    return PBW_OK;
  }
  frame *f = e.top - 1;
  if (PBWI_LIKELY(f->close == CLOSE_LENGTH)) {
    size_t size = (size_t)(out - e.start) - f->start;
    if (PBWI_LIKELY(size < 0x80 && f->slot == 1))
      e.start[f->start - 1] = (uint8_t)size;
    else
      out = close_length(&e, out, f->start, &f->slot);
  } else {
    ROOM(0);
    if (f->close == CLOSE_ITEM) {
      out = close_length(&e, out, f->start, &f->slot);
      *out++ = 0x0c;
    } else { /* the end tag is the start tag with the next wire type */
      pbwi_store64le(out, f->rec->tag + 1);
      out += f->rec->tag_size;
    }
  }
  if (f->next != f->end) goto child;
  if (PBWI_UNLIKELY(f->sorted != NULL)) drop_sorted(&e, f);
  e.top--;
  rec = f->rec;
  base = f->base;
  NEXT();
}

too_large:
  e.status = PBW_ERR_SIZE;
failed:
  *given = e;
  return e.status;
}

/* ---- around the loop ---- */

/* Name the place: frames lead from the root to the message that could not be written. */
static PBWI_COLD pbw_status fail(const encoder *e, pbw_error *error) {
  pbwi_path path;
  const pbwi_plan *plan = e->job->message->plan;
  pbwi_path_start(&path, plan->name);
  for (const frame *f = e->frames; f < e->top; f++) {
    if (!(plan->flags & PBWI_PLAN_ENTRY)) pbwi_path_field(&path, &plan->slots[f->rec - plan->enc]);
    plan = f->rec->sub;
  }
  return pbwi_error_set(error, e->status, PBW_NO_OFFSET, path.text, NULL);
}

/* Bring the output home: to the caller's buffer, or into the arena. */
static pbw_status deliver(encoder *e, const uint8_t *end, const uint8_t **data, size_t *size, pbw_error *error) {
  const pbwi_encode_job *job = e->job;
  size_t used = (size_t)(end - e->start);
  if (PBWI_UNLIKELY(used > PBWI_MAX_SIZE)) {
    e->status = PBW_ERR_SIZE;
    return fail(e, error);
  }
  *size = used;
  if (!job->buffer) {
    *data = e->start;
    leave_block(e, used);
    return PBW_OK;
  }
  if (used > job->capacity)
    return pbwi_error_format(error, PBW_ERR_BUFFER, PBW_NO_OFFSET, NULL, "the buffer has %zu bytes, %zu are needed",
                             job->capacity, used);
  if (e->start != job->buffer && used) memcpy(job->buffer, e->start, used);
  *data = job->buffer;
  return PBW_OK;
}

/* Begin in the caller's buffer or the arena's block, where they are large enough to begin in. */
static bool open_output(encoder *e) {
  const pbwi_encode_job *job = e->job;
  pbw_arena *arena = job->memory;
  if (job->buffer && job->capacity >= PBWI_SLOP) {
    e->start = job->buffer;
    e->lim = job->buffer + job->capacity - PBWI_SLOP;
    return true;
  }
  if (!job->buffer && arena->end - arena->ptr >= 2 * PBWI_SLOP) {
    take_block(e);
    return true;
  }
  e->start = e->stack; /* nothing is there yet */
  return grow(e, e->stack, 0) != NULL;
}

pbw_status pbwi_encode(const pbwi_encode_job *job, const uint8_t **data, size_t *size, pbw_error *error) {
  frame frames[STACK_FRAMES];
  uint8_t stack[STACK_SPILL];
  uint32_t max_depth = job->max_depth ? job->max_depth : PBWI_DEFAULT_DEPTH;
  if (max_depth > PBWI_MAX_DEPTH) max_depth = PBWI_MAX_DEPTH;
  uint32_t first = max_depth < STACK_FRAMES ? max_depth : STACK_FRAMES;
  encoder e = {
      .stack = stack, .job = job, .frames = frames, .top = frames, .limit = frames + first, .deepest = frames,
      .depth_left = max_depth - first,
  };
  *data = NULL;
  *size = 0;
  if (job->memory)
    e.allocator = job->memory->allocator;
  else
    pbwi_allocator_init(&e.allocator, NULL);

  uint8_t *end = NULL;
  pbw_status status = open_output(&e) ? run(&e, &end) : e.status;
  if (PBWI_LIKELY(!status && (!e.incomplete || job->flags & PBW_PARTIAL))) {
    status = deliver(&e, end, data, size, error);
  } else if (!status) {
    status = pbwi_check(job->message, error);
    leave_block(&e, 0);
  } else {
    status = fail(&e, error);
    leave_block(&e, 0);
    for (const frame *f = e.frames; f < e.top; f++)
      if (f->sorted) drop_sorted(&e, f);
  }
  if (PBWI_UNLIKELY(e.frames_grown)) {
    size_t count = (size_t)(e.limit - e.frames);
    e.allocator.free(e.allocator.user, e.frames, count * sizeof *frames);
  }
  if (PBWI_UNLIKELY(e.spill)) e.allocator.free(e.allocator.user, e.spill, e.spill_size);
  return status;
}
