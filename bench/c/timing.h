/* ns per operation, one thread. */
#ifndef PBW_BENCH_TIMING_H
#define PBW_BENCH_TIMING_H

#include "run.h"

measure_row time_row;

#endif
