/* Checking and copying of values. */
#include "core/message/value.h"

#include "core/base/utf8.h"

static pbw_status check_bytes(const pbwi_slot *value, size_t count, const char *cells) {
  bool utf8 = value->flags & PBWI_SLOT_UTF8;
  for (size_t i = 0; i < count; i++) {
    pbw_bytes bytes = pbwi_cell_bytes(cells + i * sizeof bytes);
    if (!bytes.size) continue;
    if (!bytes.data) return PBW_ERR_ARGUMENT;
    if (utf8 && !pbwi_utf8_valid(bytes.data, bytes.size)) return PBW_ERR_UTF8;
  }
  return PBW_OK;
}

static pbw_status check_messages(const pbw_message *owner, const pbwi_slot *value, size_t count,
                                 const char *cells) {
  for (size_t i = 0; i < count; i++) {
    const pbw_message *message = pbwi_cell_message(cells + i * sizeof message);
    if (!message || message == owner || message->plan != value->sub || message->arena != owner->arena)
      return PBW_ERR_ARGUMENT;
  }
  return PBW_OK;
}

pbw_status pbwi_values_check(const pbw_message *owner, const pbwi_slot *value, size_t count, const void *cells) {
  switch (pbwi_slot_format(value)) {
    case PBW_CELL_BYTES: return check_bytes(value, count, cells);
    case PBW_CELL_MESSAGE: return check_messages(owner, value, count, cells);
    default: return PBW_OK;
  }
}

static pbw_status copy_bytes(pbw_arena *arena, size_t count, const void *cells, void *out) {
  size_t total = 0;
  for (size_t i = 0; i < count; i++) {
    size_t size = pbwi_cell_bytes(pbwi_at(cells, i * sizeof(pbw_bytes))).size;
    if (size > SIZE_MAX / 2 - total) return PBW_ERR_MEMORY;
    total += size;
  }
  uint8_t *room = NULL;
  if (total && !(room = pbwi_arena_alloc(arena, total))) return pbwi_arena_status(arena);
  memmove(out, cells, count * sizeof(pbw_bytes));
  for (size_t i = 0; i < count; i++) {
    void *cell = pbwi_at(out, i * sizeof(pbw_bytes));
    pbw_bytes bytes = pbwi_cell_bytes(cell);
    if (bytes.size) {
      memcpy(room, bytes.data, bytes.size);
      bytes.data = room;
      room += bytes.size;
    } else {
      bytes.data = NULL;
    }
    memcpy(cell, &bytes, sizeof bytes);
  }
  return PBW_OK;
}

pbw_status pbwi_values_copy(pbw_arena *arena, const pbwi_slot *value, size_t count, const void *cells, void *out) {
  if (!count) return PBW_OK;
  int format = pbwi_slot_format(value);
  if (format == PBW_CELL_BYTES) return copy_bytes(arena, count, cells, out);
  memmove(out, cells, count * pbwi_slot_size(value));
  if (format == PBW_CELL_BOOL)
    for (uint8_t *b = out, *end = b + count; b != end; b++) *b = *b != 0;
  return PBW_OK;
}
