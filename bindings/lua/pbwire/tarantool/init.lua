-- Protobuf in Tarantool's spaces: blobs with typed access, tuples as messages, functional indexes.
--
--     local pbt = require "pbwire.tarantool"
--     local people = pbt.blobs(box.space.people, Person, { column = "data" })
--     people:replace({ 1 }, { name = "Ada" })
--     print(people:get(1).name)
--     pbt.index(people.space, "by_city", Person, "address.city", { column = "data" })
local errors = require "pbwire.errors"
local walker = require "pbwire.tarantool.walker"
local tuples = require "pbwire.tarantool.tuples"

local M = {}

-- The place of a column in a space's tuples.
local function column_of(space, column)
  if type(column) == "number" then return column end
  for i, field in ipairs(space:format()) do
    if field.name == column then return i end
  end
  errors.throw("NOT_FOUND", ("space %s has no column %q"):format(space.name, tostring(column)))
end

-- ---- blobs ----

---@class pbwire.Blobs
---@field space table
---@field type pbwire.Type
local Blobs = {}
Blobs.__index = Blobs

---A space whose tuples hold a message as bytes in one column.
---@param space table         box.space.NAME
---@param of pbwire.Type
---@param options? { column: string|integer }   where the bytes are; the last column of the format
function M.blobs(space, of, options)
  local column = column_of(space, options and options.column or #space:format())
  return setmetatable({ space = space, type = of, column = column }, Blobs)
end

local function row(self, columns, message)
  local t = {}
  for i = 1, math.max(#columns, self.column) do t[i] = columns[i] == nil and box.NULL or columns[i] end
  t[self.column] = self.type:encode(message)
  return t
end

---Inserts a message; `columns` are the others of the tuple, by their places.
function Blobs:insert(columns, message) return self.space:insert(row(self, columns, message)) end

---Inserts a message, or replaces the one with that key.
function Blobs:replace(columns, message) return self.space:replace(row(self, columns, message)) end

---The message of a tuple.
function Blobs:message(tuple) return self.type:decode(tuple[self.column]) end

---The message with a primary key, or nil; and its tuple.
function Blobs:get(key)
  local tuple = self.space:get(key)
  if tuple then return self:message(tuple), tuple end
end

---A view of the message with a primary key (release it), or nil.
function Blobs:view(key)
  local tuple = self.space:get(key)
  if tuple then return self.type:view(tuple[self.column]) end
end

---Changes the message with a primary key by f(message), in a transaction. f must not yield.
function Blobs:update(key, f)
  return box.atomic(function()
    local message, tuple = self:get(key)
    if not message then return nil end
    message = f(message) or message
    return self.space:replace(tuple:update { { "=", self.column, self.type:encode(message) } })
  end)
end

---Iterates over an index: message, tuple.
---@param index? string   the primary index
---@param ... any         as index:pairs takes it
function Blobs:each(index, ...)
  local f, state, at = self.space.index[index or 0]:pairs(...)
  return function()
    local tuple
    at, tuple = f(state, at)
    if at ~= nil then return self:message(tuple), tuple end
  end
end

-- ---- functional indexes ----

-- By what a value is in Lua, and for integers whether they can be negative.
local function part_type(field)
  local by_kind = { number = "integer", int64 = "integer", boolean = "boolean", string = "string", enum = "integer" }
  local name = field.kind.name
  if name == "double" or name == "float" then return "number" end
  if name:match "^u" then return "unsigned" end
  return by_kind[field.kind.lua]
end

---A functional index over a field of the messages in a space of blobs. Its function is plain Lua, made once, and stays in
---the database: the index works without this module, also after a restart.
---@param space table
---@param name string
---@param of pbwire.Type
---@param path string   "address.city"; a list gives a key for each element; what is absent has none
---@param options? { column: string|integer, unique: boolean, func: string, if_not_exists: boolean }
function M.index(space, name, of, path, options)
  options = options or {}
  local column = column_of(space, options.column or #space:format())
  local body, multikey, field = walker.source(of, path, column)
  local func = options.func or ("pbwire_%s_%s"):format(space.name, name)
  if space.index[name] and options.if_not_exists then return space.index[name] end
  box.schema.func.create(func, {
    body = body, is_deterministic = true, is_sandboxed = true, if_not_exists = true, opts = { is_multikey = multikey },
  })
  return space:create_index(name, {
    func = func, unique = options.unique or false, parts = { { field = 1, type = part_type(field) } },
  })
end

M.walker = walker.source
M.tuples = tuples

return M
