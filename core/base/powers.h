/* Powers of ten as 128-bit fractions, for printing and reading floating-point numbers. */
#ifndef PBWI_POWERS_H
#define PBWI_POWERS_H

#include "core/base/port.h"

enum { PBWI_LEAST_POWER = -342, PBWI_MOST_POWER = 324 };

typedef struct pbwi_power {
  uint64_t high, low;
} pbwi_power;

extern const pbwi_power pbwi_powers[PBWI_MOST_POWER - PBWI_LEAST_POWER + 1];

/* 10^q = (high:low + fraction) * 2^pbwi_power_exponent(q), with the top bit of `high` set and the fraction 0 where
 * pbwi_power_is_exact(q). */
PBWI_INLINE pbwi_power pbwi_power_of_ten(int32_t q) { return pbwi_powers[q - PBWI_LEAST_POWER]; }

/* floor(log2(10^q)) - 127: exact for |q| <= 1233. */
PBWI_INLINE int32_t pbwi_power_exponent(int32_t q) { return ((q * 1741647) >> 19) - 127; }

/* 5^55 is the last that fits in 128 bits. */
PBWI_INLINE bool pbwi_power_is_exact(int32_t q) { return q >= 0 && q <= 55; }

#endif
