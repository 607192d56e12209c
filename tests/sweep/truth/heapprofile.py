# SPDX-License-Identifier: GPL-3.0-or-later
"""V8's .heapprofile, by HeapProfiler.SamplingHeapProfile of the DevTools protocol."""
import json

from truth import Damaged, Truth, add

NAME = 'heapprofile'


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'"selfSize"' in data and b'"head"' in data


def decode(data):
    try:
        head = json.loads(data)['head']
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    values, waiting = {}, [(head, ())]
    while waiting:
        node, stack = waiting.pop()
        stack += (node['callFrame']['functionName'] or '(anonymous)',)
        add(values, stack, node['selfSize'])
        waiting += [(child, stack) for child in node['children']]
    return Truth({'bytes': values})
