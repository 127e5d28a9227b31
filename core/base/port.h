/* What differs between compilers and machines, in one place: branch hints, unaligned loads and stores,
 * byte order, bit scans, wide products. Everything else is plain C11, but for vectors (utf8.c, base64.c, decode.c,
 * decode_rare.c: each beside a plain way) and codec/tail.h.
 *
 * Loads and stores go through memcpy of a constant size, which every compiler turns into one instruction;
 * "le" ones give wire order (little-endian) on every machine. */
#ifndef PBWI_PORT_H
#define PBWI_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "abi/pbwire.h"

#if defined(__GNUC__)
#define PBWI_LIKELY(x) __builtin_expect(!!(x), 1)
#define PBWI_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define PBWI_INLINE static inline __attribute__((always_inline))
#define PBWI_NOINLINE __attribute__((noinline))
#define PBWI_COLD __attribute__((noinline, cold))
#if defined(__clang__)
#define PBWI_ONE_COPY __attribute__((noinline))
#else
#define PBWI_ONE_COPY __attribute__((noinline, noclone))
#endif
#define PBWI_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define PBWI_LIKELY(x) (x)
#define PBWI_UNLIKELY(x) (x)
#define PBWI_INLINE static inline
#define PBWI_NOINLINE
#define PBWI_COLD
#define PBWI_ONE_COPY
#define PBWI_PRINTF(f, a)
#endif

/* Tell the compiler to have a variable in its register here, rather than put that off. */
#if defined(__GNUC__)
#define PBWI_IN_REGISTER(v) __asm__("" : "+r"(v))
#else
#define PBWI_IN_REGISTER(v) (void)0
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PBWI_BIG_ENDIAN 1
#else
#define PBWI_BIG_ENDIAN 0
#endif

/* gcc does not find its instruction in the plain forms. */
#if defined(__GNUC__)
PBWI_INLINE uint16_t pbwi_swap16(uint16_t v) { return __builtin_bswap16(v); }
PBWI_INLINE uint32_t pbwi_swap32(uint32_t v) { return __builtin_bswap32(v); }
PBWI_INLINE uint64_t pbwi_swap64(uint64_t v) { return __builtin_bswap64(v); }
#else
PBWI_INLINE uint16_t pbwi_swap16(uint16_t v) { return (uint16_t)(v >> 8 | v << 8); }

PBWI_INLINE uint32_t pbwi_swap32(uint32_t v) {
  return v >> 24 | (v >> 8 & 0xff00) | (v & 0xff00) << 8 | v << 24;
}

PBWI_INLINE uint64_t pbwi_swap64(uint64_t v) {
  return (uint64_t)pbwi_swap32((uint32_t)v) << 32 | pbwi_swap32((uint32_t)(v >> 32));
}
#endif

PBWI_INLINE uint16_t pbwi_load16le(const void *p) {
  uint16_t v;
  memcpy(&v, p, 2);
  return PBWI_BIG_ENDIAN ? pbwi_swap16(v) : v;
}

PBWI_INLINE uint32_t pbwi_load32le(const void *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return PBWI_BIG_ENDIAN ? pbwi_swap32(v) : v;
}

PBWI_INLINE uint64_t pbwi_load64le(const void *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return PBWI_BIG_ENDIAN ? pbwi_swap64(v) : v;
}

PBWI_INLINE void pbwi_store32le(void *p, uint32_t v) {
  if (PBWI_BIG_ENDIAN) v = pbwi_swap32(v);
  memcpy(p, &v, 4);
}

PBWI_INLINE void pbwi_store64le(void *p, uint64_t v) {
  if (PBWI_BIG_ENDIAN) v = pbwi_swap64(v);
  memcpy(p, &v, 8);
}

/* Number of zero bits above the highest set one. v is not 0. */
PBWI_INLINE unsigned pbwi_clz64(uint64_t v) {
#if defined(__GNUC__)
  return (unsigned)__builtin_clzll(v);
#else
  unsigned n = 0;
  while (!(v >> 63)) v <<= 1, n++;
  return n;
#endif
}

/* Number of zero bits below the lowest set one. v is not 0. */
PBWI_INLINE unsigned pbwi_ctz64(uint64_t v) {
#if defined(__GNUC__)
  return (unsigned)__builtin_ctzll(v);
#else
  return 63 - pbwi_clz64(v & (0 - v));
#endif
}

/* The 128-bit product of a and b: returns its high half. */
PBWI_INLINE uint64_t pbwi_multiply(uint64_t a, uint64_t b, uint64_t *low) {
#if defined(__SIZEOF_INT128__)
  __extension__ typedef unsigned __int128 wide;
  wide product = (wide)a * b;
  *low = (uint64_t)product;
  return (uint64_t)(product >> 64);
#else
  uint64_t ah = a >> 32, al = (uint32_t)a, bh = b >> 32, bl = (uint32_t)b;
  uint64_t ll = al * bl, hl = ah * bl, lh = al * bh;
  uint64_t middle = (ll >> 32) + (uint32_t)hl + (uint32_t)lh;
  *low = middle << 32 | (uint32_t)ll;
  return ah * bh + (hl >> 32) + (lh >> 32) + (middle >> 32);
#endif
}

/* A word of eight times the same byte. */
#define PBWI_EACH_BYTE(b) (UINT64_C(0x0101010101010101) * (b))

/* n rounded up to a multiple of a power of two. */
PBWI_INLINE size_t pbwi_align(size_t n, size_t to) { return (n + to - 1) & ~(to - 1); }

/* Pointer arithmetic in bytes; NULL and 0 give NULL. */
PBWI_INLINE void *pbwi_at(const void *base, size_t offset) { return (void *)((uintptr_t)base + offset); }

#endif
