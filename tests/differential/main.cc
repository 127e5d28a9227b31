// pbwire beside libprotobuf, on random schemas and random messages, in both directions. Prints TAP: a line for each
// thing that is compared, with how often it was.
//
//     main                  SEED=n MESSAGES=n: schemas from that seed on, until so many messages were compared
//
// A seed stands for one schema and its messages. What fails tells its seed; SEED=that MESSAGES=1 runs it again.
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/unknown_field_set.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>

#include "tests/differential/compare.h"
#include "tests/differential/differences.h"
#include "tests/differential/message.h"
#include "tests/differential/schema.h"
#include "tests/differential/text.h"

using google::protobuf::Message;

namespace {

constexpr size_t kMessagesPerSchema = 40, kFailuresShown = 5;
const size_t shown_limit = std::getenv("SHOWN") ? std::strtoull(std::getenv("SHOWN"), nullptr, 10) : kFailuresShown;

const uint8_t *Data(const std::string &bytes) { return reinterpret_cast<const uint8_t *>(bytes.data()); }

std::string Hex(const std::string &bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string out;
  for (unsigned char c : bytes.substr(0, 2000)) out += {digits[c >> 4], digits[c & 15]};
  return out + (bytes.size() > 2000 ? "..." : "");
}

// ---- results ----------------------------------------------------------------------------------------

class Results {
 public:
  explicit Results(std::vector<const char *> kinds) : kinds_(std::move(kinds)), done_(kinds_.size()), failed_(kinds_.size()) {}

  void Start(uint64_t seed, const Schema *schema) { seed_ = seed, schema_ = schema; }
  void Message(const Type *type, size_t index) { type_ = type, index_ = index; }
  size_t shown() const { return shown_; }

  // `why`: "" when the two agree. `bytes`: what they were given.
  void Tell(size_t kind, const std::string &why, const std::string &bytes) {
    done_[kind]++;
    if (why.empty()) return;
    failed_[kind]++;
    if (shown_++ >= shown_limit) return;
    std::printf("# SEED=%llu message %zu, %s, %s: %s\n#   %s\n", static_cast<unsigned long long>(seed_), index_,
                type_ == nullptr ? "schema" : type_->google->full_name().c_str(), kinds_[kind], why.c_str(), Hex(bytes).c_str());
    if (std::getenv("SHOW") != nullptr) std::printf("%s\n", schema_->Text().c_str());
  }

  bool Report(const std::vector<KnownDifference> &known) const {
    bool good = true;
    for (size_t i = 0; i < kinds_.size(); i++) {
      bool fine = failed_[i] == 0 && done_[i] > 0;
      std::printf("%s %zu - %s: %zu compared", fine ? "ok" : "not ok", i + 1, kinds_[i], done_[i]);
      std::printf(failed_[i] > 0 ? ", %zu differ\n" : "\n", failed_[i]);
      good = good && fine;
    }
    for (const KnownDifference &difference : known) std::printf("# known: %s: %zu times\n", difference.name, difference.seen);
    return good;
  }

 private:
  std::vector<const char *> kinds_;
  std::vector<size_t> done_, failed_;
  uint64_t seed_ = 0;
  const Schema *schema_ = nullptr;
  const Type *type_ = nullptr;
  size_t index_ = 0, shown_ = 0;
};

enum Kind { kSchema, kDecode, kEncode, kRequired, kMerge, kEqual, kSetters, kCells, kDamaged, kJson, kText };

Results results({"schemas", "decoded messages", "encoded messages", "required fields", "merged messages", "equality",
                 "messages made by setters", "messages made by cells", "damaged bytes", "JSON, there and back",
                 "text format, there and back"});
std::vector<KnownDifference> known = KnownDifferences();

// ---- messages of either library ---------------------------------------------------------------------

struct Owned {
  pbw_message *message = nullptr;
  ~Owned() { pbw_message_free(message); }
};

pbw_options Options(uint32_t flags) {
  pbw_options options = {};
  options.struct_size = sizeof options;
  options.flags = flags;
  return options;
}

std::string Encode(const pbw_message *message, uint32_t flags, std::string *why) {
  pbw_options options = Options(flags | PBW_PARTIAL);
  size_t size = 0, written = 0;
  if (pbw_encoded_size(message, flags, &size) != PBW_OK) *why = "pbwire does not tell a size";
  std::string out(size, '\0');
  pbw_status status = pbw_encode(message, reinterpret_cast<uint8_t *>(&out[0]), size, &options, &written, nullptr);
  if (status != PBW_OK || written != size) *why = std::string("pbwire encodes: ") + pbw_status_name(status);
  return out;
}

std::string Deterministic(const Message &message) {
  std::string out;
  google::protobuf::io::StringOutputStream stream(&out);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializePartialToCodedStream(&coded);
  coded.Trim();
  return out;
}

// Canonical, or null when libprotobuf refuses the bytes.
std::unique_ptr<Message> Parse(const Type &type, const std::string &bytes, bool *unlisted_entry = nullptr) {
  std::unique_ptr<Message> message = type.New();
  if (!message->ParsePartialFromString(bytes)) return nullptr;
  if (unlisted_entry != nullptr) *unlisted_entry = HasUnlistedEntry(message.get());
  Canonical(message.get());
  return message;
}

std::string FirstDifference(const std::string &a, const std::string &b) {
  size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) at++;
  return a == b ? "" : "differ at " + std::to_string(at) + " of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) + " bytes: libprotobuf " + Hex(a.substr(at, 20)) + ", pbwire " + Hex(b.substr(at, 20));
}

// What pbwire holds against what libprotobuf holds, by fields and by both encodings.
std::string Same(const Schema &schema, const Type &type, const Message &google, const pbw_message *pbw, bool exact) {
  std::string why = Difference(schema, type, google, pbw), want = Deterministic(google);
  if (!why.empty()) return why;
  std::string sorted = Encode(pbw, PBW_DETERMINISTIC, &why), plain = Encode(pbw, 0, &why);
  if (!why.empty()) return why;
  if (exact) why = FirstDifference(want, sorted);
  if (!why.empty()) return why;
  if (!exact) {
    std::unique_ptr<Message> settled = Parse(type, want);
    // Items of message sets are two levels; libprotobuf takes plain fields for them, which are one.
    if (settled == nullptr) return schema.message_sets() ? "" : "libprotobuf refuses its own encoding " + Hex(want);
    want = Deterministic(*settled);
  }
  for (const std::string *bytes : {&sorted, &plain}) {
    std::unique_ptr<Message> again = Parse(type, *bytes);
    if (again == nullptr) return "libprotobuf refuses pbwire's encoding " + Hex(*bytes);
    why = FirstDifference(want, Deterministic(*again));
    if (!why.empty()) return "parsed again: " + why;
  }
  return "";
}

pbw_status DecodeOnly(const Type &type, const std::string &bytes, uint32_t max_depth, size_t *offset) {
  pbw_options options = Options(PBW_PARTIAL);
  options.max_depth = max_depth;
  pbw_error error = {};
  error.struct_size = sizeof error;
  Owned owned;
  pbw_status status = pbw_decode(type.pbw, Data(bytes), bytes.size(), nullptr, &options, &owned.message, &error);
  *offset = static_cast<size_t>(error.offset);
  return status;
}

bool Explained(const Outcome &outcome) {
  for (KnownDifference &difference : known)
    if (difference.explains(outcome)) return difference.seen++, true;
  return false;
}

// ---- comparisons ------------------------------------------------------------------------------------

class Compared {
 public:
  Compared(const Schema &schema, const Type &type, Random *random, pbw_ctx *ctx) : schema_(schema), type_(type), r_(*random), ctx_(ctx) {
    one_ = type_.New(), two_ = type_.New();
    FillGoogle(schema_, type_, &r_, one_.get());
    FillGoogle(schema_, type_, &r_, two_.get());
    one_->SerializePartialToString(&bytes_);
    two_->SerializePartialToString(&others_);
  }

  void Run() {
    Decode();
    Required();
    Merge();
    Equal();
    BySetters();
    ByCells();
    for (int i = 0; i < 4; i++) Damaged();
    Texts(kJson);
    Texts(kText);
  }

 private:
  static pbw_options Partial() { return Options(PBW_PARTIAL); }

  // libprotobuf's message, every way that pbwire decodes.
  void Decode() {
    pbw_options options = Partial();
    Owned owned;
    const pbw_message *pooled = nullptr;
    if (pbw_decode(type_.pbw, Data(bytes_), bytes_.size(), nullptr, &options, &owned.message, nullptr) != PBW_OK)
      return results.Tell(kDecode, "pbwire refuses", bytes_);
    results.Tell(kDecode, Same(schema_, type_, *one_, owned.message, true), bytes_);
    for (uint32_t alias : {0u, static_cast<uint32_t>(PBW_ALIAS)}) {
      bool fine = pbw_decode_ctx(ctx_, type_.pbw, Data(bytes_), bytes_.size(), PBW_PARTIAL | PBW_RESET | alias, &pooled) == PBW_OK;
      results.Tell(kDecode, !fine ? "pbwire refuses" : Difference(schema_, type_, *one_, pooled), bytes_);
      const uint8_t *data = nullptr;
      size_t size = 0;
      fine = fine && pbw_encode_ctx(ctx_, pooled, PBW_PARTIAL | PBW_DETERMINISTIC, &data, &size) == PBW_OK;
      results.Tell(kEncode, !fine ? "pbwire fails" : FirstDifference(Deterministic(*one_), std::string(reinterpret_cast<const char *>(data), size)), bytes_);
    }
    Owned copy;
    bool fine = pbw_message_clone(owned.message, nullptr, &copy.message) == PBW_OK && pbw_message_equal(owned.message, copy.message);
    results.Tell(kEqual, fine ? Difference(schema_, type_, *one_, copy.message) : "a clone is not equal", bytes_);
  }

  void Required() {
    Owned owned;
    pbw_status want = one_->IsInitialized() ? PBW_OK : PBW_ERR_REQUIRED;
    pbw_status got = pbw_decode(type_.pbw, Data(bytes_), bytes_.size(), nullptr, nullptr, &owned.message, nullptr);
    results.Tell(kRequired, got == want ? "" : std::string("pbwire says ") + pbw_status_name(got), bytes_);
  }

  void Merge() {
    pbw_options options = Partial();
    Owned to, from, parsed;
    std::unique_ptr<Message> merged = type_.New();
    merged->CopyFrom(*one_);
    merged->MergeFrom(*two_);
    Canonical(merged.get());
    bool fine = pbw_decode(type_.pbw, Data(bytes_), bytes_.size(), nullptr, &options, &to.message, nullptr) == PBW_OK &&
                pbw_decode(type_.pbw, Data(others_), others_.size(), nullptr, &options, &from.message, nullptr) == PBW_OK &&
                pbw_message_merge(to.message, from.message) == PBW_OK;
    results.Tell(kMerge, fine ? Same(schema_, type_, *merged, to.message, true) : "pbwire fails", bytes_ + others_);

    std::unique_ptr<Message> whole = Parse(type_, bytes_ + others_);
    fine = pbw_decode(type_.pbw, Data(bytes_), bytes_.size(), nullptr, &options, &parsed.message, nullptr) == PBW_OK &&
           pbw_decode_merge(parsed.message, Data(others_), others_.size(), &options, nullptr) == PBW_OK;
    results.Tell(kMerge, fine ? Same(schema_, type_, *whole, parsed.message, true) : "pbwire fails", bytes_ + others_);
  }

  // Of the message and one that differs in a little, or not at all.
  void Equal() {
    pbw_options options = Partial();
    Owned a, b;
    std::unique_ptr<Message> x = type_.New(), y;
    do y = Parse(type_, r_.chance(30) ? bytes_ : Damage(type_, &r_, bytes_, others_));
    while (y == nullptr);
    x->CopyFrom(*one_);
    std::string changed = Deterministic(*y);
    FoldReals(x.get());
    FoldReals(y.get());
    bool want = Deterministic(*x) == Deterministic(*y);
    pbw_decode(type_.pbw, Data(bytes_), bytes_.size(), nullptr, &options, &a.message, nullptr);
    pbw_decode(type_.pbw, Data(changed), changed.size(), nullptr, &options, &b.message, nullptr);
    bool got = pbw_message_equal(a.message, b.message) != 0, back = pbw_message_equal(b.message, a.message) != 0;
    results.Tell(kEqual, got == want && back == want ? "" : want ? "pbwire sees a difference" : "pbwire sees none", changed);
  }

  void BySetters() {
    Owned made;
    if (pbw_message_new(type_.pbw, nullptr, &made.message) != PBW_OK) return results.Tell(kSetters, "no memory", "");
    FillBySetters(schema_, type_, &r_, made.message);
    Made(kSetters, made.message);
  }

  void ByCells() {
    pbw_ctx_reset(ctx_);
    const pbw_message *made = MakeByCells(schema_, type_, &r_, ctx_);
    if (made == nullptr) return results.Tell(kCells, "no memory", "");
    Made(kCells, made);
  }

  void Made(Kind kind, const pbw_message *made) {
    std::string why, bytes = Encode(made, 0, &why);
    std::unique_ptr<Message> google = Parse(type_, bytes);
    if (why.empty()) why = google == nullptr ? "libprotobuf refuses" : Same(schema_, type_, *google, made, true);
    results.Tell(kind, why, bytes);
  }

  void Damaged() {
    std::string bytes = Damage(type_, &r_, bytes_, others_);
    pbw_options options = Partial();
    Owned owned;
    pbw_error error = {};
    error.struct_size = sizeof error;
    bool unlisted = false;
    std::unique_ptr<Message> google = Parse(type_, bytes, &unlisted);
    pbw_status status = pbw_decode(type_.pbw, Data(bytes), bytes.size(), nullptr, &options, &owned.message, &error);
    std::string why;
    if (google != nullptr && status != PBW_OK)
      why = std::string("pbwire refuses: ") + error.path + ": " + error.message + " at " + std::to_string(error.offset);
    else if (google == nullptr && status == PBW_OK) why = "libprotobuf refuses";
    else if (google != nullptr) why = Same(schema_, type_, *google, owned.message, false);
    if (!why.empty() && Explained({bytes, schema_.message_sets(), google != nullptr, unlisted, status,
                                     [&](const std::string &b, uint32_t depth, size_t *at) { return DecodeOnly(type_, b, depth, at); }})) why = "";
    results.Tell(kDamaged, why, bytes);
  }

  // What one prints, the other reads.
  void Texts(Kind kind) {
    bool json = kind == kJson, indent = r_.chance(30);
    std::unique_ptr<Message> message = Sayable(type_, *one_, json);
    if (json && !message->IsInitialized()) return; // libprotobuf's JSON reads and writes no others
    for (auto prints : {PbwirePrints, GooglePrints}) {
      Spoken spoken = prints(type_, *message, json, indent);
      results.Tell(kind, spoken.why, spoken.text);
    }
  }

  const Schema &schema_;
  const Type &type_;
  Random &r_;
  pbw_ctx *ctx_;
  std::unique_ptr<Message> one_, two_;
  std::string bytes_, others_;
};

void RunSchema(uint64_t seed, size_t messages) {
  Random random(seed);
  Schema schema;
  pbw_ctx *ctx = nullptr;
  results.Start(seed, &schema);
  results.Message(nullptr, 0);
  std::string why = schema.Load(RandomFiles(&random));
  results.Tell(kSchema, why, "");
  if (!why.empty() || pbw_ctx_new(nullptr, nullptr, &ctx) != PBW_OK) return;
  for (size_t i = 0; i < messages; i++) {
    const Type *type;
    do type = &random.pick(schema.types());
    while (type->google->options().map_entry());
    results.Message(type, i);
    Compared(schema, *type, &random, ctx).Run();
  }
  pbw_ctx_free(ctx);
}

uint64_t Setting(const char *name, uint64_t usual) {
  const char *value = std::getenv(name);
  return value != nullptr && *value != 0 ? std::strtoull(value, nullptr, 10) : usual;
}

} // namespace

int main() {
  google::protobuf::LogSilencer silence; // text that is no UTF-8 in proto2 is told on stderr
  uint64_t seed = Setting("SEED", 1), total = Setting("MESSAGES", 3000), done = 0, step = total / 10 + 1;
  std::printf("# SEED=%llu MESSAGES=%llu\n", static_cast<unsigned long long>(seed), static_cast<unsigned long long>(total));
  for (; done < total; done += kMessagesPerSchema) {
    if (done % step < kMessagesPerSchema && done >= step) std::fprintf(stderr, "# %llu messages\n", static_cast<unsigned long long>(done));
    RunSchema(seed++, kMessagesPerSchema);
  }
  bool good = results.Report(known);
  google::protobuf::ShutdownProtobufLibrary();
  return good ? 0 : 1;
}
