/* The tokens of JSON: blanks, strings, numbers, and skipping what nobody asked for. Nothing outside the input is read. */
#include "core/base/status.h"
#include "core/base/utf8.h"
#include "core/format/json_parse.h"
#include "core/format/json_text.h"

const uint8_t *pbwi_json_fail(pbwi_parser *j, const uint8_t *at, const pbwi_trail *trail, pbw_status status,
                              const char *message) {
  pbwi_trail_fail(trail, j->error, status, (uint64_t)(at - j->start), message);
  pbwi_error_place(j->error, j->start, at);
  j->status = status;
  return NULL;
}

const uint8_t *pbwi_json_blank_slow(const uint8_t *p, const uint8_t *end) {
  while (p < end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')) p++;
  return p;
}

const uint8_t *pbwi_json_take_slow(pbwi_parser *j, const uint8_t *p, char c, const pbwi_trail *trail) {
  char message[] = "expected '?'";
  p = pbwi_json_blank(p, j->end);
  if (p < j->end && *p == (uint8_t)c) return pbwi_json_blank(p + 1, j->end);
  message[10] = c;
  return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, message);
}

/* Whether a value of JSON begins here, of whatever kind. */
static bool begins_value(const uint8_t *p, const uint8_t *end) {
  static const char *const words[] = {"true", "false", "null"};
  if (p == end) return false;
  if (*p == '{' || *p == '[' || *p == '"' || *p == '-' || (unsigned)(*p - '0') < 10) return true;
  for (size_t i = 0; i < 3; i++) {
    size_t size = strlen(words[i]);
    if ((size_t)(end - p) >= size && !memcmp(p, words[i], size)) return true;
  }
  return false;
}

const uint8_t *pbwi_json_unexpected(pbwi_parser *j, const uint8_t *p, const pbwi_trail *trail, const char *message) {
  return pbwi_json_fail(j, p, trail, begins_value(p, j->end) ? PBW_ERR_VALUE : PBW_ERR_SYNTAX, message);
}

const uint8_t *pbwi_json_enter(pbwi_parser *j, const uint8_t *p, char bracket, const pbwi_trail *trail) {
  if (PBWI_LIKELY(p < j->end && *p == (uint8_t)bracket)) return pbwi_json_blank(p + 1, j->end);
  return pbwi_json_unexpected(j, p, trail, bracket == '{' ? "expected an object" : "expected a list");
}

/* ---- strings ---- */

static int hex4(const uint8_t *p, const uint8_t *end) {
  int value = 0;
  if (end - p < 4) return -1;
  for (int i = 0; i < 4; i++) {
    unsigned c = p[i], low = (c | 0x20) - 'a';
    if (c - '0' < 10) value = value << 4 | (int)(c - '0');
    else if (low < 6) value = value << 4 | (int)(low + 10);
    else return -1;
  }
  return value;
}

static uint8_t *put_utf8(uint8_t *out, uint32_t c) {
  if (c < 0x80) {
    *out++ = (uint8_t)c;
  } else if (c < 0x800) {
    *out++ = (uint8_t)(0xc0 | c >> 6);
    *out++ = (uint8_t)(0x80 | (c & 63));
  } else if (c < 0x10000) {
    *out++ = (uint8_t)(0xe0 | c >> 12);
    *out++ = (uint8_t)(0x80 | (c >> 6 & 63));
    *out++ = (uint8_t)(0x80 | (c & 63));
  } else {
    *out++ = (uint8_t)(0xf0 | c >> 18);
    *out++ = (uint8_t)(0x80 | (c >> 12 & 63));
    *out++ = (uint8_t)(0x80 | (c >> 6 & 63));
    *out++ = (uint8_t)(0x80 | (c & 63));
  }
  return out;
}

/* An escape from its backslash on; its text goes to *out, which never gets more bytes than were read. */
static const uint8_t *take_escape(pbwi_parser *j, const uint8_t *p, uint8_t **out, const pbwi_trail *trail) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  const uint8_t *at = p++;
  if (p == j->end) return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "the text ends inside a string");
  const char *known = *p ? strchr(from, *p) : NULL;
  if (known) {
    *(*out)++ = (uint8_t)to[known - from];
    return p + 1;
  }
  if (*p != 'u') return pbwi_json_fail(j, at, trail, PBW_ERR_SYNTAX, "an escape that JSON does not have");
  int c = hex4(p + 1, j->end);
  if (c < 0) return pbwi_json_fail(j, at, trail, PBW_ERR_SYNTAX, "\\u needs four hexadecimal digits");
  p += 5;
  if (c >= 0xd800 && c < 0xe000) { /* half of a pair */
    int low = j->end - p >= 6 && p[0] == '\\' && p[1] == 'u' ? hex4(p + 2, j->end) : -1;
    if (c >= 0xdc00 || low < 0xdc00 || low >= 0xe000)
      return pbwi_json_fail(j, at, trail, PBW_ERR_UTF8, "a surrogate without its other half");
    c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    p += 6;
  }
  *out = put_utf8(*out, (uint32_t)c);
  return p;
}

/* Room for every string that is left: none is longer than its text. */
static bool make_room(pbwi_parser *j, const uint8_t *p) {
  j->room = pbwi_arena_alloc(j->memory, (size_t)(j->end - p) + 32);
  return j->room != NULL;
}

PBWI_INLINE const uint8_t *read_string(pbwi_parser *j, const uint8_t *p, pbw_bytes *out, const pbwi_trail *trail) {
  if (p == j->end || *p != '"') return pbwi_json_unexpected(j, p, trail, "expected a string");
  const uint8_t *start = ++p;
  if (PBWI_UNLIKELY(!j->room) && !make_room(j, p))
    return pbwi_json_fail(j, p, trail, pbwi_arena_status(j->memory), NULL);
  uint8_t *to = j->room;
  uint64_t wide = 0; /* of what is not escaped: escapes give valid UTF-8, or fail */
  for (;;) {
    p = pbwi_json_copy_plain(&to, p, j->end, &wide);
    if (p == j->end) return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "the text ends inside a string");
    if (*p == '"') break;
    if (*p != '\\') return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "a control character inside a string");
    if (!(p = take_escape(j, p, &to, trail))) return NULL;
  }
  *out = (pbw_bytes){j->room, (size_t)(to - j->room)};
  if (wide && PBWI_UNLIKELY(!pbwi_utf8_valid(out->data, out->size))) {
    size_t good = pbwi_utf8_prefix(start, (size_t)(p - start));
    return pbwi_json_fail(j, start + good, trail, PBW_ERR_UTF8, NULL);
  }
  return p + 1;
}

const uint8_t *pbwi_json_peek_key(pbwi_parser *j, const uint8_t *p, pbw_bytes *out, const pbwi_trail *trail) {
  if (p == j->end || *p != '"') return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "expected a name in quotes");
  return read_string(j, p, out, trail);
}

const uint8_t *pbwi_json_peek_string(pbwi_parser *j, const uint8_t *p, pbw_bytes *out, const pbwi_trail *trail) {
  return read_string(j, p, out, trail);
}

const uint8_t *pbwi_json_take_string(pbwi_parser *j, const uint8_t *p, pbw_bytes *out, const pbwi_trail *trail) {
  const uint8_t *start = p, *after = read_string(j, p, out, trail);
  if (!after) return NULL;
  if (j->flags & PBW_ALIAS && out->size == (size_t)(after - start) - 2) out->data = start + 1; /* nothing was escaped */
  else j->room += out->size;
  return after;
}

/* ---- numbers ---- */

const uint8_t *pbwi_json_take_number(pbwi_parser *j, const uint8_t *p, pbwi_json_number *out, const pbwi_trail *trail) {
  const uint8_t *after = pbwi_json_number_read(p, j->end, out);
  if (after) return after;
  if (p < j->end && (*p == '-' || (unsigned)(*p - '0') < 10))
    return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "not a number as JSON writes them");
  return pbwi_json_unexpected(j, p, trail, "expected a number");
}

/* ---- skipping ---- */

/* Over a string that nobody wants: checked, not copied. */
static const uint8_t *skip_string(pbwi_parser *j, const uint8_t *p, const pbwi_trail *trail) {
  const uint8_t *start = ++p;
  for (;;) {
    uint8_t text[4], *to = text;
    p = pbwi_json_skip_plain(p, j->end);
    if (p == j->end) return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "the text ends inside a string");
    if (*p == '"') break;
    if (*p != '\\') return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "a control character inside a string");
    if (!(p = take_escape(j, p, &to, trail))) return NULL;
  }
  size_t size = (size_t)(p - start);
  if (PBWI_UNLIKELY(!pbwi_utf8_valid(start, size)))
    return pbwi_json_fail(j, start + pbwi_utf8_prefix(start, size), trail, PBW_ERR_UTF8, NULL);
  return p + 1;
}

static const uint8_t *skip_literal(pbwi_parser *j, const uint8_t *p, const char *word, const pbwi_trail *trail) {
  size_t size = strlen(word);
  if ((size_t)(j->end - p) >= size && !memcmp(p, word, size)) return p + size;
  return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "expected a value");
}

static const uint8_t *skip_members(pbwi_parser *j, const uint8_t *p, bool object, const pbwi_trail *trail) {
  char close = object ? '}' : ']';
  if (!j->depth) return pbwi_json_fail(j, p, trail, PBW_ERR_DEPTH, NULL);
  j->depth--;
  p = pbwi_json_blank(p + 1, j->end);
  for (bool first = true; p && !(p < j->end && *p == (uint8_t)close); first = false) {
    if (!first && !(p = pbwi_json_take(j, p, ',', trail))) return NULL;
    if (object) {
      if (p == j->end || *p != '"') return pbwi_json_fail(j, p, trail, PBW_ERR_SYNTAX, "expected a name in quotes");
      if (!(p = skip_string(j, p, trail)) || !(p = pbwi_json_take(j, p, ':', trail))) return NULL;
    }
    if ((p = pbwi_json_skip(j, p, trail))) p = pbwi_json_blank(p, j->end);
  }
  j->depth++;
  return p ? p + 1 : NULL;
}

const uint8_t *pbwi_json_skip(pbwi_parser *j, const uint8_t *p, const pbwi_trail *trail) {
  pbwi_json_number number;
  switch (p < j->end ? *p : 0) {
    case '{': return skip_members(j, p, true, trail);
    case '[': return skip_members(j, p, false, trail);
    case '"': return skip_string(j, p, trail);
    case 't': return skip_literal(j, p, "true", trail);
    case 'f': return skip_literal(j, p, "false", trail);
    case 'n': return skip_literal(j, p, "null", trail);
    default: return pbwi_json_take_number(j, p, &number, trail);
  }
}
