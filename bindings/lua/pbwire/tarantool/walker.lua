-- Generates a plain Lua function that finds one field in the bytes of a message, for functional indexes: their functions
-- are persistent, stored as text and run in a sandbox without require and ffi. The function walks the wire format, skips
-- what it does not look for, and follows protobuf's rules: the last value wins, submessages in parts are merged, another
-- member of a oneof replaces the one before. Broken bytes are an error, so they cannot be inserted.
local errors = require "pbwire.errors"

local M = {}

-- ---- the path ----

-- "address.zip" -> the fields along it.
local function resolve(of, path)
  local fields = {}
  for name in path:gmatch "[^.]+" do
    local field = of and of:field(name)
    if not field then errors.throw("NOT_FOUND", ("%s: there is no field %q on the way"):format(path, name)) end
    if field.label == "map" then errors.throw("ARGUMENT", ("%s: maps cannot be walked"):format(path)) end
    fields[#fields + 1] = field
    of = field.message
  end
  local last = fields[#fields]
  if not last or last.message then errors.throw("ARGUMENT", ("%s does not end at a value"):format(path)) end
  return fields
end

-- ---- the text ----

-- What every walker begins with. A varint comes in two halves of 32 bits, exact as Lua numbers.
local head = [[
function(tuple)
  local s = tuple[%s]
  if s == nil then return %s end
  local byte, sub = string.byte, string.sub
  local size = #s

  local function broken(i) error("protobuf: broken bytes at " .. i - 1, 0) end

  local function varint(i)
    local low, high, scale = 0, 0, 1
    for n = 1, 10 do
      local b = byte(s, i)
      if not b then broken(i) end
      i = i + 1
      local bits = b %% 128
      if n < 5 then
        low = low + bits * scale
      elseif n == 5 then
        low = low + bits %% 16 * scale
        high = (bits - bits %% 16) / 16
        scale = 1 / 16
      else
        high = high + bits * scale
      end
      scale = scale * 128
      if b < 128 then return low, high %% 4294967296, i end
    end
    broken(i)
  end

  local function fixed32(i)
    local a, b, c, d = byte(s, i, i + 3)
    if not d then broken(i) end
    return a + b * 256 + c * 65536 + d * 16777216
  end

  local skip

  local function skip_group(i, number, last)
    while i <= last do
      local tag
      tag, _, i = varint(i)
      local wire = tag %% 8
      if wire == 4 then
        if (tag - 4) / 8 ~= number then broken(i) end
        return i
      end
      i = skip(i, wire, (tag - wire) / 8, last)
    end
    broken(i)
  end

  function skip(i, wire, number, last)
    if wire == 0 then
      _, _, i = varint(i)
    elseif wire == 1 then
      i = i + 8
    elseif wire == 5 then
      i = i + 4
    elseif wire == 2 then
      local n
      n, _, i = varint(i)
      i = i + n
    elseif wire == 3 then
      i = skip_group(i, number, last)
    else
      broken(i)
    end
    if i > last + 1 then broken(i) end
    return i
  end
]]

-- Two halves as a Lua number where that is exact, else as cdata.
local whole = [[
  local function whole(low, high)
    if high < 2097152 then return high * 4294967296 + low end
    return high * 4294967296ULL + low
  end
]]
local whole_signed = [[
  local function whole(low, high)
    if high >= 2147483648 then high = high - 4294967296 end
    if high < 2097152 and high >= -2097152 then return high * 4294967296 + low end
    return high * 4294967296LL + low
  end
]]

-- By kind of the .proto file: wire type, helpers, and how a value is read at `i` into `v`.
local wires = { double = 1, float = 5, int64 = 0, uint64 = 0, int32 = 0, fixed64 = 1, fixed32 = 5, bool = 0, string = 2,
  bytes = 2, uint32 = 0, enum = 0, sfixed32 = 5, sfixed64 = 1, sint32 = 0, sint64 = 0 }

local unzigzag_64 = [[
local odd = low % 2
        low, high = (low - odd) / 2 + high % 2 * 2147483648, (high - high % 2) / 2
        if odd == 1 then low, high = 4294967295 - low, 4294967295 - high end]]

local float_of = [[
  local function real(negative, exponent, fraction, bias, top)
    local v
    if exponent == top then
      v = fraction == 0 and 1 / 0 or 0 / 0
    elseif exponent == 0 then
      v = math.ldexp(fraction, 1 - bias)
    else
      v = math.ldexp(1 + fraction, exponent - bias)
    end
    return negative and -v or v
  end
]]

local reads = {
  int64 = { whole_signed, "local low, high low, high, i = varint(i) v = whole(low, high)" },
  uint64 = { whole, "local low, high low, high, i = varint(i) v = whole(low, high)" },
  sint64 = { whole_signed, "local low, high low, high, i = varint(i) " .. unzigzag_64 .. " v = whole(low, high)" },
  sfixed64 = { whole_signed, "v = whole(fixed32(i), fixed32(i + 4)) i = i + 8" },
  fixed64 = { whole, "v = whole(fixed32(i), fixed32(i + 4)) i = i + 8" },
  int32 = { "", "v, _, i = varint(i) if v >= 2147483648 then v = v - 4294967296 end" },
  uint32 = { "", "v, _, i = varint(i)" },
  sint32 = { "", "v, _, i = varint(i) if v % 2 == 0 then v = v / 2 else v = -(v + 1) / 2 end" },
  sfixed32 = { "", "v = fixed32(i) if v >= 2147483648 then v = v - 4294967296 end i = i + 4" },
  fixed32 = { "", "v = fixed32(i) i = i + 4" },
  bool = { "", "local low, high low, high, i = varint(i) v = low ~= 0 or high ~= 0" },
  string = { "", "local n n, _, i = varint(i) v = sub(s, i, i + n - 1) i = i + n" },
  float = { float_of, [[
local bits = fixed32(i)
        local fraction = bits % 8388608
        v = real(bits >= 2147483648, (bits - fraction) / 8388608 % 256, fraction / 8388608, 127, 255)
        i = i + 4]] },
  double = { float_of, [[
local low, high = fixed32(i), fixed32(i + 4)
        local fraction = high % 1048576
        v = real(high >= 2147483648, (high - fraction) / 1048576 % 2048, (fraction + low / 4294967296) / 1048576, 1023, 2047)
        i = i + 8]] },
}
reads.enum, reads.bytes = reads.int32, reads.string

-- By the numbers of descriptor.proto.
local names = { "double", "float", "int64", "uint64", "int32", "fixed64", "fixed32", "bool", "string", nil, nil, "bytes",
  "uint32", "enum", "sfixed32", "sfixed64", "sint32", "sint64" }

-- The number of each other member of a field's oneof.
local function rivals(of, field)
  local list = {}
  for _, other in ipairs(field.oneof and of:describe().oneofs[field.oneof] or {}) do
    if other ~= field then list[#list + 1] = ("number == %d"):format(other.number) end
  end
  return list
end

local function default_text(field)
  local v = field.default
  if type(v) == "cdata" then return tostring(tonumber(v)) end
  return type(v) == "string" and ("%q"):format(v) or tostring(v)
end

-- One function per level, the innermost first: walk<n>(i, last, group) reads the fields of a message that ends at `last`
-- or, in a group, with the end of group `group`.
local function level_text(level, of, field, inner, many)
  local kind = names[field.type]
  local lines = { ([[
  local function walk%d(i, last, group)
    while i <= last do
      local tag
      tag, _, i = varint(i)
      local wire = tag %% 8
      local number = (tag - wire) / 8
      if wire == 4 then
        if number ~= group then broken(i) end
        return i
      end]]):format(level) }
  local function add(text, ...) lines[#lines + 1] = select("#", ...) > 0 and text:format(...) or text end
  if inner then
    add([[
      if number == %d and wire == 2 then
        local n
        n, _, i = varint(i)
        if i + n - 1 > last then broken(i) end
        walk%d(i, i + n - 1)
        i = i + n
      elseif number == %d and wire == 3 then
        i = walk%d(i, last, number)]], field.number, level + 1, field.number, level + 1)
  else
    local wire, read = wires[kind], reads[kind][2]
    local keep = many and "count = count + 1 values[count] = v" or "value = v"
    add("      if number == %d and wire == %d then\n        local v", field.number, wire)
    add("        " .. read)
    add("        if i > last + 1 then broken(i) end")
    add("        " .. keep)
    if many and wire ~= 2 then
      add([[
      elseif number == %d and wire == 2 then
        local n
        n, _, i = varint(i)
        local stop = i + n
        if stop > last + 1 then broken(i) end
        while i < stop do
          local v]], field.number)
      add("          " .. read)
      add("          " .. keep)
      add("        end\n        if i ~= stop then broken(i) end")
    end
  end
  local others = rivals(of, field)
  if #others > 0 then
    add("      elseif %s then", table.concat(others, " or "))
    add(many and "        values, count = {}, 0" or "        value = nil")
    add("        i = skip(i, wire, number, last)")
  end
  add [[
      else
        i = skip(i, wire, number, last)
      end
    end
    if group then broken(i) end
    return i
  end
]]
  return table.concat(lines, "\n")
end

---The text of a function from tuple to key, and whether it gives several keys (is_multikey).
---@param of pbwire.Type
---@param path string     "address.zip"; lists on the way give a key for each element
---@param column integer|string   where the tuple has the bytes
---@return string body
---@return boolean multikey
---@return pbwire.Field field   the last of the path
function M.source(of, path, column)
  local fields = resolve(of, path)
  local last = fields[#fields]
  local many, absent = false, false
  for _, field in ipairs(fields) do
    many = many or field.label == "list"
    absent = absent or field.presence ~= "implicit" and field.label == "singular" and field.message == nil
  end
  local multikey = many or absent or #fields > 1
  local kind = names[last.type]
  local text = { head:format(type(column) == "number" and column or ("%q"):format(column), "{}"),
    reads[kind][1], many and "  local values, count = {}, 0\n" or "  local value\n" }
  local levels = {}
  for level, field in ipairs(fields) do
    levels[level] = level_text(level, level == 1 and of or fields[level - 1].message, field, level < #fields, many)
  end
  for level = #fields, 1, -1 do text[#text + 1] = levels[level] end
  text[#text + 1] = "  walk1(1, size)\n"
  if many then
    text[#text + 1] = "  for n = 1, count do values[n] = { values[n] } end\n  return values\nend"
  elseif multikey then
    text[#text + 1] = "  if value == nil then return {} end\n  return { { value } }\nend"
  else
    text[#text + 1] = ("  if value == nil then value = %s end\n  return { value }\nend"):format(default_text(last))
  end
  return table.concat(text), multikey, last
end

return M
