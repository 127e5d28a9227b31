/* Unknown fields as text: by number. Bytes that are a well-formed message are shown as one, which may be wrong, as it is
 * in every official printer; the wire format does not tell. But `8: { }` are such bytes and `8 { }` is a group, and what
 * is not in its shortest form is left as bytes: so text_parse.c can give every byte back. */
#include "core/base/wire.h"
#include "core/format/number_text.h"
#include "core/format/text.h"

enum { MOST_DEPTH = 10 }; /* levels that are guessed at: beyond them bytes are shown as they are */

typedef struct field {
  uint32_t number, wire;
  uint64_t value;     /* of a varint or fixed number             */
  pbw_bytes bytes;    /* of a length-delimited field             */
} field;

typedef const uint8_t *read_varint(const uint8_t *p, const uint8_t *end, uint64_t *value);

/* A varint in its shortest form; NULL: it is not, or not one. */
static const uint8_t *take_varint(const uint8_t *p, const uint8_t *end, uint64_t *value) {
  const uint8_t *after = p < end ? pbwi_varint_read(p, end, value) : NULL;
  return after && (size_t)(after - p) == pbwi_varint_size(*value) ? after : NULL;
}

/* One field's head and value; a group's tags only. NULL: not well-formed. */
static const uint8_t *take(const uint8_t *p, const uint8_t *end, read_varint *varint, field *f) {
  uint64_t tag, size;
  *f = (field){0};
  if (!(p = varint(p, end, &tag)) || tag >> 3 == 0 || tag >> 3 > PBWI_MAX_FIELD_NUMBER) return NULL;
  f->number = (uint32_t)(tag >> 3);
  f->wire = tag & 7;
  switch (f->wire) {
    case PBWI_WIRE_VARINT: return varint(p, end, &f->value);
    case PBWI_WIRE_64:
      if (end - p < 8) return NULL;
      f->value = pbwi_load64le(p);
      return p + 8;
    case PBWI_WIRE_32:
      if (end - p < 4) return NULL;
      f->value = pbwi_load32le(p);
      return p + 4;
    case PBWI_WIRE_BYTES:
      if (!(p = varint(p, end, &size)) || size > (size_t)(end - p)) return NULL;
      f->bytes = (pbw_bytes){p, (size_t)size};
      return p + size;
    case PBWI_WIRE_START:
    case PBWI_WIRE_END: return p;
    default: return NULL;
  }
}

/* Whether bytes are fields, with groups that are closed and at most so deep. */
static bool is_message(pbw_bytes bytes, unsigned most) {
  const uint8_t *p = bytes.data, *end = p + bytes.size;
  uint32_t open[MOST_DEPTH];
  unsigned depth = 0;
  field f;
  if (!bytes.size) return false;
  while (p < end) {
    if (!(p = take(p, end, take_varint, &f))) return false;
    if (f.wire == PBWI_WIRE_START) {
      if (depth == most) return false;
      open[depth++] = f.number;
    } else if (f.wire == PBWI_WIRE_END) {
      if (!depth || open[--depth] != f.number) return false;
    }
  }
  return !depth;
}

static uint8_t *put_hex(uint8_t *p, uint64_t value, int digits) {
  static const char hex[] = "0123456789abcdef";
  *p++ = '0';
  *p++ = 'x';
  for (int i = digits; i-- > 0;) *p++ = (uint8_t)hex[value >> 4 * i & 15];
  return p;
}

static uint8_t *put_bytes(pbwi_printer *j, uint8_t *p, pbw_bytes bytes) {
  if (!(p = pbwi_out_room(j->out, p, 4 * bytes.size + 2))) return NULL;
  *p++ = '"';
  for (size_t i = 0; i < bytes.size; i++) {
    uint8_t c = bytes.data[i];
    if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '\'') {
      *p++ = c;
    } else {
      *p++ = '\\';
      *p++ = (uint8_t)('0' + (c >> 6));
      *p++ = (uint8_t)('0' + (c >> 3 & 7));
      *p++ = (uint8_t)('0' + (c & 7));
    }
  }
  *p++ = '"';
  return p;
}

static uint8_t *shut(pbwi_printer *j, uint8_t *p) {
  j->level--;
  p = j->indent ? pbwi_print_line(j, p) : pbwi_print_literal(j, p, " ", 1);
  return p ? pbwi_print_literal(j, p, "}", 1) : NULL;
}

/* Fields up to the end or, in a group, to its end tag. Recurses at most MOST_DEPTH times over guesses, and over groups as
 * deep as the decoder let them be, which is bounded by the depth that is left. */
static uint8_t *fields(pbwi_printer *j, uint8_t *p, const uint8_t **at, const uint8_t *end, unsigned guesses,
                       pbwi_text_begin *begin, bool *first) {
  field f;
  while (p && *at < end) {
    bool inner = true;
    if (!(*at = take(*at, end, pbwi_varint_read, &f))) return pbwi_print_refuse(j, NULL, PBW_ERR_MALFORMED, NULL); /* a host stored it */
    if (f.wire == PBWI_WIRE_END) return p;
    if (!(p = begin(j, p, first)) || !(p = pbwi_out_room(j->out, p, 2 * PBWI_NUMBER_TEXT))) return NULL;
    p = pbwi_put_uint64(p, f.number);
    unsigned below = j->depth > MOST_DEPTH ? MOST_DEPTH : j->depth ? j->depth - 1 : 0; /* levels in the guess */
    bool guess = f.wire == PBWI_WIRE_BYTES && guesses && j->depth && is_message(f.bytes, below);
    bool message = guess || f.wire == PBWI_WIRE_START;
    if (message) {
      if (!j->depth) return pbwi_print_refuse(j, NULL, PBW_ERR_DEPTH, NULL);
      if (f.wire == PBWI_WIRE_BYTES) *p++ = ':';
      if (!(p = pbwi_print_literal(j, p, " {", 2))) return NULL;
      j->level++;
      j->depth--;
      const uint8_t *inside = f.bytes.data;
      if (f.wire == PBWI_WIRE_START) p = fields(j, p, at, end, guesses, begin, &inner);
      else p = fields(j, p, &inside, inside + f.bytes.size, guesses - 1, begin, &inner);
      j->depth++;
      if (p) p = shut(j, p);
    } else {
      *p++ = ':';
      *p++ = ' ';
      if (f.wire == PBWI_WIRE_BYTES) p = put_bytes(j, p, f.bytes);
      else if (f.wire == PBWI_WIRE_VARINT) p = pbwi_put_uint64(p, f.value);
      else p = put_hex(p, f.value, f.wire == PBWI_WIRE_32 ? 8 : 16);
    }
  }
  return p;
}

uint8_t *pbwi_text_unknown(pbwi_printer *j, uint8_t *p, pbw_bytes slice, pbwi_text_begin *begin, bool *first) {
  const uint8_t *at = slice.data;
  return slice.size ? fields(j, p, &at, at + slice.size, MOST_DEPTH, begin, first) : p;
}
