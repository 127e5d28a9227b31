/* .proto files to a descriptor set on the standard output, through the ABI alone: what the suites compare with protoc.
 *
 *   compile [-t ROUNDS] [-I FOLDER]... FILE...    files are named relative to one of the folders
 *   compile -e FILE...                            each by itself: one line FILE:LINE: MESSAGE for its first error */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "abi/pbwire.h"

enum { MOST_FOLDERS = 64, MOST_FILES = 20000 };
static const char *folders[MOST_FOLDERS];
static int folder_count;

typedef struct text {
  char *name;
  uint8_t *data;
  size_t size;
} text;

static text read_file(const char *path) {
  text out = {NULL, NULL, 0};
  FILE *file = fopen(path, "rb");
  if (!file) return out;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  out.data = malloc((size_t)size + 1);
  out.size = fread(out.data, 1, (size_t)size, file);
  fclose(file);
  return out;
}

static text find_file(const char *name) {
  for (int i = 0; i < folder_count; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folders[i], name);
    text out = read_file(path);
    if (out.data) return out;
  }
  return (text){NULL, NULL, 0};
}

static int one_by_one(int count, char **names) {
  for (int i = 0; i < count; i++) {
    text one = read_file(names[i]);
    pbw_source *source = NULL;
    pbw_error error = {.struct_size = sizeof error};
    if (!one.data || pbw_source_new(NULL, &source)) return 2;
    const char *slash = strrchr(names[i], '/');
    const char *name = slash ? slash + 1 : names[i];
    pbw_status status = pbw_source_add(source, name, one.data, one.size);
    if (!status) status = pbw_source_compile(source, NULL, NULL, NULL, &error);
    printf("%s:%u: %s\n", name, (unsigned)error.line, status ? error.message : "OK");
    pbw_source_free(source);
    free(one.data);
  }
  return 0;
}

/* The files in the order in which they were first asked for. */
static text files[MOST_FILES];
static int file_count;

static pbw_status run(pbw_source *source, int count, char **names, pbw_schema **schema, const uint8_t **set, size_t *size,
                      pbw_error *error) {
  pbw_status status = PBW_OK;
  if (file_count) { /* a later round: nothing is read again */
    for (int i = 0; i < file_count && !status; i++) status = pbw_source_add(source, files[i].name, files[i].data, files[i].size);
    return status ? status : pbw_source_compile(source, schema, set, size, error);
  }
  for (int i = 0; i < count && !status; i++) {
    text one = find_file(names[i]);
    if (!one.data) {
      fprintf(stderr, "%s: not found\n", names[i]);
      return PBW_ERR_NOT_FOUND;
    }
    one.name = names[i];
    files[file_count++] = one;
    status = pbw_source_add(source, one.name, one.data, one.size);
  }
  const char *name;
  for (size_t i = 0; !status && (name = pbw_source_import(source, i)) && file_count < MOST_FILES; i++) {
    bool there = false;
    for (int k = 0; k < count && !there; k++) there = !strcmp(files[k].name, name);
    text one = there ? (text){NULL, NULL, 0} : find_file(name);
    if (!one.data) continue;
    one.name = malloc(strlen(name) + 1);
    strcpy(one.name, name);
    files[file_count++] = one;
    status = pbw_source_add(source, name, one.data, one.size);
  }
  return status ? status : pbw_source_compile(source, schema, set, size, error);
}

int main(int argc, char **argv) {
  int i = 1, rounds = 0;
  if (argc > 2 && !strcmp(argv[1], "-e")) return one_by_one(argc - 2, argv + 2);
  if (argc > 2 && !strcmp(argv[1], "-t")) rounds = atoi(argv[2]), i = 3;
  for (; i + 1 < argc && !strcmp(argv[i], "-I") && folder_count < MOST_FOLDERS; i += 2) folders[folder_count++] = argv[i + 1];
  pbw_source *source = NULL;
  pbw_schema *schema = NULL, *again = NULL;
  pbw_error error = {.struct_size = sizeof error};
  const uint8_t *set;
  size_t size;
  if (pbw_source_new(NULL, &source)) return 2;
  pbw_status status = run(source, argc - i, argv + i, &schema, &set, &size, &error);
  if (status) {
    fprintf(stderr, "%s%s\n", pbw_source_errors(source), pbw_status_name(status));
    return 1;
  }
  if (!rounds) fwrite(set, 1, size, stdout);
  status = pbw_schema_load(set, size, &again, &error); /* what was written is a set, with as much in it */
  if (status || pbw_schema_type_count(again) != pbw_schema_type_count(schema) ||
      pbw_schema_extension_count(again) != pbw_schema_extension_count(schema)) {
    fprintf(stderr, "the set differs from the schema: %s %s\n", error.path, error.message);
    return 1;
  }
  pbw_schema_free(again);
  double best = 1e9;
  for (int r = 0; r < rounds; r++) {
    struct timespec a, b;
    pbw_schema *one = NULL;
    pbw_source *fresh = NULL;
    clock_gettime(CLOCK_MONOTONIC, &a);
    if (pbw_source_new(NULL, &fresh) || run(fresh, 0, NULL, &one, &set, &size, &error)) return 2;
    pbw_schema_free(one);
    pbw_source_free(fresh);
    clock_gettime(CLOCK_MONOTONIC, &b);
    double ms = (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6;
    if (ms < best) best = ms;
  }
  if (rounds) printf("%.3f ms, %d files, %zu bytes of descriptors\n", best, file_count, size);
  pbw_schema_free(schema);
  pbw_source_free(source);
  for (int f = 0; f < file_count; f++) {
    if (f >= argc - i) free(files[f].name);
    free(files[f].data);
  }
  return 0;
}
