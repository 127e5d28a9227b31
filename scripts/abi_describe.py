#!/usr/bin/env python3
"""Reads the public header and prints its machine-readable description: the one source of every other declaration.

    abi_describe.py abi/pbwire.h >abi/pbwire.abi.json

The header keeps to a subset of C that any foreign-function interface can call. What is outside it (a struct
by value, varargs, a callback, an enum type, a macro with behaviour) is an error here, not a surprise there.

    handles     opaque structs, only ever behind a pointer
    aliases     names for scalars
    constants   enumerators and integer macros: name, type, value
    records     structs with members: size and alignment, each field's offset and size; for LP64 machines
    functions   name, return type, parameters; doc is the comment that stands before it in the header

Types are spelled in C: a base type, perhaps const, then stars.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from pycparser import c_ast, c_parser

SCALARS = {  # size and alignment on LP64
    "int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8, "size_t": 8, "float": 4, "double": 8,
}
BEHIND_POINTERS = {"void", "char", "uint8_t"}  # never by value
TABLES = ("pbw_allocator", "pbw_io")  # the records that may hold function pointers
IN_ARRAYS = {"char": 1, "uint8_t": 1}
POINTER = 8
MACROS = {"PBWIRE_H", "PBW_API"}  # the include guard and the export attribute
MACRO_VALUES = {"UINT64_MAX": 2**64 - 1, "INT64_MAX": 2**63 - 1, "UINT32_MAX": 2**32 - 1}

STANDARD_TYPES = "".join(
    f"typedef {'unsigned ' if name[0] in 'us' else ''}{base} {name};\n"
    for name, base in [
        ("int32_t", "int"), ("uint32_t", "int"), ("int64_t", "long"), ("uint64_t", "long"),
        ("uint8_t", "char"), ("size_t", "long"),
    ])


class Outside(Exception):
    """The header left the subset."""


def preprocess(path):
    """The header without comments and macros; <stddef.h> and <stdint.h> declare only what it may use."""
    with tempfile.TemporaryDirectory() as fake:
        for name in ("stddef.h", "stdint.h"):
            with open(os.path.join(fake, name), "w") as out:
                out.write("#ifndef STANDARD_TYPES\n#define STANDARD_TYPES\n" + STANDARD_TYPES + "#endif\n")
        command = [os.environ.get("CC", "cc"), "-E", "-P", "-nostdinc", "-U__GNUC__", "-I", fake, path]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout


class Comments:
    """Finds the comments that belong to a declaration, which the parser does not keep."""

    def __init__(self, text):
        self.lines = text.split("\n")

    def find(self, pattern):
        found = [i for i, line in enumerate(self.lines) if re.search(pattern, line)]
        if len(found) != 1:
            raise Outside(f"{pattern}: stands on {len(found)} lines, should stand on one")
        return found[0]

    def trailing(self, index):
        match = re.search(r"/\*(.*)\*/\s*$", self.lines[index])
        return " ".join(match.group(1).split()) if match else ""

    def leading(self, index):
        """The nearest comment above that starts a line, within the paragraph."""
        end = index - 1
        while end >= 0 and self.lines[end].strip():
            if self.lines[end].rstrip().endswith("*/"):
                start = end
                while "/*" not in self.lines[start]:
                    start -= 1
                if self.lines[start].lstrip().startswith("/*"):
                    text = "\n".join(self.lines[start:end + 1])
                    text = re.sub(r"^\s*/\*+|\*/\s*$", "", text)
                    return "\n".join(re.sub(r"^\s*\*? ?", "", line).rstrip() for line in text.split("\n")).strip()
                end = start
            end -= 1
        return ""

    def function(self, name):
        index = self.find(rf"^PBW_API .*\b{name}\(")
        end = index
        while ";" not in self.lines[end]:
            end += 1
        return "\n".join(filter(None, [self.leading(index), self.trailing(end)]))

    def record(self, name):
        return self.leading(self.find(rf"^typedef struct {name} {{"))

    def handle(self, name):
        return self.trailing(self.find(rf"^typedef struct {name} {name};"))

    def enumerator(self, name):
        return self.trailing(self.find(rf"^\s+{name} = "))

    def field(self, record, name):
        index = self.find(rf"^typedef struct {record} {{")
        while not re.search(rf"\b{name}\b[^,/]*[;)]", self.lines[index + 1].split("/*")[0]):
            index += 1
        return self.trailing(index + 1)


class Header:
    def __init__(self, path):
        with open(path) as source:
            text = source.read()
        self.comments = Comments(text)
        self.handles, self.aliases, self.records = {}, {}, {}
        self.constants, self.functions = [], []
        for node in c_parser.CParser().parse(preprocess(path), path).ext:
            self.declaration(node)
        self.macros(text)

    # ---- types ----

    def base(self, node, where):
        """The base type's name and its constness."""
        if not isinstance(node.type, c_ast.IdentifierType) or len(node.type.names) != 1:
            raise Outside(f"{where}: a type outside the subset: {type(node.type).__name__}")
        return node.type.names[0], "const" in node.quals

    def spell(self, node, where, by_value=True):
        """The spelling of a scalar or pointer type."""
        stars = ""
        while isinstance(node, c_ast.PtrDecl):
            if node.quals:
                raise Outside(f"{where}: a qualified pointer")
            stars += "*"
            node = node.type
        if isinstance(node, c_ast.FuncDecl):
            raise Outside(f"{where}: a callback; only {' and '.join(TABLES)} have function pointers")
        if not isinstance(node, c_ast.TypeDecl):
            raise Outside(f"{where}: a type outside the subset: {type(node).__name__}")
        name, const = self.base(node, where)
        known = SCALARS.keys() | self.aliases.keys()
        if stars:
            known = known | BEHIND_POINTERS | self.handles.keys() | self.records.keys()
        if name not in known:
            raise Outside(f"{where}: {name} by value" if not stars else f"{where}: unknown type {name}")
        return ("const " if const else "") + name + (" " + stars if stars else "")

    def parameters(self, node, where):
        parameters = []
        for parameter in node.args.params if node.args else []:
            if isinstance(parameter, c_ast.EllipsisParam):
                raise Outside(f"{where}: varargs")
            if isinstance(parameter, c_ast.Typename):
                if len(node.args.params) == 1 and self.is_void(parameter.type):
                    return []
                raise Outside(f"{where}: a parameter without a name")
            parameters.append({
                "name": parameter.name,
                "type": self.spell(parameter.type, f"{where}({parameter.name})"),
            })
        if not parameters:
            raise Outside(f"{where}: no prototype, write (void)")
        return parameters

    def is_void(self, node):
        return isinstance(node, c_ast.TypeDecl) and self.base(node, "void") == ("void", False)

    def returned(self, node, where):
        return "void" if self.is_void(node) else self.spell(node, where)

    # ---- declarations ----

    def declaration(self, node):
        if isinstance(node, c_ast.Typedef):
            self.typedef(node)
        elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
            if node.storage or node.funcspec:
                raise Outside(f"{node.name}: only plain prototypes, not {node.storage + node.funcspec}")
            self.functions.append({
                "name": node.name,
                "returns": self.returned(node.type.type, node.name),
                "parameters": self.parameters(node.type, node.name),
                "doc": self.comments.function(node.name),
            })
        elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.Enum) and not node.name:
            self.enumeration(node.type)
        else:
            raise Outside(f"{getattr(node, 'name', '?')}: {type(node).__name__} at file scope")

    def typedef(self, node):
        if node.name in {line.split()[-1].rstrip(";") for line in STANDARD_TYPES.splitlines()}:
            return
        target = node.type.type
        if isinstance(target, c_ast.Struct):
            if target.name != node.name:
                raise Outside(f"{node.name}: struct {target.name} under another name")
            if target.decls is None:
                self.handles[node.name] = {"name": node.name, "doc": self.comments.handle(node.name)}
            else:
                self.records[node.name] = self.record(node.name, target)
        elif isinstance(target, c_ast.IdentifierType) and target.names[0] in SCALARS:
            self.aliases[node.name] = {"name": node.name, "type": target.names[0]}
        else:
            raise Outside(f"{node.name}: a typedef outside the subset")

    def enumeration(self, node):
        if node.name:
            raise Outside(f"enum {node.name}: enums have no name, parameters are int32_t")
        for item in node.values.enumerators:
            if item.value is None:
                raise Outside(f"{item.name}: enumerators carry their value")
            self.constants.append({
                "name": item.name, "type": "int32_t", "value": self.integer(item.value, item.name),
                "doc": self.comments.enumerator(item.name),
            })

    def integer(self, node, where):
        if isinstance(node, c_ast.UnaryOp) and node.op == "-":
            return -self.integer(node.expr, where)
        if isinstance(node, c_ast.Constant) and node.type == "int":
            return int(node.value, 0)
        raise Outside(f"{where}: not an integer literal")

    def record(self, name, node):
        offset, alignment, fields = 0, 1, []
        for item in node.decls:
            where = f"{name}.{item.name}"
            field = {"name": item.name}
            if item.bitsize:
                raise Outside(f"{where}: a bit-field")
            if isinstance(item.type, c_ast.ArrayDecl):
                element, _ = self.base(item.type.type, where)
                if element not in IN_ARRAYS:
                    raise Outside(f"{where}: an array of {element}")
                count = self.integer(item.type.dim, where)
                field.update(type=element, count=count)
                size, align = IN_ARRAYS[element] * count, IN_ARRAYS[element]
            elif isinstance(item.type, c_ast.PtrDecl) and isinstance(item.type.type, c_ast.FuncDecl):
                if name not in TABLES:
                    raise Outside(f"{where}: a callback; only {' and '.join(TABLES)} have function pointers")
                function = item.type.type
                field.update(type="function", returns=self.returned(function.type, where),
                             parameters=self.parameters(function, where))
                size = align = POINTER
            else:
                field["type"] = self.spell(item.type, where)
                scalar = self.aliases.get(field["type"], field)["type"]
                size = align = SCALARS.get(scalar, POINTER)
            offset = (offset + align - 1) // align * align
            field.update(offset=offset, size=size, doc=self.comments.field(name, item.name))
            fields.append(field)
            offset += size
            alignment = max(alignment, align)
        size = (offset + alignment - 1) // alignment * alignment
        return {"name": name, "size": size, "align": alignment, "fields": fields,
                "doc": self.comments.record(name)}

    def macros(self, text):
        for match in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\(?)[ \t]*(.*)$", text, re.M):
            name, parameters, value = match.groups()
            if name in MACROS:
                continue
            value = value.split("/*")[0].strip()
            number = MACRO_VALUES.get(value)
            if number is None and re.fullmatch(r"0x[0-9a-fA-F]+|\d+", value):
                number = int(value, 0)
            if parameters or number is None:
                raise Outside(f"{name}: a macro that is not an integer constant")
            kind = "int32_t" if number < 2**31 else "uint64_t"
            doc = self.comments.leading(self.comments.find(rf"#\s*define\s+{name}\b"))
            self.constants.append({"name": name, "type": kind, "value": number, "doc": doc})

    def describe(self):
        return {
            "model": "LP64",
            "handles": list(self.handles.values()),
            "aliases": list(self.aliases.values()),
            "constants": self.constants,
            "records": list(self.records.values()),
            "functions": self.functions,
        }


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        header = Header(sys.argv[1])
    except Outside as problem:
        sys.exit(f"{sys.argv[1]}: {problem}")
    json.dump(header.describe(), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
