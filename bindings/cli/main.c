/* pbw: find the command and run it. */
#include "bindings/cli/cli.h"

#include <string.h>

static const cli_command *const commands[] = {
    &command_decode, &command_encode, &command_convert, &command_raw,  &command_check,
    &command_stat,   &command_diff,   &command_types,   &command_show,   &command_compile,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int help(void) {
  puts("pbw - look into Protocol Buffers messages\n"
       "\n"
       "usage: pbw COMMAND [OPTION...] [FILE...]\n");
  for (size_t i = 0; i < COMMANDS; i++) printf("  %-9s %s\n", commands[i]->name, commands[i]->brief);
  puts("\n"
       "  pbw COMMAND --help    what a command does and takes\n"
       "  pbw --version         the version of pbw and of the ABI it uses\n"
       "\n"
       "A schema is made of .proto files (--proto my.proto --path DIR), or it is a descriptor set\n"
       "(--schema), as pbw compile, protoc and buf write it:\n"
       "\n"
       "  pbw compile -o schema.binpb my.proto\n"
       "  protoc --include_imports --descriptor_set_out=schema.binpb my.proto\n"
       "  buf build -o schema.binpb\n"
       "\n"
       "exit codes: 0 success\n"
       "            1 the input is not a message of the type; diff: the messages differ\n"
       "            2 wrong usage\n"
       "            3 a file cannot be read or written, a schema cannot be loaded or lacks the type, no memory;\n"
       "              diff: also input that is not a message of the type");
  return finish_output();
}

int main(int argc, char **argv) {
  const char *word = argc > 1 ? argv[1] : "";
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) return help();
  if (strcmp(word, "--version") == 0) {
    printf("pbw %s (ABI %u.%u)\n", pbw_version(), pbw_abi_version() >> 16, pbw_abi_version() & 0xffff);
    return finish_output();
  }
  for (size_t i = 0; i < COMMANDS; i++) {
    if (strcmp(word, commands[i]->name) != 0) continue;
    cli_options options;
    if (!options_parse(commands[i], argc - 2, argv + 2, &options)) return EXIT_USAGE;
    if (!options.help) return commands[i]->run(&options);
    options_help(commands[i]);
    return finish_output();
  }
  if (*word == 0)
    complain("a command is missing; try pbw --help");
  else
    complain("no such command: %s; try pbw --help", word);
  return EXIT_USAGE;
}
