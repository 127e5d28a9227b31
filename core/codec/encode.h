/* Encoding: a message tree to bytes, forward, by running a plan. */
#ifndef PBWI_ENCODE_H
#define PBWI_ENCODE_H

#include "core/base/limits.h"
#include "core/message/message.h"

/* Encode into the caller's buffer, which is not NULL; *size is set also with BUFFER. max_depth is at most
 * PBWI_MAX_DEPTH. */
pbw_status pbwi_encode(const pbw_message *message, uint8_t *buffer, size_t capacity, uint32_t flags,
                       uint32_t max_depth, size_t *size, pbw_error *error);

/* The address of the code of an operation (PBWI_ENC_...), for its record, when the next record has operation
 * `next`: see pbwi_decode_code. */
const void *pbwi_encode_code(unsigned op, unsigned next);

#endif
