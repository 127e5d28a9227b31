"""The part of BENCHMARKS.md about memory."""


def grouped(rows, op, build="pbwire"):
    """{case: {engine: (bytes, allocations, kept)}} of one operation and build, from the rows of c-memory.tsv."""
    found = {}
    for row in rows:
        if (row["build"], row["op"]) == (build, op):
            engines = found.setdefault(row["case"], {})
            for engine, of in ((build, "pbwire"), (row["peer"], "peer")):
                engines[engine] = tuple(int(row[f"{of}_{what}"]) for what in ("bytes", "allocs", "kept"))
    return found


def names(found, build="pbwire"):
    """The engines, pbwire first; without the limits, which know one message only."""
    engines = dict.fromkeys([build] + [e for engines in found.values() for e in engines])
    return [e for e in engines if not e.startswith("limit")]


def owned(found, pooled, build="pbwire"):
    columns = names(found)
    print("| case | " + " | ".join(columns) + f" | {build}'s ctx |")
    print("|---|" + "---:|" * (len(columns) + 1))
    for case, engines in found.items():
        cells = [f"{engines[e][0]:,} in {engines[e][1]:,}" if e in engines else "" for e in columns]
        print(f"| {case} | " + " | ".join(cells) + f" | {pooled[case][build][2]:,} |")


def repeated(all_found):
    """What operations on kept memory still ask for: per engine the cases where it is not nothing."""
    for op, found in all_found:
        for engine in names(found):
            cases = {case: of[engine] for case, of in found.items() if engine in of}
            asking = {case: u[1] for case, u in cases.items() if u[1] > 0}
            most = max(asking, key=asking.get, default=None)
            print(f"- {op}, {engine}: " + (f"none in {len(cases)} cases" if most is None else
                  f"in {len(asking)} of {len(cases)} cases, at most {asking[most]:,} ({most})"))
    print()


def section(rows, path):
    print("## Memory\n")
    print(f"Made by `make c-bench-memory` from `{path}`, by counting what goes through malloc; pbwire built with clang. In")
    print("decode-owned a message takes so many bytes at most, in so many allocations. The last column has the bytes that a ctx")
    print("holds for decode-pooled; upb and cpp-arena begin in a block that the benchmark gives them, so theirs are not counted.\n")
    pooled = grouped(rows, "decode-pooled")
    owned(grouped(rows, "decode-owned"), pooled)
    print("\nAllocations of one more operation on memory that is kept:\n")
    repeated([("decode-pooled", pooled), ("encode", grouped(rows, "encode"))])
