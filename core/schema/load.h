/* What stands between adding descriptor sets and a built schema. All of it is in `work`, an arena that is
 * freed when the schema is built.
 *
 *   add      load.c      sets -> sources: raw bytes, decoded by boot plans; strings point into the bytes
 *   build    build.c     runs the passes:
 *              files.c        editions, imports, circles
 *              declare.c      objects and full names for every element; the symbol table
 *              ranges.c       numbers and names: reserved, for extensions, taken twice
 *              extend.c       extensions find the types that they extend; slots are allotted
 *              resolve.c      fields: features, types, oneofs, defaults, presence -> slots; services
 *              check.c        rules that need whole messages and enums
 *              json_names.c   look-up of fields by name; JSON names that collide
 *              required.c     which types have required fields somewhere below
 *              layout.c       places for fields; plan_build.c: programs for codecs
 *              lookup.c       tables from names to what has them
 *
 * Each pass is linear in the size of the sets, and none recurses but over types nested in types, at most
 * PBWI_MAX_TYPE_NESTING deep. */
#ifndef PBWI_LOAD_H
#define PBWI_LOAD_H

#include "core/base/status.h"
#include "core/schema/boot.h"
#include "core/schema/schema.h"

/* A file that was added. */
typedef struct pbwi_source {
  const char *name;      /* in the schema's arena                                   */
  pbw_bytes bytes;       /* FileDescriptorProto, without its source locations       */
  const pbwi_FileDescriptorProto *proto;
  pbw_file *file;        /* once building                                           */
  bool builtin;
  struct pbwi_source **imports; /* as in proto->dependency; NULL: a weak one that is missing */
  bool *is_public;       /* of each import                                          */
  uint32_t seen;         /* the last walk that came here (files.c)                  */
  struct pbwi_source *next;
} pbwi_source;

enum { /* pbwi_symbol.kind */
  PBWI_SYMBOL_PACKAGE,
  PBWI_SYMBOL_TYPE,
  PBWI_SYMBOL_ENUM,
  PBWI_SYMBOL_SERVICE,
  PBWI_SYMBOL_EXTENSION,
  PBWI_SYMBOL_OTHER /* fields, oneofs, enum values, methods: only to find duplicates */
};

/* Among kinds to look for: what the name means first counts, though it be of none of them. */
#define PBWI_SYMBOL_FIRST (1u << 31)

typedef struct pbwi_symbol {
  uint8_t kind;
  const void *object;
  const pbw_file *file;
} pbwi_symbol;

/* Numbers from `start` up to `end`, not included. */
typedef struct pbwi_range {
  int64_t start;
  int64_t end;
} pbwi_range;

typedef struct pbwi_ranges {
  pbwi_range *sorted;
  size_t count;
} pbwi_ranges;

/* What the options of an element say that the schema must know. */
typedef struct pbwi_element_options {
  const pbwi_FeatureSet *features; /* or NULL */
  bool has_packed;
  bool packed;
  bool map_entry;
  bool message_set;
  bool allow_alias;
  bool legacy_json;
} pbwi_element_options;

/* Beside schema->types[i]. */
typedef struct pbwi_type_work {
  const pbwi_DescriptorProto *proto;
  const pbwi_FieldDescriptorProto **protos; /* of type->fields[i], in the order of numbers   */
  uint32_t *position;        /* of the field declared i-th, in type->fields                  */
  pbwi_slot *slots;          /* the ones of the plan, to write                               */
  pbw_oneof **oneofs;        /* of oneof_decl i; NULL: synthetic                             */
  pbwi_features *oneof_features;
  pbwi_ranges extensions;
  pbwi_ranges reserved;
  bool legacy_json;
  pbw_field *map_field;      /* of a map entry: the field that uses it                       */
} pbwi_type_work;

/* Beside schema->extensions[i]. */
typedef struct pbwi_extension_work {
  const pbwi_FieldDescriptorProto *proto;
  pbw_type *extendee;
} pbwi_extension_work;

/* Beside schema->enums[i]. */
typedef struct pbwi_enum_work {
  const pbwi_EnumDescriptorProto *proto;
  bool legacy_json;
} pbwi_enum_work;

/* Of what is wrong with an element, the part that a compiler of .proto text should point at. */
enum {
  PBWI_BLAME_ELEMENT,
  PBWI_BLAME_AGAIN,      /* the second element of the name                   */
  PBWI_BLAME_EXTENSIONS, /* the extension range that begins with a number    */
  PBWI_BLAME_RESERVED,   /* the reserved range likewise                      */
  PBWI_BLAME_EXTENDEE    /* of an extension: what it extends                 */
};

struct pbwi_load {
  pbw_arena *work;         /* this stands in it                 */
  pbw_schema *schema;
  pbw_error *error;        /* of the call that runs; may be NULL */
  const pbwi_plan *plans;  /* boot plans                        */
  pbwi_table by_name;      /* -> pbwi_source                    */
  pbwi_source *first;
  pbwi_source **end;
  size_t count;

  pbwi_source **sources;   /* of schema->files[i] */
  pbwi_type_work *types;
  pbwi_extension_work *extensions;
  pbwi_enum_work *enums;
  const pbwi_ServiceDescriptorProto **services;
  pbwi_table symbols;      /* -> pbwi_symbol */
  int blame;               /* PBWI_BLAME_..., when something is wrong */
  int64_t blamed;          /* the number                              */
  uint32_t walk;           /* number of the last walk over imports (files.c) */
  uint64_t walk_steps;     /* taken so far                                   */
  pbwi_source *walked;     /* the file whose imports are marked              */
  pbwi_source **stack;     /* of that walk                                   */
};

/* ---- errors (fail.c) ---- */

/* SCHEMA, with the path "file: element" (element NULL: the file alone). */
PBWI_PRINTF(4, 5)
pbw_status pbwi_fail(pbwi_load *load, const pbw_file *file, const char *element, const char *format, ...);

/* MEMORY */
pbw_status pbwi_fail_memory(pbwi_load *load);

/* Any text as something that can stand in a message: what is not printable is replaced, long text cut. */
const char *pbwi_show(pbwi_load *load, pbw_bytes text);

/* The full name of an enum's value, for an error. */
const char *pbwi_value_name(pbwi_load *load, const pbw_enum *enumeration, const pbwi_enum_value *value);

/* ---- passes ---- */

pbw_status pbwi_pass_files(pbwi_load *load);
pbw_status pbwi_pass_declare(pbwi_load *load);
pbw_status pbwi_pass_ranges(pbwi_load *load);
pbw_status pbwi_pass_extend(pbwi_load *load);
pbw_status pbwi_pass_resolve(pbwi_load *load);
pbw_status pbwi_pass_check(pbwi_load *load);
pbw_status pbwi_pass_json_names(pbwi_load *load);
pbw_status pbwi_pass_required(pbwi_load *load);
pbw_status pbwi_pass_lookup_tables(pbwi_load *load);
pbw_status pbwi_pass_known(pbwi_load *load);
pbw_status pbwi_pass_keys(pbwi_load *load);

/* ---- what passes share ---- */

/* Add the files of a set (load.c). Built-in files do not replace others. */
pbw_status pbwi_load_add(pbwi_load *load, pbw_bytes set, bool builtin);

/* Whether elements of `from` may use types of `to`: it is imported, perhaps through public imports. */
bool pbwi_file_sees(pbwi_load *load, const pbw_file *from, const pbw_file *to);

/* Keep the options of an element in the schema's arena and read what the schema must know. `type` is
 * PBWI_BOOT_..._OPTIONS (element_options.c). */
pbw_status pbwi_element_options_read(pbwi_load *load, const pbw_file *file, const char *element, int type,
                                     const pbw_list *options, pbw_bytes *kept, pbwi_element_options *out);

/* What sets features. */
enum {
  PBWI_TARGET_FILE = 1,
  PBWI_TARGET_MESSAGE = 2,
  PBWI_TARGET_FIELD = 4,
  PBWI_TARGET_ONEOF = 8,
  PBWI_TARGET_ENUM = 16
};

/* The features of an edition; of an element, from its parent's and its own (features.c). */
const pbwi_features *pbwi_features_of_edition(int32_t edition);
pbw_status pbwi_features_apply(pbwi_load *load, const pbw_file *file, const char *element, unsigned target,
                               const pbwi_FeatureSet *own, pbwi_features *features);

/* The symbol that a reference from inside `scope` (a full name, "" or a package) means, in a file that
 * `file` sees; `kinds` is a set of 1 << PBWI_SYMBOL_.... what: "type" (symbols.c). */
pbw_status pbwi_symbol_resolve(pbwi_load *load, const pbw_file *file, const char *element, const char *scope,
                               pbw_bytes reference, unsigned kinds, const pbwi_symbol **out);
/* Enter a full name, which is borrowed; an error when it is there already. */
pbw_status pbwi_symbol_add(pbwi_load *load, const pbw_file *file, const char *full_name, size_t size, int kind,
                           const void *object);

/* Read the text of a default into a cell, for a field whose slot and enum are known (defaults.c). *cell is
 * NULL for zero. */
pbw_status pbwi_default_parse(pbwi_load *load, const pbw_field *field, pbw_bytes text, const void **cell);

/* ---- small things (names.c) ---- */

bool pbwi_is_identifier(pbw_bytes name);
/* "scope.name" in the arena, or NULL: no memory. */
char *pbwi_full_name(pbw_arena *arena, const char *scope, pbw_bytes name);
/* An identifier in camel case, of the same length or shorter; returns its size. Of a field's name it is the JSON name and,
 * with a capital first (title), what the name of a map's entry type begins with. */
size_t pbwi_camel_case(const char *name, size_t size, bool title, char *out);
/* Whether `made` is that, and `rest` behind it. */
bool pbwi_is_camel_case(const char *name, bool title, const char *made, const char *rest);
/* `text` is not empty. */
bool pbwi_bytes_are(pbw_bytes bytes, const char *text);

/* Sort numbers; no memory, n log n. Fast when they are sorted already (sort.c). */
void pbwi_sort(uint64_t *numbers, size_t count);
/* Whether a number is in one of the ranges, which do not overlap. */
bool pbwi_ranges_have(const pbwi_ranges *ranges, int64_t number);

#define PBWI_TRY(expression)                        \
  do {                                              \
    pbw_status try_status = (expression);           \
    if (try_status != PBW_OK) return try_status;    \
  } while (0)

PBWI_INLINE const void *pbwi_item(const pbw_list *list, size_t index) {
  return ((void *const *)list->data)[index];
}

PBWI_INLINE pbw_bytes pbwi_bytes_item(const pbw_list *list, size_t index) {
  return ((const pbw_bytes *)list->data)[index];
}

#endif
