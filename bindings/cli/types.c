/* pbw types: what a schema has. */
#include "bindings/cli/cli.h"

static int run(const cli_options *options) {
  pbw_schema *schema = input_schema(options);
  if (schema == NULL) return EXIT_SYSTEM;
  for (size_t i = 0; i < pbw_schema_type_count(schema); i++) {
    const pbw_type *type = pbw_schema_type_at(schema, i);
    bool hidden = pbw_type_is_map_entry(type) || pbw_file_is_builtin(pbw_type_file(type));
    if (options->all || !hidden) puts(pbw_type_full_name(type));
  }
  int code = finish_output();
  pbw_schema_free(schema);
  return code;
}

const cli_command command_types = {
    .name = "types",
    .brief = "list the message types of a schema",
    .run = run,
    .takes = TAKES_SCHEMA | TAKES_ALL,
    .words = "--schema FILE [OPTION...]",
    .more = "One full name a line, in the order of the schema.\n"
            "\n"
            "  pbw types -s otel.binpb | grep Span\n",
};
