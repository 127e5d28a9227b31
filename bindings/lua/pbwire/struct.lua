-- Structs: a message as cdata with named fields, to be kept and changed in place.
--
--     local Person = schema:type("hello.Person"):struct()
--     local p = Person:decode(bytes)          -- or Person:new { name = "Ada" }
--     p.age = p.age + 1
--     p.address.city = "London"
--     bytes = Person.type:encode(p)
--
-- A struct is a pointer into an owned message. Whole numbers and bools without presence are fields of the C struct itself:
-- a load, a store. Everything else goes through getters and setters that know presence, oneofs and strings. Reading a
-- list or map gives a plain table, a copy; assigning one replaces it. A submessage is a struct itself, nil while absent.
-- The arena that a struct lives in stays as long as any struct of it; many may share one (schema:arena()).
--
-- LuaJIT never frees C types. Make the struct type of a message once, not in a loop.
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local cells = require "pbwire.codec.cells"
local read_code = require "pbwire.codec.read_code"
local K = require "pbwire.kinds"
local pretty = require "pbwire.pretty"
local C, P = lib.C, lib.P

local cast = ffi.cast
local uint8_p, message_p = ffi.typeof "uint8_t *", ffi.typeof "pbw_message *"

local M = {}

-- Of each struct: { arena, class }. Keys are weak, so that arenas go with their last struct.
local owners = setmetatable({}, { __mode = "k" })

-- ---- the C type ----

local direct_ctypes = { int32 = "int32_t", uint32 = "uint32_t", int64 = "int64_t", uint64 = "uint64_t", bool = "bool" }
local keywords = {}
for word in ([[auto break case char const continue default do double else enum extern float for goto if int long register
  return short signed sizeof static struct switch typedef union unsigned void volatile while inline restrict
  bool complex asm]]):gmatch "%a+" do keywords[word] = true end

-- Fields that are plain loads and stores: no presence, no NaN, and the value of the policy.
local function is_direct(field, policy)
  return field.has_cell and field.label == "singular" and field.presence == "implicit" and direct_ctypes[field.kind.name]
    and not field.extension and not keywords[field.name] and not field.name:find "^__"
    and (field.kind.lua ~= "int64" or policy.int64 == "cdata")
end

local function ctype_of(of)
  local direct = {}
  for _, field in ipairs(of:fields()) do
    if is_direct(field, of.policy) then direct[#direct + 1] = field end
  end
  table.sort(direct, function(a, b) return a.offset < b.offset end)
  local lines, at = { "struct {" }, 0
  for i, field in ipairs(direct) do
    if field.offset > at then lines[#lines + 1] = ("  uint8_t __pad%d[%d];"):format(i, field.offset - at) end
    lines[#lines + 1] = ("  %s %s;"):format(direct_ctypes[field.kind.name], field.name)
    at = field.offset + K.widths[field.kind.slot]
  end
  local size = tonumber(C.pbw_type_message_size(of.handle))
  if at < size then lines[#lines + 1] = ("  uint8_t __end[%d];"):format(size - at) end
  lines[#lines + 1] = "}"
  return ffi.typeof(table.concat(lines, "\n"))
end

-- ---- getters and setters ----

local class_of

local function wrap(class, pointer, arena)
  local p = cast(class.pointer, pointer)
  owners[p] = { arena, class }
  return p
end

local function getter(class, field)
  local of = class.type
  if field.label ~= "singular" or not field.has_cell then
    return function(m) return of.read(m)[field.key] end
  elseif field.message then
    local has, child = cells.presence(field), of:sibling(field.message)
    return function(m, p)
      if has(m) then return wrap(class_of(child), cast(K.pointers.ptr, m + field.offset)[0], owners[p][1]) end
    end
  end
  return read_code.getter(field, of.policy)
end

local function mark(m, field)
  if field.presence == "bit" then
    m[field.presence_offset] = bit.bor(m[field.presence_offset], field.presence_mask)
  elseif field.presence == "oneof" then
    cast(K.pointers.i32, m + field.presence_offset)[0] = field.presence_mask
  end
end

-- Whatever needs memory: encoded alone, and merged in where the old value was cleared.
local function set_by_bytes(of, m, field, v)
  local bytes = of:encode({ [field.key] = v }, { partial = true })
  errors.must(C.pbw_message_clear_field(cast(message_p, m), field.handle))
  local record, options = errors.record(), ffi.new "pbw_options"
  options.struct_size, options.flags = ffi.sizeof "pbw_options", P.PBW_PARTIAL
  errors.must(C.pbw_decode_merge(cast(message_p, m), bytes, #bytes, options, record), record)
end

local function setter(class, field)
  local of = class.type
  if field.label ~= "singular" or field.message or field.kind.lua == "string" or not field.has_cell then
    return function(m, v) set_by_bytes(of, m, field, v) end
  end
  local holder = { enum = field.enum, handle = field.handle }
  cells.filling(holder, field.kind, of.policy)
  local put = holder.put
  local probe = {}
  local w = { type = of, anchors = { probe } } -- for the error, when the value does not fit
  return function(m, v)
    probe[field.key] = v
    put(m, field.offset, v, nil, w, 0)
    probe[field.key] = nil
    mark(m, field)
  end
end

local function metatype(class)
  local of, meta, getters, setters = class.type, {}, {}, {}
  local function field_of(key) return of:describe().by_key[key] or of:no_field(key) end

  function meta.__index(p, key)
    local get = getters[key]
    if not get then
      get = getter(class, field_of(key))
      getters[key] = get
    end
    return get(cast(uint8_p, p), p)
  end

  function meta.__newindex(p, key, v)
    local m = cast(uint8_p, p)
    if v == nil then
      errors.must(C.pbw_message_clear_field(cast(message_p, m), field_of(key).handle))
      return
    end
    local set = setters[key]
    if not set then
      set = setter(class, field_of(key))
      setters[key] = set
    end
    set(m, v)
  end

  function meta.__tostring(p) return pretty(of, of.read(cast(uint8_p, p))) end
  return meta
end

-- ---- the class ----

---@class pbwire.Struct
---@field type pbwire.Type
local Class = {}
Class.__index = Class

-- The struct class of a type, made once.
function class_of(of)
  if not of.struct_class then
    local class = setmetatable({ type = of }, Class)
    of.struct_class = class
    class.ctype = ffi.metatype(ctype_of(of), metatype(class))
    class.pointer = ffi.typeof("$ *", class.ctype)
  end
  return of.struct_class
end

local out = ffi.new "pbw_message *[1]"

---A new struct, from a table when one is given, in an arena of its own when none is given.
---@param init? table
---@param arena? table   of schema:arena()
function Class:new(init, arena)
  if init ~= nil then return self:decode(self.type:encode(init, { partial = true }), arena) end
  arena = arena or self.type.schema:arena()
  errors.must(C.pbw_message_new(self.type.handle, arena.handle, out))
  return wrap(self, out[0], arena)
end

---A struct from bytes.
---@param bytes string
---@param arena? table
function Class:decode(bytes, arena)
  arena = arena or self.type.schema:arena()
  local record, options = errors.record(), ffi.new "pbw_options"
  options.struct_size, options.flags = ffi.sizeof "pbw_options", P.PBW_PARTIAL
  errors.must(C.pbw_decode(self.type.handle, bytes, #bytes, arena.handle, options, out, record), record)
  return wrap(self, out[0], arena)
end

---The submessage of a field, made when it is absent.
function Class:mutable(p, key)
  local field = self.type:field(key) or self.type:no_field(key)
  errors.must(C.pbw_message_mutable(cast(message_p, p), field.handle, out))
  return wrap(class_of(self.type:sibling(field.message)), out[0], owners[p][1])
end

---Whether a field is present.
function Class:has(p, key)
  local field = self.type:field(key) or self.type:no_field(key)
  return C.pbw_message_has(cast(message_p, p), field.handle) == 1
end

---A plain table of a struct.
function Class:totable(p) return self.type.read(cast(uint8_p, p)) end

M.class_of = class_of

---The memory of a struct of a type; nil for anything else.
function M.message_of(v, of)
  local owner = type(v) == "cdata" and owners[v]
  if owner and owner[2].type.shared == of.shared then return cast(uint8_p, v) end
end

return M
