/* Time. Engines take turns slice by slice; the fastest slice of a pass counts, and of the passes the median. */
#include "timing.h"

#include "clock.h"
#include "ops.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double summary(double *samples, size_t count, int best) {
  qsort(samples, count, sizeof *samples, ascending);
  if (best) return samples[0];
  return count % 2 != 0 ? samples[count / 2] : (samples[count / 2 - 1] + samples[count / 2]) / 2;
}

/* The fastest slice of one pass, per engine, in ns per round. A round may be longer than a slice. */
static int measure_pass(const settings *s, const engine *engines, size_t count, int op, const size_t *rounds,
                        size_t first, double *fastest) {
  double spent[RESULTS_MAX] = {0};
  for (size_t i = 0; i < count; i++) fastest[i] = -1;
  for (int slice = 0; slice < SLICES; slice++) {
    for (size_t turn = 0; turn < count; turn++) {
      size_t i = (first + turn) % count;
      if (rounds[i] == 0 || spent[i] >= s->pass_ns) continue;
      double took = clock_run(engines[i].codec, op, engines[i].cell, rounds[i]);
      if (took < 0) return -1;
      spent[i] += took;
      double per_round = took / (double)rounds[i];
      if (fastest[i] < 0 || per_round < fastest[i]) fastest[i] = per_round;
    }
  }
  return 0;
}

/* ns[i] for every engine, negative where it has no such cell. -1 when one fails. */
static int measure(const settings *s, const engine *engines, size_t count, int op, double *ns) {
  double *samples = s->samples;
  size_t rounds[RESULTS_MAX], passes = (size_t)s->passes;
  for (size_t i = 0; i < count; i++) {
    rounds[i] = 0;
    if (!engines[i].has[op]) continue;
    rounds[i] = clock_calibrate(engines[i].codec, op, engines[i].cell, s->pass_ns / SLICES);
    if (rounds[i] == 0) return -1;
  }
  for (size_t pass = 0; pass < passes; pass++) {
    if (measure_pass(s, engines, count, op, rounds, pass, ns) != 0) return -1;
    for (size_t i = 0; i < count; i++) samples[i * passes + pass] = ns[i];
  }
  for (size_t i = 0; i < count; i++) ns[i] = rounds[i] != 0 ? summary(samples + i * passes, passes, s->best) : -1;
  return 0;
}

int time_row(const settings *s, const results *r, const cells *c, FILE *out) {
  double ns[RESULTS_MAX];
  if (measure(s, c->engines, r->count, c->op, ns) != 0) return -1;
  results_row(r, c->test, op_names[c->op], ns);
  if (out != NULL) results_tsv_row(out, r, c->test, op_names[c->op], ns);
  return 0;
}
