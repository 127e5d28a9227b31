/* An allocator that counts, checks the sizes that it is told, and fails the n-th request. How to use it:
 *
 *   for (size_t n = 1;; n++) {
 *     failing_alloc memory = {.fail_at = n};
 *     pbw_allocator allocator = failing_allocator(&memory);
 *     ... run; on failure expect PBW_ERR_MEMORY; free everything ...
 *     assert(memory.blocks == 0);
 *     if (!memory.failed) break;   // n was beyond the last request
 *   }
 *
 * fail_at 0 never fails. A wrong size on resize or free aborts. */
#ifndef FAILING_ALLOC_H
#define FAILING_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/pbwire.h"

typedef struct failing_alloc {
  size_t fail_at;  /* the request that fails, from 1; 0: none */
  size_t requests; /* alloc and resize                         */
  size_t blocks;   /* now alive                                */
  size_t bytes;    /* in them                                  */
  bool failed;
} failing_alloc;

enum { FAILING_HEADER = 16 }; /* the block's size stands in front of it */

static inline void failing_check(const char *block, size_t size) {
  size_t told;
  memcpy(&told, block - FAILING_HEADER, sizeof told);
  if (told == size) return;
  fprintf(stderr, "failing_alloc: a block of %zu bytes was given back as %zu\n", told, size);
  abort();
}

static inline void *failing_take(void *user, size_t size) {
  failing_alloc *memory = user;
  if (++memory->requests == memory->fail_at) {
    memory->failed = true;
    return NULL;
  }
  char *block = malloc(size + FAILING_HEADER);
  if (!block) return NULL;
  memcpy(block, &size, sizeof size);
  memory->blocks++;
  memory->bytes += size;
  return block + FAILING_HEADER;
}

static inline void failing_give(void *user, void *block, size_t size) {
  failing_alloc *memory = user;
  failing_check(block, size);
  memory->blocks--;
  memory->bytes -= size;
  free((char *)block - FAILING_HEADER);
}

/* Always moves, so that a stale pointer is seen by the sanitizer. */
static inline void *failing_resize(void *user, void *block, size_t old_size, size_t new_size) {
  failing_check(block, old_size);
  void *fresh = failing_take(user, new_size);
  if (!fresh) return NULL;
  memcpy(fresh, block, old_size < new_size ? old_size : new_size);
  failing_give(user, block, old_size);
  return fresh;
}

static inline pbw_allocator failing_allocator(failing_alloc *memory) {
  return (pbw_allocator){sizeof(pbw_allocator), 0, memory, failing_take, failing_resize, failing_give};
}

#endif
