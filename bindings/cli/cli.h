/* pbw: the shell's binding. What its files share. Nothing here knows more than abi/pbwire.h and libc.
 *
 *   main.c       finds the command           convert.c  decode, encode, convert: a message from one format to another
 *   options.c    reads its command line      check.c stat.c raw.c   what the bytes are; wire.c  their format
 *   input.c      files, schemas, types       diff.c unknown.c align.c  where two messages differ
 *   messages.c   one message or a stream     types.c show.c  what the schema has
 *   source.c     .proto files, compile
 *   value.c      one value as text           output.c  stdout, colour, progress; complain.c  stderr
 *   text.c quote.c  text that grows */
#ifndef PBW_CLI_H
#define PBW_CLI_H

#include "abi/pbwire.h"

#include <stdbool.h>
#include <stdio.h>

/* Exit codes; `pbw --help` tells them to users. */
enum {
  EXIT_GOOD = 0,
  EXIT_BAD_INPUT = 1, /* the input is not a message of the type */
  EXIT_DIFFERENT = 1, /* diff, which has EXIT_SYSTEM for bad input: the messages differ */
  EXIT_USAGE = 2,     /* the command line */
  EXIT_SYSTEM = 3     /* a file that cannot be read or written, a schema that cannot be loaded or lacks the type, no memory */
};

/* ---- formats ---- */

typedef enum cli_format { FORMAT_BINARY, FORMAT_JSON, FORMAT_TEXT, FORMATS } cli_format;

/* ---- options.c ---- */

enum { MAX_SCHEMAS = 64, MAX_FILES = 2, MAX_PROTOS = 4096 };

/* What an option sets; a command takes a set of them. */
enum {
  TAKES_SCHEMA = 1,
  TAKES_TYPE = 2,
  TAKES_DELIMITED = 4,
  TAKES_PARTIAL = 8,
  TAKES_ALL = 16,
  TAKES_FROM = 32,   /* --from */
  TAKES_TO = 64,     /* --to, and how JSON and text are printed */
  TAKES_OUTPUT = 128, /* --output */
  TAKES_COLOR = 256,
  TAKES_UNKNOWN = 512, /* --ignore-unknown */
  TAKES_NAME = 1024,   /* a name instead of a file, which must be there */
  TAKES_PATH = 2048,   /* --path alone, without --schema and --proto */
  TAKES_PROTOS = 4096  /* its files are .proto files, any number */
};

typedef enum cli_color { COLOR_AUTO, COLOR_NEVER, COLOR_ALWAYS } cli_color;

typedef struct cli_options {
  const char *command;
  const char *schemas[MAX_SCHEMAS];
  size_t schema_count;
  const char *protos[MAX_PROTOS]; /* of --proto */
  size_t proto_count;
  const char *paths[MAX_SCHEMAS]; /* folders; none: the current one */
  size_t path_count;
  const char *type;
  const char *files[MAX_FILES]; /* "-" is stdin */
  size_t file_count;
  const char *output;           /* NULL: stdout */
  cli_format from, to;
  cli_color color;
  uint32_t flags;               /* PBW_PARTIAL, PBW_PROTO_NAMES, ... */
  bool delimited, compact, all, help;
} cli_options;

typedef struct cli_command {
  const char *name;
  const char *brief; /* a line for pbw --help */
  int (*run)(const cli_options *options);
  unsigned takes;    /* TAKES_... */
  unsigned files;    /* how many files it takes; those that are missing are stdin when there is one at most */
  const char *words; /* what follows the name in the usage line */
  const char *more;  /* what --help says beyond the options */
} cli_command;

/* Parse what follows the command's name. False: complained already. */
bool options_parse(const cli_command *command, int count, char **words, cli_options *out);
/* All of pbw COMMAND --help. */
void options_help(const cli_command *command);

/* ---- input.c ---- */

typedef struct cli_buffer {
  uint8_t *data;
  size_t size;
} cli_buffer;

/* "stdin" for "-". */
const char *input_name(const char *path);

/* Read a file, or stdin for "-". False: complained already. The caller frees data. */
bool input_read(const char *path, cli_buffer *out);

/* Load every --schema and --proto into one schema; NULL: complained already. */
pbw_schema *input_schema(const cli_options *options);

/* The type of --type; NULL: complained already, with a guess of what was meant. */
const pbw_type *input_type(const cli_options *options, const pbw_schema *schema);

/* ---- source.c ---- */

/* The files of --proto and what they import; NULL: complained already. */
pbw_source *source_open(const cli_options *options);
/* Compile them, to a schema or a set, which lives as long as the source; either may be NULL. False: complained already. */
bool source_compile(pbw_source *source, pbw_schema **schema, pbw_bytes *set);

/* ---- messages.c ---- */

/* The messages of a file, one after the other: one, or with --delimited all of a stream, of which no more than one is in
 * memory. In JSON and text a stream has a message a line, or documents that end at lines of "---". */
typedef struct cli_messages cli_messages;

/* NULL: complained already. type may be NULL: then only bytes can be asked for. */
cli_messages *messages_open(const cli_options *options, const char *path, cli_format format, const pbw_type *type);
void messages_close(cli_messages *messages);
/* Show no progress: what is printed meanwhile goes to the same terminal. */
void messages_be_quiet(cli_messages *messages);

/* The next one's bytes as they stand in the file. PBW_END; any error was complained of already. */
pbw_status messages_bytes(cli_messages *messages, pbw_bytes *bytes);
/* The next one, pooled in the ctx; bytes, as above, may be NULL. */
pbw_status messages_next(cli_messages *messages, pbw_bytes *bytes, const pbw_message **out);

pbw_ctx *messages_ctx(const cli_messages *messages);
size_t messages_count(const cli_messages *messages);   /* so far */
uint64_t messages_total(const cli_messages *messages); /* bytes of them */
uint64_t messages_offset(const cli_messages *messages); /* of the last one, in the file */

/* Complain of an error in the last one: its offset is moved to the file's. */
void messages_complain(const cli_messages *messages, const pbw_error *error);
/* The exit code for what a call above gave. */
int messages_code(pbw_status status);

/* ---- output.c ---- */

/* Open --output, or stdout. NULL: complained already. */
FILE *output_open(const cli_options *options);
/* The last words of a file that output_open gave: EXIT_GOOD, or EXIT_SYSTEM when not all could be written. */
int output_close(const cli_options *options, FILE *file);
/* The same for what went to stdout. */
int finish_output(void);

bool output_is_terminal(FILE *file);
/* Text in colours where they are wanted. */
bool output_wants_color(const cli_options *options, FILE *file);
void output_text(FILE *file, const void *text, size_t size, bool color);

/* On stderr, now and then, when that is a terminal: how far a long job is. size: of the whole file; 0: not known.
 * done: clear the line. */
void output_progress(size_t messages, uint64_t bytes, uint64_t size, bool done);

/* ---- complain.c ---- */

/* "pbw: " and a line on stderr, without control characters. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a failed call: name of the file, message of the stream (0: none), offset (moved by `base`), line, field path,
 * sentence, status. */
void complain_error(const char *file, size_t message, const pbw_error *error, uint64_t base);

/* ---- text.c ---- */

typedef struct cli_text {
  char *data; /* with a NUL; NULL when nothing was added yet */
  size_t size, capacity;
  bool failed; /* there was no memory */
} cli_text;

void text_put(cli_text *text, const void *data, size_t size);
void text_add(cli_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_cut(cli_text *text, size_t size); /* back to that size */
const char *text_of(const cli_text *text);
void text_free(cli_text *text);

/* ".name", "name" at the start, "[pkg.name]" of an extension. */
void text_add_field(cli_text *path, const pbw_field *field);

/* ---- quote.c ---- */

/* UTF-8 without controls but those of lines and tabs. */
bool quote_is_text(pbw_bytes bytes);
/* Add a string in quotes, as text format has it. text: its characters beyond ASCII as they are; else each byte as \ooo. */
void quote_add(cli_text *out, pbw_bytes bytes, bool text);

/* ---- value.c ---- */

/* Room for a value of any cell format but lists and maps. */
typedef union cli_value {
  uint8_t boolean;
  int32_t i32;
  uint32_t u32;
  uint64_t u64;
  float f32;
  double f64;
  pbw_bytes bytes;
  const pbw_message *message;
} cli_value;

/* Whether two values of a field are the same: bit by bit, but that one NaN is like the other. */
bool value_same(const pbw_field *field, const cli_value *a, const cli_value *b);

/* Add a value as text: of a singular field or a list's element; a map's key; a map's value. */
void value_add(cli_text *out, pbw_ctx *ctx, const pbw_field *field, const cli_value *value);
void value_add_key(cli_text *out, pbw_ctx *ctx, const pbw_field *map, const cli_value *key);
void value_add_of_map(cli_text *out, pbw_ctx *ctx, const pbw_field *map, const cli_value *value);
void value_add_message(cli_text *out, pbw_ctx *ctx, const pbw_message *message);

/* ---- wire.c ---- */

enum { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_START = 3, WIRE_END = 4, WIRE_32 = 5 };
enum { WIRE_MAX_GROUPS = 100 }; /* inside one another: what decoders accept */

typedef struct wire_field {
  uint32_t number;
  unsigned type;   /* WIRE_... */
  uint64_t value;  /* of a number */
  pbw_bytes bytes; /* of WIRE_BYTES */
} wire_field;

/* Take a field; of a group its tag only. What comes behind it, or NULL: *status is TRUNCATED or MALFORMED. */
const uint8_t *wire_take(const uint8_t *p, const uint8_t *end, wire_field *out, pbw_status *status);
/* Whether bytes are fields, their groups closed. */
bool wire_is_message(pbw_bytes bytes);

/* ---- unknown.c ---- */

typedef struct cli_unknown {
  uint32_t number;
  size_t order;    /* among all of the message */
  pbw_bytes bytes; /* with its tag; of a group to its end tag */
} cli_unknown;

typedef struct cli_unknowns {
  cli_unknown *at;
  size_t size, capacity;
} cli_unknowns;

/* The unknown fields of a message one by one, by number and then in their order. The caller frees list->at, also when there
 * was no memory (false). */
bool unknowns_of(const pbw_message *message, cli_unknowns *list);

/* ---- align.c ---- */

/* Two lists beside each other. `differ` is called, in order, for what is not the same in both: an element of each that
 * belong together, or (with SIZE_MAX for the other) one that only one of them has. False: no memory. */
typedef struct cli_lists {
  size_t a, b; /* how many elements */
  bool (*same)(void *user, size_t a, size_t b);
  size_t (*alike)(void *user, size_t a, size_t b); /* how much, of two that are not the same; NULL: nobody can tell */
  void (*differ)(void *user, size_t a, size_t b);
  void *user;
} cli_lists;

bool align_lists(const cli_lists *lists);

/* ---- the commands ---- */

extern const cli_command command_decode, command_encode, command_convert, command_raw, command_check, command_stat,
    command_diff, command_types, command_show, command_compile;

#endif
