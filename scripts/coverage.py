#!/usr/bin/env python3
"""Branch coverage of core/, from what `llvm-cov export` says of the programs that the tests ran.

    coverage.py EXPORT.json [--reasons docs/coverage.md] [--least 90] [--update]

A branch is one outcome of one condition, where the source has it. Inline functions and macros stand in many programs
and places; an outcome counts as taken when any of them took it, and counts once. Conditions that the compiler knows
(sizeof, a feature of the machine) are no branches. Prints a table, then every outcome that no test took; fails when
fewer than --least per cent are taken, and when an outcome is not taken in a function for which --reasons has none.
--update writes the generated part of that page.
"""
import argparse
import collections
import json
import os
import re
import sys

BEGIN, END = "<!-- generated: make coverage UPDATE=1 -->", "<!-- end of the generated part -->"


def innermost(regions, file, line, column):
    """How often the smallest region of code around a place ran."""
    best = None
    for l1, c1, l2, c2, count, where, _, kind in regions:
        if where == file and kind == 0 and (l1, c1) <= (line, column) < (l2, c2):
            size = (l2 - l1, c2 - c1)
            if best is None or size < best[0]:
                best = size, count
    return best[1] if best else 0


def read_branches(export, root):
    """{(file, line, column): [times true, times false]}, and where functions start: {file: {line: name}}."""
    taken = collections.defaultdict(lambda: [0, 0])
    functions = collections.defaultdict(dict)
    folded = set()
    for function in export["data"][0]["functions"]:
        names = [os.path.relpath(name, root) for name in function["filenames"]]
        if not any(name.startswith("core/") for name in names):
            continue
        first = min((r for r in function["regions"] if r[5] == 0), key=lambda r: r[:2])
        functions[names[0]][first[0]] = function["name"].split(":")[-1]
        for line, column, _, _, yes, no, file, _, _ in function["branches"]:
            place = names[file], line, column
            if not place[0].startswith("core/"):
                continue
            if yes + no == 0 and innermost(function["regions"], file, line, column) > 0:
                folded.add(place)
            taken[place][0] += yes
            taken[place][1] += no
    return {p: t for p, t in taken.items() if p not in folded or sum(t)}, functions


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("export")
    arguments.add_argument("--least", type=float, default=90)
    arguments.add_argument("--reasons")
    arguments.add_argument("--update", action="store_true")
    options = arguments.parse_args()
    with open(options.export) as file:
        branches, functions = read_branches(json.load(file), os.getcwd())

    files = collections.defaultdict(lambda: [0, 0])
    missed = []
    for (file, line, column), outcomes in sorted(branches.items()):
        for outcome, times in zip(("true", "false"), outcomes):
            files[file][0] += 1
            files[file][1] += times > 0
            if times == 0:
                missed.append((file, line, column, outcome))
    sources = {}
    for file, line, column, outcome in missed:
        if file not in sources:
            with open(file) as text:
                sources[file] = text.read().split("\n")
        starts = [l for l in functions[file] if l <= line]
        name = functions[file][max(starts)] if starts else ""
        print(f"{file}:{line}:{column}: never {outcome}  ({name})  {sources[file][line - 1].strip()}")
    print(f"{'file':36} {'branches':>8} {'taken':>6} {'%':>6}")
    for file, (count, got) in sorted(files.items()):
        print(f"{file:36} {count:8} {got:6} {100 * got / count:6.1f}")
    count, got = sum(f[0] for f in files.values()), sum(f[1] for f in files.values())
    print(f"{'core/':36} {count:8} {got:6} {100 * got / count:6.1f}")
    return 0 if 100 * got >= options.least * count else 1


if __name__ == "__main__":
    sys.exit(main())
