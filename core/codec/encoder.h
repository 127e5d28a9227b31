/* What the encoder's loop shares with its rare paths: the state of one encode, and those paths.
 *
 * The output stands in the caller's buffer, in an arena's newest block, or, when the buffer was too small, in
 * a spill from which it is copied back in the end. Frames hold offsets, so that it can move. */
#ifndef PBWI_ENCODER_H
#define PBWI_ENCODER_H

#include "core/codec/encode.h"

enum { /* what follows a child's bytes */
  PBWI_CLOSE_LENGTH, /* nothing: its length stands before them */
  PBWI_CLOSE_SORTED, /* the same; in the end the sorted entries are freed */
  PBWI_CLOSE_GROUP,
  PBWI_CLOSE_ITEM    /* of a message set */
};

/* The parent, while its child or children are written. */
typedef struct pbwi_enc_frame {
  const pbwi_enc *rec;
  const char *base;
  size_t start;        /* offset of the child's first byte                                     */
  const char *next;    /* of the children that follow: an entry, or a pointer to a message     */
  const char *end;     /* behind the last one                                                  */
  size_t stride;       /* from one entry to the next; 0: next points at pointers               */
  const void **sorted; /* the entries of a map in the order of their keys, or NULL             */
  uint8_t slot;        /* bytes kept free for the length                                       */
  uint8_t close;       /* what follows the child                                               */
} pbwi_enc_frame;

enum { PBWI_ENC_SPILL = 512 };

typedef struct pbwi_encoder {
  uint8_t *start;      /* of the output                                                        */
  uint8_t *lim;        /* the last place where an operation may start                          */
  uint8_t *out;        /* in the end: the end of the output                                    */
  pbwi_enc_frame *top; /* the frame to push next                                               */
  pbwi_enc_frame *limit;
  pbwi_enc_frame *deepest; /* frames below it have been used: their slot is a prediction       */
  pbwi_enc_frame *frames;
  const pbw_message *message;
  pbw_arena *memory;   /* output, without a buffer                                             */
  uint8_t *buffer;     /* the caller's, or NULL                                                */
  size_t capacity;
  uint8_t *spill;      /* allocated output, or NULL                                            */
  size_t spill_size;
  size_t quick;        /* strings up to here are copied at once; 0: each is looked at, CHECK_UTF8 */
  bool suspect;        /* one of those was no UTF-8                                            */
  uint32_t flags;      /* PBW_PARTIAL, ...                                                     */
  uint32_t max_depth;
  pbw_status status;   /* of what failed                                                       */
  bool delimited;
  bool grown;          /* frames were allocated                                                */
  bool in_arena;       /* start stands at the arena's ptr, all of its block is taken           */
  bool incomplete;     /* a required field is missing                                          */
  pbw_error *error;
  uint8_t small[PBWI_ENC_SPILL]; /* the first place to spill to                                */
  pbwi_enc_frame first_frames[PBWI_DEFAULT_DEPTH]; /* levels that need no allocation           */
} pbwi_encoder;

/* Make an encoder ready to be run any number of times. memory may be NULL: then every run has a buffer. */
void pbwi_encoder_init(pbwi_encoder *e, pbw_arena *memory, uint32_t max_depth, pbw_error *error);

/* Encode e->message, into e->buffer or the arena, by e->flags and e->delimited. The words of encode.h hold, but
 * after an error *data and *size are as they were. */
pbw_status pbwi_encoder_run(pbwi_encoder *e, const uint8_t **data, size_t *size);

/* Move the output to where `need` more bytes and slop are free. NULL: see e->status. */
uint8_t *pbwi_encoder_grow(pbwi_encoder *e, uint8_t *out, size_t need);

/* Put the length of what was written from offset `start` on into the slot before it, moving it when the
 * slot has another size, for which the caller has made sure of slop. Returns the new end. */
uint8_t *pbwi_encoder_close(pbwi_encoder *e, uint8_t *out, size_t start, uint8_t *slot);

/* Room for more frames, up to the limit of depth. false: see e->status. */
bool pbwi_encoder_deepen(pbwi_encoder *e);

/* The entries of a map in the order of their keys, for the frame on top. false: see e->status. */
bool pbwi_encoder_sort(pbwi_encoder *e, const pbw_list *map, const pbwi_plan *entry);
void pbwi_encoder_drop_sorted(pbwi_encoder *e, pbwi_enc_frame *frame);

/* Take all of the arena's newest block for the output; give back what it does not use. */
PBWI_INLINE void pbwi_encoder_take_block(pbwi_encoder *e) {
  const pbw_arena *arena = e->memory;
  PBWI_UNPOISON(arena->ptr, (size_t)(arena->end - arena->ptr));
  e->in_arena = true;
  e->start = arena->ptr;
  e->lim = arena->end - PBWI_SLOP;
}

PBWI_INLINE void pbwi_encoder_leave_block(pbwi_encoder *e, size_t used) {
  pbw_arena *arena = e->memory;
  if (!e->in_arena) return;
  e->in_arena = false;
  arena->ptr = e->start + pbwi_align(used, PBWI_ARENA_ALIGN);
  PBWI_POISON(arena->ptr, (size_t)(arena->end - arena->ptr));
}

/* Tell e->status with its place (frames lead from the root to the message that could not be written). */
pbw_status pbwi_encoder_fail(pbwi_encoder *e);

/* Free what was allocated outside the output. */
void pbwi_encoder_release(pbwi_encoder *e);

#endif
