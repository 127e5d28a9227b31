-- Small things that generated code and the descriptor loop share.
local ffi = require "ffi"
local int64 = require "pbwire.codec.int64"
local K = require "pbwire.kinds"

local M = {}

-- The key of unknown fields in a table. No field can have that name.
M.UNKNOWN = "(unknown)"

-- Levels of messages in a table that is encoded, as many as the library decodes.
M.MAX_DEPTH = 100

local slices = ffi.typeof "pbw_bytes *"
local lists = ffi.typeof "const pbw_list *"

---The unknown fields of a message, whose list stands at `at`, as one string of wire format.
function M.unknown(at)
  local list = ffi.cast(lists, at)
  local data = ffi.cast(slices, list.data)
  local n = tonumber(list.size)
  local all = ffi.string(data[0].data, data[0].size)
  for i = 1, n - 1 do all = all .. ffi.string(data[i].data, data[i].size) end
  return all
end

-- The usual quiet NaN, whose bits other languages write too; 0/0 of this machine may have the sign set.
local nan = ffi.cast("double *", ffi.new("uint64_t[1]", 0x7ff8000000000000ULL))[0]

---True for what an absent field's cell reads as.
function M.is_zero(value)
  if type(value) == "number" then return value == 0 and 1 / value > 0 end
  if type(value) == "cdata" then return value == 0 end
  return value == "" or value == false
end

---A value of a described field (64-bit as cdata, enums as numbers), as a policy shows it.
function M.shown(field, value, policy)
  if field.kind.lua == "enum" and policy.enum == "name" then return field.enum.names[value] or value end
  if field.kind.lua == "int64" then
    if policy.int64 == "number" then return tonumber(value) end
    if policy.int64 == "string" then
      return (field.kind.name == "int64" and int64.text_signed or int64.text_unsigned)(value)
    end
  end
  return value
end

-- What generated code may name.
M.environment = {
  cast = ffi.cast,
  str = ffi.string,
  copy = ffi.copy,
  band = bit.band,
  tonumber = tonumber,
  type = type,
  getmetatable = getmetatable,
  next = next,
  pairs = pairs,
  nan = nan,
  new = require "table.new",
  unknown = M.unknown,
  key_signed = int64.key_signed,
  key_unsigned = int64.key_unsigned,
  text_signed = int64.text_signed,
  text_unsigned = int64.text_unsigned,
  to_signed = int64.to_signed,
  to_unsigned = int64.to_unsigned,
}

return M
