/* The cases that are about JSON, as binary. A zero is left out, as proto3 wants it, but for members of a oneof and the
 * two parts of a map's entry. */
#include "builders.h"

void build_small_message(writer *w, size_t n) {
  (void)n;
  put_int(w, 1, 42);
  put_string(w, 2, "user.command");
  put_uint(w, 3, 1);
  put_string(w, 4, "01HV6N6S1Y7R5B4K9A3T8M2P1Q");
}

/* ---- persons and articles ---- */

static void put_person(writer *w, uint32_t field, size_t i, int with_unknown) {
  size_t person = open_field(w, field);
  put_int(w, 1, (int64_t)i);
  put_format(w, 2, "Benchmark User %zu", i);
  size_t home = open_field(w, 3);
  put_format(w, 1, "%zu F# Way", i);
  put_string(w, 2, i % 2 == 0 ? "AOT City" : "Fable Town");
  if (with_unknown) {
    put_string(w, 3, "Neverland");
    put_format(w, 4, "%05zu", 10000 + i);
  }
  close_field(w, home);
  if (with_unknown) {
    put_uint(w, 4, 1);
    put_string(w, 5, "alpha");
    put_string(w, 5, "beta");
  }
  close_field(w, person);
}

void build_person_batch(writer *w, size_t people) {
  for (size_t i = 1; i <= people; i++) put_person(w, 1, i, 0);
}

void build_person_batch_unknown(writer *w, size_t people) {
  for (size_t i = 1; i <= people; i++) put_person(w, 1, i, 1);
}

void build_articles(writer *w, size_t articles) {
  static const char body[] = "First line\nA \"quoted\" word\tand a tab\nC:\\path\\to\\file\n"
                             "First line\nA \"quoted\" word\tand a tab\nC:\\path\\to\\file\n"
                             "First line\nA \"quoted\" word\tand a tab\nC:\\path\\to\\file\n";
  for (size_t i = 1; i <= articles; i++) {
    size_t article = open_field(w, 1);
    put_int(w, 1, (int64_t)i);
    put_format(w, 2, "article-%zu", i);
    put_format(w, 3, "The \"%zu\" ways\\paths to say \"hello\"", i);
    put_string(w, 4, body);
    put_string(w, 5, "news");
    put_string(w, 5, "a/b");
    put_format(w, 5, "tag \"%zu\"", i);
    put_person(w, 6, i, 0);
    close_field(w, article);
  }
}

/* ---- numbers ---- */

void build_telemetry(writer *w, size_t readings) {
  for (size_t i = 1; i <= readings; i++) {
    size_t reading = open_field(w, 1);
    put_int(w, 1, (int64_t)i);
    put_int(w, 2, (int64_t)(1700000000000 + 250 * i));
    put_double(w, 3, 18.25 + (double)i / 10);
    put_double(w, 4, 40 + (double)(i % 35));
    put_double(w, 5, 3.3 + (double)(i % 7) / 100);
    if (i % 4 != 0) put_uint(w, 6, i % 4);
    put_uint(w, 7, 10000 * i);
    if (i % 11 != 0) put_uint(w, 8, 1);
    close_field(w, reading);
  }
}

/* ---- well-known types ---- */

static void put_moment(writer *w, uint32_t field, int64_t seconds, int32_t nanos) {
  size_t moment = open_field(w, field);
  put_int(w, 1, seconds);
  if (nanos != 0) put_int(w, 2, nanos);
  close_field(w, moment);
}

void build_times(writer *w, size_t n) {
  (void)n;
  put_moment(w, 1, 1700000000, 0);
  put_moment(w, 1, 1700000001, 123000000);
  put_moment(w, 1, 1700000002, 123456789);
  put_moment(w, 2, 90, 0);
  put_moment(w, 2, 1, 500000000);
  put_moment(w, 2, -3, -987654321);
}

/* Opens an entry of a Struct's fields and its Value; the caller writes the value and closes both. */
static void open_value(writer *w, const char *key, size_t at[2]) {
  at[0] = open_field(w, 1);
  put_string(w, 1, key);
  at[1] = open_field(w, 2);
}

static void close_value(writer *w, const size_t at[2]) {
  close_field(w, at[1]);
  close_field(w, at[0]);
}

static void put_number_value(writer *w, const char *key, double number) {
  size_t at[2];
  open_value(w, key, at);
  put_double(w, 2, number);
  close_value(w, at);
}

static void put_text_value(writer *w, const char *key, const char *text) {
  size_t at[2];
  open_value(w, key, at);
  put_string(w, 3, text);
  close_value(w, at);
}

static void put_bool_value(writer *w, const char *key, int value) {
  size_t at[2];
  open_value(w, key, at);
  put_uint(w, 4, (uint64_t)value);
  close_value(w, at);
}

void build_structs(writer *w, size_t n) {
  (void)n;
  size_t at[2], inner, data = open_field(w, 1);
  put_bool_value(w, "active", 1);
  put_text_value(w, "city", "Fable Town");
  put_number_value(w, "count", 12);
  put_bool_value(w, "deleted", 0);
  open_value(w, "home", at);
  inner = open_field(w, 5);
  put_text_value(w, "street", "1 F# Way");
  put_number_value(w, "zip", 12345);
  close_field(w, inner);
  close_value(w, at);
  put_number_value(w, "latitude", 48.137154);
  open_value(w, "list", at);
  inner = open_field(w, 6);
  for (int i = 0; i < 4; i++) {
    size_t value = open_field(w, 1);
    put_double(w, 2, i * 1.5);
    close_field(w, value);
  }
  close_field(w, inner);
  close_value(w, at);
  put_text_value(w, "name", "Benchmark User 1");
  open_value(w, "nothing", at);
  put_int(w, 1, 0);
  close_value(w, at);
  put_number_value(w, "ratio", -0.125);
  open_value(w, "settings", at);
  inner = open_field(w, 5);
  put_bool_value(w, "dark", 1);
  put_text_value(w, "language", "en");
  close_field(w, inner);
  close_value(w, at);
  put_text_value(w, "text", "a \"quoted\" word");
  close_field(w, data);
}

void build_wrappers(writer *w, size_t n) {
  (void)n;
  size_t at = open_field(w, 1);
  put_double(w, 1, 2.5);
  close_field(w, at);
  at = open_field(w, 2);
  put_float(w, 1, 1.25f);
  close_field(w, at);
  static const uint64_t integers[] = {(uint64_t)-9876543210, 9876543210, (uint64_t)-42, 42, 1}; /* fields 3 to 7 */
  for (uint32_t i = 0; i < 5; i++) {
    at = open_field(w, 3 + i);
    put_uint(w, 1, integers[i]);
    close_field(w, at);
  }
  at = open_field(w, 8);
  put_string(w, 1, "wrapped");
  close_field(w, at);
  at = open_field(w, 9);
  put_bytes(w, 1, "\x00\x01\xfe\xff", 4);
  close_field(w, at);
  at = open_field(w, 10);
  put_string(w, 1, "type.googleapis.com/google.protobuf.Timestamp");
  put_moment(w, 2, 1700000000, 500000000);
  close_field(w, at);
  at = open_field(w, 11);
  put_string(w, 1, "type.googleapis.com/text.SmallMessage");
  size_t value = open_field(w, 2);
  build_small_message(w, 0);
  close_field(w, value);
  close_field(w, at);
  at = open_field(w, 12);
  static const char *const paths[] = {"id", "name", "home.street", "home.city", "tags", "created_at"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) put_string(w, 1, paths[i]);
  close_field(w, at);
}

/* ---- complex, repeated-and-map ---- */

static void put_place(writer *w, uint32_t field, size_t i) {
  size_t address = open_field(w, field);
  put_format(w, 1, "%zu Elm Street", i);
  put_string(w, 2, i % 2 == 0 ? "AOT City" : "Fable Town");
  put_string(w, 3, "Neverland");
  put_int(w, 4, (int64_t)(10000 + i));
  close_field(w, address);
}

void build_complex(writer *w, size_t n) {
  (void)n;
  put_int(w, 1, 9007199254740993);
  put_string(w, 2, "Benchmark User");
  put_string(w, 3, "user@example.com");
  put_uint(w, 4, 1);
  put_double(w, 5, 98.6);
  put_int(w, 6, 2);
  put_bytes(w, 7, "\xde\xad\xbe\xef\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b", 16);
  for (size_t i = 1; i <= 5; i++) put_format(w, 8, "tag-%zu", i);
  for (size_t i = 1; i <= 3; i++) put_place(w, 9, i);
  for (size_t i = 1; i <= 4; i++) {
    size_t entry = open_field(w, 10);
    put_format(w, 1, "label-%zu", i);
    put_format(w, 2, "value %zu", i);
    close_field(w, entry);
  }
  for (size_t i = 1; i <= 3; i++) {
    size_t entry = open_field(w, 11);
    put_int(w, 1, (int64_t)i);
    put_place(w, 2, 10 + i);
    close_field(w, entry);
  }
  put_string(w, 12, "+49 89 1234567");
  put_moment(w, 14, 1700000000, 0);
  put_moment(w, 15, 1700003600, 250000000);
}

void build_repeated_and_map(writer *w, size_t n) {
  (void)n;
  size_t at = open_field(w, 1);
  for (size_t i = 1; i <= 128; i++) put_raw_varint(w, i * i);
  close_field(w, at);
  for (size_t i = 1; i <= 128; i++) put_format(w, 2, "string number %zu", i);
  for (size_t i = 1; i <= 20; i++) put_place(w, 3, i);
  for (size_t i = 1; i <= 48; i++) {
    at = open_field(w, 4);
    put_format(w, 1, "key-%02zu", i);
    put_format(w, 2, "text %zu", i);
    close_field(w, at);
  }
  for (size_t i = 1; i <= 48; i++) {
    at = open_field(w, 5);
    put_int(w, 1, (int64_t)(i * 1000000007));
    put_format(w, 2, "name %zu", i);
    close_field(w, at);
  }
  for (size_t i = 1; i <= 20; i++) {
    at = open_field(w, 6);
    put_format(w, 1, "place-%02zu", i);
    put_place(w, 2, i);
    close_field(w, at);
  }
}
