/* Numbers of JSON: the grammar, read once into digits and a power of ten, from which every type takes its own. */
#ifndef PBWI_JSON_NUMBER_H
#define PBWI_JSON_NUMBER_H

#include "core/base/port.h"

/* value = (negative ? -1 : 1) * mantissa * 10^exponent, unless `cut`: then digits behind the 19th were dropped and
 * only the text tells all. */
typedef struct pbwi_json_number {
  uint64_t mantissa;
  int32_t exponent; /* within some 2^30, however large the text says it is */
  bool negative;
  bool cut;
  const uint8_t *text;
  size_t size;
} pbwi_json_number;

/* The end of the number at p, or NULL: there is none, as JSON writes them. */
const uint8_t *pbwi_json_number_read(const uint8_t *p, const uint8_t *end, pbwi_json_number *out);

/* The value as a type has it. false: out of its range, or not whole. */
bool pbwi_json_number_int64(const pbwi_json_number *n, int64_t low, int64_t high, int64_t *out);
bool pbwi_json_number_uint64(const pbwi_json_number *n, uint64_t high, uint64_t *out);
bool pbwi_json_number_double(const pbwi_json_number *n, double *out);
bool pbwi_json_number_float(const pbwi_json_number *n, float *out);

#endif
