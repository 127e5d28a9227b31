/* Extensions: whom they extend, their numbers, their slots. */
#include "tests/unit/schema/set.h"

#define BASE "file{name:'base.proto' package:'b' message_type{name:'M' field{name:'f' number:150 type:int32}" \
             " extension_range{start:100 end:150} extension_range{start:151 end:200}}} "
#define EXT(inside) BASE "file{name:'a.proto' package:'a' dependency:'base.proto' " inside "}"

static void in_order(void **state) {
  (void)state;
  pbw_schema *schema = set_must(EXT("extension{name:'late' number:199 extendee:'b.M' type:string}"
                                    "message_type{name:'Scope' extension{name:'early' number:100 extendee:'.b.M' type:bool label:repeated}}"));
  const pbw_type *type = pbwi_schema_type(schema, "b.M");
  assert_int_equal(type->extension_count, 2);
  assert_int_equal(type->plan.slot_count, 3);
  assert_string_equal(type->extensions[0]->full_name, "a.Scope.early");
  assert_string_equal(type->plan.slots[0].name, "[a.Scope.early]");
  assert_string_equal(type->plan.slots[1].name, "f");
  assert_string_equal(type->plan.slots[2].name, "[a.late]");
  const pbw_field *early = pbwi_schema_extension(schema, "a.Scope.early");
  assert_ptr_equal(early->slot, &type->plan.slots[0]);
  assert_ptr_equal(early->slot->field, early);
  assert_ptr_equal(early->type, type);
  assert_ptr_equal(early->scope, pbwi_schema_type(schema, "a.Scope"));
  assert_string_equal(early->file->name, "a.proto");
  assert_int_equal(early->slot->flags & PBWI_SLOT_EXTENSION, PBWI_SLOT_EXTENSION);
  assert_ptr_equal(pbwi_type_field_by_number(type, 199), pbwi_schema_extension(schema, "a.late"));
  assert_null(pbwi_type_field(type, "late", 4));
  pbwi_schema_free(schema);
}

static void refused(void **state) {
  (void)state;
  set_refused(EXT("extension{name:'x' number:99 extendee:'b.M' type:int32}"), "a.proto: a.x", "no extension range with number 99");
  set_refused(EXT("extension{name:'x' number:150 extendee:'b.M' type:int32}"), "a.proto: a.x", "no extension range");
  set_refused(EXT("extension{name:'x' number:100 type:int32}"), "a.proto: a.x", "\"\" is not defined");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.N' type:int32}"), "a.proto: a.x", "\"b.N\" is not defined");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.M' type:int32} extension{name:'y' number:100 extendee:'b.M' type:int32}"),
              "a.proto: a.y", "number 100 of \"b.M\" is already taken by \"a.x\" in a.proto");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.M' type:int32 label:required}"), "a.proto: a.x", "cannot be required");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.M' type:int32 oneof_index:0}"), "a.proto: a.x", "cannot be in a oneof");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.M' type:int32 proto3_optional:true}"), "a.proto: a.x", "proto3_optional");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(in_order), cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
