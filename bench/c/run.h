/* What the ways to measure share: the engines with their cells, the settings, and how samples become a figure. */
#ifndef PBW_BENCH_RUN_H
#define PBW_BENCH_RUN_H

#include "engine.h"
#include "results.h"

/* Of a pass. On a shared machine the processor is taken away for 10 or 20 ms at a time, often periodically:
 * a slice must be much shorter than that, or the same engine is hit in every turn. */
enum { SLICES = 50 };

typedef struct engine {
  const bench_engine *codec;
  bench_why_not *lacks; /* NULL: it lacks nothing that has to be told */
  const char *told; /* its reason that was told last, of the case at hand */
  void *instance;
  void *cell; /* of the case at hand */
  int has[OP_COUNT]; /* that cell */
  int is_bound;
} engine;

typedef struct settings {
  const char *cases, *ops, *peers, *out;
  int passes;
  double pass_ns;
  int best;
  double *samples; /* passes of RESULTS_MAX engines */
} settings;

/* One operation of one case, of every engine that has it. */
typedef struct cells {
  const char *test;
  const bench_input *input;
  engine *engines;
  int op;
} cells;

/* Measures it, tells it on the terminal and, where there is a file, in the results. -1 when an operation fails. */
typedef int measure_row(const settings *s, const results *r, const cells *c, FILE *out);

/* The median of the samples, or the best one; puts them in order. */
double summary(double *samples, size_t count, int best);

#endif
