#include "upb_fill.h"

#include <string.h>

#include "upb/message/accessors.h"
#include "upb/message/array.h"
#include "upb/message/map.h"
#include "upb/message/message.h"

typedef enum step_kind { VALUE, EXTENSION, MESSAGE, EXTENSION_MESSAGE, ARRAY, MESSAGES, MAP } step_kind;

typedef struct step {
  step_kind kind;
  const upb_MiniTableField *field;
  const upb_MiniTableExtension *extension;
  upb_CType type, key_type;
  size_t count, element_size;
  upb_MessageValue value; /* the host's value; of an array its data */
  upb_MessageValue *keys, *values;
  upb_fill **children;
} step;

struct upb_fill {
  const upb_MiniTable *table;
  size_t size;
  step *steps;
};

static void *zeroed(upb_Arena *arena, size_t size) {
  void *p = upb_Arena_Malloc(arena, size);
  if (p != NULL) memset(p, 0, size);
  return p;
}

static size_t size_of(upb_CType type) {
  switch (type) {
    case kUpb_CType_Bool: return 1;
    case kUpb_CType_Float: case kUpb_CType_Int32: case kUpb_CType_UInt32: case kUpb_CType_Enum: return 4;
    case kUpb_CType_String: case kUpb_CType_Bytes: return sizeof(upb_StringView);
    default: return 8;
  }
}

/* ---- what is looked up once ---- */

static int plan_map(step *s, const upb_Map *map, const upb_FieldDef *field, const upb_DefPool *pool, upb_Arena *arena) {
  const upb_MessageDef *entry = upb_FieldDef_MessageSubDef(field);
  const upb_FieldDef *value = upb_MessageDef_FindFieldByNumber(entry, 2);
  s->kind = MAP;
  s->key_type = upb_FieldDef_CType(upb_MessageDef_FindFieldByNumber(entry, 1));
  s->type = upb_FieldDef_CType(value);
  s->count = upb_Map_Size(map);
  s->keys = zeroed(arena, (s->count + 1) * sizeof *s->keys);
  s->values = zeroed(arena, (s->count + 1) * sizeof *s->values);
  s->children = s->type == kUpb_CType_Message ? zeroed(arena, (s->count + 1) * sizeof *s->children) : NULL;
  size_t iterator = kUpb_Map_Begin;
  for (size_t i = 0; upb_Map_Next(map, &s->keys[i], &s->values[i], &iterator); i++) {
    if (s->children == NULL) continue;
    s->children[i] = upb_fill_plan(s->values[i].msg_val, upb_FieldDef_MessageSubDef(value), pool, arena);
    if (s->children[i] == NULL) return -1;
  }
  return 0;
}

static int plan_step(step *s, const upb_FieldDef *field, upb_MessageValue value, const upb_DefPool *pool,
                     upb_Arena *arena) {
  int is_extension = upb_FieldDef_IsExtension(field);
  s->field = upb_FieldDef_MiniTable(field);
  if (is_extension) s->extension = upb_FieldDef_MiniTableExtension(field);
  s->type = upb_FieldDef_CType(field);
  s->value = value;
  if (upb_FieldDef_IsMap(field)) return plan_map(s, value.map_val, field, pool, arena);
  int is_message = s->type == kUpb_CType_Message;
  if (!upb_FieldDef_IsRepeated(field)) {
    s->kind = is_message ? (is_extension ? EXTENSION_MESSAGE : MESSAGE) : is_extension ? EXTENSION : VALUE;
    if (!is_message) return 0;
    s->children = zeroed(arena, sizeof *s->children);
    s->children[0] = upb_fill_plan(value.msg_val, upb_FieldDef_MessageSubDef(field), pool, arena);
    return s->children[0] != NULL ? 0 : -1;
  }
  s->kind = is_message ? MESSAGES : ARRAY;
  s->count = upb_Array_Size(value.array_val);
  s->element_size = size_of(s->type);
  if (!is_message) return 0;
  s->children = zeroed(arena, (s->count + 1) * sizeof *s->children);
  for (size_t i = 0; i < s->count; i++) {
    s->children[i] = upb_fill_plan(upb_Array_Get(value.array_val, i).msg_val, upb_FieldDef_MessageSubDef(field), pool,
                                   arena);
    if (s->children[i] == NULL) return -1;
  }
  return 0;
}

upb_fill *upb_fill_plan(const upb_Message *from, const upb_MessageDef *type, const upb_DefPool *pool, upb_Arena *arena) {
  if (upb_Message_HasUnknown(from)) return NULL;
  upb_fill *plan = zeroed(arena, sizeof *plan);
  const upb_FieldDef *field;
  upb_MessageValue value;
  size_t fields = 0, iterator = kUpb_Message_Begin;
  while (upb_Message_Next(from, type, pool, &field, &value, &iterator)) fields++;
  plan->table = upb_MessageDef_MiniTable(type);
  plan->steps = zeroed(arena, (fields + 1) * sizeof *plan->steps);
  for (iterator = kUpb_Message_Begin; upb_Message_Next(from, type, pool, &field, &value, &iterator);)
    if (plan_step(&plan->steps[plan->size++], field, value, pool, arena) != 0) return NULL;
  return plan;
}

/* ---- what is done for each message ---- */

static int run_map(const step *s, upb_Message *to, upb_Arena *arena) {
  upb_Map *map = upb_Map_New(arena, s->key_type, s->type);
  if (map == NULL) return 0;
  for (size_t i = 0; i < s->count; i++) {
    upb_MessageValue value = s->values[i];
    if (s->children != NULL) value.msg_val = upb_fill_message(s->children[i], arena);
    if (upb_Map_Insert(map, s->keys[i], value, arena) == kUpb_MapInsertStatus_OutOfMemory) return 0;
  }
  upb_Message_SetBaseField(to, s->field, &map);
  return 1;
}

static int run_array(const step *s, upb_Message *to, upb_Arena *arena) {
  upb_Array *array = upb_Array_New(arena, s->type);
  if (array == NULL || !upb_Array_Resize(array, s->count, arena)) return 0;
  void *data = upb_Array_MutableDataPtr(array);
  if (s->kind == ARRAY) memcpy(data, upb_Array_DataPtr(s->value.array_val), s->count * s->element_size);
  else
    for (size_t i = 0; i < s->count; i++) ((upb_Message **)data)[i] = upb_fill_message(s->children[i], arena);
  upb_Message_SetBaseField(to, s->field, &array);
  return 1;
}

upb_Message *upb_fill_message(const upb_fill *plan, upb_Arena *arena) {
  upb_Message *to = upb_Message_New(plan->table, arena), *child;
  int ok = to != NULL;
  for (const step *s = plan->steps, *end = s + plan->size; s < end && ok; s++) {
    switch (s->kind) {
      case VALUE: upb_Message_SetBaseField(to, s->field, &s->value); break;
      case EXTENSION: ok = upb_Message_SetExtension(to, s->extension, &s->value, arena); break;
      case MESSAGE:
        child = upb_fill_message(s->children[0], arena);
        upb_Message_SetBaseField(to, s->field, &child);
        break;
      case EXTENSION_MESSAGE:
        child = upb_fill_message(s->children[0], arena);
        ok = upb_Message_SetExtension(to, s->extension, &child, arena);
        break;
      case ARRAY: case MESSAGES: ok = run_array(s, to, arena); break;
      case MAP: ok = run_map(s, to, arena); break;
    }
  }
  return ok ? to : NULL;
}
