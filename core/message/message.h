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

/* Zero `size` bytes, a multiple of 16, at an address that is one too. */
PBWI_INLINE void pbwi_zero(void *block, size_t size) {
  char *p = block;
  for (char *end = p + size; p != end; p += 16) memset(p, 0, 16);
}

/* An empty message in `memory`, that `owner` owns (NULL: pooled). NULL: no memory. */
PBWI_INLINE pbw_message *pbwi_message_make(pbw_arena *memory, const pbwi_plan *plan, pbw_arena *owner) {
  pbw_message *message = pbwi_arena_alloc(memory, plan->size);
  if (PBWI_UNLIKELY(!message)) return NULL;
  pbwi_zero(message, plan->size);
  message->plan = plan;
  message->arena = owner;
  return message;
}

#endif
