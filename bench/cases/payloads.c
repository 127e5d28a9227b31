/* One builder per family, one table of cases. A new case is a row; a new family is a builder, here or in a file beside. */
#include "payloads.h"

#include "builders.h"

#include <stdlib.h>
#include <string.h>

/* cases.binpb as an array, written by the build. */
extern const uint8_t pbw_cases_binpb[];
extern const size_t pbw_cases_binpb_size;

/* ---- matrix3: n is the number of elements in each repeated field ---- */

static void build_matrix3(writer *w, size_t n) {
  put_double(w, 1, 3.14159);
  put_float(w, 2, 2.5f);
  put_int(w, 3, 150);
  put_int(w, 4, 9876543210);
  put_uint(w, 5, 300);
  put_uint(w, 6, 12345678901234);
  put_sint(w, 7, -75);
  put_sint(w, 8, -123456789);
  put_fixed32(w, 9, 42);
  put_fixed64(w, 10, 4242);
  put_fixed32(w, 11, (uint32_t)-42);
  put_fixed64(w, 12, (uint64_t)-4242);
  put_uint(w, 13, 1);
  put_string(w, 14, "hello, protobuf");
  put_bytes(w, 15, "\x01\x02\x03\x04", 4);
  put_int(w, 16, 2);

  size_t inner = open_field(w, 17);
  put_int(w, 1, 7);
  put_string(w, 2, "inner!");
  close_field(w, inner);

  put_string(w, 18, "second str");
  put_int(w, 19, 1);
  put_int(w, 20, 2);
  put_uint(w, 21, 77);
  put_uint(w, 22, 1);

  if (n == 0) return;
  size_t packed = open_field(w, 23);
  for (size_t i = 1; i <= n; i++) put_raw_varint(w, i * 37);
  close_field(w, packed);
  for (size_t i = 1; i <= n; i++) put_format(w, 24, "string-%04zu", i);
  for (size_t i = 1; i <= n; i++) {
    inner = open_field(w, 25);
    put_int(w, 1, (int64_t)i);
    put_format(w, 2, "label-%04zu", i);
    close_field(w, inner);
  }
  for (size_t i = 1; i <= n; i++) {
    size_t entry = open_field(w, 26);
    put_format(w, 1, "key-%04zu", i);
    put_int(w, 2, (int64_t)i);
    close_field(w, entry);
  }
}

/* ---- person: n is the size to aim at ---- */

static void put_name_and_age(writer *w) {
  put_string(w, 1, "alicia");
  put_int(w, 2, 42);
}

static void put_home(writer *w) {
  size_t address = open_field(w, 5);
  put_string(w, 1, "1 Main St");
  put_string(w, 2, "Springfield");
  put_int(w, 3, 12345);
  close_field(w, address);
}

static void build_person_10b(writer *w, size_t n) {
  (void)n;
  put_name_and_age(w);
}

static void build_person_100b(writer *w, size_t n) {
  (void)n;
  put_filled(w, 1, 'a', 90);
  put_int(w, 2, 42);
}

static void build_person(writer *w, size_t target) {
  static const uint8_t lucky[] = {7, 13, 21, 42, 99}; /* all below 128: the bytes of the packed field */
  put_name_and_age(w);
  size_t emails = (target - 80) / 36;
  for (size_t i = 0; i < emails; i++) put_format(w, 3, "eeeeeeeeeeeeeeeeeeeeeeeeeeee%04zu", i);
  put_home(w);
  put_bytes(w, 7, lucky, sizeof lucky);
}

static void put_score(writer *w, const char *key, size_t value) {
  size_t entry = open_field(w, 13);
  put_string(w, 1, key);
  put_int(w, 2, (int64_t)value);
  close_field(w, entry);
}

static void put_address(writer *w, uint32_t field, const char *street, size_t i, const char *city) {
  size_t address = open_field(w, field);
  put_format(w, 1, "%zu %s", i, street);
  put_string(w, 2, city);
  put_int(w, 3, (int64_t)(10000 + i));
  close_field(w, address);
}

static void put_place(writer *w, const char *key, size_t i) {
  size_t entry = open_field(w, 15);
  put_string(w, 1, key);
  put_address(w, 2, "Elm Street", i, "Gotham");
  close_field(w, entry);
}

static void put_friend(writer *w, size_t i) {
  size_t friend = open_field(w, 6);
  put_format(w, 1, "Friend %zu", i);
  put_int(w, 2, (int64_t)(37 * i));
  put_format(w, 3, "friend%zu@example.com", i);
  put_address(w, 5, "Oak Avenue", i, "Metropolis");
  if (i % 10 == 0) {
    put_score(w, "chess", i);
    put_score(w, "go", i + 1);
    put_place(w, "home", i);
    put_place(w, "work", i + 1);
  }
  close_field(w, friend);
}

static void build_person_nested(writer *w, size_t target) {
  put_name_and_age(w);
  put_home(w);
  for (size_t i = 1; w->size <= target; i++) put_friend(w, i);
}

/* ---- payload ---- */

static void build_payload_min(writer *w, size_t n) {
  (void)n;
  put_int(w, 1, 7);
  put_int(w, 100, 42);
}

static void build_payload_mid(writer *w, size_t n) {
  (void)n;
  put_int(w, 1, 7);
  put_string(w, 2, "bench");
  put_int(w, 3, 9);
  size_t packed = open_field(w, 4);
  for (uint64_t i = 1001; i <= 1008; i++) put_raw_varint(w, i);
  close_field(w, packed);
  for (size_t i = 0; i < 16; i++) put_format(w, 5, "tttttttttttttttttttttttttttt%02zu", i);
  size_t inner = open_field(w, 6);
  put_filled(w, 1, 'k', 16);
  put_int(w, 2, 3);
  close_field(w, inner);
  put_tag(w, 7, WIRE_START);
  put_int(w, 8, 1234567);
  put_int(w, 9, 4);
  put_tag(w, 7, WIRE_END);
  put_int(w, 100, 99);
  put_filled(w, 101, 'x', 32);
}

/* ---- descriptor: the entry of descriptor.proto inside the committed set ---- */

static void build_descriptor(writer *w, size_t n) {
  (void)n;
  static const char head[] = "\x0a\x20google/protobuf/descriptor.proto"; /* its first field, the name */
  const uint8_t *p = pbw_cases_binpb, *end = p + pbw_cases_binpb_size;
  while (p < end && *p++ == (1 << 3 | WIRE_BYTES)) {
    size_t size = 0;
    for (unsigned shift = 0;; shift += 7) {
      size |= (size_t)(*p & 0x7f) << shift;
      if (*p++ < 0x80) break;
    }
    if (size > sizeof head && memcmp(p, head, sizeof head - 1) == 0) {
      w->data = malloc(size);
      if (w->data == NULL) return;
      memcpy(w->data, p, size);
      w->size = w->capacity = size;
      return;
    }
    p += size;
  }
}

/* ---- the table ---- */

struct pbw_case {
  const char *name;
  const char *type;
  void (*build)(writer *w, size_t n);
  size_t n;
};

static const pbw_case cases[] = {
    {"matrix3-x0", "matrix3.Matrix3", build_matrix3, 0},
    {"matrix3-x1", "matrix3.Matrix3", build_matrix3, 1},
    {"matrix3-x16", "matrix3.Matrix3", build_matrix3, 16},
    {"matrix3-x256", "matrix3.Matrix3", build_matrix3, 256},
    {"matrix3-x4096", "matrix3.Matrix3", build_matrix3, 4096},
    {"person-10b", "hello.Person", build_person_10b, 0},
    {"person-100b", "hello.Person", build_person_100b, 0},
    {"person-1kb", "hello.Person", build_person, 1024},
    {"person-10kb", "hello.Person", build_person, 10240},
    {"person-100kb", "hello.Person", build_person, 102400},
    {"person-1mb", "hello.Person", build_person, 1048576},
    {"person-10mb", "hello.Person", build_person, 10485760},
    {"person-nested-1kb", "hello.Person", build_person_nested, 1024},
    {"person-nested-10kb", "hello.Person", build_person_nested, 10240},
    {"person-nested-100kb", "hello.Person", build_person_nested, 102400},
    {"payload-min", "proto2_basic.BenchPayload", build_payload_min, 0},
    {"payload-mid", "proto2_basic.BenchPayload", build_payload_mid, 0},
    {"otel-100", "otel.ExportTraceServiceRequest", build_otel, 100},
    {"k8s-pods-100", "k8s.PodList", build_pods, 100},
    {"rpc-small", "rpc.Response", build_rpc, 1},
    {"stress", "stress.Stress", build_stress, 0},
    {"stream-10k", "rpc.Response", build_rpc_stream, 10000},
    {"descriptor", "google.protobuf.FileDescriptorProto", build_descriptor, 0},
    {"small-message", "text.SmallMessage", build_small_message, 0},
    {"person-batch-25", "text.PersonBatch", build_person_batch, 25},
    {"person-batch-250", "text.PersonBatch", build_person_batch, 250},
    {"person-batch-25-unknown", "text.PersonBatch", build_person_batch_unknown, 25},
    {"escaped-articles-20", "text.ArticleBatch", build_articles, 20},
    {"telemetry-500", "text.TelemetryBatch", build_telemetry, 500},
    {"wkt-times", "text.Times", build_times, 0},
    {"wkt-struct", "text.Structs", build_structs, 0},
    {"wkt-wrappers", "text.Wrappers", build_wrappers, 0},
    {"complex", "text.Complex", build_complex, 0},
    {"repeated-and-map", "text.RepeatedAndMap", build_repeated_and_map, 0},
};

const pbw_case *pbw_case_at(size_t index) {
  return index < sizeof cases / sizeof *cases ? &cases[index] : NULL;
}

const pbw_case *pbw_case_find(const char *name) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (strcmp(cases[i].name, name) == 0) return &cases[i];
  return NULL;
}

const char *pbw_case_name(const pbw_case *c) { return c->name; }
const char *pbw_case_type(const pbw_case *c) { return c->type; }
int pbw_case_is_stream(const pbw_case *c) { return c->build == build_rpc_stream; }

const char *pbw_case_text_type(const pbw_case *c) {
  static const char *const others[] = {"otel-100", "k8s-pods-100"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp(c->name, others[i]) == 0) return c->type;
  if (strncmp(c->type, "text.", 5) != 0) return NULL;
  return c->build == build_person_batch_unknown ? "text.WidePersonBatch" : c->type;
}

const pbw_case *pbw_case_known(const pbw_case *c) {
  return c->build == build_person_batch_unknown ? pbw_case_find("person-batch-25") : c;
}

uint8_t *pbw_case_build(const pbw_case *c, size_t *size) {
  writer w = {0};
  c->build(&w, c->n);
  uint8_t *exact = realloc(w.data, w.size); /* exact, so that a sanitizer sees a read past the end */
  *size = w.size;
  return exact != NULL ? exact : w.data;
}

const uint8_t *pbw_case_schema(size_t *size) {
  *size = pbw_cases_binpb_size;
  return pbw_cases_binpb;
}
