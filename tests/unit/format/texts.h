/* Messages from text format and back, for its tests. */
#ifndef TEST_TEXTS_H
#define TEST_TEXTS_H

#include "tests/unit/format/world.h"

/* In memory of just the text's size; NULL and *error where it is refused. */
static inline pbw_message *text_parsed(const char *type, const char *text, uint32_t flags, pbw_error *error) {
  pbw_options options = {.struct_size = sizeof options, .flags = flags};
  pbw_message *message;
  size_t size = strlen(text);
  uint8_t *copy = malloc(size + !size);
  assert_non_null(copy);
  memcpy(copy, text, size);
  *error = (pbw_error){.struct_size = sizeof *error};
  pbw_status status = pbw_text_parse(type_of(type), copy, size, NULL, &options, &message, error);
  free(copy);
  assert_int_equal(status, error->code);
  assert_int_equal(status == PBW_OK, message != NULL);
  return message;
}

/* As one text; lives until the next call. */
static inline const char *text_printed(const pbw_message *message, uint32_t flags, uint32_t indent) {
  static char text[1 << 16];
  pbw_options options = {.struct_size = sizeof options, .flags = flags, .indent = indent};
  pbw_error error = {.struct_size = sizeof error};
  size_t size;
  if (pbw_text_print(message, (uint8_t *)text, sizeof text - 1, &options, &size, &error))
    print_error("%s (%s)\n", error.message, error.path);
  assert_int_equal(error.code, PBW_OK);
  text[size] = 0;
  return text;
}

/* What a text is printed as. */
static inline const char *text_again(const char *type, const char *text, uint32_t flags) {
  pbw_error error;
  pbw_message *message = text_parsed(type, text, flags, &error);
  if (!message) print_error("%s: %s at %u:%u (%s)\n", text, error.message, error.line, error.column, error.path);
  assert_non_null(message);
  const char *again = text_printed(message, flags & ~(uint32_t)(PBW_PARTIAL | PBW_IGNORE_UNKNOWN), 0);
  pbw_message_free(message);
  return again;
}

#endif
