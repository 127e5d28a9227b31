/* Custom options: extensions of descriptor.proto's options, which can be read when all types are known.
 *
 * Those of an element are set in one message of the compiled schema's FileOptions, FieldOptions, ..., whose encoding is
 * merged into the element's options: there, in messages of the built-in descriptor.proto, they are unknown fields, and
 * descriptors come out as protoc writes them, by number. */
#include "core/source/source.h"

#include "core/codec/decode.h"
#include "core/codec/encode.h"
#include "core/codec/size.h"

static const char *const type_names[] = {
    "google.protobuf.FileOptions",   "google.protobuf.MessageOptions", "google.protobuf.FieldOptions",
    "google.protobuf.OneofOptions",  "google.protobuf.EnumOptions",    "google.protobuf.EnumValueOptions",
    "google.protobuf.ServiceOptions", "google.protobuf.MethodOptions", "google.protobuf.ExtensionRangeOptions",
};

bool pbwi_source_encode(pbw_source *source, const pbw_message *message, pbw_arena *arena, pbw_bytes *out) {
  size_t size;
  pbw_status status = pbwi_encoded_size(message, 0, &size);
  uint8_t *data = status ? NULL : pbwi_arena_alloc(arena, size + 1);
  if (data) status = pbwi_encode(message, data, size, PBW_PARTIAL | PBW_DETERMINISTIC, PBWI_MAX_DEPTH, &size, NULL);
  *out = (pbw_bytes){data, size};
  if (data && !status) return true;
  source->tree.failed = true;
  return false;
}

/* ---- what a file sees ---- */

static void mark_public(pbw_source *source, pbwi_source_file *file) {
  for (size_t i = 0; i < file->import_count; i++) {
    pbwi_source_file *other = file->imports[i].file;
    if (!file->imports[i].is_public || !other || other->seen == source->walk) continue;
    other->seen = source->walk;
    mark_public(source, other); /* as deep as a chain of imports, which compile.c has limited */
  }
}

bool pbwi_source_sees(pbw_source *source, pbwi_source_file *from, const char *to, bool options) {
  if (source->walked_from != from) {
    source->walk++;
    source->walked_from = from;
    from->seen = source->walk;
    for (size_t i = 0; i < from->import_count; i++) {
      pbwi_source_file *other = from->imports[i].file;
      if (!other || (from->imports[i].is_option && !options)) continue;
      other->seen = source->walk;
      mark_public(source, other);
    }
  }
  const pbwi_source_file *file = pbwi_table_find(&source->by_name, to, strlen(to));
  return file && file->seen == source->walk;
}

/* ---- setting ---- */

/* The message that takes an element's custom options; NULL: there is none yet. */
static pbw_message *root_of(const pbw_source *source, const pbw_message *element) {
  return (pbw_message *)(uintptr_t)pbwi_table_find(&source->roots, (const char *)&element, sizeof element);
}

static pbw_message *make_root(pbw_source *source, const pbw_schema *schema, const pbwi_option *option) {
  const pbw_type *type = pbwi_schema_type(schema, type_names[option->of.kind]);
  if (!type) type = pbwi_schema_type(source->meta, type_names[option->of.kind]);
  pbw_message *root = pbwi_message_make(source->arena, &type->plan, source->arena);
  pbwi_entry *entry =
      root ? pbwi_table_put(&source->roots, source->arena, (const char *)&option->of.element, sizeof option->of.element) : NULL;
  if (entry) entry->value = root;
  else source->tree.failed = true;
  return entry ? root : NULL;
}

static bool set(pbw_source *source, pbwi_source_file *file, const pbw_schema *schema, const pbwi_option *option) {
  pbw_message *root = root_of(source, option->of.element);
  if (!root && !(root = make_root(source, schema, option))) return false;
  pbwi_lex lex = {.start = file->text, .end = file->text + file->size, .p = option->name, .proto = true};
  pbwi_lex_next(&lex);
  char scope[PBWI_MAX_NAME + 4];
  size_t size = strlen(option->of.full_name);
  memcpy(scope, option->of.full_name, size + 1);
  if (option->of.kind != PBWI_OPTIONS_FILE) { /* an element's own names are not in sight, but its siblings' */
    while (size && scope[size - 1] != '.') size--;
    scope[size ? size - 1 : 0] = 0;
  }
  return pbwi_option_set(source, file, &lex, &option->of, root, scope, true) == PBWI_OPTION_SET;
}

static bool merge(pbw_source *source, const pbwi_option *option, const pbw_message *root) {
  pbw_message *options = pbwi_tree_message(&source->tree, option->of.element, option->of.options);
  pbw_bytes bytes;
  if (!options || !pbwi_source_encode(source, root, source->arena, &bytes)) return false;
  pbwi_decode_job job = {
      .plan = options->plan,
      .data = bytes.data,
      .size = bytes.size,
      .memory = source->arena,
      .owner = source->arena,
      .into = options,
      .flags = PBW_PARTIAL | PBW_ALIAS,
      .max_depth = PBWI_MAX_DEPTH,
      .max_size = PBWI_MAX_SIZE,
  };
  pbw_message *out;
  return pbwi_decode(&job, &out, NULL) == PBW_OK || !(source->tree.failed = true);
}

bool pbwi_options_custom(pbw_source *source, pbwi_source_file *file, const pbw_schema *schema) {
  unsigned before = source->errors;
  for (const pbwi_option *option = file->custom; option; option = option->next)
    if (!set(source, file, schema, option) && (source->tree.failed || pbwi_complained_enough(source))) return false;
  if (source->errors > before) return false;
  pbwi_options_drop(source, false);
  for (const pbwi_option *option = file->custom; option; option = option->next) {
    pbw_message *root = root_of(source, option->of.element);
    if (root->arena && !merge(source, option, root)) return false;
    root->arena = NULL; /* merged: the element has others behind this one */
  }
  return true;
}

bool pbwi_options_patch(pbw_source *source, const pbw_schema *schema, pbw_message *element, uint32_t options, pbw_bytes *kept) {
  if (!root_of(source, element)) return true;
  const pbw_message *message = pbwi_tree_get(element, options);
  *kept = (pbw_bytes){NULL, 0};
  return !message || pbwi_source_encode(source, message, schema->arena, kept);
}

void pbwi_options_drop(pbw_source *source, bool last) {
  size_t size;
  const pbwi_dropped *end = last ? NULL : source->dropped_before;
  source->dropped_before = source->dropped;
  for (const pbwi_dropped *d = source->dropped; d != end; d = d->next) {
    pbwi_cell_clear(d->message, d->slot);
    const pbw_message *options = last ? pbwi_tree_get(d->of.element, d->of.options) : NULL;
    if (options && pbwi_encoded_size(options, 0, &size) == PBW_OK && !size)
      pbwi_cell_clear(d->of.element, pbwi_plan_find(d->of.element->plan, d->of.options));
  }
}
