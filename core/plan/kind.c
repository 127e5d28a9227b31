/* The table of field types. */
#include "core/plan/kind.h"

#define CELL_BYTES sizeof(pbw_bytes)
#define CELL_POINTER sizeof(void *)

const pbwi_kind pbwi_kinds[19] = {
    [PBW_TYPE_DOUBLE] = {"double", PBWI_WIRE_64, PBW_CELL_64, 8, 1, 0},
    [PBW_TYPE_FLOAT] = {"float", PBWI_WIRE_32, PBW_CELL_32, 4, 1, 0},
    [PBW_TYPE_INT64] = {"int64", PBWI_WIRE_VARINT, PBW_CELL_64, 8, 1, 1},
    [PBW_TYPE_UINT64] = {"uint64", PBWI_WIRE_VARINT, PBW_CELL_64, 8, 1, 1},
    [PBW_TYPE_INT32] = {"int32", PBWI_WIRE_VARINT, PBW_CELL_32, 4, 1, 1},
    [PBW_TYPE_FIXED64] = {"fixed64", PBWI_WIRE_64, PBW_CELL_64, 8, 1, 1},
    [PBW_TYPE_FIXED32] = {"fixed32", PBWI_WIRE_32, PBW_CELL_32, 4, 1, 1},
    [PBW_TYPE_BOOL] = {"bool", PBWI_WIRE_VARINT, PBW_CELL_BOOL, 1, 1, 1},
    [PBW_TYPE_STRING] = {"string", PBWI_WIRE_BYTES, PBW_CELL_BYTES, CELL_BYTES, 0, 1},
    [PBW_TYPE_GROUP] = {"group", PBWI_WIRE_START, PBW_CELL_MESSAGE, CELL_POINTER, 0, 0},
    [PBW_TYPE_MESSAGE] = {"message", PBWI_WIRE_BYTES, PBW_CELL_MESSAGE, CELL_POINTER, 0, 0},
    [PBW_TYPE_BYTES] = {"bytes", PBWI_WIRE_BYTES, PBW_CELL_BYTES, CELL_BYTES, 0, 0},
    [PBW_TYPE_UINT32] = {"uint32", PBWI_WIRE_VARINT, PBW_CELL_32, 4, 1, 1},
    [PBW_TYPE_ENUM] = {"enum", PBWI_WIRE_VARINT, PBW_CELL_32, 4, 1, 0},
    [PBW_TYPE_SFIXED32] = {"sfixed32", PBWI_WIRE_32, PBW_CELL_32, 4, 1, 1},
    [PBW_TYPE_SFIXED64] = {"sfixed64", PBWI_WIRE_64, PBW_CELL_64, 8, 1, 1},
    [PBW_TYPE_SINT32] = {"sint32", PBWI_WIRE_VARINT, PBW_CELL_32, 4, 1, 1},
    [PBW_TYPE_SINT64] = {"sint64", PBWI_WIRE_VARINT, PBW_CELL_64, 8, 1, 1},
};
