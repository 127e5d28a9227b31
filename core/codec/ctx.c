/* Contexts: making, resetting, and the two codecs run in one. */
#include "core/codec/ctx.h"

#include "core/base/limits.h"
#include "core/base/status.h"

/* ---- options ---- */

static const pbw_options defaults = {
    .struct_size = sizeof defaults,
    .max_depth = PBWI_DEFAULT_DEPTH,
    .max_size = PBWI_MAX_SIZE,
    .retain = PBWI_DEFAULT_RETAIN,
};

const pbw_options *pbwi_options(const pbw_options *given, pbw_options *room) {
  if (!given) return &defaults;
  if (given->struct_size < sizeof *room) return NULL; /* smaller than the first version: never set */
  *room = *given;
  if (room->flags & ~(uint32_t)PBWI_FLAGS) return NULL;
  room->struct_size = sizeof *room;
  if (!room->max_depth) room->max_depth = defaults.max_depth;
  if (room->max_depth > PBWI_MAX_DEPTH) room->max_depth = PBWI_MAX_DEPTH;
  if (!room->max_size || room->max_size > PBWI_MAX_SIZE) room->max_size = PBWI_MAX_SIZE;
  if (room->max_memory > SIZE_MAX) room->max_memory = SIZE_MAX;
  if (!room->retain) room->retain = defaults.retain;
  if (room->retain > SIZE_MAX / 2) room->retain = SIZE_MAX / 2;
  room->retain &= ~(uint64_t)(PBWI_ARENA_ALIGN - 1);
  return room;
}

/* ---- life ---- */

pbw_status pbwi_ctx_new(const pbw_options *options, const pbw_allocator *allocator, pbw_ctx **out) {
  pbw_options room;
  pbw_allocator memory;
  const pbw_options *full = pbwi_options(options, &room);
  if (!full || pbwi_allocator_init(&memory, allocator)) return PBW_ERR_ARGUMENT;
  pbw_ctx *ctx = memory.alloc(memory.user, sizeof *ctx);
  if (!ctx) return PBW_ERR_MEMORY;
  ctx->generation = 0;
  ctx->flags = full->flags;
  ctx->indent = full->indent;
  ctx->retain = (size_t)full->retain;
  ctx->error = (pbw_error){.struct_size = sizeof ctx->error, .offset = PBW_NO_OFFSET};
  pbwi_decoder_init(&ctx->decoder, &ctx->arena, NULL, full->max_depth, full->max_size, &ctx->error);
  pbwi_encoder_init(&ctx->encoder, &ctx->arena, full->max_depth, &ctx->error);
  pbwi_arena_init(&ctx->arena, &memory, (size_t)full->max_memory);
  pbwi_arena_init(&ctx->scratch, &memory, (size_t)full->max_memory);
  *out = ctx;
  return PBW_OK;
}

void pbwi_ctx_free(pbw_ctx *ctx) {
  if (!ctx) return;
  pbw_allocator memory = ctx->arena.allocator;
  pbwi_decoder_release(&ctx->decoder);
  pbwi_encoder_release(&ctx->encoder);
  pbwi_arena_clear(&ctx->arena);
  pbwi_arena_clear(&ctx->scratch);
  memory.free(memory.user, ctx, sizeof *ctx);
}

static PBWI_COLD void reset_slow(pbw_ctx *ctx) {
  ctx->generation++;
  pbwi_arena_reset(&ctx->arena, ctx->retain);
  ctx->error.code = PBW_OK;
  ctx->error.offset = PBW_NO_OFFSET;
  ctx->error.message[0] = ctx->error.path[0] = 0;
}

void pbwi_ctx_reset(pbw_ctx *ctx) {
  if (PBWI_UNLIKELY(!pbwi_ctx_reset_fast(ctx))) reset_slow(ctx);
}

pbw_status pbwi_ctx_fail(pbw_ctx *ctx, pbw_status status) {
  return pbwi_error_set(&ctx->error, status, PBW_NO_OFFSET, NULL, NULL);
}

/* ---- use ---- */

pbw_status pbwi_ctx_reset_and_decode(pbw_ctx *ctx, const pbwi_plan *plan, const uint8_t *data, size_t size,
                                     uint32_t flags, pbw_message **out) {
  reset_slow(ctx);
  return pbwi_decoder_run(&ctx->decoder, plan, data, size, flags, out);
}

pbw_status pbwi_ctx_encode(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, bool delimited,
                           const uint8_t **data, size_t *size) {
  ctx->encoder.message = message;
  ctx->encoder.flags = flags | ctx->flags;
  ctx->encoder.delimited = delimited;
  return pbwi_encoder_run(&ctx->encoder, data, size);
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
