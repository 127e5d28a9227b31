/* From the generated tables of boot.c to plans. They are made anew for every schema that is loaded, which
 * takes some microseconds and needs no global state. */
#include "core/schema/boot_plan.h"

#include "core/codec/decode.h"
#include "core/schema/layout.h"
#include "core/schema/plan_build.h"

/* A slot of a field; `bit` is the next presence bit. */
static void make_slot(const pbwi_boot_field *field, const pbwi_plan *plans, uint32_t *bit, pbwi_slot *slot) {
  *slot = (pbwi_slot){
      .number = field->number,
      .type = field->type,
      .cardinality = field->repeated ? PBW_REPEATED : PBW_SINGULAR,
      .presence = field->repeated ? PBW_PRESENCE_SIZE : PBW_PRESENCE_POINTER,
      .offset = field->offset,
      .name = field->name,
  };
  if (field->type == PBW_TYPE_MESSAGE)
    slot->sub = &plans[field->sub];
  else if (!field->repeated)
    pbwi_layout_bit(slot, (uint32_t)PBWI_HAS_OFFSET, (*bit)++);
}

static bool make_plan(const pbwi_boot_type *type, const pbwi_plan *plans, pbwi_plan *plan, pbw_arena *arena) {
  pbwi_slot *slots = pbwi_arena_alloc(arena, type->field_count * sizeof *slots);
  if (!slots) return false;
  uint32_t bits = 0;
  for (uint16_t i = 0; i < type->field_count; i++) make_slot(&type->fields[i], plans, &bits, &slots[i]);
  *plan = (pbwi_plan){
      .size = (uint32_t)pbwi_align(type->size, PBWI_ARENA_ALIGN),
      .slot_count = type->field_count,
      .has_offset = (uint32_t)PBWI_HAS_OFFSET,
      .has_words = 1,
      .slots = slots,
      .name = type->name,
  };
  return pbwi_plan_build(plan, arena) == PBW_OK;
}

const pbwi_plan *pbwi_boot_plans(pbw_arena *arena) {
  pbwi_plan *plans = pbwi_arena_alloc(arena, PBWI_BOOT_TYPES * sizeof *plans);
  if (!plans) return NULL;
  for (int i = 0; i < PBWI_BOOT_TYPES; i++)
    if (!make_plan(&pbwi_boot_types[i], plans, &plans[i], arena)) return NULL;
  return plans;
}

pbw_status pbwi_boot_decode(const pbwi_plan *plans, int type, pbw_bytes bytes, pbw_arena *arena, const void **out,
                            pbw_error *error) {
  pbwi_decode_job job = {
      .plan = &plans[type],
      .data = bytes.data,
      .size = bytes.size,
      .memory = arena,
      .flags = PBW_ALIAS | PBW_PARTIAL | PBW_NO_UNKNOWN,
      .max_depth = PBWI_DEFAULT_DEPTH,
      .max_size = PBWI_MAX_SIZE,
  };
  pbw_message *message;
  pbw_status status = pbwi_decode(&job, &message, error);
  *out = message;
  return status;
}
