/* From a layout to the programs that the codecs run: fills dec, enc, by_tag, by_number, dense, required
 * and the REQUIRED flag of a plan whose slots, size, has_offset, has_words and other flags are set. The
 * slots are sorted by number. */
#ifndef PBWI_PLAN_BUILD_H
#define PBWI_PLAN_BUILD_H

#include "core/base/arena.h"
#include "core/plan/plan.h"

/* MEMORY or LIMIT when the arena is at its end. Plans that slots refer to may be built later. */
pbw_status pbwi_plan_build(pbwi_plan *plan, pbw_arena *arena);

#endif
