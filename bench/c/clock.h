/* Time, and a core to measure it on. */
#ifndef PBW_BENCH_CLOCK_H
#define PBW_BENCH_CLOCK_H

#include "engine.h"

/* The cores that the program was given, the last one first; how many. */
size_t clock_cores(int *cores, size_t max);

/* The calling thread stays on one core: `core`, or the last one allowed when that is negative. The core, or -1. */
int clock_pin(int core);

/* Nanoseconds of `rounds` rounds of an operation, by the engine's own clock where it has one, or a negative number when
 * the operation failed. */
double clock_run(const bench_engine *codec, int op, void *cell, size_t rounds);

/* How many rounds take about `ns` nanoseconds; 0 when the operation failed. Warms up on the way. */
size_t clock_calibrate(const bench_engine *codec, int op, void *cell, double ns);

/* Nanoseconds of a clock that only goes forward. */
double clock_now(void);

#endif
