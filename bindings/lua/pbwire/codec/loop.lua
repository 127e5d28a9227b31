-- The second tier: one loop over the descriptors of a type's fields, for types too large to be generated and for
-- fields without a cell. Fields are sorted by what is done to them, so that a compiled loop meets the same branch
-- many times in a row. Values and errors are those of the generated code.
local ffi = require "ffi"
local lib = require "pbwire.library"
local errors = require "pbwire.errors"
local K = require "pbwire.kinds"
local cells = require "pbwire.codec.cells"
local values = require "pbwire.codec.values"
local writer = require "pbwire.codec.writer"
local C, P = lib.C, lib.P

local cast, copy, new = ffi.cast, ffi.copy, require "table.new"
local u8, i32, ptr = K.pointers.u8, K.pointers.i32, K.pointers.ptr
local message_p = ffi.typeof "const pbw_message *"

local M = {}

-- A copy of the fields, the like ones side by side, each with what it needs.
local function prepare(description, policy, functions, which)
  local fields, children = {}, {}
  for i, described in ipairs(description.fields) do
    local field = {}
    for name, value in pairs(described) do field[name] = value end
    field.width = field.kind.lua == "string" and 2 * K.word or K.widths[field.kind.slot]
    if not field.has_cell then field.stride = field.width end
    if field.message then
      children[#children + 1] = field.message
      field.child = #children
    end
    field.order = ("%s %s %s %06d"):format(field.label, tostring(field.presence), field.kind.name, i)
    field.present = field.has_cell and cells.presence(field)
    fields[i] = field
  end
  table.sort(fields, function(a, b) return a.order < b.order end)
  local linked = functions(children)
  for _, field in ipairs(fields) do
    field.fill_child = field.child and function(...) return linked[field.child](...) end
    cells[which](field, field.kind, policy, field.fill_child,
      field.child and children[field.child])
    if field.map_key then
      local key = { kind = field.map_key }
      cells[which](key, field.map_key, which == "reading" and cells.key_policy(policy) or policy)
      field.key_get, field.key_put = key.get, key.put
    end
  end
  return fields
end

-- ---- reading ----

-- A field without a cell: the accessors give the same cells, in memory of ours.
local accessed = ffi.new "uint64_t[4]"
local size_out = ffi.new "size_t[1]"

local function accessor_value(m, field)
  local message = cast(message_p, m)
  if C.pbw_message_has(message, field.handle) == 0 then return nil end
  if field.label == "singular" then
    errors.must(C.pbw_message_get(message, field.handle, accessed))
    return field.get(cast(u8, accessed), 0)
  end
  local t = {}
  if field.label == "list" then
    local data = cast(u8, C.pbw_list_data(message, field.handle, size_out))
    for i = 1, tonumber(size_out[0]) do t[i] = field.get(data, (i - 1) * field.width) end
  else
    local key, value = ffi.new "uint64_t[2]", ffi.new "uint64_t[2]"
    for i = 0, tonumber(C.pbw_map_size(message, field.handle)) - 1 do
      errors.must(C.pbw_map_entry(message, field.handle, i, key, value))
      t[field.key_get(cast(u8, key), 0)] = field.get(cast(u8, value), 0)
    end
  end
  return t
end

local function read_list(m, field)
  local n = cast(i32, m + field.offset + K.word + K.low_size)[0]
  if n == 0 then return nil end
  local data = cast(ptr, m + field.offset)[0]
  local list, get, stride = new(n, 0), field.get, field.stride
  for i = 1, n do list[i] = get(data, (i - 1) * stride) end
  return list
end

local function read_map(m, field)
  local n = cast(i32, m + field.offset + K.word + K.low_size)[0]
  if n == 0 then return nil end
  local data = cast(ptr, m + field.offset)[0]
  local map, get, key_get, stride, value_offset = new(0, n), field.get, field.key_get, field.stride, field.value_offset
  for i = 0, n - 1 do map[key_get(data, i * stride)] = get(data, i * stride + value_offset) end
  return map
end

---@param description table
---@param policy pbwire.Policy
---@return fun(m: ffi.cdata*): table
function M.reader(description, policy, link)
  local fields = prepare(description, policy, link, "reading")
  local defaults = policy.absent == "default"
  local unknown = policy.unknown_fields == "keep" and description.unknown or 0
  for _, field in ipairs(fields) do
    if defaults and field.label == "singular" and not field.oneof and field.kind.lua ~= "message" then
      field.shown = values.shown(field, field.default, policy)
    end
  end
  return function(m)
    local t = {}
    for i = 1, #fields do
      local field = fields[i]
      local v
      if not field.has_cell then
        v = accessor_value(m, field)
      elseif field.label == "list" then
        v = read_list(m, field)
      elseif field.label == "map" then
        v = read_map(m, field)
      elseif field.present(m) then
        v = field.get(m, field.offset)
      end
      if v ~= nil then
        t[field.key] = v
      elseif defaults then
        if field.label ~= "singular" then t[field.key] = {} else t[field.key] = field.shown end
      end
    end
    if unknown > 0 and cast(i32, m + unknown + K.word + K.low_size)[0] ~= 0 then
      t[values.UNKNOWN] = values.unknown(m + unknown)
    end
    return t
  end
end

-- ---- filling ----

local W = writer.environment
local alloc = W.alloc
local size_p = K.pointers.size

local function fill_list(v, field, mem, w, depth)
  local n = #v
  if n == 0 then return nil, 0 end
  local a, put, stride = alloc(mem, w, n * field.stride), field.put, field.stride
  for i = 1, n do
    if v[i] == nil then W.fail(w) end
    put(a, (i - 1) * stride, v[i], mem, w, depth)
  end
  return a, n
end

local function fill_map(v, field, mem, w, depth)
  local n, keys, elements = W.flatten(w, v)
  if n == 0 then return nil, 0 end
  local a, odd, integers = alloc(mem, w, n * field.stride), false, field.map_key.lua == "int64" or field.map_key.lua == "number"
  for i = 0, n - 1 do
    local k = keys[i + 1]
    odd = odd or integers and type(k) ~= "number"
    field.key_put(a, i * field.stride, k, mem, w, depth)
    field.put(a, i * field.stride + field.value_offset, elements[i + 1], mem, w, depth)
  end
  if odd then W.fail_if_wrong(w) end
  return a, n
end

local function set_present(m, field, w)
  if field.presence == "bit" then
    local at = m + field.presence_offset
    at[0] = bit.bor(at[0], field.presence_mask)
  elseif field.presence == "oneof" then
    local case = cast(i32, m + field.presence_offset)
    if case[0] ~= 0 then W.fail(w) end
    case[0] = field.presence_mask
  end
end

-- A message that the library made, from what a user gave. It has to stand in the memory of its parent, so what is lent
-- is merged into it.
local function fill_made(made, v, field, mem, w, depth)
  local lent
  if type(v) ~= "table" or getmetatable(v) then lent, v = W.lend(w, v, field.message) end
  if lent then
    errors.must(C.pbw_message_merge(made, cast(message_p, lent)))
  else
    field.fill_child(v, cast(u8, made), mem, w, depth + 1)
  end
end

local made_out = ffi.typeof "pbw_message *[1]"

-- The same for a field without a cell: by the setters of the library, which take values in cells of ours.
local function fill_by_accessor(v, field, m, mem, w, depth)
  local message, handle, cell = cast("pbw_message *", m), field.handle, alloc(mem, w, 16)
  local made = field.message and made_out()
  if field.label == "singular" then
    if made then
      errors.must(C.pbw_message_mutable(message, handle, made))
      fill_made(made[0], v, field, mem, w, depth)
    else
      field.put(cell, 0, v, mem, w, depth)
      errors.must(C.pbw_message_set(message, handle, cell))
    end
  elseif field.label == "list" then
    for i = 1, #v do
      if made then
        errors.must(C.pbw_list_add(message, handle, made))
        fill_made(made[0], v[i], field, mem, w, depth)
      else
        field.put(cell, 0, v[i], mem, w, depth)
        errors.must(C.pbw_list_append(message, handle, 1, cell))
      end
    end
  else
    local key = alloc(mem, w, 16)
    for k, e in pairs(v) do
      field.key_put(key, 0, k, mem, w, depth)
      if made then
        errors.must(C.pbw_map_mutable(message, handle, key, made))
        fill_made(made[0], e, field, mem, w, depth)
      else
        field.put(cell, 0, e, mem, w, depth)
        errors.must(C.pbw_map_set(message, handle, key, cell))
      end
    end
  end
end

---@param description table
---@param policy pbwire.Policy
---@return fun(t: table, m: ffi.cdata*, mem: ffi.cdata*, w: table, depth: integer)
function M.writer(description, policy, link)
  local fields = prepare(description, policy, link, "filling")
  local unknown, by_accessor = description.unknown, description.needs_loop
  local out, size = ffi.new "pbw_message *[1]", tonumber(C.pbw_type_message_size(description.handle))
  return function(t, m, mem, w, depth)
    if depth > values.MAX_DEPTH then W.fail(w) end
    local given = m
    if by_accessor then -- setters want memory of a ctx that is reset afterwards
      errors.must(C.pbw_ctx_messages(w.ctx, description.handle, 1, 0, out), C.pbw_ctx_error(w.ctx))
      m, w.grown = cast(u8, out[0]), true
    end
    for i = 1, #fields do
      local field = fields[i]
      local v = t[field.key]
      if v ~= nil then
        if field.label ~= "singular" and (type(v) ~= "table" or getmetatable(v)) then
          v = W.plain(w, v) or W.fail(w)
        end
        if not field.has_cell then
          fill_by_accessor(v, field, m, mem, w, depth)
        elseif field.label == "singular" then
          field.put(m, field.offset, v, mem, w, depth)
          set_present(m, field, w)
        else
          local fill = field.label == "list" and fill_list or fill_map
          local a, count = fill(v, field, mem, w, depth)
          cast(ptr, m + field.offset)[0], cast(size_p, m + field.offset)[1] = a, count
        end
      end
    end
    local v = t[values.UNKNOWN]
    if v ~= nil and unknown > 0 then
      W.lend_unknown(w, v, m + unknown)
    end
    if by_accessor then copy(given, m, size) end
  end
end

return M
