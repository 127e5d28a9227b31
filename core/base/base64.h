/* Base64: written with the standard alphabet and padding; read with either alphabet, with padding or without. */
#ifndef PBWI_BASE64_H
#define PBWI_BASE64_H

#include "core/base/port.h"

/* Bytes of the text for `size` bytes. */
PBWI_INLINE size_t pbwi_base64_size(size_t size) { return (size + 2) / 3 * 4; }

/* Writes pbwi_base64_size(size) bytes; returns their end. */
uint8_t *pbwi_base64_print(uint8_t *out, const uint8_t *data, size_t size);

/* Writes at most size / 4 * 3 + 2 bytes, and returns the end; `out` may be the text itself. NULL: not base64, and *wrong
 * is the offset of the first byte that cannot stand where it does, or `size` when some are missing. Bits of the last
 * character that belong to no byte may be set. */
uint8_t *pbwi_base64_parse(uint8_t *out, const uint8_t *text, size_t size, size_t *wrong);

#endif
