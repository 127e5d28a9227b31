-- A message type under one policy: what most programs hold and call.
--
--     local Person = schema:type "hello.Person"
--     local bytes = Person:encode { name = "Ada", age = 36 }
--     local person = Person:decode(bytes)
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local fields_of = require "pbwire.describe"
local reader = require "pbwire.codec.reader"
local writer = require "pbwire.codec.writer"
local host = require "pbwire.host"
local view = require "pbwire.view"
local text = require "pbwire.text"
local struct = require "pbwire.struct"
local pretty = require "pbwire.pretty"
local check = require "pbwire.check"
local K = require "pbwire.kinds"
local C, P = lib.C, lib.P

local cast, copy = ffi.cast, ffi.copy
local uint8_p, message_p = ffi.typeof "const uint8_t *", ffi.typeof "const pbw_message *"
local alloc, encode = writer.alloc, C.pbw_encode

-- Calls a checker of keys: pbwire.codec.keys_code.
local known_keys = host.compiles_pairs and function(_, known, t) return known(t, 0) end
  or function(w, known, t) return host.aside(w, known, t, 0) end

---@class pbwire.Type
---@field name string            full name
---@field schema pbwire.Schema
---@field policy pbwire.Policy
local Type = {}
Type.__index = Type

-- ---- making ----

local function flags_of(policy)
  return (policy.partial and P.PBW_PARTIAL or 0) + (policy.unknown_fields == "drop" and P.PBW_NO_UNKNOWN or 0)
end

-- `shared` is what the same type under other policies knows already.
function Type.new(schema, handle, set, shared)
  local self = setmetatable({ schema = schema, handle = handle, set = set, policy = set.policy, shared = shared or {} }, Type)
  self.name = ffi.string(C.pbw_type_full_name(handle))
  self.strict = set.policy.unknown_keys == "error"
  self.decode_flags = flags_of(set.policy) + P.PBW_RESET + P.PBW_ALIAS
  self.encode_flags = flags_of(set.policy) + P.PBW_CHECK_UTF8 + (set.policy.deterministic and P.PBW_DETERMINISTIC or 0)
  -- These make themselves when first called.
  self.read = function(m)
    self.read = set:reader(self)
    return self.read(m)
  end
  self.known = function(...)
    self.known = set:checker(self)
    return self.known(...)
  end
  self.fill = function(...)
    self.fill = set:writer(self)
    return self.fill(...)
  end
  return self
end

---The same type with other policies.
---@param policy pbwire.Policy
---@return pbwire.Type
function Type:with(policy) return self.schema:variant(self, policy) end

function Type:__tostring() return "message " .. self.name end

-- ---- what it looks like ----

---@return table description  fields (pbwire.Field[]), by_key, oneofs
function Type:describe()
  local shared = self.shared
  if not shared.fields then
    local handle = self.handle
    shared.handle, shared.name, shared.by_key, shared.by_number, shared.oneofs = handle, self.name, {}, {}, {}
    shared.unknown = C.pbw_type_unknown_offset(handle)
    shared.fields = fields_of(self.schema, handle)
    for _, field in ipairs(shared.fields) do
      shared.by_key[field.key] = field
      shared.by_number[field.number] = field
      if not field.has_cell then shared.needs_loop = true end
      if field.oneof then
        shared.oneofs[field.oneof] = shared.oneofs[field.oneof] or {}
        table.insert(shared.oneofs[field.oneof], field)
      end
    end
  end
  return shared
end

---The fields and extensions, in the order of their numbers.
---@return pbwire.Field[]
function Type:fields() return self:describe().fields end

---A field by its key in tables, or by its number.
---@param key string|integer
---@return pbwire.Field?
function Type:field(key)
  local description = self:describe()
  return description.by_key[key] or description.by_number[key]
end

-- An empty scratch message, to be copied, and its size.
function Type:template()
  local shared = self.shared
  if not shared.template then
    shared.template = self.schema:scratch(self)
    shared.size = tonumber(C.pbw_type_message_size(self.handle))
  end
  return shared.template, shared.size
end

-- ---- decode ----

-- Other things than strings that hold bytes: Tarantool's varbinary.
local function to_bytes(v)
  if type(v) == "cdata" and tostring(ffi.typeof(v)):find "varbinary" then return tostring(v) end
  errors.throw("ARGUMENT", ("bytes are a string, not a %s"):format(type(v)))
end

---A plain table from bytes.
---@param bytes string
---@param policy? pbwire.Policy
---@return table
function Type:decode(bytes, policy)
  if policy then self = self:with(policy) end
  if type(bytes) ~= "string" then bytes = to_bytes(bytes) end
  local pool = self.schema.readers
  local n = #pool
  local r = pool[n]
  if r then pool[n] = nil else r = reader.new() end
  r.bytes = bytes
  local status = C.pbw_decode_ctx(r.ctx, self.handle, bytes, #bytes, self.decode_flags, r.out)
  if status ~= 0 then error(reader.error(r, status), 0) end
  local t = self.read(cast(uint8_p, r.out[0]))
  r.bytes = false
  pool[#pool + 1] = r
  return t
end

---Iterates over the messages of a stream in memory, each behind its size: table, offset behind it.
---@param bytes string
---@return fun(): table?, integer?
function Type:decode_stream(bytes)
  local offset, message, size = ffi.new "size_t[1]", ffi.new "pbw_bytes", #bytes
  return function()
    local status = C.pbw_delimited_next(bytes, size, offset, message)
    if status == P.PBW_END then return nil end
    if status ~= 0 then
      local err = errors.of(status)
      err.offset = tonumber(offset[0])
      error(err, 0)
    end
    return self:decode(ffi.string(message.data, message.size)), tonumber(offset[0])
  end
end

-- ---- encode ----

---Bytes from a table, view or struct.
---@param t table|ffi.cdata*
---@param policy? pbwire.Policy
---@return string
function Type:encode(t, policy)
  if policy then self = self:with(policy) end
  local w = self:take_writer()
  local mem = w.mem
  local bytes = writer.print(w, mem, self:scratch(w, mem, t), encode)
  self:give_writer(w)
  return bytes
end

function Type:take_writer()
  local pool = self.schema.writers
  local n = #pool
  local w = pool[n]
  if w then pool[n] = nil else w = writer.new() end
  w.type = self
  w.mem.options.flags = self.encode_flags
  return w
end

function Type:give_writer(w)
  w.anchors[1] = false
  w.mem.top = w.mem.base
  if w.grown or #w.anchors > 1 then writer.clear(w) end
  local pool = self.schema.writers
  pool[#pool + 1] = w
end

-- A scratch message in the writer's memory, filled from what a user gave.
function Type:scratch(w, mem, t)
  local anchors = w.anchors
  if not anchors[1] then anchors[1] = t else anchors[#anchors + 1] = t end
  if type(t) ~= "table" or getmetatable(t) then
    local lent
    lent, t = writer.environment.lend(w, t, self)
    if lent then return lent end
  end
  if self.strict and not known_keys(w, self.known, t) then check(self, t) end
  local template, size = self.shared.template, self.shared.size
  if not template then template, size = self:template() end
  local m = alloc(mem, w, size)
  copy(m, template, size)
  self.fill(t, m, mem, w, 0)
  return m
end

---Bytes behind their size, as streams have them.
---@param t table
---@return string
function Type:encode_delimited(t)
  local bytes = self:encode(t)
  local size, head = #bytes, {}
  while size >= 128 do
    head[#head + 1] = string.char(size % 128 + 128)
    size = math.floor(size / 128)
  end
  head[#head + 1] = string.char(size)
  return table.concat(head) .. bytes
end

-- ---- JSON and text ----

---JSON of a table, view or struct, in protobuf's mapping.
---@param t table
---@param options? pbwire.TextOptions
---@return string
function Type:to_json(t, options) return text.to_json(self, t, options) end

---A table from JSON.
---@param json string
---@param options? pbwire.TextOptions
---@return table
function Type:from_json(json, options) return text.from_json(self, json, options) end

---The text format (.textproto) of a table, view or struct.
---@param t table
---@param options? pbwire.TextOptions
---@return string
function Type:to_text(t, options) return text.to_text(self, t, options) end

---A table from the text format.
---@param textproto string
---@param options? pbwire.TextOptions
---@return table
function Type:from_text(textproto, options) return text.from_text(self, textproto, options) end

-- ---- views ----

---A view of bytes, which reads on demand: see pbwire.view.
---@param bytes string
---@param context? pbwire.Reader   of schema:context()
function Type:view(bytes, context)
  if type(bytes) ~= "string" then bytes = to_bytes(bytes) end
  return view.new(self, bytes, context)
end

function Type:view_metatable()
  self.view_meta = self.view_meta or view.metatable(self)
  return self.view_meta
end

---The class of structs of this type: see pbwire.struct.
---@return pbwire.Struct
function Type:struct() return struct.class_of(self) end

-- Another type under the policy of this one.
function Type:sibling(of) return self.schema:under(of, self.policy) end

function Type:no_field(key)
  errors.throw("NOT_FOUND", ("%s has no field %q"):format(self.name, tostring(key)))
end

-- ---- whole messages ----

---Throws an error that tells the first value which the type cannot hold; encode does the same, this does only that.
---@param t table
function Type:check(t) check(self, t) end

---True when both are the same message: same fields, same values; the order of maps and box.NULL do not count.
---@return boolean
function Type:equal(a, b)
  local w = self:take_writer()
  local ma = self:scratch(w, w.mem, a)
  local mb = self:scratch(w, w.mem, b)
  local equal = C.pbw_message_equal(cast(message_p, ma), cast(message_p, mb)) == 1
  self:give_writer(w)
  return equal
end

---A new table: `from` merged into `to`, as protobuf does it. Scalars of `from` win, lists append, submessages merge.
---@return table
function Type:merge(to, from)
  local partial = { partial = true }
  return self:decode(self:encode(to, partial) .. self:encode(from, partial))
end

---A table, view or struct as text, for people.
---@return string
function Type:format(t)
  local m = self.schema:message_of(t, self)
  return pretty(self, m and self.read(m) or t)
end

---The name of the member of a oneof that is set in a table, or nil.
---@param t table
---@param oneof string
---@return string?
function Type:which(t, oneof)
  local members = self:describe().oneofs[oneof]
  if not members then errors.throw("NOT_FOUND", ("%s has no oneof %q"):format(self.name, oneof)) end
  for _, field in ipairs(members) do
    if t[field.key] ~= nil then return field.name end
  end
end

-- The known fields of an object that computes them, and whatever else it has, as a plain table.
function Type:plain(object)
  local t = {}
  for k, v in pairs(object) do t[k] = v end
  for _, field in ipairs(self:describe().fields) do
    local v = object[field.key]
    if v ~= nil then t[field.key] = v end
  end
  return t
end

return Type
