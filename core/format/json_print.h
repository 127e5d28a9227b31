/* What the JSON printer's files share: its pieces, in the manner of printer.h. */
#ifndef PBWI_JSON_PRINT_H
#define PBWI_JSON_PRINT_H

#include "core/format/printer.h"

uint8_t *pbwi_json_string(pbwi_printer *j, uint8_t *p, pbw_bytes text, const pbwi_trail *trail);
uint8_t *pbwi_json_double(pbwi_printer *j, uint8_t *p, double value);

/* A bracket and what stands before each item; `empty` and `first` keep {} and [] on one line. */
uint8_t *pbwi_json_open(pbwi_printer *j, uint8_t *p, char bracket);
uint8_t *pbwi_json_next(pbwi_printer *j, uint8_t *p, bool first);
uint8_t *pbwi_json_close(pbwi_printer *j, uint8_t *p, char bracket, bool empty);

/* One value (of a list's element), a whole list, a whole map. */
uint8_t *pbwi_json_value(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const void *cell, const pbwi_trail *trail);
uint8_t *pbwi_json_list(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const pbw_list *list, pbwi_trail *trail);
uint8_t *pbwi_json_map(pbwi_printer *j, uint8_t *p, const pbwi_slot *slot, const pbw_list *map, pbwi_trail *trail);

/* A message; NULL stands for an empty one. Its fields alone, *first telling whether a comma is needed. */
uint8_t *pbwi_json_message(pbwi_printer *j, uint8_t *p, const pbw_message *message, const pbwi_plan *plan,
                           const pbwi_trail *outer);
uint8_t *pbwi_json_fields(pbwi_printer *j, uint8_t *p, const pbw_message *message, const pbwi_trail *outer, bool *first);

/* A message of a known type, in its own form. */
uint8_t *pbwi_json_known(pbwi_printer *j, uint8_t *p, const pbw_message *message, const pbwi_trail *outer);
/* The same for a message that a host left out. */
uint8_t *pbwi_json_known_empty(pbwi_printer *j, uint8_t *p, const pbwi_plan *plan, const pbwi_trail *outer);
/* A google.protobuf.Value. */
uint8_t *pbwi_json_dynamic(pbwi_printer *j, uint8_t *p, const pbw_message *message, const pbwi_trail *outer);

#endif
