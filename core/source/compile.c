/* The compiler as a whole: files are added and parsed one by one, then compiled together. source.h draws it. */
#include "core/source/source.h"

#include <stdio.h>

#include "core/base/status.h"
#include "core/base/wire.h"
#include "core/schema/load.h"
#include "core/schema/wkt.h"

enum { FIRST_BLOCK = 32000 };

/* ---- life ---- */

static pbw_status load_meta(const pbw_allocator *allocator, pbw_schema **out) {
  pbw_status status = pbwi_schema_new(allocator, out);
  return status ? status : pbwi_schema_build(*out, NULL);
}

pbw_status pbwi_source_new(const pbw_allocator *allocator, pbw_source **out) {
  pbw_allocator complete;
  *out = NULL;
  pbw_status status = pbwi_allocator_init(&complete, allocator);
  if (status) return status;
  pbw_arena *arena = pbwi_arena_new(&complete, 0, FIRST_BLOCK);
  pbw_source *source = arena ? pbwi_arena_zalloc(arena, sizeof *source) : NULL;
  if (!source || load_meta(&complete, &source->meta)) {
    if (source) pbwi_schema_free(source->meta);
    pbwi_arena_free(arena);
    return PBW_ERR_MEMORY;
  }
  source->arena = source->tree.arena = arena;
  source->files_end = &source->files;
  source->file_type = pbwi_schema_type(source->meta, "google.protobuf.FileDescriptorProto");
  *out = source;
  return PBW_OK;
}

void pbwi_source_free(pbw_source *source) {
  if (!source) return;
  pbwi_schema_free(source->meta);
  pbwi_arena_free(source->arena);
}

static pbwi_source_file *new_file(pbw_source *source, const char *name) {
  size_t size = strlen(name);
  pbwi_source_file *file = pbwi_arena_zalloc(source->arena, sizeof *file);
  char *own = file ? pbwi_arena_string(source->arena, name, size) : NULL;
  pbwi_entry *entry = own ? pbwi_table_put(&source->by_name, source->arena, own, size) : NULL;
  if (!entry) return NULL;
  file->name = own;
  file->custom_end = &file->custom;
  entry->value = file;
  return file;
}

/* The names of a file's imports, for the host. */
static bool ask(pbw_source *source, const pbwi_source_file *file) {
  for (size_t i = 0; i < file->import_count; i++) {
    const pbwi_import *import = &file->imports[i];
    if (!import->size || memchr(import->name, 0, import->size)) continue; /* of no file */
    pbwi_entry *entry = pbwi_table_put(&source->asked_names, source->arena, import->name, import->size);
    if (!entry) return false;
    if (entry->value) continue;
    entry->value = import;
    if (source->asked_count == source->asked_capacity) {
      size_t capacity = 2 * source->asked_capacity + 64;
      const char **fresh = pbwi_arena_grow(source->arena, source->asked, source->asked_capacity * sizeof *fresh, capacity * sizeof *fresh);
      if (!fresh) return false;
      source->asked = fresh;
      source->asked_capacity = capacity;
    }
    if (!(source->asked[source->asked_count] = pbwi_arena_string(source->arena, import->name, import->size))) return false;
    source->asked_count++;
  }
  return true;
}

pbw_status pbwi_source_add(pbw_source *source, const char *name, const uint8_t *text, size_t size) {
  if (!*name || source->compiled) return PBW_ERR_ARGUMENT;
  if (size > PBWI_MAX_SIZE) return PBW_ERR_SIZE;
  const pbwi_source_file *other = pbwi_table_find(&source->by_name, name, strlen(name));
  if (other) return other->size == size && (!size || !memcmp(other->text, text, size)) ? PBW_OK : PBW_ERR_ARGUMENT;
  pbwi_source_file *file = new_file(source, name);
  if (!file || !(file->text = pbwi_arena_copy(source->arena, text, size))) return PBW_ERR_MEMORY;
  file->size = size;
  *source->files_end = file;
  source->files_end = &file->next;
  pbwi_source_parse(source, file);
  if (!ask(source, file)) source->tree.failed = true;
  return source->tree.failed ? PBW_ERR_MEMORY : PBW_OK;
}

/* ---- imports ---- */

/* A file that is built in, as a file of this compilation. */
static pbwi_source_file *builtin(pbw_source *source, const char *name, size_t size) {
  const pbw_file *meta = pbwi_table_find(&source->meta->file_names, name, size);
  if (!meta) return NULL;
  pbwi_source_file *file = new_file(source, meta->name);
  pbwi_import *imports = file ? pbwi_arena_zalloc(source->arena, meta->import_count * sizeof *imports) : NULL;
  if (!imports) {
    source->tree.failed = true;
    return NULL;
  }
  file->builtin = true;
  file->imports = imports;
  file->import_count = meta->import_count;
  for (size_t i = 0; i < meta->import_count; i++)
    imports[i] = (pbwi_import){.name = meta->imports[i]->name, .size = strlen(meta->imports[i]->name)};
  /* its descriptor: in the set of all of them, each a field of bytes that begins with the name */
  const uint8_t *p = pbwi_wkt.data, *end = p + pbwi_wkt.size;
  while (p < end) {
    uint64_t tag, length, inner, name_size;
    p = pbwi_varint_read(p, end, &tag);
    p = p ? pbwi_varint_read(p, end, &length) : NULL;
    if (!p) break;
    const uint8_t *q = pbwi_varint_read(p, end, &inner);
    q = q ? pbwi_varint_read(q, end, &name_size) : NULL;
    if (q && name_size == size && !memcmp(q, name, size)) file->bytes = (pbw_bytes){p, (size_t)length};
    p += length;
  }
  return file;
}

static bool find_imports(pbw_source *source, pbwi_source_file *file) {
  bool ok = true;
  pbwi_table names = {0}; /* so far */
  for (size_t i = 0; i < file->import_count; i++) {
    pbwi_import *import = &file->imports[i];
    pbwi_entry *entry = pbwi_table_put(&names, source->arena, import->name, import->size);
    if (!entry) return !(source->tree.failed = true);
    if (entry->value && !file->builtin)
      ok = pbwi_complain(source, PBW_ERR_SCHEMA, file, import->at, "\"%.*s\" is imported twice", (int)import->size, import->name);
    entry->value = import;
    const void *found = pbwi_table_find(&source->by_name, import->name, import->size);
    import->file = found ? (pbwi_source_file *)(uintptr_t)found : builtin(source, import->name, import->size);
    if (source->tree.failed) return false;
    if (import->file && !found && !find_imports(source, import->file)) return false;
    if (!import->file && !import->is_weak)
      ok = pbwi_complain(source, PBW_ERR_NOT_FOUND, file, import->at, "the imported file \"%.*s\" was not found", (int)import->size, import->name);
  }
  return ok;
}

/* ---- order: what is imported comes first ---- */

typedef struct file_order {
  pbwi_source_file **files;
  size_t count;
} file_order;

typedef struct frame {
  pbwi_source_file *file;
  size_t next;
} frame;

enum { NEW, OPEN, DONE };

static bool walk(pbw_source *source, pbwi_source_file *from, frame *stack, file_order *out) {
  size_t depth = 1;
  if (from->walked != NEW) return true;
  stack[0] = (frame){from, 0};
  from->walked = OPEN;
  while (depth) {
    frame *top = &stack[depth - 1];
    if (top->next == top->file->import_count) {
      top->file->walked = DONE;
      out->files[out->count++] = top->file;
      depth--;
      continue;
    }
    const pbwi_import *import = &top->file->imports[top->next++];
    if (!import->file || import->file->walked == DONE) continue;
    if (import->file->walked == OPEN)
      return pbwi_complain(source, PBW_ERR_SCHEMA, top->file, import->at, "this import closes a circle: \"%s\" leads back to here",
                           import->file->name);
    import->file->walked = OPEN;
    stack[depth++] = (frame){import->file, 0};
  }
  return true;
}

static bool put_in_order(pbw_source *source, file_order *out) {
  size_t count = source->by_name.count;
  bool ok = true;
  out->count = 0;
  out->files = pbwi_arena_alloc(source->arena, (count + 1) * sizeof *out->files);
  frame *stack = pbwi_arena_alloc(source->arena, (count + 1) * sizeof *stack);
  if (!out->files || !stack) return !(source->tree.failed = true);
  for (pbwi_source_file *file = source->files; file; file = file->next) ok = walk(source, file, stack, out) && ok;
  return ok;
}

/* ---- sets ---- */

/* The files of a list as a FileDescriptorSet. */
static bool make_set(pbw_source *source, pbwi_source_file *const *files, size_t count, bool builtins, pbw_bytes *out) {
  size_t size = 0;
  for (size_t i = 0; i < count; i++) {
    pbwi_source_file *file = files[i];
    if (!file->builtin && !pbwi_source_encode(source, file->proto, source->arena, &file->bytes)) return false;
    size += file->bytes.size + 11;
  }
  uint8_t *start = pbwi_arena_alloc(source->arena, size), *p = start;
  if (!start) return !(source->tree.failed = true);
  for (size_t i = 0; i < count; i++) {
    if (files[i]->builtin && !builtins) continue;
    *p++ = 1 << 3 | PBWI_WIRE_BYTES;
    p = pbwi_varint_write(p, files[i]->bytes.size);
    if (files[i]->bytes.size) memcpy(p, files[i]->bytes.data, files[i]->bytes.size);
    p += files[i]->bytes.size;
  }
  *out = (pbw_bytes){start, (size_t)(p - start)};
  return true;
}

/* ---- errors of the loader ---- */

/* "file: element" becomes a place in the text. */
static bool tell(pbw_source *source, const pbwi_load *load, const pbw_error *error) {
  const char *colon = strstr(error->path, ": ");
  size_t size = colon ? (size_t)(colon - error->path) : strlen(error->path);
  const pbwi_source_file *file = pbwi_table_find(&source->by_name, error->path, size);
  if (error->code == PBW_ERR_MEMORY) return !(source->tree.failed = true);
  if (!file || file->builtin) file = source->files;
  const uint8_t *at = colon ? pbwi_source_place(source, file, colon + 2, load->blame, load->blamed) : file->text;
  if (colon && !at) return pbwi_complain(source, error->code, file, NULL, "%s: %s", colon + 2, error->message);
  return pbwi_complain(source, error->code, file, at, "%s", error->message);
}

/* ---- the whole ---- */

static bool load_all(pbw_source *source, const file_order *files, pbw_schema *schema) {
  pbw_bytes set;
  pbw_error error = {.struct_size = sizeof error};
  if (!make_set(source, files->files, files->count, false, &set)) return false;
  pbw_status status = pbwi_schema_add(schema, set.data, set.size, &error);
  if (!status) status = pbwi_schema_build(schema, &error);
  return !status || tell(source, schema->load, &error);
}

static bool compile(pbw_source *source, pbw_schema *schema, pbw_bytes *set) {
  file_order files;
  bool ok = true;
  for (pbwi_source_file *file = source->files; file; file = file->next) ok = find_imports(source, file) && ok;
  if (!ok || !put_in_order(source, &files) || !load_all(source, &files, schema)) return false;
  ok = pbwi_source_check(source, files.files, files.count, schema);
  for (size_t i = 0; i < files.count; i++)
    if (!files.files[i]->builtin) ok = pbwi_options_custom(source, files.files[i], schema) && ok;
  if (!ok) return false;
  pbwi_options_drop(source, true);
  pbwi_linked at = {0};
  for (size_t i = 0; i < files.count; i++)
    if (!files.files[i]->builtin && !pbwi_source_link(source, files.files[i], schema, &at)) return false;
  return !set || make_set(source, files.files, files.count, true, set);
}

pbw_status pbwi_source_compile(pbw_source *source, pbw_schema **out, pbw_bytes *set, pbw_error *error) {
  pbw_schema *schema = NULL;
  if (out) *out = NULL;
  if (set) *set = (pbw_bytes){NULL, 0};
  pbw_status status = source->tree.failed ? PBW_ERR_MEMORY : source->compiled ? PBW_ERR_ARGUMENT : PBW_OK;
  if (!status && !source->errors) status = pbwi_schema_new(&source->arena->allocator, &schema);
  source->compiled = true;
  if (!status && !source->errors) compile(source, schema, set);
  if (!status && source->errors) {
    source->first.struct_size = sizeof source->first;
    if (error && error->struct_size >= sizeof *error) {
      uint32_t size = error->struct_size;
      *error = source->first;
      error->struct_size = size;
    }
    status = source->first.code;
  } else {
    if (!status && source->tree.failed) status = PBW_ERR_MEMORY;
    if (status) pbwi_error_set(error, status, PBW_NO_OFFSET, NULL, NULL);
  }
  if (status && set) *set = (pbw_bytes){NULL, 0};
  if (status || !out) pbwi_schema_free(schema);
  else *out = schema;
  return status;
}
