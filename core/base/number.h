/* Numbers and decimal text, both ways, exact, and the same in every locale, rounding mode and byte order.
 *
 *   text --pbwi_decimal_scan--> mantissa * 10^exponent --pbwi_decimal_to_X--> number --pbwi_print_X--> text
 *
 * Reading has two steps because a field's type decides what a number may be, not how it is written: 1e5 and
 * 100000.000 are good int32s, 0.5 is none. JSON and the text format differ in grammar alone, which is a set of
 * flags. What is not a number (NaN, Infinity, inf, hexadecimal) is the formats' own business. */
#ifndef PBWI_NUMBER_H
#define PBWI_NUMBER_H

#include "core/base/port.h"

/* ---- text to numbers ---- */

/* A decimal number: mantissa * 10^exponent, exactly, unless digits were dropped. */
typedef struct pbwi_decimal {
  uint64_t mantissa;     /* the first 19 digits, or 20 where they fit */
  int64_t exponent;      /* exact for any text, however long          */
  const uint8_t *digits; /* where the first digit stands that is not 0; read again where `dropped` */
  const uint8_t *end;    /* where the number ends, or the byte that is wrong                       */
  bool negative;
  bool dropped; /* the text has more digits, not all zero: the value is below (mantissa + 1) * 10^exponent */
  bool integer; /* written without point and exponent                                                      */
} pbwi_decimal;

/* What a grammar allows beyond JSON's: [-] digits [. digits] [e|E [+|-] digits], no zero before other digits. */
enum {
  PBWI_NUMBER_PLUS = 1,  /* a plus in front   */
  PBWI_NUMBER_ZEROS = 2, /* 007               */
  PBWI_NUMBER_POINT = 4  /* .5 and 5.         */
};

/* Read the number that begins at p. It ends before the first byte that does not go on with it; whether that byte
 * may stand there is for the caller to see. false: not a number, and only `end` is set. */
bool pbwi_decimal_scan(const uint8_t *p, const uint8_t *end, unsigned allowed, pbwi_decimal *number);

PBWI_INLINE bool pbwi_is_digit(uint8_t c) { return (uint8_t)(c - '0') < 10; }

/* The sum, modulo 2^64, of more than 19 digits is exact when these are 20, and if it did not begin again at 0: then it
 * would be less than 10^19. */
PBWI_INLINE bool pbwi_twenty_digits_fit(const uint8_t *digits, size_t count, uint64_t sum) {
  return count == 20 && *digits == '1' && sum >= UINT64_C(10000000000000000000);
}

/* What most integers look like, without the work for all others: digits, less than 2^64, no zero before others, no
 * point or exponent behind. NULL: not this, but perhaps a number. */
PBWI_INLINE const uint8_t *pbwi_digits_scan(const uint8_t *p, const uint8_t *end, uint64_t *value) {
  const uint8_t *start = p;
  uint64_t sum = 0;
  for (; p != end && pbwi_is_digit(*p); p++) sum = sum * 10 + (uint64_t)(*p - '0');
  size_t size = (size_t)(p - start);
  if (!size || (size > 1 && *start == '0') || (p != end && (*p == '.' || (*p | 0x20) == 'e'))) return NULL;
  if (size > 19 && !pbwi_twenty_digits_fit(start, size, sum)) return NULL;
  *value = sum;
  return p;
}

/* false: not a whole number, or out of range; in little time whatever the exponent. */
bool pbwi_decimal_to_int32(const pbwi_decimal *number, int32_t *value);
bool pbwi_decimal_to_int64(const pbwi_decimal *number, int64_t *value);
bool pbwi_decimal_to_uint32(const pbwi_decimal *number, uint32_t *value);
bool pbwi_decimal_to_uint64(const pbwi_decimal *number, uint64_t *value);

/* To nearest, ties to even, each rounded once; -0 and what is too small keep their sign. false: too large, and
 * the value is an infinity. */
bool pbwi_decimal_to_double(const pbwi_decimal *number, double *value);
bool pbwi_decimal_to_float(const pbwi_decimal *number, float *value);

/* ---- numbers to text ---- */

/* What must be there for one number to be printed. All of it may be written to, whatever the number's length (at
 * most 25 bytes). Each function returns where the text ends. */
enum { PBWI_NUMBER_ROOM = 40 };

uint8_t *pbwi_print_uint64(uint8_t *out, uint64_t value);
uint8_t *pbwi_print_int64(uint8_t *out, int64_t value);

/* The shortest digits that are read back as the same number of the same type, and of those the nearest to it,
 * laid out as ECMAScript does: plain from 1e-6 up to 1e21, 1.5e-7 and 1e+21 beyond. Negative zero is "-0". The
 * value is finite. */
uint8_t *pbwi_print_double(uint8_t *out, double value);
uint8_t *pbwi_print_float(uint8_t *out, float value);

#endif
