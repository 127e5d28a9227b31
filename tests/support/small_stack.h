/* Run a function on a thread with a stack as small as a host may give: 128 KiB, where recursion over a deep input
 * would crash. (Sanitizers need more of it for the same code; they get 512.) */
#ifndef SMALL_STACK_H
#define SMALL_STACK_H

#include <pthread.h>
#include <stddef.h>

#include "core/base/arena.h"

static inline int on_small_stack(void *(*run)(void *), void *argument) {
  pthread_attr_t attributes;
  pthread_t thread;
  size_t size = (size_t)(PBWI_ASAN ? 512 : 128) << 10;
  if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, size)) return -1;
  if (pthread_create(&thread, &attributes, run, argument)) return -1;
  pthread_attr_destroy(&attributes);
  return pthread_join(thread, NULL);
}

#endif
