/* What the files of text format share. */
#ifndef PBWI_TEXT_H
#define PBWI_TEXT_H

#include "core/format/printer.h"

/* The name of a field in text: its own; of a group, that of its type. */
const char *pbwi_text_name(const pbw_field *field);

/* Unknown fields in wire format, by number: `begin` is what goes before each. */
typedef uint8_t *pbwi_text_begin(pbwi_printer *j, uint8_t *p, bool *first);
uint8_t *pbwi_text_unknown(pbwi_printer *j, uint8_t *p, pbw_bytes fields, pbwi_text_begin *begin, bool *first);

#endif
