-- What users call: schemas, types, policies, errors.
local tap = dofile "tests/lua/tap.lua"
local pbwire = require "pbwire"
local ok, is, throws = tap.ok, tap.is, tap.throws

local cases = pbwire.load_file "bench/cases/cases.binpb"
local vectors = pbwire.load_file "tests/vectors/vectors.binpb"
local Matrix, Person = cases:type "matrix3.Matrix3", cases:type "hello.Person"

-- ---- schemas ----

ok(pbwire.VERSION:match "^%d+%.%d+%.%d+$", "the library has a version")
throws("NOT_FOUND", "a type that is not there", cases.type, cases, "hello.Nobody")
is(cases:find "hello.Nobody", nil, "find gives nil instead")
ok(cases:type ".hello.Person" == Person, "a leading dot is ignored, a type is made once")
throws("TRUNCATED", "a set that is none", pbwire.load, "\8\8\8")
do
  local again = pbwire.load { tap.file "bench/cases/cases.binpb", tap.file "tests/data/otel/otel.binpb" }
  ok(again:type "hello.Person" ~= Person and again:find "opentelemetry.proto.trace.v1.Span", "sets add up to a schema of its own")
  is(again:decode("hello.Person", cases:encode("hello.Person", { name = "x" })), { name = "x" }, "types by name")
end

-- ---- .proto files ----

do
  local files = {
    ["a.proto"] = 'syntax = "proto2"; import "b/c.proto"; import "google/protobuf/duration.proto";\n' ..
      "message A { optional C c = 1; optional google.protobuf.Duration d = 2; repeated int64 n = 3 [packed = true]; }",
    ["b/c.proto"] = 'syntax = "proto3"; message C { string s = 1; }',
  }
  local function find(name) return files[name] end
  local made = pbwire.load_proto("a.proto", find, { int64 = "number" })
  is(made:decode("A", made:encode("A", { c = { s = "x" }, n = { 1, 2 } })), { c = { s = "x" }, n = { 1, 2 } }, "a schema from text")
  ok(pbwire.load_proto({ "b/c.proto", "a.proto" }, find):find "C", "several files, one of them imported by another")
  ok(pbwire.load_proto("person.proto", "bench/cases"):find "hello.Person", "from a folder")
  ok(pbwire.load_proto("person.proto", { "tests", "bench/cases" }):find "hello.Person", "from one of several")
  throws("NOT_FOUND", "a file that is not there", pbwire.load_proto, "none.proto", find)
  files["b/c.proto"] = nil
  throws("NOT_FOUND", "an import that is not there", pbwire.load_proto, "a.proto", find)
  files["b/c.proto"] = 'syntax = "proto3";\nmessage C {\n  string = 1;\n  int32 x = 2\n}\n'
  local _, err = pcall(pbwire.load_proto, "a.proto", find)
  is({ err.code, err.path, err.line, err.column }, { "SYNTAX", "b/c.proto", 3, 10 }, "a wrong file, with its place")
  ok(err.all:find("b/c.proto:3:10: ", 1, true) and err.all:find("b/c.proto:5:1: ", 1, true), "and all that is wrong")
end

-- ---- tables ----

local person = {
  name = "Zoë", age = 42, emails = { "a@b", "" }, status = "OK", address = { street = "1 Main St", apartment = "" },
  friends = { { name = "f", friends = { {} } }, {} }, lucky_numbers = { 7, -1, 2147483647 }, avatar = "\0\255",
  user_id = 18446744073709551615ULL, balance = -5, weight_kg = -0.0, scores = { a = 1, [""] = 2 },
  nicknames = { [-3] = "x", [4] = "y" }, places = { home = { zip = 1 }, away = {} },
}
is(Person:decode(Person:encode(person)), person, "a table comes back as it was")
is(Person:decode "", {}, "an empty message is an empty table")
is(Person:decode(Person:encode(person), { tier = "loop" }), person, "the loop reads the same")
is(Person:encode(person, { tier = "loop", deterministic = true }), Person:encode(person, { deterministic = true }),
  "the loop writes the same")

-- ---- policies ----

local numbers = { f_int64 = -9223372036854775807LL - 1LL, f_uint64 = 18446744073709551615ULL, f_enum = 2 }
local bytes = Matrix:encode(numbers)
is(Matrix:decode(bytes), { f_int64 = numbers.f_int64, f_uint64 = numbers.f_uint64, f_enum = "GREEN" }, "64-bit as cdata")
is(Matrix:decode(bytes, { int64 = "number", enum = "number" }), { f_int64 = -2 ^ 63, f_uint64 = 2 ^ 64, f_enum = 2 },
  "64-bit as numbers, enums as numbers")
local texts = { f_int64 = "-9223372036854775808", f_uint64 = "18446744073709551615", f_enum = "GREEN" }
is(Matrix:decode(bytes, { int64 = "string" }), texts, "64-bit as strings")
is(Matrix:encode(texts), bytes, "strings are taken back")
for _, n in ipairs { "0", "1", "-1", "9007199254740991", "9007199254740993", "-1000000000", "999999999999999999",
  "-9223372036854775808", "9223372036854775807" } do
  is(Matrix:decode(Matrix:encode { f_sint64 = n }, { int64 = "string", absent = "default" }).f_sint64, n, "the text of " .. n)
end
is(Matrix:decode(Matrix:encode { f_enum = 99 }), { f_enum = 99 }, "an unknown value of an open enum stays a number")

local filled = Person:decode("", { absent = "default" })
is({ filled.name, filled.age, filled.status, filled.user_id, filled.emails, filled.scores, filled.address },
  { "", 0, "UNKNOWN", 0ULL, {}, {}, nil }, "absent fields have their defaults, messages stay nil")
local Payload = cases:type "proto2_basic.BenchPayload"
is(Payload:decode("", { absent = "default", partial = true }).name, "anonymous", "declared defaults too")
is(Payload:decode(Payload:encode { id = 1, retries = 0 }, { absent = "default" }).retries, 0, "but not where zero was set")

local lax = Person:with { unknown_keys = "ignore" }
throws("NOT_FOUND", "an unknown key is an error", Person.encode, Person, { nmae = "x" })
throws("NOT_FOUND", "in the loop too", Person.encode, Person, { nmae = "x" }, { tier = "loop" })
is(lax:encode { name = "x", nmae = "x" }, Person:encode { name = "x" }, "or ignored")
throws("ARGUMENT", "a policy that is none", Person.with, Person, { int65 = "string" })
throws("ARGUMENT", "a choice that is none", Person.with, Person, { int64 = "float" })
if tap.host == "tarantool" then
  is(Person:encode { name = "x", age = box.NULL, emails = box.NULL, address = box.NULL }, Person:encode { name = "x" },
    "box.NULL is absent")
end

-- ---- what does not fit is an error ----

local refused = {
  { { f_int32 = 1.5 }, "RANGE", "f_int32" }, { { f_int32 = 2 ^ 31 }, "RANGE", "f_int32" },
  { { f_int32 = "1" }, "ARGUMENT", "f_int32" }, { { f_int32 = 1LL }, "ARGUMENT", "f_int32" },
  { { f_uint32 = -1 }, "RANGE", "f_uint32" }, { { f_uint32 = 2 ^ 32 }, "RANGE", "f_uint32" },
  { { f_float = 1e300 }, "RANGE", "f_float" }, { { f_float = true }, "ARGUMENT", "f_float" },
  { { f_int64 = 2 ^ 63 }, "RANGE", "f_int64" }, { { f_int64 = 0.5 }, "RANGE", "f_int64" },
  { { f_int64 = 18446744073709551615ULL }, "RANGE", "f_int64" }, { { f_int64 = "12x" }, "ARGUMENT", "f_int64" },
  { { f_int64 = "9223372036854775808" }, "ARGUMENT", "f_int64" }, { { f_uint64 = -1LL }, "RANGE", "f_uint64" },
  { { f_uint64 = -1 }, "RANGE", "f_uint64" }, { { f_uint64 = 2 ^ 64 }, "RANGE", "f_uint64" },
  { { f_uint64 = "18446744073709551616" }, "ARGUMENT", "f_uint64" }, { { f_int32 = 0 / 0 }, "RANGE", "f_int32" },
  { { f_int64 = 0 / 0 }, "RANGE", "f_int64" }, { { f_int32 = 1 / 0 }, "RANGE", "f_int32" },
  { { f_bool = 1 }, "ARGUMENT", "f_bool" }, { { f_string = 5 }, "ARGUMENT", "f_string" },
  { { f_enum = "PURPLE" }, "ARGUMENT", "f_enum" }, { { f_enum = 0.5 }, "RANGE", "f_enum" },
  { { f_inner = 1 }, "ARGUMENT", "f_inner" }, { { f_inner = { id = "x" } }, "ARGUMENT", "f_inner.id" },
  { { r_int32 = 5 }, "ARGUMENT", "r_int32" }, { { r_int32 = { 1, "x" } }, "ARGUMENT", "r_int32[2]" },
  { { r_inner = { {}, { label = "\255" } } }, "UTF8", "r_inner[1].label" }, { { m = { a = "1" } }, "ARGUMENT", 'm["a"]' },
  { { m = { [1] = 1 } }, "ARGUMENT", "m[1]" }, { { f_string = "\255" }, "UTF8", "f_string" },
}
for _, tier in ipairs { "generated", "loop" } do
  local Type = Matrix:with { tier = tier }
  for _, case in ipairs(refused) do
    local good, err = pcall(Type.encode, Type, case[1])
    ok(not good and err.code == case[2] and err.path == "matrix3.Matrix3." .. case[3],
      ("%s refuses %s"):format(tier, tap.show(case[1])), tostring(err))
  end
end
for _, v in ipairs { 2 ^ 63 - 1024, -2 ^ 63, 2 ^ 53, 0 } do
  is(Matrix:decode(Matrix:encode { f_int64 = v }, { int64 = "number", absent = "default" }).f_int64, v, "int64 takes " .. v)
end
is(Matrix:decode(Matrix:encode { f_double = 5LL, f_float = 3ULL }), { f_double = 5, f_float = 3 }, "floats take exact integers")
throws("ARGUMENT", "no other", Matrix.encode, Matrix, { f_double = 9007199254740993LL })

local cyclic = {}
cyclic.friends = { cyclic }
throws("DEPTH", "a table that contains itself", Person.encode, Person, cyclic)

-- ---- maps ----

local Maps = vectors:type "vectors.p3.Maps"
local function map_field(kind)
  for _, field in ipairs(Maps:fields()) do
    if field.map_key.name == kind and field.kind.lua ~= "message" then return field.key, field end
  end
end
do
  local key = map_field "uint64"
  ok(key, "there is a map of uint64")
  local field = Maps:field(key)
  local value = field.kind.lua == "string" and "v" or field.kind.lua == "enum" and 0 or 1
  local m = { [key] = { [1] = value, [9007199254740991] = value, ["18446744073709551615"] = value } }
  local back = Maps:decode(Maps:encode(m), { int64 = "number", enum = "number" })
  is(back, m, "64-bit keys are numbers as far as those are exact, then strings")
  ok(pcall(Maps.encode, Maps, { [key] = { [5ULL] = value } }), "a cdata key is taken")
  throws("ARGUMENT", "two keys that are one", Maps.encode, Maps, { [key] = { [5ULL] = value, [5] = value } })
  throws("ARGUMENT", "and in the loop", Maps.encode, Maps, { [key] = { ["5"] = value, [5] = value } }, { tier = "loop" })
end

-- ---- oneofs, extensions, unknown fields ----

local Oneofs
for _, name in ipairs(vectors:names()) do
  local description = vectors:type(name):describe()
  for oneof, members in pairs(description.oneofs) do
    if name:find "^vectors%.p3" and #members >= 2 then Oneofs = Oneofs or { vectors:type(name), oneof, members } end
  end
end
do
  local Type, oneof, members = unpack(Oneofs)
  local function sample(field)
    local by = { number = 1, int64 = 1, boolean = true, string = "s", enum = 1, message = {} }
    return by[field.kind.lua]
  end
  for _, field in ipairs(members) do
    local t = Type:decode(Type:encode { [field.key] = sample(field) })
    is(Type:which(t, oneof), field.name, "which() tells " .. field.name)
    is(Type:view(Type:encode(t)):which(oneof), field.name, "and of a view " .. field.name)
  end
  is(Type:which({}, oneof), nil, "or that none is set")
  throws("NOT_FOUND", "a oneof that is not there", Type.which, Type, {}, "nope")
  throws("ARGUMENT", "two members at once", Type.encode, Type,
    { [members[1].key] = sample(members[1]), [members[2].key] = sample(members[2]) })
end

is(Payload:decode(Payload:encode { id = 7, ["[proto2_basic.ext_count]"] = 42 }), { id = 7, ["[proto2_basic.ext_count]"] = 42 },
  "extensions are keys in brackets")
is(Payload:field(100).name, "proto2_basic.ext_count", "a field by its number")
do
  local Inner = cases:type "matrix3.Inner"
  local t = Inner:decode("\250\7\3abc\8\7")
  is(t, { id = 7, [pbwire.UNKNOWN] = "\250\7\3abc" }, "unknown fields have a key of their own")
  is(Inner:encode(t), "\8\7\250\7\3abc", "and go out again")
  is(Inner:decode("\250\7\3abc\8\7", { unknown_fields = "drop" }), { id = 7 }, "unless they are dropped")
  throws("TRUNCATED", "unknown fields that are none", Inner.encode, Inner, { [pbwire.UNKNOWN] = "\250\7\8c" })
end

-- ---- errors ----

do
  local good, err = pcall(Person.decode, Person, "\10\5abc")
  ok(not good and getmetatable(err) == pbwire.Error and err.code == "TRUNCATED" and err.offset and err.path,
    "an error has code, offset and path", tostring(err))
  ok(tostring(err):find "pbwire: TRUNCATED at byte", "and is a line of text")
  throws("REQUIRED", "a required field", Payload.encode, Payload, {})
  is(Payload:encode({}, { partial = true }), "", "may be missing when partial")
  throws("ARGUMENT", "bytes that are none", Person.decode, Person, 5)
end

-- ---- whole messages ----

ok(Person:equal({ name = "x", scores = { a = 1, b = 2 } }, { scores = { b = 2, a = 1 }, name = "x", age = 0 }), "equal")
ok(not Person:equal({ name = "x" }, { name = "y" }), "not equal")
is(Person:merge({ name = "a", emails = { "1" }, address = { street = "s", zip = 1 } },
  { name = "b", emails = { "2" }, address = { zip = 2 } }),
  { name = "b", emails = { "1", "2" }, address = { street = "s", zip = 2 } }, "merge")
is(Person:format { name = 'q"\n', friends = { { age = 1 } }, scores = { b = 2, a = 1 } },
  '{\n  name = "q\\"\\n",\n  friends = {\n    {\n      age = 1,\n    },\n  },\n  scores = {\n    a = 1,\n    b = 2,\n  },\n}',
  "pretty")

-- ---- JSON and text ----

is(Person:to_json({ name = "x", user_id = 5 }), '{"name":"x","userId":"5"}', "JSON")
is(Person:to_json({ name = "x", user_id = 5 }, { proto_names = true, int64_numbers = true }), '{"name":"x","user_id":5}',
  "JSON of other options")
is(Person:from_json '{"name":"x","friends":[{"age":1}]}', { name = "x", friends = { { age = 1 } } }, "from JSON")
is(Person:from_json('{"nope":1}', { ignore_unknown = true }), {}, "unknown fields may be ignored")
is(Person:from_text(Person:to_text(person)), person, "text and back")
throws("ARGUMENT", "an option that is none", Person.to_json, Person, {}, { pretty = true })
throws("ARGUMENT", "JSON that is no string", Person.from_json, Person, {})
do
  local good, err = pcall(Person.from_json, Person, '{\n"name": 5}')
  ok(not good and err.line == 2 and err.column == 9 and err.path == "hello.Person.name", "an error has line and column", tostring(err))
end

-- ---- objects ----

do
  local object = setmetatable({}, { __index = function(_, k) if k == "name" then return ("n"):rep(100) end end })
  is(Person:decode(Person:encode(object)).name, ("n"):rep(100), "computed fields are read")
  is(Person:decode(Person:encode { friends = { object } }).friends[1].name, ("n"):rep(100), "inside too")
  local decorated = setmetatable({ setmetatable({ name = "x" }, { __serialize = "map" }) }, { __serialize = "seq" })
  is(Person:decode(Person:encode { friends = decorated }).friends[1].name, "x", "tables that only say how to print themselves")
end

tap.done()
