/* Edition features: the defaults of each edition, and inheritance. An element starts with what its parent
 * has (a file with its edition's defaults) and overrides what its options name. */
#include "core/schema/load.h"

/* In the order of pbwi_features: presence, enum type, repeated encoding, UTF-8, message encoding, JSON. */
static const struct {
  int32_t edition;
  pbwi_features features;
} defaults[] = {
    {PBW_EDITION_PROTO2,
     {PBWI_EXPLICIT, PBWI_CLOSED, PBWI_EXPANDED, PBWI_NONE, PBWI_LENGTH_PREFIXED, PBWI_LEGACY_BEST_EFFORT}},
    {PBW_EDITION_PROTO3,
     {PBWI_IMPLICIT, PBWI_OPEN, PBWI_PACKED, PBWI_VERIFY, PBWI_LENGTH_PREFIXED, PBWI_ALLOW}},
    {PBW_EDITION_2023,
     {PBWI_EXPLICIT, PBWI_OPEN, PBWI_PACKED, PBWI_VERIFY, PBWI_LENGTH_PREFIXED, PBWI_ALLOW}},
    {PBW_EDITION_2024,
     {PBWI_EXPLICIT, PBWI_OPEN, PBWI_PACKED, PBWI_VERIFY, PBWI_LENGTH_PREFIXED, PBWI_ALLOW}},
};

const pbwi_features *pbwi_features_of_edition(int32_t edition) {
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
    if (defaults[i].edition == edition) return &defaults[i].features;
  return NULL;
}

/* The features that exist: where each stands, its values, and the elements that may set it. */
static const struct {
  const char *name;
  uint64_t bit;
  size_t from;
  size_t to;
  int32_t least;
  int32_t most;
  unsigned targets; /* beside files */
} table[] = {
    {"field_presence", PBWI_HAS_FEATURE_SET_FIELD_PRESENCE, offsetof(pbwi_FeatureSet, field_presence),
     offsetof(pbwi_features, field_presence), PBWI_EXPLICIT, PBWI_LEGACY_REQUIRED, PBWI_TARGET_FIELD},
    {"enum_type", PBWI_HAS_FEATURE_SET_ENUM_TYPE, offsetof(pbwi_FeatureSet, enum_type),
     offsetof(pbwi_features, enum_type), PBWI_OPEN, PBWI_CLOSED, PBWI_TARGET_ENUM},
    {"repeated_field_encoding", PBWI_HAS_FEATURE_SET_REPEATED_FIELD_ENCODING,
     offsetof(pbwi_FeatureSet, repeated_field_encoding), offsetof(pbwi_features, repeated_field_encoding),
     PBWI_PACKED, PBWI_EXPANDED, PBWI_TARGET_FIELD},
    {"utf8_validation", PBWI_HAS_FEATURE_SET_UTF8_VALIDATION, offsetof(pbwi_FeatureSet, utf8_validation),
     offsetof(pbwi_features, utf8_validation), PBWI_VERIFY, PBWI_NONE, PBWI_TARGET_FIELD},
    {"message_encoding", PBWI_HAS_FEATURE_SET_MESSAGE_ENCODING, offsetof(pbwi_FeatureSet, message_encoding),
     offsetof(pbwi_features, message_encoding), PBWI_LENGTH_PREFIXED, PBWI_DELIMITED,
     PBWI_TARGET_FIELD},
    {"json_format", PBWI_HAS_FEATURE_SET_JSON_FORMAT, offsetof(pbwi_FeatureSet, json_format),
     offsetof(pbwi_features, json_format), PBWI_ALLOW, PBWI_LEGACY_BEST_EFFORT,
     PBWI_TARGET_MESSAGE | PBWI_TARGET_ENUM},
};

pbw_status pbwi_features_apply(pbwi_load *load, const pbw_file *file, const char *element, unsigned target,
                               const pbwi_FeatureSet *own, pbwi_features *features) {
  if (!own) return PBW_OK;
  if (file->edition < PBW_EDITION_2023)
    return pbwi_fail(load, file, element, "features are set, which needs edition 2023 or later");
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (!(own->head.has[0] & table[i].bit)) continue;
    int32_t value = *(const int32_t *)pbwi_at(own, table[i].from);
    if (!(target & (table[i].targets | PBWI_TARGET_FILE)))
      return pbwi_fail(load, file, element, "feature %s cannot be set here", table[i].name);
    if (value < table[i].least || value > table[i].most)
      return pbwi_fail(load, file, element, "feature %s has no value %d", table[i].name, (int)value);
    *(uint8_t *)pbwi_at(features, table[i].to) = (uint8_t)value;
  }
  return PBW_OK;
}
