#!/usr/bin/env python3
"""Every text of wrong.txt is refused, at its line and with its message; and by protoc too.   wrong.py COMPILE PROTOC   prints TAP"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))


def entries():
    with open(os.path.join(HERE, "wrong.txt"), encoding="utf-8") as file:
        parts = re.split(r"^==== (\d+)(?:/(\d+|-))? (.*)\n", file.read(), flags=re.M)
    for i in range(1, len(parts), 4):
        yield int(parts[i]), parts[i + 1], parts[i + 2], parts[i + 3]


def errors(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    text = done.stderr.decode(errors="replace")
    return done.returncode, [(int(n), m) for n, m in re.findall(r"wrong\.proto:(\d+):\d+: (?!warning)(.*)", text)], text


def check(entry, compiler, protoc):
    """What is not as it should be, or None."""
    line, theirs, message, text = entry
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "wrong.proto"), "w", encoding="utf-8") as file:
            file.write(text)
        sample = os.path.join(HERE, "sample")
        code, found, said = errors([compiler, "-I", ".", "-I", sample, "wrong.proto"], folder)
        if code != 1 or not found or found[0] != (line, message):
            return f"said {found[:1] or said!r}"
        if protoc:
            code, found, said = errors([protoc, "-I.", f"-I{sample}", "--descriptor_set_out=/dev/null", "wrong.proto"], folder)
            if not code or (theirs != "-" and int(theirs or line) not in [n for n, _ in found]):
                return f"protoc says {said!r}"
    return None


def main():
    compiler, protoc = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
    table = list(entries())
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda e: check(e, compiler, protoc), table))
    wrong = 0
    for entry, result in zip(table, results):
        if result:
            wrong += 1
            print(f"not ok - line {entry[0]}, {entry[2]}\n#   {result}\n#   " + entry[3].replace("\n", "\n#   "))
    enough = len(table) >= 150
    print(f"{'ok' if enough and not wrong else 'not ok'} - {len(table) - wrong} of {len(table)} wrong files are refused as they should be")
    sys.exit(1 if wrong or not enough else 0)


main()
