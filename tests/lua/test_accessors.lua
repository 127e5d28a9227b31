-- Fields without a cell: no field of today's library is one, but any may be one day. Here all are made to look like it, and
-- the accessors have to give and take the same values.
local tap = dofile "tests/lua/tap.lua"
local pbwire = require "pbwire"

local function load(hidden)
  local schema = pbwire.load_file "bench/cases/cases.binpb"
  if hidden then
    for _, name in ipairs { "hello.Person", "hello.Address", "matrix3.Matrix3", "matrix3.Inner", "proto2_basic.BenchPayload" } do
      local description = schema:type(name):describe()
      description.needs_loop = true
      for _, field in ipairs(description.fields) do field.has_cell = false end
    end
  end
  return schema
end

local plain, hidden = load(false), load(true)
local samples = {
  { "hello.Person", { name = "Ada", age = -1, status = "OK", emails = { "a", "" }, address = { city = "x", apartment = "" },
    friends = { { name = "f", friends = { {} } }, {} }, lucky_numbers = { 1, -2 }, avatar = "\0", user_id = 5ULL, balance = -5,
    weight_kg = -0.5, scores = { a = 1, b = 2 }, nicknames = { [-1] = "m" }, places = { home = { zip = 1 }, away = {} } } },
  { "matrix3.Matrix3", { f_double = 1.5, f_float = -2.5, f_uint64 = 18446744073709551615ULL, f_bool = true, f_enum = "RED",
    f_inner = { id = 1 }, r_inner = { { id = 1 }, {} }, r_string = { "x" }, m = { a = 1 } } },
  { "proto2_basic.BenchPayload", { id = 0, name = "", lucky_numbers = { 1 }, stats = { attempts = 1 },
    ["[proto2_basic.ext_label]"] = "e", [pbwire.UNKNOWN] = "\250\63\1x" } },
}
for _, sample in ipairs(samples) do
  local name, t = sample[1], sample[2]
  local One, Other = plain:type(name), hidden:type(name)
  local bytes = One:encode(t, { deterministic = true })
  for round = 1, 3 do -- memory is used again
    tap.is(Other:encode(t, { deterministic = true }), bytes, name .. ": setters write what cells hold")
    tap.is(Other:decode(bytes), t, name .. ": getters read it")
  end
  local view = Other:view(bytes)
  for key, value in pairs(t) do
    if type(value) ~= "table" and key ~= pbwire.UNKNOWN then tap.is(view[key], value, name .. ": a view reads " .. key) end
  end
  tap.is(Other:decode(bytes, { absent = "default" }), One:decode(bytes, { absent = "default" }), name .. ": defaults")
  local struct = Other:struct():new(t)
  tap.is(Other:encode(struct, { deterministic = true }), bytes, name .. ": a struct")
end
tap.throws("RANGE", "what does not fit is refused", hidden.encode, hidden, "matrix3.Matrix3", { f_int32 = 0.5 })
tap.done()
