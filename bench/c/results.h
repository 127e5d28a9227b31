/* The measured cells of one row, and the two forms in which they are told. */
#ifndef PBW_BENCH_RESULTS_H
#define PBW_BENCH_RESULTS_H

#include <stddef.h>
#include <stdio.h>

enum { RESULTS_MAX = 16 }; /* engines in one run */

typedef struct results {
  size_t count;
  const char *names[RESULTS_MAX];
  int is_subject[RESULTS_MAX]; /* a build of pbwire: the others are its peers */
} results;

/* `ns[i]` belongs to names[i]; negative where the engine has no such cell. */
void results_head(const results *r);
void results_row(const results *r, const char *test, const char *op, const double *ns);

/* case op pbwire_ns peer peer_ns ratio build; ratio = peer_ns / pbwire_ns. */
void results_tsv_head(FILE *file);
void results_tsv_row(FILE *file, const results *r, const char *test, const char *op, const double *ns);

#endif
