-- 64-bit integers in Lua: exact cdata, numbers up to 2^53, decimal strings.
local ffi = require "ffi"
local int64_t, uint64_t = ffi.typeof "int64_t", ffi.typeof "uint64_t"
local format, match, istype = string.format, string.match, ffi.istype

local EXACT = 2 ^ 53
local BILLION = 1000000000ULL

local M = {}

-- In parts that a double holds, since string.format of those is compiled and tostring of cdata is not.
local function digits(v)
  if v < 9007199254740992ULL then return format("%.0f", tonumber(v)) end
  local high, low = v / BILLION, v % BILLION
  if high < BILLION then return format("%.0f%09.0f", tonumber(high), tonumber(low)) end
  return format("%.0f%09.0f%09.0f", tonumber(high / BILLION), tonumber(high % BILLION), tonumber(low))
end

---The decimal text of an int64_t or uint64_t.
function M.text_signed(v)
  if v < 0 then return "-" .. digits(0ULL - ffi.cast(uint64_t, v)) end
  return digits(ffi.cast(uint64_t, v))
end

M.text_unsigned = digits

---As the key of a table, where a cdata would never be found again: a number where that is exact, else a string.
function M.key_signed(v)
  local n = tonumber(v)
  if n < EXACT and n > -EXACT then return n end
  return M.text_signed(v)
end

function M.key_unsigned(v)
  local n = tonumber(v)
  if n < EXACT then return n end
  return digits(v)
end

-- A decimal string's value modulo 2^64, and whether it is negative; nil where it is not a number below 2^64.
local function parse(s)
  local sign, text = match(s, "^(%-?)0*(%d+)$")
  if not text or #text > 20 then return nil end
  if #text == 20 and text > "18446744073709551615" then return nil end
  local v = 0ULL
  for i = 1, #text do v = v * 10ULL + (text:byte(i) - 48) end
  return v, sign == "-"
end

local MIN = 0x8000000000000000ULL

---What a user gave for a signed field, as int64_t or an equal number; nil where it does not fit exactly.
function M.to_signed(v)
  local kind = type(v)
  if kind == "number" then
    if v >= -2 ^ 63 and v < 2 ^ 63 and v % 1 == 0 then return v end
  elseif kind == "cdata" then
    if istype(int64_t, v) then return v end
    if istype(uint64_t, v) and v < MIN then return ffi.cast(int64_t, v) end
  elseif kind == "string" then
    local value, negative = parse(v)
    if not value then return nil end
    if negative then return value <= MIN and ffi.cast(int64_t, 0ULL - value) or nil end
    return value < MIN and ffi.cast(int64_t, value) or nil
  end
end

function M.to_unsigned(v)
  local kind = type(v)
  if kind == "number" then
    if v >= 0 and v < 2 ^ 64 and v % 1 == 0 then return v end
  elseif kind == "cdata" then
    if istype(uint64_t, v) then return v end
    if istype(int64_t, v) and v >= 0 then return ffi.cast(uint64_t, v) end
  elseif kind == "string" then
    local value, negative = parse(v)
    if value and (not negative or value == 0) then return value end
  end
end

return M
