/* How the codecs' operations are compiled.
 *
 * Where the compiler promises tail calls that keep their arguments in registers (clang 19 and newer on x86-64
 * and arm64), each operation is a function of its own: the compiler then gives each its own registers.
 * Elsewhere in GNU C each is a label of one function, and records hold the labels' addresses. Elsewhere still,
 * a switch stands for the addresses. The text of the operations is the same: decode_ops.h, encode_ops.h. */
#ifndef PBWI_TAIL_H
#define PBWI_TAIL_H

#include "core/base/arena.h"

#define PBWI_TAIL_CALLS 0
#if defined(__has_attribute)
#if __has_attribute(musttail) && __has_attribute(preserve_none) && (defined(__x86_64__) || defined(__aarch64__)) && \
    !PBWI_SANITIZED
#undef PBWI_TAIL_CALLS
#define PBWI_TAIL_CALLS 1
#endif
#endif

#if PBWI_TAIL_CALLS
#define PBWI_OPERATION __attribute__((preserve_none))
#define PBWI_MUSTTAIL __attribute__((musttail))
#endif

#endif
