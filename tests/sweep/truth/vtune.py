# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports of Intel VTune with -format csv: a tree by leading blanks, or a list of functions."""
import csv
import re

from truth import Damaged, Truth, add

NAME = 'vtune'


def rows_of(data):
    lines = data.decode('utf-8-sig', errors='replace').splitlines()
    while lines and lines[0].startswith('war:'):
        lines.pop(0)
    return lines


def detect(name, data):
    first = (rows_of(data[:4000]) or [''])[0]
    return bool(re.match('"?Function( Stack)?"?[,\t;|]', first)) and 'Time' in first


def decode(data):
    lines = rows_of(data)
    tree = lines[0].lstrip('"').startswith('Function Stack')
    delimiter = next(c for c in lines[0] if c in ',\t;|')
    header, *rows = csv.reader(lines, delimiter=delimiter)
    columns = {name.split(':')[0]: i for i, name in enumerate(header)
               if re.fullmatch('[^:]+:Self' if tree else '.*Time|Clockticks|Instructions Retired',
                               name)}
    metrics, stack = {name: {} for name in columns}, []
    for line, row in zip(lines[1:], rows):
        if len(row) <= max(columns.values()):
            raise Damaged(line)
        # The csv module keeps quotes after blanks as they are.
        row = next(csv.reader([line.lstrip(' ')], delimiter=delimiter))
        level = len(line) - len(line.lstrip(' ')) + len(row[0]) - len(row[0].lstrip(' '))
        if level > len(stack):
            raise Damaged(line)
        del stack[level if tree else 0:]
        stack.append(row[0].strip())
        names = stack[1:] if stack[0] == 'Total' and tree else stack
        for name, column in columns.items():
            try:
                add(metrics[name], names, float(row[column].rstrip('s') or 0))
            except ValueError as reason:
                raise Damaged(line) from reason
    return Truth(metrics)
