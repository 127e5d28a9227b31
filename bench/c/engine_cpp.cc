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
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/delimited_message_util.h>

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
  virtual int create_heap(size_t rounds) = 0;
  virtual int create_arena(size_t rounds) = 0;
  virtual int read_stream(size_t rounds) = 0;
  virtual int read_stream_arena(size_t rounds) = 0;
  virtual int rewrite(int op, const uint8_t **out, size_t *size) = 0;
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

  // Filled by the generated MergeFrom, which sets every field that is present, one by one, and copies its strings: what
  // calls of the generated setters would do, without the calls. Its encoder always looks at proto3 strings.
  int create_heap(size_t rounds) override {
    bool ok = true;
    while (rounds-- > 0) {
      M m;
      m.MergeFrom(message);
      ok &= m.SerializeToArray(&output[0], static_cast<int>(output.size()));
      bench_keep(output.data());
    }
    return ok ? 0 : -1;
  }

  int create_arena(size_t rounds) override {
    bool ok = true;
    while (rounds-- > 0) {
      M *m = Arena::CreateMessage<M>(arena.get());
      m->MergeFrom(message);
      ok &= m->SerializeToArray(&output[0], static_cast<int>(output.size()));
      bench_keep(output.data());
      arena->Reset();
    }
    return ok ? 0 : -1;
  }

  // Every message of the stream into one message after the other; `each` returns false to give up.
  template <class Into, class Each>
  bool each_message(Into into, Each each) const {
    google::protobuf::io::ArrayInputStream in(input.data, static_cast<int>(input.size));
    for (bool at_end = false; !at_end;) {
      M *m = into();
      if (!google::protobuf::util::ParseDelimitedFromZeroCopyStream(m, &in, &at_end)) return at_end;
      if (!each(m)) return false;
    }
    return true;
  }

  int read_stream(size_t rounds) override {
    bool ok = true;
    while (rounds-- > 0)
      ok &= each_message([this] { return reused.Clear(), &reused; }, [](M *m) { return bench_keep(m), true; });
    return ok ? 0 : -1;
  }

  int read_stream_arena(size_t rounds) override {
    bool ok = true;
    while (rounds-- > 0)
      ok &= each_message([this] { return arena->Reset(), Arena::CreateMessage<M>(arena.get()); },
                         [](M *m) { return bench_keep(m), true; });
    return ok ? 0 : -1;
  }

  int rewrite(int op, const uint8_t **out, size_t *size) override {
    M created;
    if (op == OP_CREATE_ENCODE || op == OP_CREATE_CHECKED) created.MergeFrom(message);
    const bool decode_first = op < OP_ENCODE;
    const M &m = decode_first ? reused : op == OP_ENCODE ? message : created;
    if (decode_first && !parse(&reused)) return -1;
    output.clear();
    if (op == OP_STREAM) {
      google::protobuf::io::StringOutputStream stream(&output);
      google::protobuf::io::CodedOutputStream coded(&stream);
      coded.SetSerializationDeterministic(true);
      // Not by SerializeDelimitedToCodedStream, which forgets that the order is to be deterministic.
      if (!each_message([this] { return reused.Clear(), &reused; }, [&coded](M *read) {
            coded.WriteVarint32(static_cast<uint32_t>(read->ByteSizeLong()));
            return read->SerializeToCodedStream(&coded);
          }))
        return -1;
    } else {
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
  if (input.form == INPUT_STREAM) return cell.release();
  return cell->parse(&cell->message) ? cell.release() : nullptr;
}

// Its types are in the program; loading a set at run time is the business of a DescriptorPool, which builds lazily
// what it is asked for: the files are built, and a factory makes the prototype of every message at the top.
struct Loading final : Cell {
  bench_input input;
  explicit Loading(const bench_input &in) : input(in) {}

  int load() const {
    google::protobuf::FileDescriptorSet set;
    google::protobuf::DescriptorPool pool;
    google::protobuf::DynamicMessageFactory factory;
    if (!set.ParseFromArray(input.data, static_cast<int>(input.size))) return -1;
    for (const auto &proto : set.file()) {
      const auto *file = pool.BuildFile(proto);
      if (file == nullptr) return -1;
      for (int i = 0; i < file->message_type_count(); i++) bench_keep(factory.GetPrototype(file->message_type(i)));
    }
    return 0;
  }

  int decode_heap(size_t rounds) override {
    int failed = 0;
    while (rounds-- > 0) failed |= load();
    return failed;
  }
  int decode_reused(size_t) override { return -1; }
  int decode_arena(size_t) override { return -1; }
  int decode_reset_arena(size_t) override { return -1; }
  int encode(size_t) override { return -1; }
  int encode_cached(size_t) override { return -1; }
  int create_heap(size_t) override { return -1; }
  int create_arena(size_t) override { return -1; }
  int read_stream(size_t) override { return -1; }
  int read_stream_arena(size_t) override { return -1; }
  int rewrite(int, const uint8_t **, size_t *) override { return -1; }
};

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
  if (input->form == INPUT_SCHEMA) return static_cast<Cell *>(new Loading(*input));
  for (const auto &t : kTypes)
    if (std::strcmp(t.type, input->type) == 0) return t.make(*input);
  return nullptr;
}

template <int (Cell::*Operation)(size_t)>
int run(void *cell, size_t rounds) {
  return (static_cast<Cell *>(cell)->*Operation)(rounds);
}

int rewrite(void *cell, int op, const uint8_t **out, size_t *size) {
  return static_cast<Cell *>(cell)->rewrite(op, out, size);
}

void release(void *cell) { delete static_cast<Cell *>(cell); }

}  // namespace

extern "C" {

BENCH_EXPORT extern const bench_engine bench_codec = {
    open, prepare, {run<&Cell::decode_heap>, run<&Cell::decode_reused>, nullptr, run<&Cell::encode>, run<&Cell::create_heap>,
     run<&Cell::create_heap>, run<&Cell::read_stream>, run<&Cell::decode_heap>}, rewrite, release,
};

BENCH_EXPORT extern const bench_engine bench_codec_arena = {
    open, prepare, {run<&Cell::decode_arena>, run<&Cell::decode_reset_arena>, nullptr, nullptr, run<&Cell::create_arena>,
     run<&Cell::create_arena>, run<&Cell::read_stream_arena>, nullptr}, rewrite, release,
};

BENCH_EXPORT extern const bench_engine bench_codec_cached = {
    open, prepare, {nullptr, nullptr, nullptr, run<&Cell::encode_cached>, nullptr, nullptr, nullptr, nullptr}, rewrite, release,
};
}
