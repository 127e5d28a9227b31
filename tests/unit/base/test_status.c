/* Names and texts of statuses; error records: cut where they do not fit, left alone without a size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/status.h"
#include "core/base/utf8.h"

static void names(void **state) {
  (void)state;
  assert_string_equal(pbwi_status_name(PBW_OK), "PBW_OK");
  assert_string_equal(pbwi_status_name(PBW_ERR_VALUE), "PBW_ERR_VALUE");
  assert_string_equal(pbwi_status_text(PBW_ERR_MEMORY), "out of memory");
  assert_string_equal(pbwi_status_name(12345), "unknown status");
  assert_string_equal(pbwi_status_text(-12345), "unknown status");
}

static void filled(void **state) {
  (void)state;
  pbw_error error = {.struct_size = sizeof error, .line = 7};
  assert_int_equal(pbwi_error_set(&error, PBW_ERR_UTF8, 42, "a.b", NULL), PBW_ERR_UTF8);
  assert_int_equal(error.code, PBW_ERR_UTF8);
  assert_int_equal(error.offset, 42);
  assert_int_equal(error.line, 0); /* nothing of an earlier error is left */
  assert_string_equal(error.path, "a.b");
  assert_string_equal(error.message, "a string is not valid UTF-8");
  pbwi_error_set(&error, PBW_ERR_IO, 0, NULL, "own words");
  assert_string_equal(error.path, "");
  assert_string_equal(error.message, "own words");
}

/* No record, or one whose size was never set: only the status comes back. */
static void none(void **state) {
  (void)state;
  pbw_error error = {.struct_size = sizeof error - 1, .code = 5, .line = 6};
  assert_int_equal(pbwi_error_set(NULL, PBW_ERR_SIZE, 1, "p", "m"), PBW_ERR_SIZE);
  assert_int_equal(pbwi_error_set(&error, PBW_ERR_SIZE, 1, "p", "m"), PBW_ERR_SIZE);
  pbwi_error_place(NULL, (const uint8_t *)"", (const uint8_t *)"");
  pbwi_error_place(&error, (const uint8_t *)"", (const uint8_t *)"");
  assert_int_equal(error.code, 5);
  assert_int_equal(error.line, 6);
}

/* A text that is too long ends with dots, and never inside a character of UTF-8. */
static void cut(void **state) {
  (void)state;
  pbw_error error = {.struct_size = sizeof error};
  enum { ROOM = sizeof error.message };
  static const char *const characters[] = {"a", "\303\244", "\342\202\254", "\360\237\230\200"};
  for (size_t kind = 0; kind < 4; kind++) {
    size_t width = strlen(characters[kind]);
    for (size_t shift = 0; shift < 4; shift++) {
      char text[ROOM + 32];
      size_t size = 0;
      while (size < shift) text[size++] = 'x';
      while (size < ROOM + 8) memcpy(text + size, characters[kind], width), size += width;
      text[size] = 0;
      pbwi_error_set(&error, PBW_ERR_VALUE, 0, NULL, text);
      size_t kept = strlen(error.message);
      assert_true(kept < ROOM && kept > ROOM - 1 - width);
      assert_string_equal(error.message + kept - 3, "...");
      assert_memory_equal(error.message, text, kept - 3);
      assert_true(pbwi_utf8_valid((const uint8_t *)error.message, kept));
    }
  }
  char fits[ROOM];
  memset(fits, 'a', ROOM - 1);
  fits[ROOM - 1] = 0;
  pbwi_error_set(&error, PBW_ERR_VALUE, 0, NULL, fits);
  assert_string_equal(error.message, fits);
  char no_start[ROOM + 8]; /* nothing but continuation bytes: nothing can be kept */
  memset(no_start, 0x80, sizeof no_start);
  no_start[sizeof no_start - 1] = 0;
  pbwi_error_set(&error, PBW_ERR_VALUE, 0, NULL, no_start);
  assert_string_equal(error.message, "...");
}

static void places(void **state) {
  (void)state;
  static const uint8_t text[] = "ab\n\ncd";
  static const struct {
    size_t at;
    uint32_t line, column;
  } rows[] = {{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {4, 3, 1}, {6, 3, 3}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    pbw_error error = {.struct_size = sizeof error};
    pbwi_error_place(&error, text, text + rows[i].at);
    assert_int_equal(error.line, rows[i].line);
    assert_int_equal(error.column, rows[i].column);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names), cmocka_unit_test(filled), cmocka_unit_test(none), cmocka_unit_test(cut), cmocka_unit_test(places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
