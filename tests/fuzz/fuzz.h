/* What the fuzz targets share. A target is a libFuzzer function over the public header; without PBW_FUZZER it is
 * a program that gives it every file named, each in a process of its own, and prints TAP. */
#ifndef PBW_TESTS_FUZZ_H
#define PBW_TESTS_FUZZ_H

#define _DEFAULT_SOURCE
#include "abi/pbwire.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef PBW_FUZZER
#include <sys/wait.h>
#include <unistd.h>
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* More memory than there is makes malloc return NULL, as it does without the sanitizer. What is freed is kept from use
 * for some thousand inputs rather than for a million: caches are faster than memory. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "allocator_may_return_null=1:quarantine_size_mb=4:thread_local_quarantine_size_kb=256:malloc_context_size=8";
}

/* What must hold, also in release builds. */
#define CHECK(holds) ((holds) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #holds))

static inline _Noreturn void fuzz_fail(const char *file, int line, const char *what) {
  fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
  abort();
}

/* ---- blocks: bytes in memory of exactly their size ------------------------------------------------ */

typedef struct block {
  uint8_t *data;
  size_t size;
} block;

static inline block block_new(size_t size) {
  block b = {malloc(size), size};
  CHECK(b.data != NULL || size == 0);
  return b;
}

static inline block block_of(const uint8_t *data, size_t size) {
  block b = block_new(size);
  if (size > 0) memcpy(b.data, data, size);
  return b;
}

static inline block block_file(const char *path) {
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
  block b = block_new((size_t)ftell(file));
  rewind(file);
  CHECK(fread(b.data, 1, b.size, file) == b.size);
  fclose(file);
  return b;
}

static inline bool block_is(block b, const uint8_t *data, size_t size) {
  return b.size == size && (size == 0 || memcmp(b.data, data, size) == 0);
}

/* ---- the types of the committed schemas, picked by number ------------------------------------------ */

enum { FUZZ_SCHEMAS = 3, FUZZ_TYPES = 2048 };

static struct fuzz_types {
  pbw_schema *schemas[FUZZ_SCHEMAS];
  const pbw_type *types[FUZZ_TYPES];
  uint32_t hashes[FUZZ_TYPES];
  size_t count;
} fuzz_types;

static inline uint32_t fuzz_hash(const pbw_type *type) {
  uint32_t hash = 2166136261u;
  for (const char *p = pbw_type_full_name(type); *p != 0; p++) hash = (hash ^ (uint8_t)*p) * 16777619u;
  return (hash ^ hash >> 16) & 0xffff;
}

static inline int fuzz_compare(const void *a, const void *b) {
  const pbw_type *const *x = a, *const *y = b;
  uint32_t hx = fuzz_hash(*x), hy = fuzz_hash(*y);
  return hx != hy ? (hx > hy) - (hx < hy) : strcmp(pbw_type_full_name(*x), pbw_type_full_name(*y));
}

static inline void fuzz_load(void) {
  static const char *const sets[FUZZ_SCHEMAS] = {"tests/vectors/vectors.binpb", "bench/cases/cases.binpb",
                                                 "tests/data/otel/otel.binpb"};
  if (fuzz_types.count > 0) return;
  for (size_t s = 0; s < FUZZ_SCHEMAS; s++) {
    block set = block_file(sets[s]);
    CHECK(pbw_schema_load(set.data, set.size, &fuzz_types.schemas[s], NULL) == PBW_OK);
    free(set.data);
    for (size_t i = 0; i < pbw_schema_type_count(fuzz_types.schemas[s]); i++) {
      const pbw_type *type = pbw_schema_type_at(fuzz_types.schemas[s], i);
      if (pbw_type_is_map_entry(type) || (s > 0 && pbw_file_is_builtin(pbw_type_file(type)))) continue;
      CHECK(fuzz_types.count < FUZZ_TYPES);
      fuzz_types.types[fuzz_types.count++] = type;
    }
  }
  qsort(fuzz_types.types, fuzz_types.count, sizeof *fuzz_types.types, fuzz_compare);
  for (size_t i = 0; i < fuzz_types.count; i++) fuzz_types.hashes[i] = fuzz_hash(fuzz_types.types[i]);
}

/* The type whose name's hash is the next one, so that a new type in a schema leaves the corpora what they are. */
static inline const pbw_type *fuzz_type(uint32_t number) {
  size_t low = 0, high = fuzz_types.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (fuzz_types.hashes[middle] < number) low = middle + 1;
    else high = middle;
  }
  return fuzz_types.types[low % fuzz_types.count];
}

/* ---- reading all of a message ---------------------------------------------------------------------- */

/* Room for one value in any format. */
typedef union fuzz_value {
  uint8_t raw[16];
  uint32_t half;
  uint64_t word;
  pbw_bytes bytes;
  pbw_message *message;
} fuzz_value;

static inline size_t fuzz_size(int32_t format) {
  static const size_t sizes[] = {0, 1, 4, 8, sizeof(pbw_bytes), sizeof(pbw_message *)};
  CHECK(format >= PBW_CELL_BOOL && format <= PBW_CELL_MESSAGE);
  return sizes[format];
}

static inline pbw_cell fuzz_cell(const pbw_field *field) {
  pbw_cell cell = {.struct_size = sizeof cell};
  CHECK(pbw_field_cell(field, &cell) == PBW_OK);
  return cell;
}

static inline const pbw_field *fuzz_field(const pbw_type *type, size_t index) {
  size_t count = pbw_type_field_count(type);
  return index < count ? pbw_type_field_at(type, index) : pbw_type_extension_at(type, index - count);
}

static inline size_t fuzz_field_count(const pbw_type *type) {
  return pbw_type_field_count(type) + pbw_type_extension_count(type);
}

static inline void fuzz_touch(pbw_bytes bytes) {
  static volatile uint8_t sum;
  for (size_t i = 0; i < bytes.size; i++) sum = (uint8_t)(sum + bytes.data[i]);
}

static inline void fuzz_walk(const pbw_message *message, unsigned levels);

static inline void fuzz_read(int32_t format, const void *cell, unsigned levels) {
  fuzz_value value;
  memcpy(&value, cell, fuzz_size(format));
  if (format == PBW_CELL_BYTES) fuzz_touch(value.bytes);
  if (format == PBW_CELL_MESSAGE && value.message != NULL) fuzz_walk(value.message, levels);
}

static inline void fuzz_walk_singular(const pbw_message *message, const pbw_field *field, const pbw_cell *cell,
                                      unsigned levels) {
  fuzz_value value;
  CHECK(pbw_message_get(message, field, &value) == PBW_OK);
  if (cell->format == PBW_CELL_NONE) return;
  const uint8_t *base = (const uint8_t *)message, *at = base + cell->offset;
  bool has = pbw_message_has(message, field), present = has;
  uint32_t member;
  if (cell->presence == PBW_PRESENCE_BIT) present = (base[cell->presence_offset] & cell->presence_mask) != 0;
  if (cell->presence == PBW_PRESENCE_ONEOF) {
    memcpy(&member, base + cell->presence_offset, sizeof member);
    present = member == cell->presence_mask && (cell->format != PBW_CELL_MESSAGE || value.message != NULL);
  }
  if (cell->presence == PBW_PRESENCE_POINTER) present = value.message != NULL;
  CHECK(has == present);
  if (!has) return;
  if (cell->format == PBW_CELL_BOOL) CHECK(value.raw[0] == (*at != 0));
  else CHECK(memcmp(&value, at, cell->size) == 0);
  fuzz_read(cell->format, &value, levels);
}

static inline void fuzz_walk_list(const pbw_message *message, const pbw_field *field, const pbw_cell *cell,
                                  unsigned levels) {
  size_t count = pbw_list_size(message, field), size = fuzz_size(cell->element_format);
  block all = block_new(count * size);
  fuzz_value value;
  CHECK(pbw_message_has(message, field) == (count > 0));
  CHECK(pbw_list_get(message, field, 0, count, all.data) == PBW_OK);
  CHECK(pbw_list_get(message, field, count, 1, &value) == PBW_ERR_RANGE);
  for (size_t i = 0; i < count; i++) fuzz_read(cell->element_format, all.data + i * size, levels);
  free(all.data);
}

static inline void fuzz_walk_map(const pbw_message *message, const pbw_field *field, const pbw_cell *cell,
                                 unsigned levels) {
  size_t count = pbw_map_size(message, field);
  fuzz_value key, value, same;
  CHECK(pbw_message_has(message, field) == (count > 0));
  for (size_t i = 0; i < count; i++) {
    CHECK(pbw_map_entry(message, field, i, &key, &value) == PBW_OK);
    CHECK(pbw_map_get(message, field, &key, &same) == PBW_OK);
    CHECK(memcmp(&value, &same, fuzz_size(cell->element_format)) == 0);
    fuzz_read(cell->key_format, &key, 0);
    fuzz_read(cell->element_format, &value, levels);
  }
  CHECK(pbw_map_entry(message, field, count, &key, &value) == PBW_ERR_RANGE);
}

/* Every field by accessor, and what its cell says beside it. `levels` ends what goes round in circles. */
static inline void fuzz_walk(const pbw_message *message, unsigned levels) {
  const pbw_type *type = pbw_message_type(message);
  if (levels-- == 0) return;
  for (size_t i = 0; i < fuzz_field_count(type); i++) {
    const pbw_field *field = fuzz_field(type, i);
    pbw_cell cell = fuzz_cell(field);
    if (pbw_field_cardinality(field) == PBW_REPEATED) fuzz_walk_list(message, field, &cell, levels);
    else if (pbw_field_cardinality(field) == PBW_MAP) fuzz_walk_map(message, field, &cell, levels);
    else fuzz_walk_singular(message, field, &cell, levels);
  }
  for (size_t i = 0; i < pbw_type_oneof_count(type); i++) {
    const pbw_field *member = pbw_message_oneof(message, pbw_type_oneof_at(type, i));
    CHECK(member == NULL || pbw_message_has(message, member));
  }
  pbw_bytes bytes;
  for (size_t i = 0; i < pbw_unknown_count(message); i++) {
    CHECK(pbw_unknown_get(message, i, &bytes) == PBW_OK && bytes.size > 0);
    fuzz_touch(bytes);
  }
  CHECK(pbw_unknown_get(message, pbw_unknown_count(message), &bytes) == PBW_ERR_RANGE);
}

/* ---- without the fuzzer ---------------------------------------------------------------------------- */

#ifndef PBW_FUZZER
int main(int count, char **files) {
  int failed = 0;
  fuzz_load();
  printf("1..%d\n", count - 1);
  for (int i = 1; i < count; i++) {
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      block input = block_file(files[i]);
      LLVMFuzzerTestOneInput(input.data, input.size);
      free(input.data);
      exit(0); /* past the leak check, where there is one */
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    failed += status != 0;
    printf("%s %d - %s\n", status == 0 ? "ok" : "not ok", i, files[i]);
  }
  return failed > 0;
}
#endif

#endif
