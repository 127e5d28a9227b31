/* Writing a delimited stream through a function. */
#include "core/codec/writer.h"

#include "core/base/limits.h"
#include "core/codec/varint.h"

static const pbw_allocator *memory_of(const pbw_writer *w) { return &w->ctx->arena.allocator; }

pbw_status pbwi_writer_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
                           pbw_writer **out) {
  pbw_ctx *ctx;
  if (io->struct_size < sizeof *io || !io->write) return PBW_ERR_ARGUMENT;
  pbw_status status = pbwi_ctx_new(options, allocator, &ctx);
  if (status) return status;
  const pbw_allocator *m = &ctx->arena.allocator;
  pbw_writer *writer = m->alloc(m->user, sizeof *writer);
  if (!writer) {
    pbwi_ctx_free(ctx);
    return PBW_ERR_MEMORY;
  }
  *writer = (pbw_writer){.ctx = ctx, .io = *io};
  *out = writer;
  return PBW_OK;
}

void pbwi_writer_free(pbw_writer *w) {
  if (!w) return;
  pbw_ctx *ctx = w->ctx;
  const pbw_allocator *m = memory_of(w);
  if (w->buffer) m->free(m->user, w->buffer, w->capacity);
  m->free(m->user, w, sizeof *w);
  pbwi_ctx_free(ctx);
}

pbw_status pbwi_writer_flush(pbw_writer *w) {
  while (w->begin < w->end) {
    int64_t put = w->io.write(w->io.user, w->buffer + w->begin, w->end - w->begin);
    if (put <= 0 || (uint64_t)put > w->end - w->begin) return pbwi_ctx_fail(w->ctx, PBW_ERR_IO);
    w->begin += (size_t)put;
  }
  w->begin = w->end = 0;
  return PBW_OK;
}

/* Room for `size` more bytes behind end. */
static bool reserve(pbw_writer *w, size_t size) {
  const pbw_allocator *m = memory_of(w);
  size_t used = w->end - w->begin, capacity = w->capacity > PBWI_STREAM_BUFFER ? w->capacity : PBWI_STREAM_BUFFER;
  if (size <= w->capacity - w->end) return true;
  if (used) memmove(w->buffer, w->buffer + w->begin, used);
  w->begin = 0;
  w->end = used;
  if (capacity - used < size) capacity = used + size;
  if (capacity == w->capacity) return true;
  uint8_t *buffer = w->buffer ? m->resize(m->user, w->buffer, w->capacity, capacity) : m->alloc(m->user, capacity);
  if (!buffer) return false;
  w->buffer = buffer;
  w->capacity = capacity;
  return true;
}

/* Take bytes that are in order. */
static pbw_status take(pbw_writer *w, const uint8_t *head, size_t head_size, const uint8_t *data, size_t size) {
  if (w->end - w->begin + head_size + size > PBWI_STREAM_BUFFER) {
    pbw_status status = pbwi_writer_flush(w); /* before: what fails takes nothing, and the buffer stays small */
    if (status) return status;
  }
  if (!reserve(w, head_size + size)) return pbwi_ctx_fail(w->ctx, PBW_ERR_MEMORY);
  if (head_size) memcpy(w->buffer + w->end, head, head_size);
  if (size) memcpy(w->buffer + w->end + head_size, data, size);
  w->end += head_size + size;
  return PBW_OK;
}

pbw_status pbwi_writer_put(pbw_writer *w, const pbw_message *message, uint32_t flags) {
  const uint8_t *data;
  size_t size;
  pbwi_ctx_reset(w->ctx);
  pbw_status status = pbwi_ctx_encode(w->ctx, message, flags, true, &data, &size);
  return status ? status : take(w, NULL, 0, data, size);
}

pbw_status pbwi_writer_put_bytes(pbw_writer *w, pbw_bytes message) {
  uint8_t head[10];
  if (message.size > PBWI_MAX_SIZE) return pbwi_ctx_fail(w->ctx, PBW_ERR_SIZE);
  pbwi_varint_write(head, message.size);
  return take(w, head, pbwi_varint_size(message.size), message.data, message.size);
}
