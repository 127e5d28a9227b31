/* Decode, read, edit and encode a message whose type is known only at run time: a trace as OpenTelemetry
 * exports it. Renames one span, gives it an attribute, deletes another span's event, and proves that nothing
 * else changed.
 *
 *     edit_trace DESCRIPTOR_SET TRACE [OUTPUT]
 */
#include "abi/pbwire.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char request_name[] = "opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest";

/* ---- small helpers: a program of your own will have some like these ------------------------------- */

static void stop(const char *what, const char *why) {
  fprintf(stderr, "edit_trace: %s: %s\n", what, why);
  exit(1);
}

static void must(pbw_status status) {
  if (status != PBW_OK) stop(pbw_status_name(status), pbw_status_text(status));
}

static pbw_bytes read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) stop(path, "cannot open");
  const size_t capacity = 1 << 20;
  uint8_t *data = malloc(capacity);
  if (data == NULL) stop(path, "no memory");
  const pbw_bytes content = {data, fread(data, 1, capacity, file)};
  fclose(file);
  return content;
}

static const pbw_field *field(const pbw_message *message, const char *name) {
  return pbw_type_field(pbw_message_type(message), name);
}

static pbw_bytes get_bytes(const pbw_message *message, const char *name) {
  pbw_bytes value = {NULL, 0};
  must(pbw_message_get(message, field(message, name), &value));
  return value;
}

static uint64_t get_u64(const pbw_message *message, const char *name) {
  uint64_t value = 0;
  must(pbw_message_get(message, field(message, name), &value));
  return value;
}

static void set_text(pbw_message *message, const char *name, const char *text) {
  const pbw_bytes value = {(const uint8_t *)text, strlen(text)};
  must(pbw_message_set(message, field(message, name), &value));
}

static size_t list_size(const pbw_message *message, const char *name) {
  return pbw_list_size(message, field(message, name));
}

static pbw_message *list_at(const pbw_message *message, const char *name, size_t index) {
  pbw_message *element = NULL;
  must(pbw_list_get(message, field(message, name), index, 1, &element));
  return element;
}

static int is_text(pbw_bytes value, const char *text) {
  return value.size == strlen(text) && memcmp(value.data, text, value.size) == 0;
}

static pbw_bytes encode(const pbw_message *message) {
  size_t size;
  must(pbw_encoded_size(message, 0, &size));
  uint8_t *data = malloc(size + 1);
  if (data == NULL) stop("encode", "no memory");
  must(pbw_encode(message, data, size, NULL, &size, NULL));
  return (pbw_bytes){data, size};
}

static void release(pbw_bytes bytes) { free((void *)(uintptr_t)bytes.data); }

/* ---- the trace ------------------------------------------------------------------------------------ */

enum { MAX_SPANS = 64 };

typedef struct spans {
  pbw_message *at[MAX_SPANS];
  pbw_bytes before[MAX_SPANS]; /* each span's bytes, before the edit */
  size_t count;
} spans;

/* Every span, and a line about it on stdout. */
static spans show(const pbw_message *request) {
  spans all = {.count = 0};
  for (size_t r = 0; r < list_size(request, "resource_spans"); r++) {
    const pbw_message *resource = list_at(request, "resource_spans", r);
    for (size_t s = 0; s < list_size(resource, "scope_spans"); s++) {
      const pbw_message *scope = list_at(resource, "scope_spans", s);
      for (size_t i = 0; i < list_size(scope, "spans") && all.count < MAX_SPANS; i++) {
        pbw_message *span = list_at(scope, "spans", i);
        const pbw_bytes name = get_bytes(span, "name");
        const uint64_t nanos = get_u64(span, "end_time_unix_nano") - get_u64(span, "start_time_unix_nano");
        printf("  %-26.*s %8.3f ms  %zu attributes, %zu events\n", (int)name.size, (const char *)name.data,
               (double)nanos / 1e6, list_size(span, "attributes"), list_size(span, "events"));
        all.before[all.count] = encode(span);
        all.at[all.count++] = span;
      }
    }
  }
  return all;
}

static pbw_message *find_span(const spans *all, const char *name) {
  for (size_t i = 0; i < all->count; i++)
    if (is_text(get_bytes(all->at[i], "name"), name)) return all->at[i];
  stop(name, "no such span");
  return NULL;
}

static void add_attribute(pbw_message *span, const char *key, const char *text) {
  pbw_message *attribute, *value;
  must(pbw_list_add(span, field(span, "attributes"), &attribute));
  set_text(attribute, "key", key);
  must(pbw_message_mutable(attribute, field(attribute, "value"), &value));
  set_text(value, "string_value", text);
}

static void delete_event(pbw_message *span, const char *name) {
  for (size_t i = 0; i < list_size(span, "events"); i++)
    if (is_text(get_bytes(list_at(span, "events", i), "name"), name)) {
      must(pbw_list_remove(span, field(span, "events"), i, 1));
      return;
    }
  stop(name, "no such event");
}

/* Where `part` stands in `whole` at `from` or later, or SIZE_MAX. */
static size_t find(pbw_bytes whole, size_t from, pbw_bytes part) {
  for (size_t i = from; part.size <= whole.size - i; i++)
    if (memcmp(whole.data + i, part.data, part.size) == 0) return i;
  return SIZE_MAX;
}

int main(int argc, char **argv) {
  if (argc < 3) stop("usage", "edit_trace DESCRIPTOR_SET TRACE [OUTPUT]");
  const pbw_bytes set = read_file(argv[1]), input = read_file(argv[2]);

  /* Load the schema: any descriptor set, no generated code. */
  pbw_schema *schema;
  pbw_error error = {.struct_size = sizeof error};
  if (pbw_schema_load(set.data, set.size, &schema, &error) != PBW_OK) stop(error.path, error.message);
  const pbw_type *type = pbw_schema_type(schema, request_name);
  if (type == NULL) stop(request_name, "not in the schema");

  /* Decode. */
  pbw_message *request;
  if (pbw_decode(type, input.data, input.size, NULL, NULL, &request, &error) != PBW_OK) stop(error.path, error.message);
  printf("decoded %zu bytes:\n", input.size);
  spans all = show(request);

  /* Untouched, it encodes to what it came from. */
  const pbw_bytes same = encode(request);
  const int unchanged = same.size == input.size && memcmp(same.data, input.data, same.size) == 0;

  /* Edit. */
  pbw_message *renamed = find_span(&all, "POST /reserve"), *shortened = find_span(&all, "UPDATE stock");
  set_text(renamed, "name", "POST /v2/reserve");
  add_attribute(renamed, "edited.by", "pbwire");
  delete_event(shortened, "lock waited");
  printf("\nedited: POST /reserve is now POST /v2/reserve, and has an attribute edited.by\n"
         "        UPDATE stock has lost its event \"lock waited\"\n");

  /* Encode, and look for the bytes of every other span. */
  const pbw_bytes output = encode(request);
  size_t kept = 0, place = 0;
  for (size_t i = 0; i < all.count; i++) {
    if (all.at[i] == renamed || all.at[i] == shortened) continue;
    const size_t found = find(output, place, all.before[i]);
    if (found == SIZE_MAX || find(input, 0, all.before[i]) == SIZE_MAX) continue;
    place = found + all.before[i].size;
    kept++;
  }
  printf("\nencoded untouched: %zu bytes, %s the input\n", same.size, unchanged ? "equal to" : "NOT EQUAL to");
  printf("encoded edited:    %zu bytes, %zu of %zu untouched spans byte for byte as they came\n", output.size, kept,
         all.count - 2);

  if (argc > 3) {
    FILE *file = fopen(argv[3], "wb");
    if (file == NULL || fwrite(output.data, 1, output.size, file) != output.size || fclose(file) != 0)
      stop(argv[3], "cannot write");
  }
  for (size_t i = 0; i < all.count; i++) release(all.before[i]);
  release(same);
  release(output);
  release(input);
  release(set);
  pbw_message_free(request);
  pbw_schema_free(schema);

  const int good = unchanged && kept == all.count - 2;
  printf("%s\n", good ? "OK: only what was edited has changed" : "FAILED");
  return !good;
}
