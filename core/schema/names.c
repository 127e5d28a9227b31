/* Names: which are allowed, and how one is made from another. */
#include "core/schema/load.h"

#include "core/base/limits.h"

static bool is_letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool pbwi_is_identifier(pbw_bytes name) {
  if (!name.size || name.size > PBWI_MAX_NAME || !is_letter(name.data[0])) return false;
  for (size_t i = 1; i < name.size; i++)
    if (!is_letter(name.data[i]) && (name.data[i] < '0' || name.data[i] > '9')) return false;
  return true;
}

char *pbwi_full_name(pbw_arena *arena, const char *scope, pbw_bytes name) {
  size_t outer = strlen(scope);
  size_t before = outer ? outer + 1 : 0;
  char *full = pbwi_arena_alloc(arena, before + name.size + 1);
  if (!full) return NULL;
  if (outer) {
    memcpy(full, scope, outer);
    full[outer] = '.';
  }
  memcpy(full + before, name.data, name.size);
  full[before + name.size] = 0;
  return full;
}

/* Of an identifier, where nothing stands behind z. Not toupper: it depends on the locale. */
static char upper(char c) { return c >= 'a' ? (char)(c - 'a' + 'A') : c; }

size_t pbwi_camel_case(const char *name, size_t size, bool title, char *out) {
  size_t count = 0;
  bool next_upper = title;
  for (size_t i = 0; i < size; i++) {
    if (name[i] == '_') {
      next_upper = true;
      continue;
    }
    out[count++] = next_upper ? upper(name[i]) : name[i];
    next_upper = false;
  }
  return count;
}

bool pbwi_bytes_are(pbw_bytes bytes, const char *text) {
  return bytes.size == strlen(text) && !memcmp(bytes.data, text, bytes.size);
}

bool pbwi_is_camel_case(const char *name, bool title, const char *made, const char *rest) {
  char own[PBWI_MAX_NAME + 1];
  size_t size = pbwi_camel_case(name, strlen(name), title, own);
  return !strncmp(made, own, size) && !strcmp(made + size, rest);
}
