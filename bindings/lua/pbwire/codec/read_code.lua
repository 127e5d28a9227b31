-- Generates the function that makes a plain table of a message: straight-line code over its cells, one table, no call
-- but for strings and submessages. For { string name = 1; int32 age = 2; ... } it looks like this:
--
--     return function(m)
--       local m_i32, m_ptr = cast(p_i32, m), cast(p_ptr, m)
--       local n = 0
--       local v1 -- name
--       if m_i32[14] ~= 0 then
--         v1 = str(m_ptr[6], m_i32[14])
--         n = n + 1
--       end
--       local v2 -- age
--       if m_i32[16] ~= 0 then
--         v2 = m_i32[16]
--         n = n + 1
--       end
--       ...
--       local t
--       if n > 8 then
--         t = { ["name"] = v1, ["age"] = v2, ... }
--       else
--         t = new(0, n)
--         if v1 ~= nil then t["name"] = v1 end
--         ...
--       end
--       return t
--     end
--
-- In compiled code n is a constant: which fields are present is what makes one trace another.
--
-- A double is looked at as an integer first: an input chooses its bits, and LuaJIT marks values that are no numbers with
-- those of NaNs. 0xfff9... and above are taken for strings, tables and so on, and compiled code of 64-bit builds (GC64)
-- compares such marks without the sign, so 0x7ff9... and above are too. A float's bits are widened to them. All such NaNs
-- become the usual one.
local Code = require "pbwire.codec.code"
local K = require "pbwire.kinds"
local values = require "pbwire.codec.values"

local M = {}

-- Emits lines that put the value of a cell into `target`.
local function emit_value(code, kind, child, base, offset, target, policy, index, stride)
  local function cell(slot, shift) return code:cell(base, slot, offset + (shift or 0), index, stride) end
  local read = kind.slot ~= "ptr" and cell(kind.slot)
  if kind.name == "double" then
    code:line("if band(%s, 0x7fffffff) >= 0x7ff90000 then %s = nan else %s = %s end", cell("i32", K.high_half), target, target, read)
  elseif kind.name == "float" then
    local bits = cell "i32"
    code:line("if band(%s, 0x7fffffff) > 0x7f800000 and band(%s, 0x7ff80000) ~= 0x7fc00000 then %s = nan else %s = %s end",
      bits, bits, target, target, read)
  elseif kind.lua == "int64" then
    local signed = kind.name == "int64" and "signed" or "unsigned"
    local form = ({ cdata = "%s", number = "tonumber(%s)", string = "text_" .. signed .. "(%s)",
      key = "key_" .. signed .. "(%s)" })[policy.int64]
    code:line("%s = " .. form, target, read)
  elseif kind.lua == "boolean" then
    code:line("%s = %s ~= 0", target, read)
  elseif kind.lua == "string" then
    code:line("%s = str(%s, %s)", target, cell "ptr", cell("i32", K.word + K.low_size))
  elseif kind.lua == "enum" then
    if policy.enum == "name" then
      code:line("%s = %s", target, read)
      code:line("%s = %s[%s] or %s", target, child, target, target)
    else
      code:line("%s = %s", target, read)
    end
  elseif kind.lua == "message" then
    if index then -- an element that was never made is an empty message
      code:line("local c = %s", cell "ptr")
      code:line("if c == nil then c = %s end", (child:gsub("^D", "Z")))
      code:line("%s = %s(c)", target, child)
    else
      code:line("%s = %s(%s)", target, child, cell "ptr")
    end
  else
    code:line("%s = %s", target, read)
  end
end

-- The expression that tells whether a singular field or list is present.
local function presence(code, field)
  local function cell(slot, offset) return code:cell("m", slot, offset) end
  if field.presence == "bit" then
    return ("band(%s, %d) ~= 0"):format(cell("u8", field.presence_offset), field.presence_mask)
  elseif field.presence == "oneof" then
    local case = ("%s == %d"):format(cell("i32", field.presence_offset), field.presence_mask)
    return field.kind.lua == "message" and ("%s and %s ~= nil"):format(case, cell("ptr", field.offset)) or case
  elseif field.presence == "pointer" then
    return cell("ptr", field.offset) .. " ~= nil"
  elseif field.presence == "size" or field.kind.lua == "string" then
    return cell("i32", field.offset + K.word + K.low_size) .. " ~= 0"
  end
  local slot = field.kind.slot
  slot = slot == "f64" and "i64" or slot == "f32" and "i32" or slot -- of floats, the bits
  return cell(slot, field.offset) .. " ~= 0"
end

-- With `count`, a line that counts the field when it is present.
local function emit_singular(code, field, target, child, policy, constants, count)
  local function read() emit_value(code, field.kind, child, "m", field.offset, target, policy) end
  local fills = policy.absent == "default" and not field.oneof and field.kind.lua ~= "message"
  if fills and (field.presence == "implicit" or values.is_zero(field.default)) then
    read() -- the cell of an absent field is zero
    return
  end
  code:line("if %s then", presence(code, field))
  read()
  if count and not fills then code:line(count) end
  if fills then
    constants[#constants + 1] = values.shown(field, field.default, policy)
    code:line("else")
    code:line("%s = K[%d]", target, #constants)
  end
  code:line("end")
end

local key_policy = { cdata = "key", number = "key", string = "string" }

local function emit_many(code, field, target, child, policy, count)
  local size = code:cell("m", "i32", field.offset + K.word + K.low_size)
  code:line("local size = %s", size)
  if policy.absent == "default" then code:line("if size == 0 then %s = {} end", target) end
  code:line("if size ~= 0 then")
  if policy.absent == "nil" then code:line(count) end
  code:line("local a = %s", code:cell("m", "ptr", field.offset))
  code:base "a"
  if field.label == "list" then
    code:line("local list = new(size, 0)")
    code:line("for i = 0, size - 1 do")
    code:line("local e")
    emit_value(code, field.kind, child, "a", 0, "e", policy, "i", field.stride)
    code:line("list[i + 1] = e")
    code:line("end")
    code:line("%s = list", target)
  else
    code:line("local map = new(0, size)")
    code:line("for i = 0, size - 1 do")
    code:line("local k, e")
    emit_value(code, field.map_key, nil, "a", 0, "k", { int64 = key_policy[policy.int64] }, "i", field.stride)
    emit_value(code, field.kind, child, "a", field.value_offset, "e", policy, "i", field.stride)
    code:line("map[k] = e")
    code:line("end")
    code:line("%s = map", target)
  end
  code:line("end")
end

-- How many keys are there whatever the message holds.
local function always_present(fields, policy)
  local n = 0
  for _, field in ipairs(fields) do
    if policy.absent == "default" and not field.oneof and (field.label ~= "singular" or not field.message) then n = n + 1 end
  end
  return n
end

-- The table: by its constructor where that makes it no larger than it has to be, else of the right size, key by key.
-- Tables grow by powers of two, so a constructor of all keys fits when more than half of that power are there.
local function emit_table(code, items, fields)
  local all = ("{ %s }"):format(table.concat(items, ", "))
  local half = 2 ^ math.floor(math.log(math.max(#fields - 1, 1)) / math.log(2) + 1e-9)
  if #fields <= 2 then half = 0 end
  code:line("local t")
  code:line("if n > %d then", half)
  code:line("t = %s", all)
  code:line("else")
  code:line("t = new(0, n)")
  for i, field in ipairs(fields) do code:line("if v%d ~= nil then t[%q] = v%d end", i, field.key, i) end
  code:line("end")
end

---The text of the reading function of a type, and what it refers to.
---@param description table  see pbwire.type: fields and offsets
---@param policy pbwire.Policy
function M.text(description, policy)
  local code, constants, children, enums = Code.new(), {}, {}, {}
  code:line("return function(m)")
  code:base "m"
  code:line("local n = %d", always_present(description.fields, policy))
  local items = {}
  for i, field in ipairs(description.fields) do
    local child
    if field.message then
      children[#children + 1] = field.message
      child = ("D[%d]"):format(#children)
    elseif field.enum and policy.enum == "name" then
      enums[#enums + 1] = field.enum.names
      child = ("E[%d]"):format(#enums)
    end
    code:line("local v%d -- %s", i, field.name)
    if field.label == "singular" then
      emit_singular(code, field, "v" .. i, child, policy, constants, "n = n + 1")
    else
      code:line("do")
      emit_many(code, field, "v" .. i, child, policy, "n = n + 1")
      code:line("end")
    end
    items[i] = ("[%q] = v%d"):format(field.key, i)
  end
  emit_table(code, items, description.fields)
  if description.unknown > 0 and policy.unknown_fields == "keep" then
    code:line("if %s ~= 0 then t[%q] = unknown(m + %d) end",
      code:cell("m", "i32", description.unknown + K.word + K.low_size), values.UNKNOWN, description.unknown)
  end
  code:line("return t")
  code:line("end")
  return code:text(), constants, children, enums
end

local function environment_of(constants, enums)
  local environment = { K = constants, E = enums }
  for name, value in pairs(values.environment) do environment[name] = value end
  return environment
end

---One singular field that is no message: a function from message to value, nil where it is absent.
---@param field pbwire.Field
---@param policy pbwire.Policy
---@return fun(m: ffi.cdata*): any
function M.getter(field, policy)
  local code, constants = Code.new(), {}
  code:line("return function(m)")
  code:base "m"
  code:line("local v")
  emit_singular(code, field, "v", "E[1]", policy, constants)
  code:line("return v")
  code:line("end")
  return Code.compile(code:text(), field.name .. ":get", environment_of(constants, { field.enum and field.enum.names }))
end

---@param description table
---@param policy pbwire.Policy
---@param link fun(children: pbwire.Type[]): function[]  the reading functions of submessages
---@return fun(m: ffi.cdata*): table
function M.reader(description, policy, link)
  local text, constants, children, enums = M.text(description, policy)
  local environment = environment_of(constants, enums)
  environment.D, environment.Z = link(children), {}
  for i, child in ipairs(children) do environment.Z[i] = child:template() end
  return Code.compile(text, description.name .. ":read", environment)
end

return M
