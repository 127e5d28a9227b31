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

local function recode(of, bytes)
  local ok, t = pcall(way == "view" and of.view or of.decode, of, bytes)
  if not ok then return { parse_error = tostring(t) } end
  local good, out = pcall(of.encode, of, t)
  if way == "view" then t:release() end
  if not good then return { serialize_error = tostring(out) } end
  return { protobuf_payload = out }
end

local function answer(request)
  local of = schema:find(request.message_type)
  if request.message_type == "conformance.FailureSet" then return { protobuf_payload = "" } end
  if not request.protobuf_payload then return { skipped = "only binary input" } end
  if request.requested_output_format ~= "PROTOBUF" then return { skipped = "only binary output" } end
  if not of then return { skipped = "no such type: its edition is not supported" } end -- run.sh counts successes
  return recode(of:with(policy), request.protobuf_payload)
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
