# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of callgrind, by cl-format.html of valgrind's manual, and of other tools that write it: the
self costs and the calls of each function."""
import re

from truth import Damaged, Truth, add

NAME = 'callgrind'
HEADER = re.compile(r'(\w+): ?(.*)')
NAMED = re.compile(r'\((\d+)\)(?: (.*))?')
SCALES = {'10ns': 10, 'kB': 1024, 'MB': 1 << 20}


def detect(name, data):
    head = data[:4096].decode(errors='replace')
    return head.startswith('# callgrind format') or (
        re.search(r'^events:', head, re.M) is not None
        and re.search(r'^(fn|ob|fl)=', data[:65536].decode(errors='replace'), re.M) is not None)


class Names:
    """The functions of a file."""

    def __init__(self, creator):
        self.by_number = {}
        self.creator = creator

    def get(self, text):
        found = NAMED.fullmatch(text)
        if found is not None and found[2] is None:
            if found[1] not in self.by_number:
                raise Damaged(f'number {found[1]} has no name')
            return self.by_number[found[1]]
        name = (found[2] if found is not None else text).strip() or '???'
        if self.creator.startswith('callgrind'):
            name = re.sub(r"'\d+$", '', name)
        elif not self.creator:
            name = re.sub(r' \[\d+/\d+\]$', '', name)
        if found is not None:
            self.by_number[found[1]] = name
        return name


def costs(tokens, last, relative):
    values = []
    for token, before in zip(tokens, last):
        if token == '*':
            values.append(before)
        elif relative and token[0] in '+-':
            values.append(before + float(token))
        else:
            values.append(int(token, 16) if token.startswith('0x') else max(float(token), 0))
    return values + [0] * (len(last) - len(values))


def decode(data):
    lines = data.decode(errors='replace').replace('\r\n', '\n').split('\n')
    headers = {key: value.strip() for key, value in
               (found.groups() for found in map(HEADER.match, lines) if found)}
    names = Names(headers.get('creator', ''))
    events = headers.get('events', '').split()
    n_positions = len(headers.get('positions', 'line').split())
    relative = re.search(r'^[\d+*-]\S* +.*\*', data.decode(errors='replace'), re.M) is not None
    column = events.index('Ir') if 'Ir' in events else 0
    unit = re.search(r'\((.*)\)$', events[column])
    scale = SCALES.get(unit[1], 1) if unit is not None else 1
    if headers.get('creator', '').startswith('xdebug 2'):
        scale = 1
    values, calls = {}, {}
    function = callee = n_calls = None
    last = [0] * len(events)
    for line in lines:
        line = line.lstrip()
        if re.match(r'[\d+*-]', line):
            last = costs(line.split()[n_positions:], last, relative)
            if n_calls is not None:
                add(calls, (callee,), n_calls)
                n_calls = None
            else:
                add(values, (function,), last[column] * scale)
        elif line.startswith('fn='):
            function = names.get(line[3:])
        elif line.startswith('cfn='):
            callee = names.get(line[4:])
        elif line.startswith('calls='):
            n_calls = int(line[6:].split()[0], 0)
    listed = headers.get('events', '').strip()
    if 'creator' not in headers and (listed == 'Hits' or n_positions == 2 and re.search(r'\(.*\)$', listed)):
        calls = {}  # of pprof: weights
    return Truth({None: values}, calls if any(calls.values()) else None, flat=True)
