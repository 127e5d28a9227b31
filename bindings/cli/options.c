/* The command line of every command: options in any order, as "--name value" or "--name=value". */
#include "bindings/cli/cli.h"

#include <string.h>

typedef struct words {
  char **at;
  int left;
} words;

/* 1: *w is the option `name`, its value in *value; 0: it is another one; -1: the value is missing. */
static int valued(words *w, const char *name, const char *brief, const char **value) {
  const char *word = *w->at;
  size_t length = strlen(name);
  if (strncmp(word, name, length) == 0 && word[length] == '=') {
    *value = word + length + 1;
    return 1;
  }
  if (strcmp(word, name) != 0 && strcmp(word, brief) != 0) return 0;
  if (w->left < 2) {
    complain("%s needs a value", word);
    return -1;
  }
  w->at++, w->left--;
  *value = *w->at;
  return 1;
}

static bool named(const words *w, const char *name) { return strcmp(*w->at, name) == 0; }

static bool parse_option(const cli_command *command, words *w, cli_options *out) {
  const char *value;
  int found = valued(w, "--schema", "-s", &value);
  if (found > 0) {
    if (out->schema_count == MAX_SCHEMAS) {
      complain("more than %d schemas", MAX_SCHEMAS);
      return false;
    }
    out->schemas[out->schema_count++] = value;
  } else if (found == 0 && command->takes_type && (found = valued(w, "--type", "-t", &value)) > 0) {
    out->type = value;
  } else if (found == 0 && command->takes_type && named(w, "--partial")) {
    out->partial = true;
  } else if (found == 0 && command->takes_all && named(w, "--all")) {
    out->all = true;
  } else if (found == 0 && (named(w, "--help") || named(w, "-h"))) {
    out->help = true;
  } else if (found == 0) {
    complain("no such option: %s; try pbw %s --help", *w->at, command->name);
    return false;
  }
  return found >= 0;
}

/* Only one thing can come from stdin. */
static bool check_stdin(const cli_options *o, bool reads_input) {
  size_t readers = reads_input && strcmp(o->input, "-") == 0;
  for (size_t i = 0; i < o->schema_count; i++) readers += strcmp(o->schemas[i], "-") == 0;
  if (readers > 1) complain("only one of schemas and input can be read from stdin");
  return readers < 2;
}

bool options_parse(const cli_command *command, int count, char **first, cli_options *out) {
  *out = (cli_options){.command = command->name, .input = "-"};
  bool have_input = false, only_files = false;
  for (words w = {first, count}; w.left > 0; w.at++, w.left--) {
    if (!only_files && named(&w, "--")) {
      only_files = true;
    } else if (!only_files && (*w.at)[0] == '-' && (*w.at)[1] != 0) {
      if (!parse_option(command, &w, out)) return false;
    } else if (!command->takes_type || have_input) {
      complain("one word too many: %s; try pbw %s --help", *w.at, command->name);
      return false;
    } else {
      out->input = *w.at;
      have_input = true;
    }
  }
  if (out->help) return true;
  if (out->schema_count == 0) {
    complain("--schema FILE is missing; try pbw %s --help", command->name);
    return false;
  }
  if (command->takes_type && out->type == NULL) {
    complain("--type NAME is missing; pbw types --schema %s lists them", out->schemas[0]);
    return false;
  }
  return check_stdin(out, command->takes_type);
}
