/* The command line of every command: one table of options, in any order, as "--name value" or "--name=value". */
#include "bindings/cli/cli.h"

#include <string.h>

typedef bool set_option(cli_options *options, const char *value);

static bool set_schema(cli_options *o, const char *value) {
  if (o->schema_count == MAX_SCHEMAS) {
    complain("more than %d schemas", MAX_SCHEMAS);
    return false;
  }
  o->schemas[o->schema_count++] = value;
  return true;
}

static bool add_proto(cli_options *o, const char *value) {
  if (o->proto_count == MAX_PROTOS) {
    complain("more than %d .proto files", MAX_PROTOS);
    return false;
  }
  o->protos[o->proto_count++] = value;
  return true;
}

static bool add_path(cli_options *o, const char *value) {
  if (o->path_count == MAX_SCHEMAS) {
    complain("more than %d folders", MAX_SCHEMAS);
    return false;
  }
  o->paths[o->path_count++] = value;
  return true;
}

static bool set_word(const char *value, const char *const *words, int count, const char *what, int *out) {
  for (int i = 0; i < count; i++)
    if (strcmp(value, words[i]) == 0) {
      *out = i;
      return true;
    }
  complain("no such %s: %s", what, value);
  return false;
}

static bool set_format(const char *value, cli_format *out) {
  static const char *const words[] = {"binary", "json", "text"};
  int found = 0;
  bool ok = set_word(value, words, FORMATS, "format (binary, json, text)", &found);
  *out = (cli_format)found;
  return ok;
}

static bool set_color(cli_options *o, const char *value) {
  static const char *const words[] = {"auto", "never", "always"};
  int found = 0;
  bool ok = set_word(value, words, 3, "colour (auto, never, always)", &found);
  o->color = (cli_color)found;
  return ok;
}

static bool set_type(cli_options *o, const char *value) { return o->type = value, true; }
static bool set_output(cli_options *o, const char *value) { return o->output = value, true; }
static bool set_from(cli_options *o, const char *value) { return set_format(value, &o->from); }
static bool set_to(cli_options *o, const char *value) { return set_format(value, &o->to); }
static bool set_delimited(cli_options *o, const char *value) { return (void)value, o->delimited = true; }
static bool set_all(cli_options *o, const char *value) { return (void)value, o->all = true; }
static bool set_compact(cli_options *o, const char *value) { return (void)value, o->compact = true; }
static bool set_help(cli_options *o, const char *value) { return (void)value, o->help = true; }

static const struct option {
  const char *name, *brief, *value; /* value NULL: it takes none */
  unsigned takes;                   /* commands that take one of these have it; 0: all have */
  set_option *set;                  /* NULL: flag */
  uint32_t flag;
  const char *help;
} table[] = {
    {"--schema", "-s", "FILE", TAKES_SCHEMA, set_schema, 0, "a descriptor set; may be given more than once"},
    {"--proto", "-p", "FILE", TAKES_SCHEMA, add_proto, 0, "a .proto file; may be given more than once"},
    {"--path", "-I", "DIR", TAKES_SCHEMA | TAKES_PATH, add_path, 0, "a folder of .proto files that are imported; without it this one"},
    {"--type", "-t", "NAME", TAKES_TYPE, set_type, 0, "full name of the message's type"},
    {"--from", NULL, "FORMAT", TAKES_FROM, set_from, 0, "binary (unless told), json or text"},
    {"--to", NULL, "FORMAT", TAKES_TO, set_to, 0, "binary, json (unless told) or text"},
    {"--output", "-o", "FILE", TAKES_OUTPUT, set_output, 0, "write here instead of stdout"},
    {"--delimited", "-d", NULL, TAKES_DELIMITED, set_delimited, 0,
     "a stream: each message behind its size; in JSON a line each, in text --- between"},
    {"--partial", NULL, NULL, TAKES_PARTIAL, NULL, PBW_PARTIAL, "required fields may be missing"},
    {"--ignore-unknown", NULL, NULL, TAKES_UNKNOWN, NULL, PBW_IGNORE_UNKNOWN, "skip names that the schema does not have"},
    {"--compact", "-c", NULL, TAKES_TO, set_compact, 0, "JSON and text on one line"},
    {"--proto-names", NULL, NULL, TAKES_TO, NULL, PBW_PROTO_NAMES, "JSON: names as in the .proto file"},
    {"--enum-numbers", NULL, NULL, TAKES_TO, NULL, PBW_ENUM_NUMBERS, "JSON and text: enums by number"},
    {"--int64-numbers", NULL, NULL, TAKES_TO, NULL, PBW_INT64_NUMBERS, "JSON: 64-bit integers without quotes"},
    {"--always-print", NULL, NULL, TAKES_TO, NULL, PBW_ALWAYS_PRINT, "JSON: fields without presence also when zero"},
    {"--color", NULL, "WHEN", TAKES_COLOR, set_color, 0, "auto (on a terminal, unless NO_COLOR is set), never, always"},
    {"--all", NULL, NULL, TAKES_ALL, set_all, 0, "built-in types and map entries too"},
    {"--help", "-h", NULL, 0, set_help, 0, "this text"},
};
enum { OPTIONS = sizeof table / sizeof *table };

static bool has(const cli_command *command, const struct option *option) {
  return option->takes == 0 || (command->takes & option->takes) != 0;
}

typedef struct words {
  char **at;
  int left;
} words;

/* 1: *w is this option, its value in *value; 0: it is another one; -1: the value is missing. */
static int matches(words *w, const struct option *option, const char **value) {
  const char *word = *w->at;
  size_t length = strlen(option->name);
  *value = NULL;
  if (option->value != NULL && strncmp(word, option->name, length) == 0 && word[length] == '=') {
    *value = word + length + 1;
    return 1;
  }
  if (strcmp(word, option->name) != 0 && (option->brief == NULL || strcmp(word, option->brief) != 0)) return 0;
  if (option->value == NULL) return 1;
  if (w->left < 2) {
    complain("%s needs a value", word);
    return -1;
  }
  w->at++, w->left--;
  *value = *w->at;
  return 1;
}

static bool parse_option(const cli_command *command, words *w, cli_options *out) {
  for (size_t i = 0; i < OPTIONS; i++) {
    const char *value;
    int found = has(command, &table[i]) ? matches(w, &table[i], &value) : 0;
    if (found < 0) return false;
    if (found == 0) continue;
    if (table[i].set != NULL) return table[i].set(out, value);
    out->flags |= table[i].flag;
    return true;
  }
  complain("no such option: %s; try pbw %s --help", *w->at, command->name);
  return false;
}

/* Only one thing can come from stdin. */
static bool check_stdin(const cli_command *command, const cli_options *o) {
  size_t readers = 0;
  for (size_t i = 0; i < o->file_count && !(command->takes & TAKES_NAME); i++) readers += strcmp(o->files[i], "-") == 0;
  for (size_t i = 0; i < o->schema_count; i++) readers += strcmp(o->schemas[i], "-") == 0;
  for (size_t i = 0; i < o->proto_count; i++) readers += strcmp(o->protos[i], "-") == 0;
  if (readers > 1) complain("only one file can be read from stdin");
  return readers < 2;
}

static bool check_missing(const cli_command *command, cli_options *o) {
  if (command->takes & TAKES_SCHEMA && o->schema_count == 0 && o->proto_count == 0) {
    complain("--schema FILE or --proto FILE is missing; try pbw %s --help", command->name);
    return false;
  }
  if (command->takes & TAKES_TYPE && o->type == NULL) {
    complain("--type NAME is missing; pbw types %s %s lists them", o->schema_count > 0 ? "--schema" : "--proto",
             o->schema_count > 0 ? o->schemas[0] : o->protos[0]);
    return false;
  }
  bool name = command->takes & TAKES_NAME;
  if (command->files == 1 && o->file_count == 0 && !name) o->files[o->file_count++] = "-";
  if (o->file_count < command->files) {
    complain("a %s is missing; try pbw %s --help", name ? "name" : "file", command->name);
    return false;
  }
  return check_stdin(command, o);
}

bool options_parse(const cli_command *command, int count, char **first, cli_options *out) {
  *out = (cli_options){.command = command->name, .to = FORMAT_JSON};
  bool only_files = false;
  for (words w = {first, count}; w.left > 0; w.at++, w.left--) {
    if (!only_files && strcmp(*w.at, "--") == 0) {
      only_files = true;
    } else if (!only_files && (*w.at)[0] == '-' && (*w.at)[1] != 0) {
      if (!parse_option(command, &w, out)) return false;
    } else if (command->takes & TAKES_PROTOS) {
      if (!add_proto(out, *w.at)) return false;
    } else if (out->file_count == command->files) {
      complain("one word too many: %s; try pbw %s --help", *w.at, command->name);
      return false;
    } else {
      out->files[out->file_count++] = *w.at;
    }
  }
  if (!out->help && command->takes & TAKES_PROTOS && out->proto_count == 0) {
    complain("a file is missing; try pbw %s --help", command->name);
    return false;
  }
  return out->help || check_missing(command, out);
}

void options_help(const cli_command *command) {
  printf("pbw %s - %s\n\nusage: pbw %s %s\n\n", command->name, command->brief, command->name, command->words);
  for (size_t i = 0; i < OPTIONS; i++) {
    char left[64];
    if (!has(command, &table[i])) continue;
    snprintf(left, sizeof left, "%s%s%s%s%s", table[i].brief != NULL ? table[i].brief : "  ",
             table[i].brief != NULL ? ", " : "  ", table[i].name, table[i].value != NULL ? " " : "",
             table[i].value != NULL ? table[i].value : "");
    printf("  %-22s %s\n", left, table[i].help);
  }
  printf("\n%s", command->more);
}
