-- Time and memory of functions: they take turns, several passes, and the median counts. Each is called by a loop of its
-- own, since a compiled loop belongs to what it called first.
local ffi = require "ffi"
pcall(ffi.cdef, "struct pbwire_timespec { long s, ns; }; int clock_gettime(int, struct pbwire_timespec *);")

local now = ffi.new "struct pbwire_timespec"
local function clock()
  ffi.C.clock_gettime(2, now) -- the process, so that neighbours count less
  return tonumber(now.s) * 1e9 + tonumber(now.ns)
end

local M = {}

M.passes = tonumber(os.getenv "PASSES") or 5
M.ns = (tonumber(os.getenv "MS") or 10) * 1e6

-- Results are kept, or the compiler would find out that nobody wants them.
kept = nil
local function looped(f)
  return loadstring "local f = ... return function(n) for _ = 1, n do kept = f() end end" (f)
end

local function rounds_for(loop)
  local n = 1
  while true do
    local start = clock()
    loop(n)
    local took = clock() - start
    if took > M.ns / 4 then return math.max(1, math.floor(n * M.ns / took)) end
    n = n * 2
  end
end

---ns per call, one for each function.
function M.times(functions)
  jit.flush() -- so that no case is slow because of the traces of those before it
  local loops, rounds, samples = {}, {}, {}
  for i, f in ipairs(functions) do
    loops[i], samples[i] = looped(f), {}
    loops[i](300)
    rounds[i] = rounds_for(loops[i])
  end
  for pass = 1, M.passes do
    for i, loop in ipairs(loops) do
      collectgarbage()
      local start = clock()
      loop(rounds[i])
      samples[i][pass] = (clock() - start) / rounds[i]
    end
  end
  for i, s in ipairs(samples) do
    table.sort(s)
    samples[i] = s[math.ceil(#s / 2)]
  end
  return samples
end

---Bytes that the collector gets to see per call. The results are dropped, so those that are equal each time (strings)
---count once at most.
function M.bytes(f, size)
  local n = math.max(1, math.min(1000, math.floor(3e7 / (size * 40 + 4000))))
  local loop = looped(f)
  loop(200)
  collectgarbage()
  collectgarbage()
  collectgarbage "stop"
  local before = collectgarbage "count"
  loop(n)
  local after = collectgarbage "count"
  collectgarbage "restart"
  return (after - before) * 1024 / n
end

return M
