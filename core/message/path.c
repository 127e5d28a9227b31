/* Texts of paths, in a fixed buffer. */
#include "core/message/path.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/utf8.h"

#define DOTS "..."
enum { DOT_COUNT = 3, PIECE = 96 + DOT_COUNT, ROOM = sizeof(((pbwi_path *)0)->text) - 1 };

_Static_assert(sizeof(((pbwi_path *)0)->text) == sizeof(((pbw_error *)0)->path), "a path fits an error");
_Static_assert(2 * PIECE + DOT_COUNT <= ROOM, "the head, the dots and any piece fit together");

/* Give up pieces behind the head until `need` bytes are free. A piece starts with a dot or a bracket; one
 * inside a key is taken for a start too, which costs nothing but looks. */
static void make_room(pbwi_path *path, size_t need) {
  if (path->size + need <= ROOM) return;
  size_t keep = path->head, from = keep;
  bool cut = !strncmp(path->text + keep, DOTS, DOT_COUNT);
  if (cut) from += DOT_COUNT;
  size_t drop = path->size + need + (cut ? 0 : DOT_COUNT) - ROOM;
  size_t tail = from + drop; /* not beyond the end: see the second assertion */
  while (tail < path->size && path->text[tail] != '.' && path->text[tail] != '[') tail++;
  if (tail < path->size && path->text[tail] == '.') tail++;
  memcpy(path->text + keep, DOTS, DOT_COUNT);
  memmove(path->text + keep + DOT_COUNT, path->text + tail, path->size - tail);
  path->size = (uint16_t)(keep + DOT_COUNT + path->size - tail);
  path->text[path->size] = 0;
}

static void append(pbwi_path *path, const char *piece, size_t size) {
  make_room(path, size);
  bool behind_dots = path->size == path->head + DOT_COUNT && !strcmp(path->text + path->head, DOTS);
  if (behind_dots && *piece == '.') piece++, size--;
  memcpy(path->text + path->size, piece, size);
  path->size = (uint16_t)(path->size + size);
  path->text[path->size] = 0;
}

/* A prefix of valid UTF-8 that is at most `most` long and valid too. */
static size_t cut_size(const char *text, size_t size, size_t most) {
  return size <= most ? size : pbwi_utf8_prefix((const uint8_t *)text, most);
}

/* Copy a name behind the `used` bytes of a piece, with dots when it is cut; returns the piece's size. */
static size_t put(char *piece, size_t used, const char *text) {
  size_t size = strlen(text), most = PIECE - DOT_COUNT - used;
  size_t fits = cut_size(text, size, most);
  memcpy(piece + used, text, fits);
  used += fits;
  if (fits == size) return used;
  memcpy(piece + used, DOTS, DOT_COUNT);
  return used + DOT_COUNT;
}

void pbwi_path_start(pbwi_path *path, const char *type_name) {
  size_t size = put(path->text, 0, type_name);
  path->text[size] = 0;
  path->size = path->head = (uint16_t)size;
}

void pbwi_path_field(pbwi_path *path, const pbwi_slot *slot) {
  char piece[PIECE] = ".";
  append(path, piece, put(piece, 1, slot->name));
}

void pbwi_path_index(pbwi_path *path, size_t index) {
  char piece[32];
  append(path, piece, (size_t)snprintf(piece, sizeof piece, "[%zu]", index));
}

/* Quotes, backslashes, control characters and whatever is not UTF-8 are written so that the text stays one
 * line of UTF-8. */
static void append_string_key(pbwi_path *path, pbw_bytes key) {
  char piece[PIECE] = "[\"";
  size_t used = 2, most = PIECE - DOT_COUNT - 2, at = 0;
  while (at < key.size) {
    const uint8_t *p = key.data + at;
    size_t left = key.size - at, width = 1;
    char text[8];
    if (*p >= 0x80) {
      while (width < 4 && width < left && (p[width] & 0xc0) == 0x80) width++;
      while (width && !pbwi_utf8_valid(p, width)) width--;
    }
    size_t size = width;
    if (width == 0 || *p < 0x20 || *p == 0x7f) {
      width = 1;
      size = (size_t)snprintf(text, sizeof text, "\\x%02x", *p);
    } else if (*p == '"' || *p == '\\') {
      text[0] = '\\', text[1] = (char)*p;
      size = 2;
    } else {
      memcpy(text, p, width);
    }
    if (used + size > most) break;
    memcpy(piece + used, text, size);
    used += size;
    at += width;
  }
  if (at < key.size) {
    memcpy(piece + used, DOTS, DOT_COUNT);
    used += DOT_COUNT;
  }
  memcpy(piece + used, "\"]", 2);
  append(path, piece, used + 2);
}

void pbwi_path_key(pbwi_path *path, const pbwi_slot *map, const void *key) {
  const pbwi_slot *slot = &map->sub->slots[0];
  char piece[32];
  uint32_t v32 = 0;
  uint64_t v64 = 0;
  pbw_bytes bytes;
  int size = 0;
  switch (pbwi_kinds[slot->type].cell) {
    case PBW_CELL_BYTES:
      memcpy(&bytes, key, sizeof bytes);
      append_string_key(path, bytes);
      return;
    case PBW_CELL_BOOL:
      size = snprintf(piece, sizeof piece, "[%s]", *(const uint8_t *)key ? "true" : "false");
      break;
    case PBW_CELL_32:
      memcpy(&v32, key, 4);
      size = slot->type == PBW_TYPE_UINT32 || slot->type == PBW_TYPE_FIXED32
                 ? snprintf(piece, sizeof piece, "[%" PRIu32 "]", v32)
                 : snprintf(piece, sizeof piece, "[%" PRId32 "]", (int32_t)v32);
      break;
    default:
      memcpy(&v64, key, 8);
      size = slot->type == PBW_TYPE_UINT64 || slot->type == PBW_TYPE_FIXED64
                 ? snprintf(piece, sizeof piece, "[%" PRIu64 "]", v64)
                 : snprintf(piece, sizeof piece, "[%" PRId64 "]", (int64_t)v64);
  }
  append(path, piece, (size_t)size);
}
