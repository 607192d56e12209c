# SPDX-License-Identifier: GPL-3.0-or-later
"""Call trees copied from Instruments (Deep Copy): cells between tabs, levels by blanks."""
import csv
import re

from truth import Truth, add

NAME = 'instruments'

UNITS = {'ns': 1, '\u00b5s': 1e3, 'ms': 1e6, 's': 1e9, 'min': 60e9,
         'Bytes': 1, 'KB': 2**10, 'KiB': 2**10, 'MB': 2**20, 'MiB': 2**20, 'GB': 2**30,
         'cycles': 1, 'Kc': 1e3, 'Mc': 1e6, 'Gc': 1e9}


def detect(name, data):
    return bool(re.match(b'(Weight|Running Time|Bytes Used)\t[^\n]*\tSymbol Name', data))


def number(text):
    value, unit = re.match(r'\s*([\d.]+)\s*(\S*)', text).groups()
    return float(value) * UNITS.get(unit, 1e6)


def decode(data):
    rows = list(csv.DictReader(data.decode().splitlines(), delimiter='\t', quoting=csv.QUOTE_NONE))
    symbol = 'Symbol Name' if 'Symbol Name' in rows[0] else 'Symbol Names'
    own = next((name for name in ('Self Weight', 'Self (ms)') if name in rows[0]), None)
    if own and all(row[own] == '-' for row in rows):
        own = None
    indent = len(rows[0][symbol]) - len(rows[0][symbol].lstrip())
    nodes, stack = [], []  # a node: its stack and what is left of its total
    for row in rows:
        name = row[symbol].strip()
        del stack[max(len(row[symbol]) - len(row[symbol].lstrip()) - indent, 0):]
        if not stack:
            name = re.sub(r' \(\d+\)$', '', name)
        value = 0 if own and row[own] == '-' else number(row[own] if own else next(iter(row.values())))
        if stack and not own:
            stack[-1][1] -= value
        stack.append([tuple(node[0][-1] for node in stack)
                      + ('[unknown]' if re.fullmatch('0x[0-9a-f]+', name) else name,), value])
        nodes.append(stack[-1])
    values = {}
    for names, value in nodes:
        add(values, names, max(value, 0))
    return Truth({None: values})
