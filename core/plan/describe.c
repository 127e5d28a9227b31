/* From slots to public cells. */
#include "core/plan/describe.h"

pbw_status pbwi_slot_describe(const pbwi_slot *slot, pbw_cell *out) {
  if (out->struct_size < sizeof *out) return PBW_ERR_ARGUMENT;
  const pbwi_kind *kind = &pbwi_kinds[slot->type];
  pbw_cell cell = {
      .struct_size = out->struct_size,
      .format = kind->cell,
      .offset = slot->offset,
      .size = kind->cell_size,
      .presence = slot->presence,
      .presence_offset = slot->presence_offset,
      .presence_mask = slot->presence_mask,
  };
  if (slot->cardinality == PBW_REPEATED) {
    cell.format = PBW_CELL_LIST;
    cell.size = sizeof(pbw_list);
    cell.element_format = kind->cell;
    cell.entry_size = kind->cell_size;
  } else if (slot->cardinality == PBW_MAP) {
    const pbwi_slot *key = &slot->sub->slots[0], *value = &slot->sub->slots[1];
    cell.format = PBW_CELL_MAP;
    cell.size = sizeof(pbw_list);
    cell.element_format = pbwi_kinds[value->type].cell;
    cell.entry_size = slot->sub->size;
    cell.key_format = pbwi_kinds[key->type].cell;
    cell.value_offset = value->offset;
  }
  *out = cell;
  return PBW_OK;
}
