/* A program's values, and the stores that put them into protobuf-c's structs: what create-encode is measured on. */
#ifndef PBW_BENCH_PROTOBUF_C_FILL_H
#define PBW_BENCH_PROTOBUF_C_FILL_H

#include <protobuf-c/protobuf-c.h>

typedef struct fill fill;

/* The stores that make a message equal to `from`, whose strings and arrays are the program's values. NULL: out of memory. */
fill *fill_plan(const ProtobufCMessage *from);
void fill_free(fill *plan);

/* A message in memory of the allocator; strings, arrays and unknown fields are borrowed. NULL: out of memory. */
ProtobufCMessage *fill_message(const fill *plan, ProtobufCAllocator *allocator);

#endif
