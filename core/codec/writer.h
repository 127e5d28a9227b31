/* Writing a delimited stream through a function. Messages are encoded in a ctx of the writer's own and gathered in one
 * buffer, so that small ones do not cost a write each; what a write did not take stays there. */
#ifndef PBWI_WRITER_H
#define PBWI_WRITER_H

#include "core/codec/ctx.h"

struct pbw_writer {
  pbw_ctx *ctx;    /* encodes, holds the error and the allocator     */
  pbw_io io;
  uint8_t *buffer;
  size_t capacity, begin, end; /* from begin to end: not yet written */
};

pbw_status pbwi_writer_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
                           pbw_writer **out);
void pbwi_writer_free(pbw_writer *writer);

/* Take a message, and write what has gathered when it is much. IO: the message was taken, not all was written. */
pbw_status pbwi_writer_put(pbw_writer *writer, const pbw_message *message, uint32_t flags);
/* The same for a message that is encoded already. */
pbw_status pbwi_writer_put_bytes(pbw_writer *writer, pbw_bytes message);
/* Write all that was taken. */
pbw_status pbwi_writer_flush(pbw_writer *writer);

#endif
