-- The program under test of the official conformance runner, through the Lua binding, also for the protocol itself.
--
--     luajit testee.lua WAY SET...     WAY: table, loop, view; SET: descriptor sets of protocol and messages
--
-- On stdin and stdout: messages behind their size in four bytes, little endian.
package.path = "bindings/lua/?.lua;bindings/lua/?/init.lua;" .. package.path
local ffi = require "ffi"
local pbwire = require "pbwire"

local policies = { table = {}, loop = { tier = "loop" }, view = {} }

local way, policy = arg[1], assert(policies[arg[1]], "no such way")
local schema = pbwire.load_file { unpack(arg, 2) }
local Request, Response = schema:type "conformance.ConformanceRequest", schema:type "conformance.ConformanceResponse"

-- By wire format: how a payload is read and a message written, and the field of the answer.
local function binary_read(of, bytes) return (way == "view" and of.view or of.decode)(of, bytes) end
local function binary_write(of, t) return of:encode(t) end
local formats = {
  PROTOBUF = { "protobuf_payload", binary_read, binary_write },
  JSON = { "json_payload", function(of, s, o) return of:from_json(s, o) end, function(of, t) return of:to_json(t) end },
  TEXT_FORMAT = { "text_payload", function(of, s, o) return of:from_text(s, o) end,
    function(of, t, o) return of:to_text(t, o) end },
}

local function recode(of, request)
  local input, output = nil, formats[request.requested_output_format]
  for _, format in pairs(formats) do
    if request[format[1]] then input = format end
  end
  if not input or not output then return { skipped = "no such format" } end
  local ignore = request.test_category == "JSON_IGNORE_UNKNOWN_PARSING_TEST" and { ignore_unknown = true } or nil
  local ok, t = pcall(input[2], of, request[input[1]], ignore)
  if not ok then return { parse_error = tostring(t) } end
  local good, out = pcall(output[3], of, t, { print_unknown = request.print_unknown_fields or nil })
  if type(t) == "table" and getmetatable(t) then t:release() end
  if not good then return { serialize_error = tostring(out) } end
  return { [output[1]] = out }
end

local function answer(request)
  if request.message_type == "conformance.FailureSet" then return { protobuf_payload = "" } end
  local of = schema:find(request.message_type)
  if not of then return { skipped = "no such type: its edition is not supported" } end -- run.sh counts successes
  return recode(of:with(policy), request)
end

local size = ffi.new "uint32_t[1]"
while true do
  local head = io.read(4)
  if not head then break end
  ffi.copy(size, head, 4)
  local request = Request:decode(size[0] > 0 and io.read(size[0]) or "", { absent = "default" })
  local response = Response:encode(answer(request))
  size[0] = #response
  io.write(ffi.string(size, 4), response)
  io.flush()
end
