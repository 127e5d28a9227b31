/* What a host is told of a cell: of a value, a list and a map; records of another size are left alone. */
#include "tests/unit/message/plans.h"

#include "core/plan/describe.h"

static void cells(void **state) {
  (void)state;
  plans_init();
  pbw_cell cell = {.struct_size = sizeof cell};
  assert_int_equal(pbwi_slot_describe(node_slot(1), &cell), PBW_OK);
  assert_int_equal(cell.format, PBW_CELL_32);
  assert_int_equal(cell.offset, offsetof(node, i32));
  assert_int_equal(cell.size, 4);
  assert_int_equal(pbwi_slot_describe(node_slot(17), &cell), PBW_OK);
  assert_int_equal(cell.format, PBW_CELL_LIST);
  assert_int_equal(cell.element_format, PBW_CELL_BYTES);
  assert_int_equal(cell.entry_size, sizeof(pbw_bytes));
  assert_int_equal(pbwi_slot_describe(node_slot(22), &cell), PBW_OK);
  assert_int_equal(cell.format, PBW_CELL_MAP);
  assert_int_equal(cell.key_format, PBW_CELL_32);
  assert_int_equal(cell.value_offset, offsetof(labels_entry, value));
  assert_int_equal(cell.entry_size, sizeof(labels_entry));
}

static void sizes(void **state) {
  (void)state;
  plans_init();
  pbw_cell cell = {.struct_size = sizeof cell - 1, .format = 77};
  assert_int_equal(pbwi_slot_describe(node_slot(1), &cell), PBW_ERR_ARGUMENT);
  assert_int_equal(cell.format, 77);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cells), cmocka_unit_test(sizes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
