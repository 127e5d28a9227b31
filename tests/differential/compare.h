// Whether a message of each library says the same.
#ifndef PBW_DIFFERENTIAL_COMPARE_H
#define PBW_DIFFERENTIAL_COMPARE_H

#include <google/protobuf/message.h>

#include <string>

#include "abi/pbwire.h"
#include "tests/differential/schema.h"

// "" or the first difference. `google` is canonical. Unknown fields are compared as bytes, by the caller.
std::string Difference(const Schema &schema, const Type &type, const google::protobuf::Message &google, const pbw_message *pbw);

#endif
