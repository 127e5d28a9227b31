/* The wire format, a field at a time, for what looks at bytes beside or without a schema. Nothing is read beyond `end`. */
#include "bindings/cli/cli.h"

/* NULL: *status tells why. Ten bytes at most; bits above the 64th are dropped, as every decoder does. */
static const uint8_t *take_varint(const uint8_t *p, const uint8_t *end, uint64_t *value, pbw_status *status) {
  *value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    if (p == end) {
      *status = PBW_ERR_TRUNCATED;
      return NULL;
    }
    *value |= (uint64_t)(*p & 0x7f) << shift;
    if (*p++ < 0x80) return p;
  }
  *status = PBW_ERR_MALFORMED;
  return NULL;
}

static const uint8_t *take_fixed(const uint8_t *p, const uint8_t *end, size_t size, uint64_t *value, pbw_status *status) {
  if ((size_t)(end - p) < size) {
    *status = PBW_ERR_TRUNCATED;
    return NULL;
  }
  *value = 0;
  for (size_t i = size; i > 0; i--) *value = *value << 8 | p[i - 1];
  return p + size;
}

const uint8_t *wire_take(const uint8_t *p, const uint8_t *end, wire_field *out, pbw_status *status) {
  uint64_t tag, size;
  *out = (wire_field){0};
  if ((p = take_varint(p, end, &tag, status)) == NULL) return NULL;
  out->number = (uint32_t)(tag >> 3);
  out->type = (unsigned)(tag & 7);
  *status = PBW_ERR_MALFORMED;
  if (tag > UINT32_MAX || out->number == 0) return NULL;
  switch (out->type) {
    case WIRE_VARINT: return take_varint(p, end, &out->value, status);
    case WIRE_64: return take_fixed(p, end, 8, &out->value, status);
    case WIRE_32: return take_fixed(p, end, 4, &out->value, status);
    case WIRE_START:
    case WIRE_END: return p;
    case WIRE_BYTES:
      if ((p = take_varint(p, end, &size, status)) == NULL) return NULL;
      *status = PBW_ERR_TRUNCATED;
      if (size > (size_t)(end - p)) return NULL;
      out->bytes = (pbw_bytes){p, (size_t)size};
      return p + size;
    default: return NULL;
  }
}

bool wire_is_message(pbw_bytes bytes) {
  uint32_t open[WIRE_MAX_GROUPS];
  size_t depth = 0;
  const uint8_t *p = bytes.data, *end = bytes.size > 0 ? p + bytes.size : p;
  wire_field f;
  pbw_status status;
  while (p != end) {
    if ((p = wire_take(p, end, &f, &status)) == NULL) return false;
    if (f.type == WIRE_START) {
      if (depth == WIRE_MAX_GROUPS) return false;
      open[depth++] = f.number;
    } else if (f.type == WIRE_END && (depth == 0 || open[--depth] != f.number)) {
      return false;
    }
  }
  return depth == 0;
}
