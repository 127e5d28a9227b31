#!/usr/bin/env python3
"""Asks Google's Python runtime about every vector, and tells where it answers otherwise.

Not part of the tests: it needs `pip install protobuf` (6.32 or newer). It has one word for every error,
does not put extensions among the fields, and is free to write unknown fields shorter; what is left after
that is worth a look."""
import os
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.message import DecodeError

HERE = os.path.dirname(os.path.abspath(__file__))


def unhex(text):
    out = b""
    for token in text.split():
        digits, _, count = token.partition("*")
        out += bytes.fromhex(digits) * int(count or 1)
    return out


def blocks(path):
    block = {}
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if not line:
            if block:
                yield block
            block = {}
        elif not line.startswith("#"):
            key, _, value = line.partition(":")
            block[key] = value.strip()
    if block:
        yield block


def ask_json(v, cls, pool):
    """Why json_in is read otherwise than the vector says, or None."""
    if "json_in" not in v and "json_in_hex" not in v:
        return None
    text = unhex(v["json_in_hex"]) if "json_in_hex" in v else v["json_in"].encode()
    ignore = "ignore_unknown" in v.get("json_flags", "")
    try:
        message = json_format.Parse(text, cls(), ignore_unknown_fields=ignore, descriptor_pool=pool, max_recursion_depth=100)
        got = message.SerializePartialToString(deterministic=True)
    except Exception as e:
        return None if "json_error" in v else f"refused: {str(e)[:200]}"
    if "json_error" in v:
        return f"read as {got.hex()[:200]}"
    want = unhex(v["input"]) if v["output"] == "same" else unhex(v["output"])
    return None if got == want else f"read as {got.hex()[:200]}"


def main():
    pool = descriptor_pool.DescriptorPool()
    files = descriptor_pb2.FileDescriptorSet.FromString(open(os.path.join(HERE, "vectors.binpb"), "rb").read())
    for file in files.file:
        try:
            pool.Add(file)
            message_factory.GetMessageClassesForFiles([file.name], pool)
        except TypeError as e:
            print(f"{file.name} is refused: {e}")
    paths = sys.argv[1:] or sorted(os.path.join(HERE, n) for n in os.listdir(HERE) if n.endswith(".vec"))
    count = different = 0
    for path in paths:
        for v in blocks(path):
            count += 1
            where = f"{os.path.basename(path)[:-4]}: {v['name']}"
            try:
                cls = message_factory.GetMessageClass(pool.FindMessageTypeByName(v["type"]))
            except (KeyError, TypeError) as e:
                print(f"{where}\n  no type: {e}")
                continue
            data = unhex(v["input"])
            flags = v.get("flags", "").split()
            message, got, why = cls(), None, ""
            try:
                message.MergeFromString(data)
                if "no_unknown" in flags:
                    message.DiscardUnknownFields()
                got = message.SerializePartialToString(deterministic=True)
                if "partial" not in flags and not message.IsInitialized():
                    got, why = None, "REQUIRED"
            except DecodeError as e:
                why = str(e)
            if "error" in v:
                ok = got is None and (v["error"] == "REQUIRED") == (why == "REQUIRED")
                want = v["error"]
            else:
                out = data if v["output"] == "same" else unhex(v["output"])
                ok, want = got == out, out.hex()[:200]
            if not ok:
                print(f"{where}\n  input {data.hex()[:200]}\n  want  {want}\n  got   {why if got is None else got.hex()[:200]}")
            other = "error" not in v and ask_json(v, cls, pool)
            if other:
                different += 1
                print(f"{where}\n  json  {v.get('json_in', v.get('json_in_hex'))[:200]}\n  want  {v.get('json_error', v['output'])[:200]}\n  got   {other}")
            different += not ok
    print(f"{count} vectors, {different} answered otherwise")


if __name__ == "__main__":
    main()
