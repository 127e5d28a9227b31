#include "proof.h"

#include <stdlib.h>
#include <string.h>

typedef struct field {
  uint64_t number;
  const uint8_t *data; /* from its tag on */
  size_t size;
} field;

static const uint8_t *varint(const uint8_t *p, const uint8_t *end, uint64_t *value) {
  *value = 0;
  for (unsigned shift = 0; p != NULL && p < end && shift < 64; shift += 7) {
    *value |= (uint64_t)(*p & 0x7f) << shift;
    if (*p++ < 0x80) return p;
  }
  return NULL;
}

/* The end of the field at p, or NULL. A group ends with its end tag. */
static const uint8_t *field_end(const uint8_t *p, const uint8_t *end, uint64_t *number) {
  uint64_t tag, value, inner;
  p = varint(p, end, &tag);
  if (p == NULL) return NULL;
  *number = tag >> 3;
  switch (tag & 7) {
    case 0: return varint(p, end, &value);
    case 1: return end - p >= 8 ? p + 8 : NULL;
    case 2:
      p = varint(p, end, &value);
      return p != NULL && value <= (uint64_t)(end - p) ? p + value : NULL;
    case 3:
      while (p != NULL && p < end && (*p & 7) != 4) p = field_end(p, end, &inner);
      return p != NULL ? varint(p, end, &value) : NULL;
    case 5: return end - p >= 4 ? p + 4 : NULL;
    default: return NULL;
  }
}

/* The fields, at most `max` of them; 0 when the bytes are not a message. */
static size_t split(const uint8_t *p, size_t size, field *fields, size_t max) {
  const uint8_t *end = p + size;
  size_t count = 0;
  while (p < end && count < max) {
    field *f = &fields[count++];
    f->data = p;
    p = field_end(p, end, &f->number);
    if (p == NULL) return 0;
    f->size = (size_t)(p - f->data);
  }
  return p == end ? count : 0;
}

/* Whether this may be a map's entry whose key is an integer: a length-delimited field that begins with a varint 1. */
static int has_integer_key(const field *f) {
  const uint8_t *end = f->data + f->size;
  uint64_t tag, size;
  const uint8_t *p = varint(f->data, end, &tag);
  if ((tag & 7) != 2) return 0;
  p = varint(p, end, &size);
  return p != NULL && p < end && *p == (1 << 3 | 0);
}

/* By number; fields of one number as they came, but such entries by what they hold. */
static int by_number(const void *a, const void *b) {
  const field *x = a, *y = b;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  if (has_integer_key(x) && has_integer_key(y)) {
    int order = memcmp(x->data, y->data, x->size < y->size ? x->size : y->size);
    if (order != 0) return order;
  }
  return (x->data > y->data) - (x->data < y->data);
}

int proof_equal(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size) {
  if (a_size != b_size) return 0;
  if (memcmp(a, b, a_size) == 0) return 1;
  size_t max = a_size / 2 + 1; /* no field is shorter */
  field *fields = malloc(2 * max * sizeof *fields);
  if (fields == NULL) return 0;
  size_t count = split(a, a_size, fields, max);
  int equal = count != 0 && split(b, b_size, fields + max, max) == count;
  if (equal) {
    qsort(fields, count, sizeof *fields, by_number);
    qsort(fields + max, count, sizeof *fields, by_number);
  }
  for (size_t i = 0; equal && i < count; i++) {
    const field *x = &fields[i], *y = &fields[max + i];
    equal = x->size == y->size && memcmp(x->data, y->data, x->size) == 0;
  }
  free(fields);
  return equal;
}
