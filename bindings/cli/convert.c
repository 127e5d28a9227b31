/* pbw decode, encode, convert: messages from one format to another. */
#include "bindings/cli/cli.h"

#include <string.h>

typedef pbw_status print_message(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, const uint8_t **data, size_t *size);

static print_message *const printers[FORMATS] = {
    [FORMAT_BINARY] = pbw_encode_ctx,
    [FORMAT_JSON] = pbw_json_print_ctx,
    [FORMAT_TEXT] = pbw_text_print_ctx,
};

/* One message to `out`. */
static pbw_status put(const cli_options *options, FILE *out, bool color, pbw_ctx *ctx, const pbw_message *message, bool first) {
  const uint8_t *data;
  size_t size;
  bool text = options->to == FORMAT_TEXT, binary = options->to == FORMAT_BINARY;
  bool one_line = options->compact || (options->delimited && options->to == FORMAT_JSON);
  uint32_t flags = options->flags & ~(uint32_t)PBW_IGNORE_UNKNOWN;
  if (!binary && !one_line) flags |= PBW_INDENT;
  if (text) flags |= PBW_TEXT_UNKNOWN;
  print_message *print = binary && options->delimited ? pbw_encode_delimited_ctx : printers[options->to];
  pbw_status status = print(ctx, message, flags, &data, &size);
  if (status != PBW_OK) {
    complain_error("output", pbw_ctx_error(ctx), 0);
    return status;
  }
  if (binary) {
    fwrite(data, 1, size, out);
    return PBW_OK;
  }
  if (text && options->delimited && !first) fputs("---\n", out);
  output_text(out, data, size, color);
  if (size > 0 && data[size - 1] != '\n') fputc('\n', out);
  return PBW_OK;
}

static int convert(const cli_options *options) {
  int code = EXIT_SYSTEM;
  pbw_status status = PBW_END;
  pbw_schema *schema = input_schema(options);
  const pbw_type *type = schema != NULL ? input_type(options, schema) : NULL;
  cli_messages *messages = type != NULL ? messages_open(options, options->files[0], options->from, type) : NULL;
  FILE *out = messages != NULL ? output_open(options) : NULL;
  if (out != NULL) {
    const pbw_message *message;
    bool color = options->to != FORMAT_BINARY && output_wants_color(options, out);
    while (!ferror(out) && (status = messages_next(messages, &message)) == PBW_OK)
      if ((status = put(options, out, color, messages_ctx(messages), message, messages_count(messages) == 1)) != PBW_OK) break;
    code = messages_code(status);
    int written = output_close(options, out);
    if (code == EXIT_GOOD) code = written;
  }
  messages_close(messages);
  pbw_schema_free(schema);
  return code;
}

static int decode(const cli_options *options) {
  cli_options fixed = *options;
  fixed.from = FORMAT_BINARY;
  fixed.to = FORMAT_TEXT;
  return convert(&fixed);
}

static int encode(const cli_options *options) {
  cli_options fixed = *options;
  fixed.from = FORMAT_TEXT;
  fixed.to = FORMAT_BINARY;
  return convert(&fixed);
}

#define COMMON (TAKES_SCHEMA | TAKES_TYPE | TAKES_DELIMITED | TAKES_PARTIAL | TAKES_OUTPUT)

const cli_command command_decode = {
    .name = "decode",
    .brief = "show a message as text",
    .run = decode,
    .takes = COMMON | TAKES_COLOR,
    .files = 1,
    .words = "--schema FILE --type NAME [OPTION...] [FILE]",
    .more = "FILE is the message's bytes; stdin when absent or -.\n"
            "\n"
            "The text is protobuf's text format: enum values by name, extensions in brackets,\n"
            "and unknown fields by number (8: 150; 8: 0x00000001 for 32 bits; 8 { } for a group,\n"
            "8: { } for bytes that may be a message). pbw encode reads it back, losing nothing.\n",
};

const cli_command command_encode = {
    .name = "encode",
    .brief = "make a message from text",
    .run = encode,
    .takes = COMMON | TAKES_UNKNOWN,
    .files = 1,
    .words = "--schema FILE --type NAME [OPTION...] [FILE]",
    .more = "FILE is text format, as pbw decode prints it; stdin when absent or -. The message's bytes\n"
            "go to stdout.\n"
            "\n"
            "  echo 'name: \"Ann\" age: 43' | pbw encode -s person.binpb -t hello.Person >ann.pb\n",
};

const cli_command command_convert = {
    .name = "convert",
    .brief = "between binary, JSON and text",
    .run = convert,
    .takes = COMMON | TAKES_FROM | TAKES_TO | TAKES_COLOR | TAKES_UNKNOWN,
    .files = 1,
    .words = "--schema FILE --type NAME [--from FORMAT] [--to FORMAT] [OPTION...] [FILE]",
    .more = "FILE is read in the one format and written to stdout in the other; stdin when absent or -.\n"
            "\n"
            "  pbw convert -s person.binpb -t hello.Person ann.pb                  to JSON\n"
            "  pbw convert -s ... -t ... --from json --to binary ann.json >ann.pb  and back\n"
            "  pbw convert -s ... -t ... --delimited log.pb                        a stream, as lines of JSON\n",
};
