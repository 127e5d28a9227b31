/* Unknown fields. */
#include "core/message/unknown.h"

#include "core/base/limits.h"
#include "core/base/wire.h"
#include "core/message/list.h"

static pbw_bytes slice_at(const pbw_list *list, size_t index) { return ((const pbw_bytes *)list->data)[index]; }

/* Add a copy of bytes that are known to be whole fields. */
static pbw_status add(pbw_message *message, const uint8_t *data, size_t size) {
  pbw_arena *arena = message->arena;
  pbw_list *list = &message->unknown;
  arena->hit_max = false;
  pbw_bytes *slice = pbwi_list_next(arena, list, sizeof *slice);
  if (!slice) return pbwi_arena_status(arena);
  uint8_t *copy = pbwi_arena_copy(arena, data, size);
  if (!copy) return pbwi_arena_status(arena);
  *slice = (pbw_bytes){copy, size};
  list->size++;
  return PBW_OK;
}

size_t pbwi_unknown_count(const pbw_message *message) { return message ? message->unknown.size : 0; }

pbw_status pbwi_unknown_get(const pbw_message *message, size_t index, pbw_bytes *out) {
  if (!out) return PBW_ERR_ARGUMENT;
  *out = (pbw_bytes){0};
  if (!message) return PBW_ERR_ARGUMENT;
  if (index >= message->unknown.size) return PBW_ERR_RANGE;
  *out = slice_at(&message->unknown, index);
  return PBW_OK;
}

pbw_status pbwi_unknown_add(pbw_message *message, const uint8_t *data, size_t size) {
  if (!message || (size && !data)) return PBW_ERR_ARGUMENT;
  if (!message->arena) return PBW_ERR_READONLY;
  if (!size) return PBW_OK;
  pbw_status status = PBW_OK;
  for (const uint8_t *p = data, *end = data + size; p != end;)
    if (!(p = pbwi_field_skip(p, end, PBWI_DEFAULT_DEPTH, &status))) return status;
  return add(message, data, size);
}

pbw_status pbwi_unknown_clear(pbw_message *message) {
  if (!message) return PBW_ERR_ARGUMENT;
  if (!message->arena) return PBW_ERR_READONLY;
  message->unknown = (pbw_list){0};
  return PBW_OK;
}

pbw_status pbwi_unknown_merge(pbw_message *to, const pbw_message *from) {
  for (size_t i = 0, count = from->unknown.size; i < count; i++) {
    pbw_bytes slice = slice_at(&from->unknown, i);
    pbw_status status = add(to, slice.data, slice.size);
    if (status) return status;
  }
  return PBW_OK;
}

bool pbwi_unknown_equal(const pbw_message *a, const pbw_message *b) {
  const pbw_list *as = &a->unknown, *bs = &b->unknown;
  pbw_bytes x = {0}, y = {0};
  size_t i = 0, j = 0;
  for (;;) {
    while (!x.size && i < as->size) x = slice_at(as, i++);
    while (!y.size && j < bs->size) y = slice_at(bs, j++);
    if (!x.size || !y.size) return x.size == y.size;
    size_t both = x.size < y.size ? x.size : y.size;
    if (memcmp(x.data, y.data, both)) return false;
    x.data += both, x.size -= both;
    y.data += both, y.size -= both;
  }
}
