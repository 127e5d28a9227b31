/* Whether two encodings say the same. */
#ifndef PBW_BENCH_PROOF_H
#define PBW_BENCH_PROOF_H

#include <stddef.h>
#include <stdint.h>

/* 1 when the bytes are equal, or when only the order differs in which fields of different numbers stand at
 * the top, or entries of a map with integer keys. (upb writes extensions from the last to the first, and its
 * deterministic order of integer keys is another one.) */
int proof_equal(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size);

#endif
