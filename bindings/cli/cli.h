/* pbw: the shell's binding. What its files share. Nothing here knows more than abi/pbwire.h and libc.
 *
 *   main.c       finds the command           convert.c  decode, encode, convert: a message from one format to another
 *   options.c    reads its command line      check.c stat.c diff.c raw.c   what the bytes are
 *   input.c      files, schemas, types       types.c show.c                what the schema has
 *   messages.c   one message or a stream     output.c   stdout, colour, progress; complain.c  stderr */
#ifndef PBW_CLI_H
#define PBW_CLI_H

#include "abi/pbwire.h"

#include <stdbool.h>
#include <stdio.h>

/* Exit codes; `pbw --help` tells them to users. */
enum {
  EXIT_GOOD = 0,
  EXIT_BAD_INPUT = 1, /* the input is not a message of the type; diff: the messages differ */
  EXIT_USAGE = 2,     /* the command line */
  EXIT_SYSTEM = 3     /* a file that cannot be read or written, a schema that cannot be loaded or lacks the type, no memory */
};

/* ---- formats ---- */

typedef enum cli_format { FORMAT_BINARY, FORMAT_JSON, FORMAT_TEXT, FORMATS } cli_format;

/* ---- options.c ---- */

enum { MAX_SCHEMAS = 64, MAX_FILES = 2 };

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
  TAKES_UNKNOWN = 512 /* --ignore-unknown */
};

typedef enum cli_color { COLOR_AUTO, COLOR_NEVER, COLOR_ALWAYS } cli_color;

typedef struct cli_options {
  const char *command;
  const char *schemas[MAX_SCHEMAS];
  size_t schema_count;
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

/* Load every --schema into one schema; NULL: complained already. */
pbw_schema *input_schema(const cli_options *options);

/* The type of --type; NULL: complained already, with a guess of what was meant. */
const pbw_type *input_type(const cli_options *options, const pbw_schema *schema);

/* ---- messages.c ---- */

/* The messages of a file, one after the other: one, or with --delimited all of a stream, of which no more than one is in
 * memory. In JSON and text a stream has a message a line, or documents between lines of "---". */
typedef struct cli_messages cli_messages;

/* NULL: complained already. type may be NULL: then only bytes can be asked for. */
cli_messages *messages_open(const cli_options *options, const char *path, cli_format format, const pbw_type *type);
void messages_close(cli_messages *messages);

/* The next one's bytes as they stand in the file. PBW_END; any error was complained of already. */
pbw_status messages_bytes(cli_messages *messages, pbw_bytes *bytes);
/* The next one, pooled in the ctx. */
pbw_status messages_next(cli_messages *messages, const pbw_message **out);

pbw_ctx *messages_ctx(const cli_messages *messages);
size_t messages_count(const cli_messages *messages);  /* so far */
uint64_t messages_total(const cli_messages *messages); /* bytes of them */

/* The exit code for what a call above gave. */
int messages_code(pbw_status status);

/* ---- output.c ---- */

/* Open --output, or stdout. NULL: complained already. */
FILE *output_open(const cli_options *options);
/* The last words of a file that output_open gave: EXIT_GOOD, or EXIT_SYSTEM when not all could be written. */
int output_close(const cli_options *options, FILE *file);
/* The same for what went to stdout. */
int finish_output(void);

/* Text in colours where they are wanted. */
bool output_wants_color(const cli_options *options, FILE *file);
void output_text(FILE *file, const uint8_t *text, size_t size, bool color);

/* On stderr, now and then, when that is a terminal: how far a long job is. done: clear the line. */
void output_progress(size_t messages, uint64_t bytes, bool done);

/* ---- complain.c ---- */

/* "pbw: " and a line on stderr. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a failed call: name of the file, offset (moved by `base`), line, field path, sentence, status. */
void complain_error(const char *file, const pbw_error *error, uint64_t base);

/* ---- the commands ---- */

extern const cli_command command_decode, command_encode, command_convert, command_raw, command_check, command_stat,
    command_diff, command_types, command_show;

#endif
