/* Time, and a core to measure it on. */
#ifndef PBW_BENCH_CLOCK_H
#define PBW_BENCH_CLOCK_H

#include <stddef.h>
#include <stdint.h>

/* Stay on one core: `core`, or the last one allowed when that is negative. The core, or -1. */
int clock_pin(int core);

/* Nanoseconds of `rounds` rounds, or a negative number when the operation failed. */
double clock_run(int (*run)(void *cell, size_t rounds), void *cell, size_t rounds);

/* How many rounds take about `ns` nanoseconds; 0 when the operation failed. Warms up on the way. */
size_t clock_calibrate(int (*run)(void *cell, size_t rounds), void *cell, double ns);

#endif
