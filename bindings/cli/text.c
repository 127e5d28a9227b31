/* Numbers and strings as text that reads back to the same value. */
#include "bindings/cli/cli.h"

#include <math.h>
#include <stdlib.h>

static bool print_special(FILE *out, double value) {
  if (isnan(value))
    fputs("nan", out);
  else if (isinf(value))
    fputs(value < 0 ? "-inf" : "inf", out);
  else
    return false;
  return true;
}

/* The fewest digits that read back: 6 to 9 for a float, 15 to 17 for a double. */
void print_float(FILE *out, float value) {
  char text[32];
  if (print_special(out, (double)value)) return;
  for (int digits = 6; digits <= 9; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, (double)value);
    if (strtof(text, NULL) == value) break;
  }
  fputs(text, out);
}

void print_double(FILE *out, double value) {
  char text[32];
  if (print_special(out, value)) return;
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  fputs(text, out);
}

static bool continues(const uint8_t *p, size_t count) {
  for (size_t i = 1; i < count; i++)
    if ((p[i] & 0xc0) != 0x80) return false;
  return true;
}

/* Bytes of the character at p that a terminal can be shown: 0 for what is malformed or a control. */
static size_t showable(const uint8_t *p, size_t left) {
  uint8_t head = p[0];
  if (head >= 0xc2 && head < 0xe0 && left >= 2 && continues(p, 2))
    return head == 0xc2 && p[1] < 0xa0 ? 0 : 2; /* U+0080 to U+009F are controls */
  if (head >= 0xe0 && head < 0xf0 && left >= 3 && continues(p, 3))
    return (head == 0xe0 && p[1] < 0xa0) || (head == 0xed && p[1] >= 0xa0) ? 0 : 3;
  if (head >= 0xf0 && head < 0xf5 && left >= 4 && continues(p, 4))
    return (head == 0xf0 && p[1] < 0x90) || (head == 0xf4 && p[1] >= 0x90) ? 0 : 4;
  return 0;
}

static void print_escaped(FILE *out, uint8_t byte) {
  switch (byte) {
    case '\n': fputs("\\n", out); break;
    case '\r': fputs("\\r", out); break;
    case '\t': fputs("\\t", out); break;
    case '"': fputs("\\\"", out); break;
    case '\'': fputs("\\'", out); break;
    case '\\': fputs("\\\\", out); break;
    default:
      if (byte < 0x20 || byte >= 0x7f)
        fprintf(out, "\\%03o", byte);
      else
        fputc(byte, out);
  }
}

void print_string(FILE *out, pbw_bytes value, bool text) {
  fputc('"', out);
  for (size_t i = 0; i < value.size;) {
    size_t length = text && value.data[i] >= 0x80 ? showable(value.data + i, value.size - i) : 0;
    if (length > 0) {
      fwrite(value.data + i, 1, length, out);
      i += length;
    } else {
      print_escaped(out, value.data[i++]);
    }
  }
  fputc('"', out);
}

void print_indent(FILE *out, int indent) { fprintf(out, "%*s", 2 * indent, ""); }
