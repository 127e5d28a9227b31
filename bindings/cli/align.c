/* Lists beside each other, for diff. What both have in common at the start and at the end is left out, and in the middle
 * Myers' algorithm finds the fewest elements that were removed and added. What is then left between two that are the same is
 * put together by likeness: so an element that was changed is not taken for one that was removed and another that was added.
 * Both take time by the square of a number that is limited: where it is larger the lists have little in common, and what
 * stands at the same place is compared. */
#include "bindings/cli/cli.h"

#include <stdlib.h>

enum { MAX_EDITS = 400, MAX_PAIRS = 10000 };

/* How far the first list was followed on each diagonal k = a - b, from -edits to edits, after each number of edits:
 * row d stands at d * d and has 2 d + 1 entries. */
typedef struct trace {
  const cli_lists *lists;
  size_t first, a, b; /* the middle: where it begins, its sizes */
  size_t *rows;
} trace;

static size_t *entry(const trace *t, int edits, int diagonal) {
  return &t->rows[(size_t)edits * (size_t)edits + (size_t)(diagonal + edits)];
}

/* Whether diagonal k after so many edits is reached by adding an element of b (from k + 1), not by removing one of a. */
static bool comes_from_above(const trace *t, int edits, int k) {
  return k == -edits || (k != edits && *entry(t, edits - 1, k - 1) < *entry(t, edits - 1, k + 1));
}

/* Where diagonal k is entered with so many edits, before what is the same. */
static size_t enter(const trace *t, int edits, int k) {
  if (edits == 0) return 0;
  return comes_from_above(t, edits, k) ? *entry(t, edits - 1, k + 1) : *entry(t, edits - 1, k - 1) + 1;
}

/* Beyond its end a list has elements that are the same as none: so diagonals may be followed outside. */
static bool same(const trace *t, size_t a, size_t b) {
  return a < t->a && b < t->b && t->lists->same(t->lists->user, t->first + a, t->first + b);
}

/* The number of edits, or -1: more than MAX_EDITS. */
static int find(const trace *t) {
  for (int edits = 0; edits <= MAX_EDITS; edits++)
    for (int k = -edits; k <= edits; k += 2) {
      size_t a = enter(t, edits, k), b = a - (size_t)k;
      while (same(t, a, b)) a++, b++;
      *entry(t, edits, k) = a;
      if (a >= t->a && b >= t->b) return edits;
    }
  return -1;
}

/* ---- what stands between two places that are the same ---- */

typedef struct gap {
  size_t a, b, a_size, b_size;
} gap;

/* Pairs in order, then what one of them has more. */
static void differ_in_order(const cli_lists *l, gap g) {
  for (size_t i = 0; i < g.a_size || i < g.b_size; i++)
    l->differ(l->user, i < g.a_size ? g.a + i : SIZE_MAX, i < g.b_size ? g.b + i : SIZE_MAX);
}

static size_t larger(size_t x, size_t y) { return x > y ? x : y; }

/* The pairs, none crossing another, that are most alike in all. best[i][j]: how much, of those from i and j on. */
static bool differ_by_likeness(const cli_lists *l, gap g) {
  size_t row = g.b_size + 1, cells = (g.a_size + 1) * row;
  size_t *best = calloc(2 * cells, sizeof *best), *likeness = best + cells;
  if (best == NULL) return false;
  for (size_t i = g.a_size; i-- > 0;)
    for (size_t j = g.b_size; j-- > 0;) {
      size_t at = i * row + j;
      likeness[at] = 1 + 2 * l->alike(l->user, g.a + i, g.b + j); /* and better a pair than two alone */
      best[at] = larger(likeness[at] + best[at + row + 1], larger(best[at + row], best[at + 1]));
    }
  for (size_t i = 0, j = 0; i < g.a_size || j < g.b_size;) {
    size_t at = i * row + j;
    bool both = i < g.a_size && j < g.b_size;
    if (both && best[at] == likeness[at] + best[at + row + 1]) l->differ(l->user, g.a + i++, g.b + j++);
    else if (j == g.b_size || (both && best[at] == best[at + row])) l->differ(l->user, g.a + i++, SIZE_MAX);
    else l->differ(l->user, SIZE_MAX, g.b + j++);
  }
  free(best);
  return true;
}

static bool differ(const cli_lists *l, size_t a, size_t a_end, size_t b, size_t b_end) {
  gap g = {a, b, a_end - a, b_end - b};
  bool choice = g.a_size > 0 && g.b_size > 0 && g.a_size + g.b_size > 2;
  if (choice && l->alike != NULL && g.a_size <= MAX_PAIRS / g.b_size) return differ_by_likeness(l, g);
  differ_in_order(l, g);
  return true;
}

/* ---- all of it ---- */

typedef struct run {
  size_t a, b, size; /* elements that are the same */
} run;

/* Backwards through the rows: the runs that are the same, the last one first. */
static size_t runs_of(const trace *t, int edits, run *runs) {
  size_t count = 0;
  int k = (int)((long long)t->a - (long long)t->b);
  for (; edits >= 0; edits--) {
    size_t start = enter(t, edits, k), end = *entry(t, edits, k);
    if (end > start) runs[count++] = (run){start, start - (size_t)k, end - start};
    if (edits > 0) k += comes_from_above(t, edits, k) ? 1 : -1;
  }
  return count;
}

bool align_lists(const cli_lists *lists) {
  size_t shorter = lists->a < lists->b ? lists->a : lists->b, first = 0, last = 0;
  while (first < shorter && lists->same(lists->user, first, first)) first++;
  while (last < shorter - first && lists->same(lists->user, lists->a - 1 - last, lists->b - 1 - last)) last++;

  trace t = {lists, first, lists->a - first - last, lists->b - first - last, NULL};
  size_t longer = t.a > t.b ? t.a - t.b : t.b - t.a, a = first, b = first, count = 0;
  run *runs = NULL;
  if (t.a > 0 && t.b > 0 && longer <= MAX_EDITS) {
    t.rows = malloc(sizeof *t.rows * (MAX_EDITS + 1) * (MAX_EDITS + 1));
    runs = malloc(sizeof *runs * (MAX_EDITS + 1));
    int edits = t.rows != NULL && runs != NULL ? find(&t) : -1;
    if (edits >= 0) count = runs_of(&t, edits, runs);
    bool failed = t.rows == NULL || runs == NULL;
    free(t.rows);
    if (failed) {
      free(runs);
      return false;
    }
  }
  bool ok = true;
  while (count-- > 0) {
    ok &= differ(lists, a, first + runs[count].a, b, first + runs[count].b);
    a = first + runs[count].a + runs[count].size;
    b = first + runs[count].b + runs[count].size;
  }
  free(runs);
  return differ(lists, a, lists->a - last, b, lists->b - last) && ok;
}
