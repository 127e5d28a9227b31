// A bound: what RapidJSON needs for the same text without knowing what it means. With exact numbers: without, some doubles
// of telemetry-500 are others than the text says.
//
//   json-parse   the DOM, in memory that is kept, strings copied
//   json-scan    SAX events into a handler that does nothing
//   json-print   a DOM into a buffer that is kept
#include "bench/c/engine.h"

#define RAPIDJSON_SSE2
#define RAPIDJSON_HAS_STDSTRING 1
#include <rapidjson/document.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <memory>
#include <string>
#include <vector>

namespace {

using Pool = rapidjson::MemoryPoolAllocator<>;

struct Cell {
  std::string text;
  std::vector<char> memory;
  std::unique_ptr<Pool> pool;
  rapidjson::Document whole;
  rapidjson::StringBuffer buffer;

  explicit Cell(const bench_input &in)
      : text(reinterpret_cast<const char *>(in.text), in.text_size), memory(in.text_size * 16 + 65536),
        pool(new Pool(memory.data(), memory.size())) {}

  bool parse() {
    pool->Clear();
    rapidjson::Document document(pool.get());
    document.Parse<rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
    bench_keep(&document);
    return !document.HasParseError();
  }
  bool scan() {
    rapidjson::MemoryStream memory_stream(text.data(), text.size());
    rapidjson::BaseReaderHandler<> nothing;
    rapidjson::Reader reader;
    return !reader.Parse<rapidjson::kParseFullPrecisionFlag>(memory_stream, nothing).IsError();
  }
  bool print() {
    buffer.Clear();
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    return whole.Accept(writer);
  }
};

void *open(const char *, const uint8_t *, size_t, const char **) {
  static char instance;
  return &instance;
}

void *prepare(void *, const bench_input *input) {
  auto cell = std::make_unique<Cell>(*input);
  cell->whole.Parse<rapidjson::kParseFullPrecisionFlag>(cell->text.data(), cell->text.size());
  return cell->whole.HasParseError() ? nullptr : cell.release();
}

template <bool (Cell::*Operation)()>
int run(void *self, size_t rounds) {
  auto *cell = static_cast<Cell *>(self);
  bool ok = true;
  while (rounds-- > 0) {
    ok &= (cell->*Operation)();
    bench_keep(cell);
  }
  return ok ? 0 : -1;
}

// The proof of a bound is its text, made of what it holds.
int rewrite(void *self, int, const uint8_t **out, size_t *size) {
  auto *cell = static_cast<Cell *>(self);
  if (!cell->print()) return -1;
  *out = reinterpret_cast<const uint8_t *>(cell->buffer.GetString());
  *size = cell->buffer.GetSize();
  return 0;
}

void release(void *self) { delete static_cast<Cell *>(self); }

bench_engine make_engine() {
  bench_engine engine{open, prepare, {}, rewrite, release};
  engine.run[OP_JSON_PRINT] = run<&Cell::print>;
  engine.run[OP_JSON_PARSE] = run<&Cell::parse>;
  engine.run[OP_JSON_SCAN] = run<&Cell::scan>;
  return engine;
}

}  // namespace

extern "C" {
BENCH_EXPORT extern const bench_engine bench_codec;
const bench_engine bench_codec = make_engine();
}
