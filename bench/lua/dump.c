/* Writes every standard case as a file, for benchmarks in languages that cannot call the builders:
 *
 *     dump FOLDER      FOLDER/NAME.bin each, and FOLDER/cases.tsv: a line "name <tab> type" each
 */
#include "bench/cases/payloads.h"

#include <stdio.h>
#include <stdlib.h>

static FILE *create(const char *folder, const char *name, const char *end) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s%s", folder, name, end);
  FILE *file = fopen(path, "wb");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  return file;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: dump FOLDER\n");
    return 2;
  }
  FILE *list = create(argv[1], "cases", ".tsv");
  for (size_t i = 0; pbw_case_at(i) != NULL; i++) {
    const pbw_case *c = pbw_case_at(i);
    if (pbw_case_is_stream(c)) continue;
    size_t size;
    uint8_t *data = pbw_case_build(c, &size);
    FILE *file = create(argv[1], pbw_case_name(c), ".bin");
    if (data == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
      fprintf(stderr, "%s: cannot write\n", pbw_case_name(c));
      return 1;
    }
    free(data);
    fprintf(list, "%s\t%s\n", pbw_case_name(c), pbw_case_type(c));
  }
  return fclose(list) != 0;
}
