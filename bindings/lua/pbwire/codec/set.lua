-- The codecs of one policy: for each type a reading and a filling function, made when first called.
local read_code = require "pbwire.codec.read_code"
local write_code = require "pbwire.codec.write_code"
local keys_code = require "pbwire.codec.keys_code"
local loop = require "pbwire.codec.loop"

---@class pbwire.CodecSet
---@field policy pbwire.Policy
local Set = {}
Set.__index = Set

-- Up to here LuaJIT's limits (200 locals, 60 upvalues, the length of a trace) leave room for straight-line code.
local LARGEST_GENERATED = 120

function Set.new(policy) return setmetatable({ policy = policy, readers = {}, writers = {}, checkers = {} }, Set) end

function Set:tier(description)
  if description.needs_loop then return loop end
  if self.policy.tier ~= "auto" then return self.policy.tier == "loop" and loop end
  return #description.fields > LARGEST_GENERATED and loop
end

-- functions[i] makes the function of children[i] when it is first called, and steps aside: types may contain
-- themselves, and most of a large schema's types are never met.
function Set:link(children, which)
  local functions = {}
  for i, child in ipairs(children) do
    functions[i] = function(...)
      local f = self[which](self, child)
      functions[i] = f
      return f(...)
    end
  end
  return functions
end

---@param of pbwire.Type
---@return fun(m: ffi.cdata*): table
function Set:reader(of)
  local f = self.readers[of.name]
  if not f then
    local description = of:describe()
    f = (self:tier(description) or read_code).reader(description, self.policy, function(c) return self:link(c, "reader") end)
    self.readers[of.name] = f
  end
  return f
end

---@param of pbwire.Type
---@return fun(t: table, m: ffi.cdata*, mem: ffi.cdata*, w: table, depth: integer)
function Set:writer(of)
  local f = self.writers[of.name]
  if not f then
    local description = of:describe()
    f = (self:tier(description) or write_code).writer(description, self.policy, function(c) return self:link(c, "writer") end)
    self.writers[of.name] = f
  end
  return f
end

---@param of pbwire.Type
---@return fun(t: table, depth: integer): boolean   whether all keys are known
function Set:checker(of)
  local f = self.checkers[of.name]
  if not f then
    f = keys_code.checker(of:describe(), self.policy, function(c) return self:link(c, "checker") end)
    self.checkers[of.name] = f
  end
  return f
end

return Set
