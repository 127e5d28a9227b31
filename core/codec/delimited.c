/* Finding the messages of a stream. */
#include "core/codec/delimited.h"

#include "core/base/limits.h"
#include "core/base/wire.h"

pbw_status pbwi_delimited_next(const uint8_t *data, size_t size, size_t *offset, pbw_bytes *message) {
  if (*offset == size) return PBW_END;
  const uint8_t *start = data + *offset, *end = data + size;
  uint64_t length;
  const uint8_t *p = pbwi_varint_read(start, end, &length);
  if (!p) return end - start < 10 ? PBW_ERR_TRUNCATED : PBW_ERR_MALFORMED;
  if (length > PBWI_MAX_SIZE) return PBW_ERR_SIZE;
  if (length > (size_t)(end - p)) return PBW_ERR_TRUNCATED;
  *message = (pbw_bytes){p, (size_t)length};
  *offset = (size_t)(p - data) + (size_t)length;
  return PBW_OK;
}
