/* The limit: what a decoder and an encoder of matrix3.Matrix3 cost when a person writes them for this one
 * message, with every check that a real codec makes. Ratios to it say how much of a codec's time its
 * generality takes. Frozen: it is changed by nobody who tunes an engine.
 *
 * Why it is fast. The decoder is one line of code per field in the order of the fields, and each line
 * asks "is the next tag mine?". An encoder writes them in this order, so every answer is yes and every
 * branch is predicted; the position of a field depends on no loaded value except the lengths of strings.
 * A field that is absent costs one compare. Whatever is left when the lines are through (another order,
 * a field twice, an unknown one) goes to a plain loop over a switch, which takes anything.
 *
 * What it checks: bounds, before each read; varints of at most ten bytes; UTF-8 of strings; field number
 * zero; the pairing and depth of unknown groups. It reads nothing outside the input. */
#include "limit.h"

#include <string.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define INLINE static inline __attribute__((always_inline))
#define COLD static __attribute__((noinline, cold))

enum { VARINT = 0, FIXED64 = 1, BYTES = 2, START = 3, END = 4, FIXED32 = 5, MAX_DEPTH = 100 };

/* ---- reading ---- every reader returns the position behind what it read, or NULL. */

INLINE uint32_t load32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

INLINE uint64_t load64(const uint8_t *p) { return load32(p) | (uint64_t)load32(p + 4) << 32; }

COLD const uint8_t *varint_near_end(const uint8_t *p, const uint8_t *end, uint64_t *out) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 70 && p < end; shift += 7) {
    value |= (uint64_t)(*p & 0x7f) << shift;
    if (*p++ < 0x80) {
      *out = value;
      return p;
    }
  }
  return NULL;
}

INLINE const uint8_t *read_varint(const uint8_t *p, const uint8_t *end, uint64_t *out) {
  if (UNLIKELY(end - p < 10)) {
    if (LIKELY(p < end && *p < 0x80)) {
      *out = *p;
      return p + 1;
    }
    return varint_near_end(p, end, out);
  }
  /* Each step adds a byte and takes back the continuation bit of the one before. */
  uint64_t value = *p;
  if (LIKELY(value < 0x80)) {
    *out = value;
    return p + 1;
  }
#define STEP(i)                                       \
  value += ((uint64_t)p[i] - 1) << (7 * (i));         \
  if (p[i] < 0x80) {                                  \
    *out = value;                                     \
    return p + (i) + 1;                               \
  }
  STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(9)
#undef STEP
  return NULL;
}

/* Well-formed UTF-8 as Unicode defines it: no surrogates, no overlong forms, nothing above U+10FFFF. */
COLD int utf8_slow(const uint8_t *p, const uint8_t *end) {
  while (p < end) {
    uint8_t lead = *p++;
    if (lead < 0x80) continue;
    size_t tail = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (lead < 0xc2 || lead > 0xf4 || (size_t)(end - p) < tail) return 0;
    if (*p < low || *p > high) return 0;
    while (--tail > 0)
      if ((*++p & 0xc0) != 0x80) return 0;
    p++;
  }
  return 1;
}

/* ASCII by words that overlap, so that no byte outside the string is read; the rest is left to utf8_slow. */
INLINE int utf8(const uint8_t *p, size_t size) {
  uint64_t high = 0;
  if (size >= 8) {
    size_t i = 0;
    for (; i + 8 < size; i += 8) high |= load64(p + i);
    high |= load64(p + size - 8);
  } else if (size >= 4) {
    high = load32(p) | load32(p + size - 4);
  } else {
    for (size_t i = 0; i < size; i++) high |= p[i];
  }
  return LIKELY((high & 0x8080808080808080) == 0) || utf8_slow(p, p + size);
}

INLINE const uint8_t *read_length(const uint8_t *p, const uint8_t *end, size_t *size) {
  if (LIKELY(p < end && *p < 0x80)) {
    *size = *p++;
  } else {
    uint64_t value;
    p = varint_near_end(p, end, &value);
    if (p == NULL || value > (uint64_t)(end - p)) return NULL;
    *size = (size_t)value;
  }
  return LIKELY(*size <= (size_t)(end - p)) ? p : NULL;
}

INLINE const uint8_t *read_bytes(const uint8_t *p, const uint8_t *end, limit_bytes *out) {
  size_t size;
  p = read_length(p, end, &size);
  if (UNLIKELY(p == NULL)) return NULL;
  out->data = p;
  out->size = size;
  return p + size;
}

INLINE const uint8_t *read_string(const uint8_t *p, const uint8_t *end, limit_bytes *out) {
  size_t size;
  p = read_length(p, end, &size);
  if (UNLIKELY(p == NULL || !utf8(p, size))) return NULL;
  out->data = p;
  out->size = size;
  return p + size;
}

/* ---- unknown fields ---- */

COLD const uint8_t *skip_value(const uint8_t *p, const uint8_t *end, uint64_t tag, int depth);

COLD const uint8_t *skip_group(const uint8_t *p, const uint8_t *end, uint64_t start, int depth) {
  while (p < end) {
    uint64_t tag;
    p = varint_near_end(p, end, &tag);
    if (p == NULL) return NULL;
    if ((tag & 7) == END) return tag >> 3 == start >> 3 ? p : NULL;
    p = skip_value(p, end, tag, depth);
    if (p == NULL) return NULL;
  }
  return NULL;
}

COLD const uint8_t *skip_value(const uint8_t *p, const uint8_t *end, uint64_t tag, int depth) {
  uint64_t value;
  if (tag >> 3 == 0 || tag > UINT32_MAX) return NULL;
  switch (tag & 7) {
    case VARINT: return varint_near_end(p, end, &value);
    case FIXED64: return end - p >= 8 ? p + 8 : NULL;
    case FIXED32: return end - p >= 4 ? p + 4 : NULL;
    case BYTES:
      p = varint_near_end(p, end, &value);
      return p != NULL && value <= (uint64_t)(end - p) ? p + value : NULL;
    case START: return depth < MAX_DEPTH ? skip_group(p, end, tag, depth + 1) : NULL;
    default: return NULL;
  }
}

/* ---- Inner ---- */

COLD int inner_any_order(limit_inner *m, const uint8_t *p, const uint8_t *end) {
  while (p < end) {
    uint64_t tag, value;
    p = varint_near_end(p, end, &tag);
    if (p == NULL) return -1;
    switch (tag) {
      case 1 << 3 | VARINT:
        p = read_varint(p, end, &value);
        if (p != NULL) m->id = (int32_t)value;
        break;
      case 2 << 3 | BYTES: p = read_string(p, end, &m->label); break;
      default: p = skip_value(p, end, tag, 1); break;
    }
    if (p == NULL) return -1;
  }
  return 0;
}

INLINE int decode_inner(limit_inner *m, const uint8_t *p, const uint8_t *end) {
  uint64_t value;
  if (LIKELY(p < end && *p == (1 << 3 | VARINT))) {
    p = read_varint(p + 1, end, &value);
    if (UNLIKELY(p == NULL)) return -1;
    m->id = (int32_t)value;
  }
  if (LIKELY(p < end && *p == (2 << 3 | BYTES))) {
    p = read_string(p + 1, end, &m->label);
    if (UNLIKELY(p == NULL)) return -1;
  }
  return LIKELY(p == end) ? 0 : inner_any_order(m, p, end);
}

INLINE const uint8_t *read_inner(const uint8_t *p, const uint8_t *end, limit_matrix3 *m) {
  size_t size;
  p = read_length(p, end, &size);
  if (UNLIKELY(p == NULL)) return NULL;
  m->has_inner = 1;
  return LIKELY(decode_inner(&m->f_inner, p, p + size) == 0) ? p + size : NULL;
}

/* ---- Matrix3 ---- */

INLINE int32_t unzigzag32(uint32_t value) { return (int32_t)(value >> 1 ^ (0 - (value & 1))); }
INLINE int64_t unzigzag64(uint64_t value) { return (int64_t)(value >> 1 ^ (0 - (value & 1))); }

INLINE double as_double(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

INLINE float as_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

#define VARINT_FIELD(store) \
  p = read_varint(p, end, &value); \
  if (UNLIKELY(p == NULL)) return -1; \
  store

/* Whatever the lines of limit_decode leave over. */
COLD int any_order(limit_matrix3 *m, const uint8_t *p, const uint8_t *end) {
  while (p < end) {
    uint64_t tag, value;
    p = varint_near_end(p, end, &tag);
    if (p == NULL) return -1;
    switch (tag) {
      case 1 << 3 | FIXED64:
        if (end - p < 8) return -1;
        m->f_double = as_double(load64(p));
        p += 8;
        break;
      case 2 << 3 | FIXED32:
        if (end - p < 4) return -1;
        m->f_float = as_float(load32(p));
        p += 4;
        break;
      case 3 << 3 | VARINT: VARINT_FIELD(m->f_int32 = (int32_t)value); break;
      case 4 << 3 | VARINT: VARINT_FIELD(m->f_int64 = (int64_t)value); break;
      case 5 << 3 | VARINT: VARINT_FIELD(m->f_uint32 = (uint32_t)value); break;
      case 6 << 3 | VARINT: VARINT_FIELD(m->f_uint64 = value); break;
      case 7 << 3 | VARINT: VARINT_FIELD(m->f_sint32 = unzigzag32((uint32_t)value)); break;
      case 8 << 3 | VARINT: VARINT_FIELD(m->f_sint64 = unzigzag64(value)); break;
      case 9 << 3 | FIXED32:
        if (end - p < 4) return -1;
        m->f_fixed32 = load32(p);
        p += 4;
        break;
      case 10 << 3 | FIXED64:
        if (end - p < 8) return -1;
        m->f_fixed64 = load64(p);
        p += 8;
        break;
      case 11 << 3 | FIXED32:
        if (end - p < 4) return -1;
        m->f_sfixed32 = (int32_t)load32(p);
        p += 4;
        break;
      case 12 << 3 | FIXED64:
        if (end - p < 8) return -1;
        m->f_sfixed64 = (int64_t)load64(p);
        p += 8;
        break;
      case 13 << 3 | VARINT: VARINT_FIELD(m->f_bool = value != 0); break;
      case 14 << 3 | BYTES: p = read_string(p, end, &m->f_string); break;
      case 15 << 3 | BYTES: p = read_bytes(p, end, &m->f_bytes); break;
      case 16 << 3 | VARINT: VARINT_FIELD(m->f_enum = (int32_t)value); break;
      case 17 << 3 | BYTES: p = read_inner(p, end, m); break;
      case 18 << 3 | BYTES: p = read_string(p, end, &m->f_string2); break;
      case 19 << 3 | VARINT: VARINT_FIELD(m->f_a = (int32_t)value); break;
      case 20 << 3 | VARINT: VARINT_FIELD(m->f_b = (int64_t)value); break;
      case 21 << 3 | VARINT: VARINT_FIELD(m->f_c = (uint32_t)value); break;
      case 22 << 3 | VARINT: VARINT_FIELD(m->f_d = value != 0); break;
      default: p = skip_value(p, end, tag, 0); break;
    }
    if (p == NULL) return -1;
  }
  return 0;
}

/* "Is the next tag mine?" for tags of one and two bytes, with room for at least `more` bytes behind it. */
#define TAG1(number, wire, more) LIKELY(end - p >= 1 + (more) && p[0] == ((number) << 3 | (wire)))
#define TAG2(number, wire, more)                    \
  LIKELY(end - p >= 2 + (more) &&                   \
         (p[0] | p[1] << 8) == (((number) << 3 & 0x7f) | 0x80 | (wire) | ((number) >> 4) << 8))

#define DECODE_VARINT1(number, store) \
  if (TAG1(number, VARINT, 1)) {      \
    p += 1;                           \
    VARINT_FIELD(store);              \
  }
#define DECODE_VARINT2(number, store) \
  if (TAG2(number, VARINT, 1)) {      \
    p += 2;                           \
    VARINT_FIELD(store);              \
  }
#define DECODE_FIXED32(number, store) \
  if (TAG1(number, FIXED32, 4)) {     \
    store;                            \
    p += 5;                           \
  }
#define DECODE_FIXED64(number, store) \
  if (TAG1(number, FIXED64, 8)) {     \
    store;                            \
    p += 9;                           \
  }
#define DECODE_BYTES1(number, read)       \
  if (TAG1(number, BYTES, 1)) {           \
    p += 1;                               \
    p = (read);                           \
    if (UNLIKELY(p == NULL)) return -1;   \
  }
#define DECODE_BYTES2(number, read)       \
  if (TAG2(number, BYTES, 1)) {           \
    p += 2;                               \
    p = (read);                           \
    if (UNLIKELY(p == NULL)) return -1;   \
  }

int limit_decode(limit_matrix3 *m, const uint8_t *p, size_t size) {
  const uint8_t *end = p + size;
  uint64_t value;
  memset(m, 0, sizeof *m);
  DECODE_FIXED64(1, m->f_double = as_double(load64(p + 1)))
  DECODE_FIXED32(2, m->f_float = as_float(load32(p + 1)))
  DECODE_VARINT1(3, m->f_int32 = (int32_t)value)
  DECODE_VARINT1(4, m->f_int64 = (int64_t)value)
  DECODE_VARINT1(5, m->f_uint32 = (uint32_t)value)
  DECODE_VARINT1(6, m->f_uint64 = value)
  DECODE_VARINT1(7, m->f_sint32 = unzigzag32((uint32_t)value))
  DECODE_VARINT1(8, m->f_sint64 = unzigzag64(value))
  DECODE_FIXED32(9, m->f_fixed32 = load32(p + 1))
  DECODE_FIXED64(10, m->f_fixed64 = load64(p + 1))
  DECODE_FIXED32(11, m->f_sfixed32 = (int32_t)load32(p + 1))
  DECODE_FIXED64(12, m->f_sfixed64 = (int64_t)load64(p + 1))
  DECODE_VARINT1(13, m->f_bool = value != 0)
  DECODE_BYTES1(14, read_string(p, end, &m->f_string))
  DECODE_BYTES1(15, read_bytes(p, end, &m->f_bytes))
  DECODE_VARINT2(16, m->f_enum = (int32_t)value)
  DECODE_BYTES2(17, read_inner(p, end, m))
  DECODE_BYTES2(18, read_string(p, end, &m->f_string2))
  DECODE_VARINT2(19, m->f_a = (int32_t)value)
  DECODE_VARINT2(20, m->f_b = (int64_t)value)
  DECODE_VARINT2(21, m->f_c = (uint32_t)value)
  DECODE_VARINT2(22, m->f_d = value != 0)
  return LIKELY(p == end) ? 0 : any_order(m, p, end);
}

/* ---- encoding ---- */

/* The most that a message takes without the bytes of its strings: a tag and a value of
 *   three 64-bit and three 32-bit fixed fields           27 + 15
 *   int32, int64, uint64, sint64 and uint32, sint32      4 * 11 + 2 * 6
 *   bool                                                 2
 *   string and bytes (tag, length), string2              2 * 11 + 12
 *   enum, a, b; c; d                                     3 * 12 + 7 + 3
 *   inner: tag, length, id, label's tag and length       12 + 11 + 11 */
enum { FIXED_PART_MAX = 27 + 15 + 56 + 2 + 34 + 46 + 34 };

INLINE void store32(uint8_t *p, uint32_t v) {
  p[0] = (uint8_t)v;
  p[1] = (uint8_t)(v >> 8);
  p[2] = (uint8_t)(v >> 16);
  p[3] = (uint8_t)(v >> 24);
}

INLINE void store64(uint8_t *p, uint64_t v) {
  store32(p, (uint32_t)v);
  store32(p + 4, (uint32_t)(v >> 32));
}

INLINE uint8_t *write_varint(uint8_t *p, uint64_t v) {
  while (UNLIKELY(v >= 0x80)) {
    *p++ = (uint8_t)(v | 0x80);
    v >>= 7;
  }
  *p++ = (uint8_t)v;
  return p;
}

INLINE uint8_t *write_tag(uint8_t *p, uint32_t number, uint32_t wire) {
  if (number < 16) {
    p[0] = (uint8_t)(number << 3 | wire);
    return p + 1;
  }
  p[0] = (uint8_t)(number << 3 | wire | 0x80);
  p[1] = (uint8_t)(number >> 4);
  return p + 2;
}

INLINE uint8_t *write_bytes(uint8_t *p, uint32_t number, limit_bytes b) {
  p = write_varint(write_tag(p, number, BYTES), b.size);
  if (b.size >= 8 && b.size <= 16) { /* two words that overlap */
    store64(p, load64(b.data));
    store64(p + b.size - 8, load64(b.data + b.size - 8));
  } else if (b.size >= 4 && b.size < 8) {
    store32(p, load32(b.data));
    store32(p + b.size - 4, load32(b.data + b.size - 4));
  } else {
    memcpy(p, b.data, b.size);
  }
  return p + b.size;
}

INLINE uint64_t zigzag32(int32_t v) { return ((uint32_t)v << 1) ^ (uint32_t)(v >> 31); }
INLINE uint64_t zigzag64(int64_t v) { return ((uint64_t)v << 1) ^ (uint64_t)(v >> 63); }

INLINE size_t varint_size(uint64_t v) { return (size_t)((70 - __builtin_clzll(v | 1)) / 7); }

INLINE uint8_t *write_inner(uint8_t *p, const limit_inner *m) {
  size_t size = (m->id != 0 ? 1 + varint_size((uint64_t)(int64_t)m->id) : 0) +
                (m->label.size != 0 ? 1 + varint_size(m->label.size) + m->label.size : 0);
  p = write_varint(write_tag(p, 17, BYTES), size);
  if (m->id != 0) p = write_varint(write_tag(p, 1, VARINT), (uint64_t)(int64_t)m->id);
  if (m->label.size != 0) p = write_bytes(p, 2, m->label);
  return p;
}

#define ENCODE_VARINT(number, present, v) \
  if (present) p = write_varint(write_tag(p, number, VARINT), v);
#define ENCODE_FIXED32(number, bits)                \
  if ((bits) != 0) {                                \
    p = write_tag(p, number, FIXED32);              \
    store32(p, bits);                               \
    p += 4;                                         \
  }
#define ENCODE_FIXED64(number, bits)                \
  if ((bits) != 0) {                                \
    p = write_tag(p, number, FIXED64);              \
    store64(p, bits);                               \
    p += 8;                                         \
  }
#define ENCODE_BYTES(number, b) \
  if ((b).size != 0) p = write_bytes(p, number, b);

size_t limit_encode(const limit_matrix3 *m, uint8_t *buffer, size_t capacity) {
  uint8_t *p = buffer;
  uint64_t double_bits;
  uint32_t float_bits;
  memcpy(&double_bits, &m->f_double, sizeof double_bits);
  memcpy(&float_bits, &m->f_float, sizeof float_bits);
  if (capacity < FIXED_PART_MAX + m->f_string.size + m->f_bytes.size + m->f_string2.size + m->f_inner.label.size)
    return 0;
  ENCODE_FIXED64(1, double_bits)
  ENCODE_FIXED32(2, float_bits)
  ENCODE_VARINT(3, m->f_int32 != 0, (uint64_t)(int64_t)m->f_int32)
  ENCODE_VARINT(4, m->f_int64 != 0, (uint64_t)m->f_int64)
  ENCODE_VARINT(5, m->f_uint32 != 0, m->f_uint32)
  ENCODE_VARINT(6, m->f_uint64 != 0, m->f_uint64)
  ENCODE_VARINT(7, m->f_sint32 != 0, zigzag32(m->f_sint32))
  ENCODE_VARINT(8, m->f_sint64 != 0, zigzag64(m->f_sint64))
  ENCODE_FIXED32(9, m->f_fixed32)
  ENCODE_FIXED64(10, m->f_fixed64)
  ENCODE_FIXED32(11, (uint32_t)m->f_sfixed32)
  ENCODE_FIXED64(12, (uint64_t)m->f_sfixed64)
  ENCODE_VARINT(13, m->f_bool, 1)
  ENCODE_BYTES(14, m->f_string)
  ENCODE_BYTES(15, m->f_bytes)
  ENCODE_VARINT(16, m->f_enum != 0, (uint64_t)(int64_t)m->f_enum)
  if (m->has_inner) p = write_inner(p, &m->f_inner);
  ENCODE_BYTES(18, m->f_string2)
  ENCODE_VARINT(19, m->f_a != 0, (uint64_t)(int64_t)m->f_a)
  ENCODE_VARINT(20, m->f_b != 0, (uint64_t)m->f_b)
  ENCODE_VARINT(21, m->f_c != 0, m->f_c)
  ENCODE_VARINT(22, m->f_d, 1)
  return (size_t)(p - buffer);
}
