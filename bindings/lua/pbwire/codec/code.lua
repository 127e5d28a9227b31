-- Text of generated Lua: lines, and the pointers that they read through.
--
-- A base is a local that points to a message, a list or a map entry. Its typed pointers (`m_i32` of base `m`) are
-- declared where the base is announced, but only those that later lines use.
local K = require "pbwire.kinds"

---@class pbwire.Code
local Code = {}
Code.__index = Code

function Code.new() return setmetatable({ lines = {}, bases = {} }, Code) end

function Code:line(format, ...)
  self.lines[#self.lines + 1] = select("#", ...) > 0 and format:format(...) or format
end

---Announces a base; `name` is a local that holds a pointer.
function Code:base(name)
  self.lines[#self.lines + 1] = { name = name }
  self.bases[name] = self.lines[#self.lines]
end

---The typed pointer `slot` of a base.
function Code:pointer(name, slot)
  local base = self.bases[name]
  if not base[slot] then
    base[slot] = true
    base[#base + 1] = slot
  end
  return name .. "_" .. slot
end

---The expression for the cell at `offset` of a base; with `index`, a local that counts from 0, of element `index` in a
---list of elements `stride` apart.
function Code:cell(name, slot, offset, index, stride)
  local width = K.widths[slot]
  assert(offset % width == 0 and (not stride or stride % width == 0), "a cell that is not aligned")
  local at = tostring(offset / width)
  if index then
    local step = stride / width
    at = step == 1 and index or ("%s * %d"):format(index, step)
    if offset > 0 then at = ("%s + %d"):format(at, offset / width) end
  end
  return ("%s[%s]"):format(self:pointer(name, slot), at)
end

---All of it, as text.
function Code:text()
  local out = {}
  for i, line in ipairs(self.lines) do
    if type(line) == "table" then
      local names, values = {}, {}
      for j, slot in ipairs(line) do
        names[j] = line.name .. "_" .. slot
        values[j] = ("cast(p_%s, %s)"):format(slot, line.name)
      end
      line = #names > 0 and ("local %s = %s"):format(table.concat(names, ", "), table.concat(values, ", ")) or ""
    end
    out[i] = line
  end
  return table.concat(out, "\n")
end

-- The pointer types, as locals of every generated chunk.
local names, values = {}, {}
for slot, pointer in pairs(K.pointers) do
  names[#names + 1] = "p_" .. slot
  values[#values + 1] = pointer
end
local prelude = ("local %s = ...\n"):format(table.concat(names, ", "))

---Compiles `text`, a chunk that returns a function. It sees the pointer types and the names of `environment`.
function Code.compile(text, name, environment)
  local locals, given = {}, {}
  for key, value in pairs(environment) do
    locals[#locals + 1] = key
    given[#given + 1] = value
  end
  local chunk = ("%slocal %s = select(%d, ...)\n%s"):format(prelude, table.concat(locals, ", "), #values + 1, text)
  local all = { unpack(values) }
  for i = 1, #given do all[#values + i] = given[i] end
  return assert(loadstring(chunk, "=pbwire:" .. name))(unpack(all, 1, #values + #given))
end

return Code
