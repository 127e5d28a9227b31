/* Unknown fields: a list of byte slices, each one or more whole fields in wire format. */
#ifndef PBWI_UNKNOWN_H
#define PBWI_UNKNOWN_H

#include "core/message/message.h"

size_t pbwi_unknown_count(const pbw_message *message);
pbw_status pbwi_unknown_get(const pbw_message *message, size_t index, pbw_bytes *out);
/* Check that the bytes are whole fields (TRUNCATED, MALFORMED, DEPTH) and add a copy. */
pbw_status pbwi_unknown_add(pbw_message *message, const uint8_t *data, size_t size);
pbw_status pbwi_unknown_clear(pbw_message *message);

/* Add copies of another message's. */
pbw_status pbwi_unknown_merge(pbw_message *to, const pbw_message *from);
/* Whether both have the same bytes, however they are cut into slices. */
bool pbwi_unknown_equal(const pbw_message *a, const pbw_message *b);

#endif
