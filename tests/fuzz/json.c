/* Texts against a type, and bytes as text: every way to parse agrees on the error, or on a message that prints, and what
 * was printed is read as the same message and printed as the same text.
 *
 *     type (2 bytes)  how (1)  flags of printing (1)  a text to parse or, with the highest bit of `how`, bytes to decode */
#include "fuzz.h"

enum { LEVELS = 400 };

static pbw_options options; /* of the input at hand */

/* Printed in a block that fits, after one that does not. data NULL: what this message holds has no text. */
static block print(pbw_ctx *ctx, const pbw_message *message, uint32_t flags) {
  pbw_options with = options;
  const uint8_t *data;
  size_t size, needed;
  pbw_error error = {.struct_size = sizeof error};
  with.flags |= flags | PBW_DETERMINISTIC;
  pbw_status status = pbw_json_print_ctx(ctx, message, with.flags, &data, &size);
  if (status != PBW_OK) {
    CHECK(pbw_json_print(message, NULL, 0, &with, &needed, &error) == status && needed == 0);
    CHECK(error.code == status && !strcmp(error.path, pbw_ctx_error(ctx)->path));
    return (block){NULL, 0};
  }
  block all = block_of(data, size), small = block_new(size - 1);
  CHECK(pbw_json_print(message, small.data, small.size, &with, &needed, NULL) == PBW_ERR_BUFFER && needed == size);
  memset(all.data, 0, size);
  CHECK(pbw_json_print(message, all.data, size, &with, &needed, NULL) == PBW_OK && block_is(all, data, size));
  free(small.data);
  return all;
}

/* What was printed, in whatever layout, is read as a message that prints as the same text. */
static void check_printed(pbw_ctx *ctx, const pbw_message *message, uint32_t flags) {
  static const uint32_t layouts[] = {0, PBW_INDENT, PBW_PROTO_NAMES | PBW_ENUM_NUMBERS, PBW_INT64_NUMBERS | PBW_ALWAYS_PRINT};
  block plain = print(ctx, message, 0);
  if (plain.data == NULL) return;
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
    pbw_options with = options;
    pbw_message *again;
    pbw_error error = {.struct_size = sizeof error};
    block text = print(ctx, message, layouts[i] | (flags & (PBW_INDENT | PBW_PROTO_NAMES | PBW_ALWAYS_PRINT)));
    with.flags |= PBW_PARTIAL;
    if (pbw_json_parse(pbw_message_type(message), text.data, text.size, NULL, &with, &again, &error) != PBW_OK) {
      fprintf(stderr, "%s at %u:%u (%s): %.*s\n", error.message, error.line, error.column, error.path, (int)text.size,
              (const char *)text.data);
      abort();
    }
    block twice = print(ctx, again, 0);
    if (!block_is(plain, twice.data, twice.size)) {
      fprintf(stderr, "printed %.*s\nread as %.*s\n", (int)plain.size, (const char *)plain.data, (int)twice.size,
              (const char *)twice.data);
      abort();
    }
    free(twice.data);
    free(text.data);
    pbw_message_free(again);
  }
  free(plain.data);
}

static bool same_error(const pbw_error *a, const pbw_error *b) {
  return a->code == b->code && a->offset == b->offset && a->line == b->line && a->column == b->column &&
         !strcmp(a->path, b->path) && !strcmp(a->message, b->message);
}

static void check_text(pbw_ctx *ctx, const pbw_type *type, block input, uint32_t flags) {
  pbw_message *owned;
  const pbw_message *pooled, *aliased;
  pbw_error error = {.struct_size = sizeof error};
  block passing = block_of(input.data, input.size);
  pbw_status status = pbw_json_parse(type, passing.data, passing.size, NULL, &options, &owned, &error);
  CHECK(pbw_json_parse_ctx(ctx, type, passing.data, passing.size, options.flags | PBW_RESET, &pooled) == status);
  CHECK(status == PBW_OK || same_error(&error, pbw_ctx_error(ctx)));
  free(passing.data);
  CHECK(pbw_json_parse_ctx(ctx, type, input.data, input.size, options.flags | PBW_ALIAS, &aliased) == status);
  CHECK(status == PBW_OK || same_error(&error, pbw_ctx_error(ctx)));
  if (status == PBW_OK) {
    block bytes[3];
    const pbw_message *ways[] = {owned, pooled, aliased};
    for (size_t i = 0; i < 3; i++) {
      pbw_options with = options;
      size_t size;
      with.flags |= PBW_DETERMINISTIC;
      with.max_depth = UINT32_MAX; /* in binary a map's entry is a level too */
      fuzz_walk(ways[i], LEVELS);
      CHECK(pbw_message_equal(ways[i], owned));
      CHECK(pbw_encoded_size(ways[i], 0, &size) == PBW_OK);
      bytes[i] = block_new(size);
      CHECK(pbw_encode(ways[i], bytes[i].data, size, &with, &size, NULL) == PBW_OK);
      CHECK(block_is(bytes[0], bytes[i].data, size));
    }
    block text = print(ctx, owned, 0); /* what was read can be written */
    CHECK(text.data != NULL);
    free(text.data);
    check_printed(ctx, owned, flags);
    for (size_t i = 0; i < 3; i++) free(bytes[i].data);
  } else {
    CHECK(owned == NULL && pooled == NULL && aliased == NULL && error.code == status);
    CHECK(error.offset <= input.size || status == PBW_ERR_REQUIRED);
  }
  pbw_message_free(owned);
}

static bool has(block text, const char *word) {
  size_t size = strlen(word);
  for (size_t i = 0; i + size <= text.size; i++)
    if (memcmp(text.data + i, word, size) == 0) return true;
  return false;
}

static void check_bytes(pbw_ctx *ctx, const pbw_type *type, block input, uint32_t flags) {
  const pbw_message *message;
  pbw_message *again;
  if (pbw_decode_ctx(ctx, type, input.data, input.size, options.flags | PBW_NO_UNKNOWN | PBW_RESET, &message) != PBW_OK) return;
  check_printed(ctx, message, flags);
  block text = print(ctx, message, 0);
  if (text.data != NULL && !has(text, "@type") && !has(text, "null")) { /* what tells less than the bytes did */
    CHECK(pbw_json_parse(type, text.data, text.size, NULL, &options, &again, NULL) == PBW_OK);
    CHECK(pbw_message_equal(again, message));
    pbw_message_free(again);
  }
  free(text.data);
}

/* A little memory: an answer, whatever it is, and nothing lost. */
static void check_limits(const pbw_type *type, block input, uint64_t memory) {
  pbw_options little = options;
  pbw_message *message;
  little.max_memory = memory;
  if (pbw_json_parse(type, input.data, input.size, NULL, &little, &message, NULL) == PBW_OK) fuzz_walk(message, LEVELS);
  pbw_message_free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static pbw_ctx *contexts[2]; /* of full and of little depth */
  fuzz_load();
  if (size < 4) return 0;
  const pbw_type *type = fuzz_type((uint32_t)data[0] << 8 | data[1]);
  bool shallow = data[2] & 4;
  options = (pbw_options){.struct_size = sizeof options, .max_depth = shallow ? 3 : 0};
  if (contexts[shallow] == NULL) CHECK(pbw_ctx_new(&options, NULL, &contexts[shallow]) == PBW_OK);
  pbw_ctx *ctx = contexts[shallow];
  options.flags = (data[2] & 1 ? PBW_PARTIAL : 0) | (data[2] & 2 ? PBW_IGNORE_UNKNOWN : 0);
  uint32_t flags = (uint32_t)data[3] << 8;
  block input = block_of(data + 4, size - 4);
  if (data[2] & 0x80) check_bytes(ctx, type, input, flags);
  else check_text(ctx, type, input, flags);
  check_limits(type, input, 256u << (data[2] >> 3 & 7));
  free(input.data);
  return 0;
}
