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

-- Run a function where the compiler does not look: it stitches traces around a call of a C function, and what that
-- calls back is interpreted. For loops over tables on hosts that do not compile them.
local gsub = string.gsub
local argument, result, action

local function callback()
  result = action(argument)
end

function M.aside(f, value)
  action, argument = f, value
  gsub("x", "x", callback)
  return result
end

return M
