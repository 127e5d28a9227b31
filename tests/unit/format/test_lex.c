/* The words of text format: kinds, numbers, places, names in brackets, escapes; and the comments of .proto files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/format/lex.h"

/* The kinds of all words, a letter each; in memory of just the text's size. */
static const char *kinds(const char *text, bool proto) {
  static char all[64];
  size_t size = strlen(text), n = 0;
  uint8_t *copy = malloc(size + !size);
  assert_non_null(copy);
  memcpy(copy, text, size);
  pbwi_lex lex;
  for (pbwi_lex_start(&lex, copy, size, proto); n < sizeof all - 1; pbwi_lex_next(&lex)) {
    all[n++] = ".niFsyW"[lex.token.kind];
    assert_true(lex.token.text >= copy && lex.token.text + lex.token.size <= copy + size);
    if (lex.token.kind == PBWI_TOKEN_END || lex.token.kind == PBWI_TOKEN_WRONG) break;
  }
  all[n] = 0;
  free(copy);
  return all;
}

static void words(void **state) {
  (void)state;
  static const struct { const char *text, *want; bool proto; } cases[] = {
      {"", ".", false},
      {" \t\r\n\v\f", ".", false},
      {"a _b c9", "nnn.", false},
      {"a:1{b<c>}[d],e;-f", "nyiynynyyynyynyyn.", false},
      {"1 017 0x1F 1. .5 1e5 1E-5 1f 1.5F 0f", "iiiFFFFFFF.", false},
      {"'a' \"b\" 'it\\'s' \"\\\\\"", "ssss.", false},
      {"a # b c\nd # e", "nn.", false},
      {"a # b c", "n.", false},
      {"a // b\n/* c\n */ d", "nn.", true},
      {"a /* b", "nW", true},
      {"a /", "ny.", true},
      {"\xef\xbb\xbf" "a", "n.", true},
      {"\xef\xbb\xbf" "a", "W", false},
      {"0x", "W", false},
      {"08", "W", false},
      {"1e", "W", false},
      {"1e+", "W", false},
      {"1a", "W", false},
      {"0x1g", "W", false},
      {"1.5f", "W", true},
      {"'a", "W", false},
      {"'a\\", "W", false},
      {"'a\\'", "W", false},
      {"'a\nb'", "W", false},
      {"\x01", "W", false},
      {"\xc3\xa9", "W", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) assert_string_equal(kinds(cases[i].text, cases[i].proto), cases[i].want);
}

static void integers(void **state) {
  (void)state;
  static const struct { const char *text; uint64_t want; bool overflow; } cases[] = {
      {"0", 0, false},
      {"18446744073709551615", UINT64_MAX, false},
      {"18446744073709551616", 0, true},
      {"99999999999999999999999", 0, true},
      {"0xffffffffffffffff", UINT64_MAX, false},
      {"0X10000000000000000", 0, true},
      {"01777777777777777777777", UINT64_MAX, false},
      {"02000000000000000000000", 0, true},
      {"0777", 0777, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pbwi_lex lex;
    pbwi_lex_start(&lex, (const uint8_t *)cases[i].text, strlen(cases[i].text), false);
    assert_int_equal(lex.token.kind, PBWI_TOKEN_INTEGER);
    assert_int_equal(lex.token.overflow, cases[i].overflow);
    if (!cases[i].overflow) assert_true(lex.token.integer == cases[i].want);
  }
}

/* The size that is told first is the size that is written, whatever stands between: a ']' in a comment ends nothing. */
static void brackets(void **state) {
  (void)state;
  static const struct { const char *text, *want; } cases[] = {
      {"[a.b]", "a.b"},
      {"[ a . b ]", "a.b"},
      {"[a # ] not yet ]\n.b]", "a.b"},
      {"[#]\na#]\n.#]]\nb]", "a.b"},
      {"[type.googleapis.com/a.b]", "type.googleapis.com/a.b"},
      {"[a%20b-~!$&()*+,;=/c]", "a%20b-~!$&()*+,;=/c"},
      {"[]", NULL},
      {"[ # a ]", NULL},
      {"[a", NULL},
      {"[a # ]", NULL},
      {"[a%2]", NULL},
      {"[a%zz]", NULL},
      {"[a\"]", NULL},
      {"[a\\]", NULL},
      {"[\xc3\xa9]", NULL},
      {"[a:b]", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pbwi_lex lex, ahead;
    size_t size, told;
    pbwi_lex_start(&lex, (const uint8_t *)cases[i].text, strlen(cases[i].text), false);
    ahead = lex;
    if (!cases[i].want) {
      assert_false(pbwi_lex_bracket(&lex, NULL, &told));
      assert_int_equal(lex.token.kind, PBWI_TOKEN_WRONG);
      assert_non_null(lex.wrong);
      continue;
    }
    assert_true(pbwi_lex_bracket(&ahead, NULL, &told));
    assert_int_equal(told, strlen(cases[i].want));
    uint8_t *out = malloc(told);
    assert_non_null(out);
    assert_true(pbwi_lex_bracket(&lex, out, &size));
    assert_int_equal(size, told);
    assert_memory_equal(out, cases[i].want, size);
    assert_int_equal(lex.token.kind, PBWI_TOKEN_END);
    assert_true(pbwi_lex_is_url(out, size));
    free(out);
  }
  static const char *const not_urls[] = {"a b", "a]", "]{/a", "a%", "a%2", "a%2g", "a#", "a\n", "a\"", "\xc3\xa9"};
  for (size_t i = 0; i < sizeof not_urls / sizeof *not_urls; i++)
    assert_false(pbwi_lex_is_url((const uint8_t *)not_urls[i], strlen(not_urls[i])));
  assert_false(pbwi_lex_is_url((const uint8_t *)"a\0b", 3));
}

static void escapes(void **state) {
  (void)state;
  static const struct { const char *text, *want; bool pairs; int wrong_at; } cases[] = {
      {"'\\a\\b\\f\\n\\r\\t\\v\\?\\\\\\'\\\"'", "\a\b\f\n\r\t\v?\\'\"", false, 0},
      {"'\\1\\12\\1234'", "\1\12\1234", false, 0},
      {"'\\x4\\x41\\X414'", "\x04" "A" "A4", false, 0},
      {"'\\u00e9\\u20AC\\U0001F600'", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", false, 0},
      {"'\\ud83d\\ude00'", "\xf0\x9f\x98\x80", true, 0},
      {"'\\ud83d\\ude00'", NULL, false, 1},
      {"'\\ud83d'", NULL, true, 1},
      {"'\\ude00\\ud83d'", NULL, true, 1},
      {"'ab\\u12'", NULL, false, 3},
      {"'\\U00110000'", NULL, false, 1},
      {"'\\U0000d800'", NULL, false, 1},
      {"'\\x'", NULL, false, 1},
      {"'\\q'", NULL, false, 1},
      {"'\\8'", NULL, false, 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pbwi_lex lex;
    const uint8_t *wrong = NULL;
    size_t size = strlen(cases[i].text);
    uint8_t *out = malloc(size);
    assert_non_null(out);
    pbwi_lex_start(&lex, (const uint8_t *)cases[i].text, size, false);
    assert_int_equal(lex.token.kind, PBWI_TOKEN_STRING);
    uint8_t *end = pbwi_token_string(&lex.token, cases[i].pairs, out, &wrong);
    if (cases[i].want) {
      assert_non_null(end);
      assert_int_equal(end - out, strlen(cases[i].want));
      assert_memory_equal(out, cases[i].want, strlen(cases[i].want));
    } else {
      assert_null(end);
      assert_int_equal(wrong - (const uint8_t *)cases[i].text, cases[i].wrong_at);
    }
    free(out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(words), cmocka_unit_test(integers), cmocka_unit_test(brackets),
                                     cmocka_unit_test(escapes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
