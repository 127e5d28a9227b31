/* The words of text format and of .proto files: one at a time, with their places, comments left out. */
#ifndef PBWI_LEX_H
#define PBWI_LEX_H

#include "core/base/arena.h"

enum {
  PBWI_TOKEN_END,
  PBWI_TOKEN_NAME,    /* an identifier                          */
  PBWI_TOKEN_INTEGER, /* decimal, 0x..., or octal with a 0      */
  PBWI_TOKEN_FLOAT,
  PBWI_TOKEN_STRING,  /* one literal, with its quotes           */
  PBWI_TOKEN_SYMBOL,  /* one character                          */
  PBWI_TOKEN_WRONG    /* none of these; lex->wrong says why     */
};

typedef struct pbwi_token {
  int kind;
  const uint8_t *text;
  size_t size;
  uint64_t integer;   /* of an INTEGER                          */
  bool overflow;      /* it is larger than that                 */
} pbwi_token;

typedef struct pbwi_lex {
  const uint8_t *start, *end, *p;
  pbwi_token token;   /* the current one                        */
  const char *wrong;
  bool proto;         /* a .proto file: comments as in C; else a # to the end of the line, and 1.5f */
} pbwi_lex;

/* At the first token of a text. */
void pbwi_lex_start(pbwi_lex *lex, const uint8_t *text, size_t size, bool proto);
/* On to the next. */
void pbwi_lex_next(pbwi_lex *lex);

/* At a '[': the name or URL up to the ']', without the blanks and comments in it, to `out`; then on to the token behind.
 * out NULL: only its size. false: something else stands there, and is the token, WRONG. */
bool pbwi_lex_bracket(pbwi_lex *lex, uint8_t *out, size_t *size);

/* Whether text can stand in brackets as it is. */
bool pbwi_lex_is_url(const uint8_t *text, size_t size);

bool pbwi_token_is(const pbwi_token *token, const char *text);

PBWI_INLINE bool pbwi_lex_at(const pbwi_lex *lex, char symbol) {
  return lex->token.kind == PBWI_TOKEN_SYMBOL && *lex->token.text == (uint8_t)symbol;
}
/* Past the symbol, if it is there. */
bool pbwi_lex_accept(pbwi_lex *lex, char symbol);

/* What a STRING stands for, appended at `out`, which has room for its size. NULL: an escape is wrong, *wrong is where.
 * pairs: two \u that are the halves of one character are taken as it; else halves are wrong. */
uint8_t *pbwi_token_string(const pbwi_token *token, bool pairs, uint8_t *out, const uint8_t **wrong);

#endif
