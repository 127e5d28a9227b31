/* Numbers as text. */
#include "core/format/number_text.h"

#include <math.h>
#include <stdio.h>

#include "core/base/number.h"

static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

static unsigned digit_count(uint64_t v) {
  static const uint64_t powers[] = {
      UINT64_C(0), UINT64_C(10), UINT64_C(100), UINT64_C(1000), UINT64_C(10000), UINT64_C(100000), UINT64_C(1000000),
      UINT64_C(10000000), UINT64_C(100000000), UINT64_C(1000000000), UINT64_C(10000000000), UINT64_C(100000000000),
      UINT64_C(1000000000000), UINT64_C(10000000000000), UINT64_C(100000000000000), UINT64_C(1000000000000000),
      UINT64_C(10000000000000000), UINT64_C(100000000000000000), UINT64_C(1000000000000000000),
      UINT64_C(10000000000000000000)};
  unsigned bits = 64 - pbwi_clz64(v | 1), guess = bits * 1233 >> 12; /* log10(2) = 0.30103 */
  return guess + (v >= powers[guess]);
}

uint8_t *pbwi_put_uint64(uint8_t *out, uint64_t v) {
  unsigned count = v < 10 ? 1 : digit_count(v);
  uint8_t *p = out + count;
  while (v >= 100) {
    p -= 2;
    memcpy(p, pairs + v % 100 * 2, 2);
    v /= 100;
  }
  if (v >= 10) memcpy(out, pairs + v * 2, 2);
  else *out = (uint8_t)('0' + v);
  return out + count;
}

uint8_t *pbwi_put_int64(uint8_t *out, int64_t value) {
  uint64_t v = (uint64_t)value;
  if (value < 0) {
    *out++ = '-';
    v = 0 - v;
  }
  return pbwi_put_uint64(out, v);
}

static uint8_t *put_word(uint8_t *out, const char *word) {
  size_t size = strlen(word);
  memcpy(out, word, size);
  return out + size;
}

uint8_t *pbwi_json_put_double(uint8_t *out, double value) {
  if (value != value) return put_word(out, "\"NaN\"");
  if (isinf(value)) return put_word(out, value < 0 ? "\"-Infinity\"" : "\"Infinity\"");
  int size = 0;
  for (int digits = 15; digits <= 17; digits++) {
    double back;
    size = snprintf((char *)out, PBWI_NUMBER_TEXT, "%.*g", digits, value);
    if (pbwi_parse_double((char *)out, (size_t)size, &back) && !memcmp(&back, &value, sizeof value)) break;
  }
  return out + size;
}

uint8_t *pbwi_json_put_float(uint8_t *out, float value) {
  if (value != value) return put_word(out, "\"NaN\"");
  if (isinf(value)) return put_word(out, value < 0 ? "\"-Infinity\"" : "\"Infinity\"");
  int size = 0;
  for (int digits = 6; digits <= 9; digits++) {
    float back;
    size = snprintf((char *)out, PBWI_NUMBER_TEXT, "%.*g", digits, (double)value);
    if (pbwi_parse_float((char *)out, (size_t)size, &back) && !memcmp(&back, &value, sizeof value)) break;
  }
  return out + size;
}
