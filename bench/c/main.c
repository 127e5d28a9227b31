/* The C benchmark: pbwire beside its peers, in one process.
 *
 * For every case it first proves that each engine gives the payload's bytes back, by every operation that
 * is to be measured, and stops where one does not.
 *
 * Then it measures, in passes. A pass is cut into slices of about a millisecond, and the engines take turns
 * slice by slice, so that whatever slows the machine for a while slows all of them. An engine's figure for
 * a pass is its fastest slice: the others were disturbed. The table has the median of the passes. What
 * counts is the ratio.
 *
 * Settings come from the environment (`make c-bench PASSES=9 CASES='matrix3-* descriptor'`):
 *   CASES, OPS, PEERS   names or shell patterns, separated by blanks or commas
 *   PASSES, MS          passes per cell (5), milliseconds per pass and engine (50)
 *   STAT                median of the passes (unless told), or best
 *   CORE                the core to run on (the last one)
 *   SUITE               binary, json, threads (time with 1 to all cores), memory (with alloc_count.so preloaded)
 *   OUT                 where the results go as tab-separated text
 *   PBW_LIB_CLANG, PBW_LIB_GCC   the two builds of the library */
#include "clock.h"
#include "memory.h"
#include "ops.h"
#include "proof.h"
#include "run.h"
#include "threads.h"
#include "timing.h"

#include "../cases/payloads.h"

#include <dlfcn.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Every engine: its name in the results, the shared object beside this program and the table in it, and
 * whether it is measured only when PEERS names it. */
static const struct entry {
  const char *name;
  const char *file;
  const char *table;
  const char *library; /* the variable that holds the path of the library to be measured */
  enum { SUBJECT, PEER, ON_REQUEST, BOUND } role; /* a bound is a peer that knows no messages */
  const char *suite; /* the variable SUITE says which is run */
} entries[] = {
    {"pbwire", "pbwire.so", "bench_codec", "PBW_LIB_CLANG", SUBJECT, "binary"},
    {"pbwire-gcc", "pbwire.so", "bench_codec", "PBW_LIB_GCC", SUBJECT, "binary"},
    {"limit", "limit.so", "bench_codec", NULL, PEER, "binary"},
    {"limit-gcc", "limit-gcc.so", "bench_codec", NULL, PEER, "binary"},
    {"upb-fast", "upb-fast.so", "bench_codec", NULL, PEER, "binary"},
    {"upb-gcc", "upb-gcc.so", "bench_codec", NULL, PEER, "binary"},
    {"cpp", "cpp.so", "bench_codec", NULL, PEER, "binary"},
    {"cpp-arena", "cpp.so", "bench_codec_arena", NULL, PEER, "binary"},
    {"protobuf-c", "protobuf-c.so", "bench_codec", NULL, PEER, "binary"},
    {"nanopb", "nanopb.so", "bench_codec", NULL, PEER, "binary"},
    {"prost", "prost.so", "bench_codec", NULL, PEER, "binary"},
    {"cpp-cached", "cpp.so", "bench_codec_cached", NULL, ON_REQUEST, "binary"},
    {"dynamicpb-go", "dynamicpb-go.so", "bench_codec", NULL, PEER, "binary"},
    {"hyperpb-go", "hyperpb-go.so", "bench_codec", NULL, PEER, "binary"},
    {"pbwire", "json-pbwire.so", "bench_codec", "PBW_LIB_CLANG", SUBJECT, "json"},
    {"pbwire-gcc", "json-pbwire.so", "bench_codec", "PBW_LIB_GCC", SUBJECT, "json"},
    {"cpp", "json-cpp.so", "bench_codec", NULL, PEER, "json"},
    {"protobuf-es", "json-protobuf-es.so", "bench_codec", NULL, PEER, "json"},
    {"protobuf.js", "json-protobufjs.so", "bench_codec", NULL, PEER, "json"},
    {"protobuf.js-protojson", "json-protobufjs-protojson.so", "bench_codec", NULL, PEER, "json"},
    {"pbjson", "json-pbjson.so", "bench_codec", NULL, PEER, "json"},
    {"bound-rapidjson", "json-rapidjson.so", "bench_codec", NULL, BOUND, "json"},
    {"bound-simdjson", "json-simdjson.so", "bench_codec", NULL, BOUND, "json"},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

/* What is measured, how, and what of it unless CASES and OPS say. */
static const struct suite {
  const char *name, *engines, *cases, *ops;
  int is_inside; /* no peers in processes of their own */
  measure_row *row;
  void (*head)(FILE *file);
} suites[] = {
    {"binary", "binary", NULL, NULL, 0, time_row, results_tsv_head},
    {"json", "json", NULL, NULL, 0, time_row, results_tsv_head},
    {"threads", "binary", "otel-100 person-nested-10kb", "decode-pooled encode", 1, threads_row, threads_tsv_head},
    {"memory", "binary", NULL, "decode-owned decode-pooled encode", 1, memory_row, memory_tsv_head},
};
static const struct suite *suite = suites; /* the one that SUITE names */

/* ---- settings ---- */

static const char *text_of(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value != NULL && *value != '\0' ? value : otherwise;
}

static int number_of(const char *name, int otherwise) {
  const char *value = text_of(name, NULL);
  return value != NULL ? atoi(value) : otherwise;
}

/* Whether a list of patterns has the name; no list has every name. */
static int chosen(const char *list, const char *name) {
  if (list == NULL) return 1;
  for (const char *p = list; *p != '\0';) {
    size_t size = strcspn(p, ", ");
    char pattern[64];
    if (size > 0 && size < sizeof pattern) {
      memcpy(pattern, p, size);
      pattern[size] = '\0';
      if (fnmatch(pattern, name, 0) == 0) return 1;
    }
    p += size;
    p += strspn(p, ", ");
  }
  return 0;
}

static int wanted(const struct entry *e, const settings *s) {
  if (strcmp(e->suite, suite->engines) != 0) return 0;
  if (e->role == SUBJECT) return 1;
  return e->role != ON_REQUEST ? chosen(s->peers, e->name) : s->peers != NULL && chosen(s->peers, e->name);
}

/* ---- engines ---- */

/* NULL, or why the engine is absent. */
static const char *load(const char *folder, const struct entry *e, engine *out) {
  const char *why = "it cannot be opened", *library = e->library != NULL ? text_of(e->library, NULL) : NULL;
  if (e->library != NULL && library == NULL) return "no library was named";
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, e->file);
  void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (object == NULL) return access(path, F_OK) == 0 ? dlerror() : "it was not built";
  out->codec = dlsym(object, e->table);
  if (out->codec == NULL) return "it has no table";
  *(void **)&out->lacks = dlsym(object, "bench_lacks");
  size_t size;
  const uint8_t *schema = pbw_case_schema(&size);
  out->instance = out->codec->open(library, schema, size, &why);
  return out->instance != NULL ? NULL : why;
}

static size_t load_all(const char *folder, const settings *s, engine *engines, results *r) {
  for (size_t i = 0; i < ENTRIES; i++) {
    const struct entry *e = &entries[i];
    if (!wanted(e, s)) continue;
    const char *why = load(folder, e, &engines[r->count]);
    if (why != NULL) {
      fprintf(stderr, "*** %s absent: %s (%s)\n", e->role == SUBJECT ? "engine" : "peer", e->name, why);
      continue;
    }
    if (suite->is_inside && engines[r->count].codec->took != NULL) continue;
    r->names[r->count] = e->name;
    r->is_subject[r->count] = e->role == SUBJECT;
    engines[r->count].is_bound = e->role == BOUND;
    r->count++;
  }
  return r->count;
}

/* ---- the proof ---- */

/* What a printed text holds, as the first engine reads it. */
static int read_back(const engine *first, const bench_input *input, const uint8_t **bytes, size_t *size) {
  static void *cell; /* *bytes live in it until the next call */
  bench_input text = *input;
  if (cell != NULL) first->codec->release(cell);
  text.text = *bytes;
  text.text_size = *size;
  cell = first->codec->prepare(first->instance, &text);
  return cell != NULL ? first->codec->rewrite(cell, OP_JSON_PARSE, bytes, size) : -1;
}

/* Whether the engine says that it cannot. A reason that holds for several operations is told once. */
static int lacks(const char *name, const char *test, engine *e, const bench_input *input, int op) {
  const char *why = e->lacks != NULL ? e->lacks(test, input->type, op) : NULL;
  if (why == NULL) return 0;
  if (why != e->told) fprintf(stderr, "*** left out: %s, %s: %s\n", test, name, why);
  e->told = why;
  return 1;
}

static int prove(const char *name, const char *test, engine *e, const engine *first, const bench_input *input, int op) {
  const uint8_t *bytes;
  size_t size;
  e->has[op] = e->codec->run[op] != NULL && op_forms[op] == input->form && !lacks(name, test, e, input, op) && e->cell != NULL;
  if (!e->has[op] || input->form == INPUT_SCHEMA || op == OP_JSON_SCAN) return 0;
  int status = e->codec->rewrite(e->cell, op, &bytes, &size);
  if (status > 0) {
    e->has[op] = 0;
    return 0;
  }
  if (status == 0 && (e->is_bound || op == OP_JSON_PRINT)) status = read_back(first, input, &bytes, &size);
  if (status != 0) {
    fprintf(stderr, "FAILED: %s, %s, %s: an error instead of bytes\n", test, op_names[op], name);
    return -1;
  }
  if (!proof_equal(bytes, size, input->data, input->size)) {
    size_t at = 0;
    while (at < size && at < input->size && bytes[at] == input->data[at]) at++;
    fprintf(stderr, "FAILED: %s, %s, %s: %zu bytes and not %zu; the first that differs is at %zu\n", test,
            op_names[op], name, size, input->size, at);
    return -1;
  }
  return 0;
}

/* ---- cases ---- */

static int run_case(const settings *s, const char *test, const bench_input *input, engine *engines, const results *r,
                    FILE *out) {
  int failed = 0;
  for (size_t i = 0; i < r->count; i++) {
    engines[i].cell = engines[i].codec->prepare(engines[i].instance, input);
    engines[i].told = NULL;
  }

  for (int op = 0; op < OP_COUNT; op++)
    for (size_t i = 0; i < r->count; i++)
      if (chosen(s->ops, op_names[op])) failed |= prove(r->names[i], test, &engines[i], engines, input, op);

  for (int op = 0; op < OP_COUNT && !failed; op++) {
    if (!chosen(s->ops, op_names[op]) || op_forms[op] != input->form) continue;
    if (isatty(STDERR_FILENO)) fprintf(stderr, "%-20s %-14s ...\r", test, op_names[op]);
    const cells c = {test, input, engines, op};
    failed = suite->row(s, r, &c, out);
    if (failed) fprintf(stderr, "FAILED: %s, %s: an operation gave an error\n", test, op_names[op]);
  }
  for (size_t i = 0; i < r->count; i++)
    if (engines[i].cell != NULL) engines[i].codec->release(engines[i].cell);
  return failed;
}

/* The text of a case: its bytes as the first engine prints them, with a type that knows all that is in them. The bytes
 * that are to be had from it are those that the case's own type knows. */
static int run_json(const settings *s, const pbw_case *c, engine *engines, const results *r, FILE *out) {
  bench_input all = {.form = INPUT_JSON, .type = pbw_case_text_type(c)};
  bench_input input = {.form = INPUT_JSON, .type = pbw_case_type(c)};
  uint8_t *data = pbw_case_build(c, &all.size), *known = pbw_case_build(pbw_case_known(c), &input.size);
  all.data = data;
  input.data = known;
  void *printer = engines[0].codec->prepare(engines[0].instance, &all);
  int failed = printer == NULL || engines[0].codec->rewrite(printer, OP_JSON_PRINT, &input.text, &input.text_size) != 0;
  if (failed) fprintf(stderr, "FAILED: %s has no text\n", pbw_case_name(c));
  else failed = run_case(s, pbw_case_name(c), &input, engines, r, out);
  if (printer != NULL) engines[0].codec->release(printer);
  free(data);
  free(known);
  return failed;
}

static int run_cases(const settings *s, engine *engines, const results *r, FILE *out) {
  int failed = 0, is_json = strcmp(suite->name, "json") == 0;
  bench_input input = {0};
  for (size_t i = 0; pbw_case_at(i) != NULL; i++) {
    const pbw_case *c = pbw_case_at(i);
    if (!chosen(s->cases, pbw_case_name(c))) continue;
    if (is_json) {
      if (pbw_case_text_type(c) != NULL) failed |= run_json(s, c, engines, r, out);
      continue;
    }
    uint8_t *data = pbw_case_build(c, &input.size);
    input.form = pbw_case_is_stream(c) ? INPUT_STREAM : INPUT_MESSAGE;
    input.type = pbw_case_type(c);
    input.data = data;
    failed |= run_case(s, pbw_case_name(c), &input, engines, r, out);
    free(data);
  }
  input = (bench_input){.form = INPUT_SCHEMA, .type = "google.protobuf.FileDescriptorSet"};
  input.data = pbw_case_schema(&input.size);
  if (chosen(s->cases, "schema") && !is_json) failed |= run_case(s, "schema", &input, engines, r, out);
  return failed;
}

/* Results appear under their name only when all went well: an interrupted run must not replace a whole one. */
static FILE *open_results(const settings *s, char *temporary, size_t size) {
  if (s->out == NULL) return NULL;
  snprintf(temporary, size, "%s.tmp", s->out);
  FILE *out = fopen(temporary, "w");
  if (out == NULL) {
    fprintf(stderr, "cannot write %s\n", temporary);
    exit(1);
  }
  suite->head(out);
  return out;
}

static int choose_suite(const char *name) {
  for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
    suite = &suites[i];
    if (strcmp(suite->name, name) == 0) return 0;
  }
  fprintf(stderr, "there is no suite %s\n", name);
  return -1;
}

int main(int argc, char **argv) {
  if (choose_suite(text_of("SUITE", "binary")) != 0) return 2;
  settings s = {
      .cases = text_of("CASES", suite->cases),
      .ops = text_of("OPS", suite->ops),
      .peers = text_of("PEERS", NULL),
      .out = text_of("OUT", NULL),
      .passes = number_of("PASSES", 5),
      .pass_ns = number_of("MS", 50) * 1e6,
      .best = strcmp(text_of("STAT", "median"), "best") == 0,
  };
  if (s.passes < 1 || s.pass_ns <= 0) {
    fputs("PASSES and MS must be positive\n", stderr);
    return 2;
  }
  char folder[4000] = ".", temporary[4096];
  const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
  if (slash != NULL) snprintf(folder, sizeof folder, "%.*s", (int)(slash - argv[0]), argv[0]);

  engine engines[ENTRIES] = {{0}};
  results r = {0};
  load_all(folder, &s, engines, &r);
  s.samples = calloc((size_t)s.passes * RESULTS_MAX, sizeof *s.samples);
  if (s.samples == NULL) return 1;
  FILE *out = open_results(&s, temporary, sizeof temporary);

  int core = clock_pin(number_of("CORE", -1));
  printf("%s: %s of %d passes of %.0f ms, core %d; the factor is peer / pbwire\n", suite->name,
         s.best ? "best" : "median", s.passes, s.pass_ns / 1e6, core);
  results_head(&r);
  if (r.count == 0 || !r.is_subject[0]) {
    fputs("there is no library to measure\n", stderr);
    return 1;
  }
  int failed = run_cases(&s, engines, &r, out);
  free(s.samples);
  if (out == NULL) return failed != 0;
  if (fclose(out) != 0 || failed || !r.is_subject[0]) {
    fprintf(stderr, "%s was not written\n", s.out);
    return 1;
  }
  return rename(temporary, s.out) != 0;
}
