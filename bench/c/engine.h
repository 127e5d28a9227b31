/* What a codec must offer to be measured.
 *
 * Each codec is a shared object of its own, loaded with RTLD_LOCAL, that exports one table under the name
 * `bench_codec`. So two builds of one library can stand in one process without their symbols meeting.
 *
 * It may export the function `bench_lacks` too: why it cannot have an operation of a case, or NULL. The harness tells it and
 * leaves that out. An engine knows it by the names of case and type, never because a proof went wrong.
 *
 * The loop over rounds is inside the engine: the call through the table costs once per pass, and not once
 * per message, where it would weigh more on a fast codec than on a slow one. */
#ifndef PBW_BENCH_ENGINE_H
#define PBW_BENCH_ENGINE_H

#include <stddef.h>
#include <stdint.h>

/* The operations of this harness; their names in the results stand in ops.h. */
enum {
  OP_DECODE_OWNED,  /* into memory made for this message and freed after it */
  OP_DECODE_POOLED, /* into memory kept from message to message */
  OP_DECODE_ALIAS,  /* pooled, with strings that may point into the input */
  OP_ENCODE,        /* a message decoded before, into memory that is already there */
  OP_CREATE_ENCODE, /* fill a new message with values that the program has, and encode it */
  OP_CREATE_CHECKED, /* the same, and strings that must be UTF-8 are looked at */
  OP_STREAM,        /* every message of a buffer of delimited messages, pooled */
  OP_SCHEMA_LOAD,   /* a descriptor set into types that can decode, and free them again */
  OP_JSON_PRINT,    /* a message decoded before, as text */
  OP_JSON_PARSE,    /* a text into memory kept from text to text */
  OP_JSON_SCAN,     /* every token of a text, nothing built */
  OP_COUNT
};

/* What the bytes of an input are: each has its operations. */
enum { INPUT_MESSAGE, INPUT_STREAM, INPUT_SCHEMA, INPUT_JSON };

/* One message type and one payload of it. The bytes outlive the cell. */
typedef struct bench_input {
  int form;
  const char *type;
  const uint8_t *data;
  size_t size;
  const uint8_t *text; /* of INPUT_JSON: the same message, perhaps with fields that the type lacks */
  size_t text_size;
} bench_input;

typedef struct bench_engine {
  /* Bind to a schema. `library` is the path of the library to be measured, where the engine's own shared
   * object does not contain it. Returns the instance, or NULL with the reason in *why. */
  void *(*open)(const char *library, const uint8_t *schema, size_t size, const char **why);

  /* Everything that is needed to run one input, made outside the measured time. NULL: it has no such type. */
  void *(*prepare)(void *instance, const bench_input *input);

  /* Do the operation `rounds` times; 0, or -1 when it failed. NULL: the engine has no such operation. It is called for
   * the operations of the input's form only. */
  int (*run[OP_COUNT])(void *cell, size_t rounds);

  /* The proof: get the message by way of `op` (for OP_ENCODE: what encode is measured on; for a stream: every message),
   * and encode with map entries in the order of their keys. *out lives until the next call. 0; -1 when it failed; 1
   * when this input cannot be had by `op` with this engine, which then is left out. Not asked of a schema, nor of OP_JSON_SCAN. For OP_JSON_PRINT *out is the text; a bound, which knows no
   * messages, always gives the text that it has read. */
  int (*rewrite)(void *cell, int op, const uint8_t **out, size_t *size);

  void (*release)(void *cell);

  /* NULL, or, for an engine in a process of its own: the nanoseconds of the last run, without the way there and back. */
  double (*took)(void *cell);
} bench_engine;

#if defined(__GNUC__)
#define BENCH_EXPORT __attribute__((visibility("default")))
#else
#define BENCH_EXPORT
#endif

typedef const char *bench_why_not(const char *test, const char *type, int op);
#ifdef __cplusplus
extern "C"
#endif
BENCH_EXPORT bench_why_not bench_lacks;

/* Tells the compiler that somebody may look at what p points to, so that no work is left out. */
static inline void bench_keep(const void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }

#endif
