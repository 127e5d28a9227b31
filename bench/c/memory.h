/* Bytes and allocations per operation. */
#ifndef PBW_BENCH_MEMORY_H
#define PBW_BENCH_MEMORY_H

#include "run.h"

measure_row memory_row;
void memory_tsv_head(FILE *file);

#endif
