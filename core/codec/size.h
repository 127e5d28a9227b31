/* The exact number of bytes that the encoder writes. */
#ifndef PBWI_SIZE_H
#define PBWI_SIZE_H

#include "core/message/message.h"

/* flags: PBW_NO_UNKNOWN. Linear in the tree. SIZE: more than the format's 2 GiB - 1. MEMORY, DEPTH: only for trees
 * of more than 16 levels, more than PBWI_MAX_DEPTH. A message that a host left out of a list or map (NULL) counts as
 * an empty one. */
pbw_status pbwi_encoded_size(const pbw_message *message, uint32_t flags, size_t *size);

#endif
