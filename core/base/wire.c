/* Varints with bounds, and walking over fields of unknown meaning. */
#include "core/base/wire.h"

#include <stdlib.h>

const uint8_t *pbwi_varint_read(const uint8_t *p, const uint8_t *end, uint64_t *value) {
  uint64_t v = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (p == end) return NULL;
    uint8_t byte = *p++;
    v |= shift == 63 ? (uint64_t)(byte & 1) << 63 : (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) {
      *value = v;
      return p;
    }
  }
  return NULL;
}

/* NULL of pbwi_varint_read, or a tag that is none, means truncated when the input ended before the last byte
 * that it may have, else malformed. */
static pbw_status varint_status(const uint8_t *p, const uint8_t *end, ptrdiff_t most) {
  return end - p < most ? PBW_ERR_TRUNCATED : PBW_ERR_MALFORMED;
}

enum { TAG_BYTES = 5, VARINT_BYTES = 10 };

/* A tag: a field number that is not 0, in at most five bytes. Its value, or 0 and *status. */
static uint32_t read_tag(const uint8_t **p, const uint8_t *end, pbw_status *status) {
  uint64_t tag;
  const uint8_t *q = pbwi_varint_read(*p, end, &tag);
  if (!q) {
    *status = varint_status(*p, end, TAG_BYTES);
    return 0;
  }
  if (tag > UINT32_MAX || tag >> 3 == 0 || q - *p > TAG_BYTES) {
    *status = PBW_ERR_MALFORMED;
    return 0;
  }
  *p = q;
  return (uint32_t)tag;
}

/* The value behind a tag that opens or ends no group. */
static const uint8_t *skip_value(const uint8_t *p, const uint8_t *end, uint32_t wire, pbw_status *status) {
  uint64_t value;
  const uint8_t *q;
  switch (wire) {
    case PBWI_WIRE_VARINT:
      if ((q = pbwi_varint_read(p, end, &value))) return q;
      *status = varint_status(p, end, VARINT_BYTES);
      return NULL;
    case PBWI_WIRE_64:
    case PBWI_WIRE_32: {
      ptrdiff_t width = wire == PBWI_WIRE_64 ? 8 : 4;
      if (end - p >= width) return p + width;
      *status = PBW_ERR_TRUNCATED;
      return NULL;
    }
    case PBWI_WIRE_BYTES:
      if (!(q = pbwi_varint_read(p, end, &value))) {
        *status = varint_status(p, end, VARINT_BYTES);
        return NULL;
      }
      if (value <= (uint64_t)(end - q)) return q + value;
      *status = value > INT32_MAX ? PBW_ERR_MALFORMED : PBW_ERR_TRUNCATED;
      return NULL;
    default:
      *status = PBW_ERR_MALFORMED;
      return NULL;
  }
}

/* The tags of open groups. Up to FIXED levels, more than the default limit, they stand on the C stack. A user
 * who raises the limit far above it pays for deep input with heap; C stack is never used by depth. */
enum { FIXED = 128 };

typedef struct open_groups {
  uint32_t *tags;
  uint32_t count, capacity;
  uint32_t fixed[FIXED];
} open_groups;

static bool open_groups_grow(open_groups *open) {
  uint32_t capacity = open->capacity * 2;
  uint32_t *tags = realloc(open->tags == open->fixed ? NULL : open->tags, capacity * sizeof *tags);
  if (!tags) return false;
  if (open->tags == open->fixed) memcpy(tags, open->fixed, sizeof open->fixed);
  open->tags = tags;
  open->capacity = capacity;
  return true;
}

/* From behind the tag that opens a group to behind the one that ends it. */
static const uint8_t *skip_group(const uint8_t *p, const uint8_t *end, uint32_t tag, uint32_t depth,
                                 pbw_status *status) {
  open_groups open;
  open.tags = open.fixed;
  open.count = 0;
  open.capacity = FIXED;
  for (;;) {
    switch (tag & 7) {
      case PBWI_WIRE_START:
        if (open.count == depth) {
          *status = PBW_ERR_DEPTH;
          p = NULL;
        } else if (open.count == open.capacity && !open_groups_grow(&open)) {
          *status = PBW_ERR_MEMORY;
          p = NULL;
        } else {
          open.tags[open.count++] = tag;
        }
        break;
      case PBWI_WIRE_END:
        if (open.tags[--open.count] + 1 != tag) {
          *status = PBW_ERR_MALFORMED;
          p = NULL;
        }
        break;
      default:
        p = skip_value(p, end, tag & 7, status);
    }
    if (!p || !open.count) break;
    if (!(tag = read_tag(&p, end, status))) {
      p = NULL;
      break;
    }
  }
  if (open.tags != open.fixed) free(open.tags);
  return p;
}

const uint8_t *pbwi_field_skip(const uint8_t *p, const uint8_t *end, uint32_t depth, pbw_status *status) {
  uint32_t tag = read_tag(&p, end, status);
  if (!tag) return NULL;
  if ((tag & 7) == PBWI_WIRE_START) return skip_group(p, end, tag, depth, status);
  return skip_value(p, end, tag & 7, status);
}
