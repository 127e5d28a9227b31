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
  pbwi_schema_free(set_must("file{name:'b.proto' syntax:'proto3' dependency:'google/protobuf/descriptor.proto'"
                            " extension{name:'x' number:5000 extendee:'.google.protobuf.FieldOptions' type:int32 proto3_optional:true}}"));
  set_refused(EXT("extension{name:'x' number:99 extendee:'b.M' type:int32}"), "a.proto: a.x", "no extension range with number 99");
  set_refused(EXT("extension{name:'x' number:-1 extendee:'b.M' type:int32}"), "a.proto: a.x", "number -1 is not between");
  set_refused(EXT("extension{name:'x' number:0 extendee:'b.M' type:int32}"), "a.proto: a.x", "number 0 is not between");
  set_refused(EXT("extension{name:'x' number:2147483647 extendee:'b.M' type:int32}"), "a.proto: a.x", "no extension range with number 2147483647");
  set_refused(EXT("extension{name:'x' number:19000 extendee:'b.M' type:int32}"), "a.proto: a.x", "belong to implementations");
  set_refused(EXT("enum_type{name:'E' value{name:'Z'}} extension{name:'x' number:100 extendee:'E' type:int32}"), "a.proto: a.x", "\"E\" is not");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.M' type:int32} extension{name:'x' number:101 extendee:'b.M' type:int32}"), "a.proto: a.x", "already taken");
  set_refused(EXT("extension{number:100 extendee:'b.M' type:int32}"), "a.proto: a", "has no name");
  set_refused(EXT("extension{name:'x' number:150 extendee:'b.M' type:int32}"), "a.proto: a.x", "no extension range");
  set_refused(EXT("extension{name:'x' number:100 type:int32}"), "a.proto: a.x", "\"\" is not defined");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.N' type:int32}"), "a.proto: a.x", "\"b.N\" is not defined");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.M' type:int32} extension{name:'y' number:100 extendee:'b.M' type:int32}"),
              "a.proto: a.y", "number 100 of \"b.M\" is already taken by \"a.x\" in a.proto");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.M' type:int32 label:required}"), "a.proto: a.x", "cannot be required");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.M' type:int32 oneof_index:0}"), "a.proto: a.x", "cannot be in a oneof");
  set_refused(EXT("extension{name:'x' number:100 extendee:'b.M' type:int32 proto3_optional:true}"), "a.proto: a.x", "proto3_optional");
}

/* Fields and extensions share one limit, and a message may not have more fields than that. */
static void too_many(void **state) {
  (void)state;
  enum { MOST = 32000 };
  char *text = malloc(1 << 22);
  for (int round = 0; round < 3; round++) { /* as many as may be; one extension more; one field more */
    int fields = round == 2 ? MOST + 1 : MOST - 1, extensions = round;
    char *p = text + sprintf(text, "file{name:'a.proto' message_type{name:'M' extension_range{start:100000 end:100010}");
    for (int i = 1; i <= fields; i++) p += sprintf(p, " field{name:'f%d' number:%d type:bool}", i, i < 19000 ? i : i + 1000);
    p += sprintf(p, "}");
    for (int i = 0; i <= extensions; i++) p += sprintf(p, " extension{name:'x%d' number:%d extendee:'M' type:bool}", i, 100000 + i);
    sprintf(p, "}");
    if (round == 0) pbwi_schema_free(set_must(text));
    if (round == 1) set_refused(text, "a.proto: x1", "\"M\" gets more than 32000 fields and extensions");
    if (round == 2) set_refused(text, "a.proto: M", "more than 32000 fields");
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(in_order), cmocka_unit_test(refused), cmocka_unit_test(too_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
