/* The place of a failure as a path: of every kind of step, and of more steps than a path has room for. */
#include "tests/unit/format/world.h"

static const pbwi_slot *slot_of(const char *type, const char *field) {
  const pbw_field *found = pbw_type_field(type_of(type), field);
  assert_non_null(found);
  return found->slot;
}

static void steps(void **state) {
  (void)state;
  const pbwi_plan *tree = &type_of("vectors.p3.Tree")->plan;
  pbw_bytes key = {(const uint8_t *)"k", 1};
  pbw_error error = {.struct_size = sizeof error};
  pbwi_trail root = {NULL, tree, NULL, NULL, SIZE_MAX};
  assert_int_equal(pbwi_trail_fail(&root, &error, PBW_ERR_VALUE, 7, "why"), PBW_ERR_VALUE);
  assert_string_equal(error.path, "vectors.p3.Tree");
  assert_string_equal(error.message, "why");
  assert_int_equal(error.code, PBW_ERR_VALUE);
  assert_int_equal(error.offset, 7);
  pbwi_trail list = {&root, tree, slot_of("vectors.p3.Tree", "children"), NULL, 3};
  pbwi_trail map = {&list, tree, slot_of("vectors.p3.Tree", "by_name"), &key, SIZE_MAX};
  pbwi_trail field = {&map, tree, slot_of("vectors.p3.Tree", "id"), NULL, SIZE_MAX};
  pbwi_trail_fail(&field, &error, PBW_ERR_VALUE, 0, NULL);
  assert_string_equal(error.path, "vectors.p3.Tree.children[3].by_name[\"k\"].id");
  list.index = SIZE_MAX;
  map.key = NULL;
  pbwi_trail_fail(&map, &error, PBW_ERR_VALUE, 0, NULL);
  assert_string_equal(error.path, "vectors.p3.Tree.children.by_name");
  assert_int_equal(pbwi_trail_fail(&field, NULL, PBW_ERR_UTF8, 0, NULL), PBW_ERR_UTF8);
}

/* The outermost and the innermost steps stay, whatever their number. */
static void long_ways(void **state) {
  (void)state;
  const pbwi_plan *tree = &type_of("vectors.p3.Tree")->plan;
  const pbwi_slot *children = slot_of("vectors.p3.Tree", "children");
  static pbwi_trail trail[1000];
  pbw_error error = {.struct_size = sizeof error};
  for (size_t i = 0; i < 1000; i++) {
    trail[i] = (pbwi_trail){i ? &trail[i - 1] : NULL, tree, children, NULL, i};
    pbwi_trail_fail(&trail[i], &error, PBW_ERR_VALUE, 0, NULL);
    char end[40];
    snprintf(end, sizeof end, ".children[%zu]", i);
    size_t size = strlen(error.path), tail = strlen(end);
    assert_true(size < sizeof error.path && size >= tail);
    assert_string_equal(error.path + size - tail, end);
    assert_memory_equal(error.path, "vectors.p3.Tree.", 16);
    if (i < 5) assert_null(strstr(error.path, "..."));
    if (i > 20) assert_non_null(strstr(error.path, "..."));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps), cmocka_unit_test(long_ways)};
  return WORLD_TESTS(tests);
}
