/* The stack of a walk, beyond its fixed part. */
#include "core/message/walk.h"

#include "core/base/status.h"
#include "core/message/path.h"

void pbwi_walk_init(pbwi_walk *walk, const pbw_allocator *allocator) {
  walk->frames = walk->fixed;
  walk->depth = 0;
  walk->capacity = PBWI_WALK_FIXED;
  if (allocator)
    walk->allocator = *allocator;
  else
    pbwi_allocator_init(&walk->allocator, NULL);
}

void pbwi_walk_done(pbwi_walk *walk) {
  if (walk->frames == walk->fixed) return;
  walk->allocator.free(walk->allocator.user, walk->frames, walk->capacity * sizeof *walk->frames);
}

pbw_status pbwi_walk_grow(pbwi_walk *walk) {
  if (walk->capacity >= PBWI_MAX_DEPTH) return PBW_ERR_DEPTH;
  size_t capacity = walk->capacity * 2, size = walk->capacity * sizeof *walk->frames;
  if (capacity > PBWI_MAX_DEPTH) capacity = PBWI_MAX_DEPTH;
  const pbw_allocator *a = &walk->allocator;
  size_t wanted = capacity * sizeof *walk->frames;
  bool fixed = walk->frames == walk->fixed;
  pbwi_frame *frames = fixed ? a->alloc(a->user, wanted) : a->resize(a->user, walk->frames, size, wanted);
  if (!frames) return PBW_ERR_MEMORY;
  if (fixed) memcpy(frames, walk->fixed, size);
  walk->frames = frames;
  walk->capacity = capacity;
  return PBW_OK;
}

pbw_status pbwi_walk_fail(const pbwi_walk *walk, pbw_status status, const pbwi_slot *last, bool in_child,
                          pbw_error *error) {
  pbwi_path path;
  pbwi_path_start(&path, walk->frames[0].from->plan->name);
  for (size_t i = 0; i + !in_child < walk->depth; i++) {
    const pbwi_frame *frame = &walk->frames[i];
    pbwi_path_field(&path, frame->slot);
    if (frame->slot->cardinality == PBW_REPEATED) pbwi_path_index(&path, frame->child);
    if (frame->slot->cardinality == PBW_MAP) pbwi_path_key(&path, frame->slot, pbwi_walk_item(frame));
  }
  pbwi_path_field(&path, last);
  return pbwi_error_set(error, status, PBW_NO_OFFSET, path.text, NULL);
}
