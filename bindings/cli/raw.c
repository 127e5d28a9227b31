/* pbw raw: bytes without a schema. Each field stands behind its offset, in the words that text format has for unknown
 * fields. What is in bytes has to be guessed: text where it reads as one, else a message, else bytes as they are. */
#include "bindings/cli/cli.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MAX_GUESSES = 32 }; /* messages inside messages; beyond, bytes are shown as they are, for a hostile input's sake */

typedef struct raw {
  FILE *out;
  bool color;
  const cli_messages *messages;
  const uint8_t *start; /* of the message */
  cli_text line;
} raw;

/* ---- text or not ---- */

/* A message that reads as text is rare: its tags and sizes are control characters. But those of fields 1 may be a tab or a
 * newline, with which few texts begin. */
static bool is_text(pbw_bytes bytes) {
  if (!quote_is_text(bytes)) return false;
  bool as_well = bytes.size > 0 && (bytes.data[0] == '\n' || bytes.data[0] == '\t') && wire_is_message(bytes);
  return !as_well;
}

/* ---- what a number may be ---- */

/* Floats are told when they look like one that somebody wrote: neither tiny nor huge. */
static void add_float(cli_text *line, double value, int digits) {
  if (isfinite(value) && fabs(value) >= 1e-6 && fabs(value) < 1e15) text_add(line, "  # %.*g", digits, value);
}

static void add_number(cli_text *line, const wire_field *f) {
  float narrow;
  double wide;
  uint32_t bits = (uint32_t)f->value;
  switch (f->type) {
    case WIRE_VARINT:
      text_add(line, "%" PRIu64, f->value);
      if (f->value > INT64_MAX) text_add(line, "  # -%" PRIu64, -f->value);
      break;
    case WIRE_32:
      memcpy(&narrow, &bits, sizeof narrow);
      text_add(line, "0x%08" PRIx32, bits);
      add_float(line, (double)narrow, 7);
      break;
    default:
      memcpy(&wide, &f->value, sizeof wide);
      text_add(line, "0x%016" PRIx64, f->value);
      add_float(line, wide, 15);
  }
}

/* ---- fields ---- */

/* offset NULL: a line that is no field. */
static void end_line(raw *r, const uint8_t *offset) {
  if (offset != NULL) fprintf(r->out, "%8" PRIu64 "  ", messages_offset(r->messages) + (uint64_t)(offset - r->start));
  else fputs("          ", r->out);
  text_add(&r->line, "\n");
  output_text(r->out, text_of(&r->line), r->line.size, r->color);
  text_cut(&r->line, 0);
}

static void begin_line(raw *r, int indent) { text_add(&r->line, "%*s", 2 * indent, ""); }

static void shut(raw *r, int indent) {
  begin_line(r, indent);
  text_add(&r->line, "}");
  end_line(r, NULL);
}

/* All fields up to the end. What is wrong is in *status, where in the return value; NULL: nothing. */
static const uint8_t *show_fields(raw *r, pbw_bytes bytes, int indent, int guesses, pbw_status *status) {
  const uint8_t *p = bytes.data, *end = bytes.size > 0 ? p + bytes.size : p, *start = p;
  uint32_t open[WIRE_MAX_GROUPS];
  int depth = 0;
  while (p != end && !ferror(r->out)) {
    wire_field f;
    start = p;
    if ((p = wire_take(p, end, &f, status)) == NULL) return start;
    if (f.type == WIRE_END) {
      *status = PBW_ERR_MALFORMED;
      if (depth == 0 || open[--depth] != f.number) return start;
      shut(r, indent + depth);
      continue;
    }
    begin_line(r, indent + depth);
    text_add(&r->line, "%" PRIu32, f.number);
    if (f.type == WIRE_START) {
      *status = PBW_ERR_DEPTH;
      if (depth == WIRE_MAX_GROUPS) return start;
      open[depth++] = f.number;
      text_add(&r->line, " {");
    } else {
      text_add(&r->line, ": ");
      bool text = f.type == WIRE_BYTES && is_text(f.bytes);
      bool message = f.type == WIRE_BYTES && !text && guesses > 0 && wire_is_message(f.bytes);
      if (message) {
        text_add(&r->line, "{");
        end_line(r, start);
        show_fields(r, f.bytes, indent + depth + 1, guesses - 1, status);
        shut(r, indent + depth);
        continue;
      }
      if (f.type == WIRE_BYTES) quote_add(&r->line, f.bytes, text);
      else add_number(&r->line, &f);
    }
    end_line(r, start);
  }
  *status = PBW_ERR_TRUNCATED; /* a group is open */
  return depth > 0 ? end : NULL;
}

static pbw_status show_message(raw *r, pbw_bytes bytes) {
  pbw_status status = PBW_OK;
  r->start = bytes.data;
  const uint8_t *wrong = show_fields(r, bytes, 0, MAX_GUESSES, &status);
  if (wrong == NULL) return PBW_OK;
  text_cut(&r->line, 0);
  fflush(r->out); /* what was well-formed stands before the complaint */
  pbw_error error = {.struct_size = sizeof error, .code = status, .offset = (uint64_t)(wrong - r->start)};
  snprintf(error.message, sizeof error.message, "%s", pbw_status_text(status));
  messages_complain(r->messages, &error);
  return status;
}

static int run(const cli_options *options) {
  cli_messages *messages = messages_open(options, options->files[0], FORMAT_BINARY, NULL);
  FILE *out = messages != NULL ? output_open(options) : NULL;
  int code = EXIT_SYSTEM;
  if (out != NULL) {
    raw r = {.out = out, .color = output_wants_color(options, out), .messages = messages};
    pbw_bytes bytes;
    pbw_status status = PBW_OK;
    if (output_is_terminal(out)) messages_be_quiet(messages);
    while (status == PBW_OK && !ferror(out) && (status = messages_bytes(messages, &bytes)) == PBW_OK) {
      if (options->delimited)
        fprintf(out, "# message %zu: %zu bytes at %" PRIu64 "\n", messages_count(messages), bytes.size,
                messages_offset(messages));
      status = show_message(&r, bytes);
    }
    code = messages_code(status);
    if (r.line.failed) {
      complain("out of memory");
      code = EXIT_SYSTEM;
    }
    text_free(&r.line);
    int written = output_close(options, out);
    if (code == EXIT_GOOD) code = written;
  }
  messages_close(messages);
  return code;
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
            "A line for each field: its offset in the file, its number, and its value. 8: 150 is a varint,\n"
            "8: 0x00000001 has 32 bits, 8: 0x0000000000000001 has 64; 8 { } is a group. Of bytes the wire\n"
            "format does not tell what they are: 8: \"...\" where they read as text, 8: { } where they are a\n"
            "well-formed message, else 8: \"\\001\\377\". What is malformed is shown up to there.\n"
            "\n"
            "  pbw raw capture.bin              what is in it?\n"
            "  pbw raw --delimited log.pb | less\n",
};
