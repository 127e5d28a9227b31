/* pbw diff: where two messages differ, field by field. Each side has a path of its own, because an element of a list may
 * stand at another place in the other. */
#include "bindings/cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* Levels below which an Any is not opened. The decoder limits those of a message, but in each Any it begins anew. */
enum { MAX_ANY_DEPTH = 100 };

typedef struct diff {
  pbw_ctx *ctx; /* for text */
  bool color;
  bool quiet;   /* only whether there is a difference */
  bool failed;  /* no memory */
  size_t found;
  int depth;
  cli_text path[2];
  cli_text line;
} diff;

static void diff_messages(diff *d, const pbw_message *a, const pbw_message *b);
static void diff_field(diff *d, const pbw_message *a, const pbw_message *b, const pbw_field *field);

/* ---- telling ---- */

static void begin_line(diff *d, int side) { text_add(&d->line, "%c %s", "-+"[side], text_of(&d->path[side])); }

static void end_line(diff *d, int side) {
  d->failed |= d->line.failed || d->path[side].failed;
  if (d->color) printf("\033[%dm%s\033[0m\n", side == 0 ? 31 : 32, text_of(&d->line));
  else puts(text_of(&d->line));
  text_cut(&d->line, 0);
}

/* That one side has a value of a field; of a map, of one of its entries. */
static void tell(diff *d, int side, const pbw_field *field, const cli_value *value) {
  d->found++;
  if (d->quiet || ferror(stdout)) return;
  pbw_ctx_reset(d->ctx);
  begin_line(d, side);
  text_add(&d->line, ": ");
  if (pbw_field_cardinality(field) == PBW_MAP) value_add_of_map(&d->line, d->ctx, field, value);
  else value_add(&d->line, d->ctx, field, value);
  end_line(d, side);
}

/* ---- paths ---- */

typedef struct place {
  size_t size[2];
} place;

static place here(const diff *d) { return (place){{d->path[0].size, d->path[1].size}}; }

static void back(diff *d, place was) {
  for (int side = 0; side < 2; side++) text_cut(&d->path[side], was.size[side]);
}

static void step_field(diff *d, const pbw_field *field) {
  if (d->quiet) return;
  for (int side = 0; side < 2; side++) text_add_field(&d->path[side], field);
}

static void step_index(diff *d, size_t a, size_t b) {
  if (d->quiet) return;
  if (a != SIZE_MAX) text_add(&d->path[0], "[%zu]", a);
  if (b != SIZE_MAX) text_add(&d->path[1], "[%zu]", b);
}

static void step_key(diff *d, const pbw_field *map, const cli_value *key) {
  if (d->quiet) return;
  pbw_ctx_reset(d->ctx);
  for (int side = 0; side < 2; side++) {
    text_add(&d->path[side], "[");
    value_add_key(&d->path[side], d->ctx, map, key);
    text_add(&d->path[side], "]");
  }
}

/* ---- values ---- */

static bool is_message(const pbw_field *field) { return pbw_field_message_type(field) != NULL; }

/* The same in every field; unknown ones may come in another order. */
static bool same_messages(const diff *d, const pbw_message *a, const pbw_message *b) {
  diff probe = {.quiet = true, .depth = d->depth};
  diff_messages(&probe, a, b);
  return probe.found == 0 && !probe.failed;
}

/* Two values of one field, either of which may be missing (NULL). element: what the value is one of. */
static void diff_values(diff *d, const pbw_field *field, const pbw_field *element, const cli_value *a, const cli_value *b) {
  if (a != NULL && b != NULL) {
    if (is_message(element)) diff_messages(d, a->message, b->message);
    if (is_message(element) || value_same(element, a, b)) return;
  }
  if (a != NULL) tell(d, 0, field, a);
  if (b != NULL) tell(d, 1, field, b);
}

/* ---- lists ---- */

typedef struct sides {
  diff *d;
  const pbw_message *a, *b;
  const pbw_field *field;
} sides;

static bool same_elements(void *user, size_t i, size_t j) {
  const sides *s = user;
  cli_value x, y;
  if (pbw_list_get(s->a, s->field, i, 1, &x) != PBW_OK || pbw_list_get(s->b, s->field, j, 1, &y) != PBW_OK) return false;
  return is_message(s->field) ? same_messages(s->d, x.message, y.message) : value_same(s->field, &x, &y);
}

/* How many fields of two messages are there and the same. */
static size_t alike_elements(void *user, size_t i, size_t j) {
  const sides *s = user;
  cli_value x, y;
  const pbw_field *field;
  size_t count = 0;
  if (pbw_list_get(s->a, s->field, i, 1, &x) != PBW_OK || pbw_list_get(s->b, s->field, j, 1, &y) != PBW_OK) return 0;
  for (size_t at = 0; pbw_message_next(x.message, &at, &field) == PBW_OK;) {
    diff probe = {.quiet = true, .depth = s->d->depth};
    if (!pbw_message_has(y.message, field)) continue;
    diff_field(&probe, x.message, y.message, field);
    count += probe.found == 0;
  }
  return count;
}

static void differing_elements(void *user, size_t i, size_t j) {
  const sides *s = user;
  cli_value x, y;
  place was = here(s->d);
  if (i != SIZE_MAX && pbw_list_get(s->a, s->field, i, 1, &x) != PBW_OK) return;
  if (j != SIZE_MAX && pbw_list_get(s->b, s->field, j, 1, &y) != PBW_OK) return;
  step_index(s->d, i, j);
  diff_values(s->d, s->field, s->field, i != SIZE_MAX ? &x : NULL, j != SIZE_MAX ? &y : NULL);
  back(s->d, was);
}

static void diff_lists(diff *d, const pbw_message *a, const pbw_message *b, const pbw_field *field) {
  sides s = {d, a, b, field};
  cli_lists lists = {pbw_list_size(a, field), pbw_list_size(b, field), same_elements,
                     is_message(field) ? alike_elements : NULL, differing_elements, &s};
  if (!d->quiet) {
    d->failed |= !align_lists(&lists);
    return;
  }
  d->found += lists.a != lists.b;
  for (size_t i = 0; i < lists.a && d->found == 0; i++) d->found += !same_elements(&s, i, i);
}

/* ---- maps ---- */

static void diff_maps(diff *d, const pbw_message *a, const pbw_message *b, const pbw_field *field) {
  const pbw_field *element = pbw_field_map_value(field);
  cli_value key, x, y;
  for (int side = 0; side < 2; side++) {
    const pbw_message *from = side == 0 ? a : b, *other = side == 0 ? b : a;
    for (size_t i = 0; i < pbw_map_size(from, field) && !(d->quiet && d->found > 0); i++) {
      if (pbw_map_entry(from, field, i, &key, &x) != PBW_OK) continue;
      bool both = pbw_map_get(other, field, &key, &y) == PBW_OK;
      if (side == 1 && both) continue; /* compared already */
      place was = here(d);
      step_key(d, field, &key);
      diff_values(d, field, element, side == 0 ? &x : NULL, side == 1 ? &x : both ? &y : NULL);
      back(d, was);
    }
  }
}

/* ---- unknown fields: by number, then in their order ---- */

typedef struct unknown_sides {
  diff *d;
  const pbw_schema *schema;
  const cli_unknowns *list[2];
} unknown_sides;

static bool same_unknowns(void *user, size_t i, size_t j) {
  const unknown_sides *s = user;
  const cli_unknown *x = &s->list[0]->at[i], *y = &s->list[1]->at[j];
  return x->bytes.size == y->bytes.size && memcmp(x->bytes.data, y->bytes.data, x->bytes.size) == 0;
}

/* Text shows the unknown fields of a message, here of one that has nothing else: "8: 150". */
static void tell_unknown(const unknown_sides *s, int side, const cli_unknown *one) {
  diff *d = s->d;
  pbw_message *alone;
  pbw_bytes text;
  if (pbw_message_new(pbw_schema_type(s->schema, "google.protobuf.Empty"), NULL, &alone) != PBW_OK) {
    d->failed = true;
    return;
  }
  pbw_ctx_reset(d->ctx);
  begin_line(d, side);
  text_add(&d->line, "%s?", d->path[side].size > 0 ? "." : "");
  if (pbw_unknown_add(alone, one->bytes.data, one->bytes.size) == PBW_OK &&
      pbw_text_print_ctx(d->ctx, alone, PBW_TEXT_UNKNOWN, &text.data, &text.size) == PBW_OK)
    text_put(&d->line, text.data, text.size);
  else
    text_add(&d->line, "%u", (unsigned)one->number);
  end_line(d, side);
  pbw_message_free(alone);
}

static void differing_unknowns(void *user, size_t i, size_t j) {
  const unknown_sides *s = user;
  s->d->found++;
  if (s->d->quiet || ferror(stdout)) return;
  if (i != SIZE_MAX) tell_unknown(s, 0, &s->list[0]->at[i]);
  if (j != SIZE_MAX) tell_unknown(s, 1, &s->list[1]->at[j]);
}

static void diff_unknown(diff *d, const pbw_message *a, const pbw_message *b) {
  cli_unknowns x = {NULL, 0, 0}, y = {NULL, 0, 0};
  if (pbw_unknown_count(a) + pbw_unknown_count(b) == 0) return;
  unknown_sides s = {d, pbw_type_schema(pbw_message_type(a)), {&x, &y}};
  bool ok = unknowns_of(a, &x) && unknowns_of(b, &y);
  if (ok) ok = align_lists(&(cli_lists){x.size, y.size, same_unknowns, NULL, differing_unknowns, &s});
  d->failed |= !ok;
  free(x.at);
  free(y.at);
}

/* ---- Any ---- */

/* That one side has a message, all of it. */
static void tell_message(diff *d, int side, const pbw_message *message) {
  d->found++;
  if (d->quiet || ferror(stdout)) return;
  pbw_ctx_reset(d->ctx);
  begin_line(d, side);
  if (d->path[side].size > 0) text_add(&d->line, ": ");
  value_add_message(&d->line, d->ctx, message);
  end_line(d, side);
}

static pbw_bytes bytes_of(const pbw_message *message, uint32_t number) {
  pbw_bytes bytes;
  bytes.data = pbw_message_get_bytes(message, pbw_type_field_by_number(pbw_message_type(message), number), &bytes.size);
  return bytes;
}

/* What is in an Any, if the schema has the type. The caller frees it. */
static pbw_message *open_any(const pbw_message *any, pbw_bytes url) {
  const pbw_options options = {.struct_size = sizeof options, .flags = PBW_PARTIAL};
  pbw_bytes value = bytes_of(any, 2);
  pbw_message *inner = NULL;
  cli_text name = {0};
  text_put(&name, url.data, url.size);
  const char *slash = strrchr(text_of(&name), '/');
  const pbw_type *type = slash != NULL ? pbw_schema_type(pbw_type_schema(pbw_message_type(any)), slash + 1) : NULL;
  text_free(&name);
  if (type == NULL || pbw_decode(type, value.data, value.size, NULL, &options, &inner, NULL) != PBW_OK) return NULL;
  return inner;
}

/* Two Anys: opened when they are of one type, told whole when they are not. False: they are none, or cannot be opened. */
static bool diff_any(diff *d, const pbw_message *a, const pbw_message *b) {
  if (d->depth > MAX_ANY_DEPTH || strcmp(pbw_type_full_name(pbw_message_type(a)), "google.protobuf.Any") != 0) return false;
  pbw_bytes x = bytes_of(a, 1), y = bytes_of(b, 1);
  if (x.size != y.size || (x.size > 0 && memcmp(x.data, y.data, x.size) != 0)) {
    tell_message(d, 0, a);
    tell_message(d, 1, b);
    return true;
  }
  pbw_message *in_a = open_any(a, x), *in_b = open_any(b, y);
  bool ok = in_a != NULL && in_b != NULL;
  if (ok) {
    place was = here(d);
    for (int side = 0; side < 2 && !d->quiet; side++)
      text_add(&d->path[side], "%s[%.*s]", d->path[side].size > 0 ? "." : "", (int)x.size, (const char *)x.data);
    diff_messages(d, in_a, in_b);
    back(d, was);
  }
  pbw_message_free(in_a);
  pbw_message_free(in_b);
  return ok;
}

/* ---- messages ---- */

static void diff_field(diff *d, const pbw_message *a, const pbw_message *b, const pbw_field *field) {
  cli_value x, y;
  bool in_a = pbw_message_has(a, field), in_b = pbw_message_has(b, field);
  place was = here(d);
  if (!in_a && !in_b) return;
  step_field(d, field);
  switch (pbw_field_cardinality(field)) {
    case PBW_REPEATED: diff_lists(d, a, b, field); break;
    case PBW_MAP: diff_maps(d, a, b, field); break;
    default:
      if (in_a && pbw_message_get(a, field, &x) != PBW_OK) break;
      if (in_b && pbw_message_get(b, field, &y) != PBW_OK) break;
      diff_values(d, field, field, in_a ? &x : NULL, in_b ? &y : NULL);
  }
  back(d, was);
}

static void diff_messages(diff *d, const pbw_message *a, const pbw_message *b) {
  const pbw_type *type = pbw_message_type(a);
  d->depth++;
  if (!diff_any(d, a, b)) {
    for (size_t i = 0; i < pbw_type_field_count(type) && !(d->quiet && d->found > 0); i++)
      diff_field(d, a, b, pbw_type_field_at(type, i));
    for (size_t i = 0; i < pbw_type_extension_count(type) && !(d->quiet && d->found > 0); i++)
      diff_field(d, a, b, pbw_type_extension_at(type, i));
    diff_unknown(d, a, b);
  }
  d->depth--;
}

/* ---- files ---- */

/* One message of each; of streams, all of them, side by side. */
static pbw_status diff_files(diff *d, cli_messages *const files[2], bool streams) {
  for (size_t i = 0; !ferror(stdout) && !d->failed; i++) {
    const pbw_message *messages[2] = {NULL, NULL};
    for (int side = 0; side < 2; side++) {
      pbw_status status = messages_next(files[side], NULL, &messages[side]);
      if (status < 0) return status;
      if (status == PBW_END) messages[side] = NULL;
    }
    if (messages[0] == NULL && messages[1] == NULL) break;
    if (streams) step_index(d, i, i);
    if (messages[0] != NULL && messages[1] != NULL) diff_messages(d, messages[0], messages[1]);
    else tell_message(d, messages[0] == NULL, messages[messages[0] == NULL]);
    back(d, (place){{0, 0}});
  }
  return d->failed ? PBW_ERR_MEMORY : PBW_OK;
}

static int run(const cli_options *options) {
  int code = EXIT_SYSTEM;
  cli_messages *files[2] = {NULL, NULL};
  pbw_schema *schema = input_schema(options);
  const pbw_type *type = schema != NULL ? input_type(options, schema) : NULL;
  diff d = {.color = output_wants_color(options, stdout)};
  for (int side = 0; type != NULL && side < 2; side++)
    if ((files[side] = messages_open(options, options->files[side], options->from, type)) == NULL) type = NULL;
  if (type != NULL && pbw_ctx_new(NULL, NULL, &d.ctx) == PBW_OK) {
    if (output_is_terminal(stdout)) messages_be_quiet(files[0]);
    messages_be_quiet(files[1]); /* one tells how far both are */
    pbw_status status = diff_files(&d, files, options->delimited);
    if (status == PBW_ERR_MEMORY) complain("out of memory");
    int written = finish_output();
    if (status == PBW_OK) code = written != EXIT_GOOD ? written : d.found > 0 ? EXIT_DIFFERENT : EXIT_GOOD;
  }
  pbw_ctx_free(d.ctx);
  for (int side = 0; side < 2; side++) {
    messages_close(files[side]);
    text_free(&d.path[side]);
  }
  text_free(&d.line);
  pbw_schema_free(schema);
  return code;
}

const cli_command command_diff = {
    .name = "diff",
    .brief = "where two messages differ, field by field",
    .run = run,
    .takes = TAKES_SCHEMA | TAKES_TYPE | TAKES_DELIMITED | TAKES_PARTIAL | TAKES_FROM | TAKES_COLOR,
    .files = 2,
    .words = "--schema FILE --type NAME [OPTION...] FILE FILE",
    .more = "A line for each value that only one of them has: - the first, + the second, with its path there.\n"
            "Map entries are compared by key. Lists are laid beside each other so that few elements differ; those\n"
            "that do are compared with the one in the same place. Unknown fields are compared by number (?8),\n"
            "streams (--delimited) message by message. An Any is opened if the schema has its type.\n"
            "\n"
            "Exit code 0 when they are equal, 1 when they differ, 3 when one cannot be read or is no message\n"
            "of the type.\n"
            "\n"
            "  pbw diff -s person.binpb -t hello.Person before.pb after.pb\n"
            "  pbw diff -s person.binpb -t hello.Person --from text before.txt after.txt\n",
};
