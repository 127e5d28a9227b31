-- A writer: the memory of one encode at a time, kept for the next.
--
--     mem.base                       mem.top                    mem.limit
--     | root | lists, entries, submessages of this encode | free |          blocks of the writer's ctx
--
-- Messages are made by copying an empty scratch message of their type. Strings are lent from the table that is encoded;
-- `anchors` holds that table, and everything that was made on the way, until the library has written the output.
--
-- A writer is taken out of its schema's pool for the duration of an encode. So another fiber, a finalizer or a
-- metamethod that encodes in the middle takes another one; and when an error ends the encode, this one is simply
-- garbage: no clean-up is needed anywhere.
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local host = require "pbwire.host"
local int64 = require "pbwire.codec.int64"
local C, P = lib.C, lib.P

local cast, band = ffi.cast, bit.band
local uint8_p = ffi.typeof "uint8_t *"

local FIRST = 16 * 1024 -- bytes of a new writer's block and output
local RETAIN = 1024 * 1024 -- what is larger is given back after the encode that needed it

local memory = ffi.typeof [[struct {
  uint8_t *top, *limit, *base;
  uint8_t *buffer;
  size_t capacity;
  size_t size[1];
  void *block[1];
  pbw_options options;
  pbw_error error;
}]]

---@class pbwire.Writer
---@field mem ffi.cdata*
---@field ctx ffi.cdata*
---@field anchors table    what must stay alive until the output is written; [1] is the root
---@field type pbwire.Type what is encoded, for messages of errors
---@field total integer    bytes of all blocks of this encode

local M = {}

local function add_block(w, size)
  local mem = w.mem
  errors.must(C.pbw_ctx_alloc(w.ctx, size, mem.block), C.pbw_ctx_error(w.ctx))
  mem.top = cast(uint8_p, mem.block[0])
  mem.limit = mem.top + (size - 16) -- alloc() rounds up after it compared
  w.total = w.total + size
end

local function set_output(w, size)
  w.output = ffi.new("uint8_t[?]", size)
  w.mem.buffer, w.mem.capacity = w.output, size
end

---@return pbwire.Writer
function M.new()
  local out = ffi.new "pbw_ctx *[1]"
  errors.must(C.pbw_ctx_new(nil, nil, out))
  local w = { mem = memory(), ctx = ffi.gc(out[0], C.pbw_ctx_free), anchors = {}, total = 0 }
  w.mem.options.struct_size = ffi.sizeof "pbw_options"
  w.mem.error.struct_size = ffi.sizeof "pbw_error"
  add_block(w, FIRST)
  w.mem.base = w.mem.top
  set_output(w, FIRST)
  return w
end

-- A larger block, for the rest of this encode.
local function grow(mem, w, size)
  w.grown = true
  add_block(w, math.max(w.total, size + 32))
  local at = mem.top
  mem.top = at + band(size + 15, -16)
  return at
end

---`size` bytes, aligned to 16, not cleared.
local function alloc(mem, w, size)
  local at = mem.top
  if at + size > mem.limit then return grow(mem, w, size) end
  mem.top = at + band(size + 15, -16)
  return at
end

M.alloc = alloc

-- After an encode that needed several blocks: one as large as all of them, for the next.
local function gather(w)
  w.grown = false
  local size = math.min(w.total, RETAIN)
  C.pbw_ctx_reset(w.ctx)
  w.total = 0
  add_block(w, size)
  w.mem.base = w.mem.top
end

---Makes a writer ready for its next encode.
function M.clear(w)
  if w.grown then gather(w) end
  if #w.anchors > 1 then w.anchors = {} end
  w.anchors[1] = false
  w.mem.top = w.mem.base
end

local str, message_p = ffi.string, ffi.typeof "const pbw_message *"

local function slow_print(w, message, status, call)
  local mem = w.mem
  if status == P.PBW_ERR_BUFFER then
    set_output(w, tonumber(mem.size[0]))
    status = call(message, mem.buffer, mem.capacity, mem.options, mem.size, mem.error)
  end
  if status ~= 0 then error(errors.of(status, mem.error), 0) end
  local text = str(mem.buffer, mem.size[0])
  if mem.capacity > RETAIN then set_output(w, FIRST) end
  return text
end

---What `call` (pbw_encode or a sister of it) makes of a message, as a string.
function M.print(w, mem, m, call)
  local message = cast(message_p, m)
  local status = call(message, mem.buffer, mem.capacity, mem.options, mem.size, mem.error)
  if status ~= 0 then return slow_print(w, message, status, call) end
  return str(mem.buffer, mem.size[0])
end

-- ---- what the generated code and the loop call ----

-- Something in the table does not fit. Never returns.
local function fail(w)
  require "pbwire.check" (w.type, w.anchors[1])
  errors.throw("ARGUMENT", "the table changed while it was encoded")
end

-- Something looks odd; it may be right all the same (a box.NULL that was counted as a key, say).
local function fail_if_wrong(w) require "pbwire.check" (w.type, w.anchors[1]) end

local function anchor(w, value)
  w.anchors[#w.anchors + 1] = value
  return value
end

-- A list or map that is no plain table: a list of a view, an object with __index.
local function plain(w, v)
  if type(v) == "cdata" and w.type.schema:is_collection(v) then return anchor(w, w.type.schema:collection_table(v)) end
  if type(v) ~= "table" then return nil end
  local meta = getmetatable(v)
  if meta == nil or meta.__index == nil then return v end -- only decorated, as lists from JSON are
  local copy = {}
  for k, e in pairs(v) do copy[k] = e end
  return anchor(w, copy)
end

-- A message value that is no plain table: another message's memory to lend (first result), or a table to fill from.
local function lend(w, v, of)
  local kind = type(v)
  if kind ~= "table" and kind ~= "cdata" then fail(w) end
  local meta = getmetatable(v)
  if kind == "table" and (meta == nil or meta.__index == nil) then return nil, v end
  local pointer = of.schema:message_of(v, of)
  if pointer then
    anchor(w, v)
    return pointer, nil
  end
  if kind ~= "table" then fail(w) end
  v = anchor(w, of:plain(v))
  if w.type.strict and not of.known(v, 0) then require "pbwire.check" (of, v) end
  return nil, v
end

local slice_p, list_p = ffi.typeof "pbw_bytes *", ffi.typeof "pbw_list *"

-- Unknown fields, lent; the library looks at them first.
local function lend_unknown(w, v, at)
  if type(v) ~= "string" then fail(w) end
  if v == "" then return end
  w.type.schema:check_unknown(v)
  local slice = cast(slice_p, alloc(w.mem, w, ffi.sizeof "pbw_bytes"))
  slice.data, slice.size = v, #v
  local list = cast(list_p, at)
  list.data, list.size = slice, 1
end

-- A map's keys and values side by side, for hosts that do not compile pairs.
local function flat(t)
  local n, ks, vs = 0, {}, {}
  for k, v in pairs(t) do
    n = n + 1
    ks[n], vs[n] = k, v
  end
  return n, ks, vs
end

jit.off(flat)

local function flatten(w, v) return host.aside(w, flat, v) end

-- Other numbers of a double or float: 64-bit integers that are exact.
local function to_double(v)
  if int64.to_signed(v) == nil and int64.to_unsigned(v) == nil or type(v) ~= "cdata" then return nil end
  local n = tonumber(v)
  return (n < 2 ^ 63 and v == cast("int64_t", n) or n >= 2 ^ 63 and n < 2 ^ 64 and v == cast("uint64_t", n)) and n or nil
end

M.environment = {
  alloc = alloc,
  fail = fail,
  fail_if_wrong = fail_if_wrong,
  plain = plain,
  lend = lend,
  lend_unknown = lend_unknown,
  to_double = to_double,
  flatten = flatten,
}

return M
