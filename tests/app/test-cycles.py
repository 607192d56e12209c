#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# No two headers of src use each other, directly or through any number of others.
#
# NAME.h, NAME-private.h and NAME.c are one.  They use another header if they call a function or read a
# variable that it declares; types alone are no use.  A file without a header of its name is a part of
# what it implements, which nothing else can use by itself.
#
# usage: test-cycles.py SOURCE_ROOT

import collections
import pathlib
import re
import sys

# Comments, strings and characters.
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
DIRECTIVE = re.compile(r"^#(?:[^\n]*\\\n)*[^\n]*$", re.M)
BODY = re.compile(r"^\{\n.*?^\}$", re.S | re.M)
FUNCTION = re.compile(r"\b(cyan_[a-z0-9_]+) \(")
VARIABLE = re.compile(r"^extern [^;(]*?\b(cyan_[a-z0-9_]+)\b[^;(]*;", re.M)
WORD = re.compile(r"\bcyan_[a-z0-9_]+\b")


def name_of(path):
    return path.stem.removesuffix("-private")


def read(source):
    """What each header uses: {name: {other name: a function of it}}."""
    code = {
        path: NOISE.sub(" ", path.read_text(encoding="utf-8"))
        for path in sorted(source.rglob("*"))
        if path.suffix in (".c", ".h")
    }
    owner = {}
    for path, text in code.items():
        if path.suffix == ".h":
            plain = BODY.sub("", DIRECTIVE.sub("", text))
            for word in FUNCTION.findall(plain) + VARIABLE.findall(plain):
                owner[word] = name_of(path)
    uses = collections.defaultdict(dict)
    for path, text in code.items():
        user = name_of(path)
        for word in WORD.findall(text if path.suffix == ".c" else "".join(BODY.findall(text))):
            other = owner.get(word, user)
            if other != user:
                uses[user].setdefault(other, word)
    return len(code), uses


def find_path(uses, start, goal):
    """The shortest way from one header to another, or None."""
    before = {start: None}
    queue = collections.deque([start])
    while queue:
        at = queue.popleft()
        for other in sorted(uses.get(at, ())):
            if other == goal:
                path = [other]
                while at is not None:
                    path.append(at)
                    at = before[at]
                return path[::-1]
            if other not in before:
                before[other] = at
                queue.append(other)
    return None


def main():
    n_files, uses = read(pathlib.Path(sys.argv[1]) / "src")
    cycles = {}

    assert n_files >= 100, "the sources were not found"
    for start in sorted(uses):
        path = find_path(uses, start, start)
        if path is not None:
            cycles.setdefault(frozenset(path), path)
    for path in cycles.values():
        steps = [f"{b} ({uses[a][b]})" for a, b in zip(path, path[1:])]
        print(" -> ".join([path[0]] + steps))
    if cycles:
        sys.exit(f"{len(cycles)} cycles")


main()
