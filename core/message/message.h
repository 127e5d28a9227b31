/* A message block: its header, its birth. plan.h draws it. */
#ifndef PBWI_MESSAGE_H
#define PBWI_MESSAGE_H

#include "core/base/arena.h"
#include "core/plan/plan.h"

struct pbw_message {
  const pbwi_plan *plan;
  pbw_arena *arena;  /* NULL: pooled, read-only */
  pbw_list unknown;  /* of pbw_bytes: whole fields in wire format */
};

/* The header with the first word of presence bits: tells where the word stands on this machine. */
typedef struct pbwi_message_head {
  pbw_message message;
  uint64_t has[1];
} pbwi_message_head;

#define PBWI_HAS_OFFSET offsetof(pbwi_message_head, has)

_Static_assert(sizeof(pbw_message) % sizeof(void *) == 0, "cells follow the header without padding");

/* Zero `size` bytes, a multiple of 16 and not 0, at an address that is one too. Most messages are small: a call
 * to memset costs more than it saves. */
PBWI_INLINE void pbwi_zero(void *block, size_t size) {
  char *p = block, *end = p + size;
  if (PBWI_UNLIKELY(size > 512)) {
    memset(p, 0, size);
    return;
  }
  if (size & 16) {
    memset(p, 0, 16);
    p += 16;
  }
  if (size & 32) {
    memset(p, 0, 32);
    p += 32;
  }
  while (p != end) {
    memset(p, 0, 64);
    p += 64;
    PBWI_IN_REGISTER(p); /* or the compiler finds out that this is memset, and calls it */
  }
}

/* Make a block of plan->size bytes an empty message, that `owner` owns (NULL: pooled). */
PBWI_INLINE pbw_message *pbwi_message_init(void *block, const pbwi_plan *plan, pbw_arena *owner) {
  pbw_message *message = block;
  pbwi_zero(message, plan->size);
  message->plan = plan;
  message->arena = owner;
  return message;
}

/* An empty message in `memory`. NULL: no memory. */
PBWI_INLINE pbw_message *pbwi_message_make(pbw_arena *memory, const pbwi_plan *plan, pbw_arena *owner) {
  void *block = pbwi_arena_take(memory, plan->size);
  return PBWI_LIKELY(block != NULL) ? pbwi_message_init(block, plan, owner) : NULL;
}

#endif
