/* The operations of the decoder, as one text for two ways of compiling it; decode.c sets it up.
 *
 *   OP(name) { ... }   opens an operation: a function, or a label of one function
 *   JUMP(name)         goes to another one
 *   GO(rec)            goes to the one that a record holds
 *
 * All share p (the position), lim (the first place where no operation may start), rec (the record), base
 * (the message), has (its presence bits that are not stored yet) and d (the rest). */

#define MATCHES(r) ((pbwi_load16le(p) & (r)->mask) == (r)->tag)

/* Go on behind a singular field: its successor is expected. */
#define NEXT()                                   \
  do {                                           \
    if (PBWI_UNLIKELY(p >= lim)) JUMP(boundary); \
    rec++;                                       \
    SETTLE(rec);                                 \
    if (PBWI_LIKELY(MATCHES(rec))) GO(rec);     \
    JUMP(dispatch);                              \
  } while (0)

/* Go on behind an element of a list: another one is expected, then the successor. */
#define AGAIN(op)                               \
  do {                                          \
    if (PBWI_UNLIKELY(p >= lim)) JUMP(boundary); \
    if (PBWI_LIKELY(MATCHES(rec))) JUMP(op);    \
    rec++;                                      \
    if (PBWI_LIKELY(MATCHES(rec))) GO(rec);     \
    JUMP(dispatch);                              \
  } while (0)

#define FAIL(code)          \
  do {                      \
    d->status = (code);     \
    JUMP(failed);           \
  } while (0)

#define READ_VARINT(value, tag_size)                                    \
  uint64_t value;                                                       \
  const uint8_t *after = pbwi_varint_fast(p + (tag_size), &value);      \
  if (PBWI_UNLIKELY(!after)) FAIL(PBW_ERR_MALFORMED);                   \
  p = after

#define READ_LENGTH(size)                                               \
  ptrdiff_t size;                                                       \
  const uint8_t *after = length_read(p + rec->tag_size, &size);         \
  if (PBWI_UNLIKELY(!after)) FAIL(PBW_ERR_MALFORMED);                   \
  if (PBWI_UNLIKELY(size > d->end - after)) FAIL(PBW_ERR_TRUNCATED);    \
  p = after

/* ---- single values: DO_name decodes one, PAIR makes the operation for two ---- */

/* What is usual is done here: varints of one and two bytes, short strings. Anything else goes on to long_name,
 * so that these call nothing and save no registers. */
#define SHORT_VARINT(form, name)                                        \
  do {                                                                  \
    uint64_t value = p[rec->tag_size];                                  \
    p += rec->tag_size + 1;                                             \
    if (value >= 0x80) {                                                \
      uint64_t second = *p++;                                           \
      if (PBWI_UNLIKELY(second >= 0x80)) JUMP(long_##name);             \
      value = (value & 0x7f) | second << 7;                             \
    }                                                                   \
    pbwi_form_store(base + rec->offset, form, value);                   \
    has |= rec->has;                                                    \
  } while (0)

/* p stands behind the second byte of a longer one. */
#define LONG_VARINT(form, name)                                         \
  OP(long_##name) {                                                     \
    uint64_t value;                                                     \
    const uint8_t *after = pbwi_varint_fast(p - 2, &value);             \
    if (PBWI_UNLIKELY(!after)) {                                        \
      p -= 2 + rec->tag_size;                                           \
      FAIL(PBW_ERR_MALFORMED);                                          \
    }                                                                   \
    p = after;                                                          \
    pbwi_form_store(base + rec->offset, form, value);                   \
    has |= rec->has;                                                    \
    NEXT();                                                             \
  }

#define DO_flag() SHORT_VARINT(PBWI_FORM_BOOL, flag)
#define DO_int32() SHORT_VARINT(PBWI_FORM_INT32, int32)
#define DO_var64() SHORT_VARINT(PBWI_FORM_VAR64, var64)
#define DO_zig32() SHORT_VARINT(PBWI_FORM_ZIG32, zig32)
#define DO_zig64() SHORT_VARINT(PBWI_FORM_ZIG64, zig64)

#define DO_fix32()                                                      \
  do {                                                                  \
    store32(base + rec->offset, pbwi_load32le(p + rec->tag_size));      \
    p += rec->tag_size + 4;                                             \
    has |= rec->has;                                                    \
  } while (0)

#define DO_fix64()                                                      \
  do {                                                                  \
    store64(base + rec->offset, pbwi_load64le(p + rec->tag_size));      \
    p += rec->tag_size + 8;                                             \
    has |= rec->has;                                                    \
  } while (0)

#define SHORT_BYTES(utf8, name)                                         \
  do {                                                                  \
    const uint8_t *data = p + rec->tag_size + 1;                        \
    ptrdiff_t size = data[-1];                                          \
    if (PBWI_UNLIKELY(size > (utf8 ? 16 : 127) || size > d->end - data || (utf8 && !ascii16(data, size)))) \
      JUMP(long_##name);                                                \
    pbw_bytes *cell = (pbw_bytes *)(void *)(base + rec->offset);        \
    cell->data = data + d->alias;                                       \
    cell->size = (size_t)size;                                          \
    p = data + size;                                                    \
    has |= rec->has;                                                    \
  } while (0)

#define LONG_BYTES(utf8, name)                                          \
  OP(long_##name) {                                                     \
    READ_LENGTH(size);                                                  \
    if (utf8 && PBWI_UNLIKELY(!utf8_ok(p, (size_t)size))) JUMP(bad_utf8); \
    pbw_bytes *cell = (pbw_bytes *)(void *)(base + rec->offset);        \
    cell->data = p + d->alias;                                          \
    cell->size = (size_t)size;                                          \
    p += size;                                                          \
    has |= rec->has;                                                    \
    NEXT();                                                             \
  }

#define DO_bytes() SHORT_BYTES(false, bytes)
#define DO_utf8() SHORT_BYTES(true, utf8)

#define ONE(name, ...)                                                  \
  OP(one_##name) {                                                      \
    DO_##name();                                                        \
    NEXT();                                                             \
  }

#define PAIR(a, b)                                                      \
  OP(pair_##a##_##b) {                                                  \
    DO_##a();                                                           \
    if (PBWI_UNLIKELY(p >= lim)) JUMP(boundary);                        \
    rec++;                                                              \
    SETTLE(rec);                                                        \
    if (PBWI_UNLIKELY(!MATCHES(rec))) JUMP(dispatch);                   \
    DO_##b();                                                           \
    NEXT();                                                             \
  }

/* Room for one more element, as `cell`. */
#define ELEMENT(type, width)                                            \
  pbw_list *list = (pbw_list *)(void *)(base + rec->offset);            \
  type *cell = pbwi_list_next(d->memory, list, width);                   \
  if (PBWI_UNLIKELY(!cell)) FAIL(PBW_ERR_MEMORY)

#define LIST_VARINT(name, form)                                         \
  OP(list_##name) {                                                     \
    READ_VARINT(value, rec->tag_size);                                  \
    ELEMENT(void, pbwi_form_size(form));                                \
    pbwi_form_store(cell, form, value);                                 \
    list->size++;                                                       \
    AGAIN(list_##name);                                                 \
  }

#define LIST_FIXED(name, form)                                          \
  OP(list_##name) {                                                     \
    ELEMENT(void, pbwi_form_size(form));                                \
    if (form == PBWI_FORM_FIX32)                                        \
      store32(cell, pbwi_load32le(p + rec->tag_size));                  \
    else                                                                \
      store64(cell, pbwi_load64le(p + rec->tag_size));                  \
    p += rec->tag_size + pbwi_form_size(form);                          \
    list->size++;                                                       \
    AGAIN(list_##name);                                                 \
  }

#define LIST_BYTES(name, utf8)                                          \
  OP(list_##name) {                                                     \
    READ_LENGTH(size);                                                  \
    if (utf8 && PBWI_UNLIKELY(!utf8_ok(p, (size_t)size))) JUMP(bad_utf8); \
    ELEMENT(pbw_bytes, sizeof *cell);                                   \
    cell->data = p + d->alias;                                          \
    cell->size = (size_t)size;                                          \
    p += size;                                                          \
    list->size++;                                                       \
    AGAIN(list_##name);                                                 \
  }

#define HAS_WORD() (*(uint64_t *)(void *)(base + d->plan->has_offset))

/* Put the current message aside and go into a child of `rec`: its block, its end, its kind, and what its
 * frame is to remember. */
#define ENTER(block, child_end, kind, where)                            \
  do {                                                                  \
    if (PBWI_UNLIKELY(d->top == d->limit) && (d->status = pbwi_decoder_deepen(d))) JUMP(failed); \
    ENTER_ROOMY(block, child_end, kind, where);                         \
  } while (0)

/* The same where there is room for a frame. */
#define ENTER_ROOMY(block, child_end, kind, where)                      \
  do {                                                                  \
    if (has) HAS_WORD() |= has;                                         \
    pbwi_dec_frame *f = d->top++;                                                 \
    f->rec = rec;                                                       \
    f->base = base;                                                     \
    f->end = d->end - d->shift;                                           \
    f->plan = d->plan;                                                    \
    f->child = (kind);                                                  \
    if (kind != PBWI_CHILD_MESSAGE) f->mark = (where), f->reject = false;    \
    base = (char *)(block);                                             \
    d->end = (child_end);                                                \
    JUMP(enter);                                                         \
  } while (0)

/* The child that a message or group cell holds, made when there is none. */
#define CHILD_OF(cell)                                                  \
  pbw_message *child = *(cell);                                         \
  if (PBWI_LIKELY(!child)) {                                            \
    child = pbwi_message_make(d->memory, rec->u.sub, d->owner);           \
    if (PBWI_UNLIKELY(!child)) FAIL(PBW_ERR_MEMORY);                    \
    *(cell) = child;                                                    \
  } else if (PBWI_UNLIKELY(child->arena != d->owner)) {                 \
    FAIL(PBW_ERR_READONLY); /* borrowed by a host */                    \
  }

/* A new child at the end of a list. */
#define NEW_CHILD()                                                     \
  ELEMENT(pbw_message *, sizeof *cell);                                 \
  pbw_message *child = pbwi_message_make(d->memory, rec->u.sub, d->owner);\
  if (PBWI_UNLIKELY(!child)) FAIL(PBW_ERR_MEMORY);                      \
  *cell = child;                                                        \
  list->size++

/* ---- one value ---- */

SINGLES(ONE, )
#if PBWI_LABELS /* a switch has no code for pairs */
PAIRS(PAIR)
#endif

LONG_VARINT(PBWI_FORM_BOOL, flag)
LONG_VARINT(PBWI_FORM_INT32, int32)
LONG_VARINT(PBWI_FORM_VAR64, var64)
LONG_VARINT(PBWI_FORM_ZIG32, zig32)
LONG_VARINT(PBWI_FORM_ZIG64, zig64)
LONG_BYTES(false, bytes)
LONG_BYTES(true, utf8)

OP(one_enum) {
  READ_VARINT(value, rec->tag_size);
  bool known = pbwi_numbers_has(rec->u.closed, (int32_t)value);
  if (d->plan->flags & PBWI_PLAN_ENTRY) {
    d->top[-1].reject = !known;
  } else if (!known) {
    if (!pbwi_decoder_keep_varint(d, base, d->plan->slots[rec->slot].number, value)) FAIL(PBW_ERR_MEMORY);
    NEXT();
  }
  has |= rec->has;
  pbwi_form_store(base + rec->offset, PBWI_FORM_INT32, value);
  NEXT();
}

/* ---- lists ---- */

LIST_VARINT(flag, PBWI_FORM_BOOL)
LIST_VARINT(int32, PBWI_FORM_INT32)
LIST_VARINT(var64, PBWI_FORM_VAR64)
LIST_VARINT(zig32, PBWI_FORM_ZIG32)
LIST_VARINT(zig64, PBWI_FORM_ZIG64)
LIST_FIXED(fix32, PBWI_FORM_FIX32)
LIST_FIXED(fix64, PBWI_FORM_FIX64)
LIST_BYTES(bytes, false)
LIST_BYTES(utf8, true)

OP(list_enum) {
  READ_VARINT(value, rec->tag_size);
  if (pbwi_numbers_has(rec->u.closed, (int32_t)value)) {
    ELEMENT(int32_t, 4);
    *cell = (int32_t)value;
    list->size++;
  } else if (!pbwi_decoder_keep_varint(d, base, d->plan->slots[rec->slot].number, value)) {
    FAIL(PBW_ERR_MEMORY);
  }
  AGAIN(list_enum);
}

OP(packed) {
  READ_LENGTH(size);
  d->status = pbwi_decoder_packed(d, rec, base, p, (size_t)size);
  if (PBWI_UNLIKELY(d->status)) JUMP(failed);
  p += size;
  NEXT();
}

/* ---- messages ---- */

/* The usual case at once: a short child that is not there yet, and room for it and its frame. Anything else goes
 * on to the next operation, so that this one calls nothing and saves no registers. */
OP(one_message) {
  const pbwi_plan *plan = rec->u.sub;
  const uint8_t *data = p + rec->tag_size + 1;
  ptrdiff_t size = data[-1];
  pbw_message **cell = (pbw_message **)(void *)(base + rec->offset);
  uint8_t *block = d->memory->ptr;
  if (PBWI_UNLIKELY(size > 127 || size > d->end - data || *cell || d->top == d->limit || plan->size > 512 ||
                    plan->size > (size_t)(d->memory->end - block) || PBWI_ASAN))
    JUMP(one_message_long);
  d->memory->ptr = block + plan->size;
  *cell = pbwi_message_init(block, plan, d->owner);
  p = data;
  ENTER_ROOMY(block, p + size, PBWI_CHILD_MESSAGE, NULL);
}

OP(one_message_long) {
  READ_LENGTH(size);
  CHILD_OF((pbw_message **)(void *)(base + rec->offset));
  ENTER(child, p + size, PBWI_CHILD_MESSAGE, NULL);
}

OP(list_message) {
  READ_LENGTH(size);
  NEW_CHILD();
  ENTER(child, p + size, PBWI_CHILD_MESSAGE, NULL);
}

OP(one_group) {
  CHILD_OF((pbw_message **)(void *)(base + rec->offset));
  p += rec->tag_size;
  ENTER(child, d->end, PBWI_CHILD_GROUP, NULL);
}

OP(list_group) {
  NEW_CHILD();
  p += rec->tag_size;
  ENTER(child, d->end, PBWI_CHILD_GROUP, NULL);
}

OP(map) {
  READ_LENGTH(size);
  char *entry = pbwi_map_next(d->memory, (pbw_list *)(void *)(base + rec->offset), rec->u.sub);
  if (PBWI_UNLIKELY(!entry)) FAIL(PBW_ERR_MEMORY);
  const pbwi_slot *value = &rec->u.sub->slots[1];
  if (PBWI_UNLIKELY(value->fallback != NULL)) /* a closed enum without zero */
    memcpy(entry + value->offset, value->fallback, 4);
  ENTER(entry, p + size, PBWI_CHILD_ENTRY, p - d->shift);
}

/* Behind ENTER: begin the child of `rec`. */
OP(enter) {
  d->plan = rec->u.sub;
  JUMP(start);
}

/* Begin the message at base. */
OP(start) {
  rec = d->plan->dec;
  has = 0;
  lim = d->end < d->safe ? d->end : d->safe;
  if (PBWI_UNLIKELY(p >= lim)) JUMP(boundary);
  if (PBWI_LIKELY(MATCHES(rec))) GO(rec);
  JUMP(dispatch);
}

/* ---- what goes before a value ---- */

OP(oneof) {
  const pbwi_slot *slot = &d->plan->slots[rec->slot];
  uint32_t *which = (uint32_t *)(void *)(base + slot->presence_offset);
  if (rec->inner == PBWI_DEC_ONE_ENUM) { /* an unlisted number does not switch */
    READ_VARINT(value, rec->tag_size);
    if (!pbwi_numbers_has(rec->u.closed, (int32_t)value)) {
      if (!pbwi_decoder_keep_varint(d, base, slot->number, value)) FAIL(PBW_ERR_MEMORY);
      NEXT();
    }
    *which = slot->number;
    pbwi_form_store(base + rec->offset, PBWI_FORM_INT32, value);
    NEXT();
  }
  if (*which != slot->number) {
    *which = slot->number;
    memset(base + rec->offset, 0, pbwi_kinds[slot->type].cell_size); /* the other member's bits, should this one fail */
  }
  GO_INNER(rec);
}

OP(far_bit) {
  const pbwi_slot *slot = &d->plan->slots[rec->slot];
  if (rec->inner == PBWI_DEC_ONE_ENUM) { /* an unlisted number is not present */
    uint64_t value;
    if (!pbwi_varint_fast(p + rec->tag_size, &value)) FAIL(PBW_ERR_MALFORMED);
    if (!pbwi_numbers_has(rec->u.closed, (int32_t)value)) JUMP(one_enum);
  }
  base[slot->presence_offset] = (char)(base[slot->presence_offset] | (char)slot->presence_mask);
  GO_INNER(rec);
}

/* ---- not the expected tag ---- */

OP(dispatch) {
  uint8_t byte = *p;
  if (PBWI_LIKELY(byte < 0x80)) {
    unsigned index = d->plan->by_tag[byte];
    if (PBWI_LIKELY(index)) {
      rec = d->plan->dec + index - 1;
      GO(rec);
    }
  }
  JUMP(lookup);
}

OP(lookup) {
  uint64_t tag;
  const uint8_t *after = pbwi_varint_fast(p, &tag);
  if (!after || after > d->end || tag > UINT32_MAX || tag < 8 || after - p > 5) {
    d->status = after && after > d->end ? PBW_ERR_TRUNCATED : PBW_ERR_MALFORMED;
    JUMP(failed_nowhere);
  }
  uint32_t wire = (uint32_t)tag & 7, number = (uint32_t)(tag >> 3);
  if (wire == PBWI_WIRE_END) {
    const pbwi_dec_frame *f = d->top - 1;
    if (f->child != PBWI_CHILD_GROUP || f->plan->slots[f->rec->slot].number != number) JUMP(bad_tag);
    p = after;
    JUMP(leave_other);
  }
  if (wire > PBWI_WIRE_32) JUMP(bad_tag);
  if (tag == (1 << 3 | PBWI_WIRE_START) && d->plan->flags & PBWI_PLAN_MESSAGE_SET) JUMP(item);
  const pbwi_slot *slot = pbwi_plan_find(d->plan, number);
  if (PBWI_LIKELY(slot != NULL)) {
    unsigned own = pbwi_slot_wire(slot);
    const pbwi_dec *found = d->plan->dec + (slot - d->plan->slots);
    bool other = own != wire && found->alternate &&
                 wire == (own == PBWI_WIRE_BYTES ? pbwi_kinds[slot->type].wire : (unsigned)PBWI_WIRE_BYTES);
    if (PBWI_LIKELY(own == wire || other)) {
      rec = other ? d->plan->dec + found->alternate : found;
      p = after - rec->tag_size; /* the tag may have been longer than it needs to be */
      GO(rec);
    }
  }
  JUMP(unknown);
}

OP(unknown) {
  const uint8_t *after = pbwi_field_skip(p, d->end, pbwi_decoder_depth_left(d), &d->status);
  if (PBWI_UNLIKELY(!after)) JUMP(failed_nowhere);
  if (!(d->plan->flags & PBWI_PLAN_ENTRY) && !pbwi_decoder_keep(d, base, p + d->alias, (size_t)(after - p)))
    FAIL(PBW_ERR_MEMORY);
  p = after;
  if (PBWI_UNLIKELY(p >= lim)) JUMP(boundary);
  if (MATCHES(rec)) GO(rec);
  JUMP(dispatch);
}

OP(item) {
  pbwi_set_item part;
  if ((d->status = pbwi_decoder_item(d, p, &part))) JUMP(failed_nowhere);
  const pbwi_slot *slot = part.type ? pbwi_plan_find(d->plan, part.type) : NULL;
  if (!slot) JUMP(unknown);
  rec = d->plan->dec + (slot - d->plan->slots);
  CHILD_OF((pbw_message **)(void *)(base + rec->offset));
  p = part.data;
  ENTER(child, p + part.size, PBWI_CHILD_ITEM, part.end - d->shift);
}

/* ---- the end of a message, or of what can be read without looking ---- */

OP(boundary) {
  const pbwi_dec_frame *f = d->top - 1;
  if (PBWI_UNLIKELY(p != d->end)) JUMP(not_the_end);
  if (PBWI_LIKELY(f->child == PBWI_CHILD_MESSAGE)) JUMP(leave);
  if (PBWI_UNLIKELY(f->child == PBWI_CHILD_GROUP)) {
    d->status = PBW_ERR_TRUNCATED;
    JUMP(failed_nowhere);
  }
  JUMP(leave_other);
}

OP(not_the_end) {
  if (p > d->end) { /* the field of `rec` ran over it */
    p = d->end;
    FAIL(PBW_ERR_TRUNCATED);
  }
  p = pbwi_decoder_patch(d, p);
  lim = d->end;
  JUMP(resume);
}

#define COMPLETE()                                                      \
  do {                                                                  \
    if (has) HAS_WORD() |= has;                                         \
    if (PBWI_UNLIKELY(d->plan->flags & PBWI_PLAN_REQUIRED) && pbwi_plan_incomplete(d->plan, base)) d->incomplete = true; \
  } while (0)

/* The current message is complete: back to its parent, which the top frame remembers. */
OP(leave) {
  COMPLETE();
  const pbwi_dec_frame *f = --d->top;
  rec = f->rec;
  base = f->base;
  d->plan = f->plan;
  d->end = f->end + d->shift;
  JUMP(resume_parent);
}

OP(resume_parent) {
  has = 0;
  lim = d->end < d->safe ? d->end : d->safe;
  if (PBWI_UNLIKELY(p >= lim)) JUMP(boundary);
  JUMP(resume);
}

/* The same for the outermost message and for children that ask for more. */
OP(leave_other) {
  COMPLETE();
  const pbwi_dec_frame *f = d->top - 1;
  if (PBWI_LIKELY(f->child == PBWI_CHILD_ROOT)) JUMP(done);
  const pbwi_plan *child_plan = d->plan;
  char *child = base;
  d->top--;
  rec = f->rec;
  base = f->base;
  d->plan = f->plan;
  d->end = f->end + d->shift;
  if (f->child == PBWI_CHILD_ITEM) p = f->mark + d->shift;
  if (f->child == PBWI_CHILD_ENTRY) {
    const pbwi_slot *value = &child_plan->slots[1];
    if (pbwi_kinds[value->type].cell == PBW_CELL_MESSAGE) {
      pbw_message **cell = (pbw_message **)(void *)(child + value->offset);
      if (!*cell) { /* an empty value is a level too, below its entry: else it could not be encoded again */
        if (pbwi_decoder_depth_left(d) < 2) FAIL(PBW_ERR_DEPTH);
        if (!(*cell = pbwi_message_make(d->memory, value->sub, d->owner))) FAIL(PBW_ERR_MEMORY);
        if (value->sub->flags & PBWI_PLAN_REQUIRED) d->incomplete = true;
      }
    }
    if (PBWI_UNLIKELY(f->reject)) {
      /* In the first space: the entry may have begun there and ended in the patch. */
      size_t size = (size_t)((uintptr_t)p - (uintptr_t)d->shift - (uintptr_t)f->mark);
      if (!pbwi_decoder_keep_bytes(d, base, d->plan->slots[rec->slot].number, f->mark, size)) FAIL(PBW_ERR_MEMORY);
    } else {
      pbwi_map_commit((pbw_list *)(void *)(base + rec->offset), child_plan);
    }
  }
  JUMP(resume_parent);
}

/* Go on with another value of the field of `rec`, or its successor, or any field. */
OP(resume) {
  if (PBWI_LIKELY(MATCHES(rec))) GO(rec);
  rec++;
  if (PBWI_LIKELY(MATCHES(rec))) GO(rec);
  JUMP(dispatch);
}

/* ---- the end ---- */

OP(bad_utf8) {
  p += pbwi_utf8_prefix(p, (size_t)(d->end - p));
  FAIL(PBW_ERR_UTF8);
}

OP(bad_tag) {
  d->status = PBW_ERR_MALFORMED;
  JUMP(failed_nowhere);
}

OP(failed_nowhere) {
  rec = NULL;
  JUMP(failed);
}

OP(failed) {
  d->status = pbwi_decoder_fail(d, d->status, p, rec, base);
  JUMP(done);
}

OP(done) {
  FINISH();
}
