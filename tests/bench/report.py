"""The report says what the results say: made-up results go in, the lines that they must give are looked for."""
import pathlib
import subprocess
import sys
import tempfile

FILES = {
    "c.tsv": """case op pbwire_ns peer peer_ns ratio build
person-10b decode-pooled 10.0 upb-fast 20.0 2.000 pbwire
person-10b decode-pooled 10.0 hyperpb-go 5.0 0.500 pbwire
person-10b encode 10.0 upb-fast 30.0 3.000 pbwire""",
    "c-threads.tsv": """case op pbwire_ns peer peer_ns ratio build threads
otel-100 encode 1000.0 upb-fast 2000.0 2.000 pbwire 1
otel-100 encode 600.0 upb-fast 1800.0 3.000 pbwire 2
otel-100 encode 7.0 upb-fast 7.0 1.000 pbwire-gcc 1""",
    "c-memory.tsv": """case op pbwire_bytes peer peer_bytes ratio build pbwire_allocs peer_allocs pbwire_kept peer_kept
otel-100 decode-owned 4000 limit 1 0 pbwire 2 1 0 0
otel-100 decode-owned 4000 cpp 8000 2.000 pbwire 2 77 0 0
otel-100 decode-pooled 0 cpp 0  pbwire 0 33 5000 0
otel-100 encode 0 cpp 0  pbwire 0 0 0 0""",
}
EXPECTED = [
    "| person-10b | decode-pooled | 10.0 |  |  | 2.00x |  |  |  | **0.50x** |",
    "- person-10b, decode-pooled, pbwire against hyperpb-go: 0.50x",
    "| otel-100 | encode | 1 | 1,000 | 1.00 | 2.00x (1.00) |",
    "| otel-100 | encode | 2 | 600 | 1.67 | 3.00x (1.11) |",
    "| case | pbwire | cpp | pbwire's ctx |",
    "| otel-100 | 4,000 in 2 | 8,000 in 77 | 5,000 |",
    "- decode-pooled, pbwire: none in 1 cases",
    "- decode-pooled, cpp: in 1 of 1 cases, at most 33 (otel-100)",
]


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, text in FILES.items():
            (folder / name).write_text(text.replace(" ", "\t") + "\n")
        made = subprocess.run([sys.executable, "bench/report/benchmarks.py", folder / "c.tsv"], capture_output=True, text=True)
        print(made.stderr, end="")
        missing = [line for line in EXPECTED if line not in made.stdout.splitlines()]
        print("\n".join(f"missing: {line}" for line in missing))
        chart = (folder / "c-threads.svg").read_text()
        bars = chart.count("<rect") - 1  # the background is one
        if bars != 4:
            print(f"{bars} bars in the chart of threads and not 4")
        return made.returncode != 0 or missing != [] or bars != 4


sys.exit(main())
