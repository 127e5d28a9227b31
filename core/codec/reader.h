/* Reading a delimited stream through a function: one buffer, the size of the largest message met and some more.
 *
 *   buffer: | messages given out | not yet given out  | free          |
 *           0                    ^begin               ^end            ^capacity
 *           `--------------------------- taken + begin = place in the stream
 *
 * A message's size is only a claim until its bytes have come: the buffer doubles as they do, so that ten bytes that
 * promise 2 GiB cost one small buffer. */
#ifndef PBWI_READER_H
#define PBWI_READER_H

#include "core/base/arena.h"

struct pbw_reader {
  pbw_allocator memory;
  pbw_io io;
  uint8_t *buffer;
  size_t capacity, begin, end;
  uint64_t taken;    /* bytes of the stream before the buffer's first         */
  uint64_t offset;   /* in the stream, of the message last given out          */
  size_t max_size;
  size_t retain;     /* a larger buffer is given back when it is not needed   */
  pbw_error error;
};

pbw_status pbwi_reader_new(const pbw_io *io, const pbw_options *options, const pbw_allocator *allocator,
                           pbw_reader **out);
void pbwi_reader_free(pbw_reader *reader);

/* The next message, valid until the next call. END; TRUNCATED where the stream ends inside one; MALFORMED, SIZE; IO. */
pbw_status pbwi_reader_next(pbw_reader *reader, pbw_bytes *message);

#endif
