/* Names and references: duplicates, scopes, relative names, kinds. */
#include "tests/unit/schema/set.h"

static void invalid_names(void **state) {
  (void)state;
  set_refused("file{name:'a.proto' message_type{}}", "a.proto", "a message has no name");
  set_refused("file{name:'a.proto' package:'p' message_type{name:'a b'}}", "a.proto: p", "\"a b\" cannot be the name");
  set_refused("file{name:'a.proto' message_type{name:'M' field{number:1 type:int32}}}", "a.proto: M", "field has no name");
  set_refused("file{name:'a.proto' message_type{name:'M' field{name:'1' number:1 type:int32}}}", "a.proto: M", "\"1\"");
  set_refused("file{name:'a.proto' message_type{name:'M' field{name:'\303\244' number:1 type:int32}}}", "a.proto: M", "\"??\"");
  set_refused("file{name:'a.proto' enum_type{name:'E' value{number:1}}}", "a.proto", "enum value has no name");
  set_refused("file{name:'a.proto' service{name:'S.T'}}", "a.proto", "\"S.T\" cannot be the name of its service");
}

static void too_long(void **state) {
  (void)state;
  char text[2000], name[1100];
  memset(name, 'n', sizeof name);
  snprintf(text, sizeof text, "file{name:'a.proto' message_type{name:'%.1024s'}}", name);
  pbwi_schema_free(set_must(text));
  snprintf(text, sizeof text, "file{name:'a.proto' package:'p' message_type{name:'%.1023s'}}", name);
  set_refused(text, "a.proto", "longer than 1024 bytes");
  snprintf(text, sizeof text, "file{name:'a.proto' message_type{name:'%.1025s'}}", name);
  set_refused(text, "a.proto", "cannot be the name of its message");
}

static void duplicates(void **state) {
  (void)state;
  set_refused("file{name:'a.proto' package:'p' message_type{name:'M'}} file{name:'b.proto' package:'p' enum_type{name:'M' value{name:'X'}}}",
              "b.proto: p.M", "already taken in a.proto");
  set_refused("file{name:'a.proto' package:'p.q'} file{name:'b.proto' package:'p' message_type{name:'q'}}", "b.proto: p.q",
              "taken by a package in a.proto");
  set_refused("file{name:'a.proto' message_type{name:'p'}} file{name:'b.proto' package:'p.q'}", "b.proto: p", "taken in a.proto");
  set_refused("file{name:'a.proto' message_type{name:'M' field{name:'f' number:1 type:int32} field{name:'f' number:2 type:int32}}}",
              "a.proto: M.f", "taken");
  set_refused("file{name:'a.proto' message_type{name:'M' field{name:'N' number:1 type:int32} nested_type{name:'N'}}}", "a.proto: M.N", "taken");
  /* Enum values are siblings of their enum. */
  set_refused("file{name:'a.proto' package:'p' enum_type{name:'E' value{name:'X'}} enum_type{name:'F' value{name:'X'}}}", "a.proto: p.X", "taken");
  set_refused("file{name:'a.proto' service{name:'S' method{name:'m' input_type:'.google.protobuf.Empty'}"
              " method{name:'m'}}}", "a.proto: S.m", "taken");
}

#define SCOPES                                                                                                 \
  "file{name:'a.proto' package:'p.q' message_type{name:'M' nested_type{name:'N' nested_type{name:'M'}"        \
  "  field{name:'f' number:1 type:message type_name:'%s'}}} message_type{name:'N' nested_type{name:'Z'}}}"     \
  "file{name:'b.proto' package:'p' message_type{name:'T'}} file{name:'c.proto' message_type{name:'q'}}"

static void relative(void **state) {
  (void)state;
  static const struct {
    const char *reference, *meant;
  } cases[] = {
      {"M", "p.q.M.N.M"},   {"N", "p.q.M.N"},     {".p.q.N", "p.q.N"}, {"q.N", "p.q.N"},   {"N.M", "p.q.M.N.M"},
      {"q.M.N", "p.q.M.N"}, {"p.q.M", "p.q.M"},   {"N.Z", NULL},       {"f", NULL},        {"Nope", NULL},
      {"f.M", NULL},        {"f.M.N", NULL},
      {"q.N.Z", "p.q.N.Z"}, {"M.N", NULL},        {".M", NULL},        {".", NULL},        {"p", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1000];
    snprintf(text, sizeof text, SCOPES, cases[i].reference);
    if (!cases[i].meant) {
      set_refused(text, "a.proto: p.q.M.N.f", "is not defined");
      continue;
    }
    pbw_schema *schema = set_must(text);
    assert_string_equal(field_of(schema, "p.q.M.N", "f")->message_type->full_name, cases[i].meant);
    pbwi_schema_free(schema);
  }
}

static void kinds(void **state) {
  (void)state;
  static char long_name[3000];
  char name[1100];
  memset(name, 'n', sizeof name);
  for (int size = 1024; size <= 1025; size++) {
    snprintf(long_name, sizeof long_name, "file{name:'a.proto' message_type{name:'M' field{name:'f' number:1 type:message type_name:'%.*s'}}}", size, name);
    set_refused(long_name, "a.proto: M.f", "is not defined");
  }
#define BOTH(field) "file{name:'a.proto' enum_type{name:'E' value{name:'X'}} message_type{name:'M' field{name:'f' number:1 " field "}}}"
  set_refused(BOTH("type:message type_name:'E'"), "a.proto: M.f", "\"E\" is not defined");
  set_refused(BOTH("type:message type_name:'.E'"), "a.proto: M.f", "is not a message type");
  set_refused(BOTH("type:enum type_name:'.M'"), "a.proto: M.f", "is not an enum");
  set_refused(BOTH("type_name:'.X'"), "a.proto: M.f", "is not a type");
  set_refused(BOTH("type:int32 type_name:'.M'"), "a.proto: M.f", "int32, but it names another one");
  set_refused(BOTH("type:message"), "a.proto: M.f", "does not say");
  set_refused(BOTH(""), "a.proto: M.f", "does not say");
  set_refused(BOTH("type:19"), "a.proto: M.f", "no type 19");
  pbw_schema *schema = set_must(BOTH("type_name:'E'"));
  assert_int_equal(field_of(schema, "M", "f")->slot->type, PBW_TYPE_ENUM);
  pbwi_schema_free(schema);
  schema = set_must(BOTH("type_name:'M'"));
  assert_int_equal(field_of(schema, "M", "f")->slot->type, PBW_TYPE_MESSAGE);
  pbwi_schema_free(schema);
}

static void services(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' package:'p' message_type{name:'M'} service{name:'S'"
                                " method{name:'One' input_type:'M' output_type:'.p.M' server_streaming:true}"
                                " method{name:'Two' input_type:'p.M' output_type:'M' client_streaming:true}}}");
  const pbw_service *service = pbwi_schema_service(schema, "p.S");
  assert_int_equal(service->method_count, 2);
  const pbw_method *two = pbwi_service_method(service, "Two");
  assert_string_equal(two->full_name, "p.S.Two");
  assert_true(two->client_streaming);
  assert_false(two->server_streaming);
  assert_ptr_equal(two->input, pbwi_schema_type(schema, "p.M"));
  assert_null(pbwi_service_method(service, "Three"));
  pbwi_schema_free(schema);
  set_refused("file{name:'a.proto' message_type{name:'M'} service{name:'S' method{name:'m' input_type:'M' output_type:'M'} method{name:'m' input_type:'M' output_type:'M'}}}",
              "a.proto: S.m", "already taken");
  set_refused("file{name:'a.proto' message_type{name:'M'} service{name:'S' method{name:'' input_type:'M' output_type:'M'}}}", "a.proto: S", "its method has no name");
  set_refused("file{name:'a.proto' message_type{name:'M'} service{name:'S' method{name:'m' input_type:'M'}}}", "a.proto: S.m", "\"\" is not defined");
}

static void nesting(void **state) {
  (void)state;
  char text[2000];
  strcpy(text, "file{name:'a.proto' message_type{name:'M' ");
  for (int i = 1; i < 32; i++) strcat(text, "nested_type{name:'M' ");
  for (int i = 0; i < 33; i++) strcat(text, "}");
  pbwi_schema_free(set_must(text));
  strcpy(text, "file{name:'a.proto' message_type{name:'M' ");
  for (int i = 1; i < 33; i++) strcat(text, "nested_type{name:'M' ");
  for (int i = 0; i < 34; i++) strcat(text, "}");
  set_refused(text, "a.proto", "more than 32 levels");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(invalid_names), cmocka_unit_test(too_long), cmocka_unit_test(duplicates),
      cmocka_unit_test(relative),      cmocka_unit_test(kinds),    cmocka_unit_test(services),
      cmocka_unit_test(nesting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
