/* create-encode for upb: a message is filled by the accessors that its generated code calls.
 *
 * As with pbwire, the values are those of a message decoded before, and what generated code knows of a field (its mini
 * table) is looked up once. Strings and arrays of numbers: strings are borrowed, as upb's setters do; an array is
 * copied, as upb has no other way. */
#ifndef PBW_BENCH_UPB_FILL_H
#define PBW_BENCH_UPB_FILL_H

#include "upb/reflection/def.h"
#include "upb/reflection/message.h"

typedef struct upb_fill upb_fill;

/* The steps that make a message like this one, which must outlive them; NULL when it has unknown fields, to which upb
 * has no setter, or there is no memory. Everything is in the arena. */
upb_fill *upb_fill_plan(const upb_Message *from, const upb_MessageDef *type, const upb_DefPool *pool, upb_Arena *arena);

/* The message in `arena`, or NULL. */
upb_Message *upb_fill_message(const upb_fill *plan, upb_Arena *arena);

#endif
