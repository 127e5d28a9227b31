/* The grammar of decimal numbers and what is a whole number of which type. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/number.h"

enum { PLUS = PBWI_NUMBER_PLUS, ZEROS = PBWI_NUMBER_ZEROS, POINT = PBWI_NUMBER_POINT };
enum { INTEGER = 1, DROPPED = 2, NEGATIVE = 4 };

/* From a block of its own size, so that a sanitizer sees a read behind the text. */
static bool scan(const char *text, unsigned allowed, pbwi_decimal *number, size_t *length) {
  size_t size = strlen(text);
  uint8_t *copy = malloc(size + !size);
  assert_non_null(copy);
  memcpy(copy, text, size);
  bool good = pbwi_decimal_scan(copy, copy + size, allowed, number);
  *length = (size_t)(number->end - copy);
  free(copy);
  return good;
}

static const struct {
  const char *text;
  size_t length;
  uint64_t mantissa;
  int64_t exponent;
  unsigned allowed, is;
} good[] = {
    {"0", 1, 0, 0, 0, INTEGER},
    {"-0", 2, 0, 0, 0, INTEGER | NEGATIVE},
    {"7", 1, 7, 0, 0, INTEGER},
    {"12345678", 8, 12345678, 0, 0, INTEGER},
    {"1234567890123456789", 19, 1234567890123456789, 0, 0, INTEGER},
    {"18446744073709551615", 20, UINT64_MAX, 0, 0, INTEGER},
    {"18446744073709551616", 20, 1844674407370955161, 1, 0, INTEGER | DROPPED},
    {"-99999999999999999999", 21, 9999999999999999999u, 1, 0, INTEGER | DROPPED | NEGATIVE},
    {"100000000000000000000000", 24, 10000000000000000000u, 4, 0, INTEGER},
    {"1.5", 3, 15, -1, 0, 0},
    {"-12.250e+3", 10, 12250, 0, 0, NEGATIVE},
    {"1E-7", 4, 1, -7, 0, 0},
    {"1e007", 5, 1, 7, 0, 0},
    {"0.00000000000000000000000000001", 31, 1, -29, 0, 0},
    {"0.000000000000000000000000000012345678901234567890123", 53, 12345678901234567890u, -48, 0, DROPPED},
    {"18446744073709551615.000000000000", 33, UINT64_MAX, 0, 0, 0},
    {"18446744073709551615.000000000001", 33, UINT64_MAX, 0, 0, DROPPED},
    {"1844674407370955161.6", 21, 1844674407370955161, 0, 0, DROPPED},
    {"1844674407370955161.5e3", 23, UINT64_MAX, 2, 0, 0},
    {"0.000000000000000000000000000000", 32, 0, -30, 0, 0},
    {"1e536870000", 11, 1, 536870000, 0, 0},
    {"1e-99999999999999999999999999", 29, 1, -9999999999999999, 0, 0},
    /* What follows is not its business. */
    {"1,2", 1, 1, 0, 0, INTEGER},
    {"12abc", 2, 12, 0, 0, INTEGER},
    {"1234567:12345", 7, 1234567, 0, 0, INTEGER},
    {"1.25]     ", 4, 125, -2, 0, 0},
    {"1.2.3", 3, 12, -1, 0, 0},
    {"1e5e5", 3, 1, 5, 0, 0},
    {"0x10", 1, 0, 0, 0, INTEGER},
    /* Allowed by flags. */
    {"+5", 2, 5, 0, PLUS, INTEGER},
    {"007", 3, 7, 0, ZEROS, INTEGER},
    {"000000000000000000000000000000000000000012", 42, 12, 0, ZEROS, INTEGER},
    {"-00.5", 5, 5, -1, ZEROS, NEGATIVE},
    {".5", 2, 5, -1, POINT, 0},
    {".12345678901", 12, 12345678901, -11, POINT, 0},
    {"5.", 2, 5, 0, POINT, 0},
    {"5.e1", 4, 5, 1, POINT, 0},
    {"+.5e-1", 6, 5, -2, PLUS | POINT, 0},
};

static void numbers(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    pbwi_decimal number;
    size_t length;
    bool read = scan(good[i].text, good[i].allowed, &number, &length);
    unsigned is = (number.integer ? INTEGER : 0u) | (number.dropped ? DROPPED : 0u) | (number.negative ? NEGATIVE : 0u);
    if (!read || number.mantissa != good[i].mantissa || number.exponent != good[i].exponent || is != good[i].is)
      print_error("%s\n", good[i].text);
    assert_true(read);
    assert_int_equal(length, good[i].length);
    assert_true(number.mantissa == good[i].mantissa);
    assert_true(number.exponent == good[i].exponent);
    assert_int_equal(is, good[i].is);
  }
}

static const struct {
  const char *text;
  size_t wrong; /* where */
  unsigned allowed;
} bad[] = {
    {"", 0, 0},
    {"-", 1, 0},
    {"--1", 1, 0},
    {"", 0, PLUS},
    {"abcdefgh", 0, 0},
    {"-/1234567", 1, 0},
    {"+1", 0, 0},
    {"+-1", 1, PLUS},
    {"-+1", 1, PLUS},
    {" 1", 0, PLUS | ZEROS | POINT},
    {"01", 1, 0},
    {"01.234567", 1, 0},
    {"-0123,567", 2, 0},
    {"-00", 2, 0},
    {"00000000000000000000.5", 1, 0},
    {".5", 0, 0},
    {"-.5", 1, 0},
    {"5.", 2, 0},
    {"5.e1", 2, 0},
    {".", 1, POINT},
    {".e1", 1, POINT},
    {"e5", 0, POINT},
    {"1e", 2, 0},
    {"1e+", 3, 0},
    {"1.5E-x", 5, 0},
    {"NaN", 0, PLUS | ZEROS | POINT},
    {"\xb0", 0, 0}, /* '0' with its top bit set */
};

static void not_numbers(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    pbwi_decimal number;
    size_t length;
    bool read = scan(bad[i].text, bad[i].allowed, &number, &length);
    if (read || length != bad[i].wrong) print_error("%s: %zu\n", bad[i].text, length);
    assert_false(read);
    assert_int_equal(length, bad[i].wrong);
  }
}

/* Any byte behind any number of digits, with and without room for whole words. */
static void ends_at_any_byte(void **state) {
  (void)state;
  char text[64];
  for (size_t digits = 1; digits <= 18; digits++)
    for (int byte = 1; byte < 256; byte++)
      for (int behind = 0; behind < 10; behind += 9) {
        if ((byte >= '0' && byte <= '9') || byte == '.' || byte == 'e' || byte == 'E') continue;
        memcpy(text, "987654321987654321", digits);
        snprintf(text + digits, sizeof text - digits, "%c%.*s", byte, behind, "000000000");
        pbwi_decimal number;
        size_t length;
        assert_true(scan(text, 0, &number, &length));
        assert_int_equal(length, digits);
        text[digits] = 0;
        assert_true(number.mantissa == strtoull(text, NULL, 10));
      }
}

/* Digits alone are what the scanner says they are, or not taken. */
static void digits_alone(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t length; /* 0: not taken */
  } texts[] = {{"0", 1},   {"7,", 1},  {"42 ", 2}, {"9999999999999999999", 19}, {"10000000000000000000", 20},
               {"0]", 1},  {"01", 0},  {"", 0},    {"-1", 0},                   {"x", 0},
               {"1.0", 0}, {"1e2", 0}, {"1E2", 0}, {"18446744073709551615", 20}, {"18446744073709551616", 0},
               {"123456789:", 9}, {"20000000000000000000", 0}, {"100000000000000000000", 0}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const uint8_t *p = (const uint8_t *)texts[i].text;
    uint64_t value = 0;
    const uint8_t *end = pbwi_digits_scan(p, p + strlen(texts[i].text), &value);
    assert_int_equal(end ? end - p : 0, texts[i].length);
    if (end) assert_true(value == strtoull(texts[i].text, NULL, 10));
  }
}

/* ---- integers ---- */

enum { I32 = 1, U32 = 2, I64 = 4, U64 = 8 };

static const struct {
  const char *text;
  unsigned fits;
  uint64_t value;
} integers[] = {
    {"0", I32 | U32 | I64 | U64, 0},
    {"-0", I32 | U32 | I64 | U64, 0},
    {"-0.0e5", I32 | U32 | I64 | U64, 0},
    {"0e536870000", I32 | U32 | I64 | U64, 0},
    {"1e5", I32 | U32 | I64 | U64, 100000},
    {"100000.000", I32 | U32 | I64 | U64, 100000},
    {"1.5e1", I32 | U32 | I64 | U64, 15},
    {"1.50000000000000000000000000000000000000e1", I32 | U32 | I64 | U64, 15},
    {"100000000000000000000000000000e-28", I32 | U32 | I64 | U64, 10},
    {"0.00000000000000000000000000000000001e36", I32 | U32 | I64 | U64, 10},
    {"-1", I32 | I64, UINT64_MAX},
    {"2147483647", I32 | U32 | I64 | U64, INT32_MAX},
    {"2147483648", U32 | I64 | U64, UINT64_C(1) << 31},
    {"-2147483648", I32 | I64, 0 - (UINT64_C(1) << 31)},
    {"-2147483649", I64, 0 - (UINT64_C(1) << 31) - 1},
    {"4294967295", U32 | I64 | U64, UINT32_MAX},
    {"4294967296", I64 | U64, UINT64_C(1) << 32},
    {"9007199254740993", I64 | U64, 9007199254740993},
    {"9223372036854775807", I64 | U64, INT64_MAX},
    {"9223372036854775808", U64, UINT64_C(1) << 63},
    {"-9223372036854775808", I64, UINT64_C(1) << 63},
    {"-9223372036854775809", 0, 0},
    {"18446744073709551615", U64, UINT64_MAX},
    {"18446744073709551615.0", U64, UINT64_MAX},
    {"1.8446744073709551615e19", U64, UINT64_MAX},
    {"1e19", U64, UINT64_C(10000000000000000000)},
    {"18446744073709551616", 0, 0},
    {"1.8446744073709551616e19", 0, 0},
    {"18446744073709551615.1", 0, 0},
    {"1e20", 0, 0},
    {"2e19", 0, 0},
    {"99999999999999999999", 0, 0},
    {"-18446744073709551615", 0, 0},
    {"0.5", 0, 0},
    {"1e-1", 0, 0},
    {"1e-20", 0, 0},
    {"1234567890123456789e-18", 0, 0},
    {"1.0000000000000000000000000000000000000001", 0, 0},
    {"0.1000000000000000000000000000000000000001e1", 0, 0},
    {"1e536870000", 0, 0},
    {"1e-536870000", 0, 0},
    {"1e99999999999999999999999999999", 0, 0},
};

static void to_integers(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
    pbwi_decimal number;
    size_t length;
    assert_true(scan(integers[i].text, 0, &number, &length));
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    uint64_t u64;
    unsigned fits = 0;
    if (pbwi_decimal_to_int32(&number, &i32)) fits |= I32;
    if (pbwi_decimal_to_uint32(&number, &u32)) fits |= U32;
    if (pbwi_decimal_to_int64(&number, &i64)) fits |= I64;
    if (pbwi_decimal_to_uint64(&number, &u64)) fits |= U64;
    if (fits != integers[i].fits) print_error("%s: %u\n", integers[i].text, fits);
    assert_int_equal(fits, integers[i].fits);
    uint64_t value = integers[i].value;
    if (fits & I32) assert_true(i32 == (int32_t)value);
    if (fits & U32) assert_true(u32 == (uint32_t)value);
    if (fits & I64) assert_true(i64 == (int64_t)value);
    if (fits & U64) assert_true(u64 == value);
  }
}

/* The exponent counts exactly however long the text is. */
static void long_texts(void **state) {
  (void)state;
  enum { ZERO_DIGITS = 1000000 };
  char *text = malloc(ZERO_DIGITS + 32);
  assert_non_null(text);
  int at = sprintf(text, "0.");
  memset(text + at, '0', ZERO_DIGITS);
  sprintf(text + at + ZERO_DIGITS, "42e%d", ZERO_DIGITS + 2);
  pbwi_decimal number;
  size_t length;
  int32_t value = 0;
  assert_true(scan(text, 0, &number, &length) && pbwi_decimal_to_int32(&number, &value));
  assert_int_equal(value, 42);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),     cmocka_unit_test(not_numbers), cmocka_unit_test(ends_at_any_byte),
      cmocka_unit_test(digits_alone), cmocka_unit_test(to_integers), cmocka_unit_test(long_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
