/* The operations of the encoder, as one text for two ways of compiling it; encode.c sets it up.
 *
 *   OP(name) { ... }   opens an operation: a function, or a label of one function
 *   JUMP(name)         goes to another one
 *   GO(rec)            goes to the one that a record holds
 *
 * All share out (where to write), lim (the last place where an operation may begin to), rec (the record), base
 * (the message) and e (the rest). */

#define NEXT()   \
  do {           \
    rec++;       \
    SETTLE(rec); \
    GO(rec);     \
  } while (0)

#define FAIL(code)        \
  do {                    \
    e->status = (code);   \
    JUMP(failed);         \
  } while (0)

/* Make sure of slop and `need` more bytes. */
#define ROOM(need)                                                   \
  do {                                                               \
    if (PBWI_UNLIKELY((ptrdiff_t)(need) > lim - out)) {              \
      if (!(out = pbwi_encoder_grow(e, out, need))) JUMP(failed);    \
      lim = e->lim;                                                  \
    }                                                                \
  } while (0)

/* The same where a number is next: another operation makes the room, so that this one calls nothing. */
#define ROOM_OR_RETRY() if (PBWI_UNLIKELY(out > lim)) JUMP(make_room)

#define TAG()                      \
  do {                             \
    pbwi_store64le(out, rec->tag); \
    out += rec->tag_size;          \
  } while (0)

/* ---- numbers ---- */

/* Fields without presence, most of proto3's, come in pairs: DO_name writes one when it is not zero, PAIR makes
 * the operation for two records. What is usual is done here, varints of one and two bytes and short strings;
 * anything else goes on to long_name. So these call nothing and save no registers. */
#define SHORT_VARINT(form, name)                                             \
  do {                                                                       \
    uint64_t value = pbwi_form_load(base + rec->offset, form);               \
    if (PBWI_LIKELY(value)) {                                                \
      ROOM_OR_RETRY();                                                       \
      if (PBWI_UNLIKELY(value >= 0x4000)) JUMP(long_##name);                 \
      TAG();                                                                 \
      if (value < 0x80) {                                                    \
        *out++ = (uint8_t)value;                                             \
      } else {                                                               \
        out[0] = (uint8_t)(value | 0x80);                                    \
        out[1] = (uint8_t)(value >> 7);                                      \
        out += 2;                                                            \
      }                                                                      \
    }                                                                        \
  } while (0)

#define FIXED(form, name)                                                    \
  do {                                                                       \
    uint64_t value = pbwi_form_load(base + rec->offset, form);               \
    if (PBWI_LIKELY(value)) {                                                \
      ROOM_OR_RETRY();                                                       \
      TAG();                                                                 \
      out = put_number(out, form, value);                                           \
    }                                                                        \
  } while (0)

#define DO_flag() SHORT_VARINT(PBWI_FORM_BOOL, flag)
#define DO_int32() SHORT_VARINT(PBWI_FORM_INT32, int32)
#define DO_uint32() SHORT_VARINT(PBWI_FORM_UINT32, uint32)
#define DO_var64() SHORT_VARINT(PBWI_FORM_VAR64, var64)
#define DO_zig32() SHORT_VARINT(PBWI_FORM_ZIG32, zig32)
#define DO_zig64() SHORT_VARINT(PBWI_FORM_ZIG64, zig64)
#define DO_fix32() FIXED(PBWI_FORM_FIX32, fix32)
#define DO_fix64() FIXED(PBWI_FORM_FIX64, fix64)
#define DO_bytes()                                                           \
  do {                                                                       \
    const pbw_bytes *cell = pbwi_at(base, rec->offset);                      \
    if (PBWI_LIKELY(cell->size)) SHORT_BYTES(cell);                          \
  } while (0)

#define NONZERO(name, ...)                                                   \
  OP(nonzero_##name) {                                                       \
    DO_##name();                                                             \
    NEXT();                                                                  \
  }

#define PAIR(a, b)                                                           \
  OP(pair_##a##_##b) {                                                       \
    DO_##a();                                                                \
    rec++;                                                                   \
    SETTLE(rec);                                                             \
    DO_##b();                                                                \
    NEXT();                                                                  \
  }

/* There is room. */
#define LONG_VARINT(name, form)                                              \
  OP(long_##name) {                                                          \
    TAG();                                                                   \
    out = put_number(out, form, pbwi_form_load(base + rec->offset, form));          \
    NEXT();                                                                  \
  }

#define NUMBER(name, form)                                                   \
  OP(bit_##name) {                                                           \
    if ((uint8_t)base[rec->presence_offset] & rec->presence_mask) {          \
      ROOM_OR_RETRY();                                                       \
      TAG();                                                                 \
      out = put_number(out, form, pbwi_form_load(base + rec->offset, form));        \
    }                                                                        \
    NEXT();                                                                  \
  }                                                                          \
  OP(one_##name) {                                                           \
    ROOM(0);                                                                 \
    TAG();                                                                   \
    out = put_number(out, form, pbwi_form_load(base + rec->offset, form));          \
    NEXT();                                                                  \
  }                                                                          \
  OP(list_##name) {                                                          \
    const pbw_list *list = pbwi_at(base, rec->offset);                       \
    const char *cell = list->data;                                           \
    for (size_t i = list->size; i; i--, cell += pbwi_form_size(form)) {      \
      ROOM(0);                                                               \
      TAG();                                                                 \
      out = put_number(out, form, pbwi_form_load(cell, form));                      \
    }                                                                        \
    NEXT();                                                                  \
  }

/* The length of packed varints is at least their number: keep as many bytes free as that takes. */
#define PACKED_VARINTS(name, form)                                           \
  OP(packed_##name) {                                                        \
    const pbw_list *list = pbwi_at(base, rec->offset);                       \
    const char *cell = list->data;                                           \
    ROOM(0);                                                                 \
    TAG();                                                                   \
    uint8_t slot = (uint8_t)pbwi_varint_size(list->size);                    \
    out += slot;                                                             \
    size_t start = (size_t)(out - e->start);                                 \
    for (size_t i = list->size; i; i--, cell += pbwi_form_size(form)) {      \
      ROOM(0);                                                               \
      out = put_number(out, form, pbwi_form_load(cell, form));                      \
    }                                                                        \
    ROOM(0);                                                                 \
    out = pbwi_encoder_close(e, out, start, &slot);                          \
    NEXT();                                                                  \
  }

/* Lists of fixed-width values are copied whole where the byte order is the wire's. */
#define PACKED_FIXED(name, form)                                             \
  OP(packed_##name) {                                                        \
    const pbw_list *list = pbwi_at(base, rec->offset);                       \
    const size_t width = pbwi_form_size(form);                               \
    size_t bytes = list->size * width;                                       \
    if (list->size > PBWI_MAX_SIZE / width) FAIL(PBW_ERR_SIZE);              \
    ROOM(bytes);                                                             \
    TAG();                                                                   \
    out = pbwi_varint_put(out, bytes);                                       \
    memcpy(out, list->data, bytes);                                          \
    for (size_t i = 0; PBWI_BIG_ENDIAN && i < bytes; i += width)             \
      put_number(out + i, form, pbwi_form_load(pbwi_at(list->data, i), form));      \
    out += bytes;                                                            \
    NEXT();                                                                  \
  }

NUMBER(flag, PBWI_FORM_BOOL)
NUMBER(int32, PBWI_FORM_INT32)
NUMBER(uint32, PBWI_FORM_UINT32)
NUMBER(var64, PBWI_FORM_VAR64)
NUMBER(zig32, PBWI_FORM_ZIG32)
NUMBER(zig64, PBWI_FORM_ZIG64)
NUMBER(fix32, PBWI_FORM_FIX32)
NUMBER(fix64, PBWI_FORM_FIX64)
LONG_VARINT(flag, PBWI_FORM_BOOL)
LONG_VARINT(int32, PBWI_FORM_INT32)
LONG_VARINT(uint32, PBWI_FORM_UINT32)
LONG_VARINT(var64, PBWI_FORM_VAR64)
LONG_VARINT(zig32, PBWI_FORM_ZIG32)
LONG_VARINT(zig64, PBWI_FORM_ZIG64)
PACKED_VARINTS(flag, PBWI_FORM_BOOL)
PACKED_VARINTS(int32, PBWI_FORM_INT32)
PACKED_VARINTS(uint32, PBWI_FORM_UINT32)
PACKED_VARINTS(var64, PBWI_FORM_VAR64)
PACKED_VARINTS(zig32, PBWI_FORM_ZIG32)
PACKED_VARINTS(zig64, PBWI_FORM_ZIG64)
PACKED_FIXED(fix32, PBWI_FORM_FIX32)
PACKED_FIXED(fix64, PBWI_FORM_FIX64)

/* Back to the record's own operation, whether it came alone or as the second of a pair. */
OP(make_room) {
  if (!(out = pbwi_encoder_grow(e, out, 0))) JUMP(failed);
  lim = e->lim;
  GO(rec);
}

/* ---- strings ---- */

/* Short ones at once; long ones, and all that are to be looked at, by an operation that may call. */
#define SHORT_BYTES(cell)                                                    \
  do {                                                                       \
    size_t bytes = (cell)->size;                                             \
    if (PBWI_UNLIKELY(bytes > e->quick || (ptrdiff_t)bytes > lim - out)) JUMP(one_bytes_long); \
    TAG();                                                                   \
    *out++ = (uint8_t)bytes;                                                 \
    out = copy_short(out, (cell)->data, bytes);                              \
  } while (0)

SINGLES(NONZERO, )
#if PBWI_LABELS /* a switch has no code for pairs */
PAIRS(PAIR)
#endif

OP(bit_bytes) {
  const pbw_bytes *cell = pbwi_at(base, rec->offset);
  if ((uint8_t)base[rec->presence_offset] & rec->presence_mask) SHORT_BYTES(cell);
  NEXT();
}

OP(one_bytes) {
  const pbw_bytes *cell = pbwi_at(base, rec->offset);
  SHORT_BYTES(cell);
  NEXT();
}

OP(one_bytes_long) {
  const pbw_bytes *cell = pbwi_at(base, rec->offset);
  size_t bytes = cell->size;
  if (bytes > PBWI_MAX_SIZE) FAIL(PBW_ERR_SIZE);
  ROOM(bytes);
  TAG();
  out = pbwi_varint_put(out, bytes);
  out = bytes <= SHORT ? copy_short(out, cell->data, bytes) : copy_long(out, cell->data, bytes);
  if (PBWI_UNLIKELY(!e->quick)) look_at(e, rec, out - bytes, bytes);
  NEXT();
}

OP(list_bytes) {
  const pbw_list *list = pbwi_at(base, rec->offset);
  const pbw_bytes *cell = list->data;
  for (size_t i = list->size; i; i--, cell++) {
    size_t bytes = cell->size;
    if (PBWI_UNLIKELY(bytes > PBWI_MAX_SIZE)) FAIL(PBW_ERR_SIZE);
    ROOM(bytes);
    TAG();
    out = pbwi_varint_put(out, bytes);
    out = bytes <= SHORT ? copy_short(out, cell->data, bytes) : copy_long(out, cell->data, bytes);
    if (PBWI_UNLIKELY(!e->quick)) look_at(e, rec, out - bytes, bytes);
  }
  NEXT();
}

/* ---- what goes before a value ---- */

/* A list or map. Empty ones often stand in a row: go on to the next record that is none of them. */
OP(many) {
  if (((const pbw_list *)pbwi_at(base, rec->offset))->size) GO_INNER(rec);
  do rec++;
  while (rec->flags & PBWI_ENC_COUNTED && !((const pbw_list *)pbwi_at(base, rec->offset))->size);
  SETTLE(rec);
  GO(rec);
}

/* A oneof's member. */
OP(which) {
  uint32_t number;
  memcpy(&number, base + rec->presence_offset, 4);
  if (number == rec->presence_mask) GO_INNER(rec);
  NEXT();
}

/* ---- messages ---- */

/* Put the current message aside. */
#define PUSH()                                                               \
  do {                                                                       \
    if (PBWI_UNLIKELY(e->top == e->limit) && !pbwi_encoder_deepen(e)) JUMP(failed); \
    if (PBWI_UNLIKELY(e->top == e->deepest)) {                               \
      e->top->slot = 1;                                                      \
      e->deepest++;                                                          \
    }                                                                        \
    e->top->rec = rec;                                                       \
    e->top->base = base;                                                     \
    e->top->sorted = NULL;                                                   \
    e->top++;                                                                \
  } while (0)

/* Go into the only child of a field. */
#define ENTER_ONE(child, kind)                                               \
  do {                                                                       \
    PUSH();                                                                  \
    pbwi_enc_frame *f = e->top - 1;                                          \
    f->next = f->end = NULL;                                                 \
    f->close = (kind);                                                       \
    if (kind != PBWI_CLOSE_GROUP) out += f->slot;                                 \
    f->start = (size_t)(out - e->start);                                     \
    base = (child);                                                          \
    JUMP(enter);                                                             \
  } while (0)

/* Go into the children of a field, `width` bytes apart where they stand, or behind pointers. */
#define ENTER_MANY(list, width, distance, kind)                              \
  do {                                                                       \
    PUSH();                                                                  \
    pbwi_enc_frame *f = e->top - 1;                                          \
    f->next = (list)->data;                                                  \
    f->end = f->next + (list)->size * (width);                               \
    f->stride = (distance);                                                  \
    f->close = (kind);                                                       \
  } while (0)

OP(one_message) {
  const char *child = *(char *const *)(const void *)(base + rec->offset);
  if (!child && !(rec->flags & PBWI_ENC_IN_ENTRY)) NEXT();
  ROOM(0);
  TAG();
  if (!child) { /* an entry always has its value */
    *out++ = 0;
    NEXT();
  }
  ENTER_ONE(child, PBWI_CLOSE_LENGTH);
}

OP(one_group) {
  const char *child = *(char *const *)(const void *)(base + rec->offset);
  if (!child) NEXT();
  ROOM(0);
  TAG();
  ENTER_ONE(child, PBWI_CLOSE_GROUP);
}

/* An item of a message set: a group 1 of type_id 2 and message 3. */
OP(set_item) {
  const char *child = *(char *const *)(const void *)(base + rec->offset);
  if (!child) NEXT();
  ROOM(0);
  *out++ = 0x0b;
  *out++ = 0x10;
  out = pbwi_varint_put(out, rec->presence_mask);
  *out++ = 0x1a;
  ENTER_ONE(child, PBWI_CLOSE_ITEM);
}

OP(list_message) {
  const pbw_list *list = pbwi_at(base, rec->offset);
  ENTER_MANY(list, sizeof(void *), 0, PBWI_CLOSE_LENGTH);
  JUMP(next_child);
}

OP(list_group) {
  const pbw_list *list = pbwi_at(base, rec->offset);
  ENTER_MANY(list, sizeof(void *), 0, PBWI_CLOSE_GROUP);
  JUMP(next_child);
}

OP(map) {
  const pbw_list *list = pbwi_at(base, rec->offset);
  size_t width = rec->sub->size;
  ENTER_MANY(list, width, width, PBWI_CLOSE_LENGTH);
  if (e->flags & PBW_DETERMINISTIC && list->size > 1) {
    pbwi_enc_frame *f = e->top - 1;
    if (!pbwi_encoder_sort(e, list, rec->sub)) {
      e->top--; /* no entry has begun: there is none to tell */
      JUMP(failed);
    }
    f->next = (const char *)f->sorted;
    f->end = f->next + list->size * sizeof(void *);
    f->stride = 0;
    f->close = PBWI_CLOSE_SORTED;
  }
  JUMP(next_child);
}

/* The next child of the frame on top; there is one. A NULL in a host's list is an empty message. */
OP(next_child) {
  pbwi_enc_frame *f = e->top - 1;
  const char *at = f->next;
  rec = f->rec;
  f->next += f->stride ? f->stride : sizeof(void *); /* before anything can fail: an error's path tells the one before it */
  ROOM(0);
  TAG();
  base = f->stride ? at : *(char *const *)(const void *)at;
  if (f->close != PBWI_CLOSE_GROUP) out += f->slot;
  f->start = (size_t)(out - e->start);
  if (PBWI_LIKELY(base != NULL)) JUMP(enter);
  JUMP(close);
}

/* Begin the message at base, the child of `rec`. */
OP(enter) {
  const pbwi_plan *plan = rec->sub;
  if (PBWI_UNLIKELY(plan->flags & PBWI_PLAN_REQUIRED) && pbwi_plan_incomplete(plan, base)) e->incomplete = true;
  rec = plan->enc;
  GO(rec);
}

/* ---- the end of a message ---- */

OP(end_message) {
  const pbw_message *message = (const void *)base;
  if (PBWI_UNLIKELY(message->unknown.size)) JUMP(unknown);
  JUMP(close);
}

OP(end_entry) { JUMP(close); }

OP(unknown) {
  const pbw_message *message = (const void *)base;
  const pbw_bytes *slice = message->unknown.data;
  for (size_t i = e->flags & PBW_NO_UNKNOWN ? 0 : message->unknown.size; i; i--, slice++) {
    if (slice->size > PBWI_MAX_SIZE) FAIL(PBW_ERR_SIZE);
    ROOM(slice->size);
    if (slice->size) memcpy(out, slice->data, slice->size);
    out += slice->size;
  }
  JUMP(close);
}

OP(close) {
  if (e->top == e->frames) JUMP(finish);
  pbwi_enc_frame *f = e->top - 1;
  size_t bytes = (size_t)(out - e->start) - f->start;
  if (PBWI_UNLIKELY(f->close != PBWI_CLOSE_LENGTH || bytes >= 0x80 || f->slot != 1)) JUMP(close_other);
  e->start[f->start - 1] = (uint8_t)bytes;
  if (f->next != f->end) JUMP(next_child);
  e->top = f;
  rec = f->rec;
  base = f->base;
  NEXT();
}

OP(close_other) {
  pbwi_enc_frame *f = e->top - 1;
  ROOM(0);
  if (f->close != PBWI_CLOSE_GROUP) out = pbwi_encoder_close(e, out, f->start, &f->slot);
  if (f->close == PBWI_CLOSE_ITEM) *out++ = 0x0c;
  if (f->close == PBWI_CLOSE_GROUP) { /* the end tag is the start tag with the next wire type */
    pbwi_store64le(out, f->rec->tag + 1);
    out += f->rec->tag_size;
  }
  if (f->next != f->end) JUMP(next_child);
  if (PBWI_UNLIKELY(f->sorted != NULL)) pbwi_encoder_drop_sorted(e, f);
  e->top = f;
  rec = f->rec;
  base = f->base;
  NEXT();
}

OP(finish) {
  if (PBWI_UNLIKELY(e->delimited)) JUMP(finish_delimited);
  e->out = out;
  FINISH();
}

OP(finish_delimited) {
  uint8_t slot = 1;
  ROOM(0);
  e->out = pbwi_encoder_close(e, out, 1, &slot);
  FINISH();
}

OP(failed) {
  e->out = NULL;
  FINISH();
}
