-- NaNs of an input choose their bits, and some are those with which LuaJIT marks strings, tables and functions: read as
-- numbers they crash it, or worse. Only NaNs that are safe on every build come out, interpreted and compiled.
local tap = dofile "tests/lua/tap.lua"
local ffi = require "ffi"
local pbwire = require "pbwire"

local schema = pbwire.load_file "bench/cases/cases.binpb"
local Matrix = schema:type "matrix3.Matrix3"
local double, float = ffi.new "double[1]", ffi.new "float[1]"
local bits, bits32 = ffi.cast("uint64_t *", double), ffi.cast("uint32_t *", float)

local function field(tag, pointer, size) return tag .. ffi.string(pointer, size) end

-- Whether a value is a number whose bits nobody takes for a mark.
local function safe(v)
  if type(v) ~= "number" then return false end
  double[0] = v
  return bit.band(tonumber(bits[0] / 0x100000000ULL), 0x7fffffff) < 0x7ff90000
end

local inputs, inputs32 = {}, {}
for _, sign in ipairs { 0, 0x8000 } do
  for high = 0x7ff0, 0x7fff do
    for _, low in ipairs { 0x123456789abcULL, 0ULL, 0xffffffffffffULL } do
      bits[0] = (sign + high) * 0x1000000000000ULL + low
      inputs[#inputs + 1] = field("\9", double, 8)
    end
  end
  for high = 0x7f80, 0x7fff do
    bits32[0] = (sign + high) * 0x10000 + 0x1234
    inputs32[#inputs32 + 1] = field("\21", float, 4)
  end
end

local ways = {
  table = function(bytes, key) return Matrix:decode(bytes)[key] end,
  loop = function(bytes, key) return Matrix:decode(bytes, { tier = "loop" })[key] end,
  view = function(bytes, key)
    local view = Matrix:view(bytes)
    local v = view[key]
    view:release()
    return v
  end,
}
for name, way in pairs(ways) do
  for _, set in ipairs { { inputs, "f_double" }, { inputs32, "f_float" } } do
    local wrong = 0
    for round = 1, 100 do
      for _, bytes in ipairs(set[1]) do
        if not safe(way(bytes, set[2])) then wrong = wrong + 1 end
      end
    end
    tap.is(wrong, 0, ("%s: no NaN of a %s is more than a number"):format(name, set[2]))
  end
end
tap.done()
