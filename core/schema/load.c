/* The life of a schema, and adding sets to it.
 *
 * A set is decoded one level deep: its files are slices of bytes. Each is copied once, without its source
 * locations (the bulk of a set made with --include_source_info, and no part of what a file says), so that
 * equal files are equal bytes; then it is decoded with its strings pointing into the copy. */
#include "core/base/limits.h"
#include "core/base/utf8.h"
#include "core/base/wire.h"
#include "core/schema/boot_plan.h"
#include "core/schema/load.h"

enum { SOURCE_CODE_INFO = 9, FIRST_BLOCK = 4000, FIRST_WORK_BLOCK = 32000 };

static pbwi_load *new_load(pbw_schema *schema) {
  pbw_arena *work = pbwi_arena_new(&schema->arena->allocator, 0, FIRST_WORK_BLOCK);
  if (!work) return NULL;
  pbwi_load *load = pbwi_arena_zalloc(work, sizeof *load);
  const pbwi_plan *plans = load ? pbwi_boot_plans(work) : NULL;
  if (!plans) {
    pbwi_arena_free(work);
    return NULL;
  }
  load->work = work;
  load->schema = schema;
  load->plans = plans;
  load->end = &load->first;
  return load;
}

pbw_status pbwi_schema_new(const pbw_allocator *allocator, pbw_schema **out) {
  *out = NULL;
  pbw_allocator complete;
  PBWI_TRY(pbwi_allocator_init(&complete, allocator));
  pbw_arena *arena = pbwi_arena_new(&complete, 0, FIRST_BLOCK);
  if (!arena) return PBW_ERR_MEMORY;
  pbw_schema *schema = pbwi_arena_zalloc(arena, sizeof *schema);
  if (schema) {
    schema->arena = arena;
    atomic_init(&schema->references, 1);
    schema->load = new_load(schema);
  }
  if (!schema || !schema->load) {
    pbwi_arena_free(arena);
    return PBW_ERR_MEMORY;
  }
  *out = schema;
  return PBW_OK;
}

pbw_schema *pbwi_schema_retain(pbw_schema *schema) {
  if (schema) atomic_fetch_add_explicit(&schema->references, 1, memory_order_relaxed);
  return schema;
}

void pbwi_schema_free(pbw_schema *schema) {
  if (!schema) return;
  if (atomic_fetch_sub_explicit(&schema->references, 1, memory_order_release) != 1) return;
  atomic_thread_fence(memory_order_acquire);
  if (schema->load) pbwi_arena_free(schema->load->work);
  pbwi_arena_free(schema->arena);
}

/* A copy of a file without its source locations. It may end in the middle of a field: the decoder will tell. */
static bool copy_file(pbwi_load *load, pbw_bytes file, pbw_bytes *out) {
  uint8_t *copy = pbwi_arena_alloc(load->work, file.size);
  if (!copy) return false;
  *out = (pbw_bytes){copy, 0};
  if (!file.size) return true;
  const uint8_t *p = file.data, *end = p + file.size, *next;
  for (; p < end; p = next) {
    uint64_t tag = 0;
    pbw_status status;
    next = pbwi_varint_read(p, end, &tag) ? pbwi_field_skip(p, end, PBWI_DEFAULT_DEPTH, &status) : NULL;
    if (!next) next = end;
    else if (tag == (SOURCE_CODE_INFO << 3 | PBWI_WIRE_BYTES)) continue;
    memcpy(copy + out->size, p, (size_t)(next - p));
    out->size += (size_t)(next - p);
  }
  return true;
}

static bool is_file_name(pbw_bytes name) {
  return name.size && !memchr(name.data, 0, name.size) && pbwi_utf8_valid(name.data, name.size);
}

/* Whether a file of this name is there. Ours begin with their name, of less than 128 bytes: no need to decode one for it. */
static bool is_there(const pbwi_load *load, pbw_bytes file) {
  return pbwi_table_find(&load->by_name, (const char *)file.data + 2, file.data[1]) != NULL;
}

static bool declares(const pbw_list *messages, pbw_bytes name) {
  for (size_t i = 0; i < messages->size; i++) {
    pbw_bytes other = ((const pbwi_DescriptorProto *)pbwi_item(messages, i))->name;
    if (other.size == name.size && !memcmp(other.data, name.data, name.size)) return true;
  }
  return false;
}

/* Whether a built-in file must stay out: what it declares is there, in a copy of it under another name (some projects keep
 * one), or it imports a file that stayed out: they come after what they import. */
static bool stays_out(const pbwi_load *load, const pbwi_FileDescriptorProto *proto) {
  for (const pbwi_source *source = load->first; source; source = source->next) {
    pbw_bytes package = source->proto->package;
    if (source->builtin || package.size != proto->package.size || memcmp(package.data, proto->package.data, package.size)) continue;
    for (size_t i = 0; i < proto->message_type.size; i++)
      if (declares(&source->proto->message_type, ((const pbwi_DescriptorProto *)pbwi_item(&proto->message_type, i))->name)) return true;
  }
  for (size_t i = 0; i < proto->dependency.size; i++) {
    pbw_bytes name = pbwi_bytes_item(&proto->dependency, i);
    if (!pbwi_table_find(&load->by_name, (const char *)name.data, name.size)) return true;
  }
  return false;
}

static pbw_status add_file(pbwi_load *load, pbw_bytes file, size_t index, bool builtin) {
  pbw_bytes bytes;
  if (builtin && is_there(load, file)) return PBW_OK;
  const void *proto;
  if (!copy_file(load, file, &bytes)) return pbwi_fail_memory(load);
  pbw_error inner = {.struct_size = sizeof inner};
  pbw_status status =
      pbwi_boot_decode(load->plans, PBWI_BOOT_FILE_DESCRIPTOR_PROTO, bytes, load->work, &proto, &inner);
  if (status) /* its offset is that in a copy without source locations */
    return pbwi_error_format(load->error, status, PBW_NO_OFFSET, inner.path, "file %zu of the set: %s", index, inner.message);
  pbw_bytes name = ((const pbwi_FileDescriptorProto *)proto)->name;
  if (!is_file_name(name))
    return pbwi_fail(load, NULL, NULL, name.size ? "\"%s\" cannot be the name of a file" : "a file has no name%s",
                     pbwi_show(load, name));
  if (builtin && stays_out(load, proto)) return PBW_OK;
  const char *own_name = pbwi_arena_string(load->schema->arena, name.data, name.size);
  pbwi_entry *entry = own_name ? pbwi_table_put(&load->by_name, load->work, own_name, name.size) : NULL;
  if (!entry) return pbwi_fail_memory(load);
  const pbwi_source *other = entry->value;
  if (other) {
    if (other->bytes.size == bytes.size && !memcmp(other->bytes.data, bytes.data, bytes.size)) return PBW_OK;
    return pbwi_fail(load, &(pbw_file){.name = own_name}, NULL, "the file was added before with other content");
  }
  pbwi_source *source = pbwi_arena_zalloc(load->work, sizeof *source);
  if (!source) return pbwi_fail_memory(load);
  *source = (pbwi_source){.name = own_name, .bytes = bytes, .proto = proto, .builtin = builtin};
  entry->value = source;
  *load->end = source;
  load->end = &source->next;
  load->count++;
  return PBW_OK;
}

pbw_status pbwi_load_add(pbwi_load *load, pbw_bytes set, bool builtin) {
  const void *decoded;
  PBWI_TRY(pbwi_boot_decode(load->plans, PBWI_BOOT_FILE_DESCRIPTOR_SET, set, load->work, &decoded, load->error));
  const pbw_list *files = &((const pbwi_FileDescriptorSet *)decoded)->file;
  for (size_t i = 0; i < files->size; i++) PBWI_TRY(add_file(load, pbwi_bytes_item(files, i), i, builtin));
  return PBW_OK;
}

pbw_status pbwi_schema_add(pbw_schema *schema, const uint8_t *set, size_t size, pbw_error *error) {
  if (!schema || !schema->load || schema->failed || (!set && size))
    return pbwi_error_set(error, PBW_ERR_ARGUMENT, PBW_NO_OFFSET, NULL, NULL);
  schema->load->error = error;
  pbw_status status = pbwi_load_add(schema->load, (pbw_bytes){set, size}, false);
  if (status) schema->failed = true;
  return status;
}
