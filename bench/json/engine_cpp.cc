// libprotobuf's JSON on generated classes: MessageToJsonString into a string that keeps its memory, and JsonStringToMessage
// into one message again and again.
#include "bench/c/engine.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>

#include <memory>
#include <string>

namespace {

using google::protobuf::Message;

struct Cell {
  bench_input input;
  std::unique_ptr<Message> message, parsed;
  std::string output;
  google::protobuf::util::JsonParseOptions options;

  bool print() {
    output.clear();
    return google::protobuf::util::MessageToJsonString(*message, &output).ok();
  }
  bool parse() {
    parsed->Clear();
    return google::protobuf::util::JsonStringToMessage(
               google::protobuf::StringPiece(reinterpret_cast<const char *>(input.text), input.text_size), parsed.get(), options)
        .ok();
  }
};

void *open(const char *, const uint8_t *, size_t, const char **) {
  static char instance;
  return &instance;
}

void *prepare(void *, const bench_input *input) {
  const auto *type = google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(input->type);
  if (type == nullptr) return nullptr;
  const Message *prototype = google::protobuf::MessageFactory::generated_factory()->GetPrototype(type);
  auto cell = std::make_unique<Cell>();
  cell->input = *input;
  cell->message.reset(prototype->New());
  cell->parsed.reset(prototype->New());
  cell->options.ignore_unknown_fields = true;
  return cell->message->ParseFromArray(input->data, static_cast<int>(input->size)) ? cell.release() : nullptr;
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

int rewrite(void *self, int op, const uint8_t **out, size_t *size) {
  auto *cell = static_cast<Cell *>(self);
  if (op == OP_JSON_PRINT) {
    if (!cell->print()) return -1;
  } else {
    if (!cell->parse()) return -1;
    cell->output.clear();
    google::protobuf::io::StringOutputStream stream(&cell->output);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    if (!cell->parsed->SerializeToCodedStream(&coded)) return -1;
  }
  *out = reinterpret_cast<const uint8_t *>(cell->output.data());
  *size = cell->output.size();
  return 0;
}

void release(void *self) { delete static_cast<Cell *>(self); }

bench_engine make_engine() {
  bench_engine engine{open, prepare, {}, rewrite, release};
  engine.run[OP_JSON_PRINT] = run<&Cell::print>;
  engine.run[OP_JSON_PARSE] = run<&Cell::parse>;
  return engine;
}

}  // namespace

extern "C" {
BENCH_EXPORT extern const bench_engine bench_codec;
const bench_engine bench_codec = make_engine();
}
