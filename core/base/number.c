/* Text to numbers.
 *
 * A number of at most 19 digits whose integer and power of ten are both exact doubles is one multiply or
 * divide, which rounds correctly (Clinger's fast path). All others go through exact integers of any size:
 * the number is numerator / denominator, both scaled by powers of two until the quotient is in [1, 2), and
 * then divided bit by bit; the remainder tells how to round. Slow (microseconds) but short, and rare. */
#include "core/base/number.h"

#include <float.h>

/* ---- integers ---- */

bool pbwi_parse_uint64(const char *text, size_t size, uint64_t *value) {
  uint64_t sum = 0;
  if (!size) return false;
  for (size_t i = 0; i < size; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    uint64_t digit = (uint64_t)(text[i] - '0');
    if (sum > (UINT64_MAX - digit) / 10) return false;
    sum = sum * 10 + digit;
  }
  *value = sum;
  return true;
}

bool pbwi_parse_int64(const char *text, size_t size, int64_t *value) {
  if (!size) return false;
  bool minus = *text == '-';
  uint64_t magnitude;
  if (!pbwi_parse_uint64(text + minus, size - minus, &magnitude)) return false;
  if (magnitude > (uint64_t)INT64_MAX + minus) return false;
  *value = minus ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
  return true;
}

/* ---- integers of any size, least word first ---- */

/* A number has at most 800 digits that count (a halfway point between doubles has at most 767), so that a
 * denominator is at most 10^1150: 3821 bits, and a scaled numerator no more. */
enum { MOST_DIGITS = 800, BIG_WORDS = 128 };

typedef struct big {
  uint32_t size; /* words; the highest is not 0 */
  uint32_t word[BIG_WORDS];
} big;

/* b = b * factor + add */
static void big_multiply(big *b, uint32_t factor, uint32_t add) {
  uint64_t carry = add;
  for (uint32_t i = 0; i < b->size; i++) {
    carry += (uint64_t)b->word[i] * factor;
    b->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry && b->size < BIG_WORDS) b->word[b->size++] = (uint32_t)carry;
}

static void big_power_of_ten(big *b, uint32_t power) {
  for (; power >= 9; power -= 9) big_multiply(b, 1000000000, 0);
  for (; power; power--) big_multiply(b, 10, 0);
}

static void big_shift(big *b, uint32_t bits) {
  uint32_t words = bits / 32;
  if (words && b->size && b->size + words <= BIG_WORDS) {
    memmove(b->word + words, b->word, b->size * sizeof *b->word);
    memset(b->word, 0, words * sizeof *b->word);
    b->size += words;
  }
  if (bits % 32) big_multiply(b, UINT32_C(1) << bits % 32, 0);
}

static int32_t big_bits(const big *b) {
  return (int32_t)(b->size * 32 - (pbwi_clz64(b->word[b->size - 1]) - 32));
}

static bool big_less(const big *a, const big *b) {
  if (a->size != b->size) return a->size < b->size;
  for (uint32_t i = a->size; i--;)
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i];
  return false;
}

/* a = a - b, which is not larger */
static void big_subtract(big *a, const big *b) {
  int64_t borrow = 0;
  for (uint32_t i = 0; i < a->size; i++) {
    borrow += (int64_t)a->word[i] - (i < b->size ? (int64_t)b->word[i] : 0);
    a->word[i] = (uint32_t)borrow;
    borrow >>= 32;
  }
  while (a->size && !a->word[a->size - 1]) a->size--;
}

/* ---- decimal text ---- */

typedef struct decimal {
  const char *digits; /* from the first that is not 0 on; a point may stand among them */
  uint32_t count;     /* digits, without zeros at either end, at most MOST_DIGITS + 1  */
  int64_t exponent;   /* the value is 0.DIGITS * 10^exponent                           */
  uint64_t first;     /* the first 19 digits as a number                               */
  bool minus;
  bool more;          /* digits behind `count` were left out                           */
} decimal;

static bool is_digit(const char *p, const char *end) { return p < end && *p >= '0' && *p <= '9'; }

static bool read_exponent(const char **text, const char *end, int64_t *exponent) {
  const char *p = *text + 1;
  bool minus = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) p++;
  if (!is_digit(p, end)) return false;
  int64_t sum = 0;
  for (; is_digit(p, end); p++)
    if (sum < 100000000) sum = sum * 10 + (*p - '0');
  *exponent += minus ? -sum : sum;
  *text = p;
  return true;
}

static bool read_decimal(const char *p, const char *end, decimal *out) {
  *out = (decimal){0};
  if (p < end && (*p == '-' || *p == '+')) out->minus = *p++ == '-';
  bool any = false, point = false;
  uint64_t zeros = 0; /* at the end so far: they count only when a digit follows */
  uint64_t count = 0;
  for (; p < end; p++) {
    if (*p == '.' && !point) {
      point = true;
    } else if (is_digit(p, end)) {
      any = true;
      if (*p == '0' && !count) {
        if (point) out->exponent--;
        continue;
      }
      if (!point) out->exponent++;
      if (!count) out->digits = p;
      if (*p == '0') {
        zeros++;
        count++;
        continue;
      }
      zeros = 0;
      count++;
    } else {
      break;
    }
  }
  if (!any) return false;
  if (p < end && (*p == 'e' || *p == 'E') && !read_exponent(&p, end, &out->exponent)) return false;
  if (p != end) return false;
  count -= zeros;
  out->more = count > MOST_DIGITS;
  out->count = out->more ? MOST_DIGITS : (uint32_t)count;
  const char *digit = out->digits;
  for (uint32_t i = 0; i < out->count && i < 19; digit++)
    if (*digit != '.') out->first = out->first * 10 + (uint64_t)(*digit - '0'), i++;
  return true;
}

/* ---- binary fractions ---- */

typedef struct binary_format {
  int32_t precision;  /* bits of a normal number, the hidden one included       */
  int32_t least;      /* exponent of the last bit of the smallest number        */
  int32_t most;       /* exponent of the first bit of the largest number        */
} binary_format;

static const binary_format binary64 = {53, -1074, 1023};
static const binary_format binary32 = {24, -149, 127};

/* numerator / denominator rounded: the mantissa, and in *exponent that of its last bit. */
static uint64_t divide(big *numerator, big *denominator, const binary_format *format, int32_t *exponent) {
  /* Scale until denominator <= numerator < 2 * denominator; the value is the quotient * 2^scale. */
  int32_t scale = big_bits(numerator) - big_bits(denominator);
  if (scale > 0)
    big_shift(denominator, (uint32_t)scale);
  else
    big_shift(numerator, (uint32_t)-scale);
  if (big_less(numerator, denominator)) {
    big_shift(numerator, 1);
    scale--;
  }
  int32_t last = scale - (format->precision - 1);
  if (last < format->least) last = format->least;
  *exponent = last;
  int32_t bits = scale - last + 1; /* may be 0 or less for the smallest numbers */
  if (bits < 0) return 0;
  uint64_t mantissa = 0;
  for (int32_t i = 0; i < bits; i++) {
    bool bit = !big_less(numerator, denominator);
    if (bit) big_subtract(numerator, denominator);
    mantissa = mantissa << 1 | bit;
    big_shift(numerator, 1);
  }
  /* What is left is compared with one half: numerator has been doubled once since the last bit. */
  if (big_less(numerator, denominator)) return mantissa;
  big_subtract(numerator, denominator);
  return mantissa + (numerator->size ? 1 : mantissa & 1);
}

/* The bits of the number's magnitude in the format. */
static uint64_t to_bits(const decimal *number, const binary_format *format) {
  uint64_t infinity = (uint64_t)(format->most * 2 + 1) << (format->precision - 1);
  if (!number->count || number->exponent < -330) return 0;
  if (number->exponent > 310) return infinity;
  big numerator = {0}, denominator = {1, {1}};
  const char *digit = number->digits;
  for (uint32_t i = 0; i < number->count; digit++) {
    if (*digit == '.') continue;
    if (!numerator.size) numerator.size = 1; /* the first digit is not 0 */
    big_multiply(&numerator, 10, (uint32_t)(*digit - '0'));
    i++;
  }
  /* Digits that were left out are above zero: one more digit stands for them. */
  int32_t power = (int32_t)number->exponent - (int32_t)number->count;
  if (number->more) {
    big_multiply(&numerator, 10, 1);
    power--;
  }
  if (power > 0)
    big_power_of_ten(&numerator, (uint32_t)power);
  else
    big_power_of_ten(&denominator, (uint32_t)-power);
  int32_t exponent;
  uint64_t mantissa = divide(&numerator, &denominator, format, &exponent);
  uint64_t hidden = UINT64_C(1) << (format->precision - 1);
  if (mantissa >= hidden * 2) mantissa >>= 1, exponent++;
  if (mantissa < hidden) return mantissa; /* subnormal: its exponent is `least` */
  if (exponent + format->precision - 1 > format->most) return infinity;
  uint64_t biased = (uint64_t)(exponent - format->least + 1);
  return biased << (format->precision - 1) | (mantissa & (hidden - 1));
}

static bool is_word(const char *text, size_t size, const char *word) {
  return size == strlen(word) && !memcmp(text, word, size);
}

/* "inf", "nan" and their negatives, as the bits of a double. */
static bool special(const char *text, size_t size, double *value) {
  bool minus = *text == '-';
  uint64_t bits;
  if (is_word(text + minus, size - minus, "inf"))
    bits = UINT64_C(0x7ff0000000000000);
  else if (is_word(text + minus, size - minus, "nan"))
    bits = UINT64_C(0x7ff8000000000000);
  else
    return false;
  bits |= (uint64_t)minus << 63;
  memcpy(value, &bits, sizeof bits);
  return true;
}

#if defined(FLT_EVAL_METHOD) && (FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1)
static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* One exact operation on exact operands: needs arithmetic that is not wider than a double. */
static bool fast_double(const decimal *number, double *value) {
  int64_t power = number->exponent - (int64_t)number->count;
  if (number->count > 19 || number->first > UINT64_C(1) << 53 || power < -22 || power > 22) return false;
  double magnitude = (double)number->first;
  magnitude = power < 0 ? magnitude / exact_powers[-power] : magnitude * exact_powers[power];
  *value = number->minus ? -magnitude : magnitude;
  return true;
}
#else
static bool fast_double(const decimal *number, double *value) {
  (void)number, (void)value;
  return false;
}
#endif

bool pbwi_parse_double(const char *text, size_t size, double *value) {
  if (!size) return false;
  if (special(text, size, value)) return true;
  decimal number;
  if (!read_decimal(text, text + size, &number)) return false;
  if (fast_double(&number, value)) return true;
  uint64_t bits = to_bits(&number, &binary64) | (uint64_t)number.minus << 63;
  memcpy(value, &bits, sizeof bits);
  return true;
}

bool pbwi_parse_float(const char *text, size_t size, float *value) {
  double wide;
  if (!size) return false;
  if (special(text, size, &wide)) {
    *value = (float)wide;
    return true;
  }
  decimal number;
  if (!read_decimal(text, text + size, &number)) return false;
  uint32_t bits = (uint32_t)to_bits(&number, &binary32) | (uint32_t)number.minus << 31;
  memcpy(value, &bits, sizeof bits);
  return true;
}
