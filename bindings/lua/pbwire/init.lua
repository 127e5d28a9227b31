-- pbwire: Protocol Buffers for LuaJIT and Tarantool. docs/lua.md is the guide.
--
--     local pbwire = require "pbwire"
--     local schema = pbwire.load_file "person.binpb"       -- protoc --descriptor_set_out=person.binpb --include_imports
--     local Person = schema:type "hello.Person"
--     local bytes = Person:encode { name = "Ada", age = 36 }
--     print(Person:decode(bytes).name)
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local Schema = require "pbwire.schema"
local values = require "pbwire.codec.values"

---@class pbwire
local pbwire = {}

---The version of the C library.
pbwire.VERSION = ffi.string(lib.C.pbw_version())

---The key under which a table holds the fields that its type does not know, in wire format.
pbwire.UNKNOWN = values.UNKNOWN

---The metatable of errors.
pbwire.Error = errors.Error

---A schema from serialized FileDescriptorSets.
---@param sets string|string[]
---@param policy? pbwire.Policy  of all its types
---@return pbwire.Schema
function pbwire.load(sets, policy) return Schema.load(sets, policy) end

---A schema from files.
---@param paths string|string[]
---@param policy? pbwire.Policy
---@return pbwire.Schema
function pbwire.load_file(paths, policy)
  local sets = {}
  for i, path in ipairs(type(paths) == "table" and paths or { paths }) do
    local file = assert(io.open(path, "rb"))
    sets[i] = file:read "*a"
    file:close()
  end
  return Schema.load(sets, policy)
end

local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read "*a" -- nil for a folder
  if file then file:close() end
  return text
end

---A schema from .proto files, compiled here, with what they import.
---@param names string|string[]   as others would import them
---@param path? string|string[]|fun(name: string): string?   folders where they are ("." unless told); or what gives the text
---       of a file, or nil
---@param policy? pbwire.Policy
---@return pbwire.Schema
function pbwire.load_proto(names, path, policy)
  local find = path
  if type(path) ~= "function" then
    local folders = type(path) == "table" and path or { path or "." }
    find = function(name)
      for _, folder in ipairs(folders) do
        local text = read(folder == "." and name or folder .. "/" .. name)
        if text then return text end
      end
    end
  end
  return Schema.compile(type(names) == "table" and names or { names }, find, policy)
end

return pbwire
