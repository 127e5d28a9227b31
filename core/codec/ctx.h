/* A ctx: an arena that is reset instead of freed, with the limits and the last error of the calls that use
 * it. In the steady state its arena is one block, so that a decode or an encode allocates nothing.
 *
 *   pbw_ctx
 *   +-------+---------+------------+-------+
 *   | arena | codecs  | generation | error |
 *   +-------+---------+------------+-------+
 *       `--> one block, as large as the largest use so far, at most `retain`
 *
 * What is decoded in it names no arena and is read-only; scratch messages name the ctx's arena, so that
 * hosts can edit them. */
#ifndef PBWI_CTX_H
#define PBWI_CTX_H

#include "core/codec/decoder.h"
#include "core/codec/encoder.h"

struct pbw_ctx {
  pbw_arena arena;
  pbw_arena scratch;      /* of one call: what JSON and text need on the way */
  uint64_t generation;
  pbwi_decoder decoder;   /* both are ready to run */
  pbwi_encoder encoder;
  uint32_t flags;         /* of its options */
  uint32_t indent;
  size_t retain;
  pbw_error error;
};

/* Every flag that there is; others are refused. */
#define PBWI_FLAGS                                                                                                 \
  (PBW_PARTIAL | PBW_ALIAS | PBW_RESET | PBW_DETERMINISTIC | PBW_NO_UNKNOWN | PBW_CHECK_UTF8 | PBW_INDENT |        \
   PBW_PROTO_NAMES | PBW_ENUM_NUMBERS | PBW_INT64_NUMBERS | PBW_ALWAYS_PRINT | PBW_IGNORE_UNKNOWN | \
   PBW_TEXT_UNKNOWN)

/* A caller's options made complete: in `room`, or, for NULL, the defaults. NULL: an unknown flag, or no size. */
const pbw_options *pbwi_options(const pbw_options *given, pbw_options *room);

pbw_status pbwi_ctx_new(const pbw_options *options, const pbw_allocator *allocator, pbw_ctx **out);
void pbwi_ctx_free(pbw_ctx *ctx);
void pbwi_ctx_reset(pbw_ctx *ctx);

/* In the steady state only ptr has moved. */
PBWI_INLINE bool pbwi_ctx_reset_fast(pbw_ctx *ctx) {
  if (PBWI_UNLIKELY(!ctx->arena.only || ctx->error.code || PBWI_ASAN)) return false;
  ctx->generation++;
  ctx->arena.ptr = ctx->arena.only;
  return true;
}

PBWI_COLD pbw_status pbwi_ctx_reset_and_decode(pbw_ctx *ctx, const pbwi_plan *plan, const uint8_t *data, size_t size,
                                               uint32_t flags, pbw_message **out);

/* pbw_decode_ctx, for arguments that are in order; inlined there, where small messages spend much of their time. *out
 * is set on success only. */
PBWI_INLINE pbw_status pbwi_ctx_decode(pbw_ctx *ctx, const pbwi_plan *plan, const uint8_t *data, size_t size,
                                       uint32_t flags, const pbw_message **out) {
  pbw_message **made = (pbw_message **)(uintptr_t)out;
  flags |= ctx->flags;
  if (flags & PBW_RESET && PBWI_UNLIKELY(!pbwi_ctx_reset_fast(ctx)))
    return pbwi_ctx_reset_and_decode(ctx, plan, data, size, flags, made);
  return pbwi_decoder_run(&ctx->decoder, plan, data, size, flags, made);
}

/* The calls of pbwire.h's section 7: on failure they fill the ctx's error. */
pbw_status pbwi_ctx_encode(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, bool delimited,
                           const uint8_t **data, size_t *size);
pbw_status pbwi_ctx_messages(pbw_ctx *ctx, const pbwi_plan *plan, size_t count, pbw_message **out);
pbw_status pbwi_ctx_alloc(pbw_ctx *ctx, size_t size, void **out);

/* Tell an error that has no place in the input: fills the ctx's record, returns the status. */
pbw_status pbwi_ctx_fail(pbw_ctx *ctx, pbw_status status);

#endif
