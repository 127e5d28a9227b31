/* Output that outgrows its memory while it is written, in a fresh ctx and in a caller's buffer: every byte arrives.
 * The message is a descriptor set of some ten thousand bytes, decoded as what it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "abi/pbwire.h"

static uint8_t bytes[1 << 20];
static size_t size;
static pbw_schema *schema;
static pbw_message *message;

static int setup(void **state) {
  (void)state;
  FILE *file = fopen("tests/vectors/vectors.binpb", "rb");
  if (!file) return -1;
  size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  if (pbw_schema_load(bytes, size, &schema, NULL)) return -1;
  const pbw_type *type = pbw_schema_type(schema, "google.protobuf.FileDescriptorSet");
  return pbw_decode(type, bytes, size, NULL, NULL, &message, NULL);
}

static int teardown(void **state) {
  (void)state;
  pbw_message_free(message);
  pbw_schema_free(schema);
  return 0;
}

static void in_a_fresh_ctx(void **state) {
  (void)state;
  for (int used = 0; used < 3000; used += 700) { /* what stands in the ctx before */
    pbw_ctx *ctx;
    void *before = NULL;
    const uint8_t *data;
    size_t written;
    assert_int_equal(pbw_ctx_new(NULL, NULL, &ctx), PBW_OK);
    for (int round = 0; round < 3; round++) {
      if (used) assert_int_equal(pbw_ctx_alloc(ctx, (size_t)used, &before), PBW_OK);
      assert_int_equal(pbw_encode_ctx(ctx, message, 0, &data, &written), PBW_OK);
      assert_int_equal(written, size);
      assert_memory_equal(data, bytes, size);
      pbw_ctx_reset(ctx);
    }
    pbw_ctx_free(ctx);
  }
}

static void in_a_buffer_of_any_size(void **state) {
  (void)state;
  uint8_t *buffer = malloc(size);
  for (size_t capacity = 0; capacity <= size; capacity += capacity + 997 < size ? 997 : size - capacity ? size - capacity : 1) {
    size_t written = 0;
    pbw_status status = pbw_encode(message, buffer, capacity, NULL, &written, NULL);
    assert_int_equal(status, capacity < size ? PBW_ERR_BUFFER : PBW_OK);
    assert_int_equal(written, size);
  }
  assert_memory_equal(buffer, bytes, size);
  free(buffer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(in_a_fresh_ctx),
      cmocka_unit_test(in_a_buffer_of_any_size),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
