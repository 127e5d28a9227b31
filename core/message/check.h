/* Required fields. */
#ifndef PBWI_CHECK_H
#define PBWI_CHECK_H

#include "core/message/message.h"

/* OK, or REQUIRED with the path of the first required field that is missing: of a message its own fields first,
 * then those of the messages in it. MEMORY, DEPTH: only for trees of more than 16 levels, more than
 * PBWI_MAX_DEPTH. Types with no required field anywhere below cost nothing. */
pbw_status pbwi_check(const pbw_message *message, pbw_error *error);

#endif
