-- What differs between hosts: LuaJIT 2.1 as distributions have it, and the one inside Tarantool.
local M = {}

M.tarantool = rawget(_G, "_TARANTOOL") or nil

-- Newer LuaJIT compiles `pairs`; older (Tarantool 2) stops compiling where it stands. The list of the compiler's
-- helper functions tells which one this is.
local function compiles_pairs()
  local ok, vmdef = pcall(require, "jit.vmdef")
  if not ok or not vmdef.ircall then return false end
  for i = 0, #vmdef.ircall do
    if vmdef.ircall[i] == "lj_vm_next" then return true end
  end
  return false
end

M.compiles_pairs = compiles_pairs()

-- The compiler's limit on constants in a trace, 500 as it comes, is less than the names, offsets and types of a message of
-- some 50 fields: it would give up ("trace too long") and leave the message interpreted for good. This is the one setting
-- of the process that the module changes; it costs nothing where it is not needed.
if jit.opt then jit.opt.start "maxirconst=4000" end

-- Run a function where the compiler does not look: it stitches traces around the resumption of a coroutine, and what
-- runs inside is interpreted (when jit.off says so). For loops over tables on hosts that do not compile them. The
-- coroutine is kept in `owner`, which nobody else uses at the same time.
local yield = coroutine.yield

local function run(f, a, b, c)
  while true do f, a, b, c = yield(f(a, b, c)) end
end

function M.aside(owner, f, a, b, c)
  local resume = owner.aside
  if not resume then
    resume = coroutine.wrap(run)
    owner.aside = resume
  end
  return resume(f, a, b, c)
end

jit.off(run)

return M
