/* The life of a schema: adding, order of files, duplicates, built-in files, damage, memory. */
#include "tests/unit/schema/set.h"

#include "core/schema/wkt.h"

static void built_in(void **state) {
  (void)state;
  pbw_schema *schema = set_must("");
  assert_int_equal(schema->file_count, 11);
  const pbw_type *timestamp = pbwi_schema_type(schema, "google.protobuf.Timestamp");
  assert_non_null(timestamp);
  assert_true(timestamp->file->builtin);
  assert_string_equal(timestamp->name, "Timestamp");
  assert_int_equal(timestamp->field_count, 2);
  assert_int_equal(timestamp->file->edition, PBW_EDITION_PROTO3);
  assert_non_null(pbwi_schema_enum(schema, "google.protobuf.NullValue"));
  assert_int_equal(pbwi_schema_file(schema, "google/protobuf/type.proto")->import_count, 2);
  for (int i = 0; i < PBWI_OPTIONS_KINDS; i++) assert_non_null(schema->option_types[i]);
  pbwi_schema_free(schema);
}

static void replaced(void **state) {
  (void)state;
  pbw_schema *schema = set_must(
      "file{name:'google/protobuf/empty.proto' package:'google.protobuf' syntax:'proto3'"
      " message_type{name:'Empty' field{name:'x' number:1 type:int32}}}");
  const pbw_type *empty = pbwi_schema_type(schema, "google.protobuf.Empty");
  assert_false(empty->file->builtin);
  assert_int_equal(empty->field_count, 1);
  assert_int_equal(schema->file_count, 11);
  assert_ptr_equal(empty->file, &schema->files[0]);
  pbwi_schema_free(schema);
}

static void any_order(void **state) {
  (void)state;
  pbw_schema *schema = set_must(
      "file{name:'b.proto' dependency:'a.proto' dependency:'google/protobuf/any.proto' message_type{name:'B'"
      "   field{name:'a' number:1 type:message type_name:'.A'}"
      "   field{name:'any' number:2 type:message type_name:'.google.protobuf.Any'}}}"
      "file{name:'a.proto' message_type{name:'A'}}");
  assert_ptr_equal(field_of(schema, "B", "a")->message_type, pbwi_schema_type(schema, "A"));
  assert_int_equal(schema->files[0].import_count, 2);
  assert_string_equal(schema->files[0].imports[0]->name, "a.proto");
  pbwi_schema_free(schema);
}

/* Source locations do not make files different. */
static void same_file_twice(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' 9:'' message_type{name:'A'}} file{name:'a.proto' message_type{name:'A'}}");
  assert_non_null(pbwi_schema_type(schema, "A"));
  pbwi_schema_free(schema);
  set_refused("file{name:'a.proto' message_type{name:'A'}} file{name:'a.proto' message_type{name:'B'}}", "a.proto",
              "before with other content");
  set_refused("file{name:'a.proto' message_type{name:'A'}} file{name:'a.proto' message_type{name:'LongerName'}}", "a.proto",
              "before with other content");
}

static void several_sets(void **state) {
  (void)state;
  static set a, b;
  set_make(&a, "file{name:'a.proto' dependency:'b.proto'}");
  set_make(&b, "file{name:'b.proto'}");
  pbw_schema *schema;
  pbw_error error = {.struct_size = sizeof error};
  assert_int_equal(pbwi_schema_new(NULL, &schema), PBW_OK);
  assert_int_equal(pbwi_schema_add(schema, a.data, a.size, &error), PBW_OK);
  assert_int_equal(pbwi_schema_add(schema, b.data, b.size, &error), PBW_OK);
  assert_null(pbwi_schema_file(schema, "a.proto"));
  assert_int_equal(pbwi_schema_build(schema, &error), PBW_OK);
  assert_int_equal(schema->file_count, 13);
  assert_int_equal(pbwi_schema_add(schema, a.data, a.size, &error), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_schema_build(schema, &error), PBW_ERR_ARGUMENT);
  assert_ptr_equal(pbwi_schema_retain(schema), schema);
  pbwi_schema_free(schema);
  assert_non_null(pbwi_schema_file(schema, "a.proto"));
  pbwi_schema_free(schema);
  pbwi_schema_free(NULL);
}

static void damaged(void **state) {
  (void)state;
  static const uint8_t cut[] = {0x0a, 5, 0x0a}, bad[] = {0x0f}, inner[] = {0x0a, 2, 0x0a, 9};
  pbw_schema *schema;
  pbw_error error = {.struct_size = sizeof error};
  assert_int_equal(pbwi_schema_new(NULL, &schema), PBW_OK);
  assert_int_equal(pbwi_schema_add(schema, cut, sizeof cut, &error), PBW_ERR_TRUNCATED);
  assert_int_equal(error.code, PBW_ERR_TRUNCATED);
  assert_int_equal(pbwi_schema_add(schema, NULL, 0, &error), PBW_ERR_ARGUMENT); /* it has failed */
  pbwi_schema_free(schema);
  assert_int_equal(pbwi_schema_new(NULL, &schema), PBW_OK);
  assert_int_equal(pbwi_schema_add(schema, bad, sizeof bad, NULL), PBW_ERR_MALFORMED);
  pbwi_schema_free(schema);
  assert_int_equal(pbwi_schema_new(NULL, &schema), PBW_OK);
  assert_int_equal(pbwi_schema_add(schema, inner, sizeof inner, NULL), PBW_ERR_TRUNCATED);
  assert_int_equal(pbwi_schema_build(schema, NULL), PBW_ERR_ARGUMENT);
  pbwi_schema_free(schema);
}

/* Handles that are no schema to add to, and sets that are none. */
static void arguments(void **state) {
  (void)state;
  pbw_schema *schema;
  pbw_error error = {.struct_size = sizeof error};
  assert_int_equal(pbwi_schema_add(NULL, NULL, 0, &error), PBW_ERR_ARGUMENT);
  assert_int_equal(error.code, PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_schema_build(NULL, &error), PBW_ERR_ARGUMENT);
  assert_null(pbwi_schema_retain(NULL));
  assert_int_equal(pbwi_schema_new(NULL, &schema), PBW_OK);
  assert_int_equal(pbwi_schema_add(schema, NULL, 1, &error), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_schema_add(schema, NULL, 0, &error), PBW_OK);
  assert_int_equal(pbwi_schema_build(schema, &error), PBW_OK);
  pbwi_schema_free(schema);
}

/* The name of a file is text, and its bytes are fields. */
static void damaged_files(void **state) {
  (void)state;
  static const struct {
    uint8_t bytes[16];
    size_t size;
    pbw_status status;
  } sets[] = {
      {{0x0a, 5, 0x0a, 3, 'a', 0, 'b'}, 7, PBW_ERR_SCHEMA},                    /* a NUL in the name */
      {{0x0a, 6, 0x0a, 1, 'a', 0x80, 0x80, 0x80}, 8, PBW_ERR_TRUNCATED},       /* a tag that has no end */
      {{0x0a, 5, 0x0a, 1, 'a', 0x4a, 9}, 7, PBW_ERR_TRUNCATED},                /* source locations that have no end */
      {{0x0a, 5, 0x0a, 1, 'a', 0x0b, 0x14}, 7, PBW_ERR_MALFORMED},             /* a group that ends as another */
      {{0x0a, 0}, 2, PBW_ERR_SCHEMA},                                          /* an empty file */
  };
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    pbw_schema *schema;
    pbw_error error = {.struct_size = sizeof error};
    assert_int_equal(pbwi_schema_new(NULL, &schema), PBW_OK);
    assert_int_equal(pbwi_schema_add(schema, sets[i].bytes, sets[i].size, &error), sets[i].status);
    assert_int_equal(error.code, sets[i].status);
    pbwi_schema_free(schema);
  }
}

/* Every allocation fails once. */
static void out_of_memory(void **state) {
  (void)state;
  static set s;
  set_make(&s,
           "file{name:'a.proto' package:'p' message_type{name:'M' extension_range{start:10 end:20}"
           " field{name:'a' number:1 type:string default_value:'x'} field{name:'m' number:2 type:message type_name:'M'}"
           " oneof_decl{name:'o'} field{name:'u' number:3 type:bool oneof_index:0}}"
           " enum_type{name:'E' value{name:'Z'}} extension{name:'x' number:10 type:enum type_name:'E' extendee:'M'}"
           " service{name:'S' method{name:'Call' input_type:'M' output_type:'M'}} options{50001:'abc'}}");
  for (size_t n = 1;; n++) {
    failing_alloc memory = {.fail_at = n};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_error error = {.struct_size = sizeof error};
    pbw_schema *schema;
    pbw_status status = pbwi_schema_new(&allocator, &schema);
    if (!status) status = pbwi_schema_add(schema, s.data, s.size, &error);
    if (!status) status = pbwi_schema_build(schema, &error);
    pbwi_schema_free(schema);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) {
      assert_int_equal(status, PBW_OK);
      assert_true(n > 5);
      break;
    }
    assert_int_equal(status, PBW_ERR_MEMORY);
  }
}

/* Any bytes give a schema or an error. Valid ones, changed here and there, come further than noise. */
static void changed_bytes(void **state) {
  (void)state;
  uint32_t random = 12345;
  uint8_t *copy = malloc(pbwi_wkt.size);
  int refused = 0;
  for (int round = 0; round < 300; round++) {
    memcpy(copy, pbwi_wkt.data, pbwi_wkt.size);
    for (int change = 0; change <= round % 4; change++) {
      random = random * 1664525 + 1013904223;
      copy[random % pbwi_wkt.size] = (uint8_t)(random >> 24);
    }
    pbw_schema *schema;
    assert_int_equal(pbwi_schema_new(NULL, &schema), PBW_OK);
    pbw_status status = pbwi_schema_add(schema, copy, pbwi_wkt.size, NULL);
    if (!status) status = pbwi_schema_build(schema, NULL);
    refused += status != PBW_OK;
    pbwi_schema_free(schema);
  }
  free(copy);
  assert_in_range(refused, 50, 299);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(built_in),     cmocka_unit_test(replaced), cmocka_unit_test(any_order),
      cmocka_unit_test(same_file_twice), cmocka_unit_test(several_sets), cmocka_unit_test(damaged),
      cmocka_unit_test(arguments), cmocka_unit_test(damaged_files), cmocka_unit_test(out_of_memory), cmocka_unit_test(changed_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
