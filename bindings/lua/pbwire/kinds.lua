-- The one table of field types: how each looks in memory and what it is in Lua. Everything that reads, writes,
-- checks or prints values goes by it.
--
--   name    as in a .proto file
--   slot    the pointer (below) through which a cell of it is read and written
--   lua     the Lua type: "number", "int64" (exact, by policy), "boolean", "string", "enum", "message"
local ffi = require "ffi"

local function kind(name, slot, lua) return { name = name, slot = slot, lua = lua } end

local uint32, int32 = kind("uint32", "u32", "number"), kind("int32", "i32", "number")

-- By the numbers of descriptor.proto.
local kinds = {
  kind("double", "f64", "number"),
  kind("float", "f32", "number"),
  kind("int64", "i64", "int64"),
  kind("uint64", "u64", "int64"),
  int32,
  kind("uint64", "u64", "int64"), -- fixed64
  uint32, -- fixed32
  kind("bool", "u8", "boolean"),
  kind("string", "ptr", "string"),
  kind("message", "ptr", "message"), -- group
  kind("message", "ptr", "message"),
  kind("bytes", "ptr", "string"),
  uint32,
  kind("enum", "i32", "enum"),
  int32, -- sfixed32
  kind("int64", "i64", "int64"), -- sfixed64
  int32, -- sint32
  kind("int64", "i64", "int64"), -- sint64
}

-- A message is read through pointers of these types, all to its start: `i32[12]` is the int32 at byte 48. Cells are
-- aligned, so every offset divides. This needs no ctype of its own for a message, of which LuaJIT never frees any.
local pointers = {
  u8 = ffi.typeof "uint8_t *",
  i32 = ffi.typeof "int32_t *",
  u32 = ffi.typeof "uint32_t *",
  f32 = ffi.typeof "float *",
  i64 = ffi.typeof "int64_t *",
  u64 = ffi.typeof "uint64_t *",
  f64 = ffi.typeof "double *",
  ptr = ffi.typeof "const uint8_t **",
  size = ffi.typeof "size_t *",
}

local word = ffi.sizeof "void *"
local widths = { u8 = 1, i32 = 4, u32 = 4, f32 = 4, i64 = 8, u64 = 8, f64 = 8, ptr = word, size = word }
local little = ffi.abi "le"

return {
  kinds = kinds,
  pointers = pointers,
  widths = widths,
  word = word,
  -- Sizes are below 2 GiB, so their low half is all of them, and that is a Lua number and no boxed cdata.
  low_size = (little or word == 4) and 0 or 4,
  -- From a double's offset to its half with the sign.
  high_half = little and 4 or 0,
}
