/* The one way to walk a tree of messages: merge, clone, compare, check and size are visitors of it.
 *
 *   stack:  | frame: root, field 3, element 2 | frame: its child, field 1 | ... | top
 *
 * There is no recursion, so that a tree may be as deep as PBWI_MAX_DEPTH on the smallest thread stack: frames
 * stand in an array, on the C stack for the first levels and in memory of an allocator below. The loop is
 * compiled into each visitor's file with the visitor's functions known, so that it costs no indirect calls.
 * A message that contains itself runs into the limit: DEPTH. */
#ifndef PBWI_WALK_H
#define PBWI_WALK_H

#include "core/base/limits.h"
#include "core/message/cell.h"

typedef struct pbwi_frame {
  const pbw_message *from;  /* the message that is walked                                         */
  pbw_message *to;          /* its partner: the copy, what it is compared with; the visitor's own  */
  const pbwi_slot *slot;    /* the field where the walk stands                                     */
  const pbwi_slot *end;
  size_t child;             /* of the field's messages, the one where the walk stands               */
  size_t children;          /* how many the field had when the walk came to it                     */
  uint64_t sum;             /* the visitor's own                                                   */
} pbwi_frame;

enum { PBWI_WALK_FIXED = 16 };

typedef struct pbwi_walk {
  pbwi_frame *frames;
  size_t depth, capacity;
  pbw_allocator allocator;  /* for frames beyond the fixed ones */
  pbwi_frame fixed[PBWI_WALK_FIXED];
} pbwi_walk;

/* What field() and child() say when they do not fail. */
enum { PBWI_WALK_ON = PBW_OK, PBWI_WALK_BELOW = PBW_END };

typedef struct pbwi_visitor {
  /* A message was reached. */
  pbw_status (*enter)(pbwi_walk *walk, pbwi_frame *frame);
  /* A field, present or not. BELOW: its messages are to be walked (only where it has some). */
  pbw_status (*field)(pbwi_walk *walk, pbwi_frame *frame);
  /* One of its messages; NULL where a host left one out. BELOW: walk it, with partner *to. */
  pbw_status (*child)(pbwi_walk *walk, pbwi_frame *frame, const pbw_message *child, pbw_message **to);
  /* A message was walked to its end; outer is NULL for the root. */
  void (*leave)(pbwi_walk *walk, pbwi_frame *frame, pbwi_frame *outer);
} pbwi_visitor;

/* allocator NULL: malloc. */
void pbwi_walk_init(pbwi_walk *walk, const pbw_allocator *allocator);
void pbwi_walk_done(pbwi_walk *walk);
/* Fill the error record with the path from the root through the fields where the walk stands to `last`, a field
 * of the message where it stands, or (in_child) of a child that is left out there. Returns status. */
pbw_status pbwi_walk_fail(const pbwi_walk *walk, pbw_status status, const pbwi_slot *last, bool in_child,
                          pbw_error *error);
/* Twice the frames; MEMORY, or DEPTH at the limit. */
pbw_status pbwi_walk_grow(pbwi_walk *walk);

/* The element or map entry where the walk of a field stands. */
PBWI_INLINE void *pbwi_walk_item(const pbwi_frame *frame) {
  const pbwi_slot *slot = frame->slot;
  size_t stride = slot->cardinality == PBW_MAP ? slot->sub->size : pbwi_slot_size(slot);
  return pbwi_at(pbwi_slot_list(frame->from, slot)->data, frame->child * stride);
}

PBWI_INLINE const pbw_message *pbwi_walk_child(const pbwi_frame *frame) {
  const pbwi_slot *slot = frame->slot;
  if (slot->cardinality == PBW_SINGULAR) return pbwi_cell_message(pbwi_slot_cell(frame->from, slot));
  void *item = pbwi_walk_item(frame);
  return pbwi_cell_message(slot->cardinality == PBW_MAP ? pbwi_at(item, slot->sub->slots[1].offset) : item);
}

PBWI_INLINE pbw_status pbwi_walk_push(pbwi_walk *walk, const pbw_message *from, pbw_message *to) {
  if (PBWI_UNLIKELY(walk->depth == walk->capacity)) {
    pbw_status status = pbwi_walk_grow(walk);
    if (status) return status;
  }
  const pbwi_plan *plan = from->plan;
  walk->frames[walk->depth++] = (pbwi_frame){from, to, plan->slots, plan->slots + plan->slot_count, 0, 0, 0};
  return PBW_OK;
}

/* Walk all of `from`. The status is OK or what a function of the visitor (or growing) failed with; then the
 * frames still tell where. */
PBWI_INLINE pbw_status pbwi_walk_run(pbwi_walk *walk, const pbwi_visitor visitor, const pbw_message *from,
                                     pbw_message *to) {
  walk->depth = 0;
  pbw_status status = pbwi_walk_push(walk, from, to);
  if (!status) status = visitor.enter(walk, walk->frames);
  while (!status && walk->depth) {
    pbwi_frame *frame = &walk->frames[walk->depth - 1];
    if (frame->child < frame->children) {
      const pbw_message *child = pbwi_walk_child(frame);
      pbw_message *partner = NULL;
      status = visitor.child(walk, frame, child, &partner);
      if (status == PBWI_WALK_BELOW) {
        if ((status = pbwi_walk_push(walk, child, partner))) break;
        status = visitor.enter(walk, &walk->frames[walk->depth - 1]);
      } else if (!status && ++frame->child == frame->children) {
        frame->slot++;
        frame->child = frame->children = 0;
      }
      continue;
    }
    while (frame->slot != frame->end && !(status = visitor.field(walk, frame))) frame->slot++;
    if (status == PBWI_WALK_BELOW) {
      bool one = frame->slot->cardinality == PBW_SINGULAR;
      frame->children = one ? 1 : pbwi_slot_list(frame->from, frame->slot)->size;
      status = PBW_OK;
    } else if (!status) {
      walk->depth--;
      pbwi_frame *outer = walk->depth ? frame - 1 : NULL;
      visitor.leave(walk, frame, outer);
      if (outer && ++outer->child == outer->children) {
        outer->slot++;
        outer->child = outer->children = 0;
      }
    }
  }
  return status;
}

#endif
