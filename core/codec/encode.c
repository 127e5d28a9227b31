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
#include "core/codec/form.h"
#include "core/codec/sort.h"
#include "core/codec/varint.h"
#include "core/message/check.h"
#include "core/message/path.h"

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

/* For what is neither the caller's buffer nor the arena's block. */
static pbw_allocator allocator_of(const encoder *e) {
  pbw_allocator a;
  if (e->job->memory) return e->job->memory->allocator;
  pbwi_allocator_init(&a, NULL);
  return a;
}

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
  pbw_allocator a = allocator_of(e);
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
    uint8_t *fresh = e->spill ? a.resize(a.user, e->spill, e->spill_size, size) : a.alloc(a.user, size);
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
  pbw_allocator a = allocator_of(e);
  size_t have = (size_t)(e->limit - e->frames);
  size_t more = have < e->depth_left ? have : e->depth_left;
  e->status = PBW_ERR_DEPTH;
  if (!more) return false;
  e->status = PBW_ERR_MEMORY;
  frame *frames = a.alloc(a.user, (have + more) * sizeof *frames);
  if (!frames) return false;
  memcpy(frames, e->frames, have * sizeof *frames);
  if (e->frames_grown) a.free(a.user, e->frames, have * sizeof *frames);
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
 * slot has another size, for which the caller has made sure of slop. Returns the new end. */
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

static PBWI_COLD const void **sort(const encoder *e, const pbw_list *map, const pbwi_plan *entry) {
  pbw_allocator a = allocator_of(e);
  return pbwi_map_sorted(map, entry, &a);
}

static PBWI_COLD void drop_sorted(const encoder *e, const frame *f) {
  const pbw_list *map = pbwi_at(f->base, f->rec->offset);
  pbw_allocator a = allocator_of(e);
  a.free(a.user, f->sorted, map->size * sizeof *f->sorted);
}

static bool missing_required(const pbwi_plan *plan, const char *base) {
  if (plan->flags & PBWI_PLAN_REQUIRED) return true; /* pbwi_check looks closer */
  uint64_t word;
  memcpy(&word, base + plan->has_offset, 8);
  return (word & plan->required) != plan->required;
}

/* ---- begin and end ---- */

/* Begin in the caller's buffer or the arena's block, where they are large enough to begin in. */
PBWI_INLINE bool open_output(encoder *e) {
  const pbwi_encode_job *job = e->job;
  if (job->buffer && job->capacity >= PBWI_SLOP) {
    e->start = job->buffer;
    e->lim = job->buffer + job->capacity - PBWI_SLOP;
    return true;
  }
  if (!job->buffer && PBWI_LIKELY(job->memory->end - job->memory->ptr >= 2 * PBWI_SLOP)) {
    take_block(e);
    return true;
  }
  e->start = e->stack; /* nothing is there yet */
  return grow(e, e->stack, 0) != NULL;
}

/* Free what was allocated outside the output. */
static void release(const encoder *e) {
  pbw_allocator a = allocator_of(e);
  if (e->frames_grown) a.free(a.user, e->frames, (size_t)(e->limit - e->frames) * sizeof *e->frames);
  if (e->spill) a.free(a.user, e->spill, e->spill_size);
}

/* Tell e->status with its place (frames lead from the root to the message that could not be written), and
 * free what was allocated. */
static PBWI_COLD pbw_status abandon(encoder *e, pbw_error *error) {
  pbwi_path path;
  const pbwi_plan *plan = e->job->message->plan;
  pbwi_path_start(&path, plan->name);
  for (const frame *f = e->frames; f < e->top; f++) {
    if (!(plan->flags & PBWI_PLAN_ENTRY)) pbwi_path_field(&path, &plan->slots[f->rec - plan->enc]);
    plan = f->rec->sub;
  }
  for (const frame *f = e->frames; f < e->top; f++)
    if (f->sorted) drop_sorted(e, f);
  if (e->in_arena) leave_block(e, 0);
  release(e);
  return pbwi_error_set(error, e->status, PBW_NO_OFFSET, path.text, NULL);
}

/* Bring the output home: to the caller's buffer, or into the arena. */
PBWI_INLINE pbw_status deliver(encoder *e, const uint8_t *end, const uint8_t **data, size_t *size, pbw_error *error) {
  const pbwi_encode_job *job = e->job;
  size_t used = (size_t)(end - e->start);
  if (PBWI_UNLIKELY(used > PBWI_MAX_SIZE)) {
    e->status = PBW_ERR_SIZE;
    return abandon(e, error);
  }
  *size = used;
  *data = job->buffer ? job->buffer : e->start;
  pbw_status status = PBW_OK;
  if (!job->buffer)
    leave_block(e, used);
  else if (PBWI_UNLIKELY(used > job->capacity))
    status = pbwi_error_format(error, PBW_ERR_BUFFER, PBW_NO_OFFSET, NULL,
                               "the buffer has %zu bytes, %zu are needed", job->capacity, used);
  else if (e->start != job->buffer && used)
    memcpy(job->buffer, e->start, used);
  if (PBWI_UNLIKELY(e->frames_grown || e->spill)) release(e);
  return status;
}

/* ---- the loop ---- */

/* Which code runs which operation. */
#define FOUR(X, name, form)               \
  X(PBWI_ENC_NONZERO + form, nonzero_##name) \
  X(PBWI_ENC_ONE + form, one_##name)      \
  X(PBWI_ENC_LIST + form, list_##name)    \
  X(PBWI_ENC_PACKED + form, packed_##name)
#define CODE(X)                           \
  X(PBWI_ENC_END, end_message)            \
  X(PBWI_ENC_ENTRY_END, end_entry)        \
  FOUR(X, bool, PBWI_FORM_BOOL)           \
  FOUR(X, int32, PBWI_FORM_INT32)         \
  FOUR(X, uint32, PBWI_FORM_UINT32)       \
  FOUR(X, var64, PBWI_FORM_VAR64)         \
  FOUR(X, zig32, PBWI_FORM_ZIG32)         \
  FOUR(X, zig64, PBWI_FORM_ZIG64)         \
  FOUR(X, fix32, PBWI_FORM_FIX32)         \
  FOUR(X, fix64, PBWI_FORM_FIX64)         \
  X(PBWI_ENC_NONZERO + PBWI_FORM_BYTES, nonzero_bytes) \
  X(PBWI_ENC_ONE + PBWI_FORM_BYTES, one_bytes)   \
  X(PBWI_ENC_LIST + PBWI_FORM_BYTES, list_bytes) \
  X(PBWI_ENC_ONE_MESSAGE, one_message)    \
  X(PBWI_ENC_LIST_MESSAGE, list_message)  \
  X(PBWI_ENC_ONE_GROUP, one_group)        \
  X(PBWI_ENC_LIST_GROUP, list_group)      \
  X(PBWI_ENC_MAP, map)                    \
  X(PBWI_ENC_SET_ITEM, set_item)          \
  X(PBWI_ENC_BIT, bit)                    \
  X(PBWI_ENC_CASE, which)

/* Where labels are values an operation is a jump to what its record holds; elsewhere it is a switch. These
 * are macros because they jump. */
#if defined(__GNUC__)
#define GO(r) goto *(r)->go
#define GO_INNER(r) goto *code[(r)->inner]
#else
#define GO(r) do { op = (r)->op; goto jump; } while (0)
#define GO_INNER(r) do { op = (r)->inner; goto jump; } while (0)
#endif

#define NEXT()  \
  do {          \
    rec++;      \
    GO(rec);    \
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
nonzero_##name: {                \
    uint64_t value = pbwi_form_load(base + rec->offset, form);             \
    if (value) {                                                 \
      ROOM(0);                                                   \
      TAG();                                                     \
      out = put(out, form, value);                               \
    }                                                            \
    NEXT();                                                      \
  }                                                              \
one_##name: {                        \
    uint64_t value = pbwi_form_load(base + rec->offset, form);             \
    ROOM(0);                                                     \
    TAG();                                                       \
    out = put(out, form, value);                                 \
    NEXT();                                                      \
  }                                                              \
list_##name: {                      \
    const pbw_list *list = pbwi_at(base, rec->offset);           \
    const char *cell = list->data;                               \
    for (size_t i = list->size; i; i--, cell += pbwi_form_size(form)) { \
      ROOM(0);                                                   \
      TAG();                                                     \
      out = put(out, form, pbwi_form_load(cell, form));                    \
    }                                                            \
    NEXT();                                                      \
  }

/* The length of packed varints is at least their number: keep as many bytes free as that takes. */
#define PACKED_VARINTS(name, form)                               \
packed_##name: {                  \
    const pbw_list *list = pbwi_at(base, rec->offset);           \
    const char *cell = list->data;                               \
    if (!list->size) NEXT();                                     \
    ROOM(0);                                                     \
    TAG();                                                       \
    uint8_t slot = (uint8_t)pbwi_varint_size(list->size);        \
    out += slot;                                                 \
    size_t start = (size_t)(out - e.start);                      \
    for (size_t i = list->size; i; i--, cell += pbwi_form_size(form)) { \
      ROOM(0);                                                   \
      out = put(out, form, pbwi_form_load(cell, form));                    \
    }                                                            \
    ROOM(0);                                                     \
    out = close_length(&e, out, start, &slot);                   \
    NEXT();                                                      \
  }

/* Lists of fixed-width values are copied whole where the byte order is the wire's. */
#define PACKED_FIXED(name, form, width)                          \
packed_##name: {                  \
    const pbw_list *list = pbwi_at(base, rec->offset);           \
    size_t bytes = list->size * width;                            \
    if (!bytes) NEXT();                                          \
    if (list->size > PBWI_MAX_SIZE / width) goto too_large;      \
    ROOM(bytes);                                                 \
    TAG();                                                       \
    out = pbwi_varint_put(out, bytes);                           \
    memcpy(out, list->data, bytes);                              \
    for (size_t i = 0; PBWI_BIG_ENDIAN && i < bytes; i += width) \
      put(out + i, form, pbwi_form_load(pbwi_at(list->data, i), form));    \
    out += bytes;                                                \
    NEXT();                                                      \
  }

#define BYTES(cell)                                              \
  do {                                                           \
    size_t bytes = (cell)->size;                                 \
    if (PBWI_UNLIKELY(bytes > PBWI_MAX_SIZE)) goto too_large;    \
    ROOM(bytes);                                                 \
    TAG();                                                       \
    out = pbwi_varint_put(out, bytes);                           \
    out = copy(out, (cell)->data, bytes);                        \
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

/* Encode, or, with `table`, only tell where the code of the operations is. */
static pbw_status run(const pbwi_encode_job *job, const uint8_t **data, size_t *size, pbw_error *error,
                      const void *const **table) {
#if defined(__GNUC__)
#define LABEL(number, label) [number] = &&label,
  static const void *const code[PBWI_ENC_COUNT] = {CODE(LABEL)};
#undef LABEL
  if (PBWI_UNLIKELY(table != NULL)) {
    *table = code;
    return PBW_OK;
  }
#else
  unsigned op;
  (void)table;
#endif
  frame frames[STACK_FRAMES];
  uint8_t stack[STACK_SPILL];
  encoder e;
  uint32_t max_depth = job->max_depth ? job->max_depth : PBWI_DEFAULT_DEPTH;
  uint32_t first = max_depth < STACK_FRAMES ? max_depth : STACK_FRAMES;
  const char *base = (const char *)job->message;
  const pbwi_plan *plan = job->message->plan;
  const pbwi_enc *rec;

  *data = NULL;
  *size = 0;
  e.job = job;
  e.stack = stack;
  e.spill = NULL;
  e.frames = e.top = e.deepest = frames;
  e.limit = frames + first;
  e.depth_left = (max_depth < PBWI_MAX_DEPTH ? max_depth : PBWI_MAX_DEPTH) - first;
  e.frames_grown = e.in_arena = e.incomplete = false;
  if (PBWI_UNLIKELY(!open_output(&e))) goto failed;
  uint8_t *out = e.start + job->delimited, *lim = e.lim;

  /* Into the message at base, of `plan`. */
enter:
  if (PBWI_UNLIKELY(plan->required || plan->flags & PBWI_PLAN_REQUIRED) && missing_required(plan, base))
    e.incomplete = true;
  rec = plan->enc;
  GO(rec);

#if !defined(__GNUC__)
#define CASE(number, label) case number: goto label;
jump:
  switch (op) { CODE(CASE) }
#undef CASE
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

nonzero_bytes: {
    const pbw_bytes *cell = pbwi_at(base, rec->offset);
    if (cell->size) BYTES(cell);
    NEXT();
  }

one_bytes: {
    const pbw_bytes *cell = pbwi_at(base, rec->offset);
    BYTES(cell);
    NEXT();
  }

list_bytes: {
    const pbw_list *list = pbwi_at(base, rec->offset);
    const pbw_bytes *cell = list->data;
    for (size_t i = list->size; i; i--, cell++) BYTES(cell);
    NEXT();
  }

  /* -- what goes before a value -- */

bit: {
    if ((uint8_t)base[rec->presence_offset] & rec->presence_mask) GO_INNER(rec);
    NEXT();
  }

which: {
    uint32_t number;
    memcpy(&number, base + rec->presence_offset, 4);
    if (number == rec->presence_mask) GO_INNER(rec);
    NEXT();
  }

  /* -- messages -- */

one_message: {
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

list_message: {
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

map: {
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
      f->sorted = sort(&e, list, rec->sub);
      if (!f->sorted) goto failed;
      f->next = (const char *)f->sorted;
      f->end = f->next + list->size * sizeof(void *);
      f->stride = 0;
    }
    goto child;
  }

one_group: {
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

list_group: {
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
set_item: {
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

end_message: {
    const pbw_message *message = (const void *)base;
    const pbw_bytes *slice = message->unknown.data;
    if (PBWI_LIKELY(!message->unknown.size) || e.job->flags & PBW_NO_UNKNOWN) goto close;
    for (size_t i = message->unknown.size; i; i--, slice++) {
      if (slice->size > PBWI_MAX_SIZE) goto too_large;
      ROOM(slice->size);
      out = copy(out, slice->data, slice->size);
    }
    goto close;
  }

end_entry: goto close;

close: {
  if (e.top == e.frames) {
    uint8_t slot = 1;
    ROOM(0);
    if (job->delimited) out = close_length(&e, out, 1, &slot);
    if (PBWI_UNLIKELY(e.incomplete) && !(job->flags & PBW_PARTIAL) && (e.status = pbwi_check(job->message, error)))
      return abandon(&e, NULL);
    return deliver(&e, out, data, size, error);
  }
  frame *f = e.top - 1;
  if (PBWI_LIKELY(f->close == CLOSE_LENGTH)) {
    size_t bytes = (size_t)(out - e.start) - f->start;
    if (PBWI_LIKELY(bytes < 0x80 && f->slot == 1))
      e.start[f->start - 1] = (uint8_t)bytes;
    else {
      ROOM(0);
      out = close_length(&e, out, f->start, &f->slot);
    }
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
  return abandon(&e, error);
}

pbw_status pbwi_encode(const pbwi_encode_job *job, const uint8_t **data, size_t *size, pbw_error *error) {
  return run(job, data, size, error, NULL);
}

const void *pbwi_encode_code(unsigned op) {
  const void *const *table = NULL;
#if defined(__GNUC__)
  run(NULL, NULL, NULL, NULL, &table);
#endif
  return table ? table[op] : NULL;
}
