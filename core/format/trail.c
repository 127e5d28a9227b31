/* The place of a failure in a text format's message. */
#include "core/base/status.h"
#include "core/format/format.h"
#include "core/message/path.h"

enum { MOST = 16 }; /* the outermost places that a path has room for anyway, and as many of the innermost */

static void step(pbwi_path *path, const pbwi_trail *place) {
  const pbwi_slot *slot = place->slot;
  if (!slot) return;
  pbwi_path_field(path, slot);
  if (slot->cardinality == PBW_REPEATED && place->index != SIZE_MAX) pbwi_path_index(path, place->index);
  if (slot->cardinality == PBW_MAP && place->key) pbwi_path_key(path, slot, place->key);
}

pbw_status pbwi_trail_fail(const pbwi_trail *trail, pbw_error *error, pbw_status status, uint64_t offset,
                           const char *message) {
  pbwi_path path;
  const pbwi_trail *places[2 * MOST];
  size_t count = 0;
  if (!error) return status;
  const pbwi_trail *root = trail;
  for (const pbwi_trail *t = trail; t; t = t->outer) {
    root = t;
    if (count < 2 * MOST) places[count++] = t;
    else places[MOST + count++ % MOST] = t; /* the innermost half stays, the rest is a ring of outer ones */
  }
  pbwi_path_start(&path, root ? root->plan->name : "");
  if (count > 2 * MOST) {
    for (size_t i = count; i-- > count - MOST;) step(&path, places[MOST + i % MOST]);
    count = MOST;
  }
  while (count) step(&path, places[--count]);
  return pbwi_error_set(error, status, offset, path.text, message);
}
