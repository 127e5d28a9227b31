-- Views: a message that was decoded and is read on demand, without a table of it ever being made.
--
--     local v = Person:view(bytes)
--     print(v.name, #v.emails, v.emails[1], v.address.city, v.maps.key)
--     for i, friend in ipairs(v.friends) do ... end
--     v:release()
--
-- A view is a small table: { message, reader, generation }. The reader holds the memory, and the counter of its resets
-- tells whether the message still stands there: a view that outlived it is an error, never a crash. Views of
-- submessages share the reader. Lists and maps are cdata, since only those may say what `#` and ipairs mean.
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local reader = require "pbwire.codec.reader"
local read_code = require "pbwire.codec.read_code"
local cells = require "pbwire.codec.cells"
local writer = require "pbwire.codec.writer"
local K = require "pbwire.kinds"
local pretty = require "pbwire.pretty"
local C, P = lib.C, lib.P

local cast, tonumber, setmetatable = ffi.cast, tonumber, setmetatable
local uint8_p, message_p = ffi.typeof "const uint8_t *", ffi.typeof "const pbw_message *"
local i32, ptr = K.pointers.i32, K.pointers.ptr

local M = {}

local function stale() errors.throw("STALE", "the view's memory was released or used for another message") end

-- ---- lists and maps ----

-- A list or map of a message: where its elements stand, and what `made` has to equal.
local collection = ffi.typeof [[struct {
  const uint8_t *data, *message;
  const uint64_t *generation;
  uint64_t made;
  int32_t size;
}]]

-- What belongs to each: { field, view }. The view keeps the memory alive.
local owners = setmetatable({}, { __mode = "k" })

local function owner_of(c)
  if c.generation[0] ~= c.made then stale() end
  return owners[c]
end

local function element(owner, offset_in, data)
  local field = owner.field
  return field.get(data, offset_in, owner.view)
end

local function list_next(c, i)
  local owner = owner_of(c)
  if i >= c.size then return nil end
  return i + 1, element(owner, i * owner.field.stride, c.data)
end

local function map_at(c, i)
  local owner = owner_of(c)
  local field = owner.field
  local at = i * field.stride
  return field.key_get(c.data, at), element(owner, at + field.value_offset, c.data)
end

local function find(c, owner, key)
  local field = owner.field
  local w = owner.view[2].keys
  if not w then
    w = writer.new()
    owner.view[2].keys = w
  end
  w.type, w.anchors[1] = field.key_type, { key = key }
  w.mem.top = w.mem.base
  local cell, value = writer.alloc(w.mem, w, 16), writer.alloc(w.mem, w, 16)
  field.key_put(cell, 0, key, w.mem, w, 0)
  local status = C.pbw_map_get(cast(message_p, c.message), field.handle, cell, value)
  if status == P.PBW_ERR_NOT_FOUND then return nil end
  errors.must(status)
  return element(owner, 0, value)
end

local Collection = {}

function Collection.__len(c)
  owner_of(c)
  return c.size
end

function Collection.__index(c, key)
  local owner = owner_of(c)
  if owner.field.label == "map" then return find(c, owner, key) end
  if type(key) ~= "number" or key < 1 or key > c.size or key % 1 ~= 0 then return nil end
  return element(owner, (key - 1) * owner.field.stride, c.data)
end

function Collection.__newindex() errors.throw("READONLY", "a view cannot be changed") end

function Collection.__ipairs(c) return list_next, c, 0 end

function Collection.__pairs(c)
  local owner = owner_of(c)
  if owner.field.label == "list" then return list_next, c, 0 end
  local i = -1
  return function()
    i = i + 1
    if i < c.size then return map_at(c, i) end
  end
end

function Collection.__tostring(c)
  local owner = owner_of(c)
  return ("%s of %d (%s)"):format(owner.field.label, c.size, owner.field.name)
end

ffi.metatype(collection, Collection)

-- The elements of a list or map as a plain table.
local function collection_table(c)
  local t = {}
  for k, v in pairs(c) do
    local meta = type(v) == "table" and getmetatable(v)
    t[k] = meta and meta.totable and meta.totable(v) or v
  end
  return t
end

-- ---- views ----

-- A key that does not fit is told as the field of a type that has nothing else.
local function key_type(of, field)
  local key = { key = "key", name = "key", kind = field.map_key, label = "singular" }
  local description = { fields = { key }, by_key = { key = key } }
  return {
    name = of.name .. "." .. field.key,
    schema = of.schema,
    policy = of.policy,
    describe = function() return description end,
  }
end

local function view_getter(of, field)
  local child = field.message and of:sibling(field.message)
  local function nested(pointer, view)
    if pointer == nil then pointer = child:template() end
    return setmetatable({ cast(uint8_p, pointer), view[2], view[3] }, child:view_metatable())
  end

  if field.label == "singular" and child then
    local has, offset = cells.presence(field), field.offset
    return function(m, view)
      if has(m) then return nested(cast(ptr, m + offset)[0], view) end
    end
  end
  if field.label == "singular" then return read_code.getter(field, of.policy) end

  -- A list or map. Its elements are read by closures.
  local described = {}
  for name, value in pairs(field) do described[name] = value end
  if child then
    described.get = function(base, offset, view) return nested(cast(ptr, base + offset)[0], view) end
  else
    cells.reading(described, field.kind, of.policy)
  end
  if field.map_key then
    local key = {}
    cells.reading(key, field.map_key, cells.key_policy(of.policy))
    described.key_get = key.get
    cells.filling(key, field.map_key, of.policy)
    described.key_put = key.put
    described.key_type = key_type(of, field)
  end
  local empty = of.policy.absent == "default"
  return function(m, view)
    local size = cast(i32, m + field.offset + K.word + K.low_size)[0]
    if size == 0 and not empty then return nil end
    local generation = view[2].generation
    local c = collection(cast(ptr, m + field.offset)[0], m, generation, generation[0], size)
    owners[c] = { field = described, view = view }
    return c
  end
end

-- A field without a cell: the whole message as a table, of which it is one value.
local function accessor_getter(of, field)
  return function(m) return of.read(m)[field.key] end
end

local function alive(view)
  local r = view[2]
  if tonumber(r.generation[0]) ~= view[3] then stale() end
  return r
end

local methods = {}

---All of it as a plain table.
function methods.totable(view)
  alive(view)
  return getmetatable(view).type.read(view[1])
end

---Gives the memory back. The view and everything that came from it are stale afterwards.
function methods.release(view)
  local r = alive(view)
  C.pbw_ctx_reset(r.ctx)
  r.bytes = false
  local pool = getmetatable(view).type.schema.readers
  if not r.lent then pool[#pool + 1] = r end
end

---Whether a field is present (a list or map: not empty).
function methods.has(view, key)
  alive(view)
  local of = getmetatable(view).type
  local field = of:field(key) or of:no_field(key)
  return C.pbw_message_has(cast(message_p, view[1]), field.handle) == 1
end

---The name of the member of a oneof that is set, or nil.
function methods.which(view, oneof)
  local of = getmetatable(view).type
  local members = of:describe().oneofs[oneof] or of:no_field(oneof)
  for _, field in ipairs(members) do
    if methods.has(view, field.key) then return field.name end
  end
end

---Iterates over the fields that are present: key, value.
function methods.fields(view)
  local of = getmetatable(view).type
  local fields, i = of:fields(), 0
  return function()
    while i < #fields do
      i = i + 1
      local key = fields[i].key
      if methods.has(view, key) then return key, view[key] end
    end
  end
end

---The metatable of views of a type.
---@param of pbwire.Type
function M.metatable(of)
  local getters = {}
  local meta = { type = of, totable = methods.totable }

  local function slow(view, key)
    local field = of:describe().by_key[key]
    if field then
      getters[key] = (field.has_cell and view_getter or accessor_getter)(of, field)
      return getters[key](view[1], view)
    end
    if methods[key] then return methods[key] end
    if of.policy.unknown_keys == "error" then of:no_field(key) end
  end

  function meta.__index(view, key)
    if tonumber(view[2].generation[0]) ~= view[3] then stale() end
    local getter = getters[key]
    if getter then return getter(view[1], view) end
    return slow(view, key)
  end

  function meta.__newindex() errors.throw("READONLY", "a view cannot be changed") end
  function meta.__eq(a, b) return of:equal(a, b) end
  function meta.__tostring(view) return pretty(of, methods.totable(view)) end
  return meta
end

---A view of decoded bytes. Without a context it takes one from the schema's pool, which release() gives back.
---@param of pbwire.Type
---@param bytes string
---@param r? pbwire.Reader   a context of schema:context(), whose former views become stale
function M.new(of, bytes, r)
  if not r then
    local pool = of.schema.readers
    local n = #pool
    r = pool[n]
    if r then pool[n] = nil else r = reader.new() end
  end
  r.bytes = bytes
  local status = C.pbw_decode_ctx(r.ctx, of.handle, bytes, #bytes, of.decode_flags, r.out)
  if status ~= 0 then error(reader.error(r, status), 0) end
  return setmetatable({ cast(uint8_p, r.out[0]), r, tonumber(r.generation[0]) }, of.view_meta or of:view_metatable())
end

---The memory of a view, nil when `v` is none, or one of another type.
function M.message_of(v, of)
  local meta = getmetatable(v)
  if not meta or meta.totable ~= methods.totable or meta.type.shared ~= of.shared then return nil end
  alive(v)
  return v[1]
end

M.collection_table = collection_table
M.is_collection = function(v) return ffi.istype(collection, v) end

return M
