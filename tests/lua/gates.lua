-- The trace gate and the allocation gate, for the cases of the benchmark and every operation on them.
--
-- Traces: an operation is called in a loop until the compiler has settled. Afterwards the loop must have been compiled,
-- nothing may be met that the compiler cannot do, and no place may be tried again and again, which ends in a blacklist and
-- interpreted code. What a host cannot compile is pinned by name: operations whose traces are stitched around a call (on
-- hosts that do not compile pairs: the look at keys, and maps).
-- Memory: the bytes that the collector sees per call, with strings that differ each time, against the record,
-- within 5 %.
-- Pins and record stand in gates_record.lua.
--
--     luajit tests/lua/gates.lua record      print them anew
local tap = dofile "tests/lua/tap.lua"
local pbwire = require "pbwire"
local util, vmdef = require "jit.util", require "jit.vmdef"

local recording = arg[1] == "record"
local record = recording and {} or dofile("tests/lua/gates_record.lua")[tap.host]
local folder = "build/bench/lua/cases/"
local schema = pbwire.load_file("bench/cases/cases.binpb", { int64 = "number" })

-- ---- traces ----

local events -- what the compiler did

local function location(func, pc)
  local info = util.funcinfo(func, pc)
  return info.loc or info.addr and "C function" or "?"
end

local function reason(code, info)
  if type(code) == "number" then
    if type(info) == "function" then info = location(info) end
    return (vmdef.traceerr[code] or "?"):format(info or "")
  end
  return tostring(code)
end

local function on_trace(what, number, func, pc, code, info)
  if what == "start" then
    events.starts[number] = location(func, pc)
  elseif what == "abort" then
    local text = ("%s: %s"):format(events.starts[number] or "?", reason(code, info))
    events.aborts[#events.aborts + 1] = text
  elseif what == "stop" then
    events.stops[#events.stops + 1] = { number = number, at = events.starts[number] }
  end
end

-- Each operation gets a loop of its own: a compiled loop belongs to what it called first.
kept = nil
local function looped(f, name)
  return assert(loadstring("local f = ... return function(n) for _ = 1, n do kept = f() end end", "=loop"))(f)
end

-- Whether a loop of a function was given up for good: its bytecode says so.
local function blacklisted(f)
  for pc = 1, util.funcinfo(f).bytecodes - 1 do
    local op = bit.band(util.funcbc(f, pc), 0xff)
    local name = vmdef.bcnames:sub(op * 6 + 1, op * 6 + 6)
    if name:find "^IFORL" or name:find "^ILOOP" or name:find "^IITERL" then return true end
  end
end

-- Settles the compiler on an operation. Returns what was wrong afterwards, and whether traces are stitched.
local function settle(f, rounds)
  jit.flush()
  local loop = looped(f)
  events = { starts = {}, aborts = {}, stops = {} }
  jit.attach(on_trace, "trace")
  for _ = 1, 12 do loop(rounds) end
  local stops, early = events.stops, events.aborts
  events.aborts = {}
  for _ = 1, 3 do loop(rounds) end
  jit.attach(on_trace)

  local stitched, wrong, often = "", {}, {}
  for _, stop in ipairs(stops) do
    local info = util.traceinfo(stop.number)
    if info and info.linktype == "stitch" then stitched = "stitched" end
  end
  for _, abort in ipairs(early) do -- what the compiler cannot do at all: that part stays interpreted
    if abort:find "too long" or abort:find "NYI" then wrong[#wrong + 1] = abort end
  end
  for _, abort in ipairs(events.aborts) do
    often[abort] = (often[abort] or 0) + 1
    if often[abort] == 3 or abort:find "NYI" or abort:find "blacklisted" then wrong[#wrong + 1] = abort end
  end
  if #stops == 0 then wrong[#wrong + 1] = "nothing was compiled" end
  if blacklisted(loop) then wrong[#wrong + 1] = "its loop is on the blacklist" end
  return wrong, stitched
end

-- ---- memory ----

local function bytes_of(f, rounds)
  local loop = looped(f)
  loop(rounds * 4)
  local best = math.huge
  for _ = 1, 3 do
    collectgarbage()
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    loop(rounds)
    best = math.min(best, (collectgarbage "count" - before) * 1024 / rounds)
    collectgarbage "restart"
  end
  return best
end

-- ---- cases ----

-- Inputs and tables whose strings differ, those of the inputs from those of the tables too: no string is found again.
local function varied(Type, t, n)
  local inputs, tables = {}, {}
  local function variant(mark, i)
    local copy = Type:decode(Type:encode(t))
    for _, field in ipairs(Type:fields()) do
      if field.kind.name == "string" and field.label == "singular" and copy[field.key] then
        copy[field.key] = ("%s%s%04d"):format(copy[field.key]:sub(1, -6), mark, i)
      end
    end
    return copy
  end
  for i = 1, n do inputs[i], tables[i] = Type:encode(variant("i", i)), variant("t", i) end
  return inputs, tables
end

local function operations(Type, t, inputs, tables)
  local context, i, n = schema:context(), 0, #inputs
  local function turn()
    i = i % n + 1
    return i
  end
  local key
  for _, field in ipairs(Type:fields()) do
    if t[field.key] ~= nil and field.label == "singular" and not field.message then key = key or field.key end
  end
  local lax = Type:with { unknown_keys = "ignore" }
  return {
    { "decode-read", function() return Type:decode(inputs[turn()]) end },
    { "encode", function() return Type:encode(tables[turn()]) end },
    { "encode-ignore-keys", function() return lax:encode(tables[turn()]) end },
    { "view", key and function() return Type:view(inputs[turn()], context)[key] end },
  }
end

-- Which part becomes a trace of its own hangs on counters that share slots by address, so it differs from run to run: a few
-- attempts are made. What crosses from trace to trace is boxed, so compiled code's bytes differ as well; the record is of
-- interpreted code, where they are exact, and compiled code never takes more.
local function gate(label, f)
  local known = record[label] or {}
  jit.off()
  jit.flush()
  local exact = bytes_of(f, 50)
  jit.on()
  local least, wrong, stitched = math.huge, nil, nil
  for _ = 1, 5 do
    local w, s = settle(f, 300)
    if not wrong or #w < #wrong then wrong = w end
    stitched = stitched and #s > #stitched and stitched or s -- the least
    least = math.min(least, bytes_of(f, 50))
    if #wrong == 0 and least <= exact and (recording or stitched == known[2]) then break end
  end
  if recording then
    print(("    [%q] = { %.0f, %q },"):format(label, exact, stitched))
    return
  end
  tap.ok(#wrong == 0, label .. " is compiled", unpack(wrong, 1, 5))
  tap.is(stitched, known[2], label .. " is stitched where it is known to be")
  tap.ok(known[1] and exact <= known[1] * 1.05 and least <= exact, label .. " takes no more memory",
    ("%.0f bytes, %.0f compiled, %s on record"):format(exact, least, tostring(known[1])))
end

local LARGEST = 1200 -- bytes: larger cases repeat what smaller ones have

for line in io.lines(folder .. "cases.tsv") do
  local name, type = line:match "^(%S+)\t(%S+)"
  local bytes = tap.file(folder .. name .. ".bin")
  if #bytes <= LARGEST then
    local Type = schema:type(type)
    local t = Type:decode(bytes)
    local inputs, tables = varied(Type, t, 50)
    for _, op in ipairs(operations(Type, t, inputs, tables)) do
      local label, f = name .. " " .. op[1], op[2]
      if f then
        gate(label, f)
      end
    end
  end
end
if recording then os.exit(0) end
tap.done()
