/* Numbers of JSON: base/number.h without what its scanner allows beyond JSON. */
#ifndef PBWI_JSON_NUMBER_H
#define PBWI_JSON_NUMBER_H

#include "core/base/number.h"

typedef pbwi_decimal pbwi_json_number;

/* The end of the number at p, or NULL: there is none, as JSON writes them. */
PBWI_INLINE const uint8_t *pbwi_json_number_read(const uint8_t *p, const uint8_t *end, pbwi_json_number *out) {
  return pbwi_decimal_scan(p, end, 0, out) ? out->end : NULL;
}

/* The value as a type has it. false: out of its range, or not whole. */
PBWI_INLINE bool pbwi_json_number_int64(const pbwi_json_number *n, int64_t low, int64_t high, int64_t *out) {
  return pbwi_decimal_to_int64(n, out) && *out >= low && *out <= high;
}

PBWI_INLINE bool pbwi_json_number_uint64(const pbwi_json_number *n, uint64_t high, uint64_t *out) {
  return pbwi_decimal_to_uint64(n, out) && *out <= high;
}

PBWI_INLINE bool pbwi_json_number_double(const pbwi_json_number *n, double *out) {
  return pbwi_decimal_to_double(n, out);
}

PBWI_INLINE bool pbwi_json_number_float(const pbwi_json_number *n, float *out) { return pbwi_decimal_to_float(n, out); }

#endif
