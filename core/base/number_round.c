/* Decimals to binary floating point, correctly rounded.
 *
 * The number is w * 10^q, a mantissa of 64 bits and an exponent. w is shifted until its top bit is set, 10^q is the
 * 128 bits g of the table times a power of two, so that the digits of the result are those of their product:
 *
 *       w (64 bits) * g (128 bits, cut off: g <= power < g + 1)
 *
 *       |<------ h, 64 bits ------>|<------ l, 64 bits ------>|<- 64 bits ->|
 *       |0 1 m m m m ... m|r r r r  r r r r r r r r r r r r r  . . . . . . .|
 *         |<- mantissa  ->|<-- remainder, against its half -->|
 *
 * The first multiplication, w * high(g), gives h, or one less than h. A mantissa leaves 10 or 11 bits of h (39 or 40
 * of a float's, more of a subnormal's) as the remainder; unless these are within 2 of the half, they tell how to
 * round: 998 of 1000 doubles. The second multiplication, w * low(g), gives h and l but for an error of 2 in l: from
 * the bits of g that were cut off (less than w / 2^64) and from those of the product. That leaves what is exactly
 * halfway or nearer to it than 2^-74 of a unit, and numbers whose dropped digits count (the error is then w's 1
 * times g). These are compared with the halfway point exactly, as integers of any size.
 *
 * No floating-point operation takes part in that: rounding modes and wide registers change nothing. Short numbers
 * are one such operation, where these allow it. */
#include <float.h>

#include "core/base/number.h"
#include "core/base/powers.h"

typedef struct binary_format {
  int32_t precision; /* bits of a normal number, the hidden one included */
  int32_t least;     /* exponent of the last bit of the smallest number  */
  uint64_t infinity; /* its bits                                         */
} binary_format;

enum { MOST_EXPONENT = 308 }; /* of what is not too large */

static const binary_format binary64 = {53, -1074, UINT64_C(0x7ff) << 52};
static const binary_format binary32 = {24, -149, UINT64_C(0xff) << 23};

/* ---- integers of any size, least word first ---- */

/* A point halfway between doubles has at most 767 digits; of longer texts MOST_DIGITS are taken, and one more that
 * stands for the rest. The larger side of the comparison is then below 10^769 or 2^54 * 5^1112: 2640 bits. */
enum { MOST_DIGITS = 768, BIG_WORDS = 48 };

typedef struct big {
  uint32_t size; /* words; the highest is not 0 */
  uint64_t word[BIG_WORDS];
} big;

static void big_set(big *b, uint64_t value) {
  b->size = value != 0;
  b->word[0] = value;
}

/* b = b * factor + add */
static void big_multiply(big *b, uint64_t factor, uint64_t add) {
  for (uint32_t i = 0; i < b->size; i++) {
    uint64_t low, high = pbwi_multiply(b->word[i], factor, &low);
    b->word[i] = low + add;
    add = high + (b->word[i] < add);
  }
  if (add && b->size < BIG_WORDS) b->word[b->size++] = add;
}

static void big_power_of_five(big *b, int64_t power) {
  for (; power >= 27; power -= 27) big_multiply(b, UINT64_C(7450580596923828125), 0);
  uint64_t factor = 1;
  for (; power > 0; power--) factor *= 5;
  big_multiply(b, factor, 0);
}

static void big_shift(big *b, int64_t bits) {
  uint32_t words = (uint32_t)(bits / 64);
  if (!b->size || b->size + words > BIG_WORDS) return;
  memmove(b->word + words, b->word, b->size * sizeof *b->word);
  memset(b->word, 0, words * sizeof *b->word);
  b->size += words;
  big_multiply(b, UINT64_C(1) << bits % 64, 0);
}

static int big_compare(const big *a, const big *b) {
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  for (uint32_t i = a->size; i--;)
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
  return 0;
}

/* The number without its exponent, which is returned: the mantissa, and the digits that it had no room for. */
static int64_t big_decimal(big *b, const pbwi_decimal *number) {
  big_set(b, number->mantissa);
  if (!number->dropped) return number->exponent;
  const uint8_t *p = number->digits;
  int64_t taken = 0, more = 0;
  uint64_t lot = 0, power = 1; /* up to 18 digits at a time */
  for (int64_t in_mantissa = number->mantissa < UINT64_C(10000000000000000000) ? 19 : 20; taken < MOST_DIGITS; p++) {
    if (p == number->end || (*p | 0x20) == 'e') break;
    if (*p == '.' || taken++ < in_mantissa) continue;
    lot = lot * 10 + (uint64_t)(*p - '0');
    power *= 10;
    more++;
    if (power < UINT64_C(1000000000000000000)) continue;
    big_multiply(b, power, lot);
    lot = 0;
    power = 1;
  }
  big_multiply(b, power, lot);
  while (p != number->end && (*p == '0' || *p == '.')) p++;
  if (p != number->end && pbwi_is_digit(*p)) { /* one digit for all that are left */
    big_multiply(b, 10, 1);
    more++;
  }
  return number->exponent - more;
}

/* Round to `mantissa` or the next one up, in units of 2^last: the number is compared with the point halfway between,
 *
 *     D * 10^e  against  (2 * mantissa + 1) * 2^(last - 1)
 *
 * where a power of five is multiplied to the side on which it is positive, and so is what is left of the powers of
 * two. */
static PBWI_COLD bool above_half(const pbwi_decimal *number, uint64_t mantissa, int32_t last) {
  big decimal, half;
  int64_t power = big_decimal(&decimal, number);
  big_set(&half, mantissa * 2 + 1);
  big_power_of_five(power > 0 ? &decimal : &half, power > 0 ? power : -power);
  int64_t twos = last - 1 - power;
  big_shift(twos > 0 ? &half : &decimal, twos > 0 ? twos : -twos);
  int order = big_compare(&decimal, &half);
  return order > 0 || (order == 0 && mantissa % 2);
}

/* Where h alone does not tell. */
static PBWI_NOINLINE bool rounds_up(const pbwi_decimal *number, uint64_t w, uint64_t l, uint64_t rest, uint64_t half,
                                    uint64_t mantissa, int32_t last) {
  if (number->dropped) return above_half(number, mantissa, last);
  int32_t q = (int32_t)number->exponent;
  uint64_t rest_of_l, more = pbwi_multiply(w, pbwi_power_of_ten(q).low, &rest_of_l);
  l += more;
  rest += l < more;
  if (pbwi_power_is_exact(q)) {
    if (rest == half && !(l | rest_of_l)) return mantissa % 2;
    return rest >= half;
  }
  if (rest >= half) return true; /* the power was cut off, so that the number is larger */
  return l >= UINT64_MAX - 1 && above_half(number, mantissa, last); /* rest is half - 1 */
}

/* The number is (h + less than 2) * 2^unit, and l is what the first multiplication left below h: subnormals, dropped
 * digits, and what is near halfway. */
static PBWI_NOINLINE uint64_t round_slow(const pbwi_decimal *number, uint64_t w, uint64_t h, uint64_t l, int32_t unit,
                                         const binary_format *format) {
  int32_t last = unit + 64 - (int32_t)pbwi_clz64(h) - format->precision;
  if (last < format->least) last = format->least;
  int32_t shift = last - unit;
  if (shift > 64) return 0; /* all 192 bits of the product are below the half */
  uint64_t mantissa = h >> (shift - 1) >> 1, half = UINT64_C(1) << (shift - 1), rest = h & (half * 2 - 1);
  uint64_t error = number->dropped ? 2 + (UINT64_C(1) << pbwi_clz64(number->mantissa)) : 2;
  bool up = rest > half;
  if (rest + error > half && rest <= half) up = rounds_up(number, w, l, rest, half, mantissa, last);
  /* A normal mantissa's hidden bit adds 1 to the exponent, as does one that was rounded up to the next power. */
  uint64_t bits = ((uint64_t)(last - format->least) << (format->precision - 1)) + mantissa + up;
  return bits < format->infinity ? bits : format->infinity;
}

/* Bits of the magnitude. */
PBWI_INLINE uint64_t to_bits(const pbwi_decimal *number, const binary_format *format) {
  if (number->mantissa == 0 || number->exponent < PBWI_LEAST_POWER) return 0; /* below half of 2^-1074 */
  if (number->exponent > MOST_EXPONENT) return format->infinity;
  int32_t q = (int32_t)number->exponent;
  unsigned zeros = pbwi_clz64(number->mantissa);
  uint64_t w = number->mantissa << zeros, l, h = pbwi_multiply(w, pbwi_power_of_ten(q).high, &l);
  int32_t unit = pbwi_power_exponent(q) + 128 - (int32_t)zeros;

  /* What is normal and not near halfway, by shifts that are constant. The top bit of h may be 0. */
  const int32_t shift = 64 - format->precision;
  uint64_t top = h >> 63, aligned = h << (1 - top), rest = aligned & ((UINT64_C(1) << shift) - 1);
  const uint64_t half = UINT64_C(1) << (shift - 1), error = 4; /* 2 of h, shifted */
  int32_t last = unit + shift - 1 + (int32_t)top - format->least;
  uint64_t bits = ((uint64_t)(int64_t)last << (format->precision - 1)) + (aligned >> shift) + (rest > half);
  bool clear = last >= 0 && !number->dropped && rest - (half - error) > error && bits < format->infinity;
  return PBWI_LIKELY(clear) ? bits : round_slow(number, w, h, l, unit, format);
}

/* ---- short numbers ---- */

/* Where the mantissa and its power of ten are both exact in the format, one operation rounds correctly (Clinger), if
 * it is done in that format and to nearest. Mantissas of all digits that a format has (16 of a double's) might be exact
 * too, but whether is as good as random, and a branch that cannot be predicted costs more than it saves. */
#if FLT_EVAL_METHOD == 0
static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* In any other mode one of the two is not 1. */
static inline bool rounds_to_nearest(void) {
  static const volatile double little = 1e-20;
  return 1.0 + little == 1.0 - little;
}

static inline bool is_short(const pbwi_decimal *number, uint64_t most, int64_t power) {
  return number->mantissa <= most && number->exponent >= -power && number->exponent <= power &&
         rounds_to_nearest(); /* digits are dropped only from mantissas that are larger */
}
#endif

bool pbwi_decimal_to_double(const pbwi_decimal *number, double *value) {
#if FLT_EVAL_METHOD == 0
  if (is_short(number, UINT64_C(1000000000000000), 22)) {
    double whole = (double)(int64_t)number->mantissa;
    whole = number->exponent < 0 ? whole / exact_powers[-number->exponent] : whole * exact_powers[number->exponent];
    *value = number->negative ? -whole : whole;
    return true;
  }
#endif
  uint64_t magnitude = to_bits(number, &binary64), bits = magnitude | (uint64_t)number->negative << 63;
  memcpy(value, &bits, sizeof bits);
  return magnitude != binary64.infinity;
}

bool pbwi_decimal_to_float(const pbwi_decimal *number, float *value) {
#if FLT_EVAL_METHOD == 0
  if (is_short(number, 10000000, 10)) {
    float whole = (float)(int64_t)number->mantissa;
    whole = number->exponent < 0 ? whole / (float)exact_powers[-number->exponent]
                                 : whole * (float)exact_powers[number->exponent];
    *value = number->negative ? -whole : whole;
    return true;
  }
#endif
  uint64_t magnitude = to_bits(number, &binary32);
  uint32_t bits = (uint32_t)magnitude | (uint32_t)number->negative << 31;
  memcpy(value, &bits, sizeof bits);
  return magnitude != binary32.infinity;
}
