/* What the JSON parser's files share: its state and its pieces. Every piece takes the place to read at and returns the place
 * behind what it took; NULL: it failed, and j->status and the error say how. */
#ifndef PBWI_JSON_PARSE_H
#define PBWI_JSON_PARSE_H

#include "core/format/format.h"
#include "core/format/json_number.h"

typedef struct pbwi_parser {
  const uint8_t *start, *end;
  pbw_arena *memory, *owner, *scratch;
  uint8_t *room;          /* where the next string goes: enough for all that are left, or NULL */
  uint32_t flags;
  uint32_t depth;         /* levels that may still be opened                                   */
  bool ignored;           /* the value just read was an unknown enum name, and is to be left out */
  pbw_error *error;
  pbw_status status;
} pbwi_parser;

/* Fails at `at`. Returns NULL. */
const uint8_t *pbwi_json_fail(pbwi_parser *j, const uint8_t *at, const pbwi_trail *trail, pbw_status status,
                              const char *message);

const uint8_t *pbwi_json_blank_slow(const uint8_t *p, const uint8_t *end);

/* Behind blanks. Most text has none, or one. */
PBWI_INLINE const uint8_t *pbwi_json_blank(const uint8_t *p, const uint8_t *end) {
  if (PBWI_LIKELY(p == end || *p > ' ')) return p;
  return pbwi_json_blank_slow(p, end);
}

/* Behind blanks and this character, and the blanks after it. */
const uint8_t *pbwi_json_take_slow(pbwi_parser *j, const uint8_t *p, char c, const pbwi_trail *trail);
PBWI_INLINE const uint8_t *pbwi_json_take(pbwi_parser *j, const uint8_t *p, char c, const pbwi_trail *trail) {
  if (PBWI_LIKELY(p < j->end && *p == (uint8_t)c)) return pbwi_json_blank(p + 1, j->end);
  return pbwi_json_take_slow(j, p, c, trail);
}

/* The same for the bracket that a value begins with, which may be of another kind. */
const uint8_t *pbwi_json_enter(pbwi_parser *j, const uint8_t *p, char bracket, const pbwi_trail *trail);

/* Fails where something else was expected: VALUE where a value stands, though of another kind, else SYNTAX. */
const uint8_t *pbwi_json_unexpected(pbwi_parser *j, const uint8_t *p, const pbwi_trail *trail, const char *message);

/* A string from its quote on. It stays valid: it stands in the message's memory or, with PBW_ALIAS, in the input. */
const uint8_t *pbwi_json_take_string(pbwi_parser *j, const uint8_t *p, pbw_bytes *out, const pbwi_trail *trail);
/* The same, valid until the next string is read; and for the name of a member, before which nothing else can stand. */
const uint8_t *pbwi_json_peek_key(pbwi_parser *j, const uint8_t *p, pbw_bytes *out, const pbwi_trail *trail);
const uint8_t *pbwi_json_peek_string(pbwi_parser *j, const uint8_t *p, pbw_bytes *out, const pbwi_trail *trail);

/* Whether null stands here. */
PBWI_INLINE bool pbwi_json_is_null(const uint8_t *p, const uint8_t *end) {
  return p < end && *p == 'n' && end - p >= 4 && !memcmp(p, "null", 4);
}

/* A number from its first character on. */
const uint8_t *pbwi_json_take_number(pbwi_parser *j, const uint8_t *p, pbwi_json_number *out, const pbwi_trail *trail);

/* Over one value of any kind, checking that it is one. */
const uint8_t *pbwi_json_skip(pbwi_parser *j, const uint8_t *p, const pbwi_trail *trail);

/* A value into a cell of a slot (of a list's element); a whole list, a whole map. */
const uint8_t *pbwi_json_read_value(pbwi_parser *j, const uint8_t *p, const pbwi_slot *slot, void *cell,
                                    const pbwi_trail *trail);
const uint8_t *pbwi_json_read_list(pbwi_parser *j, const uint8_t *p, const pbwi_slot *slot, pbw_list *list,
                                   pbwi_trail *trail);
const uint8_t *pbwi_json_read_map(pbwi_parser *j, const uint8_t *p, const pbwi_slot *slot, pbw_list *map,
                                  pbwi_trail *trail);

/* Where an object's members are read from. */
typedef enum pbwi_members {
  PBWI_MEMBERS,             /* from the brace on                                                         */
  PBWI_MEMBERS_OF_ANY,      /* the same, but "@type" is among them and was read already: it is passed    */
  PBWI_MEMBERS_BEHIND_TYPE  /* from behind the first one, which was "@type"                              */
} pbwi_members;

/* An object's members into a message. */
const uint8_t *pbwi_json_read_message(pbwi_parser *j, const uint8_t *p, pbw_message *message, const pbwi_trail *outer);
const uint8_t *pbwi_json_read_members(pbwi_parser *j, const uint8_t *p, pbw_message *message,
                                      pbwi_members from, const pbwi_trail *outer);

/* A message of a known type, in its own form. */
const uint8_t *pbwi_json_read_known(pbwi_parser *j, const uint8_t *p, pbw_message *message, const pbwi_trail *outer);

#endif
