/* Streams of messages behind their sizes. */
#include "core/codec/delimited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void a_stream_is_walked(void **state) {
  (void)state;
  static const uint8_t stream[] = {3, 1, 2, 3, 0, 0x81, 0x00, 9};
  static const struct {
    size_t start, size, next;
  } messages[] = {{1, 3, 4}, {5, 0, 5}, {7, 1, 8}};
  size_t offset = 0;
  pbw_bytes message;
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(pbwi_delimited_next(stream, sizeof stream, &offset, &message), PBW_OK);
    assert_ptr_equal(message.data, stream + messages[i].start);
    assert_int_equal(message.size, messages[i].size);
    assert_int_equal(offset, messages[i].next);
  }
  assert_int_equal(pbwi_delimited_next(stream, sizeof stream, &offset, &message), PBW_END);
  assert_int_equal(pbwi_delimited_next(NULL, 0, &(size_t){0}, &message), PBW_END);
}

static void damage_is_told_apart(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t size;
    pbw_status status;
  } rows[] = {
      {"\x05" "abc", 4, PBW_ERR_TRUNCATED},                                    /* more may come       */
      {"\x80", 1, PBW_ERR_TRUNCATED},                                          /* inside the size     */
      {"\xff\xff\xff\xff\x07", 5, PBW_ERR_TRUNCATED},                          /* 2 GiB - 1           */
      {"\x80\x80\x80\x80\x08", 5, PBW_ERR_SIZE},                               /* 2 GiB               */
      {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10, PBW_ERR_SIZE},          /* the largest varint  */
      {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11, PBW_ERR_MALFORMED}, /* longer than one     */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint8_t *exact = malloc(rows[i].size); /* a sanitizer sees a read past the end */
    memcpy(exact, rows[i].bytes, rows[i].size);
    size_t offset = 0;
    pbw_bytes message;
    assert_int_equal(pbwi_delimited_next(exact, rows[i].size, &offset, &message), rows[i].status);
    assert_int_equal(offset, 0);
    free(exact);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stream_is_walked),
      cmocka_unit_test(damage_is_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
