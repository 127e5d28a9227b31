/* Owned messages: in an arena that the caller shares among many, or in one of their own (`shared` is NULL), whose
 * root they are and which is freed with them. */
#ifndef PBWI_OWNED_H
#define PBWI_OWNED_H

#include "core/message/message.h"

/* The arena to make a message in: `shared`, or a new one with `first` bytes at hand. NULL: no memory. */
pbw_arena *pbwi_owned_open(const pbw_allocator *allocator, pbw_arena *shared, size_t max, size_t first);

/* Ends what open began: the message becomes the root of its own arena or, where status tells of a failure, that
 * arena is freed and *out is NULL. Returns status. */
pbw_status pbwi_owned_close(pbw_arena *arena, pbw_arena *shared, pbw_status status, pbw_message **out);

pbw_status pbwi_owned_new(const pbwi_plan *plan, pbw_arena *shared, pbw_message **out);
pbw_status pbwi_owned_clone(const pbw_message *from, pbw_arena *shared, pbw_message **out);

/* Frees the arena whose root the message is; any other message, and NULL, is left alone. */
void pbwi_owned_free(pbw_message *message);

#endif
