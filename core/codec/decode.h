/* Decoding: bytes to a message tree, by running a plan. */
#ifndef PBWI_DECODE_H
#define PBWI_DECODE_H

#include "core/base/limits.h"
#include "core/message/message.h"

typedef struct pbwi_decode_job {
  const pbwi_plan *plan;
  const uint8_t *data;
  size_t size;
  pbw_arena *memory;    /* where messages, lists and copied bytes go                             */
  pbw_arena *owner;     /* what made messages name as their arena: `memory`, or NULL for pooled  */
  pbw_message *into;    /* merge into this message, or NULL                                      */
  uint32_t flags;       /* PBW_PARTIAL, PBW_ALIAS, PBW_NO_UNKNOWN                                */
  uint32_t max_depth;   /* levels, at most PBWI_MAX_DEPTH                                        */
  uint64_t max_size;    /* bytes, at most PBWI_MAX_SIZE                                          */
} pbwi_decode_job;

/* On success *out is the message. On error *out is NULL, and error (may be NULL) is filled; what was made
 * stays in the arena. */
pbw_status pbwi_decode(const pbwi_decode_job *job, pbw_message **out, pbw_error *error);

/* The address of the code of an operation (PBWI_DEC_...), for its record, when the next record has operation
 * `next`: some pairs of operations are one piece of code. NULL where the compiler has no such addresses and
 * the loop is a switch. */
const void *pbwi_decode_code(unsigned op, unsigned next);

#endif
