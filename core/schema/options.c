/* Options on demand: the bytes that were kept, decoded with the schema's own google.protobuf.XOptions, whose
 * extensions are the custom options. */
#include "core/codec/decode.h"
#include "core/message/owned.h"
#include "core/schema/schema.h"

pbw_status pbwi_options_read(const pbw_schema *schema, int kind, pbw_bytes options, pbw_arena *arena,
                             pbw_message **out) {
  *out = NULL;
  const pbw_type *type = schema->option_types[kind];
  if (!type) return PBW_ERR_NOT_FOUND;
  pbw_arena *owner = pbwi_owned_open(&schema->arena->allocator, arena, 0, type->plan.size + options.size);
  if (!owner) return PBW_ERR_MEMORY;
  pbwi_decode_job job = {
      .plan = &type->plan,
      .data = options.data,
      .size = options.size,
      .memory = owner,
      .owner = owner,
      .flags = PBW_PARTIAL,
      .max_depth = PBWI_DEFAULT_DEPTH,
      .max_size = PBWI_MAX_SIZE,
  };
  return pbwi_owned_close(owner, arena, pbwi_decode(&job, out, NULL), out);
}
