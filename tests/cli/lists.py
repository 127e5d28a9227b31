#!/usr/bin/env python3
"""pbw diff of random lists: lists.py PBW DESCRIPTOR_SET. Lines for - and + must turn the first list into the second, and
must be as few as the longest common subsequence leaves."""
import random
import re
import subprocess
import sys
import tempfile

pbw, schema = sys.argv[1:]
random.seed(3)


def message(values):
    return b"".join(b"\x18" + bytes([v]) for v in values)


def common(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        above = row[:]
        for j, y in enumerate(b):
            row[j + 1] = above[j] + 1 if x == y else max(above[j + 1], row[j])
    return row[-1]


def check(a, b, folder):
    for name, values in ("a", a), ("b", b):
        with open(f"{folder}/{name}", "wb") as f:
            f.write(message(values))
    command = [pbw, "diff", "-s", schema, "-t", "vectors.p3.Lists", f"{folder}/a", f"{folder}/b"]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    edits = {"-": {}, "+": {}}
    for line in lines:
        sign, index, value = re.fullmatch(r"([-+]) f_int32\[(\d+)\]: (\d+)", line).groups()
        edits[sign][int(index)] = int(value)
    kept = [v for i, v in enumerate(a) if edits["-"].get(i) != v]
    assert kept == [v for i, v in enumerate(b) if edits["+"].get(i) != v], (a, b, lines)
    assert len(lines) == len(a) + len(b) - 2 * common(a, b), (a, b, lines)


with tempfile.TemporaryDirectory() as folder:
    for _ in range(60):
        kinds = random.choice([2, 3, 9, 100])
        check(*([random.randrange(kinds) for _ in range(random.randrange(13))] for _ in range(2)), folder)
