/* Status codes and how a failure is told: one table of names and texts, one way to fill an error record. */
#ifndef PBWI_STATUS_H
#define PBWI_STATUS_H

#include "core/base/port.h"

const char *pbwi_status_name(pbw_status status);
const char *pbwi_status_text(pbw_status status);

/* Fill the caller's record (NULL: nothing to do) and return `code`. `path` may be NULL; `message` NULL takes the
 * status's own text. */
pbw_status pbwi_error_set(pbw_error *error, pbw_status code, uint64_t offset, const char *path,
                          const char *message);

/* The same with a formatted message. */
PBWI_PRINTF(5, 6)
pbw_status pbwi_error_format(pbw_error *error, pbw_status code, uint64_t offset, const char *path,
                             const char *format, ...);

/* Add the line and column of `at`, in a text that begins at `start`. */
void pbwi_error_place(pbw_error *error, const uint8_t *start, const uint8_t *at);

#endif
