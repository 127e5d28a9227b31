/* Options at load time. The boot plans leave options as they came, a list of byte slices (more than one
 * when a producer split the message): joined, they are the options' wire format, custom options included.
 * That is kept for whoever asks (options.c), and decoded once here for the few that shape the schema. */
#include "core/schema/load.h"

#include "core/schema/boot_plan.h"

static bool join(pbw_arena *arena, const pbw_list *slices, pbw_bytes *out) {
  size_t size = 0;
  for (size_t i = 0; i < slices->size; i++) size += pbwi_bytes_item(slices, i).size;
  *out = (pbw_bytes){NULL, 0};
  if (!size) return true;
  uint8_t *joined = pbwi_arena_alloc(arena, size);
  if (!joined) return false;
  *out = (pbw_bytes){joined, size};
  for (size_t i = 0; i < slices->size; i++) {
    pbw_bytes slice = pbwi_bytes_item(slices, i);
    if (slice.size) memcpy(joined, slice.data, slice.size);
    joined += slice.size;
  }
  return true;
}

/* Each options message has its own struct; what they have in common does not stand at one place. */
static void read(int type, const void *decoded, pbwi_element_options *out) {
  switch (type) {
    case PBWI_BOOT_FILE_OPTIONS: out->features = ((const pbwi_FileOptions *)decoded)->features; break;
    case PBWI_BOOT_MESSAGE_OPTIONS: {
      const pbwi_MessageOptions *options = decoded;
      out->features = options->features;
      out->map_entry = options->map_entry;
      out->message_set = options->message_set_wire_format;
      out->legacy_json = options->deprecated_legacy_json_field_conflicts;
      break;
    }
    case PBWI_BOOT_FIELD_OPTIONS: {
      const pbwi_FieldOptions *options = decoded;
      out->features = options->features;
      out->has_packed = options->head.has[0] & PBWI_HAS_FIELD_OPTIONS_PACKED;
      out->packed = options->packed;
      break;
    }
    case PBWI_BOOT_ONEOF_OPTIONS: out->features = ((const pbwi_OneofOptions *)decoded)->features; break;
    case PBWI_BOOT_ENUM_OPTIONS: {
      const pbwi_EnumOptions *options = decoded;
      out->features = options->features;
      out->allow_alias = options->allow_alias;
      out->legacy_json = options->deprecated_legacy_json_field_conflicts;
      break;
    }
    case PBWI_BOOT_ENUM_VALUE_OPTIONS: out->features = ((const pbwi_EnumValueOptions *)decoded)->features; break;
    case PBWI_BOOT_SERVICE_OPTIONS: out->features = ((const pbwi_ServiceOptions *)decoded)->features; break;
    default: out->features = ((const pbwi_MethodOptions *)decoded)->features; break;
  }
}

pbw_status pbwi_element_options_read(pbwi_load *load, const pbw_file *file, const char *element, int type,
                                     const pbw_list *options, pbw_bytes *kept, pbwi_element_options *out) {
  *out = (pbwi_element_options){0};
  if (!join(load->schema->arena, options, kept)) return pbwi_fail_memory(load);
  if (!kept->size) return PBW_OK;
  const void *decoded;
  pbw_status status = pbwi_boot_decode(load->plans, type, *kept, load->work, &decoded, NULL);
  if (status == PBW_ERR_MEMORY) return pbwi_fail_memory(load);
  if (status) return pbwi_fail(load, file, element, "its options are damaged: %s", pbwi_status_text(status));
  read(type, decoded, out);
  return PBW_OK;
}
