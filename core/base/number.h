/* Text to numbers, the same in every locale: whole text, exact, correctly rounded. */
#ifndef PBWI_NUMBER_H
#define PBWI_NUMBER_H

#include "core/base/port.h"

/* Decimal integers: an optional minus, digits. false: not one, or out of range. */
bool pbwi_parse_int64(const char *text, size_t size, int64_t *value);
bool pbwi_parse_uint64(const char *text, size_t size, uint64_t *value);

/* Decimal numbers: [-+] digits [. digits] [e [-+] digits], at least one digit before the exponent; or
 * [-] inf or nan. Rounded to nearest, ties to even; too large a number gives infinity, too small a one
 * zero. A float is not rounded twice. false: not one. */
bool pbwi_parse_double(const char *text, size_t size, double *value);
bool pbwi_parse_float(const char *text, size_t size, float *value);

#endif
