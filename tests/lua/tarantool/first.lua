-- A real instance: spaces of blobs, tuples, functional indexes, fibers, a snapshot. second.lua goes on after a restart.
--     tarantool first.lua FOLDER
local tap = dofile "tests/lua/tap.lua"
local fiber = require "fiber"
local pbwire = require "pbwire"
local pbt = require "pbwire.tarantool"
local ok, is, throws = tap.ok, tap.is, tap.throws

box.cfg { memtx_dir = arg[1], wal_dir = arg[1], vinyl_dir = arg[1], memtx_memory = 64 * 1024 * 1024, log = arg[1] .. "/tarantool.log", checkpoint_interval = 0 }

local schema = pbwire.load_file "bench/cases/cases.binpb"
local vectors = pbwire.load_file "tests/vectors/vectors.binpb"
local Person = schema:type "hello.Person"

-- ---- blobs ----

local space = box.schema.space.create("people", { format = { { "id", "unsigned" }, { "note", "string", is_nullable = true },
  { "data", "string" } } })
space:create_index "primary"
local people = pbt.blobs(space, Person)
local ada = { name = "Ada", age = 36, emails = { "ada@a", "ada@b" }, user_id = 18446744073709551615ULL,
  address = { city = "London", zip = 7 }, scores = { math = 10 } }
people:insert({ 1, "first" }, ada)
people:insert({ 2 }, { name = "Bob", emails = { "bob@b" }, address = { city = "Paris" } })
people:replace({ 3 }, { name = "Cyd" })
is(people:get(1), ada, "a message comes back from a space")
is(people:get(99), nil, "nil where there is no tuple")
is(people:update(2, function(m) m.age = 5 end)[1], 2, "a message is changed in a transaction")
is(people:get(2).age, 5, "and stays changed")
local view = people:view(1)
is({ view.name, view.address.city, #view.emails }, { "Ada", "London", 2 }, "a view of a blob")
view:release()
do
  local names = {}
  for message, tuple in people:each() do names[#names + 1] = message.name .. tuple[1] end
  is(names, { "Ada1", "Bob2", "Cyd3" }, "iteration")
end
is(Person:decode(Person:encode { name = "x", age = box.NULL }), { name = "x" }, "box.NULL is absent")

-- ---- functional indexes ----

local by_city = pbt.index(space, "by_city", Person, "address.city")
is({ by_city:select("London")[1][1], #by_city:select "Rome", by_city:len() }, { 1, 0, 2 }, "an index over a field inside")
local by_email = pbt.index(space, "by_email", Person, "emails")
is({ by_email:select("ada@b")[1][1], by_email:select("bob@b")[1][1], by_email:len() }, { 1, 2, 3 }, "over a list")
local by_name = pbt.index(space, "by_name", Person, "name", { unique = true })
is(by_name:get("Cyd")[1], 3, "a unique one")
local by_user = pbt.index(space, "by_user", Person, "user_id")
is(by_user:select(18446744073709551615ULL)[1][1], 1, "of 64-bit integers, exact")
throws("uplicate", "a second of the same name is refused", people.insert, people, { 4 }, { name = "Ada" })
throws("evaluate function", "broken bytes are refused", space.insert, space, { 5, box.NULL, "\10\5abc" })

-- Every kind, against what the library reads.
local function key_of(Type, path, bytes)
  local body = pbt.walker(Type, path, 1)
  local f = assert(loadstring("return " .. body))()
  local keys = f { bytes }
  return keys
end
local Scalars = vectors:type "vectors.p3.Scalars"
do
  local samples = { number = { 0, 1, -1, 127, 128, 300, 2147483647, -2147483648, 1e6 },
    int64 = { 1, -1, 2 ^ 40, -2 ^ 40, "9223372036854775807", "-9223372036854775808", "9007199254740993" },
    boolean = { true }, string = { "", "a", ("x"):rep(300) }, enum = { 1, 0 } }
  local reals = { 1.5, -0.1, 1e300, 5e-324, 1 / 0, -1 / 0, 3.25e-10, 0.1 }
  for _, field in ipairs(Scalars:fields()) do
    if field.label == "singular" and not field.message then
      local real = field.kind.name == "double" or field.kind.name == "float"
      local wrong = {}
      for _, v in ipairs(real and reals or samples[field.kind.lua]) do
        local fine, bytes = pcall(Scalars.encode, Scalars, { [field.key] = v })
        if fine then
          local want = Scalars:decode(bytes, { absent = "default", enum = "number" })[field.key]
          local keys = key_of(Scalars, field.key, bytes)
          local got = type(keys[1]) == "table" and keys[1][1] or keys[1]
          if got == nil and #keys == 0 then got = want end
          if got ~= want then wrong[#wrong + 1] = ("%s: %s for %s"):format(tostring(v), tostring(got), tostring(want)) end
        end
      end
      is(wrong, {}, "the walker reads " .. field.name)
    end
  end
end
is(key_of(Person, "address.city", Person:encode { address = { city = "a" } } .. Person:encode { address = { zip = 1 } }),
  { { "a" } }, "parts of a message are merged")
is(key_of(Person, "address.city", Person:encode { address = { city = "a" } } .. Person:encode { address = { city = "b" } }),
  { { "b" } }, "the last value wins")
is(key_of(Person, "lucky_numbers", Person:encode { lucky_numbers = { 1, -2, 300 } }), { { 1 }, { -2 }, { 300 } }, "packed lists")
is(key_of(Person, "friends.address.zip", Person:encode { friends = { { address = { zip = 4 } }, {}, { address = { zip = 6 } } } }),
  { { 4 }, { 6 } }, "lists of messages")
throws("NOT_FOUND", "a path that leads nowhere", pbt.walker, Person, "address.planet", 1)
throws("ARGUMENT", "a path that ends at a message", pbt.walker, Person, "address", 1)

-- ---- tuples ----

local users = box.schema.space.create("users", { format = { { "user_id", "unsigned" }, { "name", "string" },
  { "age", "integer", is_nullable = true }, { "emails", "array" }, { "address", "string", is_nullable = true },
  { "rest", "string", is_nullable = true } } })
users:create_index "primary"
local rows = pbt.tuples(users, Person, { rest = "rest" })
local full = { user_id = 5ULL, name = "Ada", emails = { "a" }, address = { city = "x" }, scores = { a = 1 },
  [pbwire.UNKNOWN] = "\160\31\1" }
local function by_bytes(t) return Person:encode(t, { deterministic = true }) end
users:replace(rows:decode(by_bytes(full)))
local tuple = users:get(5)
is({ tuple.name, tuple.age, tuple.emails, Person.schema:type("hello.Address"):decode(tuple.address) },
  { "Ada", nil, { "a" }, { city = "x" } }, "a message is a tuple")
ok(by_bytes(rows:message(tuple)) == by_bytes(full), "and a message again, with what has no column")
users:replace(rows:tuple { user_id = 6, name = "Bob" })
is(rows:message(users:get(6)).name, "Bob", "absent lists are empty columns")
throws("NOT_FOUND", "without a column for the rest, nothing is lost silently", function()
  return pbt.tuples({ { name = "name", type = "string" } }, Person):tuple { name = "x", age = 5 }
end)
throws("NOT_FOUND", "a column without a field", pbt.tuples, { { name = "nope", type = "string" } }, Person)

-- ---- fibers ----

do
  local wrong, done = {}, fiber.channel(100)
  for n = 1, 100 do
    fiber.create(function()
      local good, err = pcall(function()
        for round = 1, 30 do
          local t = { name = "f" .. n, age = round, friends = { { name = ("x"):rep(n), age = n } } }
          -- A field that is computed, with a yield in the middle of an encode.
          local slow = setmetatable({ age = round }, { __index = function(_, k)
            if k == "name" then
              fiber.yield()
              return "slow" .. n
            end
          end })
          local bytes = Person:encode(t)
          fiber.yield()
          local back, view = Person:decode(bytes), Person:view(bytes)
          local computed = Person:encode { friends = { slow } }
          fiber.yield()
          if not tap.same(back, t) or view.name ~= t.name or view.friends[1].age ~= n
            or Person:decode(computed).friends[1].name ~= "slow" .. n then
            wrong[#wrong + 1] = n
          end
          view:release()
          if round % 10 == 0 then collectgarbage() end
        end
      end)
      if not good then wrong[#wrong + 1] = tostring(err) end
      done:put(true)
    end)
  end
  for _ = 1, 100 do done:get() end
  is(wrong, {}, "100 fibers, with yields in between")
  ok(#schema.writers + #schema.readers <= 250, "and their memory is shared", #schema.writers, #schema.readers)
end

-- A finalizer may encode while an encode is going on.
do
  local ffi = require "ffi"
  local finalized, wrong = 0, 0
  local function finalizer()
    finalized = finalized + 1
    if Person:decode(Person:encode { name = "gc", friends = { { age = finalized } } }).friends[1].age ~= finalized then
      wrong = wrong + 1
    end
  end
  for i = 1, 20000 do
    if i % 20 == 0 then ffi.gc(ffi.new "char[64]", finalizer) end
    local t = { name = "n" .. i, friends = { { name = "m" .. i }, { emails = { "e" .. i } } } }
    if not tap.same(Person:decode(Person:encode(t)), t) then wrong = wrong + 1 end
  end
  collectgarbage()
  ok(finalized > 0 and wrong == 0, "finalizers encode in the middle", finalized, wrong)
end

-- ---- the example ----

do
  local example = dofile("bindings/lua/examples/people.lua").start(schema)
  example.put(1, { name = "Ada", age = 36, address = { city = "London" } })
  example.have_birthday(1)
  local found = {}
  for person in example.living_in "London" do found[#found + 1] = person.name .. person.age end
  is({ example.name_of(1), found, example.json(1) },
    { "Ada", { "Ada37" }, '{"name":"Ada","age":37,"address":{"city":"London"}}' }, "the example module")
end

-- ---- hot reload ----

do
  local old = people:get(1)
  for name in pairs(package.loaded) do if name:find "^pbwire" then package.loaded[name] = nil end end
  local again = require "pbwire"
  local newer = again.load_file "bench/cases/cases.binpb"
  is(newer:type("hello.Person"):decode(Person:encode(old)), old, "the module can be loaded again, and a new schema beside the old")
end

box.snapshot()
people:replace({ 7 }, { name = "after the snapshot", address = { city = "London" } })
tap.done()
