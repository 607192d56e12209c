# SPDX-License-Identifier: GPL-3.0-or-later
"""What dtrace prints of aggregations by stack, as dt_printa and dt_print_stack of libdtrace do:
frames from the leaf on, indented by 14 columns, texts by two, then the value."""
import re

from truth import Truth, add

NAME = 'dtrace'

FRAME = re.compile(r'\s+(?:(?P<module>[^`\s]+)`(?P<name>.+?)|0x[0-9a-f]+)\s*$')
NUMBER = re.compile(r'\s+-?\d+\s*$')
PROBE = re.compile(r'CPU\s+ID\s+FUNCTION:NAME|\s*\d+\s+\d+\s.*:')


def body(data):
    """The lines after the header."""
    lines = data.decode('utf-8', errors='replace').splitlines()
    for i, line in enumerate(lines):
        if not line.strip() or FRAME.match(line):
            return lines[i:]
    return []


def detect(name, data):
    if b'\0' in data[:4096] or b'`' not in data and b'0x' not in data:
        return False
    framed = False
    for line in body(data):
        if NUMBER.match(line):
            return framed
        if line.strip() and not line[0].isspace():
            return False
        framed = framed or FRAME.match(line) is not None
    return False


def decode(data):
    values, stack, key = {}, [], []

    def end(count):
        add(values, key + stack[::-1], int(count))
        stack.clear()
        key.clear()

    for line in body(data):
        frame = FRAME.match(line)
        if not line.strip():
            continue
        if NUMBER.match(line):
            end(line)
        elif frame:
            name = re.sub(r'\+0x[0-9a-f]+$', '', frame['name'] or '')
            stack.append('[unknown]' if re.fullmatch('0x[0-9a-f]+|', name) else name)
        elif PROBE.match(line):
            continue
        elif re.match(r' {10}', line) or stack and not re.search(r' \d+$', line):
            stack.append(line.strip())
        else:
            parts = re.fullmatch(r'\s*(.*?)(?:\s+(-?\d+))?\s*', line)
            key.append(parts[1])
            if parts[2]:
                end(parts[2])
    return Truth({None: values})
