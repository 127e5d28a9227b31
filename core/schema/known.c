/* Recognising the types that JSON writes in a form of their own. A set may bring its own copy of them, with anything
 * in it: the name alone is not believed, the fields must be the ones that the special forms read and write. */
#include "core/schema/load.h"

typedef struct known_field {
  uint8_t type, cardinality;
} known_field;

#define ONE(type) {PBW_TYPE_##type, PBW_SINGULAR}
#define MANY(type) {PBW_TYPE_##type, PBW_REPEATED}

/* Fields have the numbers from 1 on, without a gap. */
static const struct {
  const char *name;
  int known;
  known_field fields[6];
} table[] = {
    {"google.protobuf.Any", PBWI_KNOWN_ANY, {ONE(STRING), ONE(BYTES)}},
    {"google.protobuf.Timestamp", PBWI_KNOWN_TIMESTAMP, {ONE(INT64), ONE(INT32)}},
    {"google.protobuf.Duration", PBWI_KNOWN_DURATION, {ONE(INT64), ONE(INT32)}},
    {"google.protobuf.FieldMask", PBWI_KNOWN_FIELD_MASK, {MANY(STRING)}},
    {"google.protobuf.Struct", PBWI_KNOWN_STRUCT, {{PBW_TYPE_MESSAGE, PBW_MAP}}},
    {"google.protobuf.ListValue", PBWI_KNOWN_LIST_VALUE, {MANY(MESSAGE)}},
    {"google.protobuf.Value", PBWI_KNOWN_VALUE,
     {ONE(ENUM), ONE(DOUBLE), ONE(STRING), ONE(BOOL), ONE(MESSAGE), ONE(MESSAGE)}},
    {"google.protobuf.DoubleValue", PBWI_KNOWN_WRAPPER, {ONE(DOUBLE)}},
    {"google.protobuf.FloatValue", PBWI_KNOWN_WRAPPER, {ONE(FLOAT)}},
    {"google.protobuf.Int64Value", PBWI_KNOWN_WRAPPER, {ONE(INT64)}},
    {"google.protobuf.UInt64Value", PBWI_KNOWN_WRAPPER, {ONE(UINT64)}},
    {"google.protobuf.Int32Value", PBWI_KNOWN_WRAPPER, {ONE(INT32)}},
    {"google.protobuf.UInt32Value", PBWI_KNOWN_WRAPPER, {ONE(UINT32)}},
    {"google.protobuf.BoolValue", PBWI_KNOWN_WRAPPER, {ONE(BOOL)}},
    {"google.protobuf.StringValue", PBWI_KNOWN_WRAPPER, {ONE(STRING)}},
    {"google.protobuf.BytesValue", PBWI_KNOWN_WRAPPER, {ONE(BYTES)}},
};

enum { ROWS = sizeof table / sizeof *table, FIELDS = sizeof table->fields / sizeof *table->fields };

static bool has_fields(const pbw_type *type, const known_field *fields) {
  uint32_t count = 0;
  while (count < FIELDS && fields[count].type) count++;
  if (type->plan.slot_count != count) return false;
  for (uint32_t i = 0; i < count; i++) {
    const pbwi_slot *slot = &type->plan.slots[i];
    if (slot->number != i + 1 || slot->type != fields[i].type || slot->cardinality != fields[i].cardinality) return false;
  }
  return true;
}

/* Struct, Value and ListValue are made of each other: each needs the others to be what they are called. */
static bool is_kind(const pbwi_plan *plan, int known) { return ((const pbw_type *)plan->type)->known == known; }

static bool holds_together(const pbw_type *type) {
  const pbwi_slot *slots = type->plan.slots;
  if (type->known == PBWI_KNOWN_LIST_VALUE) return is_kind(slots[0].sub, PBWI_KNOWN_VALUE);
  if (type->known == PBWI_KNOWN_STRUCT) {
    const pbwi_slot *entry = slots[0].sub->slots;
    return entry[0].type == PBW_TYPE_STRING && is_kind(entry[1].sub, PBWI_KNOWN_VALUE);
  }
  if (type->known != PBWI_KNOWN_VALUE) return true;
  for (int i = 0; i < 6; i++)
    if (slots[i].presence != PBW_PRESENCE_ONEOF || slots[i].presence_offset != slots[0].presence_offset) return false;
  return is_kind(slots[4].sub, PBWI_KNOWN_STRUCT) && is_kind(slots[5].sub, PBWI_KNOWN_LIST_VALUE);
}

pbw_status pbwi_pass_known(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  pbw_type *found[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    found[i] = (pbw_type *)(uintptr_t)pbwi_table_find(&schema->type_names, table[i].name, strlen(table[i].name));
    if (found[i] && has_fields(found[i], table[i].fields)) found[i]->known = table[i].known;
  }
  /* What one of them does not hold, the others lose too: three times is enough for three types. */
  for (int round = 0; round < 3; round++)
    for (size_t i = 0; i < ROWS; i++)
      if (found[i] && found[i]->known && !holds_together(found[i])) found[i]->known = PBWI_KNOWN_NONE;
  static const char null_value[] = "google.protobuf.NullValue";
  pbw_enum *null = (pbw_enum *)(uintptr_t)pbwi_table_find(&schema->enum_names, null_value, sizeof null_value - 1);
  if (null) null->is_null = true;
  return PBW_OK;
}
