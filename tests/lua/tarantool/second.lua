-- After the restart: from a snapshot and a log, before this module was ever loaded.
local tap = dofile "tests/lua/tap.lua"
local is = tap.is

box.cfg { memtx_dir = arg[1], wal_dir = arg[1], vinyl_dir = arg[1], memtx_memory = 64 * 1024 * 1024, log = arg[1] .. "/tarantool.log" }
is(package.loaded.pbwire, nil, "the database starts without the module")
local keys = {}
for _, tuple in box.space.people.index.by_city:pairs "London" do keys[#keys + 1] = tuple[1] end
is(keys, { 1, 7 }, "functional indexes are there, also of what was written after the snapshot")

local pbt = require "pbwire.tarantool"
local schema = require("pbwire").load_file "bench/cases/cases.binpb"
local Person = schema:type "hello.Person"
local people = pbt.blobs(box.space.people, Person)
is(people:get(1).user_id, 18446744073709551615ULL, "messages are as they were")
people:insert({ 8 }, { name = "new", address = { city = "Oslo" } })
is(box.space.people.index.by_city:select("Oslo")[1][1], 8, "new ones are indexed by the stored function")
is(pbt.index(box.space.people, "by_city", Person, "address.city", { if_not_exists = true }).name, "by_city", "an index that exists")
tap.done()
