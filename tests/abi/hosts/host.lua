-- A LuaJIT host that lives on the shared library alone (ffi). It shows how a binding walks a schema once, asks
-- every field for its cell, and from then on reads and writes messages by plain loads and stores: owned, pooled
-- and scratch. Prints TAP. PBW_LIB is the library; run.sh runs it in the root of the checkout.
local ffi = require "ffi"
local P = dofile "bindings/lua/pbwire/cdef.lua" -- declares the functions, returns the constants
local C = ffi.load(os.getenv "PBW_LIB")
local here = "tests/abi/hosts/"

-- ---- small tools ----

local count = 0
local function test(name, holds)
  count = count + 1
  print(("%s %d - lua: %s"):format(holds and "ok" or "not ok", count, name))
end

local function must(status)
  if status ~= 0 then error(ffi.string(C.pbw_status_name(status)), 2) end
end

local function load_file(name)
  local file = assert(io.open(here .. name, "rb"))
  local bytes = file:read "*a"
  file:close()
  return bytes
end

-- A record that starts with its own size.
local function record(name, values)
  local r = ffi.new(name, values or {})
  r.struct_size = ffi.sizeof(name)
  return r
end

-- A string as the library takes it: borrowed, so the Lua string has to outlive its use.
local function borrow(s) return ffi.new("pbw_bytes", ffi.cast("const uint8_t *", s), #s) end

-- Equal in depth, and in the sign of zero.
local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return a == b and (a ~= 0 or type(a) ~= "number" or 1 / a == 1 / tonumber(b))
  end
  for k, v in pairs(a) do if not same(v, b[k]) then return false end end
  for k in pairs(b) do if a[k] == nil then return false end end
  return true
end

-- ---- types, described once ----

local ctypes = {
  "double", "float", "int64_t", "uint64_t", "int32_t", "uint64_t", "uint32_t", "bool", "pbw_bytes",
  "pbw_message *", "pbw_message *", "pbw_bytes", "uint32_t", "int32_t", "int32_t", "int64_t", "int32_t", "int64_t",
}
local bits = { "uint8_t *", "uint32_t *", "uint64_t *" } -- by format, to ask whether a cell is zero
local describe, read, fill

-- How a single value of a field is read from a cell and put into one.
local function value_of(field)
  local number = C.pbw_field_type(field)
  local v = { ctype = ctypes[number], pointer = ffi.typeof(ctypes[number] .. " *") }
  if v.ctype == "pbw_bytes" then
    v.get = function(cell) return ffi.string(cell[0].data, cell[0].size) end
    v.put = function(cell, s) cell[0] = borrow(s) end
  elseif v.ctype == "pbw_message *" then
    v.type = describe(C.pbw_field_message_type(field))
    v.get = function(cell) return read(v.type, cell[0]) end
    v.put = function(cell, t, ctx, keep) cell[0] = fill(v.type, t, ctx, keep) end
  else
    v.get = function(cell) return cell[0] end
    v.put = function(cell, n) cell[0] = n end
  end
  return v
end

local types = {} -- by name: a pointer is no key of a Lua table

function describe(handle)
  local name = ffi.string(C.pbw_type_full_name(handle))
  if types[name] then return types[name] end
  local t = { handle = handle, fields = {}, unknown = C.pbw_type_unknown_offset(handle) }
  types[name] = t
  local own = tonumber(C.pbw_type_field_count(handle))
  for i = 0, own + tonumber(C.pbw_type_extension_count(handle)) - 1 do
    local field = i < own and C.pbw_type_field_at(handle, i) or C.pbw_type_extension_at(handle, i - own)
    local name = ffi.string((i < own and C.pbw_field_name or C.pbw_field_full_name)(field))
    local f = { handle = field, name = name, cell = record "pbw_cell" }
    must(C.pbw_field_cell(field, f.cell))
    assert(f.cell.format ~= P.PBW_CELL_NONE, name)
    local is_map = f.cell.format == P.PBW_CELL_MAP
    f.value = value_of(is_map and C.pbw_field_map_value(field) or field)
    f.key = is_map and value_of(C.pbw_field_map_key(field))
    t.fields[i + 1], t[name] = f, f
  end
  return t
end

-- ---- cells ----

local function at(pointer, ctype, offset) return ffi.cast(ctype, ffi.cast("char *", pointer) + offset) end
local function cell_of(message, f) return at(message, f.value.pointer, f.cell.offset) end
local function list_of(message, f) return at(message, "pbw_list *", f.cell.offset)[0] end

local function has(message, f)
  local c = f.cell
  if c.presence == P.PBW_PRESENCE_BIT then
    return bit.band(at(message, "uint8_t *", c.presence_offset)[0], c.presence_mask) ~= 0
  elseif c.presence == P.PBW_PRESENCE_ONEOF then
    return at(message, "uint32_t *", c.presence_offset)[0] == c.presence_mask
  elseif c.presence == P.PBW_PRESENCE_POINTER then
    return cell_of(message, f)[0] ~= nil
  elseif c.presence == P.PBW_PRESENCE_SIZE then
    return list_of(message, f).size > 0
  elseif c.format == P.PBW_CELL_BYTES then
    return cell_of(message, f)[0].size > 0
  end
  return at(message, bits[c.format], c.offset)[0] ~= 0
end

-- After the cell was written: the presence.
local function mark(message, f)
  local c = f.cell
  if c.presence == P.PBW_PRESENCE_BIT then
    local byte = at(message, "uint8_t *", c.presence_offset)
    byte[0] = bit.bor(byte[0], c.presence_mask)
  elseif c.presence == P.PBW_PRESENCE_ONEOF then
    at(message, "uint32_t *", c.presence_offset)[0] = c.presence_mask
  end
end

local function store(message, f, value)
  f.value.put(cell_of(message, f), value)
  mark(message, f)
end

-- A message as a Lua table: what is absent is nil.
function read(t, message)
  local out = {}
  for _, f in ipairs(t.fields) do
    if has(message, f) then
      local c, value = f.cell, nil
      if c.format == P.PBW_CELL_LIST or c.format == P.PBW_CELL_MAP then
        local list = list_of(message, f)
        value = {}
        for i = 0, tonumber(list.size) - 1 do
          local key = f.key and f.key.get(at(list.data, f.key.pointer, i * c.entry_size)) or i + 1
          value[key] = f.value.get(at(list.data, f.value.pointer, i * c.entry_size + c.value_offset))
        end
      else
        value = f.value.get(cell_of(message, f))
      end
      out[f.name] = value
    end
  end
  local unknown = at(message, "pbw_list *", t.unknown)[0]
  for i = 0, tonumber(unknown.size) - 1 do
    local slice = ffi.cast("pbw_bytes *", unknown.data)[i]
    out.unknown = (out.unknown or "") .. ffi.string(slice.data, slice.size)
  end
  return out
end

local out = ffi.new "void *[1]"
local function out_as(ctype) return ffi.cast(ctype, out) end

-- A Lua table as a scratch message. Strings are borrowed from the table, lists from arrays that `keep` anchors
-- until the message was encoded; maps stand in the ctx's own memory.
function fill(t, values, ctx, keep)
  must(C.pbw_ctx_messages(ctx, t.handle, 1, 0, out_as "pbw_message **"))
  local message = ffi.cast("pbw_message *", out[0])
  for _, f in ipairs(t.fields) do
    local v, c = values[f.name], f.cell
    if v ~= nil and c.format == P.PBW_CELL_LIST then
      local array = ffi.new(ffi.typeof("$[?]", ffi.typeof(f.value.ctype)), #v)
      keep[#keep + 1] = array
      for i, element in ipairs(v) do f.value.put(array + (i - 1), element, ctx, keep) end
      local list = list_of(message, f)
      list.data, list.size = array, #v
    elseif v ~= nil and c.format == P.PBW_CELL_MAP then
      local keys = {}
      for key in pairs(v) do keys[#keys + 1] = key end
      table.sort(keys)
      must(C.pbw_ctx_alloc(ctx, #keys * c.entry_size, out))
      local list = list_of(message, f)
      list.data, list.size = out[0], #keys
      for i, key in ipairs(keys) do
        f.key.put(at(list.data, f.key.pointer, (i - 1) * c.entry_size), key)
        f.value.put(at(list.data, f.value.pointer, (i - 1) * c.entry_size + c.value_offset), v[key], ctx, keep)
      end
    elseif v ~= nil then
      f.value.put(cell_of(message, f), v, ctx, keep)
      mark(message, f)
    end
  end
  if values.unknown then
    local slice = borrow(values.unknown)
    keep[#keep + 1] = slice
    local list = at(message, "pbw_list *", t.unknown)[0]
    list.data, list.size = slice, 1
  end
  return message
end

-- ---- the session ----

local set, input, output = load_file "slice.binpb", load_file "input.bin", load_file "output.bin"
local schema_out = ffi.new "pbw_schema *[1]"
must(C.pbw_schema_load(set, #set, schema_out, nil))
local schema = schema_out[0]
local order = describe(C.pbw_schema_type(schema, "slice.Order"))
local item = types["slice.Order.Item"]

local bonus, region = "\170\031\009\010\005extra\016\002", "\162\031\005north"
local received = {
  id = 18446744073709551615ULL, customer = "Zoë", state = 1,
  placed = { seconds = -62135596800LL, nanos = 5 }, discount = { value = -0.0 }, token = "\0\255",
  scores = { 0, -1, 2147483647, -2147483648 }, tags = { "new", "", "ß" },
  items = { { sku = "A-1", count = 3, price = 9.5 }, {} },
  stock = { [""] = -7, apple = 2 }, gifts = { [-3] = { sku = "G" }, [7] = {} }, iban = "DE00",
  ["slice.courier"] = "bike", ["slice.stops"] = { 1ULL, 18446744073709551614ULL }, unknown = bonus .. region,
}
local changed = {
  id = 9223372036854775809ULL, customer = "Ada Lovelace", state = 2, express = false,
  placed = { nanos = 5 }, discount = { value = 0.25 },
  scores = { 42, -1, 2147483647, -2147483648, 5, -6 }, tags = { "new", "", "ß", "late" },
  items = { { sku = "A-1", count = 3, price = 9.5 }, {}, { sku = "B-2", price = -1.5 } },
  stock = { apple = 3, pear = 1 }, gifts = { [-3] = { sku = "G" }, [7] = { count = 4 } }, card = 9007199254740993ULL,
  ["slice.courier"] = "boat", ["slice.stops"] = { 1ULL, 18446744073709551614ULL, 3ULL }, unknown = bonus .. region,
}

-- One arena with one finalizer for any number of messages.
local arena_out = ffi.new "pbw_arena *[1]"
must(C.pbw_arena_new(nil, 0, arena_out))
local arena = ffi.gc(arena_out[0], C.pbw_arena_free)

must(C.pbw_decode(order.handle, input, #input, arena, nil, out_as "pbw_message **", nil))
local m = ffi.cast("pbw_message *", out[0])
test("an owned message has every value in its cell", same(read(order, m), received))

local flag, text, number = ffi.new "bool[1]", ffi.new "pbw_bytes[1]", ffi.new "uint32_t[1]"
must(C.pbw_field_default(order.express.handle, flag))
must(C.pbw_field_default(order.note.handle, text))
must(C.pbw_field_default(item.count.handle, number))
test("what is absent has the default that the schema declares",
  flag[0] == true and ffi.string(text[0].data, text[0].size) == "none" and number[0] == 1)

-- Plain stores ...
store(m, order.id, 9223372036854775809ULL)
store(m, order.state, 2)
store(m, order.express, false)
store(cell_of(m, order.placed)[0], order.placed.value.type.seconds, 0)
store(cell_of(m, order.discount)[0], order.discount.value.type.value, 0.25)
ffi.cast("int32_t *", list_of(m, order.scores).data)[0] = 42
-- ... and calls, for what needs memory.
must(C.pbw_message_set(m, order.customer.handle, borrow "Ada Lovelace"))
must(C.pbw_message_clear_field(m, order.token.handle))
must(C.pbw_list_reserve(m, order.scores.handle, 6))
local scores = list_of(m, order.scores)
local elements = ffi.cast("int32_t *", scores.data)
elements[4], elements[5], scores.size = 5, -6, 6
must(C.pbw_list_append(m, order.tags.handle, 1, borrow "late"))
must(C.pbw_list_add(m, order.items.handle, out_as "pbw_message **"))
store(out[0], item.price, -1.5)
must(C.pbw_message_set(ffi.cast("pbw_message *", out[0]), item.sku.handle, borrow "B-2"))
must(C.pbw_map_remove(m, order.stock.handle, borrow ""))
must(C.pbw_map_set(m, order.stock.handle, borrow "pear", ffi.new("int32_t[1]", 1)))
must(C.pbw_map_set(m, order.stock.handle, borrow "apple", ffi.new("int32_t[1]", 3)))
must(C.pbw_map_mutable(m, order.gifts.handle, ffi.new("int32_t[1]", 7), out_as "pbw_message **"))
store(out[0], item.count, 4)
must(C.pbw_message_mutable(m, order.voucher.handle, out_as "pbw_message **"))
test("a oneof switches by a call", has(m, order.voucher) and not has(m, order.iban))
store(m, order.card, 9007199254740993ULL)
test("and by a store", has(m, order.card) and not has(m, order.voucher))
must(C.pbw_message_set(m, order["slice.courier"].handle, borrow "boat"))
must(C.pbw_list_append(m, order["slice.stops"].handle, 1, ffi.new("uint64_t[1]", 3)))
test("an edited message has the new values in its cells", same(read(order, m), changed))

local buffer, size = ffi.new("uint8_t[?]", 512), ffi.new "size_t[1]"
local options = record("pbw_options", { flags = P.PBW_DETERMINISTIC })
must(C.pbw_encode(m, buffer, 512, options, size, nil))
test("and encodes to the expected bytes", ffi.string(buffer, size[0]) == output)

-- The fast road: one ctx for everything.
local ctx_out, data = ffi.new "pbw_ctx *[1]", ffi.new "const uint8_t *[1]"
must(C.pbw_ctx_new(nil, nil, ctx_out))
local ctx = ffi.gc(ctx_out[0], C.pbw_ctx_free)
local keep = {}
local scratch = fill(order, changed, ctx, keep)
must(C.pbw_encode_ctx(ctx, scratch, 0, data, size))
test("a scratch message encodes to the expected bytes", #keep > 0 and ffi.string(data[0], size[0]) == output)

must(C.pbw_decode_ctx(ctx, order.handle, input, #input, P.PBW_RESET + P.PBW_ALIAS, out_as "const pbw_message **"))
local pooled = ffi.cast("pbw_message *", out[0])
test("a pooled message has every value in its cell", same(read(order, pooled), received))
test("and refuses a change", C.pbw_message_clear_field(pooled, order.id.handle) == P.PBW_ERR_READONLY)

-- A view knows when it was made.
local generation = C.pbw_ctx_generation(ctx)
local view = { message = pooled, generation = generation[0] }
local function follow(v)
  if generation[0] ~= v.generation then error "stale view" end
  return v.message
end
test("a fresh view can be followed", pcall(follow, view))
C.pbw_ctx_reset(ctx)
test("a stale one is an error, not a crash", not pcall(follow, view))

-- Errors.
local cut = input .. "\090\004\010\009AB" -- items[2] { sku: 9 bytes, of which 2 are there
local err = record "pbw_error"
local status = C.pbw_decode(order.handle, cut, #cut, arena, nil, out_as "pbw_message **", err)
test("an error tells status, offset and path", status == P.PBW_ERR_TRUNCATED and err.code == status
  and err.offset >= #input + 2 and err.offset <= #cut
  and ffi.string(err.path) == "slice.Order.items[2].sku" and out[0] == nil)
status = C.pbw_decode_ctx(ctx, order.handle, input, #input - 1, 0, out_as "const pbw_message **")
local last = C.pbw_ctx_error(ctx)
test("and so does a ctx", status == P.PBW_ERR_TRUNCATED and last.code == status and last.offset < #input
  and ffi.string(last.path) == "slice.Order")

-- A schema outlives its messages, and finalizers know no order: at the end everything is freed by hand.
C.pbw_ctx_free(ffi.gc(ctx, nil))
C.pbw_arena_free(ffi.gc(arena, nil))
C.pbw_schema_free(schema)
print("1.." .. count)
