/* Field names ready for JSON: quoted, escaped, one for each slot. */
#include "tests/unit/schema/set.h"

static void quoting(void **state) {
  (void)state;
  static const struct {
    const char *name, *key;
  } rows[] = {{"plain", "\"plain\":"}, {"a\"b", "\"a\\\"b\":"}, {"a\\b", "\"a\\\\b\":"}, {"a\nb", "\"a\\nb\":"}, {"\t", "\"\\t\":"},
              {"\001\037", "\"\\u0001\\u001f\":"}, {"\177", "\"\177\":"}, {"\303\244 /", "\"\303\244 /\":"}, {"", "\"\":"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[300];
    snprintf(text, sizeof text, "file{name:'a.proto' syntax:'proto3' message_type{name:'M' field{name:'f_g' number:1 type:int32 json_name:'%s'}}}",
             rows[i].name);
    pbw_schema *schema = set_must(text);
    const pbwi_key *key = pbwi_schema_type(schema, "M")->keys;
    assert_int_equal(key->json_size, strlen(rows[i].key));
    assert_memory_equal(key->json, rows[i].key, key->json_size);
    assert_int_equal(key->proto_size, 6);
    assert_memory_equal(key->proto, "\"f_g\":", 6);
    pbwi_schema_free(schema);
  }
}

/* In the order of the slots, which is that of the numbers; extensions among them. */
static void order(void **state) {
  (void)state;
  pbw_schema *schema = set_must(
      "file{name:'a.proto' package:'p' syntax:'proto2' message_type{name:'M' field{name:'last' number:200 type:int32} field{name:'one' number:1 type:int32}"
      " extension_range{start:100 end:150}} extension{name:'x' number:120 type:int32 extendee:'.p.M'}}");
  const pbw_type *type = pbwi_schema_type(schema, "p.M");
  static const char *const keys[] = {"\"one\":", "\"[p.x]\":", "\"last\":"};
  assert_int_equal(type->plan.slot_count, 3);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(type->keys[i].json_size, strlen(keys[i]));
    assert_memory_equal(type->keys[i].json, keys[i], strlen(keys[i]));
    assert_ptr_equal(type->keys[i].json, type->keys[i].proto); /* both agree */
  }
  pbwi_schema_free(schema);
}

/* Where a name would be read as another field, there is only the JSON name. */
static void hidden(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' syntax:'proto3' message_type{name:'M' field{name:'a' number:1 type:int32 json_name:'b'}"
                                " field{name:'b' number:2 type:int32 json_name:'a'}}}");
  const pbw_type *type = pbwi_schema_type(schema, "M");
  assert_true(type->hidden_json);
  assert_memory_equal(type->keys[0].proto, "\"b\":", 4);
  pbwi_schema_free(schema);
  schema = set_must("file{name:'a.proto' syntax:'proto3' message_type{name:'M' field{name:'a_b' number:1 type:int32}}}");
  assert_false(pbwi_schema_type(schema, "M")->hidden_json);
  pbwi_schema_free(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(quoting), cmocka_unit_test(order), cmocka_unit_test(hidden)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
