#!/usr/bin/env python3
"""Public .proto files, compiled by protoc and by pbwire: the descriptor sets must be equal byte for byte.

    corpus.py COMPILE PROTOC [-I MORE]... NAME=FOLDER...

Every .proto file below each folder, which is also where imports are looked up, is compiled by both, in batches of one
folder. Where protoc refuses a batch its files are compiled one by one; what protoc refuses alone, pbwire must refuse too.
Prints one line for each tree and each difference; exits with 1 when there is one."""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BATCH = 60


def run(command, cwd):
    return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


class Tree:
    def __init__(self, name, root, compiler, protoc, more):
        self.name, self.root, self.compiler, self.protoc, self.more = name, root, compiler, protoc, more
        self.equal = self.refused = 0
        self.wrong = []

    def batches(self):
        for folder, _, files in sorted(os.walk(self.root)):
            names = sorted(os.path.relpath(os.path.join(folder, f), self.root) for f in files if f.endswith(".proto"))
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
                return [("refused here: " + ours.stderr.decode(errors="replace").strip()[:500], names)]
            out.seek(0)
            if out.read() == ours.stdout:
                return [("same", names)]
        return [r for n in names for r in self.compile([n])] if len(names) > 1 else [("the sets differ", names)]

    def run(self):
        with ThreadPoolExecutor(2) as pool:
            for results in pool.map(self.compile, self.batches()):
                for what, names in results:
                    if what == "same":
                        self.equal += len(names)
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
    equal = refused = wrong = 0
    for tree in trees:
        tree.run()
        print(f"# {tree.name}: {tree.equal} equal, {tree.refused} refused by both, {len(tree.wrong)} different", flush=True)
        for name, what in tree.wrong:
            print(f"#   {tree.name}/{name}: " + what.replace("\n", "\n#     "))
        equal, refused, wrong = equal + tree.equal, refused + tree.refused, wrong + len(tree.wrong)
    print(f"# all: {equal} equal, {refused} refused by both, {wrong} different")
    sys.exit(1 if wrong or not equal else 0)


main()
