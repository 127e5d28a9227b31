/* Growing of lists. */
#include "core/message/list.h"

enum { FIRST_BYTES = 64 }; /* a first list of one cache line: 4 strings, 8 pointers or doubles, 16 ints */

bool pbwi_list_grow(pbw_arena *arena, pbw_list *list, size_t element_size, size_t need) {
  size_t capacity = list->capacity ? list->capacity * 2 : FIRST_BYTES / element_size;
  if (capacity < 2) capacity = 2;
  if (capacity < need) capacity = need;
  if (capacity > SIZE_MAX / 2 / element_size) return false;
  void *data;
  if (list->capacity) {
    data = pbwi_arena_grow(arena, list->data, list->capacity * element_size, capacity * element_size);
    if (!data) return false;
  } else {
    data = pbwi_arena_alloc(arena, capacity * element_size);
    if (!data) return false;
    if (list->size) memcpy(data, list->data, list->size * element_size);
  }
  list->data = data;
  list->capacity = capacity;
  return true;
}
