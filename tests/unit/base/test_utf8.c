/* UTF-8 validation against the table of the Unicode standard, at every place in a block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/utf8.h"

/* Well-formed sequences: Unicode, table 3-7. */
static const struct {
  uint8_t size, low[4], high[4];
} forms[] = {
    {1, {0x00}, {0x7f}},
    {2, {0xc2, 0x80}, {0xdf, 0xbf}},
    {3, {0xe0, 0xa0, 0x80}, {0xe0, 0xbf, 0xbf}},
    {3, {0xe1, 0x80, 0x80}, {0xec, 0xbf, 0xbf}},
    {3, {0xed, 0x80, 0x80}, {0xed, 0x9f, 0xbf}},
    {3, {0xee, 0x80, 0x80}, {0xef, 0xbf, 0xbf}},
    {4, {0xf0, 0x90, 0x80, 0x80}, {0xf0, 0xbf, 0xbf, 0xbf}},
    {4, {0xf1, 0x80, 0x80, 0x80}, {0xf3, 0xbf, 0xbf, 0xbf}},
    {4, {0xf4, 0x80, 0x80, 0x80}, {0xf4, 0x8f, 0xbf, 0xbf}},
};

static size_t reference_prefix(const uint8_t *p, size_t size) {
  size_t at = 0;
  while (at < size) {
    size_t step = 0;
    for (size_t f = 0; f < sizeof forms / sizeof *forms && !step; f++) {
      size_t n = 0;
      while (n < forms[f].size && at + n < size && p[at + n] >= forms[f].low[n] && p[at + n] <= forms[f].high[n]) n++;
      if (n == forms[f].size) step = n;
    }
    if (!step) break;
    at += step;
  }
  return at;
}

/* In a block of exactly its size, so that reading outside is seen. */
static void check(const uint8_t *bytes, size_t size) {
  uint8_t *exact = malloc(size ? size : 1);
  assert_non_null(exact);
  memcpy(exact, bytes, size);
  size_t prefix = reference_prefix(exact, size);
  if (pbwi_utf8_prefix(exact, size) != prefix || pbwi_utf8_valid(exact, size) != (prefix == size)) {
    for (size_t i = 0; i < size; i++) print_message("%02x ", exact[i]);
    fail_msg("valid %d prefix %zu, expected %zu of %zu", pbwi_utf8_valid(exact, size),
             pbwi_utf8_prefix(exact, size), prefix, size);
  }
  free(exact);
}

static const uint8_t edges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0,
                                0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff};
enum { EDGES = sizeof edges };

static void every_pair(void **state) {
  (void)state;
  assert_true(pbwi_utf8_valid(NULL, 0));
  assert_int_equal(pbwi_utf8_prefix(NULL, 0), 0);
  uint8_t bytes[2];
  for (unsigned v = 0; v < 0x10000; v++) {
    bytes[0] = (uint8_t)(v >> 8), bytes[1] = (uint8_t)v;
    check(bytes, 1);
    check(bytes, 2);
  }
}

static void edges_of_every_range(void **state) {
  (void)state;
  uint8_t bytes[4];
  for (int i = 0; i < EDGES * EDGES * EDGES * EDGES; i++) {
    for (int n = 0, v = i; n < 4; n++, v /= EDGES) bytes[n] = edges[v % EDGES];
    size_t prefix = reference_prefix(bytes, 4);
    assert_int_equal(pbwi_utf8_prefix(bytes, 4), prefix);
    assert_int_equal(pbwi_utf8_valid(bytes, 4), prefix == 4);
  }
}

static void at_every_place(void **state) {
  (void)state;
  static const char *const pieces[] = {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xed\xa0\x80", "\xc0\x80",
                                       "\xf4\x90\x80\x80", "\xe2\x82", "\x80", "\xff", "\xf0\x9f\x98"};
  for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++)
    for (size_t before = 0; before < 40; before++)
      for (size_t after = 0; after < 40; after++) {
        uint8_t bytes[96];
        size_t size = strlen(pieces[k]);
        memset(bytes, 'a', sizeof bytes);
        memcpy(bytes + before, pieces[k], size);
        check(bytes, before + size + after);
      }
}

static void random_text(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int round = 0; round < 20000; round++) {
    uint8_t bytes[128];
    size_t size = 0;
    while (size < 100) {
      seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
      unsigned r = (unsigned)(seed >> 40);
      unsigned f = r % 9, run = r / 9 % 4 ? 1 : r / 36 % 12;
      while (run-- && size < 100)
        for (int n = 0; n < forms[f].size; n++)
          bytes[size++] = (uint8_t)(forms[f].low[n] + (r >> n) % (forms[f].high[n] - forms[f].low[n] + 1u));
    }
    if (round & 1) bytes[seed >> 33 & 63] ^= (uint8_t)(1 << (seed >> 50 & 7));
    check(bytes, size);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_pair),
      cmocka_unit_test(edges_of_every_range),
      cmocka_unit_test(at_every_place),
      cmocka_unit_test(random_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
