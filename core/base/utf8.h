/* UTF-8 validation: shortest form, no surrogates, nothing above U+10FFFF. */
#ifndef PBWI_UTF8_H
#define PBWI_UTF8_H

#include "core/base/port.h"

/* Whether all of it is ASCII, by loads that overlap. For short strings: above 32 bytes it says no. */
PBWI_INLINE bool pbwi_short_ascii(const uint8_t *data, size_t size) {
  const uint64_t high = UINT64_C(0x8080808080808080);
  if (size > 32) return false;
  if (size >= 16) {
    const uint8_t *last = data + size - 16;
    return !((pbwi_load64le(data) | pbwi_load64le(data + 8) | pbwi_load64le(last) | pbwi_load64le(last + 8)) & high);
  }
  if (size >= 8) return !((pbwi_load64le(data) | pbwi_load64le(data + size - 8)) & high);
  if (size >= 4) return !((pbwi_load32le(data) | pbwi_load32le(data + size - 4)) & (uint32_t)high);
  return !size || (data[0] | data[size / 2] | data[size - 1]) < 0x80;
}

/* Whether all of it is valid UTF-8. Reads nothing outside. Text that is ASCII is checked a vector at a
 * time, other text too where the machine has vectors, else a byte at a time by a table. */
bool pbwi_utf8_valid(const uint8_t *data, size_t size);

/* Bytes before the first invalid sequence; `size` when there is none. */
size_t pbwi_utf8_prefix(const uint8_t *data, size_t size);

#endif
