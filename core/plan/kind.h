/* The one table of field types: wire type, cell format and size, name. It feeds the layout, the plan
 * builder, the codecs, error messages and the tests. */
#ifndef PBWI_KIND_H
#define PBWI_KIND_H

#include "core/base/wire.h"

typedef struct pbwi_kind {
  const char *name;   /* as in a .proto file                                             */
  uint8_t wire;       /* PBWI_WIRE_...                                                   */
  uint8_t cell;       /* PBW_CELL_... of one value                                       */
  uint8_t cell_size;  /* bytes of that cell                                              */
  uint8_t packable;   /* 1: a list of it may be packed                                   */
  uint8_t map_key;    /* 1: allowed as a map key                                         */
  uint8_t form;       /* PBWI_FORM_... (ops.h); PBWI_FORM_COUNT: none                    */
} pbwi_kind;

/* Indexed by PBW_TYPE_DOUBLE .. PBW_TYPE_SINT64; entry 0 is empty. */
extern const pbwi_kind pbwi_kinds[19];

#endif
