-- Finds and opens the C library. Everything else asks this module for `C` (the functions) and `P` (the constants).
--
-- Where it looks, in this order:
--   1. the file that the environment variable PBWIRE_LIBRARY names;
--   2. libpbwire.so on package.cpath, which is where the rock puts it;
--   3. the system's library path.
local ffi = require "ffi"
local P = require "pbwire.cdef"

local MAJOR, MINOR = 0, 1 -- the ABI that this module is written for

-- package.searchpath, which Lua 5.1 lacks.
local function on_cpath(name)
  for template in package.cpath:gmatch "[^;]+" do
    local path = template:gsub("%?", name)
    local file = io.open(path, "rb")
    if file then
      file:close()
      return path
    end
  end
end

local function open()
  local named = os.getenv "PBWIRE_LIBRARY"
  if named then return ffi.load(named) end
  local path = on_cpath "libpbwire"
  if path then return ffi.load(path) end
  local ok, C = pcall(ffi.load, "pbwire")
  if not ok then ok, C = pcall(ffi.load, "libpbwire.so.0") end
  if ok then return C end
  error("pbwire: libpbwire.so is neither on package.cpath nor on the system's library path; "
    .. "set PBWIRE_LIBRARY to its file", 0)
end

local C = open()
local version = C.pbw_abi_version()
local major, minor = bit.rshift(version, 16), bit.band(version, 0xffff)
if major ~= MAJOR or minor < MINOR then
  error(("pbwire: the library has ABI %d.%d, %d.%d or later is needed"):format(major, minor, MAJOR, MINOR), 0)
end

return { C = C, P = P }
