/* Decoding descriptors with the library's own decoder, before any schema exists. */
#ifndef PBWI_BOOT_PLAN_H
#define PBWI_BOOT_PLAN_H

#include "core/schema/boot.h"

/* Plans of all boot types, indexed by PBWI_BOOT_..., in the arena. NULL: no memory. */
const pbwi_plan *pbwi_boot_plans(pbw_arena *arena);

/* Decode bytes, which the result points into, as a boot type's struct. Required fields may be missing;
 * unknown ones are dropped. */
pbw_status pbwi_boot_decode(const pbwi_plan *plans, int type, pbw_bytes bytes, pbw_arena *arena, const void **out,
                            pbw_error *error);

#endif
