/* Descriptor sets as text, for tests: what protoc would write, and what it never would.
 *
 *   file{name:'a.proto' syntax:'proto3' message_type{name:'M' field{name:'f' number:1 type:int32}}}
 *
 * Names are those of descriptor.proto. Words stand for numbers: the field types (int32, message, ...), the
 * labels (optional, required, repeated), true and false. A number instead of a name is an extension or
 * a field that the loader does not know. */
#ifndef SET_H
#define SET_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/wire.h"
#include "core/schema/boot.h"
#include "core/schema/schema.h"
#include "tests/support/failing_alloc.h"

typedef struct set {
  uint8_t data[1 << 20];
  size_t size;
  const char *text; /* what is left to read */
} set;

static inline void set_varint(set *s, uint64_t value) {
  uint8_t *end = pbwi_varint_write(s->data + s->size, value);
  s->size = (size_t)(end - s->data);
  assert_true(s->size < sizeof s->data - 100);
}

static inline size_t set_word(set *s, char *word) {
  size_t n = 0;
  while (*s->text == ' ' || *s->text == '\n') s->text++;
  while (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789-", *s->text) && *s->text && n < 99)
    word[n++] = *s->text++;
  word[n] = 0;
  return n;
}

/* The options message of a boot type; -1: none. */
static inline int set_options(int type) {
  switch (type) {
    case PBWI_BOOT_FILE_DESCRIPTOR_PROTO: return PBWI_BOOT_FILE_OPTIONS;
    case PBWI_BOOT_DESCRIPTOR_PROTO: return PBWI_BOOT_MESSAGE_OPTIONS;
    case PBWI_BOOT_FIELD_DESCRIPTOR_PROTO: return PBWI_BOOT_FIELD_OPTIONS;
    case PBWI_BOOT_ONEOF_DESCRIPTOR_PROTO: return PBWI_BOOT_ONEOF_OPTIONS;
    case PBWI_BOOT_ENUM_DESCRIPTOR_PROTO: return PBWI_BOOT_ENUM_OPTIONS;
    case PBWI_BOOT_ENUM_VALUE_DESCRIPTOR_PROTO: return PBWI_BOOT_ENUM_VALUE_OPTIONS;
    case PBWI_BOOT_SERVICE_DESCRIPTOR_PROTO: return PBWI_BOOT_SERVICE_OPTIONS;
    case PBWI_BOOT_METHOD_DESCRIPTOR_PROTO: return PBWI_BOOT_METHOD_OPTIONS;
    default: return -1;
  }
}

/* The number of a member, and the boot type inside it. */
static inline uint32_t set_member(int type, const char *name, int *inner) {
  *inner = -1;
  if (*name >= '0' && *name <= '9') return (uint32_t)atoi(name);
  if (type == PBWI_BOOT_FILE_DESCRIPTOR_SET) *inner = PBWI_BOOT_FILE_DESCRIPTOR_PROTO;
  for (uint16_t i = 0; type >= 0 && i < pbwi_boot_types[type].field_count; i++) {
    const pbwi_boot_field *field = &pbwi_boot_types[type].fields[i];
    if (strcmp(field->name, name)) continue;
    if (field->type == PBW_TYPE_MESSAGE) *inner = field->sub;
    if (!strcmp(name, "options")) *inner = set_options(type);
    return field->number;
  }
  print_error("descriptors have no \"%s\"\n", name);
  fail();
  return 0;
}

static inline int64_t set_value(const char *word) {
  static const char *const labels[] = {"false", "optional", "required", "repeated"};
  if (!strcmp(word, "true")) return 1;
  for (int i = 0; i < 4; i++)
    if (!strcmp(word, labels[i])) return i;
  for (int i = 1; i <= PBW_TYPE_SINT64; i++)
    if (!strcmp(word, pbwi_kinds[i].name)) return i;
  return strtoll(word, NULL, 10);
}

/* Members up to the closing brace or the end. */
static inline void set_members(set *s, int type) {
  char word[100];
  while (set_word(s, word)) {
    int inner;
    uint32_t number = set_member(type, word, &inner);
    char kind = *s->text++;
    if (kind == ':' && *s->text != '\'') {
      set_word(s, word);
      set_varint(s, number << 3);
      set_varint(s, (uint64_t)set_value(word));
      continue;
    }
    set_varint(s, number << 3 | PBWI_WIRE_BYTES);
    size_t at = s->size;
    if (kind == ':') {
      const char *end = strchr(++s->text, '\'');
      assert_non_null(end);
      while (s->text < end) s->data[s->size++] = (uint8_t)*s->text++;
      s->text++;
    } else {
      assert_int_equal(kind, '{');
      set_members(s, inner);
      assert_int_equal(*s->text++, '}');
    }
    uint8_t length[10];
    size_t size = s->size - at, extra = (size_t)(pbwi_varint_write(length, size) - length);
    memmove(s->data + at + extra, s->data + at, size);
    memcpy(s->data + at, length, extra);
    s->size += extra;
  }
  while (*s->text == ' ' || *s->text == '\n') s->text++;
}

static inline void set_make(set *s, const char *text) {
  s->size = 0;
  s->text = text;
  set_members(s, PBWI_BOOT_FILE_DESCRIPTOR_SET);
  if (*s->text) print_error("not read: %s\n", s->text);
  assert_false(*s->text);
}

/* new, add, build. Input is copied to a block of its own size, so that reading past it is seen. */
static inline pbw_status set_load(const char *text, pbw_schema **out, pbw_error *error) {
  static set s;
  set_make(&s, text);
  assert_int_equal(pbwi_schema_new(NULL, out), PBW_OK);
  uint8_t *copy = malloc(s.size ? s.size : 1);
  memcpy(copy, s.data, s.size);
  pbw_status status = pbwi_schema_add(*out, copy, s.size, error);
  free(copy);
  if (!status) status = pbwi_schema_build(*out, error);
  if (!status) return PBW_OK;
  pbwi_schema_free(*out);
  *out = NULL;
  return status;
}

static inline pbw_schema *set_must(const char *text) {
  pbw_error error = {.struct_size = sizeof error};
  pbw_schema *schema;
  if (set_load(text, &schema, &error)) print_error("%s: %s\n", error.path, error.message);
  assert_non_null(schema);
  return schema;
}

/* The set must be refused: with this path, and a message that has these words. */
static inline void set_refused(const char *text, const char *path, const char *words) {
  pbw_error error = {.struct_size = sizeof error};
  pbw_schema *schema;
  pbw_status status = set_load(text, &schema, &error);
  pbwi_schema_free(schema);
  if (status != PBW_ERR_SCHEMA || strcmp(error.path, path) || !strstr(error.message, words))
    print_error("%s\ngives %d \"%s\": %s\n", text, (int)status, error.path, error.message);
  assert_int_equal(status, PBW_ERR_SCHEMA);
  assert_int_equal(error.code, PBW_ERR_SCHEMA);
  assert_string_equal(error.path, path);
  assert_non_null(strstr(error.message, words));
}

static inline const pbw_field *field_of(const pbw_schema *schema, const char *type, const char *field) {
  const pbw_type *of = pbwi_schema_type(schema, type);
  assert_non_null(of);
  const pbw_field *found = pbwi_type_field(of, field, strlen(field));
  assert_non_null(found);
  return found;
}

#endif
