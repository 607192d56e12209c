# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples of xperf as CSV: a row each, with a stack from the root on."""
from truth import Damaged, Truth, add

NAME = 'xperf'
COLUMNS = 'Process Name', 'Stack', 'Module', 'Function', 'Weight'


def cells(line):
    return [cell.strip() for cell in line.split(',')]


def detect(name, data):
    first, separator, _ = data[:1 << 16].decode(errors='replace').partition('\n')
    return bool(separator) and set(COLUMNS) <= set(cells(first))


def decode(data):
    header, *lines = data.decode(errors='replace').splitlines()
    header, values = cells(header), {}
    for line in filter(None, lines):
        row = dict(zip(header, cells(line)))
        try:
            process, stack, module, function, weight = (row[column] for column in COLUMNS)
            weight = float(weight)
        except (KeyError, ValueError) as reason:
            raise Damaged(line) from reason
        frames = [] if stack == '?' else stack.split('/')[1:]
        if not frames or frames[-1] != f'{module}!{function}':
            frames.append(f'{module}!{function}')
        add(values, [process] + [frame.split('!', 1)[-1] for frame in frames], weight)
    return Truth({None: values})
