#include "pbwire_fill.h"

#include <stdlib.h>
#include <string.h>

typedef enum step_kind { STORE_1, STORE_4, STORE_8, STORE_STRING, BORROW, MESSAGE, MESSAGES, MAP, CALL } step_kind;

/* What only lists, maps and submessages need. */
typedef struct below {
  size_t count;
  uint32_t entry_size, value_offset;
  const pbw_type *type; /* of submessages */
  size_t message_size;
  fill **children;      /* of each submessage, list element or map value */
} below;

/* Small, because a host's values are: what is read beside them counts. */
typedef struct step {
  uint8_t kind, presence;
  uint32_t offset, presence_offset, presence_mask; /* as the cell says */
  union {
    const void *from; /* the host's value, or its array of values */
    uint64_t number;  /* STORE_1, _4, _8: the value, as it stands in memory */
  } value;
  union {
    size_t count; /* BORROW: of elements */
    below *below;
    const pbw_field *field; /* CALL: for what has no cell, an extension */
  } more;
} step;

struct fill {
  const pbw_type *type;
  size_t size, count_1, count_4, count_8; /* of all; of those that store numbers, which come first */
  step steps[];
};

static int has_below(const step *s) { return s->kind == MESSAGE || s->kind == MESSAGES || s->kind == MAP; }

void fill_free(fill *plan) {
  if (plan == NULL) return;
  for (size_t i = 0; i < plan->size; i++) {
    step *s = &plan->steps[i];
    if (s->kind == CALL) free((void *)(uintptr_t)s->value.from);
    if (!has_below(s) || s->more.below == NULL) continue;
    for (size_t k = 0; s->more.below->children != NULL && k < s->more.below->count; k++) fill_free(s->more.below->children[k]);
    free(s->more.below->children);
    free(s->more.below);
  }
  free(plan);
}

/* ---- what a host looks up once ---- */

static int plan_below(const library *lib, step *s, const pbw_cell *cell, size_t count, const char *first, uint32_t distance) {
  below *b = s->more.below = calloc(1, sizeof *b);
  if (b == NULL) return -1;
  b->count = count;
  b->entry_size = cell->entry_size;
  b->value_offset = cell->value_offset;
  if (first == NULL) return 0; /* values that are no messages */
  b->children = calloc(count + 1, sizeof *b->children);
  if (b->children == NULL) return -1;
  for (size_t i = 0; i < count; i++) {
    const pbw_message *child = *(const pbw_message *const *)(const void *)(first + i * distance);
    b->children[i] = fill_plan(lib, child);
    if (b->children[i] == NULL) return -1;
    b->type = lib->message_type(child);
    b->message_size = lib->type_message_size(b->type);
  }
  return 0;
}

static int plan_number(step *s, step_kind kind, const void *value, size_t size) {
  s->kind = (uint8_t)kind;
  memcpy(&s->value.number, value, size);
  return 0;
}

static int plan_step(const library *lib, const pbw_message *from, const pbw_field *field, step *s) {
  pbw_cell cell = {.struct_size = sizeof cell};
  if (lib->field_cell(field, &cell) != PBW_OK) return -1;
  const char *value = (const char *)from + cell.offset;
  const pbw_list *list = (const pbw_list *)(const void *)value;
  const int is_message = cell.element_format == PBW_CELL_MESSAGE;
  s->offset = cell.offset;
  s->presence = (uint8_t)cell.presence;
  s->presence_offset = cell.presence_offset;
  s->presence_mask = cell.presence_mask;
  s->value.from = value;
  switch (cell.format) {
    case PBW_CELL_BOOL: return plan_number(s, STORE_1, value, 1);
    case PBW_CELL_32: return plan_number(s, STORE_4, value, 4);
    case PBW_CELL_64: return plan_number(s, STORE_8, value, 8);
    case PBW_CELL_BYTES: s->kind = STORE_STRING; return 0;
    case PBW_CELL_MESSAGE:
      s->kind = MESSAGE;
      return plan_below(lib, s, &cell, 1, value, 0);
    case PBW_CELL_LIST:
      s->kind = is_message ? MESSAGES : BORROW;
      s->value.from = list->data;
      if (is_message) return plan_below(lib, s, &cell, list->size, list->data, cell.entry_size);
      s->more.count = list->size;
      return 0;
    case PBW_CELL_MAP:
      s->kind = MAP;
      s->value.from = list->data;
      return plan_below(lib, s, &cell, list->size, is_message ? (const char *)list->data + cell.value_offset : NULL,
                        cell.entry_size);
    default: { /* no cell: an extension, set by a call. The benchmark has only singular ones */
      s->kind = CALL;
      s->more.field = field;
      void *copy = calloc(1, sizeof(pbw_bytes));
      s->value.from = copy;
      if (copy == NULL || lib->message_get(from, field, copy) != PBW_OK) return -1;
      return 0;
    }
  }
}

/* Steps of a kind run one after the other, which a processor foresees. */
static int by_kind(const void *a, const void *b) {
  const step *x = a, *y = b;
  if (x->kind != y->kind) return x->kind - y->kind;
  return (x->offset > y->offset) - (x->offset < y->offset);
}

fill *fill_plan(const library *lib, const pbw_message *from) {
  size_t fields = 1, iterator = 0; /* one for the unknown ones */
  const pbw_field *field;
  while (lib->message_next(from, &iterator, &field) == PBW_OK) fields++;
  fill *plan = calloc(1, sizeof *plan + fields * sizeof *plan->steps);
  if (plan == NULL) return NULL;
  plan->type = lib->message_type(from);
  for (iterator = 0; lib->message_next(from, &iterator, &field) == PBW_OK;)
    if (plan_step(lib, from, field, &plan->steps[plan->size++]) != 0) return fill_free(plan), NULL;

  uint32_t offset = lib->type_unknown_offset(plan->type);
  const pbw_list *unknown = (const pbw_list *)(const void *)((const char *)from + offset);
  if (offset != 0 && unknown->size != 0) {
    plan->steps[plan->size++] = (step){.kind = BORROW, .presence = PBW_PRESENCE_SIZE, .offset = offset,
                                       .more.count = unknown->size, .value.from = unknown->data};
  }
  qsort(plan->steps, plan->size, sizeof *plan->steps, by_kind);
  for (const step *s = plan->steps, *end = s + plan->size; s < end; s++) {
    plan->count_1 += s->kind == STORE_1;
    plan->count_4 += s->kind == STORE_4;
    plan->count_8 += s->kind == STORE_8;
  }
  return plan;
}

/* ---- what it does for each message ---- */

static pbw_status run(const library *lib, const fill *plan, pbw_ctx *ctx, char *to);

static pbw_status run_messages(const library *lib, const step *s, pbw_ctx *ctx, char *first, uint32_t distance) {
  const below *b = s->more.below;
  pbw_message *made;
  pbw_status status = lib->ctx_messages(ctx, b->type, b->count, 0, &made);
  for (size_t i = 0; i < b->count && status == PBW_OK; i++) {
    char *message = (char *)made + i * b->message_size;
    memcpy(first + i * distance, &message, sizeof message);
    status = run(lib, b->children[i], ctx, message);
  }
  return status;
}

static pbw_status run_list(const library *lib, const step *s, pbw_ctx *ctx, char *cell) {
  const below *b = s->more.below;
  void *data;
  size_t bytes = b->count * b->entry_size;
  pbw_status status = lib->ctx_alloc(ctx, bytes, &data);
  if (status != PBW_OK) return status;
  if (s->kind == MAP) memcpy(data, s->value.from, bytes);
  *(pbw_list *)(void *)cell = (pbw_list){data, b->count, 0};
  return b->children != NULL ? run_messages(lib, s, ctx, (char *)data + b->value_offset, b->entry_size) : PBW_OK;
}

static void say_present(const step *s, char *to) {
  if (s->presence == PBW_PRESENCE_BIT) to[s->presence_offset] |= (char)s->presence_mask;
  else if (s->presence == PBW_PRESENCE_ONEOF) memcpy(to + s->presence_offset, &s->presence_mask, 4);
}

/* `size` is a constant where this is called. */
static inline const step *store_numbers(const step *s, size_t count, size_t size, char *to) {
  for (const step *end = s + count; s < end; s++) {
    memcpy(to + s->offset, &s->value.number, size);
    say_present(s, to);
  }
  return s;
}

static pbw_status run(const library *lib, const fill *plan, pbw_ctx *ctx, char *to) {
  pbw_status status = PBW_OK;
  const step *s = plan->steps, *end = s + plan->size;
  s = store_numbers(s, plan->count_1, 1, to);
  s = store_numbers(s, plan->count_4, 4, to);
  s = store_numbers(s, plan->count_8, 8, to);
  for (; s < end && status == PBW_OK; s++) {
    char *cell = to + s->offset;
    switch ((step_kind)s->kind) {
      case STORE_1: case STORE_4: case STORE_8: break; /* done above */
      case STORE_STRING: memcpy(cell, s->value.from, sizeof(pbw_bytes)); break;
      case BORROW:
        *(pbw_list *)(void *)cell = (pbw_list){(void *)(uintptr_t)s->value.from, s->more.count, 0};
        break;
      case MESSAGE: status = run_messages(lib, s, ctx, cell, 0); break;
      case MESSAGES: case MAP: status = run_list(lib, s, ctx, cell); break;
      case CALL: status = lib->message_set((pbw_message *)(void *)to, s->more.field, s->value.from); continue;
    }
    say_present(s, to);
  }
  return status;
}

pbw_status fill_message(const library *lib, const fill *plan, pbw_ctx *ctx, pbw_message **out) {
  pbw_status status = lib->ctx_messages(ctx, plan->type, 1, PBW_RESET, out);
  return status == PBW_OK ? run(lib, plan, ctx, (char *)*out) : status;
}
