/* Look-ups in plans. */
#include "core/plan/plan.h"

const pbwi_slot *pbwi_plan_find(const pbwi_plan *plan, uint32_t number) {
  if (number < plan->dense) {
    uint16_t index = plan->by_number[number];
    return index ? &plan->slots[index - 1] : NULL;
  }
  size_t low = 0, high = plan->slot_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    uint32_t at = plan->slots[middle].number;
    if (at == number) return &plan->slots[middle];
    if (at < number)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

bool pbwi_numbers_has(const pbwi_numbers *numbers, int32_t value) {
  if ((uint32_t)value - (uint32_t)numbers->low < numbers->dense) return true;
  size_t low = 0, high = numbers->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int32_t at = numbers->sorted[middle];
    if (at == value) return true;
    if (at < value)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}
