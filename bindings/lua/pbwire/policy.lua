-- Policies: how values look in Lua. A schema has them, a type may have its own (type:with), a call its own again.
-- A complete set of choices has a key, and every key its own generated code.
local errors = require "pbwire.errors"

---@class pbwire.Policy
---@field int64? "cdata"|"number"|"string"   64-bit integers; "number" is exact up to 2^53
---@field enum? "name"|"number"              enum values; a number without a name stays a number
---@field absent? "nil"|"default"            absent fields are absent, or have their defaults; empty lists are {}
---@field unknown_fields? "keep"|"drop"      fields that the schema does not know, under pbwire.UNKNOWN
---@field unknown_keys? "error"|"ignore"     keys of an encoded table that the type does not have
---@field partial? boolean                    required fields may be missing
---@field deterministic? boolean              map entries in the order of their keys
---@field tier? "auto"|"generated"|"loop"    how types are coded; "auto" takes the loop for huge types only

-- The first choice is the default.
local choices = {
  { "int64", "cdata", "number", "string" },
  { "enum", "name", "number" },
  { "absent", "nil", "default" },
  { "unknown_fields", "keep", "drop" },
  { "unknown_keys", "error", "ignore" },
  { "partial", false, true },
  { "deterministic", false, true },
  { "tier", "auto", "generated", "loop" },
}

local known = {}
for _, choice in ipairs(choices) do
  local name = choice[1]
  known[name] = {}
  for i = 2, #choice do known[name][choice[i]] = true end
end

local M = {}

---The complete policy: `changes` over `base`.
---@param changes pbwire.Policy?
---@param base pbwire.Policy?
---@return pbwire.Policy
function M.resolve(changes, base)
  for name, value in pairs(changes or {}) do
    if not known[name] then errors.throw("ARGUMENT", ("there is no policy %q"):format(tostring(name))) end
    if not known[name][value] then
      errors.throw("ARGUMENT", ("policy %s cannot be %q"):format(name, tostring(value)))
    end
  end
  local policy, key = {}, {}
  for i, choice in ipairs(choices) do
    local name = choice[1]
    local value = changes and changes[name]
    if value == nil and base then value = base[name] end
    if value == nil then value = choice[2] end
    policy[name] = value
    key[i] = tostring(value)
  end
  policy.key = table.concat(key, ",")
  return policy
end

return M
