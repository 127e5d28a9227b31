/* Options on demand: the bytes that were kept, decoded with the schema's own google.protobuf.XOptions, whose
 * extensions are the custom options. */
#include "core/codec/decode.h"
#include "core/schema/schema.h"

pbw_status pbwi_options_read(const pbw_schema *schema, int kind, pbw_bytes options, pbw_arena *arena,
                             pbw_message **out) {
  *out = NULL;
  const pbw_type *type = schema->option_types[kind];
  if (!type) return PBW_ERR_NOT_FOUND;
  bool own = !arena;
  if (own) arena = pbwi_arena_new(&schema->arena->allocator, 0, type->plan.size + options.size);
  if (!arena) return PBW_ERR_MEMORY;
  pbwi_decode_job job = {
      .plan = &type->plan,
      .data = options.data,
      .size = options.size,
      .memory = arena,
      .owner = arena,
      .flags = PBW_PARTIAL,
      .max_depth = PBWI_DEFAULT_DEPTH,
      .max_size = PBWI_MAX_SIZE,
  };
  pbw_status status = pbwi_decode(&job, out, NULL);
  if (own && status) pbwi_arena_free(arena);
  if (own && !status) arena->root = *out;
  return status;
}
