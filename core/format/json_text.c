/* Escapes. */
#include "core/format/json_text.h"

uint8_t *pbwi_json_escape(uint8_t *out, uint8_t c) {
  static const char hex[] = "0123456789abcdef";
  static const char shorts[0x20] = {['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};
  *out++ = '\\';
  if (c >= 0x20) {
    *out++ = c;
  } else if (shorts[c]) {
    *out++ = (uint8_t)shorts[c];
  } else {
    memcpy(out, "u00", 3);
    out[3] = (uint8_t)hex[c >> 4];
    out[4] = (uint8_t)hex[c & 15];
    out += 5;
  }
  return out;
}
