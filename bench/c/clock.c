#define _GNU_SOURCE
#include "clock.h"

#include <sched.h>
#include <time.h>

size_t clock_cores(int *cores, size_t max) {
  static cpu_set_t allowed; /* as the program was started: pinning changes it */
  size_t count = 0;
  if (CPU_COUNT(&allowed) == 0 && sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 0;
  for (int core = CPU_SETSIZE - 1; core >= 0 && count < max; core--)
    if (CPU_ISSET(core, &allowed)) cores[count++] = core;
  return count;
}

int clock_pin(int core) {
  cpu_set_t one;
  int last;
  if (clock_cores(&last, 1) == 0) return -1;
  if (core < 0) core = last;
  CPU_ZERO(&one);
  CPU_SET((size_t)core, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0 ? core : -1;
}

double clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double clock_run(const bench_engine *codec, int op, void *cell, size_t rounds) {
  double start = clock_now();
  if (codec->run[op](cell, rounds) != 0) return -1;
  return codec->took != NULL ? codec->took(cell) : clock_now() - start;
}

/* The fastest of a few tries: a try that was interrupted would give far too few rounds. */
static double best_of_three(const bench_engine *codec, int op, void *cell, size_t rounds) {
  double best = -1;
  for (int i = 0; i < 3; i++) {
    double took = clock_run(codec, op, cell, rounds);
    if (took < 0) return -1;
    if (best < 0 || took < best) best = took;
  }
  return best;
}

size_t clock_calibrate(const bench_engine *codec, int op, void *cell, double ns) {
  for (size_t rounds = 1;;) {
    double took = best_of_three(codec, op, cell, rounds);
    if (took < 0) return 0;
    if (took >= ns / 4) {
      double exact = (double)rounds * ns / took;
      return exact < 1 ? 1 : (size_t)exact;
    }
    rounds *= took < ns / 64 ? 8 : 2;
  }
}
