-- The Lua benchmark under one host: see lua.mk and bench/README.md. CASES, OPS: patterns of what is run; ROWS: a file
-- to append to; PASSES, MS: how long.
--
-- Both sides are first proved to read and write the same. Then, per case:
--   decode-read   bytes to a table           view-2   bytes to a view, two fields read
--   encode        a table to bytes                 json-print, json-parse   a table to JSON and back
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
local lua_protobuf

do
  local ok, pb = pcall(require, "pb")
  if ok and pb.load then
    assert(pb.load(set))
    lua_protobuf = {
      prepare = function(option) if option then pb.option(option) end end,
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

-- Policies of pbwire, and beside which option of lua-protobuf they stand: its default fills in the defaults of proto3.
-- `cases`: where a policy would only repeat itself, a few are enough.
local few = "matrix3-x0 matrix3-x16 person-10b person-1kb payload-mid rpc-small stress"
local policies = {
  { "number", { int64 = "number" }, peer = "no_default_values" },
  { "number,defaults", { int64 = "number", absent = "default" }, peer = "auto_default_values" },
  { "number,ignore-keys", { int64 = "number", unknown_keys = "ignore" }, peer = "no_default_values", only = "encode" },
  { "cdata", {}, cases = few },
  { "number,loop", { int64 = "number", tier = "loop" }, peer = "no_default_values", cases = few },
}

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for k, v in pairs(a) do if not same(v, b[k]) then return false end end
  -- Where defaults are filled in, pbwire has those of empty lists and of proto3's optional fields too.
  for k, v in pairs(b) do
    local empty = v == 0 or v == "" or v == false or type(v) == "table" and next(v) == nil
    if a[k] == nil and not empty then return false end
  end
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

local function limit_print(Type, bytes)
  local r = schema:context()
  C.pbw_decode_ctx(r.ctx, Type.handle, bytes, #bytes, P.PBW_RESET, r.out)
  local message, size, capacity = r.out[0], ffi.new "size_t[1]", #bytes * 20 + 1000
  local buffer = ffi.new("uint8_t[?]", capacity)
  return function() return C.pbw_json_print(message, buffer, capacity, nil, size, nil), r end
end

local function limit_parse(Type, json)
  local r = schema:context()
  local handle, ctx, out, size = Type.handle, r.ctx, r.out, #json
  return function() return C.pbw_json_parse_ctx(ctx, handle, json, size, P.PBW_RESET + P.PBW_ALIAS, out) end
end

-- That a table comes back, and that a peer, where there is one, reads and writes the same; nil where it does not.
local function prove(case, Type, policy, peer)
  local t, exact = Type:decode(case.bytes), schema:type(case.type) -- numbers beyond 2^53 are not
  assert(exact:equal(exact:decode(case.bytes), exact:view(case.bytes)), case.name .. ": it does not come back")
  if not peer then return nil end
  local why = "it reads another table"
  local ok, read = pcall(peer.decode(case.type, case.bytes))
  if not ok then why = read end
  if ok and same(read, t) then
    local written
    ok, written = pcall(peer.encode(case.type, t))
    if ok and Type:equal(Type:decode(written), Type:decode(Type:encode(t))) then return peer end
    why = ok and "it writes another message" or written
  end
  print(("*** %s: lua-protobuf is left out: %s"):format(case.name, why))
end

print(("%s, %s"):format(build, jit.version))
local ops, chosen = os.getenv "OPS", os.getenv "CASES"
for _, case in ipairs(cases()) do
  local large = #case.bytes > 500000 and (chosen or "") == "" -- only when asked for
  if wanted(case.name, chosen) and not large and (jit.status() or wanted(case.name, few)) then
    for _, choice in ipairs(policies) do
      local name, policy = choice[1], choice[2]
      if not choice.cases or wanted(case.name, choice.cases) then
        local Type = schema:type(case.type):with(policy)
        local t = Type:decode(case.bytes)
        local peer = choice.peer and lua_protobuf or nil
        if peer then peer.prepare(choice.peer) end
        peer = prove(case, Type, policy, peer)
        local function engines(own, limit, of_peer)
          return { { "pbwire", own }, { "limit", limit }, peer and { "lua-protobuf", of_peer } or nil }
        end
        local peer_decode = peer and peer.decode(case.type, case.bytes)
        if wanted("decode-read", ops) and not choice.only then
          report(case, "decode-read", name,
            engines(function() return Type:decode(case.bytes) end, limit_decode(Type, case.bytes), peer_decode))
        end
        if wanted("encode", ops) then
          report(case, "encode", name, engines(function() return Type:encode(t) end, limit_encode(Type, case.bytes),
            peer and peer.encode(case.type, t)))
        end
        local view = name == "number" and wanted("view-2", ops) and view_2(Type, case.bytes)
        if view then report(case, "view-2", name, engines(view, limit_decode(Type, case.bytes), peer_decode)) end
        if name == "number" and case.type:find "^text%." then
          local json = Type:to_json(t)
          peer = nil -- lua-protobuf has no JSON
          if wanted("json-print", ops) then
            report(case, "json-print", name, engines(function() return Type:to_json(t) end, limit_print(Type, case.bytes)))
          end
          if wanted("json-parse", ops) then
            report(case, "json-parse", name, engines(function() return Type:from_json(json) end, limit_parse(Type, json)))
          end
        end
      end
    end
  end
end
rows:close()
os.exit(0)
