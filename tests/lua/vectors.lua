-- The shared vectors (tests/vectors/README.md), through every way that Lua has: views, and tables of both tiers under
-- every policy that keeps all there is.
local tap = dofile "tests/lua/tap.lua"
local pbwire = require "pbwire"

local ways = {
  { "table", {} },
  { "loop", { tier = "loop" } },
  { "numbers of enums, strings of 64 bits", { enum = "number", int64 = "string" } },
  { "loop, the same", { enum = "number", int64 = "string", tier = "loop" } },
}

-- Some NaNs are no Lua numbers (pbwire.codec.read_code): tables hold another one.
local other_nans = { ["scalars: float.signalling-nan"] = true, ["json: float.nan-of-any-kind"] = true }
for _, type in ipairs { "float", "double" } do
  for _, list in ipairs { "lists", "expanded" } do
    for _, form in ipairs { "packed", "expanded", "two-parts", "mixed", list == "lists" and "odd-start" or nil } do
      other_nans[("packed: %s.%s.%s"):format(list, type, form)] = true
    end
  end
end

local function unhex(hex)
  return (hex:gsub("(%x+)%*?(%d*) *", function(digits, times)
    local bytes = digits:gsub("%x%x", function(d) return string.char(tonumber(d, 16)) end)
    return bytes:rep(tonumber(times) or 1)
  end))
end

local function hex(bytes)
  return (bytes:sub(1, 100):gsub(".", function(c) return ("%02x"):format(c:byte()) end)) .. (#bytes > 100 and "..." or "")
end

local function read_vectors(path)
  local vectors, v = {}, {}
  for line in (tap.file(path) .. "\n\n"):gmatch "(.-)\n" do
    local key, value = line:match "^([^#:][^:]*):%s?(.*)$"
    if key then v[key] = value end
    if line == "" then
      if v.name then vectors[#vectors + 1] = v end
      v = {}
    end
  end
  return vectors
end

-- A view encodes untouched, so its bytes are exact even where a table's are not.
local function fault_of_view(of, v, input, want)
  local ok, view = pcall(of.view, of, input)
  if v.error then return ok and "view: it was decoded" or view.code ~= v.error and "view: " .. tostring(view) or nil end
  if not ok then return "view: " .. tostring(view) end
  local bytes, copy = of:encode(view), view:totable()
  local equal = of:equal(view, of:view(want))
  view:release()
  if bytes ~= want then return "view: encodes to " .. hex(bytes) end
  if not equal then return "view: it is not equal to itself, decoded again" end
  if not tap.same(copy, of:decode(input)) then return "view: another table than decode's: " .. tap.show(copy) end
end

-- Why a vector does not hold in one way; nil when it does.
local function fault(of, v, input, want)
  local ok, t = pcall(of.decode, of, input)
  if v.error then
    if ok then return "it was decoded" end
    if t.code ~= v.error then return tostring(t) end
    if v.offset and t.offset ~= tonumber(v.offset) then return tostring(t) .. ", want offset " .. v.offset end
    if v.path and t.path ~= v.path then return tostring(t) .. ", want path " .. v.path end
    return nil
  end
  if not ok then return "decode: " .. tostring(t) end
  local good, bytes = pcall(of.encode, of, t)
  if not good then return "encode: " .. tostring(bytes) .. "\n" .. tap.show(t) end
  if bytes ~= want then return ("encodes to %s\n%s"):format(hex(bytes), tap.show(t)) end
  if not of:equal(t, of:decode(bytes)) then return "it is not equal to itself, decoded again" end
end

-- ---- JSON and text ----

local forms = { { "json", "from_json", "to_json" }, { "text", "from_text", "to_text" },
  { "text_by_number", "from_text", "to_text" } }
local form_flags = { "proto_names", "enum_numbers", "int64_numbers", "always_print", "ignore_unknown" }

local function form_options(v, form, flags)
  local options = { deterministic = true, partial = flags:find "partial" ~= nil, print_unknown = form == "text_by_number" }
  for _, name in ipairs(form_flags) do options[name] = (v[form .. "_flags"] or ""):find(name, 1, true) ~= nil end
  return options
end

local function place_fault(v, form, err)
  local code = v[form .. "_error"]
  if err.code ~= code then return tostring(err) .. ", want " .. code end
  for _, name in ipairs { "offset", "line", "column", "path" } do
    local want = v[form .. "_" .. name]
    if want and tostring(err[name]) ~= want then return ("%s, want %s %s"):format(tostring(err), name, want) end
  end
end

-- Why the columns of a form do not hold for tables.
local function fault_of_form(of, v, form, parse, print, input, want)
  local options = form_options(v, form, v.flags or "")
  local text = v[form .. "_in_hex"] and unhex(v[form .. "_in_hex"]) or v[form .. "_in"]
  local error_wanted, canonical, canonical_hex = v[form .. "_error"], v[form], v[form .. "_hex"]
  if text then
    local ok, t = pcall(of[parse], of, text, options)
    if error_wanted then return ok and form .. ": it was read" or place_fault(v, form, t) end
    if not ok then return form .. ": " .. tostring(t) end
    local bytes = of:encode(t)
    if bytes ~= want then return form .. ": encodes to " .. hex(bytes) end
  end
  local wanted = canonical_hex and unhex(canonical_hex) or canonical == "same" and text or canonical
  if (wanted or error_wanted) and not v.error then
    local ok, printed = pcall(of[print], of, of:decode(text and want or input), options)
    if error_wanted then return ok and form .. ": it was printed" or place_fault(v, form, printed) end
    if not ok then return form .. ": " .. tostring(printed) end
    if printed ~= wanted then return form .. ": prints " .. printed end
  end
end

local schema = pbwire.load_file("tests/vectors/vectors.binpb", { deterministic = true })
local files = io.popen "ls tests/vectors/*.vec"
for path in files:lines() do
  local topic = path:match "([^/]+)%.vec$"
  for _, v in ipairs(read_vectors(path)) do
    local flags = v.flags or ""
    local input = unhex(v.input)
    local want = v.output == "same" and input or v.output and unhex(v.output)
    local why = {}
    for _, way in ipairs(ways) do
      local of = schema:type(v.type):with(way[2]):with {
        partial = flags:find "partial" ~= nil,
        unknown_fields = flags:find "no_unknown" and "drop" or "keep",
      }
      local reason = fault(of, v, input, want)
      if reason then why[#why + 1] = way[1] .. ": " .. reason end
    end
    local of = schema:type(v.type):with {
      partial = flags:find "partial" ~= nil,
      unknown_fields = flags:find "no_unknown" and "drop" or "keep",
    }
    local exact = fault_of_view(of, v, input, want)
    for _, form in ipairs(forms) do exact = exact or fault_of_form(of, v, form[1], form[2], form[3], input, want) end
    local name = topic .. ": " .. v.name
    if other_nans[name] then
      if #why == 0 then why[1] = "this is no exception any more" else why = {} end
    end
    why[#why + 1] = exact or nil
    tap.ok(#why == 0, name, table.concat(why, "\n"), "input " .. v.input:sub(1, 300))
  end
end
tap.done()
