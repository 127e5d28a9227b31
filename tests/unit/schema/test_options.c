/* Options on demand: custom ones are extension fields, absent ones an empty message. */
#include "tests/unit/schema/set.h"

#include "core/message/message.h"

static const char text[] =
    "file{name:'o.proto' package:'o' dependency:'google/protobuf/descriptor.proto'"
    " extension{name:'note' number:50001 extendee:'.google.protobuf.MessageOptions' type:string}"
    " extension{name:'level' number:50002 extendee:'.google.protobuf.EnumValueOptions' type:int32}"
    " message_type{name:'M' options{map_entry:false 50001:'hello' 50009:7} field{name:'f' number:1 type:int32 options{3:1} options{50003:'x'}}}"
    " message_type{name:'Bare'} enum_type{name:'E' value{name:'A' options{50002:42}}}}";

static void custom(void **state) {
  (void)state;
  pbw_schema *schema = set_must(text);
  const pbw_type *type = pbwi_schema_type(schema, "o.M");
  pbw_message *options;
  assert_int_equal(pbwi_options_read(schema, PBWI_OPTIONS_MESSAGE, type->options, NULL, &options), PBW_OK);
  assert_ptr_equal(options->plan, &pbwi_schema_type(schema, "google.protobuf.MessageOptions")->plan);
  assert_ptr_equal(options->arena->root, options);
  const pbw_bytes *note = pbwi_at(options, pbwi_schema_extension(schema, "o.note")->slot->offset);
  assert_int_equal(note->size, 5);
  assert_memory_equal(note->data, "hello", 5);
  assert_int_equal(options->unknown.size, 1);
  pbwi_arena_free(options->arena);
  pbwi_schema_free(schema);
}

static void enum_values(void **state) {
  (void)state;
  pbw_schema *schema = set_must(text);
  const pbw_enum *e = pbwi_schema_enum(schema, "o.E");
  pbw_allocator allocator;
  pbwi_allocator_init(&allocator, NULL);
  pbw_arena *arena = pbwi_arena_new(&allocator, 0, 100);
  pbw_message *options;
  assert_int_equal(pbwi_options_read(schema, PBWI_OPTIONS_ENUM_VALUE, e->values[0].options, arena, &options), PBW_OK);
  assert_ptr_equal(options->arena, arena);
  assert_null(arena->root);
  assert_int_equal(*(int32_t *)pbwi_at(options, pbwi_schema_extension(schema, "o.level")->slot->offset), 42);
  pbwi_arena_free(arena);
  pbwi_schema_free(schema);
}

/* A split options message is joined. */
static void split(void **state) {
  (void)state;
  pbw_schema *schema = set_must(text);
  pbwi_schema_free(set_must("file{name:'a.proto' message_type{name:'M' options{} options{3:1} options{}}}")); /* empty parts */
  const pbw_field *field = field_of(schema, "o.M", "f");
  pbw_message *options;
  assert_int_equal(pbwi_options_read(schema, PBWI_OPTIONS_FIELD, field->options, NULL, &options), PBW_OK);
  const pbwi_slot *deprecated = field_of(schema, "google.protobuf.FieldOptions", "deprecated")->slot;
  assert_int_equal(*(uint8_t *)pbwi_at(options, deprecated->offset), 1);
  assert_int_equal(options->unknown.size, 1);
  pbwi_arena_free(options->arena);
  pbwi_schema_free(schema);
}

static void absent(void **state) {
  (void)state;
  pbw_schema *schema = set_must(text);
  pbw_message *options;
  const pbw_type *bare = pbwi_schema_type(schema, "o.Bare");
  assert_int_equal(bare->options.size, 0);
  assert_int_equal(pbwi_options_read(schema, PBWI_OPTIONS_MESSAGE, bare->options, NULL, &options), PBW_OK);
  assert_non_null(options);
  pbwi_arena_free(options->arena);
  pbwi_schema_free(schema);
}

/* A set may bring a descriptor.proto without what is asked for. */
static void no_type(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'google/protobuf/descriptor.proto' package:'google.protobuf'}");
  pbw_message *options = (pbw_message *)1;
  assert_int_equal(pbwi_options_read(schema, PBWI_OPTIONS_FILE, schema->files[0].options, NULL, &options), PBW_ERR_NOT_FOUND);
  assert_null(options);
  pbwi_schema_free(schema);
}

static void damaged(void **state) {
  (void)state;
  set_refused("file{name:'a.proto' message_type{name:'M' options:'abc'}}", "a.proto: M", "its options are damaged");
  set_refused("file{name:'a.proto' service{name:'S' options:'\377'}}", "a.proto: S", "its options are damaged");
  /* of a type that they do not have: read as unknown fields, unless they shape the schema */
  set_refused("file{name:'a.proto' options{features:'\377'}}", "a.proto", "its options are damaged");
  set_refused("file{name:'a.proto' message_type{name:'M' field{name:'f' number:1 type:int32 options{21:'abc'}}}}", "a.proto: M.f", "its options are damaged");
  pbwi_schema_free(set_must("file{name:'a.proto' message_type{name:'M' options{map_entry:'x'} field{name:'f' number:1 type:int32 label:repeated options{packed:'x'}}}}"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(custom), cmocka_unit_test(enum_values), cmocka_unit_test(split),
      cmocka_unit_test(absent), cmocka_unit_test(no_type),     cmocka_unit_test(damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
