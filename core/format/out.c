/* Where text goes. */
#include "core/format/out.h"

#include "core/base/limits.h"

uint8_t *pbwi_out_buffer(pbwi_out *out, uint8_t *buffer, size_t capacity) {
  *out = (pbwi_out){.start = buffer, .end = capacity ? buffer + capacity : buffer, .buffer = buffer, .capacity = capacity};
  return out->start;
}

/* Where an arena without a block begins to write: there is no room, but it is a place. */
static uint8_t nowhere[1];

/* All that is free in the newest block. */
static void take_block(pbwi_out *out) {
  out->start = out->arena->ptr ? out->arena->ptr : nowhere;
  out->end = out->arena->ptr ? out->arena->end : nowhere;
  PBWI_UNPOISON(out->start, (size_t)(out->end - out->start));
}

uint8_t *pbwi_out_arena(pbwi_out *out, pbw_arena *arena) {
  *out = (pbwi_out){.arena = arena};
  take_block(out);
  return out->start;
}

uint8_t *pbwi_out_grow(pbwi_out *out, uint8_t *p, size_t need) {
  size_t used = (size_t)(p - out->start), size = 2 * used + need + 1024;
  const uint8_t *old = out->start;
  out->status = PBW_ERR_SIZE;
  if (used > PBWI_MAX_SIZE || need > PBWI_MAX_SIZE) return NULL;
  if (out->arena) {
    pbw_arena *arena = out->arena;
    arena->ptr = arena->end; /* the block is in use: what it holds is still to be copied */
    uint8_t *fresh = pbwi_arena_refill(arena, pbwi_align(size, PBWI_ARENA_ALIGN));
    out->status = pbwi_arena_status(arena);
    if (!fresh) return NULL;
    arena->ptr = fresh;
    take_block(out);
    if (used) memcpy(out->start, old, used);
    return out->start + used;
  }
  out->status = PBW_ERR_MEMORY;
  uint8_t *fresh = out->spill ? pbwi_libc.resize(NULL, out->spill, out->spill_size, size) : pbwi_libc.alloc(NULL, size);
  if (!fresh) return NULL;
  if (!out->spill && used) memcpy(fresh, old, used);
  out->start = out->spill = fresh;
  out->spill_size = size;
  out->end = fresh + size;
  return fresh + used;
}

pbw_status pbwi_out_close(pbwi_out *out, const uint8_t *p, pbw_status status, const uint8_t **data, size_t *size) {
  size_t used = p ? (size_t)(p - out->start) : 0;
  if (!p && !status) status = out->status;
  if (!status && used > PBWI_MAX_SIZE) status = PBW_ERR_SIZE;
  if (status) used = 0;
  if (out->arena) {
    if (out->start != nowhere) out->arena->ptr = out->start + pbwi_align(used, PBWI_ARENA_ALIGN);
    PBWI_POISON(out->arena->ptr, (size_t)(out->arena->end - out->arena->ptr));
    *data = out->start;
  } else {
    if (out->spill && used <= out->capacity && used) memcpy(out->buffer, out->spill, used);
    if (used > out->capacity) status = PBW_ERR_BUFFER;
    if (out->spill) pbwi_libc.free(NULL, out->spill, out->spill_size);
    *data = out->buffer;
  }
  *size = used;
  return status;
}
