/* Declared defaults: text to cells. protoc writes numbers in decimal ("inf", "nan" too), enums by name,
 * strings as they are and bytes with C escapes. */
#include "core/base/number.h"
#include "core/schema/load.h"

typedef union cell {
  uint8_t boolean;
  int32_t i32;
  uint32_t u32;
  int64_t i64;
  uint64_t u64;
  float f32;
  double f64;
  pbw_bytes bytes;
} cell;

static int digit_value(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

/* At most `digits` digits of a base; returns how many there were. */
static size_t read_digits(const uint8_t *p, const uint8_t *end, int base, size_t digits, unsigned *value) {
  size_t count = 0;
  *value = 0;
  while (count < digits && p + count < end && digit_value(p[count]) < base)
    *value = *value * (unsigned)base + (unsigned)digit_value(p[count++]);
  return count;
}

/* One escape behind its backslash; returns what follows, or NULL. */
static const uint8_t *unescape_one(const uint8_t *p, const uint8_t *end, uint8_t *out) {
  static const char letters[] = "abfnrtv\\?'\"", meanings[] = "\a\b\f\n\r\t\v\\?'\"";
  unsigned value;
  if (p == end) return NULL;
  size_t digits = read_digits(p, end, 8, 3, &value);
  if (digits) {
    *out = (uint8_t)value;
    return value < 256 ? p + digits : NULL;
  }
  if (*p == 'x' || *p == 'X') {
    digits = read_digits(p + 1, end, 16, 2, &value);
    *out = (uint8_t)value;
    return digits ? p + 1 + digits : NULL;
  }
  const char *letter = *p ? strchr(letters, *p) : NULL;
  if (!letter) return NULL;
  *out = (uint8_t)meanings[letter - letters];
  return p + 1;
}

static bool unescape(pbw_bytes text, uint8_t *out, size_t *size) {
  *size = 0;
  if (!text.size) return true;
  const uint8_t *p = text.data, *end = p + text.size;
  uint8_t *start = out;
  while (p < end) {
    if (*p != '\\') {
      *out++ = *p++;
      continue;
    }
    p = unescape_one(p + 1, end, out++);
    if (!p) return false;
  }
  *size = (size_t)(out - start);
  return true;
}

/* Strings and bytes; the cell owns its bytes in the schema's arena. */
static pbw_status parse_bytes(pbwi_load *load, const pbw_field *field, pbw_bytes text, pbw_bytes *out) {
  uint8_t *data = pbwi_arena_alloc(load->schema->arena, text.size);
  if (!data) return pbwi_fail_memory(load);
  *out = (pbw_bytes){data, text.size};
  if (field->slot->type == PBW_TYPE_STRING) {
    if (text.size) memcpy(data, text.data, text.size);
    return PBW_OK;
  }
  if (!unescape(text, data, &out->size))
    return pbwi_fail(load, field->file, field->full_name, "its default \"%s\" has a bad escape", pbwi_show(load, text));
  return PBW_OK;
}

/* "inf", "nan" and their negatives. */
static bool parse_special(pbw_bytes text, double *value) {
  bool minus = *text.data == '-';
  pbw_bytes name = {text.data + minus, text.size - minus};
  uint64_t bits;
  if (pbwi_bytes_are(name, "inf"))
    bits = UINT64_C(0x7ff) << 52;
  else if (pbwi_bytes_are(name, "nan"))
    bits = UINT64_C(0xfff) << 51;
  else
    return false;
  bits |= (uint64_t)minus << 63;
  memcpy(value, &bits, sizeof bits);
  return true;
}

/* The whole text as a decimal number, such as protoc and its relatives write them. */
static bool parse_decimal(pbw_bytes text, unsigned allowed, pbwi_decimal *number) {
  const uint8_t *end = text.data + text.size;
  return pbwi_decimal_scan(text.data, end, allowed, number) && number->end == end;
}

/* One that is too large is an infinity. */
static bool parse_floating(pbw_bytes text, double *f64, float *f32) {
  pbwi_decimal number;
  if (parse_special(text, f64)) {
    *f32 = (float)*f64;
    return true;
  }
  if (!parse_decimal(text, PBWI_NUMBER_PLUS | PBWI_NUMBER_ZEROS | PBWI_NUMBER_POINT, &number)) return false;
  pbwi_decimal_to_double(&number, f64);
  pbwi_decimal_to_float(&number, f32);
  return true;
}

static bool parse_bool(pbw_bytes text, uint8_t *value) {
  *value = pbwi_bytes_are(text, "true");
  return *value || pbwi_bytes_are(text, "false");
}

/* Everything that is not a string. */
static bool parse_number(const pbw_field *field, pbw_bytes text, cell *out) {
  pbwi_decimal number;
  double f64;
  float f32;
  if (!text.size) return false;
  switch (field->slot->type) {
    case PBW_TYPE_DOUBLE:
      if (!parse_floating(text, &f64, &f32)) return false;
      out->f64 = f64;
      return true;
    case PBW_TYPE_FLOAT:
      if (!parse_floating(text, &f64, &f32)) return false;
      out->f32 = f32;
      return true;
    case PBW_TYPE_BOOL: return parse_bool(text, &out->boolean);
    case PBW_TYPE_ENUM: {
      const pbwi_enum_value *of = pbwi_enum_by_name(field->enum_type, (const char *)text.data, text.size);
      if (of) out->i32 = of->number;
      return of;
    }
    default: break;
  }
  if (!parse_decimal(text, PBWI_NUMBER_ZEROS, &number) || !number.integer) return false;
  switch (field->slot->type) {
    case PBW_TYPE_INT32:
    case PBW_TYPE_SINT32:
    case PBW_TYPE_SFIXED32: return pbwi_decimal_to_int32(&number, &out->i32);
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: return pbwi_decimal_to_uint32(&number, &out->u32);
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: return pbwi_decimal_to_uint64(&number, &out->u64);
    default: return pbwi_decimal_to_int64(&number, &out->i64);
  }
}

pbw_status pbwi_default_parse(pbwi_load *load, const pbw_field *field, pbw_bytes text, const void **out) {
  const pbwi_kind *kind = &pbwi_kinds[field->slot->type];
  static const cell zero;
  cell value;
  memset(&value, 0, sizeof value);
  *out = NULL;
  if (kind->cell == PBW_CELL_BYTES) {
    PBWI_TRY(parse_bytes(load, field, text, &value.bytes));
    if (!value.bytes.size) return PBW_OK;
  } else if (!parse_number(field, text, &value)) {
    return pbwi_fail(load, field->file, field->full_name, "its default \"%s\" is not a value of %s",
                     pbwi_show(load, text), field->enum_type ? field->enum_type->full_name : kind->name);
  } else if (!memcmp(&value, &zero, kind->cell_size)) {
    return PBW_OK;
  }
  *out = pbwi_arena_copy(load->schema->arena, &value, kind->cell_size);
  return *out ? PBW_OK : pbwi_fail_memory(load);
}
