/* UTF-8 validation.
 *
 * Two speeds. Sixteen bytes that are all ASCII cost one load and one test. Any other sixteen go through an
 * automaton without branches: a byte's class picks a row, and a row is a 64-bit number that holds, six bits
 * each, the next state for every state. A state is the distance to shift a row by, so that a step is one
 * shift, and looking up rows does not wait for the state. Mixed text runs at the same speed as uniform text,
 * because nothing is predicted.
 *
 * Safe because a block is read only when all of it is inside the input, and because REJECT leads only to
 * itself: an error cannot be forgotten before the end of the block, where it is looked for. */
#include "core/base/utf8.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

enum { BLOCK = 16 };

static inline bool block_is_ascii(const uint8_t *p) {
#if defined(__SSE2__)
  return _mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(const void *)p)) == 0;
#elif defined(__ARM_NEON) && defined(__aarch64__)
  return vmaxvq_u8(vld1q_u8(p)) < 0x80;
#else
  return ((pbwi_load64le(p) | pbwi_load64le(p + 8)) & UINT64_C(0x8080808080808080)) == 0;
#endif
}

/* States, as shift distances. NEEDn: n more bytes of 80..BF. The others wait for a second byte that is
 * narrower: after E0 A0..BF, after ED 80..9F, after F0 90..BF, after F4 80..8F. */
enum {
  REJECT = 0,
  ACCEPT = 6,
  NEED1 = 12,
  NEED2 = 18,
  NEED3 = 24,
  AFTER_E0 = 30,
  AFTER_ED = 36,
  AFTER_F0 = 42,
  AFTER_F4 = 48
};

/* Next state for a class of bytes, in the order of the states behind REJECT. */
#define ROW(accept, need1, need2, need3, e0, ed, f0, f4)                                         \
  ((uint64_t)(accept) << ACCEPT | (uint64_t)(need1) << NEED1 | (uint64_t)(need2) << NEED2 |      \
   (uint64_t)(need3) << NEED3 | (uint64_t)(e0) << AFTER_E0 | (uint64_t)(ed) << AFTER_ED |        \
   (uint64_t)(f0) << AFTER_F0 | (uint64_t)(f4) << AFTER_F4)

static const uint64_t rows[12] = {
    ROW(ACCEPT, 0, 0, 0, 0, 0, 0, 0),                   /* 0: 00..7F              */
    ROW(0, ACCEPT, NEED1, NEED2, 0, NEED1, 0, NEED2),   /* 1: 80..8F              */
    ROW(0, ACCEPT, NEED1, NEED2, 0, NEED1, NEED2, 0),   /* 2: 90..9F              */
    ROW(0, ACCEPT, NEED1, NEED2, NEED1, 0, NEED2, 0),   /* 3: A0..BF              */
    ROW(0, 0, 0, 0, 0, 0, 0, 0),                        /* 4: C0, C1, F5..FF      */
    ROW(NEED1, 0, 0, 0, 0, 0, 0, 0),                    /* 5: C2..DF              */
    ROW(AFTER_E0, 0, 0, 0, 0, 0, 0, 0),                 /* 6: E0                  */
    ROW(NEED2, 0, 0, 0, 0, 0, 0, 0),                    /* 7: E1..EC, EE, EF      */
    ROW(AFTER_ED, 0, 0, 0, 0, 0, 0, 0),                 /* 8: ED                  */
    ROW(AFTER_F0, 0, 0, 0, 0, 0, 0, 0),                 /* 9: F0                  */
    ROW(NEED3, 0, 0, 0, 0, 0, 0, 0),                    /* 10: F1..F3             */
    ROW(AFTER_F4, 0, 0, 0, 0, 0, 0, 0),                 /* 11: F4                 */
};

static const uint8_t classes[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 00 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 10 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 20 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 30 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 40 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 50 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 60 */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 70 */
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 80 */
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, /* 90 */
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, /* A0 */
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, /* B0 */
    4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, /* C0 */
    5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, /* D0 */
    6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 7, /* E0 */
    9, 10, 10, 10, 11, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, /* F0 */
};

/* The state stands in the low six bits; what is above is ignored by the next step's mask. */
static inline uint64_t step(uint64_t state, uint8_t byte) { return rows[classes[byte]] >> (state & 63); }

bool pbwi_utf8_valid(const uint8_t *data, size_t size) {
  const uint8_t *p = data, *end = data + size;
  uint64_t state = ACCEPT;
  while (end - p >= BLOCK) {
    if ((state & 63) != ACCEPT || !block_is_ascii(p)) {
      for (int i = 0; i < BLOCK; i++) state = step(state, p[i]);
      if (PBWI_UNLIKELY((state & 63) == REJECT)) return false;
    }
    p += BLOCK;
  }
  if (end - p >= 8 && (state & 63) == ACCEPT && !(pbwi_load64le(p) & UINT64_C(0x8080808080808080))) p += 8;
  while (p != end) state = step(state, *p++);
  return (state & 63) == ACCEPT;
}

size_t pbwi_utf8_prefix(const uint8_t *data, size_t size) {
  size_t good = 0;
  uint64_t state = ACCEPT;
  for (size_t i = 0; i < size; i++) {
    state = step(state, data[i]) & 63;
    if (state == REJECT) break;
    if (state == ACCEPT) good = i + 1;
  }
  return good;
}
