-- The Lua benchmark under one host: see lua.mk and bench/README.md. CASES, OPS: patterns of what is run; ROWS: a file
-- to append to; PASSES, MS: how long.
--
-- Both sides are first proved to read and write the same. Then, per case:
--   decode-read   bytes to a table           view-2   bytes to a view, two fields read
--   encode        a table to bytes
-- `limit` is the library's call alone, in the same run: what is left when Lua costs nothing.
package.path = "bindings/lua/?.lua;bindings/lua/?/init.lua;bench/lua/?.lua;" .. package.path
local ffi = require "ffi"
local measure = require "measure"
local pbwire = require "pbwire"
local lib = require "pbwire.library"
local C, P = lib.C, lib.P

local host = rawget(_G, "_TARANTOOL") and "tarantool" or "luajit"
local build = host .. (jit.status() and "" or "-joff")
local folder = "build/bench/lua/cases/"

local function read_file(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read "*a"
  file:close()
  return bytes
end

local function wanted(name, patterns)
  if not patterns or patterns == "" then return true end
  for pattern in patterns:gmatch "%S+" do
    if name:match("^" .. pattern:gsub("[%-%.]", "%%%0"):gsub("%*", ".*") .. "$") then return true end
  end
  return false
end

-- ---- peers ----

local set = read_file "bench/cases/cases.binpb"
local peers = {}

do
  local ok, pb = pcall(require, "pb")
  if ok and pb.load then
    assert(pb.load(set))
    pb.option "no_default_values" -- as here
    peers[#peers + 1] = {
      name = "lua-protobuf",
      decode = function(type, bytes) return function() return pb.decode(type, bytes) end end,
      encode = function(type, t) return function() return pb.encode(type, t) end end,
    }
  else
    print "*** peer absent: lua-protobuf (require \"pb\" finds nothing)"
  end
  if host == "tarantool" and not pcall(require, "protobuf") then
    print "*** peer absent: Tarantool's own protobuf module (Tarantool 3 has it)"
  end
end

-- ---- what is measured ----

local schema = pbwire.load(set)
local policies = {
  { "number", { int64 = "number" } },
  { "number,ignore-keys", { int64 = "number", unknown_keys = "ignore" }, only = "encode" },
  { "default", {} },
  { "number,loop", { int64 = "number", tier = "loop" } },
}

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for k, v in pairs(a) do if not same(v, b[k]) then return false end end
  for k in pairs(b) do if a[k] == nil then return false end end
  return true
end

-- The library's call alone.
local function limit_decode(Type, bytes)
  local r = schema:context()
  local handle, ctx, out, size = Type.handle, r.ctx, r.out, #bytes
  return function() return C.pbw_decode_ctx(ctx, handle, bytes, size, P.PBW_RESET + P.PBW_ALIAS, out) end
end

local function limit_encode(Type, bytes)
  local r = schema:context()
  C.pbw_decode_ctx(r.ctx, Type.handle, bytes, #bytes, P.PBW_RESET, r.out)
  local message, size, capacity = r.out[0], ffi.new "size_t[1]", #bytes + 64
  local buffer = ffi.new("uint8_t[?]", capacity)
  return function()
    return C.pbw_encode(message, buffer, capacity, nil, size, nil), r
  end
end

-- Two fields of a view: the first two that are present and no messages.
local function view_2(Type, bytes)
  local context, keys = schema:context(), {}
  local t = Type:decode(bytes)
  for _, field in ipairs(Type:fields()) do
    if t[field.key] ~= nil and not field.message and #keys < 2 then keys[#keys + 1] = ("%q"):format(field.key) end
  end
  keys[2] = keys[2] or keys[1]
  if not keys[1] then return nil end
  return loadstring(([[local Type, bytes, context = ...
    return function()
      local v = Type:view(bytes, context)
      return v[%s], v[%s]
    end]]):format(keys[1], keys[2]))(Type, bytes, context)
end

local function cases()
  local list = {}
  for line in io.lines(folder .. "cases.tsv") do
    local name, type = line:match "^(%S+)\t(%S+)$"
    list[#list + 1] = { name = name, type = type, bytes = read_file(folder .. name .. ".bin") }
  end
  return list
end

local rows = io.open(os.getenv "ROWS" or "/dev/null", "a")

local function report(case, op, policy, engines)
  local functions = {}
  for i, engine in ipairs(engines) do functions[i] = engine[2] end
  local times, bytes = measure.times(functions), {}
  for i, f in ipairs(functions) do bytes[i] = measure.bytes(f, #case.bytes) end
  local line = { ("%-18s %-11s %-18s %10.0f ns %9.0f B"):format(case.name, op, policy, times[1], bytes[1]) }
  for i = 2, #engines do
    line[#line + 1] = ("%s %.2fx"):format(engines[i][1], times[i] / times[1])
    rows:write(("%s\t%s\t%.1f\t%s\t%.1f\t%.3f\t%s\t%s\t%.0f\t%.0f\n"):format(case.name, op, times[1], engines[i][1], times[i],
      times[i] / times[1], build, policy, bytes[1], bytes[i]))
  end
  print(table.concat(line, "  "))
  io.stdout:flush()
end

local function prove(case, Type, peer)
  local t = Type:decode(case.bytes)
  assert(#Type:encode(t) == #case.bytes and Type:equal(t, Type:decode(Type:encode(t))), case.name .. ": it does not come back")
  if peer and not case.type:find "^proto2" then -- lua-protobuf names extensions in another way
    assert(same(peer.decode(case.type, case.bytes)(), t), case.name .. ": the peer reads another table")
    assert(Type:equal(Type:decode(peer.encode(case.type, t)()), t), case.name .. ": the peer writes other bytes")
  end
end

print(("%s, %s"):format(build, jit.version))
for _, case in ipairs(cases()) do
  if wanted(case.name, os.getenv "CASES") then
    for _, policy in ipairs(policies) do
      local Type = schema:type(case.type):with(policy[2])
      local t = Type:decode(case.bytes)
      local decode = { { "pbwire", function() return Type:decode(case.bytes) end }, { "limit", limit_decode(Type, case.bytes) } }
      local encode = { { "pbwire", function() return Type:encode(t) end }, { "limit", limit_encode(Type, case.bytes) } }
      local view = { { "pbwire", view_2(Type, case.bytes) }, { "limit", limit_decode(Type, case.bytes) } }
      if policy[1]:find "^number" then
        for _, peer in ipairs(peers) do
          prove(case, Type, peer)
          decode[3] = { peer.name, peer.decode(case.type, case.bytes) }
          view[3] = decode[3]
          encode[3] = { peer.name, peer.encode(case.type, t) }
        end
      end
      prove(case, Type)
      if wanted("decode-read", os.getenv "OPS") and not policy.only then report(case, "decode-read", policy[1], decode) end
      if wanted("encode", os.getenv "OPS") then report(case, "encode", policy[1], encode) end
      if wanted("view-2", os.getenv "OPS") and policy[1] == "number" and view[1][2] then report(case, "view-2", policy[1], view) end
    end
  end
end
rows:close()
os.exit(0)
