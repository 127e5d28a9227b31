// libprotobuf's messages, by reflection.
#include <google/protobuf/unknown_field_set.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "tests/differential/message.h"

using namespace google::protobuf;

namespace {

class Filler {
 public:
  Filler(const Schema &schema, Random *random) : schema_(schema), r_(*random), budget_(static_cast<int>(random->skewed(60, 1500))) {}

  void Message_(const Type &type, Message *message, int level) {
    const Reflection *reflection = message->GetReflection();
    unsigned density = r_.chance(50) ? 20 + static_cast<unsigned>(r_.below(80)) : static_cast<unsigned>(r_.below(40));
    for (const FieldDescriptor *field : type.fields) {
      if (!r_.chance(density) || --budget_ < 0) continue;
      if (field->is_map()) Map(message, field, level);
      else if (!field->is_repeated()) One(message, field, false, level);
      else
        for (size_t i = r_.chance(90) ? r_.below(6) : r_.below(200); i > 0; i--) One(message, field, true, level);
    }
    if (r_.chance(15) && !type.google->options().map_entry())
      Unknown(type.google, reflection->MutableUnknownFields(message), type.google->options().message_set_wire_format(), 0);
  }

 private:
  void One(Message *m, const FieldDescriptor *f, bool add, int level) {
    const Reflection *r = m->GetReflection();
    switch (f->cpp_type()) {
      case FieldDescriptor::CPPTYPE_BOOL: add ? r->AddBool(m, f, r_.chance(50)) : r->SetBool(m, f, r_.chance(70)); break;
      case FieldDescriptor::CPPTYPE_INT32: {
        int32_t v = static_cast<int32_t>(r_.number());
        add ? r->AddInt32(m, f, v) : r->SetInt32(m, f, v);
        break;
      }
      case FieldDescriptor::CPPTYPE_UINT32: {
        uint32_t v = static_cast<uint32_t>(r_.number());
        add ? r->AddUInt32(m, f, v) : r->SetUInt32(m, f, v);
        break;
      }
      case FieldDescriptor::CPPTYPE_INT64: {
        int64_t v = static_cast<int64_t>(r_.number());
        add ? r->AddInt64(m, f, v) : r->SetInt64(m, f, v);
        break;
      }
      case FieldDescriptor::CPPTYPE_UINT64: {
        uint64_t v = r_.number();
        add ? r->AddUInt64(m, f, v) : r->SetUInt64(m, f, v);
        break;
      }
      case FieldDescriptor::CPPTYPE_FLOAT: {
        float v = static_cast<float>(r_.real());
        add ? r->AddFloat(m, f, v) : r->SetFloat(m, f, v);
        break;
      }
      case FieldDescriptor::CPPTYPE_DOUBLE: {
        double v = r_.real();
        add ? r->AddDouble(m, f, v) : r->SetDouble(m, f, v);
        break;
      }
      case FieldDescriptor::CPPTYPE_ENUM: {
        bool closed = f->file()->syntax() == FileDescriptor::SYNTAX_PROTO2;
        int v = f->enum_type()->value(static_cast<int>(r_.below(static_cast<size_t>(f->enum_type()->value_count()))))->number();
        if (!closed && r_.chance(20)) v = static_cast<int>(r_.number());
        add ? r->AddEnumValue(m, f, v) : r->SetEnumValue(m, f, v);
        break;
      }
      case FieldDescriptor::CPPTYPE_STRING: {
        std::string v = f->type() == FieldDescriptor::TYPE_BYTES ? r_.bytes() : r_.text();
        add ? r->AddString(m, f, v) : r->SetString(m, f, v);
        break;
      }
      case FieldDescriptor::CPPTYPE_MESSAGE: {
        Message *child = add ? r->AddMessage(m, f) : r->MutableMessage(m, f);
        if (level < 12 && r_.chance(80)) Message_(schema_.type(f->message_type()), child, level + 1);
        break;
      }
    }
  }

  void Map(Message *m, const FieldDescriptor *f, int level) {
    const Reflection *r = m->GetReflection();
    for (size_t i = r_.chance(90) ? r_.below(6) : r_.below(60); i > 0; i--) {
      Message *entry = r->AddMessage(m, f);
      One(entry, f->message_type()->map_key(), false, level);
      One(entry, f->message_type()->map_value(), false, level);
    }
  }

  void Unknown(const Descriptor *type, UnknownFieldSet *fields, bool message_set, int level) {
    for (size_t i = r_.below(5); i > 0; i--) {
      int number = r_.between(1, r_.chance(50) ? 300 : 0x1fffffff);
      if (type->FindFieldByNumber(number) != nullptr || schema_.extension(type, number) != nullptr) continue;
      switch (message_set ? 3 : r_.below(level < 3 ? 5 : 4)) {
        case 0: fields->AddVarint(number, r_.number()); break;
        case 1: fields->AddFixed32(number, static_cast<uint32_t>(r_.number())); break;
        case 2: fields->AddFixed64(number, r_.number()); break;
        case 3: fields->AddLengthDelimited(number, r_.bytes()); break;
        default: Unknown(type, fields->AddGroup(number), false, level + 1); break;
      }
    }
  }

  const Schema &schema_;
  Random &r_;
  int budget_; // fields that may be set in all
};

// The key, so that the order of strings is the order of keys.
std::string KeyOf(const Message &entry, const FieldDescriptor *key) {
  const Reflection *r = entry.GetReflection();
  uint64_t n;
  switch (key->cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING: return r->GetString(entry, key);
    case FieldDescriptor::CPPTYPE_BOOL: n = r->GetBool(entry, key); break;
    case FieldDescriptor::CPPTYPE_UINT32: n = r->GetUInt32(entry, key); break;
    case FieldDescriptor::CPPTYPE_UINT64: n = r->GetUInt64(entry, key); break;
    case FieldDescriptor::CPPTYPE_INT32: n = static_cast<uint64_t>(int64_t{r->GetInt32(entry, key)}) ^ uint64_t{1} << 63; break;
    default: n = static_cast<uint64_t>(r->GetInt64(entry, key)) ^ uint64_t{1} << 63; break;
  }
  std::string out(8, '\0');
  for (int i = 7; i >= 0; i--, n >>= 8) out[static_cast<size_t>(i)] = static_cast<char>(n);
  return out;
}

// Of entries with the same key the last one stays. What is unknown in an entry goes, as when libprotobuf makes a map
// of the list that it parses first.
void CanonicalMap(Message *message, const FieldDescriptor *field) {
  const Reflection *r = message->GetReflection();
  const FieldDescriptor *key = field->message_type()->map_key();
  struct Less {
    bool operator()(const std::string &a, const std::string &b) const {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                          [](char x, char y) { return static_cast<uint8_t>(x) < static_cast<uint8_t>(y); });
    }
  };
  std::map<std::string, std::unique_ptr<Message>, Less> entries;
  while (r->FieldSize(*message, field) > 0) { // from the end: moved, since copies of copies are slow
    std::unique_ptr<Message> entry(r->ReleaseLast(message, field));
    entry->GetReflection()->MutableUnknownFields(entry.get())->Clear();
    entries.emplace(KeyOf(*entry, key), std::move(entry));
  }
  for (auto &entry : entries) r->AddAllocatedMessage(message, field, entry.second.release());
}

double ZeroOrNan(double value) { return std::isnan(value) ? 12345.5 : value == 0 ? 54321.25 : value; }
double OneNan(double value) { return std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value; }
double NoMinusZero(double value) { return value == 0 && std::signbit(value) ? 54321.25 : value; }

} // namespace

void FillGoogle(const Schema &schema, const Type &type, Random *random, Message *message) {
  Filler(schema, random).Message_(type, message, 0);
  Canonical(message);
}

// Every message of the tree, from above.
template <class Visit>
static void Walk(Message *message, const Visit &visit) {
  const Reflection *r = message->GetReflection();
  std::vector<const FieldDescriptor *> fields;
  r->ListFields(*message, &fields);
  for (const FieldDescriptor *field : fields) {
    visit(message, field);
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) Walk(r->MutableMessage(message, field), visit);
    else
      for (int i = 0; i < r->FieldSize(*message, field); i++) Walk(r->MutableRepeatedMessage(message, field, i), visit);
  }
}

void Canonical(Message *message) {
  Walk(message, [](Message *m, const FieldDescriptor *f) {
    if (f->is_map()) CanonicalMap(m, f);
  });
}

bool HasUnlistedEntry(Message *message) {
  bool found = false;
  Walk(message, [&](Message *m, const FieldDescriptor *f) {
    const Reflection *r = m->GetReflection();
    for (int i = 0; f->is_map() && i < r->FieldSize(*m, f); i++) {
      const Message &entry = r->GetRepeatedMessage(*m, f, i);
      const UnknownFieldSet &unknown = entry.GetReflection()->GetUnknownFields(entry);
      for (int n = 0; n < unknown.field_count(); n++) found = found || unknown.field(n).number() == 2;
    }
  });
  return found;
}

static void Fold(Message *message, double (*fold)(double)) {
  Walk(message, [fold](Message *m, const FieldDescriptor *f) {
    const Reflection *r = m->GetReflection();
    if (f->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
      if (!f->is_repeated()) r->SetDouble(m, f, fold(r->GetDouble(*m, f)));
      else
        for (int i = 0; i < r->FieldSize(*m, f); i++) r->SetRepeatedDouble(m, f, i, fold(r->GetRepeatedDouble(*m, f, i)));
    } else if (f->cpp_type() == FieldDescriptor::CPPTYPE_FLOAT) {
      if (!f->is_repeated()) r->SetFloat(m, f, static_cast<float>(fold(r->GetFloat(*m, f))));
      else
        for (int i = 0; i < r->FieldSize(*m, f); i++)
          r->SetRepeatedFloat(m, f, i, static_cast<float>(fold(r->GetRepeatedFloat(*m, f, i))));
    }
  });
}

void FoldReals(Message *message) { Fold(message, ZeroOrNan); }
void FoldNans(Message *message) { Fold(message, OneNan); }
void FoldMinusZeros(Message *message) { Fold(message, NoMinusZero); }
