/* Fields as C values: every kind, what does not fit, and the fields that are present. */
#include "tests/unit/message/plans.h"

#include <math.h>

#include "core/message/access.h"
#include "core/message/typed.h"

static pbw_arena *arena;
static pbw_message *n;

static int setup(void **state) {
  (void)state;
  plans_init();
  arena = arena_of(NULL);
  n = message_of(arena, &node_plan);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  pbwi_arena_free(arena);
  return 0;
}

/* Field 2 is an int32 with default 42, 8 a sint64; the table takes each integer type in turn. */
static void integers_fit_or_are_refused(void **state) {
  (void)state;
  static const struct {
    int type;
    int64_t low;
    uint64_t high;
  } rows[] = {
      {PBW_TYPE_INT32, INT32_MIN, INT32_MAX},   {PBW_TYPE_SINT32, INT32_MIN, INT32_MAX},
      {PBW_TYPE_SFIXED32, INT32_MIN, INT32_MAX}, {PBW_TYPE_ENUM, INT32_MIN, INT32_MAX},
      {PBW_TYPE_UINT32, 0, UINT32_MAX},         {PBW_TYPE_FIXED32, 0, UINT32_MAX},
      {PBW_TYPE_INT64, INT64_MIN, INT64_MAX},   {PBW_TYPE_SINT64, INT64_MIN, INT64_MAX},
      {PBW_TYPE_SFIXED64, INT64_MIN, INT64_MAX}, {PBW_TYPE_UINT64, 0, UINT64_MAX},
      {PBW_TYPE_FIXED64, 0, UINT64_MAX},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bool wide = rows[i].high > UINT32_MAX, is_signed = rows[i].low < 0;
    pbwi_slot *slot = &node_slots[wide ? 7 : 1];
    uint8_t type = slot->type;
    slot->type = (uint8_t)rows[i].type;
    assert_int_equal(pbwi_set_int64(n, slot, rows[i].low), PBW_OK);
    assert_true(pbwi_get_int64(n, slot) == rows[i].low);
    assert_int_equal(pbwi_set_uint64(n, slot, rows[i].high), PBW_OK);
    assert_true(pbwi_get_uint64(n, slot) == (is_signed ? 0 : rows[i].high));
    assert_true(pbwi_get_int64(n, slot) == (wide && !is_signed ? 0 : (int64_t)rows[i].high));
    if (rows[i].low != INT64_MIN) assert_int_equal(pbwi_set_int64(n, slot, rows[i].low - 1), PBW_ERR_RANGE);
    if (rows[i].high != UINT64_MAX) assert_int_equal(pbwi_set_uint64(n, slot, rows[i].high + 1), PBW_ERR_RANGE);
    if (rows[i].high < INT64_MAX) assert_int_equal(pbwi_set_int64(n, slot, (int64_t)rows[i].high + 1), PBW_ERR_RANGE);
    assert_true(pbwi_has(n, slot)); /* what was refused changed nothing */
    slot->type = type;
    pbwi_message_clear_field(n, slot);
  }
  assert_int_equal(pbwi_get_int64(n, node_slot(2)), 42); /* the default */
}

static void floats(void **state) {
  (void)state;
  assert_int_equal(pbwi_set_double(n, node_slot(4), 1e300), PBW_OK);
  static const double huge = 1e300; /* where floats are computed with more bits, so are literals */
  static const float tenth = 0.1f;
  assert_true(pbwi_get_double(n, node_slot(4)) == huge);
  assert_int_equal(pbwi_set_double(n, node_slot(3), 1e300), PBW_ERR_RANGE);
  assert_int_equal(pbwi_set_double(n, node_slot(3), 0.1), PBW_OK);
  assert_true(pbwi_get_double(n, node_slot(3)) == (double)tenth);
  assert_int_equal(pbwi_set_double(n, node_slot(3), (double)INFINITY), PBW_OK);
  assert_true(isinf(pbwi_get_double(n, node_slot(3))));
}

static void bools_bytes_and_messages(void **state) {
  (void)state;
  assert_int_equal(pbwi_set_bool(n, node_slot(5), true), PBW_OK);
  assert_true(pbwi_get_bool(n, node_slot(5)));
  assert_int_equal(pbwi_set_bytes(n, node_slot(6), text("name")), PBW_OK);
  assert_bytes(pbwi_get_bytes(n, node_slot(6)), "name");
  assert_bytes(pbwi_get_bytes(n, node_slot(7)), "abc"); /* the default */
  assert_int_equal(pbwi_set_bytes(n, node_slot(6), text("\xff")), PBW_ERR_UTF8);
  assert_null(pbwi_get_message(n, node_slot(14)));
  pbw_message *child;
  assert_int_equal(pbwi_message_mutable(n, node_slot(14), &child), PBW_OK);
  assert_ptr_equal(pbwi_get_message(n, node_slot(14)), child);
}

static void other_kinds_are_nothing(void **state) {
  (void)state;
  assert_int_equal(pbwi_set_int64(n, node_slot(1), 7), PBW_OK);
  for (size_t i = 0; i <= COUNT_OF(node_slots); i++) {
    const pbwi_slot *slot = i < COUNT_OF(node_slots) ? &node_slots[i] : NULL; /* and no field at all */
    bool one = slot && slot->cardinality == PBW_SINGULAR;
    int type = one ? slot->type : 0;
    if (!one || pbwi_slot_format(slot) != PBW_CELL_BOOL) {
      assert_false(pbwi_get_bool(n, slot));
      assert_int_equal(pbwi_set_bool(n, slot, true), PBW_ERR_ARGUMENT);
    }
    if (type != PBW_TYPE_INT32 && type != PBW_TYPE_SINT64 && type != PBW_TYPE_ENUM) {
      assert_true(pbwi_get_int64(n, slot) == 0 && pbwi_get_uint64(n, slot) == 0);
      assert_int_equal(pbwi_set_int64(n, slot, 1), PBW_ERR_ARGUMENT);
      assert_int_equal(pbwi_set_uint64(n, slot, 1), PBW_ERR_ARGUMENT);
    }
    if (type != PBW_TYPE_FLOAT && type != PBW_TYPE_DOUBLE) {
      assert_true(pbwi_get_double(n, slot) == 0);
      assert_int_equal(pbwi_set_double(n, slot, 1), PBW_ERR_ARGUMENT);
    }
    if (type != PBW_TYPE_STRING && type != PBW_TYPE_BYTES) {
      assert_null(pbwi_get_bytes(n, slot).data);
      assert_int_equal(pbwi_set_bytes(n, slot, text("x")), PBW_ERR_ARGUMENT);
    }
    if (type != PBW_TYPE_MESSAGE && type != PBW_TYPE_GROUP) assert_null(pbwi_get_message(n, slot));
  }
  assert_int_equal(pbwi_get_int64(NULL, node_slot(1)), 0);
  assert_int_equal(pbwi_set_int64(NULL, node_slot(1), 1), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_get_int64(n, need_slot(1)), 0); /* another type's */
}

static void present_fields_come_in_order(void **state) {
  (void)state;
  static const uint32_t numbers[] = {1, 8, 11, 16, 300};
  size_t iterator = 0;
  assert_null(pbwi_next_field(n, &iterator));
  pbwi_set_int64(n, node_slot(8), -1);
  pbwi_set_int64(n, node_slot(1), 5);
  pbwi_set_bytes(n, node_slot(11), text("chosen"));
  ((node *)n)->ints = ((node *)n)->sints = (pbw_list){(int32_t[]){1}, 1, 0};
  iterator = 0;
  for (size_t i = 0; i < COUNT_OF(numbers); i++) assert_int_equal(pbwi_next_field(n, &iterator)->number, numbers[i]);
  assert_null(pbwi_next_field(n, &iterator));
  assert_null(pbwi_next_field(n, &iterator));
  iterator = SIZE_MAX;
  assert_null(pbwi_next_field(n, &iterator));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(integers_fit_or_are_refused, setup, teardown),
      cmocka_unit_test_setup_teardown(floats, setup, teardown),
      cmocka_unit_test_setup_teardown(bools_bytes_and_messages, setup, teardown),
      cmocka_unit_test_setup_teardown(other_kinds_are_nothing, setup, teardown),
      cmocka_unit_test_setup_teardown(present_fields_come_in_order, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
