-- Runs the examples of docs/lua.md, in order, in one program; what is marked `tarantool` under Tarantool only.
--     luajit tests/lua/docs.lua [FOLDER]     FOLDER: for Tarantool's files
local tap = dofile "tests/lua/tap.lua"

if tap.host == "tarantool" then
  box.cfg { memtx_dir = arg[1], wal_dir = arg[1], vinyl_dir = arg[1], log = arg[1] .. "/docs.log", memtx_memory = 2 ^ 26 }
end

local blocks, text = 0, {}
local number, inside = 0, nil
for line in io.lines "docs/lua.md" do
  number = number + 1
  local fence, mark = line:match "^```(%w*) ?(%w*)"
  if not fence then
    text[number] = inside and line or ""
  else
    text[number] = ""
    inside = not inside and fence == "lua" and (mark == "" or mark == tap.host)
    if inside then blocks = blocks + 1 end
  end
end
text[1] = "local print = function(...) return tostring((...)) end"

tap.ok(blocks >= 9, "the guide has examples")
local chunk, broken = loadstring(table.concat(text, "\n"), "=docs/lua.md")
local ok, err = chunk and pcall(chunk)
tap.ok(ok, "and all of them work", tostring(broken or err))

-- The rock installs every module.
local rock = {}
setfenv(assert(loadfile "pbwire-scm-1.rockspec"), rock)()
local listed, files = {}, {}
for _, path in pairs(rock.build.install.lua) do listed[path] = true end
for path in io.popen("find bindings/lua/pbwire -name '*.lua'"):lines() do files[path] = true end
tap.is(listed, files, "the rock lists every module")
tap.done()
