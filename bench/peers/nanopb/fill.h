/* A program's values, and the stores that put them into nanopb's structs: what create-encode is measured on. */
#ifndef PBW_BENCH_NANOPB_FILL_H
#define PBW_BENCH_NANOPB_FILL_H

#include <pb.h>

typedef struct fill fill;

/* The stores that make a struct equal to `from`, which lives as long as the plan. NULL: out of memory, or a field that is
 * not wholly inside its struct. */
fill *fill_plan(const pb_msgdesc_t *type, void *from);
void fill_free(fill *plan);

/* Whatever was in `to` before: all that the encoder reads is stored. */
void fill_message(const fill *plan, void *to);

#endif
