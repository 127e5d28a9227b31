/* A stream in small pieces, with failures and pauses between them: the reader gives what pbw_delimited_next finds in the
 * whole, wherever the pieces end; what it gave, written with short and failing writes, is the same stream again.
 *
 *     largest message (1 byte; 0: any)  steps (1: how many)  the steps  the stream
 *     a step: 0 to 239: read or write so many bytes and one; 240 to 247: fail; from 248 on: nothing more, for now */
#include "fuzz.h"

typedef struct channel {
  const uint8_t *steps, *steps_end;
  const uint8_t *data; /* the whole stream, to be read */
  size_t size, at;
  uint8_t *out;        /* what was written */
  size_t out_size;
  bool failed, paused; /* in the call at hand */
} channel;

enum { FAIL = 240, PAUSE = 248 };

static uint8_t step(channel *c) { return c->steps < c->steps_end ? *c->steps++ : FAIL - 1; }

static int64_t do_read(void *user, uint8_t *buffer, size_t capacity) {
  channel *c = user;
  uint8_t next = step(c);
  CHECK(buffer != NULL && capacity > 0);
  if (next >= PAUSE || c->at == c->size) return c->paused = true, 0;
  if (next >= FAIL) return c->failed = true, -1 - (next & 3);
  size_t count = (size_t)next + 1, left = c->size - c->at;
  if (count > left) count = left;
  if (count > capacity) count = capacity;
  buffer[capacity - 1] = 0xa5; /* all of it is room */
  memcpy(buffer, c->data + c->at, count);
  c->at += count;
  return (int64_t)count;
}

static int64_t do_write(void *user, const uint8_t *data, size_t size) {
  channel *c = user;
  uint8_t next = step(c);
  CHECK(data != NULL && size > 0);
  if (next >= FAIL) return c->failed = true, next >= PAUSE ? 0 : -1;
  size_t count = (size_t)next + 1 < size ? (size_t)next + 1 : size;
  memcpy(c->out + c->out_size, data, count);
  c->out_size += count;
  return (int64_t)count;
}

/* The size that stands at `at`; 0 when it is not all there. */
static uint64_t claimed(const uint8_t *data, size_t size, size_t at) {
  uint64_t value = 0;
  for (unsigned shift = 0; at < size && shift < 70; shift += 7) {
    value |= shift < 64 ? (uint64_t)(data[at] & 127) << shift : 0;
    if (data[at++] < 128) return value;
  }
  return 0;
}

static size_t size_bytes(size_t size) {
  size_t count = 1;
  for (; size > 127; size >>= 7) count++;
  return count;
}

/* The next message of the reader, tried again after each failure and pause until it answers for the whole stream. */
static pbw_status read_next(channel *c, pbw_reader *reader, size_t start, pbw_bytes *message) {
  for (;;) {
    c->failed = c->paused = false;
    pbw_status status = pbw_reader_next(reader, message);
    if (status < 0) CHECK(pbw_reader_error(reader)->code == status && pbw_reader_error(reader)->offset == start);
    if (status == PBW_ERR_IO) {
      CHECK(c->failed);
    } else if (status == PBW_END || status == PBW_ERR_TRUNCATED) {
      CHECK(c->paused);
      if (c->at == c->size) return status;
    } else {
      return status;
    }
  }
}

static void write_all(channel *c, pbw_writer *writer, const pbw_bytes *message) {
  for (;;) {
    c->failed = false;
    pbw_status status = message != NULL ? pbw_writer_put_bytes(writer, message->data, message->size) : pbw_writer_flush(writer);
    if (status == PBW_OK) return;
    CHECK(status == PBW_ERR_IO && c->failed && pbw_writer_error(writer)->code == PBW_ERR_IO);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size < 2 + (size_t)data[1]) return 0;
  channel c = {.steps = data + 2, .steps_end = data + 2 + data[1]};
  block stream = block_of(c.steps_end, size - 2 - data[1]), written = block_new(stream.size + 1);
  pbw_io io = {.struct_size = sizeof io, .user = &c, .read = do_read, .write = do_write};
  pbw_options options = {.struct_size = sizeof options, .max_size = data[0]};
  pbw_reader *reader;
  pbw_writer *writer;
  pbw_bytes want, got;
  size_t offset = 0, plain = 0, sum = 0;
  c.data = stream.data, c.size = stream.size, c.out = written.data;
  CHECK(pbw_reader_new(&io, &options, NULL, &reader) == PBW_OK);
  CHECK(pbw_writer_new(&io, NULL, NULL, &writer) == PBW_OK);
  for (;;) {
    size_t before = offset;
    pbw_status whole = pbw_delimited_next(stream.data, stream.size, &offset, &want);
    CHECK(whole == PBW_OK || offset == before);
    if (options.max_size > 0 && (whole == PBW_OK || whole == PBW_ERR_TRUNCATED) &&
        claimed(stream.data, stream.size, before) > options.max_size)
      whole = PBW_ERR_SIZE;
    CHECK(read_next(&c, reader, before, &got) == whole);
    if (whole != PBW_OK) break;
    CHECK(got.size == want.size && (got.size == 0 || memcmp(got.data, want.data, got.size) == 0));
    CHECK(pbw_reader_offset(reader) == offset - want.size);
    write_all(&c, writer, &got);
    sum += size_bytes(got.size) + got.size;
    if (sum == offset) plain = offset; /* so far no size was longer than it needs to be */
  }
  write_all(&c, writer, NULL);
  CHECK(c.out_size == sum && (plain == 0 || memcmp(c.out, stream.data, plain) == 0));
  pbw_reader_free(reader);
  pbw_writer_free(writer);
  free(written.data);
  free(stream.data);
  return 0;
}
