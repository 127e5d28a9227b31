/* Streams of messages, each behind its size. Reading one is here; writing one is a flag of the encoder. */
#ifndef PBWI_DELIMITED_H
#define PBWI_DELIMITED_H

#include "core/base/port.h"

/* The message that begins at *offset (at most size), which moves behind it. END, TRUNCATED, MALFORMED, or SIZE
 * when it is larger than any message can be. */
pbw_status pbwi_delimited_next(const uint8_t *data, size_t size, size_t *offset, pbw_bytes *message);

#endif
