/* The symbol table: every full name of the schema, for duplicates and references. */
#include "core/schema/load.h"

#include "core/base/limits.h"

pbw_status pbwi_symbol_add(pbwi_load *load, const pbw_file *file, const char *full_name, size_t size, int kind,
                           const void *object) {
  if (size > PBWI_MAX_NAME)
    return pbwi_fail(load, file, NULL, "the name \"%.60s...\" is longer than %d bytes", full_name, PBWI_MAX_NAME);
  pbwi_entry *entry = pbwi_table_put(&load->symbols, load->work, full_name, size);
  if (!entry) return pbwi_fail_memory(load);
  const pbwi_symbol *other = entry->value;
  if (other) {
    if (kind == PBWI_SYMBOL_PACKAGE && other->kind == PBWI_SYMBOL_PACKAGE) return PBW_OK;
    char name[PBWI_MAX_NAME + 1];
    memcpy(name, full_name, size);
    name[size] = 0;
    load->blame = other->file == file ? PBWI_BLAME_AGAIN : PBWI_BLAME_ELEMENT;
    return pbwi_fail(load, file, name, "the name is already taken%s in %s",
                     other->kind == PBWI_SYMBOL_PACKAGE ? " by a package" : "", other->file->name);
  }
  pbwi_symbol *symbol = pbwi_arena_alloc(load->work, sizeof *symbol);
  if (!symbol) return pbwi_fail_memory(load);
  *symbol = (pbwi_symbol){(uint8_t)kind, object, file};
  entry->value = symbol;
  return PBW_OK;
}

static const pbwi_symbol *find(const pbwi_load *load, const char *name, size_t size) {
  return pbwi_table_find(&load->symbols, name, size);
}

static bool has_members(const pbwi_symbol *symbol) { return symbol->kind <= PBWI_SYMBOL_SERVICE; }

/* Whether a file sees a package: it or a file that it sees is in it. */
static bool sees_package(pbwi_load *load, const pbw_file *from, const char *name, size_t size) {
  const pbw_schema *schema = load->schema;
  load->walk_steps += load->count;
  for (size_t i = 0; i < load->count; i++) {
    const pbw_file *file = &schema->files[i];
    if (!strncmp(file->package, name, size) && (!file->package[size] || file->package[size] == '.') && pbwi_file_sees(load, from, file))
      return true;
  }
  return false;
}

static bool sees(pbwi_load *load, const pbw_file *from, const pbwi_symbol *symbol) {
  return symbol->kind == PBWI_SYMBOL_PACKAGE || pbwi_file_sees(load, from, symbol->file);
}

/* Look for a name from the innermost scope outwards. The first part of the name decides where: "a.b" means the b of the
 * innermost a that can have members. What the file does not see is passed over, but told in *hidden. */
static const pbwi_symbol *find_relative(pbwi_load *load, const pbw_file *file, const char *scope, pbw_bytes name,
                                        unsigned kinds, const pbwi_symbol **hidden) {
  char buffer[2 * PBWI_MAX_NAME + 2];
  const uint8_t *dot = memchr(name.data, '.', name.size);
  size_t first = dot ? (size_t)(dot - name.data) : name.size;
  size_t outer = strlen(scope);
  memcpy(buffer, scope, outer);
  for (;;) {
    size_t before = outer ? outer + 1 : 0;
    if (outer) buffer[outer] = '.';
    memcpy(buffer + before, name.data, name.size);
    const pbwi_symbol *symbol = find(load, buffer, before + first);
    if (symbol && !dot && kinds >> symbol->kind & 1) {
      if (sees(load, file, symbol)) return symbol;
      if (!*hidden) *hidden = symbol;
    }
    if (symbol && dot && has_members(symbol)) {
      const pbwi_symbol *member = find(load, buffer, before + name.size);
      if (member && sees(load, file, member)) return member;
      if (member && !*hidden) *hidden = member;
      bool seen = symbol->kind == PBWI_SYMBOL_PACKAGE ? sees_package(load, file, buffer, before + first) : sees(load, file, symbol);
      if (seen) return NULL;
    }
    if (!outer) return NULL;
    while (outer && scope[outer - 1] != '.') outer--;
    if (outer) outer--;
    memcpy(buffer, scope, outer);
  }
}

pbw_status pbwi_symbol_resolve(pbwi_load *load, const pbw_file *file, const char *element, const char *scope,
                               pbw_bytes reference, unsigned kinds, const pbwi_symbol **out) {
  const pbwi_symbol *symbol = NULL, *hidden = NULL;
  unsigned looked_for = kinds & PBWI_SYMBOL_FIRST ? ~0u : kinds;
  if (reference.size > 1 && reference.data[0] == '.')
    symbol = find(load, (const char *)reference.data + 1, reference.size - 1);
  else if (reference.size && reference.size <= PBWI_MAX_NAME)
    symbol = find_relative(load, file, scope, reference, looked_for, &hidden);
  if (!symbol) symbol = hidden;
  if (!symbol) return pbwi_fail(load, file, element, "\"%s\" is not defined", pbwi_show(load, reference));
  if (!(kinds >> symbol->kind & 1))
    return pbwi_fail(load, file, element, "\"%s\" is not %s", pbwi_show(load, reference),
                     !(kinds & 1 << PBWI_SYMBOL_ENUM)   ? "a message type"
                     : !(kinds & 1 << PBWI_SYMBOL_TYPE) ? "an enum"
                                                        : "a type");
  if (!pbwi_file_sees(load, file, symbol->file))
    return pbwi_fail(load, file, element, "\"%s\" is defined in %s, which is not imported",
                     pbwi_show(load, reference), symbol->file->name);
  *out = symbol;
  return PBW_OK;
}
