/* pbw: the shell's binding. What its files share. Nothing here knows more than abi/pbwire.h and libc. */
#ifndef PBW_CLI_H
#define PBW_CLI_H

#include "abi/pbwire.h"

#include <stdbool.h>
#include <stdio.h>

/* Exit codes; `pbw --help` tells them to users. */
enum {
  EXIT_GOOD = 0,
  EXIT_BAD_INPUT = 1, /* the bytes are not a message of the type */
  EXIT_USAGE = 2,     /* the command line */
  EXIT_SYSTEM = 3     /* a file that cannot be read or written, a schema that cannot be loaded, no memory */
};

/* ---- options.c ---- */

enum { MAX_SCHEMAS = 64 };

typedef struct cli_options {
  const char *command;
  const char *schemas[MAX_SCHEMAS]; /* --schema */
  size_t schema_count;
  const char *type;  /* --type, or NULL */
  const char *input; /* FILE; "-" is stdin */
  bool partial;      /* --partial */
  bool all;          /* --all */
  bool help;
} cli_options;

/* What a command takes, beyond --schema and --help. */
typedef struct cli_command {
  const char *name;
  int (*run)(const cli_options *options);
  bool takes_type;  /* --type (needed), --partial and FILE */
  bool takes_all;   /* --all */
  const char *help; /* all of it */
} cli_command;

/* Parse what follows the command's name. False: complained already. */
bool options_parse(const cli_command *command, int count, char **words, cli_options *out);

/* ---- input.c ---- */

typedef struct cli_buffer {
  uint8_t *data;
  size_t size;
} cli_buffer;

/* Read a file, or stdin for "-". False: complained already. The caller frees data. */
bool input_read(const char *path, cli_buffer *out);

/* Load every --schema into one schema; NULL: complained already. */
pbw_schema *input_schema(const cli_options *options);

/* The type of --type; NULL: complained already, with a guess of what was meant. */
const pbw_type *input_type(const cli_options *options, const pbw_schema *schema);

/* What --schema and --type name, and FILE decoded. */
typedef struct cli_decoded {
  pbw_schema *schema;
  pbw_message *message;
  size_t size; /* of the input */
} cli_decoded;

/* Returns an exit code. */
int input_decode(const cli_options *options, cli_decoded *out);
void input_free(cli_decoded *decoded);

/* ---- complain.c ---- */

/* "pbw: " and a line on stderr. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a failed call: name of the file, offset, field path, sentence, status. */
void complain_error(const char *file, const pbw_error *error);

/* stdout's last words: EXIT_GOOD, or EXIT_SYSTEM when not all could be written. */
int finish_output(void);

/* ---- print.c, text.c, unknown.c ---- */

/* A message as readable text, in the manner of protobuf's text format. */
void print_message(FILE *out, const pbw_message *message, int indent);

void print_indent(FILE *out, int indent);
void print_float(FILE *out, float value);
void print_double(FILE *out, double value);

/* Quoted and escaped. text: well-formed UTF-8 inside is shown as it is; else every byte above 7e is escaped. */
void print_string(FILE *out, pbw_bytes value, bool text);

/* Fields in wire format, by number. */
void print_unknown(FILE *out, pbw_bytes fields, int indent);

/* ---- the commands ---- */

extern const cli_command command_decode, command_types, command_check;

#endif
