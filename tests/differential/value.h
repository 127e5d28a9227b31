// One value, as a cell holds it, read from libprotobuf's messages.
#ifndef PBW_DIFFERENTIAL_VALUE_H
#define PBW_DIFFERENTIAL_VALUE_H

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstring>

#include "abi/pbwire.h"

union Value {
  uint8_t flag;
  uint32_t word;
  uint64_t wide;
  pbw_bytes bytes;
  pbw_message *message;
  uint8_t raw[16];
};

// In bytes, of a cell that holds one value of the field.
size_t ValueSize(const google::protobuf::FieldDescriptor *field);

Value DefaultOf(const google::protobuf::FieldDescriptor *field);

// Of a scalar or string field; index -1: of a singular one. A string borrows from the message.
Value ValueOf(const google::protobuf::Message &message, const google::protobuf::FieldDescriptor *field, int index);

bool SameValue(const Value &a, const Value &b, const google::protobuf::FieldDescriptor *field);

#endif
