/* Reading a delimited stream through a function. */
#include "core/codec/reader.h"

#include "core/base/limits.h"
#include "core/base/status.h"
#include "core/base/wire.h"
#include "core/codec/ctx.h"
#include "core/codec/delimited.h"

pbw_status pbwi_reader_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
                           pbw_reader **out) {
  pbw_options room;
  pbw_allocator memory;
  const pbw_options *full = pbwi_options(options, &room);
  if (io->struct_size < sizeof *io || !io->read || !full || pbwi_allocator_init(&memory, allocator))
    return PBW_ERR_ARGUMENT;
  pbw_reader *reader = memory.alloc(memory.user, sizeof *reader);
  if (!reader) return PBW_ERR_MEMORY;
  *reader = (pbw_reader){
      .memory = memory,
      .io = *io,
      .max_size = (size_t)full->max_size,
      .retain = (size_t)full->retain,
      .error = {.struct_size = sizeof reader->error, .offset = PBW_NO_OFFSET},
  };
  *out = reader;
  return PBW_OK;
}

void pbwi_reader_free(pbw_reader *reader) {
  if (!reader) return;
  pbw_allocator memory = reader->memory;
  if (reader->buffer) memory.free(memory.user, reader->buffer, reader->capacity);
  memory.free(memory.user, reader, sizeof *reader);
}

/* A buffer of `capacity` bytes, which what is not yet given out fits in, with that at its start. */
static bool move(pbw_reader *r, size_t capacity) {
  size_t size = r->end - r->begin;
  if (size) memmove(r->buffer, r->buffer + r->begin, size);
  r->taken += r->begin;
  r->begin = 0;
  r->end = size;
  if (capacity == r->capacity) return true;
  const pbw_allocator *m = &r->memory;
  uint8_t *buffer = r->buffer ? m->resize(m->user, r->buffer, r->capacity, capacity) : m->alloc(m->user, capacity);
  if (!buffer) return capacity < r->capacity; /* not smaller: as well */
  r->buffer = buffer;
  r->capacity = capacity;
  return true;
}

/* More of a message that takes `need` bytes from begin on. END: there is no more. */
static pbw_status fill(pbw_reader *r, size_t need) {
  size_t have = r->end - r->begin, capacity = r->capacity ? r->capacity : PBWI_STREAM_BUFFER;
  if (capacity > r->retain && need <= PBWI_STREAM_BUFFER && have < PBWI_STREAM_BUFFER) capacity = PBWI_STREAM_BUFFER;
  if (have == capacity) capacity = need / 2 < have ? need : 2 * have; /* need > have: not all of it is there */
  if (r->end == r->capacity || capacity != r->capacity)
    if (!move(r, capacity)) return PBW_ERR_MEMORY;
  int64_t got = r->io.read(r->io.user, r->buffer + r->end, r->capacity - r->end);
  if (got < 0 || (uint64_t)got > r->capacity - r->end) return PBW_ERR_IO;
  r->end += (size_t)got;
  return got ? PBW_OK : PBW_END;
}

/* The bytes that the message at begin takes with its size before it, as far as that can be told: at least one more
 * than are there. *claim is its size, or 0. */
static size_t needed(const pbw_reader *r, uint64_t *claim) {
  size_t have = r->end - r->begin;
  *claim = 0;
  if (!have) return 1;
  const uint8_t *start = r->buffer + r->begin, *p = pbwi_varint_read(start, start + have, claim);
  return p ? (size_t)(p - start) + (size_t)*claim : have + 1;
}

static pbw_status fail(pbw_reader *r, pbw_status status) {
  return pbwi_error_set(&r->error, status, r->taken + r->begin, NULL, NULL);
}

pbw_status pbwi_reader_next(pbw_reader *r, pbw_bytes *message) {
  for (;;) {
    size_t next = r->begin;
    pbw_status status = pbwi_delimited_next(r->buffer, r->end, &next, message);
    if (!status && message->size > r->max_size) status = PBW_ERR_SIZE;
    if (!status) {
      r->offset = r->taken + next - message->size;
      r->begin = next;
      return PBW_OK;
    }
    bool ended = status == PBW_END;
    if (!ended && status != PBW_ERR_TRUNCATED) return fail(r, status);
    uint64_t claim;
    size_t need = needed(r, &claim);
    if (claim > r->max_size) return fail(r, PBW_ERR_SIZE);
    pbw_status filled = fill(r, need);
    if (filled == PBW_END) return ended ? PBW_END : fail(r, PBW_ERR_TRUNCATED);
    if (filled) return fail(r, filled);
  }
}
