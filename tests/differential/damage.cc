// Bytes that are nearly a message: what is wrong is small, so that much of it is read before the error.
#include <algorithm>

#include "tests/differential/message.h"

using google::protobuf::FieldDescriptor;

namespace {

// At least so many bytes, which need not be the fewest.
void Varint(std::string *out, uint64_t value, size_t least = 1) {
  for (; value > 127 || least > 1; value >>= 7, least -= least > 1) *out += static_cast<char>(value | 128);
  *out += static_cast<char>(value);
}

std::string Tag(uint64_t number, unsigned wire, size_t least = 1) {
  std::string out;
  Varint(&out, number << 3 | wire, least);
  return out;
}

std::string Delimited(uint64_t number, const std::string &bytes) {
  std::string out = Tag(number, 2);
  Varint(&out, bytes.size());
  return out + bytes;
}

// A field of the type, or of any number, whose value has any wire type.
std::string AnyField(const Type &type, Random *r) {
  uint64_t number = type.fields.empty() || r->chance(30) ? r->number() & 0x3fffffff
                                                         : static_cast<uint64_t>(r->pick(type.fields)->number());
  std::string out = Tag(number, static_cast<unsigned>(r->below(8)), r->chance(10) ? 1 + r->below(6) : 1);
  if (r->chance(50)) Varint(&out, r->number(), r->chance(10) ? 1 + r->below(11) : 1);
  else out += r->bytes(12, 40);
  return out;
}

// The message inside itself, or unknown groups, around the limit of nesting.
std::string Nest(const Type &type, Random *r, const std::string &bytes) {
  std::string inner = bytes, open, close;
  size_t levels = r->chance(80) ? 95 + r->below(10) : r->below(4);
  for (const FieldDescriptor *field : type.fields) {
    if (field->message_type() != type.google || inner.size() > 300 || r->chance(40)) continue;
    uint64_t number = static_cast<uint64_t>(field->number());
    for (; levels > 0; levels--) inner = field->type() == FieldDescriptor::TYPE_GROUP
                                             ? Tag(number, 3) + inner + Tag(number, 4)
                                             : Delimited(number, inner);
    return inner;
  }
  for (uint64_t number = 0x1ffffff0; levels > 0; levels--) {
    open += Tag(number, 3);
    close = Tag(number, 4) + close;
  }
  return bytes + open + close;
}

std::string Once(const Type &type, Random *r, const std::string &bytes, const std::string &other) {
  static const unsigned char telling[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0xc0, 8, 10, 11, 12};
  std::string out = bytes;
  size_t at = r->below(bytes.size() + 1), size = r->below(std::min<size_t>(bytes.size() - at, 12) + 1);
  bool inside = at < bytes.size();
  switch (r->below(12)) {
    case 0: if (inside) out[at] = static_cast<char>(out[at] ^ 1 << r->below(8)); break;
    case 1: if (inside) out[at] = static_cast<char>(telling[r->below(sizeof telling)]); break;
    case 2: out.resize(at); break;
    case 3: out.insert(at, r->bytes(4, 20)); break;
    case 4: out.erase(at, size); break;
    case 5: out.insert(at, bytes.substr(at, size)); break;
    case 6: if (!other.empty()) out.insert(at, other.substr(r->below(other.size()), r->below(40))); break;
    case 7: // one byte more for the same number
      if (inside && static_cast<unsigned char>(out[at]) < 128) {
        out[at] = static_cast<char>(out[at] | 128);
        out.insert(at + 1, 1, '\0');
      }
      break;
    case 8: if (inside) out[at] = static_cast<char>((out[at] & ~7) | static_cast<int>(r->below(8))); break;
    case 9: out.insert(r->chance(50) ? 0 : bytes.size(), AnyField(type, r)); break;
    case 10: out += other; break;
    default: if (r->chance(20)) out = Nest(type, r, bytes); break;
  }
  return out;
}

} // namespace

std::string Damage(const Type &type, Random *random, std::string bytes, const std::string &other) {
  for (size_t times = 1 + random->below(3); times > 0; times--) bytes = Once(type, random, bytes, other);
  return bytes;
}
