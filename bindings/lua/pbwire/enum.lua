-- Enum types: names and numbers.
local ffi = require "ffi"
local lib = require "pbwire.library"
local C = lib.C

---@class pbwire.Enum
---@field name string                  full name
---@field closed boolean
---@field names table<integer, string>   the first name of each number
---@field numbers table<string, integer> aliases too
---@field values string[]              names in the order of the .proto file
local Enum = {}
Enum.__index = Enum

function Enum.new(handle)
  local self = setmetatable({ name = ffi.string(C.pbw_enum_full_name(handle)), names = {}, numbers = {}, values = {} }, Enum)
  self.closed = C.pbw_enum_is_closed(handle) == 1
  for i = 0, tonumber(C.pbw_enum_value_count(handle)) - 1 do
    local name = ffi.string(C.pbw_enum_value_name_at(handle, i))
    local number = C.pbw_enum_value_number_at(handle, i)
    self.values[i + 1] = name
    self.numbers[name] = number
    self.names[number] = self.names[number] or name
  end
  return self
end

function Enum:__tostring() return "enum " .. self.name end

return Enum
