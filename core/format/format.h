/* Text formats: what the ABI calls, and what the printers and parsers of both share: flags, and the trail.
 *
 * The trail is where in a message the work stands, a list of places on the C stack from the innermost one outwards. It
 * costs two stores per level and becomes a path only when something has failed. Printers and parsers of text
 * recurse, one call for each level, so that their depth has a limit of its own (PBWI_TEXT_DEPTH). */
#ifndef PBWI_FORMAT_H
#define PBWI_FORMAT_H

#include "core/base/limits.h"
#include "core/codec/ctx.h"
#include "core/format/out.h"
#include "core/message/cell.h"
#include "core/schema/schema.h"

typedef struct pbwi_trail {
  const struct pbwi_trail *outer;
  const pbwi_plan *plan;    /* of the message                                       */
  const pbwi_slot *slot;    /* the field; NULL: the message itself                   */
  const void *key;          /* of a map: the key cell, or NULL                      */
  size_t index;             /* of a list                                            */
} pbwi_trail;

/* Fill the error with the path that the trail tells. offset: PBW_NO_OFFSET for printers. */
pbw_status pbwi_trail_fail(const pbwi_trail *trail, pbw_error *error, pbw_status status, uint64_t offset,
                           const char *message);

/* Messages that may be open at once: the root, and as many levels below it as a binary codec would take, or as the C stack. */
PBWI_INLINE uint32_t pbwi_text_depth(uint32_t max_depth) {
  return (max_depth < PBWI_TEXT_DEPTH ? max_depth : PBWI_TEXT_DEPTH) + 1;
}

/* What a printer is to do. */
typedef struct pbwi_print_job {
  const pbw_message *message;
  uint32_t flags;
  uint32_t indent;     /* blanks a level, with PBW_INDENT */
  uint32_t max_depth;
  pbw_arena *scratch;  /* for messages inside an Any; reset by the printer */
  pbw_error *error;    /* may be NULL */
} pbwi_print_job;

/* Print from p on; the end, or NULL: *status, which is OK where only out's room failed. */
uint8_t *pbwi_json_print(const pbwi_print_job *job, pbwi_out *out, uint8_t *p, pbw_status *status);
uint8_t *pbwi_text_print(const pbwi_print_job *job, pbwi_out *out, uint8_t *p, pbw_status *status);

typedef struct pbwi_parse_job {
  const pbw_type *type;
  const uint8_t *data;
  size_t size;
  pbw_arena *memory;   /* where messages go                              */
  pbw_arena *owner;    /* what they name as their arena; NULL: pooled    */
  uint32_t flags;
  uint32_t max_depth;
  uint64_t max_size;
  pbw_arena *scratch;  /* for messages inside an Any; reset by the parser */
  pbw_error *error;
  bool proto;          /* text inside a .proto file: its words, and names of extensions relative to their message */
} pbwi_parse_job;

pbw_status pbwi_json_parse(const pbwi_parse_job *job, pbw_message **out);
pbw_status pbwi_text_parse(const pbwi_parse_job *job, pbw_message **out);

#endif
