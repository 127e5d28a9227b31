/* The program under test of the official conformance runner. It uses nothing but the ABI, for the protocol
 * itself too: a request is a message of a schema loaded at run time.
 *
 *     testee WAY SET...     WAY: owned, pooled or aliased; SET: descriptor sets of protocol and messages
 *
 * On stdin and stdout: messages behind their size in four bytes, little endian.
 */
#include "abi/pbwire.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum way { OWNED, POOLED, ALIASED } way;

typedef struct testee {
  way way;
  pbw_schema *schema;
  pbw_ctx *ctx;   /* of the payload                                       */
  pbw_ctx *calls; /* of requests and responses                            */
  const pbw_oneof *payload;
  const pbw_field *message_type, *output_format, *category, *unknown;
  const pbw_type *request, *response;
} testee;

enum { PROTOBUF = 1, JSON = 2, TEXT = 4 }; /* conformance.WireFormat */
enum { JSON_IGNORE_UNKNOWN_TEST = 3 }; /* conformance.TestCategory */

static void die(const char *what, const char *why) {
  fprintf(stderr, "testee: %s: %s\n", what, why);
  exit(1);
}

static void must(pbw_status status, const char *what) {
  if (status != PBW_OK) die(what, pbw_status_text(status));
}

/* ---- bytes in, bytes out -------------------------------------------------------------------------- */

/* false at the end of input. */
static bool read_exactly(uint8_t *data, size_t size) {
  size_t got = fread(data, 1, size, stdin);
  if (got < size && (got > 0 || ferror(stdin))) die("stdin", "ends inside a message");
  return got == size;
}

static uint8_t *read_message(size_t *size) {
  static uint8_t *buffer;
  static size_t capacity;
  uint8_t head[4];
  if (!read_exactly(head, 4)) return NULL;
  *size = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
  if (*size >= capacity && (buffer = realloc(buffer, capacity = *size + 1)) == NULL) die("stdin", "no memory");
  if (*size > 0 && !read_exactly(buffer, *size)) die("stdin", "ends inside a message");
  return buffer;
}

static void write_message(const uint8_t *data, size_t size) {
  const uint8_t head[4] = {(uint8_t)size, (uint8_t)(size >> 8), (uint8_t)(size >> 16), (uint8_t)(size >> 24)};
  if (fwrite(head, 1, 4, stdout) != 4 || fwrite(data, 1, size, stdout) != size || fflush(stdout) != 0)
    die("stdout", "cannot write");
}

static pbw_schema *load(char **paths, int count) {
  pbw_schema *schema;
  pbw_error error = {.struct_size = sizeof error};
  must(pbw_schema_new(NULL, &schema), "schema");
  for (int i = 0; i < count; i++) {
    FILE *file = fopen(paths[i], "rb");
    if (file == NULL) die(paths[i], "cannot open");
    static uint8_t set[1 << 20];
    size_t size = fread(set, 1, sizeof set, file);
    fclose(file);
    if (pbw_schema_add(schema, set, size, &error) != PBW_OK) die(paths[i], error.message);
  }
  if (pbw_schema_build(schema, &error) != PBW_OK) die(error.path, error.message);
  return schema;
}

/* ---- the tests ------------------------------------------------------------------------------------ */

static void respond(pbw_message *response, const char *field, const uint8_t *data, size_t size) {
  const pbw_bytes value = {data, size};
  must(pbw_message_set(response, pbw_type_field(pbw_message_type(response), field), &value), field);
}

static void respond_text(pbw_message *response, const char *field, const char *text) {
  respond(response, field, (const uint8_t *)text, strlen(text));
}

static void respond_error(pbw_message *response, const char *field, const pbw_error *error) {
  char text[600];
  snprintf(text, sizeof text, "%s at %lld: %s (%s)", pbw_status_name(error->code), (long long)error->offset,
           error->message, error->path);
  respond_text(response, field, text);
}

/* A format that a payload comes or goes in: the four calls, and the fields of the protocol. */
static const struct format {
  int32_t number;
  const char *field; /* of the payload, in the request and in the response */
  __typeof__(pbw_decode) *parse;
  __typeof__(pbw_decode_ctx) *parse_ctx;
  __typeof__(pbw_encode) *print;
  __typeof__(pbw_encode_ctx) *print_ctx;
} formats[] = {
    {PROTOBUF, "protobuf_payload", pbw_decode, pbw_decode_ctx, pbw_encode, pbw_encode_ctx},
    {JSON, "json_payload", pbw_json_parse, pbw_json_parse_ctx, pbw_json_print, pbw_json_print_ctx},
    {TEXT, "text_payload", pbw_text_parse, pbw_text_parse_ctx, pbw_text_print, pbw_text_print_ctx},
};

static void owned(const pbw_type *type, const struct format *from, const struct format *to, pbw_bytes payload,
                  uint32_t flags, pbw_message *response) {
  pbw_options options = {.struct_size = sizeof options, .flags = flags};
  pbw_error error = {.struct_size = sizeof error};
  pbw_message *message;
  size_t size;
  if (from->parse(type, payload.data, payload.size, NULL, &options, &message, &error) != PBW_OK) {
    respond_error(response, "parse_error", &error);
    return;
  }
  pbw_status status = to->print(message, NULL, 0, &options, &size, &error);
  uint8_t *buffer = malloc(size + 1);
  if (buffer == NULL) die("encode", "no memory");
  if (status == PBW_ERR_BUFFER) status = to->print(message, buffer, size, &options, &size, &error);
  if (status == PBW_OK)
    respond(response, to->field, buffer, size);
  else
    respond_error(response, "serialize_error", &error);
  free(buffer);
  pbw_message_free(message);
}

static void pooled(pbw_ctx *ctx, const pbw_type *type, const struct format *from, const struct format *to,
                   pbw_bytes payload, uint32_t flags, pbw_message *response) {
  const pbw_message *message;
  const uint8_t *data;
  size_t size;
  if (from->parse_ctx(ctx, type, payload.data, payload.size, flags | PBW_RESET, &message) != PBW_OK)
    respond_error(response, "parse_error", pbw_ctx_error(ctx));
  else if (to->print_ctx(ctx, message, flags & PBW_TEXT_UNKNOWN, &data, &size) != PBW_OK)
    respond_error(response, "serialize_error", pbw_ctx_error(ctx));
  else
    respond(response, to->field, data, size);
}

static const struct format *format_of(int32_t number, const char *field) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (field != NULL ? strcmp(formats[i].field, field) == 0 : formats[i].number == number) return &formats[i];
  return NULL;
}

static void answer(testee *t, const pbw_message *request, pbw_message *response) {
  char name[256];
  int32_t format;
  pbw_bytes bytes;
  must(pbw_message_get(request, t->message_type, &bytes), "message_type");
  snprintf(name, sizeof name, "%.*s", (int)bytes.size, (const char *)bytes.data);
  must(pbw_message_get(request, t->output_format, &format), "requested_output_format");
  if (strcmp(name, "conformance.FailureSet") == 0) {
    respond(response, "protobuf_payload", NULL, 0); /* the runner asks for known failures: there are none */
    return;
  }

  const pbw_field *payload = pbw_message_oneof(request, t->payload);
  const pbw_type *type = pbw_schema_type(t->schema, name);
  const struct format *from = payload != NULL ? format_of(0, pbw_field_name(payload)) : NULL, *to = format_of(format, NULL);
  if (from == NULL || to == NULL) {
    respond_text(response, "skipped", "a format that is not spoken");
  } else if (type == NULL) {
    respond_text(response, "skipped", "no such type: its edition is not supported"); /* run.sh counts successes */
  } else {
    bool ignore = pbw_message_get_int64(request, t->category) == JSON_IGNORE_UNKNOWN_TEST;
    uint32_t flags = ignore ? PBW_IGNORE_UNKNOWN : 0;
    if (pbw_message_get_bool(request, t->unknown)) flags |= PBW_TEXT_UNKNOWN;
    must(pbw_message_get(request, payload, &bytes), "payload");
    if (t->way == OWNED)
      owned(type, from, to, bytes, flags, response);
    else
      pooled(t->ctx, type, from, to, bytes, flags | (t->way == ALIASED ? PBW_ALIAS : 0), response);
  }
}

int main(int argc, char **argv) {
  static const char *const ways[] = {"owned", "pooled", "aliased"};
  testee t = {0};
  if (argc < 3) die("usage", "testee owned|pooled|aliased SET...");
  while (strcmp(ways[t.way], argv[1]) != 0)
    if (t.way++ == ALIASED) die("no such way", argv[1]);

  t.schema = load(argv + 2, argc - 2);
  t.request = pbw_schema_type(t.schema, "conformance.ConformanceRequest");
  t.response = pbw_schema_type(t.schema, "conformance.ConformanceResponse");
  if (t.request == NULL || t.response == NULL) die("descriptor sets", "without the protocol");
  t.payload = pbw_type_oneof(t.request, "payload");
  t.message_type = pbw_type_field(t.request, "message_type");
  t.output_format = pbw_type_field(t.request, "requested_output_format");
  t.unknown = pbw_type_field(t.request, "print_unknown_fields");
  t.category = pbw_type_field(t.request, "test_category");
  must(pbw_ctx_new(NULL, NULL, &t.ctx), "ctx");
  must(pbw_ctx_new(NULL, NULL, &t.calls), "ctx");

  size_t size;
  for (const uint8_t *data; (data = read_message(&size)) != NULL;) {
    const pbw_message *request;
    pbw_message *response;
    const uint8_t *out;
    must(pbw_decode_ctx(t.calls, t.request, data, size, PBW_RESET | PBW_ALIAS, &request), "request");
    must(pbw_message_new(t.response, NULL, &response), "response");
    answer(&t, request, response);
    must(pbw_encode_ctx(t.calls, response, 0, &out, &size), "response");
    write_message(out, size);
    pbw_message_free(response);
  }
  pbw_ctx_free(t.calls);
  pbw_ctx_free(t.ctx);
  pbw_schema_free(t.schema);
  return 0;
}
