/* ns per operation of all threads together, on 1, 2, 4... and all cores. */
#ifndef PBW_BENCH_THREADS_H
#define PBW_BENCH_THREADS_H

#include "run.h"

measure_row threads_row;
void threads_tsv_head(FILE *file);

#endif
