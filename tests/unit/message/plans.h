/* Plans made by hand, for tests below the schema floor: types whose blocks are C structs, so that offsets are
 * offsetof. test.Node has a field of every sort and contains itself; test.Need has required fields; test.Set is a
 * message set. Only what the message floor reads is filled (no dec, no enc): plans_init() ties the knots. */
#ifndef TEST_PLANS_H
#define TEST_PLANS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/message/message.h"

typedef struct node {
  pbw_message head;
  uint64_t has[1];
  int32_t i32;
  int32_t opt;
  float f;
  uint32_t choice_case;
  double d;
  int64_t s64;
  pbw_bytes name;
  pbw_bytes raw;
  union {
    int32_t i;
    pbw_bytes s;
    pbw_message *m;
    uint8_t b;
  } choice;
  pbw_message *child;
  pbw_message *group;
  pbw_list ints, names, nodes, doubles, bools, counts, labels, tree, flags, longs, floats, sints;
  int32_t e;
  uint8_t flag;
} node;

typedef struct need {
  pbw_message head;
  uint64_t has[1];
  int32_t a;
  pbw_bytes b;
  pbw_message *inner;
  pbw_list list, by_name, by_number;
  pbw_message *must; /* a required message: only slots tell */
} need;

typedef struct set {
  pbw_message head;
  pbw_message *item;
  pbw_list things;
} set;

/* Map entries. */
typedef struct { pbw_bytes key; int32_t value; } counts_entry;
typedef struct { int32_t key; pbw_bytes value; } labels_entry;
typedef struct { pbw_bytes key; pbw_message *value; } tree_entry;
typedef struct { uint8_t key; double value; } flags_entry;
typedef struct { uint64_t key; pbw_bytes value; } longs_entry;
typedef struct { int32_t key; pbw_message *value; } numbered_entry;

static pbwi_plan node_plan, need_plan, set_plan;
static pbwi_plan counts_plan, labels_plan, tree_plan, flags_plan, longs_plan, need_name_plan, need_number_plan;

#define ENTRY_SLOTS(entry, k_type, k_flags, v_type, v_flags, v_sub)                                           \
  static pbwi_slot entry##_slots[2] = {                                                                      \
      {.number = 1, .type = k_type, .flags = k_flags, .name = "key"},                                        \
      {.number = 2, .type = v_type, .flags = v_flags, .offset = offsetof(entry##_entry, value),              \
       .sub = v_sub, .name = "value"}}

ENTRY_SLOTS(counts, PBW_TYPE_STRING, PBWI_SLOT_UTF8, PBW_TYPE_INT32, 0, NULL);
ENTRY_SLOTS(labels, PBW_TYPE_INT32, 0, PBW_TYPE_STRING, PBWI_SLOT_UTF8, NULL);
ENTRY_SLOTS(tree, PBW_TYPE_STRING, PBWI_SLOT_UTF8, PBW_TYPE_MESSAGE, 0, &node_plan);
ENTRY_SLOTS(flags, PBW_TYPE_BOOL, 0, PBW_TYPE_DOUBLE, 0, NULL);
ENTRY_SLOTS(longs, PBW_TYPE_UINT64, 0, PBW_TYPE_BYTES, 0, NULL);
ENTRY_SLOTS(numbered, PBW_TYPE_INT32, 0, PBW_TYPE_MESSAGE, 0, &need_plan);
static pbwi_slot named_slots[2];

static const int32_t default_opt = 42;
static const pbw_bytes default_raw = {(const uint8_t *)"abc", 3};

#define AT(type, member) .offset = offsetof(type, member), .name = #member
#define BIT(type, n)                                                                                         \
  .presence = PBW_PRESENCE_BIT, .bit = n, .presence_mask = 1u << (n),                                        \
  .presence_offset = offsetof(type, has) + (PBWI_BIG_ENDIAN ? 7 : 0)
#define CHOICE(n) .presence = PBW_PRESENCE_ONEOF, .presence_offset = offsetof(node, choice_case), .presence_mask = n
#define LIST .cardinality = PBW_REPEATED, .presence = PBW_PRESENCE_SIZE
#define MAP(plan) .type = PBW_TYPE_MESSAGE, .cardinality = PBW_MAP, .presence = PBW_PRESENCE_SIZE, .sub = &plan
#define BELOW(plan) .presence = PBW_PRESENCE_POINTER, .sub = &plan

static pbwi_slot node_slots[] = {
    {.number = 1, .type = PBW_TYPE_INT32, AT(node, i32)},
    {.number = 2, .type = PBW_TYPE_INT32, AT(node, opt), BIT(node, 0), .fallback = &default_opt},
    {.number = 3, .type = PBW_TYPE_FLOAT, AT(node, f)},
    {.number = 4, .type = PBW_TYPE_DOUBLE, AT(node, d), BIT(node, 1)},
    {.number = 5, .type = PBW_TYPE_BOOL, AT(node, flag)},
    {.number = 6, .type = PBW_TYPE_STRING, AT(node, name), .flags = PBWI_SLOT_UTF8},
    {.number = 7, .type = PBW_TYPE_BYTES, AT(node, raw), BIT(node, 2), .fallback = &default_raw},
    {.number = 8, .type = PBW_TYPE_SINT64, AT(node, s64)},
    {.number = 9, .type = PBW_TYPE_ENUM, AT(node, e), BIT(node, 3)},
    {.number = 10, .type = PBW_TYPE_INT32, AT(node, choice.i), CHOICE(10)},
    {.number = 11, .type = PBW_TYPE_STRING, AT(node, choice.s), CHOICE(11), .flags = PBWI_SLOT_UTF8},
    {.number = 12, .type = PBW_TYPE_MESSAGE, AT(node, choice.m), CHOICE(12), .sub = &node_plan},
    {.number = 13, .type = PBW_TYPE_BOOL, AT(node, choice.b), CHOICE(13)},
    {.number = 14, .type = PBW_TYPE_MESSAGE, AT(node, child), BELOW(node_plan)},
    {.number = 15, .type = PBW_TYPE_GROUP, AT(node, group), BELOW(node_plan)},
    {.number = 16, .type = PBW_TYPE_INT32, AT(node, ints), LIST, .flags = PBWI_SLOT_PACKED},
    {.number = 17, .type = PBW_TYPE_STRING, AT(node, names), LIST, .flags = PBWI_SLOT_UTF8},
    {.number = 18, .type = PBW_TYPE_MESSAGE, AT(node, nodes), LIST, .sub = &node_plan},
    {.number = 19, .type = PBW_TYPE_DOUBLE, AT(node, doubles), LIST, .flags = PBWI_SLOT_PACKED},
    {.number = 20, .type = PBW_TYPE_BOOL, AT(node, bools), LIST},
    {.number = 21, AT(node, counts), MAP(counts_plan)},
    {.number = 22, AT(node, labels), MAP(labels_plan)},
    {.number = 23, AT(node, tree), MAP(tree_plan)},
    {.number = 24, AT(node, flags), MAP(flags_plan)},
    {.number = 25, AT(node, longs), MAP(longs_plan)},
    {.number = 26, .type = PBW_TYPE_FLOAT, AT(node, floats), LIST},
    {.number = 300, .type = PBW_TYPE_SINT32, AT(node, sints), LIST, .flags = PBWI_SLOT_PACKED},
};

static pbwi_slot need_slots[] = {
    {.number = 1, .type = PBW_TYPE_INT32, AT(need, a), BIT(need, 0), .flags = PBWI_SLOT_REQUIRED},
    {.number = 2, .type = PBW_TYPE_STRING, AT(need, b), BIT(need, 1), .flags = PBWI_SLOT_REQUIRED},
    {.number = 3, .type = PBW_TYPE_MESSAGE, AT(need, inner), BELOW(need_plan)},
    {.number = 4, .type = PBW_TYPE_MESSAGE, AT(need, list), LIST, .sub = &need_plan},
    {.number = 5, AT(need, by_name), MAP(need_name_plan)},
    {.number = 6, AT(need, by_number), MAP(need_number_plan)},
    {.number = 7, .type = PBW_TYPE_MESSAGE, AT(need, must), BELOW(node_plan), .flags = PBWI_SLOT_REQUIRED},
};

static pbwi_slot set_slots[] = {
    {.number = 4321, .type = PBW_TYPE_MESSAGE, .offset = offsetof(set, item), .name = "[test.item]",
     BELOW(node_plan), .flags = PBWI_SLOT_MESSAGE_SET | PBWI_SLOT_EXTENSION},
};

static void plan_of(pbwi_plan *plan, const char *name, pbwi_slot *slots, size_t count, size_t size, size_t align,
                    int flags) {
  *plan = (pbwi_plan){.name = name, .slots = slots, .slot_count = (uint16_t)count, .flags = (uint16_t)flags,
                      .size = (uint32_t)pbwi_align(size, align)};
}

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define PLAN(plan, name, slots, type, flags) plan_of(&plan, name, slots, COUNT_OF(slots), sizeof(type), 16, flags)
#define ENTRY(plan, slots, type) \
  plan_of(&plan, "test.Entry", slots, 2, sizeof(type), _Alignof(type), PBWI_PLAN_ENTRY)

static void plans_init(void) {
  memcpy(named_slots, tree_slots, sizeof tree_slots);
  named_slots[1].sub = &need_plan;
  PLAN(node_plan, "test.Node", node_slots, node, 0);
  PLAN(need_plan, "test.Need", need_slots, need, PBWI_PLAN_REQUIRED | PBWI_PLAN_REQUIRED_MORE | PBWI_PLAN_REQUIRED_BELOW);
  PLAN(set_plan, "test.Set", set_slots, set, PBWI_PLAN_MESSAGE_SET);
  ENTRY(counts_plan, counts_slots, counts_entry);
  ENTRY(labels_plan, labels_slots, labels_entry);
  ENTRY(tree_plan, tree_slots, tree_entry);
  ENTRY(flags_plan, flags_slots, flags_entry);
  ENTRY(longs_plan, longs_slots, longs_entry);
  ENTRY(need_name_plan, named_slots, tree_entry);
  ENTRY(need_number_plan, numbered_slots, numbered_entry);
  node_plan.has_offset = need_plan.has_offset = PBWI_HAS_OFFSET;
  node_plan.has_words = need_plan.has_words = 1;
  need_plan.required = 3;
}

/* ---- what the tests write often ---- */

static inline const pbwi_slot *node_slot(uint32_t number) { return pbwi_plan_find(&node_plan, number); }
static inline const pbwi_slot *need_slot(uint32_t number) { return pbwi_plan_find(&need_plan, number); }

static inline pbw_bytes text(const char *s) { return (pbw_bytes){(const uint8_t *)s, strlen(s)}; }

static inline void assert_bytes(pbw_bytes bytes, const char *expected) {
  assert_int_equal(bytes.size, strlen(expected));
  if (bytes.size) assert_memory_equal(bytes.data, expected, bytes.size);
}

/* With room for a first message, so that only what follows it can fail. */
static inline pbw_arena *arena_of(const pbw_allocator *given) {
  pbw_allocator allocator;
  if (pbwi_allocator_init(&allocator, given)) return NULL;
  return pbwi_arena_new(&allocator, 0, sizeof(node) + sizeof(need));
}

static inline pbw_message *message_of(pbw_arena *arena, const pbwi_plan *plan) {
  pbw_message *message = pbwi_message_make(arena, plan, arena);
  assert_non_null(message);
  return message;
}

#endif
