/* Schemas from .proto text: the compiler's parts and what they share.
 *
 *   text --parse.c, fields.c--> FileDescriptorProto, a message of the built-in descriptor.proto; options that are plain
 *                   fields of descriptor.proto are set at once (options.c), custom ones wait
 *   all files --compile.c--> a schema by the ordinary loader, which resolves every name and checks most rules;
 *                   from it come the full names and types that protoc writes into descriptors (link.c), and the types
 *                   of the custom options (custom.c)
 *                   rules that are for text alone: check.c
 *   --compile.c--> a FileDescriptorSet, in the order of imports
 *
 * So there is one set of rules for both front doors. The loader tells an error by the full name of an element; to find its
 * place in the text, the file is parsed once more, looking for that name: nothing is kept for errors that do not happen. */
#ifndef PBWI_SOURCE_H
#define PBWI_SOURCE_H

#include "core/base/hash.h"
#include "core/base/limits.h"
#include "core/format/lex.h"
#include "core/schema/schema.h"
#include "core/source/tree.h"

/* The fields of descriptor.proto that the compiler writes, by the message that has them. */
enum {
  FILE_NAME = 1, FILE_PACKAGE = 2, FILE_DEPENDENCY = 3, FILE_MESSAGE = 4, FILE_ENUM = 5, FILE_SERVICE = 6,
  FILE_EXTENSION = 7, FILE_OPTIONS = 8, FILE_PUBLIC = 10, FILE_WEAK = 11, FILE_SYNTAX = 12, FILE_EDITION = 14,
  FILE_OPTION_DEPENDENCY = 15,
  TYPE_NAME = 1, TYPE_FIELD = 2, TYPE_NESTED = 3, TYPE_ENUM = 4, TYPE_RANGE = 5, TYPE_EXTENSION = 6, TYPE_OPTIONS = 7,
  TYPE_ONEOF = 8, TYPE_RESERVED = 9, TYPE_RESERVED_NAME = 10, TYPE_VISIBILITY = 11,
  FIELD_NAME = 1, FIELD_EXTENDEE = 2, FIELD_NUMBER = 3, FIELD_LABEL = 4, FIELD_TYPE = 5, FIELD_TYPE_NAME = 6,
  FIELD_DEFAULT = 7, FIELD_OPTIONS = 8, FIELD_ONEOF = 9, FIELD_JSON_NAME = 10, FIELD_PROTO3_OPTIONAL = 17,
  RANGE_START = 1, RANGE_END = 2, RANGE_OPTIONS = 3,
  ONEOF_NAME = 1, ONEOF_OPTIONS = 2,
  ENUM_NAME = 1, ENUM_VALUE = 2, ENUM_OPTIONS = 3, ENUM_RESERVED = 4, ENUM_RESERVED_NAME = 5, ENUM_VISIBILITY = 6,
  VALUE_NAME = 1, VALUE_NUMBER = 2, VALUE_OPTIONS = 3,
  SERVICE_NAME = 1, SERVICE_METHOD = 2, SERVICE_OPTIONS = 3,
  METHOD_NAME = 1, METHOD_INPUT = 2, METHOD_OUTPUT = 3, METHOD_OPTIONS = 4, METHOD_CLIENT = 5, METHOD_SERVER = 6
};

enum { LABEL_OPTIONAL = 1, LABEL_REQUIRED = 2, LABEL_REPEATED = 3 };

/* What an option belongs to: PBWI_OPTIONS_..., and one that the schema does not keep. */
enum { PBWI_OPTIONS_RANGE = PBWI_OPTIONS_KINDS };

typedef struct pbwi_source_file pbwi_source_file;

/* An element whose options are being read. */
typedef struct pbwi_optioned {
  pbw_message *element;
  uint32_t options;         /* the field of `element` that holds them                          */
  int kind;                 /* PBWI_OPTIONS_...                                                */
  const char *full_name;    /* of the element; borrowed while reading, kept in an option       */
} pbwi_optioned;

/* One custom option as it stands in the text. */
typedef struct pbwi_option {
  struct pbwi_option *next;
  pbwi_optioned of;
  const uint8_t *name;      /* the name's first byte in the text                               */
} pbwi_option;

/* A field that was set and that descriptors for run time do not keep: the option itself or a part of it. */
typedef struct pbwi_dropped {
  struct pbwi_dropped *next;
  pbwi_optioned of;
  pbw_message *message;
  const pbwi_slot *slot;
} pbwi_dropped;

typedef struct pbwi_import {
  const char *name;
  size_t size;
  const uint8_t *at;
  pbwi_source_file *file;   /* once compiling; NULL: missing                         */
  bool is_public, is_weak, is_option;
} pbwi_import;

struct pbwi_source_file {
  pbwi_source_file *next;   /* in the order in which they were added                 */
  const char *name;
  const uint8_t *text;
  size_t size;
  pbw_message *proto;       /* its FileDescriptorProto                               */
  pbw_bytes bytes;          /* of a built-in file: the proto in wire format          */
  int32_t edition;          /* PBW_EDITION_...                                       */
  pbwi_import *imports;
  size_t import_count, import_capacity;
  pbwi_option *custom, **custom_end;
  bool builtin;             /* came with the library: not written unless imported    */
  uint8_t walked;           /* while files are put into the order of imports         */
  uint32_t seen;            /* the last walk over imports that came here             */
};

struct pbw_source {
  pbw_arena *arena;         /* this stands in it                                     */
  pbw_schema *meta;         /* the built-in files: types of descriptors              */
  const pbw_type *file_type;
  pbwi_tree tree;
  pbwi_source_file *files, **files_end;
  pbwi_table by_name;       /* -> pbwi_source_file                                   */
  pbwi_table asked_names;   /* of imports                                            */
  const char **asked;       /* the same in order                                     */
  size_t asked_count, asked_capacity;
  pbwi_table roots;         /* of custom options: the element's address -> their message */
  pbwi_dropped *dropped;
  const pbwi_dropped *dropped_before; /* those from here on are dropped already        */
  uint32_t walk;            /* the number of the last walk, and from where           */
  const pbwi_source_file *walked_from;
  char *report;             /* all that was wrong                                    */
  size_t report_size, report_capacity;
  unsigned errors;
  bool compiled;
  pbw_error first;
};

/* ---- complaining (complain.c) ---- */

/* Add an error at `at`, a place in the file's text (NULL: the file as such): "file:3:14: message", the line, a caret.
 * Returns false. */
PBWI_PRINTF(5, 6)
bool pbwi_complain(pbw_source *source, pbw_status status, const pbwi_source_file *file, const uint8_t *at,
                   const char *format, ...);
/* Whether more errors are worth looking for. */
bool pbwi_complained_enough(const pbw_source *source);

/* ---- parsing (parse.c) ---- */

/* Fill file->proto from its text. false: there were errors, or there was no memory. */
bool pbwi_source_parse(pbw_source *source, pbwi_source_file *file);

/* Where an element is declared, or a part of it (PBWI_BLAME_..., with its number); NULL: not found. The text is parsed anew. */
const uint8_t *pbwi_source_place(pbw_source *source, const pbwi_source_file *file, const char *full_name, int blame,
                                 int64_t number);

/* ---- options (options.c) ---- */

/* One option from its name on, up to behind its value. Those of descriptor.proto are set, the others kept. */
bool pbwi_option_read(pbw_source *source, pbwi_source_file *file, pbwi_lex *lex, const pbwi_optioned *of);

/* Set an option, with the lexer at its name, in the options message `root`, whose schema has its extensions. `scope`:
 * full name inside which these are looked up. */
enum { PBWI_OPTION_WRONG, PBWI_OPTION_SET, PBWI_OPTION_UNKNOWN };
int pbwi_option_set(pbw_source *source, pbwi_source_file *file, pbwi_lex *lex, const pbwi_optioned *of, pbw_message *root,
                    const char *scope, bool custom);

/* A literal or several side by side, unescaped, in the arena, with a NUL behind. */
bool pbwi_source_string(pbw_source *source, const pbwi_source_file *file, pbwi_lex *lex, pbw_bytes *out);

/* A place in the file where something else was expected; what the lexer found wrong goes first. */
bool pbwi_expected(pbw_source *source, const pbwi_source_file *file, const pbwi_lex *lex, const char *what);

/* Set the custom options of a file now that all types are known: they become unknown fields of the options in its
 * descriptor (custom.c). */
bool pbwi_options_custom(pbw_source *source, pbwi_source_file *file, const pbw_schema *schema);
/* Whether an element has some; then, once custom options are set, its options in wire format, in the schema's arena. */
bool pbwi_options_patch(pbw_source *source, const pbw_schema *schema, pbw_message *element, uint32_t options, pbw_bytes *kept);
/* Forget the options that are for the compiler alone; at last also options messages that are empty without them. */
void pbwi_options_drop(pbw_source *source, bool last);

/* Whether elements of `from` may name what `to` declares. options: as the name of an option. */
bool pbwi_source_sees(pbw_source *source, pbwi_source_file *from, const char *to, bool options);

/* A message in wire format, in an arena. */
bool pbwi_source_encode(pbw_source *source, const pbw_message *message, pbw_arena *arena, pbw_bytes *out);

/* ---- rules of the text (check.c), linking (link.c) ---- */

/* All files, in the order in which the schema has them. */
bool pbwi_source_check(pbw_source *source, pbwi_source_file *const *files, size_t count, const pbw_schema *schema);

/* How many elements of the schema the files so far have: it has them in the same order. */
typedef struct pbwi_linked {
  size_t types, enums, extensions, services;
} pbwi_linked;

/* Put what the schema has found out into a file's descriptor: full names, types, JSON names; and into the schema the
 * custom options. */
bool pbwi_source_link(pbw_source *source, pbwi_source_file *file, const pbw_schema *schema, pbwi_linked *at);

/* ---- the whole (compile.c): the words of pbwire.h hold ---- */

pbw_status pbwi_source_new(const pbw_allocator *allocator, pbw_source **out);
void pbwi_source_free(pbw_source *source);
pbw_status pbwi_source_add(pbw_source *source, const char *name, const uint8_t *text, size_t size);
pbw_status pbwi_source_compile(pbw_source *source, pbw_schema **schema, pbw_bytes *set, pbw_error *error);

#endif
