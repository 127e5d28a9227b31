// protobuf C++ with its generated code, called as its documentation advises.
//
// One shared object, three tables, because a program can register a generated file only once:
//   bench_codec         messages on the heap; pooled is one message, parsed into again and again
//   bench_codec_arena   messages in an arena; pooled is one arena with a block to begin in, reset each time
//   bench_codec_cached  encode only, with the sizes computed outside the measured time: what is left of
//                       an encode when the same unchanged message goes out again
// This version cannot alias its input, so there is no decode-alias.
#include "engine.h"

#include "k8s.pb.h"
#include "matrix3.pb.h"
#include "otel.pb.h"
#include "payload.pb.h"
#include "person.pb.h"
#include "rpc.pb.h"
#include "stress.pb.h"
#include "text.pb.h"

#include <google/protobuf/arena.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using google::protobuf::Arena;
using google::protobuf::ArenaOptions;

struct Cell {
  virtual ~Cell() = default;
  virtual int decode_heap(size_t rounds) = 0;
  virtual int decode_reused(size_t rounds) = 0;
  virtual int decode_arena(size_t rounds) = 0;
  virtual int decode_reset_arena(size_t rounds) = 0;
  virtual int encode(size_t rounds) = 0;
  virtual int encode_cached(size_t rounds) = 0;
  virtual int rewrite(bool decode_first, const uint8_t **out, size_t *size) = 0;
};

template <class M>
struct Typed final : Cell {
  bench_input input;
  M message;                // what encode is measured on
  M reused;                 // what decode-pooled parses into
  std::vector<char> block;  // where a reset arena begins
  std::unique_ptr<Arena> arena;
  std::string output;

  explicit Typed(const bench_input &in) : input(in), block(16 * in.size + 65536), output(in.size, '\0') {
    ArenaOptions options;
    options.initial_block = block.data();
    options.initial_block_size = block.size();
    arena = std::make_unique<Arena>(options);
  }

  bool parse(M *m) const { return m->ParseFromArray(input.data, static_cast<int>(input.size)); }

  int decode_heap(size_t rounds) override {
    bool ok = true;
    while (rounds-- > 0) {
      auto m = std::make_unique<M>();
      ok &= parse(m.get());
      bench_keep(m.get());
    }
    return ok ? 0 : -1;
  }

  int decode_reused(size_t rounds) override {
    bool ok = true;
    while (rounds-- > 0) {
      ok &= parse(&reused);
      bench_keep(&reused);
    }
    return ok ? 0 : -1;
  }

  int decode_arena(size_t rounds) override {
    bool ok = true;
    while (rounds-- > 0) {
      Arena fresh;
      M *m = Arena::CreateMessage<M>(&fresh);
      ok &= parse(m);
      bench_keep(m);
    }
    return ok ? 0 : -1;
  }

  int decode_reset_arena(size_t rounds) override {
    bool ok = true;
    while (rounds-- > 0) {
      M *m = Arena::CreateMessage<M>(arena.get());
      ok &= parse(m);
      bench_keep(m);
      arena->Reset();
    }
    return ok ? 0 : -1;
  }

  int encode(size_t rounds) override {
    bool ok = true;
    while (rounds-- > 0) {
      ok &= message.SerializeToArray(&output[0], static_cast<int>(output.size()));
      bench_keep(output.data());
    }
    return ok ? 0 : -1;
  }

  int encode_cached(size_t rounds) override {
    if (message.ByteSizeLong() > output.size()) return -1;
    uint8_t *out = reinterpret_cast<uint8_t *>(&output[0]);
    while (rounds-- > 0) bench_keep(message.SerializeWithCachedSizesToArray(out));
    return 0;
  }

  int rewrite(bool decode_first, const uint8_t **out, size_t *size) override {
    const M &m = decode_first ? reused : message;
    if (decode_first && !parse(&reused)) return -1;
    output.clear();
    {
      google::protobuf::io::StringOutputStream stream(&output);
      google::protobuf::io::CodedOutputStream coded(&stream);
      coded.SetSerializationDeterministic(true);
      if (!m.SerializeToCodedStream(&coded)) return -1;
    }
    *out = reinterpret_cast<const uint8_t *>(output.data());
    *size = output.size();
    output.resize(input.size);  // never grows or moves: the proof fails first when the sizes differ
    return 0;
  }
};

template <class M>
Cell *make(const bench_input &input) {
  auto cell = std::make_unique<Typed<M>>(input);
  return cell->parse(&cell->message) ? cell.release() : nullptr;
}

const struct {
  const char *type;
  Cell *(*make)(const bench_input &);
} kTypes[] = {
    {"matrix3.Matrix3", make<matrix3::Matrix3>},
    {"hello.Person", make<hello::Person>},
    {"proto2_basic.BenchPayload", make<proto2_basic::BenchPayload>},
    {"otel.ExportTraceServiceRequest", make<otel::ExportTraceServiceRequest>},
    {"k8s.PodList", make<k8s::PodList>},
    {"rpc.Response", make<rpc::Response>},
    {"stress.Stress", make<stress::Stress>},
    {"text.SmallMessage", make<text::SmallMessage>},
    {"text.PersonBatch", make<text::PersonBatch>},
    {"text.ArticleBatch", make<text::ArticleBatch>},
    {"text.TelemetryBatch", make<text::TelemetryBatch>},
    {"text.Times", make<text::Times>},
    {"text.Structs", make<text::Structs>},
    {"text.Wrappers", make<text::Wrappers>},
    {"text.Complex", make<text::Complex>},
    {"text.RepeatedAndMap", make<text::RepeatedAndMap>},
    {"google.protobuf.FileDescriptorProto", make<google::protobuf::FileDescriptorProto>},
};

void *open(const char *, const uint8_t *, size_t, const char **) {
  static char instance;
  return &instance;
}

void *prepare(void *, const bench_input *input) {
  for (const auto &t : kTypes)
    if (std::strcmp(t.type, input->type) == 0) return t.make(*input);
  return nullptr;
}

template <int (Cell::*Operation)(size_t)>
int run(void *cell, size_t rounds) {
  return (static_cast<Cell *>(cell)->*Operation)(rounds);
}

int rewrite(void *cell, int op, const uint8_t **out, size_t *size) {
  return static_cast<Cell *>(cell)->rewrite(op != OP_ENCODE, out, size);
}

void release(void *cell) { delete static_cast<Cell *>(cell); }

}  // namespace

extern "C" {

BENCH_EXPORT extern const bench_engine bench_codec = {
    open, prepare, {run<&Cell::decode_heap>, run<&Cell::decode_reused>, nullptr, run<&Cell::encode>}, rewrite, release,
};

BENCH_EXPORT extern const bench_engine bench_codec_arena = {
    open, prepare, {run<&Cell::decode_arena>, run<&Cell::decode_reset_arena>, nullptr, nullptr}, rewrite, release,
};

BENCH_EXPORT extern const bench_engine bench_codec_cached = {
    open, prepare, {nullptr, nullptr, nullptr, run<&Cell::encode_cached>}, rewrite, release,
};
}
