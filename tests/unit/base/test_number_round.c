/* Text to floating point: the known hard cases, and equal to strtod (of the C locale) everywhere else. */
#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/number.h"

static pbwi_decimal scan(const char *text) {
  pbwi_decimal number;
  const uint8_t *p = (const uint8_t *)text, *end = p + strlen(text);
  bool read = pbwi_decimal_scan(p, end, 0, &number);
  if (!read || number.end != end) print_error("%s\n", text);
  assert_true(read && number.end == end);
  return number;
}

static void same_as_libc(const char *text) {
  pbwi_decimal number = scan(text);
  double d, wanted = strtod(text, NULL);
  float f, wanted_float = strtof(text, NULL);
  bool fits = pbwi_decimal_to_double(&number, &d), fits_float = pbwi_decimal_to_float(&number, &f);
  if (memcmp(&d, &wanted, sizeof d) || memcmp(&f, &wanted_float, sizeof f)) print_error("%s\n", text);
  assert_memory_equal(&d, &wanted, sizeof d);
  assert_memory_equal(&f, &wanted_float, sizeof f);
  assert_true(fits == (d - d == 0));
  assert_true(fits_float == (f - f == 0));
}

/* What a text is, as bits: independent of any libc. */
static const struct {
  const char *text;
  uint64_t bits;
} doubles[] = {
    {"0", 0},
    {"-0", UINT64_C(1) << 63},
    {"-0e999999999", UINT64_C(1) << 63},
    {"1", 0x3ff0000000000000},
    {"0.1", 0x3fb999999999999a},
    {"0.3", 0x3fd3333333333333},
    {"1e22", 0x4480f0cf064dd592},
    {"1e23", 0x44b52d02c7e14af6},
    {"9007199254740991", 0x433fffffffffffff},
    {"9007199254740993", 0x4340000000000000}, /* halfway: even */
    {"9007199254740993.0", 0x4340000000000000},
    {"90071992547409930e-1", 0x4340000000000000},
    {"9007199254740993.00000000000000000000000000000000001", 0x4340000000000001},
    {"9007199254740995", 0x4340000000000002},
    /* Exact products a few units above halfway, past the 64 bits that are looked at first. */
    {"4427220133875249562e1", 0x44033333a46d6754},
    {"3134227870369902756e3", 0x44653d04c74803e4},
    {"4394067767429417539e5", 0x44d743128092b4d5},
    {"9223372036854775807", 0x43e0000000000000},
    {"9223372036854774784", 0x43dfffffffffffff},
    {"18446744073709551615", 0x43f0000000000000},
    {"18446744073709550592", 0x43efffffffffffff + 1}, /* halfway */
    {"18446744073709550591", 0x43efffffffffffff},
    {"4.9e-324", 1},
    {"5e-324", 1},
    {"3e-324", 1},
    {"2e-324", 0},
    /* 2^-1075, the half of the smallest: below, exactly, above. */
    {"2.47032822920623272088284396434110e-324", 0},
    {"2.47032822920623272088284396434111e-324", 1},
    {"2.2250738585072011e-308", 0x000fffffffffffff},
    {"2.2250738585072014e-308", 0x0010000000000000},
    {"1.7976931348623157e308", 0x7fefffffffffffff},
    {"1.7976931348623158e308", 0x7fefffffffffffff},
    {"1.7976931348623159e308", 0x7ff0000000000000},
    /* Halfway between the largest and 2^1024, and one less. */
    {"1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"
     "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"
     "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904"
     "174497792",
     0x7ff0000000000000},
    {"1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"
     "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"
     "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904"
     "174497791",
     0x7fefffffffffffff},
    {"1e309", 0x7ff0000000000000},
    {"-1e400", 0xfff0000000000000},
    {"1e999999999999", 0x7ff0000000000000},
    {"1e-999999999999", 0},
    /* Halfway at 64 bits of the power, and the number on which well-known libraries once hung. */
    {"7.3177701707893310e15", 0x4339ff792393edd3},
    {"6.9294956446009195e15", 0x43389e56ee5e7a58},
    {"2.2250738585072012e-308", 0x0010000000000000},
    /* 2^-1075 in full is a tie, which goes to 0. */
    {"0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "0000000000000000000000000247032822920623272088284396434110686182529901307162382212792841250337753635"
     "1043759326499181808179961898982823477228588654633283551779698981993873980053909390631503565951557022"
     "6392290858392449105184435931802849936536152500319370457678249219365623669863658480757001585769269903"
     "7063119282795585513329278343384093519780155312465972635795746227664652728272200563740064854999770965"
     "9947045402082816622623785739345073633900796776193057750674017632467360096895134053553745851666113422"
     "3766678604162159680461914467291840300530057530849048765391711386591646239524912623653881879636239373"
     "2804238910186723484976682350898633885879256283027559956575244555072551893136908362547791869486679949"
     "68324049705821028513185451396213837722826145437693412532098591327667236328125",
     0},
    {"0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "0000000000000000000000000247032822920623272088284396434110686182529901307162382212792841250337753635"
     "1043759326499181808179961898982823477228588654633283551779698981993873980053909390631503565951557022"
     "6392290858392449105184435931802849936536152500319370457678249219365623669863658480757001585769269903"
     "7063119282795585513329278343384093519780155312465972635795746227664652728272200563740064854999770965"
     "9947045402082816622623785739345073633900796776193057750674017632467360096895134053553745851666113422"
     "3766678604162159680461914467291840300530057530849048765391711386591646239524912623653881879636239373"
     "2804238910186723484976682350898633885879256283027559956575244555072551893136908362547791869486679949"
     "68324049705821028513185451396213837722826145437693412532098591327667236328125000000000000000000001",
     1},
};

static const struct {
  const char *text;
  uint32_t bits;
} floats[] = {
    {"-0", 0x80000000},
    {"0.1", 0x3dcccccd},
    {"16777217", 0x4b800000}, /* halfway: even */
    {"16777217.0", 0x4b800000},
    {"16777217.0000000000000000000000000000000000000001", 0x4b800001},
    {"16777219", 0x4b800002},
    /* As a double this is halfway between two floats; as what it is, it is above. */
    {"1.00000005960464477540", 0x3f800001},
    {"1.00000017881393432617187499", 0x3f800001},
    {"1.00000017881393432617187500", 0x3f800002},
    {"1.00000017881393432617187501", 0x3f800002},
    {"1e-45", 1},
    {"1.4e-45", 1},
    {"7.006492321624085e-46", 0},
    {"7.00649232162408535461864791644958e-46", 0},
    {"7.00649232162408535461864791644959e-46", 1},
    {"1.1754942e-38", 0x007fffff},
    {"1.1754944e-38", 0x00800000},
    {"3.4028234e38", 0x7f7fffff},
    {"3.4028235e38", 0x7f7fffff},
    {"3.4028235677973366e38", 0x7f7fffff}, /* a little below halfway to 2^128; as a double, exactly halfway */
    {"3.40282356779733662e38", 0x7f800000},
    {"340282356779733661637539395458142568447", 0x7f7fffff},
    {"340282356779733661637539395458142568448", 0x7f800000}, /* exactly halfway */
    {"3.5e38", 0x7f800000},
    {"1e300", 0x7f800000},
    {"1e-300", 0},
};

static void known(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
    pbwi_decimal number = scan(doubles[i].text);
    double value;
    uint64_t bits;
    bool fits = pbwi_decimal_to_double(&number, &value);
    memcpy(&bits, &value, sizeof bits);
    if (bits != doubles[i].bits) print_error("%s: %016llx\n", doubles[i].text, (unsigned long long)bits);
    assert_true(bits == doubles[i].bits);
    assert_true(fits == (value - value == 0));
    same_as_libc(doubles[i].text);
  }
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
    pbwi_decimal number = scan(floats[i].text);
    float value;
    uint32_t bits;
    bool fits = pbwi_decimal_to_float(&number, &value);
    memcpy(&bits, &value, sizeof bits);
    if (bits != floats[i].bits) print_error("%s: %08x\n", floats[i].text, bits);
    assert_true(bits == floats[i].bits);
    assert_true(fits == (value - value == 0));
    same_as_libc(floats[i].text);
  }
}

static uint64_t random_state = 1;

static uint64_t random_bits(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static void random_texts(void **state) {
  (void)state;
  char text[1200];
  for (int i = 0; i < 30000; i++) {
    uint64_t bits = random_bits();
    double value;
    memcpy(&value, &bits, sizeof value);
    if (value - value != 0) continue;
    if (i % 3 == 0)
      snprintf(text, sizeof text, "%.*g", i % 25, value);
    else if (i % 3 == 1)
      snprintf(text, sizeof text, "%llu.%de%d", (unsigned long long)bits, i, (int)(bits >> 33) % 350);
    else
      snprintf(text, sizeof text, "%llu%09d.%d", (unsigned long long)bits >> i % 63 | 1, i, i);
    same_as_libc(text);
  }
}

/* Exactly halfway between a number and the next, all digits of it; a little less; a little more, far behind. */
static void around(double half) {
  char text[1400];
  int size = snprintf(text, sizeof text, "%.1100e", half), e = 0;
  while (text[e] != 'e') e++;
  char exponent[16] = {0};
  memcpy(exponent, text + e, (size_t)(size - e));
  same_as_libc(text);
  snprintf(text + e, sizeof text - (size_t)e, "000000000000001%s", exponent);
  same_as_libc(text);
  int last = e - 1;
  while (text[last] == '0') last--;
  text[last]--; /* it is halfway, so that the last digit is 5 */
  snprintf(text + last + 1, sizeof text - (size_t)last - 1, "9999%s", exponent);
  same_as_libc(text);
}

/* Doubles that are halfway between two floats. */
static void float_halves(void **state) {
  (void)state;
  for (int i = 0; i < 300; i++) {
    uint64_t bits = random_bits();
    uint32_t narrow = (uint32_t)(i % 4 ? bits >> 32 : bits >> 41) & 0x7fffffff;
    float low, high;
    memcpy(&low, &narrow, sizeof low);
    narrow++;
    memcpy(&high, &narrow, sizeof high);
    if (high - high != 0 || low - low != 0) continue;
    around(((double)low + (double)high) / 2);
  }
}

/* Halves of doubles: (2m + 1) * 2^e is written out by multiplying digits. */
static void double_halves(void **state) {
  (void)state;
  enum { DIGITS = 1200 };
  for (int i = 0; i < 300; i++) {
    static uint8_t digits[DIGITS]; /* the least first */
    memset(digits, 0, sizeof digits);
    uint64_t odd = (random_bits() >> 10 | UINT64_C(1) << 53 | 1);
    if (i % 5 == 0) odd = random_bits() >> (20 + i % 30) | 1; /* of a subnormal, when the exponent is the least */
    int twos = i % 5 == 0 ? -1075 : i % 2 ? -(int)(random_bits() % 1070) : (int)(random_bits() % 969);
    for (int d = 0; odd; d++, odd /= 10) digits[d] = (uint8_t)(odd % 10);
    for (int n = 0; n < (twos < 0 ? -twos : twos); n++) {
      unsigned carry = 0;
      for (int d = 0; d < DIGITS; d++) {
        carry += digits[d] * (twos < 0 ? 5u : 2u);
        digits[d] = (uint8_t)(carry % 10);
        carry /= 10;
      }
    }
    int top = DIGITS - 1;
    while (!digits[top]) top--;
    char text[DIGITS + 100];
    int exponent = twos < 0 ? twos : 0, zeros = 0;
    for (int d = 0; d <= top; d++) text[d] = (char)('0' + digits[top - d]);
    while (text[top - zeros] == '0') zeros++;
    snprintf(text + top + 1, sizeof text - (size_t)top - 1, "e%d", exponent);
    same_as_libc(text);
    snprintf(text + top + 1, sizeof text - (size_t)top - 1, ".%0*de%d", 1 + i % 40, 0, exponent);
    same_as_libc(text);
    snprintf(text + top + 1, sizeof text - (size_t)top - 1, ".%0*d1e%d", 1 + i % 40, 0, exponent);
    same_as_libc(text);
    text[top - zeros]--;
    for (int d = top - zeros + 1; d <= top; d++) text[d] = '9';
    snprintf(text + top + 1, sizeof text - (size_t)top - 1, ".%.*se%d", 1 + i % 20, "99999999999999999999", exponent);
    same_as_libc(text);
  }
}

/* More digits than are looked at one by one: whether any behind them is not 0 still tells, on both sides of a point. */
static void endless_digits(void **state) {
  (void)state;
  static const char *const ends[] = {"", ".000", ".0001", "0001", "0000.00010000"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    char text[1000]; /* 2^53 + 1 and 800 zeros, which is halfway */
    snprintf(text, sizeof text, "9007199254740993%0800d%se-%zu", 0, ends[i], 800 + (i < 3 ? 0 : (size_t)4));
    same_as_libc(text);
  }
}

/* The caller's rounding mode is the caller's. */
static void rounding_modes(void **state) {
  (void)state;
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  static const double expected[] = {0.1, 0.12345678901234567}; /* literals can have more bits than their type */
  static const float expected_narrow = 0.1f;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    pbwi_decimal number = scan("0.1"), other = scan("0.12345678901234567");
    double value, other_value;
    float narrow;
    fesetround(modes[i]);
    pbwi_decimal_to_double(&number, &value);
    pbwi_decimal_to_double(&other, &other_value);
    pbwi_decimal_to_float(&number, &narrow);
    fesetround(FE_TONEAREST);
    assert_true(value == expected[0] && other_value == expected[1] && narrow == expected_narrow);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known),         cmocka_unit_test(random_texts),   cmocka_unit_test(float_halves),
      cmocka_unit_test(double_halves), cmocka_unit_test(rounding_modes),
      cmocka_unit_test(endless_digits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
