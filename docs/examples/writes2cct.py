#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""perf script -i WRITES.data | writes2cct.py > OUT.cct: bytes and number of writes of each stack."""
import re
import sys

functions, nodes = {}, [[0, 0, 0, 0]]  # parent, function, calls, bytes
children, frames, written = {}, [], 0


def add():
    node = 0
    for frame in reversed(frames):
        function = functions.setdefault(frame, len(functions) + 1)
        if (node, function) not in children:
            children[node, function] = len(nodes)
            nodes.append([node, function, 0, 0])
        node = children[node, function]
    nodes[node][2] += 1
    nodes[node][3] += written


for line in sys.stdin:
    event = re.search(r'sys_exit_p?writev?(?:64)?: 0x([0-9a-f]+)$', line.rstrip())
    frame = re.match(r'\s+[0-9a-f]+ (.+?)(?:\+0x[0-9a-f]+)? \((?:.*/)?(.*)\)$', line.rstrip())
    if event:
        written = int(event[1], 16)
        written = written if written < 1 << 63 else 0  # a negative number is an error
    elif frame and frame[1] != '[unknown]':
        frames.append(frame.groups())
    elif line == '\n' and frames:
        add()
        frames = []

print('cct 1\nsiblings\tunordered\nmetric\twritten\tbytes')
for name, module in functions:
    print('function', name, '' if module == 'inlined' else module, sep='\t')
for parent, function, calls, value in nodes[1:]:
    print(parent, function, calls or '-', value, sep='\t')
print('end', len(nodes) - 1, sep='\t')
