/* pbw raw: bytes without a schema. A message of a type without fields has nothing but unknown fields, which text shows by
 * number; so this is pbw decode with the built-in schema. */
#include "bindings/cli/cli.h"

static int run(const cli_options *options) {
  cli_options fixed = *options;
  fixed.schema_count = 0; /* the built-in files are always there */
  fixed.type = "google.protobuf.Empty";
  return command_decode.run(&fixed);
}

const cli_command command_raw = {
    .name = "raw",
    .brief = "show the fields of a message without a schema",
    .run = run,
    .takes = TAKES_DELIMITED | TAKES_OUTPUT | TAKES_COLOR,
    .files = 1,
    .words = "[OPTION...] [FILE]",
    .more = "FILE is the message's bytes; stdin when absent or -.\n"
            "\n"
            "Fields by number: 8: 150 is a varint, 8: 0x00000001 has 32 bits, 8: 0x0000000000000001 has 64;\n"
            "8: \"...\" are bytes, and 8: { } bytes that are a well-formed message too; 8 { } is a group.\n",
};
