/* Singular fields as C values: any integer field as an int64 or uint64, either float as a double. Where a value
 * does not fit its field, setting it is RANGE; reading never has to cut one. */
#ifndef PBWI_TYPED_H
#define PBWI_TYPED_H

#include "core/message/cell.h"

/* The value, or else the default; zero for a field of another kind, whose value might not fit. */
bool pbwi_get_bool(const pbw_message *message, const pbwi_slot *slot);
int64_t pbwi_get_int64(const pbw_message *message, const pbwi_slot *slot);
uint64_t pbwi_get_uint64(const pbw_message *message, const pbwi_slot *slot);
double pbwi_get_double(const pbw_message *message, const pbwi_slot *slot);
pbw_bytes pbwi_get_bytes(const pbw_message *message, const pbwi_slot *slot);
const pbw_message *pbwi_get_message(const pbw_message *message, const pbwi_slot *slot);

/* ARGUMENT for a field of another kind, RANGE for a value that the field cannot hold. */
pbw_status pbwi_set_bool(pbw_message *message, const pbwi_slot *slot, bool value);
pbw_status pbwi_set_int64(pbw_message *message, const pbwi_slot *slot, int64_t value);
pbw_status pbwi_set_uint64(pbw_message *message, const pbwi_slot *slot, uint64_t value);
pbw_status pbwi_set_double(pbw_message *message, const pbwi_slot *slot, double value);
pbw_status pbwi_set_bytes(pbw_message *message, const pbwi_slot *slot, pbw_bytes value);

/* The next field from slot *iterator on that is present, which moves behind it; NULL: there is none. */
const pbwi_slot *pbwi_next_field(const pbw_message *message, size_t *iterator);

#endif
