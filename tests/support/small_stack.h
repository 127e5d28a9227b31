/* Run a function on a thread with a stack as small as a host may give: 128 KiB, where recursion over a deep input
 * would crash. (Sanitizers need more of it for the same code; they get 512.) */
#ifndef SMALL_STACK_H
#define SMALL_STACK_H

#include <pthread.h>
#include <stddef.h>

#include "core/base/arena.h"

/* Every frame on s390x has 160 bytes for its callee. */
#if defined(__s390x__)
#define STACK_FACTOR 2
#else
#define STACK_FACTOR (PBWI_SANITIZED ? 4 : 1)
#endif

/* What `run` returned, on a stack of so many KiB (more where the same frames are larger); `argument` when there was none. */
static inline void *on_stack(size_t kib, void *(*run)(void *), void *argument) {
  pthread_attr_t attributes;
  pthread_t thread;
  void *result = argument;
  if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, STACK_FACTOR * kib << 10)) return argument;
  if (pthread_create(&thread, &attributes, run, argument)) return argument;
  pthread_attr_destroy(&attributes);
  pthread_join(thread, &result);
  return result;
}

static inline int on_small_stack(void *(*run)(void *), void *argument) {
  static char none;
  return on_stack(128, run, argument ? argument : &none) == (argument ? argument : &none) ? -1 : 0;
}

#endif
