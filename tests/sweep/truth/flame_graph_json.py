# SPDX-License-Identifier: GPL-3.0-or-later
"""The nested JSON of d3-flame-graph, with long keys or those of `perf script flamegraph`."""
import json
import re

from truth import Damaged, Truth, add

NAME = 'd3-flame-graph'


def detect(name, data):
    head = data[:4096].lstrip()
    return head[:1] == b'{' and any(
        k in head and v in data for k, v in ((b'"children"', b'"value"'), (b'"c"', b'"v"'))
    ) and (b'"name"' in head or b'"n"' in head or b'{"children":[{"children"' in head)


def decode(data):
    try:
        root = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    name, value, children = ('n', 'v', 'c') if 'c' in root else ('name', 'value', 'children')
    if name not in root or children not in root:
        return None
    nodes, todo = [], [((), root)]
    while todo:
        above, node = todo.pop()
        below = node.get(children) or []
        if name not in node:
            return None
        frame = node[name]
        if name == 'n' and len(above) == 1:  # perf's "command (pid)"
            frame = re.sub(r' \(\d+\)$', '', frame)
        stack = above + (frame,)
        parts = sum(child.get(value) or 0 for child in below)
        nodes.append((stack, node.get(value), parts))
        todo += [(stack, child) for child in below]
    # Where parts are more than a total, the values are none.
    totals = not any(total is not None and parts > total * 1.001 for _, total, parts in nodes)
    values = {}
    for stack, total, parts in nodes:
        add(values, stack, max((total or 0) - parts, 0) if totals else total or 0)
    top = (root[name],)
    if root[name] in ('', 'all', 'root', 'total', '(root)') and values[top] == 0:
        values = {stack[1:]: v for stack, v in values.items() if len(stack) > 1}
    return Truth({None: values})
