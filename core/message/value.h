/* Values on their way from a caller's cells into a message: checked, then copied. Both work on many values
 * side by side, so that a bulk call checks everything before it changes anything, and copies the strings of
 * all values into one piece of the arena. */
#ifndef PBWI_VALUE_H
#define PBWI_VALUE_H

#include "core/message/cell.h"

/* Whether `count` cells may stand in a field of `owner`: UTF8 for a string that must be and is not; ARGUMENT
 * for a message that is NULL, of another type or in another arena, and for bytes without data. */
pbw_status pbwi_values_check(const pbw_message *owner, const pbwi_slot *value, size_t count, const void *cells);

/* Copy `count` cells to `out`, strings into the arena; bools become 0 or 1, messages stay the same ones. The
 * two may overlap. MEMORY or LIMIT: `out` is as it was. */
pbw_status pbwi_values_copy(pbw_arena *arena, const pbwi_slot *value, size_t count, const void *cells, void *out);

#endif
