-- Generates the function that fills a scratch message from a plain table: it stores numbers into cells, lends strings
-- where they stand, and puts lists, map entries and submessages into the writer's memory (pbwire.codec.writer). No
-- call to the library: the one call of an encode comes when everything is filled. For { string name = 1; int32 age = 2; }:
--
--     return function(t, m, mem, w, depth)
--       local m_ptr, m_size, m_i32 = cast(p_ptr, m), cast(p_size, m), cast(p_i32, m)
--       do
--         local v = t["name"]
--         if v ~= nil then
--           if type(v) ~= "string" then fail(w) end
--           m_ptr[6], m_size[7] = v, #v
--         end
--       end
--       do
--         local v = t["age"]
--         if v ~= nil then
--           if type(v) ~= "number" then fail(w) end
--           m_i32[16] = v
--           if m_i32[16] ~= v then fail(w) end
--         end
--       end
--       ...
--
-- A number that was cut is seen by reading it back. Whatever is wrong goes to fail(), which looks at the whole table
-- again, slowly, and says where: pbwire.check has all rules and texts.
local Code = require "pbwire.codec.code"
local K = require "pbwire.kinds"
local host = require "pbwire.host"
local values = require "pbwire.codec.values"
local writer = require "pbwire.codec.writer"

local M = {}

-- Emits lines that check `v` and store it into a cell.
local function emit_store(code, kind, child, base, offset, index, stride)
  local function cell(slot, shift) return code:cell(base, slot, offset + (shift or 0), index, stride) end
  local function expect(lua_type) code:line("if type(v) ~= %q then fail(w) end", lua_type) end
  local at = cell(kind.slot)
  if kind.name == "double" then
    code:line("if type(v) ~= 'number' then v = to_double(v) or fail(w) end")
    code:line("%s = v", at)
  elseif kind.name == "float" then
    code:line("if type(v) ~= 'number' then v = to_double(v) or fail(w) end")
    code:line("%s = v", at)
    code:line("local x = %s", at)
    code:line("if x - x ~= 0 and v - v == 0 then fail(w) end") -- it became infinite
  elseif kind.lua == "number" then
    expect "number"
    code:line("%s = v", at)
    code:line("if %s ~= v then fail(w) end", at)
  elseif kind.lua == "int64" then
    code:line("if type(v) == 'number' then")
    code:line("%s = v", at)
    code:line("if tonumber(%s) ~= v then fail(w) end", at)
    code:line("else")
    code:line("%s = to_%s(v) or fail(w)", at, kind.name == "int64" and "signed" or "unsigned")
    code:line("end")
  elseif kind.lua == "boolean" then
    expect "boolean"
    code:line("%s = v and 1 or 0", at)
  elseif kind.lua == "string" then
    expect "string"
    code:line("%s, %s = v, #v", at, cell("size", K.word))
  elseif kind.lua == "enum" then
    code:line("if type(v) == 'string' then v = %s[v] end", child)
    expect "number"
    code:line("%s = v", at)
    code:line("if %s ~= v then fail(w) end", at)
  else
    local i = child:match "%d+"
    code:line("local x")
    code:line("if type(v) ~= 'table' or getmetatable(v) then x, v = lend(w, v, C[%s]) end", i)
    code:line("if v then")
    code:line("x = alloc(mem, w, S[%s])", i)
    code:line("copy(x, T[%s], S[%s])", i, i)
    code:line("D[%s](v, x, mem, w, depth + 1)", i)
    code:line("end")
    code:line("%s = x", at)
  end
end

local function emit_list(code, field, child)
  code:line("local n = #v")
  code:line("if n > 0 then")
  code:line("local a = alloc(mem, w, n * %d)", field.stride)
  code:base "a"
  code:line("for i = 0, n - 1 do")
  code:line("local v = v[i + 1]")
  emit_store(code, field.kind, child, "a", 0, "i", field.stride)
  code:line("end")
end

local function emit_map(code, field, child)
  if host.compiles_pairs then
    code:line("local n = 0")
    code:line("for _ in pairs(v) do n = n + 1 end")
  else
    code:line("local n, keys, elements = flatten(w, v)")
  end
  code:line("if n > 0 then")
  code:line("local a = alloc(mem, w, n * %d)", field.stride)
  code:base "a"
  code:line("local i, odd = 0, false")
  if host.compiles_pairs then
    code:line("for k, e in pairs(v) do")
  else
    code:line("for i = 0, n - 1 do")
    code:line("local k, e = keys[i + 1], elements[i + 1]")
  end
  code:line("do")
  code:line("local v = k")
  -- Of keys that are no numbers, two may mean one.
  if field.map_key.lua == "int64" or field.map_key.lua == "number" then
    code:line("if type(v) ~= 'number' then v, odd = to_%s(v) or fail(w), true end",
      field.map_key.name:match "^u" and "unsigned" or "signed")
    if field.map_key.lua == "number" then code:line "v = tonumber(v)" end
  end
  emit_store(code, field.map_key, nil, "a", 0, "i", field.stride)
  code:line("end")
  code:line("local v = e")
  emit_store(code, field.kind, child, "a", field.value_offset, "i", field.stride)
  code:line("i = i + 1")
  code:line("end")
  code:line("if odd then fail_if_wrong(w) end")
end

local function emit_field(code, field, child)
  code:line("do -- %s", field.name)
  code:line("local v = t[%q]", field.key)
  code:line("if v ~= nil then")
  if field.label == "singular" then
    emit_store(code, field.kind, child, "m", field.offset)
    if field.presence == "bit" then
      code:line("has%d = has%d + %d", field.presence_offset, field.presence_offset, field.presence_mask)
    elseif field.presence == "oneof" then
      code:line("if case%d ~= 0 then fail(w) end", field.presence_offset)
      code:line("case%d = %d", field.presence_offset, field.presence_mask)
    end
  else
    code:line("if type(v) ~= 'table' or getmetatable(v) then v = plain(w, v) or fail(w) end");
    (field.label == "list" and emit_list or emit_map)(code, field, child)
    code:line("%s, %s = a, n", code:cell("m", "ptr", field.offset), code:cell("m", "size", field.offset + K.word))
    code:line("end")
  end
  code:line("end")
  code:line("end")
end

---The text of the filling function of a type, and what it refers to.
---@param description table
---@param policy pbwire.Policy
function M.text(description, policy)
  local code, children, enums = Code.new(), {}, {}
  code:line("return function(t, m, mem, w, depth)")
  code:line("if depth > %d then fail(w) end", values.MAX_DEPTH)
  code:base "m"
  local has, cases = {}, {}
  for _, field in ipairs(description.fields) do
    local seen = field.presence == "bit" and has or field.presence == "oneof" and cases or nil
    if seen and not seen[field.presence_offset] then
      seen[field.presence_offset] = true
      seen[#seen + 1] = field.presence_offset
      code:line("local %s%d = 0", seen == has and "has" or "case", field.presence_offset)
    end
  end
  for _, field in ipairs(description.fields) do
    local child
    if field.message then
      children[#children + 1] = field.message
      child = ("D[%d]"):format(#children)
    elseif field.enum then
      enums[#enums + 1] = field.enum.numbers
      child = ("E[%d]"):format(#enums)
    end
    emit_field(code, field, child)
  end
  for _, offset in ipairs(has) do code:line("%s = has%d", code:cell("m", "u8", offset), offset) end
  for _, offset in ipairs(cases) do code:line("%s = case%d", code:cell("m", "i32", offset), offset) end
  if description.unknown > 0 then
    code:line("local v = t[%q]", values.UNKNOWN)
    code:line("if v ~= nil then")
      code:line("lend_unknown(w, v, m + %d)", description.unknown)
    code:line("end")
  end
  code:line("end")
  return code:text(), children, enums
end

---@param description table
---@param policy pbwire.Policy
---@param link fun(children: pbwire.Type[]): function[]  the filling functions of submessages
---@return fun(t: table, m: ffi.cdata*, mem: ffi.cdata*, w: table, depth: integer)
function M.writer(description, policy, link)
  local text, children, enums = M.text(description, policy)
  local environment = { D = link(children), C = children, T = {}, S = {}, E = enums }
  for i, child in ipairs(children) do
    environment.T[i], environment.S[i] = child:template()
  end
  for _, names in ipairs { values.environment, writer.environment } do
    for name, value in pairs(names) do environment[name] = value end
  end
  return Code.compile(text, description.name .. ":write", environment)
end

return M
