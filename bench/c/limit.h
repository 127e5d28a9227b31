/* The limit codec: one message type, matrix3.Matrix3 without its repeated fields, written out by hand. */
#ifndef PBW_BENCH_LIMIT_H
#define PBW_BENCH_LIMIT_H

#include <stddef.h>
#include <stdint.h>

typedef struct limit_bytes {
  const uint8_t *data; /* points into the input */
  size_t size;
} limit_bytes;

typedef struct limit_inner {
  int32_t id;
  limit_bytes label;
} limit_inner;

typedef struct limit_matrix3 {
  double f_double;
  int64_t f_int64;
  uint64_t f_uint64;
  int64_t f_sint64;
  uint64_t f_fixed64;
  int64_t f_sfixed64;
  int64_t f_b;
  limit_bytes f_string;
  limit_bytes f_bytes;
  limit_bytes f_string2;
  limit_inner f_inner;
  float f_float;
  int32_t f_int32;
  uint32_t f_uint32;
  int32_t f_sint32;
  uint32_t f_fixed32;
  int32_t f_sfixed32;
  int32_t f_enum;
  int32_t f_a;
  uint32_t f_c;
  uint8_t f_bool;
  uint8_t f_d;
  uint8_t has_inner;
} limit_matrix3;

/* Reads only data[0..size). Unknown fields are checked and dropped. 0, or -1 when the input is not a
 * Matrix3 (then *out holds what came before the fault). */
int limit_decode(limit_matrix3 *out, const uint8_t *data, size_t size);

/* The number of bytes written, or 0 when the capacity may not suffice. */
size_t limit_encode(const limit_matrix3 *in, uint8_t *buffer, size_t capacity);

#endif
