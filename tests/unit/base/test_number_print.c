/* Numbers to text: the layout, and that no shorter text and none nearer is read back as the same number. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/number.h"

static char text[PBWI_NUMBER_ROOM + 1];

/* The printer gets as much room as was promised, in a block of its own. */
#define PRINTED(function, value) printed(function(block, value))
static uint8_t *block;

static const char *printed(uint8_t *end) {
  size_t size = (size_t)(end - block);
  assert_true(size <= 25);
  memcpy(text, block, size);
  text[size] = 0;
  return text;
}

static int make_block(void **state) {
  (void)state;
  block = malloc(PBWI_NUMBER_ROOM);
  return block == NULL;
}

static int free_block(void **state) {
  (void)state;
  free(block);
  return 0;
}

static uint64_t random_state = 1;

static uint64_t random_bits(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static void integer(uint64_t value) {
  char wanted[32];
  snprintf(wanted, sizeof wanted, "%" PRIu64, value);
  assert_string_equal(PRINTED(pbwi_print_uint64, value), wanted);
  snprintf(wanted, sizeof wanted, "%" PRId64, (int64_t)value);
  assert_string_equal(PRINTED(pbwi_print_int64, (int64_t)value), wanted);
}

static void integers(void **state) {
  (void)state;
  for (uint64_t i = 0; i < 20000; i++) integer(i), integer(0 - i);
  for (int bit = 0; bit < 64; bit++)
    for (uint64_t i = 0; i < 3; i++) integer((UINT64_C(1) << bit) + i - 1);
  uint64_t power = 1;
  for (int i = 0; i < 20; i++, power *= 10)
    for (uint64_t d = 1; d < 10; d++) integer(power * d - 1), integer(power * d), integer(power * d + 1);
  for (int i = 0; i < 50000; i++) integer(random_bits() >> i % 64);
}

static const struct {
  double value;
  const char *text;
} doubles[] = {
    {0.0, "0"},
    {-0.0, "-0"},
    {1, "1"},
    {-42, "-42"},
    {0.5, "0.5"},
    {-1.5, "-1.5"},
    {0.1, "0.1"},
    {1.0 / 3, "0.3333333333333333"},
    {123.456, "123.456"},
    {1234567.25, "1234567.25"},
    {12345678.5, "12345678.5"},
    {123456789.0625, "123456789.0625"},
    {1234567890123.4567, "1234567890123.4568"},
    {0.000001, "0.000001"},
    {0.0000015, "0.0000015"},
    {0.000001234567890123456, "0.000001234567890123456"},
    {-1.2345678901234567e-6, "-0.0000012345678901234567"}, /* the longest */
    {0.0000001, "1e-7"},
    {1.5e-7, "1.5e-7"},
    {1e15, "1000000000000000"},
    {9007199254740991, "9007199254740991"},
    {9007199254740992, "9007199254740992"},
    {9007199254740994, "9007199254740994"},
    {9223372036854775808.0, "9223372036854776000"},
    {123456789012345680000.0, "123456789012345680000"},
    {1e20, "100000000000000000000"},
    {999999999999999900000.0, "999999999999999900000"},
    {1e21, "1e+21"},
    {1.2e21, "1.2e+21"},
    {1e22, "1e+22"},
    {1e23, "1e+23"},
    {4.35, "4.35"},
    {1125899906842624.25, "1125899906842624.2"}, /* halfway between 2 and 3: even */
    {5e-324, "5e-324"},
    {1e-323, "1e-323"},
    {2.2250738585072011e-308, "2.225073858507201e-308"},
    {2.2250738585072014e-308, "2.2250738585072014e-308"},
    {1.7976931348623157e308, "1.7976931348623157e+308"},
    {-1.7976931348623157e308, "-1.7976931348623157e+308"},
    {9.5367431640625e-7, "9.5367431640625e-7"},
    /* Powers of two, where the neighbour below is nearer. */
    {9.007199254740992e15, "9007199254740992"},
    {1.8014398509481984e16, "18014398509481984"},
    {2.9802322387695312e-8, "2.9802322387695312e-8"},
    {8.41e21, "8.41e+21"},
    {2.0e-100, "2e-100"},
    {9.5e-3, "0.0095"},
};

static const struct {
  float value;
  const char *text;
} floats[] = {
    {0.0f, "0"},
    {-0.0f, "-0"},
    {1, "1"},
    {0.1f, "0.1"},
    {-0.3f, "-0.3"},
    {3.14159274f, "3.1415927"},
    {16777216, "16777216"},
    {33554432, "33554432"},
    {1e10f, "10000000000"},
    {8.5899346e9f, "8589935000"},
    {1e20f, "100000000000000000000"},
    {1e21f, "1e+21"},
    {1e-6f, "0.000001"},
    {1e-7f, "1e-7"},
    {1.4e-45f, "1e-45"},
    {1.17549435e-38f, "1.1754944e-38"},
    {1.1754942e-38f, "1.1754942e-38"},
    {3.4028234664e38f, "3.4028235e+38"},
    {0.00000123456789f, "0.0000012345679"},
    {123456.789f, "123456.79"},
};

static void layout(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
    assert_string_equal(PRINTED(pbwi_print_double, doubles[i].value), doubles[i].text);
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
    assert_string_equal(PRINTED(pbwi_print_float, floats[i].value), floats[i].text);
}

/* The significant digits of a text. */
static const char *digits_of(const char *number) {
  static char digits[64];
  size_t count = 0;
  for (; *number && *number != 'e'; number++)
    if (*number >= '0' && *number <= '9' && (count || *number != '0')) digits[count++] = *number;
  while (count > 1 && digits[count - 1] == '0') count--;
  digits[count] = 0;
  return digits;
}

/* libc's digits of the least precision that is read back as the same. Where two of that length are, libc gives the
 * nearer one. */
static void shortest_double(double value) {
  PRINTED(pbwi_print_double, value);
  double back = strtod(text, NULL);
  assert_memory_equal(&back, &value, sizeof value);
  char libc[64];
  for (int precision = 0; precision < 17; precision++) {
    snprintf(libc, sizeof libc, "%.*e", precision, value);
    if (strtod(libc, NULL) == value) break;
  }
  char wanted[64];
  strcpy(wanted, digits_of(libc));
  if (strcmp(digits_of(text), wanted)) print_error("%s, libc %s\n", text, libc);
  assert_string_equal(digits_of(text), wanted);
}

static void shortest_float(float value) {
  PRINTED(pbwi_print_float, value);
  float back = strtof(text, NULL);
  assert_memory_equal(&back, &value, sizeof value);
  char libc[64];
  for (int precision = 0; precision < 9; precision++) {
    snprintf(libc, sizeof libc, "%.*e", precision, (double)value);
    if (strtof(libc, NULL) == value) break;
  }
  char wanted[64];
  strcpy(wanted, digits_of(libc));
  if (strcmp(digits_of(text), wanted)) print_error("%s, libc %s\n", text, libc);
  assert_string_equal(digits_of(text), wanted);
}

/* As people write numbers, with none to nine decimals, and the numbers beside them. */
static void decimals(void **state) {
  (void)state;
  static const double powers[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  for (int i = 0; i < 20000; i++) {
    uint64_t digits = random_bits() >> (random_bits() % 45 + 14), bits;
    double value = (double)digits / powers[i % 10];
    memcpy(&bits, &value, sizeof bits);
    for (uint64_t beside = bits - (i % 5 == 0); beside <= bits + (i % 5 == 0); beside++) {
      memcpy(&value, &beside, sizeof value);
      if (value - value == 0) shortest_double(value);
    }
  }
}

static void shortest(void **state) {
  (void)state;
  for (int i = 0; i < 8000; i++) {
    uint64_t bits = random_bits();
    if (i % 8 == 1) bits &= UINT64_C(0x800fffffffffffff);                                        /* subnormal */
    if (i % 8 == 2) bits = bits >> 12 | (UINT64_C(1023) - 60 + bits % 120) << 52;                /* moderate  */
    double value;
    memcpy(&value, &bits, sizeof value);
    if (value - value == 0) shortest_double(value);
    if (i % 8 == 3) shortest_double((double)(bits % 1000000) / 1000);
    uint32_t narrow = (uint32_t)(bits >> 32);
    if (i % 8 == 4) narrow &= 0x807fffff;
    float value_float;
    memcpy(&value_float, &narrow, sizeof value_float);
    if (value_float - value_float == 0) shortest_float(value_float);
  }
}

/* Libc's digits may be one off here: below a power of two the nearest text of the least length need not be read back,
 * and then another of that length is. So they are compared by length, and by what is read back. */
static void powers_of_two(void **state) {
  (void)state;
  for (uint64_t exponent = 1; exponent < 2047; exponent++) {
    uint64_t bits = exponent << 52;
    double value, back;
    memcpy(&value, &bits, sizeof value);
    PRINTED(pbwi_print_double, value);
    back = strtod(text, NULL);
    assert_true(back == value);
    size_t count = strlen(digits_of(text));
    char shorter[64];
    snprintf(shorter, sizeof shorter, "%.*e", (int)count > 1 ? (int)count - 2 : 0, value);
    if (count > 1) assert_true(strtod(shorter, NULL) != value);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers), cmocka_unit_test(layout),        cmocka_unit_test(decimals),
      cmocka_unit_test(shortest), cmocka_unit_test(powers_of_two),
  };
  return cmocka_run_group_tests(tests, make_block, free_block);
}
