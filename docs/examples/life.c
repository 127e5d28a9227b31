/* What docs/life-of-a-message.md shows, on this machine: a small message of bench/cases/person.proto is decoded,
 * every cell that is present is printed with its place, and the message is encoded again.
 *
 *     life bench/cases/cases.binpb
 */
#include "abi/pbwire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t input[] = {0x0a, 0x03, 'A',  'n',  'n',  0x10, 0x2a, 0x2a, 0x09, 0x12, 0x04, 'R', 'o',
                                'm',  'e',  0x18, 0x99, 0x01, 0x3a, 0x03, 0x07, 0xac, 0x02, 0x80, 0x01, 0x01};

static void must(pbw_status status) {
  if (status == PBW_OK) return;
  fprintf(stderr, "life: %s\n", pbw_status_text(status));
  exit(1);
}

static const void *at(const void *base, size_t offset) { return (const char *)base + offset; }

/* The outermost message. All that a small decode makes stands behind it, in one block. */
static const pbw_message *root;

static size_t from_root(const void *p) { return (uintptr_t)p - (uintptr_t)root; }

static void tell_bytes(pbw_bytes value) {
  printf("{root + %zu, %zu} ", from_root(value.data), value.size);
  for (size_t i = 0; i < value.size; i++) printf(" %02x", value.data[i]);
}

static void tell_message(const pbw_message *message, int indent);

static void tell_cell(const pbw_message *message, const pbw_field *field, const pbw_cell *cell, int indent) {
  pbw_bytes bytes;
  pbw_list list;
  uint32_t number;
  const void *place = at(message, cell->offset);
  printf("%*s%3u  %-13s ", indent, "", (unsigned)cell->offset, pbw_field_name(field));
  switch (cell->format) {
    case PBW_CELL_32:
      memcpy(&number, place, sizeof number);
      printf("%d\n", (int)number);
      break;
    case PBW_CELL_BYTES:
      memcpy(&bytes, place, sizeof bytes);
      tell_bytes(bytes);
      printf("  \"%.*s\"\n", (int)bytes.size, (const char *)bytes.data);
      break;
    case PBW_CELL_LIST:
      memcpy(&list, place, sizeof list);
      printf("{root + %zu, size %zu, capacity %zu}", from_root(list.data), list.size, list.capacity);
      for (size_t i = 0; i < list.size && cell->element_format == PBW_CELL_32; i++) {
        memcpy(&number, at(list.data, i * cell->entry_size), sizeof number);
        printf("%s%d", i ? ", " : "  ", (int)number);
      }
      printf("\n");
      break;
    case PBW_CELL_MESSAGE: {
      const pbw_message *child;
      memcpy(&child, place, sizeof child);
      printf("root + %zu: a %s\n", from_root(child), pbw_type_full_name(pbw_message_type(child)));
      tell_message(child, indent + 5);
      break;
    }
    default: printf("format %d\n", (int)cell->format);
  }
}

static void tell_message(const pbw_message *message, int indent) {
  const pbw_type *type = pbw_message_type(message);
  pbw_list unknown;
  memcpy(&unknown, at(message, pbw_type_unknown_offset(type)), sizeof unknown);
  if (unknown.size)
    printf("%*s%3u  (unknown)     {root + %zu, size %zu, capacity %zu}\n", indent, "",
           (unsigned)pbw_type_unknown_offset(type), from_root(unknown.data), unknown.size, unknown.capacity);
  for (size_t i = 0; i < unknown.size; i++) {
    printf("%*s", indent + 19, "");
    tell_bytes(((const pbw_bytes *)unknown.data)[i]);
    printf("\n");
  }
  for (size_t i = 0; i < pbw_type_field_count(type); i++) {
    const pbw_field *field = pbw_type_field_at(type, i);
    pbw_cell cell = {.struct_size = sizeof cell};
    must(pbw_field_cell(field, &cell));
    if (pbw_message_has(message, field)) tell_cell(message, field, &cell, indent);
  }
}

int main(int argc, char **argv) {
  static uint8_t set[1 << 20];
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!file) return fprintf(stderr, "usage: life DESCRIPTOR_SET\n"), 2;
  size_t set_size = fread(set, 1, sizeof set, file);
  fclose(file);

  pbw_schema *schema;
  must(pbw_schema_load(set, set_size, &schema, NULL));
  const pbw_type *person = pbw_schema_type(schema, "hello.Person");
  if (!person) return fprintf(stderr, "life: no hello.Person\n"), 1;
  pbw_ctx *ctx;
  const pbw_message *message;
  const uint8_t *output;
  size_t size;
  must(pbw_ctx_new(NULL, NULL, &ctx));
  must(pbw_decode_ctx(ctx, person, input, sizeof input, 0, &message));
  root = message;
  printf("the tree:\n");
  tell_message(message, 2);
  must(pbw_encode_ctx(ctx, message, 0, &output, &size));
  printf("\nencoded: %zu bytes, %s\n", size,
         size == sizeof input && !memcmp(output, input, size) ? "equal to the input" : "NOT EQUAL to the input");
  pbw_ctx_free(ctx);
  pbw_schema_free(schema);
  return 0;
}
