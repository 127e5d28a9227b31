/* Bytes against a type, at speed: pooled, aliased and owned agree on the error, or on a message that encodes to the
 * same bytes. The contexts stay from input to input and nothing else is done, so that an input costs some microseconds
 * and the fuzzer sees many. codec.c and cells.c take longer with each.
 *
 *     type (2 bytes)  how (1)  the bytes to decode */
#include "fuzz.h"

static pbw_ctx *new_ctx(uint32_t max_depth) {
  pbw_options options = {.struct_size = sizeof options, .max_depth = max_depth};
  pbw_ctx *ctx;
  CHECK(pbw_ctx_new(&options, NULL, &ctx) == PBW_OK);
  return ctx;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static pbw_ctx *contexts[2]; /* of full and of little depth */
  const pbw_message *pooled, *aliased;
  pbw_message *owned = NULL;
  const uint8_t *one, *two;
  size_t one_size, two_size;
  fuzz_load();
  if (contexts[0] == NULL) contexts[0] = new_ctx(0), contexts[1] = new_ctx(3);
  if (size < 3) return 0;
  const pbw_type *type = fuzz_type((uint32_t)data[0] << 8 | data[1]);
  pbw_ctx *ctx = contexts[data[2] >> 2 & 1];
  uint32_t flags = (data[2] & 1 ? PBW_PARTIAL : 0) | (data[2] & 2 ? PBW_NO_UNKNOWN : 0);
  block input = block_of(data + 3, size - 3); /* in memory of its size: a step beyond is seen */

  pbw_status status = pbw_decode_ctx(ctx, type, input.data, input.size, flags | PBW_RESET, &pooled);
  uint64_t offset = pbw_ctx_error(ctx)->offset;
  CHECK(pbw_decode_ctx(ctx, type, input.data, input.size, flags | PBW_ALIAS, &aliased) == status);
  if (data[2] & 8) {
    pbw_options options = {.struct_size = sizeof options, .flags = flags, .max_depth = data[2] & 4 ? 3 : 0};
    CHECK(pbw_decode(type, input.data, input.size, NULL, &options, &owned, NULL) == status);
  }
  if (status != PBW_OK) {
    CHECK(pooled == NULL && aliased == NULL && owned == NULL && pbw_ctx_error(ctx)->offset == offset);
    CHECK(offset <= input.size || status == PBW_ERR_REQUIRED);
  } else {
    CHECK(pbw_encode_ctx(ctx, aliased, flags, &one, &one_size) == PBW_OK);
    CHECK(pbw_encode_ctx(ctx, owned != NULL ? owned : pooled, flags, &two, &two_size) == PBW_OK);
    CHECK(one_size == two_size && (one_size == 0 || memcmp(one, two, one_size) == 0));
  }
  pbw_message_free(owned);
  free(input.data);
  return 0;
}
