/* Strings between quotes, and whether bytes are one that people can read. */
#include "bindings/cli/cli.h"

#include <string.h>

/* Bytes of the character at p: 0 for what is no UTF-8, or a control that text does not have. */
static size_t character(const uint8_t *p, size_t left) {
  uint8_t head = p[0];
  size_t size = head < 0x80 ? 1 : head >= 0xf0 ? 4 : head >= 0xe0 ? 3 : 2;
  if (size == 1) return (head >= 0x20 && head != 0x7f) || head == '\n' || head == '\t' || head == '\r';
  if (head < 0xc2 || head > 0xf4 || left < size) return 0;
  for (size_t i = 1; i < size; i++)
    if ((p[i] & 0xc0) != 0x80) return 0;
  bool control = head == 0xc2 && p[1] < 0xa0, surrogate = head == 0xed && p[1] >= 0xa0;
  bool too_long = (head == 0xe0 && p[1] < 0xa0) || (head == 0xf0 && p[1] < 0x90), too_large = head == 0xf4 && p[1] >= 0x90;
  return control || surrogate || too_long || too_large ? 0 : size;
}

bool quote_is_text(pbw_bytes bytes) {
  for (size_t i = 0, size; i < bytes.size; i += size)
    if ((size = character(bytes.data + i, bytes.size - i)) == 0) return false;
  return true;
}

void quote_add(cli_text *out, pbw_bytes bytes, bool text) {
  static const char from[] = "\n\r\t\"'\\", to[] = "nrt\"'\\";
  text_add(out, "\"");
  for (size_t i = 0, size; i < bytes.size; i += size) {
    const uint8_t *p = bytes.data + i;
    const char *known = *p != 0 ? strchr(from, *p) : NULL;
    bool ascii = *p >= 0x20 && *p < 0x7f;
    size = text && !ascii ? character(p, bytes.size - i) : 1;
    if (known != NULL) text_add(out, "\\%c", to[known - from]);
    else if (size > 0 && (text || ascii)) text_put(out, p, size);
    else text_add(out, "\\%03o", *p);
    if (size == 0) size = 1;
  }
  text_add(out, "\"");
}
