/* What a program takes from malloc, counted by alloc_count.so, which is preloaded for that. */
#ifndef PBW_BENCH_ALLOC_COUNT_H
#define PBW_BENCH_ALLOC_COUNT_H

#include <stddef.h>

typedef struct alloc_counts {
  size_t calls; /* of malloc, calloc, realloc and their kin */
  size_t live;  /* bytes taken and not given back, as malloc rounds them */
  size_t peak;  /* the most that was live since somebody set it */
} alloc_counts;

/* The name of the function that gives the counts, and its type. */
#define ALLOC_COUNT_SYMBOL "alloc_count_counts"
typedef alloc_counts *alloc_count_function(void);

#endif
