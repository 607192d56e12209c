# SPDX-License-Identifier: GPL-3.0-or-later
"""`memray transform gprof2dot` and `csv` (memray's reporters/transform.py, gprof2dot's schema.json)."""
import csv
import io
import json

from truth import Damaged, Truth, add

NAME = 'memray'


def detect(name, data):
    return data.startswith(b'allocator,num_allocations,') or (
        data.lstrip()[:1] == b'{' and b'"costs"' in data and b'"functions"' in data
        and b'"events"' in data)


def decode(data):
    values, counts = {}, {}
    if data.startswith(b'allocator'):
        for row in csv.DictReader(io.StringIO(data.decode())):
            stack = [frame.split(';')[0] for frame in reversed(row['stack_trace'].split('|'))]
            if stack != ['']:
                add(values, stack, int(row['size']))
                add(counts, stack, int(row['num_allocations']))
        return Truth({'memory': values, 'allocations': counts})
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    if 'events' not in file:  # the format's schema names it, too
        return None
    for event in file['events']:
        stack = [file['functions'][i]['name'] for i in reversed(event['callchain'])]
        if stack:
            add(values, stack, event['cost'][0])
    return Truth({None: values})
