/* Options: a path of fields and extensions into an options message, and a value for what stands at its end.
 *
 * The same code sets plain ones at once, in messages of the built-in descriptor.proto, and custom ones when all types are
 * known, in messages of the compiled schema. */
#include "core/source/source.h"

#include <math.h>

#include "core/base/number.h"
#include "core/base/status.h"
#include "core/base/utf8.h"
#include "core/base/wire.h"
#include "core/format/format.h"
#include "core/message/list.h"
#include "core/message/merge.h"

enum { MOST_PARTS = PBWI_DEFAULT_DEPTH, FIELD_RETENTION = 17, FIELD_TARGETS = 19, FIELD_SUPPORT = 22, RETENTION_SOURCE = 2,
       SUPPORT_INTRODUCED = 1, SUPPORT_REMOVED = 4 };

typedef struct setter {
  pbw_source *source;
  pbwi_source_file *file;
  pbwi_lex *lex;
  const pbwi_optioned *of;
} setter;

static bool wrong(setter *s, const uint8_t *at, const char *message) {
  return pbwi_complain(s->source, PBW_ERR_SCHEMA, s->file, at, "%s", message);
}

/* ---- skipping, which checks the grammar ---- */

static bool read_block(setter *s, pbw_bytes *inside);

static bool skip_value(setter *s) {
  static const char what[] = "the value of the option";
  pbw_bytes block;
  if (pbwi_lex_at(s->lex, '{')) return read_block(s, &block);
  if (s->lex->token.kind == PBWI_TOKEN_STRING) {
    pbw_bytes text;
    return pbwi_source_string(s->source, s->file, s->lex, &text);
  }
  bool negative = pbwi_lex_accept(s->lex, '-');
  int kind = s->lex->token.kind;
  if (kind != PBWI_TOKEN_NAME && kind != PBWI_TOKEN_INTEGER && kind != PBWI_TOKEN_FLOAT)
    return pbwi_expected(s->source, s->file, s->lex, what);
  if (negative && kind == PBWI_TOKEN_NAME && !pbwi_token_is(&s->lex->token, "inf") && !pbwi_token_is(&s->lex->token, "nan"))
    return pbwi_expected(s->source, s->file, s->lex, "a number behind '-'");
  pbwi_lex_next(s->lex);
  return true;
}

/* The part of a name at the lexer: "name" or "(pkg.extension)", whose name is copied to `out`. */
static bool read_part(setter *s, char *out, size_t *size, bool *extension) {
  pbwi_lex *lex = s->lex;
  *size = 0;
  *extension = pbwi_lex_accept(lex, '(');
  if (*extension && pbwi_lex_at(lex, '.')) {
    out[(*size)++] = '.';
    pbwi_lex_next(lex);
  }
  for (;;) {
    const pbwi_token *t = &lex->token;
    if (t->kind != PBWI_TOKEN_NAME) return pbwi_expected(s->source, s->file, lex, *extension ? "the name of an extension" : "the name of an option");
    if (*size + t->size + 1 > PBWI_MAX_NAME) return wrong(s, t->text, "a name that is too long");
    memcpy(out + *size, t->text, t->size);
    *size += t->size;
    pbwi_lex_next(lex);
    if (!*extension) break;
    if (pbwi_lex_accept(lex, ')')) break;
    if (!pbwi_lex_at(lex, '.')) return pbwi_expected(s->source, s->file, lex, "')'");
    out[(*size)++] = '.';
    pbwi_lex_next(lex);
  }
  out[*size] = 0;
  return true;
}

/* ---- what a field is ---- */

/* What descriptor.proto's FieldOptions say of a field that is an option. */
typedef struct about {
  bool source_only;
  uint32_t targets;               /* bits of the elements that may have it; 0: all */
  uint64_t introduced, removed;   /* editions; 0: it says nothing                  */
} about;

/* The varints of a message in wire format, those of its feature_support too. */
static void read_about(pbw_bytes bytes, bool support, about *out) {
  const uint8_t *p = bytes.data, *end = p + bytes.size;
  while (p < end) {
    uint64_t tag, value;
    pbw_status status;
    const uint8_t *next = pbwi_field_skip(p, end, PBWI_DEFAULT_DEPTH, &status);
    if (!next || !(p = pbwi_varint_read(p, end, &tag)) || (tag & 7) == PBWI_WIRE_32 || (tag & 7) == PBWI_WIRE_64) {
      p = next ? next : end;
      continue;
    }
    p = pbwi_varint_read(p, end, &value);
    if (support && tag == SUPPORT_INTRODUCED << 3) out->introduced = value;
    if (support && tag == SUPPORT_REMOVED << 3) out->removed = value;
    if (!support && tag == FIELD_RETENTION << 3) out->source_only = value == RETENTION_SOURCE;
    if (!support && tag == FIELD_TARGETS << 3 && value < 32) out->targets |= UINT32_C(1) << value;
    if (!support && p && tag == (FIELD_SUPPORT << 3 | PBWI_WIRE_BYTES) && value <= (uint64_t)(end - p)) read_about((pbw_bytes){p, (size_t)value}, true, out);
    p = next;
  }
}

static about about_of(const pbwi_slot *slot) {
  about out = {0};
  const pbw_field *field = slot->field;
  if (field->options.size) read_about(field->options, false, &out);
  return out;
}

/* Whether an element of this kind in a file of this edition may have the option. */
static bool check_about(setter *s, const pbwi_slot *slot, const about *of, const uint8_t *at) {
  static const uint8_t targets[] = {1, 3, 4, 5, 6, 7, 8, 9, 2}; /* by PBWI_OPTIONS_...: descriptor.proto's numbers */
  static const char *const names[] = {"file", "message", "field", "oneof", "enum", "enum value", "service", "method", "range of extensions"};
  const char *name = ((const pbw_field *)slot->field)->full_name;
  uint64_t edition = (uint64_t)s->file->edition;
  if (of->targets && !(of->targets >> targets[s->of->kind] & 1))
    return pbwi_complain(s->source, PBW_ERR_SCHEMA, s->file, at, "%.150s is not an option of a %s", name, names[s->of->kind]);
  if (of->introduced > edition)
    return pbwi_complain(s->source, PBW_ERR_SCHEMA, s->file, at, "%.150s needs a later edition", name);
  if (of->removed && of->removed <= edition)
    return pbwi_complain(s->source, PBW_ERR_SCHEMA, s->file, at, "%.150s is no more in this edition", name);
  return true;
}

static bool drop(setter *s, pbw_message *message, const pbwi_slot *slot) {
  pbwi_dropped *dropped = pbwi_arena_alloc(s->source->arena, sizeof *dropped);
  if (!dropped) return !(s->source->tree.failed = true);
  *dropped = (pbwi_dropped){s->source->dropped, *s->of, message, slot};
  s->source->dropped = dropped;
  return true;
}

/* Inside a value that was given as a whole. It is no deeper than text may be. */
static bool drop_below(setter *s, pbw_message *message, const uint8_t *at) {
  const pbwi_plan *plan = message->plan;
  for (uint16_t i = 0; i < plan->slot_count; i++) {
    const pbwi_slot *slot = &plan->slots[i];
    if (!pbwi_has(message, slot)) continue;
    about of = about_of(slot);
    if (!check_about(s, slot, &of, at)) return false;
    if (of.source_only && !drop(s, message, slot)) return false;
    if (slot->cardinality == PBW_MAP || !pbwi_slot_below(slot)) continue;
    if (slot->cardinality == PBW_SINGULAR) {
      if (!drop_below(s, pbwi_cell_message(pbwi_slot_cell(message, slot)), at)) return false;
      continue;
    }
    const pbw_list *list = pbwi_slot_list(message, slot);
    for (size_t k = 0; k < list->size; k++)
      if (!drop_below(s, ((pbw_message **)list->data)[k], at)) return false;
  }
  return true;
}

/* An extension of `type`, from the innermost scope outwards. */
static const pbwi_slot *find_extension(setter *s, const pbw_type *type, const char *scope, const char *name, const uint8_t *at) {
  char full[2 * PBWI_MAX_NAME + 4];
  const pbw_schema *schema = type->file->schema;
  size_t outer = *name == '.' ? 0 : strlen(scope), size = strlen(name + (*name == '.'));
  memcpy(full, scope, outer);
  for (;;) {
    size_t before = outer ? outer + 1 : 0;
    if (outer) full[outer] = '.';
    memcpy(full + before, name + (*name == '.'), size + 1);
    const pbw_field *field = pbwi_table_find(&schema->extension_names, full, before + size);
    if (field && pbwi_source_sees(s->source, s->file, field->file->name, true)) {
      if (field->type == type) return field->slot;
      pbwi_complain(s->source, PBW_ERR_SCHEMA, s->file, at, "\"%.100s\" extends %.100s, not %.100s", name,
                    field->type->full_name, type->full_name);
      return NULL;
    }
    if (!outer) break;
    while (outer && scope[outer - 1] != '.') outer--;
    if (outer) outer--;
  }
  pbwi_complain(s->source, PBW_ERR_SCHEMA, s->file, at,
                "there is no option (%.200s): no extension of %.100s has this name in this file or its imports", name, type->full_name);
  return NULL;
}

/* ---- values ---- */

static bool set_integer(setter *s, const pbwi_slot *slot, pbwi_any_cell *cell) {
  const uint8_t *at = s->lex->token.text;
  bool negative = pbwi_lex_accept(s->lex, '-');
  const pbwi_token *t = &s->lex->token;
  uint64_t most = INT32_MAX;
  bool is_signed = true, wide = pbwi_slot_size(slot) == 8;
  if (t->kind != PBWI_TOKEN_INTEGER) return pbwi_expected(s->source, s->file, s->lex, "an integer as the option's value");
  switch (slot->type) {
    case PBW_TYPE_UINT32:
    case PBW_TYPE_FIXED32: most = UINT32_MAX, is_signed = false; break;
    case PBW_TYPE_UINT64:
    case PBW_TYPE_FIXED64: most = UINT64_MAX, is_signed = false; break;
    default:
      if (wide) most = INT64_MAX;
  }
  if (t->overflow || (negative && !is_signed) || t->integer > most + negative)
    return wrong(s, at, "a number that does not fit the option's type");
  uint64_t value = negative ? 0 - t->integer : t->integer;
  if (wide) cell->v64 = value;
  else cell->v32 = (uint32_t)value;
  pbwi_lex_next(s->lex);
  return true;
}

static bool set_float(setter *s, const pbwi_slot *slot, pbwi_any_cell *cell) {
  bool negative = pbwi_lex_accept(s->lex, '-');
  const pbwi_token *t = &s->lex->token;
  double wide = (double)t->integer;
  float narrow = (float)t->integer;
  if (pbwi_token_is(t, "inf")) {
    wide = (double)INFINITY;
    narrow = INFINITY;
  } else if (pbwi_token_is(t, "nan")) {
    wide = (double)NAN;
    narrow = NAN;
  } else if (t->kind == PBWI_TOKEN_FLOAT || (t->kind == PBWI_TOKEN_INTEGER && t->overflow)) {
    pbwi_decimal number;
    if (!pbwi_decimal_scan(t->text, t->text + t->size, PBWI_NUMBER_ZEROS | PBWI_NUMBER_POINT, &number))
      return pbwi_expected(s->source, s->file, s->lex, "a number as the option's value");
    pbwi_decimal_to_double(&number, &wide);
    narrow = (float)wide; /* as protoc has it */
  } else if (t->kind != PBWI_TOKEN_INTEGER) {
    return pbwi_expected(s->source, s->file, s->lex, "a number as the option's value");
  }
  if (negative) wide = -wide, narrow = -narrow;
  if (slot->type == PBW_TYPE_DOUBLE) memcpy(&cell->v64, &wide, 8);
  else memcpy(&cell->v32, &narrow, 4);
  pbwi_lex_next(s->lex);
  return true;
}

static bool set_string(setter *s, const pbwi_slot *slot, pbwi_any_cell *cell) {
  const uint8_t *at = s->lex->token.text;
  if (s->lex->token.kind != PBWI_TOKEN_STRING)
    return pbwi_expected(s->source, s->file, s->lex, "a string as the option's value");
  if (!pbwi_source_string(s->source, s->file, s->lex, &cell->bytes)) return false;
  if (slot->flags & PBWI_SLOT_UTF8 && !pbwi_utf8_valid(cell->bytes.data, cell->bytes.size))
    return wrong(s, at, "the string is not UTF-8");
  return true;
}

/* Over a block in braces; what stands between them. */
static bool read_block(setter *s, pbw_bytes *inside) {
  if (!pbwi_lex_at(s->lex, '{'))
    return pbwi_expected(s->source, s->file, s->lex, "'{' and the fields of the option, which is a message");
  const uint8_t *start = s->lex->token.text + 1, *end = start;
  int depth = 0;
  do {
    if (s->lex->token.kind == PBWI_TOKEN_END || s->lex->token.kind == PBWI_TOKEN_WRONG)
      return pbwi_expected(s->source, s->file, s->lex, "'}' behind the value of an option");
    depth += pbwi_lex_at(s->lex, '{') ? 1 : pbwi_lex_at(s->lex, '}') ? -1 : 0;
    end = s->lex->token.text;
    pbwi_lex_next(s->lex);
  } while (depth);
  *inside = (pbw_bytes){start, (size_t)(end - start)};
  return true;
}

/* Text format; `at` is where it stands in the file, behind `before` bytes that do not. */
static bool parse_text(setter *s, const pbw_type *type, pbw_bytes text, const uint8_t *at, size_t before, pbw_message **out) {
  pbw_arena scratch;
  pbw_error error = {.struct_size = sizeof error};
  pbwi_arena_init(&scratch, &s->source->arena->allocator, 0);
  pbwi_parse_job job = {
      .type = type,
      .data = text.data,
      .size = text.size,
      .memory = s->source->arena,
      .owner = s->source->arena,
      .max_depth = PBWI_DEFAULT_DEPTH,
      .max_size = PBWI_MAX_SIZE,
      .scratch = &scratch,
      .error = &error,
      .proto = true,
  };
  pbw_status status = pbwi_text_parse(&job, out);
  pbwi_arena_clear(&scratch);
  if (status == PBW_ERR_MEMORY) return !(s->source->tree.failed = true);
  if (status) {
    bool inside = error.offset != PBW_NO_OFFSET && error.offset >= before;
    return pbwi_complain(s->source, status, s->file, inside ? at + (error.offset - before) : at, "%s: %s", error.path, error.message);
  }
  return drop_below(s, *out, at);
}

/* { fields } */
static bool set_message(setter *s, const pbwi_slot *slot, pbwi_any_cell *cell) {
  pbw_bytes text;
  return read_block(s, &text) && parse_text(s, slot->sub->type, text, text.data, 0, &cell->message);
}

/* { key: 1 value: 2 }, one entry of a map: as text format has it in the message around, whose other fields stay. */
static bool set_entry(setter *s, pbw_message *message, const pbwi_slot *slot) {
  pbw_bytes text;
  if (!read_block(s, &text)) return false;
  size_t before = strlen(slot->name) + 1;
  uint8_t *copy = pbwi_arena_alloc(s->source->arena, before + text.size + 1);
  if (!copy) return !(s->source->tree.failed = true);
  memcpy(copy, slot->name, before - 1);
  copy[before - 1] = '{';
  if (text.size) memcpy(copy + before, text.data, text.size);
  copy[before + text.size] = '}';
  pbw_message *whole;
  if (!parse_text(s, message->plan->type, (pbw_bytes){copy, before + text.size + 1}, text.data, before, &whole)) return false;
  return pbwi_merge(message, whole) == PBW_OK || !(s->source->tree.failed = true);
}

static bool set_named(setter *s, const pbwi_slot *slot, pbwi_any_cell *cell) {
  const pbwi_token *t = &s->lex->token;
  if (slot->type == PBW_TYPE_BOOL) {
    cell->b = pbwi_token_is(t, "true");
    if (!cell->b && !pbwi_token_is(t, "false"))
      return pbwi_expected(s->source, s->file, s->lex, "\"true\" or \"false\" as the option's value");
  } else {
    const pbw_enum *enumeration = ((const pbw_field *)slot->field)->enum_type;
    if (t->kind != PBWI_TOKEN_NAME)
      return pbwi_expected(s->source, s->file, s->lex, "the name of an enum value as the option's value");
    const pbwi_enum_value *value = pbwi_enum_by_name(enumeration, (const char *)t->text, t->size);
    if (!value)
      return pbwi_complain(s->source, PBW_ERR_SCHEMA, s->file, t->text, "%s has no value of this name", enumeration->full_name);
    cell->v32 = (uint32_t)value->number;
  }
  pbwi_lex_next(s->lex);
  return true;
}

static bool set_value(setter *s, pbw_message *message, const pbwi_slot *slot, const uint8_t *at) {
  pbwi_any_cell value;
  memset(&value, 0, sizeof value);
  if (slot->cardinality == PBW_SINGULAR && pbwi_has(message, slot)) return wrong(s, at, "the option is set already");
  if (slot->cardinality == PBW_MAP) return set_entry(s, message, slot);
  bool ok;
  switch (slot->type) {
    case PBW_TYPE_STRING:
    case PBW_TYPE_BYTES: ok = set_string(s, slot, &value); break;
    case PBW_TYPE_BOOL:
    case PBW_TYPE_ENUM: ok = set_named(s, slot, &value); break;
    case PBW_TYPE_FLOAT:
    case PBW_TYPE_DOUBLE: ok = set_float(s, slot, &value); break;
    case PBW_TYPE_MESSAGE:
    case PBW_TYPE_GROUP: ok = set_message(s, slot, &value); break;
    default: ok = set_integer(s, slot, &value); break;
  }
  if (!ok) return false;
  if (slot->cardinality == PBW_SINGULAR) {
    pbwi_cell_copy(pbwi_cell_open(message, slot), &value, pbwi_slot_format(slot));
    pbwi_cell_mark(message, slot);
    return true;
  }
  pbw_list *list = pbwi_slot_list(message, slot);
  void *cell = pbwi_list_next(s->source->arena, list, pbwi_slot_size(slot));
  if (!cell) return !(s->source->tree.failed = true);
  pbwi_cell_copy(cell, &value, pbwi_slot_format(slot));
  list->size++;
  return true;
}

/* ---- paths ---- */

int pbwi_option_set(pbw_source *source, pbwi_source_file *file, pbwi_lex *lex, const pbwi_optioned *of, pbw_message *root,
                    const char *scope, bool custom) {
  setter s = {source, file, lex, of};
  char name[PBWI_MAX_NAME + 2];
  pbw_message *message = root;
  for (int part = 0;; part++) {
    const uint8_t *at = lex->token.text;
    size_t size;
    bool extension;
    const pbwi_slot *slot = NULL;
    const pbw_type *type = message->plan->type;
    if (!read_part(&s, name, &size, &extension)) return PBWI_OPTION_WRONG;
    if (extension) {
      if (!custom) return PBWI_OPTION_UNKNOWN;
      if (!(slot = find_extension(&s, type, scope, name, at))) return PBWI_OPTION_WRONG;
    } else {
      const pbw_field *field = pbwi_type_field(type, name, size);
      if (field && !strcmp(field->name, name)) slot = field->slot;
      if (!slot && !custom) return PBWI_OPTION_UNKNOWN;
      if (!slot || (!part && !strcmp(name, "uninterpreted_option"))) {
        pbwi_complain(source, PBW_ERR_SCHEMA, file, at, "%.100s has no option \"%.200s\"", type->full_name, name);
        return PBWI_OPTION_WRONG;
      }
    }
    bool last = !pbwi_lex_at(lex, '.');
    about of_slot = about_of(slot);
    if (!check_about(&s, slot, &of_slot, at)) return PBWI_OPTION_WRONG;
    if (of_slot.source_only && !drop(&s, message, slot)) return PBWI_OPTION_WRONG;
    if (!part && of->kind == PBWI_OPTIONS_MESSAGE && slot->number == 7 && !extension) {
      wrong(&s, at, "map_entry is for the types that a map makes");
      return PBWI_OPTION_WRONG;
    }
    if (last) {
      if (!pbwi_lex_accept(lex, '=')) {
        pbwi_expected(source, file, lex, "'='");
        return PBWI_OPTION_WRONG;
      }
      return set_value(&s, message, slot, at) ? PBWI_OPTION_SET : PBWI_OPTION_WRONG;
    }
    pbwi_lex_next(lex);
    if (pbwi_slot_format(slot) != PBW_CELL_MESSAGE || slot->cardinality != PBW_SINGULAR || part == MOST_PARTS) {
      wrong(&s, at, slot->cardinality != PBW_SINGULAR ? "a repeated option is set as a whole, by a message in braces for each element"
                                                       : "the option is not a message with fields of its own");
      return PBWI_OPTION_WRONG;
    }
    pbw_message *child = pbwi_cell_message(pbwi_slot_cell(message, slot));
    if (slot->presence == PBW_PRESENCE_ONEOF && !pbwi_has(message, slot)) child = NULL;
    if (!child) {
      if (!(child = pbwi_message_make(source->arena, slot->sub, source->arena))) {
        source->tree.failed = true;
        return PBWI_OPTION_WRONG;
      }
      memcpy(pbwi_cell_open(message, slot), &child, sizeof child);
      pbwi_cell_mark(message, slot);
    }
    message = child;
  }
}

static bool keep(pbw_source *source, pbwi_source_file *file, const pbwi_optioned *of, const uint8_t *name) {
  pbwi_option *option = pbwi_arena_alloc(source->arena, sizeof *option);
  char *full_name = pbwi_arena_string(source->arena, of->full_name, strlen(of->full_name));
  if (!option || !full_name) return !(source->tree.failed = true);
  *option = (pbwi_option){NULL, *of, name};
  option->of.full_name = full_name;
  *file->custom_end = option;
  file->custom_end = &option->next;
  return true;
}

bool pbwi_option_read(pbw_source *source, pbwi_source_file *file, pbwi_lex *lex, const pbwi_optioned *of) {
  setter s = {source, file, lex, of};
  char name[PBWI_MAX_NAME + 2];
  pbw_message *root = pbwi_tree_message(&source->tree, of->element, of->options);
  if (!root) return false;
  pbwi_lex start = *lex;
  int result = pbwi_option_set(source, file, lex, of, root, "", false);
  if (result != PBWI_OPTION_UNKNOWN) return result == PBWI_OPTION_SET;
  *lex = start;
  do {
    size_t size;
    bool extension;
    if (!read_part(&s, name, &size, &extension)) return false;
  } while (pbwi_lex_accept(lex, '.'));
  if (!pbwi_lex_accept(lex, '=')) return pbwi_expected(source, file, lex, "'='");
  return skip_value(&s) && keep(source, file, of, start.token.text);
}
