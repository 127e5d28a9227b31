/* Merging and deep copies. */
#ifndef PBWI_MERGE_H
#define PBWI_MERGE_H

#include "core/message/message.h"

/* Merge as if from's bytes followed to's: scalars overwrite, lists append, messages merge, also those of a oneof
 * whose case is the same; another case replaces; map values, messages too, are replaced by key; unknown fields are
 * added. The two may overlap or be one. MEMORY, LIMIT: `to` holds a part of `from`. DEPTH: deeper than
 * PBWI_MAX_DEPTH, or a message that contains itself. */
pbw_status pbwi_merge(pbw_message *to, const pbw_message *from);

/* A deep copy in `arena`. After an error what was made stays there. */
pbw_status pbwi_clone(pbw_arena *arena, const pbw_message *from, pbw_message **out);

#endif
