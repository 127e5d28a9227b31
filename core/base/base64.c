/* Base64.
 *
 *     three bytes       aaaaaabb bbbbcccc ccdddddd        four characters     a  b  c  d
 *
 * With SSE2 four such groups at a time, in lanes of 32 bits: shifts and masks move the bits, and ranges of characters
 * are found by comparing. Without it, and at the end of the data, a group at a time, by tables.
 *
 * Safe because a vector is loaded only where all of it is data; what is stored too much is overwritten by the next
 * group or stays within what was promised. */
#include "core/base/base64.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* ---- bytes to text ---- */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static inline void print_group(uint8_t *out, uint32_t bytes) {
  out[0] = (uint8_t)alphabet[bytes >> 18];
  out[1] = (uint8_t)alphabet[bytes >> 12 & 63];
  out[2] = (uint8_t)alphabet[bytes >> 6 & 63];
  out[3] = (uint8_t)alphabet[bytes & 63];
}

#if defined(__SSE2__)

enum { GROUPS_IN = 12, GROUPS_LOADED = 13, GROUPS_OUT = 16 }; /* bytes of four groups; the last is loaded as four */

static inline __m128i above(__m128i v, char byte, char then) {
  return _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8(byte)), _mm_set1_epi8(then));
}

static inline void print_groups(uint8_t *out, const uint8_t *p) {
  __m128i v = _mm_set_epi32((int)pbwi_load32le(p + 9), (int)pbwi_load32le(p + 6), (int)pbwi_load32le(p + 3),
                            (int)pbwi_load32le(p));
  /* The first byte is the lowest: x = ccdddddd bbbbcccc aaaaaabb. */
  __m128i a = _mm_and_si128(_mm_srli_epi32(v, 2), _mm_set1_epi32(0x0000003f));
  __m128i b = _mm_or_si128(_mm_and_si128(_mm_slli_epi32(v, 12), _mm_set1_epi32(0x00003000)),
                           _mm_and_si128(_mm_srli_epi32(v, 4), _mm_set1_epi32(0x00000f00)));
  __m128i c = _mm_or_si128(_mm_and_si128(_mm_slli_epi32(v, 10), _mm_set1_epi32(0x003c0000)),
                           _mm_and_si128(_mm_srli_epi32(v, 6), _mm_set1_epi32(0x00030000)));
  __m128i d = _mm_and_si128(_mm_slli_epi32(v, 8), _mm_set1_epi32(0x3f000000));
  v = _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d));
  /* 0..25 'A'.., 26..51 'a'.., 52..61 '0'.., 62 '+', 63 '/': each range adds to what the one below adds. */
  __m128i add = _mm_add_epi8(_mm_set1_epi8('A'), above(v, 25, 'a' - 26 - 'A'));
  add = _mm_add_epi8(add, above(v, 51, '0' - 52 - ('a' - 26)));
  add = _mm_add_epi8(add, above(v, 61, '+' - 62 - ('0' - 52)));
  add = _mm_add_epi8(add, above(v, 62, '/' - 63 - ('+' - 62)));
  _mm_storeu_si128((__m128i *)(void *)out, _mm_add_epi8(v, add));
}

#endif

uint8_t *pbwi_base64_print(uint8_t *out, const uint8_t *data, size_t size) {
#if defined(__SSE2__)
  for (; size >= GROUPS_LOADED; size -= GROUPS_IN, data += GROUPS_IN, out += GROUPS_OUT) print_groups(out, data);
#endif
  for (; size >= 3; size -= 3, data += 3, out += 4)
    print_group(out, (uint32_t)data[0] << 16 | (uint32_t)data[1] << 8 | data[2]);
  if (!size) return out;
  print_group(out, (uint32_t)data[0] << 16 | (size == 2 ? (uint32_t)data[1] << 8 : 0));
  if (size == 1) out[2] = '=';
  out[3] = '=';
  return out + 4;
}

/* ---- text to bytes ---- */

/* The value of a character, of both alphabets, with the top bit set; 0: it has none. */
enum { VALUE = 0x80 };
#define V(value) (VALUE | (value))

static const uint8_t values[256] = {
    ['A'] = V(0),  ['B'] = V(1),  ['C'] = V(2),  ['D'] = V(3),  ['E'] = V(4),  ['F'] = V(5),  ['G'] = V(6),
    ['H'] = V(7),  ['I'] = V(8),  ['J'] = V(9),  ['K'] = V(10), ['L'] = V(11), ['M'] = V(12), ['N'] = V(13),
    ['O'] = V(14), ['P'] = V(15), ['Q'] = V(16), ['R'] = V(17), ['S'] = V(18), ['T'] = V(19), ['U'] = V(20),
    ['V'] = V(21), ['W'] = V(22), ['X'] = V(23), ['Y'] = V(24), ['Z'] = V(25), ['a'] = V(26), ['b'] = V(27),
    ['c'] = V(28), ['d'] = V(29), ['e'] = V(30), ['f'] = V(31), ['g'] = V(32), ['h'] = V(33), ['i'] = V(34),
    ['j'] = V(35), ['k'] = V(36), ['l'] = V(37), ['m'] = V(38), ['n'] = V(39), ['o'] = V(40), ['p'] = V(41),
    ['q'] = V(42), ['r'] = V(43), ['s'] = V(44), ['t'] = V(45), ['u'] = V(46), ['v'] = V(47), ['w'] = V(48),
    ['x'] = V(49), ['y'] = V(50), ['z'] = V(51), ['0'] = V(52), ['1'] = V(53), ['2'] = V(54), ['3'] = V(55),
    ['4'] = V(56), ['5'] = V(57), ['6'] = V(58), ['7'] = V(59), ['8'] = V(60), ['9'] = V(61), ['+'] = V(62),
    ['-'] = V(62), ['/'] = V(63), ['_'] = V(63),
};

#if defined(__SSE2__)

static inline __m128i within(__m128i v, char first, char last) {
  return _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8((char)(first - 1))),
                       _mm_cmplt_epi8(v, _mm_set1_epi8((char)(last + 1))));
}

static inline __m128i either(__m128i v, char one, char other) {
  return _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(one)), _mm_cmpeq_epi8(v, _mm_set1_epi8(other)));
}

static inline __m128i masked(__m128i mask, char byte) { return _mm_and_si128(mask, _mm_set1_epi8(byte)); }

/* false: not all sixteen characters have a value, and nothing was written. */
static inline bool parse_groups(uint8_t *out, const uint8_t *p) {
  __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
  __m128i upper = within(v, 'A', 'Z'), lower = within(v, 'a', 'z'), digit = within(v, '0', '9');
  __m128i plus = either(v, '+', '-'), slash = either(v, '/', '_');
  __m128i letter = _mm_or_si128(_mm_or_si128(upper, lower), digit), sign = _mm_or_si128(plus, slash);
  if (_mm_movemask_epi8(_mm_or_si128(letter, sign)) != 0xffff) return false;
  __m128i add = _mm_or_si128(_mm_or_si128(masked(upper, -'A'), masked(lower, 26 - 'a')), masked(digit, 52 - '0'));
  v = _mm_and_si128(_mm_add_epi8(v, add), letter);
  v = _mm_or_si128(v, _mm_or_si128(masked(plus, 62), masked(slash, 63)));
  /* Two by two: 12 bits in each 16, then 24 bits in each 32. */
  v = _mm_or_si128(_mm_slli_epi16(_mm_and_si128(v, _mm_set1_epi16(0xff)), 6), _mm_srli_epi16(v, 8));
  v = _mm_madd_epi16(v, _mm_set1_epi32(1 << 16 | 1 << 12));
  uint64_t lane[2];
  memcpy(lane, &v, sizeof lane);
  pbwi_store64le(out, pbwi_swap64(lane[0] << 40 | lane[0] >> 32 << 16)); /* 6 bytes that count */
  pbwi_store64le(out + 6, pbwi_swap64(lane[1] << 40 | lane[1] >> 32 << 16));
  return true;
}

#endif

uint8_t *pbwi_base64_parse(uint8_t *out, const uint8_t *text, size_t size, size_t *wrong) {
  const uint8_t *p = text, *end = text + size;
  while (size % 4 == 0 && end > p && end[-1] == '=' && end - p > (ptrdiff_t)size - 2) end--; /* at most two */
#if defined(__SSE2__)
  for (; end - p >= GROUPS_OUT && parse_groups(out, p); p += GROUPS_OUT) out += GROUPS_IN;
#endif
  for (; end - p >= 4; p += 4, out += 3) {
    uint32_t a = values[p[0]], b = values[p[1]], c = values[p[2]], d = values[p[3]];
    if (PBWI_UNLIKELY(!(a & b & c & d & VALUE))) break;
    uint32_t bytes = (a << 18 ^ b << 12 ^ c << 6 ^ d) ^ (VALUE << 18 ^ VALUE << 12 ^ VALUE << 6 ^ VALUE);
    out[0] = (uint8_t)(bytes >> 16);
    out[1] = (uint8_t)(bytes >> 8);
    out[2] = (uint8_t)bytes;
  }
  uint32_t bytes = 0;
  const uint8_t *group = p; /* the last: of four characters one has no value */
  for (; p < end && values[*p]; p++) bytes = bytes << 6 | (values[*p] ^ VALUE);
  *wrong = (size_t)(p - text);
  if (p != end || p == group + 1) return NULL; /* a character that has no value, or one alone */
  if (p - group >= 2) *out++ = (uint8_t)(bytes >> (p - group == 2 ? 4 : 10));
  if (p - group == 3) *out++ = (uint8_t)(bytes >> 2);
  return out;
}
