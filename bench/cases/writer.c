#include "writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *reserve(writer *w, size_t size) {
  if (w->capacity - w->size < size) {
    size_t capacity = w->capacity * 2 + size + 64;
    uint8_t *data = realloc(w->data, capacity);
    if (data == NULL) {
      fputs("bench: out of memory\n", stderr);
      exit(1);
    }
    w->data = data;
    w->capacity = capacity;
  }
  w->size += size;
  return w->data + w->size - size;
}

static void put_little_endian(writer *w, uint64_t value, size_t size) {
  uint8_t *to = reserve(w, size);
  for (size_t i = 0; i < size; i++) to[i] = (uint8_t)(value >> (8 * i));
}

void put_raw_varint(writer *w, uint64_t value) {
  while (value >= 0x80) {
    *reserve(w, 1) = (uint8_t)(value | 0x80);
    value >>= 7;
  }
  *reserve(w, 1) = (uint8_t)value;
}

void put_tag(writer *w, uint32_t field, uint32_t wire_type) { put_raw_varint(w, field << 3 | wire_type); }

void put_uint(writer *w, uint32_t field, uint64_t value) {
  put_tag(w, field, WIRE_VARINT);
  put_raw_varint(w, value);
}

void put_int(writer *w, uint32_t field, int64_t value) { put_uint(w, field, (uint64_t)value); }

void put_sint(writer *w, uint32_t field, int64_t value) {
  put_uint(w, field, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

void put_fixed32(writer *w, uint32_t field, uint32_t value) {
  put_tag(w, field, WIRE_32);
  put_little_endian(w, value, 4);
}

void put_fixed64(writer *w, uint32_t field, uint64_t value) {
  put_tag(w, field, WIRE_64);
  put_little_endian(w, value, 8);
}

void put_float(writer *w, uint32_t field, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  put_fixed32(w, field, bits);
}

void put_double(writer *w, uint32_t field, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  put_fixed64(w, field, bits);
}

static uint8_t *put_slot(writer *w, uint32_t field, size_t size) {
  put_tag(w, field, WIRE_BYTES);
  put_raw_varint(w, size);
  return reserve(w, size);
}

void put_bytes(writer *w, uint32_t field, const void *data, size_t size) {
  memcpy(put_slot(w, field, size), data, size);
}

void put_string(writer *w, uint32_t field, const char *text) { put_bytes(w, field, text, strlen(text)); }

void put_format(writer *w, uint32_t field, const char *format, ...) {
  char text[128];
  va_list arguments;
  va_start(arguments, format);
  int size = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (size < 0 || (size_t)size >= sizeof text) abort();
  put_bytes(w, field, text, (size_t)size);
}

void put_filled(writer *w, uint32_t field, char with, size_t size) { memset(put_slot(w, field, size), with, size); }

size_t open_field(writer *w, uint32_t field) {
  put_tag(w, field, WIRE_BYTES);
  return w->size;
}

void close_field(writer *w, size_t at) {
  size_t body = w->size - at;
  put_raw_varint(w, body); /* written behind the body first, only to learn its size */
  size_t prefix = w->size - at - body;
  uint8_t length[10];
  memcpy(length, w->data + at + body, prefix);
  memmove(w->data + at + prefix, w->data + at, body);
  memcpy(w->data + at, length, prefix);
}
