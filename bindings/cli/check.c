/* pbw check: is it a message of the type? */
#include "bindings/cli/cli.h"

#include <string.h>

static int run(const cli_options *options) {
  cli_decoded decoded;
  int code = input_decode(options, &decoded);
  if (code == EXIT_GOOD) {
    printf("%s: ok, %zu bytes, %s\n", strcmp(options->input, "-") == 0 ? "stdin" : options->input, decoded.size,
           pbw_type_full_name(pbw_message_type(decoded.message)));
    code = finish_output();
  }
  input_free(&decoded);
  return code;
}

const cli_command command_check = {
    .name = "check",
    .run = run,
    .takes_type = true,
    .help = "pbw check - tell whether a file is a well-formed message\n"
            "\n"
            "usage: pbw check --schema FILE --type NAME [OPTION...] [FILE]\n"
            "\n"
            "  -s, --schema FILE  a descriptor set; may be given more than once\n"
            "  -t, --type NAME    full name of the message's type\n"
            "      --partial      required fields may be missing\n"
            "  FILE               the message's bytes; stdin when absent or -\n"
            "\n"
            "Exit code 0 and a line on stdout, or 1 and on stderr the byte offset, the field\n"
            "and what is wrong there.\n",
};
