/* The words of text format and of .proto files. */
#include "core/format/lex.h"

static bool is_letter(uint8_t c) { return (unsigned)((c | 0x20) - 'a') < 26 || c == '_'; }
static bool is_digit(uint8_t c) { return (unsigned)(c - '0') < 10; }
static unsigned hex_value(uint8_t c) {
  if (is_digit(c)) return c - '0';
  unsigned low = (c | 0x20u) - 'a';
  return low < 6 ? low + 10 : 99;
}

static void fail(pbwi_lex *lex, const char *why) {
  lex->token.kind = PBWI_TOKEN_WRONG;
  lex->wrong = why;
}

/* Over blanks and comments. false: a comment has no end. */
static bool skip(pbwi_lex *lex) {
  const uint8_t *p = lex->p, *end = lex->end;
  for (;;) {
    while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r'))) p++;
    if (!lex->proto && p < end && *p == '#') {
      while (p < end && *p != '\n') p++;
      continue;
    }
    if (!lex->proto || end - p < 2 || p[0] != '/' || (p[1] != '/' && p[1] != '*')) break;
    if (p[1] == '/') {
      while (p < end && *p != '\n') p++;
      continue;
    }
    const uint8_t *close = p + 2;
    while (end - close >= 2 && !(close[0] == '*' && close[1] == '/')) close++;
    if (end - close < 2) {
      lex->p = p;
      return false;
    }
    p = close + 2;
  }
  lex->p = p;
  return true;
}

static void add_digit(pbwi_token *t, unsigned base, unsigned digit) {
  if (t->integer > (UINT64_MAX - digit) / base) t->overflow = true;
  t->integer = t->integer * base + digit;
}

static void number(pbwi_lex *lex) {
  pbwi_token *t = &lex->token;
  const uint8_t *p = lex->p, *end = lex->end;
  t->kind = PBWI_TOKEN_INTEGER;
  if (*p == '0' && p + 1 < end && (p[1] | 0x20) == 'x') {
    for (p += 2; p < end && hex_value(*p) < 16; p++) add_digit(t, 16, hex_value(*p));
    if (p == t->text + 2) fail(lex, "\"0x\" must be followed by hexadecimal digits");
  } else {
    bool octal = *p == '0', bad_octal = false;
    for (; p < end && is_digit(*p); p++) {
      bad_octal |= octal && *p > '7';
      add_digit(t, octal ? 8 : 10, *p - '0');
    }
    if (p < end && *p == '.') {
      t->kind = PBWI_TOKEN_FLOAT;
      for (p++; p < end && is_digit(*p); p++) continue;
    }
    if (p < end && (*p | 0x20) == 'e') {
      t->kind = PBWI_TOKEN_FLOAT;
      p++;
      if (p < end && (*p == '+' || *p == '-')) p++;
      if (p == end || !is_digit(*p)) fail(lex, "\"e\" must be followed by an exponent");
      while (p < end && is_digit(*p)) p++;
    }
    if (t->kind == PBWI_TOKEN_INTEGER && bad_octal) fail(lex, "a number that starts with 0 is octal: 8 and 9 are no digits of it");
  }
  if (!lex->proto && t->kind != PBWI_TOKEN_WRONG && p < end && (*p | 0x20) == 'f' && (t->text[0] != '0' || p == t->text + 1)) {
    t->kind = PBWI_TOKEN_FLOAT;
    p++;
  }
  if (t->kind != PBWI_TOKEN_WRONG && p < end && is_letter(*p)) fail(lex, "a number and a name need a blank between them");
  lex->p = p;
}

static void string(pbwi_lex *lex) {
  const uint8_t *p = lex->p;
  uint8_t quote = *p++;
  lex->token.kind = PBWI_TOKEN_STRING;
  for (; p < lex->end && *p != quote; p++) {
    if (*p == '\n' || *p == 0) {
      lex->p = p;
      fail(lex, "a string cannot go on in the next line");
      return;
    }
    if (*p == '\\' && p + 1 < lex->end) p++;
  }
  if (p >= lex->end) fail(lex, "a string has no end");
  lex->p = p < lex->end ? p + 1 : lex->end;
}

void pbwi_lex_next(pbwi_lex *lex) {
  pbwi_token *t = &lex->token;
  bool closed = skip(lex);
  const uint8_t *p = lex->p, *end = lex->end;
  *t = (pbwi_token){.text = p};
  if (!closed) {
    fail(lex, "a comment has no end");
    lex->p = end;
  } else if (p == end) {
    t->kind = PBWI_TOKEN_END;
  } else if (is_letter(*p)) {
    t->kind = PBWI_TOKEN_NAME;
    while (p < end && (is_letter(*p) || is_digit(*p))) p++;
    lex->p = p;
  } else if (is_digit(*p) || (*p == '.' && p + 1 < end && is_digit(p[1]))) {
    number(lex);
  } else if (*p == '"' || *p == '\'') {
    string(lex);
  } else if (*p < 0x20 || *p >= 0x7f) {
    lex->p++;
    fail(lex, "a character that cannot stand here");
  } else {
    t->kind = PBWI_TOKEN_SYMBOL;
    lex->p++;
  }
  t->size = (size_t)(lex->p - t->text);
}

/* Behind the characters of a name or URL from p on. */
static const uint8_t *over_url(const uint8_t *p, const uint8_t *end) {
  for (; p < end; p++) {
    bool word = is_letter(*p) || is_digit(*p), percent = *p == '%';
    if (!word && !percent && (!*p || !strchr("-./~!$&()*+,;=", *p))) break;
    if (percent && (end - p < 3 || hex_value(p[1]) > 15 || hex_value(p[2]) > 15)) break;
  }
  return p;
}

bool pbwi_lex_is_url(const uint8_t *text, size_t size) { return over_url(text, text + size) == text + size; }

bool pbwi_lex_bracket(pbwi_lex *lex, uint8_t *out, size_t *size) {
  const uint8_t *end = lex->end;
  *size = 0;
  for (;;) { /* blanks and comments may stand even inside a word */
    if (!skip(lex)) break;
    const uint8_t *p = over_url(lex->p, end);
    size_t word = (size_t)(p - lex->p);
    if (out) memcpy(out + *size, lex->p, word);
    *size += word;
    lex->p = p;
    if (p < end && *p == ']' && *size) {
      lex->p++;
      pbwi_lex_next(lex);
      return true;
    }
    if (!word || p == end) break;
    if (*p != ' ' && *p != '#' && (*p < '\t' || *p > '\r')) break;
  }
  lex->token = (pbwi_token){.text = lex->p};
  fail(lex, "expected the name of an extension or the URL of a type");
  return false;
}

void pbwi_lex_start(pbwi_lex *lex, const uint8_t *text, size_t size, bool proto) {
  *lex = (pbwi_lex){.start = text, .end = text + size, .p = text, .proto = proto};
  if (proto && size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) lex->p += 3; /* a byte-order mark */
  pbwi_lex_next(lex);
}

bool pbwi_lex_accept(pbwi_lex *lex, char symbol) {
  if (!pbwi_lex_at(lex, symbol)) return false;
  pbwi_lex_next(lex);
  return true;
}

bool pbwi_token_is(const pbwi_token *token, const char *text) {
  return token->size == strlen(text) && !memcmp(token->text, text, token->size) && token->kind != PBWI_TOKEN_STRING;
}

/* ---- strings ---- */

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

/* Up to `most` digits of a base; *count says how many there were. */
static uint32_t digits(const uint8_t **p, const uint8_t *end, unsigned base, int most, int *count) {
  uint32_t value = 0;
  for (*count = 0; *count < most && *p < end && hex_value(**p) < base; ++*count) value = value * base + hex_value(*(*p)++);
  return value;
}

uint8_t *pbwi_token_string(const pbwi_token *token, bool pairs, uint8_t *out, const uint8_t **wrong) {
  static const char from[] = "abfnrtv\\'\"?", to[] = "\a\b\f\n\r\t\v\\'\"?";
  const uint8_t *p = token->text + 1, *end = token->text + token->size - 1;
  while (p < end) {
    if (*p != '\\') {
      *out++ = *p++;
      continue;
    }
    *wrong = p++;
    int count;
    const char *known = p < end && *p ? strchr(from, *p) : NULL;
    if (known) {
      *out++ = (uint8_t)to[known - from];
      p++;
    } else if (p < end && *p >= '0' && *p <= '7') {
      *out++ = (uint8_t)digits(&p, end, 8, 3, &count);
    } else if (p < end && (*p | 0x20) == 'x') {
      p++;
      *out++ = (uint8_t)digits(&p, end, 16, 2, &count);
      if (!count) return NULL;
    } else if (p < end && (*p | 0x20) == 'u') {
      int want = *p++ == 'u' ? 4 : 8;
      uint32_t c = digits(&p, end, 16, want, &count);
      if (count != want || c > 0x10ffff) return NULL;
      if (pairs && c >= 0xd800 && c < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
        const uint8_t *q = p + 2;
        uint32_t low = digits(&q, end, 16, 4, &count);
        if (count == 4 && low >= 0xdc00 && low < 0xe000) {
          c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
          p = q;
        }
      }
      if (c >= 0xd800 && c < 0xe000) return NULL;
      out = put_utf8(out, c);
    } else {
      return NULL;
    }
  }
  return out;
}
