/* A peer that lives in a process of its own: one written in Go, or running in Node.
 *
 * The program is started with two pipes and then told what to do, line by line; it times its rounds with its own
 * clock, so that the way there and back is not in any figure. To the harness it is an engine like every other: it
 * is proved by the same bytes, and takes its turns between the others, slice by slice.
 *
 *     told                                            answers
 *     schema SIZE              and SIZE bytes         ok
 *     prepare FORM TYPE SIZE TEXT   and both          ok, or no WHY: it has no such type or cannot read this input
 *     run OP ROUNDS                                   ok NANOSECONDS, or no WHY
 *     rewrite OP                                      ok SIZE and SIZE bytes; left WHY: not by this operation; or no WHY
 *     release                                         ok
 *
 * FORM is `message`, `stream`, `schema` or `json`, OP an operation's name in the results. One cell is prepared at a time. The program ends at
 * the end of its input.
 *
 * Compiled once for each peer, with PROCESS_START: the command, run in the folder of the shared object. */
#define _GNU_SOURCE
#include "bench/c/engine.h"
#include "bench/c/ops.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct peer {
  FILE *to, *from;
  char answer[512]; /* the last one, without its first word */
  double took;
  uint8_t *bytes; /* of the last rewrite */
} peer;

extern const bench_engine bench_codec;

/* ---- the process ---- */

/* The folder of this shared object. */
static void find_folder(char *out, size_t size) {
  Dl_info info;
  const char *slash = dladdr(&bench_codec, &info) != 0 ? strrchr(info.dli_fname, '/') : NULL;
  snprintf(out, size, "%.*s", slash != NULL ? (int)(slash - info.dli_fname) : 1, slash != NULL ? info.dli_fname : ".");
}

static void become(const int *in, const int *out) {
  char folder[4096];
  find_folder(folder, sizeof folder);
  unsetenv("LD_PRELOAD"); /* what is preloaded counts this process only */
  if (dup2(in[0], STDIN_FILENO) < 0 || dup2(out[1], STDOUT_FILENO) < 0 || chdir(folder) != 0) _exit(126);
  execl("/bin/sh", "sh", "-c", "exec " PROCESS_START, (char *)NULL);
  _exit(127);
}

/* 0 with both pipes open; none of them is left open in a process that is started later. */
static int start(peer *p) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) return -1;
  pid_t child = fork();
  if (child == 0) become(in, out);
  close(in[0]);
  close(out[1]);
  p->to = fdopen(in[1], "w");
  p->from = fdopen(out[0], "r");
  signal(SIGPIPE, SIG_IGN); /* a peer that dies is an error of its operation */
  return child > 0 && p->to != NULL && p->from != NULL ? 0 : -1;
}

/* ---- saying and hearing ---- */

static void say(peer *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(peer *p, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(p->to, format, list);
  va_end(list);
}

enum { ANSWER_OK, ANSWER_LEFT, ANSWER_NO };

static int hear(peer *p) {
  static const char *const words[] = {"ok", "left", "no"};
  char line[sizeof p->answer];
  if (fflush(p->to) != 0 || fgets(line, sizeof line, p->from) == NULL) {
    strcpy(p->answer, "it does not answer");
    return ANSWER_NO;
  }
  line[strcspn(line, "\n")] = '\0';
  size_t first = strcspn(line, " ");
  strcpy(p->answer, line[first] == ' ' ? line + first + 1 : "");
  for (int i = 0; i <= ANSWER_NO; i++)
    if (strlen(words[i]) == first && memcmp(words[i], line, first) == 0) return i;
  snprintf(p->answer, sizeof p->answer, "it says: %.400s", line);
  return ANSWER_NO;
}

/* ---- the engine ---- */

static void *open_peer(const char *library, const uint8_t *schema, size_t size, const char **why) {
  (void)library;
  peer *p = calloc(1, sizeof *p);
  *why = "it cannot be started";
  if (p == NULL || start(p) != 0) return NULL;
  say(p, "schema %zu\n", size);
  fwrite(schema, 1, size, p->to);
  *why = p->answer;
  return hear(p) == ANSWER_OK ? p : NULL;
}

static void *prepare(void *self, const bench_input *input) {
  static const char *const forms[] = {
      [INPUT_MESSAGE] = "message", [INPUT_STREAM] = "stream", [INPUT_SCHEMA] = "schema", [INPUT_JSON] = "json"};
  peer *p = self;
  size_t text_size = input->form == INPUT_JSON ? input->text_size : 0;
  say(p, "prepare %s %s %zu %zu\n", forms[input->form], input->type, input->size, text_size);
  fwrite(input->data, 1, input->size, p->to);
  if (text_size != 0) fwrite(input->text, 1, text_size, p->to);
  if (hear(p) == ANSWER_OK) return p;
  fprintf(stderr, "*** left out: " PROCESS_START " with %s: %s\n", input->type, p->answer);
  return NULL;
}

static int run(void *self, int op, size_t rounds) {
  peer *p = self;
  say(p, "run %s %zu\n", op_names[op], rounds);
  if (hear(p) != ANSWER_OK) {
    fprintf(stderr, PROCESS_START ": %s: %s\n", op_names[op], p->answer);
    return -1;
  }
  p->took = atof(p->answer);
  return 0;
}

static double took(void *self) { return ((peer *)self)->took; }

static int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  peer *p = self;
  say(p, "rewrite %s\n", op_names[op]);
  int answer = hear(p);
  if (answer != ANSWER_OK) {
    if (*p->answer != '\0') fprintf(stderr, "*** left out: " PROCESS_START " in %s: %s\n", op_names[op], p->answer);
    return answer == ANSWER_LEFT ? 1 : -1;
  }
  *size = strtoul(p->answer, NULL, 10);
  free(p->bytes);
  p->bytes = malloc(*size + 1);
  *out = p->bytes;
  return p->bytes != NULL && fread(p->bytes, 1, *size, p->from) == *size ? 0 : -1;
}

static void release(void *self) {
  say(self, "release\n");
  hear(self);
}

static int decode_owned(void *c, size_t rounds) { return run(c, OP_DECODE_OWNED, rounds); }
static int decode_pooled(void *c, size_t rounds) { return run(c, OP_DECODE_POOLED, rounds); }
static int decode_alias(void *c, size_t rounds) { return run(c, OP_DECODE_ALIAS, rounds); }
static int encode(void *c, size_t rounds) { return run(c, OP_ENCODE, rounds); }
static int create_encode(void *c, size_t rounds) { return run(c, OP_CREATE_ENCODE, rounds); }
static int create_checked(void *c, size_t rounds) { return run(c, OP_CREATE_CHECKED, rounds); }
static int stream(void *c, size_t rounds) { return run(c, OP_STREAM, rounds); }
static int schema_load(void *c, size_t rounds) { return run(c, OP_SCHEMA_LOAD, rounds); }
static int json_print(void *c, size_t rounds) { return run(c, OP_JSON_PRINT, rounds); }
static int json_parse(void *c, size_t rounds) { return run(c, OP_JSON_PARSE, rounds); }

BENCH_EXPORT const bench_engine bench_codec = {
    open_peer, prepare,
    {[OP_DECODE_OWNED] = decode_owned, [OP_DECODE_POOLED] = decode_pooled, [OP_DECODE_ALIAS] = decode_alias,
     [OP_ENCODE] = encode, [OP_CREATE_ENCODE] = create_encode, [OP_CREATE_CHECKED] = create_checked,
     [OP_STREAM] = stream, [OP_SCHEMA_LOAD] = schema_load, [OP_JSON_PRINT] = json_print, [OP_JSON_PARSE] = json_parse},
    rewrite, release, took,
};
