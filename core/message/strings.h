/* Strings that must be UTF-8, in messages whose cells a host has filled: setters and the decoder check their own. */
#ifndef PBWI_STRINGS_H
#define PBWI_STRINGS_H

#include "core/message/message.h"

/* OK, or UTF8 with the path of the first field, list or map that has a string which must be UTF-8 and is not.
 * MEMORY and DEPTH as pbwi_check. */
pbw_status pbwi_check_strings(const pbw_message *message, pbw_error *error);

#endif
