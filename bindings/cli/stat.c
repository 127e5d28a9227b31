/* pbw stat: which fields the bytes go to. The wire format is walked beside the schema, so that every byte is counted where
 * it stands: a field's bytes are its tags, lengths and values. */
#include "bindings/cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* A field below a path. */
typedef struct node {
  uint32_t number;
  const pbw_field *field; /* NULL: unknown */
  size_t count, messages; /* values; messages of the stream that have it */
  size_t last;            /* the message that was counted last            */
  uint64_t bytes, now, most; /* in all; in this message; in one message    */
  struct node *inner;
  size_t inner_count;
} node;

typedef struct walk {
  size_t message;
  bool failed;
} walk;

static node *child_of(walk *w, node *parent, uint32_t number, const pbw_field *field) {
  for (size_t i = 0; i < parent->inner_count; i++)
    if (parent->inner[i].number == number) return &parent->inner[i];
  node *grown = realloc(parent->inner, (parent->inner_count + 1) * sizeof *grown);
  if (grown == NULL) {
    w->failed = true;
    return NULL;
  }
  parent->inner = grown;
  grown[parent->inner_count] = (node){.number = number, .field = field};
  return &grown[parent->inner_count++];
}

static void count(walk *w, node *n, size_t bytes) {
  if (n->last != w->message) {
    n->last = w->message;
    n->messages++;
    n->now = 0;
  }
  n->count++;
  n->bytes += bytes;
  n->now += bytes;
  if (n->now > n->most) n->most = n->now;
}

static const uint8_t *varint(const uint8_t *p, const uint8_t *end, uint64_t *value) {
  *value = 0;
  for (int shift = 0; p < end && shift < 70; shift += 7) {
    *value |= shift < 64 ? (uint64_t)(*p & 0x7f) << shift : 0;
    if (*p++ < 0x80) return p;
  }
  return NULL;
}

/* Fields up to the end, or behind a group's end tag. The bytes were decoded before: they are well-formed. */
static const uint8_t *walk_fields(walk *w, node *at, const pbw_type *type, const uint8_t *p, const uint8_t *end) {
  while (p != NULL && p < end && !w->failed) {
    const uint8_t *start = p, *value;
    uint64_t tag, size = 0;
    if ((p = varint(p, end, &tag)) == NULL || (tag & 7) == 4) return p;
    const pbw_field *field = type != NULL ? pbw_type_field_by_number(type, (uint32_t)(tag >> 3)) : NULL;
    const pbw_type *inner = field != NULL ? pbw_field_message_type(field) : NULL;
    node *n = child_of(w, at, (uint32_t)(tag >> 3), field);
    if (n == NULL) return NULL;
    value = p;
    switch (tag & 7) {
      case 0: p = varint(p, end, &size); break;
      case 1: p += 8; break;
      case 2:
        value = p = varint(p, end, &size);
        if (p == NULL || size > (size_t)(end - p)) return NULL;
        p += size;
        if (inner != NULL) walk_fields(w, n, inner, value, p);
        break;
      case 3: p = walk_fields(w, n, inner, p, end); break;
      default: p += 4;
    }
    if (p == NULL || p > end) return NULL;
    count(w, n, (size_t)(p - start));
  }
  return p;
}

static int by_bytes(const void *a, const void *b) {
  const node *x = a, *y = b;
  return x->bytes < y->bytes ? 1 : x->bytes > y->bytes ? -1 : (x->number > y->number) - (x->number < y->number);
}

static void print_nodes(node *at, const char *path, uint64_t total, size_t messages) {
  if (at->inner_count > 0) qsort(at->inner, at->inner_count, sizeof *at->inner, by_bytes);
  for (size_t i = 0; i < at->inner_count; i++) {
    node *n = &at->inner[i];
    char name[1024];
    const char *dot = *path != 0 ? "." : "";
    if (n->field == NULL) snprintf(name, sizeof name, "%s%s?%u", path, dot, (unsigned)n->number);
    else if (pbw_field_is_extension(n->field)) snprintf(name, sizeof name, "%s%s[%s]", path, dot, pbw_field_full_name(n->field));
    else snprintf(name, sizeof name, "%s%s%s", path, dot, pbw_field_name(n->field));
    printf("%12llu %6.1f%% %10zu", (unsigned long long)n->bytes, total > 0 ? 100.0 * (double)n->bytes / (double)total : 0, n->count);
    if (messages > 1) printf(" %9.1f%% %12llu", 100.0 * (double)n->messages / (double)messages, (unsigned long long)n->most);
    printf("  %s\n", name);
    print_nodes(n, name, total, messages);
  }
  free(at->inner);
}

static int run(const cli_options *options) {
  int code = EXIT_SYSTEM;
  pbw_schema *schema = input_schema(options);
  const pbw_type *type = schema != NULL ? input_type(options, schema) : NULL;
  cli_messages *messages = type != NULL ? messages_open(options, options->files[0], FORMAT_BINARY, type) : NULL;
  if (messages != NULL) {
    node root = {0};
    walk w = {0};
    pbw_bytes bytes;
    pbw_status status;
    const pbw_message *message;
    while (!w.failed && (status = messages_bytes(messages, &bytes)) == PBW_OK) {
      pbw_ctx *ctx = messages_ctx(messages);
      status = pbw_decode_ctx(ctx, type, bytes.data, bytes.size, PBW_RESET | PBW_ALIAS | PBW_PARTIAL, &message);
      if (status != PBW_OK) {
        complain_error(input_name(options->files[0]), pbw_ctx_error(ctx), 0);
        break;
      }
      w.message++;
      if (bytes.size > 0) walk_fields(&w, &root, type, bytes.data, bytes.data + bytes.size);
    }
    code = w.failed ? EXIT_SYSTEM : messages_code(status);
    if (w.failed) complain("out of memory");
    size_t count_all = messages_count(messages);
    uint64_t total = messages_total(messages);
    if (code == EXIT_GOOD) {
      printf("%llu bytes", (unsigned long long)total);
      if (options->delimited) printf(" in %zu messages", count_all);
      printf(" of %s\n\n       bytes   share      count%s  field\n", pbw_type_full_name(type),
             count_all > 1 ? "   messages  most in one" : "");
    }
    print_nodes(&root, "", total, code == EXIT_GOOD ? count_all : 0);
    if (code == EXIT_GOOD) code = finish_output();
  }
  messages_close(messages);
  pbw_schema_free(schema);
  return code;
}

const cli_command command_stat = {
    .name = "stat",
    .brief = "which fields the bytes of a message or stream go to",
    .run = run,
    .takes = TAKES_SCHEMA | TAKES_TYPE | TAKES_DELIMITED,
    .files = 1,
    .words = "--schema FILE --type NAME [OPTION...] [FILE]",
    .more = "FILE is the message's bytes; stdin when absent or -.\n"
            "\n"
            "A line for each field, the largest first, below it the fields inside it: bytes with tags and\n"
            "lengths, their share, the number of values, the path; ?8 is an unknown field. Of a stream also\n"
            "how many messages have the field, and the most bytes that it takes in one.\n",
};
