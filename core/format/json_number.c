/* Numbers of JSON. */
#include "core/format/json_number.h"

#include <math.h>

#include "core/base/number.h"

static bool digit(const uint8_t *p, const uint8_t *end) { return p < end && (unsigned)(*p - '0') < 10; }

/* The exponent is kept within this; digits count as many as the text has, which is below 2^31. */
#define MOST_EXPONENT (1 << 28)

const uint8_t *pbwi_json_number_read(const uint8_t *p, const uint8_t *end, pbwi_json_number *out) {
  *out = (pbwi_json_number){.text = p};
  uint64_t mantissa = 0;
  int32_t exponent = 0;
  int kept = 0;
  if (p < end && *p == '-') {
    out->negative = true;
    p++;
  }
  if (!digit(p, end)) return NULL;
  if (*p == '0') {
    p++;
    if (digit(p, end)) return NULL;
  } else {
    for (; digit(p, end); p++) {
      if (kept < 19) {
        mantissa = mantissa * 10 + (unsigned)(*p - '0');
        kept++;
      } else {
        out->cut |= *p != '0';
        if (exponent < MOST_EXPONENT) exponent++;
      }
    }
  }
  if (p < end && *p == '.') {
    p++;
    if (!digit(p, end)) return NULL;
    for (; digit(p, end); p++) {
      if (kept < 19) {
        mantissa = mantissa * 10 + (unsigned)(*p - '0');
        kept += mantissa != 0;
        if (exponent > -MOST_EXPONENT) exponent--;
      } else {
        out->cut |= *p != '0';
      }
    }
  }
  if (p < end && (*p == 'e' || *p == 'E')) {
    int32_t written = 0;
    p++;
    bool down = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (!digit(p, end)) return NULL;
    for (; digit(p, end); p++)
      if (written < MOST_EXPONENT) written = written * 10 + (*p - '0');
    if (written > MOST_EXPONENT) written = MOST_EXPONENT;
    exponent += down ? -written : written;
  }
  out->mantissa = mantissa;
  out->exponent = exponent;
  out->size = (size_t)(p - out->text);
  return p;
}

/* The mantissa times its power of ten, where that is whole and fits. */
static bool whole(const pbwi_json_number *n, uint64_t *out) {
  uint64_t value = n->mantissa;
  int32_t exponent = n->exponent;
  if (n->cut) return false; /* more digits than any integer has, or a part behind the point */
  for (; exponent < 0 && value; exponent++) {
    if (value % 10) return false;
    value /= 10;
  }
  for (; exponent > 0 && value; exponent--) {
    if (value > UINT64_MAX / 10) return false;
    value *= 10;
  }
  *out = value;
  return true;
}

bool pbwi_json_number_int64(const pbwi_json_number *n, int64_t low, int64_t high, int64_t *out) {
  uint64_t value;
  if (!whole(n, &value)) {
    /* 20 digits can be cut and still be ... not an int64: the largest has 19 */
    return false;
  }
  if (n->negative) {
    if (value > (uint64_t)-(low + 1) + 1) return false;
    *out = (int64_t)(0 - value);
  } else {
    if (value > (uint64_t)high) return false;
    *out = (int64_t)value;
  }
  return true;
}

bool pbwi_json_number_uint64(const pbwi_json_number *n, uint64_t high, uint64_t *out) {
  uint64_t value;
  if (n->cut && !n->negative && pbwi_parse_uint64((const char *)n->text, n->size, &value)) { /* 20 digits */
    *out = value;
    return value <= high;
  }
  if (!whole(n, &value) || (n->negative && value) || value > high) return false;
  *out = value;
  return true;
}

/* Powers of ten that a double, and a float, holds exactly. */
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool pbwi_json_number_double(const pbwi_json_number *n, double *out) {
  double value;
  if (!n->cut && n->mantissa < UINT64_C(1) << 53 && n->exponent >= -22 && n->exponent <= 22) {
    value = (double)n->mantissa; /* both exact: one rounding */
    value = n->exponent < 0 ? value / powers[-n->exponent] : value * powers[n->exponent];
    *out = n->negative ? -value : value;
    return true;
  }
  return pbwi_parse_double((const char *)n->text, n->size, out) && !isinf(*out);
}

bool pbwi_json_number_float(const pbwi_json_number *n, float *out) {
  if (!n->cut && n->mantissa < UINT64_C(1) << 24 && n->exponent >= -10 && n->exponent <= 10) {
    float value = (float)n->mantissa, power = (float)powers[n->exponent < 0 ? -n->exponent : n->exponent];
    value = n->exponent < 0 ? value / power : value * power;
    *out = n->negative ? -value : value;
    return true;
  }
  return pbwi_parse_float((const char *)n->text, n->size, out) && !isinf(*out);
}
