/* The operations that plans are made of: what a decoder or encoder record does. The order counts: the
 * builder computes an operation as a group's first one plus the form of the value. */
#ifndef PBWI_OPS_H
#define PBWI_OPS_H

/* How a scalar value stands on the wire and in its cell. */
enum {
  PBWI_FORM_BOOL,   /* varint, 1 byte                      */
  PBWI_FORM_INT32,  /* varint, 4 bytes, sign-extended      */
  PBWI_FORM_UINT32, /* varint, 4 bytes                     */
  PBWI_FORM_VAR64,  /* varint, 8 bytes                     */
  PBWI_FORM_ZIG32,  /* zigzag varint, 4 bytes              */
  PBWI_FORM_ZIG64,  /* zigzag varint, 8 bytes              */
  PBWI_FORM_FIX32,  /* 4 bytes                             */
  PBWI_FORM_FIX64,  /* 8 bytes                             */
  PBWI_FORM_BYTES,  /* length and bytes                    */
  PBWI_FORM_COUNT
};

enum {
  PBWI_DEC_NONE,                                          /* matches nothing                          */
  PBWI_DEC_ONE,                                           /* + form: store one value                  */
  PBWI_DEC_ONE_UTF8 = PBWI_DEC_ONE + PBWI_FORM_COUNT,     /* a string that must be UTF-8              */
  PBWI_DEC_LIST,                                          /* + form: append one value                 */
  PBWI_DEC_PACKED = PBWI_DEC_LIST + PBWI_FORM_COUNT,      /* + form: append many                      */
  PBWI_DEC_LIST_UTF8 = PBWI_DEC_PACKED + PBWI_FORM_COUNT,
  PBWI_DEC_ONE_ENUM,                                      /* closed: unlisted numbers are unknown     */
  PBWI_DEC_LIST_ENUM,
  PBWI_DEC_PACKED_ENUM,
  PBWI_DEC_ONE_MESSAGE,
  PBWI_DEC_LIST_MESSAGE,
  PBWI_DEC_ONE_GROUP,
  PBWI_DEC_LIST_GROUP,
  PBWI_DEC_MAP,
  PBWI_DEC_ONEOF,                                         /* switch the case, go on with `inner`      */
  PBWI_DEC_FAR,                                           /* set a presence bit beyond the first 64,
                                                             go on with `inner`                       */
  PBWI_DEC_COUNT
};

enum {
  PBWI_ENC_END,                                           /* of the message                           */
  PBWI_ENC_ENTRY_END,                                     /* of a map entry                           */
  PBWI_ENC_NONZERO,                                       /* + form: write when not zero              */
  PBWI_ENC_BIT = PBWI_ENC_NONZERO + PBWI_FORM_COUNT,      /* + form: write when its bit is set        */
  PBWI_ENC_ONE = PBWI_ENC_BIT + PBWI_FORM_COUNT,          /* + form: write                            */
  PBWI_ENC_LIST = PBWI_ENC_ONE + PBWI_FORM_COUNT,         /* + form: tag and value for each           */
  PBWI_ENC_PACKED = PBWI_ENC_LIST + PBWI_FORM_COUNT,      /* + form: tag, length, values              */
  PBWI_ENC_ONE_MESSAGE = PBWI_ENC_PACKED + PBWI_FORM_COUNT,
  PBWI_ENC_LIST_MESSAGE,
  PBWI_ENC_ONE_GROUP,
  PBWI_ENC_LIST_GROUP,
  PBWI_ENC_MAP,
  PBWI_ENC_SET_ITEM,                                      /* an extension in a message set            */
  PBWI_ENC_MANY,                                          /* when the list or map is not empty: `inner` */
  PBWI_ENC_CASE,                                          /* when the oneof's case is this: `inner`   */
  PBWI_ENC_COUNT
};

#endif
