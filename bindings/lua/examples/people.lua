-- An application module: people as protobuf blobs, found by city, changed by name of a field, told as JSON.
--
--     local people = require("people").start(require("pbwire").load_file "person.binpb")
--     people.put(1, { name = "Ada", address = { city = "London" } })
--     for person in people.living_in "London" do print(person.name) end
local pbt = require "pbwire.tarantool"

local M = {}

---Makes the space and its indexes when they are not there yet. To reload the schema, call it again with the new one:
---what was decoded by the old one stays valid.
---@param schema pbwire.Schema
function M.start(schema)
  local Person = schema:type "hello.Person"
  local space = box.schema.space.create("example_people", {
    if_not_exists = true,
    format = { { "id", "unsigned" }, { "person", "string" } },
  })
  space:create_index("primary", { if_not_exists = true })
  pbt.index(space, "city", Person, "address.city", { column = "person", if_not_exists = true })
  local blobs = pbt.blobs(space, Person, { column = "person" })

  function M.put(id, person) return blobs:replace({ id }, person) end

  function M.get(id) return (blobs:get(id)) end

  ---One field without decoding the rest.
  function M.name_of(id)
    local view = blobs:view(id)
    local name = view and view.name
    if view then view:release() end
    return name
  end

  function M.have_birthday(id)
    return blobs:update(id, function(person) person.age = (person.age or 0) + 1 end)
  end

  function M.living_in(city) return blobs:each("city", city) end

  function M.json(id) return Person:to_json(M.get(id)) end

  return M
end

return M
