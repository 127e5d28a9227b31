/* The schema of the shared vectors, and messages from texts, for the tests of the formats. */
#ifndef TEST_WORLD_H
#define TEST_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "abi/pbwire.h"
#include "core/format/format.h"
#include "tests/support/failing_alloc.h"

static pbw_schema *world;

static inline int world_load(void **state) {
  (void)state;
  FILE *file = fopen("tests/vectors/vectors.binpb", "rb");
  static uint8_t set[1 << 20];
  size_t size = file ? fread(set, 1, sizeof set, file) : 0;
  if (file) fclose(file);
  return pbw_schema_load(set, size, &world, NULL);
}

static inline int world_free(void **state) {
  (void)state;
  pbw_schema_free(world);
  return 0;
}

static inline const pbw_type *type_of(const char *name) {
  const pbw_type *type = pbw_schema_type(world, name);
  assert_non_null(type);
  return type;
}

static inline pbw_message *parsed(const char *type, const char *text) {
  pbw_message *message;
  pbw_error error = {.struct_size = sizeof error};
  if (pbw_json_parse(type_of(type), (const uint8_t *)text, strlen(text), NULL, NULL, &message, &error))
    print_error("%s: %s at %u:%u (%s)\n", text, error.message, error.line, error.column, error.path);
  assert_non_null(message);
  return message;
}

/* What a message prints as with these flags; lives until the next call. */
static inline const char *printed(const pbw_message *message, uint32_t flags, uint32_t indent) {
  static char text[1 << 16];
  pbw_options options = {.struct_size = sizeof options, .flags = flags, .indent = indent};
  pbw_error error = {.struct_size = sizeof error};
  size_t size;
  if (pbw_json_print(message, (uint8_t *)text, sizeof text - 1, &options, &size, &error))
    print_error("%s (%s)\n", error.message, error.path);
  assert_int_equal(error.code, PBW_OK);
  text[size] = 0;
  return text;
}

static inline char *copy_of(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  assert_non_null(copy);
  return strcpy(copy, text);
}

#define WORLD_TESTS(tests) cmocka_run_group_tests(tests, world_load, world_free)

/* A text that has every kind of value that JSON knows, of vectors.json.Known. */
static const char everything[] =
    "{\"time\":\"2025-06-22T22:13:58.123Z\",\"duration\":\"-1.500s\",\"mask\":\"fooBar,baz\",\"struct\":{\"a\":[1,\"x\\n\",null]},"
    "\"value\":{\"b\":true},\"list\":[1.5,[]],\"any\":{\"@type\":\"type.googleapis.com/vectors.json.Known\",\"wString\":\"inside\","
    "\"anys\":[{\"@type\":\"type.googleapis.com/google.protobuf.Duration\",\"value\":\"3s\"}]},\"empty\":{},\"optionalNull\":null,"
    "\"wDouble\":0.1,\"wFloat\":-2.5,\"wInt64\":\"-9223372036854775808\",\"wUint64\":\"18446744073709551615\",\"wInt32\":0,"
    "\"wUint32\":7,\"wBool\":false,\"wString\":\"a string that is longer than two vectors are, \\\"quoted\\\"\",\"wBytes\":\"AQID\","
    "\"nulls\":[null,null],\"valueOf\":{\"a\":null,\"b\":1},\"oneEnum\":\"ONE\"}";

#endif
