-- Structs: messages as cdata, changed in place; Any; streams.
local tap = dofile "tests/lua/tap.lua"
local ffi = require "ffi"
local pbwire = require "pbwire"
local ok, is, throws = tap.ok, tap.is, tap.throws

local schema = pbwire.load_file "bench/cases/cases.binpb"
local Type = schema:type "hello.Person"
local Person = Type:struct()

local given = { name = "Ada", age = 36, status = "OK", address = { city = "London", apartment = "" }, emails = { "a", "b" },
  friends = { { name = "Bob" } }, user_id = 18446744073709551615ULL, weight_kg = 1.5, scores = { x = 1 } }
local p = Person:new(given)
ok(type(p) == "cdata", "a struct is cdata")
is(Person:totable(p), given, "and has what it was made of")
is({ p.name, p.age, p.status, p.address.city, p.emails, p.user_id, p.weight_kg, p.friends[1].name },
  { "Ada", 36, "OK", "London", { "a", "b" }, 18446744073709551615ULL, 1.5, "Bob" }, "fields by name")
is(Type:encode(p, { deterministic = true }), Type:encode(given, { deterministic = true }), "it encodes as the table does")

p.age, p.name, p.status, p.weight_kg, p.user_id = p.age + 1, "Grace", "ERROR", -2, 7
p.address.city, p.emails, p.scores, p.avatar = "Paris", { "c" }, { y = 2 }, "\0\255"
given.age, given.name, given.status, given.weight_kg, given.user_id = 37, "Grace", "ERROR", -2, 7ULL
given.address.city, given.emails, given.scores, given.avatar = "Paris", { "c" }, { y = 2 }, "\0\255"
is(Person:totable(p), given, "fields can be set, also inside")
p.emails, p.address, given.emails, given.address = nil, nil, nil, nil
is(Person:totable(p), given, "nil clears")
is({ p.address, Person:has(p, "address") }, { nil, false }, "an absent message is nil")
Person:mutable(p, "address").zip = 5
is(p.address.zip, 5, "mutable makes one")
p.friends = { { name = "x", friends = { { age = 1 } } } }
is(p.friends, { { name = "x", friends = { { age = 1 } } } }, "lists of messages")
ok(Type:equal(p, Person:decode(Type:encode(p))), "structs compare")
is(Type:decode(Type:encode { name = "outer", friends = { p } }).friends[1].name, "Grace", "a struct inside a table")

throws("NOT_FOUND", "a field that is not there", function() return p.nope end)
throws("NOT_FOUND", "to set", function() p.nope = 1 end)
throws("ARGUMENT", "a value that does not fit", function() schema:type("matrix3.Matrix3"):struct():new().f_double = "x" end)
throws("ARGUMENT", "a string that is none", function() p.name = 5 end)
is(p.name, "Grace", "and nothing has changed")
throws("TRUNCATED", "bytes that are cut", Person.decode, Person, "\10\5abc")
ok(tostring(p):find 'name = "Grace"', "it prints itself")

-- Presence, oneofs.
local Payload = schema:type "proto2_basic.BenchPayload"
local Stats = Payload:struct()
local s = Stats:new { id = 1 }
is({ s.name, s.retries, Stats:has(s, "retries") }, { nil, nil, false }, "a field with presence is nil while absent")
s.retries = 0
is({ s.retries, Stats:has(s, "retries") }, { 0, true }, "and zero when it was set to that")
is(Payload:with({ absent = "default" }):struct():decode(Payload:encode { id = 1 }).name, "anonymous", "or has its default")

-- Memory: many structs in one arena, and a submessage alone keeps it.
do
  local arena, address = schema:arena(), nil
  for i = 1, 2000 do
    local q = Person:new({ name = "n" .. i, address = { city = "c" .. i } }, arena)
    if i == 1000 then address = q.address end
  end
  arena = nil
  for _ = 1, 3 do collectgarbage() end
  is(address.city, "c1000", "a submessage keeps the memory that it stands in")
end

-- ---- Any, streams ----

local any = schema:pack(Type, { name = "x" })
is(any, { type_url = "type.googleapis.com/hello.Person", value = Type:encode { name = "x" } }, "Any")
local message, of = schema:unpack(any)
ok(of == Type and message.name == "x", "and what it holds")
throws("ARGUMENT", "an Any without a type", schema.unpack, schema, {})

local stream, names = "", {}
for i = 1, 5 do stream = stream .. Type:encode_delimited { name = ("n"):rep(i * 60) } end
for m in Type:decode_stream(stream) do names[#names + 1] = #m.name end
is(names, { 60, 120, 180, 240, 300 }, "a stream of messages")
throws("TRUNCATED", "a stream that is cut", function()
  for _ in Type:decode_stream(stream:sub(1, -2)) do end
end)
tap.done()
