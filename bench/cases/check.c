/* Proves that the payloads are the standard ones: every size that their definition states. */
#include "payloads.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
  const char *name;
  size_t size;
} stated[] = {
    {"matrix3-x0", 136},   {"person-10b", 10},       {"person-100b", 94}, {"person-1kb", 930},
    {"person-10kb", 9634}, {"person-100kb", 96674}, {"payload-min", 5},  {"payload-mid", 609},
};

int main(void) {
  int wrong = 0;
  for (size_t i = 0; i < sizeof stated / sizeof *stated; i++) {
    const pbw_case *c = pbw_case_find(stated[i].name);
    size_t size = 0;
    if (c != NULL) free(pbw_case_build(c, &size));
    if (size != stated[i].size) {
      printf("%s: %zu bytes, should be %zu\n", stated[i].name, size, stated[i].size);
      wrong++;
    }
  }
  for (size_t i = 0; pbw_case_at(i) != NULL; i++) {
    const pbw_case *c = pbw_case_at(i);
    size_t size;
    uint8_t *data = pbw_case_build(c, &size);
    printf("%-20s %9zu bytes  %s\n", pbw_case_name(c), size, pbw_case_type(c));
    if (data == NULL || size == 0) wrong++;
    free(data);
  }
  return wrong != 0;
}
