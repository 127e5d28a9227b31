-- Errors are tables, thrown by error(): code ("TRUNCATED"), message, and where there is one the byte offset in the
-- input and the path of the field. tostring() makes one line of them.
local ffi = require "ffi"
local lib = require "pbwire.library"
local C, P = lib.C, lib.P

---@class pbwire.Error
---@field code string       the status without its prefix: "TRUNCATED", "UTF8", "RANGE", ...
---@field message string    what is wrong
---@field offset integer?   byte offset in the input
---@field line integer?     of JSON or text, from 1
---@field column integer?
---@field all string?       of .proto files: every error, with its place, the line and a caret
---@field path string?      "pkg.Order.items[2].sku"; in a table that is encoded, elements count from 1
local Error = {}
Error.__index = Error

function Error:__tostring()
  local text = "pbwire: " .. self.code
  if self.line then
    text = ("%s in line %d, column %d"):format(text, self.line, self.column)
  elseif self.offset then
    text = ("%s at byte %d"):format(text, self.offset)
  end
  if self.path then text = text .. " in " .. self.path end
  return text .. ": " .. self.message
end

-- Old code concatenates errors with strings.
function Error.__concat(a, b) return tostring(a) .. tostring(b) end

local M = { Error = Error }

---@param code string
---@param message string
---@param path? string
---@return pbwire.Error
function M.new(code, message, path)
  return setmetatable({ code = code, message = message, path = path }, Error)
end

---Throws a new error.
function M.throw(code, message, path) error(M.new(code, message, path), 0) end

local function filled(text)
  local s = ffi.string(text)
  return s ~= "" and s or nil
end

---The error that a failing call left in a record.
---@param status integer
---@param record ffi.cdata*? a pbw_error
---@return pbwire.Error
function M.of(status, record)
  local code = ffi.string(C.pbw_status_name(status)):gsub("^PBW_ERR_", "")
  local told = record ~= nil and record.code == status and record or nil
  local err = M.new(code, told and filled(told.message) or ffi.string(C.pbw_status_text(status)))
  if told then
    err.path = filled(told.path)
    if told.offset ~= P.PBW_NO_OFFSET then err.offset = tonumber(told.offset) end
    if told.line > 0 then err.line, err.column = told.line, told.column end
  end
  return err
end

---Throws unless the status is OK.
function M.must(status, record)
  if status ~= 0 then error(M.of(status, record), 0) end
end

---An empty record for the library to fill.
function M.record()
  local record = ffi.new "pbw_error"
  record.struct_size = ffi.sizeof "pbw_error"
  return record
end

return M
