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

#if defined(__SSE2__)
/* Bits of the bytes that need an escape. */
PBWI_INLINE unsigned pbwi_json_special16(__m128i v) {
  const __m128i quote = _mm_set1_epi8('"'), back = _mm_set1_epi8('\\'), space = _mm_set1_epi8(0x1f);
  __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, back)),
                             _mm_cmpeq_epi8(_mm_min_epu8(v, space), v));
  return (unsigned)_mm_movemask_epi8(hit);
}
#endif

/* Copies from s to *out up to the first byte that needs an escape, and returns that place, or end. *out has room for
 * end - s + 16 bytes, of which some may be overwritten beyond the new *out. Reads nothing outside s..end. *wide gets a
 * bit, whichever, when a byte that was copied is not ASCII.
 *
 * The last vector overlaps the one before it, so that a string of any length takes whole vectors only. */
PBWI_INLINE const uint8_t *pbwi_json_copy_plain(uint8_t **out, const uint8_t *s, const uint8_t *end, uint64_t *wide) {
  const uint64_t high = UINT64_C(0x8080808080808080);
  uint8_t *p = *out;
  size_t size = (size_t)(end - s);
#if defined(__SSE2__)
  if (size >= 16) {
    for (;;) {
      __m128i v = _mm_loadu_si128((const __m128i *)(const void *)s);
      unsigned mask = pbwi_json_special16(v), over = (unsigned)_mm_movemask_epi8(v);
      _mm_storeu_si128((__m128i *)(void *)p, v);
      if (mask) {
        unsigned n = pbwi_ctz64(mask);
        *wide |= over & ((1u << n) - 1);
        *out = p + n;
        return s + n;
      }
      *wide |= over;
      size_t step = (size_t)(end - s) - 16;
      if (step > 16) step = 16;
      p += step;
      s += step;
      if (!step) break;
    }
    *out = p + 16;
    return end;
  }
#endif
  while (size >= 8) {
    uint64_t v = pbwi_load64le(s), hit = pbwi_json_special8(v);
    pbwi_store64le(p, v);
    if (hit) {
      unsigned n = pbwi_ctz64(hit) / 8;
      *wide |= v & high & ((hit & (0 - hit)) - 1);
      *out = p + n;
      return s + n;
    }
    *wide |= v & high;
    size_t step = (size_t)(end - s) - 8;
    if (step > 8) step = 8;
    p += step;
    s += step;
    if (step) continue;
    *out = p + 8;
    return end;
  }
  if (size >= 4) {
    uint32_t first = pbwi_load32le(s), last = pbwi_load32le(end - 4);
    uint64_t v = first | (uint64_t)last << 32;
    if (PBWI_LIKELY(!pbwi_json_special8(v))) {
      *wide |= v & high;
      memcpy(p, s, 4);
      memcpy(p + size - 4, end - 4, 4);
      *out = p + size;
      return end;
    }
  }
  for (; s < end && *s >= 0x20 && *s != '"' && *s != '\\'; s++) {
    *wide |= *s & 0x80;
    *p++ = *s;
  }
  *out = p;
  return s;
}

/* The first byte from s on that needs an escape, or end. */
PBWI_INLINE const uint8_t *pbwi_json_skip_plain(const uint8_t *s, const uint8_t *end) {
#if defined(__SSE2__)
  for (; end - s >= 16; s += 16) {
    unsigned mask = pbwi_json_special16(_mm_loadu_si128((const __m128i *)(const void *)s));
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
