/* The hash of map keys: every byte and the size count, results are spread. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mix.h"

static void every_bit_counts(void **state) {
  (void)state;
  uint8_t bytes[80] = {0};
  for (size_t size = 0; size <= sizeof bytes; size++) {
    uint64_t plain = pbwi_mix_bytes(bytes, size, 7);
    assert_true(plain != pbwi_mix_bytes(bytes, size, 8));
    if (size) assert_true(plain != pbwi_mix_bytes(bytes, size - 1, 7));
    for (size_t bit = 0; bit < size * 8; bit++) {
      bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
      assert_true(plain != pbwi_mix_bytes(bytes, size, 7));
      bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
  }
}

/* Numbers that differ in high or low bits only fill the buckets of a table evenly. */
static void numbers_spread(void **state) {
  (void)state;
  for (unsigned shift = 0; shift <= 52; shift += 4) {
    unsigned used = 0;
    uint8_t seen[4096] = {0};
    for (uint64_t i = 0; i < 4096; i++) {
      uint8_t *bucket = &seen[pbwi_mix_number(i << shift, 0x7f0012345670) & 4095];
      used += !*bucket;
      *bucket = 1;
    }
    assert_true(used > 2300); /* chance gives 2589 */
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_bit_counts), cmocka_unit_test(numbers_spread)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
