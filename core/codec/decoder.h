/* What the decoder's loop shares with its rare paths: the state of one decode, and those paths.
 *
 * Two spaces. p runs over memory that has PBWI_SLOP readable bytes behind `safe`: the padded copy of the
 * input, or, when aliasing, the input itself up to its last PBWI_SLOP bytes, and then a patch, a zero-padded
 * copy of those. Pointers in frames are in the first space; `shift` leads to the second.
 *
 *     input (aliased)                                        patch
 *     +-----------------------------------+---------+        +---------+---------+
 *     |  p runs here                      |  last   |  --->  |  last   | zeroes  |
 *     +-----------------------------------+---------+        +---------+---------+
 *     ^start                              ^safe     ^end               ^safe
 */
#ifndef PBWI_DECODER_H
#define PBWI_DECODER_H

#include "core/base/limits.h"
#include "core/codec/decode.h"

enum { /* what a frame's child is: how it ends and what is done then */
  PBWI_CHILD_MESSAGE,
  PBWI_CHILD_ROOT, /* the outermost message: it has no parent */
  PBWI_CHILD_GROUP,
  PBWI_CHILD_ENTRY,
  PBWI_CHILD_ITEM /* of a message set */
};

/* The parent, while its child is decoded. */
typedef struct pbwi_dec_frame {
  const pbwi_dec *rec;   /* of the field that the child is the value of                            */
  char *base;            /* the parent's block                                                     */
  const uint8_t *end;    /* of the parent, in the first space                                      */
  const pbwi_plan *plan; /* of the parent                                                          */
  const uint8_t *mark;   /* ENTRY: start of its bytes; ITEM: where to go on; in the first space    */
  uint8_t child;
  bool reject;           /* ENTRY: its value is an unlisted number of a closed enum                */
} pbwi_dec_frame;

typedef struct pbwi_decoder {
  const uint8_t *end;    /* of the current message, in p's space                                   */
  const uint8_t *safe;   /* operations may start below it                                          */
  ptrdiff_t shift;       /* from the first space to p's                                            */
  ptrdiff_t alias;       /* from p's space to the bytes that values may point to                   */
  const pbwi_plan *plan; /* of the current message                                                 */
  pbwi_dec_frame *top;   /* the frame to push next                                                 */
  pbwi_dec_frame *limit; /* no frame beyond                                                        */
  pbw_arena *memory;
  pbw_arena *owner;
  pbw_message *into;     /* merge into this message, or NULL                                       */
  pbwi_dec_frame *frames; /* the first one is the root's: it has no parent                          */
  const uint8_t *start;  /* of the input in the first space                                        */
  bool grown;            /* frames were allocated                                                  */
  bool incomplete;       /* a required field was missing when its message ended                    */
  pbw_status status;     /* of what failed                                                         */
  uint32_t flags;        /* PBW_PARTIAL, ...                                                       */
  uint32_t max_depth;
  uint64_t max_size;
  pbw_error *error;
  uint8_t patch[2 * PBWI_SLOP]; /* the last bytes of an aliased input, then zeroes                 */
  pbwi_dec_frame first_frames[PBWI_DEFAULT_DEPTH + 1]; /* levels that need no allocation           */
} pbwi_decoder;

/* Make a decoder ready to be run any number of times. max_depth and max_size are within the limits. */
void pbwi_decoder_init(pbwi_decoder *d, pbw_arena *memory, pbw_arena *owner, uint32_t max_depth, uint64_t max_size,
                       pbw_error *error);

/* Decode one message, into d->into where that is set. The words of decode.h hold, but after an error *out is as it
 * was. */
pbw_status pbwi_decoder_run(pbwi_decoder *d, const pbwi_plan *plan, const uint8_t *data, size_t size,
                            uint32_t flags, pbw_message **out);

/* Room for more frames, up to the limit of depth. */
pbw_status pbwi_decoder_deepen(pbwi_decoder *d);
/* Free frames that were allocated. */
void pbwi_decoder_release(pbwi_decoder *d);

/* Levels that the input may still go down. */
PBWI_INLINE uint32_t pbwi_decoder_depth_left(const pbwi_decoder *d) {
  return d->max_depth - (uint32_t)(d->top - d->frames - 1);
}

/* p stands in the last bytes of an aliased input: go over to the patch, which has them. Returns p there. */
PBWI_INLINE const uint8_t *pbwi_decoder_patch(pbwi_decoder *d, const uint8_t *p) {
  d->shift = (ptrdiff_t)((uintptr_t)d->patch - (uintptr_t)d->safe);
  d->alias = -d->shift;
  d->end = d->patch + (d->end - d->safe);
  p = d->patch + (p - d->safe);
  d->safe = d->patch + PBWI_SLOP;
  return p;
}

/* Keep unknown fields: bytes that live as long as the message (touching slices become one); or a field
 * made anew from its tag and a varint, or (data not NULL) bytes. false: no memory. */
bool pbwi_decoder_keep(pbwi_decoder *d, void *base, const uint8_t *data, size_t size);
bool pbwi_decoder_keep_varint(pbwi_decoder *d, void *base, uint32_t number, uint64_t value);
bool pbwi_decoder_keep_bytes(pbwi_decoder *d, void *base, uint32_t number, const uint8_t *data, size_t size);

/* Append a packed list's values in [p, p + size). */
pbw_status pbwi_decoder_packed(pbwi_decoder *d, const pbwi_dec *rec, char *base, const uint8_t *p, size_t size);

/* Where the parts of a message set's item stand. A type of 0: one of them is missing. */
typedef struct pbwi_set_item {
  uint32_t type;
  const uint8_t *data;
  size_t size;
  const uint8_t *end;
} pbwi_set_item;

/* Read the item whose start tag is at p. */
pbw_status pbwi_decoder_item(const pbwi_decoder *d, const uint8_t *p, pbwi_set_item *item);

/* Fill the error record and return the status. rec (NULL: none) is the field in the current message, at
 * `base`; p is NULL when there is no place in the input. */
pbw_status pbwi_decoder_fail(const pbwi_decoder *d, pbw_status status, const uint8_t *p, const pbwi_dec *rec,
                             const char *base);

#endif
