/* A message is one struct with everything in it, so filling it is a flat list of stores: values, strings with their ends,
 * counts of lists, and whether something is there. A program that stores all of them needs no init_zero before. */
#include "fill.h"

#include <pb_common.h>
#include <stdlib.h>
#include <string.h>

typedef struct store {
  uint32_t offset, size;
  const void *from;
} store;

struct fill {
  const char *first; /* of the struct that is copied */
  size_t size, capacity;
  store *stores;
};

void fill_free(fill *plan) {
  if (plan != NULL) free(plan->stores);
  free(plan);
}

/* ---- what is looked up once ---- */

static int add(fill *plan, const void *from, size_t size) {
  if (plan->size == plan->capacity) {
    plan->capacity = 2 * plan->capacity + 16;
    store *more = realloc(plan->stores, plan->capacity * sizeof *more);
    if (more == NULL) return -1;
    plan->stores = more;
  }
  plan->stores[plan->size++] = (store){(uint32_t)((const char *)from - plan->first), (uint32_t)size, from};
  return 0;
}

static int add_fields(fill *plan, const pb_msgdesc_t *type, void *message);

static int add_value(fill *plan, const pb_field_iter_t *field, char *value) {
  const pb_bytes_array_t *bytes = (const pb_bytes_array_t *)(const void *)value;
  switch (PB_LTYPE(field->type)) {
    case PB_LTYPE_STRING: return add(plan, value, strlen(value) + 1);
    case PB_LTYPE_BYTES: return add(plan, value, offsetof(pb_bytes_array_t, bytes) + bytes->size);
    case PB_LTYPE_SUBMESSAGE: return add_fields(plan, field->submsg_desc, value);
    default: return add(plan, value, field->data_size);
  }
}

static int add_field(fill *plan, const pb_field_iter_t *field) {
  size_t count = 1;
  if (PB_ATYPE(field->type) != PB_ATYPE_STATIC || PB_LTYPE(field->type) == PB_LTYPE_EXTENSION) return -1;
  switch (PB_HTYPE(field->type)) {
    case PB_HTYPE_REPEATED:
      count = *(const pb_size_t *)field->pSize;
      if (add(plan, field->pSize, sizeof(pb_size_t)) != 0) return -1;
      break;
    case PB_HTYPE_ONEOF: /* which one, by the first of them or by the one that is there */
      count = *(const pb_size_t *)field->pSize == field->tag;
      if ((count || *(const pb_size_t *)field->pSize == 0) && add(plan, field->pSize, sizeof(pb_size_t)) != 0) return -1;
      break;
    case PB_HTYPE_OPTIONAL:
      if (field->pSize == NULL) break; /* no presence: the value itself says it */
      count = *(const bool *)field->pSize;
      if (add(plan, field->pSize, sizeof(bool)) != 0) return -1;
      break;
    default: break;
  }
  for (size_t i = 0; i < count; i++)
    if (add_value(plan, field, (char *)field->pField + i * field->data_size) != 0) return -1;
  return 0;
}

static int add_fields(fill *plan, const pb_msgdesc_t *type, void *message) {
  pb_field_iter_t field;
  if (!pb_field_iter_begin(&field, type, message)) return 0; /* it has no fields */
  do
    if (add_field(plan, &field) != 0) return -1;
  while (pb_field_iter_next(&field));
  return 0;
}

fill *fill_plan(const pb_msgdesc_t *type, void *from) {
  fill *plan = calloc(1, sizeof *plan);
  if (plan == NULL) return NULL;
  plan->first = from;
  if (add_fields(plan, type, from) == 0) return plan;
  fill_free(plan);
  return NULL;
}

/* ---- what is done for each message ---- */

void fill_message(const fill *plan, void *to) {
  for (const store *s = plan->stores, *end = s + plan->size; s < end; s++) {
    char *at = (char *)to + s->offset;
    switch (s->size) {
      case 1: memcpy(at, s->from, 1); break;
      case 2: memcpy(at, s->from, 2); break;
      case 4: memcpy(at, s->from, 4); break;
      case 8: memcpy(at, s->from, 8); break;
      default: memcpy(at, s->from, s->size);
    }
  }
}
