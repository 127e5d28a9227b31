/* UTF-8 validation.
 *
 * Sixteen bytes that are all ASCII cost one load and one test. For others there are two ways, neither of which has
 * a branch that depends on the text, so that mixed text runs at the same speed as uniform text:
 *
 *   vectors     (SSE2) each byte is judged by itself and the three before it, which are the same sixteen bytes
 *               loaded one, two and three earlier; errors are collected and looked at in the end
 *   automaton   (everywhere else, and below nineteen bytes) a byte's class picks a row, and a row is a 64-bit
 *               number that holds, six bits each, the next state for every state. A state is the distance to shift
 *               a row by: a step is one shift, and looking up rows does not wait for the state. REJECT leads only to
 *               itself, so that an error is not forgotten before it is looked for
 *
 * Safe because no load begins before the text or ends behind it: the last vector overlaps the one before. */
#include "core/base/utf8.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

enum { BLOCK = 16 };
#define HIGH_BITS UINT64_C(0x8080808080808080)

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

static inline bool word_is_ascii(const uint8_t *p) {
  return !(pbwi_load64le(p) & HIGH_BITS);
}

static bool automaton_valid(const uint8_t *p, const uint8_t *end, uint64_t state) {
  while (end - p >= 8 && (state & 63) == ACCEPT && word_is_ascii(p)) p += 8;
  while (p != end) state = step(state, *p++);
  return (state & 63) == ACCEPT;
}

#if defined(__SSE2__)

static inline __m128i load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
static inline __m128i all(uint8_t byte) { return _mm_set1_epi8((char)byte); }
static inline __m128i is(__m128i v, uint8_t byte) { return _mm_cmpeq_epi8(v, all(byte)); }
static inline __m128i above(__m128i v, uint8_t byte) { return _mm_subs_epu8(v, all(byte)); } /* not zero: above */

/* Not zero where byte b, whose predecessors are b1, b2 and b3, is wrong. The comparisons of second bytes are signed
 * and so take only 80..BF for small; any other second byte is no continuation and wrong for that. */
static inline __m128i errors(__m128i b, __m128i b1, __m128i b2, __m128i b3) {
  __m128i continues = _mm_cmplt_epi8(b, all(0xc0));
  __m128i wanted = _mm_or_si128(above(b1, 0xbf), _mm_or_si128(above(b2, 0xdf), above(b3, 0xef)));
  __m128i wrong = _mm_cmpeq_epi8(continues, _mm_cmpeq_epi8(wanted, _mm_setzero_si128()));
  __m128i never = _mm_or_si128(is(_mm_and_si128(b, all(0xfe)), 0xc0), above(b, 0xf4));
  __m128i low = _mm_or_si128(_mm_and_si128(is(b1, 0xe0), _mm_cmplt_epi8(b, all(0xa0))),
                             _mm_and_si128(is(b1, 0xf0), _mm_cmplt_epi8(b, all(0x90))));
  __m128i high = _mm_or_si128(_mm_and_si128(is(b1, 0xed), _mm_cmpgt_epi8(b, all(0x9f))),
                              _mm_and_si128(is(b1, 0xf4), _mm_cmpgt_epi8(b, all(0x8f))));
  return _mm_or_si128(_mm_or_si128(wrong, never), _mm_or_si128(low, high));
}

static inline __m128i errors_at(const uint8_t *p) { return errors(load(p), load(p - 1), load(p - 2), load(p - 3)); }

bool pbwi_utf8_valid(const uint8_t *data, size_t size) {
  if (!size) return true; /* data may be NULL */
  if (size < BLOCK + 3) return pbwi_short_ascii(data, size) || automaton_valid(data, data + size, ACCEPT);
  __m128i b = load(data), wrong = _mm_setzero_si128();
  bool ascii = _mm_movemask_epi8(b) == 0; /* of the block before: then a block of ASCII needs no more */
  if (!ascii) wrong = errors(b, _mm_slli_si128(b, 1), _mm_slli_si128(b, 2), _mm_slli_si128(b, 3));
  const uint8_t *end = data + size, *p = data + BLOCK;
  for (; end - p >= BLOCK; p += BLOCK) {
    bool now = _mm_movemask_epi8(load(p)) == 0;
    if (!(ascii & now)) wrong = _mm_or_si128(wrong, errors_at(p));
    ascii = now;
  }
  if (p != end) wrong = _mm_or_si128(wrong, errors_at(end - BLOCK));
  bool open = (end[-1] >= 0xc0) | (end[-2] >= 0xe0) | (end[-3] >= 0xf0);
  return !open && _mm_movemask_epi8(_mm_cmpeq_epi8(wrong, _mm_setzero_si128())) == 0xffff;
}

#else

static inline bool block_is_ascii(const uint8_t *p) {
#if defined(__ARM_NEON) && defined(__aarch64__)
  return vmaxvq_u8(vld1q_u8(p)) < 0x80;
#else
  return !((pbwi_load64le(p) | pbwi_load64le(p + 8)) & HIGH_BITS);
#endif
}

bool pbwi_utf8_valid(const uint8_t *data, size_t size) {
  if (!size) return true; /* data may be NULL */
  const uint8_t *p = data, *end = data + size;
  uint64_t state = ACCEPT;
  for (; end - p >= BLOCK; p += BLOCK) {
    if ((state & 63) == ACCEPT && block_is_ascii(p)) continue;
    for (int i = 0; i < BLOCK; i++) state = step(state, p[i]);
    if (PBWI_UNLIKELY((state & 63) == REJECT)) return false;
  }
  return automaton_valid(p, end, state);
}

#endif

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
