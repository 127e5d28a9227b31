-- A schema: every type of one or more descriptor sets. Schemas know nothing of each other; types of an old one live on
-- when a new one is loaded.
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local policies = require "pbwire.policy"
local Type = require "pbwire.type"
local Enum = require "pbwire.enum"
local Set = require "pbwire.codec.set"
local reader = require "pbwire.codec.reader"
local view = require "pbwire.view"
local struct = require "pbwire.struct"
local C, P = lib.C, lib.P

---@class pbwire.Schema
---@field policy pbwire.Policy
local Schema = {}
Schema.__index = Schema

-- ---- loading ----

local function build(handle, sets)
  local record = errors.record()
  for _, set in ipairs(sets) do errors.must(C.pbw_schema_add(handle, set, #set, record), record) end
  errors.must(C.pbw_schema_build(handle, record), record)
end

local function wrap(handle, policy)
  local ctx = ffi.new "pbw_ctx *[1]"
  errors.must(C.pbw_ctx_new(nil, nil, ctx))
  local self = setmetatable({
    handle = handle,
    ctx = ffi.gc(ctx[0], C.pbw_ctx_free), -- of the templates; never reset
    policy = policy,
    types = {}, -- by policy and name
    enums = {},
    sets = {}, -- of codecs, by policy
    readers = {}, -- free ones
    writers = {},
  }, Schema)
  return self
end

---@param sets string|string[]   serialized FileDescriptorSets
---@param policy pbwire.Policy?
---@return pbwire.Schema
function Schema.load(sets, policy)
  policy = policies.resolve(policy)
  local out = ffi.new "pbw_schema *[1]"
  errors.must(C.pbw_schema_new(nil, out))
  local handle = ffi.gc(out[0], C.pbw_schema_free)
  build(handle, type(sets) == "table" and sets or { sets })
  return wrap(handle, policy)
end

-- Files that are named, then what they import, as far as `find` has it: a built-in file needs none.
local function add_sources(source, names, find)
  for _, name in ipairs(names) do
    local text = find(name)
    if not text then errors.throw("NOT_FOUND", "no such file: " .. name) end
    errors.must(C.pbw_source_add(source, name, text, #text))
  end
  local i = 0
  while true do
    local name = C.pbw_source_import(source, i)
    if name == nil then return end
    local text = find(ffi.string(name))
    if text then errors.must(C.pbw_source_add(source, name, text, #text)) end
    i = i + 1
  end
end

---@param names string[]   of .proto files
---@param find fun(name: string): string?   the text of a file, or nil
---@param policy pbwire.Policy?
---@return pbwire.Schema
function Schema.compile(names, find, policy)
  policy = policies.resolve(policy)
  local out = ffi.new "pbw_source *[1]"
  errors.must(C.pbw_source_new(nil, out))
  local source = ffi.gc(out[0], C.pbw_source_free)
  add_sources(source, names, find)
  local schema, record = ffi.new "pbw_schema *[1]", errors.record()
  local status = C.pbw_source_compile(source, schema, nil, nil, record)
  if status ~= P.PBW_OK then
    local err = errors.of(status, record)
    local all = ffi.string(C.pbw_source_errors(source))
    if all ~= "" then err.all = all end
    error(err, 0)
  end
  return wrap(ffi.gc(schema[0], C.pbw_schema_free), policy)
end

-- ---- look-up ----

local function set_of(self, policy)
  local set = self.sets[policy.key]
  if not set then
    set = Set.new(policy)
    self.sets[policy.key] = set
    self.types[policy.key] = {}
  end
  return set
end

---A message type by its full name, or nil.
---@param name string
---@return pbwire.Type?
function Schema:find(name)
  local set = set_of(self, self.policy)
  local types = self.types[self.policy.key]
  if not types[name] then
    local handle = C.pbw_schema_type(self.handle, name)
    if handle == nil then return nil end
    types[name] = Type.new(self, handle, set)
  end
  return types[name]
end

---A message type by its full name.
---@param name string   "hello.Person"; a leading dot is ignored
---@return pbwire.Type
function Schema:type(name)
  name = name:gsub("^%.", "")
  return self:find(name) or errors.throw("NOT_FOUND", ("the schema has no message type %q"):format(name))
end

-- A type under another complete policy.
function Schema:under(of, policy)
  if policy.key == of.policy.key then return of end
  local set = set_of(self, policy)
  local types = self.types[policy.key]
  types[of.name] = types[of.name] or Type.new(self, of.handle, set, of.shared)
  return types[of.name]
end

-- A type under changed policies.
function Schema:variant(of, changes) return self:under(of, policies.resolve(changes, of.policy)) end

---An enum type by its full name.
---@param name string
---@return pbwire.Enum
function Schema:enum(name)
  name = name:gsub("^%.", "")
  local enum = self.enums[name]
  if not enum then
    local handle = C.pbw_schema_enum(self.handle, name)
    if handle == nil then errors.throw("NOT_FOUND", ("the schema has no enum %q"):format(name)) end
    enum = Enum.new(handle)
    self.enums[name] = enum
  end
  return enum
end

---The names of all message types, those of the sets first.
---@return string[]
function Schema:names()
  local names = {}
  for i = 0, tonumber(C.pbw_schema_type_count(self.handle)) - 1 do
    local handle = C.pbw_schema_type_at(self.handle, i)
    if C.pbw_type_is_map_entry(handle) == 0 then names[#names + 1] = ffi.string(C.pbw_type_full_name(handle)) end
  end
  return names
end

---Memory for views: each new view in it makes the former ones stale.
---@return pbwire.Reader
function Schema:context()
  local r = reader.new()
  r.lent = true
  return r
end

---Memory that structs share: it goes with the last of them.
function Schema:arena()
  local out = ffi.new "pbw_arena *[1]"
  errors.must(C.pbw_arena_new(nil, 0, out))
  return { handle = ffi.gc(out[0], C.pbw_arena_free), schema = self }
end

-- ---- Any ----

---A google.protobuf.Any that holds a message.
---@param of pbwire.Type
---@param t table
---@param prefix? string   of the type's URL; "type.googleapis.com"
---@return table any
function Schema:pack(of, t, prefix)
  return { type_url = (prefix or "type.googleapis.com") .. "/" .. of.name, value = of:encode(t) }
end

---The message that a google.protobuf.Any holds, and its type.
---@param any table
---@return table message
---@return pbwire.Type type
function Schema:unpack(any)
  local name = (any.type_url or ""):match "/([^/]+)$"
  if not name then errors.throw("ARGUMENT", ("%q names no type"):format(tostring(any.type_url))) end
  local of = self:type(name)
  return of:decode(any.value or ""), of
end

---Bytes to a table, by the type's name.
function Schema:decode(name, bytes, policy) return self:type(name):decode(bytes, policy) end

---A table to bytes, by the type's name.
function Schema:encode(name, t, policy) return self:type(name):encode(t, policy) end

-- ---- for the rest of the module ----

local uint8_p = ffi.typeof "uint8_t *"

-- An empty scratch message that stays for the schema's life.
function Schema:scratch(of)
  local out = ffi.new "pbw_message *[1]"
  errors.must(C.pbw_ctx_messages(self.ctx, of.handle, 1, 0, out))
  return ffi.cast(uint8_p, out[0])
end

-- Throws unless `bytes` are whole fields: read as a message without any, all of them are unknown.
function Schema:check_unknown(bytes)
  local r = table.remove(self.readers) or reader.new()
  local empty = C.pbw_schema_type(self.handle, "google.protobuf.Empty")
  local status = C.pbw_decode_ctx(r.ctx, empty, bytes, #bytes, P.PBW_RESET + P.PBW_ALIAS, r.out)
  if status ~= 0 then error(reader.error(r, status), 0) end
  table.insert(self.readers, r)
end

-- The memory of a view or struct of a type; nil for anything else.
function Schema:message_of(v, of) return view.message_of(v, of) or struct.message_of(v, of) end

Schema.is_collection = function(_, v) return view.is_collection(v) end
Schema.collection_table = function(_, v) return view.collection_table(v) end

return Schema
