/* Base64, three bytes at a time. */
#include "core/format/base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

uint8_t *pbwi_base64_print(uint8_t *out, const uint8_t *data, size_t size) {
  for (; size >= 3; size -= 3, data += 3, out += 4) {
    uint32_t v = (uint32_t)data[0] << 16 | (uint32_t)data[1] << 8 | data[2];
    out[0] = (uint8_t)alphabet[v >> 18];
    out[1] = (uint8_t)alphabet[v >> 12 & 63];
    out[2] = (uint8_t)alphabet[v >> 6 & 63];
    out[3] = (uint8_t)alphabet[v & 63];
  }
  if (!size) return out;
  uint32_t v = (uint32_t)data[0] << 16 | (size == 2 ? (uint32_t)data[1] << 8 : 0);
  out[0] = (uint8_t)alphabet[v >> 18];
  out[1] = (uint8_t)alphabet[v >> 12 & 63];
  out[2] = size == 2 ? (uint8_t)alphabet[v >> 6 & 63] : '=';
  out[3] = '=';
  return out + 4;
}

/* The value of a character + 1; 0: it has none. Both alphabets. */
static const uint8_t values[256] = {
    ['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,  ['E'] = 5,  ['F'] = 6,  ['G'] = 7,  ['H'] = 8,  ['I'] = 9,
    ['J'] = 10, ['K'] = 11, ['L'] = 12, ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16, ['Q'] = 17, ['R'] = 18,
    ['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24, ['Y'] = 25, ['Z'] = 26, ['a'] = 27,
    ['b'] = 28, ['c'] = 29, ['d'] = 30, ['e'] = 31, ['f'] = 32, ['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36,
    ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40, ['o'] = 41, ['p'] = 42, ['q'] = 43, ['r'] = 44, ['s'] = 45,
    ['t'] = 46, ['u'] = 47, ['v'] = 48, ['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54,
    ['2'] = 55, ['3'] = 56, ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60, ['8'] = 61, ['9'] = 62, ['+'] = 63,
    ['-'] = 63, ['/'] = 64, ['_'] = 64,
};

uint8_t *pbwi_base64_parse(uint8_t *out, const uint8_t *text, size_t size, size_t *wrong) {
  const uint8_t *p = text, *end = text + size;
  while (size % 4 == 0 && end > p && end[-1] == '=' && end - p > (ptrdiff_t)size - 2) end--; /* at most two */
  while (end - p >= 4) {
    uint32_t a = values[p[0]], b = values[p[1]], c = values[p[2]], d = values[p[3]];
    if (PBWI_UNLIKELY(!a || !b || !c || !d)) break;
    uint32_t v = (a - 1) << 18 | (b - 1) << 12 | (c - 1) << 6 | (d - 1);
    out[0] = (uint8_t)(v >> 16);
    out[1] = (uint8_t)(v >> 8);
    out[2] = (uint8_t)v;
    out += 3;
    p += 4;
  }
  uint32_t v = 0;
  const uint8_t *group = p;
  for (; p < end && p < group + 4 && values[*p]; p++) v = v << 6 | (values[*p] - 1u);
  *wrong = (size_t)(p - text);
  if (p != end || p == group + 1) return NULL; /* a character that has no value, or one alone */
  if (p - group >= 2) *out++ = (uint8_t)(v >> (p - group == 2 ? 4 : 10));
  if (p - group == 3) *out++ = (uint8_t)(v >> 2);
  return out;
}
