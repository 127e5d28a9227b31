/* pbw check: is it a message of the type? */
#include "bindings/cli/cli.h"

static int run(const cli_options *options) {
  int code = EXIT_SYSTEM;
  pbw_schema *schema = input_schema(options);
  const pbw_type *type = schema != NULL ? input_type(options, schema) : NULL;
  cli_messages *messages = type != NULL ? messages_open(options, options->files[0], options->from, type) : NULL;
  if (messages != NULL) {
    const pbw_message *message;
    pbw_status status;
    while ((status = messages_next(messages, NULL, &message)) == PBW_OK) continue;
    code = messages_code(status);
    if (code == EXIT_GOOD) {
      printf("%s: ok, ", input_name(options->files[0]));
      if (options->delimited) printf("%zu messages, ", messages_count(messages));
      printf("%llu bytes, %s\n", (unsigned long long)messages_total(messages), pbw_type_full_name(type));
      code = finish_output();
    }
  }
  messages_close(messages);
  pbw_schema_free(schema);
  return code;
}

const cli_command command_check = {
    .name = "check",
    .brief = "tell whether a file is a well-formed message",
    .run = run,
    .takes = TAKES_SCHEMA | TAKES_TYPE | TAKES_FROM | TAKES_DELIMITED | TAKES_PARTIAL,
    .files = 1,
    .words = "--schema FILE --type NAME [OPTION...] [FILE]",
    .more = "FILE is the message; stdin when absent or -.\n"
            "\n"
            "Exit code 0 and a line on stdout, or 1 and on stderr the byte offset (in JSON and text also line\n"
            "and column), the field and what is wrong there. Of a stream, the first message that is wrong.\n"
            "\n"
            "  pbw check -s person.binpb -t hello.Person ann.pb\n"
            "  pbw check -s person.binpb -t hello.Person --from json ann.json\n",
};
