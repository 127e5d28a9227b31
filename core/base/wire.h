/* The wire format's atoms: varints and tags, read with bounds and written without. The decoder's and the
 * encoder's own fast forms stand with them; these are for everything that is not hot. */
#ifndef PBWI_WIRE_H
#define PBWI_WIRE_H

#include "core/base/port.h"

/* The wire types, the low three bits of a tag. */
enum {
  PBWI_WIRE_VARINT = 0,
  PBWI_WIRE_64 = 1,
  PBWI_WIRE_BYTES = 2,
  PBWI_WIRE_START = 3, /* of a group */
  PBWI_WIRE_END = 4,
  PBWI_WIRE_32 = 5
};

/* Read a varint of at most ten bytes from [p, end). NULL: truncated or longer. */
const uint8_t *pbwi_varint_read(const uint8_t *p, const uint8_t *end, uint64_t *value);

/* Bytes of a varint: 1 to 10. 9/64 approximates 1/7 exactly over the range. */
PBWI_INLINE unsigned pbwi_varint_size(uint64_t v) { return ((63 - pbwi_clz64(v | 1)) * 9 + 73) / 64; }

/* Write a varint; returns the end. */
PBWI_INLINE uint8_t *pbwi_varint_write(uint8_t *p, uint64_t v) {
  while (v >= 0x80) *p++ = (uint8_t)(v | 0x80), v >>= 7;
  *p++ = (uint8_t)v;
  return p;
}

PBWI_INLINE uint32_t pbwi_zigzag32(int32_t v) { return (uint32_t)v << 1 ^ (uint32_t)(v >> 31); }
PBWI_INLINE uint64_t pbwi_zigzag64(int64_t v) { return (uint64_t)v << 1 ^ (uint64_t)(v >> 63); }
PBWI_INLINE uint32_t pbwi_unzigzag32(uint32_t v) { return v >> 1 ^ (0u - (v & 1)); }
PBWI_INLINE uint64_t pbwi_unzigzag64(uint64_t v) { return v >> 1 ^ (UINT64_C(0) - (v & 1)); }

/* Walk over one field, tag first, without a schema: groups to their end, at most `depth` levels of them.
 * Sets *status (TRUNCATED, MALFORMED, DEPTH; MEMORY only below 128 levels) and returns NULL where it is not
 * one. An end-group tag is not a field. */
const uint8_t *pbwi_field_skip(const uint8_t *p, const uint8_t *end, uint32_t depth, pbw_status *status);

#endif
