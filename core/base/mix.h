/* Hashing of map keys: multiply, fold the high half onto the low one.
 *
 * Fast for what keys are, 4 to 32 bytes: no loop below 17 bytes, two overlapping loads from each end, all
 * inside the key. Safe against keys chosen to collide as far as the seed is not known: use an address. Not
 * a cryptographic hash. Equal on machines of both byte orders for equal seeds. */
#ifndef PBWI_MIX_H
#define PBWI_MIX_H

#include "core/base/port.h"

#define PBWI_MIX_A UINT64_C(0xa0761d6478bd642f)
#define PBWI_MIX_B UINT64_C(0xe7037ed1a0b428db)

/* The 128-bit product of a and b, its halves combined. */
PBWI_INLINE uint64_t pbwi_mix(uint64_t a, uint64_t b) {
  uint64_t low, high = pbwi_multiply(a, b, &low);
  return low ^ high;
}

/* A seed is spread first: both factors of every product with key bytes depend on it, so that nobody who does
 * not know it can make one of them zero. */
PBWI_INLINE uint64_t pbwi_mix_seed(uint64_t seed) { return (seed ^ PBWI_MIX_A) * PBWI_MIX_B; }

PBWI_INLINE uint64_t pbwi_mix_number(uint64_t number, uint64_t seed) {
  seed = pbwi_mix_seed(seed);
  return pbwi_mix(pbwi_mix(number ^ seed, PBWI_MIX_A), seed ^ PBWI_MIX_B);
}

PBWI_INLINE uint64_t pbwi_mix_bytes(const uint8_t *p, size_t size, uint64_t seed) {
  seed = pbwi_mix_seed(seed);
  uint64_t a = 0, b = 0, state = seed << 32 | seed >> 32;
  if (PBWI_LIKELY(size <= 16)) {
    if (PBWI_LIKELY(size >= 8)) {
      a = pbwi_load64le(p);
      b = pbwi_load64le(p + size - 8);
    } else if (size >= 4) {
      a = pbwi_load32le(p);
      b = pbwi_load32le(p + size - 4);
    } else if (size) {
      a = (uint64_t)p[0] << 16 | (uint64_t)p[size >> 1] << 8 | p[size - 1];
    }
  } else {
    const uint8_t *last = p + size - 16;
    for (; p < last; p += 16) state = pbwi_mix(pbwi_load64le(p) ^ seed, pbwi_load64le(p + 8) ^ state);
    a = pbwi_load64le(last);
    b = pbwi_load64le(last + 8);
  }
  return pbwi_mix(PBWI_MIX_A ^ size, pbwi_mix(a ^ seed, b ^ state) ^ PBWI_MIX_B);
}

#endif
