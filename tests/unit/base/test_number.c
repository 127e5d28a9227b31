/* Text to numbers: exact at the edges, and equal to strtod (of the C locale) everywhere else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/number.h"

static void integers(void **state) {
  (void)state;
  int64_t i;
  uint64_t u;
#define SIGNED(text) pbwi_parse_int64(text, strlen(text), &i)
#define UNSIGNED(text) pbwi_parse_uint64(text, strlen(text), &u)
  assert_true(SIGNED("-9223372036854775808") && i == INT64_MIN);
  assert_true(SIGNED("9223372036854775807") && i == INT64_MAX);
  assert_true(SIGNED("-0") && i == 0);
  assert_false(SIGNED("9223372036854775808") || SIGNED("-9223372036854775809"));
  assert_false(SIGNED("") || SIGNED("-") || SIGNED("+1") || SIGNED("1 ") || SIGNED("0x1"));
  assert_true(UNSIGNED("18446744073709551615") && u == UINT64_MAX);
  assert_true(UNSIGNED("000000000000000000000000001") && u == 1);
  assert_false(UNSIGNED("18446744073709551616") || UNSIGNED("-1") || UNSIGNED(""));
}

static void same_as_libc(const char *text) {
  double d = 7, wanted = strtod(text, NULL);
  float f = 7, wanted_float = strtof(text, NULL);
  bool read = pbwi_parse_double(text, strlen(text), &d) && pbwi_parse_float(text, strlen(text), &f);
  if (!read || memcmp(&d, &wanted, sizeof d) || memcmp(&f, &wanted_float, sizeof f)) print_error("%s\n", text);
  assert_true(read);
  assert_memory_equal(&d, &wanted, sizeof d);
  assert_memory_equal(&f, &wanted_float, sizeof f);
}

static void edges(void **state) {
  (void)state;
  static const char *const texts[] = {
      "0", "-0", "1", "-1.5", "1e22", "1e23", ".5", "5.", "+5", "1E+2", "00012.50", "1e-0",
      "9007199254740993", "9007199254740992.5", "9007199254740993.00000000000000000000000000000000001",
      "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308",
      "2.2250738585072014e-308", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308",
      "1e309", "1e400", "1e-400", "1e999999999999", "1e-999999999999", "0e999999999999",
      "3.4028235e38", "3.4028235677973366e38", "1.4e-45", "0.7e-45", "7.006492321624085e-46", "16777217",
      "16777217.0000000000000000000000000000000000000001", "0.00000000000000000000000000001",
      "100000000000000000000000000000000.000", "123456789012345678901234567890"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) same_as_libc(texts[i]);
  /* Halfway between two doubles, and a digit far behind that decides. */
  char text[1200];
  snprintf(text, sizeof text, "%.0f", 9007199254740992.0);
  sprintf(text, "9007199254740993.%0900d", 0);
  same_as_libc(text);
  strcat(text, "1");
  same_as_libc(text);
}

static void random_texts(void **state) {
  (void)state;
  uint64_t random = 1;
  for (int i = 0; i < 20000; i++) {
    random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
    double value;
    memcpy(&value, &random, sizeof value);
    if (value != value) continue;
    char text[1000];
    if (i % 50 == 0)
      snprintf(text, sizeof text, "%.800e", value);
    else if (i % 3)
      snprintf(text, sizeof text, "%.*g", i % 25, value);
    else
      snprintf(text, sizeof text, "%llu.%de%d", (unsigned long long)random, i, (int)(random >> 33) % 350);
    same_as_libc(text);
  }
}

static void special(void **state) {
  (void)state;
  double d;
  float f;
  assert_true(pbwi_parse_double("inf", 3, &d) && d > 0 && d - d != 0);
  assert_true(pbwi_parse_float("-inf", 4, &f) && f < 0 && f - f != 0);
  assert_true(pbwi_parse_double("nan", 3, &d) && d != d);
  assert_true(pbwi_parse_float("-nan", 4, &f) && f != f);
}

static void refused(void **state) {
  (void)state;
  static const char *const texts[] = {"", "-", ".", "e5", "1e", "1e+", "1x", "0x10", "infinity", "--1", "1..2", "+", "1,5", " 1", "1 ", "NaN", "+inf"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    double d;
    float f;
    assert_false(pbwi_parse_double(texts[i], strlen(texts[i]), &d));
    assert_false(pbwi_parse_float(texts[i], strlen(texts[i]), &f));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers), cmocka_unit_test(edges),   cmocka_unit_test(random_texts),
      cmocka_unit_test(special),  cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
