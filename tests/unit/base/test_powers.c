/* Each power is the one before it times ten, and 10^0 is 1: the whole table follows, in exact arithmetic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/powers.h"

enum { WORDS = 48 }; /* of 32 bits, the least first */

static void times(uint32_t *number, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < WORDS; i++) {
    carry += (uint64_t)number[i] * factor;
    number[i] = (uint32_t)carry;
    carry >>= 32;
  }
  assert_true(carry == 0);
}

/* Returns the remainder. */
static uint32_t divided(uint32_t *number, uint32_t by) {
  uint64_t rest = 0;
  for (int i = WORDS; i--;) {
    rest = rest << 32 | number[i];
    number[i] = (uint32_t)(rest / by);
    rest %= by;
  }
  return (uint32_t)rest;
}

static int highest_bit(const uint32_t *number) {
  for (int i = WORDS * 32; i--;)
    if (number[i / 32] >> i % 32 & 1) return i;
  return -1;
}

static int bit(const uint32_t *number, int i) { return i < 0 ? 0 : number[i / 32] >> i % 32 & 1; }

/* The number's 128 highest bits are those of 10^q, whose binary point stands `point` bits up. */
static void same(const uint32_t *number, int32_t q, int point, bool exact) {
  pbwi_power power = pbwi_power_of_ten(q);
  int top = highest_bit(number);
  for (int i = 0; i < 64; i++) {
    assert_int_equal(power.high >> (63 - i) & 1, bit(number, top - i));
    assert_int_equal(power.low >> (63 - i) & 1, bit(number, top - 64 - i));
  }
  assert_int_equal(pbwi_power_exponent(q), top - point - 127);
  for (int i = top - 128; exact && i >= 0; i--) exact = !bit(number, i);
  assert_int_equal(pbwi_power_is_exact(q), exact);
}

static void positive(void **state) {
  (void)state;
  uint32_t number[WORDS] = {1};
  for (int32_t q = 0; q <= PBWI_MOST_POWER; q++, times(number, 10)) same(number, q, 0, true);
}

/* 2^(32 * 47), divided: what is cut off below does not reach the bits that are compared. */
static void negative(void **state) {
  (void)state;
  uint32_t number[WORDS] = {0};
  number[WORDS - 1] = 1;
  for (int32_t q = -1; q >= PBWI_LEAST_POWER; q--) {
    divided(number, 10);
    same(number, q, 32 * (WORDS - 1), false);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(positive), cmocka_unit_test(negative)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
