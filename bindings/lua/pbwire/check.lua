-- The rules for tables that are encoded, and what is said when one is broken. Encoding itself only notices that
-- something is wrong; then this walks the table from its root, with the path in hand, and throws at the first fault.
local ffi = require "ffi"
local errors = require "pbwire.errors"
local int64 = require "pbwire.codec.int64"
local values = require "pbwire.codec.values"

local function shown(v)
  if type(v) == "string" then return #v > 40 and ("%q..."):format(v:sub(1, 40)) or ("%q"):format(v) end
  if type(v) == "table" then return "a table" end
  return tostring(v)
end

local function wrong(path, v, wanted)
  errors.throw("ARGUMENT", ("%s is not %s"):format(shown(v), wanted), path)
end

local function out_of_range(path, v, kind)
  errors.throw("RANGE", ("%s does not fit into %s"):format(shown(v), kind.name), path)
end

local integer_bounds = { int32 = { -2 ^ 31, 2 ^ 31 - 1 }, uint32 = { 0, 2 ^ 32 - 1 }, enum = { -2 ^ 31, 2 ^ 31 - 1 } }

local function check_integer(v, kind, path)
  local bounds = integer_bounds[kind.name]
  if not (v >= bounds[1] and v <= bounds[2] and v % 1 == 0) then out_of_range(path, v, kind) end
end

-- By what a kind is in Lua.
local scalar = {}

function scalar.number(v, field, kind, path)
  if kind.name == "double" or kind.name == "float" then
    if type(v) == "cdata" and (int64.to_signed(v) ~= nil or int64.to_unsigned(v) ~= nil) then return end
    if type(v) ~= "number" then wrong(path, v, "a number") end
    if kind.name == "float" and v - v == 0 and math.abs(v) >= 2 ^ 128 - 2 ^ 103 then out_of_range(path, v, kind) end
  else
    if type(v) ~= "number" then wrong(path, v, "a number") end
    check_integer(v, kind, path)
  end
end

function scalar.int64(v, field, kind, path)
  if (kind.name == "int64" and int64.to_signed or int64.to_unsigned)(v) ~= nil then return end
  if type(v) == "number" or type(v) == "cdata" and (int64.to_signed(v) or int64.to_unsigned(v)) then
    out_of_range(path, v, kind)
  end
  wrong(path, v, "a 64-bit integer: a whole number, a cdata or a decimal string in its range")
end

function scalar.boolean(v, field, kind, path)
  if type(v) ~= "boolean" then wrong(path, v, "a boolean") end
end

function scalar.string(v, field, kind, path)
  if type(v) ~= "string" then wrong(path, v, "a string") end
end

function scalar.enum(v, field, kind, path)
  if type(v) == "string" then
    if not field.enum.numbers[v] then wrong(path, v, "a value of enum " .. field.enum.name) end
  elseif type(v) == "number" then
    check_integer(v, kind, path)
  else
    wrong(path, v, "a name or number of enum " .. field.enum.name)
  end
end

local check_message

local function check_value(v, field, kind, path, depth)
  if kind.lua == "message" then
    check_message(field.message, v, path, depth + 1)
  else
    scalar[kind.lua](v, field, kind, path)
  end
end

local function is_sound(v, of) return type(v) == "cdata" and of.schema:is_collection(v) end

local function check_list(v, field, path, depth)
  if type(v) ~= "table" then wrong(path, v, "a list") end
  for i = 1, #v do
    local at = ("%s[%d]"):format(path, i)
    if v[i] == nil then wrong(at, v[i], "a value") end
    check_value(v[i], field, field.kind, at, depth)
  end
end

-- Keys that are equal for the library: 1 and "1".
local function canonical(k, kind)
  if kind.lua ~= "int64" and kind.lua ~= "number" then return k end
  local n = type(k) == "number" and k or kind.name:match "^u" and int64.to_unsigned(k) or int64.to_signed(k)
  if kind.lua == "number" then return tonumber(n) end
  return type(n) == "cdata" and (kind.name == "uint64" and int64.key_unsigned or int64.key_signed)(n) or n
end

local function check_map(v, field, path, depth)
  if type(v) ~= "table" then wrong(path, v, "a map") end
  local seen = {}
  for k, e in pairs(v) do
    local at = ("%s[%s]"):format(path, shown(k))
    local key = canonical(k, field.map_key)
    scalar[field.map_key.lua](key == nil and k or key, field, field.map_key, at)
    if seen[key] then errors.throw("ARGUMENT", "two keys of a map mean the same", at) end
    seen[key] = true
    check_value(e, field, field.kind, at, depth)
  end
end

function check_message(of, t, path, depth)
  if depth > values.MAX_DEPTH then
    errors.throw("DEPTH", ("more than %d levels of messages"):format(values.MAX_DEPTH), path)
  end
  if type(t) ~= "table" and type(t) ~= "cdata" then wrong(path, t, "a message: a table, view or struct") end
  if of.schema:message_of(t, of) then return end
  if type(t) ~= "table" then wrong(path, t, "a message of type " .. of.name) end
  local description = of:describe()
  local member = {}
  for _, field in ipairs(description.fields) do
    local v = t[field.key]
    if v ~= nil then
      local at = path .. "." .. field.key
      if field.oneof then
        local other = member[field.oneof]
        if other then
          errors.throw("ARGUMENT", ("two members of oneof %s are set, %s and %s"):format(field.oneof, other, field.name), path)
        end
        member[field.oneof] = field.name
      end
      if is_sound(v, of) then
        -- what it came from was decoded
      elseif field.label == "list" then
        check_list(v, field, at, depth)
      elseif field.label == "map" then
        check_map(v, field, at, depth)
      else
        check_value(v, field, field.kind, at, depth)
      end
    end
  end
  local unknown = t[values.UNKNOWN]
  if unknown ~= nil and type(unknown) ~= "string" then wrong(path .. "." .. values.UNKNOWN, unknown, "a string") end
  if of.policy.unknown_keys == "error" then
    for k in pairs(t) do
      if not description.by_key[k] and k ~= values.UNKNOWN then
        errors.throw("NOT_FOUND", ("%s has no field %s"):format(of.name, shown(k)), path)
      end
    end
  end
end

---Throws an error with the path of the first value that `of` cannot hold.
---@param of pbwire.Type
---@param t any
return function(of, t) check_message(of, t, of.name, 0) end
