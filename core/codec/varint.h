/* Varints where they are hot.
 *
 * Reading is a ladder of branches: the varints of one field mostly have one length, so they are predicted
 * (docs/performance-ledger.md has what the branch-free form cost). Writing opens the gaps between the 7-bit
 * groups in three steps and stores eight bytes at once:
 *
 *     ........(56)
 *     ....(28)                        ....(28)                            (2 groups of 28)
 *     ..ggggggggffffff..eeeeeeeddddddd..cccccccbbbbbbb..aaaaaaa0000000    (4 groups of 14)
 *     .ggggggg.fffffff.eeeeeee.ddddddd.ccccccc.bbbbbbb.aaaaaaa.0000000    (8 groups of 7)
 */
#ifndef PBWI_VARINT_H
#define PBWI_VARINT_H

#include "core/base/wire.h"

/* The low 56 bits of v spread over eight bytes, without continuation bits. */
PBWI_INLINE uint64_t pbwi_varint_spread(uint64_t v) {
  v = (v & UINT64_C(0x000000000fffffff)) | (v & UINT64_C(0x00fffffff0000000)) << 4;
  v = (v & UINT64_C(0x00003fff00003fff)) | (v & UINT64_C(0x0fffc0000fffc000)) << 2;
  return (v & UINT64_C(0x007f007f007f007f)) | (v & UINT64_C(0x3f803f803f803f80)) << 1;
}

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

/* Write; up to 15 bytes at p are overwritten, 1 to 10 of them are the varint. */
PBWI_INLINE uint8_t *pbwi_varint_put(uint8_t *p, uint64_t v) {
  if (PBWI_LIKELY(v < 0x80)) {
    *p = (uint8_t)v;
    return p + 1;
  }
  unsigned size = pbwi_varint_size(v);
  uint64_t word = pbwi_varint_spread(v) | UINT64_C(0x8080808080808080);
  if (PBWI_LIKELY(size <= 8)) {
    word &= ~(UINT64_C(0x80) << 8 * (size - 1)); /* the last byte does not continue     */
    pbwi_store64le(p, word);
    return p + size;
  }
  pbwi_store64le(p, word);
  p[8] = (uint8_t)(v >> 56 | (size == 10 ? 0x80 : 0));
  p[9] = (uint8_t)(v >> 63);
  return p + size;
}

#endif
