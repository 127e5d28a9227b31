// JSON and text format, each way.
#include "tests/differential/text.h"

#include <google/protobuf/text_format.h>
#include <google/protobuf/unknown_field_set.h>
#include <google/protobuf/util/json_util.h>

#include "tests/differential/message.h"

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::TextFormat;
namespace io = google::protobuf::io;
namespace util = google::protobuf::util;

namespace {

struct Owned {
  pbw_message *message = nullptr;
  ~Owned() { pbw_message_free(message); }
};

std::string Bytes(const Message &message) {
  std::string out;
  io::StringOutputStream stream(&out);
  io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializePartialToCodedStream(&coded);
  coded.Trim();
  return out;
}

const uint8_t *Data(const std::string &text) { return reinterpret_cast<const uint8_t *>(text.data()); }

std::string Told(const char *what, pbw_status status, const pbw_error &error) {
  return std::string(what) + ": " + pbw_status_name(status) + ", " + error.path + ": " + error.message + " at " +
         std::to_string(error.line) + ":" + std::to_string(error.column);
}

pbw_options Options(uint32_t flags) {
  pbw_options options = {};
  options.struct_size = sizeof options;
  options.flags = flags;
  return options;
}

// Not by DiscardUnknownFields, which forgets the values of maps that are lists.
void Trim(Message *message, bool json) {
  const Reflection *r = message->GetReflection();
  std::vector<const FieldDescriptor *> fields;
  r->MutableUnknownFields(message)->Clear();
  r->ListFields(*message, &fields);
  for (const FieldDescriptor *field : fields) {
    if (json && (field->is_extension() || field->type() == FieldDescriptor::TYPE_GROUP)) r->ClearField(message, field);
    else if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    else if (!field->is_repeated()) Trim(r->MutableMessage(message, field), json);
    else
      for (int i = 0; i < r->FieldSize(*message, field); i++) Trim(r->MutableRepeatedMessage(message, field, i), json);
  }
}

} // namespace

std::unique_ptr<Message> Sayable(const Type &type, const Message &message, bool json) {
  std::unique_ptr<Message> out = type.New();
  out->CopyFrom(message);
  Trim(out.get(), json);
  FoldNans(out.get());
  if (json) FoldMinusZeros(out.get());
  Canonical(out.get());
  return out;
}

Spoken PbwirePrints(const Type &type, const Message &message, bool json, bool indent) {
  std::string bytes = Bytes(message), text(1 << 16, '\0');
  pbw_options options = Options(PBW_PARTIAL | (indent ? PBW_INDENT : 0));
  pbw_error error = {};
  error.struct_size = sizeof error;
  Owned owned;
  size_t size = 0;
  if (pbw_decode(type.pbw, Data(bytes), bytes.size(), nullptr, &options, &owned.message, nullptr) != PBW_OK) return {"pbwire refuses", ""};
  pbw_status status = PBW_ERR_BUFFER;
  while (status == PBW_ERR_BUFFER) {
    if (size > text.size()) text.resize(size);
    uint8_t *to = reinterpret_cast<uint8_t *>(&text[0]);
    status = json ? pbw_json_print(owned.message, to, text.size(), &options, &size, &error)
                  : pbw_text_print(owned.message, to, text.size(), &options, &size, &error);
  }
  if (status != PBW_OK) return {Told("pbwire prints", status, error), ""};
  text.resize(size);

  std::unique_ptr<Message> read = type.New();
  if (json) {
    util::Status parsed = util::JsonStringToMessage(text, read.get());
    if (!parsed.ok()) return {"libprotobuf refuses: " + std::string(parsed.message()), text};
  } else {
    TextFormat::Parser parser;
    parser.AllowPartialMessage(true);
    if (!parser.ParseFromString(text, read.get())) return {"libprotobuf refuses", text};
  }
  Canonical(read.get());
  return {Bytes(*read) == bytes ? "" : "libprotobuf reads another message", text};
}

Spoken GooglePrints(const Type &type, const Message &message, bool json, bool indent) {
  std::string bytes = Bytes(message), text, why;
  if (json) {
    util::JsonPrintOptions how;
    how.add_whitespace = indent;
    util::Status printed = util::MessageToJsonString(message, &text, how);
    if (!printed.ok()) return {"libprotobuf prints: " + std::string(printed.message()), ""};
  } else {
    TextFormat::Printer printer;
    printer.SetSingleLineMode(!indent);
    if (!printer.PrintToString(message, &text)) return {"libprotobuf prints no text", ""};
  }
  pbw_options options = Options(PBW_PARTIAL);
  pbw_error error = {};
  error.struct_size = sizeof error;
  Owned owned;
  pbw_status status = json ? pbw_json_parse(type.pbw, Data(text), text.size(), nullptr, &options, &owned.message, &error)
                           : pbw_text_parse(type.pbw, Data(text), text.size(), nullptr, &options, &owned.message, &error);
  if (status != PBW_OK) return {Told("pbwire refuses", status, error), text};
  options = Options(PBW_PARTIAL | PBW_DETERMINISTIC);
  size_t size = 0;
  std::string again(bytes.size() + 64, '\0');
  status = pbw_encode(owned.message, reinterpret_cast<uint8_t *>(&again[0]), again.size(), &options, &size, nullptr);
  again.resize(status == PBW_OK ? size : 0);
  return {again == bytes ? "" : "pbwire reads another message", text};
}
