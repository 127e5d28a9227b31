/* pbw decode, encode, convert: messages from one format to another. */
#include "bindings/cli/cli.h"

#include <string.h>

typedef pbw_status print_message(pbw_ctx *ctx, const pbw_message *message, uint32_t flags, const uint8_t **data, size_t *size);

static print_message *const printers[FORMATS] = {
    [FORMAT_BINARY] = pbw_encode_ctx,
    [FORMAT_JSON] = pbw_json_print_ctx,
    [FORMAT_TEXT] = pbw_text_print_ctx,
};

typedef struct conversion {
  const cli_options *options;
  cli_messages *messages;
  FILE *out;   /* opened for the first message: text that cannot be read leaves a file as it was */
  bool color;
  bool empty;  /* the last message had no text: in a stream, a line of --- must end it */
} conversion;

static bool open_output(conversion *c) {
  if (c->out != NULL) return true;
  c->out = output_open(c->options);
  if (c->out == NULL) return false;
  c->color = c->options->to != FORMAT_BINARY && output_wants_color(c->options, c->out);
  if (output_is_terminal(c->out)) messages_be_quiet(c->messages);
  return true;
}

static pbw_status put(conversion *c, const pbw_message *message) {
  const cli_options *options = c->options;
  pbw_bytes bytes;
  bool text = options->to == FORMAT_TEXT, binary = options->to == FORMAT_BINARY;
  bool one_line = options->compact || (options->delimited && options->to == FORMAT_JSON);
  uint32_t flags = options->flags & ~(uint32_t)PBW_IGNORE_UNKNOWN;
  if (!binary && !one_line) flags |= PBW_INDENT;
  if (text) flags |= PBW_TEXT_UNKNOWN;
  print_message *print = binary && options->delimited ? pbw_encode_delimited_ctx : printers[options->to];
  pbw_ctx *ctx = messages_ctx(c->messages);
  pbw_status status = print(ctx, message, flags, &bytes.data, &bytes.size);
  if (status != PBW_OK) {
    pbw_error error = *pbw_ctx_error(ctx);
    error.offset = PBW_NO_OFFSET; /* it would be one of the output */
    messages_complain(c->messages, &error);
    return status;
  }
  if (!open_output(c)) return PBW_ERR_IO;
  if (text && options->delimited && messages_count(c->messages) > 1) fputs("---\n", c->out);
  output_text(c->out, bytes.data, bytes.size, c->color);
  if (!binary && bytes.size > 0 && bytes.data[bytes.size - 1] != '\n') fputc('\n', c->out);
  c->empty = bytes.size == 0;
  return PBW_OK;
}

static int convert(const cli_options *options) {
  int code = EXIT_SYSTEM;
  pbw_schema *schema = input_schema(options);
  const pbw_type *type = schema != NULL ? input_type(options, schema) : NULL;
  conversion c = {.options = options};
  if (type != NULL) c.messages = messages_open(options, options->files[0], options->from, type);
  if (c.messages != NULL) {
    const pbw_message *message;
    pbw_status status = PBW_OK;
    while (status == PBW_OK && (c.out == NULL || !ferror(c.out)))
      if ((status = messages_next(c.messages, NULL, &message)) == PBW_OK) status = put(&c, message);
    code = messages_code(status);
    if (code == EXIT_GOOD && !open_output(&c)) code = EXIT_SYSTEM;
    if (c.out != NULL) {
      if (c.empty && options->to == FORMAT_TEXT && options->delimited) fputs("---\n", c.out);
      int written = output_close(options, c.out);
      if (code == EXIT_GOOD) code = written;
    }
  }
  messages_close(c.messages);
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
            "8: { } for bytes that may be a message). pbw encode reads it back, losing nothing. A stream\n"
            "(--delimited) has lines of --- between its messages.\n"
            "\n"
            "  pbw decode -s person.binpb -t hello.Person ann.pb\n"
            "  curl -s ... | pbw decode -s person.binpb -t hello.Person\n",
};

const cli_command command_encode = {
    .name = "encode",
    .brief = "make a message from text",
    .run = encode,
    .takes = COMMON | TAKES_UNKNOWN,
    .files = 1,
    .words = "--schema FILE --type NAME [OPTION...] [FILE]",
    .more = "FILE is text format, as pbw decode prints it; stdin when absent or -. The message's bytes\n"
            "go to stdout. With --delimited a line of --- ends each message of a stream, of the last one only\n"
            "if it is empty.\n"
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
