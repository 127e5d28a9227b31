/* Numbers as text, as base/number.h prints them, and the words that JSON has beside. */
#ifndef PBWI_NUMBER_TEXT_H
#define PBWI_NUMBER_TEXT_H

#include "core/base/number.h"

enum { PBWI_NUMBER_TEXT = PBWI_NUMBER_ROOM }; /* bytes that any of these may touch */

/* Each returns the end of what it wrote. */
PBWI_INLINE uint8_t *pbwi_put_int64(uint8_t *out, int64_t value) { return pbwi_print_int64(out, value); }
PBWI_INLINE uint8_t *pbwi_put_uint64(uint8_t *out, uint64_t value) { return pbwi_print_uint64(out, value); }

/* The shortest text that reads as the same number; "NaN", "Infinity" and "-Infinity" in quotes. */
uint8_t *pbwi_json_put_double(uint8_t *out, double value);
uint8_t *pbwi_json_put_float(uint8_t *out, float value);

#endif
