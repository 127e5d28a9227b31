/* pbw: find the command and run it. */
#include "bindings/cli/cli.h"

#include <string.h>

static const cli_command *const commands[] = {&command_decode, &command_types, &command_check};

static const char help[] =
    "pbw - look into Protocol Buffers messages\n"
    "\n"
    "usage: pbw COMMAND --schema FILE [OPTION...] [FILE]\n"
    "\n"
    "  decode    show a message as text\n"
    "  check     tell whether a file is a well-formed message\n"
    "  types     list the message types of a schema\n"
    "\n"
    "  pbw COMMAND --help    what a command does and takes\n"
    "  pbw --version         the version of pbw and of the ABI it uses\n"
    "\n"
    "A schema is a descriptor set, as protoc and buf write it:\n"
    "\n"
    "  protoc --include_imports --descriptor_set_out=schema.binpb my.proto\n"
    "  buf build -o schema.binpb\n"
    "\n"
    "exit codes: 0 success, 1 the input is not a message of the type, 2 wrong usage,\n"
    "            3 a file cannot be read or written, or a schema cannot be loaded\n";

int main(int argc, char **argv) {
  const char *word = argc > 1 ? argv[1] : "";
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
    fputs(help, stdout);
    return finish_output();
  }
  if (strcmp(word, "--version") == 0) {
    printf("pbw %s (ABI %u.%u)\n", pbw_version(), pbw_abi_version() >> 16, pbw_abi_version() & 0xffff);
    return finish_output();
  }
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    const cli_command *command = commands[i];
    if (strcmp(word, command->name) != 0) continue;
    cli_options options;
    if (!options_parse(command, argc - 2, argv + 2, &options)) return EXIT_USAGE;
    if (!options.help) return command->run(&options);
    fputs(command->help, stdout);
    return finish_output();
  }
  if (*word == 0)
    complain("a command is missing; try pbw --help");
  else
    complain("no such command: %s; try pbw --help", word);
  return EXIT_USAGE;
}
