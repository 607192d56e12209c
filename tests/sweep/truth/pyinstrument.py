# SPDX-License-Identifier: GPL-3.0-or-later
"""pyinstrument: sessions (session.py) with every sample, trees of `-r json` and of its HTML page."""
import json

from truth import Damaged, Truth, add

NAME = 'pyinstrument'


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'"sample_count"' in data and (
        b'"root_frame"' in data or b'"frame_tree"' in data or b'"frame_records"' in data)


def name_of(frame):
    return frame['function'] if 'function' in frame else frame['identifier'].split('\0')[0]


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    values = {}
    for stack, time in file.get('frame_records', []):
        add(values, [frame.split('\1')[0].split('\0')[0] for frame in stack], time)
    root = file.get('root_frame') or file.get('frame_tree')
    todo = [((), root)] if root else []
    while todo:
        above, frame = todo.pop()
        stack = above + (name_of(frame),)
        real = [c for c in frame['children'] if name_of(c) != '[self]']
        own = frame['time'] - sum(c['time'] for c in real)
        add(values, stack, own if own > 1e-5 else 0)
        todo += [(stack, child) for child in real]
    # Times have six decimals, so that differences of them are rounded.
    return Truth({'time': values}, tolerance=1e-3 if root else 1e-9)
