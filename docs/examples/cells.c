/* Where the fields of a type stand in its messages, on this machine: what a binding asks once per schema.
 *
 *     cells DESCRIPTOR_SET TYPE...
 */
#include "abi/pbwire.h"

#include <stdio.h>
#include <stdlib.h>

static void must(pbw_status status) {
  if (status == PBW_OK) return;
  fprintf(stderr, "cells: %s\n", pbw_status_text(status));
  exit(1);
}

static const char *format(int32_t number) {
  static const char *const names[] = {
      [PBW_CELL_NONE] = "NONE",       [PBW_CELL_BOOL] = "BOOL",       [PBW_CELL_32] = "32",     [PBW_CELL_64] = "64",
      [PBW_CELL_BYTES] = "BYTES",     [PBW_CELL_MESSAGE] = "MESSAGE", [PBW_CELL_LIST] = "LIST", [PBW_CELL_MAP] = "MAP",
  };
  return number >= 0 && number < (int32_t)(sizeof names / sizeof *names) ? names[number] : "?";
}

static void tell_field(const pbw_field *field, const char *name) {
  pbw_cell cell = {.struct_size = sizeof cell};
  must(pbw_field_cell(field, &cell));
  printf("  %3u  %-3u %-13s  %-7s  ", (unsigned)cell.offset, (unsigned)pbw_field_number(field), name,
         format(cell.format));
  switch (cell.presence) {
    case PBW_PRESENCE_IMPLICIT: printf("IMPLICIT"); break;
    case PBW_PRESENCE_BIT: printf("BIT, byte %u, 0x%02x", (unsigned)cell.presence_offset, (unsigned)cell.presence_mask); break;
    case PBW_PRESENCE_POINTER: printf("POINTER"); break;
    case PBW_PRESENCE_ONEOF: printf("ONEOF, case at %u", (unsigned)cell.presence_offset); break;
    default: printf("SIZE"); break;
  }
  if (cell.format == PBW_CELL_LIST)
    printf("; elements %s, %u apart", format(cell.element_format), (unsigned)cell.entry_size);
  if (cell.format == PBW_CELL_MAP)
    printf("; entries %u apart: key %s at 0, value %s at %u", (unsigned)cell.entry_size, format(cell.key_format),
           format(cell.element_format), (unsigned)cell.value_offset);
  printf("\n");
}

static void tell_type(const pbw_type *type) {
  printf("%s: %zu bytes\n", pbw_type_full_name(type), pbw_type_message_size(type));
  printf("  %3u      (unknown)      a list of BYTES\n", (unsigned)pbw_type_unknown_offset(type));
  for (size_t i = 0; i < pbw_type_field_count(type); i++) {
    const pbw_field *field = pbw_type_field_at(type, i);
    tell_field(field, pbw_field_name(field));
  }
  for (size_t i = 0; i < pbw_type_extension_count(type); i++) {
    const pbw_field *field = pbw_type_extension_at(type, i);
    tell_field(field, pbw_field_full_name(field));
  }
}

int main(int argc, char **argv) {
  static uint8_t set[1 << 20];
  FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) return fprintf(stderr, "usage: cells DESCRIPTOR_SET TYPE...\n"), 2;
  size_t set_size = fread(set, 1, sizeof set, file);
  fclose(file);

  pbw_schema *schema;
  must(pbw_schema_load(set, set_size, &schema, NULL));
  for (int i = 2; i < argc; i++) {
    const pbw_type *type = pbw_schema_type(schema, argv[i]);
    if (!type) return fprintf(stderr, "cells: no %s\n", argv[i]), 1;
    tell_type(type);
  }
  pbw_schema_free(schema);
  return 0;
}
