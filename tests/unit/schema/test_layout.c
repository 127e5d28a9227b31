/* Layout: no two cells overlap, all are aligned, bits stand where the codecs' words have them. */
#include "tests/unit/schema/set.h"

#include "core/message/message.h"

static uint32_t cell_size(const pbwi_slot *slot) {
  return slot->cardinality == PBW_SINGULAR ? pbwi_kinds[slot->type].cell_size : (uint32_t)sizeof(pbw_list);
}

static uint32_t cell_align(const pbwi_slot *slot) {
  uint8_t cell = slot->cardinality == PBW_SINGULAR ? pbwi_kinds[slot->type].cell : PBW_CELL_LIST;
  if (cell == PBW_CELL_BOOL || cell == PBW_CELL_32 || cell == PBW_CELL_64) return cell_size(slot);
  return sizeof(void *); /* of strings and lists, a pointer's, also where that is smaller than they are */
}

static void take(uint8_t *used, uint32_t offset, uint32_t size) {
  for (uint32_t i = 0; i < size; i++) assert_int_equal(used[offset + i]++, 0);
}

/* Everything that must hold for any type. */
static void check_plan(const pbw_type *type) {
  const pbwi_plan *plan = &type->plan;
  bool entry = plan->flags & PBWI_PLAN_ENTRY;
  uint8_t *used = calloc(1, plan->size);
  if (!entry) take(used, 0, sizeof(pbw_message));
  take(used, plan->has_offset, plan->has_words * 8);
  for (uint16_t i = 0; i < plan->slot_count; i++) {
    const pbwi_slot *slot = &plan->slots[i];
    assert_true(i == 0 || plan->slots[i - 1].number < slot->number);
    assert_true(slot->offset + cell_size(slot) <= plan->size);
    assert_int_equal(slot->offset % cell_align(slot), 0);
    if (slot->presence != PBW_PRESENCE_ONEOF) take(used, slot->offset, cell_size(slot));
    if (slot->presence != PBW_PRESENCE_BIT) continue;
    /* The bit in its word is the bit in its byte. */
    uint64_t word = UINT64_C(1) << slot->bit % 64;
    uint8_t bytes[8];
    memcpy(bytes, &word, 8);
    uint32_t at = slot->presence_offset - plan->has_offset - slot->bit / 64 * 8;
    assert_true(at < 8);
    assert_int_equal(bytes[at], slot->presence_mask);
  }
  for (uint32_t i = 0; i < type->oneof_count; i++) {
    const pbw_oneof *oneof = &type->oneofs[i];
    take(used, oneof->case_offset, 4);
    assert_int_equal(oneof->case_offset % 4, 0);
    uint32_t largest = 0;
    for (uint32_t m = 0; m < oneof->field_count; m++) {
      const pbwi_slot *slot = oneof->fields[m]->slot;
      assert_int_equal(slot->presence_offset, oneof->case_offset);
      assert_int_equal(slot->presence_mask, slot->number);
      assert_int_equal(slot->offset, oneof->fields[0]->slot->offset);
      if (cell_size(slot) > largest) largest = cell_size(slot);
    }
    take(used, oneof->fields[0]->slot->offset, largest);
  }
  if (!entry) assert_int_equal(plan->size % 16, 0);
  free(used);
}

static void built_in(void **state) {
  (void)state;
  pbw_schema *schema = set_must("");
  for (size_t i = 0; i < schema->type_count; i++) check_plan(&schema->types[i]);
  pbwi_schema_free(schema);
}

static void empty(void **state) {
  (void)state;
  pbw_schema *schema = set_must("");
  const pbwi_plan *plan = &pbwi_schema_type(schema, "google.protobuf.Empty")->plan;
  assert_int_equal(plan->has_words, 0);
  assert_int_equal(plan->size, pbwi_align(sizeof(pbw_message), 16));
  pbwi_schema_free(schema);
}

/* Every type of field, singular and in a list and in a oneof, over more than one word of bits. */
static void all_kinds(void **state) {
  (void)state;
  static char text[40000];
  char *p = text;
  p += sprintf(p, "file{name:'a.proto' enum_type{name:'E' value{name:'Z'}} message_type{name:'M' oneof_decl{name:'o'} oneof_decl{name:'small'}");
  int number = 1;
  for (int round = 0; round < 7; round++) {
    for (int type = 1; type <= 18; type++, number++) {
      const char *of = type == PBW_TYPE_ENUM ? "type_name:'.E'" : type == PBW_TYPE_GROUP || type == PBW_TYPE_MESSAGE ? "type_name:'.M'" : "";
      const char *label = round == 2 ? "label:repeated" : round == 3 ? "oneof_index:0" : round == 5 && number % 3 ? "label:required" : "";
      p += sprintf(p, " field{name:'f%d' number:%d type:%d %s %s}", number, number, type, of, label);
    }
  }
  sprintf(p, "field{name:'b' number:%d type:bool oneof_index:1}}}", number);
  pbw_schema *schema = set_must(text);
  const pbw_type *type = pbwi_schema_type(schema, "M");
  check_plan(type);
  const pbwi_plan *plan = &type->plan;
  assert_int_equal(plan->has_words, 2);
  /* Required fields have the first bits. */
  uint32_t required = 0, highest = 0;
  for (uint16_t i = 0; i < plan->slot_count; i++) {
    const pbwi_slot *slot = &plan->slots[i];
    if (!(slot->flags & PBWI_SLOT_REQUIRED) || slot->presence != PBW_PRESENCE_BIT) continue;
    required++;
    if (slot->bit > highest) highest = slot->bit;
  }
  assert_int_equal(required, highest + 1);
  assert_int_equal(plan->required, (UINT64_C(1) << required) - 1);
  pbwi_schema_free(schema);
}

/* Every pair of key and value. */
static void entries(void **state) {
  (void)state;
  for (int key = 1; key <= 18; key++) {
    if (!pbwi_kinds[key].map_key) continue;
    for (int value = 1; value <= 18; value++) {
      if (value == PBW_TYPE_GROUP) continue;
      char text[500];
      snprintf(text, sizeof text, "file{name:'a.proto' syntax:'proto3' enum_type{name:'E' value{name:'Z'}} message_type{name:'M'"
               " field{name:'m' number:1 label:repeated type:message type_name:'.M.MEntry'} nested_type{name:'MEntry' options{map_entry:true}"
               " field{name:'key' number:1 type:%d} field{name:'value' number:2 type:%d %s}}}}", key, value,
               value == PBW_TYPE_ENUM ? "type_name:'.E'" : value == PBW_TYPE_MESSAGE ? "type_name:'.M'" : "");
      pbw_schema *schema = set_must(text);
      const pbw_type *entry = pbwi_schema_type(schema, "M.MEntry");
      check_plan(entry);
      assert_int_equal(entry->plan.slots[0].offset, 0);
      assert_int_equal(entry->plan.size % cell_align(&entry->plan.slots[0]), 0);
      assert_int_equal(entry->plan.size % cell_align(&entry->plan.slots[1]), 0);
      pbwi_schema_free(schema);
    }
  }
}

static void small(void **state) {
  (void)state;
  pbw_schema *schema = set_must("file{name:'a.proto' syntax:'proto3' message_type{name:'M' field{name:'a' number:1 type:bool}"
                                " field{name:'b' number:2 type:double} field{name:'c' number:3 type:bool} field{name:'d' number:4 type:int32}}}");
  const pbwi_plan *plan = &pbwi_schema_type(schema, "M")->plan;
  uint32_t start = (uint32_t)pbwi_align(sizeof(pbw_message), 8);
  assert_int_equal(plan->slots[1].offset, start);
  assert_int_equal(plan->slots[3].offset, start + 8);
  assert_int_equal(plan->slots[0].offset, start + 12);
  assert_int_equal(plan->slots[2].offset, start + 13);
  pbwi_schema_free(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(built_in), cmocka_unit_test(empty), cmocka_unit_test(all_kinds),
      cmocka_unit_test(entries),  cmocka_unit_test(small),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
