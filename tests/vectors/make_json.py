#!/usr/bin/env python3
"""Writes json.vec: what JSON is read and written as. Every vector has an input and an output too (both empty where a
text is refused), so that a runner that knows binary alone runs it as well."""
import struct

from make import File, KINDS, NUMBER, delimited, hexes, nested, tag, varint, FIXED32, FIXED64, VARINT, GROUP, END

f = File("json.vec", "JSON: what is read, what is written, what is refused.", __file__)

TEXT_KEYS = {"offset": "json_offset", "line": "json_line", "column": "json_column", "path": "json_path"}


def column(key, text):
    """A text of one line as it is, any other in hex. Bytes, and lists of hex tokens, are hex."""
    if isinstance(text, list):
        return {f"{key}_hex": " ".join(text)}
    if isinstance(text, bytes) or "\n" in text or "\r" in text or "\0" in text or text != text.strip():
        return {f"{key}_hex": (text if isinstance(text, bytes) else text.encode()).hex()}
    return {key: text}


def reads(name, type_, text, out=b"", json="same", flags=None, note=None):
    """A text, the bytes that it stands for, and the text that these print as (None: not told)."""
    more = column("json_in", text)
    if json is not None:
        more.update({"json": json} if json == "same" else column("json", json))
    if flags:
        more["json_flags"] = flags
    f.add(name, type_, out, None, note=note, **more)


def prints(name, type_, data, json, flags=None, output=None, note=None, **more):
    more.update(column("json", json))
    if flags:
        more["json_flags"] = flags
    f.add(name, type_, data, output, note=note, **more)


def refuses(name, type_, text, error, flags=None, note=None, **place):
    """A text that is not read."""
    more = column("json_in", text)
    more["json_error"] = error
    if flags:
        more["json_flags"] = flags
    f.add(name, type_, b"", None, "REQUIRED" if type_ == "p2.Required" else None, note=note, **more, **{TEXT_KEYS[k]: v for k, v in place.items()})


def unprintable(name, type_, data, error, flags=None, note=None, path=None, output=None):
    more = {"json_error": error}
    if flags:
        more["json_flags"] = flags
    if path:
        more["json_path"] = path
    f.add(name, type_, data, output, note=note, **more)


def vint(number, value):
    return tag(number, VARINT) + varint(value)


def zigzag(value):
    return value << 1 ^ value >> 63


def ext(number, inside):
    return tag(number, GROUP) + inside + tag(number, END)


S, K, N = "p3.Scalars", "json.Known", "json.Names"


# ---- syntax -----------------------------------------------------------------------------------------

def syntax():
    one = vint(3, 1)
    reads("syntax.empty", S, "{}")
    reads("syntax.blanks", S, " \t\r\n{ \"fInt32\" :\r\n\t1 } \n", one, '{"fInt32":1}')
    reads("syntax.blanks-in-list", "p3.Lists", '{"fInt32": [ 1 , 2\t,3 ] , "fString":[ ]}', delimited(3, b"\1\2\3"),
          '{"fInt32":[1,2,3]}')
    for name, text, column_ in (
            ("nothing", "", 1), ("blanks-alone", "  ", 3), ("open", "{", 2), ("no-colon", '{"fInt32" 1}', 11),
            ("no-value", '{"fInt32":}', 11), ("no-comma", '{"fInt32":1 "fBool":true}', 13),
            ("trailing-comma", '{"fInt32":1,}', 13), ("comma-alone", "{,}", 2), ("two-commas", '{"fInt32":1,,"fBool":true}', 13),
            ("cut-after-comma", '{"fInt32":1,', 13), ("cut-object", '{"fInt32":1', 12), ("cut-key", '{"fInt3', 8),
            ("cut-string", '{"fString":"ab', 15), ("cut-escape", '{"fString":"ab\\', 16), ("unquoted-key", "{fInt32:1}", 2),
            ("single-quotes", "{'fInt32':1}", 2), ("number-as-key", "{1:1}", 2), ("garbage-behind", '{"fInt32":1}x', 13),
            ("two-values", '{"fInt32":1}{}', 13), ("two-closed", '{"fInt32":1}}', 13), ("comment", '{/**/"fInt32":1}', 2),
            ("equals", '{"fInt32"=1}', 10), ("control-in-string", '{"fString":"a\tb"}', 14),
            ("wrong-bracket", '{"fInt32":1]', 12), ("word-cut", '{"fInt32":nul}', 11), ("no-word", '{"fBool":tru}', 10),
            ("long-word", '{"fBool":truefalse}', 14), ("capital-word", '{"fBool":True}', 10), ("vertical-tab", "{\v}", 2),
            ("byte-order-mark", "\ufeff{}", 1), ("form-feed", "\f{}", 1), ("no-break-space", "\u00a0{}", 1)):
        refuses(f"syntax.{name}", S, text, "SYNTAX", line=1, column=column_, offset=column_ - 1)
    refuses("syntax.nul-behind", S, b"{}\0", "SYNTAX", line=1, column=3)
    refuses("syntax.line-and-column", S, '{\n  "fInt32": 1,\n  "fBool": maybe\n}\n', "SYNTAX", line=3, column=12, offset=28,
            path="vectors.p3.Scalars.f_bool")
    refuses("syntax.carriage-returns-are-no-lines", S, '{\r\n"fInt32":\r\nx}', "SYNTAX", line=3, column=1)
    for name, text in (("list-trailing-comma", "[1,]"), ("list-comma-alone", "[,]"), ("list-leading-comma", "[,1]"),
                       ("list-no-comma", "[1 2]"), ("list-cut", "[1"), ("list-cut-after-comma", "[1,"),
                       ("list-wrong-bracket", "[1}")):
        refuses(f"syntax.{name}", "p3.Lists", '{"fInt32":' + text + ("}" if "cut" not in name else ""), "SYNTAX")
    for name, text in (("map-trailing-comma", '{"1":1,}'), ("map-bare-key", "{1:1}"), ("map-no-colon", '{"1" 1}'),
                       ("map-comma-alone", "{,}")):
        refuses(f"syntax.{name}", "p3.Maps", '{"int32Int32":' + text + "}", "SYNTAX")
    for name, text in (("list", "[]"), ("string", '"a"'), ("number", "1"), ("null", "null"), ("true", "true")):
        refuses(f"top-level.{name}", S, text, "VALUE", line=1, column=1, path="vectors.p3.Scalars")
    # A value of the wrong kind is good JSON.
    for kind in ("int32", "uint64", "double", "float", "bool", "string", "bytes", "enum", "message"):
        key = f"f{kind.capitalize()}"
        for name, text in (("object", '{"x":1}'), ("list", "[1]"), ("true", "true"), ("string", '"?"'), ("number", "7")):
            good = {"bool": "true", "string": "string", "enum": "number", "message": "object"}.get(kind)
            if name == good or (name == "number" and kind not in ("bool", "string", "bytes", "message")):
                continue
            refuses(f"wrong-kind.{kind}.{name}", S, f'{{"{key}":{text}}}', "VALUE", offset=len(key) + 4)
    refuses("wrong-kind.list.object", "p3.Lists", '{"fInt32":{}}', "VALUE", offset=10)
    refuses("wrong-kind.list.number", "p3.Lists", '{"fInt32":1}', "VALUE", offset=10)
    refuses("wrong-kind.list.nested", "p3.Lists", '{"fInt32":[[1]]}', "VALUE", path="vectors.p3.Lists.f_int32[0]")
    refuses("wrong-kind.map.list", "p3.Maps", '{"int32Int32":[]}', "VALUE", offset=14)
    refuses("wrong-kind.map.string", "p3.Maps", '{"int32Int32":""}', "VALUE", offset=14)


# ---- integers ---------------------------------------------------------------------------------------

INTEGERS = [(k, 64 if "64" in k else 32, not (k.startswith("u") or k.startswith("f")))
            for k in ("int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64")]


def integer(kind, value):
    n = NUMBER[kind]
    if "fixed" in kind:
        wide = "64" in kind
        return tag(n, FIXED64 if wide else FIXED32) + (value & (1 << (64 if wide else 32)) - 1).to_bytes(8 if wide else 4, "little")
    return vint(n, zigzag(value) if kind.startswith("s") else value)


def integers():
    for kind, bits, signed in INTEGERS:
        key = "f" + kind.capitalize()
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        quote = '"' if bits == 64 else ""
        for value in [1, 40, 9, 10, 99, 100, 1 << 31 - 1, high, high - 1] + ([low, low + 1, -1] if signed else []):
            data, canonical = integer(kind, value), f'{{"{key}":{quote}{value}{quote}}}'
            where = {high: "highest", low: "lowest"}.get(value, str(value))
            reads(f"{kind}.{where}.bare", S, f'{{"{key}":{value}}}', data, canonical)
            reads(f"{kind}.{where}.quoted", S, f'{{"{key}":"{value}"}}', data, canonical)
        for name, value in (("above", high + 1), ("far-above", high * 10), ("2^64", 1 << 64), ("twenty-digits", 10 ** 20 - 1),
                            ("thirty-digits", 10 ** 30), ("below", low - 1), ("far-below", low * 10 - 7)):
            refuses(f"{kind}.{name}.bare", S, f'{{"{key}":{value}}}', "VALUE", path=f"vectors.p3.Scalars.f_{kind}")
            refuses(f"{kind}.{name}.quoted", S, f'{{"{key}":"{value}"}}', "VALUE", offset=len(key) + 4)
        if kind not in ("int32", "uint64"):
            continue
        for text in ("1e5", "1E5", "1e+5", "100000.000", "100000e0", "1000000e-1", "0.1e6", "100000", "10.0e4", "1e0005",
                     "0.00001e10", "1000000000000000000000000e-19"):
            for name, quoted in ((f"{kind}.{text}.bare", text), (f"{kind}.{text}.quoted", f'"{text}"')):
                reads(name, S, f'{{"{key}":{quoted}}}', integer(kind, 100000), f'{{"{key}":{quote}100000{quote}}}')
        for text in ("0", "-0", "0.0", "0e5", "-0.0e-7", "0e999999999999"):
            reads(f"{kind}.{text}", S, f'{{"{key}":{text}}}', b"", "{}")
        for text in ("0.5", "1e-1", "1.5", "1e536870000", "-1e536870000", "1e-536870000", "1e99999999999999999999", "0.1e0",
                     "123456789012345678901234567890e-29", "1.00000000000000000000000000001"):
            refuses(f"{kind}.{text}.bare", S, f'{{"{key}":{text}}}', "VALUE", offset=len(key) + 4)
            refuses(f"{kind}.{text}.quoted", S, f'{{"{key}":"{text}"}}', "VALUE")
        for text in ("", " 1", "1 ", "12abc", "+1", "01", "0x1", "1.", ".5", "1e", "1e+", "-", "--1", "NaN", "Infinity", "true",
                     "null", "1_000", "1,0"):
            refuses(f"{kind}.quoted-{text}".rstrip(), S, f'{{"{key}":"{text}"}}', "VALUE", offset=len(key) + 4)
        for text in ("+1", "01", "-01", "0x1", "1.", ".5", "1e", "1e+", "-", "--1", "NaN", "Infinity", "-Infinity", "1a", "00"):
            refuses(f"{kind}.bare-{text}", S, f'{{"{key}":{text}}}', "SYNTAX")
        reads(f"{kind}.null", S, f'{{"{key}":null}}', b"", "{}")
    reads("uint64.escaped-digits", S, '{"fUint64":"\\u0031\\u0032"}', vint(6, 12), '{"fUint64":"12"}')
    reads("int64.exact-beyond-double", S, '{"fInt64":9007199254740993}', vint(4, 9007199254740993), '{"fInt64":"9007199254740993"}')
    prints("int64.int64_numbers", S, vint(4, -5) + vint(6, (1 << 64) - 1), '{"fInt64":-5,"fUint64":18446744073709551615}',
           "int64_numbers")


# ---- floats -----------------------------------------------------------------------------------------

def floats():
    for kind, code, wire in (("double", "<d", FIXED64), ("float", "<f", FIXED32)):
        key, t = "f" + kind.capitalize(), tag(NUMBER[kind], wire)
        wide = kind == "double"

        def good(text, value, canonical, name=None):
            canonical = text if canonical is None else canonical
            reads(f"{kind}.{name or text}", S, f'{{"{key}":{text}}}', t + struct.pack(code, value), f'{{"{key}":{canonical}}}')

        good("1", 1.0, None)
        good("1.5", 1.5, None)
        good("-1.5", -1.5, None)
        good('"1.5"', 1.5, "1.5", "quoted")
        good("-0", -0.0, None, "minus-zero")
        good("-0.0", -0.0, "-0", "minus-zero-point")
        good('"-0"', -0.0, "-0", "minus-zero-quoted")
        good("0.1", 0.1, None)
        good("1e5", 1e5, "100000")
        good("1E+5", 1e5, "100000")
        good("1e-5", 1e-5, "0.00001")
        good("1e21", 1e21, "1e+21")
        good("123456789", 123456789.0, "123456789" if wide else "123456790")
        good("16777217", 16777217.0, "16777217" if wide else "16777216")
        good('"NaN"', float("nan"), None, "nan")
        good('"Infinity"', float("inf"), None, "infinity")
        good('"-Infinity"', float("-inf"), None, "minus-infinity")
        if wide:
            good("1.7976931348623157e308", 1.7976931348623157e308, "1.7976931348623157e+308")
            good("-1.7976931348623157e308", -1.7976931348623157e308, "-1.7976931348623157e+308")
            good("5e-324", 5e-324, None)
            good("2.2250738585072014e-308", 2.2250738585072014e-308, None)
            good("2.2250738585072011e-308", 2.2250738585072011e-308, "2.225073858507201e-308")
            good("9007199254740993", 9007199254740992.0, "9007199254740992")
            good("0.1000000000000000055511151231257827021181583404541015625", 0.1, "0.1", "all-digits-of-0.1")
            good("1.7976931348623158e308", 1.7976931348623157e308, "1.7976931348623157e+308", "just-above-largest")
            good("0.30000000000000004", 0.1 + 0.2, None)
        else:
            good("3.4028235e38", 3.4028234663852886e38, "3.4028235e+38")
            good("-3.4028235e38", -3.4028234663852886e38, "-3.4028235e+38")
            good("1e-45", 1.401298464324817e-45, None)
            good("1.17549435e-38", 1.1754943508222875e-38, "1.1754944e-38")
            good("0.3", 0.3, None)
            good("8388609.5", 8388610.0, "8388610", "tie-to-even")
            good("1.000000059604644775390625", 1.0, "1", "half-way")
            good("1.00000005960464477539062500000000000000001", 1.0000001192092896, "1.0000001", "just-above-half-way")
        for text in ("NaN", "Infinity", "-Infinity", "nan", "inf", "1.", ".5", "+1", "01", "1e", "0x1p3", "1f"):
            refuses(f"{kind}.bare-{text}", S, f'{{"{key}":{text}}}', "SYNTAX")
        for text in ("", " 1", "1 ", "nan", "infinity", "+Infinity", "inf", "1x", "1.", ".5", "+1", "01", "-NaN"):
            refuses(f"{kind}.quoted-{text}".rstrip(), S, f'{{"{key}":"{text}"}}', "VALUE")
        for text in (("1e309", "-1e309", "1.797693134862315808e308", "1e999999999999") if wide else
                     ("1e39", "-1e39", "3.40282357e38", "3.5e38", "1e308")):
            refuses(f"{kind}.{text}.bare", S, f'{{"{key}":{text}}}', "VALUE")
            refuses(f"{kind}.{text}.quoted", S, f'{{"{key}":"{text}"}}', "VALUE")
        reads(f"{kind}.too-small", S, f'{{"{key}":1e-400}}', b"", "{}")
        reads(f"{kind}.null", S, f'{{"{key}":null}}', b"", "{}")
        prints(f"{kind}.nan-of-any-kind", S, t + bytes.fromhex("010000000000f0ff" if wide else "010080ff"),
               f'{{"{key}":"NaN"}}')


# ---- strings, bytes ---------------------------------------------------------------------------------

def strings():
    def good(name, text, value, json="same"):
        reads(f"string.{name}", S, text if isinstance(text, bytes) else f'{{"fString":"{text}"}}', delimited(14, value),
              json if json == "same" else f'{{"fString":"{json}"}}')

    def bad(name, text, error, **place):
        refuses(f"string.{name}", S, b'{"fString":"' + text + b'"}' if isinstance(text, bytes) else f'{{"fString":"{text}"}}',
                error, **place)

    good("plain", "hello", b"hello")
    reads("string.empty", S, '{"fString":""}', b"", "{}")
    good("escapes", '\\"\\\\\\/\\b\\f\\n\\r\\t', b'"\\/\b\f\n\r\t', '\\"\\\\/\\b\\f\\n\\r\\t')
    good("controls", "\\u0000\\u0001\\u001f", b"\0\1\x1f")
    good("del-is-no-control", "\x7f", b"\x7f")
    good("u-escape", "\\u0041\\u00e9\\u20AC\\u20ac", "Aé€€".encode(), "Aé€€")
    good("u-first-of-each-size", "\\u0080\\u07ff\\u0800\\uffff", "\u0080\u07ff\u0800\uffff".encode(), "\u0080\u07ff\u0800\uffff")
    good("surrogates", "\\ud83d\\ude00", "😀".encode(), "😀")
    good("surrogates-capital", "\\uD83D\\uDE00", "😀".encode(), "😀")
    good("first-pair", "\\ud800\\udc00", "\U00010000".encode(), "\U00010000")
    good("last-pair", "\\udbff\\udfff", "\U0010ffff".encode(), "\U0010ffff")
    good("beside-surrogates", "\\ud7ff\\ue000", "\ud7ff\ue000".encode(), "\ud7ff\ue000")
    good("utf8", "aé€😀", "aé€😀".encode())
    good("line-separators", "\u2028\u2029", "\u2028\u2029".encode())
    good("html", "<a href='x'>&</a>", b"<a href='x'>&</a>")
    for n in (1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100):
        good(f"{n}-then-escape", "a" * n + "\\n", b"a" * n + b"\n")
        good(f"{n}-then-two-bytes", "a" * n + "é", b"a" * n + "é".encode())
        good(f"{n}-then-quote-then-{n}", "a" * n + '\\"' + "b" * n, b"a" * n + b'"' + b"b" * n)
        bad(f"{n}-then-bad-utf8", b"a" * n + b"\xff", "UTF8", offset=12 + n, path="vectors.p3.Scalars.f_string")
        bad(f"{n}-then-control", b"a" * n + b"\x1f", "SYNTAX", offset=12 + n)
    for name, text in (("lone-high", "\\ud83d"), ("lone-low", "\\ude00"), ("swapped", "\\ude00\\ud83d"), ("two-highs", "\\ud83d\\ud83d"),
                       ("high-then-text", "\\ud83dx"), ("high-then-escape", "\\ud83d\\n"), ("high-then-bmp", "\\ud83d\\u0041"),
                       ("high-at-end", "a\\ud83d")):
        bad(name, text, "UTF8")
    for name, text in (("unknown-escape", "\\x41"), ("capital-u", "\\U0041"), ("three-digits", "\\u004"), ("no-digits", "\\u"),
                       ("not-hex", "\\u00g1"), ("signed-hex", "\\u+041"), ("octal", "\\012"), ("escaped-quote-single", "\\'"),
                       ("high-then-cut", "\\ud83d\\u12"), ("newline", "a\nb"), ("escaped-newline", "\\\n")):
        bad(name, text, "UTF8" if name == "high-then-cut" else "SYNTAX")
    bad("nul", b"a\0b", "SYNTAX", offset=13)
    for name, raw in (("lone-continuation", "80"), ("long-nul", "c080"), ("surrogate", "eda080"), ("above-10ffff", "f4908080"),
                      ("cut", "e282"), ("ff", "ff"), ("cesu", "eda0bdedb880")):
        bad(f"raw-{name}", bytes.fromhex(raw), "UTF8", offset=12)
    bad("bad-behind-escape", b"\\n\xff", "UTF8", offset=14)
    refuses("string.bad-utf8-in-key", S, b'{"f\xff":1}', "UTF8", offset=3)
    refuses("string.bad-utf8-in-unknown-value", S, b'{"x":"\xff"}', "UTF8", "ignore_unknown", offset=6)
    refuses("string.lone-surrogate-in-unknown-value", S, '{"x":"\\ud800"}', "UTF8", "ignore_unknown")
    refuses("string.bad-utf8-in-map-key", "p3.Maps", b'{"stringString":{"\xff":""}}', "UTF8", offset=18)
    unprintable("string.proto2-not-utf8", "p2.Scalars", delimited(14, b"a\xff"), "UTF8", path="vectors.p2.Scalars.f_string")
    unprintable("string.proto2-not-utf8-in-list", "p2.Strings", delimited(2, b"a") + delimited(2, b"\xff"), "UTF8",
                path="vectors.p2.Strings.many[1]")

    def base64(name, text, value, canonical=None):
        reads(f"bytes.{name}", S, f'{{"fBytes":"{text}"}}', delimited(15, value) if value else b"",
              f'{{"fBytes":"{canonical or text}"}}' if value else "{}")

    base64("empty", "", b"")
    base64("one", "AQ==", b"\1")
    base64("two", "AQI=", b"\1\2")
    base64("three", "AQID", b"\1\2\3")
    base64("unpadded-one", "AQ", b"\1", "AQ==")
    base64("unpadded-two", "AQI", b"\1\2", "AQI=")
    base64("standard", "+/+/", b"\xfb\xff\xbf")
    base64("url", "-_-_", b"\xfb\xff\xbf", "+/+/")
    base64("both", "-/+_", b"\xfb\xff\xbf", "+/+/")
    base64("url-unpadded", "-_8", b"\xfb\xff", "+/8=")
    base64("escaped", "\\u0041Q==", b"\1", "AQ==")
    base64("escaped-slash", "+\\/+\\/", b"\xfb\xff\xbf", "+/+/")
    base64("long", "QUJD" * 50, b"ABC" * 50)
    for name, text in (("exclamation", "AQ!="), ("blank", "AQ I"), ("newline-escape", "AQ\\nI"), ("one-character", "A"),
                       ("five-characters", "AQIDB"), ("padding-alone", "="), ("two-paddings-alone", "=="), ("padding-inside", "A=QI"),
                       ("padding-between", "AQ==AQ=="), ("three-paddings", "A==="), ("not-ascii", "AQé="), ("padding-too-much", "AQID====")):
        refuses(f"bytes.{name}", S, f'{{"fBytes":"{text}"}}', "VALUE", path="vectors.p3.Scalars.f_bytes")


# ---- names ------------------------------------------------------------------------------------------

def names():
    for number, json, proto in ((1, "snakeCase", "snake_case"), (2, "Leading", "_leading"), (3, "trailing", "trailing_"),
                                (4, "doubleUnder", "double__under"), (5, "FieldName", "FieldName"), (6, "foo3Bar", "foo_3_bar"),
                                (7, "foo3bar", "foo3bar"), (8, "mixedCaseName", "mixedCase_name"),
                                (10, 'a \\"quote\\"', "quote"), (11, "new\\nline", "newline"), (12, "back\\\\slash", "backslash"),
                                (13, "ключ é 😀", "unicode"), (14, "\\u0001\\t\x7f", "control"), (15, "a/b", "slash"),
                                (16, " ", "blank"), (17, "@", "at"), (18, "x", "one_letter"),
                                (21, "aNameOfMoreThanSixtyFourCharactersSoThatItTakesSeveralVectors",
                                 "a_name_of_more_than_sixty_four_characters_so_that_it_takes_several_vectors")):
        data = vint(number, 7)
        reads(f"name.{proto[:20]}", N, f'{{"{json}":7}}', data)
        reads(f"name.{proto[:20]}.as-proto", N, f'{{"{proto}":7}}', data, f'{{"{json}":7}}')
        prints(f"name.{proto[:20]}.proto_names", N, data, f'{{"{proto}":7}}', "proto_names")
    reads("name.escaped", N, '{"\\u0073nake\\u0043ase":7}', vint(1, 7), '{"snakeCase":7}')
    reads("name.unicode-escaped", N, '{"\\u043a\\u043b\\u044e\\u0447 \\u00e9 \\ud83d\\ude00":7}', vint(13, 7), '{"ключ é 😀":7}')
    reads("name.control-otherwise", N, '{"\\u0001\\u0009\x7f":7}', vint(14, 7), '{"\\u0001\\t\x7f":7}')
    reads("name.json-name-before-proto-name", "hidden.Names", '{"swapped_a":7}', vint(2, 7), "same",
          note="a json_name counts before the name of another field")
    reads("name.nested", N, '{"in\\"ner":{"li\\nst":[{},{"x":1}]}}',
          delimited(30, delimited(31, b"") + delimited(31, vint(18, 1))))
    reads("name.any-order", S, '{"fBool":true,"fInt32":1,"fDouble":1}',
          tag(1, FIXED64) + struct.pack("<d", 1) + vint(3, 1) + vint(13, 1), '{"fDouble":1,"fInt32":1,"fBool":true}')
    for name, text in (("twice", '{"snakeCase":1,"snakeCase":2}'), ("twice-as-both", '{"snakeCase":1,"snake_case":2}'),
                       ("twice-as-both-reversed", '{"snake_case":1,"snakeCase":2}'), ("twice-null-first", '{"snakeCase":null,"snakeCase":2}'),
                       ("twice-message", '{"inner":{},"in\\"ner":{}}'), ("twice-list", '{"list":[],"list":[]}')):
        refuses(f"name.{name}", N, text, "VALUE")
    refuses("name.twice.place", N, '{"snakeCase":1,\n "snake_case":2}', "VALUE", line=2, column=2, path="vectors.json.Names.snake_case")
    reads("name.wide.all", "json.Wide", '{"f66":1,"child":{"f65":2},"f01":3}', vint(1, 3) + vint(66, 1) + delimited(67, vint(65, 2)),
          '{"f01":3,"f66":1,"child":{"f65":2}}')
    for n in ("01", "64", "65", "66"):
        refuses(f"name.wide.twice-{n}", "json.Wide", f'{{"f{n}":1,"f{n}":1}}', "VALUE", path=f"vectors.json.Wide.f{n}")
    for name, text in (("unknown", '{"x":1}'), ("case-counts", '{"FINT32":1}'), ("lower", '{"fint32":1}'), ("empty", '{"":1}'),
                       ("prefix", '{"fInt3":1}'), ("longer", '{"fInt322":1}'), ("bracketed", '{"[fInt32]":1}'), ("nul", '{"fInt32\\u0000":1}')):
        refuses(f"name.not-found.{name}", S, text, "NOT_FOUND", line=1, column=2)
    for name, text in (("number", "1"), ("string", '"a\\n\\u00e9"'), ("object", '{"a":{"b":[1,{}]}}'), ("list", '[1,"a",[null,true,false],{}]'),
                       ("null", "null"), ("true", "true"), ("float", "-1.5e-7"), ("huge", "1e999999")):
        reads(f"name.ignored.{name}", S, f'{{"x":{text},"fInt32":1,"y":{text}}}', vint(3, 1), '{"fInt32":1}', "ignore_unknown")
    for name, text in (("cut", '{"x":'), ("cut-object", '{"x":{'), ("bad-number", '{"x":01}'), ("bad-word", '{"x":nul}'),
                       ("bad-key", '{"x":{1:2}}'), ("trailing-comma", '{"x":[1,]}'), ("trailing-comma-object", '{"x":{"a":1,}}'), ("bad-escape", '{"x":"\\q"}'),
                       ("no-value", '{"x":}'), ("bare", '{"x":y}'), ("mismatched", '{"x":[1}}')):
        refuses(f"name.ignored.{name}", S, text, "SYNTAX", "ignore_unknown")


# ---- null -------------------------------------------------------------------------------------------

def nulls():
    for kind, _ in KINDS:
        if kind not in {k for k, _, _ in INTEGERS} | {"double", "float"}:
            reads(f"null.{kind}", S, f'{{"f{kind.capitalize()}":null}}', b"", "{}")
        reads(f"null.optional.{kind}", "p3.Optional", f'{{"f{kind.capitalize()}":null}}', b"", "{}")
        reads(f"null.list.{kind}", "p3.Lists", f'{{"f{kind.capitalize()}":null}}', b"", "{}")
        refuses(f"null.in-list.{kind}", "p3.Lists", f'{{"f{kind.capitalize()}":[null]}}', "VALUE",
                path=f"vectors.p3.Lists.f_{kind}[0]")
    reads("null.map", "p3.Maps", '{"int32Int32":null}', b"", "{}")
    for key, k in (("int32Int32", "1"), ("boolBool", "true"), ("stringString", "a"), ("stringBytes", "a"), ("stringColor", "a"),
                   ("stringScalars", "a"), ("stringDouble", "a")):
        refuses(f"null.in-map.{key}", "p3.Maps", f'{{"{key}":{{"{k}":null}}}}', "VALUE")
    refuses("null.in-list.second", "p3.Lists", '{"fInt32":[1,null]}', "VALUE", path="vectors.p3.Lists.f_int32[1]", offset=13)
    reads("null.in-oneof", "p3.Oneof", '{"fInt32":null,"fString":"a"}', delimited(10, b"a"), '{"fString":"a"}')
    reads("null.in-oneof.all", "p3.Oneof", '{"fInt32":null,"fString":null,"fTree":null}', b"", "{}")
    reads("null.optional-zero-kept", "p3.Optional", '{"fInt32":0,"fString":"","fBool":false}',
          vint(3, 0) + vint(13, 0) + delimited(14, b""), '{"fInt32":0,"fBool":false,"fString":""}')
    reads("null.value", K, '{"value":null}', delimited(5, vint(1, 0)))
    reads("null.value-in-list", K, '{"values":[null,1]}', delimited(22, vint(1, 0)) + delimited(22, tag(2, 1) + struct.pack("<d", 1)))
    reads("null.value-in-map", K, '{"valueOf":{"a":null}}', delimited(31, delimited(1, b"a") + delimited(2, vint(1, 0))))
    reads("null.value-in-oneof", K, '{"oneValue":null}', delimited(42, vint(1, 0)))
    reads("null.null", K, '{"null":null}', b"", "{}")
    reads("null.null-by-name", K, '{"null":"NULL_VALUE","optionalNull":"NULL_VALUE"}', vint(10, 0), '{"optionalNull":null}')
    reads("null.null-by-number", K, '{"optionalNull":0}', vint(10, 0), '{"optionalNull":null}')
    reads("null.null-optional", K, '{"optionalNull":null}', vint(10, 0))
    reads("null.null-other-number", K, '{"null":7,"optionalNull":7}', vint(9, 7) + vint(10, 7), note="only zero is null")
    reads("null.nulls", K, '{"nulls":[null,null]}', delimited(23, b"\0\0"))
    reads("null.null-in-map", K, '{"nullOf":{"a":null}}', delimited(32, delimited(1, b"a") + vint(2, 0)))
    reads("null.null-in-oneof", K, '{"oneNull":null}', vint(41, 0))
    refuses("null.null-in-oneof-and-another", K, '{"oneNull":null,"oneString":"a"}', "VALUE")
    for name, key in (("time", "time"), ("duration", "duration"), ("mask", "mask"), ("struct", "struct"), ("list", "list"), ("any", "any"),
                      ("empty", "empty"), ("wrapper", "wInt32"), ("wrapper-string", "wString"), ("wrapped-oneof", "oneWrapped")):
        reads(f"null.{name}", K, f'{{"{key}":null}}', b"", "{}")
    for key in ("times", "anys", "wInt32s", "lists"):
        refuses(f"null.in-{key}", K, f'{{"{key}":[null]}}', "VALUE")
    refuses("null.in-time-map", K, '{"timeOf":{"a":null}}', "VALUE")


# ---- enums, oneofs, lists, maps ---------------------------------------------------------------------

def enums():
    E, C = "json.Enums", "p2.Enums"
    reads("enum.name", E, '{"one":"ONE"}', vint(1, 1))
    reads("enum.alias", E, '{"one":"UNO"}', vint(1, 1), '{"one":"ONE"}', note="the first name of a number is printed")
    reads("enum.negative", E, '{"one":"MINUS"}', vint(1, -1))
    reads("enum.number", E, '{"one":1}', vint(1, 1), '{"one":"ONE"}')
    reads("enum.number-as-float", E, '{"one":1.0e0}', vint(1, 1), '{"one":"ONE"}')
    reads("enum.zero", E, '{"one":"ZERO"}', b"", "{}")
    reads("enum.zero-optional", E, '{"maybe":"ZERO"}', vint(2, 0))
    reads("enum.open-unknown", E, '{"one":77}', vint(1, 77))
    reads("enum.open-lowest", E, '{"one":-2147483648}', vint(1, -(1 << 31)))
    reads("enum.open-highest", E, '{"one":2147483647}', vint(1, (1 << 31) - 1))
    reads("enum.escaped", E, '{"one":"\\u004fNE"}', vint(1, 1), '{"one":"ONE"}')
    reads("enum.list", E, '{"many":["ONE",77,-1,"ZERO"]}', delimited(3, b"\1\x4d" + varint(-1) + b"\0"),
          '{"many":["ONE",77,"MINUS","ZERO"]}')
    prints("enum.enum_numbers", E, vint(1, 1) + delimited(3, b"\0\1"), '{"one":1,"many":[0,1]}', "enum_numbers")
    prints("enum.null-enum_numbers", K, vint(10, 0), '{"optionalNull":0}', "enum_numbers")
    for name, text in (("unknown-name", '"TWO"'), ("lower-case", '"one"'), ("number-in-quotes", '"1"'), ("empty", '""'), ("half", "0.5"),
                       ("too-large", "2147483648"), ("too-small", "-2147483649"), ("blank", '" ONE"')):
        refuses(f"enum.{name}", E, f'{{"one":{text}}}', "VALUE", path="vectors.json.Enums.one")
    refuses("enum.unknown-name-in-list", E, '{"many":["ONE","TWO"]}', "VALUE", path="vectors.json.Enums.many[1]")
    refuses("enum.unknown-name-in-map", E, '{"byName":{"k":"TWO"}}', "VALUE", path='vectors.json.Enums.by_name["k"]')
    reads("enum.ignored", E, '{"one":"TWO","maybe":"TWO"}', b"", "{}", "ignore_unknown")
    reads("enum.ignored-in-list", E, '{"many":["TWO","ONE","TWO"]}', delimited(3, b"\1"), '{"many":["ONE"]}', "ignore_unknown")
    reads("enum.ignored-in-list-first-then-comma", E, '{"many":["TWO"]}', b"", "{}", "ignore_unknown")
    reads("enum.ignored-in-map", E, '{"byName":{"a":"TWO","b":"ONE"}}', delimited(4, delimited(1, b"b") + vint(2, 1)), '{"byName":{"b":"ONE"}}', "ignore_unknown")
    reads("enum.ignored-in-oneof", K, '{"oneEnum":"TWO","oneString":"a"}', delimited(43, b"a"), '{"oneString":"a"}', "ignore_unknown")
    reads("enum.closed", C, '{"one":"TWO","many":[-1]}', vint(1, 2) + vint(2, -1), '{"one":"TWO","many":["MINUS"]}')
    refuses("enum.closed-unknown-number", C, '{"one":77}', "VALUE")
    reads("enum.closed-unknown-number-ignored", C, '{"one":77,"many":[1,77]}', vint(2, 1), '{"many":["ONE"]}', "ignore_unknown")
    prints("enum.closed-unknown-left-out", C, vint(1, 77) + vint(2, 1), '{"many":["ONE"]}', output=vint(2, 1) + vint(1, 77),
           note="it is an unknown field, which JSON has no place for")

    reads("oneof.zero-kept", "p3.Oneof", '{"fInt32":0}', vint(4, 0))
    reads("oneof.message", "p3.Oneof", '{"fTree":{}}', delimited(13, b""))
    refuses("oneof.two", "p3.Oneof", '{"fInt32":1,"fString":"a"}', "VALUE", path="vectors.p3.Oneof.f_string")
    refuses("oneof.two-messages", "p3.Oneof", '{"fTree":{},"fScalars":{}}', "VALUE", path="vectors.p3.Oneof.f_scalars")
    refuses("oneof.two-zeros", "p3.Oneof", '{"fInt32":0,"fBool":false}', "VALUE")

    reads("list.empty", "p3.Lists", '{"fInt32":[],"fString":[],"fMessage":[]}', b"", "{}")
    reads("list.all", "p3.Lists", '{"fBool":[true,false],"fString":["","a"],"fMessage":[{},{"fInt32":1}]}',
          delimited(13, b"\1\0") + delimited(14, b"") + delimited(14, b"a") + delimited(17, b"") + delimited(17, vint(3, 1)))
    reads("list.1000", "p3.Lists", '{"fInt32":[' + ",".join(["7"] * 1000) + "]}", hexes(tag(3, 2) + varint(1000), "07*1000"))
    prints("always_print", S, b"", '{"fDouble":0,"fFloat":0,"fInt32":0,"fInt64":"0","fUint32":0,"fUint64":"0","fSint32":0,"fSint64":"0",'
           '"fFixed32":0,"fFixed64":"0","fSfixed32":0,"fSfixed64":"0","fBool":false,"fString":"","fBytes":"","fEnum":"ZERO"}', "always_print")
    prints("always_print.lists-and-maps", "json.Enums", vint(2, 0), '{"one":"ZERO","maybe":"ZERO","many":[],"byName":{}}', "always_print")
    prints("always_print.optional", "p3.Optional", b"", "{}", "always_print")
    prints("always_print.oneof", "p3.Oneof", b"", '{"before":0,"after":0}', "always_print")
    prints("always_print.proto2", "p2.Scalars", b"", "{}", "always_print")
    prints("always_print.proto_names", "p3.Oneof", vint(4, 0), '{"before":0,"f_int32":0,"after":0}', "always_print proto_names")


def maps():
    M = "p3.Maps"

    def pair(number, key, value):
        return delimited(number, key + value)

    for i, (kind, bits, signed) in enumerate((("int32", 32, 1), ("int64", 64, 1), ("uint32", 32, 0), ("uint64", 64, 0), ("sint32", 32, 1), ("sint64", 64, 1),
                                              ("fixed32", 32, 0), ("fixed64", 64, 0), ("sfixed32", 32, 1), ("sfixed64", 64, 1))):
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        name = kind + kind.capitalize()
        q = '"' if bits == 64 else ""

        def part(n, value):
            if "fixed" in kind:
                return tag(n, FIXED64 if bits == 64 else FIXED32) + (value & (1 << bits) - 1).to_bytes(bits // 8, "little")
            return vint(n, zigzag(value) if kind.startswith("s") else value)

        for value in (high, low):
            reads(f"map.{kind}.{'highest' if value == high else 'lowest'}", M, f'{{"{name}":{{"{value}":{q}{value}{q}}}}}',
                  pair(i + 1, part(1, value), part(2, value)))
        reads(f"map.{kind}.exponent-key", M, f'{{"{name}":{{"1e1":1}}}}', pair(i + 1, part(1, 10), part(2, 1)), f'{{"{name}":{{"10":{q}1{q}}}}}')
        for what, key in (("key-above", high + 1), ("key-below", low - 1), ("half-key", "0.5"), ("empty-key", ""), ("blank-key", " 1"), ("word-key", "x")):
            refuses(f"map.{kind}.{what}", M, f'{{"{name}":{{"{key}":1}}}}', "VALUE", offset=len(name) + 5)
        refuses(f"map.{kind}.bare-key", M, f'{{"{name}":{{1:1}}}}', "SYNTAX")
    reads("map.bool", M, '{"boolBool":{"true":false,"false":true}}', pair(11, vint(1, 0), vint(2, 1)) + pair(11, vint(1, 1), vint(2, 0)),
          '{"boolBool":{"false":true,"true":false}}')
    for key in ("TRUE", "True", "1", "", "t", " true", "yes"):
        refuses(f"map.bool.key-{key}", M, f'{{"boolBool":{{"{key}":true}}}}', "VALUE")
    refuses("map.bool.bare-key", M, '{"boolBool":{true:true}}', "SYNTAX")
    reads("map.string", M, '{"stringString":{"":"","a\\n\\"é":"b"}}', pair(12, delimited(1, b""), delimited(2, b"")) + pair(12, delimited(1, 'a\n"é'.encode()), delimited(2, b"b")))
    reads("map.values", M, '{"stringDouble":{"a":-0},"stringBytes":{"a":"AQ=="},"stringColor":{"a":"RED"},"stringScalars":{"a":{}}}',
          pair(13, delimited(1, b"a"), tag(2, 1) + struct.pack("<d", -0.0)) + pair(15, delimited(1, b"a"), delimited(2, b"\1"))
          + pair(16, delimited(1, b"a"), vint(2, 1)) + pair(17, delimited(1, b"a"), delimited(2, b"")))
    reads("map.key-twice", M, '{"int32Int32":{"1":2,"1":3}}', pair(1, vint(1, 1), vint(2, 3)), '{"int32Int32":{"1":3}}', note="the last one wins, as in binary")
    reads("map.key-twice-otherwise-written", M, '{"int32Int32":{"1":2,"1.0":3}}', pair(1, vint(1, 1), vint(2, 3)), '{"int32Int32":{"1":3}}')
    reads("map.empty", M, '{"int32Int32":{}}', b"", "{}")
    reads("map.sorted", M, '{"int32Int32":{"2":1,"10":1,"-1":1}}', b"".join(pair(1, vint(1, k), vint(2, 1)) for k in (-1, 2, 10)),
          '{"int32Int32":{"-1":1,"2":1,"10":1}}', note="json is printed with PBW_DETERMINISTIC: by key")
    reads("map.nested", M, '{"int32Maps":{"1":{"int32Maps":{"2":{}}}}}', pair(18, vint(1, 1), delimited(2, pair(18, vint(1, 2), delimited(2, b"")))))
    refuses("map.value-place", M, '{"int32Maps":{"1":{"stringString":{"k":1}}}}', "VALUE", path='vectors.p3.Maps.int32_maps[1].string_string["k"]')


# ---- extensions, groups, required -------------------------------------------------------------------

def proto2():
    X = "p2.Extendable"
    reads("extension.scalar", X, '{"[vectors.p2.ext_int32]":5}', vint(100, 5))
    reads("extension.with-fields", X, '{"[vectors.p2.ext_string]":"a","after":"z","id":1}', vint(1, 1) + delimited(101, b"a") + delimited(1000, b"z"),
          '{"id":1,"[vectors.p2.ext_string]":"a","after":"z"}')
    reads("extension.list", X, '{"[vectors.p2.ext_packed]":[1,2],"[vectors.p2.ext_strings]":["a",""]}', delimited(103, b"\1\2") + delimited(105, b"a") + delimited(105, b""))
    reads("extension.enum", X, '{"[vectors.p2.ext_enum]":"TWO"}', vint(104, 2))
    reads("extension.group", X, '{"[vectors.p2.extgroup]":{"a":1}}', ext(106, vint(1, 1)))
    reads("extension.nested", X, '{"[vectors.p2.Payload.nested]":{"a":1},"[vectors.p2.Payload.nested_list]":[{},{"b":"x"}]}',
          delimited(110, vint(1, 1)) + delimited(111, b"") + delimited(111, delimited(2, b"x")))
    reads("extension.null", X, '{"[vectors.p2.ext_int32]":null}', b"", "{}")
    reads("extension.escaped", X, '{"\\u005bvectors.p2.ext_int32\\u005d":5}', vint(100, 5), '{"[vectors.p2.ext_int32]":5}')
    prints("extension.proto_names", X, vint(100, 5), '{"[vectors.p2.ext_int32]":5}', "proto_names")
    for name, key in (("unknown", "[vectors.p2.no_such]"), ("not-of-this-type", "[vectors.p2.SetItem.item]"), ("leading-dot", "[.vectors.p2.ext_int32]"),
                      ("no-brackets", "vectors.p2.ext_int32"), ("one-bracket", "[vectors.p2.ext_int32"), ("empty", "[]"), ("blank", "[ vectors.p2.ext_int32 ]"),
                      ("a-field", "[id]"), ("capital", "[vectors.p2.ExtGroup]")):
        refuses(f"extension.{name}", X, f'{{"{key}":5}}', "NOT_FOUND")
    reads("extension.ignored", X, '{"[vectors.p2.no_such]":5,"id":1}', vint(1, 1), '{"id":1}', "ignore_unknown")
    refuses("extension.twice", X, '{"[vectors.p2.ext_int32]":5,"[vectors.p2.ext_int32]":5}', "VALUE", path="vectors.p2.Extendable.[vectors.p2.ext_int32]")
    reads("message-set", "p2.Set", '{"[vectors.p2.SetItem.item]":{"a":1}}', hexes("0b 10e807 1a02 0801 0c"))

    G = "p2.Groups"
    reads("group", G, '{"one":{"a":1,"b":"x","c":[1,2],"inner":{"one":{}}}}', ext(1, vint(1, 1) + delimited(2, b"x") + vint(3, 1) + vint(3, 2) + delimited(4, ext(1, b""))))
    reads("group.list", G, '{"many":[{},{"a":1}]}', ext(2, b"") + ext(2, vint(1, 1)))
    reads("group.oneof", G, '{"member":{"a":0}}', ext(3, vint(1, 0)))
    refuses("group.capital", G, '{"One":{}}', "NOT_FOUND")
    reads("delimited", "e23.Delimited", '{"delimited":{"id":1},"list":[{}]}', ext(3, vint(1, 1)) + ext(4, b""))

    R = "p2.Required"
    refuses("required.missing", R, '{"id":1}', "REQUIRED", path="vectors.p2.Required.label")
    refuses("required.null", R, '{"id":1,"label":null}', "REQUIRED")
    reads("required.there", R, '{"id":0,"label":""}', vint(1, 0) + delimited(3, b""))
    refuses("required.below", "p2.HasRequired", '{"many":[{"id":1,"label":""},{"id":1}]}', "REQUIRED", path="vectors.p2.HasRequired.many[1].label")
    reads("unknown-fields-left-out", "p3.Empty", "{}", b"")
    prints("unknown-fields-not-printed", S, vint(3, 1) + vint(5000, 1), '{"fInt32":1}')


# ---- well-known types -------------------------------------------------------------------------------

def when(seconds, nanos=0):
    return (vint(1, seconds) if seconds else b"") + (vint(2, nanos) if nanos else b"")


def times():
    def good(text, seconds, nanos=0, canonical=None, name=None):
        reads(f"time.{name or text}", K, f'{{"time":"{text}"}}', delimited(1, when(seconds, nanos)), f'{{"time":"{canonical or text}"}}')

    good("1970-01-01T00:00:00Z", 0)
    good("2025-06-22T22:13:58Z", 1750630438)
    good("0001-01-01T00:00:00Z", -62135596800)
    good("9999-12-31T23:59:59.999999999Z", 253402300799, 999999999)
    good("1969-12-31T23:59:59.999999999Z", -1, 999999999)
    good("2024-02-29T12:00:00Z", 1709208000, name="leap-day")
    good("2000-02-29T00:00:00Z", 951782400, name="leap-day-of-400")
    good("1970-01-01T00:00:00.123Z", 0, 123000000)
    good("1970-01-01T00:00:00.123456Z", 0, 123456000)
    good("1970-01-01T00:00:00.123456789Z", 0, 123456789)
    good("1970-01-01T00:00:00.1Z", 0, 100000000, "1970-01-01T00:00:00.100Z")
    good("1970-01-01T00:00:00.0001Z", 0, 100000, "1970-01-01T00:00:00.000100Z")
    good("1970-01-01T00:00:00.0000001Z", 0, 100, "1970-01-01T00:00:00.000000100Z")
    good("1970-01-01T00:00:00.000000000Z", 0, 0, "1970-01-01T00:00:00Z")
    good("1970-01-01T01:30:00+01:30", 0, 0, "1970-01-01T00:00:00Z")
    good("1969-12-31T16:00:00-08:00", 0, 0, "1970-01-01T00:00:00Z")
    good("1970-01-01T00:00:00+00:00", 0, 0, "1970-01-01T00:00:00Z")
    good("1970-01-01T00:00:00-00:00", 0, 0, "1970-01-01T00:00:00Z")
    good("1970-01-01T23:59:00.5+23:59", 0, 500000000, "1970-01-01T00:00:00.500Z")
    good("1970-01-01T00:00:00\\u005a", 0, 0, "1970-01-01T00:00:00Z", "escaped")
    for text in ("2025-22-06T22:13:58Z", "2025-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2025-04-31T00:00:00Z",
                 "2025-00-01T00:00:00Z", "2025-01-00T00:00:00Z", "2025-01-32T00:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01T00:60:00Z",
                 "2025-01-01T00:00:60Z", "2025-01-01T00:00:61Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01",
                 "9999-12-31T23:59:59-00:01", "2025-01-01T00:00:00+24:00", "2025-01-01T00:00:00+00:60", "2025-01-01T00:00:00+0100",
                 "2025-01-01T00:00:00+01", "2025-01-01T00:00:00", "2025-01-01T00:00:00.Z", "2025-01-01T00:00:00.1234567890Z",
                 "2025-01-01t00:00:00Z", "2025-01-01T00:00:00z", "2025-01-01 00:00:00Z", "2025-1-01T00:00:00Z", "2025-01-01T0:00:00Z",
                 "25-01-01T00:00:00Z", "2025-01-01", "", "now", "2025-01-01T00:00:00ZZ", " 2025-01-01T00:00:00Z", "2025-01-01T00:00:00Z ",
                 "-001-01-01T00:00:00Z", "2025-01-01T00:00:00,5Z", "2025-01-01T00:00Z", "2025/01/01T00:00:00Z"):
        refuses(f"time.{text}".rstrip(), K, f'{{"time":"{text}"}}', "VALUE", path="vectors.json.Known.time")
    refuses("time.number", K, '{"time":0}', "VALUE")
    refuses("time.object", K, '{"time":{"seconds":1}}', "VALUE")
    for name, s, n in (("before-year-1", -62135596801, 0), ("after-year-9999", 253402300800, 0), ("nanos-negative", 0, -1), ("nanos-too-many", 0, 1000000000),
                       ("seconds-lowest", -(1 << 63), 0), ("seconds-highest", (1 << 63) - 1, 0)):
        unprintable(f"time.print.{name}", K, delimited(1, when(s, n)), "VALUE", path="vectors.json.Known.time")
    unprintable("time.print.in-list", K, delimited(21, b"") + delimited(21, when(0, -1)), "VALUE", path="vectors.json.Known.times[1]")
    unprintable("time.print.in-map", K, delimited(33, delimited(1, b"k") + delimited(2, when(0, -1))), "VALUE", path='vectors.json.Known.time_of["k"]')

    def span(text, seconds, nanos=0, canonical=None):
        reads(f"duration.{text}", K, f'{{"duration":"{text}"}}', delimited(2, when(seconds, nanos)), f'{{"duration":"{canonical or text}"}}')

    span("0s", 0)
    span("1s", 1)
    span("-1s", -1)
    span("1.500s", 1, 500000000)
    span("1.5s", 1, 500000000, "1.500s")
    span("-1.500s", -1, -500000000)
    span("-0.500s", 0, -500000000)
    span("0.000001s", 0, 1000)
    span("0.000000001s", 0, 1)
    span("-0.000000001s", 0, -1)
    span("-0s", 0, 0, "0s")
    span("001s", 1, 0, "1s")
    span("315576000000s", 315576000000)
    span("-315576000000s", -315576000000)
    span("315576000000.999999999s", 315576000000, 999999999)
    for text in ("1", "s", "", "1 s", "1S", "+1s", "1.s", ".5s", "1.1234567890s", "315576000001s", "-315576000001s", "1e3s", "99999999999999999999s", "1ss", "--1s",
                 "1.5.5s", " 1s", "1s ", "0x1s", "-s", "1h", "1.-5s"):
        refuses(f"duration.bad-{text}".rstrip(), K, f'{{"duration":"{text}"}}', "VALUE", path="vectors.json.Known.duration")
    refuses("duration.number", K, '{"duration":1}', "VALUE")
    for name, s, n in (("too-long", 315576000001, 0), ("too-short", -315576000001, 0), ("plus-minus", 1, -1), ("minus-plus", -1, 1), ("nanos-too-many", 0, 1000000000),
                       ("nanos-too-few", 0, -1000000000), ("lowest", -(1 << 63), 0)):
        unprintable(f"duration.print.{name}", K, delimited(2, when(s, n)), "VALUE", path="vectors.json.Known.duration")


def masks():
    def mask(*paths):
        return delimited(3, b"".join(delimited(1, p.encode()) for p in paths))

    for text, paths in (("fooBar", ["foo_bar"]), ("foo,barBaz", ["foo", "bar_baz"]), ("a.bC.d", ["a.b_c.d"]), ("foo3", ["foo3"]), ("f1B", ["f1_b"]), ("aBC", ["a_b_c"])):
        reads(f"mask.{text}", K, f'{{"mask":"{text}"}}', mask(*paths))
    reads("mask.empty", K, '{"mask":""}', delimited(3, b""))
    reads("mask.leading-capital", K, '{"mask":"Foo"}', mask("_foo"))
    for text in ("bar_baz", "foo-bar", "foo bar", " foo", "foo, bar", "foo$", "*", "a,,b", ",", "a,", ",a", "é"):
        refuses(f"mask.bad-{text}", K, f'{{"mask":"{text}"}}', "VALUE", path="vectors.json.Known.mask")
    refuses("mask.list", K, '{"mask":["a"]}', "VALUE")
    for path in ("fooBar", "foo_3_bar", "foo__bar", "foo_", "foo-bar", "foo bar", "a,b", "", "é", "Foo", "foo_Bar"):
        unprintable(f"mask.print.{path}".rstrip(), K, mask("ok", path), "VALUE", path="vectors.json.Known.mask.paths[1]")


def dynamic():
    number = lambda x: tag(2, FIXED64) + struct.pack("<d", x)
    string = lambda x: delimited(3, x.encode())
    boolean = lambda x: vint(4, x)
    of = lambda **fields: b"".join(delimited(1, delimited(1, k.encode()) + delimited(2, v)) for k, v in fields.items())
    objects = lambda inside: delimited(5, inside)
    lists = lambda *items: delimited(6, b"".join(delimited(1, i) for i in items))
    for name, text, data in (("number", "1.5", number(1.5)), ("minus-zero", "-0", number(-0.0)), ("string", '"a\\n"', string("a\n")), ("true", "true", boolean(1)),
                             ("false", "false", boolean(0)), ("object", '{"a":1,"b":{"c":null}}', objects(of(a=number(1), b=objects(of(c=vint(1, 0)))))),
                             ("empty-object", "{}", objects(b"")), ("empty-list", "[]", lists()), ("list", '[1,[2,[]],{}]',
                              lists(number(1), lists(number(2), lists()), objects(b""))), ("nan-as-string", '"NaN"', string("NaN")),
                             ("empty-string", '""', string(""))):
        reads(f"value.{name}", K, f'{{"value":{text}}}', delimited(5, data))
        reads(f"value.top-level.{name}", "google.protobuf.Value", text, data)
    reads("value.large-integer", K, '{"value":9007199254740993}', delimited(5, number(9007199254740992.0)), '{"value":9007199254740992}')
    reads("value.top-level.null", "google.protobuf.Value", "null", vint(1, 0))
    reads("value.blanks", K, '{"value": [ 1 , { "a" : 2 } ] }', delimited(5, lists(number(1), objects(of(a=number(2))))), '{"value":[1,{"a":2}]}')
    reads("value.key-twice", K, '{"value":{"a":1,"a":2}}', delimited(5, objects(of(a=number(2)))), '{"value":{"a":2}}')
    reads("struct", K, '{"struct":{"":1,"a\\"":"b"}}', delimited(4, of(**{"": number(1), 'a"': string("b")})))
    reads("struct.empty", K, '{"struct":{}}', delimited(4, b""))
    reads("struct.top-level", "google.protobuf.Struct", '{"a":[null]}', of(a=lists(vint(1, 0))))
    reads("list-value", K, '{"list":[null,true,"a"]}', delimited(6, delimited(1, vint(1, 0)) + delimited(1, boolean(1)) + delimited(1, string("a"))))
    reads("list-value.empty", K, '{"list":[]}', delimited(6, b""))
    reads("list-value.of-lists", K, '{"lists":[[],[1]]}', delimited(26, b"") + delimited(26, delimited(1, number(1))))
    for text, error in (("NaN", "SYNTAX"), ("Infinity", "SYNTAX"), ("-Infinity", "SYNTAX"), ("1e309", "VALUE"), ("tru", "SYNTAX"), ("nul", "SYNTAX"), ("01", "SYNTAX"), ("", "SYNTAX"),
                        ("[1,]", "SYNTAX"), ('{"a"}', "SYNTAX"), ('{"a":}', "SYNTAX"), ("[", "SYNTAX"), ('["a', "SYNTAX")):
        refuses(f"value.bad-{text}", K, f'{{"value":{text}}}', error)
    refuses("struct.list", K, '{"struct":[]}', "VALUE")
    refuses("struct.string", K, '{"struct":"a"}', "VALUE")
    refuses("list-value.object", K, '{"list":{}}', "VALUE")
    unprintable("value.print.nan", K, delimited(5, number(float("nan"))), "VALUE", path="vectors.json.Known.value.number_value")
    unprintable("value.print.infinity", K, delimited(5, number(float("inf"))), "VALUE", path="vectors.json.Known.value.number_value")
    unprintable("value.print.no-kind", K, delimited(5, b""), "VALUE", path="vectors.json.Known.value")
    unprintable("value.print.no-kind-in-list", K, delimited(6, delimited(1, boolean(1)) + delimited(1, b"")), "VALUE", path="vectors.json.Known.list.values[1]")
    unprintable("value.print.no-kind-in-struct", K, delimited(4, delimited(1, delimited(1, b"a"))), "VALUE", output=delimited(4, delimited(1, delimited(1, b"a") + delimited(2, b""))), path='vectors.json.Known.struct.fields["a"]')
    deep = lambda n: ["7b2276616c7565223a", f"5b*{n}", f"5d*{n}", "7d"]
    nest = lambda n: nested(n, lambda inside: delimited(6, delimited(1, inside)), delimited(6, b""))
    reads("value.25-deep", K, deep(25), delimited(5, nest(24)), None)
    refuses("value.200-deep", K, deep(200), "DEPTH")
    refuses("value.20000-deep", K, deep(20000), "DEPTH")
    refuses("value.20000-never-closed", K, ["7b2276616c7565223a", "5b*20000"], "DEPTH")
    objects_deep = lambda n: ["7b22737472756374223a", f"7b2261223a*{n}", "7b7d", f"7d*{n}", "7d"]
    reads("struct.25-deep", K, objects_deep(25), delimited(4, nested(25, lambda inside: delimited(1, delimited(1, b"a") + delimited(2, delimited(5, inside))))), None)
    refuses("struct.200-deep", K, objects_deep(200), "DEPTH")


def wrappers():
    rows = [(11, "wDouble", "1.5", tag(1, FIXED64) + struct.pack("<d", 1.5)), (12, "wFloat", "1.5", tag(1, FIXED32) + struct.pack("<f", 1.5)),
            (13, "wInt64", '"-7"', vint(1, -7)), (14, "wUint64", '"18446744073709551615"', vint(1, (1 << 64) - 1)), (15, "wInt32", "-7", vint(1, -7)),
            (16, "wUint32", "7", vint(1, 7)), (17, "wBool", "true", vint(1, 1)), (18, "wString", '"a\\n"', delimited(1, b"a\n")), (19, "wBytes", '"AQ=="', delimited(1, b"\1"))]
    zeros = {"wInt64": '"0"', "wUint64": '"0"', "wBool": "false", "wString": '""', "wBytes": '""'}
    types = {"wUint64": "UInt64Value", "wUint32": "UInt32Value"}
    for number, key, text, data in rows:
        zero = zeros.get(key, "0")
        reads(f"wrapper.{key}", K, f'{{"{key}":{text}}}', delimited(number, data))
        reads(f"wrapper.{key}.zero", K, f'{{"{key}":{zero}}}', delimited(number, b""))
        reads(f"wrapper.{key}.top-level", "google.protobuf." + types.get(key, key[1:] + "Value"), text, data)
        refuses(f"wrapper.{key}.object", K, f'{{"{key}":{{"value":{text}}}}}', "VALUE")
    prints("wrapper.explicit-zero-in-binary", K, delimited(15, vint(1, 0)), '{"wInt32":0}', output=delimited(15, b""))
    reads("wrapper.list", K, '{"wInt32s":[0,1]}', delimited(25, b"") + delimited(25, vint(1, 1)))
    reads("wrapper.oneof-zero", K, '{"oneWrapped":0}', delimited(45, b""))
    reads("wrapper.int64-bare", K, '{"wInt64":-7}', delimited(13, vint(1, -7)), '{"wInt64":"-7"}')
    prints("wrapper.int64_numbers", K, delimited(13, vint(1, -7)), '{"wInt64":-7}', "int64_numbers")
    reads("empty", K, '{"empty":{}}', delimited(8, b""))
    refuses("empty.unknown", K, '{"empty":{"a":1}}', "NOT_FOUND")
    reads("empty.ignored", K, '{"empty":{"a":1}}', delimited(8, b""), '{"empty":{}}', "ignore_unknown")


def anys():
    def box(type_, data, prefix="type.googleapis.com/"):
        return delimited(1, (prefix + type_).encode()) + (delimited(2, data) if data else b"")

    A = "type.googleapis.com/"
    scalars = box("vectors.p3.Scalars", vint(3, 1) + delimited(14, b"x"))
    reads("any", K, f'{{"any":{{"@type":"{A}vectors.p3.Scalars","fInt32":1,"fString":"x"}}}}', delimited(7, scalars))
    reads("any.type-last", K, f'{{"any":{{"fInt32":1,"fString":"x","@type":"{A}vectors.p3.Scalars"}}}}', delimited(7, scalars), f'{{"any":{{"@type":"{A}vectors.p3.Scalars","fInt32":1,"fString":"x"}}}}')
    reads("any.type-between", K, f'{{"any":{{"fInt32":1, "@type" : "{A}vectors.p3.Scalars" ,"fString":"x"}}}}', delimited(7, scalars), f'{{"any":{{"@type":"{A}vectors.p3.Scalars","fInt32":1,"fString":"x"}}}}')
    long = "prefix." + "long." * 60 + "com/"
    text = "s" * 300
    reads("any.type-last-and-long", K, f'{{"any":{{"fString":"{text}","@type":"{long}vectors.p3.Scalars"}}}}', delimited(7, box("vectors.p3.Scalars", delimited(14, text.encode()), long)),
          f'{{"any":{{"@type":"{long}vectors.p3.Scalars","fString":"{text}"}}}}', note="the type is read twice: room for strings must not count on once")
    reads("any.type-last-and-long.top-level", "google.protobuf.Any", f'{{"fString":"{text}","@type":"{long}vectors.p3.Scalars"}}', box("vectors.p3.Scalars", delimited(14, text.encode()), long),
          f'{{"@type":"{long}vectors.p3.Scalars","fString":"{text}"}}')
    reads("any.empty", K, '{"any":{}}', delimited(7, b""))
    reads("any.empty-message", K, f'{{"any":{{"@type":"{A}vectors.p3.Empty"}}}}', delimited(7, box("vectors.p3.Empty", b"")))
    reads("any.other-prefix", K, '{"any":{"@type":"a/b/vectors.p3.Empty"}}', delimited(7, box("vectors.p3.Empty", b"", "a/b/")))
    reads("any.no-host", K, '{"any":{"@type":"/vectors.p3.Empty"}}', delimited(7, box("vectors.p3.Empty", b"", "/")))
    for name, type_, text, data in (("time", "Timestamp", '"1970-01-01T00:00:01Z"', when(1)), ("duration", "Duration", '"1s"', when(1)), ("mask", "FieldMask", '"fooBar"', delimited(1, b"foo_bar")),
                                    ("struct", "Struct", '{"a":1}', delimited(1, delimited(1, b"a") + delimited(2, tag(2, 1) + struct.pack("<d", 1)))),
                                    ("value", "Value", "true", vint(4, 1)), ("value-null", "Value", "null", vint(1, 0)), ("list", "ListValue", "[null]", delimited(1, vint(1, 0))),
                                    ("int32", "Int32Value", "7", vint(1, 7)), ("int32-zero", "Int32Value", "0", b""), ("string", "StringValue", '"a"', delimited(1, b"a")), ("any-empty", "Any", "{}", b"")):
        reads(f"any.of-{name}", K, f'{{"any":{{"@type":"{A}google.protobuf.{type_}","value":{text}}}}}', delimited(7, box(f"google.protobuf.{type_}", data)))
        reads(f"any.of-{name}.type-last", K, f'{{"any":{{"value":{text},"@type":"{A}google.protobuf.{type_}"}}}}', delimited(7, box(f"google.protobuf.{type_}", data)),
              f'{{"any":{{"@type":"{A}google.protobuf.{type_}","value":{text}}}}}')
    reads("any.of-empty", K, f'{{"any":{{"@type":"{A}google.protobuf.Empty"}}}}', delimited(7, box("google.protobuf.Empty", b"")), None)
    inner = f'{{"@type":"{A}google.protobuf.Any","value":{{"@type":"{A}vectors.p3.Scalars","fInt32":1,"fString":"x"}}}}'
    reads("any.of-any", K, f'{{"any":{inner}}}', delimited(7, box("google.protobuf.Any", scalars)))
    known = box("vectors.json.Known", delimited(24, scalars) + delimited(24, b""))
    reads("any.of-message-of-anys", K, f'{{"any":{{"@type":"{A}vectors.json.Known","anys":[{{"@type":"{A}vectors.p3.Scalars","fInt32":1,"fString":"x"}},{{}}]}}}}', delimited(7, known))
    reads("any.extension-inside", K, f'{{"any":{{"@type":"{A}vectors.p2.Extendable","[vectors.p2.ext_int32]":5}}}}', delimited(7, box("vectors.p2.Extendable", vint(100, 5))))
    reads("any.in-map", K, f'{{"anyOf":{{"k":{{"@type":"{A}vectors.p3.Empty"}}}}}}', delimited(34, delimited(1, b"k") + delimited(2, box("vectors.p3.Empty", b""))))
    reads("any.escaped-type", K, f'{{"any":{{"\\u0040type":"type.googleapis.com\\/vectors.p3.Empty"}}}}', delimited(7, box("vectors.p3.Empty", b"")), f'{{"any":{{"@type":"{A}vectors.p3.Empty"}}}}')
    reads("any.ignored", K, f'{{"any":{{"@type":"{A}vectors.p3.Empty","x":[1]}}}}', delimited(7, box("vectors.p3.Empty", b"")), f'{{"any":{{"@type":"{A}vectors.p3.Empty"}}}}', "ignore_unknown")
    nest = lambda n: nested(n, lambda inside: box("google.protobuf.Any", inside), b"")
    text = "{}"
    for _ in range(20):
        text = f'{{"@type":"{A}google.protobuf.Any","value":{text}}}'
    reads("any.20-deep", "google.protobuf.Any", text, nest(20))
    for name, text, error in (("unknown-type", f'{{"@type":"{A}no.Such"}}', "NOT_FOUND"), ("no-slash", '{"@type":"vectors.p3.Empty"}', "NOT_FOUND"), ("empty-type", '{"@type":""}', "NOT_FOUND"),
                              ("slash-alone", '{"@type":"a/"}', "NOT_FOUND"), ("leading-dot", f'{{"@type":"{A}.vectors.p3.Empty"}}', "NOT_FOUND"), ("map-entry", f'{{"@type":"{A}vectors.p3.Maps.Int32Int32Entry"}}', "NOT_FOUND"),
                              ("no-type", '{"fInt32":1}', "VALUE"), ("no-type-value", '{"value":1}', "VALUE"), ("type-number", '{"@type":1}', "VALUE"), ("type-null", '{"@type":null}', "VALUE"),
                              ("type-twice", f'{{"@type":"{A}vectors.p3.Empty","@type":"{A}vectors.p3.Empty"}}', "VALUE"), ("unknown-field", f'{{"@type":"{A}vectors.p3.Empty","x":1}}', "NOT_FOUND"),
                              ("no-value", f'{{"@type":"{A}google.protobuf.Int32Value"}}', "VALUE"), ("value-twice", f'{{"@type":"{A}google.protobuf.Int32Value","value":1,"value":1}}', "VALUE"),
                              ("beside-value", f'{{"@type":"{A}google.protobuf.Int32Value","value":1,"x":1}}', "VALUE"), ("bad-value", f'{{"@type":"{A}google.protobuf.Timestamp","value":"x"}}', "VALUE"),
                              ("list", "[]", "VALUE"), ("trailing-comma", f'{{"@type":"{A}vectors.p3.Empty",}}', "SYNTAX"), ("required", f'{{"@type":"{A}vectors.p2.Required","id":1}}', "REQUIRED"),
                              ("cut", '{"@type":"', "SYNTAX"), ("trailing-comma-type-last", f'{{"fInt32":1,"@type":"{A}vectors.p3.Scalars",}}', "SYNTAX")):
        refuses(f"any.{name}", K, f'{{"any":{text}' + ("" if name == "cut" else "}"), error)
    refuses("any.inside-place", K, f'{{"any":{{"@type":"{A}vectors.p3.Scalars",\n"fInt32":"x"}}}}', "VALUE", line=2, column=10, path="vectors.json.Known.any.value.f_int32")
    unprintable("any.print.unknown-type", K, delimited(7, box("no.Such", b"")), "NOT_FOUND", path="vectors.json.Known.any.type_url")
    unprintable("any.print.no-type", K, delimited(7, delimited(2, b"\x08\x01")), "NOT_FOUND", path="vectors.json.Known.any.type_url")
    unprintable("any.print.bad-bytes", K, delimited(7, box("vectors.p3.Scalars", b"\0")), "MALFORMED", path="vectors.json.Known.any.value")
    unprintable("any.print.cut-bytes", K, delimited(7, box("vectors.p3.Scalars", b"\x18")), "TRUNCATED")
    prints("any.print.explicit-zero", K, delimited(7, box("google.protobuf.Int32Value", vint(1, 0))), f'{{"any":{{"@type":"{A}google.protobuf.Int32Value","value":0}}}}', "one_way",
           text_flags="one_way", note="what an Any holds is written anew when it is read: the zero is gone then")


def deep():
    for n, good in ((99, True), (100, True), (101, False), (1000, False), (20000, False)):
        text = [f"7b226368696c64223a*{n}", "7b7d", f"7d*{n}"]
        if good:
            reads(f"depth.message.{n}", "p3.Tree", text, nested(n, lambda i: delimited(3, i)), None)
        else:
            refuses(f"depth.message.{n}", "p3.Tree", text, "DEPTH")
    for n, good in ((99, True), (100, True), (101, False), (100000, False)):
        text = ["7b2278223a", f"5b*{n}", f"5d*{n}", "7d"]
        if good:
            reads(f"depth.ignored.{n}", "p3.Empty", text, b"", "{}", "ignore_unknown")
        else:
            refuses(f"depth.ignored.{n}", "p3.Empty", text, "DEPTH", "ignore_unknown")
    reads("depth.lists-do-not-count", "p3.Tree", '{"child":{"numbers":[1]}}', delimited(3, delimited(5, b"\1")))


if __name__ == "__main__":
    for make in (syntax, integers, floats, strings, names, nulls, enums, maps, proto2, times, masks, dynamic, wrappers, anys, deep):
        make()
    f.close()
