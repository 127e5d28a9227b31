/* The builders of the larger families, for the table in payloads.c. `n` is what the row says. */
#ifndef PBW_BENCH_BUILDERS_H
#define PBW_BENCH_BUILDERS_H

#include "writer.h"

/* services.c: what people really send */
void build_otel(writer *w, size_t spans);
void build_pods(writer *w, size_t pods);
void build_rpc(writer *w, size_t i);        /* the i-th answer */
void build_rpc_stream(writer *w, size_t n); /* n answers, each behind its size */

/* stress.c: everything in one message */
void build_stress(writer *w, size_t n);

/* texts.c: the cases that are about JSON, as binary */
void build_small_message(writer *w, size_t n);
void build_person_batch(writer *w, size_t people);
void build_person_batch_unknown(writer *w, size_t people);
void build_articles(writer *w, size_t articles);
void build_telemetry(writer *w, size_t readings);
void build_times(writer *w, size_t n);
void build_structs(writer *w, size_t n);
void build_wrappers(writer *w, size_t n);
void build_complex(writer *w, size_t n);
void build_repeated_and_map(writer *w, size_t n);

#endif
