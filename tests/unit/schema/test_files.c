/* Files: names, editions, packages, imports and what they make visible. */
#include "tests/unit/schema/set.h"

static void names(void **state) {
  (void)state;
  set_refused("file{}", "", "a file has no name");
  set_refused("file{name:'a\377.proto'}", "", "cannot be the name of a file");
  set_refused("file{name:'a.proto' package:'a\377'}", "a.proto", "is not a package name");
  set_refused("file{name:'a.proto' package:'a b'}", "a.proto", "is not a package name");
  set_refused("file{name:'a.proto' package:'a..b'}", "a.proto", "\"a..b\" is not a package name");
  set_refused("file{name:'a.proto' package:'a.'}", "a.proto", "is not a package name");
  set_refused("file{name:'a.proto' package:'.a'}", "a.proto", "is not a package name");
  set_refused("file{name:'a.proto' package:'9a'}", "a.proto", "is not a package name");
}

/* A project's own copy of a built-in file, under another name: the built-in one stays out, and what imports it. */
static void copies(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'x/any.proto' package:'google.protobuf' message_type{name:'Any' field{name:'type_url' number:1 type:string} "
                                "field{name:'value' number:2 type:bytes}}}");
  assert_null(pbwi_schema_file(schema, "google/protobuf/any.proto"));
  assert_null(pbwi_schema_file(schema, "google/protobuf/type.proto"));
  assert_non_null(pbwi_schema_file(schema, "google/protobuf/timestamp.proto"));
  assert_string_equal(pbwi_schema_type(schema, "google.protobuf.Any")->file->name, "x/any.proto");
  pbwi_schema_free(schema);
}

static void editions(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int32_t edition;
  } known[] = {
      {"file{name:'a.proto'}", PBW_EDITION_PROTO2},
      {"file{name:'a.proto' syntax:'proto2'}", PBW_EDITION_PROTO2},
      {"file{name:'a.proto' syntax:'proto3'}", PBW_EDITION_PROTO3},
      {"file{name:'a.proto' syntax:'editions' edition:1000}", PBW_EDITION_2023},
      {"file{name:'a.proto' syntax:'editions' edition:1001}", PBW_EDITION_2024},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    pbw_schema *schema = set_must(known[i].text);
    assert_int_equal(pbwi_schema_file(schema, "a.proto")->edition, known[i].edition);
    pbwi_schema_free(schema);
  }
  set_refused("file{name:'a.proto' syntax:'proto4'}", "a.proto", "\"proto4\"");
  set_refused("file{name:'a.proto' syntax:'editions'}", "a.proto", "edition 0 (UNKNOWN)");
  set_refused("file{name:'a.proto' syntax:'editions' edition:900}", "a.proto", "edition 900 (LEGACY)");
  set_refused("file{name:'a.proto' syntax:'editions' edition:1002}", "a.proto", "edition 1002 (2026)");
  set_refused("file{name:'a.proto' syntax:'editions' edition:999}", "a.proto", "edition 999 (PROTO3");
  set_refused("file{name:'a.proto' syntax:'editions' edition:998}", "a.proto", "edition 998 (PROTO2");
  set_refused("file{name:'a.proto' syntax:'editions' edition:9999}", "a.proto", "edition 9999 (UNSTABLE)");
  set_refused("file{name:'a.proto' syntax:'editions' edition:1003}", "a.proto", "edition 1003 (a later one)");
  set_refused("file{name:'a.proto' syntax:'editions' edition:2147483647}", "a.proto", "edition 2147483647 (a later one)");
  set_refused("file{name:'a.proto' syntax:'editions' edition:-7}", "a.proto", "edition -7 (no known one)");
  set_refused("file{name:'a.proto' syntax:'editions' edition:1}", "a.proto", "edition 1 (no known one)");
}

static void imports(void **state) {
  (void)state;
  set_refused("file{name:'a.proto' dependency:'b.proto'}", "a.proto", "its import \"b.proto\" is missing");
  set_refused("file{name:'a.proto' dependency:'a.proto'}", "a.proto", "closes a circle");
  set_refused("file{name:'a.proto' dependency:'b.proto'} file{name:'b.proto' dependency:'c.proto'}"
              "file{name:'c.proto' dependency:'a.proto'}",
              "c.proto", "its import of \"a.proto\" closes a circle");
  set_refused("file{name:'a.proto' dependency:'b.proto' dependency:'b.proto'} file{name:'b.proto'}", "a.proto", "twice");
  set_refused("file{name:'a.proto' public_dependency:0}", "a.proto", "no import 0");
  set_refused("file{name:'a.proto' dependency:'b.proto' public_dependency:2147483647} file{name:'b.proto'}", "a.proto", "no import 2147483647, which is called public");
  set_refused("file{name:'a.proto' dependency:''}", "a.proto", "its import \"\" is missing");
  set_refused("file{name:'a.proto' dependency:'b\377'}", "a.proto", "its import \"b?\" is missing");
  set_refused("file{name:'a.proto' dependency:'b.proto' weak_dependency:-1} file{name:'b.proto'}", "a.proto", "no import -1");
  pbw_schema *schema = set_must("file{name:'a.proto' dependency:'b.proto' dependency:'c.proto' weak_dependency:0"
                                " option_dependency:'d.proto'} file{name:'c.proto'}");
  assert_int_equal(schema->files[0].import_count, 1);
  assert_ptr_equal(schema->files[0].imports[0], &schema->files[1]);
  pbwi_schema_free(schema);
}

#define USER(imports) "file{name:'u.proto' " imports " message_type{name:'U' field{name:'t' number:1 type:message type_name:'.T'}}}"

static void visibility(void **state) {
  (void)state;
  pbwi_schema_free(set_must(USER("dependency:'b.proto'") "file{name:'b.proto' dependency:'t.proto' public_dependency:0}"
                            "file{name:'t.proto' message_type{name:'T'}}"));
  pbwi_schema_free(set_must(USER("dependency:'a.proto'") "file{name:'a.proto' dependency:'b.proto' public_dependency:0}"
                            "file{name:'b.proto' dependency:'t.proto' public_dependency:0}"
                            "file{name:'t.proto' message_type{name:'T'}}"));
  /* a weak import that is missing shows nothing; imports that meet again are walked once */
  set_refused(USER("dependency:'b.proto' dependency:'gone.proto' weak_dependency:1") "file{name:'b.proto'} file{name:'t.proto' message_type{name:'T'}}",
              "u.proto: U.t", "not imported");
  pbwi_schema_free(set_must(USER("dependency:'a.proto' dependency:'b.proto'") "file{name:'a.proto' dependency:'t.proto' public_dependency:0}"
                            "file{name:'b.proto' dependency:'t.proto' public_dependency:0} file{name:'t.proto' message_type{name:'T'}}"));
  set_refused(USER("dependency:'b.proto'") "file{name:'b.proto' dependency:'t.proto'}"
              "file{name:'t.proto' message_type{name:'T'}}",
              "u.proto: U.t", "\".T\" is defined in t.proto, which is not imported");
  set_refused(USER("") "file{name:'t.proto' message_type{name:'T'}}", "u.proto: U.t", "not imported");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names), cmocka_unit_test(copies),
      cmocka_unit_test(editions),
      cmocka_unit_test(imports),
      cmocka_unit_test(visibility),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
