/* Where text goes: the caller's buffer, or the newest block of a ctx's arena, whole until it is done.
 *
 *   start                       p (a local of whoever prints)       end
 *   +---------------------------+-----------------------------------+
 *   | written                   | room                              |
 *   +---------------------------+-----------------------------------+
 *
 * A printer keeps p in a register, asks for room for a whole piece (a key, a number, 16 bytes of a string) and stores
 * without looking. When a caller's buffer is full, the text goes on in memory of its own, so that its size is known
 * in the end, and is copied back if it fitted after all. */
#ifndef PBWI_OUT_H
#define PBWI_OUT_H

#include "core/base/arena.h"

typedef struct pbwi_out {
  uint8_t *start, *end;
  uint8_t *buffer;    /* the caller's, or NULL                    */
  size_t capacity;
  uint8_t *spill;     /* allocated, or NULL                       */
  size_t spill_size;
  pbw_arena *arena;   /* where there is no buffer                 */
  pbw_status status;  /* why there was no room                    */
} pbwi_out;

/* Both return where to write. */
uint8_t *pbwi_out_buffer(pbwi_out *out, uint8_t *buffer, size_t capacity);
uint8_t *pbwi_out_arena(pbwi_out *out, pbw_arena *arena);

/* Room for `need` more bytes, perhaps elsewhere: the place to go on at. NULL: see status. */
uint8_t *pbwi_out_grow(pbwi_out *out, uint8_t *p, size_t need);

PBWI_INLINE uint8_t *pbwi_out_room(pbwi_out *out, uint8_t *p, size_t need) {
  return PBWI_LIKELY(need <= (size_t)(out->end - p)) ? p : pbwi_out_grow(out, p, need);
}

/* The text ends at p (NULL: printing failed, with the status that is given): OK with its place and size; BUFFER with
 * its size only; else the status. Whatever the end, nothing is left to be freed. */
pbw_status pbwi_out_close(pbwi_out *out, const uint8_t *p, pbw_status status, const uint8_t **data, size_t *size);

#endif
