/* Contexts, apart from what the codecs do in them. */
#include "core/codec/ctx.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "core/base/limits.h"
#include "tests/support/failing_alloc.h"

static const pbwi_plan empty_plan = {.size = 48, .name = "test.Empty"};

static void options_are_completed(void **state) {
  (void)state;
  pbw_options room;
  const pbw_options *full = pbwi_options(NULL, &room);
  assert_int_equal(full->max_depth, PBWI_DEFAULT_DEPTH);
  assert_int_equal(full->max_size, PBWI_MAX_SIZE);
  assert_int_equal(full->max_memory, 0);
  assert_int_equal(full->retain, PBWI_DEFAULT_RETAIN);

  /* A record whose size was forgotten would lose its limits in silence. */
  pbw_options given = {.max_depth = 7};
  assert_null(pbwi_options(&given, &room));
  given.struct_size = sizeof given;
  assert_non_null(full = pbwi_options(&given, &room));
  assert_int_equal(full->max_depth, 7);

  given = (pbw_options){.struct_size = sizeof given, .flags = PBW_PARTIAL, .max_depth = UINT32_MAX,
                        .max_size = UINT64_MAX, .retain = 1000001};
  assert_non_null(full = pbwi_options(&given, &room));
  assert_int_equal(full->flags, PBW_PARTIAL);
  assert_int_equal(full->max_depth, PBWI_MAX_DEPTH);
  assert_int_equal(full->max_size, PBWI_MAX_SIZE);
  assert_int_equal(full->retain, 1000000 / 16 * 16);

  given.retain = UINT64_MAX; /* as much as there is */
  assert_non_null(full = pbwi_options(&given, &room));
  assert_int_equal(full->retain, SIZE_MAX / 2 / 16 * 16);
  given.flags = 1u << 31;
  assert_null(pbwi_options(&given, &room));
  pbw_ctx *ctx;
  pbw_allocator half = pbwi_libc;
  half.free = NULL;
  assert_int_equal(pbwi_ctx_new(NULL, &half, &ctx), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_ctx_new(&given, NULL, &ctx), PBW_ERR_ARGUMENT);
}

static void reset_counts_and_forgets(void **state) {
  (void)state;
  pbw_ctx *ctx;
  void *first, *again;
  assert_int_equal(pbwi_ctx_new(NULL, NULL, &ctx), PBW_OK);
  assert_int_equal(pbwi_ctx_alloc(ctx, 0, &first), PBW_OK); /* nothing has a place too, even at first */
  pbwi_ctx_reset(ctx);
  uint64_t generation = ctx->generation;
  assert_int_equal(pbwi_ctx_alloc(ctx, 100, &first), PBW_OK);
  assert_int_equal((uintptr_t)first % 16, 0);
  memset(first, 0xff, 100);
  assert_int_equal(pbwi_ctx_fail(ctx, PBW_ERR_RANGE), PBW_ERR_RANGE);
  assert_int_equal(ctx->error.code, PBW_ERR_RANGE);
  assert_true(ctx->error.message[0]);

  pbwi_ctx_reset(ctx);
  assert_int_equal(ctx->generation, generation + 1);
  assert_int_equal(ctx->error.code, PBW_OK);
  assert_int_equal(ctx->error.offset, PBW_NO_OFFSET);
  assert_string_equal(ctx->error.message, "");
  size_t held = ctx->arena.held;
  assert_int_equal(pbwi_ctx_alloc(ctx, 100, &again), PBW_OK);
  assert_ptr_equal(first, again);
  for (int i = 0; i < 100; i++) assert_int_equal(((uint8_t *)again)[i], 0);
  assert_int_equal(ctx->arena.held, held);
  pbwi_ctx_free(ctx);
}

static void reset_keeps_at_most_retain(void **state) {
  (void)state;
  pbw_ctx *ctx;
  void *block;
  pbw_options options = {.struct_size = sizeof options, .retain = 4096};
  assert_int_equal(pbwi_ctx_new(&options, NULL, &ctx), PBW_OK);
  for (int i = 0; i < 10; i++) assert_int_equal(pbwi_ctx_alloc(ctx, 10000, &block), PBW_OK);
  assert_true(ctx->arena.held >= 100000);
  pbwi_ctx_reset(ctx);
  assert_true(ctx->arena.held <= 4096);
  pbwi_ctx_free(ctx);
}

static void messages_stand_side_by_side(void **state) {
  (void)state;
  pbw_ctx *ctx;
  pbw_message *first;
  assert_int_equal(pbwi_ctx_new(NULL, NULL, &ctx), PBW_OK);
  assert_int_equal(pbwi_ctx_messages(ctx, &empty_plan, 3, &first), PBW_OK);
  for (size_t i = 0; i < 3; i++) {
    const pbw_message *message = pbwi_at(first, i * empty_plan.size);
    assert_ptr_equal(message->plan, &empty_plan);
    assert_ptr_equal(message->arena, &ctx->arena);
    assert_int_equal(message->unknown.size, 0);
  }
  assert_int_equal(pbwi_ctx_messages(ctx, &empty_plan, 0, &first), PBW_OK);
  assert_int_equal(pbwi_ctx_messages(ctx, &empty_plan, SIZE_MAX / 8, &first), PBW_ERR_MEMORY);
  assert_int_equal(ctx->error.code, PBW_ERR_MEMORY);
  pbwi_ctx_free(ctx);
}

static void memory_is_limited(void **state) {
  (void)state;
  pbw_ctx *ctx;
  void *block;
  pbw_options options = {.struct_size = sizeof options, .max_memory = 10000};
  assert_int_equal(pbwi_ctx_new(&options, NULL, &ctx), PBW_OK);
  assert_int_equal(pbwi_ctx_alloc(ctx, 5000, &block), PBW_OK);
  assert_int_equal(pbwi_ctx_alloc(ctx, 6000, &block), PBW_ERR_LIMIT);
  assert_int_equal(ctx->error.code, PBW_ERR_LIMIT);
  pbwi_ctx_reset(ctx);
  assert_int_equal(pbwi_ctx_alloc(ctx, 6000, &block), PBW_OK);
  pbwi_ctx_free(ctx);
}

static void every_allocation_may_fail(void **state) {
  (void)state;
  for (size_t n = 1;; n++) {
    failing_alloc memory = {.fail_at = n};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_ctx *ctx = NULL;
    void *block;
    pbw_status status = pbwi_ctx_new(NULL, &allocator, &ctx);
    for (int i = 0; !status && i < 4; i++) {
      status = pbwi_ctx_alloc(ctx, 5000, &block);
      if (i == 1) pbwi_ctx_reset(ctx);
    }
    if (!memory.failed) assert_int_equal(status, PBW_OK);
    if (status) assert_int_equal(status, PBW_ERR_MEMORY);
    pbwi_ctx_free(ctx);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(options_are_completed),       cmocka_unit_test(reset_counts_and_forgets),
      cmocka_unit_test(reset_keeps_at_most_retain),  cmocka_unit_test(messages_stand_side_by_side),
      cmocka_unit_test(memory_is_limited),           cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
