/* Numbers to text.
 *
 * The shortest digits of a floating-point number c * 2^q are found as Raffaello Giulietti's Schubfach does it. All
 * decimals between the midpoints to the two neighbours are read back as the number:
 *
 *                     lower              number             upper
 *       ----+-----------[==================+==================]-----------+----
 *       neighbour    midpoint                              midpoint    neighbour
 *
 * Choose k so that the interval, divided by 10^k, is at least 1 and less than 10 long. Then at least one integer
 * lies in it, and at most one multiple of ten: that is the shortest, or else the integer nearest to the number. The
 * three points, times 4, are products of g, the 128 bits of 10^-k rounded up, so that two multiplications and two
 * additions give them all, as 192 bits each:
 *
 *       |<---- 64 bits: floor ---->|<- 64 bits: not all 0? ->|<- 64 bits: ignored ->|
 *
 * A point is compared as the floor with its last bit set where the middle word is not 0 (round to odd). That is
 * exact: the error of g adds less than 2^-64 to a point, so an integer keeps a middle word of 0; and any other point
 * is further than 2^-63 from the next integer (Giulietti shows it for 126 bits of g and all doubles).
 *
 * Numbers with a few decimals, which are most, take a shorter way: see print_decimals.
 *
 * Digits come out eight at a time: a number below 10^8 is split into halves, quarters and eighths, side by side in
 * one word, whose leading zero bits tell how many zeros stand at the end. */
#include "core/base/number.h"
#include "core/base/powers.h"

/* ---- digits ---- */

/* The eight digits of a number below 10^8 as the bytes of a word, the first lowest. */
static inline uint64_t eight_digits(uint32_t value) {
  uint64_t fours = value / 10000 | (uint64_t)(value % 10000) << 32;
  uint64_t hundreds = ((fours * 10486) >> 20) & UINT64_C(0x0000007f0000007f);
  uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
  uint64_t tens = ((twos * 103) >> 10) & UINT64_C(0x000f000f000f000f);
  return tens | (twos - tens * 10) << 8;
}

static inline uint8_t *store_digits(uint8_t *out, uint64_t digits) {
  pbwi_store64le(out, digits | PBWI_EACH_BYTE('0'));
  return out + 8;
}

uint8_t *pbwi_print_uint64(uint8_t *out, uint64_t value) {
  const uint32_t lot = 100000000; /* eight digits */
  if (value < 10) { /* so common that it gets a branch */
    *out = (uint8_t)('0' + value);
    return out + 1;
  }
  uint32_t first = (uint32_t)value, rest[2];
  int lots = 0;
  if (PBWI_UNLIKELY(value >= lot)) {
    uint64_t high = value / lot;
    rest[lots++] = (uint32_t)(value - high * lot);
    first = (uint32_t)high;
    if (high >= lot) {
      first = (uint32_t)(high / lot);
      rest[lots++] = (uint32_t)(high - (uint64_t)first * lot);
    }
  }
  uint64_t digits = eight_digits(first);
  unsigned zeros = pbwi_ctz64(digits) / 8; /* in front */
  pbwi_store64le(out, (digits | PBWI_EACH_BYTE('0')) >> zeros * 8);
  out += 8 - zeros;
  while (lots) out = store_digits(out, eight_digits(rest[--lots]));
  return out;
}

uint8_t *pbwi_print_int64(uint8_t *out, int64_t value) {
  bool minus = value < 0;
  *out = '-';
  return pbwi_print_uint64(out + minus, minus ? 0 - (uint64_t)value : (uint64_t)value);
}

/* ---- floating point ---- */

typedef struct point {
  uint64_t high, middle, low;
} point;

static inline point plus(point a, point b) {
  uint64_t low = a.low + b.low, carry = low < a.low, middle = a.middle + b.middle, sum = middle + carry;
  return (point){a.high + b.high + (middle < a.middle) + (sum < middle), sum, low};
}

static inline point minus(point a, point b) {
  uint64_t low = a.low - b.low, borrow = low > a.low, middle = a.middle - b.middle, rest = middle - borrow;
  return (point){a.high - b.high - (middle > a.middle) - (rest > middle), rest, low};
}

static inline point times(pbwi_power g, uint64_t factor) {
  point p;
  uint64_t carry = pbwi_multiply(factor, g.low, &p.low);
  p.high = pbwi_multiply(factor, g.high, &p.middle);
  p.middle += carry;
  p.high += p.middle < carry;
  return p;
}

static inline point shifted(pbwi_power g, int32_t by) {
  return (point){g.high >> (64 - by), g.high << by | g.low >> (64 - by), g.low << by};
}

static inline uint64_t to_odd(point p) { return p.high | (p.middle != 0); }

/* The shortest digits of c * 2^q, whose last counts 10^*k. Below a power of two the neighbour is at half the
 * distance. */
static inline uint64_t shortest(uint64_t c, int32_t q, bool power_of_two, int32_t *k) {
  *k = (q * 315653 - (power_of_two ? 131072 : 0)) >> 20; /* floor(log10(length of the interval)) */
  pbwi_power g = pbwi_power_of_ten(-*k);
  g.high += ++g.low == 0;
  int32_t shift = q + pbwi_power_exponent(-*k) + 130; /* of c: 128 for the words below the floor, 2 for the times 4 */

  point number = times(g, c << shift), half_unit = shifted(g, shift - 1);
  uint64_t value = to_odd(number), upper = to_odd(plus(number, half_unit));
  uint64_t lower = to_odd(minus(number, power_of_two ? shifted(g, shift - 2) : half_unit));
  lower += c & 1; /* what lies on a midpoint is read as the neighbour whose c is even */
  upper -= c & 1;

  uint64_t floor = number.high >> 2, ten = floor / 10 * 10, middle = floor * 4 + 2;
  bool ten_in = lower <= ten * 4, next_ten_in = (ten + 10) * 4 <= upper; /* not both */
  if (ten_in | next_ten_in) return ten + (uint64_t)next_ten_in * 10;
  bool floor_in = lower <= floor * 4, next_in = (floor + 1) * 4 <= upper;
  bool next_nearer = value > middle - (floor & 1); /* where both are as near, the even one is taken */
  return floor + (next_in & (!floor_in | next_nearer));
}

/* Digits whose first stands before the point when n is 1: 9 in `first`, without a zero in front, then 8 in `last`. */
static uint8_t *lay_out(uint8_t *out, uint32_t first, uint32_t last, int32_t n) {
  uint8_t top = (uint8_t)(first / 100000000);
  uint64_t front = eight_digits(first - top * UINT32_C(100000000)), back = last ? eight_digits(last) : 0;
  int32_t count = back ? 17 - (int32_t)pbwi_clz64(back) / 8 : front ? 9 - (int32_t)pbwi_clz64(front) / 8 : 1;
  top += '0';

  if (n > 0 && n <= 21) { /* 120, 1.2 */
    *out = top;
    store_digits(store_digits(out + 1, front), back);
    store_digits(out + 17, 0);
    if (n >= count) return out + n;
    int32_t by = (n - 1) * 8; /* the digits before the point stand; those behind it are stored again */
    if (by >= 64)
      front = back >> (by - 64), back = 0;
    else if (by)
      front = front >> by | back << (64 - by), back >>= by;
    out[n] = '.';
    store_digits(store_digits(out + n + 1, front), back);
    return out + count + 1;
  }
  if (n > -6 && n <= 0) { /* 0.0012 */
    store_digits(out, 0);
    out[1] = '.';
    out += 2 - n;
    *out = top;
    store_digits(store_digits(out + 1, front), back);
    return out + count;
  }
  out[0] = top; /* 1.2e+30 */
  out[1] = '.';
  store_digits(store_digits(out + 2, front), back);
  out += count > 1 ? count + 1 : 1;
  *out++ = 'e';
  *out++ = n > 0 ? '+' : '-';
  unsigned power = (unsigned)(n > 0 ? n - 1 : 1 - n);
  if (power >= 100) *out++ = (uint8_t)('0' + power / 100);
  if (power >= 10) *out++ = (uint8_t)('0' + power / 10 % 10);
  *out++ = (uint8_t)('0' + power % 10);
  return out;
}

/* c / 2^shift, less than 2^26, as people write numbers: with at most seven decimals, or NULL. These are at most 15
 * digits, of which no two numbers have the same ones, so that the decimal nearest to the number, if it is nearer than
 * the midpoints, is the shortest too when the zeros at its end are left out. */
static inline uint8_t *print_decimals(uint8_t *out, uint64_t c, int32_t shift) {
  const uint32_t scale = 10000000;
  uint64_t low, high = pbwi_multiply(c, scale, &low), half = UINT64_C(1) << (shift - 1), sum = low + half;
  high += sum < low;
  uint64_t decimal = high << (64 - shift) | sum >> shift, off = (sum & (half * 2 - 1)) - half + scale / 2;
  if (off - 1 >= scale - 1) return NULL; /* a midpoint is half of `scale` away */
  uint64_t whole = decimal / scale, digits = eight_digits((uint32_t)(decimal - whole * scale) * 10);
  out = pbwi_print_uint64(out, whole);
  *out = '.';
  store_digits(out + 1, digits);
  return out + 9 - pbwi_clz64(digits) / 8;
}

uint8_t *pbwi_print_double(uint8_t *out, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  *out = '-';
  out += bits >> 63;
  uint64_t c = bits & ((UINT64_C(1) << 52) - 1);
  int32_t exponent = (int32_t)(bits >> 52 & 0x7ff), q = (exponent ? exponent : 1) - 1075;
  bool power_of_two = c == 0 && exponent > 1;
  if (exponent) c |= UINT64_C(1) << 52;
  if (q <= 0 && q >= -52 && !(c & ((UINT64_C(1) << -q) - 1))) return pbwi_print_uint64(out, c >> -q);
  if (c == 0) return pbwi_print_uint64(out, 0);
  if (q >= -62 && q <= -27 && !power_of_two) {
    uint8_t *end = print_decimals(out, c, -q);
    if (end) return end;
  }

  int32_t k;
  uint64_t digits = shortest(c, q, power_of_two, &k);
  bool sixteen = digits < UINT64_C(10000000000000000); /* as half of all are: no branch either */
  digits *= 1 + 9 * (uint64_t)sixteen;
  k -= sixteen;
  while (PBWI_UNLIKELY(digits < UINT64_C(10000000000000000))) digits *= 10, k--;
  uint32_t first = (uint32_t)(digits / 100000000);
  return lay_out(out, first, (uint32_t)(digits - first * UINT64_C(100000000)), k + 17);
}

uint8_t *pbwi_print_float(uint8_t *out, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  *out = '-';
  out += bits >> 31;
  uint32_t c = bits & ((UINT32_C(1) << 23) - 1);
  int32_t exponent = (int32_t)(bits >> 23 & 0xff), q = (exponent ? exponent : 1) - 150;
  bool power_of_two = c == 0 && exponent > 1;
  if (exponent) c |= UINT32_C(1) << 23;
  if (q <= 0 && q >= -23 && !(c & ((UINT32_C(1) << -q) - 1))) return pbwi_print_uint64(out, c >> -q);
  if (c == 0) return pbwi_print_uint64(out, 0);

  int32_t k;
  uint64_t digits = shortest(c, q, power_of_two, &k);
  while (digits < 100000000) digits *= 10, k--;
  return lay_out(out, (uint32_t)digits, 0, k + 9);
}
