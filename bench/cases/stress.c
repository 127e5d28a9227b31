/* Everything in one message; see stress.proto. Fields stand in the order of their numbers, unknown ones at the end. */
#include "builders.h"

static void put_node(writer *w, uint32_t field, int levels, size_t seed) {
  size_t node = open_field(w, field);
  put_int(w, 1, levels);
  put_format(w, 2, "node %zu at %d", seed, levels);
  if (levels > 1) put_node(w, 3, levels - 1, seed * 3 + 1);
  size_t marks = open_field(w, 4);
  for (size_t i = 0; i < 8; i++) put_raw_varint(w, seed << (7 * i % 50));
  close_field(w, marks);
  close_field(w, node);
}

static void put_leaf(writer *w, uint32_t field, size_t i) {
  size_t leaf = open_field(w, field);
  put_int(w, 1, (int64_t)i);
  put_format(w, 2, "leaf %zu", i);
  close_field(w, leaf);
}

/* Every fifth of 200 fields; their types follow each other in this order. */
static void put_wide(writer *w) {
  size_t wide = open_field(w, 6);
  for (uint32_t f = 5; f <= 200; f += 5) {
    uint64_t value = f * 1000003;
    switch (f / 5 % 15) {
      case 0: case 1: put_int(w, f, -(int64_t)f); break;           /* int32, int64 */
      case 2: case 3: put_uint(w, f, value); break;                /* uint32, uint64 */
      case 4: case 5: put_sint(w, f, -(int64_t)value); break;      /* sint32, sint64 */
      case 6: case 8: put_fixed32(w, f, (uint32_t)value); break;   /* fixed32, sfixed32 */
      case 7: case 9: put_fixed64(w, f, value << 20); break;       /* fixed64, sfixed64 */
      case 10: put_uint(w, f, 1); break;                           /* bool */
      case 11: case 14: put_format(w, f, "field %u", f); break;    /* string, bytes */
      case 12: put_float(w, f, (float)f / 4); break;               /* float */
      case 13: put_double(w, f, (double)f / 3); break;             /* double */
    }
  }
  close_field(w, wide);
}

static void put_fixed(writer *w, uint64_t value, size_t size) {
  for (size_t i = 0; i < size; i++) put_raw_varint(w, value >> (8 * i) & 0x7f); /* below 128 a varint is a byte */
}

/* 100 elements of each packed kind: small, middle and large values in turn. */
static void put_packed(writer *w) {
  size_t packed = open_field(w, 7);
  for (uint32_t f = 1; f <= 14; f++) {
    size_t list = open_field(w, f);
    for (uint64_t i = 0; i < 100; i++) {
      uint64_t value = i % 3 == 0 ? i : i % 3 == 1 ? i * 1009 : i * 1000003;
      switch (f) {
        case 7: case 9: case 12: put_fixed(w, value, 4); break;  /* fixed32, sfixed32, float */
        case 8: case 10: case 13: put_fixed(w, value, 8); break; /* fixed64, sfixed64, double */
        case 11: put_raw_varint(w, i % 2); break;                /* bool */
        case 14: put_raw_varint(w, i % 3); break;                /* an enum */
        case 2: case 4: case 6: put_raw_varint(w, value << 24); break;
        default: put_raw_varint(w, value); break;
      }
    }
    close_field(w, list);
  }
  close_field(w, packed);
}

static void put_maps(writer *w) {
  for (size_t i = 0; i < 10; i++) {
    size_t entry = open_field(w, 9);
    put_format(w, 1, "name-%02zu", i);
    put_node(w, 2, 2, i);
    close_field(w, entry);
  }
  for (size_t i = 1; i <= 10; i++) {
    size_t entry = open_field(w, 10);
    put_int(w, 1, (int64_t)(i * 10000000000));
    put_leaf(w, 2, i);
    close_field(w, entry);
  }
  for (size_t i = 1; i <= 10; i++) {
    size_t entry = open_field(w, 11);
    put_int(w, 1, (int64_t)(i * i));
    put_format(w, 2, "square of %zu", i);
    close_field(w, entry);
  }
  for (size_t i = 0; i < 2; i++) {
    size_t entry = open_field(w, 12);
    put_uint(w, 1, i);
    put_double(w, 2, (double)i + 0.5);
    close_field(w, entry);
  }
}

static void put_unknown(writer *w) {
  put_uint(w, 5001, 123456789);
  put_fixed64(w, 5002, 42);
  put_string(w, 5003, "from a newer version of the schema");
  put_fixed32(w, 5004, 7);
}

void build_stress(writer *w, size_t n) {
  (void)n;
  put_int(w, 1, 2026);
  put_string(w, 2, "short");
  put_filled(w, 3, 'l', 5000);
  put_filled(w, 4, '\x5a', 300);
  put_node(w, 5, 5, 1);
  put_wide(w);
  put_packed(w);
  for (size_t i = 1; i <= 20; i++) put_format(w, 8, "%.*s%zu", (int)i, "abcdefghijklmnopqrstuvwxyz", i);
  put_maps(w);
  put_leaf(w, 14, 77);
  put_tag(w, 16, WIRE_START);
  put_int(w, 17, -5);
  put_string(w, 18, "inside a group");
  put_tag(w, 16, WIRE_END);
  put_int(w, 19, 1);
  put_int(w, 1000, 9000000000);
  put_string(w, 1001, "an extension");
  put_leaf(w, 1002, 88);
  put_unknown(w);
}
