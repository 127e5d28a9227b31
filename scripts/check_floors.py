#!/usr/bin/env python3
"""Fails where an include goes up a floor, out of the house or in a circle. Prints TAP.

    base < plan < message < codec < schema < format < source < abi < bindings

A file of core/ includes files of its own floor and those below, the public header as the common vocabulary,
and libc. abi/ includes core/. A binding includes the public header and its own files.
"""

import os
import re
import sys

FLOORS = ["base", "plan", "message", "codec", "schema", "format", "source"]
HEADER = "abi/pbwire.h"
LIBC = set("""assert.h ctype.h errno.h float.h inttypes.h limits.h locale.h math.h stdalign.h stdarg.h stdatomic.h
    stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h
    arm_neon.h immintrin.h emmintrin.h smmintrin.h tmmintrin.h sanitizer/asan_interface.h""".split())
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)


def house(path):
    """(name of the floor, its height, the folder that is its own)"""
    parts = path.split("/")
    if parts[0] == "core":
        return parts[1], FLOORS.index(parts[1]), "core/" + parts[1]
    if parts[0] == "abi":
        return "abi", len(FLOORS), "abi"
    return "bindings", len(FLOORS) + 1, "/".join(parts[:2])


def problem(path, kind, target):
    """What is wrong with an include, or None."""
    name, height, own = house(path)
    if kind == "<":
        return None if name in ("abi", "bindings") or target in LIBC else f"<{target}> is not libc's"
    if not os.path.exists(target):
        return f'"{target}" is not a path from the root'
    if target == HEADER or target.startswith(own + "/"):
        return None
    if name == "bindings":
        return f'"{target}": a binding sees {HEADER} and nothing else of the house'
    if target.split("/")[0] not in ("core", "abi") or house(target)[1] > height:
        return f'"{target}" is above {own}'
    return None


def circle(graph):
    """A chain of includes that ends where it begins, or None."""
    done, chain = set(), []

    def visit(path):
        if path in chain:
            return chain[chain.index(path):] + [path]
        if path in done:
            return None
        chain.append(path)
        found = next(filter(None, map(visit, graph.get(path, []))), None)
        chain.pop()
        done.add(path)
        return found

    return next(filter(None, map(visit, list(graph))), None)


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    graph, problems = {}, []
    for top in ("core", "abi", "bindings"):
        for folder, _, names in os.walk(top):
            for name in sorted(names):
                if not name.endswith((".c", ".h")):
                    continue
                path = os.path.join(folder, name)
                with open(path) as source:
                    includes = INCLUDE.findall(source.read())
                graph[path] = [target for kind, target in includes if kind == '"']
                problems += [f"{path}: {p}" for p in (problem(path, *include) for include in includes) if p]
    found = circle(graph)
    if found:
        problems.append("a circle: " + " -> ".join(found))
    for text in problems:
        print("not ok -", text)
    if not problems:
        print(f"ok - {sum(map(len, graph.values()))} includes of {len(graph)} files stay on their floors")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
