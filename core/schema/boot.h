/* Made by scripts/gen_boot.py from descriptor.proto of protoc 36.2. Do not edit.
 *
 * Descriptor messages as C structs: what decoding with a boot plan (boot_plan.h) makes. Strings and bytes
 * point into the input. Files and options are lists of bytes, to be joined and decoded later. */
#ifndef PBWI_BOOT_H
#define PBWI_BOOT_H

#include "core/message/message.h"

enum {
  PBWI_BOOT_FILE_DESCRIPTOR_SET,
  PBWI_BOOT_FILE_DESCRIPTOR_PROTO,
  PBWI_BOOT_FILE_OPTIONS,
  PBWI_BOOT_MESSAGE_OPTIONS,
  PBWI_BOOT_FIELD_OPTIONS,
  PBWI_BOOT_ONEOF_OPTIONS,
  PBWI_BOOT_ENUM_OPTIONS,
  PBWI_BOOT_ENUM_VALUE_OPTIONS,
  PBWI_BOOT_SERVICE_OPTIONS,
  PBWI_BOOT_METHOD_OPTIONS,
  PBWI_BOOT_FEATURE_SET,
  PBWI_BOOT_DESCRIPTOR_PROTO,
  PBWI_BOOT_ENUM_DESCRIPTOR_PROTO,
  PBWI_BOOT_SERVICE_DESCRIPTOR_PROTO,
  PBWI_BOOT_FIELD_DESCRIPTOR_PROTO,
  PBWI_BOOT_DESCRIPTOR_PROTO_EXTENSION_RANGE,
  PBWI_BOOT_ONEOF_DESCRIPTOR_PROTO,
  PBWI_BOOT_DESCRIPTOR_PROTO_RESERVED_RANGE,
  PBWI_BOOT_ENUM_VALUE_DESCRIPTOR_PROTO,
  PBWI_BOOT_ENUM_DESCRIPTOR_PROTO_ENUM_RESERVED_RANGE,
  PBWI_BOOT_METHOD_DESCRIPTOR_PROTO,
  PBWI_BOOT_TYPES
};

enum { /* bits of head.has[0] */
  PBWI_HAS_FILE_DESCRIPTOR_PROTO_NAME = 1 << 0,
  PBWI_HAS_FILE_DESCRIPTOR_PROTO_PACKAGE = 1 << 1,
  PBWI_HAS_FILE_DESCRIPTOR_PROTO_SYNTAX = 1 << 2,
  PBWI_HAS_FILE_DESCRIPTOR_PROTO_EDITION = 1 << 3,
  PBWI_HAS_MESSAGE_OPTIONS_MESSAGE_SET_WIRE_FORMAT = 1 << 0,
  PBWI_HAS_MESSAGE_OPTIONS_MAP_ENTRY = 1 << 1,
  PBWI_HAS_MESSAGE_OPTIONS_DEPRECATED_LEGACY_JSON_FIELD_CONFLICTS = 1 << 2,
  PBWI_HAS_FIELD_OPTIONS_PACKED = 1 << 0,
  PBWI_HAS_ENUM_OPTIONS_ALLOW_ALIAS = 1 << 0,
  PBWI_HAS_ENUM_OPTIONS_DEPRECATED_LEGACY_JSON_FIELD_CONFLICTS = 1 << 1,
  PBWI_HAS_FEATURE_SET_FIELD_PRESENCE = 1 << 0,
  PBWI_HAS_FEATURE_SET_ENUM_TYPE = 1 << 1,
  PBWI_HAS_FEATURE_SET_REPEATED_FIELD_ENCODING = 1 << 2,
  PBWI_HAS_FEATURE_SET_UTF8_VALIDATION = 1 << 3,
  PBWI_HAS_FEATURE_SET_MESSAGE_ENCODING = 1 << 4,
  PBWI_HAS_FEATURE_SET_JSON_FORMAT = 1 << 5,
  PBWI_HAS_DESCRIPTOR_PROTO_NAME = 1 << 0,
  PBWI_HAS_DESCRIPTOR_PROTO_VISIBILITY = 1 << 1,
  PBWI_HAS_ENUM_DESCRIPTOR_PROTO_NAME = 1 << 0,
  PBWI_HAS_ENUM_DESCRIPTOR_PROTO_VISIBILITY = 1 << 1,
  PBWI_HAS_SERVICE_DESCRIPTOR_PROTO_NAME = 1 << 0,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_NAME = 1 << 0,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_EXTENDEE = 1 << 1,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_NUMBER = 1 << 2,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_LABEL = 1 << 3,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_TYPE = 1 << 4,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_TYPE_NAME = 1 << 5,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_DEFAULT_VALUE = 1 << 6,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_ONEOF_INDEX = 1 << 7,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_JSON_NAME = 1 << 8,
  PBWI_HAS_FIELD_DESCRIPTOR_PROTO_PROTO3_OPTIONAL = 1 << 9,
  PBWI_HAS_DESCRIPTOR_PROTO_EXTENSION_RANGE_START = 1 << 0,
  PBWI_HAS_DESCRIPTOR_PROTO_EXTENSION_RANGE_END = 1 << 1,
  PBWI_HAS_ONEOF_DESCRIPTOR_PROTO_NAME = 1 << 0,
  PBWI_HAS_DESCRIPTOR_PROTO_RESERVED_RANGE_START = 1 << 0,
  PBWI_HAS_DESCRIPTOR_PROTO_RESERVED_RANGE_END = 1 << 1,
  PBWI_HAS_ENUM_VALUE_DESCRIPTOR_PROTO_NAME = 1 << 0,
  PBWI_HAS_ENUM_VALUE_DESCRIPTOR_PROTO_NUMBER = 1 << 1,
  PBWI_HAS_ENUM_DESCRIPTOR_PROTO_ENUM_RESERVED_RANGE_START = 1 << 0,
  PBWI_HAS_ENUM_DESCRIPTOR_PROTO_ENUM_RESERVED_RANGE_END = 1 << 1,
  PBWI_HAS_METHOD_DESCRIPTOR_PROTO_NAME = 1 << 0,
  PBWI_HAS_METHOD_DESCRIPTOR_PROTO_INPUT_TYPE = 1 << 1,
  PBWI_HAS_METHOD_DESCRIPTOR_PROTO_OUTPUT_TYPE = 1 << 2,
  PBWI_HAS_METHOD_DESCRIPTOR_PROTO_CLIENT_STREAMING = 1 << 3,
  PBWI_HAS_METHOD_DESCRIPTOR_PROTO_SERVER_STREAMING = 1 << 4,
};

typedef struct pbwi_FileDescriptorSet pbwi_FileDescriptorSet;
typedef struct pbwi_FileDescriptorProto pbwi_FileDescriptorProto;
typedef struct pbwi_FileOptions pbwi_FileOptions;
typedef struct pbwi_MessageOptions pbwi_MessageOptions;
typedef struct pbwi_FieldOptions pbwi_FieldOptions;
typedef struct pbwi_OneofOptions pbwi_OneofOptions;
typedef struct pbwi_EnumOptions pbwi_EnumOptions;
typedef struct pbwi_EnumValueOptions pbwi_EnumValueOptions;
typedef struct pbwi_ServiceOptions pbwi_ServiceOptions;
typedef struct pbwi_MethodOptions pbwi_MethodOptions;
typedef struct pbwi_FeatureSet pbwi_FeatureSet;
typedef struct pbwi_DescriptorProto pbwi_DescriptorProto;
typedef struct pbwi_EnumDescriptorProto pbwi_EnumDescriptorProto;
typedef struct pbwi_ServiceDescriptorProto pbwi_ServiceDescriptorProto;
typedef struct pbwi_FieldDescriptorProto pbwi_FieldDescriptorProto;
typedef struct pbwi_DescriptorProto_ExtensionRange pbwi_DescriptorProto_ExtensionRange;
typedef struct pbwi_OneofDescriptorProto pbwi_OneofDescriptorProto;
typedef struct pbwi_DescriptorProto_ReservedRange pbwi_DescriptorProto_ReservedRange;
typedef struct pbwi_EnumValueDescriptorProto pbwi_EnumValueDescriptorProto;
typedef struct pbwi_EnumDescriptorProto_EnumReservedRange pbwi_EnumDescriptorProto_EnumReservedRange;
typedef struct pbwi_MethodDescriptorProto pbwi_MethodDescriptorProto;

struct pbwi_FileDescriptorSet {
  pbwi_message_head head;
  pbw_list file; /* of pbw_bytes */
};

struct pbwi_FileDescriptorProto {
  pbwi_message_head head;
  pbw_bytes name;
  pbw_bytes package;
  pbw_list dependency; /* of pbw_bytes */
  pbw_list message_type; /* of pbwi_DescriptorProto * */
  pbw_list enum_type; /* of pbwi_EnumDescriptorProto * */
  pbw_list service; /* of pbwi_ServiceDescriptorProto * */
  pbw_list extension; /* of pbwi_FieldDescriptorProto * */
  pbw_list options; /* of pbw_bytes */
  pbw_list public_dependency; /* of int32_t */
  pbw_list weak_dependency; /* of int32_t */
  pbw_bytes syntax;
  int32_t edition;
  pbw_list option_dependency; /* of pbw_bytes */
};

struct pbwi_FileOptions {
  pbwi_message_head head;
  pbwi_FeatureSet *features;
};

struct pbwi_MessageOptions {
  pbwi_message_head head;
  uint8_t message_set_wire_format;
  uint8_t map_entry;
  uint8_t deprecated_legacy_json_field_conflicts;
  pbwi_FeatureSet *features;
};

struct pbwi_FieldOptions {
  pbwi_message_head head;
  uint8_t packed;
  pbwi_FeatureSet *features;
};

struct pbwi_OneofOptions {
  pbwi_message_head head;
  pbwi_FeatureSet *features;
};

struct pbwi_EnumOptions {
  pbwi_message_head head;
  uint8_t allow_alias;
  uint8_t deprecated_legacy_json_field_conflicts;
  pbwi_FeatureSet *features;
};

struct pbwi_EnumValueOptions {
  pbwi_message_head head;
  pbwi_FeatureSet *features;
};

struct pbwi_ServiceOptions {
  pbwi_message_head head;
  pbwi_FeatureSet *features;
};

struct pbwi_MethodOptions {
  pbwi_message_head head;
  pbwi_FeatureSet *features;
};

struct pbwi_FeatureSet {
  pbwi_message_head head;
  int32_t field_presence;
  int32_t enum_type;
  int32_t repeated_field_encoding;
  int32_t utf8_validation;
  int32_t message_encoding;
  int32_t json_format;
};

struct pbwi_DescriptorProto {
  pbwi_message_head head;
  pbw_bytes name;
  pbw_list field; /* of pbwi_FieldDescriptorProto * */
  pbw_list nested_type; /* of pbwi_DescriptorProto * */
  pbw_list enum_type; /* of pbwi_EnumDescriptorProto * */
  pbw_list extension_range; /* of pbwi_DescriptorProto_ExtensionRange * */
  pbw_list extension; /* of pbwi_FieldDescriptorProto * */
  pbw_list options; /* of pbw_bytes */
  pbw_list oneof_decl; /* of pbwi_OneofDescriptorProto * */
  pbw_list reserved_range; /* of pbwi_DescriptorProto_ReservedRange * */
  pbw_list reserved_name; /* of pbw_bytes */
  int32_t visibility;
};

struct pbwi_EnumDescriptorProto {
  pbwi_message_head head;
  pbw_bytes name;
  pbw_list value; /* of pbwi_EnumValueDescriptorProto * */
  pbw_list options; /* of pbw_bytes */
  pbw_list reserved_range; /* of pbwi_EnumDescriptorProto_EnumReservedRange * */
  pbw_list reserved_name; /* of pbw_bytes */
  int32_t visibility;
};

struct pbwi_ServiceDescriptorProto {
  pbwi_message_head head;
  pbw_bytes name;
  pbw_list method; /* of pbwi_MethodDescriptorProto * */
  pbw_list options; /* of pbw_bytes */
};

struct pbwi_FieldDescriptorProto {
  pbwi_message_head head;
  pbw_bytes name;
  pbw_bytes extendee;
  int32_t number;
  int32_t label;
  int32_t type;
  pbw_bytes type_name;
  pbw_bytes default_value;
  pbw_list options; /* of pbw_bytes */
  int32_t oneof_index;
  pbw_bytes json_name;
  uint8_t proto3_optional;
};

struct pbwi_DescriptorProto_ExtensionRange {
  pbwi_message_head head;
  int32_t start;
  int32_t end;
  pbw_list options; /* of pbw_bytes */
};

struct pbwi_OneofDescriptorProto {
  pbwi_message_head head;
  pbw_bytes name;
  pbw_list options; /* of pbw_bytes */
};

struct pbwi_DescriptorProto_ReservedRange {
  pbwi_message_head head;
  int32_t start;
  int32_t end;
};

struct pbwi_EnumValueDescriptorProto {
  pbwi_message_head head;
  pbw_bytes name;
  int32_t number;
  pbw_list options; /* of pbw_bytes */
};

struct pbwi_EnumDescriptorProto_EnumReservedRange {
  pbwi_message_head head;
  int32_t start;
  int32_t end;
};

struct pbwi_MethodDescriptorProto {
  pbwi_message_head head;
  pbw_bytes name;
  pbw_bytes input_type;
  pbw_bytes output_type;
  pbw_list options; /* of pbw_bytes */
  uint8_t client_streaming;
  uint8_t server_streaming;
};

typedef struct pbwi_boot_field {
  const char *name;
  uint16_t number;
  uint16_t offset;
  uint8_t type;     /* PBW_TYPE_... */
  uint8_t repeated;
  uint8_t sub;      /* PBWI_BOOT_... of a message */
} pbwi_boot_field;

typedef struct pbwi_boot_type {
  const char *name;
  const pbwi_boot_field *fields; /* in the order of their numbers; bits are given in this order too */
  uint16_t field_count;
  uint16_t size;
} pbwi_boot_type;

extern const pbwi_boot_type pbwi_boot_types[PBWI_BOOT_TYPES];

#endif
