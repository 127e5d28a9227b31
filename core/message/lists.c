/* List fields by slot. */
#include "core/message/lists.h"

#include "core/message/list.h"
#include "core/message/value.h"

static pbw_list *list_of(const pbw_message *message, const pbwi_slot *slot) {
  if (!message || !slot || !pbwi_slot_is_of(slot, message) || slot->cardinality != PBW_REPEATED) return NULL;
  return pbwi_slot_list(message, slot);
}

/* The list to be changed, or the reason why not. */
static pbw_status writable(const pbw_message *message, const pbwi_slot *slot, pbw_list **list) {
  if (!(*list = list_of(message, slot))) return PBW_ERR_ARGUMENT;
  return message->arena ? PBW_OK : PBW_ERR_READONLY;
}

static pbw_status reserve(pbw_arena *arena, pbw_list *list, const pbwi_slot *slot, size_t need) {
  if (need <= list->capacity) return PBW_OK;
  arena->hit_max = false;
  return pbwi_list_grow(arena, list, pbwi_slot_size(slot), need) ? PBW_OK : pbwi_arena_status(arena);
}

/* Memory that can be written: a borrowed list becomes the message's own. */
static pbw_status own(pbw_arena *arena, pbw_list *list, const pbwi_slot *slot) {
  return list->capacity || !list->size ? PBW_OK : reserve(arena, list, slot, list->size);
}

static bool in_range(const pbw_list *list, size_t index, size_t count) {
  return index <= list->size && count <= list->size - index;
}

size_t pbwi_lists_size(const pbw_message *message, const pbwi_slot *slot) {
  const pbw_list *list = list_of(message, slot);
  return list ? list->size : 0;
}

const void *pbwi_lists_data(const pbw_message *message, const pbwi_slot *slot, size_t *size) {
  const pbw_list *list = list_of(message, slot);
  *size = list ? list->size : 0;
  return *size ? list->data : NULL;
}

pbw_status pbwi_lists_get(const pbw_message *message, const pbwi_slot *slot, size_t index, size_t count,
                          void *cells) {
  const pbw_list *list = list_of(message, slot);
  if (!list || (count && !cells)) return PBW_ERR_ARGUMENT;
  if (!in_range(list, index, count)) return PBW_ERR_RANGE;
  size_t size = pbwi_slot_size(slot);
  if (count) memcpy(cells, pbwi_at(list->data, index * size), count * size);
  if (slot->type == PBW_TYPE_BOOL)
    for (size_t i = 0; i < count; i++) ((uint8_t *)cells)[i] = ((uint8_t *)cells)[i] != 0;
  return PBW_OK;
}

pbw_status pbwi_lists_set(pbw_message *message, const pbwi_slot *slot, size_t index, size_t count,
                          const void *cells) {
  pbw_list *list;
  pbw_status status = writable(message, slot, &list);
  if (status) return status;
  if (count && !cells) return PBW_ERR_ARGUMENT;
  if (!in_range(list, index, count)) return PBW_ERR_RANGE;
  if (!count) return PBW_OK;
  if ((status = pbwi_values_check(message, slot, count, cells))) return status;
  if ((status = own(message->arena, list, slot))) return status;
  return pbwi_values_copy(message->arena, slot, count, cells, pbwi_at(list->data, index * pbwi_slot_size(slot)));
}

pbw_status pbwi_lists_append(pbw_message *message, const pbwi_slot *slot, size_t count, const void *cells) {
  pbw_list *list;
  pbw_status status = writable(message, slot, &list);
  if (status) return status;
  if (!count) return PBW_OK;
  if (!cells) return PBW_ERR_ARGUMENT;
  if (count > SIZE_MAX - list->size) return PBW_ERR_MEMORY;
  if ((status = pbwi_values_check(message, slot, count, cells))) return status;
  if ((status = reserve(message->arena, list, slot, list->size + count))) return status;
  void *end = pbwi_at(list->data, list->size * pbwi_slot_size(slot));
  if ((status = pbwi_values_copy(message->arena, slot, count, cells, end))) return status;
  list->size += count;
  return PBW_OK;
}

pbw_status pbwi_lists_add(pbw_message *message, const pbwi_slot *slot, pbw_message **out) {
  pbw_list *list;
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  pbw_status status = writable(message, slot, &list);
  if (status) return status;
  if (pbwi_slot_format(slot) != PBW_CELL_MESSAGE) return PBW_ERR_ARGUMENT;
  if ((status = reserve(message->arena, list, slot, list->size + 1))) return status;
  pbw_message *fresh = pbwi_message_make(message->arena, slot->sub, message->arena);
  if (!fresh) return pbwi_arena_status(message->arena);
  memcpy(pbwi_at(list->data, list->size * sizeof fresh), &fresh, sizeof fresh);
  list->size++;
  *out = fresh;
  return PBW_OK;
}

pbw_status pbwi_lists_reserve(pbw_message *message, const pbwi_slot *slot, size_t capacity) {
  pbw_list *list;
  pbw_status status = writable(message, slot, &list);
  if (status || capacity <= list->capacity) return status;
  if (capacity < list->size) capacity = list->size;
  if ((status = reserve(message->arena, list, slot, capacity))) return status;
  size_t size = pbwi_slot_size(slot);
  memset(pbwi_at(list->data, list->size * size), 0, (list->capacity - list->size) * size);
  return PBW_OK;
}

pbw_status pbwi_lists_remove(pbw_message *message, const pbwi_slot *slot, size_t index, size_t count) {
  pbw_list *list;
  pbw_status status = writable(message, slot, &list);
  if (status) return status;
  if (!in_range(list, index, count)) return PBW_ERR_RANGE;
  if (!count) return PBW_OK;
  if ((status = own(message->arena, list, slot))) return status;
  size_t size = pbwi_slot_size(slot), behind = list->size - index - count;
  memmove(pbwi_at(list->data, index * size), pbwi_at(list->data, (index + count) * size), behind * size);
  list->size -= count;
  return PBW_OK;
}
