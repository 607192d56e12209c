# SPDX-License-Identifier: GPL-3.0-or-later
"""Folded stacks as flamegraph.pl reads them: frames between semicolons, then a count; lines that are
none are left out.  Detected only where most lines have several frames."""
import re

from truth import Damaged, Truth, add

NAME = 'folded'

STACK = re.compile(r'^(?P<stack>.*\S)\s+(?P<count>-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)$')


def lines_of(data):
    text = data.decode('utf-8', errors='replace').removeprefix('\ufeff')
    return [line for line in (line.rstrip() for line in text.split('\n'))
            if line and not line.startswith('#')]


def detect(name, data):
    if b'\0' in data[:4096] or data[:1] in (b'{', b'[', b'<'):
        return False
    lines = lines_of(data[:65536])[:32]
    stacks = [line for line in lines if ';' in line and STACK.match(line)]
    return bool(lines) and 2 * len(stacks) > len(lines)


def decode(data):
    values = {}
    lines = [STACK.match(line) for line in lines_of(data)]
    stacks = [line for line in lines if line]
    if 2 * len(stacks) < len(lines):
        raise Damaged('most lines are no stacks')
    for line in stacks:
        add(values, line['stack'].split(';'), float(line['count']))
    return Truth({None: values}, tolerance=1e-9)
