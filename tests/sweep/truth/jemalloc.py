# SPDX-License-Identifier: GPL-3.0-or-later
"""jemalloc's heap profiles with sums by thread ("heap_v2/RATE"), scaled as jeprof scales them."""
import re

from truth import Damaged, Truth, add
from truth.gperftools import Names, scaled

NAME = 'jemalloc'
SUMS = re.compile(r'\s*t(\*|\d+): (\d+): (\d+) \[(\d+): (\d+)\]$')


def detect(name, data):
    return re.match(rb'heap_v2/\d+\n', data) is not None


def decode(data):
    lines = data.decode('utf-8', 'replace').split('\n')
    period, names, stack, rows = int(lines[0].split('/')[1]), Names(), None, []
    for i, line in enumerate(lines[1:], 1):
        if line.startswith(('MAPPED_LIBRARIES:', '---')):
            names.add_maps('\n'.join(lines[i:]))
            break
        if line.startswith('@'):
            stack = [int(word, 16) - 1 for word in line[1:].split()]
            continue
        match = SUMS.match(line)
        if match is None and line.strip():
            raise Damaged(line)
        if match and stack is not None and match[1] == '*':
            n1, s1, n2, s2 = (int(match[i]) for i in range(2, 6))
            rows.append((stack, scaled(n1, s1, period), scaled(n2, s2, period)))
    columns = ('inuse_objects', 'inuse_space', 'alloc_objects', 'alloc_space')
    if all(alloc in ((0, 0), used) for _, used, alloc in rows):
        columns = columns[:2]
    metrics = {column: {} for column in columns}
    for stack, used, alloc in rows:
        for column, value in zip(columns, used + alloc):
            add(metrics[column], names.stack(stack), value)
    return Truth(metrics)
