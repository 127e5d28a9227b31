/* What printers share: their state, and pieces that every format has. Every piece takes the place to write at and returns
 * the end of what it wrote; NULL: it failed, j->status says how (OK: there was no room, the out's status says why). */
#ifndef PBWI_PRINTER_H
#define PBWI_PRINTER_H

#include "core/format/format.h"

typedef struct pbwi_printer {
  pbwi_out *out;
  uint32_t flags;
  uint32_t indent;  /* blanks a level; 0: all on one line */
  uint32_t level;
  uint32_t depth;   /* levels that may still be opened */
  pbw_arena *scratch;
  const pbw_allocator *allocator;
  pbw_error *error;
  pbw_status status;
} pbwi_printer;

/* The state at the start of a job. */
pbwi_printer pbwi_printer_of(const pbwi_print_job *job, pbwi_out *out);

/* Fails with a place and a reason. Returns NULL. */
uint8_t *pbwi_print_refuse(pbwi_printer *j, const pbwi_trail *trail, pbw_status status, const char *message);

uint8_t *pbwi_print_literal(pbwi_printer *j, uint8_t *p, const char *text, size_t size);

/* A new line, indented for the level. */
uint8_t *pbwi_print_line(pbwi_printer *j, uint8_t *p);

#endif
