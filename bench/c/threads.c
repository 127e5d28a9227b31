/* Threads: each has a cell of its own, all share the engine's schema. They begin a slice together, and it ends with the
 * last of them; the figure is that time divided by the operations of all. An engine that scales needs half of it with
 * two threads.
 *
 * The workers live as long as the program, one to a core, and sleep between slices. Engines take turns as they do with one
 * thread. Those in processes of their own are left out. */
#include "threads.h"

#include "clock.h"
#include "ops.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS_MAX = 64 };

/* One slice. */
typedef struct job {
  const bench_engine *codec;
  int op;
  void **cells; /* one for each thread */
  size_t rounds, threads;
} job;

static struct {
  pthread_mutex_t lock;
  pthread_cond_t begin, end;
  size_t workers, slice, working; /* slice: a number that grows; working: the workers that are not yet done with it */
  job job;
  atomic_size_t ready; /* of the workers that take part in it */
  double from[THREADS_MAX], to[THREADS_MAX];
  int failed;
  int cores[THREADS_MAX];
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .begin = PTHREAD_COND_INITIALIZER, .end = PTHREAD_COND_INITIALIZER};

static int work(const job *j, size_t self) {
  atomic_fetch_add(&pool.ready, 1);
  while (atomic_load(&pool.ready) < j->threads) continue;
  pool.from[self] = clock_now();
  int failed = j->codec->run[j->op](j->cells[self], j->rounds);
  pool.to[self] = clock_now();
  return failed;
}

static void *worker(void *argument) {
  int *core = argument;
  size_t self = (size_t)(core - pool.cores), seen = 0;
  clock_pin(*core);
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    while (pool.slice == seen) pthread_cond_wait(&pool.begin, &pool.lock);
    seen = pool.slice;
    if (self >= pool.job.threads) continue;
    job j = pool.job;
    pthread_mutex_unlock(&pool.lock);
    int failed = work(&j, self);
    pthread_mutex_lock(&pool.lock);
    pool.failed |= failed;
    if (--pool.working == 0) pthread_cond_signal(&pool.end);
  }
  return NULL;
}

/* A worker on every core. They are never joined: they end with the program. */
static size_t start_workers(void) {
  size_t cores = clock_cores(pool.cores, THREADS_MAX);
  while (pool.workers < cores) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, worker, &pool.cores[pool.workers]) != 0) break;
    pthread_detach(thread);
    pool.workers++;
  }
  return pool.workers;
}

/* ns from the first thread's start to the last one's end; negative when one failed. */
static double run_slice(const job *j) {
  pthread_mutex_lock(&pool.lock);
  pool.job = *j;
  pool.working = j->threads;
  pool.failed = 0;
  atomic_store(&pool.ready, 0);
  pool.slice++;
  pthread_cond_broadcast(&pool.begin);
  while (pool.working > 0) pthread_cond_wait(&pool.end, &pool.lock);
  double from = pool.from[0], to = pool.to[0];
  for (size_t i = 1; i < j->threads; i++) {
    if (pool.from[i] < from) from = pool.from[i];
    if (pool.to[i] > to) to = pool.to[i];
  }
  int failed = pool.failed;
  pthread_mutex_unlock(&pool.lock);
  return failed ? -1 : to - from;
}

/* The fastest slice of one pass, per engine, in ns per operation. */
static int measure_pass(const settings *s, const job *jobs, size_t count, double *fastest) {
  double spent[RESULTS_MAX] = {0};
  for (size_t i = 0; i < count; i++) fastest[i] = -1;
  for (int slice = 0; slice < SLICES; slice++) {
    for (size_t i = 0; i < count; i++) {
      if (jobs[i].rounds == 0 || spent[i] >= s->pass_ns) continue;
      double took = run_slice(&jobs[i]);
      if (took < 0) return -1;
      spent[i] += took;
      double per_round = took / (double)(jobs[i].rounds * jobs[i].threads);
      if (fastest[i] < 0 || per_round < fastest[i]) fastest[i] = per_round;
    }
  }
  return 0;
}

static int measure(const settings *s, const job *jobs, size_t count, double *ns) {
  size_t passes = (size_t)s->passes;
  for (size_t pass = 0; pass < passes; pass++) {
    if (measure_pass(s, jobs, count, ns) != 0) return -1;
    for (size_t i = 0; i < count; i++) s->samples[i * passes + pass] = ns[i];
  }
  for (size_t i = 0; i < count; i++) ns[i] = jobs[i].rounds != 0 ? summary(s->samples + i * passes, passes, s->best) : -1;
  return 0;
}

void threads_tsv_head(FILE *file) { fputs("case\top\tpbwire_ns\tpeer\tpeer_ns\tratio\tbuild\tthreads\n", file); }

static void tsv_rows(FILE *file, const results *r, const cells *c, size_t threads, const double *ns) {
  for (size_t s = 0; s < r->count; s++) {
    if (!r->is_subject[s] || ns[s] < 0) continue;
    for (size_t p = 0; p < r->count; p++) {
      if (r->is_subject[p] || ns[p] < 0) continue;
      fprintf(file, "%s\t%s\t%.1f\t%s\t%.1f\t%.3f\t%s\t%zu\n", c->test, op_names[c->op], ns[s], r->names[p], ns[p],
              ns[p] / ns[s], r->names[s], threads);
    }
  }
}

static int measure_all(const settings *s, const results *r, const cells *c, job *jobs, size_t workers, FILE *out) {
  double ns[RESULTS_MAX];
  for (size_t threads = 1; threads <= workers; threads = threads < workers && 2 * threads > workers ? workers : 2 * threads) {
    for (size_t i = 0; i < r->count; i++) jobs[i].threads = threads;
    if (measure(s, jobs, r->count, ns) != 0) return -1;
    char op[64];
    snprintf(op, sizeof op, "%s x%zu", op_names[c->op], threads);
    results_row(r, c->test, op, ns);
    if (out != NULL) tsv_rows(out, r, c, threads, ns);
  }
  return 0;
}

int threads_row(const settings *s, const results *r, const cells *c, FILE *out) {
  static void *made[RESULTS_MAX][THREADS_MAX];
  job jobs[RESULTS_MAX] = {{0}};
  size_t workers = start_workers();
  int failed = workers == 0;
  for (size_t i = 0; i < r->count && !failed; i++) {
    const engine *e = &c->engines[i];
    if (!e->has[c->op] || e->codec->took != NULL) continue;
    for (size_t t = 0; t < workers; t++) failed |= (made[i][t] = e->codec->prepare(e->instance, c->input)) == NULL;
    jobs[i] = (job){.codec = e->codec, .op = c->op, .cells = made[i]};
    if (!failed) jobs[i].rounds = clock_calibrate(e->codec, c->op, made[i][0], s->pass_ns / SLICES);
    failed |= jobs[i].rounds == 0;
  }
  if (!failed) failed = measure_all(s, r, c, jobs, workers, out) != 0;
  for (size_t i = 0; i < r->count; i++)
    for (size_t t = 0; t < workers; t++) {
      if (made[i][t] != NULL) c->engines[i].codec->release(made[i][t]);
      made[i][t] = NULL;
    }
  return failed ? -1 : 0;
}
