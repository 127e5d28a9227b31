/* Fields are stored one by one, as a program assigns them after foo__init(); only those that are present. What a program
 * knows when it is compiled (offsets, sizes) is looked up once, in the descriptor. */
#include "fill.h"

#include <stdlib.h>
#include <string.h>

typedef enum step_kind { STORE_4, STORE_8, STORE_BYTES, BORROW, MESSAGE, MESSAGES } step_kind;
typedef enum quantifier { NO_QUANTIFIER, INT_QUANTIFIER, COUNT_QUANTIFIER } quantifier;

typedef struct step {
  uint8_t kind, quantifier;
  unsigned offset, quantifier_offset;
  size_t quantity; /* has_, the number of the chosen field of a oneof, or n_ */
  const void *from; /* the program's value; of BORROW its array */
  fill **children;
} step;

struct fill {
  const ProtobufCMessageDescriptor *type;
  const ProtobufCMessage *unknown; /* holds the unknown fields, if there are any */
  size_t size;
  step steps[];
};

void fill_free(fill *plan) {
  if (plan == NULL) return;
  for (step *s = plan->steps, *end = s + plan->size; s < end; s++) {
    for (size_t i = 0; s->children != NULL && i < (s->kind == MESSAGES ? s->quantity : 1); i++) fill_free(s->children[i]);
    free(s->children);
  }
  free(plan);
}

/* ---- what is looked up once ---- */

static size_t size_of(ProtobufCType type) {
  switch (type) {
    case PROTOBUF_C_TYPE_BYTES: return sizeof(ProtobufCBinaryData);
    case PROTOBUF_C_TYPE_INT64: case PROTOBUF_C_TYPE_SINT64: case PROTOBUF_C_TYPE_SFIXED64: case PROTOBUF_C_TYPE_UINT64:
    case PROTOBUF_C_TYPE_FIXED64: case PROTOBUF_C_TYPE_DOUBLE: case PROTOBUF_C_TYPE_STRING: case PROTOBUF_C_TYPE_MESSAGE:
      return 8;
    default: return 4; /* a bool is an int */
  }
}

static int is_pointer(ProtobufCType type) { return type == PROTOBUF_C_TYPE_STRING || type == PROTOBUF_C_TYPE_MESSAGE; }

static int is_zero(const void *value, ProtobufCType type) {
  static const char zero[16];
  if (type == PROTOBUF_C_TYPE_STRING) return **(const char *const *)value == '\0';
  return memcmp(value, zero, type == PROTOBUF_C_TYPE_BYTES ? sizeof(size_t) : size_of(type)) == 0;
}

/* By the rules that the library's own encoder follows. */
static int is_present(const ProtobufCFieldDescriptor *f, const void *value, const void *has) {
  if (f->label == PROTOBUF_C_LABEL_REPEATED) return *(const size_t *)has != 0;
  if (f->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) return *(const uint32_t *)has == f->id;
  if (is_pointer(f->type) && (*(void *const *)value == NULL || *(void *const *)value == f->default_value)) return 0;
  if (f->label == PROTOBUF_C_LABEL_NONE) return !is_zero(value, f->type);
  if (f->label == PROTOBUF_C_LABEL_OPTIONAL && !is_pointer(f->type)) return *(const protobuf_c_boolean *)has;
  return 1;
}

static int plan_children(step *s, const ProtobufCMessage *const *from, size_t count) {
  s->children = calloc(count, sizeof *s->children);
  for (size_t i = 0; s->children != NULL && i < count; i++)
    if ((s->children[i] = fill_plan(from[i])) == NULL) return -1;
  return s->children != NULL ? 0 : -1;
}

static void plan_step(step *s, const ProtobufCFieldDescriptor *f, const void *value) {
  *s = (step){.offset = f->offset, .quantifier_offset = f->quantifier_offset, .from = value};
  if (f->label == PROTOBUF_C_LABEL_REPEATED) {
    s->quantifier = COUNT_QUANTIFIER;
    s->from = *(const void *const *)value;
  } else if (f->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) {
    s->quantifier = INT_QUANTIFIER;
    s->quantity = f->id;
  } else if (f->label == PROTOBUF_C_LABEL_OPTIONAL && !is_pointer(f->type)) {
    s->quantifier = INT_QUANTIFIER;
    s->quantity = 1;
  }
  if (f->type == PROTOBUF_C_TYPE_MESSAGE) {
    s->kind = s->quantifier == COUNT_QUANTIFIER ? MESSAGES : MESSAGE;
    return;
  }
  size_t size = size_of(f->type);
  s->kind = s->quantifier == COUNT_QUANTIFIER ? BORROW : size == 4 ? STORE_4 : size == 8 ? STORE_8 : STORE_BYTES;
}

fill *fill_plan(const ProtobufCMessage *from) {
  const ProtobufCMessageDescriptor *type = from->descriptor;
  fill *plan = calloc(1, sizeof *plan + type->n_fields * sizeof *plan->steps);
  if (plan == NULL) return NULL;
  plan->type = type;
  if (from->n_unknown_fields != 0) plan->unknown = from;
  for (const ProtobufCFieldDescriptor *f = type->fields, *end = f + type->n_fields; f < end; f++) {
    const char *value = (const char *)from + f->offset, *has = (const char *)from + f->quantifier_offset;
    if (!is_present(f, value, has)) continue;
    step *s = &plan->steps[plan->size++];
    plan_step(s, f, value);
    if (s->quantifier == COUNT_QUANTIFIER) s->quantity = *(const size_t *)(const void *)has;
    if (s->kind != MESSAGE && s->kind != MESSAGES) continue;
    if (plan_children(s, s->kind == MESSAGES ? s->from : (const void *)value, s->kind == MESSAGES ? s->quantity : 1) != 0)
      return fill_free(plan), NULL;
  }
  return plan;
}

/* ---- what is done for each message ---- */

static int run_messages(const step *s, char *to, ProtobufCAllocator *allocator) {
  ProtobufCMessage **list = allocator->alloc(allocator->allocator_data, s->quantity * sizeof *list);
  for (size_t i = 0; list != NULL && i < s->quantity; i++)
    if ((list[i] = fill_message(s->children[i], allocator)) == NULL) return 0;
  memcpy(to + s->offset, &list, sizeof list);
  return list != NULL;
}

ProtobufCMessage *fill_message(const fill *plan, ProtobufCAllocator *allocator) {
  char *to = allocator->alloc(allocator->allocator_data, plan->type->sizeof_message);
  if (to == NULL) return NULL;
  plan->type->message_init((ProtobufCMessage *)(void *)to);
  if (plan->unknown != NULL) {
    ((ProtobufCMessage *)(void *)to)->n_unknown_fields = plan->unknown->n_unknown_fields;
    ((ProtobufCMessage *)(void *)to)->unknown_fields = plan->unknown->unknown_fields;
  }
  for (const step *s = plan->steps, *end = s + plan->size; s < end; s++) {
    const ProtobufCMessage *child;
    switch ((step_kind)s->kind) {
      case STORE_4: memcpy(to + s->offset, s->from, 4); break;
      case STORE_8: memcpy(to + s->offset, s->from, 8); break;
      case STORE_BYTES: memcpy(to + s->offset, s->from, sizeof(ProtobufCBinaryData)); break;
      case BORROW: memcpy(to + s->offset, &s->from, sizeof s->from); break;
      case MESSAGE:
        child = fill_message(s->children[0], allocator);
        if (child == NULL) return NULL;
        memcpy(to + s->offset, &child, sizeof child);
        break;
      case MESSAGES:
        if (!run_messages(s, to, allocator)) return NULL;
        break;
    }
    if (s->quantifier == INT_QUANTIFIER) *(uint32_t *)(void *)(to + s->quantifier_offset) = (uint32_t)s->quantity;
    else if (s->quantifier == COUNT_QUANTIFIER) *(size_t *)(void *)(to + s->quantifier_offset) = s->quantity;
  }
  return (ProtobufCMessage *)(void *)to;
}
