#!/usr/bin/env python3
"""Writes every declaration of the ABI from its description: `abi_emit.py FOLDER` for a checkout or a copy.

    abi/pbwire.map                  the linker's list of exported symbols
    bindings/lua/pbwire/cdef.lua    LuaJIT
    bindings/julia/src/capi.jl      Julia
    tests/abi/functions.h           the tables of the libffi test
    tests/abi/layout.c              a test: the compiler lays records out as described

A new language is one more function here. FOLDER/abi/pbwire.abi.json is read.
"""

import json
import os
import sys

NOTE = "Generated from abi/pbwire.h by scripts/abi_emit.py."


def c_declaration(kind, name):
    return kind + name if kind.endswith("*") else f"{kind} {name}"


def c_parameters(parameters):
    return ", ".join(c_declaration(p["type"], p["name"]) for p in parameters) or "void"


def c_field(field):
    if field["type"] == "function":
        return f"{c_declaration(field['returns'], '')}(*{field['name']})({c_parameters(field['parameters'])})"
    return c_declaration(field["type"], field["name"]) + (f"[{field['count']}]" if "count" in field else "")


def wrapped(head, items, tail, indent, width=108):
    """head item, item, ... tail, in lines of at most `width`."""
    lines, line = [], head
    for i, item in enumerate(items):
        piece = item + ("," if i < len(items) - 1 else tail)
        if len(line) + len(piece) + 1 > width and line != head:
            lines.append(line)
            line = indent + piece
        else:
            line += piece if line == head else " " + piece
    return lines + [line if items else head + tail]


# ---- the linker ----

def version_map(abi):
    yield f"# {NOTE}"
    yield "PBWIRE_0 {"
    yield "  global:"
    for function in abi["functions"]:
        yield f"    {function['name']};"
    yield "  local:"
    yield "    *;"
    yield "};"


# ---- LuaJIT ----

def lua(abi):
    yield f"-- {NOTE}"
    yield "-- Declares the C library to LuaJIT, once even when modules are loaded again; returns the constants by name."
    yield 'local ffi = require "ffi"'
    yield ""
    yield 'if not pcall(ffi.typeof, "pbw_ctx *") then ffi.cdef[['
    for alias in abi["aliases"]:
        yield f"typedef {alias['type']} {alias['name']};"
    for handle in abi["handles"]:
        yield f"typedef struct {handle['name']} {handle['name']};"
    for record in abi["records"]:
        yield f"typedef struct {record['name']} {{"
        for field in record["fields"]:
            yield f"  {c_field(field)};"
        yield f"}} {record['name']};"
    for function in abi["functions"]:
        head = c_declaration(function["returns"], function["name"]) + "("
        parameters = [c_declaration(p["type"], p["name"]) for p in function["parameters"]] or ["void"]
        yield from wrapped(head, parameters, ");", "  ")
    yield "]] end"
    yield ""
    yield "return {"
    for constant in abi["constants"]:
        suffix = "ULL" if constant["type"] == "uint64_t" else ""
        yield f"  {constant['name']} = {constant['value']}{suffix},"
    yield "}"


# ---- Julia ----

JULIA = {
    "int32_t": "Int32", "uint32_t": "UInt32", "int64_t": "Int64", "uint64_t": "UInt64", "size_t": "Csize_t",
    "float": "Float32", "double": "Float64", "uint8_t": "UInt8", "char": "UInt8", "void": "Cvoid",
    "function": "Ptr{Cvoid}",
}


def julia_type(kind, in_record=False):
    base = kind.replace("const ", "").replace("*", "").strip()
    stars = kind.count("*")
    if base == "char" and stars == 1 and not in_record:
        return "Cstring"
    return "Ptr{" * stars + JULIA.get(base, base) + "}" * stars


def julia(abi):
    yield f"# {NOTE}"
    yield "# The C library, function by function: names, types and meanings are those of pbwire.h. Whoever includes"
    yield "# this file has defined `const libpbwire` before, the path of the shared library."
    yield ""
    for alias in abi["aliases"]:
        yield f"const {alias['name']} = {JULIA[alias['type']]}"
    yield ""
    for handle in abi["handles"]:
        yield f"mutable struct {handle['name']} end"
    for record in abi["records"]:
        yield ""
        yield f"struct {record['name']}"
        for field in record["fields"]:
            kind = julia_type(field["type"], in_record=True)
            yield f"    {field['name']}::" + (f"NTuple{{{field['count']}, {kind}}}" if "count" in field else kind)
        yield "end"
    yield ""
    for constant in abi["constants"]:
        yield f"const {constant['name']} = {JULIA[constant['type']]}({julia_integer(constant['value'])})"
    for function in abi["functions"]:
        names = [p["name"] for p in function["parameters"]]
        kinds = [julia_type(p["type"]) for p in function["parameters"]]
        yield ""
        yield f"{function['name']}({', '.join(names)}) ="
        yield f"    ccall((:{function['name']}, libpbwire), {julia_type(function['returns'])},"
        yield from wrapped("          (", kinds, "," * (len(kinds) == 1) + ")" + ("," if names else ")"), " " * 11)
        if names:
            yield from wrapped("          ", names, ")", " " * 10)


def julia_integer(value):
    return hex(value) if value >= 2**31 else str(value)


# ---- tests ----

CODES = {"int32_t": "i", "uint32_t": "u", "int64_t": "l", "uint64_t": "L", "size_t": "z", "float": "f",
         "double": "d", "void": "v"}


def machine_code(abi, kind):
    aliases = {alias["name"]: alias["type"] for alias in abi["aliases"]}
    return "p" if "*" in kind else CODES[aliases.get(kind, kind)]


def function_table(abi):
    widest = max(len(f["parameters"]) for f in abi["functions"])
    yield f"/* {NOTE} */"
    yield f"enum {{ MOST_PARAMETERS = {widest} }};"
    yield ""
    yield "/* Machine types as letters: i int32, u uint32, l int64, L uint64, z size_t, f float, d double, p pointer, v"
    yield " * void; the return type first. Then the same as spelled in C. */"
    yield "static const struct function {"
    yield "  const char *name, *code, *returns, *parameters[MOST_PARAMETERS];"
    yield "} functions[] = {"
    for function in abi["functions"]:
        kinds = [function["returns"]] + [p["type"] for p in function["parameters"]]
        code = "".join(machine_code(abi, kind) for kind in kinds)
        head = f'    {{"{function["name"]}", "{code}", "{kinds[0]}", {{'
        yield from wrapped(head, [f'"{kind}"' for kind in kinds[1:]] or ["NULL"], "}},", "     ")
    yield "};"
    yield ""
    yield "/* Where the fields of the records stand; field NULL: the record itself, at its size. */"
    yield "static const struct place {"
    yield "  const char *record, *field;"
    yield "  size_t at, size;"
    yield "} places[] = {"
    for record in abi["records"]:
        yield f'    {{"{record["name"]}", NULL, {record["size"]}, {record["size"]}}},'
        for field in record["fields"]:
            yield f'    {{"{record["name"]}", "{field["name"]}", {field["offset"]}, {field["size"]}}},'
    yield "};"
    yield ""
    yield "static const struct constant {"
    yield "  const char *name;"
    yield "  int64_t value;"
    yield "} constants[] = {"
    for constant in abi["constants"]:
        value = constant["value"] - 2**64 if constant["value"] >= 2**63 else constant["value"]
        yield f'    {{"{constant["name"]}", {value}}},'
    yield "};"


def layout(abi):
    yield f"/* {NOTE} */"
    yield '#include "abi/pbwire.h"'
    yield ""
    yield "#include <stdio.h>"
    yield ""
    yield "#define RECORD(type, bytes, alignment)                                \\"
    yield "  _Static_assert(sizeof(type) == bytes, #type \" has another size\");    \\"
    yield "  _Static_assert(_Alignof(type) == alignment, #type \" is aligned otherwise\")"
    yield "#define FIELD(type, name, at, bytes)                                                \\"
    yield "  _Static_assert(offsetof(type, name) == at, #type \".\" #name \" stands elsewhere\"); \\"
    yield "  _Static_assert(sizeof(((type *)0)->name) == bytes, #type \".\" #name \" has another size\")"
    yield "#define CONSTANT(name, number) _Static_assert(name == number, #name \" is another number\")"
    for record in abi["records"]:
        yield ""
        yield f"RECORD({record['name']}, {record['size']}, {record['align']});"
        for field in record["fields"]:
            yield f"FIELD({record['name']}, {field['name']}, {field['offset']}, {field['size']});"
    yield ""
    for constant in abi["constants"]:
        suffix = "u" if constant["type"] == "uint64_t" else ""
        yield f"CONSTANT({constant['name']}, {constant['value']}{suffix});"
    yield ""
    yield 'int main(void) { return puts("ok - the compiler lays records out as described") < 0; }'


FILES = {
    "abi/pbwire.map": version_map,
    "bindings/lua/pbwire/cdef.lua": lua,
    "bindings/julia/src/capi.jl": julia,
    "tests/abi/functions.h": function_table,
    "tests/abi/layout.c": layout,
}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = sys.argv[1]
    with open(os.path.join(folder, "abi/pbwire.abi.json")) as source:
        abi = json.load(source)
    for name, emit in FILES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as out:
            out.write("\n".join(emit(abi)) + "\n")


if __name__ == "__main__":
    main()
