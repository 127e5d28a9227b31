// Every field of two messages by accessors: libprotobuf's reflection, pbwire's calls. Bytes alone would not show a
// value that is read wrongly and written wrongly back.
#include "tests/differential/compare.h"

#include "tests/differential/value.h"

using namespace google::protobuf;

namespace {

std::string Child(const Schema &schema, const FieldDescriptor *field, const Message &google, const pbw_message *pbw) {
  if (pbw == nullptr) return google.ByteSizeLong() == 0 ? "" : " is NULL"; // which is an empty message
  std::string why = Difference(schema, schema.type(field->message_type()), google, pbw);
  return why.empty() ? "" : "." + why;
}

std::string Map(const Schema &schema, const Message &google, const FieldDescriptor *g, const pbw_message *pbw, const pbw_field *p) {
  const Reflection *r = google.GetReflection();
  const FieldDescriptor *key = g->message_type()->map_key(), *item = g->message_type()->map_value();
  for (int i = 0; i < r->FieldSize(google, g); i++) {
    const Message &entry = r->GetRepeatedMessage(google, g, i);
    Value k = ValueOf(entry, key, -1), v = {};
    if (pbw_map_get(pbw, p, &k, &v) != PBW_OK) return "[entry] is missing";
    if (item->message_type() != nullptr) {
      std::string why = Child(schema, item, entry.GetReflection()->GetMessage(entry, item), v.message);
      if (!why.empty()) return "[entry]" + why;
    } else if (!SameValue(v, ValueOf(entry, item, -1), item)) {
      return "[entry] has another value";
    }
  }
  return "";
}

std::string List(const Schema &schema, const Message &google, const FieldDescriptor *g, const pbw_message *pbw, const pbw_field *p) {
  const Reflection *r = google.GetReflection();
  for (int i = 0; i < r->FieldSize(google, g); i++) {
    Value v = {};
    std::string at = "[" + std::to_string(i) + "]";
    if (pbw_list_get(pbw, p, static_cast<size_t>(i), 1, &v) != PBW_OK) return at + " cannot be read";
    if (g->message_type() != nullptr) {
      std::string why = Child(schema, g, r->GetRepeatedMessage(google, g, i), v.message);
      if (!why.empty()) return at + why;
    } else if (!SameValue(v, ValueOf(google, g, i), g)) {
      return at + " differs";
    }
  }
  return "";
}

std::string Field(const Schema &schema, const Message &google, const FieldDescriptor *g, const pbw_message *pbw, const pbw_field *p) {
  const Reflection *r = google.GetReflection();
  if (g->is_repeated()) {
    size_t size = g->is_map() ? pbw_map_size(pbw, p) : pbw_list_size(pbw, p);
    if (size != static_cast<size_t>(r->FieldSize(google, g))) return " has another size";
    return g->is_map() ? Map(schema, google, g, pbw, p) : List(schema, google, g, pbw, p);
  }
  bool has = r->HasField(google, g);
  if (has != (pbw_message_has(pbw, p) != 0)) return has ? " is absent" : " is present";
  Value v = {};
  if (pbw_message_get(pbw, p, &v) != PBW_OK) return " cannot be read";
  if (g->message_type() != nullptr) return has ? Child(schema, g, r->GetMessage(google, g), v.message) : v.message == nullptr ? "" : " is no NULL";
  return SameValue(v, ValueOf(google, g, -1), g) ? "" : " differs";
}

} // namespace

std::string Difference(const Schema &schema, const Type &type, const Message &google, const pbw_message *pbw) {
  for (const FieldDescriptor *g : type.fields) {
    std::string why = Field(schema, google, g, pbw, pbw_type_field_by_number(type.pbw, static_cast<uint32_t>(g->number())));
    if (!why.empty()) return g->name() + why;
  }
  for (size_t i = 0; i < pbw_type_oneof_count(type.pbw); i++) {
    const pbw_oneof *p = pbw_type_oneof_at(type.pbw, i);
    const OneofDescriptor *g = type.google->FindOneofByName(pbw_oneof_name(p));
    const pbw_field *member = pbw_message_oneof(pbw, p);
    const FieldDescriptor *want = google.GetReflection()->GetOneofFieldDescriptor(google, g);
    if ((want == nullptr) != (member == nullptr)) return g->name() + (want == nullptr ? " is set" : " is not set");
    if (want != nullptr && static_cast<uint32_t>(want->number()) != pbw_field_number(member)) return g->name() + " is another member";
  }
  return "";
}
