-- One cell at a time: closures that read a Lua value from a cell, or check one and put it there. For the descriptor
-- loop, views and structs; what the generated code does inline.
local ffi = require "ffi"
local K = require "pbwire.kinds"
local int64 = require "pbwire.codec.int64"
local values = require "pbwire.codec.values"
local writer = require "pbwire.codec.writer"

local cast, str, copy, band = ffi.cast, ffi.string, ffi.copy, bit.band
local p = K.pointers
local nan = values.environment.nan

local M = {}

---The policy of map keys: no cdata.
function M.key_policy(policy)
  return { int64 = policy.int64 == "string" and "string" or "key", enum = policy.enum }
end

-- ---- presence ----

local float_bits = { f64 = p.i64, f32 = p.i32 }

---A function that tells whether a singular field with a cell is present in a message.
---@return fun(m: ffi.cdata*): boolean
function M.presence(field)
  local offset, at, mask, slot = field.offset, field.presence_offset, field.presence_mask, field.kind.slot
  local is_message = field.kind.lua == "message"
  if field.presence == "bit" then
    return function(m) return band(m[at], mask) ~= 0 end
  elseif field.presence == "oneof" and is_message then
    return function(m) return cast(p.i32, m + at)[0] == mask and cast(p.ptr, m + offset)[0] ~= nil end
  elseif field.presence == "oneof" then
    return function(m) return cast(p.i32, m + at)[0] == mask end
  elseif is_message then
    return function(m) return cast(p.ptr, m + offset)[0] ~= nil end
  elseif slot == "ptr" then
    return function(m) return cast(p.size, m + offset)[1] ~= 0 end
  end
  local pointer = float_bits[slot] or p[slot]
  return function(m) return cast(pointer, m + offset)[0] ~= 0 end
end

-- ---- reading ----

-- By kind: policy, what belongs to the field -> function(base, offset).
local get = {}

-- Not every NaN may be read: see read_code.
function get.double()
  local high = K.high_half
  return function(base, offset)
    if band(cast(p.i32, base + offset + high)[0], 0x7fffffff) >= 0x7ff90000 then return nan end
    return cast(p.f64, base + offset)[0]
  end
end

function get.float()
  return function(base, offset)
    local bits = cast(p.i32, base + offset)[0]
    if band(bits, 0x7fffffff) > 0x7f800000 and band(bits, 0x7ff80000) ~= 0x7fc00000 then return nan end
    return cast(p.f32, base + offset)[0]
  end
end

local function identity(v) return v end

local function get_64(slot, forms)
  local pointer = p[slot]
  return function(policy)
    local form = forms[policy.int64]
    if form == identity then return function(base, offset) return cast(pointer, base + offset)[0] end end
    return function(base, offset) return form(cast(pointer, base + offset)[0]) end
  end
end

get.int64 = get_64("i64",
  { cdata = identity, number = tonumber, string = int64.text_signed, key = int64.key_signed })
get.uint64 = get_64("u64",
  { cdata = identity, number = tonumber, string = int64.text_unsigned, key = int64.key_unsigned })

function get.int32()
  return function(base, offset) return cast(p.i32, base + offset)[0] end
end

function get.uint32()
  return function(base, offset) return cast(p.u32, base + offset)[0] end
end

function get.bool()
  return function(base, offset) return cast(p.u8, base + offset)[0] ~= 0 end
end

function get.string()
  local size = K.word + K.low_size
  return function(base, offset) return str(cast(p.ptr, base + offset)[0], cast(p.i32, base + offset + size)[0]) end
end

get.bytes = get.string

function get.enum(policy, field)
  if policy.enum == "number" then return get.int32() end
  local names = field.enum.names
  return function(base, offset)
    local number = cast(p.i32, base + offset)[0]
    return names[number] or number
  end
end

function get.message(policy, field, child, of)
  return function(base, offset)
    local m = cast(p.ptr, base + offset)[0]
    if m == nil then m = of:template() end
    return child(m)
  end
end

---Sets field.get. `child` reads a submessage of type `of`.
function M.reading(field, kind, policy, child, of) field.get = get[kind.name](policy, field, child, of) end

-- ---- filling ----

local W = writer.environment

-- By kind: what belongs to the field -> function(base, offset, value, mem, w, depth).
local put = {}

local function put_integer(slot)
  local pointer = p[slot]
  return function()
    return function(base, offset, v, mem, w)
      if type(v) ~= "number" then W.fail(w) end
      local cell = cast(pointer, base + offset)
      cell[0] = v
      if cell[0] ~= v then W.fail(w) end
    end
  end
end

put.int32, put.uint32 = put_integer "i32", put_integer "u32"

local function put_64(slot, convert)
  local pointer = p[slot]
  return function()
    return function(base, offset, v, mem, w)
      local value = convert(v)
      if value == nil then W.fail(w) end
      cast(pointer, base + offset)[0] = value
    end
  end
end

put.int64, put.uint64 = put_64("i64", int64.to_signed), put_64("u64", int64.to_unsigned)

function put.double()
  return function(base, offset, v, mem, w)
    if type(v) ~= "number" then v = W.to_double(v) or W.fail(w) end
    cast(p.f64, base + offset)[0] = v
  end
end

function put.float()
  return function(base, offset, v, mem, w)
    if type(v) ~= "number" then v = W.to_double(v) or W.fail(w) end
    local cell = cast(p.f32, base + offset)
    cell[0] = v
    local x = cell[0]
    if x - x ~= 0 and v - v == 0 then W.fail(w) end
  end
end

function put.bool()
  return function(base, offset, v, mem, w)
    if type(v) ~= "boolean" then W.fail(w) end
    cast(p.u8, base + offset)[0] = v and 1 or 0
  end
end

function put.string()
  return function(base, offset, v, mem, w)
    if type(v) ~= "string" then W.fail(w) end
    cast(p.ptr, base + offset)[0], cast(p.size, base + offset)[1] = v, #v
  end
end

put.bytes = put.string

function put.enum(field)
  local numbers, integer = field.enum.numbers, put.int32()
  return function(base, offset, v, mem, w)
    if type(v) == "string" then v = numbers[v] end
    integer(base, offset, v, mem, w)
  end
end

function put.message(field, child, of)
  return function(base, offset, v, mem, w, depth)
    local x
    if type(v) ~= "table" or getmetatable(v) then x, v = W.lend(w, v, of) end
    if v then
      local template, size = of:template()
      x = W.alloc(mem, w, size)
      copy(x, template, size)
      child(v, x, mem, w, depth + 1)
    end
    cast(p.ptr, base + offset)[0] = x
  end
end

-- Map keys of integers may be strings and cdata too.
local function put_key(kind, integer)
  local convert = kind.name:match "^u" and int64.to_unsigned or int64.to_signed
  return function(base, offset, v, mem, w)
    if type(v) ~= "number" then v = convert(v) or W.fail(w) end
    if kind.lua == "number" then v = tonumber(v) end
    integer(base, offset, v, mem, w)
  end
end

---Sets field.put. `child` fills a submessage of type `of`.
function M.filling(field, kind, policy, child, of)
  field.put = put[kind.name](field, child, of)
  if not field.handle and (kind.lua == "number" or kind.lua == "int64") then field.put = put_key(kind, field.put) end
end

return M
