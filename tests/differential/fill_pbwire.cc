// pbwire's messages: owned ones by the calls that change messages, scratch ones by stores into cells.
#include <cstring>

#include "tests/differential/message.h"
#include "tests/differential/value.h"

using google::protobuf::FieldDescriptor;

namespace {

const pbw_field *FieldOf(const Type &type, const FieldDescriptor *field) {
  return pbw_type_field_by_number(type.pbw, static_cast<uint32_t>(field->number()));
}

// What both ways share: values, and how many there may be.
class Maker {
 public:
  Maker(const Schema &schema, Random *random) : schema_(schema), r_(*random), budget_(static_cast<int>(random->skewed(60, 600))) {}

 protected:
  // A value of a field that is no message. A string borrows from text_, until the next one.
  Value Scalar(const FieldDescriptor *f) {
    Value value = {};
    double real;
    float half;
    switch (f->cpp_type()) {
      case FieldDescriptor::CPPTYPE_BOOL: value.flag = r_.chance(60); break;
      case FieldDescriptor::CPPTYPE_DOUBLE:
        real = r_.real();
        std::memcpy(&value, &real, sizeof real);
        break;
      case FieldDescriptor::CPPTYPE_FLOAT:
        half = static_cast<float>(r_.real());
        std::memcpy(&value, &half, sizeof half);
        break;
      case FieldDescriptor::CPPTYPE_STRING:
        text_ = f->type() == FieldDescriptor::TYPE_BYTES ? r_.bytes() : r_.text();
        value.bytes = {reinterpret_cast<const uint8_t *>(text_.data()), text_.size()};
        break;
      case FieldDescriptor::CPPTYPE_ENUM:
        value.word = static_cast<uint32_t>(f->enum_type()->value(static_cast<int>(r_.below(static_cast<size_t>(f->enum_type()->value_count()))))->number());
        if (f->file()->syntax() == google::protobuf::FileDescriptor::SYNTAX_PROTO3 && r_.chance(20)) value.word = static_cast<uint32_t>(r_.number());
        break;
      case FieldDescriptor::CPPTYPE_INT32:
      case FieldDescriptor::CPPTYPE_UINT32: value.word = static_cast<uint32_t>(r_.number()); break;
      default: value.wide = r_.number(); break;
    }
    return value;
  }

  static bool IsMessage(const FieldDescriptor *f) { return f->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE; }

  const Schema &schema_;
  Random &r_;
  int budget_;
  std::string text_;
};

class Setters : public Maker {
 public:
  using Maker::Maker;

  void Message(const Type &type, pbw_message *message, int level) {
    unsigned density = r_.chance(50) ? 20 + static_cast<unsigned>(r_.below(80)) : static_cast<unsigned>(r_.below(40));
    for (const FieldDescriptor *field : type.fields) {
      if (!r_.chance(density) || --budget_ < 0) continue;
      const pbw_field *f = FieldOf(type, field);
      if (field->is_map()) Map(message, field, f, level);
      else if (field->is_repeated()) List(message, field, f, level);
      else if (!IsMessage(field)) SetOne(message, field, f);
      else if (pbw_message *child = nullptr; pbw_message_mutable(message, f, &child) == PBW_OK && level < 8)
        Message(schema_.type(field->message_type()), child, level + 1);
      if (r_.chance(3)) pbw_message_clear_field(message, f);
    }
  }

 private:
  void SetOne(pbw_message *message, const FieldDescriptor *field, const pbw_field *f) {
    Value value = Scalar(field);
    pbw_message_set(message, f, &value);
  }

  void List(pbw_message *message, const FieldDescriptor *field, const pbw_field *f, int level) {
    size_t count = r_.chance(90) ? r_.below(6) : r_.below(150);
    if (r_.chance(20)) pbw_list_reserve(message, f, r_.below(20));
    for (size_t i = 0; i < count; i++) {
      if (IsMessage(field)) {
        pbw_message *child = nullptr;
        if (pbw_list_add(message, f, &child) == PBW_OK && level < 8) Message(schema_.type(field->message_type()), child, level + 1);
        continue;
      }
      Value value = Scalar(field);
      pbw_list_append(message, f, 1, &value);
      if (r_.chance(10)) {
        value = Scalar(field);
        pbw_list_set(message, f, r_.below(i + 1), 1, &value);
      }
    }
    size_t size = pbw_list_size(message, f);
    if (size > 0 && r_.chance(10)) pbw_list_remove(message, f, r_.below(size), 1);
  }

  void Map(pbw_message *message, const FieldDescriptor *field, const pbw_field *f, int level) {
    const FieldDescriptor *key = field->message_type()->map_key(), *item = field->message_type()->map_value();
    for (size_t i = r_.chance(90) ? r_.below(6) : r_.below(80); i > 0; i--) {
      Value k = Scalar(key);
      std::string keep = text_;
      if (k.bytes.data != nullptr && key->cpp_type() == FieldDescriptor::CPPTYPE_STRING)
        k.bytes.data = reinterpret_cast<const uint8_t *>(keep.data());
      pbw_message *child = nullptr;
      if (IsMessage(item)) {
        if (pbw_map_mutable(message, f, &k, &child) == PBW_OK && level < 8) Message(schema_.type(item->message_type()), child, level + 1);
      } else {
        Value v = Scalar(item);
        pbw_map_set(message, f, &k, &v);
      }
      if (r_.chance(8)) pbw_map_remove(message, f, &k);
    }
  }
};

class Cells : public Maker {
 public:
  Cells(const Schema &schema, Random *random, pbw_ctx *ctx) : Maker(schema, random), ctx_(ctx) {}

  pbw_message *Messages(const Type &type, size_t count, int level) {
    pbw_message *first = nullptr;
    if (pbw_ctx_messages(ctx_, type.pbw, count, 0, &first) != PBW_OK) return nullptr;
    for (size_t i = 0; i < count; i++)
      if (level < 8) Message(type, reinterpret_cast<uint8_t *>(first) + i * pbw_type_message_size(type.pbw), level);
    return first;
  }

 private:
  void Message(const Type &type, uint8_t *base, int level) {
    unsigned density = r_.chance(50) ? 20 + static_cast<unsigned>(r_.below(80)) : static_cast<unsigned>(r_.below(40));
    for (const FieldDescriptor *field : type.fields) {
      if (!r_.chance(density) || --budget_ < 0) continue;
      pbw_cell cell = {};
      cell.struct_size = sizeof cell;
      if (pbw_field_cell(FieldOf(type, field), &cell) != PBW_OK || cell.format == PBW_CELL_NONE) continue;
      if (cell.format >= PBW_CELL_LIST) {
        pbw_list list = cell.format == PBW_CELL_MAP ? Map(field, cell, level) : List(field, cell, level);
        std::memcpy(base + cell.offset, &list, sizeof list);
        continue;
      }
      Value value = Lend(field, level);
      std::memcpy(base + cell.offset, &value, cell.size);
      if (cell.presence == PBW_PRESENCE_BIT) base[cell.presence_offset] |= static_cast<uint8_t>(cell.presence_mask);
      if (cell.presence == PBW_PRESENCE_ONEOF) std::memcpy(base + cell.presence_offset, &cell.presence_mask, sizeof cell.presence_mask);
    }
  }

  // A value whose string or message stands in the ctx.
  Value Lend(const FieldDescriptor *field, int level) {
    Value value = {};
    if (IsMessage(field)) {
      value.message = Messages(schema_.type(field->message_type()), 1, level + 1);
    } else {
      value = Scalar(field);
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
        void *room = Room(value.bytes.size);
        std::memcpy(room, value.bytes.data, value.bytes.size);
        value.bytes.data = static_cast<const uint8_t *>(room);
      }
    }
    return value;
  }

  pbw_list List(const FieldDescriptor *field, const pbw_cell &cell, int level) {
    size_t count = r_.chance(90) ? r_.below(6) : r_.below(150);
    uint8_t *data = static_cast<uint8_t *>(Room(count * cell.entry_size));
    bool empty = IsMessage(field) && level >= 6; // NULL is an empty message
    for (size_t i = 0; i < count && !empty; i++) {
      Value value = Lend(field, level);
      std::memcpy(data + i * cell.entry_size, &value, cell.entry_size);
    }
    return {data, count, 0};
  }

  pbw_list Map(const FieldDescriptor *field, const pbw_cell &cell, int level) {
    const FieldDescriptor *key = field->message_type()->map_key(), *item = field->message_type()->map_value();
    size_t count = r_.chance(90) ? r_.below(6) : r_.below(60), made = 0;
    uint8_t *data = static_cast<uint8_t *>(Room(count * cell.entry_size));
    for (size_t i = 0; i < count; i++) {
      Value k = Lend(key, level);
      bool known = false;
      for (size_t j = 0; j < made && !known; j++) {
        Value other = {};
        std::memcpy(&other, data + j * cell.entry_size, ValueSize(key));
        known = SameValue(k, other, key);
      }
      if (known) continue;
      Value v = Lend(item, level);
      std::memcpy(data + made * cell.entry_size, &k, ValueSize(key));
      std::memcpy(data + made * cell.entry_size + cell.value_offset, &v, ValueSize(item));
      made++;
    }
    return {data, made, 0};
  }

  void *Room(size_t size) {
    void *room = nullptr;
    return pbw_ctx_alloc(ctx_, size + 1, &room) == PBW_OK ? room : nullptr;
  }

  pbw_ctx *ctx_;
};

} // namespace

void FillBySetters(const Schema &schema, const Type &type, Random *random, pbw_message *message) {
  Setters(schema, random).Message(type, message, 0);
}

pbw_message *MakeByCells(const Schema &schema, const Type &type, Random *random, pbw_ctx *ctx) {
  return Cells(schema, random, ctx).Messages(type, 1, 0);
}
