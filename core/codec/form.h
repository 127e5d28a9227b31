/* Scalar values between a 64-bit word, as varints carry it, and a cell. `form` is a constant wherever these
 * are called, so that each becomes an instruction or two. */
#ifndef PBWI_FORM_H
#define PBWI_FORM_H

#include "core/base/wire.h"
#include "core/plan/ops.h"

/* Bytes of a cell. */
PBWI_INLINE size_t pbwi_form_size(unsigned form) {
  switch (form) {
    case PBWI_FORM_BOOL: return 1;
    case PBWI_FORM_VAR64:
    case PBWI_FORM_ZIG64:
    case PBWI_FORM_FIX64: return 8;
    case PBWI_FORM_BYTES: return sizeof(pbw_bytes);
    default: return 4;
  }
}

PBWI_INLINE void pbwi_form_store(void *cell, unsigned form, uint64_t value) {
  uint32_t word = (uint32_t)value;
  uint8_t flag = value != 0;
  if (form == PBWI_FORM_ZIG32) word = pbwi_unzigzag32(word);
  if (form == PBWI_FORM_ZIG64) value = pbwi_unzigzag64(value);
  switch (pbwi_form_size(form)) {
    case 1: memcpy(cell, &flag, 1); break;
    case 4: memcpy(cell, &word, 4); break;
    default: memcpy(cell, &value, 8); break;
  }
}

PBWI_INLINE uint64_t pbwi_form_load(const void *cell, unsigned form) {
  uint8_t flag;
  uint32_t word;
  uint64_t value;
  switch (pbwi_form_size(form)) {
    case 1: memcpy(&flag, cell, 1); return flag != 0;
    case 4: memcpy(&word, cell, 4); break;
    default: memcpy(&value, cell, 8); return form == PBWI_FORM_ZIG64 ? pbwi_zigzag64((int64_t)value) : value;
  }
  if (form == PBWI_FORM_INT32) return (uint64_t)(int64_t)(int32_t)word;
  return form == PBWI_FORM_ZIG32 ? pbwi_zigzag32((int32_t)word) : word;
}

#endif
