/* The types that a schema is made of, and its life: new, add, build, then immutable and shared.
 *
 *   pbw_schema --> files[]   the sets' files, then the built-in ones
 *              --> types[]   every message type, a type before those inside it
 *                    plan      layout and programs, for the codecs; plan.type points back
 *                    fields[]  in the order of their numbers; field->slot, slot->field point at each other
 *              --> enums[], extensions[], services[]
 *
 * All of it stands in one arena, which is freed at once. What is needed only between add and build (the
 * decoded descriptors, the symbol table) stands in a second arena, freed when the schema is built. */
#ifndef PBWI_SCHEMA_H
#define PBWI_SCHEMA_H

#include "core/base/hash.h"
#include "core/plan/plan.h"

#include <stdatomic.h>

/* Resolved features, in the numbers of descriptor.proto's FeatureSet enums. */
typedef struct pbwi_features {
  uint8_t field_presence;          /* PBWI_EXPLICIT, ...                                         */
  uint8_t enum_type;               /* PBWI_OPEN, PBWI_CLOSED                                     */
  uint8_t repeated_field_encoding; /* PBWI_PACKED, PBWI_EXPANDED                                 */
  uint8_t utf8_validation;         /* PBWI_VERIFY, PBWI_NONE                                     */
  uint8_t message_encoding;        /* PBWI_LENGTH_PREFIXED, PBWI_DELIMITED                       */
  uint8_t json_format;             /* PBWI_ALLOW, PBWI_LEGACY_BEST_EFFORT                        */
} pbwi_features;

enum { PBWI_EXPLICIT = 1, PBWI_IMPLICIT = 2, PBWI_LEGACY_REQUIRED = 3 };
enum { PBWI_OPEN = 1, PBWI_CLOSED = 2 };
enum { PBWI_PACKED = 1, PBWI_EXPANDED = 2 };
enum { PBWI_VERIFY = 2, PBWI_NONE = 3 };
enum { PBWI_LENGTH_PREFIXED = 1, PBWI_DELIMITED = 2 };
enum { PBWI_ALLOW = 1, PBWI_LEGACY_BEST_EFFORT = 2 };

/* Which options message an element has: google.protobuf.FileOptions and so on. */
enum {
  PBWI_OPTIONS_FILE,
  PBWI_OPTIONS_MESSAGE,
  PBWI_OPTIONS_FIELD,
  PBWI_OPTIONS_ONEOF,
  PBWI_OPTIONS_ENUM,
  PBWI_OPTIONS_ENUM_VALUE,
  PBWI_OPTIONS_SERVICE,
  PBWI_OPTIONS_METHOD,
  PBWI_OPTIONS_KINDS
};

struct pbw_file {
  const char *name;
  const char *package; /* "" when there is none */
  pbw_schema *schema;
  int32_t edition;     /* PBW_EDITION_...       */
  bool builtin;
  const pbw_file **imports;
  size_t import_count;
  pbw_bytes options;   /* wire format, as in the set; likewise below */
  pbwi_features features;
};

/* Types that JSON (and text, for Any) writes in a form of their own; only those whose fields are what that form needs. */
enum {
  PBWI_KNOWN_NONE,
  PBWI_KNOWN_ANY,
  PBWI_KNOWN_TIMESTAMP,
  PBWI_KNOWN_DURATION,
  PBWI_KNOWN_FIELD_MASK,
  PBWI_KNOWN_STRUCT,
  PBWI_KNOWN_VALUE,
  PBWI_KNOWN_LIST_VALUE,
  PBWI_KNOWN_WRAPPER
};

/* A field's names ready for JSON: quoted, escaped, with a colon. One for each slot of a plan, in that order. */
typedef struct pbwi_key {
  const char *json;  /* of json_name; "[pkg.ext]": for an extension */
  const char *proto; /* of name; the same pointer where both agree  */
  uint32_t json_size;
  uint32_t proto_size;
} pbwi_key;

struct pbw_type {
  pbwi_plan plan;
  const char *full_name;
  const char *name;             /* the end of full_name                         */
  const pbw_file *file;
  const pbw_type *parent;       /* NULL: not nested                             */
  pbw_field *fields;            /* sorted by number                             */
  const pbw_field **extensions; /* sorted by number                             */
  pbw_oneof *oneofs;            /* as declared, without proto3's synthetic ones */
  uint32_t field_count;
  uint32_t extension_count;
  uint32_t oneof_count;
  pbwi_features features;
  bool json_conflicts;          /* two fields share a JSON name                 */
  bool hidden_json;             /* a field's JSON name is the name of another   */
  pbwi_table by_name;           /* names, then JSON names -> pbw_field          */
  pbwi_table reserved_names;    /* no field has them; text format skips them    */
  const pbwi_key *keys;         /* of plan.slots; NULL for a map entry          */
  int known;                    /* PBWI_KNOWN_...                               */
  pbw_bytes options;
};

struct pbw_field {
  const char *full_name;
  const char *name;
  const char *json_name;
  const pbwi_slot *slot;        /* number, type, cardinality, flags, cell, default            */
  const pbw_type *type;         /* that has the cell: the containing or the extended one      */
  const pbw_type *scope;        /* of an extension: the type that it is declared in, or NULL  */
  const pbw_file *file;
  const pbw_oneof *oneof;       /* NULL outside a oneof; synthetic ones do not count          */
  const pbw_type *message_type; /* of a message, group or map field (its entry type)          */
  const pbw_enum *enum_type;
  bool has_presence;
  bool usual_json;              /* json_name is what the name makes: letters, digits, _       */
  bool has_default;             /* declared; slot->fallback is NULL for a declared zero       */
  pbwi_features features;
  pbw_bytes options;
};

struct pbw_oneof {
  const char *full_name;
  const char *name;
  const pbw_type *type;
  const pbw_field **fields;     /* in the order of the .proto file */
  uint32_t field_count;
  uint32_t case_offset;
  pbw_bytes options;
};

typedef struct pbwi_enum_value {
  const char *name;
  int32_t number;
  pbw_bytes options;
} pbwi_enum_value;

struct pbw_enum {
  const char *full_name;
  const char *name;
  const pbw_file *file;
  const pbw_type *parent;
  bool closed;
  bool is_null;                 /* google.protobuf.NullValue, which JSON writes as null     */
  pbwi_features features;
  pbwi_enum_value *values;      /* as declared                                              */
  uint32_t value_count;
  pbwi_numbers numbers;         /* distinct numbers, sorted                                 */
  const uint32_t *first;        /* of numbers.sorted[i]: the value that is declared first   */
  pbwi_table by_name;           /* -> pbwi_enum_value                                       */
  pbw_bytes options;
};

struct pbw_method {
  const char *full_name;
  const char *name;
  const pbw_service *service;
  const pbw_type *input;
  const pbw_type *output;
  bool client_streaming;
  bool server_streaming;
  pbw_bytes options;
};

struct pbw_service {
  const char *full_name;
  const char *name;
  const pbw_file *file;
  pbw_method *methods;
  uint32_t method_count;
  pbw_bytes options;
};

typedef struct pbwi_load pbwi_load; /* what add and build share; load.h */

struct pbw_schema {
  pbw_arena *arena;             /* this stands in it            */
  pbwi_load *load;              /* NULL once built              */
  atomic_uint references;
  bool failed;                  /* only to be freed             */
  pbw_file *files;
  pbw_type *types;
  pbw_enum *enums;
  pbw_field *extensions;
  pbw_service *services;
  size_t file_count;
  size_t type_count;
  size_t enum_count;
  size_t extension_count;
  size_t service_count;
  pbwi_table file_names;        /* -> pbw_file                  */
  pbwi_table type_names;        /* -> pbw_type, and so on below */
  pbwi_table enum_names;
  pbwi_table extension_names;
  pbwi_table service_names;
  const pbw_type *option_types[PBWI_OPTIONS_KINDS]; /* NULL: the set's descriptor.proto lacks it */
};

/* ---- life: the words of pbwire.h hold ---- */

pbw_status pbwi_schema_new(const pbw_allocator *allocator, pbw_schema **out);
pbw_status pbwi_schema_add(pbw_schema *schema, const uint8_t *set, size_t size, pbw_error *error);
pbw_status pbwi_schema_build(pbw_schema *schema, pbw_error *error);
pbw_schema *pbwi_schema_retain(pbw_schema *schema);
void pbwi_schema_free(pbw_schema *schema);

/* ---- look-ups, for a schema that is built (else NULL). Iteration: index the arrays above. ---- */

const pbw_file *pbwi_schema_file(const pbw_schema *schema, const char *name);
const pbw_type *pbwi_schema_type(const pbw_schema *schema, const char *full_name);
const pbw_enum *pbwi_schema_enum(const pbw_schema *schema, const char *full_name);
const pbw_field *pbwi_schema_extension(const pbw_schema *schema, const char *full_name);
const pbw_service *pbwi_schema_service(const pbw_schema *schema, const char *full_name);

/* By name in the .proto file, or else by JSON name; not extensions. */
const pbw_field *pbwi_type_field(const pbw_type *type, const char *name, size_t size);
/* Fields and extensions. */
const pbw_field *pbwi_type_field_by_number(const pbw_type *type, uint32_t number);
const pbw_oneof *pbwi_type_oneof(const pbw_type *type, const char *name);

/* The first declared value with a number; a value by name; NULL: there is none. */
const pbwi_enum_value *pbwi_enum_by_number(const pbw_enum *enumeration, int32_t number);
const pbwi_enum_value *pbwi_enum_by_name(const pbw_enum *enumeration, const char *name, size_t size);

const pbw_method *pbwi_service_method(const pbw_service *service, const char *name);

/* A field's default, declared or zero, copied into a cell of its format. ARGUMENT for lists, maps and
 * messages. */
pbw_status pbwi_field_default(const pbw_field *field, void *cell);

/* ---- options ---- */

/* `options` (of any element) as a message of the schema's type for `kind` (PBWI_OPTIONS_...), in `arena`
 * or, when that is NULL, in an arena of its own. NOT_FOUND: the schema has no such type. */
pbw_status pbwi_options_read(const pbw_schema *schema, int kind, pbw_bytes options, pbw_arena *arena,
                             pbw_message **out);

#endif
