/* Numbers and names: limits, reserved ones, extension ranges. */
#include "tests/unit/schema/set.h"

#define M(inside) "file{name:'a.proto' message_type{name:'M' " inside "}}"
#define F(number) M("field{name:'f' number:" number " type:int32}")

static void numbers(void **state) {
  (void)state;
  set_refused(F("0"), "a.proto: M.f", "not between 1 and 536870911");
  set_refused(F("-1"), "a.proto: M.f", "number -1");
  set_refused(F("536870912"), "a.proto: M.f", "number 536870912");
  set_refused(F("19000"), "a.proto: M.f", "implementations");
  set_refused(F("19999"), "a.proto: M.f", "implementations");
  pbwi_schema_free(set_must(F("18999")));
  pbwi_schema_free(set_must(F("20000")));
  pbwi_schema_free(set_must(F("536870911")));
  set_refused(M("field{name:'f' number:1 type:int32} field{name:'g' number:2 type:int32} field{name:'h' number:1 type:int32}"),
              "a.proto: M.h", "taken by \"f\"");
}

static void messages(void **state) {
  (void)state;
  set_refused(M("field{name:'f' number:5 type:int32} reserved_range{start:5 end:6}"), "a.proto: M.f", "number 5 is reserved");
  set_refused(M("field{name:'f' number:9 type:int32} extension_range{start:5 end:10}"), "a.proto: M.f", "in an extension range");
  set_refused(M("field{name:'f' number:9 type:int32} reserved_name:'g' reserved_name:'f'"), "a.proto: M.f", "name is reserved");
  set_refused(M("reserved_name:''"), "a.proto: M", "a reserved name is empty");
  set_refused(M("reserved_range{start:-5 end:5}"), "a.proto: M", "range -5 to 4");
  set_refused(M("reserved_range{start:-2147483648 end:2147483647}"), "a.proto: M", "range -2147483648 to 2147483646");
  set_refused(M("reserved_range{start:2147483647 end:-2147483648}"), "a.proto: M", "is not one");
  set_refused(M("extension_range{start:1 end:536870912} extension_range{start:536870911 end:536870912}"), "a.proto: M", "overlap");
  set_refused(M("extension_range{start:1 end:536870912} field{name:'f' number:5 type:int32}"), "a.proto: M.f", "in an extension range");
  set_refused(M("reserved_name:'g' reserved_name:'g'"), "a.proto: M", "\"g\" is reserved twice");
  set_refused(M("reserved_range{start:5 end:5}"), "a.proto: M", "range 5 to 4");
  set_refused(M("reserved_range{start:0 end:5}"), "a.proto: M", "range 0 to 4");
  set_refused(M("extension_range{start:5 end:536870913}"), "a.proto: M", "range 5 to 536870912");
  set_refused(M("extension_range{}"), "a.proto: M", "is not one");
  set_refused(M("reserved_range{start:8 end:10} reserved_range{start:5 end:9}"), "a.proto: M", "5 to 8 and 8 to 9 overlap");
  set_refused(M("extension_range{start:5 end:9} extension_range{start:5 end:9}"), "a.proto: M", "overlap");
  set_refused(M("extension_range{start:5 end:9} extension_range{start:20 end:30} reserved_range{start:1 end:2} reserved_range{start:29 end:31}"),
              "a.proto: M", "20 to 29 has reserved numbers");
  pbwi_schema_free(set_must(M("field{name:'f' number:10 type:int32} extension_range{start:5 end:10} extension_range{start:11 end:536870912}"
                              "reserved_range{start:1 end:5} reserved_name:'g'")));
}

static void enums(void **state) {
  (void)state;
#define E(inside) "file{name:'a.proto' enum_type{name:'E' value{name:'A'} value{name:'B' number:-5} " inside "}}"
  set_refused(E("reserved_range{start:-9 end:-5}"), "a.proto: B", "number -5 is reserved");
  set_refused(E("reserved_name:'B'"), "a.proto: B", "the name is reserved");
  set_refused(E("reserved_name:''"), "a.proto: E", "a reserved name is empty");
  set_refused(E("reserved_range{start:-2147483648 end:2147483647}"), "a.proto: A", "number 0 is reserved");
  set_refused(E("reserved_range{start:3 end:2}"), "a.proto: E", "range 3 to 2");
  set_refused(E("reserved_range{start:1 end:3} reserved_range{start:3 end:3}"), "a.proto: E", "overlap");
  pbwi_schema_free(set_must(E("reserved_range{start:1 end:2147483647} reserved_range{start:-2147483648 end:-6} reserved_range{start:-4 end:-4}")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),
      cmocka_unit_test(messages),
      cmocka_unit_test(enums),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
