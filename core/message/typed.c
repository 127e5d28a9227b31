/* Singular fields as C values. One table says how each field type is read as an integer. */
#include "core/message/typed.h"

#include <math.h>

#include "core/message/access.h"

/* What a field's values are, as C sees them. */
typedef enum shape { OTHER, SIGNED32, SIGNED64, UNSIGNED32, UNSIGNED64 } shape;

static const uint8_t shapes[19] = {
    [PBW_TYPE_INT32] = SIGNED32,    [PBW_TYPE_SINT32] = SIGNED32,    [PBW_TYPE_SFIXED32] = SIGNED32,
    [PBW_TYPE_ENUM] = SIGNED32,     [PBW_TYPE_INT64] = SIGNED64,     [PBW_TYPE_SINT64] = SIGNED64,
    [PBW_TYPE_SFIXED64] = SIGNED64, [PBW_TYPE_UINT32] = UNSIGNED32,  [PBW_TYPE_FIXED32] = UNSIGNED32,
    [PBW_TYPE_UINT64] = UNSIGNED64, [PBW_TYPE_FIXED64] = UNSIGNED64,
};

/* ---- reading ---- */

/* The value of a field of this message, or zero. */
static pbwi_any_cell value_of(const pbw_message *message, const pbwi_slot *slot) {
  pbwi_any_cell cell;
  if (pbwi_message_get(message, slot, &cell)) memset(&cell, 0, sizeof cell);
  return cell;
}

static bool has_format(const pbwi_slot *slot, int format) { return slot && pbwi_slot_format(slot) == format; }

bool pbwi_get_bool(const pbw_message *message, const pbwi_slot *slot) {
  return has_format(slot, PBW_CELL_BOOL) && value_of(message, slot).b;
}

int64_t pbwi_get_int64(const pbw_message *message, const pbwi_slot *slot) {
  switch (slot ? shapes[slot->type] : OTHER) {
    case SIGNED32: return (int32_t)value_of(message, slot).v32;
    case UNSIGNED32: return value_of(message, slot).v32;
    case SIGNED64: return (int64_t)value_of(message, slot).v64;
    default: return 0;
  }
}

uint64_t pbwi_get_uint64(const pbw_message *message, const pbwi_slot *slot) {
  switch (slot ? shapes[slot->type] : OTHER) {
    case UNSIGNED32: return value_of(message, slot).v32;
    case UNSIGNED64: return value_of(message, slot).v64;
    default: return 0;
  }
}

double pbwi_get_double(const pbw_message *message, const pbwi_slot *slot) {
  double wide = 0;
  float narrow = 0;
  pbwi_any_cell cell;
  if (!slot || (slot->type != PBW_TYPE_DOUBLE && slot->type != PBW_TYPE_FLOAT)) return 0;
  cell = value_of(message, slot);
  if (slot->type == PBW_TYPE_DOUBLE) memcpy(&wide, &cell.v64, sizeof wide);
  else memcpy(&narrow, &cell.v32, sizeof narrow);
  return slot->type == PBW_TYPE_DOUBLE ? wide : (double)narrow;
}

pbw_bytes pbwi_get_bytes(const pbw_message *message, const pbwi_slot *slot) {
  return has_format(slot, PBW_CELL_BYTES) ? value_of(message, slot).bytes : (pbw_bytes){NULL, 0};
}

const pbw_message *pbwi_get_message(const pbw_message *message, const pbwi_slot *slot) {
  return has_format(slot, PBW_CELL_MESSAGE) ? value_of(message, slot).message : NULL;
}

/* ---- writing ---- */

/* An integer by its bits: negative tells how to read the highest one. */
static pbw_status set_integer(pbw_message *message, const pbwi_slot *slot, uint64_t bits, bool negative) {
  pbwi_any_cell cell;
  bool fits = true;
  switch (slot ? shapes[slot->type] : OTHER) {
    case SIGNED32: fits = negative ? (int64_t)bits >= INT32_MIN : bits <= INT32_MAX; break;
    case SIGNED64: fits = negative || bits <= INT64_MAX; break;
    case UNSIGNED32: fits = !negative && bits <= UINT32_MAX; break;
    case UNSIGNED64: fits = !negative; break;
    default: return PBW_ERR_ARGUMENT;
  }
  if (pbwi_slot_size(slot) == 4) cell.v32 = (uint32_t)bits;
  else cell.v64 = bits;
  pbw_status status = fits ? PBW_OK : PBW_ERR_RANGE;
  return status ? status : pbwi_message_set(message, slot, &cell);
}

pbw_status pbwi_set_bool(pbw_message *message, const pbwi_slot *slot, bool value) {
  uint8_t cell = value;
  return has_format(slot, PBW_CELL_BOOL) ? pbwi_message_set(message, slot, &cell) : PBW_ERR_ARGUMENT;
}

pbw_status pbwi_set_int64(pbw_message *message, const pbwi_slot *slot, int64_t value) {
  return set_integer(message, slot, (uint64_t)value, value < 0);
}

pbw_status pbwi_set_uint64(pbw_message *message, const pbwi_slot *slot, uint64_t value) {
  return set_integer(message, slot, value, false);
}

pbw_status pbwi_set_double(pbw_message *message, const pbwi_slot *slot, double value) {
  float narrow = (float)value;
  if (slot && slot->type == PBW_TYPE_DOUBLE) return pbwi_message_set(message, slot, &value);
  if (!slot || slot->type != PBW_TYPE_FLOAT) return PBW_ERR_ARGUMENT;
  return isinf(narrow) && !isinf(value) ? PBW_ERR_RANGE : pbwi_message_set(message, slot, &narrow);
}

pbw_status pbwi_set_bytes(pbw_message *message, const pbwi_slot *slot, pbw_bytes value) {
  return has_format(slot, PBW_CELL_BYTES) ? pbwi_message_set(message, slot, &value) : PBW_ERR_ARGUMENT;
}

/* ---- iteration ---- */

const pbwi_slot *pbwi_next_field(const pbw_message *message, size_t *iterator) {
  const pbwi_plan *plan = message->plan;
  for (size_t i = *iterator; i < plan->slot_count; i++)
    if (pbwi_has(message, &plan->slots[i])) {
      *iterator = i + 1;
      return &plan->slots[i];
    }
  *iterator = plan->slot_count;
  return NULL;
}
