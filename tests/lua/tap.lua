-- Tests in TAP: small tools that every test file of this folder uses. Both hosts run it.
package.path = "bindings/lua/?.lua;bindings/lua/?/init.lua;tests/lua/?.lua;" .. package.path
local ffi = require "ffi"

local tap = { count = 0, failed = 0, host = rawget(_G, "_TARANTOOL") and "tarantool" or "luajit" }

function tap.ok(holds, name, ...)
  tap.count = tap.count + 1
  if not holds then tap.failed = tap.failed + 1 end
  name = name:gsub("%s+", " "):gsub("[%c\127-\255]", "?")
  print(("%s %d - %s: %s"):format(holds and "ok" or "not ok", tap.count, tap.host, name))
  if not holds and select("#", ...) > 0 then
    print(("# " .. table.concat({ ... }, "\n")):gsub("\n", "\n# "))
  end
  return holds
end

---Any value as text, keys in order.
function tap.show(v, indent)
  if type(v) == "string" then return ("%q"):format(v) end
  if type(v) ~= "table" then return tostring(v) end
  indent = (indent or "") .. "  "
  local keys, lines = {}, {}
  for k in pairs(v) do keys[#keys + 1] = k end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, k in ipairs(keys) do lines[i] = indent .. tostring(k) .. " = " .. tap.show(v[k], indent) end
  return "{\n" .. table.concat(lines, "\n") .. " }"
end

---Deep equality; 1 and 1LL differ, NaN equals NaN, 0 and -0 differ.
function tap.same(a, b)
  if type(a) ~= type(b) then return false end
  if type(a) == "number" then return a == b and (a ~= 0 or 1 / a == 1 / b) or a ~= a and b ~= b end
  if type(a) == "cdata" then return tostring(ffi.typeof(a)) == tostring(ffi.typeof(b)) and a == b end
  if type(a) ~= "table" then return a == b end
  for k, v in pairs(a) do if not tap.same(v, b[k]) then return false end end
  for k in pairs(b) do if a[k] == nil then return false end end
  return true
end

function tap.is(got, want, name)
  return tap.ok(tap.same(got, want), name, "got  " .. tap.show(got), "want " .. tap.show(want))
end

---That f(...) throws, and what: a code, or a part of the text.
function tap.throws(wanted, name, f, ...)
  local ok, err = pcall(f, ...)
  local holds = not ok and (type(err) == "table" and err.code == wanted or tostring(err):find(wanted, 1, true) ~= nil)
  return tap.ok(holds, name, ok and "nothing was thrown" or tostring(err), "want " .. wanted)
end

function tap.file(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read "*a"
  file:close()
  return bytes
end

function tap.done()
  print("1.." .. tap.count)
  io.stdout:flush()
  os.exit(tap.failed == 0 and 0 or 1)
end

return tap
