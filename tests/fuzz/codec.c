/* Bytes against a type: every way to decode agrees on the error, or on a message that stands every way to be
 * read, encoded, copied and merged.
 *
 *     type (2 bytes)  how (1)  split (1)  the bytes to decode */
#include "fuzz.h"

enum { LEVELS = 128 };

static pbw_options options; /* of the input at hand */

/* The encoding with these flags, in a block that fits, after one that does not. */
static block encode(const pbw_message *message, uint32_t flags) {
  pbw_options with = options;
  size_t size, written;
  with.flags |= flags;
  CHECK(pbw_encoded_size(message, with.flags, &size) == PBW_OK);
  if (size > 0) {
    block small = block_new(size - 1);
    CHECK(pbw_encode(message, small.data, small.size, &with, &written, NULL) == PBW_ERR_BUFFER && written == size);
    free(small.data);
  }
  block all = block_new(size);
  CHECK(pbw_encode(message, all.data, size, &with, &written, NULL) == PBW_OK && written == size);
  return all;
}

static void expect_encoding(const pbw_message *message, uint32_t flags, block want) {
  block got = encode(message, flags);
  CHECK(block_is(want, got.data, got.size));
  free(got.data);
}

static bool same_error(const pbw_error *a, const pbw_error *b) {
  return a->code == b->code && a->offset == b->offset && !strcmp(a->path, b->path) && !strcmp(a->message, b->message);
}

/* What was decoded: a pooled or an owned message, and the bytes that it encodes to. */
static void check_message(pbw_ctx *ctx, const pbw_message *message, block plain, block sorted) {
  const uint8_t *data;
  size_t size, at = 0;
  pbw_bytes inside;
  fuzz_walk(message, LEVELS);
  expect_encoding(message, 0, plain);
  expect_encoding(message, PBW_DETERMINISTIC, sorted);
  CHECK(pbw_encode_ctx(ctx, message, options.flags, &data, &size) == PBW_OK && block_is(plain, data, size));
  CHECK(pbw_encode_delimited_ctx(ctx, message, options.flags, &data, &size) == PBW_OK);
  CHECK(pbw_delimited_next(data, size, &at, &inside) == PBW_OK && at == size);
  CHECK(block_is(plain, inside.data, inside.size));
  CHECK(pbw_message_equal(message, message));
}

/* Decoded again, copied and doubled, by merge and by bytes. */
static void check_copies(const pbw_type *type, const pbw_message *message, block plain, block sorted) {
  pbw_message *again, *copy, *twice;
  CHECK(pbw_decode(type, sorted.data, sorted.size, NULL, &options, &again, NULL) == PBW_OK);
  CHECK(pbw_message_equal(again, message) && pbw_message_equal(message, again));
  expect_encoding(again, PBW_DETERMINISTIC, sorted);
  CHECK(pbw_message_clone(message, NULL, &copy) == PBW_OK && pbw_message_equal(copy, message));
  expect_encoding(copy, 0, plain);

  CHECK(pbw_message_clone(message, NULL, &twice) == PBW_OK);
  CHECK(pbw_message_merge(copy, message) == PBW_OK);
  CHECK(pbw_decode_merge(twice, plain.data, plain.size, &options, NULL) == PBW_OK);
  fuzz_walk(copy, LEVELS);
  CHECK(pbw_message_equal(copy, twice));
  block doubled = encode(copy, PBW_DETERMINISTIC);
  expect_encoding(twice, PBW_DETERMINISTIC, doubled);
  free(doubled.data);
  pbw_message_free(twice);
  pbw_message_free(copy);
  pbw_message_free(again);
}

/* In two parts: when both decode, the whole does, to the same message; when one does not, what stands is sound. */
static void check_parts(const pbw_type *type, block input, size_t split, const pbw_message *whole) {
  pbw_message *message;
  options.flags |= PBW_PARTIAL;
  CHECK(pbw_message_new(type, NULL, &message) == PBW_OK);
  block first = block_of(input.data, split), second = block_of(input.data + split, input.size - split);
  pbw_status one = pbw_decode_merge(message, first.data, first.size, &options, NULL);
  pbw_status two = pbw_decode_merge(message, second.data, second.size, &options, NULL);
  free(first.data);
  free(second.data);
  options.max_depth = LEVELS; /* a failed merge may leave an empty message one level below the limit */
  fuzz_walk(message, LEVELS);
  if (one == PBW_OK && two == PBW_OK && whole != NULL) CHECK(pbw_message_equal(message, whole));
  block plain = encode(message, 0), sorted = encode(message, PBW_DETERMINISTIC);
  check_copies(type, message, plain, sorted);
  CHECK(pbw_message_clear(message) == PBW_OK);
  expect_encoding(message, 0, (block){NULL, 0});
  free(plain.data);
  free(sorted.data);
  pbw_message_free(message);
}

/* A little memory: an answer, whatever it is, and nothing lost. */
static void check_limits(const pbw_type *type, block input, uint64_t memory) {
  pbw_options little = options;
  pbw_message *message;
  little.max_memory = memory;
  if (pbw_decode(type, input.data, input.size, NULL, &little, &message, NULL) == PBW_OK) fuzz_walk(message, LEVELS);
  pbw_message_free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static pbw_ctx *contexts[2]; /* of full and of little depth */
  fuzz_load();
  if (size < 4) return 0;
  const pbw_type *type = fuzz_type((uint32_t)data[0] << 8 | data[1]);
  bool shallow = data[2] & 4;
  options = (pbw_options){.struct_size = sizeof options, .max_depth = shallow ? 3 : 0};
  if (contexts[shallow] == NULL) CHECK(pbw_ctx_new(&options, NULL, &contexts[shallow]) == PBW_OK);
  pbw_ctx *ctx = contexts[shallow];
  options.flags = (data[2] & 1 ? PBW_PARTIAL : 0) | (data[2] & 2 ? PBW_NO_UNKNOWN : 0);
  size_t split = size == 4 ? 0 : data[3] % (size - 4);

  pbw_message *owned;
  const pbw_message *pooled, *aliased;
  pbw_error error = {.struct_size = sizeof error};
  block input = block_of(data + 4, size - 4), passing = block_of(data + 4, size - 4);
  pbw_status status = pbw_decode(type, passing.data, passing.size, NULL, &options, &owned, &error);
  CHECK(pbw_decode_ctx(ctx, type, passing.data, passing.size, options.flags | PBW_RESET, &pooled) == status);
  CHECK(status == PBW_OK || same_error(&error, pbw_ctx_error(ctx)));
  free(passing.data);
  CHECK(pbw_decode_ctx(ctx, type, input.data, input.size, options.flags | PBW_ALIAS, &aliased) == status);
  CHECK(status == PBW_OK || same_error(&error, pbw_ctx_error(ctx)));

  if (status == PBW_OK) {
    block plain = encode(owned, 0), sorted = encode(owned, PBW_DETERMINISTIC);
    CHECK(plain.size == sorted.size);
    check_message(ctx, owned, plain, sorted);
    check_message(ctx, pooled, plain, sorted);
    check_message(ctx, aliased, plain, sorted);
    CHECK(pbw_message_equal(owned, pooled) && pbw_message_equal(pooled, aliased) && pbw_message_equal(aliased, owned));
    check_copies(type, owned, plain, sorted);
    check_copies(type, aliased, plain, sorted);
    free(plain.data);
    free(sorted.data);
  } else {
    CHECK(owned == NULL && pooled == NULL && aliased == NULL && error.code == status);
    CHECK(error.offset <= input.size || status == PBW_ERR_REQUIRED);
  }
  check_parts(type, input, split, status == PBW_OK ? owned : NULL);
  check_limits(type, input, 256u << (data[2] >> 5));
  pbw_message_free(owned);
  free(input.data);
  return 0;
}
