// Random messages: libprotobuf's by reflection, pbwire's by setters and by cells; and random damage to bytes.
#ifndef PBW_DIFFERENTIAL_MESSAGE_H
#define PBW_DIFFERENTIAL_MESSAGE_H

#include <google/protobuf/message.h>

#include <string>

#include "abi/pbwire.h"
#include "tests/differential/random.h"
#include "tests/differential/schema.h"

// Sets fields of an empty message, unknown ones too.
void FillGoogle(const Schema &schema, const Type &type, Random *random, google::protobuf::Message *message);

// One encoding for all equal messages: entries of maps unique, and in the order of their keys.
void Canonical(google::protobuf::Message *message);

// Whether an entry of a map has an unknown field 2 (before it is made canonical).
bool HasUnlistedEntry(google::protobuf::Message *message);

// Zeros and NaN become numbers, so that messages which pbw_message_equal calls equal have equal bytes.
void FoldReals(google::protobuf::Message *message);

// Every NaN becomes the one that text can say.
void FoldNans(google::protobuf::Message *message);

// Every -0 becomes a number.
void FoldMinusZeros(google::protobuf::Message *message);

// Fields of a message, by every call that changes one.
void FillBySetters(const Schema &schema, const Type &type, Random *random, pbw_message *message);

// A scratch message, by plain stores.
pbw_message *MakeByCells(const Schema &schema, const Type &type, Random *random, pbw_ctx *ctx);

// Bytes that are nearly a message.
std::string Damage(const Type &type, Random *random, std::string bytes, const std::string &other);

#endif
