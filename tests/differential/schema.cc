// Makes schemas, loads them into both libraries, and compares what the two tell of every type and field.
#include "tests/differential/schema.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "tests/differential/value.h"

using namespace google::protobuf;

namespace {

// ---- making -----------------------------------------------------------------------------------------

struct MadeEnum {
  EnumDescriptorProto *proto;
  std::string name; // full, with a dot before it
  int file;
};

struct MadeMessage {
  DescriptorProto *proto;
  std::string name;
  int file;
  std::set<int> numbers; // taken
  int ranges_from = 0;   // extension numbers, from here to the largest; 0: none
  bool is_set = false;   // a message set
};

constexpr size_t kMostMessages = 30;

class Maker {
 public:
  explicit Maker(Random *random) : r_(*random) {}

  FileDescriptorSet Make() {
    int count = 1 + static_cast<int>(r_.below(3));
    for (int i = 0; i < count; i++) MakeFile(i);
    for (size_t i = 0; i < messages_.size(); i++) MakeFields(i); // groups grow the list
    for (int i = 0; i < count; i++)
      if (!proto3(i)) MakeExtensions(i);
    return std::move(set_);
  }

 private:
  bool proto3(int file) const { return set_.file(file).syntax() == "proto3"; }
  std::string Unique(const char *prefix) { return prefix + std::to_string(next_name_++); }

  void MakeFile(int index) {
    static const char *const packages[] = {"", "p", "p.q", "other.long_package.v1"};
    FileDescriptorProto *file = set_.add_file();
    file->set_name("dir/f" + std::to_string(index) + ".proto");
    file->set_syntax(r_.chance(50) ? "proto3" : "proto2");
    if (file->syntax() == "proto2" && r_.chance(50)) file->clear_syntax();
    std::string package = packages[r_.below(4)], scope = package.empty() ? "" : "." + package;
    if (!package.empty()) file->set_package(package);
    for (int i = 0; i < index; i++) file->add_dependency(set_.file(i).name());
    for (size_t i = r_.below(3) + 1; i > 0; i--) MakeEnum(file->add_enum_type(), scope, index);
    for (size_t i = r_.below(4) + 1; i > 0; i--) MakeMessage(file->add_message_type(), scope, index, 0);
  }

  void MakeEnum(EnumDescriptorProto *proto, const std::string &scope, int file) {
    std::string code = Unique("");
    proto->set_name("E" + code);
    std::set<int> used;
    for (size_t i = r_.skewed(6, 60) + 1; i > 0; i--) {
      EnumValueDescriptorProto *value = proto->add_value();
      int number = static_cast<int>(r_.number());
      if (r_.chance(50)) number = static_cast<int>(r_.below(20));
      if (proto->value_size() == 1 && (proto3(file) || r_.chance(60))) number = 0;
      if (!used.insert(number).second) proto->mutable_options()->set_allow_alias(true);
      value->set_name("V" + code + "_" + std::to_string(proto->value_size()));
      value->set_number(number);
    }
    enums_.push_back({proto, scope + "." + proto->name(), file});
  }

  size_t MakeMessage(DescriptorProto *proto, const std::string &scope, int file, int level) {
    proto->set_name(Unique("M"));
    size_t index = messages_.size();
    messages_.push_back({proto, scope + "." + proto->name(), file, {}, 0, false});
    if (!proto3(file) && r_.chance(30)) {
      int from = r_.chance(50) ? 100 : 1000;
      messages_[index].is_set = r_.chance(20);
      messages_[index].ranges_from = messages_[index].is_set ? 1 : from;
      DescriptorProto::ExtensionRange *range = proto->add_extension_range();
      range->set_start(messages_[index].ranges_from);
      range->set_end(messages_[index].is_set ? 0x7fffffff : 0x20000000);
      if (messages_[index].is_set) proto->mutable_options()->set_message_set_wire_format(true);
    }
    if (level < 3 && r_.chance(30)) MakeMessage(proto->add_nested_type(), messages_[index].name, file, level + 1);
    if (r_.chance(20)) MakeEnum(proto->add_enum_type(), messages_[index].name, file);
    return index;
  }

  int Number(std::set<int> *numbers, int first, int last) {
    for (;;) {
      int number = first + static_cast<int>(r_.chance(75) ? numbers->size() + r_.below(3) : r_.chance(70) ? r_.below(2100) : r_.below(0x1fffffff));
      if (number < 1 || number > last || (number >= 19000 && number <= 19999)) continue;
      if (numbers->insert(number).second) return number;
    }
  }

  void MakeFields(size_t index) {
    if (messages_[index].is_set) return;
    size_t count = r_.chance(85) ? r_.below(14) : r_.chance(85) ? r_.below(80) : r_.below(220);
    int oneofs = 0, last = messages_[index].ranges_from > 0 ? messages_[index].ranges_from - 1 : 0x1fffffff;
    if (last < 0x1fffffff) count = std::min(count, size_t{40});
    for (size_t i = 0; i < count; i++) {
      if (r_.chance(12)) { // a oneof: its members stand together
        OneofDescriptorProto *oneof = messages_[index].proto->add_oneof_decl();
        oneof->set_name(Unique("o"));
        for (size_t members = r_.below(5) + 1; members > 0; members--) MakeField(index, oneofs, last);
        oneofs++;
      } else {
        MakeField(index, -1, last);
      }
    }
    if (!proto3(messages_[index].file)) return;
    for (FieldDescriptorProto &field : *messages_[index].proto->mutable_field()) { // `optional`, after all real oneofs
      if (field.label() != FieldDescriptorProto::LABEL_OPTIONAL || field.has_oneof_index() || !r_.chance(30)) continue;
      field.set_proto3_optional(true);
      field.set_oneof_index(oneofs++);
      messages_[index].proto->add_oneof_decl()->set_name("_" + field.name());
    }
  }

  void MakeField(size_t index, int oneof, int last) {
    FieldDescriptorProto *field = messages_[index].proto->add_field();
    field->set_number(Number(&messages_[index].numbers, 1, last));
    if (oneof >= 0) field->set_oneof_index(oneof);
    if (oneof < 0 && r_.chance(12)) {
      MakeMap(index, field);
      return;
    }
    bool three = proto3(messages_[index].file);
    field->set_label(oneof >= 0 || r_.chance(60) ? FieldDescriptorProto::LABEL_OPTIONAL : FieldDescriptorProto::LABEL_REPEATED);
    if (!three && oneof < 0 && r_.chance(6)) field->set_label(FieldDescriptorProto::LABEL_REQUIRED);
    if (!three && messages_.size() < kMostMessages && r_.chance(7)) { // groups hold groups
      MakeGroup(index, field);
      return;
    }
    Name(field);
    Fill(field, messages_[index].file, false);
  }

  void Name(FieldDescriptorProto *field) {
    static const char *const prefixes[] = {"f_", "name", "Big_", "_u", "CAP", "a_long_field_name_"};
    field->set_name(Unique(prefixes[r_.below(6)]));
    if (r_.chance(5)) field->set_json_name(Unique("json \"name\" "));
  }

  // The nested type of a group field; its own fields come later, as those of all messages.
  void MakeGroup(size_t index, FieldDescriptorProto *field) {
    std::string code = Unique("roup");
    DescriptorProto *group = messages_[index].proto->add_nested_type();
    group->set_name("G" + code);
    field->set_name("g" + code);
    field->set_type(FieldDescriptorProto::TYPE_GROUP);
    field->set_type_name(messages_[index].name + "." + group->name());
    messages_.push_back({group, field->type_name(), messages_[index].file, {}, 0, false});
  }

  void MakeMap(size_t index, FieldDescriptorProto *field) {
    static const FieldDescriptorProto::Type keys[] = {
        FieldDescriptorProto::TYPE_INT32,  FieldDescriptorProto::TYPE_INT64,    FieldDescriptorProto::TYPE_UINT32,
        FieldDescriptorProto::TYPE_UINT64, FieldDescriptorProto::TYPE_SINT32,   FieldDescriptorProto::TYPE_SINT64,
        FieldDescriptorProto::TYPE_FIXED32, FieldDescriptorProto::TYPE_FIXED64, FieldDescriptorProto::TYPE_SFIXED32,
        FieldDescriptorProto::TYPE_SFIXED64, FieldDescriptorProto::TYPE_BOOL,   FieldDescriptorProto::TYPE_STRING,
        FieldDescriptorProto::TYPE_STRING};
    std::string code = Unique("");
    DescriptorProto *entry = messages_[index].proto->add_nested_type();
    entry->set_name("M" + code + "Entry");
    entry->mutable_options()->set_map_entry(true);
    field->set_name("m_" + code);
    field->set_label(FieldDescriptorProto::LABEL_REPEATED);
    field->set_type(FieldDescriptorProto::TYPE_MESSAGE);
    field->set_type_name(messages_[index].name + "." + entry->name());
    FieldDescriptorProto *key = entry->add_field(), *value = entry->add_field();
    for (FieldDescriptorProto *part : {key, value}) {
      part->set_name(part == key ? "key" : "value");
      part->set_json_name(part->name());
      part->set_number(part == key ? 1 : 2);
      part->set_label(FieldDescriptorProto::LABEL_OPTIONAL);
    }
    key->set_type(keys[r_.below(sizeof keys / sizeof *keys)]);
    Fill(value, messages_[index].file, true);
  }

  // A type, what it names, a default, options.
  void Fill(FieldDescriptorProto *field, int file, bool map_value) {
    FieldDescriptorProto::Type type;
    do type = static_cast<FieldDescriptorProto::Type>(r_.between(1, 18));
    while (type == FieldDescriptorProto::TYPE_GROUP);
    if (r_.chance(15)) type = FieldDescriptorProto::TYPE_MESSAGE;
    const EnumDescriptorProto *named = nullptr;
    if (type == FieldDescriptorProto::TYPE_ENUM) {
      std::vector<const MadeEnum *> fitting;
      for (const MadeEnum &e : enums_)
        // An open enum in a proto2 file is not made: libprotobuf 3.21 takes it as closed there, unlike the language.
        if (e.file <= file && proto3(file) == proto3(e.file) && (!map_value || e.proto->value(0).number() == 0))
          fitting.push_back(&e);
      if (fitting.empty()) {
        type = FieldDescriptorProto::TYPE_INT32;
      } else {
        const MadeEnum *e = r_.pick(fitting);
        named = e->proto;
        field->set_type_name(e->name);
      }
    }
    if (type == FieldDescriptorProto::TYPE_MESSAGE) {
      std::vector<const MadeMessage *> fitting;
      for (const MadeMessage &m : messages_)
        if (m.file <= file && m.proto->name()[0] == 'M') fitting.push_back(&m);
      field->set_type_name(r_.pick(fitting)->name);
    }
    field->set_type(type);
    bool packable = type != FieldDescriptorProto::TYPE_STRING && type != FieldDescriptorProto::TYPE_BYTES &&
                    type != FieldDescriptorProto::TYPE_MESSAGE;
    if (field->label() == FieldDescriptorProto::LABEL_REPEATED) {
      if (packable && r_.chance(60)) field->mutable_options()->set_packed(r_.chance(50));
    } else if (!map_value && !proto3(file) && type != FieldDescriptorProto::TYPE_MESSAGE && r_.chance(30)) {
      field->set_default_value(Default(type, named));
    }
    if (r_.chance(3)) field->mutable_options()->set_deprecated(true);
  }

  std::string Default(FieldDescriptorProto::Type type, const EnumDescriptorProto *named) {
    static const char *const reals[] = {"inf", "-inf", "nan", "0", "-0", "1.5", "-2e-30", "3.4e+38", "7"};
    static const char *const escaped[] = {"", "plain", "\\000\\377\\n", "q\\\"\\'\\\\", "\\t\\303\\251", "abc\\001"};
    switch (type) {
      case FieldDescriptorProto::TYPE_DOUBLE:
      case FieldDescriptorProto::TYPE_FLOAT: return reals[r_.below(9)];
      case FieldDescriptorProto::TYPE_BOOL: return r_.chance(50) ? "true" : "false";
      case FieldDescriptorProto::TYPE_STRING: return r_.text();
      case FieldDescriptorProto::TYPE_BYTES: return escaped[r_.below(6)];
      case FieldDescriptorProto::TYPE_ENUM: return named->value(static_cast<int>(r_.below(static_cast<size_t>(named->value_size())))).name();
      case FieldDescriptorProto::TYPE_UINT32:
      case FieldDescriptorProto::TYPE_FIXED32: return std::to_string(static_cast<uint32_t>(r_.number()));
      case FieldDescriptorProto::TYPE_UINT64:
      case FieldDescriptorProto::TYPE_FIXED64: return std::to_string(r_.number());
      case FieldDescriptorProto::TYPE_INT64:
      case FieldDescriptorProto::TYPE_SINT64:
      case FieldDescriptorProto::TYPE_SFIXED64: return std::to_string(static_cast<int64_t>(r_.number()));
      default: return std::to_string(static_cast<int32_t>(r_.number()));
    }
  }

  void MakeExtensions(int file) {
    std::vector<size_t> open, places;
    for (size_t i = 0; i < messages_.size(); i++) {
      if (messages_[i].file <= file && messages_[i].ranges_from > 0) open.push_back(i);
      if (messages_[i].file == file) places.push_back(i);
    }
    if (open.empty()) return;
    for (size_t i = r_.below(9); i > 0; i--) {
      MadeMessage &extended = messages_[r_.pick(open)];
      MadeMessage *scope = r_.chance(60) ? nullptr : &messages_[r_.pick(places)];
      // Two of a message set, both inside their own type, libprotobuf writes as the type, and reads as one of them.
      if (scope != nullptr && extended.is_set && !inside_.insert(extended.name).second) scope = nullptr;
      FieldDescriptorProto *field = scope == nullptr ? set_.mutable_file(file)->add_extension() : scope->proto->add_extension();
      field->set_extendee(extended.name);
      Name(field);
      field->clear_json_name();
      field->set_number(Number(&extended.numbers, extended.ranges_from, 0x1fffffff));
      field->set_label(r_.chance(60) ? FieldDescriptorProto::LABEL_OPTIONAL : FieldDescriptorProto::LABEL_REPEATED);
      Fill(field, file, false);
      if (!extended.is_set || field->type() == FieldDescriptorProto::TYPE_MESSAGE) {
        if (extended.is_set) field->set_label(FieldDescriptorProto::LABEL_OPTIONAL);
        continue;
      }
      field->Clear(); // a message set holds messages
      field->set_extendee(extended.name);
      Name(field);
      field->clear_json_name();
      field->set_number(Number(&extended.numbers, 1, 0x1fffffff));
      field->set_label(FieldDescriptorProto::LABEL_OPTIONAL);
      field->set_type(FieldDescriptorProto::TYPE_MESSAGE);
      field->set_type_name(messages_[places[0]].name);
    }
  }

  Random &r_;
  FileDescriptorSet set_;
  std::vector<MadeEnum> enums_;
  std::vector<MadeMessage> messages_;
  std::set<std::string> inside_; // message sets that have an extension in its own type
  int next_name_ = 1;
};

// ---- comparing --------------------------------------------------------------------------------------

std::string SameField(const FieldDescriptor *g, const pbw_field *p) {
  if (p == nullptr) return "no such field";
  auto is = [&](const char *what, bool same) { return same ? std::string() : std::string(" ") + what; };
  const OneofDescriptor *oneof = g->real_containing_oneof();
  bool entry = g->containing_type()->options().map_entry(); // whose key and value are always there
  std::string wrong =
      is("name", g->name() == pbw_field_name(p)) + is("full name", g->full_name() == pbw_field_full_name(p)) +
      is("number", static_cast<uint32_t>(g->number()) == pbw_field_number(p)) + is("type", g->type() == pbw_field_type(p)) +
      is("cardinality", (g->is_map() ? PBW_MAP : g->is_repeated() ? PBW_REPEATED : PBW_SINGULAR) == pbw_field_cardinality(p)) +
      is("presence", g->is_repeated() || entry || g->has_presence() == (pbw_field_has_presence(p) != 0)) +
      is("required", g->is_required() == (pbw_field_is_required(p) != 0)) +
      is("packed", g->is_packed() == (pbw_field_is_packed(p) != 0)) +
      is("extension", g->is_extension() == (pbw_field_is_extension(p) != 0)) +
      is("declared default", g->has_default_value() == (pbw_field_has_default(p) != 0)) +
      is("containing type", g->containing_type()->full_name() == pbw_type_full_name(pbw_field_containing_type(p))) +
      is("file", g->file()->name() == pbw_file_name(pbw_field_file(p))) +
      is("oneof", oneof == nullptr ? pbw_field_oneof(p) == nullptr
                                   : pbw_field_oneof(p) != nullptr && oneof->name() == pbw_oneof_name(pbw_field_oneof(p))) +
      is("message type", g->message_type() == nullptr ? pbw_field_message_type(p) == nullptr
                                                      : g->message_type()->full_name() == pbw_type_full_name(pbw_field_message_type(p))) +
      is("enum", g->enum_type() == nullptr ? pbw_field_enum_type(p) == nullptr
                                           : g->enum_type()->full_name() == pbw_enum_full_name(pbw_field_enum_type(p)));
  if (!g->is_extension()) wrong += is("json name", g->json_name() == pbw_field_json_name(p));
  if (wrong.empty() && !g->is_repeated() && g->message_type() == nullptr) {
    Value value;
    if (pbw_field_default(p, &value) != PBW_OK || !SameValue(DefaultOf(g), value, g)) wrong = " default";
  }
  return wrong;
}

std::string SameEnum(const EnumDescriptor *g, const pbw_enum *p) {
  if (p == nullptr || static_cast<size_t>(g->value_count()) != pbw_enum_value_count(p)) return "values";
  if ((g->file()->syntax() == FileDescriptor::SYNTAX_PROTO2) != (pbw_enum_is_closed(p) != 0)) return "closed";
  for (int i = 0; i < g->value_count(); i++) {
    const EnumValueDescriptor *value = g->value(i);
    size_t at = static_cast<size_t>(i);
    int32_t number;
    if (value->name() != pbw_enum_value_name_at(p, at) || value->number() != pbw_enum_value_number_at(p, at)) return value->name();
    if (g->FindValueByNumber(value->number())->name() != pbw_enum_value_name(p, value->number())) return value->name();
    if (pbw_enum_value_number(p, value->name().c_str(), &number) != PBW_OK || number != value->number()) return value->name();
  }
  return "";
}

class Errors : public DescriptorPool::ErrorCollector {
 public:
  void AddError(const std::string &file, const std::string &element, const Message *, ErrorLocation,
                const std::string &message) override {
    text += file + ": " + element + ": " + message + "; ";
  }
  std::string text;
};

} // namespace

FileDescriptorSet RandomFiles(Random *random) { return Maker(random).Make(); }

Schema::~Schema() { pbw_schema_free(pbw_); }

std::string Schema::Load(const FileDescriptorSet &files) {
  Errors errors;
  for (const FileDescriptorProto &file : files.file()) {
    files_.push_back(pool_.BuildFileCollectingErrors(file, &errors));
    if (files_.back() == nullptr) return "libprotobuf refuses the schema: " + errors.text;
  }
  std::string bytes = files.SerializeAsString();
  pbw_error error = {};
  error.struct_size = sizeof error;
  if (pbw_schema_load(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size(), &pbw_, &error) != PBW_OK)
    return std::string("pbwire refuses the schema: ") + error.path + ": " + error.message;

  std::vector<const Descriptor *> todo;
  for (const FileDescriptor *file : files_)
    for (int i = 0; i < file->message_type_count(); i++) todo.push_back(file->message_type(i));
  std::vector<const EnumDescriptor *> enums;
  for (const FileDescriptor *file : files_)
    for (int i = 0; i < file->enum_type_count(); i++) enums.push_back(file->enum_type(i));
  for (size_t i = 0; i < todo.size(); i++) {
    const Descriptor *g = todo[i];
    for (int n = 0; n < g->nested_type_count(); n++) todo.push_back(g->nested_type(n));
    for (int n = 0; n < g->enum_type_count(); n++) enums.push_back(g->enum_type(n));
    Type type = {g, pbw_schema_type(pbw_, g->full_name().c_str()), {}, factory_.GetPrototype(g)};
    if (type.pbw == nullptr) return "no type " + g->full_name();
    for (int n = 0; n < g->field_count(); n++) type.fields.push_back(g->field(n));
    pool_.FindAllExtensions(g, &type.fields);
    for (const FieldDescriptor *field : type.fields) {
      std::string wrong = SameField(field, pbw_type_field_by_number(type.pbw, static_cast<uint32_t>(field->number())));
      if (!wrong.empty()) return field->full_name() + " differs:" + wrong;
    }
    if (type.fields.size() != pbw_type_field_count(type.pbw) + pbw_type_extension_count(type.pbw))
      return g->full_name() + " has other fields";
    message_sets_ = message_sets_ || g->options().message_set_wire_format();
    types_.push_back(type);
  }
  for (const EnumDescriptor *g : enums) {
    std::string wrong = SameEnum(g, pbw_schema_enum(pbw_, g->full_name().c_str()));
    if (!wrong.empty()) return g->full_name() + " differs: " + wrong;
  }
  return "";
}

const Type &Schema::type(const Descriptor *descriptor) const {
  return *std::find_if(types_.begin(), types_.end(), [&](const Type &type) { return type.google == descriptor; });
}

std::string Schema::Text() const {
  std::string text;
  for (const FileDescriptor *file : files_) text += "// " + file->name() + "\n" + file->DebugString();
  return text;
}
