/* Equality of messages. */
#ifndef PBWI_EQUAL_H
#define PBWI_EQUAL_H

#include "core/message/message.h"

/* Whether both have the same type, the same fields present, equal values and the same unknown bytes. The order of
 * map entries does not count. NaN equals NaN; +0.0 and -0.0 are equal where both fields are present, in lists and
 * in maps. (An implicit field with -0.0 is present and one with +0.0 is absent, so these differ, as their bytes
 * do.) false also for trees deeper than PBWI_MAX_DEPTH, and when malloc fails for trees of more than 16 levels. */
bool pbwi_equal(const pbw_message *a, const pbw_message *b);

#endif
