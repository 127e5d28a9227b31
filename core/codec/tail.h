/* How the codecs' operations are compiled: one text, three ways.
 *
 *   tail calls   Where the compiler promises calls that end a function and keep their arguments in registers (clang 19
 *                and newer on x86-64 and arm64), each operation is a function: it gets registers of its own.
 *   labels       Elsewhere in GNU C each is a label of one function, and records hold the labels' addresses.
 *   a switch     stands for the addresses in any other C11. PBWI_LABELS=0 asks for it.
 *
 * decode.c and encode.c define STATE (the parameters that all operations share), ARGS (their names), CODE (which code
 * runs which operation) and PAIRS, include this, and then the text: decode_ops.h, encode_ops.h. */
#ifndef PBWI_TAIL_H
#define PBWI_TAIL_H

#include "core/base/arena.h"

#ifndef PBWI_LABELS
#if defined(__GNUC__)
#define PBWI_LABELS 1
#else
#define PBWI_LABELS 0
#endif
#endif

#define PBWI_TAIL_CALLS 0
#if defined(__has_attribute) && PBWI_LABELS
#if __has_attribute(musttail) && __has_attribute(preserve_none) && (defined(__x86_64__) || defined(__aarch64__)) && \
    !PBWI_SANITIZED
#undef PBWI_TAIL_CALLS
#define PBWI_TAIL_CALLS 1
#endif
#endif

#if PBWI_TAIL_CALLS

#define OPERATION __attribute__((preserve_none))
#define TAIL __attribute__((musttail)) return
#define OP(name) static OPERATION void name(STATE)
#define JUMP(name) TAIL name(ARGS)
#define GO(r) TAIL((operation *)(uintptr_t)(r)->go)(ARGS)
#define GO_INNER(r) TAIL((operation *)(uintptr_t)operations[(r)->inner])(ARGS)
/* Without this the compiler goes on with a copy of the record, and moves it back before the jump. */
#define SETTLE(v) PBWI_IN_REGISTER(v)
#define DECLARE(number, name) OP(name);
#define DECLARE_MORE(name) OP(name);
#define DECLARE_PAIR(a, b) OP(pair_##a##_##b);
#define ADDRESS(number, name) [number] = (const void *)name,
#define PAIR_ADDRESS(a, b) (const void *)pair_##a##_##b,

#else

#define OP(name) name:
#define JUMP(name) goto name
#define SETTLE(v) (void)0
#if PBWI_LABELS
#define GO(r) goto *(r)->go
#define GO_INNER(r) goto *operations[(r)->inner]
#define ADDRESS(number, name) [number] = &&name,
#define PAIR_ADDRESS(a, b) &&pair_##a##_##b,
#else
#define GO(r) do { op = (r)->op; goto jump; } while (0)
#define GO_INNER(r) do { op = (r)->inner; goto jump; } while (0)
#define CASE(number, name) case number: goto name;
#endif

#endif

#endif
