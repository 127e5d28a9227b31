/* Arena: memory handed out by moving a pointer, given back all at once.
 *
 *   blocks (newest first)                               one block
 *   +---------+     +---------+                         +------+------------------+-----------+
 *   | 64 KiB  | --> | 4 KiB   | --> NULL                | next | used             | free      |
 *   +---------+     +---------+                         | size |                  |           |
 *     ^ptr,end                                          +------+------------------+-----------+
 *                                                                                 ^ptr        ^end
 *
 * An owned arena stands in its own first block, so that a small decoded message costs one malloc and one free. A
 * ctx's arena stands in the ctx and is reset: its blocks become one block, as large as the sum, so that
 * the steady state is one block and no call to the allocator.
 *
 * Fast because the common case is an add and a compare, inlined. Safe because every size is rounded in one
 * place and checked against the space left, never computed past `end`. With address sanitizer the free
 * part of a block is poisoned, so that overruns inside an arena are seen. */
#ifndef PBWI_ARENA_H
#define PBWI_ARENA_H

#include "core/base/port.h"

/* Alignment of everything in an arena: message cells are zeroed with 16-byte stores. */
#define PBWI_ARENA_ALIGN 16

#if defined(__SANITIZE_ADDRESS__)
#define PBWI_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PBWI_ASAN 1
#endif
#endif
#ifndef PBWI_ASAN
#define PBWI_ASAN 0
#endif

/* Any sanitizer that instruments functions: they then do not fit special calling conventions. */
#define PBWI_SANITIZED PBWI_ASAN
#if defined(__SANITIZE_THREAD__)
#undef PBWI_SANITIZED
#define PBWI_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#undef PBWI_SANITIZED
#define PBWI_SANITIZED 1
#endif
#endif

#if PBWI_ASAN
#include <sanitizer/asan_interface.h>
#define PBWI_POISON(p, n) ASAN_POISON_MEMORY_REGION((p), (n))
#define PBWI_UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#else
#define PBWI_POISON(p, n) ((void)(p), (void)(n))
#define PBWI_UNPOISON(p, n) ((void)(p), (void)(n))
#endif

typedef struct pbwi_block pbwi_block;

struct pbw_arena {
  uint8_t *ptr;            /* first free byte of the newest block, aligned                       */
  uint8_t *end;            /* its end                                                            */
  pbwi_block *blocks;      /* newest first                                                       */
  uint8_t *only;           /* where the only block begins, after a reset; NULL: see the blocks   */
  pbw_allocator allocator; /* complete: never NULL functions                                     */
  size_t held;             /* bytes taken from the allocator                                     */
  size_t max;              /* no block is added beyond it; the one that the arena stands in may be */
  pbw_message *root;       /* the message whose private arena this is, or NULL                   */
  bool in_ctx;             /* part of a ctx: reset instead of freed                              */
  bool hit_max;            /* the last failure was `max`, not the allocator                      */
};

/* malloc, realloc, free. */
extern const pbw_allocator pbwi_libc;

/* The allocator to use for a caller's table: malloc for NULL. ARGUMENT when a function is missing. */
pbw_status pbwi_allocator_init(pbw_allocator *out, const pbw_allocator *given);

/* An arena in its own first block, with at least `first` bytes free; NULL: no memory. max 0: no limit. */
pbw_arena *pbwi_arena_new(const pbw_allocator *allocator, size_t max, size_t first);
void pbwi_arena_free(pbw_arena *arena);

/* An arena inside another object; takes no memory yet. */
void pbwi_arena_init(pbw_arena *arena, const pbw_allocator *allocator, size_t max);
/* Free all blocks of an embedded arena. */
void pbwi_arena_clear(pbw_arena *arena);
/* Forget everything; keep one block of at most `retain` bytes, as large as all that was used. */
void pbwi_arena_reset(pbw_arena *arena, size_t retain);

/* Slow path: a new block for `size` (rounded) bytes. NULL: no memory or limit (see hit_max). */
void *pbwi_arena_refill(pbw_arena *arena, size_t size);

/* The status for a NULL from the arena. */
PBWI_INLINE pbw_status pbwi_arena_status(const pbw_arena *arena) {
  return arena->hit_max ? PBW_ERR_LIMIT : PBW_ERR_MEMORY;
}

/* `size` bytes, aligned, not zeroed; NULL when there are none. */
PBWI_INLINE void *pbwi_arena_alloc(pbw_arena *arena, size_t size) {
  size_t room = (size_t)(arena->end - arena->ptr);
  size_t rounded = pbwi_align(size ? size : 1, PBWI_ARENA_ALIGN); /* so that 0 bytes have a place too */
  if (PBWI_UNLIKELY(rounded > room || rounded < size)) return pbwi_arena_refill(arena, size);
  void *p = arena->ptr;
  arena->ptr += rounded;
  if (PBWI_ASAN) PBWI_UNPOISON(p, size);
  return p;
}

/* The same for a size that is a multiple of the alignment. */
PBWI_INLINE void *pbwi_arena_take(pbw_arena *arena, size_t size) {
  void *p = arena->ptr;
  if (PBWI_UNLIKELY(size > (size_t)(arena->end - arena->ptr))) return pbwi_arena_refill(arena, size);
  arena->ptr += size;
  if (PBWI_ASAN) PBWI_UNPOISON(p, size);
  return p;
}

/* Zeroed. */
PBWI_INLINE void *pbwi_arena_zalloc(pbw_arena *arena, size_t size) {
  void *p = pbwi_arena_alloc(arena, size);
  return p ? memset(p, 0, size) : NULL;
}

/* Grow what pbwi_arena_alloc gave, to a size that is not smaller: in place when nothing was allocated behind it, else a copy. The old
 * memory is not reused before the arena is reset. NULL leaves the old block as it was. */
void *pbwi_arena_grow(pbw_arena *arena, void *old, size_t old_size, size_t new_size);

/* A copy of bytes; of size 0 gives a pointer that is not NULL. */
void *pbwi_arena_copy(pbw_arena *arena, const void *data, size_t size);
/* A copy of a string with a NUL behind it. */
char *pbwi_arena_string(pbw_arena *arena, const void *data, size_t size);

#endif
