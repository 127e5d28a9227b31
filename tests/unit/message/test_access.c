/* Singular fields: every kind of presence, defaults, oneofs, and calls that must fail without a change. */
#include "tests/unit/message/plans.h"

#include "core/message/access.h"
#include "tests/support/failing_alloc.h"

static pbw_arena *arena;
static node *n;

static int setup(void **state) {
  (void)state;
  plans_init();
  arena = arena_of(NULL);
  n = (node *)message_of(arena, &node_plan);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  pbwi_arena_free(arena);
  return 0;
}

#define SET(number, type, ...) pbwi_message_set(&n->head, node_slot(number), &(type){__VA_ARGS__})
#define HAS(number) pbwi_message_has(&n->head, node_slot(number))
#define CLEAR(number) assert_int_equal(pbwi_message_clear_field(&n->head, node_slot(number)), PBW_OK)

static void implicit(void **state) {
  (void)state;
  int32_t v = 7;
  assert_int_equal(pbwi_message_get(&n->head, node_slot(1), &v), PBW_OK);
  assert_int_equal(v, 0);
  assert_false(HAS(1));
  assert_int_equal(SET(1, int32_t, -5), PBW_OK);
  assert_true(HAS(1));
  assert_int_equal(n->i32, -5);
  assert_int_equal(SET(1, int32_t, 0), PBW_OK);
  assert_false(HAS(1));
  assert_int_equal(SET(3, float, 0.0f), PBW_OK);
  assert_false(HAS(3));
  assert_int_equal(SET(3, float, -0.0f), PBW_OK); /* by bits: present */
  assert_true(HAS(3));
  CLEAR(3);
  assert_false(HAS(3));
  assert_int_equal(SET(5, uint8_t, 2), PBW_OK);
  assert_int_equal(n->flag, 1);
}

static void bits_and_defaults(void **state) {
  (void)state;
  int32_t v;
  pbw_bytes bytes;
  assert_int_equal(pbwi_message_get(&n->head, node_slot(2), &v), PBW_OK);
  assert_int_equal(v, 42);
  assert_int_equal(pbwi_message_get(&n->head, node_slot(7), &bytes), PBW_OK);
  assert_bytes(bytes, "abc");
  assert_int_equal(SET(2, int32_t, 0), PBW_OK);
  assert_true(HAS(2));
  assert_int_equal(n->has[0], 1);
  pbwi_message_get(&n->head, node_slot(2), &v);
  assert_int_equal(v, 0);
  assert_int_equal(SET(7, pbw_bytes, NULL, 0), PBW_OK);
  assert_true(HAS(7));
  pbwi_message_get(&n->head, node_slot(7), &bytes);
  assert_int_equal(bytes.size, 0);
  CLEAR(2);
  assert_false(HAS(2));
  assert_true(HAS(7));
  pbwi_message_get(&n->head, node_slot(2), &v);
  assert_int_equal(v, 42);
}

static void strings_are_copied_and_checked(void **state) {
  (void)state;
  char mine[] = "gr\xc3\xbc\xc3\x9f";
  pbw_bytes bytes = text(mine);
  assert_int_equal(pbwi_message_set(&n->head, node_slot(6), &bytes), PBW_OK);
  memset(mine, 'x', 3);
  assert_bytes(n->name, "gr\xc3\xbc\xc3\x9f");
  bytes = text("\xff");
  assert_int_equal(pbwi_message_set(&n->head, node_slot(6), &bytes), PBW_ERR_UTF8);
  assert_bytes(n->name, "gr\xc3\xbc\xc3\x9f");
  assert_int_equal(pbwi_message_set(&n->head, node_slot(7), &bytes), PBW_OK); /* bytes may be anything */
  assert_int_equal(SET(6, pbw_bytes, NULL, 1), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_message_set(&n->head, node_slot(6), &n->name), PBW_OK); /* its own value */
  assert_bytes(n->name, "gr\xc3\xbc\xc3\x9f");
}

/* Whatever member follows whatever other, nothing of the old one is left in the shared storage. */
static void oneof(void **state) {
  (void)state;
  static const uint32_t members[] = {10, 11, 12, 13};
  uint32_t at = offsetof(node, choice_case);
  assert_null(pbwi_message_oneof(&n->head, at));
  for (size_t from = 0; from < 4; from++)
    for (size_t to = 0; to < 5; to++) {
      for (size_t step = 0; step < 2; step++) {
        size_t member = step ? to : from;
        pbw_message *made = NULL;
        switch (member) {
          case 0: assert_int_equal(SET(10, int32_t, 5), PBW_OK); break;
          case 1: assert_int_equal(SET(11, pbw_bytes, (const uint8_t *)"text", 4), PBW_OK); break;
          case 2: assert_int_equal(pbwi_message_mutable(&n->head, node_slot(12), &made), PBW_OK); break;
          case 3: assert_int_equal(SET(13, uint8_t, 1), PBW_OK); break;
          default: CLEAR(members[from]);
        }
        for (size_t m = 0; m < 4; m++) assert_int_equal(HAS(members[m]), m == member);
        const pbwi_slot *slot = pbwi_message_oneof(&n->head, at);
        assert_ptr_equal(slot, member < 4 ? node_slot(members[member]) : NULL);
        size_t used = member < 4 ? pbwi_slot_size(slot) : 0;
        for (size_t i = used; i < sizeof n->choice; i++) assert_int_equal(((uint8_t *)&n->choice)[i], 0);
      }
    }
  /* A case that a host stored and that is no member's number. */
  for (size_t i = 0; i < 3; i++) {
    static const uint32_t strange[] = {999, 1, 14};
    n->choice_case = strange[i];
    assert_null(pbwi_message_oneof(&n->head, at));
    assert_int_equal(SET(10, int32_t, 5), PBW_OK);
    assert_ptr_equal(pbwi_message_oneof(&n->head, at), node_slot(10));
  }
  /* An absent member: its default, not the storage. */
  int32_t v = 9;
  SET(11, pbw_bytes, (const uint8_t *)"text", 4);
  pbwi_message_get(&n->head, node_slot(10), &v);
  assert_int_equal(v, 0);
  CLEAR(10); /* not the member that is set */
  assert_true(HAS(11));
  SET(12, pbw_message *, NULL); /* clears 12, which is not set */
  assert_true(HAS(11));
}

static void messages(void **state) {
  (void)state;
  pbw_message *got = &n->head, *made, *again;
  assert_int_equal(pbwi_message_get(&n->head, node_slot(14), &got), PBW_OK);
  assert_null(got);
  assert_int_equal(pbwi_message_mutable(&n->head, node_slot(14), &made), PBW_OK);
  assert_ptr_equal(made->plan, &node_plan);
  assert_ptr_equal(made->arena, arena);
  assert_int_equal(pbwi_message_mutable(&n->head, node_slot(14), &again), PBW_OK);
  assert_ptr_equal(made, again);
  assert_int_equal(pbwi_message_mutable(&n->head, node_slot(1), &again), PBW_ERR_ARGUMENT);
  assert_null(again);
  pbw_message *other_type = message_of(arena, &need_plan);
  assert_int_equal(SET(14, pbw_message *, other_type), PBW_ERR_ARGUMENT);
  assert_int_equal(SET(14, pbw_message *, &n->head), PBW_ERR_ARGUMENT);
  pbw_arena *elsewhere = arena_of(NULL);
  assert_int_equal(SET(14, pbw_message *, message_of(elsewhere, &node_plan)), PBW_ERR_ARGUMENT);
  pbwi_arena_free(elsewhere);
  assert_ptr_equal(n->child, made);
  assert_int_equal(SET(15, pbw_message *, made), PBW_OK); /* in two places */
  assert_int_equal(SET(14, pbw_message *, NULL), PBW_OK);
  assert_null(n->child);
  assert_ptr_equal(n->group, made);
}

static void wrong_arguments(void **state) {
  (void)state;
  int32_t v = 1;
  assert_false(pbwi_message_has(NULL, node_slot(1)));
  assert_false(pbwi_message_has(&n->head, NULL));
  assert_false(pbwi_message_has(&n->head, need_slot(1)));
  assert_int_equal(pbwi_message_get(&n->head, need_slot(1), &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_message_get(&n->head, node_slot(16), &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_message_get(&n->head, node_slot(1), NULL), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_message_set(&n->head, need_slot(1), &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_message_set(&n->head, node_slot(21), &v), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_message_clear_field(&n->head, need_slot(1)), PBW_ERR_ARGUMENT);
  assert_int_equal(pbwi_message_set(&n->head, &node_slots[COUNT_OF(node_slots)], &v), PBW_ERR_ARGUMENT);
  n->head.arena = NULL;
  pbw_message *out;
  assert_int_equal(SET(1, int32_t, 1), PBW_ERR_READONLY);
  assert_int_equal(pbwi_message_mutable(&n->head, node_slot(14), &out), PBW_ERR_READONLY);
  assert_int_equal(pbwi_message_clear_field(&n->head, node_slot(1)), PBW_ERR_READONLY);
  assert_int_equal(pbwi_message_clear(&n->head), PBW_ERR_READONLY);
  assert_int_equal(pbwi_message_get(&n->head, node_slot(1), &v), PBW_OK);
}

static void clear_everything(void **state) {
  (void)state;
  pbw_message *made;
  SET(1, int32_t, 1), SET(2, int32_t, 1), SET(11, pbw_bytes, (const uint8_t *)"t", 1);
  pbwi_message_mutable(&n->head, node_slot(14), &made);
  assert_int_equal(pbwi_message_clear(&n->head), PBW_OK);
  assert_ptr_equal(n->head.plan, &node_plan);
  assert_ptr_equal(n->head.arena, arena);
  for (size_t i = offsetof(pbw_message, unknown); i < sizeof *n; i++) assert_int_equal(((uint8_t *)n)[i], 0);
}

static void without_memory(void **state) {
  (void)state;
  plans_init();
  for (size_t fail_at = 2;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    pbw_allocator allocator = failing_allocator(&memory);
    pbw_arena *tight = arena_of(&allocator);
    n = (node *)message_of(tight, &node_plan);
    static uint8_t large[3000];
    pbw_bytes bytes = {large, sizeof large};
    bool named = SET(10, int32_t, 7) == PBW_OK && pbwi_message_set(&n->head, node_slot(11), &bytes) == PBW_OK;
    assert_true(named ? HAS(11) : HAS(10) && n->choice.i == 7);
    for (int i = 0; i < 40; i++) {
      pbw_message *made;
      n->child = NULL;
      pbw_status status = pbwi_message_mutable(&n->head, node_slot(14), &made);
      assert_true(status ? status == PBW_ERR_MEMORY && !made && !n->child : n->child == made);
    }
    pbwi_arena_free(tight);
    assert_int_equal(memory.blocks, 0);
    if (!memory.failed) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(implicit, setup, teardown),
      cmocka_unit_test_setup_teardown(bits_and_defaults, setup, teardown),
      cmocka_unit_test_setup_teardown(strings_are_copied_and_checked, setup, teardown),
      cmocka_unit_test_setup_teardown(oneof, setup, teardown),
      cmocka_unit_test_setup_teardown(messages, setup, teardown),
      cmocka_unit_test_setup_teardown(wrong_arguments, setup, teardown),
      cmocka_unit_test_setup_teardown(clear_everything, setup, teardown),
      cmocka_unit_test(without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
