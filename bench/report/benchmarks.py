#!/usr/bin/env python3
"""Write BENCHMARKS.md from bench/results/*.tsv: nothing in that page is typed by hand.

The charts go beside the results, as c-growth.svg and c-threads.svg.

Usage: bench/report/benchmarks.py [c.tsv] > BENCHMARKS.md
"""
import collections
import os
import platform
import subprocess
import sys

import growth
import json_table
import memory
import threads

FIRST = ["limit", "limit-gcc", "upb-fast", "upb-gcc", "cpp", "cpp-arena"]  # the columns; others follow as they come


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0].strip()
    except (OSError, IndexError):
        return "absent"


def processor():
    with open("/proc/cpuinfo") as info:
        models = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    return f"{models[0]} ({len(models)} cores)" if models else platform.machine()


def lines(path):
    """A dict for each line, by the names in the first one."""
    with open(path) as file:
        header = file.readline().rstrip("\n").split("\t")
        return [dict(zip(header, line.rstrip("\n").split("\t"))) for line in file]


def read(path):
    """{(build, case, op): (ns, {peer: (ns, ratio)})}, in the order of the file."""
    rows = collections.OrderedDict()
    for row in lines(path):
        key = row["build"], row["case"], row["op"]
        rows.setdefault(key, (float(row["pbwire_ns"]), {}))[1][row["peer"]] = (float(row["peer_ns"]), float(row["ratio"]))
    return rows


def number(ns):
    return f"{ns:.1f}" if ns < 1000 else f"{ns:,.0f}"


def columns(rows, first):
    """The peers of all rows: those of `first` in that order, then the others as they come."""
    return list(dict.fromkeys(first + [peer for _, peers in rows.values() for peer in peers]))


def table(rows, build):
    names = columns(rows, FIRST)
    print("| case | operation | pbwire ns | " + " | ".join(names) + " |")
    print("|---|---|---:|" + "---:|" * len(names))
    for (of, case, op), (ns, peers) in rows.items():
        if of != build:
            continue
        cells = [f"{peers[p][1]:.2f}x" if p in peers else "" for p in names]
        cells = [f"**{c}**" if c and float(c[:-1]) < 1 and not p.startswith("limit") else c for c, p in zip(cells, names)]
        print(f"| {case} | {op} | {number(ns)} | " + " | ".join(cells) + " |")


def sizes():
    """{case: bytes of its payload}, as bench/cases/payloads.tsv records them."""
    with open("bench/cases/payloads.tsv") as file:
        return {row[0]: int(row[2]) for row in (line.split("\t") for line in file) if row[0] != "case"}


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "bench/results/c.tsv"
    rows = read(path)
    print("# Benchmarks\n")
    print(f"Made by `make c-bench` from `{path}`. A figure is a ratio: the peer's time divided by pbwire's, in the")
    print("same run, after both were proved to produce equal bytes; above 1 pbwire is faster. `limit` is a codec written")
    print("by hand for matrix3 alone, which nothing general can reach. Figures below 1 (but for the limit) are bold.\n")
    print(f"- machine: {processor()}, {platform.system()} {platform.release()}")
    print(f"- compilers: {first_line('clang-19', '--version')}; {first_line('gcc', '--version')}")
    print("- peers: upb with its fast table (clang), upb with gcc, C++ protobuf generated code on the heap and in an arena;")
    print("  others as they are named; those whose names end in -go run in a process of their own, in turns with the rest.")
    print("  `bench/README.md` says which versions, with which flags, and how engines alternate")
    print("- one cell again: `make c-bench CASES=matrix3-x0 OPS=encode PEERS=upb-fast`\n")
    for build, title in (("pbwire", "pbwire built with clang"), ("pbwire-gcc", "pbwire built with gcc")):
        print(f"## {title}\n")
        table(rows, build)
        print()
    chart = path[:-4] + "-growth.svg"
    with open(chart, "w") as file:
        file.write(growth.svg(rows, sizes()))
    print("## Growth\n")
    growth.table(rows, sizes())
    print(f"\n![time per byte from 10 bytes to 10 MB]({chart})\n")
    if os.path.exists(beside := path[:-4] + "-threads.tsv"):
        threads.section(lines(beside), beside, beside[:-4] + ".svg")
    if os.path.exists(beside := path[:-4] + "-memory.tsv"):
        memory.section(lines(beside), beside)
    json_path = os.path.join(os.path.dirname(path), "json.tsv")
    if os.path.exists(json_path):
        json_rows = read(json_path)
        json_table.table(json_rows, columns(json_rows, json_table.FIRST), json_path)
    slower = sorted({(case, op, peer, build, ratio) for (build, case, op), (_, peers) in rows.items()
                     for peer, (_, ratio) in peers.items() if ratio < 1 and not peer.startswith("limit")})
    print("## Where a peer is faster\n")
    print("\n".join(f"- {case}, {op}, {build} against {peer}: {ratio:.2f}x" for case, op, peer, build, ratio in slower)
          or "Nowhere in this run.")


main()
