/* Counts what goes through malloc, for every engine alike: to be preloaded. operator new and Rust's allocator end here
 * too. For one thread: the counters are plain numbers. */
#include "alloc_count.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

/* glibc's own, under their other names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static alloc_counts counts;

EXPORT alloc_counts *alloc_count_counts(void);
alloc_counts *alloc_count_counts(void) { return &counts; }

static void *taken(void *block) {
  counts.calls++;
  counts.live += malloc_usable_size(block);
  if (counts.live > counts.peak) counts.peak = counts.live;
  return block;
}

EXPORT void *malloc(size_t size) { return taken(__libc_malloc(size)); }
EXPORT void *calloc(size_t count, size_t size) { return taken(__libc_calloc(count, size)); }
EXPORT void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }
EXPORT void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

EXPORT int posix_memalign(void **out, size_t alignment, size_t size) {
  *out = memalign(alignment, size);
  return *out != NULL ? 0 : ENOMEM;
}

EXPORT void *realloc(void *block, size_t size) {
  size_t old = malloc_usable_size(block);
  void *moved = __libc_realloc(block, size);
  if (moved == NULL && size != 0) return NULL;
  counts.live -= old;
  return taken(moved);
}

EXPORT void free(void *block) {
  counts.live -= malloc_usable_size(block);
  __libc_free(block);
}
