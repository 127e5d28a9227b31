/* Pieces that every printer has. */
#include "core/format/printer.h"

pbwi_printer pbwi_printer_of(const pbwi_print_job *job, pbwi_out *out) {
  return (pbwi_printer){
      .out = out,
      .flags = job->flags,
      .indent = job->flags & PBW_INDENT ? (job->indent ? job->indent : 2) : 0,
      .depth = pbwi_text_depth(job->max_depth),
      .scratch = job->scratch,
      .allocator = &job->scratch->allocator,
      .error = job->error,
  };
}

uint8_t *pbwi_print_refuse(pbwi_printer *j, const pbwi_trail *trail, pbw_status status, const char *message) {
  j->status = pbwi_trail_fail(trail, j->error, status, PBW_NO_OFFSET, message);
  return NULL;
}

uint8_t *pbwi_print_literal(pbwi_printer *j, uint8_t *p, const char *text, size_t size) {
  if (!(p = pbwi_out_room(j->out, p, size))) return NULL;
  memcpy(p, text, size);
  return p + size;
}

uint8_t *pbwi_print_line(pbwi_printer *j, uint8_t *p) {
  size_t blanks = (size_t)j->level * j->indent;
  if (!(p = pbwi_out_room(j->out, p, blanks + 1))) return NULL;
  *p++ = '\n';
  memset(p, ' ', blanks);
  return p + blanks;
}
