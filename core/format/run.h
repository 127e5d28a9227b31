/* The ways into a text format: print into a caller's buffer or a ctx, parse into an owned or a pooled message. The same for
 * every format, which is a printer and a parser. */
#ifndef PBWI_RUN_H
#define PBWI_RUN_H

#include "core/format/format.h"

typedef struct pbwi_format {
  uint8_t *(*print)(const pbwi_print_job *job, pbwi_out *out, uint8_t *p, pbw_status *status);
  pbw_status (*parse)(const pbwi_parse_job *job, pbw_message **out);
} pbwi_format;

extern const pbwi_format pbwi_json, pbwi_text;

/* The words of pbw_encode, pbw_encode_ctx, pbw_decode and pbw_decode_ctx hold; arguments are in order. */
pbw_status pbwi_format_print(const pbwi_format *format, const pbw_message *message, uint8_t *buffer, size_t capacity,
                             const pbw_options *options, size_t *size, pbw_error *error);
pbw_status pbwi_format_print_ctx(const pbwi_format *format, pbw_ctx *ctx, const pbw_message *message, uint32_t flags,
                                 const uint8_t **data, size_t *size);
pbw_status pbwi_format_parse(const pbwi_format *format, const pbw_type *type, pbw_bytes text, pbw_arena *arena,
                             const pbw_options *options, pbw_message **out, pbw_error *error);
pbw_status pbwi_format_parse_ctx(const pbwi_format *format, pbw_ctx *ctx, const pbw_type *type, pbw_bytes text,
                                 uint32_t flags, const pbw_message **out);

#endif
