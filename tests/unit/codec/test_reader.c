/* Reading a stream through a function: any cut of the same bytes gives the same messages; nothing is lost by errors. */
#include "core/codec/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/limits.h"
#include "core/base/wire.h"
#include "tests/support/failing_alloc.h"

/* A source that gives at most `most` bytes at a time, and fails once before it gives byte `fail_at`. */
typedef struct source {
  const uint8_t *data;
  size_t size, at, most, fail_at;
  size_t largest; /* asked for */
} source;

static int64_t read_source(void *user, uint8_t *buffer, size_t capacity) {
  source *s = user;
  size_t n = s->size - s->at < s->most ? s->size - s->at : s->most;
  if (s->fail_at && s->at >= s->fail_at) {
    s->fail_at = 0;
    return -1;
  }
  if (capacity > s->largest) s->largest = capacity;
  if (n > capacity) n = capacity;
  if (n) memcpy(buffer, s->data + s->at, n);
  s->at += n;
  return (int64_t)n;
}

static pbw_io io_of(source *s) { return (pbw_io){.struct_size = sizeof(pbw_io), .user = s, .read = read_source}; }

/* Messages of 0, 1, 200, 70000, 3 and 300000 bytes, each of its own letter. */
static const size_t sizes[] = {0, 1, 200, 70000, 3, 300000, 5};
enum { MESSAGES = sizeof sizes / sizeof *sizes };

static uint8_t *stream(size_t *size) {
  size_t at = 0;
  uint8_t *bytes = malloc(400000);
  for (size_t i = 0; i < MESSAGES; i++) {
    pbwi_varint_write(bytes + at, sizes[i]);
    at += pbwi_varint_size(sizes[i]);
    memset(bytes + at, (int)('a' + i), sizes[i]);
    at += sizes[i];
  }
  *size = at;
  return bytes;
}

static void assert_message(pbw_bytes message, size_t i) {
  assert_int_equal(message.size, sizes[i]);
  for (size_t k = 0; k < message.size; k++)
    if (message.data[k] != 'a' + i) fail_msg("message %zu is wrong at %zu", i, k);
}

static void any_cut_gives_the_same(void **state) {
  (void)state;
  static const size_t cuts[] = {1, 2, 7, 4096, 65536, 1000000};
  size_t size;
  uint8_t *bytes = stream(&size);
  for (size_t c = 0; c < sizeof cuts / sizeof *cuts; c++)
    for (size_t fail_at = 0; fail_at < size; fail_at += 33333) {
      source s = {.data = bytes, .size = size, .most = cuts[c], .fail_at = fail_at};
      failing_alloc memory = {0};
      pbw_allocator allocator = failing_allocator(&memory);
      pbw_io io = io_of(&s);
      pbw_reader *reader;
      pbw_bytes message;
      uint64_t offset = 0;
      int failures = 0;
      assert_int_equal(pbwi_reader_new(&io, NULL, &allocator, &reader), PBW_OK);
      for (size_t i = 0; i < MESSAGES; i++) {
        pbw_status status;
        while ((status = pbwi_reader_next(reader, &message)) == PBW_ERR_IO) {
          assert_int_equal(reader->error.offset, offset);
          failures++;
        }
        assert_int_equal(status, PBW_OK);
        assert_message(message, i);
        assert_int_equal(reader->offset, offset + pbwi_varint_size(sizes[i]));
        offset = reader->offset + sizes[i];
      }
      while (pbwi_reader_next(reader, &message) == PBW_ERR_IO) failures++;
      assert_int_equal(pbwi_reader_next(reader, &message), PBW_END);
      assert_int_equal(failures, fail_at != 0);
      assert_true(memory.bytes <= sizeof *reader + 300000 + PBWI_STREAM_BUFFER);
      pbwi_reader_free(reader);
      assert_int_equal(memory.blocks, 0);
    }
  free(bytes);
}

static void a_claim_takes_no_memory(void **state) {
  (void)state;
  static const uint8_t huge[] = {0xff, 0xff, 0xff, 0xff, 0x07, 1, 2, 3}; /* 2 GiB - 1, it says */
  source s = {.data = huge, .size = sizeof huge, .most = 100};
  pbw_io io = io_of(&s);
  pbw_reader *reader;
  pbw_bytes message;
  assert_int_equal(pbwi_reader_new(&io, NULL, NULL, &reader), PBW_OK);
  assert_int_equal(pbwi_reader_next(reader, &message), PBW_ERR_TRUNCATED);
  assert_int_equal(reader->error.offset, 0);
  assert_true(s.largest <= PBWI_STREAM_BUFFER);
  pbwi_reader_free(reader);
}

static void limits_hold(void **state) {
  (void)state;
  static const uint8_t bytes[] = {2, 1, 2, 4, 1, 2, 3, 4};
  pbw_options options = {.struct_size = sizeof options, .max_size = 3};
  for (size_t most = 1; most < 9; most++) {
    source s = {.data = bytes, .size = sizeof bytes, .most = most};
    pbw_io io = io_of(&s);
    pbw_reader *reader;
    pbw_bytes message;
    assert_int_equal(pbwi_reader_new(&io, &options, NULL, &reader), PBW_OK);
    assert_int_equal(pbwi_reader_next(reader, &message), PBW_OK);
    assert_int_equal(pbwi_reader_next(reader, &message), PBW_ERR_SIZE);
    assert_int_equal(reader->error.offset, 3);
    assert_int_equal(pbwi_reader_next(reader, &message), PBW_ERR_SIZE);
    pbwi_reader_free(reader);
  }
}

/* A large message does not leave its buffer behind: it shrinks to the mark when small ones follow. */
static void a_large_buffer_is_given_back(void **state) {
  (void)state;
  size_t size;
  uint8_t *bytes = stream(&size);
  failing_alloc memory = {0};
  pbw_allocator allocator = failing_allocator(&memory);
  pbw_options options = {.struct_size = sizeof options, .retain = 100000};
  source s = {.data = bytes, .size = size, .most = 1000};
  pbw_io io = io_of(&s);
  pbw_reader *reader;
  pbw_bytes message;
  assert_int_equal(pbwi_reader_new(&io, &options, &allocator, &reader), PBW_OK);
  for (size_t i = 0; i < MESSAGES; i++) assert_int_equal(pbwi_reader_next(reader, &message), PBW_OK);
  assert_message(message, MESSAGES - 1);
  assert_int_equal(pbwi_reader_next(reader, &message), PBW_END);
  assert_true(memory.bytes <= sizeof *reader + 100000);
  pbwi_reader_free(reader);
  free(bytes);
}

static int64_t read_too_much(void *user, uint8_t *buffer, size_t capacity) {
  (void)user, (void)buffer;
  return (int64_t)capacity + 1;
}

static void misuse_is_refused(void **state) {
  (void)state;
  pbw_reader *reader;
  pbw_bytes message;
  pbw_io io = {.struct_size = sizeof io};
  assert_int_equal(pbwi_reader_new(&io, NULL, NULL, &reader), PBW_ERR_ARGUMENT); /* no read */
  io.read = read_too_much;
  io.struct_size = 8;
  assert_int_equal(pbwi_reader_new(&io, NULL, NULL, &reader), PBW_ERR_ARGUMENT);
  io.struct_size = sizeof io;
  pbw_allocator half = pbwi_libc;
  half.resize = NULL;
  assert_int_equal(pbwi_reader_new(&io, NULL, &half, &reader), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_reader_new(&io, &(pbw_options){0}, NULL, &reader), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_reader_new(&io, NULL, NULL, &reader), PBW_OK);
  assert_int_equal(pbwi_reader_next(reader, &message), PBW_ERR_IO);
  pbwi_reader_free(reader);
  pbwi_reader_free(NULL);
}

static void memory_may_fail(void **state) {
  (void)state;
  size_t size;
  uint8_t *bytes = stream(&size);
  for (size_t n = 1;; n++) {
    failing_alloc memory = {.fail_at = n};
    pbw_allocator allocator = failing_allocator(&memory);
    source s = {.data = bytes, .size = size, .most = 1000};
    pbw_io io = io_of(&s);
    pbw_reader *reader = NULL;
    pbw_status status = pbwi_reader_new(&io, NULL, &allocator, &reader);
    if (status) assert_int_equal(status, PBW_ERR_MEMORY);
    for (size_t i = 0; !status && i < MESSAGES; i++) {
      pbw_bytes message;
      pbw_status next;
      while ((next = pbwi_reader_next(reader, &message)) == PBW_ERR_MEMORY) continue; /* nothing is lost */
      assert_int_equal(next, PBW_OK);
      assert_message(message, i);
    }
    pbwi_reader_free(reader);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
  free(bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_cut_gives_the_same),       cmocka_unit_test(a_claim_takes_no_memory),
      cmocka_unit_test(limits_hold),                  cmocka_unit_test(a_large_buffer_is_given_back),
      cmocka_unit_test(misuse_is_refused),            cmocka_unit_test(memory_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
