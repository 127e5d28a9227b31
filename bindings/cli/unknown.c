/* Fields that the schema does not have, by number: varints in decimal, fixed ones in hex, and bytes as a
 * message where they look like one, else as a string. That guess is for people. */
#include "bindings/cli/cli.h"

#include <inttypes.h>

enum { VARINT = 0, FIXED64 = 1, LENGTH = 2, GROUP = 3, END = 4, FIXED32 = 5, MAX_GUESSES = 10, MAX_GROUPS = 100 };

static bool take_varint(pbw_bytes *in, uint64_t *value) {
  *value = 0;
  for (unsigned i = 0; i < 10 && in->size > 0; i++) {
    uint8_t byte = *in->data++;
    in->size--;
    *value |= (uint64_t)(byte & 0x7f) << (7 * i);
    if (byte < 0x80) return true;
  }
  return false;
}

static bool take_bytes(pbw_bytes *in, uint64_t size, pbw_bytes *out) {
  if (size > in->size) return false;
  *out = (pbw_bytes){in->data, (size_t)size};
  in->data += size;
  in->size -= (size_t)size;
  return true;
}

static uint64_t little_endian(pbw_bytes bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size; i > 0; i--) value = value << 8 | bytes.data[i - 1];
  return value;
}

static void print_bytes(FILE *out, uint64_t number, pbw_bytes value, int indent, int guesses);

/* Take every field up to the end or, inside a group, up to its end tag, and print them when out is not
 * NULL. False: it is not the wire format. */
static bool take_fields(FILE *out, pbw_bytes *in, uint64_t group, int groups, int indent, int guesses) {
  uint64_t tag, value;
  pbw_bytes bytes;
  while (in->size > 0) {
    if (!take_varint(in, &tag) || tag > UINT32_MAX || tag >> 3 == 0) return false;
    uint64_t number = tag >> 3;
    if ((tag & 7) == END) return number == group;
    if (out != NULL && (tag & 7) != LENGTH) {
      print_indent(out, indent);
      fprintf(out, "%" PRIu64 "%s", number, (tag & 7) == GROUP ? " {\n" : ": ");
    }
    switch (tag & 7) {
      case VARINT:
        if (!take_varint(in, &value)) return false;
        if (out != NULL) fprintf(out, "%" PRIu64 "\n", value);
        break;
      case FIXED64:
        if (!take_bytes(in, 8, &bytes)) return false;
        if (out != NULL) fprintf(out, "0x%016" PRIx64 "\n", little_endian(bytes));
        break;
      case FIXED32:
        if (!take_bytes(in, 4, &bytes)) return false;
        if (out != NULL) fprintf(out, "0x%08" PRIx64 "\n", little_endian(bytes));
        break;
      case LENGTH:
        if (!take_varint(in, &value) || !take_bytes(in, value, &bytes)) return false;
        if (out != NULL) print_bytes(out, number, bytes, indent, guesses);
        break;
      case GROUP:
        if (groups == 0 || !take_fields(out, in, number, groups - 1, indent + 1, guesses)) return false;
        if (out != NULL) {
          print_indent(out, indent);
          fputs("}\n", out);
        }
        break;
      default: return false;
    }
  }
  return group == 0;
}

static void print_bytes(FILE *out, uint64_t number, pbw_bytes value, int indent, int guesses) {
  pbw_bytes look = value;
  print_indent(out, indent);
  fprintf(out, "%" PRIu64, number);
  if (value.size > 0 && guesses > 0 && take_fields(NULL, &look, 0, MAX_GROUPS, 0, 0)) {
    fputs(" {\n", out);
    take_fields(out, &value, 0, MAX_GROUPS, indent + 1, guesses - 1);
    print_indent(out, indent);
    fputs("}\n", out);
  } else {
    fputs(": ", out);
    print_string(out, value, false);
    fputc('\n', out);
  }
}

void print_unknown(FILE *out, pbw_bytes fields, int indent) {
  take_fields(out, &fields, 0, MAX_GROUPS, indent, MAX_GUESSES);
}
