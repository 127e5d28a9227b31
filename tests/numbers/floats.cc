// Every STEPth float, as text: no other text is shorter or as short and nearer, which is what std::to_chars prints,
// and it is read back as the same bits. Prints TAP.
//
//   floats STEP [PART PARTS]     1: all 2^32 of them, which takes minutes; 0 2 and 1 2 share them
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
#include "core/base/number.h"
}

namespace {

// The digits between the zeros at both ends; the text is left alone. Returns how many.
int digits_of(const char *text, const char *end, char *digits) {
  int count = 0;
  for (; text != end && *text != 'e'; text++)
    if (*text >= '0' && *text <= '9' && (count || *text != '0')) digits[count++] = *text;
  while (count && digits[count - 1] == '0') count--;
  return count;
}

bool reads_back(const uint8_t *text, const uint8_t *end, uint32_t bits) {
  pbwi_decimal number;
  float value;
  uint32_t back;
  if (!pbwi_decimal_scan(text, end, 0, &number) || number.end != end) return false;
  if (!pbwi_decimal_to_float(&number, &value)) return false;
  memcpy(&back, &value, sizeof back);
  return back == bits;
}

bool good(uint32_t bits) {
  float value, negative;
  uint32_t sign = bits | UINT32_C(1) << 31;
  memcpy(&value, &bits, sizeof value);
  memcpy(&negative, &sign, sizeof negative);
  uint8_t text[PBWI_NUMBER_ROOM], minus[PBWI_NUMBER_ROOM];
  uint8_t *end = pbwi_print_float(text, value), *minus_end = pbwi_print_float(minus, negative);
  char other[64], digits[64], others[64];
  const char *other_end = std::to_chars(other, other + sizeof other, value, std::chars_format::scientific).ptr;
  int count = digits_of((const char *)text, (const char *)end, digits);
  bool same = count == digits_of(other, other_end, others) && memcmp(digits, others, (size_t)count) == 0 &&
              reads_back(text, end, bits) && reads_back(minus, minus_end, sign) && minus[0] == '-' &&
              minus_end - minus == end - text + 1 && memcmp(text, minus + 1, (size_t)(end - text)) == 0;
  if (!same) printf("# %08x: %.*s and %.*s\n", bits, (int)(end - text), text, (int)(other_end - other), other);
  return same;
}

} // namespace

int main(int argc, char **argv) {
  const uint32_t infinity = UINT32_C(0x7f800000), chunk = infinity / 100;
  uint64_t step = argc > 1 ? strtoul(argv[1], nullptr, 10) : 0;
  uint64_t part = argc > 3 ? strtoul(argv[2], nullptr, 10) : 0, parts = argc > 3 ? strtoul(argv[3], nullptr, 10) : 1;
  uint64_t checked = 0, bad = 0;
  if (step == 0) return 2;
  for (uint64_t bits = part * step; bits < infinity && bad < 10; bits += parts * step) {
    bad += !good((uint32_t)bits);
    if (step == 1 && ++checked % (chunk * 10 / parts) == 0)
      fprintf(stderr, "floats: %d %%\n", (int)(bits / chunk));
  }
  printf("%sok - floats as std::to_chars has them, and back: every %lluth, part %llu of %llu\n", bad ? "not " : "",
         (unsigned long long)step, (unsigned long long)part + 1, (unsigned long long)parts);
  return bad != 0;
}
