#!/usr/bin/env python3
"""Turns abi/pbwire.h, on its way to Doxygen, into what Doxygen reads, so that the header itself has no markup.

    doxygen_filter.py abi/pbwire.h      (the INPUT_FILTER of docs/Doxyfile)

The header's first comment becomes the main page; "==== N. title ====" and "---- title ----" become groups. A comment
belongs to all declarations that follow it up to the next comment or empty line; one behind a member, to that member.
Tables and programs, which are indented, stay as they are; elsewhere the names of functions, constants and statuses
become links. A declaration without a comment is an error, and so is a comment without a declaration.
"""
import itertools
import re
import sys

HEADING = re.compile(r"/\* ==== (\d+)\. (.*?) =+ \*/$")
SUBHEADING = re.compile(r"/\* ---- (.*?) ---- \*/$")
TITLE = re.compile(r"(?:\d+\. )?([A-Z]{2,})$")  # inside the first comment
ITEM = re.compile("  - ")
TABLE = re.compile("^    |\\S  ")  # a program, or columns
DECLARATION = re.compile(r"PBW_API|typedef|enum|#define PBW_(?!API)")
CONSTANT = re.compile(r"  PBW_\w+ = (-?\d+)")
MEMBER = re.compile(r"  .*?(\w+)(?:\[\d+\]|\)\(.*\))?;")
MEMBERS = {"struct_size": "set by the caller: sizeof the record", "reserved": "0"}  # of every record
WORD = re.compile(r"\bPBW_\w+|\bpbw_\w+|\b[A-Z][A-Z0-9_]+\b")


class Stop(Exception):
    """The header is not in its own style."""


def declared_names(text):
    """What can be linked to: functions, records and constants."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    names = set(re.findall(r"\b(pbw_\w+)\(", code))
    names |= set(re.findall(r"^(?:typedef .* |} )(pbw_\w+);", code, re.M))
    return names | set(re.findall(r"^(?:  |#define )(PBW_(?!API)\w+)", code, re.M))


# ---- text ------------------------------------------------------------------------------------------


def link(word, names):
    for name in (word, "PBW_ERR_" + word, "PBW_" + word):
        if name in names:
            return f'@ref {name} "{word}"'
    return word


def linked(text, names):
    """Prose, escaped, with links; `words` in the font of programs."""
    parts = []
    for number, part in enumerate(text.split("`")):
        part = re.sub(r"[\\@<>&#%$]|--", lambda found: "\\" + found[0], part).replace('"', "&quot;")
        part = WORD.sub(lambda found: link(found[0], names), part)
        parts.append(f"<tt>{part}</tt>" if number % 2 else part)
    return "".join(parts)


def prose(lines, names, titles=False):
    """The lines of a comment, in Doxygen's words."""
    out = []
    for kind, group in itertools.groupby(lines, lambda line: kind_of(line, titles)):
        block = list(group)
        if kind == "title":
            title = TITLE.match(block[0])[1]
            out.append(f"@section {title.lower()} {title.capitalize()}")
        elif kind == "indented" and not ITEM.match(block[0]) and any(TABLE.search(line) for line in block):
            out += ["@verbatim", *block, "@endverbatim"]
        else:
            keep = ITEM.match(block[0])
            out += linked("\n".join(line if keep else line.lstrip() for line in block), names).split("\n")
    return out


def kind_of(line, titles):
    if titles and TITLE.match(line):
        return "title"
    return "indented" if line.startswith("  ") else "text"


def unframed(lines):
    """The text of a comment that starts in column 0."""
    text = re.sub(r" *\*/$", "", re.sub(r"^/\* ?", "", "\n".join(lines)))
    return re.sub(r"^ \* ?", "", text, flags=re.M).strip("\n").split("\n")


def doc(lines):
    return ["/** " + lines[0], *lines[1:], "*/"]


# ---- the header ------------------------------------------------------------------------------------


class Filter:
    def __init__(self, text):
        self.names = declared_names(text)
        self.lines = text.rstrip("\n").split("\n")
        self.at = 0
        self.out = []
        self.groups = []  # the open group and subgroup
        self.comment = None  # what the next declarations share

    def run(self):
        text = unframed(self.take_comment())
        self.out += doc(["@mainpage pbwire", *prose(text, self.names, titles=True)])
        while self.at < len(self.lines):
            self.step()
        self.close(0)
        return "\n".join(self.out) + "\n"

    def step(self):
        line = self.lines[self.at]
        if heading := HEADING.match(line):
            self.at += 1
            text = self.description()
            self.open(0, "section" + heading[1], heading[2], text)
        elif heading := SUBHEADING.match(line):
            self.at += 1
            name = self.groups[0] + "_" + re.sub(r"\W+", "_", heading[1])
            self.open(1, name, heading[1].capitalize(), [])
        elif line.startswith("/*"):
            self.comment = prose(unframed(self.take_comment()), self.names)
            if not DECLARATION.match(self.lines[self.at]):
                raise Stop(f"line {self.at}: a comment that belongs to nothing")
        elif DECLARATION.match(line):
            self.declaration()
        else:
            if not line:
                self.comment = None
            self.out.append(line)
            self.at += 1

    def take_comment(self):
        first = self.at
        while not self.lines[self.at].endswith("*/"):
            self.at += 1
        self.at += 1
        return self.lines[first : self.at]

    def description(self):
        """The comment directly under a heading, whose first line is empty."""
        return prose(unframed(self.take_comment()), self.names) if self.lines[self.at] == "/*" else []

    def open(self, level, name, title, text):
        self.close(level)
        self.groups.append(name)
        self.out += doc([f"@defgroup {name} {title}", *text, "@{"])
        self.comment = None

    def close(self, level):
        self.out += ["/** @} */"] * (len(self.groups) - level)
        del self.groups[level:]

    def declaration(self):
        """One function, record, constant or enum, with the comments behind its members."""
        first = self.at
        text = self.lines[first]
        while not complete(text):
            self.at += 1
            text += "\n" + self.lines[self.at]
        self.at += 1
        own = "{" not in text and "/*" in text
        if self.comment:
            self.out += doc(self.comment)
        elif not own:
            raise Stop(f"line {first + 1}: no comment: {self.lines[first]}")
        for line in without_breaks(text).split("\n"):
            self.out.append(self.member(line, "typedef struct" in text and "{" in text))

    def member(self, line, in_record):
        """A line of a declaration: the comment behind it, after a constant's value, becomes its text."""
        code, _, comment = line.partition("/* ")
        comment = linked(comment.removesuffix("*/").strip(), self.names)
        constant, member = CONSTANT.match(code), MEMBER.match(code)
        if constant:
            comment = constant[1] + (": " + comment if comment else "")
        elif member and in_record and not comment:
            comment = MEMBERS.get(member[1], "see the record's own words")
        return f"{code.rstrip()} /**< {comment} */" if comment and code.strip() else line


def without_breaks(text):
    """Every comment in one line."""
    return re.sub(r"/\*.*?\*/", lambda found: " ".join(found[0].split()), text, flags=re.S)


def complete(text):
    """Whether a declaration, and the comment behind it, have ended."""
    if text.count("/*") > text.count("*/"):
        return False
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S).rstrip()
    if code.startswith("#"):
        return True
    return code.endswith(";") and ("{" not in code or "}" in code)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    try:
        sys.stdout.write(Filter(text).run())
    except Stop as stop:
        sys.exit(f"{sys.argv[1]}: {stop}")


main()
