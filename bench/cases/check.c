/* Proves that the payloads are the standard ones: the sizes that their definition states, and every payload's size and
 * hash as recorded in payloads.tsv, by which other languages can prove theirs.
 *
 *     check FILE    compares
 *     check         prints what the file should hold
 *
 * The hash is FNV-1a of 64 bits: three lines in any language. */
#include "payloads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  size_t size;
} stated[] = {
    {"matrix3-x0", 136},   {"person-10b", 10},       {"person-100b", 94}, {"person-1kb", 930},
    {"person-10kb", 9634}, {"person-100kb", 96674}, {"payload-min", 5},  {"payload-mid", 609},
};

static uint64_t hash_of(const uint8_t *data, size_t size) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * 1099511628211u;
  return hash;
}

static void describe(const pbw_case *c, char *line, size_t capacity) {
  size_t size;
  uint8_t *data = pbw_case_build(c, &size);
  snprintf(line, capacity, "%s\t%s\t%zu\t%016" PRIx64 "\t%s\n", pbw_case_name(c), pbw_case_type(c), size,
           hash_of(data, size), pbw_case_is_stream(c) ? "stream" : "message");
  free(data);
}

static int wrong_sizes(void) {
  int wrong = 0;
  for (size_t i = 0; i < sizeof stated / sizeof *stated; i++) {
    const pbw_case *c = pbw_case_find(stated[i].name);
    size_t size = 0;
    if (c != NULL) free(pbw_case_build(c, &size));
    if (size == stated[i].size) continue;
    fprintf(stderr, "%s: %zu bytes, should be %zu\n", stated[i].name, size, stated[i].size);
    wrong++;
  }
  return wrong;
}

int main(int argc, char **argv) {
  static const char head[] = "case\ttype\tsize\tfnv1a64\tform\n";
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  char line[256], recorded[256];
  int wrong = wrong_sizes();
  if (argc > 1 && (file == NULL || fgets(recorded, sizeof recorded, file) == NULL || strcmp(recorded, head) != 0)) {
    fprintf(stderr, "%s: cannot be read\n", argv[1]);
    return 1;
  }
  if (file == NULL) fputs(head, stdout);
  for (size_t i = 0; pbw_case_at(i) != NULL; i++) {
    describe(pbw_case_at(i), line, sizeof line);
    fputs(line, stdout);
    if (file == NULL || (fgets(recorded, sizeof recorded, file) != NULL && strcmp(recorded, line) == 0)) continue;
    fprintf(stderr, "%s is not as recorded in %s\n", pbw_case_name(pbw_case_at(i)), argv[1]);
    wrong++;
  }
  if (file != NULL && fgets(recorded, sizeof recorded, file) != NULL) {
    fprintf(stderr, "%s has a case that is not built: %s", argv[1], recorded);
    wrong++;
  }
  if (file != NULL) fclose(file);
  return wrong != 0;
}
