/* The standard cases: a name, the message type, and a payload built the same way on every machine.
 *
 * Every benchmark of every language runs these bytes under these names. Nothing here reads a clock or a
 * random number, and map entries stand in the order of their keys, so that a deterministic encoder
 * gives the payload back byte by byte. */
#ifndef PBW_BENCH_PAYLOADS_H
#define PBW_BENCH_PAYLOADS_H

#include <stddef.h>
#include <stdint.h>

typedef struct pbw_case pbw_case;

/* The case of that name, or NULL. */
const pbw_case *pbw_case_find(const char *name);

/* All cases, in the order of the tables; NULL past the last. */
const pbw_case *pbw_case_at(size_t index);

const char *pbw_case_name(const pbw_case *c);
const char *pbw_case_type(const pbw_case *c); /* the message's full name, without a leading dot */

/* 1 when the payload is not one message but many, each behind its size. */
int pbw_case_is_stream(const pbw_case *c);

/* The type that a case is printed with as JSON, which knows every field in it; NULL: it is no case of JSON. And the case
 * whose payload is what is left of it for the case's own type. */
const char *pbw_case_text_type(const pbw_case *c);
const pbw_case *pbw_case_known(const pbw_case *c);

/* A new buffer, exactly as large as the payload; the caller's to free(). */
uint8_t *pbw_case_build(const pbw_case *c, size_t *size);

/* The FileDescriptorSet that holds every case's type (and descriptor.proto), in static memory. */
const uint8_t *pbw_case_schema(size_t *size);

#endif
