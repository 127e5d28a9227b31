/* Made by scripts/gen_boot.py from descriptor.proto of protoc 36.2. Do not edit.
 *
 * Where the fields of descriptor messages stand, by offsetof: it holds on every machine. */
#include "core/schema/boot.h"

static const pbwi_boot_field fields_FileDescriptorSet[] = {
    {"file", 1, offsetof(pbwi_FileDescriptorSet, file), PBW_TYPE_BYTES, 1, 0},
};

static const pbwi_boot_field fields_FileDescriptorProto[] = {
    {"name", 1, offsetof(pbwi_FileDescriptorProto, name), PBW_TYPE_STRING, 0, 0},
    {"package", 2, offsetof(pbwi_FileDescriptorProto, package), PBW_TYPE_STRING, 0, 0},
    {"dependency", 3, offsetof(pbwi_FileDescriptorProto, dependency), PBW_TYPE_STRING, 1, 0},
    {"message_type", 4, offsetof(pbwi_FileDescriptorProto, message_type), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_DESCRIPTOR_PROTO},
    {"enum_type", 5, offsetof(pbwi_FileDescriptorProto, enum_type), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_ENUM_DESCRIPTOR_PROTO},
    {"service", 6, offsetof(pbwi_FileDescriptorProto, service), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_SERVICE_DESCRIPTOR_PROTO},
    {"extension", 7, offsetof(pbwi_FileDescriptorProto, extension), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_FIELD_DESCRIPTOR_PROTO},
    {"options", 8, offsetof(pbwi_FileDescriptorProto, options), PBW_TYPE_BYTES, 1, 0},
    {"public_dependency", 10, offsetof(pbwi_FileDescriptorProto, public_dependency), PBW_TYPE_INT32, 1, 0},
    {"weak_dependency", 11, offsetof(pbwi_FileDescriptorProto, weak_dependency), PBW_TYPE_INT32, 1, 0},
    {"syntax", 12, offsetof(pbwi_FileDescriptorProto, syntax), PBW_TYPE_STRING, 0, 0},
    {"edition", 14, offsetof(pbwi_FileDescriptorProto, edition), PBW_TYPE_ENUM, 0, 0},
    {"option_dependency", 15, offsetof(pbwi_FileDescriptorProto, option_dependency), PBW_TYPE_STRING, 1, 0},
};

static const pbwi_boot_field fields_FileOptions[] = {
    {"features", 50, offsetof(pbwi_FileOptions, features), PBW_TYPE_MESSAGE, 0, PBWI_BOOT_FEATURE_SET},
};

static const pbwi_boot_field fields_MessageOptions[] = {
    {"message_set_wire_format", 1, offsetof(pbwi_MessageOptions, message_set_wire_format), PBW_TYPE_BOOL, 0, 0},
    {"map_entry", 7, offsetof(pbwi_MessageOptions, map_entry), PBW_TYPE_BOOL, 0, 0},
    {"deprecated_legacy_json_field_conflicts", 11, offsetof(pbwi_MessageOptions, deprecated_legacy_json_field_conflicts), PBW_TYPE_BOOL, 0, 0},
    {"features", 12, offsetof(pbwi_MessageOptions, features), PBW_TYPE_MESSAGE, 0, PBWI_BOOT_FEATURE_SET},
};

static const pbwi_boot_field fields_FieldOptions[] = {
    {"packed", 2, offsetof(pbwi_FieldOptions, packed), PBW_TYPE_BOOL, 0, 0},
    {"features", 21, offsetof(pbwi_FieldOptions, features), PBW_TYPE_MESSAGE, 0, PBWI_BOOT_FEATURE_SET},
};

static const pbwi_boot_field fields_OneofOptions[] = {
    {"features", 1, offsetof(pbwi_OneofOptions, features), PBW_TYPE_MESSAGE, 0, PBWI_BOOT_FEATURE_SET},
};

static const pbwi_boot_field fields_EnumOptions[] = {
    {"allow_alias", 2, offsetof(pbwi_EnumOptions, allow_alias), PBW_TYPE_BOOL, 0, 0},
    {"deprecated_legacy_json_field_conflicts", 6, offsetof(pbwi_EnumOptions, deprecated_legacy_json_field_conflicts), PBW_TYPE_BOOL, 0, 0},
    {"features", 7, offsetof(pbwi_EnumOptions, features), PBW_TYPE_MESSAGE, 0, PBWI_BOOT_FEATURE_SET},
};

static const pbwi_boot_field fields_EnumValueOptions[] = {
    {"features", 2, offsetof(pbwi_EnumValueOptions, features), PBW_TYPE_MESSAGE, 0, PBWI_BOOT_FEATURE_SET},
};

static const pbwi_boot_field fields_ServiceOptions[] = {
    {"features", 34, offsetof(pbwi_ServiceOptions, features), PBW_TYPE_MESSAGE, 0, PBWI_BOOT_FEATURE_SET},
};

static const pbwi_boot_field fields_MethodOptions[] = {
    {"features", 35, offsetof(pbwi_MethodOptions, features), PBW_TYPE_MESSAGE, 0, PBWI_BOOT_FEATURE_SET},
};

static const pbwi_boot_field fields_FeatureSet[] = {
    {"field_presence", 1, offsetof(pbwi_FeatureSet, field_presence), PBW_TYPE_ENUM, 0, 0},
    {"enum_type", 2, offsetof(pbwi_FeatureSet, enum_type), PBW_TYPE_ENUM, 0, 0},
    {"repeated_field_encoding", 3, offsetof(pbwi_FeatureSet, repeated_field_encoding), PBW_TYPE_ENUM, 0, 0},
    {"utf8_validation", 4, offsetof(pbwi_FeatureSet, utf8_validation), PBW_TYPE_ENUM, 0, 0},
    {"message_encoding", 5, offsetof(pbwi_FeatureSet, message_encoding), PBW_TYPE_ENUM, 0, 0},
    {"json_format", 6, offsetof(pbwi_FeatureSet, json_format), PBW_TYPE_ENUM, 0, 0},
};

static const pbwi_boot_field fields_DescriptorProto[] = {
    {"name", 1, offsetof(pbwi_DescriptorProto, name), PBW_TYPE_STRING, 0, 0},
    {"field", 2, offsetof(pbwi_DescriptorProto, field), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_FIELD_DESCRIPTOR_PROTO},
    {"nested_type", 3, offsetof(pbwi_DescriptorProto, nested_type), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_DESCRIPTOR_PROTO},
    {"enum_type", 4, offsetof(pbwi_DescriptorProto, enum_type), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_ENUM_DESCRIPTOR_PROTO},
    {"extension_range", 5, offsetof(pbwi_DescriptorProto, extension_range), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_DESCRIPTOR_PROTO_EXTENSION_RANGE},
    {"extension", 6, offsetof(pbwi_DescriptorProto, extension), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_FIELD_DESCRIPTOR_PROTO},
    {"options", 7, offsetof(pbwi_DescriptorProto, options), PBW_TYPE_BYTES, 1, 0},
    {"oneof_decl", 8, offsetof(pbwi_DescriptorProto, oneof_decl), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_ONEOF_DESCRIPTOR_PROTO},
    {"reserved_range", 9, offsetof(pbwi_DescriptorProto, reserved_range), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_DESCRIPTOR_PROTO_RESERVED_RANGE},
    {"reserved_name", 10, offsetof(pbwi_DescriptorProto, reserved_name), PBW_TYPE_STRING, 1, 0},
    {"visibility", 11, offsetof(pbwi_DescriptorProto, visibility), PBW_TYPE_ENUM, 0, 0},
};

static const pbwi_boot_field fields_EnumDescriptorProto[] = {
    {"name", 1, offsetof(pbwi_EnumDescriptorProto, name), PBW_TYPE_STRING, 0, 0},
    {"value", 2, offsetof(pbwi_EnumDescriptorProto, value), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_ENUM_VALUE_DESCRIPTOR_PROTO},
    {"options", 3, offsetof(pbwi_EnumDescriptorProto, options), PBW_TYPE_BYTES, 1, 0},
    {"reserved_range", 4, offsetof(pbwi_EnumDescriptorProto, reserved_range), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_ENUM_DESCRIPTOR_PROTO_ENUM_RESERVED_RANGE},
    {"reserved_name", 5, offsetof(pbwi_EnumDescriptorProto, reserved_name), PBW_TYPE_STRING, 1, 0},
    {"visibility", 6, offsetof(pbwi_EnumDescriptorProto, visibility), PBW_TYPE_ENUM, 0, 0},
};

static const pbwi_boot_field fields_ServiceDescriptorProto[] = {
    {"name", 1, offsetof(pbwi_ServiceDescriptorProto, name), PBW_TYPE_STRING, 0, 0},
    {"method", 2, offsetof(pbwi_ServiceDescriptorProto, method), PBW_TYPE_MESSAGE, 1, PBWI_BOOT_METHOD_DESCRIPTOR_PROTO},
    {"options", 3, offsetof(pbwi_ServiceDescriptorProto, options), PBW_TYPE_BYTES, 1, 0},
};

static const pbwi_boot_field fields_FieldDescriptorProto[] = {
    {"name", 1, offsetof(pbwi_FieldDescriptorProto, name), PBW_TYPE_STRING, 0, 0},
    {"extendee", 2, offsetof(pbwi_FieldDescriptorProto, extendee), PBW_TYPE_STRING, 0, 0},
    {"number", 3, offsetof(pbwi_FieldDescriptorProto, number), PBW_TYPE_INT32, 0, 0},
    {"label", 4, offsetof(pbwi_FieldDescriptorProto, label), PBW_TYPE_ENUM, 0, 0},
    {"type", 5, offsetof(pbwi_FieldDescriptorProto, type), PBW_TYPE_ENUM, 0, 0},
    {"type_name", 6, offsetof(pbwi_FieldDescriptorProto, type_name), PBW_TYPE_STRING, 0, 0},
    {"default_value", 7, offsetof(pbwi_FieldDescriptorProto, default_value), PBW_TYPE_STRING, 0, 0},
    {"options", 8, offsetof(pbwi_FieldDescriptorProto, options), PBW_TYPE_BYTES, 1, 0},
    {"oneof_index", 9, offsetof(pbwi_FieldDescriptorProto, oneof_index), PBW_TYPE_INT32, 0, 0},
    {"json_name", 10, offsetof(pbwi_FieldDescriptorProto, json_name), PBW_TYPE_STRING, 0, 0},
    {"proto3_optional", 17, offsetof(pbwi_FieldDescriptorProto, proto3_optional), PBW_TYPE_BOOL, 0, 0},
};

static const pbwi_boot_field fields_DescriptorProto_ExtensionRange[] = {
    {"start", 1, offsetof(pbwi_DescriptorProto_ExtensionRange, start), PBW_TYPE_INT32, 0, 0},
    {"end", 2, offsetof(pbwi_DescriptorProto_ExtensionRange, end), PBW_TYPE_INT32, 0, 0},
    {"options", 3, offsetof(pbwi_DescriptorProto_ExtensionRange, options), PBW_TYPE_BYTES, 1, 0},
};

static const pbwi_boot_field fields_OneofDescriptorProto[] = {
    {"name", 1, offsetof(pbwi_OneofDescriptorProto, name), PBW_TYPE_STRING, 0, 0},
    {"options", 2, offsetof(pbwi_OneofDescriptorProto, options), PBW_TYPE_BYTES, 1, 0},
};

static const pbwi_boot_field fields_DescriptorProto_ReservedRange[] = {
    {"start", 1, offsetof(pbwi_DescriptorProto_ReservedRange, start), PBW_TYPE_INT32, 0, 0},
    {"end", 2, offsetof(pbwi_DescriptorProto_ReservedRange, end), PBW_TYPE_INT32, 0, 0},
};

static const pbwi_boot_field fields_EnumValueDescriptorProto[] = {
    {"name", 1, offsetof(pbwi_EnumValueDescriptorProto, name), PBW_TYPE_STRING, 0, 0},
    {"number", 2, offsetof(pbwi_EnumValueDescriptorProto, number), PBW_TYPE_INT32, 0, 0},
    {"options", 3, offsetof(pbwi_EnumValueDescriptorProto, options), PBW_TYPE_BYTES, 1, 0},
};

static const pbwi_boot_field fields_EnumDescriptorProto_EnumReservedRange[] = {
    {"start", 1, offsetof(pbwi_EnumDescriptorProto_EnumReservedRange, start), PBW_TYPE_INT32, 0, 0},
    {"end", 2, offsetof(pbwi_EnumDescriptorProto_EnumReservedRange, end), PBW_TYPE_INT32, 0, 0},
};

static const pbwi_boot_field fields_MethodDescriptorProto[] = {
    {"name", 1, offsetof(pbwi_MethodDescriptorProto, name), PBW_TYPE_STRING, 0, 0},
    {"input_type", 2, offsetof(pbwi_MethodDescriptorProto, input_type), PBW_TYPE_STRING, 0, 0},
    {"output_type", 3, offsetof(pbwi_MethodDescriptorProto, output_type), PBW_TYPE_STRING, 0, 0},
    {"options", 4, offsetof(pbwi_MethodDescriptorProto, options), PBW_TYPE_BYTES, 1, 0},
    {"client_streaming", 5, offsetof(pbwi_MethodDescriptorProto, client_streaming), PBW_TYPE_BOOL, 0, 0},
    {"server_streaming", 6, offsetof(pbwi_MethodDescriptorProto, server_streaming), PBW_TYPE_BOOL, 0, 0},
};

const pbwi_boot_type pbwi_boot_types[PBWI_BOOT_TYPES] = {
    {"google.protobuf.FileDescriptorSet", fields_FileDescriptorSet, 1, sizeof(pbwi_FileDescriptorSet)},
    {"google.protobuf.FileDescriptorProto", fields_FileDescriptorProto, 13, sizeof(pbwi_FileDescriptorProto)},
    {"google.protobuf.FileOptions", fields_FileOptions, 1, sizeof(pbwi_FileOptions)},
    {"google.protobuf.MessageOptions", fields_MessageOptions, 4, sizeof(pbwi_MessageOptions)},
    {"google.protobuf.FieldOptions", fields_FieldOptions, 2, sizeof(pbwi_FieldOptions)},
    {"google.protobuf.OneofOptions", fields_OneofOptions, 1, sizeof(pbwi_OneofOptions)},
    {"google.protobuf.EnumOptions", fields_EnumOptions, 3, sizeof(pbwi_EnumOptions)},
    {"google.protobuf.EnumValueOptions", fields_EnumValueOptions, 1, sizeof(pbwi_EnumValueOptions)},
    {"google.protobuf.ServiceOptions", fields_ServiceOptions, 1, sizeof(pbwi_ServiceOptions)},
    {"google.protobuf.MethodOptions", fields_MethodOptions, 1, sizeof(pbwi_MethodOptions)},
    {"google.protobuf.FeatureSet", fields_FeatureSet, 6, sizeof(pbwi_FeatureSet)},
    {"google.protobuf.DescriptorProto", fields_DescriptorProto, 11, sizeof(pbwi_DescriptorProto)},
    {"google.protobuf.EnumDescriptorProto", fields_EnumDescriptorProto, 6, sizeof(pbwi_EnumDescriptorProto)},
    {"google.protobuf.ServiceDescriptorProto", fields_ServiceDescriptorProto, 3, sizeof(pbwi_ServiceDescriptorProto)},
    {"google.protobuf.FieldDescriptorProto", fields_FieldDescriptorProto, 11, sizeof(pbwi_FieldDescriptorProto)},
    {"google.protobuf.DescriptorProto.ExtensionRange", fields_DescriptorProto_ExtensionRange, 3, sizeof(pbwi_DescriptorProto_ExtensionRange)},
    {"google.protobuf.OneofDescriptorProto", fields_OneofDescriptorProto, 2, sizeof(pbwi_OneofDescriptorProto)},
    {"google.protobuf.DescriptorProto.ReservedRange", fields_DescriptorProto_ReservedRange, 2, sizeof(pbwi_DescriptorProto_ReservedRange)},
    {"google.protobuf.EnumValueDescriptorProto", fields_EnumValueDescriptorProto, 3, sizeof(pbwi_EnumValueDescriptorProto)},
    {"google.protobuf.EnumDescriptorProto.EnumReservedRange", fields_EnumDescriptorProto_EnumReservedRange, 2, sizeof(pbwi_EnumDescriptorProto_EnumReservedRange)},
    {"google.protobuf.MethodDescriptorProto", fields_MethodDescriptorProto, 6, sizeof(pbwi_MethodDescriptorProto)},
};
