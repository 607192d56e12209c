#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# No file of src includes, through any number of others, a file that includes it.  NAME.c and NAME.h
# are one; a private header that several files share, NAME-private.h, stands for itself.
#
# usage: test-cycles.py SOURCE_ROOT

import collections
import pathlib
import re
import sys

INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def read_graph(source):
    files = [path for path in source.rglob("*") if path.suffix in (".c", ".h")]
    graph = collections.defaultdict(set)
    where = collections.defaultdict(list)
    for path in files:
        where[path.name].append(path)
    for path in files:
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            for other in where[name]:
                if other.stem != path.stem:
                    graph[path.stem].add(other.stem)
    return len(files), graph
