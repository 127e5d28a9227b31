/* The ways into a text format. */
#include "core/format/run.h"

#include "core/base/status.h"
#include "core/message/owned.h"

const pbwi_format pbwi_json = {pbwi_json_print, pbwi_json_parse};
const pbwi_format pbwi_text = {pbwi_text_print, pbwi_text_parse};

pbw_status pbwi_format_print(const pbwi_format *format, const pbw_message *message, uint8_t *buffer, size_t capacity,
                             const pbw_options *options, size_t *size, pbw_error *error) {
  pbw_arena scratch;
  pbwi_out out;
  pbw_status status;
  const uint8_t *data;
  pbwi_arena_init(&scratch, &pbwi_libc, (size_t)options->max_memory);
  const uint8_t *end = format->print(&(pbwi_print_job){.message = message,
                                                       .flags = options->flags,
                                                       .indent = options->indent,
                                                       .max_depth = options->max_depth,
                                                       .scratch = &scratch,
                                                       .error = error},
                                     &out, pbwi_out_buffer(&out, buffer, capacity), &status);
  pbwi_arena_clear(&scratch);
  bool told = status != PBW_OK;
  status = pbwi_out_close(&out, end, status, &data, size);
  return status && !told ? pbwi_error_set(error, status, PBW_NO_OFFSET, message->plan->name, NULL) : status;
}

pbw_status pbwi_format_print_ctx(const pbwi_format *format, pbw_ctx *ctx, const pbw_message *message, uint32_t flags,
                                 const uint8_t **data, size_t *size) {
  pbwi_out out;
  pbw_status status;
  pbwi_arena_reset(&ctx->scratch, ctx->retain);
  const uint8_t *end = format->print(&(pbwi_print_job){.message = message,
                                                       .flags = flags | ctx->flags,
                                                       .indent = ctx->indent,
                                                       .max_depth = ctx->encoder.max_depth,
                                                       .scratch = &ctx->scratch,
                                                       .error = &ctx->error},
                                     &out, pbwi_out_arena(&out, &ctx->arena), &status);
  bool told = status != PBW_OK;
  status = pbwi_out_close(&out, end, status, data, size);
  if (!status) return PBW_OK;
  *data = NULL;
  return told ? status : pbwi_ctx_fail(ctx, status);
}

pbw_status pbwi_format_parse(const pbwi_format *format, const pbw_type *type, pbw_bytes text, pbw_arena *arena,
                             const pbw_options *options, pbw_message **out, pbw_error *error) {
  pbw_arena scratch;
  pbw_arena *owner = pbwi_owned_open(&pbwi_libc, arena, (size_t)options->max_memory, text.size + type->plan.size + 64);
  if (!owner) return pbwi_error_set(error, PBW_ERR_MEMORY, PBW_NO_OFFSET, NULL, NULL);
  pbwi_arena_init(&scratch, &pbwi_libc, (size_t)options->max_memory);
  pbw_status status = format->parse(&(pbwi_parse_job){.type = type,
                                                      .data = text.data,
                                                      .size = text.size,
                                                      .memory = owner,
                                                      .owner = owner,
                                                      .flags = options->flags & ~(uint32_t)PBW_ALIAS,
                                                      .max_depth = options->max_depth,
                                                      .max_size = options->max_size,
                                                      .scratch = &scratch,
                                                      .error = error},
                                    out);
  pbwi_arena_clear(&scratch);
  return pbwi_owned_close(owner, arena, status, out);
}

pbw_status pbwi_format_parse_ctx(const pbwi_format *format, pbw_ctx *ctx, const pbw_type *type, pbw_bytes text,
                                 uint32_t flags, const pbw_message **out) {
  pbw_message *message = NULL;
  flags |= ctx->flags;
  if (flags & PBW_RESET) pbwi_ctx_reset(ctx);
  pbwi_arena_reset(&ctx->scratch, ctx->retain);
  pbw_status status = format->parse(&(pbwi_parse_job){.type = type,
                                                      .data = text.data,
                                                      .size = text.size,
                                                      .memory = &ctx->arena,
                                                      .flags = flags,
                                                      .max_depth = ctx->decoder.max_depth,
                                                      .max_size = ctx->decoder.max_size,
                                                      .scratch = &ctx->scratch,
                                                      .error = &ctx->error},
                                    &message);
  *out = status ? NULL : message;
  return status;
}
