/* The decoder's rare paths: what is not worth a place in the loop, or has a loop of its own. */
#include "core/codec/decoder.h"

#include "core/base/status.h"
#include "core/codec/form.h"
#include "core/codec/varint.h"
#include "core/message/list.h"
#include "core/message/path.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* ---- frames ---- */

pbw_status pbwi_decoder_deepen(pbwi_decoder *d) {
  size_t have = (size_t)(d->limit - d->frames);
  size_t more = d->max_depth + 1 - have;
  const pbw_allocator *a = &d->memory->allocator;
  if (more > have) more = have;
  if (!more) return PBW_ERR_DEPTH;
  pbwi_dec_frame *frames = a->alloc(a->user, (have + more) * sizeof *frames);
  if (!frames) return PBW_ERR_MEMORY;
  memcpy(frames, d->frames, have * sizeof *frames);
  pbwi_decoder_release(d);
  d->grown = true;
  d->frames = frames;
  d->top = frames + have;
  d->limit = d->top + more;
  return PBW_OK;
}

void pbwi_decoder_release(pbwi_decoder *d) {
  const pbw_allocator *a = &d->memory->allocator;
  if (!d->grown) return;
  a->free(a->user, d->frames, (size_t)(d->limit - d->frames) * sizeof *d->frames);
  d->grown = false;
}

/* ---- unknown fields ---- */

bool pbwi_decoder_keep(pbwi_decoder *d, void *base, const uint8_t *data, size_t size) {
  pbw_message *message = base;
  pbw_list *list = &message->unknown;
  if (d->flags & PBW_NO_UNKNOWN) return true;
  if (list->size && list->capacity) {
    pbw_bytes *last = (pbw_bytes *)list->data + list->size - 1;
    if (last->data + last->size == data) {
      last->size += size;
      return true;
    }
  }
  pbw_bytes *slice = pbwi_list_next(d->memory, list, sizeof *slice);
  if (!slice) return false;
  *slice = (pbw_bytes){data, size};
  list->size++;
  return true;
}

/* A head (tag and varint) and the bytes behind it, copied to where they live long enough. */
static bool keep_copy(pbwi_decoder *d, void *base, const uint8_t *head, size_t head_size, const uint8_t *data, size_t size) {
  if (d->flags & PBW_NO_UNKNOWN) return true;
  uint8_t *copy = pbwi_arena_alloc(d->memory, head_size + size);
  if (!copy) return false;
  memcpy(copy, head, head_size);
  if (size) memcpy(copy + head_size, data, size);
  return pbwi_decoder_keep(d, base, copy, head_size + size);
}

bool pbwi_decoder_keep_varint(pbwi_decoder *d, void *base, uint32_t number, uint64_t value) {
  uint8_t head[20], *p = pbwi_varint_write(head, (uint64_t)number << 3 | PBWI_WIRE_VARINT);
  p = pbwi_varint_write(p, value);
  return keep_copy(d, base, head, (size_t)(p - head), NULL, 0);
}

bool pbwi_decoder_keep_bytes(pbwi_decoder *d, void *base, uint32_t number, const uint8_t *data, size_t size) {
  uint8_t head[20], *p = pbwi_varint_write(head, (uint64_t)number << 3 | PBWI_WIRE_BYTES);
  p = pbwi_varint_write(p, size);
  return keep_copy(d, base, head, (size_t)(p - head), data, size);
}

/* ---- packed lists ---- */

/* Values in [p, end) when every varint takes at least one byte: the bytes without a continuation bit. */
static size_t count_varints(const uint8_t *p, const uint8_t *end) {
  size_t count = 0;
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128();
  __m128i sums = zero;
  for (; end - p >= 16; p += 16) {
    __m128i last = _mm_cmpgt_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), _mm_set1_epi8(-1));
    sums = _mm_add_epi64(sums, _mm_sad_epu8(_mm_sub_epi8(zero, last), zero));
  }
  count = (size_t)_mm_cvtsi128_si32(sums) + (size_t)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
#else
  for (; end - p >= 8; p += 8)
    count += (size_t)((~pbwi_load64le(p) >> 7 & UINT64_C(0x0101010101010101)) * UINT64_C(0x0101010101010101) >> 56);
#endif
  for (; p < end; p++) count += *p < 0x80;
  return count;
}

/* Append the varints of [p, end). Near the end of what is readable the last few are read with bounds. */
PBWI_INLINE pbw_status packed_varints(pbwi_decoder *d, pbw_list *list, unsigned form, const uint8_t *p, const uint8_t *end) {
  size_t width = pbwi_form_size(form), count = count_varints(p, end);
  if (list->size + count > list->capacity && !pbwi_list_grow(d->memory, list, width, list->size + count))
    return PBW_ERR_MEMORY;
  char *cell = pbwi_at(list->data, list->size * width);
  const uint8_t *readable = d->safe + PBWI_SLOP - 10;
  for (size_t i = 0; i < count; i++, cell += width) {
    uint64_t value;
    p = PBWI_LIKELY(p <= readable) ? pbwi_varint_fast(p, &value) : pbwi_varint_read(p, end, &value);
    if (PBWI_UNLIKELY(!p)) return PBW_ERR_MALFORMED;
    pbwi_form_store(cell, form, value);
  }
  list->size += count;
  return p == end ? PBW_OK : PBW_ERR_TRUNCATED;
}

/* A closed enum's: unlisted numbers go to the unknown fields, one by one. */
static pbw_status packed_enums(pbwi_decoder *d, const pbwi_dec *rec, char *base, const uint8_t *p, const uint8_t *end) {
  pbw_list *list = pbwi_at(base, rec->offset);
  uint32_t number = ((const pbw_message *)(const void *)base)->plan->slots[rec->slot].number;
  while (p < end) {
    uint64_t value;
    const uint8_t *next = pbwi_varint_read(p, end, &value);
    if (!next) return end - p < 10 ? PBW_ERR_TRUNCATED : PBW_ERR_MALFORMED;
    p = next;
    if (pbwi_numbers_has(rec->u.closed, (int32_t)value)) {
      int32_t *cell = pbwi_list_next(d->memory, list, 4);
      if (!cell) return PBW_ERR_MEMORY;
      *cell = (int32_t)value;
      list->size++;
    } else if (!pbwi_decoder_keep_varint(d, base, number, value)) {
      return PBW_ERR_MEMORY;
    }
  }
  return PBW_OK;
}

/* Fixed-width values are in wire order: on little-endian machines an array is already a list. */
static pbw_status packed_fixed(pbwi_decoder *d, pbw_list *list, size_t width, const uint8_t *p, size_t size) {
  size_t count = size / width;
  const uint8_t *source = p + d->alias;
  if (size % width) return PBW_ERR_TRUNCATED;
  if (!count) return PBW_OK;
  if (!PBWI_BIG_ENDIAN && !list->size && !list->capacity && (uintptr_t)source % width == 0) {
    *list = (pbw_list){(void *)(uintptr_t)source, count, 0};
    return PBW_OK;
  }
  if (list->size + count > list->capacity && !pbwi_list_grow(d->memory, list, width, list->size + count))
    return PBW_ERR_MEMORY;
  uint8_t *cells = pbwi_at(list->data, list->size * width);
  memcpy(cells, p, size);
  for (size_t i = 0; PBWI_BIG_ENDIAN && i < size; i += width) {
    uint32_t four = pbwi_load32le(p + i);
    uint64_t eight = width == 8 ? pbwi_load64le(p + i) : 0;
    if (width == 4)
      memcpy(cells + i, &four, 4);
    else
      memcpy(cells + i, &eight, 8);
  }
  list->size += count;
  return PBW_OK;
}

pbw_status pbwi_decoder_packed(pbwi_decoder *d, const pbwi_dec *rec, char *base, const uint8_t *p, size_t size) {
  pbw_list *list = pbwi_at(base, rec->offset);
  const uint8_t *end = p + size;
  switch (rec->op) {
    case PBWI_DEC_PACKED_ENUM: return packed_enums(d, rec, base, p, end);
    case PBWI_DEC_PACKED + PBWI_FORM_FIX32: return packed_fixed(d, list, 4, p, size);
    case PBWI_DEC_PACKED + PBWI_FORM_FIX64: return packed_fixed(d, list, 8, p, size);
    case PBWI_DEC_PACKED + PBWI_FORM_BOOL: return packed_varints(d, list, PBWI_FORM_BOOL, p, end);
    case PBWI_DEC_PACKED + PBWI_FORM_VAR64: return packed_varints(d, list, PBWI_FORM_VAR64, p, end);
    case PBWI_DEC_PACKED + PBWI_FORM_ZIG32: return packed_varints(d, list, PBWI_FORM_ZIG32, p, end);
    case PBWI_DEC_PACKED + PBWI_FORM_ZIG64: return packed_varints(d, list, PBWI_FORM_ZIG64, p, end);
    default: return packed_varints(d, list, PBWI_FORM_INT32, p, end);
  }
}

/* ---- message sets ---- */

pbw_status pbwi_decoder_item(const pbwi_decoder *d, const uint8_t *p, pbwi_set_item *item) {
  uint64_t tag, value;
  *item = (pbwi_set_item){0};
  for (p = pbwi_varint_read(p, d->end, &tag);;) { /* any tag may be longer than it needs to be */
    const uint8_t *q = pbwi_varint_read(p, d->end, &tag);
    if (!q) return d->end - p < 10 ? PBW_ERR_TRUNCATED : PBW_ERR_MALFORMED;
    if (tag == (1 << 3 | PBWI_WIRE_END)) {
      if (q - p > 5) return PBW_ERR_MALFORMED;
      item->end = q;
      if (!item->data) item->type = 0;
      return PBW_OK;
    }
    pbw_status status = PBW_ERR_MALFORMED;
    const uint8_t *next = pbwi_field_skip(p, d->end, pbwi_decoder_depth_left(d), &status);
    if (!next) return status;
    if (tag == (2 << 3 | PBWI_WIRE_VARINT) && !item->type) {
      pbwi_varint_read(q, d->end, &value);
      item->type = (uint32_t)value;
    } else if (tag == (3 << 3 | PBWI_WIRE_BYTES) && !item->data) {
      item->data = pbwi_varint_read(q, d->end, &value);
      item->size = (size_t)value;
    }
    p = next;
  }
}

/* ---- errors ---- */

/* What is wrong with the field at p that the decoder would not take; NULL where the status says it all. */
static const char *explain(const uint8_t *p, const uint8_t *end) {
  uint64_t tag, value;
  const uint8_t *after = pbwi_varint_read(p, end, &tag);
  if (!after || after - p > 5 || tag > UINT32_MAX) return "a tag is longer than five bytes";
  if (tag >> 3 == 0) return "a field has number 0";
  switch (tag & 7) {
    case PBWI_WIRE_VARINT: return pbwi_varint_read(after, end, &value) ? NULL : "a varint is longer than ten bytes";
    case PBWI_WIRE_BYTES:
      return pbwi_varint_read(after, end, &value) && value > PBWI_MAX_SIZE ? "a field's length is 2 GiB or more" : NULL;
    case PBWI_WIRE_START: return "a group holds what is no field, or ends as another one";
    case PBWI_WIRE_END: return "a group ends that was not begun here";
    case PBWI_WIRE_64:
    case PBWI_WIRE_32: return NULL;
    default: return "a tag has wire type 6 or 7, which do not exist";
  }
}

pbw_status pbwi_decoder_fail(const pbwi_decoder *d, pbw_status status, const uint8_t *p, const pbwi_dec *rec,
                             const char *base) {
  const pbwi_plan *plan = d->plan;
  pbw_error *error = d->error;
  if (status == PBW_ERR_MEMORY) status = pbwi_arena_status(d->memory);
  if (!error) return status;
  pbwi_path path;
  pbwi_path_start(&path, (d->top > d->frames + 1 ? d->frames[1].plan : plan)->name);
  for (const pbwi_dec_frame *f = d->frames + 1; f < d->top; f++) {
    const pbwi_slot *slot = &f->plan->slots[f->rec->slot];
    const pbw_list *list = pbwi_at(f->base, slot->offset);
    if (f->plan->flags & PBWI_PLAN_ENTRY) continue; /* the value of a map, named by its key */
    pbwi_path_field(&path, slot);
    if (slot->cardinality == PBW_REPEATED && list->size) pbwi_path_index(&path, list->size - 1);
    if (slot->cardinality == PBW_MAP) pbwi_path_key(&path, slot, pbwi_at(list->data, list->size * slot->sub->size));
  }
  if (rec && rec->slot < plan->slot_count && !(plan->flags & PBWI_PLAN_ENTRY)) {
    const pbwi_slot *slot = &plan->slots[rec->slot];
    pbwi_path_field(&path, slot);
    if (slot->cardinality == PBW_REPEATED && base) pbwi_path_index(&path, ((pbw_list *)pbwi_at(base, slot->offset))->size);
  }
  uint64_t offset = p ? (uint64_t)((uintptr_t)p - (uintptr_t)d->shift - (uintptr_t)d->start) : PBW_NO_OFFSET;
  if (status == PBW_ERR_DEPTH)
    return pbwi_error_format(error, status, offset, path.text, "messages are nested deeper than the limit of %u levels",
                             d->max_depth);
  if (status == PBW_ERR_SIZE)
    return pbwi_error_format(error, status, offset, path.text, "the message is larger than the limit of %llu bytes",
                             (unsigned long long)d->max_size);
  return pbwi_error_set(error, status, offset, path.text, status == PBW_ERR_MALFORMED && p ? explain(p, d->end) : NULL);
}
