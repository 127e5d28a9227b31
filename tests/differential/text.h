// JSON and text format beside libprotobuf's: what one library prints, the other reads as the same message.
#ifndef PBW_DIFFERENTIAL_TEXT_H
#define PBW_DIFFERENTIAL_TEXT_H

#include <google/protobuf/message.h>

#include <memory>
#include <string>

#include "abi/pbwire.h"
#include "tests/differential/schema.h"

// The message without what the formats cannot say, or libprotobuf 3.21 is known to say wrong; the rest must be equal:
//   both     unknown fields, which have no name; which NaN it is
//   JSON     extensions: libprotobuf prints none and refuses them
//            groups: it takes their fields for those of the message around them
//            -0 in a field without presence: it reads none
//            what lacks a required field: it neither prints nor reads it (main.cc)
//   text     two extensions of a message set, each declared inside its own type: it prints both as one (schema.cc)
std::unique_ptr<google::protobuf::Message> Sayable(const Type &type, const google::protobuf::Message &message, bool json);

struct Spoken {
  std::string why, text; // "" or what differs; the text that was read
};

// `message` is one that Sayable gave.
Spoken PbwirePrints(const Type &type, const google::protobuf::Message &message, bool json, bool indent);
Spoken GooglePrints(const Type &type, const google::protobuf::Message &message, bool json, bool indent);

#endif
