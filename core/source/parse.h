/* The parser of .proto text: its state, and small steps that its files share. What fails returns false, having complained
 * or run out of memory; parse.c then goes on behind the statement. */
#ifndef PBWI_PARSE_H
#define PBWI_PARSE_H

#include "core/schema/load.h"
#include "core/source/source.h"

typedef struct pbwi_source_parser {
  pbw_source *source;
  pbwi_source_file *file;
  pbwi_tree *tree;
  pbwi_lex lex;
  int depth;                /* of messages inside messages                           */
  size_t scope_size;
  char scope[PBWI_MAX_NAME + 4]; /* full name of what is being filled                */
  const char *sought;       /* the full name to find the place of, or NULL           */
  int blame;                /* the part of it: PBWI_BLAME_...                        */
  int64_t blamed;           /* its number                                            */
  const uint8_t *found;
} pbwi_source_parser;

/* Members of the oneof `oneof` (its index; -1: none) go into `message`; an extension has an extendee. */
typedef struct pbwi_field_place {
  pbw_message *parent;      /* where the field goes ...                              */
  uint32_t list;            /* ... as one more of this list                          */
  pbw_message *types;       /* where types that are declared on the way go ...       */
  uint32_t type_list;
  int32_t oneof;
  pbw_bytes extendee;
} pbwi_field_place;

/* ---- tokens ---- */

PBWI_INLINE bool pbwi_at_symbol(const pbwi_source_parser *p, char c) { return pbwi_lex_at(&p->lex, c); }
PBWI_INLINE bool pbwi_at_word(const pbwi_source_parser *p, const char *word, size_t size) {
  return p->lex.token.size == size && p->lex.token.kind == PBWI_TOKEN_NAME && !memcmp(p->lex.token.text, word, size);
}
#define PBWI_AT(p, word) pbwi_at_word(p, word, sizeof(word) - 1)

PBWI_INLINE bool pbwi_accept(pbwi_source_parser *p, char c) { return pbwi_lex_accept(&p->lex, c); }
bool pbwi_accept_word(pbwi_source_parser *p, const char *word);
bool pbwi_expect(pbwi_source_parser *p, char c);                    /* or complain */
bool pbwi_parse_fail(pbwi_source_parser *p, const char *expected);  /* at the token */
bool pbwi_parse_name(pbwi_source_parser *p, const char *what, pbw_bytes *name);
bool pbwi_parse_path(pbwi_source_parser *p, const char *what, bool dot_allowed, pbw_bytes *path); /* a.b.c */
bool pbwi_parse_int32(pbwi_source_parser *p, bool negative_allowed, const char *what, int32_t *value);

/* ---- names ---- */

/* Inside an element, for whatever is declared in it; the size to go back to with leave. false: too long a name. */
bool pbwi_scope_enter(pbwi_source_parser *p, pbw_bytes name, const uint8_t *at, size_t *before);
PBWI_INLINE void pbwi_scope_leave(pbwi_source_parser *p, size_t before) { p->scope[p->scope_size = before] = 0; }
/* A name that is declared in the scope, by what stands at `at`; of an extension, `extendee` is there too. */
void pbwi_declare(pbwi_source_parser *p, pbw_bytes name, const uint8_t *at, const uint8_t *extendee);
/* A range of numbers of what the scope is. */
void pbwi_declare_range(pbwi_source_parser *p, int blame, int32_t start, const uint8_t *at);

/* ---- the grammar ---- */

/* Statements up to the '}' (to the end of the text in a file), each by `statement`. */
typedef bool pbwi_statement(pbwi_source_parser *p, pbw_message *parent);
bool pbwi_parse_block(pbwi_source_parser *p, pbw_message *parent, pbwi_statement *statement);
bool pbwi_parse_semicolon(pbwi_source_parser *p);

/* `option name = value;`, of an element; [name = value, ...] */
bool pbwi_parse_option(pbwi_source_parser *p, const pbwi_optioned *of);
bool pbwi_parse_options(pbwi_source_parser *p, const pbwi_optioned *of);

bool pbwi_parse_message_body(pbwi_source_parser *p, pbw_message *message);
bool pbwi_parse_enum(pbwi_source_parser *p, pbw_message *enumeration);

bool pbwi_parse_field(pbwi_source_parser *p, const pbwi_field_place *place);
bool pbwi_parse_oneof(pbwi_source_parser *p, pbw_message *message);
bool pbwi_parse_extend(pbwi_source_parser *p, pbw_message *parent, uint32_t list, uint32_t type_list);
bool pbwi_parse_ranges(pbwi_source_parser *p, pbw_message *message);            /* extensions */
bool pbwi_parse_reserved(pbwi_source_parser *p, pbw_message *parent, bool is_enum);
/* At the end of a message: what only all of it tells. */
bool pbwi_finish_message(pbwi_source_parser *p, pbw_message *message);

#endif
