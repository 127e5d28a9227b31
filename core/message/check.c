/* Required fields: a visitor that goes only where the plan says that one may be missing. */
#include "core/message/check.h"

#include "core/base/status.h"
#include "core/message/walk.h"

/* The first required field that `message` lacks, or NULL. One compare where the plan's mask tells all. */
static const pbwi_slot *missing(const pbw_message *message) {
  const pbwi_plan *plan = message->plan;
  if (!(plan->flags & PBWI_PLAN_REQUIRED) || !pbwi_plan_incomplete(plan, message)) return NULL;
  for (const pbwi_slot *slot = plan->slots, *end = slot + plan->slot_count; slot != end; slot++)
    if ((slot->flags & PBWI_SLOT_REQUIRED) && !pbwi_has(message, slot)) return slot;
  return NULL;
}

/* The first required field of a type: what an empty message lacks. */
static const pbwi_slot *first_required(const pbwi_plan *plan) {
  for (const pbwi_slot *slot = plan->slots, *end = slot + plan->slot_count; slot != end; slot++)
    if (slot->flags & PBWI_SLOT_REQUIRED) return slot;
  return NULL;
}

static pbw_status enter(pbwi_walk *walk, pbwi_frame *frame) {
  (void)walk;
  return missing(frame->from) ? PBW_ERR_REQUIRED : PBW_OK;
}

static pbw_status field(pbwi_walk *walk, pbwi_frame *frame) {
  (void)walk;
  const pbwi_plan *below = pbwi_slot_below(frame->slot);
  if (!below || !(below->flags & PBWI_PLAN_REQUIRED_BELOW)) return PBWI_WALK_ON;
  return pbwi_has(frame->from, frame->slot) ? PBWI_WALK_BELOW : PBWI_WALK_ON;
}

static pbw_status child(pbwi_walk *walk, pbwi_frame *frame, const pbw_message *from, pbw_message **partner) {
  (void)walk, (void)partner;
  if (from) return PBWI_WALK_BELOW;
  /* What a host left out counts as empty. */
  return first_required(pbwi_slot_below(frame->slot)) ? PBW_ERR_REQUIRED : PBWI_WALK_ON;
}

static void leave(pbwi_walk *walk, pbwi_frame *frame, pbwi_frame *outer) { (void)walk, (void)frame, (void)outer; }

static const pbwi_visitor visitor = {enter, field, child, leave};

pbw_status pbwi_check(const pbw_message *message, pbw_error *error) {
  if (!message) return pbwi_error_set(error, PBW_ERR_ARGUMENT, PBW_NO_OFFSET, NULL, NULL);
  if (!(message->plan->flags & PBWI_PLAN_REQUIRED_BELOW)) return PBW_OK;
  pbwi_walk walk;
  pbwi_walk_init(&walk, NULL);
  pbw_status status = pbwi_walk_run(&walk, visitor, message, NULL);
  if (status == PBW_ERR_REQUIRED) {
    const pbwi_frame *top = &walk.frames[walk.depth - 1];
    const pbwi_slot *own = missing(top->from);
    pbwi_walk_fail(&walk, status, own ? own : first_required(pbwi_slot_below(top->slot)), !own, error);
  } else if (status) {
    pbwi_error_set(error, status, PBW_NO_OFFSET, NULL, NULL);
  }
  pbwi_walk_done(&walk);
  return status;
}
