#!/usr/bin/env python3
"""Public .proto files, compiled by protoc and by pbwire: the descriptor sets must be equal byte for byte.

    corpus.py COMPILE PROTOC [-I MORE]... NAME=FOLDER...

Every .proto file below each folder, which is also where imports are looked up, is compiled by both, in batches of one
folder. Where protoc refuses a batch its files are compiled one by one; what protoc refuses alone, pbwire must refuse too.
Two kinds of files are counted by themselves: those whose sets differ in the order of map entries inside custom options alone,
which protoc writes in the order of its hash table, and those of an edition after 2024. Prints one line for each tree and
each difference; exits with 1 when there is one."""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BATCH = 60
LEAST = 1000  # files that must be equal


def say(counts):
    return (f"{counts[0]} equal, {counts[1]} but for the order of map entries in options, {counts[2]} refused by both, "
            f"{counts[3]} of a later edition, {counts[4]} different")


def run(command, cwd):
    return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def in_order(data):
    """A message in wire format as something to compare that does not depend on the order of fields; bytes that cannot be a message
    stand for themselves."""
    fields, p = [], 0

    def varint():
        nonlocal p
        value = shift = 0
        while True:
            value |= (data[p] & 127) << shift
            shift += 7
            p += 1
            if data[p - 1] < 128:
                return value

    try:
        while p < len(data):
            tag = varint()
            if tag & 7 == 0:
                fields.append((tag, str(varint())))
            elif tag & 7 == 2:
                size = varint()
                if p + size > len(data):
                    return repr(data)
                fields.append((tag, in_order(data[p:p + size])))
                p += size
            elif tag & 7 in (1, 5):
                size = 8 if tag & 7 == 1 else 4
                fields.append((tag, repr(data[p:p + size])))
                p += size
            else:
                return repr(data)
    except IndexError:
        return repr(data)
    return repr(sorted(fields))


class Tree:
    def __init__(self, name, root, compiler, protoc, more):
        self.name, self.root, self.compiler, self.protoc, self.more = name, root, compiler, protoc, more
        self.equal = self.maps = self.refused = self.later = 0
        self.wrong = []

    def batches(self):
        for folder, _, files in sorted(os.walk(os.path.realpath(self.root) + "/")):
            names = sorted(os.path.relpath(os.path.join(folder, f), os.path.realpath(self.root)) for f in files if f.endswith(".proto"))
            for i in range(0, len(names), BATCH):
                yield names[i:i + BATCH]

    def compile(self, names):
        """("same" | "refused" | why not, names)"""
        includes = [x for folder in [".", *self.more] for x in ("-I", folder)]
        ours = run([self.compiler, *includes, *names], self.root)
        with tempfile.NamedTemporaryFile() as out:
            theirs = run([self.protoc, *[f"-I{f}" for f in [".", *self.more]], "--include_imports", f"--descriptor_set_out={out.name}", *names],
                         self.root)
            if theirs.returncode:
                if len(names) > 1:
                    return [r for n in names for r in self.compile([n])]
                if ours.returncode:
                    return [("refused", names)]
                return [("protoc refuses: " + theirs.stderr.decode(errors="replace").strip()[:500], names)]
            if ours.returncode:
                if len(names) > 1:
                    return [r for n in names for r in self.compile([n])]
                if re.search(rb'an edition that is not known', ours.stderr):
                    return [("later", names)]
                return [("refused here: " + ours.stderr.decode(errors="replace").strip()[:500], names)]
            out.seek(0)
            theirs = out.read()
            if theirs == ours.stdout:
                return [("same", names)]
            if len(names) == 1 and len(theirs) == len(ours.stdout) and in_order(theirs) == in_order(ours.stdout):
                return [("maps", names)]
        return [r for n in names for r in self.compile([n])] if len(names) > 1 else [("the sets differ", names)]

    def run(self):
        with ThreadPoolExecutor(2) as pool:
            for results in pool.map(self.compile, self.batches()):
                for what, names in results:
                    if what == "same":
                        self.equal += len(names)
                    elif what == "maps":
                        self.maps += len(names)
                    elif what == "later":
                        self.later += len(names)
                    elif what == "refused":
                        self.refused += len(names)
                    else:
                        self.wrong.append((names[0], what))


def main():
    compiler, protoc = map(os.path.abspath, sys.argv[1:3])
    more, trees = [], []
    args = iter(sys.argv[3:])
    for arg in args:
        if arg == "-I":
            more.append(os.path.abspath(next(args)))
        else:
            name, root = arg.split("=", 1)
            trees.append(Tree(name, root, compiler, protoc, more))
    counts = [0] * 5
    for tree in trees:
        tree.run()
        own = [tree.equal, tree.maps, tree.refused, tree.later, len(tree.wrong)]
        print(f"# {tree.name}: {say(own)}", flush=True)
        for name, what in tree.wrong:
            print(f"#   {tree.name}/{name}: " + what.replace("\n", "\n#     "))
        counts = [a + b for a, b in zip(counts, own)]
    print(f"# all: {say(counts)}")
    sys.exit(1 if counts[4] or counts[0] < LEAST else 0)


main()
