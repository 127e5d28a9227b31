/* Timestamps and durations as text, the way JSON has them: "1972-01-01T10:00:20.021Z", "-1.5s". */
#ifndef PBWI_TIME_H
#define PBWI_TIME_H

#include "core/base/port.h"

enum { PBWI_TIME_TEXT = 40 }; /* bytes that either takes at most */

/* The end of the text, without quotes. NULL: outside the range that the format has (years 1 to 9999; some 10,000 years;
 * nanos of the other sign). */
uint8_t *pbwi_timestamp_print(uint8_t *out, int64_t seconds, int32_t nanos);
uint8_t *pbwi_duration_print(uint8_t *out, int64_t seconds, int32_t nanos);

/* Whole text. false: not one, or outside the range. */
bool pbwi_timestamp_parse(const uint8_t *text, size_t size, int64_t *seconds, int32_t *nanos);
bool pbwi_duration_parse(const uint8_t *text, size_t size, int64_t *seconds, int32_t *nanos);

#endif
