#!/usr/bin/env python3
"""Makes core/base/powers.c, the table of powers of ten; --check compares instead."""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADER, FILE = os.path.join(ROOT, "core/base/powers.h"), os.path.join(ROOT, "core/base/powers.c")

TOP = """/* Made by scripts/gen_powers.py. The highest 128 bits of each power of ten, the rest cut off. */
#include "core/base/powers.h"

const pbwi_power pbwi_powers[] = {
"""


def highest_bits(q):
    """floor(10^q / 2^e), where e makes it a number of 128 bits."""
    if q < 0:
        bits = (10**-q).bit_length() + 128
        fraction = (1 << bits) // 10**-q
    else:
        fraction = 10**q << 128
    return fraction >> (fraction.bit_length() - 128)


def main():
    with open(HEADER) as header:
        least, most = map(int, re.search(r"PBWI_LEAST_POWER = (-\d+), PBWI_MOST_POWER = (\d+)", header.read()).groups())
    powers = [highest_bits(q) for q in range(least, most + 1)]
    cells = [f"{{0x{power >> 64:016x}, 0x{power & 2**64 - 1:016x}}}," for power in powers]
    rows = [f"    {' '.join(cells[i:i + 2])} /* {least + i} */\n" for i in range(0, len(cells), 2)]
    text = TOP + "".join(rows) + "};\n"
    if "--check" in sys.argv[1:]:
        with open(FILE) as file:
            return file.read() != text
    with open(FILE, "w") as file:
        file.write(text)


sys.exit(main())
