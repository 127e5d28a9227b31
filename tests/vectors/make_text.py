#!/usr/bin/env python3
"""Writes text.vec: what the text format is read and written as. Like json.vec: every vector has an input and an output too."""
import struct

from make import File, delimited, tag, varint, FIXED32, FIXED64, VARINT, GROUP, END
from make_json import column, vint, when, zigzag

f = File("text.vec", "Text format: what is read, what is written, what is refused.", __file__)

S, L, KEYS = "p2.Scalars", "p2.Lists", {"offset": "text_offset", "line": "text_line", "column": "text_column", "path": "text_path"}


def reads(name, type_, text, out=b"", canonical="same", flags=None, note=None, form="text"):
    """A text, the bytes that it stands for, and the text that these print as."""
    more = column(f"{form}_in", text)
    if canonical is not None:
        more.update({form: canonical} if canonical == "same" else column(form, canonical))
    if flags:
        more[f"{form}_flags"] = flags
    f.add(name, type_, out, None, note=note, **more)


def prints(name, type_, data, text, flags=None, note=None, form="text", output=None, **more):
    more.update(column(form, text))
    if flags:
        more[f"{form}_flags"] = flags
    f.add(name, type_, data, output, note=note, **more)


def refuses(name, type_, text, error, flags=None, note=None, form="text", **place):
    more = column(f"{form}_in", text)
    more[f"{form}_error"] = error
    if flags:
        more[f"{form}_flags"] = flags
    f.add(name, type_, b"", None, "REQUIRED" if type_ == "p2.Required" else None, note=note, **more, **{KEYS[k]: v for k, v in place.items()})


def f32(number, value):
    return tag(number, FIXED32) + struct.pack("<f", value)


def f64(number, value):
    return tag(number, FIXED64) + struct.pack("<d", value)


def u32(number, value):
    return tag(number, FIXED32) + struct.pack("<I", value & 0xFFFFFFFF)


def u64(number, value):
    return tag(number, FIXED64) + struct.pack("<Q", value & 0xFFFFFFFFFFFFFFFF)


def group(number, payload):
    return tag(number, GROUP) + payload + tag(number, END)


def blanks():
    reads("empty", S, "")
    reads("blanks.all", S, " \t\r\n\v\f ", b"", "")
    reads("comments", S, "# one\nf_int32: 1 # two\n# three", vint(3, 1), "f_int32: 1")
    reads("comments.between-value-and-colon", S, "f_int32 # a\n : # b\n - # c\n 1", vint(3, -1), "f_int32: -1")
    reads("separators", S, "f_int32: 1, f_int64: 2; f_bool: true", vint(3, 1) + vint(4, 2) + vint(13, 1), "f_int32: 1 f_int64: 2 f_bool: true")
    reads("nothing-between-fields", S, "f_message{}f_int32:1", vint(3, 1) + delimited(17, b""), "f_int32: 1 f_message { }")
    refuses("separators.two", S, "f_int32: 1,, f_int64: 2", "SYNTAX", column=12)
    refuses("separators.first", S, ", f_int32: 1", "SYNTAX", column=1)
    refuses("separators.alone-in-braces", S, "f_message { ; }", "SYNTAX", column=13)
    refuses("no-colon", S, "f_int32 1", "SYNTAX", column=9)
    refuses("no-value", S, "f_int32:", "SYNTAX")
    refuses("nul", S, b"f_int32: 1 \0", "SYNTAX", column=12)
    refuses("braces.not-closed", S, "f_message {", "SYNTAX")
    refuses("braces.other", S, "f_message { >", "SYNTAX", column=13)
    refuses("braces.not-opened", S, "}", "SYNTAX", column=1)
    refuses("place", S, "f_int32: 1\n  f_int64: x", "SYNTAX", line=2, column=12, offset=22, path="vectors.p2.Scalars.f_int64")


def integers():
    kinds = (("int32", 3, -2**31, 2**31 - 1, vint), ("int64", 4, -2**63, 2**63 - 1, vint), ("uint32", 5, 0, 2**32 - 1, vint), ("uint64", 6, 0, 2**64 - 1, vint),
             ("sint32", 7, -2**31, 2**31 - 1, lambda n, v: vint(n, zigzag(v))), ("sint64", 8, -2**63, 2**63 - 1, lambda n, v: vint(n, zigzag(v))),
             ("fixed32", 9, 0, 2**32 - 1, u32), ("fixed64", 10, 0, 2**64 - 1, u64), ("sfixed32", 11, -2**31, 2**31 - 1, u32), ("sfixed64", 12, -2**63, 2**63 - 1, u64))
    for kind, number, least, most, bytes_of in kinds:
        for name, value in (("least", least), ("most", most), ("seven", 7), ("zero", 0)):
            reads(f"{kind}.{name}", S, f"f_{kind}: {value}", bytes_of(number, value))
        reads(f"{kind}.hex", S, f"f_{kind}: 0x{most:X}", bytes_of(number, most), f"f_{kind}: {most}")
        reads(f"{kind}.octal", S, f"f_{kind}: 0{most:o}", bytes_of(number, most), f"f_{kind}: {most}")
        if least:
            reads(f"{kind}.minus-hex", S, f"f_{kind}: -0x{-least:x}", bytes_of(number, least), f"f_{kind}: {least}")
            reads(f"{kind}.minus-apart", S, f"f_{kind}: - 7", bytes_of(number, -7), f"f_{kind}: -7")
        else:
            refuses(f"{kind}.minus", S, f"f_{kind}: -1", "VALUE")
        refuses(f"{kind}.too-large", S, f"f_{kind}: {most + 1}", "VALUE", path=f"vectors.p2.Scalars.f_{kind}")
        refuses(f"{kind}.too-large-hex", S, f"f_{kind}: 0x{most + 1:x}", "VALUE")
        refuses(f"{kind}.too-small", S, f"f_{kind}: {least - 1}", "VALUE")
        refuses(f"{kind}.fraction", S, f"f_{kind}: 1.0", "SYNTAX")
        refuses(f"{kind}.exponent", S, f"f_{kind}: 1e3", "SYNTAX")
        refuses(f"{kind}.string", S, f"f_{kind}: '1'", "SYNTAX")
        refuses(f"{kind}.name", S, f"f_{kind}: one", "SYNTAX")
        refuses(f"{kind}.plus", S, f"f_{kind}: +1", "SYNTAX")
    refuses("integer.octal-digit", S, "f_int32: 08", "SYNTAX")
    refuses("integer.no-hex-digit", S, "f_int32: 0x", "SYNTAX")
    refuses("integer.letter-behind", S, "f_int32: 1a", "SYNTAX")


def floats():
    for kind, number, bytes_of in (("double", 1, f64), ("float", 2, f32)):
        for name, text, value, canonical in (("one", "1", 1, "1"), ("fraction", "1.5", 1.5, "1.5"), ("no-whole", ".5", 0.5, "0.5"), ("no-fraction", "2.", 2, "2"), ("exponent", "25e-1", 2.5, "2.5"),
                                             ("exponent-plus", "1E+2", 100, "100"), ("suffix", "1.5f", 1.5, "1.5"), ("suffix-capital", "3F", 3, "3"), ("suffix-exponent", "1e2f", 100, "100"),
                                             ("minus", "-1.5", -1.5, "-1.5"), ("minus-apart", "- 1.5", -1.5, "-1.5"), ("minus-zero", "-0", -0.0, "-0"), ("minus-zero-point", "-0.0", -0.0, "-0"),
                                             ("inf", "inf", float("inf"), "inf"), ("infinity", "Infinity", float("inf"), "inf"), ("inf-capitals", "INF", float("inf"), "inf"),
                                             ("minus-inf", "-inf", float("-inf"), "-inf"), ("minus-infinity-apart", "- infinity", float("-inf"), "-inf"), ("overflow", "1e999", float("inf"), "inf"),
                                             ("underflow", "1e-999", 0, "0"), ("integer", "16777216", 16777216, "16777216")):
            reads(f"{kind}.{name}", S, f"f_{kind}: {text}", bytes_of(number, value), f"f_{kind}: {canonical}")
        reads(f"{kind}.nan", S, f"f_{kind}: nan", bytes_of(number, float("nan")))
        reads(f"{kind}.nan-capitals", S, f"f_{kind}: NaN", bytes_of(number, float("nan")), f"f_{kind}: nan")
        refuses(f"{kind}.hex", S, f"f_{kind}: 0x10", "SYNTAX")
        refuses(f"{kind}.octal", S, f"f_{kind}: 010", "SYNTAX")
        refuses(f"{kind}.half-a-word", S, f"f_{kind}: infin", "SYNTAX")
        refuses(f"{kind}.no-exponent", S, f"f_{kind}: 1e", "SYNTAX")
        refuses(f"{kind}.two-points", S, f"f_{kind}: 1.2.3", "SYNTAX")
        refuses(f"{kind}.string", S, f"f_{kind}: '1'", "SYNTAX")
        refuses(f"{kind}.point-alone", S, f"f_{kind}: .", "SYNTAX")
        refuses(f"{kind}.letter-behind", S, f"f_{kind}: 1.5g", "SYNTAX")


def bools():
    for text in ("true", "True", "t", "1", "0x1", "01"):
        reads(f"bool.{text}", S, f"f_bool: {text}", vint(13, 1), "f_bool: true")
    for text in ("false", "False", "f", "0", "0x0", "00"):
        reads(f"bool.{text}", S, f"f_bool: {text}", vint(13, 0), "f_bool: false")
    for name, text, error in (("two", "2", "VALUE"), ("minus", "-1", "VALUE"), ("capitals", "TRUE", "VALUE"), ("string", "'true'", "VALUE"), ("fraction", "1.0", "VALUE")):
        refuses(f"bool.bad.{name}", S, f"f_bool: {text}", error)


def strings():
    def good(name, text, value, canonical):
        reads(f"string.{name}", S, f"f_string: {text}", delimited(14, value), f'f_string: "{canonical}"')

    def bytes_(name, text, value, canonical):
        reads(f"bytes.{name}", S, f"f_bytes: {text}", delimited(15, value), f'f_bytes: "{canonical}"')

    good("empty", '""', b"", "")
    good("plain", '"a"', b"a", "a")
    good("single-quotes", "'a'", b"a", "a")
    good("other-quotes-inside", "'\"'", b'"', '\\"')
    good("parts", "'a' \"b\" 'c'", b"abc", "abc")
    good("parts-on-lines", "'a'\n# between\n  'b'", b"ab", "ab")
    good("parts-touch", "'a''b'", b"ab", "ab")
    good("letters", r"'\a\b\f\n\r\t\v\?'", b"\a\b\f\n\r\t\v?", r"\007\010\014\n\r\t\013?")
    good("quotes", r"'\'\"\\'", b"'\"\\", r"\'\"\\")
    good("octal", r"'\1\12\101\1012'", b"\1\nAA2", r"\001\nAA2")
    good("hex", r"'\x1\x41\X4a'", b"\1AJ", r"\001AJ")
    good("unicode", r"'\u00e9\U0001F600'", "\u00e9\U0001F600".encode(), "\u00e9\U0001F600")
    good("octal-of-nine-bits", r"'\501'", b"A", "A")
    good("utf8", "'\u00e9\u20ac'", "\u00e9\u20ac".encode(), "\u00e9\u20ac")
    good("octal-utf8", r"'\303\251'", "\u00e9".encode(), "\u00e9")
    good("utf8-over-parts", r"'\303' '\251'", "\u00e9".encode(), "\u00e9")
    good("control", "'\x01\x7f'", b"\x01\x7f", r"\001\177")
    good("comment-inside", "'# a'", b"# a", "# a")
    bytes_("any", r"'\377\x00\200'", b"\xff\0\x80", r"\377\000\200")
    bytes_("utf8", "'\u00e9'", "\u00e9".encode(), r"\303\251")
    bytes_("digit-behind-octal", r"'\0001'", b"\x001", r"\0001")
    for name, text, error in (("not-closed", "'a", "SYNTAX"), ("newline", "'a\nb'", "SYNTAX"), ("closed-by-other", "'a\"", "SYNTAX"), ("bad-escape", r"'\q'", "SYNTAX"), ("surrogates", r"'\ud83d\ude00'", "SYNTAX"),
                              ("hex-without-digit", r"'\xg'", "SYNTAX"), ("unicode-short", r"'\u12'", "SYNTAX"), ("unicode-too-large", r"'\U00110000'", "SYNTAX"), ("lone-high", r"'\ud83d'", "SYNTAX"),
                              ("lone-low", r"'\ude00'", "SYNTAX"), ("two-high", r"'\ud83d\ud83d'", "SYNTAX"), ("backslash-last", "'\\", "SYNTAX"), ("number", "1", "SYNTAX"), ("name", "abc", "SYNTAX"), ("message", "{}", "SYNTAX")):
        refuses(f"string.bad.{name}", S, f"f_string: {text}", error)
    refuses("string.bad.utf8", "p3.Scalars", r"f_string: '\377'", "UTF8")
    refuses("string.bad.utf8-raw", "p3.Scalars", b"f_string: '\xff'", "UTF8")


def enums():
    reads("enum.name", S, "f_enum: TWO", vint(16, 2))
    reads("enum.number", S, "f_enum: 2", vint(16, 2), "f_enum: TWO")
    reads("enum.minus", S, "f_enum: -1", vint(16, -1), "f_enum: MINUS")
    reads("enum.open-unknown", "p3.Scalars", "f_enum: 77", vint(16, 77))
    refuses("enum.closed-unknown", S, "f_enum: 77", "VALUE")
    refuses("enum.no-name", S, "f_enum: NOPE", "VALUE")
    refuses("enum.case", S, "f_enum: two", "VALUE")
    refuses("enum.string", S, "f_enum: 'TWO'", "SYNTAX")
    refuses("enum.too-large", "p3.Scalars", "f_enum: 2147483648", "VALUE")
    reads("enum.ignored", S, "f_enum: NOPE f_bool: 1", vint(13, 1), "f_bool: true", "ignore_unknown")


def messages():
    reads("message.braces", S, "f_message { f_int32: 1 }", delimited(17, vint(3, 1)))
    reads("message.angles", S, "f_message < f_int32: 1 >", delimited(17, vint(3, 1)), "f_message { f_int32: 1 }")
    reads("message.colon", S, "f_message: { f_int32: 1 }", delimited(17, vint(3, 1)), "f_message { f_int32: 1 }")
    reads("message.empty", S, "f_message { }", delimited(17, b""))
    reads("lists.one-by-one", L, "expanded: 1 expanded: 2", vint(1, 1) + vint(1, 2))
    reads("lists.brackets", L, "expanded: [1, 2] expanded: 3", vint(1, 1) + vint(1, 2) + vint(1, 3), "expanded: 1 expanded: 2 expanded: 3")
    reads("lists.brackets-without-colon", "p3.Tree", "children [{ id: 1 }, <>]", delimited(4, vint(1, 1)) + delimited(4, b""), "children { id: 1 } children { }")
    reads("lists.empty", L, "expanded: []", b"", "")
    reads("lists.strings", L, "strings: ['a' 'b', 'c']", delimited(5, b"ab") + delimited(5, b"c"), 'strings: "ab" strings: "c"')
    reads("lists.packed", L, "packed: [1, -1]", delimited(2, varint(1) + varint(-1)), "packed: 1 packed: -1")
    for name, text, error in (("comma-last", "expanded: [1,]", "SYNTAX"), ("comma-first", "expanded: [,1]", "SYNTAX"), ("no-comma", "expanded: [1 2]", "SYNTAX"), ("not-closed", "expanded: [1", "SYNTAX"),
                              ("nested", "expanded: [[1]]", "SYNTAX"), ("no-colon", "expanded [1]", "SYNTAX"), ("semicolon", "expanded: [1; 2]", "SYNTAX")):
        refuses(f"lists.bad.{name}", L, text, error)
    refuses("lists.of-a-singular", S, "f_int32: [1]", "SYNTAX")
    refuses("twice.number", S, "f_int32: 1 f_int32: 1", "VALUE", column=19)
    refuses("twice.message", S, "f_message {} f_message {}", "VALUE")
    refuses("twice.oneof", "p3.Tree", "leaf: 'a' seed: 1", "VALUE", path="vectors.p3.Tree.seed")
    refuses("unknown.name", S, "nope: 1", "NOT_FOUND", column=1)
    refuses("unknown.json-name", S, "fInt32: 1", "NOT_FOUND")
    refuses("unknown.number", S, "3: 1", "SYNTAX", note="read with text_by_number only")
    reads("unknown.ignored", S, "nope: 1 no { a: [1, {b: 2}, <c: -inf>] [d.e/f.g] {} } [x.y]: 'a' 'b' f_bool: 1", vint(13, 1), "f_bool: true", "ignore_unknown")
    refuses("unknown.ignored-but-not-text", S, "nope: { a: } f_bool: 1", "SYNTAX", "ignore_unknown")
    reads("unknown.ignored-separators", S, "nope { a: 1, b: 2; c: 3 d {} } f_bool: 1", vint(13, 1), "f_bool: true", "ignore_unknown")
    for name, text in (("no-value", "nope"), ("no-colon", "nope 1"), ("string-without-colon", "nope 'a'"), ("inside", "nope { a 1 }"), ("bracket-open", "nope { [a.b: 1 }"), ("bracket-empty", "nope { []: 1 }"),
                       ("not-closed", "nope { a: 1"), ("other-brace", "nope { a: 1 >"), ("number-as-name", "nope { 1.5: 2 }"), ("minus-string", "nope: -'a'"), ("minus-list", "nope: -[1]"), ("two-signs", "nope: --1"),
                       ("list-not-closed", "nope: [1, 2"), ("list-comma", "nope: [1,]"), ("colon-twice", "nope:: 1"), ("exponent", "nope: 1e+ f_bool: 1"), ("string-nul", "nope: 'a\0b'"), ("string-line", "nope: 'a\nb'"),
                       ("comment-in-bracket", "nope { [a # b")):
        refuses(f"unknown.ignored-bad.{name}", S, text, "SYNTAX", "ignore_unknown")
    refuses("bool.overflow", S, "f_bool: 99999999999999999999999", "VALUE")
    refuses("float.overflowing-octal", S, "f_float: 0777777777777777777777777777", "SYNTAX")
    refuses("unknown.ignored-list-of-lists", S, "nope: [[1]]", "SYNTAX", "ignore_unknown")


def names():
    reads("groups.type-name", "p2.Groups", "One { a: 1 }", group(1, vint(1, 1)))
    reads("groups.field-name", "p2.Groups", "one { a: 1 }", group(1, vint(1, 1)), "One { a: 1 }")
    reads("groups.list", "p2.Groups", "Many { a: 1 } many {}", group(2, vint(1, 1)) + group(2, b""), "Many { a: 1 } Many { }")
    refuses("groups.other-case", "p2.Groups", "ONE { a: 1 }", "NOT_FOUND")
    e = "p2.Extendable"
    reads("extensions", e, "[vectors.p2.ext_int32]: 1 [vectors.p2.Payload.nested] { a: 2 }", vint(100, 1) + delimited(110, vint(1, 2)))
    reads("extensions.blanks", e, "[ vectors . # a\n p2.ext_int32 ] : 1", vint(100, 1), "[vectors.p2.ext_int32]: 1")
    reads("extensions.list", e, "[vectors.p2.ext_expanded]: [1, 2]", vint(102, 1) + vint(102, 2), "[vectors.p2.ext_expanded]: 1 [vectors.p2.ext_expanded]: 2")
    reads("extensions.group", e, "[vectors.p2.extgroup] { a: 1 }", group(106, vint(1, 1)))
    refuses("extensions.unknown", e, "[vectors.p2.nope]: 1", "NOT_FOUND", column=1)
    refuses("extensions.of-another", S, "[vectors.p2.ext_int32]: 1", "NOT_FOUND")
    refuses("extensions.without-brackets", e, "vectors.p2.ext_int32: 1", "NOT_FOUND")
    refuses("extensions.name-alone", e, "ext_int32: 1", "NOT_FOUND")
    refuses("extensions.not-closed", e, "[vectors.p2.ext_int32: 1", "SYNTAX")
    refuses("extensions.empty", e, "[]: 1", "SYNTAX")
    refuses("extensions.twice", e, "[vectors.p2.ext_int32]: 1 [vectors.p2.ext_int32]: 1", "VALUE")
    item = tag(1, GROUP) + vint(2, 1000) + delimited(3, vint(1, 1)) + tag(1, END)
    reads("message-set", "p2.Set", "[vectors.p2.SetItem] { a: 1 }", item, "[vectors.p2.SetItem.item] { a: 1 }")
    refuses("message-set-no-item", "p2.Set", "[vectors.p2.Scalars] { }", "NOT_FOUND")
    refuses("extensions.by-type", e, "[vectors.p2.Scalars] { }", "NOT_FOUND")
    reads("message-set-extension", "p2.Set", "[vectors.p2.SetItem.item] { a: 1 }", item)


def maps():
    def entry(number, key, value):
        return delimited(number, key + value)

    m = "p3.Tree"
    reads("maps.entry", m, "pairs { key: 1 value: 2 }", entry(8, vint(1, 1), vint(2, 2)))
    reads("maps.value-first", m, "pairs { value: 2 key: 1 }", entry(8, vint(1, 1), vint(2, 2)), "pairs { key: 1 value: 2 }")
    reads("maps.list", m, "pairs: [{key: 1 value: 2}, <key: 3>]", entry(8, vint(1, 1), vint(2, 2)) + entry(8, vint(1, 3), vint(2, 0)), "pairs { key: 1 value: 2 } pairs { key: 3 value: 0 }")
    reads("maps.last-one-wins", m, "pairs { key: 1 value: 2 } pairs { key: 1 value: 3 }", entry(8, vint(1, 1), vint(2, 3)), "pairs { key: 1 value: 3 }")
    reads("maps.empty-entry", m, "pairs {}", entry(8, vint(1, 0), vint(2, 0)), "pairs { key: 0 value: 0 }")
    reads("maps.message", m, "by_name { key: 'k' value { id: 1 } }", entry(7, delimited(1, b"k"), delimited(2, vint(1, 1))), 'by_name { key: "k" value { id: 1 } }')
    reads("maps.no-message", m, "by_name { key: 'k' }", entry(7, delimited(1, b"k"), delimited(2, b"")), 'by_name { key: "k" value { } }')
    refuses("maps.key-twice", m, "pairs { key: 1 key: 1 }", "VALUE")
    refuses("maps.other-field", m, "pairs { nope: 1 }", "NOT_FOUND")
    refuses("maps.json-form", m, "pairs { 1: 2 }", "SYNTAX")


def anys():
    def box(url, data):
        return delimited(1, url.encode()) + (delimited(2, data) if data else b"")

    a, url = "google.protobuf.Any", "type.googleapis.com/vectors.p2.Scalars"
    reads("any.expanded", a, f"[{url}] {{ f_int32: 1 }}", box(url, vint(3, 1)))
    reads("any.empty", a, f"[{url}] {{ }}", box(url, b""))
    reads("any.angles-and-colon", a, f"[ {url} ]: < f_int32: 1 >", box(url, vint(3, 1)), f"[{url}] {{ f_int32: 1 }}")
    reads("any.other-prefix", a, "[a.b/c/vectors.p2.Scalars] { f_int32: 1 }", box("a.b/c/vectors.p2.Scalars", vint(3, 1)))
    reads("any.fields", a, f"type_url: '{url}' value: '\\030\\001'", box(url, vint(3, 1)), f"[{url}] {{ f_int32: 1 }}")
    reads("any.in-any", a, f"[b/{a}] {{ [{url}] {{ f_bool: true }} }}", box(f"b/{a}", box(url, vint(13, 1))))
    reads("any.in-a-list", "json.Known", f"anys [{{ [{url}] {{ f_bool: 1 }} }}, {{}}]", delimited(24, box(url, vint(13, 1))) + delimited(24, b""), f"anys {{ [{url}] {{ f_bool: true }} }} anys {{ }}")
    prints("any.unknown-type", a, box("a/no.Such", b"\x08\x01"), 'type_url: "a/no.Such" value: "\\010\\001"', json_error="NOT_FOUND")
    prints("any.damaged", a, box(url, b"\x18"), f'type_url: "{url}" value: "\\030"', json_error="TRUNCATED")
    refuses("any.no-type", a, "[a/no.Such] {}", "NOT_FOUND")
    refuses("any.no-slash", a, "[vectors.p2.Scalars] {}", "NOT_FOUND")
    refuses("any.twice", a, f"[{url}] {{}} [{url}] {{}}", "VALUE")
    refuses("any.beside-fields", a, f"[{url}] {{}} value: ''", "VALUE")
    refuses("any.behind-fields", a, f"type_url: 'x' [{url}] {{}}", "VALUE")
    refuses("any.scalar", a, f"[{url}]: 1", "SYNTAX")
    refuses("any.required", a, "[a/vectors.p2.Required] { id: 1 }", "REQUIRED")
    reads("well-known.no-special-form", "json.Known", "time { seconds: 1 } mask { paths: 'a.b' }", delimited(1, when(1)) + delimited(3, delimited(1, b"a.b")), 'time { seconds: 1 } mask { paths: "a.b" }')


def limits():
    for n, good in ((99, True), (100, True), (101, False), (1000, False)):
        text = [f"6368696c647b*{n}", f"7d*{n}"]
        data = b""
        for _ in range(n if good else 0):
            data = delimited(3, data)
        if good:
            reads(f"depth.message.{n}", "p3.Tree", text, data, None)
            reads(f"depth.ignored.{n}", "p3.Empty", text, b"", "", "ignore_unknown")
        else:
            refuses(f"depth.message.{n}", "p3.Tree", text, "DEPTH")
            refuses(f"depth.ignored.{n}", "p3.Empty", text, "DEPTH", "ignore_unknown")
    refuses("required", "p2.Required", "id: 1", "REQUIRED")
    prints("implicit-presence", "p3.Scalars", vint(3, 0), "", output=b"")


def by_number():
    e, form = "p3.Empty", "text_by_number"
    reads("by-number.varint", e, "8: 150", vint(8, 150), form=form)
    reads("by-number.varint-most", e, "8: 18446744073709551615", vint(8, 2**64 - 1), form=form)
    reads("by-number.fixed32", e, "8: 0x00000001", u32(8, 1), form=form)
    reads("by-number.fixed64", e, "8: 0x0000000000000001", u64(8, 1), form=form)
    reads("by-number.bytes", e, "8: \"ab\\377\"", delimited(8, b"ab\xff"), form=form)
    reads("by-number.bytes-empty", e, '8: ""', delimited(8, b""), form=form)
    reads("by-number.group", e, "8 { 1: 2 }", group(8, vint(1, 2)), form=form)
    reads("by-number.group-empty", e, "8 { }", group(8, b""), form=form)
    reads("by-number.message", e, "8: { 1: 2 }", delimited(8, vint(1, 2)), form=form)
    reads("by-number.several", e, "8: 1, 7: 'a'; 536870911: 3", vint(8, 1) + delimited(7, b"a") + vint(536870911, 3), '8: 1 7: "a" 536870911: 3', form=form)
    for name, text, error in (("zero", "0: 1", "SYNTAX"), ("too-large", "536870912: 1", "SYNTAX"), ("no-colon", "8 1", "SYNTAX"), ("minus", "8: -1", "SYNTAX"), ("float", "8: 1.5", "SYNTAX"), ("name", "8: abc", "SYNTAX"),
                              ("name-inside", "8 { a: 1 }", "SYNTAX"), ("too-large-value", "8: 18446744073709551616", "SYNTAX"), ("not-closed", "8 { 1: 2", "SYNTAX"), ("list", "8: [1]", "SYNTAX"), ("huge", "99999999999999999999999: 1", "SYNTAX")):
        refuses(f"by-number.bad.{name}", e, text, error, form=form)


for make in (blanks, integers, floats, bools, strings, enums, messages, names, maps, anys, limits, by_number):
    make()
f.close()
