// Values cross between the libraries here, and nowhere else.
#include "tests/differential/value.h"

using namespace google::protobuf;

namespace {

template <class T>
Value Cell(T number) {
  Value value = {};
  std::memcpy(&value, &number, sizeof number);
  return value;
}

Value Borrow(const std::string &text) {
  Value value = {};
  value.bytes = {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
  return value;
}

} // namespace

size_t ValueSize(const FieldDescriptor *field) {
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL: return 1;
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT64:
    case FieldDescriptor::CPPTYPE_DOUBLE: return 8;
    case FieldDescriptor::CPPTYPE_STRING: return sizeof(pbw_bytes);
    case FieldDescriptor::CPPTYPE_MESSAGE: return sizeof(pbw_message *);
    default: return 4;
  }
}

Value DefaultOf(const FieldDescriptor *field) {
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL: return Cell(field->default_value_bool());
    case FieldDescriptor::CPPTYPE_INT32: return Cell(field->default_value_int32_t());
    case FieldDescriptor::CPPTYPE_UINT32: return Cell(field->default_value_uint32_t());
    case FieldDescriptor::CPPTYPE_INT64: return Cell(field->default_value_int64_t());
    case FieldDescriptor::CPPTYPE_UINT64: return Cell(field->default_value_uint64_t());
    case FieldDescriptor::CPPTYPE_FLOAT: return Cell(field->default_value_float());
    case FieldDescriptor::CPPTYPE_DOUBLE: return Cell(field->default_value_double());
    case FieldDescriptor::CPPTYPE_ENUM: return Cell(field->default_value_enum()->number());
    case FieldDescriptor::CPPTYPE_STRING: return Borrow(field->default_value_string());
    default: return {};
  }
}

Value ValueOf(const Message &m, const FieldDescriptor *f, int index) {
  const Reflection *r = m.GetReflection();
  static const std::string unused;
  bool one = index < 0;
  switch (f->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL: return Cell(one ? r->GetBool(m, f) : r->GetRepeatedBool(m, f, index));
    case FieldDescriptor::CPPTYPE_INT32: return Cell(one ? r->GetInt32(m, f) : r->GetRepeatedInt32(m, f, index));
    case FieldDescriptor::CPPTYPE_UINT32: return Cell(one ? r->GetUInt32(m, f) : r->GetRepeatedUInt32(m, f, index));
    case FieldDescriptor::CPPTYPE_INT64: return Cell(one ? r->GetInt64(m, f) : r->GetRepeatedInt64(m, f, index));
    case FieldDescriptor::CPPTYPE_UINT64: return Cell(one ? r->GetUInt64(m, f) : r->GetRepeatedUInt64(m, f, index));
    case FieldDescriptor::CPPTYPE_FLOAT: return Cell(one ? r->GetFloat(m, f) : r->GetRepeatedFloat(m, f, index));
    case FieldDescriptor::CPPTYPE_DOUBLE: return Cell(one ? r->GetDouble(m, f) : r->GetRepeatedDouble(m, f, index));
    case FieldDescriptor::CPPTYPE_ENUM: return Cell(one ? r->GetEnumValue(m, f) : r->GetRepeatedEnumValue(m, f, index));
    case FieldDescriptor::CPPTYPE_STRING: {
      std::string copy; // never used: messages hold std::string
      return Borrow(one ? r->GetStringReference(m, f, &copy) : r->GetRepeatedStringReference(m, f, index, &copy));
    }
    default: return {};
  }
}

bool SameValue(const Value &a, const Value &b, const FieldDescriptor *field) {
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING)
    return a.bytes.size == b.bytes.size && (a.bytes.size == 0 || std::memcmp(a.bytes.data, b.bytes.data, a.bytes.size) == 0);
  return std::memcmp(&a, &b, ValueSize(field)) == 0;
}
