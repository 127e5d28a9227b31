/* Which bytes need an escape, at every place of strings of every length up to some vectors; what is copied. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/format/json_text.h"

enum { MOST = 70, ROOM = 16 };

static bool needs_escape(int byte) { return byte < 0x20 || byte == '"' || byte == '\\'; }

/* The first that needs an escape is at `at`; in blocks of just the sizes that are promised. */
static void stops_at(const uint8_t *text, size_t size, size_t at) {
  uint8_t *in = malloc(size + !size), *out = malloc(size + ROOM), *to = out;
  assert_true(in && out);
  memcpy(in, text, size);
  assert_ptr_equal(pbwi_json_skip_plain(in, in + size), in + at);
  uint64_t wide = 0;
  assert_ptr_equal(pbwi_json_copy_plain(&to, in, in + size, &wide), in + at);
  bool ascii = true;
  for (size_t i = 0; i < at; i++) ascii &= in[i] < 0x80;
  assert_int_equal(wide == 0, ascii);
  assert_ptr_equal(to, out + at);
  assert_memory_equal(out, in, at);
  free(in);
  free(out);
}

static void every_byte_at_every_place(void **state) {
  (void)state;
  static const uint8_t fillers[] = {' ', 0x7f, 0x80, 0xff, '!', '#', '[', ']', 0xa2, 0xdc};
  uint8_t text[MOST];
  for (size_t f = 0; f < sizeof fillers; f++)
    for (size_t size = 0; size <= MOST; size += 1 + size / 20) {
      memset(text, fillers[f], size);
      stops_at(text, size, size);
      for (size_t at = 0; at < size; at++) {
        for (int byte = 0; byte < 256; byte++) {
          text[at] = (uint8_t)byte;
          stops_at(text, size, needs_escape(byte) ? at : size);
        }
        text[at] = fillers[f];
      }
    }
}

/* What follows the first one does not matter, whatever it is. */
static void the_first_of_many(void **state) {
  (void)state;
  uint8_t text[MOST];
  uint64_t random = 1;
  for (int round = 0; round < 20000; round++) {
    size_t size = (size_t)round % MOST, first = size;
    for (size_t i = size; i--;) {
      random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
      text[i] = random >> 62 ? (uint8_t)(random >> 40 | 0x80) : (uint8_t)(random >> 40);
      if (needs_escape(text[i])) first = i;
    }
    stops_at(text, size, first);
  }
}

static void escapes(void **state) {
  (void)state;
  static const char *const texts[0x20] = {
      "\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007",
      "\\b",     "\\t",     "\\n",     "\\u000b", "\\f",     "\\r",     "\\u000e", "\\u000f",
      "\\u0010", "\\u0011", "\\u0012", "\\u0013", "\\u0014", "\\u0015", "\\u0016", "\\u0017",
      "\\u0018", "\\u0019", "\\u001a", "\\u001b", "\\u001c", "\\u001d", "\\u001e", "\\u001f"};
  uint8_t out[8];
  for (int byte = 0; byte < 0x20; byte++) {
    *pbwi_json_escape(out, (uint8_t)byte) = 0;
    assert_string_equal((const char *)out, texts[byte]);
  }
  *pbwi_json_escape(out, '"') = 0;
  assert_string_equal((const char *)out, "\\\"");
  *pbwi_json_escape(out, '\\') = 0;
  assert_string_equal((const char *)out, "\\\\");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_byte_at_every_place), cmocka_unit_test(the_first_of_many), cmocka_unit_test(escapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
