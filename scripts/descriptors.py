"""What the generators of core/schema share: protoc, the wire format, and the --check mode.

protoc is $PROTOC, or the one that scripts/deps.sh puts into build/deps: its descriptor.proto knows every
edition. Generated files name its version, and --check compares only with that one.
"""

import os
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def protoc():
    return os.environ.get("PROTOC") or os.path.join(
        os.environ.get("PBW_DEPS_DIR") or os.path.join(ROOT, "build", "deps"), "bin", "protoc-new")


def version():
    """ "36.2" """
    out = subprocess.run([protoc(), "--version"], check=True, capture_output=True, text=True).stdout
    return out.split()[-1]


def descriptor_set(*names):
    """The FileDescriptorSet of files that protoc brings along, without source locations."""
    binary = os.path.realpath(protoc())
    include = os.path.join(os.path.dirname(os.path.dirname(binary)), "include")
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "set.binpb")
        subprocess.run([binary, "-I", include, "--descriptor_set_out=" + out, *names], check=True)
        with open(out, "rb") as file:
            return file.read()


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def fields(data):
    """(number, value) of each field; bytes, or an int."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        wire = tag & 7
        if wire == 0:
            value, at = varint(data, at)
        elif wire == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        elif wire == 5:
            value, at = struct.unpack_from("<I", data, at)[0], at + 4
        elif wire == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            raise ValueError(f"wire type {wire}")
        yield tag >> 3, value


def all_of(data, number):
    return [value for n, value in fields(data) if n == number]


def text_of(data, number):
    return b"".join(all_of(data, number)[-1:]).decode()


def int_of(data, number):
    return (all_of(data, number) or [0])[-1]


def finish(files):
    """Write {path: text}, or with --check compare; the exit status."""
    check = sys.argv[1:] == ["--check"]
    stale = []
    for path, text in files.items():
        path = os.path.join(ROOT, path)
        if check:
            with open(path) as file:
                if file.read() != text:
                    stale.append(path)
        else:
            with open(path, "w") as file:
                file.write(text)
    for path in stale:
        print(f"{os.path.relpath(path, ROOT)} is stale: run {os.path.relpath(sys.argv[0], ROOT)}")
    return 1 if stale else 0
