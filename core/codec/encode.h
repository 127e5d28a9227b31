/* Encoding: a message tree to bytes, forward, by running a plan. */
#ifndef PBWI_ENCODE_H
#define PBWI_ENCODE_H

#include "core/base/limits.h"
#include "core/message/message.h"

typedef struct pbwi_encode_job {
  const pbw_message *message;
  uint8_t *buffer;      /* the caller's, or NULL: output goes to `memory`                        */
  size_t capacity;      /* of buffer                                                             */
  pbw_arena *memory;    /* output, when buffer is NULL                                           */
  uint32_t flags;       /* PBW_PARTIAL, PBW_DETERMINISTIC, PBW_NO_UNKNOWN                        */
  uint32_t max_depth;   /* levels, at most PBWI_MAX_DEPTH; 0: the default                        */
  bool delimited;       /* put the size before it, as a varint                                   */
} pbwi_encode_job;

/* *data is the buffer or memory in the arena; *size the number of bytes, also with BUFFER. */
pbw_status pbwi_encode(const pbwi_encode_job *job, const uint8_t **data, size_t *size, pbw_error *error);

/* The address of the code of an operation (PBWI_ENC_...), for its record, when the next record has operation
 * `next`: see pbwi_decode_code. */
const void *pbwi_encode_code(unsigned op, unsigned next);

#endif
