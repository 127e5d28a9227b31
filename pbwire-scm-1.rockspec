-- In a checkout, builds the C library and installs it beside the Lua modules:
--
--     luarocks make pbwire-scm-1.rockspec        (or: tarantoolctl rocks make pbwire-scm-1.rockspec)
package = "pbwire"
version = "scm-1"
source = { url = "file://." } -- the checkout that this file stands in
description = {
  summary = "Protocol Buffers for LuaJIT and Tarantool, at run time and at the speed of generated code",
  detailed = "Binary, JSON and text codecs from descriptor sets, over a small C library by FFI.",
  license = "MIT",
}
-- LuaJIT 2.1, which is what Tarantool runs too.
dependencies = { "lua == 5.1" }
supported_platforms = { "linux" }
build = {
  type = "make",
  build_target = "lib",
  install_pass = false,
  install = {
    lib = { libpbwire = "build/release/libpbwire.so" },
    lua = {
      ["pbwire"] = "bindings/lua/pbwire/init.lua",
      ["pbwire.cdef"] = "bindings/lua/pbwire/cdef.lua",
      ["pbwire.check"] = "bindings/lua/pbwire/check.lua",
      ["pbwire.codec.cells"] = "bindings/lua/pbwire/codec/cells.lua",
      ["pbwire.codec.code"] = "bindings/lua/pbwire/codec/code.lua",
      ["pbwire.codec.int64"] = "bindings/lua/pbwire/codec/int64.lua",
      ["pbwire.codec.keys_code"] = "bindings/lua/pbwire/codec/keys_code.lua",
      ["pbwire.codec.loop"] = "bindings/lua/pbwire/codec/loop.lua",
      ["pbwire.codec.read_code"] = "bindings/lua/pbwire/codec/read_code.lua",
      ["pbwire.codec.reader"] = "bindings/lua/pbwire/codec/reader.lua",
      ["pbwire.codec.set"] = "bindings/lua/pbwire/codec/set.lua",
      ["pbwire.codec.values"] = "bindings/lua/pbwire/codec/values.lua",
      ["pbwire.codec.write_code"] = "bindings/lua/pbwire/codec/write_code.lua",
      ["pbwire.codec.writer"] = "bindings/lua/pbwire/codec/writer.lua",
      ["pbwire.describe"] = "bindings/lua/pbwire/describe.lua",
      ["pbwire.enum"] = "bindings/lua/pbwire/enum.lua",
      ["pbwire.errors"] = "bindings/lua/pbwire/errors.lua",
      ["pbwire.host"] = "bindings/lua/pbwire/host.lua",
      ["pbwire.kinds"] = "bindings/lua/pbwire/kinds.lua",
      ["pbwire.library"] = "bindings/lua/pbwire/library.lua",
      ["pbwire.policy"] = "bindings/lua/pbwire/policy.lua",
      ["pbwire.pretty"] = "bindings/lua/pbwire/pretty.lua",
      ["pbwire.schema"] = "bindings/lua/pbwire/schema.lua",
      ["pbwire.struct"] = "bindings/lua/pbwire/struct.lua",
      ["pbwire.tarantool"] = "bindings/lua/pbwire/tarantool/init.lua",
      ["pbwire.tarantool.tuples"] = "bindings/lua/pbwire/tarantool/tuples.lua",
      ["pbwire.tarantool.walker"] = "bindings/lua/pbwire/tarantool/walker.lua",
      ["pbwire.text"] = "bindings/lua/pbwire/text.lua",
      ["pbwire.type"] = "bindings/lua/pbwire/type.lua",
      ["pbwire.view"] = "bindings/lua/pbwire/view.lua",
    },
  },
}
