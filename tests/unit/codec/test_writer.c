/* Writing a stream through a function: what is written is what was put, whatever the sink takes at a time. */
#include "core/codec/writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/limits.h"
#include "core/codec/delimited.h"
#include "tests/support/failing_alloc.h"

/* A sink that takes at most `most` bytes at a time and fails while `full`. */
typedef struct sink {
  uint8_t *data;
  size_t size, most;
  bool full;
  int writes;
} sink;

static int64_t write_sink(void *user, const uint8_t *data, size_t size) {
  sink *s = user;
  if (s->full) return 0;
  if (size > s->most) size = s->most;
  memcpy(s->data + s->size, data, size);
  s->size += size;
  s->writes++;
  return (int64_t)size;
}

/* What no function can have written. */
static int64_t write_too_much(void *user, const uint8_t *data, size_t size) {
  (void)user, (void)data;
  return (int64_t)size + 1;
}

static pbw_io io_of(sink *s) { return (pbw_io){.struct_size = sizeof(pbw_io), .user = s, .write = write_sink}; }

static const size_t sizes[] = {0, 1, 200, 65536, 3, 70000};
enum { MESSAGES = sizeof sizes / sizeof *sizes, ALL = 140000 };

static pbw_bytes message_of(size_t i) {
  static uint8_t bytes[70000];
  memset(bytes, (int)('a' + i), sizes[i]);
  return (pbw_bytes){bytes, sizes[i]};
}

static void assert_stream(const sink *s) {
  size_t offset = 0;
  for (size_t i = 0; i < MESSAGES; i++) {
    pbw_bytes found, put = message_of(i);
    assert_int_equal(pbwi_delimited_next(s->data, s->size, &offset, &found), PBW_OK);
    assert_int_equal(found.size, put.size);
    if (put.size) assert_memory_equal(found.data, put.data, put.size);
  }
  assert_int_equal(offset, s->size);
}

static void what_is_put_is_written(void **state) {
  (void)state;
  static const size_t cuts[] = {1, 1000, ALL};
  for (size_t c = 0; c < sizeof cuts / sizeof *cuts; c++) {
    sink s = {.data = malloc(ALL), .most = cuts[c]};
    pbw_io io = io_of(&s);
    pbw_writer *writer;
    assert_int_equal(pbwi_writer_new(&io, NULL, NULL, &writer), PBW_OK);
    for (size_t i = 0; i < MESSAGES; i++) {
      s.full = i == 3; /* the first one that does not fit what has gathered */
      pbw_status status = pbwi_writer_put_bytes(writer, message_of(i));
      assert_int_equal(status, s.full ? PBW_ERR_IO : PBW_OK);
      if (!s.full) continue;
      assert_int_equal(writer->ctx->error.code, PBW_ERR_IO);
      s.full = false;
      assert_int_equal(pbwi_writer_put_bytes(writer, message_of(i)), PBW_OK); /* nothing was lost */
    }
    assert_int_equal(pbwi_writer_flush(writer), PBW_OK);
    assert_stream(&s);
    int writes = s.writes;
    assert_int_equal(pbwi_writer_flush(writer), PBW_OK);
    assert_int_equal(s.writes, writes);
    pbwi_writer_free(writer);
    free(s.data);
  }
}

static void small_messages_are_gathered(void **state) {
  (void)state;
  sink s = {.data = malloc(ALL), .most = ALL};
  pbw_io io = io_of(&s);
  pbw_writer *writer;
  assert_int_equal(pbwi_writer_new(&io, NULL, NULL, &writer), PBW_OK);
  for (int i = 0; i < 10000; i++) assert_int_equal(pbwi_writer_put_bytes(writer, message_of(1)), PBW_OK);
  assert_int_equal(s.writes, 0);
  pbwi_writer_free(writer); /* unflushed: nothing is written */
  assert_int_equal(s.writes, 0);
  free(s.data);
}

static void misuse_is_refused(void **state) {
  (void)state;
  pbw_writer *writer;
  pbw_io io = {.struct_size = sizeof io};
  assert_int_equal(pbwi_writer_new(&io, NULL, NULL, &writer), PBW_ERR_ARGUMENT); /* no write */
  io.write = write_too_much;
  io.struct_size = 8;
  assert_int_equal(pbwi_writer_new(&io, NULL, NULL, &writer), PBW_ERR_ARGUMENT);
  io.struct_size = sizeof io;
  assert_int_equal(pbwi_writer_new(&io, NULL, NULL, &writer), PBW_OK);
  assert_int_equal(pbwi_writer_put_bytes(writer, (pbw_bytes){(const uint8_t *)"a", 1}), PBW_OK);
  assert_int_equal(pbwi_writer_flush(writer), PBW_ERR_IO);
  pbwi_writer_free(writer);
  io.write = write_sink;
  assert_int_equal(pbwi_writer_new(&io, &(pbw_options){0}, NULL, &writer), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_writer_new(&io, NULL, NULL, &writer), PBW_OK);
  assert_int_equal(pbwi_writer_put_bytes(writer, (pbw_bytes){NULL, (size_t)PBWI_MAX_SIZE + 1}), PBW_ERR_SIZE);
  pbwi_writer_free(writer);
  pbwi_writer_free(NULL);
}

static void memory_may_fail(void **state) {
  (void)state;
  for (size_t n = 1;; n++) {
    failing_alloc memory = {.fail_at = n};
    pbw_allocator allocator = failing_allocator(&memory);
    sink s = {.data = malloc(ALL), .most = ALL};
    pbw_io io = io_of(&s);
    pbw_writer *writer = NULL;
    pbw_status status = pbwi_writer_new(&io, NULL, &allocator, &writer);
    if (status) assert_int_equal(status, PBW_ERR_MEMORY);
    for (size_t i = 0; !status && i < MESSAGES; i++)
      while (pbwi_writer_put_bytes(writer, message_of(i)) == PBW_ERR_MEMORY) continue; /* not taken: put again */
    if (!status) assert_int_equal(pbwi_writer_flush(writer), PBW_OK);
    if (!status) assert_stream(&s);
    pbwi_writer_free(writer);
    assert_int_equal(memory.blocks, 0);
    free(s.data);
    if (!memory.failed) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_put_is_written),
      cmocka_unit_test(small_messages_are_gathered),
      cmocka_unit_test(misuse_is_refused),
      cmocka_unit_test(memory_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
