/* Text to decimals, and decimals to integers.
 *
 * Up to eight digits are read at once, as one little-endian word:
 *
 *     text        "3 1 4 1 5 , 2 7"
 *     word        0x37'32'2c'35'31'34'31'33     the first digit lowest
 *     ^ '0'...    0x07'02'1c'05'01'04'01'03     digits are 0 to 9, all else is more: 5 digits here
 *     << 24       0x05'01'04'01'03'00'00'00     the same as the eight digits 00031415
 *
 * and three multiplications add them up, in pairs, fours and eights, however many there are: no branch depends on
 * the number of digits, so that numbers of mixed lengths do not mispredict one. A point among them is closed up by
 * moving what stands in front of it, so that "18.25" is one such word too.
 *
 * A mantissa of more than 19 digits may have overflowed. That is seen by counting, afterwards, and only then is
 * the text read again, digit by digit. */
#include "core/base/number.h"

static const uint64_t powers[] = {
    1,
    10,
    100,
    1000,
    10000,
    100000,
    1000000,
    10000000,
    100000000,
    1000000000,
    10000000000,
    100000000000,
    1000000000000,
    10000000000000,
    100000000000000,
    1000000000000000,
    10000000000000000,
    100000000000000000,
    1000000000000000000,
    UINT64_C(10000000000000000000),
};

enum { MOST_DIGITS = 19 }; /* that any mantissa has room for */

/* The number whose eight digits are the bytes of a word, the first lowest. */
static inline uint64_t eight_digits(uint64_t word) {
  const uint64_t mask = UINT64_C(0x000000ff000000ff);
  word = word * 10 + (word >> 8); /* every other byte is now a number of two digits */
  return ((word & mask) * UINT64_C(0x000f424000000064) + (word >> 16 & mask) * UINT64_C(0x0000271000000001)) >> 32;
}

/* The highest bit of every byte that is not a digit; the word's bytes have been combined with '0'. */
static inline uint64_t not_digits(uint64_t word) {
  return (word | ((word & PBWI_EACH_BYTE(0x7f)) + PBWI_EACH_BYTE(0x76))) & PBWI_EACH_BYTE(0x80);
}

/* Append the digits at p to the mantissa, modulo 2^64; returns what follows them. */
static inline const uint8_t *read_digits(const uint8_t *p, const uint8_t *end, uint64_t *mantissa) {
  while (end - p >= 8) {
    uint64_t word = pbwi_load64le(p) ^ PBWI_EACH_BYTE('0'), others = not_digits(word);
    if (others) {
      unsigned count = pbwi_ctz64(others) / 8;
      *mantissa = *mantissa * powers[count] + eight_digits(word << (7 - count) * 8 << 8);
      return p + count;
    }
    *mantissa = *mantissa * powers[8] + eight_digits(word);
    p += 8;
  }
  for (; p != end && pbwi_is_digit(*p); p++) *mantissa = *mantissa * 10 + (uint64_t)(*p - '0');
  return p;
}

/* The text [p, end) has more digits than a mantissa is sure to hold: take as many as it does hold. Each that is
 * left out makes the rest worth ten times as much. */
static PBWI_NOINLINE void read_long(const uint8_t *p, const uint8_t *end, pbwi_decimal *number) {
  while (p != end && (*p == '0' || *p == '.')) p++;
  number->digits = p;
  uint64_t mantissa = 0;
  for (int taken = 0; p != end; p++) {
    if (*p == '.') continue;
    uint64_t digit = (uint64_t)(*p - '0');
    if (taken > MOST_DIGITS || (taken == MOST_DIGITS && mantissa > (UINT64_MAX - digit) / 10)) break;
    mantissa = mantissa * 10 + digit;
    taken++;
  }
  number->mantissa = mantissa;
  for (; p != end; p++) {
    if (*p == '.') continue;
    number->exponent++;
    number->dropped |= *p != '0';
  }
}

static bool wrong_at(pbwi_decimal *number, const uint8_t *p) {
  number->end = p;
  return false;
}

/* What follows the digits of [start, p), of which `count` are digits and may have overflowed the mantissa. */
static PBWI_NOINLINE bool scan_rest(const uint8_t *start, const uint8_t *p, const uint8_t *end, size_t count,
                                    pbwi_decimal *number) {
  const int64_t enough = INT64_C(1000000000000000); /* more than any text has digits */
  const uint8_t *digits_end = p;
  if (p != end && (*p | 0x20) == 'e') {
    p++;
    bool minus = p != end && *p == '-';
    if (p != end && (*p == '-' || *p == '+')) p++;
    if (p == end || !pbwi_is_digit(*p)) return wrong_at(number, p);
    int64_t power = 0;
    for (; p != end && pbwi_is_digit(*p); p++)
      if (power < enough) power = power * 10 + (*p - '0');
    number->exponent += minus ? -power : power;
    number->integer = false;
    number->end = p;
  }
  bool fits = count <= MOST_DIGITS || pbwi_twenty_digits_fit(start, count, number->mantissa);
  if (!fits) read_long(start, digits_end, number);
  return true;
}

/* The number from its first digit or point on, whatever it looks like. */
static PBWI_NOINLINE bool scan_any(const uint8_t *p, const uint8_t *end, unsigned allowed, bool minus,
                                   pbwi_decimal *number) {
  const uint8_t *start = p;
  uint64_t mantissa = 0;
  p = read_digits(p, end, &mantissa);
  size_t whole = (size_t)(p - start), fraction = 0;
  if (whole > 1 && *start == '0' && !(allowed & PBWI_NUMBER_ZEROS)) return wrong_at(number, start + 1);
  bool point = p != end && *p == '.';
  if (!whole && !(point && (allowed & PBWI_NUMBER_POINT))) return wrong_at(number, p);
  if (point) {
    const uint8_t *behind = p + 1;
    p = read_digits(behind, end, &mantissa);
    fraction = (size_t)(p - behind);
    if (!fraction && !(whole && (allowed & PBWI_NUMBER_POINT))) return wrong_at(number, p);
  }
  *number = (pbwi_decimal){mantissa, -(int64_t)fraction, start, p, minus, false, !point};
  if ((p == end || (*p | 0x20) != 'e') && whole + fraction <= MOST_DIGITS) return true;
  return scan_rest(start, p, end, whole + fraction, number);
}

bool pbwi_decimal_scan(const uint8_t *p, const uint8_t *end, unsigned allowed, pbwi_decimal *number) {
  bool minus = p != end && *p == '-';
  if (minus || ((allowed & PBWI_NUMBER_PLUS) && p != end && *p == '+')) p++;
  if (PBWI_UNLIKELY(end - p < 8)) return scan_any(p, end, allowed, minus, number);

  /* Here one to seven digits come first, and none of more than one is a zero. */
  uint64_t word = pbwi_load64le(p) ^ PBWI_EACH_BYTE('0'), others = not_digits(word);
  bool zero = !(uint8_t)word && !(others & 0x8000);
  if (!others || others & 0x80 || zero) return scan_any(p, end, allowed, minus, number);
  const uint8_t *start = p;
  unsigned whole = pbwi_ctz64(others) & 56; /* in bits, eight a digit */
  bool point = (uint8_t)(word >> whole) == ('.' ^ '0');
  size_t fraction = 0;
  uint64_t mantissa;
  if (point) {
    others &= others - 1;
    word = (word & ((UINT64_C(1) << whole) - 1)) << 8 | word >> whole >> 8 << 8 << whole;
    unsigned size = others ? pbwi_ctz64(others) & 56 : 64;
    mantissa = eight_digits(word << (64 - size));
    p += size / 8;
    if (!others) p = read_digits(p, end, &mantissa);
    fraction = (size_t)(p - start) - whole / 8 - 1;
    if (PBWI_UNLIKELY(!fraction)) return scan_any(start, end, allowed, minus, number);
  } else {
    mantissa = eight_digits(word << (64 - whole));
    p += whole / 8;
  }
  *number = (pbwi_decimal){mantissa, -(int64_t)fraction, start, p, minus, false, !point};
  if ((p == end || (*p | 0x20) != 'e') && fraction <= MOST_DIGITS - 7) return true;
  return scan_rest(start, p, end, whole / 8 + fraction, number);
}

/* ---- to integers ---- */

/* The magnitude, when it is a whole number below 2^64. A number with dropped digits is none: it has a fraction, or
 * at least 20 digits, which did not fit. */
static inline bool magnitude(const pbwi_decimal *number, uint64_t *value) {
  *value = number->mantissa;
  if (PBWI_LIKELY(number->exponent == 0 || *value == 0)) return !number->dropped;
  if (number->dropped) return false;
  if (number->exponent > 0) {
    if (number->exponent > MOST_DIGITS) return false;
    uint64_t power = powers[number->exponent], low;
    if (pbwi_multiply(*value, power, &low)) return false;
    *value = low;
    return true;
  }
  if (number->exponent < -MOST_DIGITS) return false;
  uint64_t power = powers[-number->exponent];
  bool is_whole = *value % power == 0;
  *value /= power;
  return is_whole;
}

/* Whether the number lies in [-least, most]; its two's complement. */
static inline bool in_range(const pbwi_decimal *number, uint64_t least, uint64_t most, uint64_t *value) {
  if (!magnitude(number, value) || *value > (number->negative ? least : most)) return false;
  if (number->negative) *value = 0 - *value;
  return true;
}

bool pbwi_decimal_to_uint64(const pbwi_decimal *number, uint64_t *value) {
  return in_range(number, 0, UINT64_MAX, value);
}

bool pbwi_decimal_to_int64(const pbwi_decimal *number, int64_t *value) {
  uint64_t bits;
  bool fits = in_range(number, UINT64_C(1) << 63, INT64_MAX, &bits);
  *value = (int64_t)bits;
  return fits;
}

bool pbwi_decimal_to_uint32(const pbwi_decimal *number, uint32_t *value) {
  uint64_t bits;
  bool fits = in_range(number, 0, UINT32_MAX, &bits);
  *value = (uint32_t)bits;
  return fits;
}

bool pbwi_decimal_to_int32(const pbwi_decimal *number, int32_t *value) {
  uint64_t bits;
  bool fits = in_range(number, UINT64_C(1) << 31, INT32_MAX, &bits);
  *value = (int32_t)bits;
  return fits;
}
