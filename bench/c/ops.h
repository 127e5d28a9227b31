/* What the operations are called in results, and which inputs they are for. */
#ifndef PBW_BENCH_OPS_H
#define PBW_BENCH_OPS_H

#include "engine.h"

static const char *const op_names[OP_COUNT] = {
    [OP_DECODE_OWNED] = "decode-owned",
    [OP_DECODE_POOLED] = "decode-pooled",
    [OP_DECODE_ALIAS] = "decode-alias",
    [OP_ENCODE] = "encode",
    [OP_CREATE_ENCODE] = "create-encode",
    [OP_CREATE_CHECKED] = "create-encode-utf8",
    [OP_STREAM] = "stream",
    [OP_SCHEMA_LOAD] = "schema-load",
    [OP_JSON_PRINT] = "json-print",
    [OP_JSON_PARSE] = "json-parse",
    [OP_JSON_SCAN] = "json-scan",
};

static const int op_forms[OP_COUNT] = {[OP_STREAM] = INPUT_STREAM,   [OP_SCHEMA_LOAD] = INPUT_SCHEMA,
                                       [OP_JSON_PRINT] = INPUT_JSON, [OP_JSON_PARSE] = INPUT_JSON,
                                       [OP_JSON_SCAN] = INPUT_JSON}; /* else a message */

#endif
