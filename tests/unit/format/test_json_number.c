/* JSON's grammar of numbers, exhaustively over short texts, against a grammar written down here. */
#include "core/format/json_number.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* The length of the longest number at the start of a text, or 0. */
static size_t grammar(const char *s) {
  const char *p = s;
  if (*p == '-') p++;
  if (*p == '0') p++;
  else if (*p == '1') while (*p == '0' || *p == '1') p++;
  else return 0;
  if (p[-1] == '0' && (p == s + 1 || p == s + 2) && (s[0] == '0' || s[1] == '0') && (*p == '0' || *p == '1')) return 0;
  if (*p == '.') {
    if (p[1] != '0' && p[1] != '1') return 0;
    for (p++; *p == '0' || *p == '1'; p++) {}
  }
  if (*p == 'e') {
    const char *q = p + 1;
    if (*q == '+' || *q == '-') q++;
    if (*q != '0' && *q != '1') return 0;
    for (p = q; *p == '0' || *p == '1'; p++) {}
  }
  return (size_t)(p - s);
}

static void all_short_texts(void **state) {
  (void)state;
  static const char letters[] = "01-+.e";
  char text[8] = {0};
  size_t counted = 0;
  for (int length = 1; length <= 7; length++) {
    long total = 1;
    for (int i = 0; i < length; i++) total *= 6;
    for (long n = 0; n < total; n++) {
      long rest = n;
      for (int i = 0; i < length; i++, rest /= 6) text[i] = letters[rest % 6];
      text[length] = 0;
      pbwi_json_number number;
      const uint8_t *start = (const uint8_t *)text, *end = pbwi_json_number_read(start, start + length, &number);
      size_t want = grammar(text);
      if ((end ? (size_t)(end - start) : 0) != want) print_error("%s\n", text);
      assert_int_equal(end ? end - start : 0, want);
      counted += want > 0;
    }
  }
  assert_true(counted > 1000);
}

static void ranges(void **state) {
  (void)state;
  pbwi_json_number n;
  int64_t value;
  uint64_t bits;
  const char *text = "2147483648";
  pbwi_json_number_read((const uint8_t *)text, (const uint8_t *)text + 10, &n);
  assert_false(pbwi_json_number_int64(&n, INT32_MIN, INT32_MAX, &value));
  assert_true(pbwi_json_number_int64(&n, INT64_MIN, INT64_MAX, &value) && value == INT64_C(2147483648));
  assert_true(pbwi_json_number_uint64(&n, UINT32_MAX, &bits) && bits == 2147483648u);
  assert_false(pbwi_json_number_uint64(&n, 2147483647, &bits));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_short_texts), cmocka_unit_test(ranges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
