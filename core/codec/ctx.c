/* Contexts: making, resetting, and the two codecs run in one. */
#include "core/codec/ctx.h"

#include "core/base/limits.h"
#include "core/base/status.h"

/* ---- options ---- */

pbw_status pbwi_options_complete(pbw_options *out, const pbw_options *given) {
  pbw_options full = {0};
  if (given) memcpy(&full, given, given->struct_size < sizeof full ? given->struct_size : sizeof full);
  if (full.flags & ~(uint32_t)PBWI_FLAGS) return PBW_ERR_ARGUMENT;
  full.struct_size = sizeof full;
  if (!full.max_depth) full.max_depth = PBWI_DEFAULT_DEPTH;
  if (full.max_depth > PBWI_MAX_DEPTH) full.max_depth = PBWI_MAX_DEPTH;
  if (!full.max_size || full.max_size > PBWI_MAX_SIZE) full.max_size = PBWI_MAX_SIZE;
  if (full.max_memory > SIZE_MAX) full.max_memory = SIZE_MAX;
  if (!full.retain) full.retain = PBWI_DEFAULT_RETAIN;
  if (full.retain > SIZE_MAX / 2) full.retain = SIZE_MAX / 2;
  full.retain &= ~(uint64_t)(PBWI_ARENA_ALIGN - 1);
  *out = full;
  return PBW_OK;
}

/* ---- life ---- */

pbw_status pbwi_ctx_new(const pbw_options *options, const pbw_allocator *allocator, pbw_ctx **out) {
  pbw_options full;
  pbw_allocator memory;
  pbw_status status = pbwi_options_complete(&full, options);
  if (!status) status = pbwi_allocator_init(&memory, allocator);
  if (status) return status;
  pbw_ctx *ctx = memory.alloc(memory.user, sizeof *ctx);
  if (!ctx) return PBW_ERR_MEMORY;
  ctx->generation = 0;
  ctx->flags = full.flags;
  ctx->retain = (size_t)full.retain;
  ctx->error = (pbw_error){.struct_size = sizeof ctx->error, .offset = PBW_NO_OFFSET};
  pbwi_decoder_init(&ctx->decoder, &ctx->arena, NULL, full.max_depth, full.max_size, &ctx->error);
  ctx->encode = (pbwi_encode_job){.memory = &ctx->arena, .max_depth = full.max_depth};
  pbwi_arena_init(&ctx->arena, &memory, (size_t)full.max_memory);
  *out = ctx;
  return PBW_OK;
}

void pbwi_ctx_free(pbw_ctx *ctx) {
  if (!ctx) return;
  pbw_allocator memory = ctx->arena.allocator;
  pbwi_decoder_release(&ctx->decoder);
  pbwi_arena_clear(&ctx->arena);
  memory.free(memory.user, ctx, sizeof *ctx);
}

static PBWI_COLD void forget_error(pbw_error *error) {
  error->code = PBW_OK;
  error->offset = PBW_NO_OFFSET;
  error->message[0] = error->path[0] = 0;
}

PBWI_INLINE void reset(pbw_ctx *ctx) {
  ctx->generation++;
  pbwi_arena_rewind(&ctx->arena, ctx->retain);
  if (PBWI_UNLIKELY(ctx->error.code)) forget_error(&ctx->error);
}

void pbwi_ctx_reset(pbw_ctx *ctx) { reset(ctx); }

pbw_status pbwi_ctx_fail(pbw_ctx *ctx, pbw_status status) {
  return pbwi_error_set(&ctx->error, status, PBW_NO_OFFSET, NULL, NULL);
}

/* ---- use ---- */

pbw_status pbwi_ctx_decode(pbw_ctx *ctx, const pbwi_plan *plan, const uint8_t *data, size_t size,
                           uint32_t flags, const pbw_message **out) {
  flags |= ctx->flags;
  if (flags & PBW_RESET) reset(ctx);
  return pbwi_decoder_run(&ctx->decoder, plan, data, size, flags, NULL, (pbw_message **)(uintptr_t)out);
}

pbw_status pbwi_ctx_encode(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, bool delimited,
                           const uint8_t **data, size_t *size) {
  ctx->encode.message = message;
  ctx->encode.flags = flags | ctx->flags;
  ctx->encode.delimited = delimited;
  return pbwi_encode(&ctx->encode, data, size, &ctx->error);
}

pbw_status pbwi_ctx_messages(pbw_ctx *ctx, const pbwi_plan *plan, size_t count, pbw_message **out) {
  void *block = count <= SIZE_MAX / plan->size ? pbwi_arena_zalloc(&ctx->arena, count * plan->size) : NULL;
  if (!block) return pbwi_ctx_fail(ctx, pbwi_arena_status(&ctx->arena));
  for (size_t i = 0; i < count; i++) {
    pbw_message *message = pbwi_at(block, i * plan->size);
    message->plan = plan;
    message->arena = &ctx->arena;
  }
  *out = block;
  return PBW_OK;
}

pbw_status pbwi_ctx_alloc(pbw_ctx *ctx, size_t size, void **out) {
  *out = pbwi_arena_zalloc(&ctx->arena, size);
  return *out ? PBW_OK : pbwi_ctx_fail(ctx, pbwi_arena_status(&ctx->arena));
}
