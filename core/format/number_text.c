/* Floating-point numbers in JSON. */
#include "core/format/number_text.h"

static uint8_t *put_word(uint8_t *out, const char *word) {
  size_t size = strlen(word);
  memcpy(out, word, size);
  return out + size;
}

/* NaN and the infinities. */
static uint8_t *put_special(uint8_t *out, double value) {
  if (value != value) return put_word(out, "\"NaN\"");
  return put_word(out, value < 0 ? "\"-Infinity\"" : "\"Infinity\"");
}

uint8_t *pbwi_json_put_double(uint8_t *out, double value) {
  return PBWI_LIKELY(value - value == 0) ? pbwi_print_double(out, value) : put_special(out, value);
}

uint8_t *pbwi_json_put_float(uint8_t *out, float value) {
  return PBWI_LIKELY(value - value == 0) ? pbwi_print_float(out, value) : put_special(out, (double)value);
}
