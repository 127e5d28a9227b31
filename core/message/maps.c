/* Map fields by slot. */
#include "core/message/maps.h"

#include "core/message/map.h"
#include "core/message/value.h"

static pbw_list *map_of(const pbw_message *message, const pbwi_slot *slot) {
  if (!message || !slot || !pbwi_slot_is_of(slot, message) || slot->cardinality != PBW_MAP) return NULL;
  return pbwi_slot_list(message, slot);
}

/* The map to be changed, or the reason why not. */
static pbw_status writable(const pbw_message *message, const pbwi_slot *slot, const void *key, pbw_list **map) {
  if (!(*map = map_of(message, slot)) || !key) return PBW_ERR_ARGUMENT;
  return message->arena ? PBW_OK : PBW_ERR_READONLY;
}

/* Memory that can be written: a host's array becomes the message's own. */
static pbw_status own(pbw_arena *arena, pbw_list *map, const pbwi_plan *entry) {
  arena->hit_max = false;
  if (map->capacity || !map->size || pbwi_map_reserve(arena, map, entry, map->size)) return PBW_OK;
  return pbwi_arena_status(arena);
}

/* An entry with a copy of the key behind the last, to be given a value and committed. */
static pbw_status add_key(pbw_message *message, pbw_list *map, const pbwi_plan *entry, const void *key,
                          void **out) {
  message->arena->hit_max = false;
  if (!(*out = pbwi_map_next(message->arena, map, entry))) return pbwi_arena_status(message->arena);
  return pbwi_values_copy(message->arena, &entry->slots[0], 1, key, *out);
}

static void *value_of(void *entry_data, const pbwi_plan *entry) {
  return pbwi_at(entry_data, entry->slots[1].offset);
}

size_t pbwi_maps_size(const pbw_message *message, const pbwi_slot *slot) {
  const pbw_list *map = map_of(message, slot);
  return map ? map->size : 0;
}

pbw_status pbwi_maps_get(const pbw_message *message, const pbwi_slot *slot, const void *key, void *value) {
  const pbw_list *map = map_of(message, slot);
  if (!map || !key || !value) return PBW_ERR_ARGUMENT;
  void *found = pbwi_map_find(map, slot->sub, key);
  if (!found) return PBW_ERR_NOT_FOUND;
  pbwi_cell_copy(value, value_of(found, slot->sub), pbwi_slot_format(&slot->sub->slots[1]));
  return PBW_OK;
}

pbw_status pbwi_maps_set(pbw_message *message, const pbwi_slot *slot, const void *key, const void *value) {
  pbw_list *map;
  pbw_status status = writable(message, slot, key, &map);
  if (status) return status;
  if (!value) return PBW_ERR_ARGUMENT;
  const pbwi_plan *entry = slot->sub;
  if ((status = pbwi_values_check(message, &entry->slots[0], 1, key))) return status;
  if ((status = pbwi_values_check(message, &entry->slots[1], 1, value))) return status;
  if ((status = own(message->arena, map, entry))) return status;
  void *at = pbwi_map_find(map, entry, key);
  if (at) return pbwi_values_copy(message->arena, &entry->slots[1], 1, value, value_of(at, entry));
  if ((status = add_key(message, map, entry, key, &at))) return status;
  if ((status = pbwi_values_copy(message->arena, &entry->slots[1], 1, value, value_of(at, entry)))) return status;
  pbwi_map_commit(map, entry);
  return PBW_OK;
}

pbw_status pbwi_maps_mutable(pbw_message *message, const pbwi_slot *slot, const void *key, pbw_message **out) {
  pbw_list *map;
  if (!out) return PBW_ERR_ARGUMENT;
  *out = NULL;
  pbw_status status = writable(message, slot, key, &map);
  if (status) return status;
  const pbwi_plan *entry = slot->sub, *below = pbwi_slot_below(slot);
  if (!below) return PBW_ERR_ARGUMENT;
  if ((status = pbwi_values_check(message, &entry->slots[0], 1, key))) return status;
  if ((status = own(message->arena, map, entry))) return status;
  void *at = pbwi_map_find(map, entry, key);
  pbw_message *old = at ? pbwi_cell_message(value_of(at, entry)) : NULL;
  if (old && old->arena != message->arena) return PBW_ERR_READONLY; /* borrowed by a host */
  if ((*out = old)) return PBW_OK;
  bool fresh = !at;
  if (fresh && (status = add_key(message, map, entry, key, &at))) return status;
  pbw_message *made = pbwi_message_make(message->arena, below, message->arena);
  if (!made) return pbwi_arena_status(message->arena);
  memcpy(value_of(at, entry), &made, sizeof made);
  if (fresh) pbwi_map_commit(map, entry);
  *out = made;
  return PBW_OK;
}

pbw_status pbwi_maps_remove(pbw_message *message, const pbwi_slot *slot, const void *key) {
  pbw_list *map;
  pbw_status status = writable(message, slot, key, &map);
  if (status) return status;
  if (!pbwi_map_find(map, slot->sub, key)) return PBW_ERR_NOT_FOUND;
  if ((status = own(message->arena, map, slot->sub))) return status;
  pbwi_map_remove(map, slot->sub, key);
  return PBW_OK;
}

pbw_status pbwi_maps_entry(const pbw_message *message, const pbwi_slot *slot, size_t index, void *key,
                           void *value) {
  const pbw_list *map = map_of(message, slot);
  if (!map) return PBW_ERR_ARGUMENT;
  if (index >= map->size) return PBW_ERR_RANGE;
  const pbwi_plan *entry = slot->sub;
  void *at = pbwi_at(map->data, index * entry->size);
  if (key) pbwi_cell_copy(key, at, pbwi_slot_format(&entry->slots[0]));
  if (value) pbwi_cell_copy(value, value_of(at, entry), pbwi_slot_format(&entry->slots[1]));
  return PBW_OK;
}
