/* Text against a type: every way to parse agrees on the error, or on a message whose text parses back to it. And bytes
 * against a type: what decodes prints as text that parses, whatever its strings, URLs and unknown fields are.
 *
 *     type (2 bytes)  how (1)  the text, or (how & BINARY) the bytes */
#include "fuzz.h"

enum { LEVELS = 128, HOW_PARTIAL = 1, HOW_IGNORE = 2, HOW_UNKNOWN = 4, HOW_SHALLOW = 8, HOW_NUMBERS = 16, HOW_INDENT = 32,
       HOW_BINARY = 64 };

static pbw_options options; /* of the input at hand */

static bool same_error(const pbw_error *a, const pbw_error *b) {
  return a->code == b->code && a->offset == b->offset && a->line == b->line && a->column == b->column &&
         !strcmp(a->path, b->path) && !strcmp(a->message, b->message);
}

static bool holds_text(block text, const char *word) {
  size_t size = strlen(word);
  for (size_t i = 0; i + size <= text.size; i++)
    if (!memcmp(text.data + i, word, size)) return true;
  return false;
}

/* The one reason not to print what was parsed: an Any's bytes are deeper than the limit. */
static bool too_deep(const pbw_message *message) {
  size_t size;
  pbw_error error = {.struct_size = sizeof error};
  return pbw_text_print(message, NULL, 0, &options, &size, &error) == PBW_ERR_DEPTH && error.code == PBW_ERR_DEPTH;
}

/* The text, in a block that fits, after one that does not; by the context the same. */
static block print(pbw_ctx *ctx, const pbw_message *message) {
  pbw_options with = options;
  size_t size, written;
  const uint8_t *data;
  with.flags |= PBW_DETERMINISTIC;
  CHECK(pbw_text_print(message, NULL, 0, &with, &size, NULL) == (size > 0 ? PBW_ERR_BUFFER : PBW_OK));
  if (size > 0) {
    block small = block_new(size - 1);
    CHECK(pbw_text_print(message, small.data, small.size, &with, &written, NULL) == PBW_ERR_BUFFER && written == size);
    free(small.data);
  }
  block all = block_new(size);
  CHECK(pbw_text_print(message, all.data, size, &with, &written, NULL) == PBW_OK && written == size);
  CHECK(pbw_text_print_ctx(ctx, message, with.flags, &data, &written) == PBW_OK && block_is(all, data, written));
  return all;
}

static pbw_message *parse_back(const pbw_type *type, block text) {
  pbw_options with = options;
  pbw_message *message;
  pbw_error error = {.struct_size = sizeof error};
  with.flags = (with.flags | PBW_PARTIAL) & ~(uint32_t)PBW_IGNORE_UNKNOWN;
  if (pbw_text_parse(type, text.data, text.size, NULL, &with, &message, &error) != PBW_OK) {
    fprintf(stderr, "%.*s\n%u:%u %s: %s\n", (int)text.size, (const char *)text.data, error.line, error.column, error.path,
            error.message);
    abort(); /* printed text parses */
  }
  fuzz_walk(message, LEVELS);
  return message;
}

/* Printed, parsed, printed: nothing changes. `exact`: the first parse gives the message itself. Bytes of an Any are made
 * anew, and a NaN is any NaN; both are settled by the first trip. */
static void check_trips(pbw_ctx *ctx, const pbw_type *type, const pbw_message *message, bool exact) {
  if (too_deep(message)) return;
  block first = print(ctx, message);
  pbw_message *again = parse_back(type, first);
  block second = print(ctx, again);
  pbw_message *last = parse_back(type, second);
  block third = print(ctx, last);
  bool settles = holds_text(first, "/") || holds_text(first, "nan");
  if (exact && !settles) CHECK(pbw_message_equal(message, again));
  if (exact && !settles) CHECK(block_is(first, second.data, second.size));
  CHECK(pbw_message_equal(again, last));
  CHECK(block_is(second, third.data, third.size));
  pbw_message_free(again);
  pbw_message_free(last);
  free(first.data);
  free(second.data);
  free(third.data);
}

static void check_text(pbw_ctx *ctx, const pbw_type *type, block input) {
  pbw_message *owned;
  const pbw_message *pooled;
  pbw_error error = {.struct_size = sizeof error};
  pbw_options little = options;
  pbw_status status = pbw_text_parse(type, input.data, input.size, NULL, &options, &owned, &error);
  CHECK(pbw_text_parse_ctx(ctx, type, input.data, input.size, options.flags | PBW_RESET, &pooled) == status);
  if (status == PBW_OK) {
    fuzz_walk(owned, LEVELS);
    fuzz_walk(pooled, LEVELS);
    CHECK(pbw_message_equal(owned, pooled) && pbw_message_equal(pooled, owned));
    check_trips(ctx, type, owned, true);
  } else {
    CHECK(owned == NULL && pooled == NULL && error.code == status && same_error(&error, pbw_ctx_error(ctx)));
    CHECK(status == PBW_ERR_REQUIRED || (error.offset <= input.size && error.line > 0 && error.column > 0));
  }
  pbw_message_free(owned);
  for (little.max_memory = 256; little.max_memory < 16384; little.max_memory *= 4) { /* an answer, and nothing lost */
    if (pbw_text_parse(type, input.data, input.size, NULL, &little, &owned, NULL) == PBW_OK) fuzz_walk(owned, LEVELS);
    pbw_message_free(owned);
  }
}

static void check_bytes(pbw_ctx *ctx, const pbw_type *type, block input) {
  pbw_message *message;
  pbw_options with = options;
  bool unknown = options.flags & PBW_TEXT_UNKNOWN;
  with.flags = PBW_PARTIAL | (unknown ? 0 : PBW_NO_UNKNOWN);
  if (pbw_decode(type, input.data, input.size, NULL, &with, &message, NULL) != PBW_OK) return;
  check_trips(ctx, type, message, !unknown); /* unknown numbers may come in more bytes than they need */
  pbw_message_free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static pbw_ctx *contexts[2]; /* of full and of little depth */
  fuzz_load();
  if (size < 3) return 0;
  const pbw_type *type = fuzz_type((uint32_t)data[0] << 8 | data[1]);
  unsigned how = data[2];
  bool shallow = how & HOW_SHALLOW;
  options = (pbw_options){.struct_size = sizeof options, .max_depth = shallow ? 3 : 0};
  if (contexts[shallow] == NULL) CHECK(pbw_ctx_new(&options, NULL, &contexts[shallow]) == PBW_OK);
  options.flags = (how & HOW_PARTIAL ? PBW_PARTIAL : 0) | (how & HOW_IGNORE ? PBW_IGNORE_UNKNOWN : 0) |
                  (how & HOW_UNKNOWN ? PBW_TEXT_UNKNOWN : 0) | (how & HOW_NUMBERS ? PBW_ENUM_NUMBERS : 0) |
                  (how & HOW_INDENT ? PBW_INDENT : 0);
  block input = block_of(data + 3, size - 3);
  if (how & HOW_BINARY) check_bytes(contexts[shallow], type, input);
  else check_text(contexts[shallow], type, input);
  pbw_ctx_reset(contexts[shallow]);
  free(input.data);
  return 0;
}
