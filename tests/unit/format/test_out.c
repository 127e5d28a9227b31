/* Where text goes: a buffer of any capacity tells the size; a ctx's arena keeps what stands in it. */
#include "core/format/out.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/support/failing_alloc.h"

enum { LENGTH = 5000 };

/* Writes LENGTH bytes in pieces of `piece`. */
static uint8_t *write(pbwi_out *out, uint8_t *p, size_t piece) {
  for (size_t at = 0; at < LENGTH; at += piece) {
    size_t size = piece < LENGTH - at ? piece : LENGTH - at;
    if (!(p = pbwi_out_room(out, p, size + 16))) return NULL; /* printers ask for more than they use */
    for (size_t i = 0; i < size; i++) *p++ = (uint8_t)((at + i) * 7);
  }
  return p;
}

static void check(const uint8_t *data) {
  for (size_t i = 0; i < LENGTH; i++) assert_int_equal(data[i], (uint8_t)(i * 7));
}

static void buffers(void **state) {
  (void)state;
  static const size_t pieces[] = {1, 7, 100, 4999, 5000};
  static const size_t capacities[] = {0, 1, 15, 16, 17, 1000, 4983, 4984, 4999, 5000, 5001, 5016, 9000};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    for (size_t k = 0; k < sizeof capacities / sizeof *capacities; k++) {
      uint8_t *buffer = malloc(capacities[k] ? capacities[k] : 1);
      pbwi_out out;
      const uint8_t *data;
      size_t size;
      uint8_t *end = write(&out, pbwi_out_buffer(&out, buffer, capacities[k]), pieces[i]);
      pbw_status status = pbwi_out_close(&out, end, PBW_OK, &data, &size);
      assert_int_equal(status, capacities[k] < LENGTH ? PBW_ERR_BUFFER : PBW_OK);
      assert_int_equal(size, LENGTH);
      if (!status) check(buffer);
      free(buffer);
    }
  }
  pbwi_out out;
  const uint8_t *data;
  size_t size;
  assert_int_equal(pbwi_out_close(&out, pbwi_out_buffer(&out, NULL, 0), PBW_OK, &data, &size), PBW_OK);
  assert_int_equal(size, 0);
}

static void failures_leave_nothing(void **state) {
  (void)state;
  uint8_t buffer[10];
  pbwi_out out;
  const uint8_t *data;
  size_t size = 99;
  write(&out, pbwi_out_buffer(&out, buffer, sizeof buffer), 100); /* in memory of its own by now */
  assert_int_equal(pbwi_out_close(&out, NULL, PBW_ERR_VALUE, &data, &size), PBW_ERR_VALUE);
  assert_int_equal(size, 0);
}

static void arenas(void **state) {
  (void)state;
  for (size_t n = 1;; n++) {
    failing_alloc memory = {.fail_at = n};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_arena arena;
    pbwi_out out;
    const uint8_t *texts[3];
    size_t size;
    pbw_status status = PBW_OK;
    pbwi_arena_init(&arena, &allocator, 0);
    for (int i = 0; i < 3 && !status; i++) {
      uint8_t *end = write(&out, pbwi_out_arena(&out, &arena), 100);
      status = pbwi_out_close(&out, end, PBW_OK, &texts[i], &size);
      assert_int_equal(size, status ? 0 : LENGTH);
    }
    if (!status)
      for (int i = 0; i < 3; i++) check(texts[i]); /* each still stands */
    else assert_int_equal(status, PBW_ERR_MEMORY);
    pbwi_arena_clear(&arena);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
}

static void a_limit_is_told(void **state) {
  (void)state;
  failing_alloc memory = {0};
  pbw_allocator allocator = failing_allocator(&memory);
  pbw_arena arena;
  pbwi_out out;
  const uint8_t *data;
  size_t size;
  pbwi_arena_init(&arena, &allocator, 2000);
  uint8_t *end = write(&out, pbwi_out_arena(&out, &arena), 100);
  assert_null(end);
  assert_int_equal(pbwi_out_close(&out, end, PBW_OK, &data, &size), PBW_ERR_LIMIT);
  pbwi_arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(buffers), cmocka_unit_test(failures_leave_nothing), cmocka_unit_test(arenas),
                                     cmocka_unit_test(a_limit_is_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
