-- JSON and the text format: the library prints and parses them, this passes flags and bytes.
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local reader = require "pbwire.codec.reader"
local writer = require "pbwire.codec.writer"
local C, P = lib.C, lib.P

local cast = ffi.cast
local uint8_p = ffi.typeof "const uint8_t *"

---@class pbwire.TextOptions
---@field indent? boolean          several lines
---@field proto_names? boolean     JSON: names as in the .proto file, not lowerCamelCase
---@field enum_numbers? boolean    JSON: enums as numbers
---@field int64_numbers? boolean   JSON: 64-bit integers as numbers, which many readers round
---@field always_print? boolean    JSON: fields without presence also when they are zero or empty
---@field print_unknown? boolean   text: unknown fields by number
---@field ignore_unknown? boolean  parsing: unknown fields and enum names are skipped
---@field deterministic? boolean   map entries in the order of their keys
---@field partial? boolean         required fields may be missing

local flags = {
  indent = P.PBW_INDENT,
  proto_names = P.PBW_PROTO_NAMES,
  enum_numbers = P.PBW_ENUM_NUMBERS,
  int64_numbers = P.PBW_INT64_NUMBERS,
  always_print = P.PBW_ALWAYS_PRINT,
  print_unknown = P.PBW_TEXT_UNKNOWN,
  ignore_unknown = P.PBW_IGNORE_UNKNOWN,
  deterministic = P.PBW_DETERMINISTIC,
  partial = P.PBW_PARTIAL,
}

local function sum(options, sum_of)
  for name, wanted in pairs(options or {}) do
    if not flags[name] then errors.throw("ARGUMENT", ("there is no option %q"):format(tostring(name))) end
    if wanted then sum_of = bit.bor(sum_of, flags[name]) end
  end
  return sum_of
end

local M = {}

local function printer(call)
  return function(of, t, options)
    local w = of:take_writer()
    local mem = w.mem
    mem.options.flags = sum(options, bit.band(of.encode_flags, P.PBW_PARTIAL + P.PBW_DETERMINISTIC))
    local text = writer.print(w, mem, of:scratch(w, mem, t), call)
    of:give_writer(w)
    return text
  end
end

local function parser(call)
  return function(of, text, options)
    if type(text) ~= "string" then errors.throw("ARGUMENT", ("text is a string, not a %s"):format(type(text))) end
    local pool = of.schema.readers
    local r = table.remove(pool) or reader.new()
    r.bytes = text
    local given = sum(options, bit.band(of.decode_flags, P.PBW_PARTIAL) + P.PBW_RESET + P.PBW_ALIAS)
    local status = call(r.ctx, of.handle, text, #text, given, r.out)
    if status ~= 0 then error(reader.error(r, status), 0) end
    local t = of.read(cast(uint8_p, r.out[0]))
    r.bytes = false
    pool[#pool + 1] = r
    return t
  end
end

M.to_json, M.to_text = printer(C.pbw_json_print), printer(C.pbw_text_print)
M.from_json, M.from_text = parser(C.pbw_json_parse_ctx), parser(C.pbw_text_parse_ctx)

return M
