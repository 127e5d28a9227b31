/* Required fields: the first one that is missing, with its path. */
#include "core/message/check.h"

#include "tests/unit/message/random_tree.h"

static pbw_arena *arena;
static need *root;

/* A message that lacks nothing. */
static void fill(pbw_message *message) {
  need *m = (need *)message;
  pbw_message *made;
  pbw_bytes b = text("b");
  pbwi_message_set(message, need_slot(1), &(int32_t){0});
  pbwi_message_set(message, need_slot(2), &b);
  pbwi_message_mutable(message, need_slot(7), &made);
  assert_non_null(m->must);
}

static int setup(void **state) {
  (void)state;
  plans_init();
  arena = arena_of(NULL);
  root = (need *)message_of(arena, &need_plan);
  fill(&root->head);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  pbwi_arena_free(arena);
  return 0;
}

static void expect(const char *path) {
  pbw_error error = {.struct_size = sizeof error};
  pbw_status status = pbwi_check(&root->head, &error);
  assert_int_equal(status, path ? PBW_ERR_REQUIRED : PBW_OK);
  assert_int_equal(pbwi_check(&root->head, NULL), status);
  if (!path) return;
  assert_string_equal(error.path, path);
  assert_int_equal(error.code, status);
  assert_true(error.offset == PBW_NO_OFFSET);
}

static void own_fields(void **state) {
  (void)state;
  expect(NULL);
  pbwi_message_clear_field(&root->head, need_slot(7));
  expect("test.Need.must"); /* a message: the mask does not tell */
  pbwi_message_clear_field(&root->head, need_slot(2));
  expect("test.Need.b");
  pbwi_message_clear_field(&root->head, need_slot(1));
  expect("test.Need.a");
}

static void further_down(void **state) {
  (void)state;
  pbw_message *made, *deeper;
  pbwi_message_mutable(&root->head, need_slot(3), &made);
  expect("test.Need.inner.a");
  fill(made);
  expect(NULL);
  for (int i = 0; i < 4; i++) {
    pbwi_lists_add(&root->head, need_slot(4), &made);
    if (i != 3) fill(made);
  }
  expect("test.Need.list[3].a");
  fill(made);
  pbw_bytes key = text("the \"key\"");
  pbwi_maps_mutable(made, need_slot(5), &key, &deeper);
  expect("test.Need.list[3].by_name[\"the \\\"key\\\"\"].a");
  fill(deeper);
  expect(NULL);
  pbwi_maps_mutable(deeper, need_slot(6), &(int32_t){-3}, &made);
  fill(made);
  pbwi_message_clear_field(made, need_slot(2));
  expect("test.Need.list[3].by_name[\"the \\\"key\\\"\"].by_number[-3].b");
  pbwi_message_clear_field(&root->head, need_slot(2));
  expect("test.Need.b"); /* its own first */
}

static void missing_messages(void **state) {
  (void)state;
  static pbw_message *none[1];
  root->list = (pbw_list){none, 1, 0};
  expect("test.Need.list[0].a");
}

static void deep_paths_keep_their_end(void **state) {
  (void)state;
  pbw_message *at = &root->head;
  for (int i = 0; i < 1000; i++) {
    assert_int_equal(pbwi_message_mutable(at, need_slot(3), &at), PBW_OK);
    fill(at);
  }
  expect(NULL);
  pbwi_message_clear_field(at, need_slot(2));
  pbw_error error = {.struct_size = sizeof error};
  assert_int_equal(pbwi_check(&root->head, &error), PBW_ERR_REQUIRED);
  assert_memory_equal(error.path, "test.Need...inner.", 18);
  assert_string_equal(error.path + strlen(error.path) - 14, ".inner.inner.b");
}

static void nothing_required(void **state) {
  (void)state;
  pbw_error error = {.struct_size = sizeof error};
  assert_int_equal(pbwi_check(random_tree(1, arena, &node_plan, 3), &error), PBW_OK);
  assert_int_equal(pbwi_check(NULL, &error), PBW_ERR_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(own_fields, setup, teardown),
      cmocka_unit_test_setup_teardown(further_down, setup, teardown),
      cmocka_unit_test_setup_teardown(missing_messages, setup, teardown),
      cmocka_unit_test_setup_teardown(deep_paths_keep_their_end, setup, teardown),
      cmocka_unit_test_setup_teardown(nothing_required, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
