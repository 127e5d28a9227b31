/* Files: edition and features of each, and how they import each other. */
#include "core/base/limits.h"
#include "core/schema/boot_plan.h"
#include "core/schema/load.h"

/* Numbers that descriptor.proto gives to editions, to name those that are not supported. */
static const char *edition_name(int32_t edition) {
  switch (edition) {
    case 0: return "UNKNOWN";
    case 900: return "LEGACY";
    case PBW_EDITION_PROTO2: return "PROTO2, which is a syntax of its own";
    case PBW_EDITION_PROTO3: return "PROTO3, which is a syntax of its own";
    case 1002: return "2026";
    case 9999: return "UNSTABLE";
    default: return edition > PBW_EDITION_2024 ? "a later one" : "no known one";
  }
}

static pbw_status set_edition(pbwi_load *load, pbw_file *file, const pbwi_FileDescriptorProto *proto) {
  pbw_bytes syntax = proto->syntax;
  if (!syntax.size || pbwi_bytes_are(syntax, "proto2"))
    file->edition = PBW_EDITION_PROTO2;
  else if (pbwi_bytes_are(syntax, "proto3"))
    file->edition = PBW_EDITION_PROTO3;
  else if (pbwi_bytes_are(syntax, "editions"))
    file->edition = proto->edition;
  else
    return pbwi_fail(load, file, NULL, "syntax \"%s\" is not known", pbwi_show(load, syntax));
  const pbwi_features *features = pbwi_features_of_edition(file->edition);
  bool mixed = pbwi_bytes_are(syntax, "editions") && file->edition < PBW_EDITION_2023;
  if (!features || mixed)
    return pbwi_fail(load, file, NULL, "edition %d (%s) is not supported: known are proto2, proto3, 2023 and 2024",
                     (int)file->edition, edition_name(file->edition));
  file->features = *features;
  pbwi_element_options options;
  PBWI_TRY(pbwi_element_options_read(load, file, NULL, PBWI_BOOT_FILE_OPTIONS, &proto->options, &file->options,
                                     &options));
  PBWI_TRY(pbwi_features_apply(load, file, NULL, PBWI_TARGET_FILE, options.features, &file->features));
  if (file->features.field_presence == PBWI_LEGACY_REQUIRED)
    return pbwi_fail(load, file, NULL, "presence LEGACY_REQUIRED cannot be the default of a file");
  return PBW_OK;
}

static pbw_status set_package(pbwi_load *load, pbw_file *file, pbw_bytes package) {
  for (size_t start = 0, size; start < package.size; start += size + 1) {
    const uint8_t *part = package.data + start, *dot = memchr(part, '.', package.size - start);
    size = dot ? (size_t)(dot - part) : package.size - start;
    if (!pbwi_is_identifier((pbw_bytes){part, size}) || (dot && start + size + 1 == package.size))
      return pbwi_fail(load, file, NULL, "\"%s\" is not a package name", pbwi_show(load, package));
  }
  file->package = pbwi_arena_string(load->schema->arena, package.data, package.size);
  return file->package ? PBW_OK : pbwi_fail_memory(load);
}

/* Marks by index: public or weak imports. */
static pbw_status mark(pbwi_load *load, const pbw_file *file, const pbw_list *indexes, size_t count, bool *marks,
                       const char *what) {
  for (size_t i = 0; i < indexes->size; i++) {
    int32_t index = ((const int32_t *)indexes->data)[i];
    if (index < 0 || (size_t)index >= count)
      return pbwi_fail(load, file, NULL, "it has no import %d, which is called %s", (int)index, what);
    marks[index] = true;
  }
  return PBW_OK;
}

static pbw_status set_imports(pbwi_load *load, pbwi_source *source) {
  const pbwi_FileDescriptorProto *proto = source->proto;
  pbw_file *file = source->file;
  size_t count = proto->dependency.size;
  bool *weak = pbwi_arena_zalloc(load->work, count);
  source->is_public = pbwi_arena_zalloc(load->work, count);
  source->imports = pbwi_arena_alloc(load->work, count * sizeof *source->imports);
  file->imports = pbwi_arena_alloc(load->schema->arena, count * sizeof *file->imports);
  if (!weak || !source->is_public || !source->imports || !file->imports) return pbwi_fail_memory(load);
  PBWI_TRY(mark(load, file, &proto->public_dependency, count, source->is_public, "public"));
  PBWI_TRY(mark(load, file, &proto->weak_dependency, count, weak, "weak"));
  uint32_t walk = ++load->walk;
  for (size_t i = 0; i < count; i++) {
    pbw_bytes name = pbwi_bytes_item(&proto->dependency, i);
    const void *found = pbwi_table_find(&load->by_name, (const char *)name.data, name.size);
    pbwi_source *other = (pbwi_source *)(uintptr_t)found;
    source->imports[i] = other;
    if (!other && weak[i]) continue;
    if (!other) return pbwi_fail(load, file, NULL, "its import \"%s\" is missing", pbwi_show(load, name));
    if (other->seen == walk) return pbwi_fail(load, file, NULL, "it imports \"%s\" twice", other->name);
    other->seen = walk;
    file->imports[file->import_count++] = other->file;
  }
  return PBW_OK;
}

/* Imports must not form a circle: a walk along them that keeps its own stack. */
typedef struct frame {
  pbwi_source *source;
  size_t next;
} frame;

static pbw_status check_circles(pbwi_load *load) {
  enum { NEW, OPEN, DONE };
  size_t count = load->count;
  uint8_t *state = pbwi_arena_zalloc(load->work, count);
  frame *stack = pbwi_arena_alloc(load->work, count * sizeof *stack);
  if (!state || !stack) return pbwi_fail_memory(load);
  const pbw_file *files = load->schema->files;
  for (size_t i = 0; i < count; i++) {
    if (state[i] != NEW) continue;
    size_t depth = 1;
    stack[0] = (frame){load->sources[i], 0};
    state[i] = OPEN;
    while (depth) {
      frame *top = &stack[depth - 1];
      if (top->next == top->source->proto->dependency.size) {
        state[top->source->file - files] = DONE;
        depth--;
        continue;
      }
      pbwi_source *other = top->source->imports[top->next++];
      if (!other || state[other->file - files] == DONE) continue;
      if (state[other->file - files] == OPEN)
        return pbwi_fail(load, top->source->file, NULL, "its import of \"%s\" closes a circle", other->name);
      state[other->file - files] = OPEN;
      stack[depth++] = (frame){other, 0};
    }
  }
  return PBW_OK;
}

pbw_status pbwi_pass_files(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  load->sources = pbwi_arena_alloc(load->work, load->count * sizeof *load->sources);
  schema->files = pbwi_arena_zalloc(schema->arena, load->count * sizeof *schema->files);
  load->stack = pbwi_arena_alloc(load->work, load->count * sizeof *load->stack);
  if (!load->sources || !load->stack || !schema->files ||
      !pbwi_table_reserve(&schema->file_names, schema->arena, load->count))
    return pbwi_fail_memory(load);
  for (pbwi_source *source = load->first; source; source = source->next) {
    pbw_file *file = &schema->files[schema->file_count];
    load->sources[schema->file_count++] = source;
    source->file = file;
    *file = (pbw_file){.name = source->name, .package = "", .schema = schema, .builtin = source->builtin};
    pbwi_table_put(&schema->file_names, schema->arena, file->name, strlen(file->name))->value = file;
    PBWI_TRY(set_edition(load, file, source->proto));
    PBWI_TRY(set_package(load, file, source->proto->package));
  }
  for (size_t i = 0; i < load->count; i++) PBWI_TRY(set_imports(load, load->sources[i]));
  return check_circles(load);
}

/* ---- what a file sees ---- */

/* Public imports of public imports can make the walks from all files quadratic. Real schemas stay far below
 * this many steps for a file; a hostile one is let off the check when it has taken them. */
static bool walked_enough(const pbwi_load *load) {
  return load->walk_steps > (uint64_t)PBWI_IMPORT_STEPS + (uint64_t)load->count * PBWI_IMPORT_STEPS_PER_FILE;
}

/* Mark all that a file sees: its imports, and what these import publicly. The marks stay until another file
 * is asked for; passes ask for file after file. */
static void mark_seen(pbwi_load *load, pbwi_source *from) {
  pbwi_source **stack = load->stack;
  uint32_t walk = ++load->walk;
  from->seen = walk;
  size_t depth = 0;
  stack[depth++] = from;
  while (depth) {
    pbwi_source *source = stack[--depth];
    for (size_t i = 0; i < source->proto->dependency.size; i++) {
      load->walk_steps++;
      pbwi_source *other = source->imports[i];
      if (!other || other->seen == walk || (source != from && !source->is_public[i])) continue;
      other->seen = walk;
      stack[depth++] = other;
    }
  }
  load->walked = from;
}

bool pbwi_file_sees(pbwi_load *load, const pbw_file *from, const pbw_file *to) {
  if (from == to || walked_enough(load)) return true;
  const pbw_file *files = load->schema->files;
  pbwi_source *source = load->sources[from - files];
  if (load->walked != source) mark_seen(load, source);
  return load->sources[to - files]->seen == load->walk;
}
