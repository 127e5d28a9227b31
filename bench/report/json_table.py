"""The JSON part of BENCHMARKS.md: a table, and what the geometric means are."""
import math

FIRST = ["cpp", "bound-rapidjson", "bound-simdjson"]


def number(ns):
    return f"{ns:.1f}" if ns < 1000 else f"{ns:,.0f}"


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else 0


def table(rows, names, path):
    print("## JSON\n")
    print(f"Made by `make json-bench` from `{path}`. `cpp` is libprotobuf's JSON on generated classes. The bounds read and write")
    print("the same text and know no messages: RapidJSON (its DOM; SAX events in json-scan) and simdjson's DOM. pbwire is the")
    print("build with clang; json-parse gives a pooled message that owns its strings. protobuf-es and protobuf.js run on Node in a")
    print("process of their own, in turns with the rest.\n")
    print("| case | operation | pbwire ns | " + " | ".join(names) + " |")
    print("|---|---|---:|" + "---:|" * len(names))
    all_of = {}
    for (build, case, op), (ns, peers) in rows.items():
        if build != "pbwire":
            continue
        cells = []
        for p in names:
            ratio = peers[p][1] if p in peers else None
            if ratio is not None:
                all_of.setdefault((op, p), []).append(ratio)
            text = "" if ratio is None else f"{ratio:.2f}x"
            cells.append(f"**{text}**" if ratio is not None and ratio < 1 else text)
        print(f"| {case} | {op} | {number(ns)} | " + " | ".join(cells) + " |")
    print("\nGeometric mean, and the worst case:\n")
    for (op, p), ratios in sorted(all_of.items()):
        print(f"- {op} against {p}: {mean(ratios):.2f}x, at worst {min(ratios):.2f}x")
    print()
