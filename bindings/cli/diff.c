/* pbw diff: where two messages differ, field by field. */
#include "bindings/cli/cli.h"

#include <stdlib.h>
#include <string.h>

typedef union value {
  uint8_t b;
  uint32_t u32;
  uint64_t u64;
  pbw_bytes bytes;
  const pbw_message *message;
} value;

typedef struct diff {
  pbw_ctx *ctx;
  bool color;
  size_t found;
  char path[1024];
} diff;

/* ---- values as text ---- */

/* A message with one field only is printed, and what stands before the value is left out. */
static void print_value(diff *d, const pbw_type *type, const pbw_field *field, const void *key, const value *v) {
  pbw_message *alone;
  const uint8_t *text;
  size_t size;
  pbw_ctx_reset(d->ctx);
  if (pbw_field_message_type(field) != NULL && pbw_field_cardinality(field) != PBW_MAP) {
    if (pbw_text_print_ctx(d->ctx, v->message, PBW_PARTIAL | PBW_TEXT_UNKNOWN, &text, &size) == PBW_OK)
      printf("{ %.*s }", (int)size, (const char *)text);
    return;
  }
  if (pbw_message_new(type, NULL, &alone) != PBW_OK) return;
  switch (pbw_field_cardinality(field)) {
    case PBW_MAP: {
      const pbw_field *inner = pbw_field_map_value(field);
      if (pbw_field_message_type(inner) != NULL) print_value(d, type, inner, NULL, v);
      else pbw_map_set(alone, field, key, v);
      break;
    }
    case PBW_REPEATED: pbw_list_append(alone, field, 1, v); break;
    default: pbw_message_set(alone, field, v);
  }
  if (pbw_text_print_ctx(d->ctx, alone, PBW_PARTIAL, &text, &size) == PBW_OK && size > 0) {
    const uint8_t *end = text + size, *p = memchr(text, ':', size);
    if (pbw_field_cardinality(field) == PBW_MAP) { /* m { key: K value: V } */
      const uint8_t *mark = text;
      for (const uint8_t *q = text; end - q >= 8; q++)
        if (memcmp(q, " value: ", 8) == 0) mark = q + 8;
      fwrite(mark, 1, mark > text && end - mark > 2 ? (size_t)(end - mark) - 2 : 0, stdout);
    } else if (p != NULL) {
      fwrite(p + 2, 1, (size_t)(end - p) - 2, stdout);
    } else {
      fputs("(zero)", stdout);
    }
  } else if (pbw_field_message_type(field) == NULL) {
    fputs(pbw_field_type(field) == PBW_TYPE_STRING || pbw_field_type(field) == PBW_TYPE_BYTES ? "\"\""
          : pbw_field_type(field) == PBW_TYPE_BOOL                                             ? "false"
                                                                                               : "0",
          stdout);
  }
  pbw_message_free(alone);
}

static void line(diff *d, char sign, const pbw_type *type, const pbw_field *field, const void *key, const value *v) {
  d->found++;
  if (d->color) fputs(sign == '-' ? "\033[31m" : "\033[32m", stdout);
  printf("%c %s: ", sign, d->path);
  print_value(d, type, field, key, v);
  puts(d->color ? "\033[0m" : "");
}

/* ---- paths ---- */

static size_t step(diff *d, const char *format, const char *name) __attribute__((format(printf, 2, 0)));
static size_t step(diff *d, const char *format, const char *name) {
  size_t at = strlen(d->path);
  snprintf(d->path + at, sizeof d->path - at, format, name);
  return at;
}

static size_t step_field(diff *d, const pbw_field *field) {
  const char *dot = d->path[0] != 0 ? "." : "";
  size_t at = strlen(d->path);
  snprintf(d->path + at, sizeof d->path - at, pbw_field_is_extension(field) ? "%s[%s]" : "%s%s", dot,
           pbw_field_is_extension(field) ? pbw_field_full_name(field) : pbw_field_name(field));
  return at;
}

static size_t step_key(diff *d, const pbw_field *key, const value *v) {
  char text[300];
  switch (pbw_field_type(key)) {
    case PBW_TYPE_STRING: snprintf(text, sizeof text, "\"%.*s\"", (int)v->bytes.size, (const char *)v->bytes.data); break;
    case PBW_TYPE_BOOL: snprintf(text, sizeof text, "%s", v->b ? "true" : "false"); break;
    case PBW_TYPE_INT32:
    case PBW_TYPE_SINT32:
    case PBW_TYPE_SFIXED32: snprintf(text, sizeof text, "%ld", (long)(int32_t)v->u32); break;
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: snprintf(text, sizeof text, "%lu", (unsigned long)v->u32); break;
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: snprintf(text, sizeof text, "%llu", (unsigned long long)v->u64); break;
    default: snprintf(text, sizeof text, "%lld", (long long)(int64_t)v->u64);
  }
  return step(d, "[%s]", text);
}

/* ---- comparing ---- */

static bool same(const pbw_field *field, const value *a, const value *b) {
  switch (pbw_field_type(field)) {
    case PBW_TYPE_MESSAGE:
    case PBW_TYPE_GROUP: return pbw_message_equal(a->message, b->message);
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES:
      return a->bytes.size == b->bytes.size && (a->bytes.size == 0 || memcmp(a->bytes.data, b->bytes.data, a->bytes.size) == 0);
    case PBW_TYPE_BOOL: return a->b == b->b;
    case PBW_TYPE_INT64:
    case PBW_TYPE_UINT64:
    case PBW_TYPE_SINT64:
    case PBW_TYPE_FIXED64:
    case PBW_TYPE_SFIXED64:
    case PBW_TYPE_DOUBLE: return a->u64 == b->u64;
    default: return a->u32 == b->u32;
  }
}

static void diff_messages(diff *d, const pbw_message *a, const pbw_message *b);

/* Two values of one field, either of which may be missing (NULL). */
static void diff_values(diff *d, const pbw_type *type, const pbw_field *field, const pbw_field *element, const void *key,
                        const value *a, const value *b) {
  if (a != NULL && b != NULL && pbw_field_message_type(element) != NULL) {
    diff_messages(d, a->message, b->message);
    return;
  }
  if (a != NULL && b != NULL && same(element, a, b)) return;
  if (a != NULL) line(d, '-', type, field, key, a);
  if (b != NULL) line(d, '+', type, field, key, b);
}

/* What both have in common at the start and at the end is left out; the rest is compared in order. */
static void diff_lists(diff *d, const pbw_message *a, const pbw_message *b, const pbw_field *field) {
  size_t n = pbw_list_size(a, field), m = pbw_list_size(b, field), first = 0, last = 0;
  value x, y;
  const pbw_type *type = pbw_message_type(a);
  while (first < n && first < m) {
    pbw_list_get(a, field, first, 1, &x);
    pbw_list_get(b, field, first, 1, &y);
    if (!same(field, &x, &y)) break;
    first++;
  }
  while (n != m && last < n - first && last < m - first) {
    pbw_list_get(a, field, n - 1 - last, 1, &x);
    pbw_list_get(b, field, m - 1 - last, 1, &y);
    if (!same(field, &x, &y)) break;
    last++;
  }
  for (size_t i = first; i < n - last || i < m - last; i++) {
    char index[32];
    bool in_a = i < n - last, in_b = i < m - last;
    snprintf(index, sizeof index, "%zu", i);
    size_t at = step(d, "[%s]", index);
    if (in_a) pbw_list_get(a, field, i, 1, &x);
    if (in_b) pbw_list_get(b, field, i, 1, &y);
    diff_values(d, type, field, field, NULL, in_a ? &x : NULL, in_b ? &y : NULL);
    d->path[at] = 0;
  }
}

static void diff_maps(diff *d, const pbw_message *a, const pbw_message *b, const pbw_field *field) {
  const pbw_field *key = pbw_field_map_key(field), *element = pbw_field_map_value(field);
  const pbw_type *type = pbw_message_type(a);
  value k, x, y;
  for (int side = 0; side < 2; side++) {
    const pbw_message *from = side == 0 ? a : b, *other = side == 0 ? b : a;
    for (size_t i = 0; i < pbw_map_size(from, field); i++) {
      if (pbw_map_entry(from, field, i, &k, &x) != PBW_OK) continue;
      bool both = pbw_map_get(other, field, &k, &y) == PBW_OK;
      if (side == 1 && both) continue; /* compared already */
      size_t at = step_key(d, key, &k);
      diff_values(d, type, field, element, &k, side == 0 ? &x : NULL, side == 1 ? &x : both ? &y : NULL);
      d->path[at] = 0;
    }
  }
}

static void diff_field(diff *d, const pbw_message *a, const pbw_message *b, const pbw_field *field) {
  value x, y;
  bool in_a = pbw_message_has(a, field), in_b = pbw_message_has(b, field);
  if (!in_a && !in_b) return;
  size_t at = step_field(d, field);
  switch (pbw_field_cardinality(field)) {
    case PBW_REPEATED: diff_lists(d, a, b, field); break;
    case PBW_MAP: diff_maps(d, a, b, field); break;
    default:
      if (in_a) pbw_message_get(a, field, &x);
      if (in_b) pbw_message_get(b, field, &y);
      diff_values(d, pbw_message_type(a), field, field, NULL, in_a ? &x : NULL, in_b ? &y : NULL);
  }
  d->path[at] = 0;
}

static pbw_bytes unknown_of(const pbw_message *message) {
  pbw_bytes all = {NULL, 0}, slice;
  uint8_t *bytes = NULL;
  for (size_t i = 0; i < pbw_unknown_count(message); i++) {
    if (pbw_unknown_get(message, i, &slice) != PBW_OK) continue;
    uint8_t *grown = realloc(bytes, all.size + slice.size + 1);
    if (grown == NULL) break;
    bytes = grown;
    if (slice.size > 0) memcpy(bytes + all.size, slice.data, slice.size);
    all.size += slice.size;
  }
  all.data = bytes;
  return all;
}

static void diff_unknown(diff *d, const pbw_message *a, const pbw_message *b) {
  pbw_bytes x = unknown_of(a), y = unknown_of(b);
  if (x.size != y.size || (x.size > 0 && memcmp(x.data, y.data, x.size) != 0)) {
    d->found++;
    printf("! %s%s(unknown fields): %zu bytes and %zu bytes\n", d->path, d->path[0] != 0 ? "." : "", x.size, y.size);
  }
  free((void *)(uintptr_t)x.data);
  free((void *)(uintptr_t)y.data);
}

static void diff_messages(diff *d, const pbw_message *a, const pbw_message *b) {
  const pbw_type *type = pbw_message_type(a);
  for (size_t i = 0; i < pbw_type_field_count(type); i++) diff_field(d, a, b, pbw_type_field_at(type, i));
  for (size_t i = 0; i < pbw_type_extension_count(type); i++) diff_field(d, a, b, pbw_type_extension_at(type, i));
  diff_unknown(d, a, b);
}

static int run(const cli_options *options) {
  int code = EXIT_SYSTEM;
  const pbw_message *messages[2] = {NULL, NULL};
  cli_messages *files[2] = {NULL, NULL};
  pbw_schema *schema = input_schema(options);
  const pbw_type *type = schema != NULL ? input_type(options, schema) : NULL;
  pbw_status status = PBW_OK;
  for (int i = 0; type != NULL && i < 2 && status == PBW_OK; i++) {
    files[i] = messages_open(options, options->files[i], FORMAT_BINARY, type);
    status = files[i] != NULL ? messages_next(files[i], &messages[i]) : PBW_ERR_IO;
    code = messages_code(status);
    if (code == EXIT_BAD_INPUT) code = EXIT_SYSTEM; /* 1 means that they differ */
  }
  diff d = {.color = output_wants_color(options, stdout)};
  if (messages[0] != NULL && messages[1] != NULL && pbw_ctx_new(NULL, NULL, &d.ctx) == PBW_OK) {
    diff_messages(&d, messages[0], messages[1]);
    code = finish_output();
    if (code == EXIT_GOOD && d.found > 0) code = EXIT_BAD_INPUT;
  }
  pbw_ctx_free(d.ctx);
  messages_close(files[0]);
  messages_close(files[1]);
  pbw_schema_free(schema);
  return code;
}

const cli_command command_diff = {
    .name = "diff",
    .brief = "where two messages differ, field by field",
    .run = run,
    .takes = TAKES_SCHEMA | TAKES_TYPE | TAKES_PARTIAL | TAKES_COLOR,
    .files = 2,
    .words = "--schema FILE --type NAME [OPTION...] FILE FILE",
    .more = "A line for each value that only one of them has: - the first, + the second, with its path. Map\n"
            "entries are compared by key; of lists, what is equal at both ends is left out.\n"
            "\n"
            "Exit code 0 when the messages are equal, 1 when they differ, 3 when one cannot be read.\n",
};
