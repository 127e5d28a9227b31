// A bound: simdjson's DOM of the same text, with the fastest kernel that this processor has, in memory that is kept.
#include "bench/c/engine.h"

#include <simdjson.h>

#include <memory>
#include <string>

namespace {

struct Cell {
  simdjson::padded_string text;
  simdjson::dom::parser parser;
  std::string output;

  bool parse() {
    auto result = parser.parse(text);
    return result.error() == simdjson::SUCCESS;
  }
};

void *open(const char *, const uint8_t *, size_t, const char **) {
  static char instance;
  return &instance;
}

void *prepare(void *, const bench_input *input) {
  auto cell = std::make_unique<Cell>();
  cell->text = simdjson::padded_string(reinterpret_cast<const char *>(input->text), input->text_size);
  return cell->parse() ? cell.release() : nullptr;
}

int run_parse(void *self, size_t rounds) {
  auto *cell = static_cast<Cell *>(self);
  bool ok = true;
  while (rounds-- > 0) {
    ok &= cell->parse();
    bench_keep(cell);
  }
  return ok ? 0 : -1;
}

int rewrite(void *self, int, const uint8_t **out, size_t *size) {
  auto *cell = static_cast<Cell *>(self);
  cell->output = simdjson::minify(cell->parser.parse(cell->text).value());
  *out = reinterpret_cast<const uint8_t *>(cell->output.data());
  *size = cell->output.size();
  return 0;
}

void release(void *self) { delete static_cast<Cell *>(self); }

bench_engine make_engine() {
  bench_engine engine{open, prepare, {}, rewrite, release};
  engine.run[OP_JSON_PARSE] = run_parse;
  return engine;
}

}  // namespace

extern "C" {
BENCH_EXPORT extern const bench_engine bench_codec;
const bench_engine bench_codec = make_engine();
}
