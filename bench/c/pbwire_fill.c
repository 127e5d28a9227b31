#include "pbwire_fill.h"

#include <stdlib.h>
#include <string.h>

typedef enum step_kind { STORE_1, STORE_4, STORE_8, STORE_STRING, BORROW, MESSAGE, MESSAGES, MAP, CALL } step_kind;

typedef struct step {
  step_kind kind;
  int32_t presence;
  uint32_t offset, presence_offset, presence_mask;
  uint32_t entry_size, value_offset;
  size_t count;
  const void *from;       /* the host's value, or its array of values */
  const pbw_type *type;   /* of submessages */
  size_t message_size;
  fill **children;        /* of each submessage, list element or map value */
  const pbw_field *field; /* for what has no cell: an extension */
} step;

struct fill {
  const pbw_type *type;
  size_t size;
  step *steps;
};

void fill_free(fill *plan) {
  if (plan == NULL) return;
  for (size_t i = 0; i < plan->size; i++) {
    for (size_t k = 0; plan->steps[i].children != NULL && k < plan->steps[i].count; k++)
      fill_free(plan->steps[i].children[k]);
    free(plan->steps[i].children);
    if (plan->steps[i].kind == CALL) free((void *)(uintptr_t)plan->steps[i].from);
  }
  free(plan->steps);
  free(plan);
}

/* ---- what a host looks up once ---- */

static int plan_children(const library *lib, step *s, const char *first, uint32_t distance) {
  s->children = calloc(s->count, sizeof *s->children);
  if (s->children == NULL) return -1;
  for (size_t i = 0; i < s->count; i++) {
    const pbw_message *child = *(const pbw_message *const *)(const void *)(first + i * distance);
    s->children[i] = fill_plan(lib, child);
    if (s->children[i] == NULL) return -1;
    s->type = lib->message_type(child);
    s->message_size = lib->type_message_size(s->type);
  }
  return 0;
}

static int plan_step(const library *lib, const pbw_message *from, const pbw_field *field, step *s) {
  pbw_cell cell = {.struct_size = sizeof cell};
  if (lib->field_cell(field, &cell) != PBW_OK) return -1;
  const char *value = (const char *)from + cell.offset;
  s->field = field;
  s->offset = cell.offset;
  s->presence = cell.presence;
  s->presence_offset = cell.presence_offset;
  s->presence_mask = cell.presence_mask;
  s->entry_size = cell.entry_size;
  s->value_offset = cell.value_offset;
  s->from = value;
  const pbw_list *list = (const pbw_list *)(const void *)value;
  switch (cell.format) {
    case PBW_CELL_BOOL: s->kind = STORE_1; return 0;
    case PBW_CELL_32: s->kind = STORE_4; return 0;
    case PBW_CELL_64: s->kind = STORE_8; return 0;
    case PBW_CELL_BYTES: s->kind = STORE_STRING; return 0;
    case PBW_CELL_MESSAGE:
      s->kind = MESSAGE;
      s->count = 1;
      return plan_children(lib, s, value, 0);
    case PBW_CELL_LIST:
      s->kind = cell.element_format == PBW_CELL_MESSAGE ? MESSAGES : BORROW;
      s->count = list->size;
      s->from = list->data;
      return s->kind == BORROW ? 0 : plan_children(lib, s, list->data, cell.entry_size);
    case PBW_CELL_MAP:
      s->kind = MAP;
      s->count = list->size;
      s->from = list->data;
      if (cell.element_format != PBW_CELL_MESSAGE) return 0;
      return plan_children(lib, s, (const char *)list->data + cell.value_offset, cell.entry_size);
    default: { /* no cell: an extension, set by a call. The benchmark has only singular ones */
      s->kind = CALL;
      void *copy = calloc(1, sizeof(pbw_bytes));
      s->from = copy;
      if (copy == NULL || lib->message_get(from, field, copy) != PBW_OK) return -1;
      return 0;
    }
  }
}

fill *fill_plan(const library *lib, const pbw_message *from) {
  fill *plan = calloc(1, sizeof *plan);
  size_t fields = 0, iterator = 0;
  const pbw_field *field;
  while (lib->message_next(from, &iterator, &field) == PBW_OK) fields++;
  if (plan == NULL) return NULL;
  plan->type = lib->message_type(from);
  plan->steps = calloc(fields + 1, sizeof *plan->steps);
  if (plan->steps == NULL) return fill_free(plan), NULL;
  for (iterator = 0; lib->message_next(from, &iterator, &field) == PBW_OK;)
    if (plan_step(lib, from, field, &plan->steps[plan->size++]) != 0) return fill_free(plan), NULL;

  uint32_t offset = lib->type_unknown_offset(plan->type);
  const pbw_list *unknown = (const pbw_list *)(const void *)((const char *)from + offset);
  if (offset != 0 && unknown->size != 0) {
    plan->steps[plan->size++] = (step){.kind = BORROW, .presence = PBW_PRESENCE_SIZE, .offset = offset,
                                       .count = unknown->size, .from = unknown->data};
  }
  return plan;
}

/* ---- what it does for each message ---- */

static pbw_status run(const library *lib, const fill *plan, pbw_ctx *ctx, char *to);

static pbw_status run_messages(const library *lib, const step *s, pbw_ctx *ctx, char *first, uint32_t distance) {
  pbw_message *made;
  pbw_status status = lib->ctx_messages(ctx, s->type, s->count, 0, &made);
  for (size_t i = 0; i < s->count && status == PBW_OK; i++) {
    char *message = (char *)made + i * s->message_size;
    memcpy(first + i * distance, &message, sizeof message);
    status = run(lib, s->children[i], ctx, message);
  }
  return status;
}

static pbw_status run_list(const library *lib, const step *s, pbw_ctx *ctx, char *cell) {
  void *data;
  size_t bytes = s->count * s->entry_size;
  pbw_status status = lib->ctx_alloc(ctx, bytes, &data);
  if (status != PBW_OK) return status;
  if (s->kind == MAP) memcpy(data, s->from, bytes);
  *(pbw_list *)(void *)cell = (pbw_list){data, s->count, 0};
  return s->children != NULL ? run_messages(lib, s, ctx, (char *)data + s->value_offset, s->entry_size) : PBW_OK;
}

static pbw_status run(const library *lib, const fill *plan, pbw_ctx *ctx, char *to) {
  pbw_status status = PBW_OK;
  for (const step *s = plan->steps, *end = s + plan->size; s < end && status == PBW_OK; s++) {
    char *cell = to + s->offset;
    switch (s->kind) {
      case STORE_1: memcpy(cell, s->from, 1); break;
      case STORE_4: memcpy(cell, s->from, 4); break;
      case STORE_8: memcpy(cell, s->from, 8); break;
      case STORE_STRING: memcpy(cell, s->from, sizeof(pbw_bytes)); break;
      case BORROW: *(pbw_list *)(void *)cell = (pbw_list){(void *)(uintptr_t)s->from, s->count, 0}; break;
      case MESSAGE: status = run_messages(lib, s, ctx, cell, 0); break;
      case MESSAGES: case MAP: status = run_list(lib, s, ctx, cell); break;
      case CALL: status = lib->message_set((pbw_message *)(void *)to, s->field, s->from); continue;
    }
    if (s->presence == PBW_PRESENCE_BIT) to[s->presence_offset] |= (char)s->presence_mask;
    else if (s->presence == PBW_PRESENCE_ONEOF) memcpy(to + s->presence_offset, &s->presence_mask, 4);
  }
  return status;
}

pbw_status fill_message(const library *lib, const fill *plan, pbw_ctx *ctx, pbw_message **out) {
  pbw_status status = lib->ctx_messages(ctx, plan->type, 1, PBW_RESET, out);
  return status == PBW_OK ? run(lib, plan, ctx, (char *)*out) : status;
}
