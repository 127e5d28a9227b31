-- Tuples as messages: the columns of a space's format are matched to the fields of a type by name, once.
--
--     local rows = pbt.tuples(box.space.users, User, { rest = "rest" })
--     local bytes = rows:encode(box.space.users:get(1))
--     box.space.users:replace(rows:decode(bytes))
--
-- A message column of type string or varbinary holds the encoded message, any other a map. What has no column of its
-- own, unknown fields too, goes into the column `rest`, encoded, if there is one; without it that is an error.
local errors = require "pbwire.errors"
local values = require "pbwire.codec.values"

---@class pbwire.Tuples
---@field type pbwire.Type
local Tuples = {}
Tuples.__index = Tuples

local function is_bytes(column) return column.type == "string" or column.type == "varbinary" end

---@param space table                 box.space.NAME, or a format
---@param of pbwire.Type
---@param options? { rest: string }
local function bind(space, of, options)
  local format = space.format and type(space.format) == "function" and space:format() or space
  local self = setmetatable({ type = of, columns = {}, rest = nil }, Tuples)
  for i, column in ipairs(format) do
    local field = of:field(column.name)
    if options and column.name == options.rest then
      self.rest = i
    elseif field then
      self.columns[i] = { field = field, encoded = field.message and field.label == "singular" and is_bytes(column),
        nullable = column.is_nullable }
    else
      errors.throw("NOT_FOUND", ("%s has no field for column %q"):format(of.name, column.name))
    end
  end
  if options and options.rest and not self.rest then
    errors.throw("NOT_FOUND", ("the format has no column %q"):format(options.rest))
  end
  self.size = #format
  self.partial = of:with { partial = true }
  return self
end

---The message of a tuple, as a table.
---@param tuple table   a tuple or an array
---@return table
function Tuples:message(tuple)
  local rest = self.rest and tuple[self.rest]
  local message = rest ~= nil and self.partial:decode(rest) or {}
  for i, column in pairs(self.columns) do
    local v = tuple[i]
    if v ~= nil then
      message[column.field.key] = column.encoded and self.type:sibling(column.field.message):decode(v) or v
    end
  end
  return message
end

---The tuple of a message, as an array for insert and replace.
---@param message table
---@return table
function Tuples:tuple(message)
  local t, rest = {}, {}
  for k, v in pairs(message) do rest[k] = v end
  for i = 1, self.size do
    local column = self.columns[i]
    local v = column and message[column.field.key]
    if column then rest[column.field.key] = nil end
    if v == nil then
      t[i] = box.NULL
      if column and not column.nullable and column.field.label == "singular" then t[i] = self:default(column.field) end
      if column and not column.nullable and column.field.label ~= "singular" then t[i] = {} end
    else
      t[i] = column.encoded and self.type:sibling(column.field.message):encode(v) or v
    end
  end
  if self.rest then
    t[self.rest] = next(rest) ~= nil and self.partial:encode(rest) or box.NULL
  elseif next(rest) ~= nil and self.type.policy.unknown_keys == "error" then
    errors.throw("NOT_FOUND", ("there is no column for %s"):format(tostring(next(rest))), self.type.name)
  end
  return t
end

-- What an absent field has in a column that may not be null.
function Tuples:default(field)
  if field.message then
    errors.throw("REQUIRED", ("the message is absent, and its column may not be null"), self.type.name .. "." .. field.key)
  end
  return values.shown(field, field.default, self.type.policy)
end

---Bytes of a tuple.
function Tuples:encode(tuple) return self.type:encode(self:message(tuple)) end

---A tuple, as an array, of bytes.
function Tuples:decode(bytes) return self:tuple(self.type:decode(bytes)) end

return bind
