-- A reader: the context of one decode at a time, kept for the next. Like a writer it is taken out of its schema's pool
-- while it is used.
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local C = lib.C

---@class pbwire.Reader
---@field ctx ffi.cdata*
---@field out ffi.cdata*         where the library puts the message
---@field generation ffi.cdata*  counts the resets of ctx
---@field bytes string|false     the input, which strings of the message point into

local M = {}

---@return pbwire.Reader
function M.new()
  local out = ffi.new "pbw_ctx *[1]"
  errors.must(C.pbw_ctx_new(nil, nil, out))
  local ctx = ffi.gc(out[0], C.pbw_ctx_free)
  return { ctx = ctx, out = ffi.new "const pbw_message *[1]", generation = C.pbw_ctx_generation(ctx), bytes = false }
end

---The error of the last call.
function M.error(reader, status) return errors.of(status, C.pbw_ctx_error(reader.ctx)) end

return M
