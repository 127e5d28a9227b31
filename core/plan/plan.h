/* What the codecs execute and where fields live: data only. The schema builds it, nothing here knows a
 * schema.
 *
 * A type's plan is its layout (slots: one per field and extension, in the order of their numbers) and two
 * programs made from it:
 *
 *   slots[i]   what field i is and where its cells stand; for accessors, names, and rare paths
 *   dec[i]     40 bytes that decode it: expected tag bytes, operation, cell offset, presence bit
 *   enc[i]     40 bytes that encode it: ready tag bytes, operation, cell offset, presence mask
 *
 *   dec: | slot 0 | slot 1 | ... | slot n-1 | NONE | alternates: the other form of packable lists | NONE | NONE |
 *        The decoder expects the record that it just ran or the one behind it. NONE matches no tag.
 *   enc: | slot 0 | slot 1 | ... | slot n-1 | END |
 *
 * A message block, made and freed in an arena (sizes for 64-bit machines):
 *
 *   0        8        16                40                                    size (a multiple of 16)
 *   +--------+--------+-----------------+----------+--------------------------+
 *   | plan   | arena  | unknown list    | has bits | cells                    |
 *   +--------+--------+-----------------+----------+--------------------------+
 *     has bits: has_words words of 64, required fields first; absent when no field needs one
 *     arena:    NULL in a pooled message, which is read-only
 *
 * A map entry is not a message: its plan has key and value cells from offset 0 on, no header and no bits.
 */
#ifndef PBWI_PLAN_H
#define PBWI_PLAN_H

#include "core/plan/kind.h"

typedef struct pbwi_plan pbwi_plan;

/* The numbers of a closed enum, sorted; values from `low` to `low + dense - 1` are all declared. */
typedef struct pbwi_numbers {
  int32_t low;
  uint32_t dense;
  uint32_t count;
  const int32_t *sorted;
} pbwi_numbers;

enum {                         /* pbwi_slot.flags                                                 */
  PBWI_SLOT_PACKED = 1,        /* a list that is encoded packed                                   */
  PBWI_SLOT_UTF8 = 2,          /* a string that must be UTF-8                                     */
  PBWI_SLOT_REQUIRED = 4,
  PBWI_SLOT_EXTENSION = 8,
  PBWI_SLOT_MESSAGE_SET = 16   /* an extension of a message set: encoded as an item               */
};

typedef struct pbwi_slot {
  uint32_t number;
  uint8_t type;                /* PBW_TYPE_...; of a list its element's, of a map MESSAGE         */
  uint8_t cardinality;         /* PBW_SINGULAR, PBW_REPEATED, PBW_MAP                             */
  uint8_t presence;            /* PBW_PRESENCE_...                                                */
  uint8_t flags;
  uint32_t offset;             /* of the cell                                                     */
  uint32_t presence_offset;    /* BIT: of the byte; ONEOF: of the uint32 case                     */
  uint32_t presence_mask;      /* BIT: mask in that byte; ONEOF: number                           */
  uint32_t bit;                /* BIT: index of the bit, from 0                                   */
  const pbwi_plan *sub;        /* plan of a message, group or map entry                           */
  const pbwi_numbers *closed;  /* the numbers of a closed enum, else NULL                         */
  const void *fallback;        /* the default as a cell, or NULL for zero                         */
  const char *name;            /* for errors: "field", or "[pkg.ext]" for an extension            */
  const void *field;           /* the pbw_field that this is, for the floors above                */
} pbwi_slot;

typedef struct pbwi_dec {
  uint16_t tag;                /* the tag's first two bytes as a little-endian number, & mask     */
  uint16_t mask;               /* 0x00ff: one byte, 0xffff: two; longer tags are never predicted  */
  uint8_t op;                  /* what to do first                                                */
  uint8_t inner;               /* what the first operation goes on with (oneof, far bit)          */
  uint8_t tag_size;            /* bytes of the tag                                                */
  uint32_t offset;             /* of the cell                                                     */
  uint16_t slot;               /* index of the slot                                               */
  uint16_t alternate;          /* of the record for the other wire type, or 0                     */
  uint64_t has;                /* presence bit, when it is one of the first 64, or 0              */
  const void *go;              /* the operation's code, where that is a value (codec/decode.h)    */
  union {
    const pbwi_plan *sub;
    const pbwi_numbers *closed;
  } u;
} pbwi_dec;

enum {                         /* pbwi_enc.flags                                                  */
  PBWI_ENC_IN_ENTRY = 1,       /* key or value of a map entry: written also when absent           */
  PBWI_ENC_COUNTED = 2,        /* a list or map: the cell tells whether it is empty               */
  PBWI_ENC_UTF8 = 4            /* strings that must be UTF-8                                      */
};

typedef struct pbwi_enc {
  uint64_t tag;                /* the tag's bytes; the first one is the lowest                    */
  uint8_t op;
  uint8_t inner;               /* what a presence test goes on with                               */
  uint8_t tag_size;
  uint8_t flags;               /* of those above                                                  */
  uint32_t offset;
  uint32_t presence_offset;
  uint32_t presence_mask;      /* BIT: the mask; CASE, SET_ITEM: the field's number               */
  const void *go;              /* the operation's code, where that is a value (codec/encode.h)    */
  const pbwi_plan *sub;
} pbwi_enc;

enum {                         /* pbwi_plan.flags                                                 */
  PBWI_PLAN_ENTRY = 1,         /* a map entry                                                     */
  PBWI_PLAN_MESSAGE_SET = 2,
  PBWI_PLAN_REQUIRED = 4,      /* has required fields                                             */
  PBWI_PLAN_REQUIRED_MORE = 8, /* has some that `required` does not tell                          */
  PBWI_PLAN_REQUIRED_BELOW = 16 /* a required field stands here or somewhere below                */
};

struct pbwi_plan {
  uint32_t size;               /* bytes of a message, or from one map entry to the next           */
  uint16_t slot_count;
  uint16_t flags;
  uint32_t has_offset;         /* of the first word of presence bits                              */
  uint32_t has_words;
  uint64_t required;           /* bits of the first word that must be set                         */
  const pbwi_slot *slots;
  const pbwi_dec *dec;
  const pbwi_enc *enc;
  const uint16_t *by_number;   /* slot index + 1 for numbers below `dense`, 0: none               */
  uint32_t dense;
  const char *name;            /* full name, for errors                                           */
  const void *type;            /* the pbw_type that this is, for the floors above                 */
  uint16_t by_tag[128];        /* one-byte tags: dec index + 1, 0: none                           */
};

_Static_assert(sizeof(void *) != 8 || (sizeof(pbwi_dec) == 40 && sizeof(pbwi_enc) == 40), "as drawn");

/* The wire type that a field is encoded with; packable lists may come with the other one too. */
PBWI_INLINE unsigned pbwi_slot_wire(const pbwi_slot *slot) {
  return slot->flags & PBWI_SLOT_PACKED ? PBWI_WIRE_BYTES : pbwi_kinds[slot->type].wire;
}

/* The slot of a field number, or NULL. */
const pbwi_slot *pbwi_plan_find(const pbwi_plan *plan, uint32_t number);

/* Whether a required field of a message may be missing; for a type with REQUIRED_MORE always. */
PBWI_INLINE bool pbwi_plan_incomplete(const pbwi_plan *plan, const void *message) {
  uint64_t word;
  if (plan->flags & PBWI_PLAN_REQUIRED_MORE) return true;
  memcpy(&word, (const char *)message + plan->has_offset, sizeof word);
  return (word & plan->required) != plan->required;
}

/* Whether a closed enum has the number. */
bool pbwi_numbers_has(const pbwi_numbers *numbers, int32_t value);

#endif
