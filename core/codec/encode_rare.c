/* The encoder's rare paths: moving the output, deeper frames, sorted maps, errors. */
#include "core/base/status.h"
#include "core/codec/encoder.h"
#include "core/codec/sort.h"
#include "core/codec/varint.h"
#include "core/message/path.h"

/* For what is neither the caller's buffer nor the arena's block. */
static const pbw_allocator *allocator_of(const pbwi_encoder *e) { return e->memory ? &e->memory->allocator : &pbwi_libc; }

/* ---- the output ---- */

uint8_t *pbwi_encoder_grow(pbwi_encoder *e, uint8_t *out, size_t need) {
  size_t used = (size_t)(out - e->start), size = used + need + 2 * PBWI_SLOP;
  const uint8_t *old = e->start;
  e->status = PBW_ERR_SIZE;
  if (used > PBWI_MAX_SIZE || need > PBWI_MAX_SIZE) return NULL;
  if (!e->buffer) {
    if (e->in_arena) e->memory->ptr = e->memory->end; /* the block is in use: what it holds is still to be copied */
    uint8_t *fresh = pbwi_arena_refill(e->memory, 2 * used + need + 1024);
    e->status = pbwi_arena_status(e->memory);
    if (!fresh) return NULL;
    e->memory->ptr = fresh;
    pbwi_encoder_take_block(e);
  } else if (!e->spill && size <= sizeof e->small) {
    e->start = e->small;
    e->lim = e->small + sizeof e->small - PBWI_SLOP;
  } else {
    const pbw_allocator *a = allocator_of(e);
    size += used;
    e->status = PBW_ERR_MEMORY;
    uint8_t *fresh = e->spill ? a->resize(a->user, e->spill, e->spill_size, size) : a->alloc(a->user, size);
    if (!fresh) return NULL;
    if (e->spill) old = fresh;
    e->start = e->spill = fresh;
    e->spill_size = size;
    e->lim = fresh + size - PBWI_SLOP;
  }
  if (old != e->start && used) memcpy(e->start, old, used);
  return e->start + used;
}

uint8_t *pbwi_encoder_close(pbwi_encoder *e, uint8_t *out, size_t start, uint8_t *slot) {
  uint8_t *first = e->start + start;
  size_t size = (size_t)(out - first);
  uint8_t need = (uint8_t)pbwi_varint_size(size);
  if (need != *slot) memmove(first - *slot + need, first, size);
  pbwi_varint_write(first - *slot, size);
  out += need - *slot;
  *slot = need;
  return out;
}

/* ---- frames ---- */

bool pbwi_encoder_deepen(pbwi_encoder *e) {
  const pbw_allocator *a = allocator_of(e);
  size_t have = (size_t)(e->limit - e->frames);
  size_t more = have < e->max_depth - have ? have : e->max_depth - have;
  e->status = PBW_ERR_DEPTH;
  if (!more) return false;
  e->status = PBW_ERR_MEMORY;
  pbwi_enc_frame *frames = a->alloc(a->user, (have + more) * sizeof *frames);
  if (!frames) return false;
  memcpy(frames, e->frames, have * sizeof *frames);
  if (e->grown) a->free(a->user, e->frames, have * sizeof *frames);
  e->grown = true;
  e->frames = frames;
  e->top = e->deepest = frames + have;
  e->limit = e->top + more;
  return true;
}

bool pbwi_encoder_sort(pbwi_encoder *e, const pbw_list *map, const pbwi_plan *entry) {
  const pbw_allocator *a = allocator_of(e);
  e->status = PBW_ERR_MEMORY;
  e->top[-1].sorted = pbwi_map_sorted(map, entry, a);
  return e->top[-1].sorted != NULL;
}

void pbwi_encoder_drop_sorted(pbwi_encoder *e, pbwi_enc_frame *frame) {
  const pbw_list *map = pbwi_at(frame->base, frame->rec->offset);
  const pbw_allocator *a = allocator_of(e);
  a->free(a->user, frame->sorted, map->size * sizeof *frame->sorted);
  frame->sorted = NULL;
}

/* ---- errors, and the end ---- */

pbw_status pbwi_encoder_fail(pbwi_encoder *e) {
  pbwi_path path;
  const pbwi_plan *plan = e->message->plan;
  pbwi_path_start(&path, plan->name);
  for (pbwi_enc_frame *f = e->frames; f < e->top; f++) {
    const pbwi_slot *slot = &plan->slots[f->rec - plan->enc];
    const pbw_list *list = pbwi_at(f->base, slot->offset);
    size_t step = f->stride ? f->stride : sizeof(void *);
    if (!(plan->flags & PBWI_PLAN_ENTRY)) pbwi_path_field(&path, slot);
    if (slot->cardinality == PBW_REPEATED)
      pbwi_path_index(&path, (size_t)(f->next - (const char *)list->data) / step - 1);
    if (slot->cardinality == PBW_MAP)
      pbwi_path_key(&path, slot, f->sorted ? *(const void *const *)(const void *)(f->next - step) : f->next - step);
    plan = f->rec->sub;
    if (f->sorted) pbwi_encoder_drop_sorted(e, f);
  }
  pbwi_encoder_leave_block(e, 0);
  return pbwi_error_set(e->error, e->status, PBW_NO_OFFSET, path.text, NULL);
}

void pbwi_encoder_release(pbwi_encoder *e) {
  const pbw_allocator *a = allocator_of(e);
  if (e->grown) a->free(a->user, e->frames, (size_t)(e->limit - e->frames) * sizeof *e->frames);
  if (e->spill) a->free(a->user, e->spill, e->spill_size);
  e->grown = false;
  e->spill = NULL;
}
