-- A message as Lua text: fields in the order of their numbers, strings quoted, so that people can read it and Lua can
-- read it back (64-bit integers as 5LL).
local values = require "pbwire.codec.values"

local function quoted(s)
  return '"' .. s:gsub('[%c"\\\127-\255]', function(c)
    if c == "\n" then return "\\n" end
    if c == '"' or c == "\\" then return "\\" .. c end
    return c:byte() < 128 and ("\\%03d"):format(c:byte()) or c
  end) .. '"'
end

local function key_text(k)
  if type(k) == "string" then return k:match "^[%a_][%w_]*$" or "[" .. quoted(k) .. "]" end
  return "[" .. tostring(k) .. "]"
end

local show

local function show_value(v, field, indent)
  if field.message then return show(field.message, v, indent) end
  if type(v) == "string" then return quoted(v) end
  return tostring(v)
end

local function by_type_and_value(a, b)
  if type(a) == type(b) and type(a) ~= "boolean" then return a < b end
  return tostring(a) < tostring(b)
end

local function show_map(v, field, indent)
  local keys, lines = {}, {}
  for k in pairs(v) do keys[#keys + 1] = k end
  table.sort(keys, by_type_and_value)
  for i, k in ipairs(keys) do
    lines[i] = ("%s  %s = %s,\n"):format(indent, key_text(k), show_value(v[k], field, indent .. "  "))
  end
  return "{\n" .. table.concat(lines) .. indent .. "}"
end

local function show_list(v, field, indent)
  local items = {}
  for i = 1, #v do items[i] = show_value(v[i], field, indent .. "  ") end
  if not field.message then return "{ " .. table.concat(items, ", ") .. " }" end
  for i, item in ipairs(items) do items[i] = ("%s  %s,\n"):format(indent, item) end
  return "{\n" .. table.concat(items) .. indent .. "}"
end

function show(of, t, indent)
  local lines = {}
  local function add(key, text) lines[#lines + 1] = ("%s  %s = %s,\n"):format(indent, key_text(key), text) end
  for _, field in ipairs(of:fields()) do
    local v = t[field.key]
    if v ~= nil then
      local print_as = field.label == "map" and show_map or field.label == "list" and show_list or show_value
      add(field.key, print_as(v, field, indent .. "  "))
    end
  end
  if t[values.UNKNOWN] then add(values.UNKNOWN, quoted(t[values.UNKNOWN])) end
  return #lines == 0 and "{}" or "{\n" .. table.concat(lines) .. indent .. "}"
end

---@param of pbwire.Type
---@param t table
---@return string
return function(of, t) return show(of, t, "") end
