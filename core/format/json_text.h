/* JSON strings a vector at a time: what needs no escape is copied while it is looked at. Both ways compare 16 (or 8) bytes at
 * once with the quote, the backslash and the first printable character. */
#ifndef PBWI_JSON_TEXT_H
#define PBWI_JSON_TEXT_H

#include "core/base/port.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Bytes of a little-endian word that need an escape, as their highest bits; others may follow the first. */
PBWI_INLINE uint64_t pbwi_json_special8(uint64_t v) {
  const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
  uint64_t quote = v ^ ones * '"', back = v ^ ones * '\\';
  uint64_t below = (v - ones * 0x20) & ~v, quotes = (quote - ones) & ~quote, backs = (back - ones) & ~back;
  return (below | quotes | backs) & high;
}

/* Copies from s to *out up to the first byte that needs an escape, and returns that place, or end. *out has room for
 * end - s + 16 bytes, of which some may be overwritten beyond the new *out. Reads nothing outside s..end. */
PBWI_INLINE const uint8_t *pbwi_json_copy_plain(uint8_t **out, const uint8_t *s, const uint8_t *end) {
  uint8_t *p = *out;
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), back = _mm_set1_epi8('\\'), space = _mm_set1_epi8(0x1f);
  while (end - s >= 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)s);
    __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, back)),
                               _mm_cmpeq_epi8(_mm_min_epu8(v, space), v));
    unsigned mask = (unsigned)_mm_movemask_epi8(hit);
    _mm_storeu_si128((__m128i *)(void *)p, v);
    if (mask) {
      unsigned n = pbwi_ctz64(mask);
      *out = p + n;
      return s + n;
    }
    p += 16;
    s += 16;
  }
#endif
  while (end - s >= 8) {
    uint64_t v = pbwi_load64le(s), hit = pbwi_json_special8(v);
    pbwi_store64le(p, v);
    if (hit) {
      unsigned n = pbwi_ctz64(hit) / 8;
      *out = p + n;
      return s + n;
    }
    p += 8;
    s += 8;
  }
  for (; s < end && *s >= 0x20 && *s != '"' && *s != '\\'; s++) *p++ = *s;
  *out = p;
  return s;
}

/* The first byte from s on that needs an escape, or end. */
PBWI_INLINE const uint8_t *pbwi_json_skip_plain(const uint8_t *s, const uint8_t *end) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), back = _mm_set1_epi8('\\'), space = _mm_set1_epi8(0x1f);
  for (; end - s >= 16; s += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)s);
    __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, back)),
                               _mm_cmpeq_epi8(_mm_min_epu8(v, space), v));
    unsigned mask = (unsigned)_mm_movemask_epi8(hit);
    if (mask) return s + pbwi_ctz64(mask);
  }
#endif
  for (; end - s >= 8; s += 8) {
    uint64_t hit = pbwi_json_special8(pbwi_load64le(s));
    if (hit) return s + pbwi_ctz64(hit) / 8;
  }
  while (s < end && *s >= 0x20 && *s != '"' && *s != '\\') s++;
  return s;
}

/* The escape of one byte, at most six bytes. */
uint8_t *pbwi_json_escape(uint8_t *out, uint8_t c);

#endif
