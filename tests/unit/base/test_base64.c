/* Base64 against the plainest implementation, at every length, and each wrong byte at every place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/base64.h"

enum { MOST = 100 };

static const char standard[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* Without padding. Returns the size. */
static size_t reference(char *text, const uint8_t *data, size_t size, const char *alphabet) {
  size_t count = 0;
  unsigned bits = 0, held = 0;
  for (size_t i = 0; i < size; i++) {
    bits = bits << 8 | data[i];
    for (held += 8; held >= 6; held -= 6) text[count++] = alphabet[bits >> (held - 6) & 63];
  }
  if (held) text[count++] = alphabet[bits << (6 - held) & 63];
  return count;
}

/* From and to blocks of just the size that is promised. */
static void parses(const char *text, size_t size, const uint8_t *wanted, size_t wanted_size) {
  uint8_t *in = malloc(size + 1), *out = malloc(size / 4 * 3 + 2);
  size_t wrong;
  assert_true(in && out);
  memcpy(in, text, size);
  uint8_t *exact = realloc(in, size + !size);
  assert_non_null(exact);
  uint8_t *end = pbwi_base64_parse(out, exact, size, &wrong);
  assert_non_null(end);
  assert_int_equal(end - out, wanted_size);
  assert_memory_equal(out, wanted, wanted_size);
  end = pbwi_base64_parse(exact, exact, size, &wrong); /* in place */
  assert_non_null(end);
  assert_int_equal(end - exact, wanted_size);
  assert_memory_equal(exact, wanted, wanted_size);
  free(exact);
  free(out);
}

static void every_length(void **state) {
  (void)state;
  uint8_t data[MOST];
  char text[2 * MOST];
  uint64_t random = 1;
  for (int round = 0; round < 20; round++)
    for (size_t size = 0; size <= MOST; size++) {
      for (size_t i = 0; i < size; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        data[i] = round == 0 ? 0xff : round == 1 ? 0xfb : (uint8_t)(random >> 56); /* all / and all + among them */
      }
      size_t count = reference(text, data, size, standard), padded = (count + 3) / 4 * 4;
      memset(text + count, '=', padded - count);
      uint8_t *in = malloc(size + !size), *out = malloc(padded + !padded);
      assert_true(in && out);
      memcpy(in, data, size);
      assert_int_equal(pbwi_base64_size(size), padded);
      assert_ptr_equal(pbwi_base64_print(out, in, size), out + padded);
      assert_memory_equal(out, text, padded);
      free(in);
      free(out);
      parses(text, padded, data, size);
      parses(text, count, data, size);
      reference(text, data, size, url);
      parses(text, padded, data, size);
      parses(text, count, data, size);
    }
}

static void known(void **state) {
  (void)state;
  parses("Zg==", 4, (const uint8_t *)"f", 1);
  parses("Zm9vYmE=", 8, (const uint8_t *)"fooba", 5);
  parses("Zm9vYmFy", 8, (const uint8_t *)"foobar", 6);
  parses("-_+/", 4, (const uint8_t *)"\xfb\xff\xbf", 3); /* both alphabets in one text */
  parses("Zh", 2, (const uint8_t *)"f", 1);             /* bits that belong to no byte */
}

static void refused(const char *text, size_t where) {
  uint8_t out[64];
  size_t wrong = SIZE_MAX;
  assert_null(pbwi_base64_parse(out, (const uint8_t *)text, strlen(text), &wrong));
  assert_int_equal(wrong, where);
}

static void padding(void **state) {
  (void)state;
  refused("Z", 1); /* one is missing */
  refused("Zm9vY", 5);
  refused("=", 0);
  refused("====", 0);
  refused("Z===", 1);
  refused("Zg=", 2); /* either all padding or none */
  refused("Zm9v=", 4);
  refused("Zm9v====", 4);
  refused("Zg==Zg==", 2);
  refused("Zg== ", 2);
  refused("Zm 9", 2);
}

static void wrong_bytes(void **state) {
  (void)state;
  uint8_t text[MOST], out[MOST];
  size_t wrong;
  for (size_t size = 1; size < 40; size++)
    for (size_t at = 0; at < size; at++)
      for (int byte = 0; byte < 256; byte++) {
        if ((byte && strchr(standard, byte)) || (byte && strchr(url, byte))) continue;
        if (byte == '=' && at + 2 >= size) continue; /* padding, above */
        memset(text, 'x', size);
        text[at] = (uint8_t)byte;
        wrong = SIZE_MAX;
        assert_null(pbwi_base64_parse(out, text, size, &wrong));
        assert_int_equal(wrong, at);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_length), cmocka_unit_test(known), cmocka_unit_test(padding), cmocka_unit_test(wrong_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
