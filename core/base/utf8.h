/* UTF-8 validation: shortest form, no surrogates, nothing above U+10FFFF. */
#ifndef PBWI_UTF8_H
#define PBWI_UTF8_H

#include "core/base/port.h"

/* Whether all of it is valid UTF-8. Reads nothing outside. Text that is ASCII is checked a vector at a
 * time, other text too where the machine has vectors, else a byte at a time by a table. */
bool pbwi_utf8_valid(const uint8_t *data, size_t size);

/* Bytes before the first invalid sequence; `size` when there is none. */
size_t pbwi_utf8_prefix(const uint8_t *data, size_t size);

#endif
