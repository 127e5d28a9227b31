#!/usr/bin/env python3
"""Files for tests/cli/run.sh, from the shared vectors: what they say is well-formed as a delimited stream for each type
(DIR/good/TYPE; DIR/nan/TYPE where a NaN has a payload), what they say is not as one file each (DIR/bad/TYPE.NUMBER)."""
import fnmatch
import glob
import os
import sys

# Text has no words for these bytes: docs/pbw.md says so.
NAN = ["*nan*", "lists.double.*", "lists.float.*", "expanded.double.*", "expanded.float.*"]  # all NaNs are "nan"
LOST = [
    "long-*-kept", "item-long-tags-unknown", "varint.ten-bytes-and-too-many-bits-unknown",  # unknown numbers in more bytes than they take
]


def vectors():
    for path in sorted(glob.glob("tests/vectors/*.vec")):
        one = {}
        for line in [*open(path, encoding="utf-8"), ""]:
            line = line.rstrip("\n")
            if not line:
                if "name" in one:
                    yield one
                one = {}
            elif not line.startswith("#"):
                key, _, value = line.partition(":")
                one[key] = value[1:]


def unhex(text):
    bytes_ = b""
    for token in text.split():
        digits, _, times = token.partition("*")
        bytes_ += bytes.fromhex(digits) * int(times or 1)
    return bytes_


def size(n):
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def matches(name, patterns):
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def main(folder):
    for part in "good", "nan", "bad":
        os.makedirs(f"{folder}/{part}")
    for number, one in enumerate(vectors()):
        if "output" in one and not matches(one["name"], LOST):
            data = unhex(one["input"] if one["output"] == "same" else one["output"])
            part = "nan" if matches(one["name"], NAN) else "good"
            with open(f"{folder}/{part}/{one['type']}", "ab") as f:
                f.write(size(len(data)) + data)
        elif "error" in one and "json_in" not in one:
            with open(f"{folder}/bad/{one['type']}.{number}", "wb") as f:
                f.write(unhex(one["input"]))


main(sys.argv[1])
