-- Generates the function that tells whether a table has unknown keys, in messages inside too: it counts all keys, takes
-- off those that the type has, and nothing may be left. This is a pass of its own before the table is filled, since a
-- loop in the middle of the straight line would cut it into pieces.
--
--     return function(t, depth)
--       local n = 0
--       for _ in pairs(t) do n = n + 1 end
--       if t["name"] ~= nil then n = n - 1 end
--       if t["address"] ~= nil then n = n - 1 end
--       if n ~= 0 then return false end
--       local v = t["address"]
--       if type(v) == "table" and not computed(v) and not D[1](v, depth + 1) then return false end
--       return depth <= 100
--     end
--
-- false means: look again, slowly. A key whose value is box.NULL is counted but not taken off, and is right.
local Code = require "pbwire.codec.code"
local host = require "pbwire.host"
local values = require "pbwire.codec.values"

local M = {}

-- Objects that compute their fields are looked at when they are made plain tables.
local function computed(v)
  local meta = getmetatable(v)
  return meta ~= nil and meta.__index ~= nil
end

---@param description table
---@param link fun(children: pbwire.Type[]): function[]
---@return fun(t: table, depth: integer): boolean
function M.checker(description, _, link)
  local code, children = Code.new(), {}
  code:line("return function(t, depth)")
  code:line("local n = 0")
  code:line("for _ in pairs(t) do n = n + 1 end")
  for _, field in ipairs(description.fields) do code:line("if t[%q] ~= nil then n = n - 1 end", field.key) end
  code:line("if t[%q] ~= nil then n = n - 1 end", values.UNKNOWN)
  code:line("if n ~= 0 or depth > %d then return false end", values.MAX_DEPTH)
  for _, field in ipairs(description.fields) do
    if field.message then
      children[#children + 1] = field.message
      local fits = "if type(%s) == 'table' and not computed(%s) and not D[%d](%s, depth + 1) then return false end"
      code:line("do")
      code:line("local v = t[%q]", field.key)
      if field.label == "singular" then
        code:line(fits, "v", "v", #children, "v")
      else
        code:line("if type(v) == 'table' and not computed(v) then")
        code:line(field.label == "list" and "for i = 1, #v do local e = v[i]" or "for _, e in pairs(v) do")
        code:line(fits, "e", "e", #children, "e")
        code:line("end")
        code:line("end")
      end
      code:line("end")
    end
  end
  code:line("return true")
  code:line("end")
  local f = Code.compile(code:text(), description.name .. ":keys",
    { D = link(children), computed = computed, pairs = pairs, type = type })
  if not host.compiles_pairs then jit.off(f) end
  return f
end

if not host.compiles_pairs then jit.off(computed) end

return M
