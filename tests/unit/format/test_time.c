/* Times: every day of the 9999 years against a calendar that counts, and both ends of every range. */
#include "core/format/time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static const int64_t first = INT64_C(-62135596800), last = INT64_C(253402300799);

static void every_day(void **state) {
  (void)state;
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  uint8_t text[PBWI_TIME_TEXT];
  char want[PBWI_TIME_TEXT];
  int64_t at = first, seconds;
  int32_t nanos;
  for (int year = 1; year <= 9999; year++) {
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    for (int month = 1; month <= 12; month++) {
      int days = lengths[month - 1] + (month == 2 && leap);
      for (int day = 1; day <= days + 1; day++) {
        int size = snprintf(want, sizeof want, "%04d-%02d-%02dT00:00:00Z", year, month, day);
        if (day > days) {
          assert_false(pbwi_timestamp_parse((uint8_t *)want, (size_t)size, &seconds, &nanos));
          continue;
        }
        uint8_t *end = pbwi_timestamp_print(text, at, 0);
        if (!end || end - text != size || memcmp(text, want, (size_t)size)) print_error("%s\n", want);
        assert_true(end && end - text == size && !memcmp(text, want, (size_t)size));
        assert_true(pbwi_timestamp_parse(text, (size_t)size, &seconds, &nanos));
        assert_true(seconds == at && nanos == 0);
        at += 86400;
      }
    }
  }
  assert_true(at == last + 1);
}

static void every_second_of_a_day(void **state) {
  (void)state;
  uint8_t text[PBWI_TIME_TEXT];
  char want[PBWI_TIME_TEXT];
  for (int s = 0; s < 86400; s++) {
    int size = snprintf(want, sizeof want, "1969-12-31T%02d:%02d:%02dZ", s / 3600, s / 60 % 60, s % 60);
    uint8_t *end = pbwi_timestamp_print(text, s - 86400, 0);
    assert_int_equal(end - text, size);
    assert_memory_equal(text, want, (size_t)size);
  }
}

static void fractions(void **state) {
  (void)state;
  static const struct {
    int32_t nanos;
    const char *text;
  } rows[] = {{0, "0s"}, {1, "0.000000001s"}, {10, "0.000000010s"}, {1000, "0.000001s"}, {1000000, "0.001s"}, {100000000, "0.100s"},
              {999999999, "0.999999999s"}, {999999000, "0.999999s"}, {999000000, "0.999s"}, {-1, "-0.000000001s"}, {-500000000, "-0.500s"}};
  uint8_t text[PBWI_TIME_TEXT];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int64_t seconds;
    int32_t nanos;
    uint8_t *end = pbwi_duration_print(text, 0, rows[i].nanos);
    *end = 0;
    assert_string_equal((char *)text, rows[i].text);
    assert_true(pbwi_duration_parse(text, (size_t)(end - text), &seconds, &nanos));
    assert_true(seconds == 0 && nanos == rows[i].nanos);
  }
}

static void ranges(void **state) {
  (void)state;
  uint8_t text[PBWI_TIME_TEXT];
  assert_non_null(pbwi_timestamp_print(text, first, 0));
  assert_non_null(pbwi_timestamp_print(text, last, 999999999));
  const int64_t longest = INT64_C(315576000000);
  uint8_t *end = pbwi_duration_print(text, -longest, -999999999);
  assert_non_null(end);
  assert_true(end - text <= PBWI_TIME_TEXT);
  static const int64_t wrong[] = {INT64_MIN, INT64_MAX};
  for (size_t i = 0; i < 2; i++) {
    assert_null(pbwi_timestamp_print(text, wrong[i], 0));
    assert_null(pbwi_duration_print(text, wrong[i], 0));
  }
  assert_null(pbwi_timestamp_print(text, first - 1, 0));
  assert_null(pbwi_timestamp_print(text, last + 1, 0));
  assert_null(pbwi_timestamp_print(text, 0, -1));
  assert_null(pbwi_timestamp_print(text, 0, 1000000000));
  assert_null(pbwi_duration_print(text, longest + 1, 0));
  assert_null(pbwi_duration_print(text, -longest - 1, 0));
  assert_null(pbwi_duration_print(text, 1, -1));
  assert_null(pbwi_duration_print(text, -1, 1));
  assert_null(pbwi_duration_print(text, 0, 1000000000));
  assert_null(pbwi_duration_print(text, 0, INT32_MIN));
}

/* A text changed in one byte, and one that is cut, is a time or is not: nothing else happens. */
static void damage(void **state) {
  (void)state;
  static const char good[] = "2024-02-29T23:59:59.123456789+01:30";
  int64_t seconds;
  int32_t nanos;
  for (size_t size = 0; size < sizeof good - 1; size++) assert_false(pbwi_timestamp_parse((const uint8_t *)good, size, &seconds, &nanos));
  for (size_t at = 0; at < sizeof good - 1; at++) {
    for (int c = 0; c < 256; c++) {
      uint8_t text[sizeof good];
      memcpy(text, good, sizeof good);
      text[at] = (uint8_t)c;
      bool read = pbwi_timestamp_parse(text, sizeof good - 1, &seconds, &nanos);
      if (!(c >= '0' && c <= '9') && c != good[at] && !(good[at] == '+' && c == '-')) assert_false(read);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_day), cmocka_unit_test(every_second_of_a_day), cmocka_unit_test(fractions),
                                     cmocka_unit_test(ranges), cmocka_unit_test(damage)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
