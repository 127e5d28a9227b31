/* Bytes in JSON: base64 with the standard alphabet and padding; read also with the URL alphabet, and without padding. */
#ifndef PBWI_BASE64_H
#define PBWI_BASE64_H

#include "core/base/port.h"

/* Bytes of the text for `size` bytes. */
PBWI_INLINE size_t pbwi_base64_size(size_t size) { return (size + 2) / 3 * 4; }

/* Writes pbwi_base64_size(size) bytes; returns their end. */
uint8_t *pbwi_base64_print(uint8_t *out, const uint8_t *data, size_t size);

/* Writes at most size / 4 * 3 + 2 bytes; `out` may be the text itself. NULL: not base64, *wrong is the offset of the first
 * byte that cannot stand where it does. Else the end. */
uint8_t *pbwi_base64_parse(uint8_t *out, const uint8_t *text, size_t size, size_t *wrong);

#endif
