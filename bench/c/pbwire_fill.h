/* create-encode for pbwire: a message is filled from the host's values by plain stores into its cells, as a binding does.
 *
 * The host's values are those of a message decoded before; what a binding would know of each field (where its cell
 * is, where the host keeps the value) is looked up once, into a tree of steps. Filling then runs the steps: numbers are
 * stored, strings and arrays of numbers are borrowed from the host, and submessages, lists of them and maps are made new. */
#ifndef PBW_BENCH_PBWIRE_FILL_H
#define PBW_BENCH_PBWIRE_FILL_H

#include "pbwire_library.h"

typedef struct fill fill;

/* The steps that make a message like this one, which must outlive them; NULL when there is no memory. */
fill *fill_plan(const library *lib, const pbw_message *from);

/* The message in the ctx, which is reset first. */
pbw_status fill_message(const library *lib, const fill *plan, pbw_ctx *ctx, pbw_message **out);

void fill_free(fill *plan);

#endif
