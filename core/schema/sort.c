/* Sorting numbers without memory: heap sort, since a hostile input must not find a slow case. */
#include "core/schema/load.h"

static void sift_down(uint64_t *heap, size_t at, size_t count) {
  uint64_t moved = heap[at];
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && heap[child + 1] > heap[child]) child++;
    if (heap[child] <= moved) break;
    heap[at] = heap[child];
  }
  heap[at] = moved;
}

void pbwi_sort(uint64_t *numbers, size_t count) {
  size_t sorted = 1;
  while (sorted < count && numbers[sorted - 1] <= numbers[sorted]) sorted++;
  if (sorted >= count) return;
  for (size_t i = count / 2; i--;) sift_down(numbers, i, count);
  for (size_t last = count - 1; last; last--) {
    uint64_t largest = numbers[0];
    numbers[0] = numbers[last];
    numbers[last] = largest;
    sift_down(numbers, 0, last);
  }
}

bool pbwi_ranges_have(const pbwi_ranges *ranges, int64_t number) {
  size_t low = 0, high = ranges->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (number < ranges->sorted[middle].start)
      high = middle;
    else if (number >= ranges->sorted[middle].end)
      low = middle + 1;
    else
      return true;
  }
  return false;
}
