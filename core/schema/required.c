/* Which types have a required field, in themselves or somewhere below: only their messages need to be walked
 * when required fields are checked.
 *
 * The fields are turned around (from each type to the types that have a field of it), and walked from the
 * types with required fields upwards, each type once. */
#include "core/schema/load.h"

typedef struct graph {
  const pbw_schema *schema;
  size_t *start;  /* of the users of type i: users[start[i]] to users[start[i + 1]] */
  uint32_t *users;
} graph;

static size_t index_of(const pbw_schema *schema, const pbwi_plan *plan) {
  return (size_t)((const pbw_type *)plan->type - schema->types);
}

static bool has_required(const pbwi_plan *plan) {
  for (uint16_t i = 0; i < plan->slot_count; i++)
    if (plan->slots[i].flags & PBWI_SLOT_REQUIRED) return true;
  return false;
}

static bool turn_around(pbwi_load *load, graph *g) {
  const pbw_schema *schema = load->schema;
  size_t count = schema->type_count, edges = 0;
  g->schema = schema;
  g->start = pbwi_arena_zalloc(load->work, (count + 2) * sizeof *g->start);
  if (!g->start) return false;
  for (size_t i = 0; i < count; i++) {
    const pbwi_plan *plan = &schema->types[i].plan;
    for (uint16_t s = 0; s < plan->slot_count; s++) {
      if (!plan->slots[s].sub) continue;
      g->start[index_of(schema, plan->slots[s].sub) + 2]++;
      edges++;
    }
  }
  g->users = pbwi_arena_alloc(load->work, edges * sizeof *g->users);
  if (!g->users) return false;
  for (size_t i = 2; i <= count + 1; i++) g->start[i] += g->start[i - 1];
  for (size_t i = 0; i < count; i++) {
    const pbwi_plan *plan = &schema->types[i].plan;
    for (uint16_t s = 0; s < plan->slot_count; s++)
      if (plan->slots[s].sub) g->users[g->start[index_of(schema, plan->slots[s].sub) + 1]++] = (uint32_t)i;
  }
  return true;
}

pbw_status pbwi_pass_required(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  graph g;
  uint32_t *stack = pbwi_arena_alloc(load->work, schema->type_count * sizeof *stack);
  if (!stack || !turn_around(load, &g)) return pbwi_fail_memory(load);
  size_t depth = 0;
  for (size_t i = 0; i < schema->type_count; i++) {
    if (!has_required(&schema->types[i].plan)) continue;
    schema->types[i].plan.flags |= PBWI_PLAN_REQUIRED_BELOW;
    stack[depth++] = (uint32_t)i;
  }
  while (depth) {
    uint32_t type = stack[--depth];
    for (size_t u = g.start[type]; u < g.start[type + 1]; u++) {
      pbwi_plan *user = &schema->types[g.users[u]].plan;
      if (user->flags & PBWI_PLAN_REQUIRED_BELOW) continue;
      user->flags |= PBWI_PLAN_REQUIRED_BELOW;
      stack[depth++] = g.users[u];
    }
  }
  return PBW_OK;
}
