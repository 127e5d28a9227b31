/* Where in a message something is, as text for errors: "pkg.Type.field[3].inner", with map values as
 * field["key"] and extensions as pkg.Type.[pkg.ext]. Put together piece by piece, from the root down.
 *
 * The text has the room of pbw_error.path and is always valid UTF-8 with a NUL behind it. When it gets too
 * long, pieces in its middle give way to "...": the type and the innermost fields tell most. One piece of
 * more than 96 bytes is cut at its end. */
#ifndef PBWI_PATH_H
#define PBWI_PATH_H

#include "core/plan/plan.h"

typedef struct pbwi_path {
  uint16_t size;  /* of the text                                       */
  uint16_t head;  /* of the part that is never given up                */
  char text[240];
} pbwi_path;

/* Begin with the name of a type. */
void pbwi_path_start(pbwi_path *path, const char *type_name);
/* Go on to a field, ... */
void pbwi_path_field(pbwi_path *path, const pbwi_slot *slot);
/* ... to an element of the list that was just named, ... */
void pbwi_path_index(pbwi_path *path, size_t index);
/* ... or to the value of a key (a cell) of the map that was just named. */
void pbwi_path_key(pbwi_path *path, const pbwi_slot *map, const void *key);

#endif
