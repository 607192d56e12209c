# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of valgrind's massif, by massif/ms_main.c and as ms_print reads them: the peak, or else the
last detailed snapshot."""
import re

from truth import Damaged, Truth, add
from truth.dhat import function

NAME = 'massif'
LINE = re.compile(r' *n(\d+): (\d+) ?(.*)')


def detect(name, data):
    return data.startswith(b'desc:') and b'\ntime_unit: ' in data[:65536]


def tree(lines, callees, values):
    """Reads a line and those of its callers; returns its bytes."""
    found = LINE.fullmatch(next(lines, ''))
    if found is None:
        raise Damaged('cut within a tree')
    n, total, text = int(found[1]), int(found[2]), found[3]
    name = '[below the threshold]' if "below massif's threshold" in text else function(text)
    stack = callees + [name] if callees is not None else []
    rest = total - sum(tree(lines, stack, values) for _ in range(n))
    if rest > 0:
        add(values, reversed(stack or ['[below the threshold]']), rest)
    return total


def decode(data):
    lines = iter(data.decode(errors='replace').split('\n'))
    best = None
    for line in lines:
        if line in ('heap_tree=detailed', 'heap_tree=peak'):
            values = {}
            tree(lines, None, values)
            if line == 'heap_tree=peak':
                return Truth({None: values})
            best = values
    if best is None:
        raise Damaged('no tree')
    return Truth({None: best})
