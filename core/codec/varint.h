/* Varints where they are hot: read and written through 8-byte words, without a loop.
 *
 * Reading looks at up to ten bytes, which the caller has made readable (PBWI_SLOP). One and two bytes are
 * branches, since real data is mostly small numbers and branches are free when they are predicted; longer
 * ones find their end with one bit scan and close the gaps between the 7-bit groups in three steps:
 *
 *     .ggggggg.fffffff.eeeeeee.ddddddd.ccccccc.bbbbbbb.aaaaaaa.0000000    (8 groups of 7)
 *     ..ggggggggffffff..eeeeeeeddddddd..cccccccbbbbbbb..aaaaaaa0000000    (4 groups of 14)
 *     ....(28)                        ....(28)                            (2 groups of 28)
 *     ........(56)
 *
 * Writing opens the gaps in the opposite order. */
#ifndef PBWI_VARINT_H
#define PBWI_VARINT_H

#include "core/base/wire.h"

/* The value of a varint whose 1 to 8 bytes are the low bytes of `word`, everything above being zero. */
PBWI_INLINE uint64_t pbwi_varint_pack(uint64_t word) {
  word &= UINT64_C(0x7f7f7f7f7f7f7f7f);
  word = (word & UINT64_C(0x007f007f007f007f)) | (word & UINT64_C(0x7f007f007f007f00)) >> 1;
  word = (word & UINT64_C(0x00003fff00003fff)) | (word & UINT64_C(0x3fff00003fff0000)) >> 2;
  return (word & UINT64_C(0x000000000fffffff)) | (word & UINT64_C(0x0fffffff00000000)) >> 4;
}

/* The opposite: the low 56 bits of v spread over eight bytes, without continuation bits. */
PBWI_INLINE uint64_t pbwi_varint_spread(uint64_t v) {
  v = (v & UINT64_C(0x000000000fffffff)) | (v & UINT64_C(0x00fffffff0000000)) << 4;
  v = (v & UINT64_C(0x00003fff00003fff)) | (v & UINT64_C(0x0fffc0000fffc000)) << 2;
  return (v & UINT64_C(0x007f007f007f007f)) | (v & UINT64_C(0x3f803f803f803f80)) << 1;
}

/* Three bytes and more. NULL: longer than ten. */
PBWI_INLINE const uint8_t *pbwi_varint_long(const uint8_t *p, uint64_t *value) {
  uint64_t word = pbwi_load64le(p);
  uint64_t stops = ~word & UINT64_C(0x8080808080808080);
  if (PBWI_LIKELY(stops)) {
    uint64_t last = stops & (0 - stops);      /* the stop bit of the last byte        */
    *value = pbwi_varint_pack(word & (last ^ (last - 1)));
    return p + (pbwi_ctz64(last) >> 3) + 1;
  }
  uint64_t low = pbwi_varint_pack(word);      /* 56 bits; bytes 8 and 9 are left      */
  uint64_t byte = p[8];
  if (byte < 0x80) {
    *value = low | byte << 56;
    return p + 9;
  }
  if (p[9] >= 0x80) return NULL;
  *value = low | (byte & 0x7f) << 56 | (uint64_t)p[9] << 63;
  return p + 10;
}

PBWI_INLINE const uint8_t *pbwi_varint_fast(const uint8_t *p, uint64_t *value) {
  uint64_t first = p[0];
  if (PBWI_LIKELY(first < 0x80)) {
    *value = first;
    return p + 1;
  }
  uint64_t second = p[1];
  if (PBWI_LIKELY(second < 0x80)) {
    *value = (first & 0x7f) | second << 7;
    return p + 2;
  }
  return pbwi_varint_long(p, value);
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
