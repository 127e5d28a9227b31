"""The part of BENCHMARKS.md about threads: a table, and a chart of what all threads together get done, as SVG."""
import math

from growth import COLORS, HEIGHT, LEFT, TOP, WIDTH


def grouped(rows, build="pbwire"):
    """{(case, op): {engine: {threads: ns}}} of one build, from the rows of c-threads.tsv."""
    found = {}
    for row in rows:
        if row["build"] == build:
            engines = found.setdefault((row["case"], row["op"]), {})
            for engine, ns in ((build, row["pbwire_ns"]), (row["peer"], row["peer_ns"])):
                engines.setdefault(engine, {})[int(row["threads"])] = float(ns)
    return found


def table(found, build="pbwire"):
    peers = list(dict.fromkeys(e for engines in found.values() for e in engines if e != build))
    print("| case | operation | threads | pbwire ns | speed-up | " + " | ".join(peers) + " |")
    print("|---|---|---:|---:|---:|" + "---:|" * len(peers))
    for (case, op), engines in found.items():
        own = engines[build]
        for threads, ns in own.items():
            cells = [f"{engines[p][threads] / ns:.2f}x ({engines[p][1] / engines[p][threads]:.2f})" if p in engines else ""
                     for p in peers]
            print(f"| {case} | {op} | {threads} | {ns:,.0f} | {own[1] / ns:.2f} | " + " | ".join(cells) + " |")


def step(most):
    """Between the lines of a scale: 1, 2 or 5 times a power of ten, at most six of them."""
    power = 10 ** math.floor(math.log10(most / 5))
    return next(power * n for n in (1, 2, 5, 10) if most / (power * n) <= 6)


def diagram(engines, title, left, top):
    per_second = {e: {n: 1e6 / ns for n, ns in of.items()} for e, of in engines.items()}
    most, threads = max(max(of.values()) for of in per_second.values()), sorted({n for of in engines.values() for n in of})
    by = step(most)
    high = by * math.ceil(most / by)
    x_of = lambda i: left + WIDTH * (i + 0.5) / len(threads)
    y_of = lambda value: top + HEIGHT - value / high * HEIGHT
    out = [f'<text x="{left}" y="{top - 16}" font-weight="bold">{title}: 1000 op/s, by threads</text>']
    for i in range(round(high / by) + 1):
        out.append(f'<path d="M{left} {y_of(i * by):.1f}h{WIDTH}" stroke="#d0d7de"/>'
                   f'<text x="{left - 8}" y="{y_of(i * by) + 4:.1f}" text-anchor="end">{i * by:g}</text>')
    width = WIDTH / len(threads) * 0.8 / len(engines)
    for i, count in enumerate(threads):
        out.append(f'<text x="{x_of(i):.1f}" y="{top + HEIGHT + 18}" text-anchor="middle">{count}</text>')
        for j, (engine, of) in enumerate(per_second.items()):
            if count in of:
                x, y = x_of(i) + (j - len(engines) / 2) * width, y_of(of[count])
                out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width * 0.9:.1f}" height="{top + HEIGHT - y:.1f}" '
                           f'fill="{COLORS[j % len(COLORS)]}"/>')
    for j, engine in enumerate(per_second):
        out.append(f'<text x="{left + 8}" y="{top + 14 + 15 * j}" fill="{COLORS[j % len(COLORS)]}">{engine}</text>')
    return out


def svg(found):
    width, height = LEFT + WIDTH, TOP + HEIGHT + 40
    lines = math.ceil(len(found) / 2)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{20 + 2 * width}" height="{lines * height}" '
           'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>']
    for i, ((case, op), engines) in enumerate(found.items()):
        out += diagram(engines, f"{case}, {op}", LEFT + i % 2 * width, TOP + i // 2 * height)
    return "\n".join(out + ["</svg>"]) + "\n"


def section(rows, path, chart):
    found = grouped(rows)
    with open(chart, "w") as file:
        file.write(svg(found))
    print("## Threads\n")
    print(f"Made by `make c-bench-threads` from `{path}`: the time for one operation when so many threads do them, each")
    print("with memory of its own on one shared schema, a thread to a core; pbwire built with clang. In brackets how much")
    print("faster than with one thread. Where two cores are the two halves of one, no engine gets twice as fast.\n")
    table(found)
    print(f"\n![operations per second by threads]({chart})\n")
