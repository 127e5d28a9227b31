/* Random numbers, of every size and as people write them, to text and back; and random decimals against libc. Prints
 * TAP.
 *
 *   trips COUNT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/number.h"

static uint64_t random_state = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t random_bits(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static bool scan(const uint8_t *text, const uint8_t *end, pbwi_decimal *number) {
  return pbwi_decimal_scan(text, end, 0, number) && number->end == end;
}

static double random_double(void) {
  static const double powers[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  uint64_t bits = random_bits();
  double value;
  switch (bits >> 12 & 7) {
    case 0: return (double)(int64_t)(random_bits() >> (bits & 63)) / powers[bits >> 6 & 7];
    case 1: value = (double)(random_bits() % 1000000000) / powers[bits % 10]; break; /* and its neighbours */
    case 2: bits = random_bits() & UINT64_C(0x800fffffffffffff); memcpy(&value, &bits, 8); return value;
    case 3: bits = random_bits() >> 12 | (1023 - 64 + bits % 128) << 52; memcpy(&value, &bits, 8); return value;
    case 4: bits = (bits & 2047) << 52; memcpy(&value, &bits, 8); break;
    default: bits = random_bits(); memcpy(&value, &bits, 8); return value;
  }
  memcpy(&bits, &value, 8);
  bits += random_bits() % 7 - 3;
  memcpy(&value, &bits, 8);
  return value;
}

static bool double_trip(void) {
  uint8_t text[PBWI_NUMBER_ROOM + 1];
  double value = random_double(), back;
  if (value - value != 0) return true;
  uint8_t *end = pbwi_print_double(text, value);
  pbwi_decimal number;
  bool same = scan(text, end, &number) && pbwi_decimal_to_double(&number, &back) &&
              !memcmp(&back, &value, sizeof value);
  *end = 0;
  double libc = strtod((const char *)text, NULL);
  same = same && !memcmp(&libc, &value, sizeof value);
  if (!same) printf("# %.17g as %s\n", value, (const char *)text);
  return same;
}

static bool float_trip(void) {
  uint8_t text[PBWI_NUMBER_ROOM + 1];
  uint32_t bits = (uint32_t)random_bits();
  float value = (float)random_double(), back;
  if (bits & 1) memcpy(&value, &bits, sizeof value);
  if (value - value != 0) return true;
  uint8_t *end = pbwi_print_float(text, value);
  pbwi_decimal number;
  bool same = scan(text, end, &number) && pbwi_decimal_to_float(&number, &back) && !memcmp(&back, &value, sizeof value);
  *end = 0;
  float libc = strtof((const char *)text, NULL);
  same = same && !memcmp(&libc, &value, sizeof value);
  if (!same) printf("# %.9g as %s\n", (double)value, (const char *)text);
  return same;
}

static bool integer_trip(void) {
  uint8_t text[PBWI_NUMBER_ROOM + 1];
  uint64_t value = random_bits() >> (random_bits() & 63), back;
  int64_t negative = (int64_t)(0 - value), back_signed;
  pbwi_decimal number;
  uint8_t *end = pbwi_print_uint64(text, value);
  bool same = scan(text, end, &number) && number.integer && pbwi_decimal_to_uint64(&number, &back) && back == value;
  end = pbwi_print_int64(text, negative);
  same = same && scan(text, end, &number) && pbwi_decimal_to_int64(&number, &back_signed) && back_signed == negative;
  if (!same) printf("# %" PRIu64 "\n", value);
  return same;
}

/* Texts of any number of digits. Those that are near halfway between two numbers are made from such. */
static bool decimal_read(void) {
  char text[1200];
  uint64_t bits = random_bits();
  int size = 0;
  if (bits % 64 == 0) {
    size = snprintf(text, sizeof text, "%.*e", (int)(bits >> 8 & 1023), random_double());
  } else if (bits % 4 == 0) {
    float low = (float)random_double(), high;
    uint32_t next;
    memcpy(&next, &low, sizeof next);
    next++;
    memcpy(&high, &next, sizeof high);
    size = snprintf(text, sizeof text, "%.*e", 15 + (int)(bits >> 8 & 15), ((double)low + (double)high) / 2);
  } else {
    int digits = 1 + (int)(bits >> 8 & 63) % 24;
    text[size++] = (char)('1' + random_bits() % 9);
    text[size++] = '.';
    for (int i = 0; i < digits; i++) text[size++] = (char)('0' + random_bits() % 10);
    size += snprintf(text + size, 16, "e%d", (int)(random_bits() % 700) - 360);
  }
  if (text[0] == 'n' || text[0] == 'i' || text[1] == 'n' || text[1] == 'i') return true;
  pbwi_decimal number;
  double d = 0, libc = strtod(text, NULL);
  float f = 0, libc_float = strtof(text, NULL);
  const uint8_t *p = (const uint8_t *)text;
  bool same = scan(p, p + size, &number) && pbwi_decimal_to_double(&number, &d) == (libc - libc == 0) &&
              pbwi_decimal_to_float(&number, &f) == (libc_float - libc_float == 0) && !memcmp(&d, &libc, sizeof d) &&
              !memcmp(&f, &libc_float, sizeof f);
  if (!same) printf("# %s\n", text);
  return same;
}

static const struct {
  const char *name;
  bool (*one)(void);
} tests[] = {
    {"doubles are read back as they were, here and by libc", double_trip},
    {"floats are read back as they were, here and by libc", float_trip},
    {"integers are read back as they were", integer_trip},
    {"decimals are read as libc reads them", decimal_read},
};

int main(int argc, char **argv) {
  unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
  int failed = 0;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    unsigned long bad = 0;
    for (unsigned long n = 0; n < count && bad < 5; n++) bad += !tests[i].one();
    printf("%sok %zu - %s (%lu)\n", bad || !count ? "not " : "", i + 1, tests[i].name, count);
    failed |= bad || !count;
  }
  return failed;
}
