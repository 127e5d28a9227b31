/* A tiny wire writer, so that the payloads owe nothing to any codec that they measure.
 *
 * It grows one buffer and moves bytes where a submessage's length is known only at its end. Slow and
 * obviously right: it runs once per case. Out of memory ends the program. */
#ifndef PBW_BENCH_WRITER_H
#define PBW_BENCH_WRITER_H

#include <stddef.h>
#include <stdint.h>

typedef struct writer {
  uint8_t *data;
  size_t size;
  size_t capacity;
} writer;

enum { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_START = 3, WIRE_END = 4, WIRE_32 = 5 };

void put_tag(writer *w, uint32_t field, uint32_t wire_type);

/* A field with its tag. Signed 32-bit values are sign-extended by the call, as the format wants. */
void put_int(writer *w, uint32_t field, int64_t value);
void put_uint(writer *w, uint32_t field, uint64_t value);
void put_sint(writer *w, uint32_t field, int64_t value);
void put_fixed32(writer *w, uint32_t field, uint32_t value);
void put_fixed64(writer *w, uint32_t field, uint64_t value);
void put_float(writer *w, uint32_t field, float value);
void put_double(writer *w, uint32_t field, double value);
void put_bytes(writer *w, uint32_t field, const void *data, size_t size);
void put_string(writer *w, uint32_t field, const char *text);
void put_format(writer *w, uint32_t field, const char *format, ...) __attribute__((format(printf, 3, 4)));
void put_filled(writer *w, uint32_t field, char with, size_t size); /* a string of one letter */

/* A bare varint, for the inside of a packed field. */
void put_raw_varint(writer *w, uint64_t value);

/* A submessage or packed field: `size_t at = open_field(w, 5); ...; close_field(w, at);` */
size_t open_field(writer *w, uint32_t field);
void close_field(writer *w, size_t at);

#endif
