#!/usr/bin/env python3
"""Branch coverage of core/, from what `llvm-cov export` says of the programs that the tests ran.

    coverage.py EXPORT.json [--reasons docs/coverage.md] [--least 90] [--update]

A branch is one outcome of one condition, where the source has it. Inline functions and macros stand in many programs
and places; an outcome counts as taken when any of them took it, and counts once. Conditions that the compiler knows
(sizeof, a feature of the machine) are no branches. Prints every outcome that no test took, then a table; fails when
fewer than --least per cent are taken.

The page of --reasons says why outcomes are not taken, in rows of a table: | `file` | `function`, `function` | why |. Functions
without a reason, and reasons without need, are told, but are no failure: a reason may take a day longer than a change.
--update writes the generated part of that page.
"""
import argparse
import collections
import json
import os
import re
import sys

BEGIN, END = "<!-- made by make coverage UPDATE=1 -->", "<!-- end of the generated part -->"


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


def tell_reasons(page, open_functions):
    with open(page) as file:
        text = re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", "", file.read(), flags=re.S)
    given = collections.defaultdict(set)
    for file, names in re.findall(r"^\| `(core/[^`]*)` \| ([^|]*) \|", text, flags=re.M):
        given[file].update(re.findall(r"`([^`]*)`", names))
    for file, names in sorted(open_functions.items()):
        lacking = [name for name in names if name not in given[file]]
        if lacking:
            print(f"no reason in {page}: {file}: {', '.join(lacking)}")
    for file, names in sorted(given.items()):
        useless = [name for name in names if name not in open_functions[file]]
        if useless:
            print(f"reason without need in {page}: {file}: {', '.join(useless)}")


def update(page, rows, open_functions):
    lines = [BEGIN, "", "| file | branches | taken | % | not taken in |", "|---|--:|--:|--:|---|"]
    for file, count, got in rows:
        where = ", ".join(f"`{name}` {times}" for name, times in open_functions[file].items()) if file in open_functions else ""
        lines.append(f"| {file} | {count} | {got} | {100 * got / count:.1f} | {where} |")
    with open(page) as file:
        text = file.read()
    part = "\n".join(lines + ["", END])
    with open(page, "w") as file:
        file.write(re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: part, text, flags=re.S))


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
    open_functions = collections.defaultdict(lambda: collections.Counter())
    for file, line, column, outcome in missed:
        if file not in sources:
            with open(file) as text:
                sources[file] = text.read().split("\n")
        starts = [start for start in functions[file] if start <= line]
        name = functions[file][max(starts)] if starts else ""
        open_functions[file][name] += 1
        print(f"{file}:{line}:{column}: never {outcome}  ({name})  {sources[file][line - 1].strip()}")
    rows = [(file, count, got) for file, (count, got) in sorted(files.items())]
    rows.append(("core/", sum(r[1] for r in rows), sum(r[2] for r in rows)))
    print(f"{'file':36} {'branches':>8} {'taken':>6} {'%':>6}")
    for file, count, got in rows:
        print(f"{file:36} {count:8} {got:6} {100 * got / count:6.1f}")
    if options.reasons:
        tell_reasons(options.reasons, open_functions)
    if options.update:
        update(options.reasons, rows, open_functions)
    return 0 if 100 * rows[-1][2] >= options.least * rows[-1][1] else 1


if __name__ == "__main__":
    sys.exit(main())
