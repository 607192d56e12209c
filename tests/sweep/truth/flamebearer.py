# SPDX-License-Identifier: GPL-3.0-or-later
"""Pyroscope's flamebearer (pkg/og/structs/flamebearer/flamebearer.go); of two profiles the second."""
import json

from truth import Damaged, Truth, add

NAME = 'flamebearer'


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'"levels"' in data and b'"names"' in data and (
        b'"flamebearer"' in data or b'"flamegraph"' in data)


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    graph = file.get('flamebearer') or file['flamegraph']
    double = 'double' in (graph.get('format'), file.get('metadata', {}).get('format'))
    values = {}
    above = [(0, float('inf'), ())]  # left, right, stack
    for number, level in enumerate(graph['levels']):
        numbers = [int(v) for v in (level['values'] if isinstance(level, dict) else level)]
        size = 7 if double else 4
        if len(numbers) % size:
            raise Damaged('not whole boxes')
        boxes, left = [], 0
        for i in range(0, len(numbers), size):
            box = numbers[i:i + size]
            left += box[0] + (box[3] if double else 0)
            right = left + box[1] + (box[4] if double else 0)
            name = graph['names'][box[-1]]
            if right > left:
                stack = next((s for l, r, s in above if l <= left and right <= r), None)
                if stack is None:
                    raise Damaged('a box below none')
                if number > 0 or name != 'total':
                    stack += (name,)
                    add(values, stack, box[5 if double else 2])
                boxes.append((left, right, stack))
            left = right
        above = boxes
    return Truth({None: values})
