/* A slot as the public header tells it: where a field's cell stands, and in which format. */
#ifndef PBWI_DESCRIBE_H
#define PBWI_DESCRIBE_H

#include "core/plan/plan.h"

/* Fills a caller's record, which carries its size. ARGUMENT: the record is smaller than the first version's. */
pbw_status pbwi_slot_describe(const pbwi_slot *slot, pbw_cell *out);

#endif
