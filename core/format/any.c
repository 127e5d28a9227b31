/* google.protobuf.Any. */
#include "core/format/any.h"

#include "core/codec/encode.h"
#include "core/codec/size.h"

const pbw_type *pbwi_any_type(const pbw_schema *schema, pbw_bytes url) {
  size_t at = url.size;
  while (at && url.data[at - 1] != '/') at--;
  if (!at || at == url.size) return NULL;
  const pbw_type *type = pbwi_table_find(&schema->type_names, (const char *)url.data + at, url.size - at);
  return type && !(type->plan.flags & PBWI_PLAN_ENTRY) ? type : NULL;
}

pbw_status pbwi_any_pack(const pbw_message *message, uint32_t flags, pbw_arena *memory, pbw_bytes *out) {
  size_t size;
  pbw_status status = pbwi_encoded_size(message, 0, &size);
  if (status) return status;
  uint8_t *bytes = pbwi_arena_alloc(memory, size);
  if (!bytes) return pbwi_arena_status(memory);
  status = pbwi_encode(message, bytes, size, flags, PBWI_MAX_DEPTH, &size, NULL);
  *out = (pbw_bytes){bytes, size};
  return status;
}
