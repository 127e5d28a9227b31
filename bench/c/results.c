#include "results.h"

void results_head(const results *r) {
  printf("%-20s %-14s", "case", "op");
  for (size_t i = 0; i < r->count; i++) printf(r->is_subject[i] ? " %10s" : " %17s", r->names[i]);
  printf("\n");
}

/* The first build of pbwire in the table is the one that the ratios on the terminal are to. */
static double reference(const results *r, const double *ns) {
  for (size_t i = 0; i < r->count; i++)
    if (r->is_subject[i] && ns[i] >= 0) return ns[i];
  return -1;
}

static int digits(double ns) { return ns < 1000 ? 1 : 0; }

void results_row(const results *r, const char *test, const char *op, const double *ns) {
  double base = reference(r, ns);
  printf("%-20s %-14s", test, op);
  for (size_t i = 0; i < r->count; i++) {
    if (r->is_subject[i]) {
      if (ns[i] < 0) printf(" %10s", "-");
      else printf(" %10.*f", digits(ns[i]), ns[i]);
    } else {
      if (ns[i] < 0) printf(" %10s %6s", "-", "");
      else if (base < 0) printf(" %10.*f %6s", digits(ns[i]), ns[i], "");
      else printf(" %10.*f %5.2fx", digits(ns[i]), ns[i], ns[i] / base);
    }
  }
  printf("\n");
  fflush(stdout);
}

void results_tsv_head(FILE *file) { fputs("case\top\tpbwire_ns\tpeer\tpeer_ns\tratio\tbuild\n", file); }

void results_tsv_row(FILE *file, const results *r, const char *test, const char *op, const double *ns) {
  for (size_t s = 0; s < r->count; s++) {
    if (!r->is_subject[s] || ns[s] < 0) continue;
    for (size_t p = 0; p < r->count; p++) {
      if (r->is_subject[p] || ns[p] < 0) continue;
      fprintf(file, "%s\t%s\t%.1f\t%s\t%.1f\t%.3f\t%s\n", test, op, ns[s], r->names[p], ns[p], ns[p] / ns[s],
              r->names[s]);
    }
  }
  fflush(file);
}
