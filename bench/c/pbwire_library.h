/* The functions of a pbwire that was opened by path; engine_pbwire.c fills the table. */
#ifndef PBW_BENCH_PBWIRE_LIBRARY_H
#define PBW_BENCH_PBWIRE_LIBRARY_H

#include "abi/pbwire.h"

#define PBWIRE_FUNCTIONS(F)                                                                                        \
  F(schema_load) F(schema_free) F(schema_type) F(decode) F(encode_ctx) F(message_free) F(ctx_new) F(ctx_free)      \
  F(ctx_reset) F(decode_ctx) F(ctx_messages) F(ctx_alloc) F(field_cell) F(message_next) F(message_type)            \
  F(type_message_size) F(type_unknown_offset) F(message_set) F(message_get) F(delimited_next)                      \
  F(encode_delimited_ctx)

typedef struct library {
#define F(name) __typeof__(pbw_##name) *name;
  PBWIRE_FUNCTIONS(F)
#undef F
} library;

#endif
