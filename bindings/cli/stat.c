/* pbw stat: which fields the bytes go to. The wire format is walked beside the schema, so that every byte is counted where
 * it stands: a field's bytes are its tags, lengths and values. What is kept is a number of sums for each path, so that a
 * stream may be of any length. */
#include "bindings/cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of unknown fields that are told apart below one path; those beyond are counted together. Else hostile bytes
 * would have a node for every few of them. */
enum { MAX_UNKNOWN = 1000, OTHERS = 0 };

/* A field below a path. */
typedef struct node {
  uint32_t number;           /* OTHERS: more unknown fields than are told apart */
  const pbw_field *field;    /* NULL: unknown */
  uint64_t count, messages;  /* values; messages of the stream that have it */
  uint64_t last;             /* the message that was counted last, from 1 */
  uint64_t bytes, now, most; /* in all; in this message; in one message */
  double moment;             /* the sum of each message's bytes times its place in the stream */
  int message_set;           /* its type is one: 1, 0, or -1 when nobody has looked */
  struct node *inner;        /* by number, unknown ones behind known ones */
  size_t inner_count, inner_capacity, unknown_count;
} node;

typedef struct walk {
  uint64_t message; /* from 1 */
  uint64_t unknown_count, unknown_bytes;
  bool failed;
} walk;

/* ---- the tree of paths ---- */

static int compare(uint32_t number, bool unknown, const node *n) {
  if (unknown != (n->field == NULL)) return unknown ? 1 : -1;
  return (number > n->number) - (number < n->number);
}

/* Fields mostly come in the order of their numbers: then a new one is put at the end, and nothing is moved. */
static node *child_of(walk *w, node *parent, uint32_t number, const pbw_field *field) {
  size_t low = 0, high = parent->inner_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = compare(number, field == NULL, &parent->inner[middle]);
    if (order == 0) return &parent->inner[middle];
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  if (field == NULL && number != OTHERS && parent->unknown_count >= MAX_UNKNOWN) return child_of(w, parent, OTHERS, NULL);
  if (parent->inner_count == parent->inner_capacity) {
    size_t capacity = parent->inner_capacity * 2 + 4;
    node *grown = realloc(parent->inner, capacity * sizeof *grown);
    if (grown == NULL) {
      w->failed = true;
      return NULL;
    }
    parent->inner = grown;
    parent->inner_capacity = capacity;
  }
  node *place = &parent->inner[low];
  memmove(place + 1, place, (parent->inner_count - low) * sizeof *place);
  *place = (node){.number = number, .field = field, .message_set = -1};
  parent->inner_count++;
  parent->unknown_count += field == NULL;
  return place;
}

static void free_nodes(node *at) {
  for (size_t i = 0; i < at->inner_count; i++) free_nodes(&at->inner[i]);
  free(at->inner);
}

static void count(walk *w, node *n, uint64_t values, size_t bytes) {
  if (n->last != w->message) {
    n->last = w->message;
    n->messages++;
    n->now = 0;
  }
  n->count += values;
  n->bytes += bytes;
  n->now += bytes;
  n->moment += (double)bytes * (double)w->message;
  if (n->now > n->most) n->most = n->now;
}

/* ---- the walk ---- */

static unsigned wire_of(const pbw_field *field) {
  switch (pbw_field_type(field)) {
    case PBW_TYPE_DOUBLE:
    case PBW_TYPE_FIXED64:
    case PBW_TYPE_SFIXED64: return WIRE_64;
    case PBW_TYPE_FLOAT:
    case PBW_TYPE_FIXED32:
    case PBW_TYPE_SFIXED32: return WIRE_32;
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES:
    case PBW_TYPE_MESSAGE: return WIRE_BYTES;
    case PBW_TYPE_GROUP: return WIRE_START;
    default: return WIRE_VARINT;
  }
}

static bool is_packed(const pbw_field *field, const wire_field *f) {
  unsigned own = wire_of(field);
  return f->type == WIRE_BYTES && pbw_field_cardinality(field) == PBW_REPEATED && own != WIRE_BYTES && own != WIRE_START;
}

static uint64_t values_in(const pbw_field *field, const wire_field *f) {
  if (field == NULL || !is_packed(field, f)) return 1;
  if (wire_of(field) != WIRE_VARINT) return f->bytes.size / (wire_of(field) == WIRE_64 ? 8 : 4);
  uint64_t values = 0;
  for (size_t i = 0; i < f->bytes.size; i++) values += f->bytes.data[i] < 0x80;
  return values;
}

/* A message set has no fields of its own, and an option that tells. */
static bool is_message_set(node *at, const pbw_type *type) {
  pbw_message *options;
  if (at->message_set >= 0 || pbw_type_field_count(type) > 0) return at->message_set > 0;
  at->message_set = 0;
  if (pbw_type_options(type, NULL, &options) != PBW_OK) return false;
  const pbw_field *field = pbw_type_field(pbw_message_type(options), "message_set_wire_format");
  at->message_set = field != NULL && pbw_message_get_bool(options, field) != 0;
  pbw_message_free(options);
  return at->message_set > 0;
}

/* An item of a message set, behind its start tag: the extension's number and its message. What stands behind its end. */
static const uint8_t *take_item(const uint8_t *p, const uint8_t *end, uint32_t *number, pbw_bytes *bytes) {
  wire_field f;
  pbw_status status;
  *number = 0;
  *bytes = (pbw_bytes){NULL, 0};
  for (int depth = 1; depth > 0;) {
    if ((p = wire_take(p, end, &f, &status)) == NULL) return NULL;
    if (f.type == WIRE_START) depth++;
    else if (f.type == WIRE_END) depth--;
    else if (depth == 1 && f.number == 2 && f.type == WIRE_VARINT && *number == 0) *number = (uint32_t)f.value;
    else if (depth == 1 && f.number == 3 && f.type == WIRE_BYTES) *bytes = f.bytes;
  }
  return p;
}

/* Fields up to the end, or behind a group's end tag; known: not inside an unknown group. The bytes were decoded before: they
 * are well-formed, and not nested deeper than the decoder lets them be. */
static const uint8_t *walk_fields(walk *w, node *at, const pbw_type *type, bool known, const uint8_t *p, const uint8_t *end) {
  while (p != end && !w->failed) {
    const uint8_t *start = p;
    wire_field f;
    pbw_status status;
    if ((p = wire_take(p, end, &f, &status)) == NULL || f.type == WIRE_END) return p;
    const uint8_t *behind = NULL;
    uint32_t number = f.number;
    if (f.number == 1 && f.type == WIRE_START && type != NULL && is_message_set(at, type)) {
      if ((behind = take_item(p, end, &number, &f.bytes)) == NULL) return NULL;
      if (pbw_type_field_by_number(type, number) == NULL) behind = NULL, number = 1; /* a group like any other */
      else f.type = WIRE_BYTES;
    }
    const pbw_field *field = type != NULL ? pbw_type_field_by_number(type, number) : NULL;
    if (field != NULL && f.type != wire_of(field) && !is_packed(field, &f)) field = NULL; /* of another kind: unknown */
    node *n = child_of(w, at, number, field);
    if (n == NULL) return NULL;
    const pbw_type *inner = field != NULL ? pbw_field_message_type(field) : NULL;
    if (f.type == WIRE_START) p = walk_fields(w, n, inner, known && field != NULL, p, end);
    else if (inner != NULL && f.bytes.size > 0) walk_fields(w, n, inner, known, f.bytes.data, f.bytes.data + f.bytes.size);
    if (behind != NULL) p = behind;
    if (p == NULL) return NULL;
    count(w, n, values_in(field, &f), (size_t)(p - start));
    if (known && field == NULL) {
      w->unknown_count++;
      w->unknown_bytes += (uint64_t)(p - start);
    }
  }
  return p;
}

/* ---- the report ---- */

static int by_bytes(const void *a, const void *b) {
  const node *x = a, *y = b;
  if (x->bytes != y->bytes) return x->bytes < y->bytes ? 1 : -1;
  return (x->number > y->number) - (x->number < y->number);
}

static double share(uint64_t part, uint64_t all) { return all > 0 ? 100.0 * (double)part / (double)all : 0; }

/* By how many bytes the line of best fit through each message's bytes rises from the first message to the last. */
static double growth(const node *n, uint64_t messages) {
  double count = (double)messages, middle = (count + 1) / 2;
  double spread = count * (count * count - 1) / 12; /* of the places around their middle, squared and summed */
  double slope = (n->moment - middle * (double)n->bytes) / spread;
  double rise = slope * (count - 1);
  return rise > -0.5 && rise < 0.5 ? 0 : rise;
}

static void print_nodes(node *at, cli_text *path, uint64_t total, uint64_t messages) {
  if (at->inner_count > 0) qsort(at->inner, at->inner_count, sizeof *at->inner, by_bytes);
  for (size_t i = 0; i < at->inner_count; i++) {
    node *n = &at->inner[i];
    size_t size = path->size;
    if (n->field != NULL) text_add_field(path, n->field);
    else if (n->number == OTHERS) text_add(path, "%s?...", size > 0 ? "." : "");
    else text_add(path, "%s?%" PRIu32, size > 0 ? "." : "", n->number);
    printf("%12" PRIu64 " %6.1f%% %10" PRIu64, n->bytes, share(n->bytes, total), n->count);
    if (messages > 1)
      printf(" %8.1f%% %12" PRIu64 " %+10.0f", share(n->messages, messages), n->most, growth(n, messages));
    printf("  %s\n", text_of(path));
    print_nodes(n, path, total, messages);
    text_cut(path, size);
  }
}

static int report(const cli_options *options, const pbw_type *type, cli_messages *m, const walk *w, node *root) {
  cli_text path = {0};
  uint64_t total = messages_total(m), messages = messages_count(m);
  printf("%" PRIu64 " bytes", total);
  if (options->delimited) printf(" in %" PRIu64 " messages", messages);
  printf(" of %s\n", pbw_type_full_name(type));
  printf("%" PRIu64 " bytes (%.1f%%) in %" PRIu64 " unknown fields\n\n", w->unknown_bytes, share(w->unknown_bytes, total),
         w->unknown_count);
  printf("       bytes   share      count%s  field\n", messages > 1 ? "  messages  most in one     growth" : "");
  print_nodes(root, &path, total, messages);
  if (path.failed) complain("out of memory");
  int code = path.failed ? EXIT_SYSTEM : finish_output();
  text_free(&path);
  return code;
}

static int run(const cli_options *options) {
  int code = EXIT_SYSTEM;
  cli_options lenient = *options;
  lenient.flags |= PBW_PARTIAL; /* sizes can be told of what lacks a field too */
  pbw_schema *schema = input_schema(options);
  const pbw_type *type = schema != NULL ? input_type(options, schema) : NULL;
  cli_messages *messages = type != NULL ? messages_open(&lenient, options->files[0], FORMAT_BINARY, type) : NULL;
  if (messages != NULL) {
    node root = {.message_set = -1};
    walk w = {0};
    pbw_bytes bytes;
    const pbw_message *message;
    pbw_status status = PBW_OK;
    while (!w.failed && (status = messages_next(messages, &bytes, &message)) == PBW_OK) {
      w.message++;
      if (bytes.size > 0) walk_fields(&w, &root, type, true, bytes.data, bytes.data + bytes.size);
    }
    code = w.failed ? EXIT_SYSTEM : messages_code(status);
    if (w.failed) complain("out of memory");
    if (code == EXIT_GOOD) code = report(options, type, messages, &w, &root);
    free_nodes(&root);
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
            "how many messages have the field, the most bytes that it takes in one, and by how many bytes it\n"
            "grows (or shrinks) from the first message to the last, as the line of best fit has it.\n"
            "\n"
            "  pbw stat -s otel.binpb -t opentelemetry.proto.trace.v1.TracesData trace.pb | head -n 20\n"
            "  pbw stat --delimited -s rpc.binpb -t rpc.Response log.pb\n",
};
