-- What the library says about a type, asked once and kept as plain tables.
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local K = require "pbwire.kinds"
local C, P = lib.C, lib.P

---@class pbwire.Field
---@field name string          as in the .proto file; of an extension, the full name
---@field key string           the key in Lua tables: the name, or "[full.name]" of an extension
---@field number integer
---@field type integer         as descriptor.proto numbers them; of a map, of its values
---@field kind table           a row of pbwire.kinds; of a map, of its values
---@field label "singular"|"list"|"map"
---@field message pbwire.Type? the type of a message field, or of a map's values
---@field enum pbwire.Enum?
---@field map_key table?       a row of pbwire.kinds
---@field oneof string?
---@field required boolean
---@field extension boolean
---@field default any          of a singular scalar: 64-bit as cdata, enums as numbers
---@field has_default boolean  declared in the .proto file
---@field json_name string

local labels = { [P.PBW_SINGULAR] = "singular", [P.PBW_REPEATED] = "list", [P.PBW_MAP] = "map" }
local presences = {
  [P.PBW_PRESENCE_IMPLICIT] = "implicit",
  [P.PBW_PRESENCE_BIT] = "bit",
  [P.PBW_PRESENCE_POINTER] = "pointer",
  [P.PBW_PRESENCE_ONEOF] = "oneof",
  [P.PBW_PRESENCE_SIZE] = "size",
}

local function default_of(handle, kind)
  if kind.lua == "message" then return nil end
  local cell = ffi.new "uint64_t[2]"
  errors.must(C.pbw_field_default(handle, cell))
  if kind.lua == "string" then
    local bytes = ffi.cast("pbw_bytes *", cell)
    return ffi.string(bytes.data, bytes.size)
  end
  local value = ffi.cast(K.pointers[kind.slot], cell)[0]
  if kind.lua == "boolean" then return value ~= 0 end
  return value
end

local function describe(schema, handle)
  local cell = ffi.new "pbw_cell"
  cell.struct_size = ffi.sizeof "pbw_cell"
  errors.must(C.pbw_field_cell(handle, cell))

  local label = labels[C.pbw_field_cardinality(handle)]
  local value = label == "map" and C.pbw_field_map_value(handle) or handle
  local extension = C.pbw_field_is_extension(handle) == 1
  local name = ffi.string(extension and C.pbw_field_full_name(handle) or C.pbw_field_name(handle))
  local kind = K.kinds[C.pbw_field_type(value)]
  local message, enum, oneof =
    C.pbw_field_message_type(value), C.pbw_field_enum_type(value), C.pbw_field_oneof(handle)
  local field = {
    handle = handle,
    name = name,
    key = extension and "[" .. name .. "]" or name,
    json_name = ffi.string(C.pbw_field_json_name(handle)),
    number = C.pbw_field_number(handle),
    kind = kind,
    type = C.pbw_field_type(value),
    label = label,
    message = message ~= nil and schema:type(ffi.string(C.pbw_type_full_name(message))) or nil,
    enum = enum ~= nil and schema:enum(ffi.string(C.pbw_enum_full_name(enum))) or nil,
    map_key = label == "map" and K.kinds[C.pbw_field_type(C.pbw_field_map_key(handle))] or nil,
    oneof = oneof ~= nil and ffi.string(C.pbw_oneof_name(oneof)) or nil,
    required = C.pbw_field_is_required(handle) == 1,
    extension = extension,
    utf8 = C.pbw_field_is_utf8(value) == 1,
    -- the cell
    presence = presences[cell.presence],
    offset = cell.offset,
    presence_offset = cell.presence_offset,
    presence_mask = cell.presence_mask,
    stride = cell.entry_size,
    value_offset = cell.value_offset,
    has_cell = cell.format ~= P.PBW_CELL_NONE,
  }
  if label == "singular" then
    field.default = default_of(handle, kind)
    field.has_default = C.pbw_field_has_default(handle) == 1
  end
  return field
end

---The fields and extensions of a type, in the order of their numbers.
---@return pbwire.Field[]
local function fields_of(schema, handle)
  local fields = {}
  for i = 0, tonumber(C.pbw_type_field_count(handle)) - 1 do
    fields[#fields + 1] = describe(schema, C.pbw_type_field_at(handle, i))
  end
  for i = 0, tonumber(C.pbw_type_extension_count(handle)) - 1 do
    fields[#fields + 1] = describe(schema, C.pbw_type_extension_at(handle, i))
  end
  table.sort(fields, function(a, b) return a.number < b.number end)
  return fields
end

return fields_of
