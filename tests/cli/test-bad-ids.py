#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of bad inputs; fails for each number that no test has in its name.

A case is a test of `cyan`, or of the window for errors that only a window can have. Its name begins
with the number: "18-type-3", test_27_node_limit.

usage: test-bad-ids.py FOLDER_OF_TESTS
"""

import pathlib
import re
import sys

CLI = {
    1: "empty file",
    2: "one byte, only the magic number",
    3: "no regular file",
    4: "unreadable, missing, shrinking",
    5: "cut at any byte",
    6: "gzip: checksum, length, garbage behind it",
    7: "gzip: several members",
    8: "gzip: bomb, gzip in gzip",
    9: "zstd: bomb, window, skippable frames, dictionary",
    10: "an extension that lies",
    11: "UTF-16, byte order mark, line ends, NUL",
    12: "a web page in place of the file",
    13: "JSON: very deep",
    14: "JSON: the same key twice, unknown keys",
    15: "JSON: numbers out of range",
    16: "strings that are not UTF-8",
    17: "JSON: wrong types, missing and empty fields",
    18: "pprof: the wire form",
    19: "pprof: very many things",
    20: "pprof: references to strings",
    21: "pprof: ids",
    22: "pprof: sample types and values",
    23: "pprof: negative values",
    24: "pprof: strings that are none",
    25: "circles, forward references, roots",
    26: "a chain of a million nodes",
    27: "very many children, very many nodes",
    28: "sums and counts that do not fit",
    29: "negative, zero, infinite, not a number",
    30: "names that are huge, empty or blank",
    31: "mangled names that grow",
    32: "two profiles that do not fit",
    33: "callgrind: numbers, positions, events",
    34: "perf script: long lines, missing fields",
    35: "folded stacks: missing and odd counts",
    36: "markup in names",
    37: "markup in exported pictures",
    38: "control characters in a terminal",
    39: "formulas in CSV",
    40: "quotes and NUL in names",
    41: "formats of printf in names",
    42: "names that are options or paths",
    51: "no memory",
    53: "odd surroundings",
    54: "outputs that cannot be written",
}
WINDOW = {
    36: "markup on the page of errors",
    38: "control characters on the page of errors",
    52: "closed, stopped or overtaken while it reads",
}
# `('18-type-3', ...` in a table, or the name of a test.
NAME = re.compile(r"""(?:[({] ?['"]|"/[a-z/-]*/|def test_)(\d\d)[-_][a-z0-9_-]+(?:['"(])""")


def ids(files):
    return {int(number) for file in files for number in NAME.findall(file.read_text("utf-8"))}


def main():
    tests = pathlib.Path(sys.argv[1])
    status = 0
    for what, wanted, files in (
        ("cyan", CLI, sorted((tests / "cli").glob("test-*.py"))),
        ("the window", WINDOW, [tests / "window" / "test-bad-input.c"]),
    ):
        have = ids(files)
        for number in sorted(wanted.keys() - have):
            print(f"{what}: no case for {number}: {wanted[number]}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
