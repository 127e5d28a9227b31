"""The growth chart: time per byte from 10 bytes to 10 MB, as SVG without any library."""
import math

CASES = ["person-10b", "person-100b", "person-1kb", "person-10kb", "person-100kb", "person-1mb", "person-10mb"]
COLORS = ["#1f6feb", "#d1242f", "#bf8700", "#1a7f37", "#8250df", "#57606a", "#bf3989", "#0a7ea4", "#8a4600", "#24292f"]
LEFT, TOP, WIDTH, HEIGHT = 70, 40, 420, 260


def lines(rows, sizes, op, build):
    """{engine: [(bytes, ns per byte)]} of one operation, in the order in which the engines come."""
    found = {}
    for case in CASES:
        if (build, case, op) not in rows:
            continue
        own, peers = rows[build, case, op]
        for engine, ns in [(build, own)] + [(peer, ns) for peer, (ns, _) in peers.items()]:
            found.setdefault(engine, []).append((sizes[case], ns / sizes[case]))
    return found


def chart(found, title, left):
    """One diagram, both scales logarithmic."""
    values = [y for points in found.values() for _, y in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high += low == high
    x_of = lambda x: left + (math.log10(x) - 1) / 6.1 * WIDTH
    y_of = lambda y: TOP + HEIGHT - (math.log10(y) - low) / (high - low) * HEIGHT
    out = [f'<text x="{left}" y="{TOP - 16}" font-weight="bold">{title}, ns per byte</text>']
    for power in range(low, high + 1):
        y = y_of(10 ** power)
        out.append(f'<path d="M{left} {y:.1f}h{WIDTH}" stroke="#d0d7de"/>'
                   f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0 ** power:g}</text>')
    for power, name in zip(range(1, 8), ["10 B", "100 B", "1 kB", "10 kB", "100 kB", "1 MB", "10 MB"]):
        out.append(f'<text x="{x_of(10 ** power):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{name}</text>')
    for i, (engine, points) in enumerate(found.items()):
        color = COLORS[i % len(COLORS)]
        path = "L".join(f"{x_of(x):.1f} {y_of(y):.1f}" for x, y in points)
        out.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"/>'
                   f'<text x="{left + WIDTH - 4}" y="{TOP + 14 + 15 * i}" fill="{color}" text-anchor="end">{engine}</text>')
    return out


def svg(rows, sizes, build="pbwire"):
    diagrams = [(op, lines(rows, sizes, op, build)) for op in ("decode-pooled", "encode")]
    diagrams = [(op, found) for op, found in diagrams if found]
    width = 20 + (LEFT + WIDTH) * len(diagrams)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{TOP + HEIGHT + 40}" '
           'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>']
    for i, (op, found) in enumerate(diagrams):
        out += chart(found, op, LEFT + i * (LEFT + WIDTH))
    return "\n".join(out + ["</svg>"]) + "\n"


def table(rows, sizes, build="pbwire"):
    print("| case | bytes | operation | " + f"{build}, ns per byte | fastest peer, ns per byte | ratio |")
    print("|---|---:|---|---:|---:|---:|")
    for op in ("decode-pooled", "encode"):
        for case in CASES:
            if (build, case, op) not in rows:
                continue
            own, peers = rows[build, case, op]
            peers = {name: ns for name, (ns, _) in peers.items() if not name.startswith("limit")}
            best = min(peers, key=peers.get, default=None)
            other = f"{peers[best] / sizes[case]:.3f} ({best}) | {peers[best] / own:.2f}x" if best else " | "
            print(f"| {case} | {sizes[case]:,} | {op} | {own / sizes[case]:.3f} | {other} |")
