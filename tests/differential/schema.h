// A random schema, known to both libraries.
#ifndef PBW_DIFFERENTIAL_SCHEMA_H
#define PBW_DIFFERENTIAL_SCHEMA_H

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>

#include <memory>
#include <string>
#include <vector>

#include "abi/pbwire.h"
#include "tests/differential/random.h"

// Files that libprotobuf accepts: all types, groups, oneofs, maps, extensions, message sets, defaults, recursion.
google::protobuf::FileDescriptorSet RandomFiles(Random *random);

struct Type {
  const google::protobuf::Descriptor *google;
  const pbw_type *pbw;
  std::vector<const google::protobuf::FieldDescriptor *> fields; // and extensions
  const google::protobuf::Message *prototype;

  std::unique_ptr<google::protobuf::Message> New() const {
    return std::unique_ptr<google::protobuf::Message>(prototype->New());
  }
};

class Schema {
 public:
  ~Schema();
  // "" or what is wrong: that one library refuses the files, or that they tell different things of them.
  std::string Load(const google::protobuf::FileDescriptorSet &files);
  const std::vector<Type> &types() const { return types_; }
  const Type &type(const google::protobuf::Descriptor *descriptor) const;
  const google::protobuf::FieldDescriptor *extension(const google::protobuf::Descriptor *type, int number) const {
    return pool_.FindExtensionByNumber(type, number);
  }
  bool message_sets() const { return message_sets_; } // whether one of the types is one
  std::string Text() const; // as a .proto file

 private:
  google::protobuf::DescriptorPool pool_;
  google::protobuf::DynamicMessageFactory factory_{&pool_};
  std::vector<const google::protobuf::FileDescriptor *> files_;
  std::vector<Type> types_;
  bool message_sets_ = false;
  pbw_schema *pbw_ = nullptr;
};

#endif
