/* pbw decode: a message as text. */
#include "bindings/cli/cli.h"

static int run(const cli_options *options) {
  cli_decoded decoded;
  int code = input_decode(options, &decoded);
  if (code == EXIT_GOOD) {
    print_message(stdout, decoded.message, 0);
    code = finish_output();
  }
  input_free(&decoded);
  return code;
}

const cli_command command_decode = {
    .name = "decode",
    .run = run,
    .takes_type = true,
    .help = "pbw decode - show a message as text\n"
            "\n"
            "usage: pbw decode --schema FILE --type NAME [OPTION...] [FILE]\n"
            "\n"
            "  -s, --schema FILE  a descriptor set; may be given more than once\n"
            "  -t, --type NAME    full name of the message's type\n"
            "      --partial      required fields may be missing\n"
            "  FILE               the message's bytes; stdin when absent or -\n"
            "\n"
            "The text is that of protobuf's text format: enum values by name, extensions in\n"
            "brackets, unknown fields by number.\n",
};
