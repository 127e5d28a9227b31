/* Numbers as text. */
#ifndef PBWI_NUMBER_TEXT_H
#define PBWI_NUMBER_TEXT_H

#include "core/base/port.h"

enum { PBWI_NUMBER_TEXT = 32 }; /* bytes that any of these takes at most, and may touch */

/* Each returns the end of what it wrote. */
uint8_t *pbwi_put_int64(uint8_t *out, int64_t value);
uint8_t *pbwi_put_uint64(uint8_t *out, uint64_t value);

/* The shortest text that reads as the same number; "NaN", "Infinity" and "-Infinity" in quotes. */
uint8_t *pbwi_json_put_double(uint8_t *out, double value);
uint8_t *pbwi_json_put_float(uint8_t *out, float value);

#endif
