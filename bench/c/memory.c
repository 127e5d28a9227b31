/* Memory: in a cell made anew the operation runs once, and what is live after it that was not before is what the engine
 * keeps for the next time. Then it runs again and again, and what one more round takes is the figure: the most bytes
 * that were live in it beyond what was before, and how often it asked for memory. Of decode-owned, where everything is given
 * back at the end, those bytes are the message's.
 *
 * Engines in processes of their own, with a collector, are left out. */
#define _GNU_SOURCE
#include "memory.h"

#include "alloc_count.h"
#include "ops.h"

#include <dlfcn.h>

enum { WARM = 4 };

typedef struct usage {
  int known;
  size_t bytes, calls, kept;
} usage;

static int measure(const engine *e, const cells *c, alloc_counts *now, usage *out) {
  *out = (usage){0};
  if (!e->has[c->op] || e->codec->took != NULL) return 0;
  void *cell = e->codec->prepare(e->instance, c->input);
  if (cell == NULL) return -1;
  size_t before = now->live;
  int failed = e->codec->run[c->op](cell, 1);
  out->kept = now->live > before ? now->live - before : 0;
  failed |= e->codec->run[c->op](cell, WARM);
  size_t calls = now->calls;
  before = now->peak = now->live;
  failed |= e->codec->run[c->op](cell, 1);
  out->calls = now->calls - calls;
  out->bytes = now->peak - before;
  out->known = 1;
  e->codec->release(cell);
  return failed ? -1 : 0;
}

void memory_tsv_head(FILE *file) {
  fputs("case\top\tpbwire_bytes\tpeer\tpeer_bytes\tratio\tbuild\tpbwire_allocs\tpeer_allocs\tpbwire_kept\tpeer_kept\n", file);
}

static void tsv_row(FILE *file, const results *r, const cells *c, const usage *of) {
  for (size_t s = 0; s < r->count; s++) {
    if (!r->is_subject[s] || !of[s].known) continue;
    for (size_t p = 0; p < r->count; p++) {
      if (r->is_subject[p] || !of[p].known) continue;
      fprintf(file, "%s\t%s\t%zu\t%s\t%zu\t", c->test, op_names[c->op], of[s].bytes, r->names[p], of[p].bytes);
      if (of[s].bytes != 0) fprintf(file, "%.3f", (double)of[p].bytes / (double)of[s].bytes);
      fprintf(file, "\t%s\t%zu\t%zu\t%zu\t%zu\n", r->names[s], of[s].calls, of[p].calls, of[s].kept, of[p].kept);
    }
  }
}

static void show(const results *r, const cells *c, const usage *of) {
  printf("%-20s %-14s", c->test, op_names[c->op]);
  for (size_t i = 0; i < r->count; i++) {
    char text[64] = "-";
    if (of[i].known) snprintf(text, sizeof text, "%zu /%zu", of[i].bytes, of[i].calls);
    printf(r->is_subject[i] ? " %12s" : " %17s", text);
  }
  printf("\n");
  fflush(stdout);
}

int memory_row(const settings *s, const results *r, const cells *c, FILE *out) {
  (void)s;
  usage of[RESULTS_MAX];
  alloc_count_function *counts;
  *(void **)&counts = dlsym(RTLD_DEFAULT, ALLOC_COUNT_SYMBOL);
  if (counts == NULL) {
    fputs("alloc_count.so is not preloaded\n", stderr);
    return -1;
  }
  for (size_t i = 0; i < r->count; i++)
    if (measure(&c->engines[i], c, counts(), &of[i]) != 0) return -1;
  show(r, c, of);
  if (out != NULL) tsv_row(out, r, c, of);
  return 0;
}
