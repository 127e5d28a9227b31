/* The slow half of the arena: blocks. See arena.h for the picture.
 *
 * Blocks double from 1 KiB to 1 MiB and then grow by half of what is held, so that n bytes cost O(log n) calls; a
 * request larger than the next size gets a block of its own size. */
#include "core/base/arena.h"

#include <stdlib.h>

struct pbwi_block {
  pbwi_block *next;
  size_t size; /* of the whole block, this header included */
};

enum { HEADER = (sizeof(pbwi_block) + PBWI_ARENA_ALIGN - 1) & ~(PBWI_ARENA_ALIGN - 1) };

#define FIRST_BLOCK ((size_t)1 << 10)
#define LARGEST_STEP ((size_t)1 << 20)

static void *libc_alloc(void *user, size_t size) {
  (void)user;
  return malloc(size);
}

static void *libc_resize(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user, (void)old_size;
  return realloc(block, new_size);
}

static void libc_free(void *user, void *block, size_t size) {
  (void)user, (void)size;
  free(block);
}

const pbw_allocator pbwi_libc = {sizeof pbwi_libc, 0, NULL, libc_alloc, libc_resize, libc_free};

pbw_status pbwi_allocator_init(pbw_allocator *out, const pbw_allocator *given) {
  if (!given) {
    *out = pbwi_libc;
    return PBW_OK;
  }
  if (given->struct_size < sizeof *out || !given->alloc || !given->resize || !given->free)
    return PBW_ERR_ARGUMENT;
  *out = *given;
  out->struct_size = sizeof *out;
  return PBW_OK;
}

/* Make `block` the one that is allocated from, `skip` bytes behind its header being taken. */
static void open_block(pbw_arena *arena, pbwi_block *block, size_t skip) {
  arena->ptr = (uint8_t *)block + HEADER + skip;
  arena->end = (uint8_t *)block + block->size;
  arena->only = NULL;
  PBWI_POISON(arena->ptr, (size_t)(arena->end - arena->ptr));
}

static void close_block(const pbw_arena *arena, pbwi_block *block) {
  PBWI_UNPOISON((uint8_t *)block, block->size);
  arena->allocator.free(arena->allocator.user, block, block->size);
}

/* The size of a block with room for `payload` bytes, a multiple of the alignment. */
static size_t block_size(size_t payload) { return pbwi_align(HEADER + payload, PBWI_ARENA_ALIGN); }

pbw_arena *pbwi_arena_new(const pbw_allocator *allocator, size_t max, size_t first) {
  size_t self = pbwi_align(sizeof(pbw_arena), PBWI_ARENA_ALIGN);
  if (first > SIZE_MAX / 2) return NULL;
  size_t size = block_size(self + first);
  if (max && size > max) size = block_size(self);
  pbwi_block *block = allocator->alloc(allocator->user, size);
  if (!block) return NULL;
  *block = (pbwi_block){NULL, size};
  pbw_arena *arena = pbwi_at(block, HEADER);
  pbwi_arena_init(arena, allocator, max);
  arena->in_ctx = false;
  arena->blocks = block;
  arena->held = size;
  open_block(arena, block, self);
  return arena;
}

void pbwi_arena_free(pbw_arena *arena) {
  if (!arena) return;
  pbw_arena copy = *arena; /* the arena goes with its first block */
  for (pbwi_block *block = copy.blocks, *next; block; block = next) {
    next = block->next;
    close_block(&copy, block);
  }
}

void pbwi_arena_init(pbw_arena *arena, const pbw_allocator *allocator, size_t max) {
  arena->ptr = arena->end = arena->only = NULL;
  arena->blocks = NULL;
  arena->allocator = *allocator;
  arena->held = 0;
  arena->max = max ? max : SIZE_MAX;
  arena->root = NULL;
  arena->in_ctx = true;
  arena->hit_max = false;
}

void pbwi_arena_clear(pbw_arena *arena) {
  for (pbwi_block *block = arena->blocks, *next; block; block = next) {
    next = block->next;
    close_block(arena, block);
  }
  arena->blocks = NULL;
  arena->ptr = arena->end = arena->only = NULL;
  arena->held = 0;
}

void pbwi_arena_reset(pbw_arena *arena, size_t retain) {
  pbwi_block *newest = arena->blocks;
  arena->hit_max = false;
  if (!newest) return;
  if (!newest->next && newest->size <= retain) {
    open_block(arena, newest, 0);
    arena->only = arena->ptr;
    return;
  }
  size_t total = arena->held < retain ? arena->held : retain;
  pbwi_arena_clear(arena);
  pbwi_block *block = total > HEADER ? arena->allocator.alloc(arena->allocator.user, total) : NULL;
  if (!block) return; /* the next allocation tries again */
  *block = (pbwi_block){NULL, total};
  arena->blocks = block;
  arena->held = total;
  open_block(arena, block, 0);
  arena->only = arena->ptr;
}

void *pbwi_arena_refill(pbw_arena *arena, size_t size) {
  arena->hit_max = false;
  if (size > SIZE_MAX / 2) return NULL;
  size_t need = block_size(size);
  size_t step = arena->held < FIRST_BLOCK ? FIRST_BLOCK : arena->held;
  if (step > LARGEST_STEP) step = arena->held / 2 > LARGEST_STEP ? arena->held / 2 : LARGEST_STEP;
  /* A ctx's only block, empty and too small, would do nothing but count against the limit. */
  if (arena->in_ctx && arena->blocks && !arena->blocks->next && arena->ptr == (uint8_t *)arena->blocks + HEADER)
    pbwi_arena_clear(arena);
  size_t want = need > step ? need : pbwi_align(step, PBWI_ARENA_ALIGN);
  size_t left = arena->held < arena->max ? arena->max - arena->held : 0; /* the first block may be above it */
  if (want > left) want = need;
  if (want > left) {
    arena->hit_max = true;
    return NULL;
  }
  pbwi_block *block = arena->allocator.alloc(arena->allocator.user, want);
  if (!block) return NULL;
  *block = (pbwi_block){arena->blocks, want};
  arena->blocks = block;
  arena->held += want;
  open_block(arena, block, 0);
  return pbwi_arena_alloc(arena, size);
}

void *pbwi_arena_grow(pbw_arena *arena, void *old, size_t old_size, size_t new_size) {
  size_t rounded = pbwi_align(old_size, PBWI_ARENA_ALIGN);
  if (old && (uint8_t *)old + rounded == arena->ptr && new_size - old_size <= (size_t)(arena->end - arena->ptr)) {
    size_t grown = pbwi_align(new_size, PBWI_ARENA_ALIGN);
    if (grown - rounded <= (size_t)(arena->end - arena->ptr)) {
      arena->ptr = (uint8_t *)old + grown;
      PBWI_UNPOISON(old, new_size);
      return old;
    }
  }
  void *fresh = pbwi_arena_alloc(arena, new_size);
  if (fresh && old_size) memcpy(fresh, old, old_size);
  return fresh;
}

void *pbwi_arena_copy(pbw_arena *arena, const void *data, size_t size) {
  void *copy = pbwi_arena_alloc(arena, size);
  if (copy && size) memcpy(copy, data, size);
  return copy;
}

char *pbwi_arena_string(pbw_arena *arena, const void *data, size_t size) {
  char *copy = pbwi_arena_alloc(arena, size + 1);
  if (!copy) return NULL;
  if (size) memcpy(copy, data, size);
  copy[size] = 0;
  return copy;
}
