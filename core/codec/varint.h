/* Varints where they are hot: ladders of branches, one a byte. The varints of one field mostly have one length,
 * so that the branches are predicted, and short ones, which are most, cost least. The branch-free forms (all
 * groups moved at once) lost; docs/performance-ledger.md has the figures. */
#ifndef PBWI_VARINT_H
#define PBWI_VARINT_H

#include "core/base/wire.h"

/* Read up to ten bytes, which the caller has made readable. NULL: longer than ten. Each step adds a byte and
 * takes back the continuation bit of the one before. */
PBWI_INLINE const uint8_t *pbwi_varint_fast(const uint8_t *p, uint64_t *value) {
  uint64_t v = p[0];
  if (PBWI_LIKELY(v < 0x80)) {
    *value = v;
    return p + 1;
  }
#define STEP(i)                               \
  v += ((uint64_t)p[i] - 1) << (7 * (i));     \
  if (p[i] < 0x80) {                          \
    *value = v;                               \
    return p + (i) + 1;                       \
  }
  STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(9)
#undef STEP
  return NULL;
}

/* Write one to ten bytes; returns the end. */
PBWI_INLINE uint8_t *pbwi_varint_put(uint8_t *p, uint64_t v) {
#define STEP(i)                     \
  if (PBWI_LIKELY(v < 0x80)) {      \
    p[i] = (uint8_t)v;              \
    return p + (i) + 1;             \
  }                                 \
  p[i] = (uint8_t)(v | 0x80);       \
  v >>= 7;
  STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8)
#undef STEP
  p[9] = (uint8_t)v;
  return p + 10;
}

#endif
