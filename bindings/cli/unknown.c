/* The unknown fields of a message, one by one: the library has them as slices of one or more. */
#include "bindings/cli/cli.h"

#include <stdlib.h>

static bool put_unknown(cli_unknowns *list, cli_unknown one) {
  if (list->size == list->capacity) {
    list->capacity = list->capacity * 2 + 8;
    cli_unknown *grown = realloc(list->at, list->capacity * sizeof *grown);
    if (grown == NULL) return false;
    list->at = grown;
  }
  one.order = list->size;
  list->at[list->size++] = one;
  return true;
}

static int by_number(const void *a, const void *b) {
  const cli_unknown *x = a, *y = b;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

bool unknowns_of(const pbw_message *message, cli_unknowns *list) {
  for (size_t i = 0; i < pbw_unknown_count(message); i++) {
    pbw_bytes slice;
    if (pbw_unknown_get(message, i, &slice) != PBW_OK || slice.size == 0) continue;
    for (const uint8_t *p = slice.data, *end = p + slice.size, *start = p; p != end; start = p) {
      wire_field f, inner;
      pbw_status status;
      int depth = 0;
      if ((p = wire_take(p, end, &f, &status)) == NULL) return true; /* cannot be: it was checked */
      inner = f;
      do {
        depth += inner.type == WIRE_START ? 1 : inner.type == WIRE_END ? -1 : 0;
      } while (depth > 0 && (p = wire_take(p, end, &inner, &status)) != NULL);
      if (p == NULL) return true;
      if (!put_unknown(list, (cli_unknown){.number = f.number, .bytes = {start, (size_t)(p - start)}})) return false;
    }
  }
  if (list->size > 1) qsort(list->at, list->size, sizeof *list->at, by_number);
  return true;
}
