/* google.protobuf.Any, as both text formats open it. */
#ifndef PBWI_ANY_H
#define PBWI_ANY_H

#include "core/schema/schema.h"

/* The type that a URL names behind its last slash, or NULL. */
const pbw_type *pbwi_any_type(const pbw_schema *schema, pbw_bytes url);

/* A message's bytes, in `memory`. flags: PBW_PARTIAL. */
pbw_status pbwi_any_pack(const pbw_message *message, uint32_t flags, pbw_arena *memory, pbw_bytes *out);

#endif
