/* .proto files: found in the folders of --path, compiled with what they import. */
#include "bindings/cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* A file inside a folder, if it is there. */
static bool read_in(const char *folder, const char *name, cli_buffer *out) {
  cli_text path = {NULL, 0, 0, false};
  if (*folder == 0 || strcmp(folder, ".") == 0) text_add(&path, "%s", name);
  else text_add(&path, "%s/%s", folder, name);
  FILE *file = path.failed ? NULL : fopen(text_of(&path), "rb");
  bool there = file != NULL && fgetc(file) != EOF; /* a folder opens too, but cannot be read */
  bool empty = file != NULL && !there && !ferror(file);
  if (file != NULL) fclose(file);
  *out = (cli_buffer){NULL, 0};
  if (empty) out->data = calloc(1, 1);
  bool found = empty ? out->data != NULL : there && input_read(text_of(&path), out);
  text_free(&path);
  return found;
}

static bool read_any(const cli_options *options, const char *name, cli_buffer *out) {
  for (size_t i = 0; i < options->path_count; i++)
    if (read_in(options->paths[i], name, out)) return true;
  return options->path_count == 0 && read_in(".", name, out);
}

static pbw_status add(pbw_source *source, const char *name, cli_buffer *text) {
  pbw_status status = pbw_source_add(source, name, text->data, text->size);
  free(text->data);
  if (status != PBW_OK) complain("%s: %s", name, pbw_status_text(status));
  return status;
}

/* A file of the command line: its name is what follows the folder of --path that it stands in. One that stands in none is
 * named without its own folder. */
static pbw_status add_named(const cli_options *options, pbw_source *source, const char *path) {
  cli_buffer text;
  if (strncmp(path, "./", 2) == 0) path += 2;
  for (size_t i = 0; i < options->path_count; i++) {
    const char *folder = options->paths[i];
    size_t size = strlen(folder);
    while (size > 0 && folder[size - 1] == '/') size--;
    if (strncmp(path, folder, size) != 0 || path[size] != '/') continue;
    const char *name = path + size + strspn(path + size, "/");
    if (read_in(".", path, &text)) return add(source, name, &text);
  }
  if (read_any(options, path, &text)) return add(source, path, &text);
  const char *slash = strrchr(path, '/');
  if (!input_read(path, &text)) return PBW_ERR_ARGUMENT;
  return add(source, slash != NULL ? slash + 1 : path, &text);
}

/* What was wrong, line by line. */
static void complain_lines(const char *text) {
  while (*text != 0) {
    size_t size = strcspn(text, "\n");
    fprintf(stderr, "%.*s\n", (int)size, text);
    text += size + (text[size] == '\n');
  }
}

pbw_source *source_open(const cli_options *options) {
  pbw_source *source = NULL;
  pbw_status status = pbw_source_new(NULL, &source);
  if (status != PBW_OK) complain("%s", pbw_status_text(status));
  for (size_t i = 0; status == PBW_OK && i < options->proto_count; i++) status = add_named(options, source, options->protos[i]);
  const char *name;
  for (size_t i = 0; status == PBW_OK && (name = pbw_source_import(source, i)) != NULL; i++) {
    cli_buffer text;
    bool named = false; /* on the command line, under the same name */
    for (size_t k = 0; k < options->proto_count && !named; k++) named = strcmp(options->protos[k], name) == 0;
    if (!named && read_any(options, name, &text)) status = add(source, name, &text);
  }
  if (status == PBW_OK) return source;
  pbw_source_free(source);
  return NULL;
}

bool source_compile(pbw_source *source, pbw_schema **schema, pbw_bytes *set) {
  pbw_error error = {.struct_size = sizeof error};
  pbw_status status = pbw_source_compile(source, schema, set != NULL ? &set->data : NULL, set != NULL ? &set->size : NULL, &error);
  if (status == PBW_OK) return true;
  const char *all = pbw_source_errors(source);
  if (all == NULL || *all == 0) complain("%s", error.message);
  else complain_lines(all);
  return false;
}

/* ---- the command ---- */

static int run(const cli_options *options) {
  pbw_bytes set;
  pbw_source *source = source_open(options);
  if (source == NULL) return EXIT_SYSTEM;
  int code = EXIT_BAD_INPUT;
  if (source_compile(source, NULL, &set)) {
    FILE *file = output_open(options);
    code = EXIT_SYSTEM;
    if (file != NULL) {
      if (set.size > 0) fwrite(set.data, 1, set.size, file);
      code = output_close(options, file);
    }
  }
  pbw_source_free(source);
  return code;
}

const cli_command command_compile = {
    .name = "compile",
    .brief = "make a descriptor set of .proto files",
    .run = run,
    .takes = TAKES_PATH | TAKES_PROTOS | TAKES_OUTPUT,
    .words = "[OPTION...] FILE...",
    .more = "The set holds all that the files import, as protoc --include_imports writes it, byte for byte.\n"
            "What is wrong is told with its place; up to 50 errors, exit code 1.\n"
            "\n"
            "  pbw compile --path protos -o shop.binpb protos/shop.proto\n",
};
