/* Timestamps and durations as text. Days are counted from 1 March of year 0, so that a leap day ends its year; the
 * calendar has a period of 400 years of 146,097 days. */
#include "core/format/time.h"

#define FIRST_SECOND INT64_C(-62135596800) /* 0001-01-01T00:00:00Z */
#define LAST_SECOND INT64_C(253402300799)  /* 9999-12-31T23:59:59Z */
#define LONGEST INT64_C(315576000000)      /* seconds of 10,000 years of 365.25 days */
#define EPOCH_DAY 719468                   /* 1970-01-01, from 0000-03-01 */
#define BILLION 1000000000

/* ---- printing ---- */

static uint8_t *digits(uint8_t *out, uint32_t value, int count) {
  for (int i = count; i-- > 0; value /= 10) out[i] = (uint8_t)('0' + value % 10);
  return out + count;
}

/* 0, 3, 6 or 9 digits, as many as are needed. */
static uint8_t *fraction(uint8_t *out, uint32_t nanos) {
  if (!nanos) return out;
  *out++ = '.';
  if (nanos % 1000) return digits(out, nanos, 9);
  if (nanos % 1000000) return digits(out, nanos / 1000, 6);
  return digits(out, nanos / 1000000, 3);
}

uint8_t *pbwi_timestamp_print(uint8_t *out, int64_t seconds, int32_t nanos) {
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND || nanos < 0 || nanos >= BILLION) return NULL;
  uint64_t from_zero = (uint64_t)(seconds + (int64_t)EPOCH_DAY * 86400);
  uint32_t day = (uint32_t)(from_zero / 86400), second = (uint32_t)(from_zero % 86400);
  uint32_t era = day / 146097, of_era = day % 146097;
  uint32_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  uint32_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  year += era * 400 + (month >= 10);
  out = digits(out, year, 4);
  *out++ = '-';
  out = digits(out, month < 10 ? month + 3 : month - 9, 2);
  *out++ = '-';
  out = digits(out, of_year - (153 * month + 2) / 5 + 1, 2);
  *out++ = 'T';
  out = digits(out, second / 3600, 2);
  *out++ = ':';
  out = digits(out, second / 60 % 60, 2);
  *out++ = ':';
  out = fraction(digits(out, second % 60, 2), (uint32_t)nanos);
  *out++ = 'Z';
  return out;
}

uint8_t *pbwi_duration_print(uint8_t *out, int64_t seconds, int32_t nanos) {
  if (seconds < -LONGEST || seconds > LONGEST || nanos <= -BILLION || nanos >= BILLION) return NULL;
  if ((seconds < 0 && nanos > 0) || (seconds > 0 && nanos < 0)) return NULL;
  if (seconds < 0 || nanos < 0) *out++ = '-';
  uint64_t whole = (uint64_t)(seconds < 0 ? -seconds : seconds);
  int count = 1;
  for (uint64_t rest = whole; rest >= 10; rest /= 10) count++;
  for (int i = count; i-- > 0; whole /= 10) out[i] = (uint8_t)('0' + whole % 10);
  out = fraction(out + count, (uint32_t)(nanos < 0 ? -nanos : nanos));
  *out++ = 's';
  return out;
}

/* ---- parsing ---- */

typedef struct reader {
  const uint8_t *p, *end;
  bool ok;
} reader;

static uint32_t number(reader *r, int count) {
  uint32_t value = 0;
  for (; count > 0 && r->p < r->end && (unsigned)(*r->p - '0') < 10; count--) value = value * 10 + (uint32_t)(*r->p++ - '0');
  r->ok &= count == 0;
  return value;
}

static bool accept(reader *r, char c) {
  if (r->p == r->end || *r->p != (uint8_t)c) return false;
  r->p++;
  return true;
}

static void expect(reader *r, char c) { r->ok &= accept(r, c); }

/* What may follow the seconds: a point and 1 to 9 digits. */
static int32_t nanos_of(reader *r) {
  int32_t value = 0;
  int count = 0;
  if (!accept(r, '.')) return 0;
  for (; r->p < r->end && (unsigned)(*r->p - '0') < 10 && count < 10; count++)
    if (count < 9) value = value * 10 + (*r->p++ - '0');
    else r->p++;
  r->ok &= count >= 1 && count <= 9;
  for (; count < 9; count++) value *= 10;
  return value;
}

bool pbwi_timestamp_parse(const uint8_t *text, size_t size, int64_t *seconds, int32_t *nanos) {
  static const uint8_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  reader r = {text, text + size, true};
  uint32_t year = number(&r, 4);
  expect(&r, '-');
  uint32_t month = number(&r, 2);
  expect(&r, '-');
  uint32_t day = number(&r, 2);
  expect(&r, 'T');
  uint32_t hour = number(&r, 2);
  expect(&r, ':');
  uint32_t minute = number(&r, 2);
  expect(&r, ':');
  uint32_t second = number(&r, 2);
  int32_t fraction_nanos = nanos_of(&r);
  int64_t offset = 0;
  if (!accept(&r, 'Z')) {
    bool west = accept(&r, '-');
    if (!west) expect(&r, '+');
    uint32_t hours = number(&r, 2);
    expect(&r, ':');
    uint32_t minutes = number(&r, 2);
    r.ok &= hours < 24 && minutes < 60;
    offset = (int64_t)(hours * 3600 + minutes * 60) * (west ? -1 : 1);
  }
  if (!r.ok || r.p != r.end || !year || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return false;
  bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (day < 1 || day > lengths[month - 1] + (uint32_t)(leap && month == 2)) return false;
  uint32_t from_march = (month + 9) % 12, y = year - (month < 3);
  int64_t days = (int64_t)y * 365 + y / 4 - y / 100 + y / 400 + (153 * from_march + 2) / 5 + day - 1 - EPOCH_DAY;
  *seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset;
  *nanos = fraction_nanos;
  return *seconds >= FIRST_SECOND && *seconds <= LAST_SECOND;
}

bool pbwi_duration_parse(const uint8_t *text, size_t size, int64_t *seconds, int32_t *nanos) {
  reader r = {text, text + size, true};
  bool negative = accept(&r, '-');
  int64_t whole = 0;
  int count = 0;
  for (; r.p < r.end && (unsigned)(*r.p - '0') < 10 && whole <= LONGEST; count++) whole = whole * 10 + (*r.p++ - '0');
  int32_t part = nanos_of(&r);
  expect(&r, 's');
  if (!r.ok || r.p != r.end || !count || whole > LONGEST) return false;
  *seconds = negative ? -whole : whole;
  *nanos = negative ? -part : part;
  return true;
}
