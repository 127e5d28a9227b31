/* Varints, and walking over fields without a schema: where it ends, and with which status it fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/limits.h"
#include "core/base/wire.h"
#include "tests/support/small_stack.h"

static void varints_there_and_back(void **state) {
  (void)state;
  for (unsigned bits = 0; bits <= 64; bits++)
    for (int around = -1; around <= 1; around++) {
      uint64_t value = (bits == 64 ? 0 : UINT64_C(1) << bits) + (uint64_t)(int64_t)around, read;
      uint8_t bytes[10], *end = pbwi_varint_write(bytes, value);
      assert_int_equal(end - bytes, pbwi_varint_size(value));
      assert_ptr_equal(pbwi_varint_read(bytes, end, &read), end);
      assert_int_equal(read, value);
      assert_null(pbwi_varint_read(bytes, end - 1, &read));
    }
  for (int64_t v = -5; v <= 5; v++) {
    assert_int_equal((int64_t)pbwi_unzigzag64(pbwi_zigzag64(v)), v);
    assert_int_equal((int32_t)pbwi_unzigzag32(pbwi_zigzag32((int32_t)v)), v);
  }
}

/* What walking over one field gives: the bytes left behind it, or a status. */
static const struct {
  const char *bytes;
  uint32_t size, depth;
  int left;
  pbw_status status;
} fields[] = {
    {"\x08\x01", 2, 9, 0, PBW_OK},
    {"\x08\x01\x08", 3, 9, 1, PBW_OK},
    {"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11, 9, 0, PBW_OK},
    {"\x88\x80\x80\x80\x00\x01", 6, 9, 0, PBW_OK}, /* a tag in five bytes */
    {"\x09" "12345678", 9, 9, 0, PBW_OK},
    {"\x0d" "1234", 5, 9, 0, PBW_OK},
    {"\x0a\x02" "12", 4, 9, 0, PBW_OK},
    {"\x0a\x00", 2, 9, 0, PBW_OK},
    {"\x0b\x0c", 2, 9, 0, PBW_OK},
    {"\x0b\x08\x01\x13\x14\x1a\x01x\x0c\x00", 10, 9, 1, PBW_OK},
    {"\x0b\x13\x14\x0c", 4, 2, 0, PBW_OK},
    {"", 0, 9, 0, PBW_ERR_TRUNCATED},
    {"\x08", 1, 9, 0, PBW_ERR_TRUNCATED},
    {"\x88", 1, 9, 0, PBW_ERR_TRUNCATED},
    {"\x08\x80", 2, 9, 0, PBW_ERR_TRUNCATED},
    {"\x09" "1234567", 8, 9, 0, PBW_ERR_TRUNCATED},
    {"\x0d" "123", 4, 9, 0, PBW_ERR_TRUNCATED},
    {"\x0a\x03" "12", 4, 9, 0, PBW_ERR_TRUNCATED},
    {"\x0b", 1, 9, 0, PBW_ERR_TRUNCATED},
    {"\x0b\x08\x01", 3, 9, 0, PBW_ERR_TRUNCATED},
    {"\x0b\x08", 2, 9, 0, PBW_ERR_TRUNCATED},
    {"\x00\x01", 2, 9, 0, PBW_ERR_MALFORMED},                      /* number 0 */
    {"\x0c", 1, 9, 0, PBW_ERR_MALFORMED},                          /* an end without a start */
    {"\x0e\x01", 2, 9, 0, PBW_ERR_MALFORMED},                      /* wire type 6 */
    {"\x0f\x01", 2, 9, 0, PBW_ERR_MALFORMED},                      /* wire type 7 */
    {"\x0b\x14", 2, 9, 0, PBW_ERR_MALFORMED},                      /* another group's end */
    {"\x0b\x13\x0c\x14", 4, 9, 0, PBW_ERR_MALFORMED},              /* ends crossed */
    {"\x88\x80\x80\x80\x80\x00\x01", 7, 9, 0, PBW_ERR_MALFORMED},  /* a tag in six bytes */
    {"\x88\x80\x80\x80\x80", 5, 9, 0, PBW_ERR_MALFORMED},          /* it cannot become one */
    {"\x80\x80\x80\x80\x10\x01", 6, 9, 0, PBW_ERR_MALFORMED},      /* a tag above 32 bits */
    {"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12, 9, 0, PBW_ERR_MALFORMED},
    {"\x0a\xff\xff\xff\xff\x0f", 6, 9, 0, PBW_ERR_MALFORMED},      /* longer than any message */
    {"\x0b\x0c", 2, 0, 0, PBW_ERR_DEPTH},
    {"\x0b\x13\x14\x0c", 4, 1, 0, PBW_ERR_DEPTH},
};

static void fields_of_every_sort(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    uint8_t *exact = malloc(fields[i].size ? fields[i].size : 1);
    assert_non_null(exact);
    memcpy(exact, fields[i].bytes, fields[i].size);
    pbw_status status = PBW_OK;
    const uint8_t *end = exact + fields[i].size, *after = pbwi_field_skip(exact, end, fields[i].depth, &status);
    if (status != fields[i].status || (after ? end - after != fields[i].left : !status))
      fail_msg("case %zu: status %d, %d left", i, status, after ? (int)(end - after) : -1);
    free(exact);
  }
}

/* Groups inside groups, of different numbers, as deep as any limit goes. */
static void *walk_deep(void *argument) {
  uint8_t *bytes = argument, *p = bytes;
  for (uint32_t i = 0; i < PBWI_MAX_DEPTH; i++) p = pbwi_varint_write(p, (i % 5000 + 1) << 3 | 3);
  for (uint32_t i = PBWI_MAX_DEPTH; i--;) p = pbwi_varint_write(p, (i % 5000 + 1) << 3 | 4);
  pbw_status status = PBW_OK;
  if (pbwi_field_skip(bytes, p, PBWI_MAX_DEPTH, &status) != p) return NULL;
  if (pbwi_field_skip(bytes, p, PBWI_MAX_DEPTH - 1, &status) || status != PBW_ERR_DEPTH) return NULL;
  if (pbwi_field_skip(bytes, p - 1, PBWI_MAX_DEPTH, &status) || status != PBW_ERR_TRUNCATED) return NULL;
  p[-1] = 0x14; /* another group's end */
  if (pbwi_field_skip(bytes, p, PBWI_MAX_DEPTH, &status) || status != PBW_ERR_MALFORMED) return NULL;
  bytes[0] = 1;
  return NULL;
}

static void deep_groups_on_a_small_stack(void **state) {
  (void)state;
  uint8_t *bytes = calloc(PBWI_MAX_DEPTH, 6);
  assert_non_null(bytes);
  assert_int_equal(on_small_stack(walk_deep, bytes), 0);
  assert_int_equal(bytes[0], 1);
  free(bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(varints_there_and_back),
      cmocka_unit_test(fields_of_every_sort),
      cmocka_unit_test(deep_groups_on_a_small_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
