/* The life of owned messages. */
#include "core/message/owned.h"

#include "core/message/merge.h"

pbw_arena *pbwi_owned_open(const pbw_allocator *allocator, pbw_arena *shared, size_t max, size_t first) {
  if (shared) return shared;
  return pbwi_arena_new(allocator, max, first);
}

pbw_status pbwi_owned_close(pbw_arena *arena, pbw_arena *shared, pbw_status status, pbw_message **out) {
  if (status) *out = NULL;
  if (arena == shared) return status;
  if (status)
    pbwi_arena_free(arena);
  else
    arena->root = *out;
  return status;
}

pbw_status pbwi_owned_new(const pbwi_plan *plan, pbw_arena *shared, pbw_message **out) {
  pbw_arena *arena = pbwi_owned_open(&pbwi_libc, shared, 0, plan->size);
  if (!arena) return PBW_ERR_MEMORY;
  *out = pbwi_message_make(arena, plan, arena);
  return pbwi_owned_close(arena, shared, *out ? PBW_OK : pbwi_arena_status(arena), out);
}

pbw_status pbwi_owned_clone(const pbw_message *from, pbw_arena *shared, pbw_message **out) {
  pbw_arena *arena = pbwi_owned_open(&pbwi_libc, shared, 0, from->plan->size);
  if (!arena) return PBW_ERR_MEMORY;
  return pbwi_owned_close(arena, shared, pbwi_clone(arena, from, out), out);
}

void pbwi_owned_free(pbw_message *message) {
  if (message && message->arena && message->arena->root == message) pbwi_arena_free(message->arena);
}
