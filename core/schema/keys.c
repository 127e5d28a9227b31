/* Field names as JSON has them, made once: quoted, escaped, with the colon behind them, so that printing one is a copy
 * and expecting one is a comparison. */
#include "core/schema/load.h"

/* Writes a name as a JSON string; returns its size. `out` NULL: only count. A json_name may hold anything. */
static size_t quote(const char *name, char *out) {
  static const char hex[] = "0123456789abcdef";
  static const char shorts[0x20] = {['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};
  size_t n = 0;
  char nowhere[8];
  for (const char *p = name; *p; p++) {
    unsigned char c = (unsigned char)*p;
    char *to = out ? out + n : nowhere;
    if (c < 0x20 && shorts[c]) {
      to[0] = '\\';
      to[1] = shorts[c];
      n += 2;
    } else if (c < 0x20) {
      memcpy(to, "\\u00", 4);
      to[4] = hex[c >> 4];
      to[5] = hex[c & 15];
      n += 6;
    } else if (c == '"' || c == '\\') {
      to[0] = '\\';
      to[1] = (char)c;
      n += 2;
    } else {
      to[0] = (char)c;
      n++;
    }
  }
  return n;
}

/* `"` + open + name + close + `":`; plain: nothing in the name needs an escape */
static const char *make_key(pbw_arena *arena, const char *open, const char *name, const char *close, bool plain,
                            uint32_t *size) {
  size_t bracket = strlen(open), n = plain ? strlen(name) : quote(name, NULL), whole = n + 2 * bracket + 3;
  char *key = pbwi_arena_alloc(arena, whole + 1);
  if (!key) return NULL;
  char *p = key;
  *p++ = '"';
  memcpy(p, open, bracket);
  if (plain) memcpy(p + bracket, name, n);
  else quote(name, p + bracket);
  memcpy(p + bracket + n, close, bracket);
  memcpy(p + 2 * bracket + n, "\":", 3);
  *size = (uint32_t)whole;
  return key;
}

static bool make_keys(pbw_arena *arena, const pbw_type *type, pbwi_key *keys) {
  for (size_t i = 0; i < type->plan.slot_count; i++) {
    const pbw_field *field = type->plan.slots[i].field;
    pbwi_key *key = &keys[i];
    if (field->scope || type->plan.slots[i].flags & PBWI_SLOT_EXTENSION) {
      key->json = make_key(arena, "[", field->full_name, "]", true, &key->json_size);
    } else {
      key->json = make_key(arena, "", field->json_name, "", field->usual_json, &key->json_size);
      if (key->json && !type->hidden_json && strcmp(field->name, field->json_name)) { /* hidden: it would be read as another */
        if (!(key->proto = make_key(arena, "", field->name, "", true, &key->proto_size))) return false;
        continue;
      }
    }
    if (!key->json) return false;
    key->proto = key->json;
    key->proto_size = key->json_size;
  }
  return true;
}

pbw_status pbwi_pass_keys(pbwi_load *load) {
  pbw_schema *schema = load->schema;
  for (size_t i = 0; i < schema->type_count; i++) {
    pbw_type *type = &schema->types[i];
    if (type->plan.flags & PBWI_PLAN_ENTRY || !type->plan.slot_count) continue;
    pbwi_key *keys = pbwi_arena_alloc(schema->arena, type->plan.slot_count * sizeof *keys);
    if (!keys || !make_keys(schema->arena, type, keys)) return pbwi_fail_memory(load);
    type->keys = keys;
  }
  return PBW_OK;
}
